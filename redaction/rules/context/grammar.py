"""Pieces of patterns that the context rules share: names, operators, quotes, and where names may begin."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from redaction.key_names import Strength, holds_secret_as_text, split_words, strength
from redaction.key_words import STRONG_IN_OTHER_SCRIPTS, word_set
from redaction.lazy import lazy
from redaction.rule import Reach
from redaction.rules.formats import LETTER_OF_ESCAPE

# Words whose presence makes it worth looking for a name; ``key_names`` then judges the whole name.
NAME_ANCHORS: Final = (
    b"key", b"token", b"secret", b"passw", b"passphrase", b"passcode", b"pass", b"pin_", b"pin-", b"_pw", b"pwd", b"pswd", b"auth", b"cred", b"cookie", b"jwt", b"dsn", b"sas", b"sig",
    b"webhook", b"hook_url", b"hookurl", b"connection", b"conn_str", b"connstr", b"_pat", b"-pat", b"_sk",
    b"_ak", b"aksk", b"salt", b"mnemonic", b"bearer", b"seed_phrase", b"recovery", b"senha", b"kennwort",
    b"passwort", b"contrase", b"access_id", b"session", b"hmac", b"psk", b"otp",
    *(word.encode() for word in STRONG_IN_OTHER_SCRIPTS),
)  # fmt: skip

_NAME_BYTES: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-"
NAME_REACH: Final = Reach(alphabet=frozenset(_NAME_BYTES), limit=64)

# A name, after the letter of an escape (``\\n``, ``\\t``) that JSON text may put right before it.
NAME: Final = LETTER_OF_ESCAPE + rb"(?P<name>[\w.\-\x80-\xff]{1,128}+)"

# What may close the name: its quote, an index bracket.
NAME_END: Final = rb"(?:\\{0,8}+[\"'`]|&quot;|&\#34;|&\#39;|%22)?+\]?+"

# Any line-internal space, or one line break with indentation.
SPACE: Final = rb"[ \t]*+(?:(?:\\r)?(?:\\n)?+|\r?\n)[ \t]*+"

# A type between name and value: ``: str =``, `` string =``, ``: &'static str =``.
TYPE: Final = rb"(?:[ \t]*+:?[ \t]*+[&*]?+(?:'static[ ])?[A-Za-z_][\w.<>\[\]|?, ]{0,60}?[ \t]*+(?==[^=>]))?"

OPERATOR: Final = rb"(?:===?|!==?|=>|:=|::=|\|\|=|\?\?=|\?=|\+=|=|:|\xef\xbc\x9a|->|<-)"


def run(excluded: bytes, shortest: int) -> bytes:
    """Return a value of at least ``shortest`` characters that are neither ``excluded`` nor the start of an escape."""
    escape = rb"\\(?!\\{0,16}+[nrtu\"'])"
    first = rb"(?=(?:[^\\" + excluded + rb"]|" + escape + rb"){" + str(shortest).encode() + rb"})"
    return first + rb"(?:[^\\" + excluded + rb"]{1,64}+|" + escape + rb"){1,256}+"


INSIDE: Final = (
    rb"(?:[^\s\\\"'`&;,<]"
    rb"|[\"'`](?=[\"'`]?+[;:)\]}>.]?+[^\s\\\"'`,;:)\]}>.])"
    rb"|&(?![\w.-]{1,40}=|\#?\w{2,6};|&)"
    rb"|[;,](?=\S)(?![\"'`\\]|[\w.-]{1,40}[=:])"
    rb"|<(?!/[a-z]|[a-z]{1,8}/?>|(?:a|br?|code|div|em|i|li|p|pre|span|strong|t[dhr])[\s/>])"
    rb"|\\(?!\\{0,16}+[nrtu\"']))"
)
"""One character of a value without quotes. What ends it although it is no blank: a quote before what separates, the next of
several settings, a tag, an escape."""

# A value in the quotes that opened before it, also in the pieces that a shell makes of one with quotes, or one without.
ARGUMENT: Final = (
    rb"(?P<value>(?(quote)(?:(?:(?!(?P=quote))[^\r\n]){1,512}+"
    rb"(?:(?P=quote)(?:\\?\"'\\?\"|\\{1,4}')(?P=quote)(?:(?!(?P=quote))[^\r\n]){0,256}+){0,8}+(?=(?P=quote))|"
    + INSIDE
    + rb"{3,512}+)|"
    + INSIDE
    + rb"{3,512}+))"
)

# The words that precede credentials in an Authorization header; they stay.
SCHEME: Final = rb"(?:(?:bearer|basic|token|api-?key|digest|negotiate|bot|key|ghp)(?:[ ]|%20|\\u0020)++)?+"

# A call around the value (``SecretStr('…')``) and the prefix of a Python or C# string.
WRAPPER: Final = (
    rb"(?:(?![\w.]{1,60}\.(?:en|de)code\()(?P<call>(?:new[ ])?[A-Za-z_][\w.:]{0,60}?)\(\s{0,4}+)?"
    rb"(?:[bBrRuUfFL@$]{0,2}(?=\\*[\"'`]))?"
)

# A quote of any depth, and what stands between two of them.
QUOTE: Final = rb"\\{0,8}+[\"'`]"
NO_QUOTE: Final = rb"[^\"'`\\\r\n]"

NOT_ALPHANUMERIC: Final = bytes(byte for byte in range(256) if not bytes((byte,)).isalnum())
"""What may stand right before a name of its own."""

# An opening quote with its backslashes, the text, and nothing of the closing quote or, where a table cut it off, of the frame.
QUOTED: Final = rb"""
    (?P<slashes>\\{1,16}+)?(?P<quote>&quot;|%22|["'`])
    SCHEME
    (?P<value>(?(slashes)
        (?:(?!(?<!\\)(?P=slashes)(?P=quote))INSIDE){1,4096}+
        |(?:\\[^\r\n]|(?!(?P=quote))(?!\\)INSIDE){1,4096}+
    ))
""".replace(b"SCHEME", SCHEME).replace(
    b"INSIDE", rb"(?:[^\r\n\xe2\x20]|\x20++(?!\xe2\x94[\x82\x83])|\xe2(?!\x94[\x82\x83]))"
)


def compile_pattern(text: bytes) -> re.Pattern[bytes]:
    """Return a verbose, case-insensitive pattern over bytes, compiled at its first use."""
    return lazy(text, re.VERBOSE | re.IGNORECASE)


def text_of(match: re.Match[bytes], group: str) -> str:
    """Return a group of a match as text."""
    return (match[group] or b"").decode("utf-8", "replace")


_NAME_AT: Final = re.compile(NAME, re.IGNORECASE).match
_NOUNS: Final = word_set("""
    key keys token tokens secret secrets password passwords passwd passphrase passcode credential credentials jwt
    pat apikey apikeys authtoken accesstoken accesskey secretkey
""")


def sensitive_name(data: bytes, start: int) -> int:
    """Return where the name at ``start`` ends if a value under it may be secret, else -1: a gate."""
    match = _NAME_AT(data, start)
    return match.end() if match is not None and _may_be_sensitive(match[1]) else -1


def sensitive_words(data: bytes, start: int) -> int:
    """Return where the name at ``start`` ends if it, or the words that it ends, may be sensitive, else -1: a gate."""
    end = sensitive_name(data, start)
    name = _NAME_AT(data, start) if end < 0 and data[start - 1 : start] == b" " else None
    return name.end() if name is not None and ends_in_noun(name[1]) else end


def words_of(match: re.Match[bytes]) -> str:
    """Return the name that a rule found, with the word before it where the name alone says nothing: ``API key``."""
    name, start = text_of(match, "name"), match.start("name")
    if strength(name) is not Strength.NONE:
        return name
    before = word_before(match.string, start)
    return f"{before} {name}" if before else name


def word_before(data: bytes, start: int) -> str:
    """Return the word that stands one blank before a place, or nothing."""
    word = _WORD_BEFORE.search(data, max(0, start - _LOOK_BACK), start)
    return word[1].decode() if word is not None else ""


_LOOK_BACK: Final = 24
_WORD_BEFORE: Final = re.compile(rb"([A-Za-z]{1,20}+)[ ]\Z")


def quote_ahead(data: bytes, _: int, end: int) -> bool:
    """Say whether a quote follows the name that ends at ``end`` within a line's length."""
    return _QUOTE_AHEAD(data, end) is not None


_QUOTE_AHEAD: Final = re.compile(rb"(?:\\{0,8}+[\"'`]|&quot;|&\#34;|&\#39;|%22)?+[^\"'`&%]{0,240}+[\"'`&%]").match


def secret_noun(data: bytes, start: int) -> int:
    """Return where the name at ``start`` ends if its last word means a secret, else -1: a gate."""
    match = _NAME_AT(data, start)
    if match is None or not ends_in_noun(match[1]) or _CLOSED(data, match.end()) is not None:
        return -1
    return match.end()


# A quoted name, and no value right behind it: ``"tokens": 17``.
_CLOSED: Final = re.compile(rb"[\"'`]:?[\s\"'`<>,;(){}\[\]|&]").match


@lru_cache(maxsize=8192)
def _may_be_sensitive(name: bytes) -> bool:
    text = name.decode("utf-8", "replace")
    # What stands behind ``=`` in a cookie is judged whatever the name before ``cookie`` says.
    return strength(text) is not Strength.NONE or holds_secret_as_text(text) or split_words(text)[-1:] == ("cookie",)


@lru_cache(maxsize=8192)
def ends_in_noun(name: bytes) -> bool:
    """Say whether the last word of a name is a noun for a secret, in a sentence."""
    words = split_words(name.decode("utf-8", "replace"))
    return bool(words) and words[-1] in _NOUNS
