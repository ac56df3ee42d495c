"""Keys of smaller model providers and gateways that carry a mark of their own, found wherever they stand."""

from __future__ import annotations

import re
from typing import Final

from redaction.examples import BASE64_URL, HEXADECIMAL, UPPER, fake
from redaction.findings import Kind
from redaction.lazy import lazy
from redaction.rule import Example, Reach, Rule, led
from redaction.rules.formats import WORD_START, is_dense, is_generated, is_varied, token

_WHY: Final = "It calls models on the account's bill."
_END: Final = rb"(?![A-Za-z0-9_\-])"
_HEXADECIMAL: Final = frozenset(b"0123456789abcdef")


def _hexadecimal(count: int) -> str:
    return fake("", count, HEXADECIMAL)


def _has_tail(match: re.Match[bytes]) -> bool:
    """Refuse two hashes joined by a dot, and a hash before a file's ending."""
    return any(byte not in _HEXADECIMAL for byte in match["body"]) and is_generated(match)


HASH_AND_TAIL: Final = Rule(
    id="dotted-model-key",
    kind=Kind.SECRET,
    stem="model-key",
    why=_WHY,
    anchors=(b".",),
    ahead=rb"[a-z0-9_\-]{16}",
    heads=led(rb"[0-9a-f]{20}"),
    pattern=lazy(rb"(?<![A-Za-z0-9_\-])[0-9a-f]{32}\.(?P<body>[A-Za-z0-9]{16}|[A-Za-z0-9_\-]{24})(?![A-Za-z0-9_.\-])"),
    finds=(
        Example("key " + (_zhipu := _hexadecimal(32) + "." + fake("", 16)), _zhipu),
        Example('"' + (_ollama := _hexadecimal(32) + "." + fake("", 24)) + '"', _ollama),
    ),
    leaves=(
        _hexadecimal(32) + ".chunk.js",
        _hexadecimal(32) + "." + fake("", 16, HEXADECIMAL),
        _hexadecimal(32) + ".bundle-of-the-styles-map",
    ),
    reach=Reach(frozenset(_HEXADECIMAL), 33),
    accepts=_has_tail,
)
HEXADECIMAL_64: Final = token(
    "hexadecimal-model-key",
    (b"crsr_", b"key_", b"rc_", b"pit_", b"tl_"),
    rb"[0-9a-f]{64}",
    start=WORD_START,
    end=_END,
    stem="model-key",
    why=_WHY,
    finds=(fake("crsr_", 64, HEXADECIMAL), fake("key_", 64, HEXADECIMAL), fake("rc_", 64, HEXADECIMAL)),
    leaves=("key_of_the_cache", "cache_key_" + _hexadecimal(64), "rc_local"),
)
SK_HEXADECIMAL: Final = token(
    "underscore-key-hexadecimal",
    (b"sk_", b"hl_sk_"),
    rb"(?:[a-z0-9]{2,10}_)?[0-9a-f]{32,64}",
    ahead=rb"(?:sk_)?[a-z0-9_]{24}",
    start=WORD_START,
    end=_END,
    stem="sk-key",
    why=_WHY,
    finds=(fake("sk_", 48, HEXADECIMAL), fake("sk_e2b_", 40, HEXADECIMAL)),
    leaves=("sk_buff", "task_" + _hexadecimal(32)),
)
SK: Final = token(
    "underscore-key",
    (b"sk_",),
    rb"[A-Za-z0-9_\-]{32,}+",
    start=WORD_START,
    stem="sk-key",
    why=_WHY,
    finds=(fake("sk_", 43, BASE64_URL), fake("sk_car_", 40)),
    leaves=("sk_learn_contrib_estimator_module_2", "sk_msg_verdict_apply_to_conv2d_layer3x"),
    accepts=is_dense,
)
CHUTES: Final = token(
    "chutes-key",
    (b"cpk_",),
    rb"[0-9a-f]{32}\.[0-9a-f]{32}\.[A-Za-z0-9]{32}",
    why=_WHY,
    finds=("cpk_" + _hexadecimal(32) + "." + fake("1", 31, HEXADECIMAL) + "." + fake("", 32),),
    leaves=("cpk_files",),
)
MARKED: Final = token(
    "marked-model-key",
    (b"esecret_", b"rqsty-sk-", b"rqsty-", b"ste-", b"llx-", b"mxb_", b"v1.Cm", b"fastgpt-"),
    rb"[A-Za-z0-9_\-]{32,}+",
    start=WORD_START,
    stem="model-key",
    why=_WHY,
    finds=(fake("esecret_", 34), fake("rqsty-sk-", 70, BASE64_URL), fake("llx-", 48), fake("ste-", 64)),
    leaves=("llx-compat-layer-of-the-old-interface", "ste-0123"),
    accepts=is_dense,
)
PLAIN: Final = token(
    "plain-model-key",
    (b"flp_", b"m0-", b"ck-", b"nk-", b"up_", b"pb_", b"bl_", b"morph_"),
    rb"[A-Za-z0-9]{26,64}",
    start=WORD_START,
    end=_END,
    stem="model-key",
    why=_WHY,
    finds=(fake("flp_", 44), fake("m0-", 40), fake("ck-", 44), fake("up_", 29)),
    leaves=("up_blocks_of_the_network_0", "m0-" + _hexadecimal(40), "bl_info"),
    accepts=is_dense,
)
SAFE: Final = token(
    "safe-model-key",
    (b"fk-", b"bu_", b"nk-"),
    rb"[A-Za-z0-9_\-]{38,80}+",
    start=WORD_START,
    end=_END,
    stem="model-key",
    why=_WHY,
    finds=(fake("fk-", 60, BASE64_URL), fake("bu_", 43, BASE64_URL)),
    leaves=("fk-constraint-on-the-table-of-all-users-and-groups2",),
    accepts=is_dense,
)
DINGTALK: Final = token(
    "dingtalk-secret",
    (b"SEC",),
    rb"[0-9a-f]{64}",
    start=WORD_START,
    end=_END,
    why="It signs what a robot posts.",
    finds=(fake("SEC", 64, HEXADECIMAL),),
    leaves=("SECTION",),
)
JDCLOUD: Final = token(
    "jdcloud-key",
    (b"JDC_",),
    rb"[A-Z0-9]{24,32}",
    end=_END,
    why="It acts for the account.",
    finds=(fake("JDC_", 28, UPPER),),
    leaves=("JDC_NAME",),
)
ALIBABA_SESSION: Final = token(
    "alibaba-session-id",
    (b"STS.",),
    rb"[A-Za-z0-9]{20,40}",
    start=WORD_START,
    end=_END,
    why="It acts for the account for as long as the session lasts.",
    finds=(fake("STS.N", 24),),
    leaves=("STS.getCallerIdentityOfTheAccount", "tests.abc"),
    accepts=is_dense,
)
BAIDU_ACCESS: Final = Rule(
    id="baidu-access-token",
    kind=Kind.SECRET,
    stem="baidu-key",
    why=_WHY,
    anchors=(b".2592000.",),
    pattern=lazy(rb"(?<![0-9A-Za-z.])[0-9]{2}\.[0-9a-f]{32}\.2592000\.[0-9]{9,11}\.[0-9]{5,8}-[0-9]{5,10}"),
    finds=(
        Example(
            "access_token=" + (_baidu := "24." + _hexadecimal(32) + ".2592000.1485516651.282335-8574074") + "&x", _baidu
        ),
    ),
    leaves=("24.0.2592000.1",),
    reach=Reach(frozenset(_HEXADECIMAL | {ord(".")}), 35),
    accepts=is_varied,
)
RAPIDAPI: Final = Rule(
    id="rapidapi-key",
    kind=Kind.SECRET,
    stem="rapidapi-key",
    why="It calls the account's interfaces.",
    anchors=(b"msh",),
    ahead=rb"[0-9a-f]{15}p1[0-9a-f]{6}jsn",
    pattern=lazy(rb"(?<![0-9A-Za-z])[0-9a-f]{10}msh[0-9a-f]{15}p1[0-9a-f]{6}jsn[0-9a-f]{12}(?![0-9A-Za-z])"),
    finds=(
        Example(
            "key "
            + (
                _rapid := _hexadecimal(10)
                + "msh"
                + _hexadecimal(15)
                + "p1"
                + _hexadecimal(6)
                + "jsn"
                + _hexadecimal(12)
            ),
            _rapid,
        ),
    ),
    leaves=("mesh msh", "0123456789msh01"),
    reach=Reach(frozenset(_HEXADECIMAL), 10),
)
