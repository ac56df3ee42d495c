"""What stands behind a sensitive word wherever a rule for names and values can match: one look instead of a dozen.

The expression is broader than all the rules together and only leaves out what none of them takes: numbers and
constants, words of a sentence, cells of a log record.
"""

from __future__ import annotations

from typing import Final

from redaction.rule import Said, anywhere

_REST: Final = rb"[\w.\-\x80-\xff]{0,128}+"
_END: Final = rb"(?:\\{0,8}+[\"'`]|&quot;|&\#34;|&\#39;|%22)?+\]?+"
_BREAK: Final = rb"(?:\s|\\[nrt])"
BREAK: Final = rb"(?:\r\n?+|\n|\\r?\\n|\\n)"
"""The end of a line, also as an escape."""
_VALUE_IN_QUOTES: Final = (
    rb"(?:(?:new[ ])?[A-Za-z_][\w.:]{0,61}\(\s{0,4}+)?[bBrRuUfFL@$]{0,2}+(?:\\{0,16}+[\"'`]|&quot;|%22)"
)

# ``prompt_tokens``, ``max_tokens``: the plural names a secret only behind an owner (``access_tokens``).
_OWNERS: Final = (
    rb"cess|auth|resh|arer|cret|onal|sion|tity|vice|ploy|user|thub|tlab|lack",
    rb"api|bot|app",
    rb"id",
)
_OWNED_BY: Final = b"(?:" + b"|".join(_OWNERS) + b")"
_OWNED: Final = b"".join(rb"|(?<=(?:" + some + rb")token)|(?<=(?:" + some + rb")[\s\S]token)" for some in _OWNERS)
_NAMED: Final = (
    rb"(?>(?<!token)|(?!s)" + _OWNED + rb")"
    # ``passed``, ``passing``: the word alone.
    rb"(?>(?<!pass)|(?-i:(?![a-z])))"
)

# A number or a constant, and the end of its field. Passwords may be numbers.
_NO_PASSWORD: Final = rb"(?<!pwd|_pw)(?<!pswd|pass|code|pin_|pin-)(?<!passw|senha)(?<!phrase)(?<!kennwort|passwort)"
_CLOSED: Final = rb"[}\])]++(?=[\s,;\"'\\|]|\Z)"
# Under a weak name words joined as in ``HostProcessSession`` are no secret.
_WEAK_NAME: Final = rb"(?:(?<=session)|(?<=hmac)|(?<=salt))(?=s?+(?![\w.\-\x80-\xff]))"
_JOINED: Final = rb"(?-i:[A-Z]?[a-z]{2,}+(?:[A-Z][a-z]{2,}+)*+)"
_NO_SECRET: Final = (
    _WEAK_NAME + _REST + rb"=" + _JOINED + rb"(?=[ ]*+(?:" + _CLOSED + rb"|\r|\n|\\[nr]|\|[^|])|[ ]++\w++=)"
    rb"(?![^<>\"'\r\n]{0,80}>)"
)
_NUMBER: Final = rb"[0-9]{1,12}+(?:\.[0-9]{1,12}+)?+"
_NO_DEFAULT: Final = rb",(?![ ]?(?:default|fallback))"
_LINE_ENDS: Final = rb"\r|\n"
# A look-up that fails may say further on what is taken instead.
_NO_FALLBACK: Final = (
    rb"(?!(?=[^\"'`\r\n;{}]{0,72}+[\"'`&%])[^\"'`\r\n;{}]{0,62}(?:[:=|?]|\bor\b|\belse\b)\s{0,4}+"
    + _VALUE_IN_QUOTES
    + rb")"
)
# Behind ``none, x = "…"`` the constant could be a type.
_CONSTANT: Final = (
    rb"(?:none|null|true|false)(?=[ ]*+(?:[})]++(?=[\s,;\"'\\|]|\Z)|" + _LINE_ENDS + rb"|,[ ]?\\{0,8}+[\"']))"
)
_NOTHING: Final = (
    _NO_PASSWORD
    + _REST
    + rb"(?:\\{0,8}+[\"'][ ]{0,2}+[:=][ ]{0,2}+(?:"
    + _NUMBER
    + rb"(?=[ ]*+(?:"
    + _CLOSED
    + rb"|"
    + _NO_DEFAULT
    + rb"|"
    + _LINE_ENDS
    + rb"))|"
    + _CONSTANT
    # Without quotes a bracket at the end of the line could be part of the value.
    + rb")|[ ]{0,2}+[:=][ ]{0,2}+(?:"
    + _NUMBER
    + rb"(?=[ ]*+(?:[}\])]++[,;|]?+(?:[\"']|[ ]++[^\s\"'`#])|"
    + _NO_DEFAULT
    + rb"|"
    + _LINE_ENDS
    + rb"|\|[^|])|[ ]++\w++=)|"
    + _CONSTANT
    + rb"))(?![^<>\"'\r\n]{0,80}>)"
    + _NO_FALLBACK
)

