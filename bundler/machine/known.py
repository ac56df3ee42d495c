"""Known values inside URLs, structured documents and any text, shared by the sources of the harvest."""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import parse_qsl, unquote

from bundler.machine.assignments import assignments
from bundler.machine.stems import stem_of
from redaction import Format, KnownValue, Policy, Redactor
from redaction.findings import Kind
from redaction.hosts import is_loopback, is_public
from redaction.key_names import (
    KeySensitivity,
    Strength,
    holds_secret_as_text,
    is_harmless_in_container,
    sensitivity,
    strength,
)

_URL: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s\"'<>]+")
_PARTS: Final = re.compile(
    r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*)://(?:(?P<userinfo>[^/?#]*)@)?(?P<host>\[[^\]/]*\]|[^:/?#@]*)(?::\d+)?"
    r"(?P<path>[^?#]*)(?:\?(?P<query>[^#]*))?"
)
_STEM: Final = re.compile(r"REDACTED-([a-z0-9-]+?)-\d+\Z")
_SHORTEST_LONE_PART: Final = 8
_MOST_SCANNED: Final = 1024 * 1024
_SCHEME: Final = re.compile(r"(?i)(?:Bearer|Basic|Token|Bot|ApiKey|Key)[ \t]+(\S+)\Z")
_IN_FILES: Final = frozenset({"key", "secret", "refresh", "access"})
_TEMPLATES: Final = ("$", "{{", "<", "%(")


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


def from_text(text: str, source: str, *, suffix: str = "", credentials: bool = False) -> Iterator[KnownValue]:
    """Yield all that a file of any notation holds: by its names, its URLs, its formats.

    In a file of ``credentials`` names that prove little elsewhere, such as ``key``, are enough.
    """
    if not text.strip():
        return
    document = _document(text, suffix)
    if document is not None:
        yield from from_value(document, source, credentials=credentials)
    else:
        for name, value in assignments(text):
            yield from from_pair(name, value, source, credentials=credentials)
        for url in urls_in(text):
            yield from from_url(url, source, "url-password")
    yield from from_formats(text, source)


def from_pair(name: str, value: str, source: str, *, credentials: bool = False) -> Iterator[KnownValue]:
    """Yield a value whose name sounds secret, and what the URLs and documents inside any value hold."""
    plain = value.strip()
    if not plain or plain.startswith(_TEMPLATES):
        return
    if _is_secret(name, credentials=credentials) and plain[:1] not in ("{", "["):
        yield from from_secret(plain, name, source)
    for url in urls_in(plain):
        yield from from_url(url, source, stem_of(name))
    if plain[:1] in ("{", "["):
        yield from from_document(plain, source)


def from_secret(value: str, name: str, source: str) -> Iterator[KnownValue]:
    """Yield a secret without the scheme before it (``Bearer …``), and the parts of a ``user:password`` in base64."""
    match = _SCHEME.match(value)
    bare = match.group(1) if match else value
    yield KnownValue(bare, Kind.SECRET, stem_of(name), source)
    yield from from_basic(bare, source)


def _is_secret(name: str, *, credentials: bool) -> bool:
    return holds_secret_as_text(name) or (
        credentials and (strength(name) is Strength.WEAK or name.lower() in _IN_FILES)
    )


def from_formats(text: str, source: str) -> Iterator[KnownValue]:
    """Yield what the redactor's own rules find in a text: provider formats, headers, connection strings, PEM blocks.

    A rule finds a value where it stands in its own format; as a known value it also goes in every other form.
    """
    redactor = Redactor(Policy())
    redactor.redact(text.encode("utf-8", "surrogateescape")[:_MOST_SCANNED], Format.TEXT)
    for placeholder, entry in redactor.ledger.items():
        if entry.kind is Kind.SECRET:
            stem = _STEM.match(placeholder)
            value = entry.value.decode("utf-8", "surrogateescape")
            yield KnownValue(value, Kind.SECRET, stem.group(1) if stem else "secret", source)


def _document(text: str, suffix: str) -> Any:
    try:
        if text.lstrip()[:1] in ("{", "["):
            return json.loads(text)
        if suffix != ".toml":
            return None
        import tomllib  # noqa: PLC0415 - for one file that few have

        return tomllib.loads(text)
    except (ValueError, RecursionError):
        return None


def from_document(text: str, source: str) -> Iterator[KnownValue]:
    """Yield values under sensitive keys of a JSON text; what does not parse yields nothing."""
    document = _document(text, "")
    if document is not None:
        yield from from_value(document, source)


def from_value(document: Any, source: str, *, credentials: bool = False) -> Iterator[KnownValue]:
    """Yield values under sensitive keys of a parsed document, credentials in its URLs, and Docker's base64 pairs."""
    pending: list[tuple[str, Any, bool]] = [("", document, False)]
    while pending:
        name, value, secret = pending.pop()
        if isinstance(value, dict):
            if _is_environment(name):
                yield from _from_variables(value, source)
            for key, inner in value.items():
                inherited = secret or _holds_secrets(str(key)) or _is_secret(str(key), credentials=credentials)
                pending.append((str(key), inner, inherited and not is_harmless_in_container(str(key))))
        elif isinstance(value, list):
            pending.extend((name, inner, secret) for inner in value)
        elif isinstance(value, str):
            yield from _from_string(name, value, source, secret=secret)


_LETTERS: Final = re.compile(r"[A-Za-z]{12,}")


def _is_environment(name: str) -> bool:
    return sensitivity(name) is KeySensitivity.CONTAINER and "env" in name.lower()


def _from_variables(variables: dict[Any, Any], source: str) -> Iterator[KnownValue]:
    """Yield variables whose values look generated: no name says so, but nobody types such a setting."""
    from redaction.rules.context.values import looks_random  # noqa: PLC0415 - rules are compiled when needed

    for name, value in variables.items():
        if (
            isinstance(value, str)
            and not is_harmless_in_container(str(name))
            and (looks_random(value) or _is_scattered(value))
        ):
            yield from from_secret(value, str(name), source)


def _is_scattered(value: str) -> bool:
    """Say whether capitals stand in a run of letters as chance puts them; ``CamelCase`` has far fewer."""
    return any(len(run) < 4 * sum(map(str.isupper, run)) < 3 * len(run) for run in _LETTERS.findall(value))


def _holds_secrets(name: str) -> bool:
    """Say whether all below a name is secret; variables are judged one by one, most of them are settings."""
    judged = sensitivity(name)
    return judged is KeySensitivity.SECRET or (judged is KeySensitivity.CONTAINER and "env" not in name.lower())


def _from_string(name: str, value: str, source: str, *, secret: bool) -> Iterator[KnownValue]:
    if secret and value and not value.startswith("${"):
        yield from from_secret(value, name, source)
    elif name.lower() == "auth":
        yield from from_basic(value, source)
    for url in urls_in(value):
        yield from from_url(url, source, stem_of(name))


def from_basic(encoded: str, source: str) -> Iterator[KnownValue]:
    """Yield the user and password of a base64 ``user:password``, as Docker and HTTP Basic write them."""
    try:
        user, colon, password = base64.b64decode(encoded, validate=True).decode().partition(":")
    except (binascii.Error, ValueError):
        return
    if colon and (user + password).isprintable():
        yield KnownValue(password, Kind.SECRET, "password", source)
        yield KnownValue(user, Kind.SECRET, "user-name", source)
