"""Does the text under a sensitive name belong to a program: a type, an expression, a pattern, the name of an algorithm?"""

from __future__ import annotations

import re
from typing import Final

from redaction.key_names import split_words
from redaction.key_words import word_set

_LONGEST: Final = 512

_ALGORITHM: Final = re.compile(
    r"(?i)(?:ed25519|ed448|x25519|x448|(?:hmac[-_]?)?sha[-_]?[1-5]\d{0,2}(?:[-_/]\d{3})?|md5|(?:hs|rs|es|ps)(?:256|384|512)"
    r"|aes[-_]?(?:128|192|256)(?:[-_][a-z]{3})?|blake2[bs]|blake3|secp\d{3}[kr]1|p-?(?:256|384|521)|(?:rsa|dsa|ecdsa)[-_]?\d{0,4}"
    r"|id_ed25519(?:_sk)?|pbkdf2(?:[-_:]sha\d{1,3})*|(?:chacha20|xchacha20)(?:[-_]poly1305)?|base(?:16|32|58|64)|utf-?(?:8|16|32))\Z"
)
_HUMPS: Final = re.compile(
    r"_*+(?:[A-Z][a-z]{2,}+|[A-Z]{2,5}(?=[A-Z][a-z]))(?:[A-Z][a-z]{2,}+|[A-Z]{2,5}(?=[A-Z][a-z]|\Z))++\Z"
)
_POINTER: Final = re.compile(r"0x(?:[0-9A-Fa-f]{1,8}|(?:0000)?(?:7f|5[56])[0-9a-f]{10}|ffff[0-9a-f]{12})\Z")
"""A number of 32 bits, or the address of something in memory."""
_SNAKE: Final = re.compile(r"(?:[a-z]{1,24}\d{0,2}_){1,8}[a-z]{1,24}\d?\Z")
_OF_CURVE: Final = re.compile(
    r"(?:\w{1,40}\.)?_?(?:X|Ed|Curve)(?:25519|448)(?:Private|Public|Verify|Signing)Key[A-Za-z]{0,24}\Z"
)
_TYPE_WORDS: Final = word_set("""
    str string bytes int integer float bool type field token tokens credential credentials auth config model input output
    generator provider factory manager handler error failure exception dict list optional params request response client
    schema service column char text key secret password option options state kind class enum value values args context
    object data info spec result wrapper builder validator parser serializer resolver hasher encoder interface impl union
""")
_CHAIN: Final = re.compile(
    r"[A-Za-z_][\w.]*+(?:\([^()]{0,200}+\)|\[[^\[\]]{0,200}+\])"
    r"(?:\.[A-Za-z_]\w*+|\([^()]{0,200}+\)|\[[^\[\]]{0,200}+\])*+[,;:]?\Z"
)
_FIELD: Final = re.compile(
    r"\{[A-Za-z_][\w.]{0,80}+(?:\([^(){}]{0,80}+\)|\[[^\[\]{}]{0,80}+\]|\.\w{1,80}+){0,4}+(?:![rsa])?+(?::[^{}]{0,16}+)?+\}"
)
_END_OF_WORD: Final = re.compile(r"([A-Za-z_][\w.]{0,80}+)[\])}:,;(\[]++(?:\\[sSwWdDbB*+].{0,400})?\Z")
_PATTERN: Final = re.compile(r"\\[sSwWdDbB][*+?\])]|\[\^?(?:[a-zA-Z]-[a-zA-Z]|0-9)|\(\?[:=!<]|\[\^[^\]]{1,20}\][*+]")
_COMMAND: Final = re.compile(r"[A-Z][A-Za-z]{2,15}-[A-Z][A-Za-z]{3,40}\Z")

# Calls that take a name, a question or a pattern and give something else back.
_ASKING: Final = word_set("""
    get getenv getattr read load loads open find findall lookup parse search match fullmatch sub subn compile split
    rsplit partition require import input prompt getpass pop header cookie param query queryselector column
""")


def is_algorithm(value: str) -> bool:
    """Say whether the text names an algorithm or an encoding: ``Ed25519``, ``sha256``."""
    return _ALGORITHM.match(value) is not None


def is_type_name(value: str) -> bool:
    """Say whether the text is a name of a class: words in ``CamelCase``, of which the last says what it is."""
    return _HUMPS.match(value[:_LONGEST]) is not None and split_words(value)[-1] in _TYPE_WORDS


def is_pointer(value: str) -> bool:
    """Say whether the text is a number of 32 bits or the address of something in memory: ``0x7f3c1e9b4d90``."""
    return _POINTER.match(value) is not None


def is_snake_case(value: str) -> bool:
    """Say whether the text is a variable's name of words and numbers: ``s3_aws_secret_access_key``."""
    return _SNAKE.match(value) is not None


def is_of_curve(value: str) -> bool:
    """Say whether the text is the class of an elliptic curve's keys: ``ed25519.Ed25519PrivateKey``."""
    return _OF_CURVE.match(value) is not None


def is_camel_case(value: str) -> bool:
    """Say whether the text is two words or more in ``CamelCase``."""
    return _HUMPS.match(value[:_LONGEST]) is not None


def is_expression(value: str) -> bool:
    """Say whether the text is a call or an index and what hangs on it: ``next(lexer).value``, ``words[i].lower()``."""
    return _CHAIN.match(value[:_LONGEST]) is not None


def is_pattern(value: str) -> bool:
    r"""Say whether the text is a regular expression: ``\W+``, ``[^a-z0-9]+``."""
    return _PATTERN.search(value[:_LONGEST]) is not None


def word_before_bracket(value: str) -> str:
    r"""Return the word of a text that is one and the brackets of a program: of ``None]:`` and ``password)\s*=``; else nothing."""
    match = _END_OF_WORD.match(value[:_LONGEST])
    return match[1] if match is not None else ""


def is_command(value: str) -> bool:
    """Say whether the text is a command of PowerShell: ``ConvertTo-SecureString``."""
    return _COMMAND.match(value) is not None


def without_fields(value: str) -> str:
    """Return a text without what stands in braces for something else: of ``attempt-{n}`` the word ``attempt-``."""
    return _FIELD.sub("", value) if "{" in value else value


def asks(call: str) -> bool:
    """Say whether a call takes something else than a secret: ``candidate.get``, ``re.sub``, ``open``."""
    return call.lower().rpartition(".")[2] in _ASKING