# One word, or words joined by ``_`` and ``-``, too few to be random; see ``values.is_no_word``.
_WORD: Final = rb"(?-i:(?![A-Za-z_-]{14})(?:[A-Z]?[a-z]++|[A-Z]++)(?:[_.-]++(?:[A-Z]?[a-z]++|[A-Z]++))*+)[_.!?-]*+"

_QUOTE_IN_SIGHT: Final = rb"(?=[^\"'`&%]{0,240}+[\"'`&%])"
_TYPED: Final = rb"[ \t]*+:?[ \t]*+[&*]?+(?:'static[ ])?[A-Za-z_][\w.<>\[\]|?, ]{0,62}?[ \t]*+=(?:[\s\[]|\\[nr]){0,40}+"
_FALLBACK: Final = (
    rb"[^\"'`\r\n;{}]{0,62}?(?=[|?oe:df])(?:\|\||\?\?|\bor\b|\belse\b|\?:|:|default[ ]?[=:]|fallback[ ]?[=:])\s{0,4}+"
)

_LIKELY: Final = b"|".join(
    (
        # An operator behind the name.
        _END + rb"(?:[ \t\r\n]|\\[nr]){0,64}+(?:[=:]|!=|\|\|=|\?\??=|\+=|->|<-|\xef\xbc\x9a)",
        # The next argument, a call, a block, an index, a question mark.
        rb"\\{0,8}+[\"'`]\s{0,8}+,",
        _END + rb"\s{0,4}+[({\[?]",
        # The next cell.
        rb"[ \t]*+(?:\||\xe2\x94\x82)[ \t]*+(?!" + _WORD + rb"(?=[\s|\"'`]|\Z))[^\s|\"'`]{4}",
        # The end of an XML tag.
        rb"(?:\\?[\"'])?+[^<>\"'\r\n]{0,80}+(?:(?<![=-])>|&gt;)",
        # The field that holds the value.
        rb"(?:\\{0,8}[\"'`])?+(?:</[\w:]{1,20}>)?+,?+" + _BREAK + rb"{0,40}+"
        rb"(?:<string>|<value>|(?:\\{0,8}[\"'`])?+(?:val|content|secretvalue|defaultvalue))",
        # The rest of a line, or the value of a flag.
        rb"[ \t]++(?:\\\r?\n[ \t]*+)?+(?:\\{0,8}+[\"'`]|(?!" + _WORD + rb"(?=[\s\"'`]|\Z))[^\s\"'`]{3})",
        # An operator behind the name's type, and what is taken where a look-up fails, if the name is strong.
        _QUOTE_IN_SIGHT + _END + rb"(?:" + _TYPED + rb"|(?(weak)(?!)|" + _FALLBACK + rb"))" + _VALUE_IN_QUOTES,
    )
)

# What people say between the noun for a secret and the secret.
FILLER: Final = (
    rb"(?:[ ](?:for[ ]\S{1,80}?(?=[ ](?:is|was)[ ]|:[ ])|\#?\d{1,2}(?=:)|created|generated|issued|provided|given|used"
    rb"|supplied|received|found|is|was|are|of|value|for|here|below|now|currently|set|to|as"
    rb"|being|which|starting|with|in|request|header|your|the|account|user|ending|id|named|string)){0,6}+"
)
_CELL: Final = rb"(?:\||\xe2\x94\x82)(?=[ ]{0,8}+[^\s|=\xe2]{4,512}+[ ]{0,64}+(?:\||\xe2\x94\x82))"
SAYS: Final = (
    rb"\*{0,2}+(?:[ ]{0,32}?(?::|->|\xef\xbc\x9a|\xe2\x80\xba|" + _CELL + rb"))?+\*{0,2}+"
    rb"(?:(?<=:)" + BREAK + rb"{1,3}+[ \t]{0,16}+|[ ]?)"
)
"""What stands between that and the secret: a sign, the end of bold type, the edge of a cell, the end of a line."""

NO_VALUE: Final = rb"\s\"'`<>,;(){}\[\]|&.:!?"
"""What no value in a sentence holds, for a class of bytes; inside it may stand signs of punctuation."""

ITEM: Final = rb"(?:(?!\\{1,16}+[nrtu\"'])(?:[^" + NO_VALUE + rb"]|[.:!?]++(?=[^" + NO_VALUE + rb"\\])))"
"""One character of such a value, or a sign of punctuation inside it; not the start of an escape."""

