"""Keys with a mark of their own of what agents use: traces, memory, browsers, builds, data."""

from __future__ import annotations

from typing import Final

from redaction.examples import BASE64, BASE64_URL, HEXADECIMAL, fake
from redaction.findings import Kind
from redaction.lazy import lazy
from redaction.rule import Example, Reach, Rule
from redaction.rules.formats import UUID, WORD_START, is_dense, is_generated, is_varied, token

_WHY: Final = "It acts for the account at the service that issued it."
_END: Final = rb"(?![A-Za-z0-9_\-])"
_UUID_EXAMPLE: Final = "-".join(fake(f"{n % 10}", n - 1, HEXADECIMAL) for n in (8, 4, 4, 4, 12))

LOGFIRE: Final = token(
    "logfire-token",
    (b"pylf_v",),
    rb"[0-9]{1,2}_[a-z]{2,12}_[A-Za-z0-9_]{30,}+",
    why="It writes and reads the project's traces.",
    finds=(fake("pylf_v1_us_", 43), fake("pylf_v2_eu_", 43)),
    leaves=("pylf_v1_us_", "pylf_version"),
)
ARIZE: Final = token(
    "arize-key",
    (b"ak-",),
    UUID + rb"-[A-Za-z0-9_\-]{16,48}",
    ahead=rb"[0-9a-f]{8}-[0-9a-f]{4}-",
    start=WORD_START,
    why="It reads every traced prompt.",
    finds=(f"ak-{_UUID_EXAMPLE}-" + fake("", 32),),
    leaves=("ak-0123",),
)
SHORT: Final = token(
    "short-tool-key",
    (b"ak_", b"app-", b"dataset-"),
    rb"[A-Za-z0-9_\-]{18,48}",
    start=WORD_START,
    end=_END,
    stem="tool-key",
    why=_WHY,
    finds=(fake("ak_", 20, BASE64_URL), fake("app-", 24), fake("dataset-", 24)),
    leaves=("ak_share_get_stock_history", "app-7d9f8b6c5d-x2x8f-of-a-pod", "dataset-SWE-bench-Verified-2024"),
    accepts=is_dense,
)
MARKED: Final = token(
    "marked-tool-key",
    (
        b"bt-st-", b"confident_us_", b"confident_eu_", b"vespa_cloud_", b"xau_", b"vtwn_", b"csb_v1_", b"sgamp_user_", b"sktsec_",
        b"tr_dev_", b"tr_prod_", b"tr_stg_", b"dbtc_", b"dbtu_", b"hxtp_", b"hxtw_", b"gb_api_", b"mint_", b"ddpat_", b"ddapp_",
        b"depot_org_", b"depot_project_", b"apk_user_", b"pat_", b"sat_", b"cztei_", b"jsrt_", b"jsrp_", b"sm_",
    ),
    rb"[A-Za-z0-9_\-]{30,}+",
    start=WORD_START,
    stem="tool-key",
    why=_WHY,
    finds=(fake("pat_", 64), fake("dbtu_", 40), fake("bt-st-", 48), fake("csb_v1_", 43, BASE64_URL)),
    leaves=("pat_of_the_user_that_opened_the_issue2", "tr_dev_name", "mint_condition_of_the_items_in_the_shop"),
    accepts=is_dense,
)  # fmt: skip
HEXADECIMAL_TAIL: Final = token(
    "hexadecimal-tool-key",
    (
        b"KGAT_", b"hb_", b"bkua_", b"bkaj_", b"bkct_", b"scp-live-", b"scp-test-", b"CAP-", b"signkey-prod-", b"signkey-test-", b"am_",
        b"pl_", b"dag_live_", b"mk-",
    ),
    rb"[0-9a-fA-F]{28,64}",
    start=WORD_START,
    end=_END,
    stem="tool-key",
    why=_WHY,
    finds=(fake("KGAT_", 32, HEXADECIMAL), fake("hb_", 32, HEXADECIMAL), fake("bkua_", 40, HEXADECIMAL)),
    leaves=("hb_font", "pl_" + "module_of_the_list"),
)  # fmt: skip
UUID_TAIL: Final = token(
    "uuid-tool-key",
    (b"xaat-", b"xapt-", b"ctx7sk-", b"sgai-", b"pat-na1-", b"pat-na2-", b"pat-eu1-"),
    UUID,
    stem="tool-key",
    why=_WHY,
    finds=("xaat-" + _UUID_EXAMPLE, "ctx7sk-" + _UUID_EXAMPLE),
    leaves=("xaat-name",),
)
JETBRAINS: Final = token(
    "jetbrains-token",
    (b"perm:", b"perm-"),
    rb"[A-Za-z0-9+/=_\-]{6,}+\.[A-Za-z0-9+/=_\-]{4,}+\.[A-Za-z0-9]{20,}+",
    start=WORD_START,
    why=_WHY,
    finds=("perm-" + fake("", 12, BASE64) + "." + fake("", 8) + "." + fake("", 30),),
    leaves=("perm:admin.users.list", "perm-alink"),
    accepts=is_generated,
)
DEEPL: Final = Rule(
    id="deepl-key",
    kind=Kind.SECRET,
    stem="deepl-key",
    why=_WHY,
    anchors=(b":fx",),
    pattern=lazy(rb"(?<![0-9A-Za-z\-])" + UUID + rb":fx(?![A-Za-z0-9])"),
    finds=(Example("key " + _UUID_EXAMPLE + ":fx", _UUID_EXAMPLE + ":fx"),),
    leaves=("a:fx", _UUID_EXAMPLE + ":fxx"),
    reach=Reach(frozenset(b"0123456789abcdef-"), 36),
    accepts=is_varied,
)
