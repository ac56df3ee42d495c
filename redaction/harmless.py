"""Values under sensitive names that tell nothing: absent, switched off, a version, or a reference to where the value is."""

from __future__ import annotations

import re
from typing import Final

from redaction.key_words import word_set

_LONGEST: Final = 128

_HARMLESS: Final = re.compile(
    rb"\s*+(?:|[0-9]{1,4}(?:\.[0-9]{1,5}){2}(?:[.+-]?[a-z]{1,6}[0-9]{0,4}){0,2}|\?[a-z]{2,16}|none|null|nil|true|false|yes|no|on|off|unset|empty|n/?a|undefined|\*++|\.{3}|\xe2\x80\xa6"
    rb"|[\[<(]?(?:redacted|hidden|masked|removed|omitted)[\]>)]?"
    rb"|(?-i:\$(?:env:)?[A-Z][A-Z0-9_]*+|%[A-Z][A-Z0-9_]*+%|(?:os\.environ/|env:)[A-Z][A-Z0-9_]*+)"
    rb"|\$\{[A-Za-z_][A-Za-z0-9_]*+\}|\$?\{\{[^{}\"']{1,64}+\}\})\s*+\Z",
    re.IGNORECASE,
)

# A package's version or the range of those that will do: ``==2.0``, ``^9.0.2``, ``>=1.2,<3``, ``2.8.0=py311h06a4308_0``, ``api:0.12.5``.
_NUMBER: Final = rb"v?[0-9]{1,4}(?:\.[0-9]{1,8}){0,4}(?:\.[*x])?"
_LABEL: Final = rb"(?:[.-]?(?:alpha|beta|rc|dev|post|pre|preview|canary|next|a|b|c)[.-]?[0-9]{0,10}){0,2}(?:\+g?[0-9a-f.]{1,40}|\+incompatible)?"
_COMPARED: Final = rb"(?:[<>=!~^]{1,3}[ ]?)" + _NUMBER + _LABEL
_POINTED: Final = rb"v?[0-9]{1,4}(?:\.[0-9]{1,8}){1,2}(?:\.[*x])?"
_VERSION: Final = re.compile(
    rb"(?:" + _COMPARED + rb"(?:(?:,[ ]?|[ ]|[ ]?\|\|[ ]?)" + _COMPARED + rb"){0,4},?"
    # Four numbers are an address.
    rb"|v?[0-9]{1,4}(?:\.[0-9]{1,8}){2}" + _LABEL
    + rb"|v?[0-9]{1,4}(?:\.[0-9]{1,8}){1,2}\.[*x]|" + _POINTED + rb"=[a-z0-9]{1,24}_[0-9]{1,3}"
    rb"|[a-z][a-z.-]{1,40}:" + _POINTED + _LABEL + rb"(?:\.[a-z]{2,8})?|(?:workspace|catalog):[*^~]?)\Z",
    re.IGNORECASE,
)  # fmt: skip
_DIGEST: Final = re.compile(rb"(?:sha(?:1|224|256|384|512)-[A-Za-z0-9+/]{27,88}={0,2}(?:[ ]|\Z)){1,3}+\Z")

# What Debian and its like write behind the colon of a package.
_ARCHITECTURES: Final = frozenset(
    b"amd64 arm64 armhf armel i386 i686 mips64el ppc64el ppc64le riscv64 s390x x86_64 aarch64 noarch".split()
)

# What is said about a value instead of it.
_SAID: Final = frozenset(
    word.encode()
    for word in word_set("""
        missing invalid expired failed required optional incorrect wrong unknown absent present provided revoked denied
        rejected unauthorized notset unspecified disabled enabled str string int integer bytes bool boolean object
        falsch ungültig fehlt erforderlich inválida inválido incorrecta incorrecto errata errato requerida obligatoria
        obrigatória incorreta invalide incorrect requis manquant неверный неверен обязательно 错误 錯誤 无效 必填
        必須 無効 필수 오류 잘못됨
    """)
) | {b"not set", b"not found", b"not provided", b"str | none", b"string | null", b"str or none"}
# What Debian calls a version: ``1:4.13+dfsg1-1+b1`` (deb-version(7)).
_OF_DEBIAN: Final = re.compile(r"(?:[0-9]:)?[0-9]{1,4}(?:\.[0-9]{1,8}){1,4}[a-z0-9.+~-]{0,40}\Z")

# How tokenizers write the space before a word and the end of a line; no secret begins so.
_PIECE: Final = re.compile(r"['\"]?[Ġ▁Ċ]++[^\W_]{0,24}['\"]?\Z")


def is_harmless(value: bytes) -> bool:
    """Say whether a value is a way to say that there is none, where it comes from, what it is about, or a version."""
    if len(value) >= _LONGEST:
        return False
    return (
        _HARMLESS.match(value) is not None
        or value.lower().strip(b" .!") in _SAID
        or value.strip() in _ARCHITECTURES
        or is_version(value)
        or is_piece(value)
    )


def is_version(value: bytes) -> bool:
    """Say whether a value is a version, a range of versions, or the digest that a lock file puts beside one."""
    return _VERSION.match(value) is not None or _DIGEST.match(value) is not None


def is_version_of_passwd(name: str, value: str) -> bool:
    """Say whether a value is the version of the package ``passwd``, whose name is a sensitive one."""
    return name in ("passwd", "base-passwd") and _OF_DEBIAN.match(value) is not None


def is_piece(value: bytes) -> bool:
    """Say whether a value is a piece of a text as tokenizers write it."""
    return _PIECE.match(value.decode("utf-8", "replace")) is not None
