"""Does the text under a sensitive name look like a secret, or like code, prose, a template or a placeholder?"""

from __future__ import annotations

import base64
import re
from functools import lru_cache
from typing import Final

from redaction.key_names import Strength, split_words, strength
from redaction.key_words import word_set
from redaction.rules.context import code
from redaction.rules.context.stand_ins import is_stand_in, is_template
from redaction.rules.dummies import is_masked

_LONGEST_JUDGED: Final = 512
_REMEMBERED: Final = 8192
"""Logs repeat their values: so many judgements are remembered, each of at most 512 characters."""

_LITERALS: Final = word_set("""
    null none nil true false undefined yes no on off empty nan n/a na unknown missing unset notset optional required
    string str int integer float bytes bool boolean any object hidden masked redacted removed filtered secret
    password passwd pwd token key apikey text varchar char number default type self this function async await lambda
    return new void const var let def class struct enum interface and or not if else is in has was were are be been
    will the a an for from with without basic bearer digest oauth oauth2 jwt saml ldap kerberos anonymous public
    private input prompt stdin file env keyring vault example placeholder dummy changeme todo tbd fixme secretstr
    option some ok error invalid expired incorrect wrong
""")

_LOOKUP: Final = re.compile(
    r"(?i)(?:os\.)?(?:environ|getenv)\b|process\.env\b|import\.meta\b|\benv[.\[(]|\bsecrets?[.\[(]|\bvars?\."
    r"|\bvault[:.(]"
    r"|secretsmanager|keyring\.|\bref\+|op://|!vault|!ref|!getatt|arn:aws"
)
_PACKAGE_ENDINGS: Final = tuple(f"_{machine}.deb" for machine in ("all", "amd64", "arm64", "armhf", "i386"))
"""Of ``passwd_1%3a4.13+dfsg1-1+b1_amd64.deb``, the package of a program."""
_SYNTAX: Final = re.compile(r"\)[ ]->[ ]|,[ ]?[a-z]{1,24}=\Z|\)(?:[()\[\]{};,.?:\s\"'`]|\\+(?:[nrt]|(?=[\"'])))++\Z")
"""What stands between two texts in quotes: ``input("Password: "))``."""
_PATH: Final = re.compile(r"(?:~|\.{1,2})?/[\w.@-]+(?:/[\w.@ -]*+)*+\Z|[A-Za-z]:\\|\.{1,2}\\")
_URL: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*+://")
_IDENTIFIER: Final = re.compile(r"[A-Za-z_$][A-Za-z_$-]*+\Z")
_ATTRIBUTE: Final = re.compile(r"[A-Za-z_$][\w$]*+(?:(?:\.|->|::|\?\.)[A-Za-z_$][\w$]*+)++\Z")
_UUID: Final = re.compile(r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\Z")
_SEGMENT: Final = re.compile(r"[A-Za-z0-9+/]{8,}+")
_CLASS_CHANGE: Final = re.compile(r"(?<=[a-z])[A-Z0-9]|(?<=[A-Z])[a-z0-9]|(?<=[0-9])[A-Za-z]")
_HEX: Final = re.compile(r"(?:[0-9a-f]{16,}+|[0-9A-F]{16,}+)\Z")
_JOINED_WORDS: Final = re.compile(r"(?:[A-Z]?[a-z]++|[A-Z]++)(?:[_.-]++(?:[A-Z]?[a-z]++|[A-Z]++))*+[_.!?-]*+\Z")
_DIGEST: Final = re.compile(r"sha\d++[:-]")

_CAMEL_CASE: Final = re.compile(r"(?:[A-Z]?[a-z]{2,}+)(?:[A-Z][a-z]{2,}+)*+\Z")
_NUMBER: Final = re.compile(r"[+-]?\d[\d.,_]*+\Z|0x[0-9A-Fa-f]{1,16}\Z|~0[uUlL]{0,3}\Z|0[bBoO][0-7_]{1,64}\Z")
_FINGERPRINT: Final = re.compile(r"(?:0x)?(?:[0-9A-F]{16}|[0-9A-F]{32}|[0-9A-F]{40})\Z")
_COLOUR: Final = re.compile(r"#[0-9A-Fa-f]{3,8}\Z")
_DICEWARE: Final = re.compile(r"[a-z]{3,10}(?:-[a-z]{3,10}){3,9}\Z")
"""Four words or more, as generators of passphrases join them."""

_NUMBERED_NAME: Final = re.compile(r"(?:[A-Za-z]++[-_.])++\d++\Z|(?:pass|attempt|run|task|step|test)[-_]?\d++\Z")
_SHORTEST: Final = 3
_FEWEST_SIGNS: Final = 3
_MOST_WORDS: Final = 4
_SHORTEST_PASSWORD: Final = 4
_SHORTEST_LETTERS: Final = 16
_SHORTEST_MIXED: Final = 6
_SHORTEST_OF_DIGITS: Final = 13
"""No count, no port and no number of a row has so many digits, but points in time have."""

_TIME: Final = re.compile(r"1[5-9]\d{11}(?:\d{3}){0,2}\Z")
"""Milliseconds, microseconds or nanoseconds since 1970, of the years 2017 to 2033."""

_FEWEST_DIFFERENT: Final = 7
_FEWEST_CHANGES: Final = 4
_SHORTEST_OF_LETTERS: Final = 14
_CHANGES_PER_LETTER: Final = 0.33

PASSWORD_WORDS: Final = word_set("""
    password passwd pwd pass pw passphrase passcode pswd psw pin userpass passw senha passwort kennwort
""")


def looks_random(value: str) -> bool:
    """Say whether the text looks generated: mixed character classes or hexadecimal; never a UUID, a digest or words."""
    return _looks_random(value[:_LONGEST_JUDGED])


@lru_cache(maxsize=_REMEMBERED)
def _looks_random(value: str) -> bool:
    if _UUID.match(value) or _DIGEST.match(value) or is_never_secret(value):
        return False
    if code.is_pointer(value) or code.is_of_curve(value):
        return False
    if _HEX.match(value) and any(c.isdigit() for c in value) and not value.isdigit():
        return True
    return any(_is_mixed(segment) for segment in _SEGMENT.findall(value.replace("-", "").replace("_", "")))


def is_plausible_secret(name: str, value: str, *, quoted: bool) -> bool:
    """Say whether ``value`` under ``name`` is to be taken for a secret; ``quoted`` ones may be words."""
    return _is_plausible_secret(name, value[:_LONGEST_JUDGED].strip(), quoted)


@lru_cache(maxsize=_REMEMBERED)
def _is_plausible_secret(name: str, value: str, quoted: bool) -> bool:  # noqa: FBT001 - as above
    proof = strength(name)
    if "=" in value and split_words(name)[-1:] == ("cookie",):
        return _SYNTAX.match(value) is None and is_no_word(value.partition("=")[2])
    if proof is Strength.NONE or is_never_secret(value) or _is_question(value):
        return False
    if code.is_algorithm(value) or code.is_of_curve(value) or _is_public_key(name, value) or _is_of_program(value):
        return False
    if proof is Strength.WEAK or split_words(name)[-1:] in (("signature",), ("sig",)):
        return looks_random(value) or (quoted and _is_short_password(name, value))
    if _is_reference(name, value):
        return False
    is_password = is_password_name(name)
    if value.isdigit() or _is_number(value):
        return _is_secret_number(value, is_password=is_password, quoted=quoted)
    if " " in value:
        return quoted and _is_passphrase(value)
    if not quoted and (code.is_type_name(value) or code.is_command(value)):
        return False
    if _IDENTIFIER.match(value) or (not is_password and "." in value.strip("._-!?") and _JOINED_WORDS.match(value)):
        return _is_secret_word(value, is_password=is_password, quoted=quoted)
    return quoted or not _is_code(value)


def _is_secret_number(value: str, *, is_password: bool, quoted: bool) -> bool:
    """Say whether a number is a secret: a password may be one, anything else only if it is long and no point in time."""
    if is_password:
        return len(value) >= (_SHORTEST_PASSWORD if quoted else _SHORTEST_MIXED)
    return len(value) >= _SHORTEST_OF_DIGITS and value.isdigit() and _TIME.match(value) is None


def is_password_name(name: str) -> bool:
    """Say whether the name is a password's, which may be a word or a number."""
    return not PASSWORD_WORDS.isdisjoint(split_words(name)) or "password" in name.lower()


def is_handed_on(name: str, value: str) -> bool:
    """Say whether a bare value is a variable of the same name: ``save(password1=password1)``, ``self.token2 = token2``."""
    return (
        name == value
        or name.endswith("." + value)
        or (value.endswith("_" + name) and code.is_snake_case(value) and not looks_random(value))
    )


def is_never_secret(value: str) -> bool:
    """Say whether the text is a literal, a template, a mask, a placeholder of anyone's, or too short to be a secret.

    Of a text above 512 characters its first and last 256 decide.
    """
    if len(value) > _LONGEST_JUDGED:
        value = value[: _LONGEST_JUDGED // 2] + value[-_LONGEST_JUDGED // 2 :]
    return _is_never_secret(value)


@lru_cache(maxsize=_REMEMBERED)
def _is_never_secret(value: str) -> bool:
    if _SYNTAX.match(value):
        return True
    value = value if is_template(value) else value.strip("[](){}<>") or value
    lowered = value.lower()
    return (
        len(value) < _SHORTEST
        or lowered in _LITERALS
        or len(set(value)) < _FEWEST_SIGNS
        or is_template(value)
        or is_stand_in(value)
        or _COLOUR.match(value) is not None
        or ("xxxx" in lowered and is_masked(value.encode("utf-8", "replace")))
        or lowered.endswith(_PACKAGE_ENDINGS)
    )


def is_mixed_password(value: str) -> bool:
    """Say whether a short text mixes letters with digits as passwords do, not as numbered names do."""
    if len(value) < _SHORTEST_MIXED or " " in value or is_never_secret(value) or _NUMBERED_NAME.match(value):
        return False
    return any(c.isdigit() for c in value) and any(c.isalpha() for c in value)


def is_plausible_word(name: str, value: str) -> bool:
    """Say whether a bare word right after a sensitive name is its value by its looks alone."""
    return is_plausible_secret(name, value, quoted=False) and (looks_random(value) or is_mixed_password(value))


def _is_of_program(value: str) -> bool:
    """Say whether the text is a pattern, or no more than a plain word without the fields that a program fills in."""
    rest = code.without_fields(value)
    return code.is_pattern(value) or (
        rest != value and (len(rest) < _SHORTEST_MIXED or not is_no_word(rest.strip(" .:/-_")))
    )


def _is_public_key(name: str, value: str) -> bool:
    """Say whether the text is the fingerprint of a key that signs what everybody downloads: ``GPG_KEY=A035…``."""
    return split_words(name)[-2:] in (("gpg", "key"), ("pgp", "key")) and _FINGERPRINT.match(value) is not None


def is_fingerprint(value: str) -> bool:
    """Say whether the text is written as the number of a public key."""
    return _FINGERPRINT.match(value) is not None


def is_code(value: str) -> bool:
    """Say whether a bare text is an expression of a program."""
    return code.is_expression(value) or (_ATTRIBUTE.match(value) is not None and not looks_random(value))


def _is_question(value: str) -> bool:
    """Say whether the text is a prompt: words before a colon or question mark."""
    return value.endswith((":", "?")) and all(_JOINED_WORDS.match(word) for word in value.rstrip(":? ").split())


def is_no_word(value: str) -> bool:
    """Say whether the text cannot be one word, or words joined by ``_`` and ``-``."""
    return looks_random(value) or not _JOINED_WORDS.match(value[:_LONGEST_JUDGED])


def is_prose(value: str) -> bool:
    """Say whether the text is more than one word and all of them are plain."""
    parts = value.split()
    return len(parts) > 1 and not any(is_no_word(part.strip(".,:;!?()")) for part in parts)


def is_basic_credentials(value: str) -> bool:
    """Say whether the text is base64 of ``user:password`` in printable characters."""
    try:
        decoded = base64.b64decode(value[:_LONGEST_JUDGED] + "=" * (-len(value[:_LONGEST_JUDGED]) % 4), validate=True)
    except ValueError:
        return False
    return len(decoded) >= _SHORTEST and b":" in decoded and decoded.isascii() and decoded.decode("ascii").isprintable()


def _is_mixed(segment: str) -> bool:
    """Say whether a run of letters and digits changes its character class often enough to be generated.

    Random letters of both cases change about every second letter, words in camelCase every fourth or less.
    """
    changes = len(_CLASS_CHANGE.findall(segment))
    if len(set(segment)) < _FEWEST_DIFFERENT:
        return False
    if any(c.isdigit() for c in segment):
        return changes >= _FEWEST_CHANGES
    if _CAMEL_CASE.match(segment):
        return False
    return len(segment) >= _SHORTEST_OF_LETTERS and changes > len(segment) * _CHANGES_PER_LETTER


def _is_number(value: str) -> bool:
    """Say whether the text is a number in any notation, a version or an object identifier."""
    return _NUMBER.match(value) is not None


def _is_reference(name: str, value: str) -> bool:
    """Say whether the text points at the secret instead of being it: a path, a plain URL, a variable, a look-up."""
    if _LOOKUP.search(value):
        return True
    if _PATH.match(value) and not looks_random(value):
        return True
    if _URL.match(value):
        return not {"webhook", "dsn", "connection", "conn", "hook"} & set(split_words(name))
    return False


def _is_passphrase(value: str) -> bool:
    """Say whether a text with spaces is a secret all the same: few words, one of them not plain prose."""
    words = value.split()
    return len(words) <= _MOST_WORDS and any(
        looks_random(word) or (len(word) >= _SHORTEST_MIXED and any(c.isdigit() for c in word)) for word in words
    )


def _is_short_password(name: str, value: str) -> bool:
    """Say whether ``pass`` or ``pw`` names a value that is a password by its looks."""
    return split_words(name)[-1:] in (("pass",), ("pw",)) and is_mixed_password(value)


def _is_secret_word(value: str, *, is_password: bool, quoted: bool) -> bool:
    """Judge a value made of letters, ``_`` and ``-`` alone: a name of a variable, a word, or a weak password."""
    if looks_random(value):
        return True
    if is_password and _DICEWARE.match(value) and strength(value) is Strength.NONE:
        return True
    separated = any(c in "_-$." for c in value.strip("_-$."))
    if separated or (strength(value) is Strength.STRONG and len(split_words(value)) > 1):
        return is_password and quoted and strength(value) is Strength.NONE
    if quoted:
        return len(value) >= (_SHORTEST_PASSWORD if is_password else _SHORTEST_LETTERS)
    return is_password and len(value) >= _SHORTEST_MIXED and strength(value) is Strength.NONE


def _is_code(value: str) -> bool:
    """Say whether a bare value is an expression: an attribute, a call, a slice."""
    value = value.lstrip("!&*:-")
    if _ATTRIBUTE.match(value) or _IDENTIFIER.match(value):
        return not looks_random(value)
    return any(sign in value for sign in ("(", "[", "{", "=>", "->", "::", "&&", "||"))