# A value that is long, masked or no plain word; a password may be one.
_INSIDE: Final = rb"[.:!?]++(?=[^" + NO_VALUE + rb"\\])"
_NOUN_ENDS: Final = rb"(?:s|ials?)?+[._-]{0,128}+(?=[ :'\"`(\\*|\xef])"
_SAID: Final = (
    rb"(?:(?<=pat )(?:[a-z]{2,10}+(?=[ ]))?|" + _NOUN_ENDS + rb")"
    rb"(?:(?<=password)|(?<=passwords)|(?<=passwd)|(?<=phrase)|(?<=code)|"
    + FILLER
    + SAYS
    + rb"(?:\\?n)?(?:\\{0,8}[\"'`(\[])?+(?:bearer[ ])?(?="
    + ITEM
    + rb")(?:(?:[^"
    + NO_VALUE
    + rb"\\]{0,13}+"
    + _INSIDE
    + rb"){0,40}+[^"
    + NO_VALUE
    + rb"\\]{14}|(?:[A-Za-z+/_=-]|"
    + _INSIDE
    + rb"){0,400}+[^A-Za-z+/_="
    + NO_VALUE
    + rb"-]|[^\s\"'`<>,;(){}\[\]|&]{0,200}?(?:\.{3}|xxxx)))"
)
_PART: Final = rb"(?:(?<=key|pwd)|(?<=token)|(?<=secret)|(?<=password)|(?<=signature)|(?<=sharedaccess))[\w ]{0,42}+="

_NOT_NOTHING: Final = rb"(?!" + _NOTHING + rb"|" + _NO_SECRET + rb")"
VALUE_AHEAD: Final = (
    rb"(?:" + _WEAK_NAME + rb"(?P<weak>))?+"
    rb"(?>" + _NAMED + rb"(?:" + _PART + rb"|" + _NOT_NOTHING + _REST + rb"(?>" + _LIKELY + rb"))"
    rb"|(?=(?<=pat )|" + _NOUN_ENDS + rb")" + _NOT_NOTHING + _SAID + rb")"
)

# How ``_SAID`` can go on behind ``tokens``; a quote with what holds no value behind it, as in ``"tokens": 17``, is left out.
_ITEM_BEGINS: Final = rb"(?:[^" + NO_VALUE + rb"]|[.:!?]+[^" + NO_VALUE + rb"\\])"
_SAID_OF_SOME: Final = (
    rb"s[._\-]*(?:[ *|]|:(?:[\\\"'`(\[ *\r\n]|"
    + _ITEM_BEGINS
    + rb")|['\"`(\xef]"
    + _ITEM_BEGINS
    + rb"|\\(?:[^\"']|[\"']"
    + _ITEM_BEGINS
    + rb"))"
)


# A plural alone is nobody's, and no sentence goes on with a quote in a bracket: what a terminal is sent (``keys: ["ls``).
_KEY_ALONE: Final = rb"[^\w.\-\x80-\xff]"
_OF_A_KEY: Final = (
    (rb"[\w.\-\x80-\xff]", b""),
    (_KEY_ALONE, rb"[^s]"),
    (_KEY_ALONE, rb"s[^:]"),
    (_KEY_ALONE, rb"s:[^ ]"),
    (_KEY_ALONE, rb"s: [^\[]"),
    (_KEY_ALONE, rb"s: \[[^\"']"),
)

# Without what ``_NO_SECRET`` leaves out, the ends of lines, and a plain word behind it; what is long is looked at.
_OF_A_SESSION: Final = (
    rb"[^ =\r\n]",
    rb"=[^a-z]",
    rb"=[a-z]{64}",
    rb"=[a-z]+(?:[^a-z \r\n|]| +[^ \r\n|]| {64}|[ ]*\|\|)",
    rb"[ =][^<>\"'\r\n]*(?:>|&gt;)",
    rb"=(?-i:[a-z][^a-z]|(?:[A-Z]?[a-z]{2,}(?:[A-Z][a-z]{2,})*)?[A-Z](?:[^a-z]|[a-z][^a-z]))",
    rb"[\r\n][ \t\r\n]*[^a-z0-9 \t\r\n]",
    rb"[ \r\n][ \t\r\n]*(?:val|content|secretval|defaultval)",
    rb" (?:[ \t]*[^a-z \t]|[ \t]{64})",
    rb" [ \t]*[a-z_.\-!?]*(?:[^a-z_.\-!?\s\"'`]|[!?][a-z])",
    rb" [ \t]*(?:[a-z_\-]{14}|[a-z_.\-!?]{64})",
    rb" [ \t]*(?-i:(?:(?:[A-Z]?[a-z]+|[A-Z]+)[_.\-]+)*(?:[A-Z]?[a-z]+[A-Z]|[A-Z]{2,}[a-z]))",
    rb" [ \t]*[a-z][\w.<>\[\]|?, ]*=",
)


def value_heads(anchor: bytes) -> Said:
    """Return what of ``VALUE_AHEAD`` can be said without lookaround, of the anchors that logs hold most often.

    ``tokens`` has an owner or stands in a sentence.
    """
    if anchor == b"session":
        return tuple((b"", follow) for follow in _OF_A_SESSION)
    if anchor == b"key":
        return _OF_A_KEY
    if anchor != b"token":
        return anywhere(anchor)
    return (_OWNED_BY, b"s"), (_OWNED_BY + rb"[\x00-\xff]", b"s"), (b"", b"[^sS]"), (b"", _SAID_OF_SOME)
