"""Keys of what agent evaluations use around a model: tracing, search, readers, sandboxes, browsers."""

from __future__ import annotations

import re
from typing import Final

from redaction.examples import ALPHANUMERIC, BASE64_URL, HEXADECIMAL, LOWER, fake
from redaction.findings import Kind
from redaction.lazy import lazy
from redaction.rule import Example, Rule
from redaction.rules.formats import UUID, WORD_START, is_generated, near, token

_TRACES: Final = "It reads every traced prompt."
_SEARCH: Final = "It searches on the account's quota."
_SANDBOX: Final = "It opens and enters the account's sandboxes."


def _uuid(head: str = "") -> str:
    return head + "-".join(fake(f"{n % 10}", n - 1, HEXADECIMAL) for n in (8, 4, 4, 4, 12))


LANGFUSE: Final = token(
    "langfuse-key",
    (b"sk-lf-", b"pk-lf-"),
    UUID,
    why=_TRACES,
    finds=(_uuid("sk-lf-"), _uuid("pk-lf-")),
    leaves=("pk-lf-name",),
)
LANGSMITH: Final = token(
    "langsmith-key",
    (b"lsv2_pt_", b"lsv2_sk_", b"ls__"),
    rb"[a-f0-9]{32}(?:_[a-f0-9]{10})?",
    why=_TRACES,
    finds=(fake("lsv2_pt_", 32, HEXADECIMAL) + "_" + fake("", 10, HEXADECIMAL), fake("ls__", 32, HEXADECIMAL)),
    leaves=("ls__init__",),
)
WANDB: Final = token(
    "wandb-key",
    (b"wandb_v1_",),
    rb"[A-Za-z0-9_]{40,}+",
    why="It reads every experiment.",
    finds=(fake("wandb_v1_", 77),),
    leaves=("wandb_v1_api",),
)
WANDB_NEAR: Final = near(
    "wandb-key-near",
    (b"wandb", b"weights and biases", b"weights & biases"),
    rb"[0-9a-f]{40}",
    stem="wandb-key",
    why="It reads every experiment.",
    finds=(fake("", 40, HEXADECIMAL),),
)
COMET: Final = near(
    "comet-key", (b"comet", b"opik"), rb"(?=[A-Za-z]{0,24}\d)[A-Za-z0-9]{25}", why=_TRACES, finds=(fake("", 25),)
)
HELICONE: Final = token(
    "helicone-key",
    (b"sk-helicone-", b"pk-helicone-"),
    rb"[a-z0-9\-]{16,}+",
    why=_TRACES,
    finds=(fake("sk-helicone-", 28, LOWER),),
    leaves=("sk-helicone-key",),
    accepts=is_generated,
)
JINA: Final = token(
    "jina-key",
    (b"jina_",),
    rb"[A-Za-z0-9_\-]{40,}+",
    why=_SEARCH,
    finds=(fake("jina_", 60, BASE64_URL),),
    leaves=("jina_reader",),
)
SERPER: Final = near("serper-key", (b"serper",), rb"[0-9a-f]{40}", why=_SEARCH, finds=(fake("", 40, HEXADECIMAL),))
SERPAPI: Final = near(
    "serpapi-key",
    (b"serpapi", b"serp_api", b"searchapi"),
    rb"[0-9a-f]{64}",
    why=_SEARCH,
    finds=(fake("", 64, HEXADECIMAL),),
)
TAVILY: Final = token(
    "tavily-key",
    (b"tvly-",),
    rb"[A-Za-z0-9\-]{20,}+",
    why=_SEARCH,
    finds=(fake("tvly-", 32), fake("tvly-dev-", 32)),
    leaves=("tvly-dev",),
    accepts=is_generated,
)
EXA: Final = near("exa-key", (b"exa_", b"exa-", b"exa.", b'exa"', b"exasearch"), UUID, why=_SEARCH, finds=(_uuid(),))
BRAVE: Final = token(
    "brave-key",
    (b"BSA",),
    rb"[A-Za-z0-9_\-]{24,30}+",
    why=_SEARCH,
    start=WORD_START,
    end=rb"(?![A-Za-z0-9_\-])",
    finds=(fake("BSA", 28),),
    leaves=("BSAlgorithm", "BSA-and-other-abbreviations"),
    accepts=is_generated,
)
FIRECRAWL: Final = token(
    "firecrawl-key",
    (b"fc-",),
    rb"[0-9a-f]{32}",
    end=rb"(?![A-Za-z0-9])",
    why=_SEARCH,
    finds=(fake("fc-", 32, HEXADECIMAL),),
    leaves=("fc-cache",),
)
SCRAPERAPI: Final = near(
    "scraping-key",
    (b"scraperapi", b"scrapingbee", b"browserless", b"zenrows", b"bing_search", b"bing_subscription", b"bing_api"),
    rb"(?=[A-Z]{0,31}[0-9a-z])[A-Za-z0-9]{32,80}",
    why=_SEARCH,
    finds=(fake("", 32, HEXADECIMAL),),
)
YOU: Final = token(
    "you-key",
    (b"ydc-sk-",),
    rb"[A-Za-z0-9\-]{24,}+",
    why=_SEARCH,
    finds=(fake("ydc-sk-", 40),),
    leaves=("ydc-sk-key",),
    accepts=is_generated,
)
APIFY: Final = token(
    "apify-key",
    (b"apify_api_",),
    rb"[A-Za-z0-9]{30,}+",
    why=_SEARCH,
    finds=(fake("apify_api_", 36),),
    leaves=("apify_api_key",),
)
DAYTONA: Final = token(
    "daytona-key",
    (b"dtn_",),
    rb"[0-9a-zA-Z]{40,}+",
    why=_SANDBOX,
    finds=(fake("dtn_", 64, HEXADECIMAL),),
    leaves=("dtn_name",),
)
MODAL: Final = token(
    "modal-token",
    (b"ak-", b"as-"),
    rb"[A-Za-z0-9]{20,40}+",
    end=rb"(?![A-Za-z0-9_\-])",
    start=WORD_START,
    why=_SANDBOX,
    finds=(fake("ak-", 22), fake("as-", 22)),
    leaves=("as-a-service", "such-as-thisverylongwordofletters", "as-needed"),
    accepts=is_generated,
)
MODAL_NEAR: Final = near(
    "modal-token-near",
    (b"modal",),
    rb"a[ks]-[A-Za-z0-9]{20,40}",
    stem="modal-token",
    why=_SANDBOX,
    finds=(fake("as-", 22, ALPHANUMERIC[:52]),),
    edge=rb"A-Za-z0-9_",
)
E2B: Final = token(
    "e2b-key",
    (b"e2b_",),
    rb"[0-9a-f]{30,}+",
    why=_SANDBOX,
    finds=(fake("e2b_", 40, HEXADECIMAL),),
    leaves=("e2b_sandbox",),
)
BROWSERBASE: Final = token(
    "browserbase-key",
    (b"bb_live_", b"bb_test_"),
    rb"[A-Za-z0-9_\-]{20,}+",
    why=_SANDBOX,
    finds=(fake("bb_live_", 27),),
    leaves=("bb_live_view",),
)
RUNPOD: Final = token(
    "runpod-key",
    (b"rpa_",),
    rb"[A-Z0-9]{40,}[A-Za-z0-9]{0,16}+",
    why=_SANDBOX,
    finds=(fake("rpa_", 44, LOWER.upper()),),
    leaves=("rpa_bot",),
)
LAMBDA: Final = token(
    "lambda-cloud-key",
    (b"secret_",),
    rb"[a-z0-9_\-]{10,30}_[0-9a-f]{32}\.[A-Za-z0-9]{32}",
    why=_SANDBOX,
    finds=("secret_" + fake("name", 10, LOWER) + "_" + fake("", 32, HEXADECIMAL) + "." + fake("", 32),),
    leaves=("secret_name",),
)
OPENWEATHER: Final = near(
    "tool-key",
    (b"openweather", b"newsapi", b"alphavantage", b"wolfram", b"omdb"),
    rb"(?=[A-Za-z]{0,31}\d)[A-Za-z0-9]{16,32}",
    why="It calls the tool on the account's quota.",
    finds=(fake("", 32, HEXADECIMAL),),
)
_QUOTE: Final = rb"\\{0,4}+[\"']"
_KAGGLE_KEY: Final = fake("", 32, HEXADECIMAL)
KAGGLE: Final = Rule(
    id="kaggle-key",
    kind=Kind.SECRET,
    stem="kaggle-key",
    why="kaggle.json opens the account it names.",
    anchors=(b"username",),
    pattern=lazy(
        rb"username" + _QUOTE + rb"\s{0,4}+:\s{0,4}+" + _QUOTE + rb"[\w.-]{1,64}+" + _QUOTE + rb"\s{0,4}+,\s{0,8}+"
        + _QUOTE + rb"key" + _QUOTE + rb"\s{0,4}+:\s{0,4}+" + _QUOTE + rb"(?P<value>[0-9a-f]{32})(?![0-9a-f])",
        re.IGNORECASE,
    ),
    finds=(Example(f'{{"username":"bob","key":"{_KAGGLE_KEY}"}}', _KAGGLE_KEY),),
    leaves=('{"username":"bob","key":"column-1"}',),
)  # fmt: skip
