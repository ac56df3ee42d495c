"""Objects that say what they hold: Kubernetes secrets and JSON Web Keys, whose fields have neutral or one-letter names."""

from __future__ import annotations

import re
from typing import Final

from redaction.examples import BASE64_URL, fake
from redaction.findings import Kind
from redaction.lazy import lazy
from redaction.rule import Example, Rule
from redaction.rules.context import values

_FAKE: Final = "fake" + "Canary7Zq9"
_ENCODED: Final = "aHR0cHM6Ly9k" + "Yi5pbnRlcm5hbC9mYWtl"
_KEY: Final = fake("", 43, BASE64_URL)

_DEEPER: Final = (
    rb"[ \t]{1,16}+(?!kind:|immutable:|metadata:)[\w.\-/]++:[ \t]*+[\"']?[^\s\"'{}\[\]]++[\"']?[ \t]*+(?:\r\n?|\n|\Z)"
)
_OTHER: Final = rb"(?:(?![ ]{0,8}(?:stringData|data|---|kind):?)[^\r\n]*+(?:\r\n?|\n))"
_DATA: Final = rb"(?:stringData|data)"
_YAML_ITEM: Final = re.compile(rb"[\w.\-/]++:[ \t]*+[\"']?(?P<item>[^\s\"'{}\[\]]{4,}+)")
_PAIR: Final = rb"[\"'][\w.\-/]++[\"']\s{0,8}+:\s{0,8}+[\"'][^\"'\r\n]*+[\"']"
_JSON_ITEM: Final = re.compile(rb"[\"'][\w.\-/]++[\"']\s{0,8}+:\s{0,8}+[\"'](?P<item>[^\"'\r\n]{4,}+)[\"']")
_JSON_DATA: Final = (
    rb"[\"']"
    + _DATA
    + rb"[\"']\s{0,8}+:\s{0,8}+\{\s{0,40}+(?P<json>"
    + _PAIR
    + rb"(?:\s{0,8}+,\s{0,40}+"
    + _PAIR
    + rb"){0,40}+)\s{0,40}+\}"
)


def _entries(match: re.Match[bytes]) -> list[tuple[int, int]]:
    """Return the values of the map that a secret holds, but for templates and masks."""
    groups = match.groupdict()
    name, item = ("json", _JSON_ITEM) if groups.get("json") is not None else ("yaml", _YAML_ITEM)
    return [
        each.span("item")
        for each in item.finditer(match.string, *match.span(name))
        if not values.is_never_secret(each["item"].decode("utf-8", "replace"))
    ]


KUBERNETES: Final = Rule(
    id="kubernetes-secret",
    kind=Kind.SECRET,
    stem="secret",
    why="An object of this kind holds nothing but secrets, whatever their names.",
    anchors=(b"kind",),
    ahead=rb"[\"']?\s{0,8}+:\s{0,8}+[\"']?secret(?![\w.])",
    pattern=lazy(
        rb"kind[\"']?\s{0,8}+:\s{0,8}+[\"']?Secret(?![\w.\-])[\"']?(?:"
        rb"[ \t]*+(?:\r\n?|\n)" + _OTHER + rb"{0,24}+[ ]{0,8}" + _DATA + rb":[ \t]*+(?:\r\n?|\n)(?P<yaml>(?:" + _DEEPER + rb"){1,40}+)"
        rb"|[^\x00]{0,1500}?" + _JSON_DATA + rb")"
    ),
    each=_entries,
    sight=8_000,
    finds=(
        Example(f"kind: Secret\nmetadata:\n  name: x\ndata:\n  endpoint: {_ENCODED}\n", _ENCODED),
        Example(f"kind: Secret\nstringData:\n  endpoint: {_FAKE}\n", _FAKE),
        Example(f'{{"kind": "Secret", "data": {{"endpoint": "{_ENCODED}"}}}}', _ENCODED),
    ),
    leaves=(
        f"kind: ConfigMap\ndata:\n  endpoint: {_ENCODED}\n",
        "kind: Secret\nmetadata:\n  name: database\n",
        "kind: Secret\nstringData:\n  endpoint: ${ENDPOINT}\n",
        "kind: SecretStore\ndata:\n  endpoint: public\n",
    ),
)  # fmt: skip

