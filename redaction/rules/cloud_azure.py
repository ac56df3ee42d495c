"""Microsoft: Azure OpenAI, storage and service bus keys, SAS signatures, Entra client secrets, DevOps and Teams.

Formats: https://learn.microsoft.com/en-us/purview/sit-defn-all-creds; newer keys hold a fixed mark such as ``JQQJ99`` or ``+AStt``.
"""

from __future__ import annotations

import re
from typing import Final

from redaction.examples import ALPHANUMERIC, BASE64, BASE64_URL, HEXADECIMAL, LOWER, fake
from redaction.findings import Kind
from redaction.rule import Example, Reach, Rule
from redaction.rules.formats import is_generated, is_varied, named, near, shown

_BASE64_KEY: Final = fake("", 86, BASE64) + "=="
_ALNUM: Final = named(b"")

OPENAI_NEAR: Final = near(
    "azure-openai-key",
    (b"azure", b"aoai", b"cognitive", b"ocp-apim", b"api-key", b"apim"),
    rb"(?:[0-9a-f]{32}|[0-9A-F]{32})",
    why="It calls the deployed models on the subscription's bill.",
    finds=(fake("", 32, HEXADECIMAL),),
)

MARKED_KEY: Final = Rule(
    id="azure-key-84",
    kind=Kind.SECRET,
    stem="azure-key",
    why="Azure's AI services issue keys of 84 characters with this mark inside.",
    anchors=(b"jqqj99",),
    pattern=re.compile(rb"[A-Za-z0-9]{40,56}(?:JQQJ99[A-Z]{2})[A-Za-z0-9]{8}[A-Za-z0-9]{8,28}+(?![A-Za-z0-9])"),
    finds=shown((fake("", 52) + "JQQJ99" + "BA" + fake("", 24),)),
    leaves=("JQQJ99 is a mark", "a" * 20 + "JQQJ99"),
    reach=_ALNUM,
    accepts=is_varied,
)

ACCOUNT_KEY: Final = Rule(
    id="azure-account-key",
    kind=Kind.SECRET,
    stem="azure-key",
    why="It opens the storage account, the queue or the database.",
    anchors=(b"accountkey=", b"sharedaccesskey=", b"account_key", b"storage_key", b"storagekey", b"accountkey"),
    pattern=re.compile(
        rb"(?i:accountkey|sharedaccesskey|account_key|storage_?key)[^\r\n]{0,24}?(?<![A-Za-z0-9+/])(?P<value>[A-Za-z0-9+/]{40,90}+={1,2})"
    ),
    finds=(
        Example(f"AccountName=x;AccountKey={_BASE64_KEY};EndpointSuffix=y", _BASE64_KEY),
        Example("SharedAccessKey=" + fake("", 43, BASE64) + "=", fake("", 43, BASE64) + "="),
    ),
    leaves=("AccountKey=${KEY};", "AccountKey=" + "A" * 86 + "=="),
    accepts=is_varied,
)

BARE_ACCOUNT_KEY: Final = Rule(
    id="azure-marked-key",
    kind=Kind.SECRET,
    stem="azure-key",
    why="Keys of 512 and 256 bits that carry the mark of their service need no name.",
    anchors=(b"+astt", b"+amct", b"acdb", b"+abat", b"+arm", b"+aehk", b"+asbt", b"+aiot", b"azfu", b"azsea", b"azcr"),
    pattern=re.compile(
        rb"[A-Za-z0-9+/]{30,76}(?:\+AStt?|\+AMCt?|ACDb|\+ABat?|\+ARm|\+AEhk?|\+ASbt?|\+AIoT?|AzFu|AzSe|AzCR)[A-Za-z0-9+/]{4,12}+={0,2}(?![A-Za-z0-9+/=])"
    ),
    finds=shown(
        (fake("", 76, BASE64) + "+AStt" + fake("", 5, ALPHANUMERIC) + "==", fake("", 42) + "AzSe" + "A" + fake("", 5))
    ),
    leaves=("a+astt", "x" * 76 + "+AStt" + "x" * 5 + "=="),
    reach=Reach(frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"), 84),
    accepts=is_generated,
)

SAS: Final = Rule(
    id="azure-sas-signature",
    kind=Kind.SECRET,
    stem="azure-signature",
    why="The signed link opens the blob for whoever has it.",
    anchors=(b"sig=", b"sig%3d"),
    pattern=re.compile(
        rb"(?i:sig(?:=|%3d))(?P<value>[A-Za-z0-9+/_\-]{3,}+(?:%(?:25)?[0-9A-Fa-f]{2}[A-Za-z0-9+/_\-]{0,64}+){0,20}+={0,2})"
    ),
    finds=(
        Example("?sv=2024-01-01&sig=" + fake("", 43, BASE64_URL) + "%3D&se=x", fake("", 43, BASE64_URL) + "%3D"),
        Example(
            "SharedAccessSignature sr=x&sig=" + fake("", 43, BASE64_URL) + "=&se=1", fake("", 43, BASE64_URL) + "="
        ),
    ),
    leaves=("sig=compact", "config=abc", "sig=" + "x" * 40),
    accepts=lambda match: len(match["value"]) >= 24 and is_generated(match),  # noqa: PLR2004 - the shortest signature
)

CLIENT_SECRET: Final = Rule(
    id="azure-client-secret",
    kind=Kind.SECRET,
    stem="azure-client-secret",
    why="With it anyone signs in as the application.",
    anchors=tuple(f"{digit}q~".encode() for digit in range(10)),
    pattern=re.compile(rb"(?<![A-Za-z0-9_~.\-])[A-Za-z0-9_~.\-]{3}[0-9]Q~[A-Za-z0-9_~.\-]{31,34}(?![A-Za-z0-9_~\-])"),
    finds=shown((fake("", 3) + "8Q~" + fake("", 34, BASE64_URL),)),
    leaves=("8Q~", "abc8Q~short"),
    reach=Reach(frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_~.-"), 3),
    accepts=is_varied,
)

DEVOPS: Final = Rule(
    id="azure-devops-token",
    kind=Kind.SECRET,
    stem="azure-devops-token",
    why="It reads and writes the organisation's repositories.",
    anchors=(b"azdo",),
    pattern=re.compile(rb"(?<![A-Za-z0-9])[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}(?![A-Za-z0-9])"),
    finds=shown((fake("", 76) + "AZDO" + fake("", 4),)),
    leaves=("AZDO_TOKEN", "AZDO" + "a1B2"),
    reach=Reach(_ALNUM.alphabet, 76),
    accepts=is_varied,
)

DEVOPS_NEAR: Final = near(
    "azure-devops-token-near",
    (b"azure_devops", b"azuredevops", b"azdo", b"dev.azure", b"visualstudio", b"vsts", b"system_accesstoken"),
    rb"(?=[a-z]{0,51}[2-7])[a-z2-7]{52}",
    stem="azure-devops-token",
    why="It reads and writes the organisation's repositories.",
    finds=(fake("", 52, "abcdefghijklmnopqrstuvwxyz234567"),),
)

FUNCTION_KEY: Final = near(
    "azure-function-key",
    (b"azurewebsites.net", b"x-functions-key", b"logic.azure.com"),
    rb"(?=[A-Za-z/\-]{0,40}\d)[A-Za-z0-9_\-/]{40,56}={0,2}",
    why="It calls the function or the flow.",
    finds=(fake("", 54, LOWER) + "==",),
    gap=80,
)
