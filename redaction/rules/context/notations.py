"""Name and value apart from each other: XML, name/value pairs, lines of ``.env`` and YAML files, netrc, pgpass."""

from __future__ import annotations

import re
from typing import Final

from redaction.findings import Kind
from redaction.key_names import Strength, strength
from redaction.rule import Example, Rule
from redaction.rules.context import code, values
from redaction.rules.context.grammar import INSIDE, NAME, NAME_REACH, compile_pattern, text_of
from redaction.rules.context.likely import VALUE_AHEAD, value_heads
from redaction.rules.context.named import is_given, is_named_secret, named_rule

_FAKE: Final = "fake" + "Canary7Zq9"
_BREAK: Final = rb"(?:\s|\\[nrt])"
_LINE_STARTS: Final = re.compile(
    rb"(?:\A|[\r\n]|\\n|[\"'`]|\\\\n)[ \t]*(?:(?:-[ ]|export |set |setx |ENV |ARG "
    rb"|declare -x |\+ |> |# |\$ )[ \t]*)*\Z"
)
_CALL: Final = re.compile(r"[\w.]++(?:\(.*\)|\[.*\])\Z")
_EXPRESSION: Final = re.compile(r"[A-Za-z_]\w*+(?:\.[A-Za-z_]\w*+)++(?:\(.*)?[\\)\](:,]*+\Z")
_DECLARES: Final = re.compile(rb"(?:ENV|ARG|setx|SETX)[ ]++\Z")
_FORMAT: Final = re.compile(r"%[-\d.]{0,4}[sdrxfiu](?:[^\w]|\Z)")
_ANOTHER: Final = re.compile(rb"(?<=[^ ])[ ][A-Za-z_]\w{1,40}+=")
_OPENED: Final = re.compile(
    r"(?:new |await )?[A-Za-z_][\w.]{0,80}+(?:\([\w., ]{0,40}+\)|\[\w\]|\.\w{1,40}+){0,8}+[(\[]\Z"
)
_TEXT_INSIDE: Final = re.compile(rb"(?P<quote>\\{0,16}+[\"'])(?:(?!(?P=quote))[^\r\n]){0,80}+(?P=quote)[ ]?[)\],.]")
_NEXT_PART: Final = re.compile(rb";[ ]?\w")
_LOOK_BACK: Final = 48


def _is_constant(value: str) -> bool:
    """Say whether the value is a constant and the end of what a function takes: ``None):``."""
    word = code.word_before_bracket(value)
    return bool(word) and values.is_never_secret(word)


def _is_whole_line(match: re.Match[bytes]) -> bool:
    """Accept ``NAME=anything`` where it is the whole line, so that the value may hold any character."""
    start = match.start("name")
    before = match.string[max(0, start - _LOOK_BACK) : start]
    name, value = text_of(match, "name"), text_of(match, "value")
    if match["operator"].isspace() and not _DECLARES.search(before):
        return _LINE_STARTS.search(before) is not None and "/" not in value and values.is_plausible_word(name, value)
    if (
        not _LINE_STARTS.search(before)
        or _CALL.match(value)
        or _EXPRESSION.match(value)
        or code.is_expression(value)
        or values.is_handed_on(name, value)
        or _is_constant(value)
        or value.endswith((",", ";", "{", "(", "["))
    ):
        return False
    if b"==" in match["operator"] and not values.is_plausible_secret(name, value, quoted=False):
        return False
    if match["operator"] != b"=" and (values.is_prose(value) or code.is_type_name(value)):
        return False
    return values.is_plausible_secret(name, value, quoted=True) and values.is_no_word(value)


def _is_netrc_password(match: re.Match[bytes]) -> bool:
    """Accept any password after a machine; without one, only what is not a word of a sentence."""
    value = text_of(match, "value")
    return not values.is_never_secret(value) and (match[0][:1] in b"mM" or values.is_no_word(value))


def _is_field(match: re.Match[bytes], field: str) -> bool:
    """Say whether braces hold what a program fills in, and not a value; between semicolons a plain word is one."""
    if any(sign in field for sign in ".[(") and not code.without_fields("{" + field + "}"):
        return True
    if values.looks_random(field) or values.is_mixed_password(field):
        return False
    return (
        match.string[match.start() - 1 : match.start()] != b";"
        or not field.isalpha()
        or strength(field) is not Strength.NONE
    )


def _is_code(match: re.Match[bytes], value: str) -> bool:
    r"""Say whether a text in quotes that begins with an assignment is a line of a program: ``"token = lexer.get(\"x\")"``."""
    if code.is_pointer(value.partition(" ")[0]) and not values.is_password_name(text_of(match, "name")):
        return True
    if match.string[match.start() - 1 : match.start()] == b";":
        return False
    if value.endswith(("(", "[")):
        return _OPENED.match(value) is not None and _TEXT_INSIDE.match(match.string, match.end()) is not None
    if b" = " not in match[0] or _NEXT_PART.match(match.string, match.end()) or values.looks_random(value):
        return False
    return _EXPRESSION.match(value) is not None