KUBERNETES_BEFORE: Final = Rule(
    id="kubernetes-secret-first",
    kind=Kind.SECRET,
    stem="secret",
    why="Programs write an object's fields in the order of their names: the data stands before the kind.",
    anchors=(b"data",),
    ahead=rb"[\"']?\s{0,8}+:[ \t]*+(?:(?:\r\n?|\n)[ \t]{1,16}+[\w.\-/]|\{\s{0,40}+[\"'])",
    pattern=lazy(
        rb"(?:(?<=[\r\n ])data:[ \t]*+(?:\r\n?|\n)(?P<yaml>(?:" + _DEEPER + rb"){1,40}+)(?:[ ]*+immutable:[^\r\n]*+(?:\r\n?|\n))?[ ]*+kind:[ ]Secret(?![\w.\-])"
        rb"|(?<=[\"'])" + _JSON_DATA.removeprefix(rb"[\"']") + rb"\s{0,8}+,\s{0,40}+[\"']kind[\"']\s{0,8}+:\s{0,8}+[\"']Secret[\"'])"
    ),
    each=_entries,
    sight=8_000,
    finds=(
        Example(f"apiVersion: v1\ndata:\n  endpoint: {_ENCODED}\nkind: Secret\nmetadata:\n", _ENCODED),
        Example(f'{{"data": {{"endpoint": "{_ENCODED}"}}, "kind": "Secret"}}', _ENCODED),
    ),
    leaves=(f"\ndata:\n  endpoint: {_ENCODED}\nkind: ConfigMap\n", f'{{"data": {{"endpoint": "{_ENCODED}"}}}}'),
)  # fmt: skip

_JWK_NEAR: Final = re.compile(
    rb"[\"']kty[\"']\s{0,4}+:\s{0,4}+[\"'](?:oct|RSA|EC|OKP)[\"']|[\"'](?:p|q|dp|dq|qi)[\"']\s{0,4}+:\s{0,4}+[\"'][\w\-]{40}"
)
_BACK: Final = 500
_ON: Final = 4_000


def _stands_in_key(match: re.Match[bytes]) -> bool:
    """Say whether a JSON Web Key is told of before or behind the field, in the same object."""
    begin = match.string.rfind(b"{", max(0, match.start() - _BACK), match.start())
    end = match.string.find(b"}", match.end(), match.end() + _ON)
    begin = max(0, match.start() - _BACK) if begin < 0 else begin
    end = match.end() + _ON if end < 0 else end
    return any(
        _JWK_NEAR.search(match.string, first, last) for first, last in ((begin, match.start()), (match.end(), end))
    )


JSON_WEB_KEY: Final = Rule(
    id="json-web-key",
    kind=Kind.SECRET,
    stem="private-key",
    why="These fields of a JSON Web Key are the private half, or the shared key itself.",
    anchors=tuple(quote + name + quote for name in (b"d", b"p", b"q", b"dp", b"dq", b"qi", b"k") for quote in (b'"', b"'")),
    ahead=rb"\s{0,4}+:\s{0,4}+[\"'][a-z0-9_\-]{22}",
    heads=lambda _: ((b"", rb"\s{0,4}:\s{0,4}[\"'][a-z0-9_\-]{22}"),),
    pattern=lazy(rb"(?P<quote>[\"'])(?:d|p|q|dp|dq|qi|k)(?P=quote)\s{0,4}+:\s{0,4}+(?P=quote)(?P<value>[A-Za-z0-9_\-]{22,1400}+={0,2})(?P=quote)"),
    accepts=_stands_in_key,
    sight=6_000,
    finds=(
        Example(f'{{"kty": "oct", "k": "{_KEY}"}}', _KEY),
        Example(f'{{"crv":"P-256","d":"{_KEY}","kty":"EC","x":"{fake("x", 42, BASE64_URL)}"}}', _KEY),
    ),
    leaves=(f'{{"d": "{_KEY}"}}', f'{{"kty": "RSA", "n": "{_KEY}", "e": "AQAB"}}'),
)  # fmt: skip
