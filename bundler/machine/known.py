"""Known values inside URLs and structured documents, shared by the sources of the harvest."""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import parse_qsl, unquote

from bundler.machine.stems import stem_of
from redaction import KnownValue
from redaction.findings import Kind
from redaction.hosts import is_loopback, is_public
from redaction.key_names import KeySensitivity, is_harmless_in_container, sensitivity

_URL: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s\"'<>]+")
_PARTS: Final = re.compile(
    r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*)://(?:(?P<userinfo>[^/?#]*)@)?(?P<host>\[[^\]/]*\]|[^:/?#@]*)(?::\d+)?"
    r"(?P<path>[^?#]*)(?:\?(?P<query>[^#]*))?"
)
_SHORTEST_LONE_PART: Final = 8


def urls_in(text: str) -> list[str]:
    """Return the URLs that stand in a text."""
    return _URL.findall(text)


def from_url(url: str, source: str, stem: str) -> Iterator[KnownValue]:
    """Yield the user, the password (as written and decoded), secret parameters and the private host of a URL."""
    match = _PARTS.match(url)
    if match is None:
        return
    user, colon, password = (match["userinfo"] or "").partition(":")
    if colon:
        yield from _as_written_and_decoded(password, source, "password" if stem == "secret" else stem)
        yield from (value for value in _as_written_and_decoded(user, source, "user-name") if len(value.value) > 3)  # noqa: PLR2004
    elif len(user) >= _SHORTEST_LONE_PART:
        yield from _as_written_and_decoded(user, source, "url-token")
    for name, value in parse_qsl(match["query"] or ""):
        if sensitivity(name) is KeySensitivity.SECRET:
            yield KnownValue(value, Kind.SECRET, stem_of(name), source)
    host = match["host"].strip("[]")
    if host and not host.startswith(("$", "{", "<")) and not is_loopback(host) and not is_public(host):
        yield KnownValue(host, Kind.HOST, "private-host", source)


def _as_written_and_decoded(value: str, source: str, stem: str) -> Iterator[KnownValue]:
    for form in dict.fromkeys((unquote(value), value)):
        if form and not form.startswith("$"):
            yield KnownValue(form, Kind.SECRET, stem, source)


def from_document(text: str, source: str) -> Iterator[KnownValue]:
    """Yield values under sensitive keys of a JSON text; what does not parse yields nothing."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return
    yield from from_value(document, source)


def from_value(document: Any, source: str) -> Iterator[KnownValue]:
    """Yield values under sensitive keys of a parsed document, credentials in its URLs, and Docker's base64 pairs."""
    pending: list[tuple[str, Any, bool]] = [("", document, False)]
    while pending:
        name, value, secret = pending.pop()
        if isinstance(value, dict):
            for key, inner in value.items():
                judged = sensitivity(str(key))
                inherited = secret or judged is not KeySensitivity.NONE
                pending.append((str(key), inner, inherited and not is_harmless_in_container(str(key))))
        elif isinstance(value, list):
            pending.extend((name, inner, secret) for inner in value)
        elif isinstance(value, str):
            yield from _from_string(name, value, source, secret=secret)


def _from_string(name: str, value: str, source: str, *, secret: bool) -> Iterator[KnownValue]:
    if secret and value and not value.startswith("${"):
        yield KnownValue(value, Kind.SECRET, stem_of(name), source)
    if name.lower() == "auth":
        yield from from_basic(value, source)
    for url in urls_in(value):
        yield from from_url(url, source, stem_of(name))


def from_basic(encoded: str, source: str) -> Iterator[KnownValue]:
    """Yield the user and password of a base64 ``user:password``, as Docker and HTTP Basic write them."""
    try:
        user, colon, password = base64.b64decode(encoded, validate=True).decode().partition(":")
    except (binascii.Error, ValueError):
        return
    if colon:
        yield KnownValue(password, Kind.SECRET, "password", source)
        yield KnownValue(user, Kind.SECRET, "user-name", source)