def _is_part(match: re.Match[bytes]) -> bool:
    """Accept a part of a connection string: a semicolon or quote stands right before the name."""
    if match["before"] is None or match.start() == 0:
        return False
    name, value = text_of(match, "name"), text_of(match, "value")
    if match["quote"] == b"{" and "}" in value and _is_field(match, value.partition("}")[0]):
        return False
    if _FORMAT.match(value) or _is_handed_on(match) or _is_code(match, value):
        return False
    return not _CALL.match(value) and values.is_plausible_secret(name, value.replace(" ", ""), quoted=True)


def _is_handed_on(match: re.Match[bytes]) -> bool:
    """Say whether what would be claimed is a variable of the name's own name: of ``"token2=token2, key1=key1"``."""
    ((start, end),) = _part(match)
    return values.is_handed_on(text_of(match, "name"), match.string[start:end].rstrip(b",").decode("utf-8", "replace"))


def _part(match: re.Match[bytes]) -> tuple[tuple[int, int]]:
    """Return the part's value: up to the next name where names follow each other without semicolons."""
    start, end = match.span("value")
    if b";" not in (match.string[end : end + 1], match.string[match.start() - 1 : match.start()]):
        another = _ANOTHER.search(match.string, start, end)
        end = another.start() if another is not None else end
    return ((start, end),)


def _tag_ends(data: bytes, _: int, end: int) -> bool:
    """Say whether a tag may end within reach of the name that ends at ``end``."""
    return data.find(b">", end, end + 90) >= 0 or data.find(b"&gt;", end, end + 90) >= 0


def _is_pair_value(match: re.Match[bytes]) -> bool:
    """Accept the value beside a sensitive name; a bare one unless it is an expression."""
    if match["quote"] is None and values.is_code(text_of(match, "value")):
        return False
    return is_named_secret(match)


XML: Final = named_rule(
    id="xml-element",
    why="The text of an element or property with a sensitive name.",
    further=_tag_ends,
    pattern=compile_pattern(
        NAME
        + rb"(?:\\?[\"'])?+[^<>\"'\r\n]{0,80}+(?:(?<![=-])>(?!=[ ]?\d{1,4}\.\d)|(?P<escaped>&gt;))\s{0,40}+(?:<!\[CDATA\[|<string>|<value>)?+"
        rb"(?P<value>(?(escaped)(?:(?!&lt;|\]\]&gt;)[^<>\r\n]){3,4096}+|(?:(?!\]\]>)[^<>\r\n]){3,4096}+))(?=<|&lt;|\]\]>|\]\]&gt;)"
    ),
    accepts=is_named_secret,
    finds=(
        Example(f"<apiKey>{_FAKE}</apiKey>", _FAKE),
        Example(f'<property name="db.password">{_FAKE}</property>', _FAKE),
        Example(f'<string name="api_token">{_FAKE}</string>', _FAKE),
    ),
    leaves=(
        "<password>${db.password}</password>",
        "<tokens>4096</tokens>",
        "<author>Somebody</author>",
        "pyjwt\ncryptography>=3.0\nx<3",
    ),
)

NAME_VALUE_PAIR: Final = named_rule(
    id="name-value-pair",
    why="Lists of variables give the name in one field and the value in the next.",
    after=b"\\\"'`<, \t\r\n",
    pattern=compile_pattern(
        NAME + rb"(?:\\{0,8}[\"'`])?+(?:</[\w:]{1,20}>)?+,?+" + _BREAK + rb"{0,40}+(?:<string>|<value>|"
        rb"(?:\\{0,8}[\"'`])?+"
        rb"(?:value|val|content|secretvalue|defaultvalue)(?:\\{0,8}[\"'`])?+\s{0,4}+(?:=>|[:=])\s{0,4}+)"
        rb"(?P<quote>\\{0,8}[\"'`])?+"
        rb"(?P<value>(?(quote)(?:(?!(?P=quote))[^\r\n]){3,4096}+|(?:(?!\\{1,16}+[nrtu\"'])[^\s\"'`<>,;(){}\[\]"
        rb"|&]){3,4096}+))"
    ),
    accepts=_is_pair_value,
    finds=(
        Example(f'{{"name": "API_KEY", "value": "{_FAKE}"}}', _FAKE),
        Example(f"- name: DB_PASSWORD\n  value: {_FAKE}", _FAKE),
        Example(f'<add key="ApiKey" value="{_FAKE}"/>', _FAKE),
        Example(f"<key>apiToken</key>\n<string>{_FAKE}</string>", _FAKE),
    ),
    leaves=(
        '{"name": "max_tokens", "value": "4096"}',
        '{"name": "API_KEY", "value": "$(API_KEY)"}',
        "- name: TOKEN\n  valueFrom: x",
    ),
)


def _opens_line(data: bytes, start: int, _: int) -> bool:
    """Say whether a line or a quotation may begin before ``start``."""
    return not start or data[start - 1] in b"\r\nn\\\"'`N \t"


WHOLE_LINE: Final = named_rule(
    id="whole-line-value",
    why="In .env, INI and YAML files the value is the rest of the line, whatever characters it holds.",
    further=_opens_line,
    after=b" \t=:",
    pattern=compile_pattern(
        NAME + rb"(?P<operator>[ \t]*+(?:={1,3}+|:)[ \t]*+|[ \t]++)(?P<value>(?!\[|\{\s)(?:(?!\\{1,16}+[nrtu\"'])"
        rb"[^\s\"'`]){3,1024}+)(?=[ \t]*+(?:\r|\n|\Z|\\[nr]|[ ]\#))"
    ),
    accepts=_is_whole_line,
    finds=(
        Example("DB_PASS=p(a)ss&" + _FAKE + ";x", "p(a)ss&" + _FAKE + ";x"),
        Example("  password: a{b}|" + _FAKE, "a{b}|" + _FAKE),
        Example(f"ENV API_TOKEN {_FAKE}", _FAKE),
    ),
    leaves=("password = getpass.getpass()", "token: Optional[str]", "PASSWORD=$(cat file)", "TOKEN=${TOKEN:-none}"),
)

NETRC: Final = Rule(
    id="netrc-password",
    kind=Kind.SECRET,
    stem="password",
    why="netrc files give a host, a login and its password.",
    anchors=(b"login", b"machine"),
    pattern=compile_pattern(
        rb"(?:machine"
        + _BREAK
        + rb"++[^\s\\]{1,253}+"
        + _BREAK
        + rb"++)?+(?:login|user)"
        + _BREAK
        + rb"++[^\s\\]{1,128}+"
        + _BREAK
        + rb"++(?:account"
        + _BREAK
        + rb"++[^\s\\]{1,128}+"
        + _BREAK
        + rb"++)?+password"
        + _BREAK
        + rb"++(?P<val"
        rb"ue>" + INSIDE + rb"{3,512}+)"
    ),
    accepts=_is_netrc_password,
    finds=(
        Example(f"machine git.x login bob password {_FAKE}", _FAKE),
        Example(f"machine git.x\\n  login bob\\n  password {_FAKE}\\n", _FAKE),
    ),
    leaves=("the login form password field", "machine x login bob password ${PW}"),
)


PGPASS: Final = Rule(
    id="pgpass-password",
    kind=Kind.SECRET,
    stem="password",
    why="A line of .pgpass ends in the password.",
    anchors=(b":5432:", b":6432:", b":3306:", b":5433:", b":5434:", b":5439:", b":*:*:"),
    pattern=compile_pattern(
        rb":(?:\d{4}|\*):[a-z_*][^\s:\"'\\]{0,63}+:[a-z_*][^\s:\"'\\]{0,63}+:(?P<value>[^\s\"'\\]{3,256}+)"
    ),
    accepts=is_given,
    finds=(Example(f"db.x:5432:main:app:{_FAKE}", _FAKE), Example(f"*:*:*:app:{_FAKE}", _FAKE)),
    leaves=("127.0.0.1:5432:5432", "x.py:5433:12:7: error"),
)


def _opens_part(data: bytes, start: int) -> int:
    """Say that a part of a connection string begins only behind a semicolon, a quote or an equals sign: a gate."""
    return start if start and data[start - 1] in b";\"'=" and _PART(data, start) is not None else -1


_PART: Final = re.compile(rb"[A-Za-z][\w ]{1,41}+=").match


CONNECTION_STRING: Final = Rule(
    id="connection-string-part",
    kind=Kind.SECRET,
    stem="password",
    why="Connection strings carry the password between semicolons, whatever characters it holds.",
    anchors=(b"pwd", b"password", b"key", b"secret", b"signature", b"sharedaccess", b"token"),
    reach=NAME_REACH,
    ahead=VALUE_AHEAD,
    heads=value_heads,
    gate=_opens_part,
    pattern=compile_pattern(
        rb"(?P<before>(?<=[;\"'=])[ ]?)?(?P<name>[A-Za-z][\w ]{1,40}?)[ ]?=[ ]?(?P<quote>[\"'{])?+(?P<value>"
        rb"[^;\"'\r\n\\<>]{3,1024}+)"
    ),
    accepts=_is_part,
    each=_part,
    finds=(
        Example(f"Server=db;Uid=app;Pwd=a b&{_FAKE};Encrypt=yes", f"a b&{_FAKE}"),
        Example(f"AccountName=x;AccountKey={_FAKE}==;EndpointSuffix=y", f"{_FAKE}=="),
    ),
    leaves=("key=value; other=1", "password = get(); x = 1;", '"token = match.group(\\"token\\")"'),
)
