"""Assignments that need more than a name, an operator and a quote: typed fields, defaults, blocks, SQL."""

from __future__ import annotations

import re
from typing import Final

from redaction.findings import Kind
from redaction.key_names import Strength, holds_secret_as_text, strength
from redaction.key_words import STRONG_IN_OTHER_SCRIPTS
from redaction.rule import Example, Rule
from redaction.rules.context import code, values
from redaction.rules.context.grammar import (
    NAME,
    NAME_END,
    QUOTED,
    WRAPPER,
    compile_pattern,
    quote_ahead,
    text_of,
)
from redaction.rules.context.likely import BREAK
from redaction.rules.context.named import is_given, is_named_secret, named_rule

_FAKE: Final = "fake" + "Canary7Zq9"
_SHORTEST: Final = 4


def _is_no_word_secret(match: re.Match[bytes]) -> bool:
    """Accept a value that its name makes a secret and that is no word."""
    return is_named_secret(match) and values.is_no_word(text_of(match, "value"))


def _is_said(match: re.Match[bytes]) -> bool:
    """Accept the text after a word for a secret unless it is a word itself."""
    value = text_of(match, "value")
    return len(value) >= _SHORTEST and not values.is_never_secret(value) and values.is_no_word(value)


def _is_sure(match: re.Match[bytes]) -> bool:
    """Accept under a name that is proof by itself, whatever the value looks like; not what a condition decides on."""
    before = match.string[max(0, match.start("name") - 8) : match.start("name")]
    if before.endswith((b" if ", b"if not ")) and not values.looks_random(text_of(match, "value")):
        return False
    if _TAG.match(match["value"]) and _IN_TAG.search(match.string, match.start("name"), match.start("value")):
        return False
    return strength(text_of(match, "name")) is Strength.STRONG and _is_no_word_secret(match)


def _is_of_container(match: re.Match[bytes]) -> bool:
    """Accept in a block of credentials a long value that looks generated."""
    value = text_of(match, "value")
    return holds_secret_as_text(text_of(match, "name")) and len(value) >= _SHORTEST_KEY and values.looks_random(value)


_SHORTEST_KEY: Final = 16

# ``Password string `env:"DB_PASSWORD,required" validate:"required,min=8"```: what a field of Go is read from, and how it is checked.
_IN_TAG: Final = re.compile(rb"`[a-z_]{2,24}:|[\"][ ][a-z_]{2,24}:")
_TAG: Final = re.compile(rb"[A-Za-z_]{1,40}(?:,[a-z_]{1,24}(?:=[\w.|-]{0,16})?){1,8}\Z")


TYPED: Final = named_rule(
    id="typed-field",
    why="Typed languages put accessors, a type or brackets between a name and its value.",
    after=b"{?[ \t\r\n",
    pattern=compile_pattern(
        NAME + rb"(?:\s{0,4}+\{\s?get;[^{}\"']{0,40}+\}|\?\s?:[^=\"'\r\n]{1,40}+"
        rb"|\[\d{0,5}+\])\s{0,4}+=\s{0,4}+" + WRAPPER + QUOTED
    ),
    accepts=is_named_secret,
    finds=(
        Example(f'public string ApiKey {{ get; set; }} = "{_FAKE}";', _FAKE),
        Example(f"apiKey?: string = '{_FAKE}'", _FAKE),
        Example(f'const char password[] = "{_FAKE}";', _FAKE),
    ),
    leaves=('public int MaxTokens { get; set; } = "4096";', 'string Password { get; set; } = "";'),
)

FALLBACK: Final = named_rule(
    id="fallback-value",
    why="The default of a look-up is used wherever the look-up fails, and is often the real one.",
    further=quote_ahead,
    pattern=compile_pattern(
        NAME
        + NAME_END
        + rb"(?:(?!\\{1,8}+[nr])[^\"'`\r\n;{}]){0,60}?(?:\|\||\?\?|\bor\b|\belse\b|\?:|:|,\s?(?:default|fallback)\s?"
        rb"[=:])\s{0,4}+" + WRAPPER + QUOTED
    ),
    accepts=_is_sure,
    finds=(
        Example(f'process.env.API_KEY || "{_FAKE}"', _FAKE),
        Example(f"os.environ.get('SECRET_KEY', default='{_FAKE}')", _FAKE),
        Example(f'password = given ? given : "{_FAKE}"', _FAKE),
    ),
    leaves=('process.env.API_KEY || ""', "os.environ.get('SECRET_KEY', default='none')", 'token or "anonymous"'),
)


def _opens_block(data: bytes, _: int, end: int) -> bool:
    """Say whether a block opens right behind the name that ends at ``end``."""
    return data.find(b"{", end, end + 24) >= 0


DEFAULT: Final = named_rule(
    id="declared-default",
    why="Declarations of variables carry their default in a block below the name.",
    further=_opens_block,
    after=b"\\\"'] \t\r\n:={",
    pattern=compile_pattern(
        NAME + rb"\\{0,4}+[\"']?\]?\s{0,4}[:=]?\s{0,4}\{[^{}]{0,200}?(?:default|value|stringvalue)\\{0,4}+"
        rb"[\"']?\s{0,4}[=:]\s{0,4}+" + WRAPPER + QUOTED
    ),
    accepts=lambda match: _is_sure(match) or _is_of_container(match),
    finds=(Example(f'variable "db_password" {{\n  default = "{_FAKE}"\n}}', _FAKE),),
    leaves=('variable "db_password" {\n  type = "string"\n}', 'variable "max_tokens" {\n  default = "4096"\n}'),
)

TRIPLE: Final = named_rule(
    id="triple-quoted-value",
    why="Three quotes hold a value as well as one.",
    further=quote_ahead,
    after=b"\\\"'`&%] \t\r\n=:",
    pattern=compile_pattern(
        NAME + NAME_END + rb"\s{0,4}+[=:]\s{0,4}+[bruf]{0,2}(?P<quote>\"\"\"|''')\s{0,8}+(?P<value>(?:(?!"
        rb"(?P=quote))[^\r\n]){3,4096}+)"
    ),
    accepts=is_named_secret,
    finds=(Example(f'password = """{_FAKE}"""', _FAKE),),
    leaves=('api_key = """Return the key that opens the door."""', 'token = """"""'),
)


def _is_below(match: re.Match[bytes]) -> bool:
    """Accept a lone value on the line below its name only if it looks random and is no code."""
    value = text_of(match, "value")
    return is_named_secret(match) and values.looks_random(value)


BELOW: Final = named_rule(
    id="yaml-value-below",
    why="YAML lets a long value stand on the line below its name.",
    after=b"\\\"'`:",
    pattern=compile_pattern(
        NAME
        + rb"(?:\\{0,8}+[\"'])?+:[ \t]*+"
        + BREAK
        + rb"[ \t]{1,32}+(?P<value>[\w.+/=~-]{8,4096}+)[ \t]*+(?=\r|\n|\\[nr]|\Z|[\"'])"
    ),
    accepts=_is_below,
    finds=(
        Example(f"api_key:\n  {_FAKE}\nmodel: m", _FAKE),
        Example(f"api_key:\\n    {_FAKE}\\n", _FAKE),
    ),
    leaves=("if not api_key:\n    continue\n", "token:\n  description\n", "else secret:\n    self.token=value1\n"),
)

BLOCK: Final = named_rule(
    id="yaml-block-value",
    why="A YAML block or a tag puts the value after its mark.",
    after=b"\\\"'`&%]:",
    pattern=compile_pattern(
        NAME + NAME_END + rb":[ \t]*+(?:[|>][+-]?\d?[ \t]*+" + BREAK + rb"[ \t]{1,32}+|!!?\w{1,16}[ ])[\"']?"
        rb"(?P<value>(?:(?!\\{1,16}+[nrtu\"'])[^\s\"'`]){3,4096}+)"
    ),
    accepts=_is_no_word_secret,
    finds=(
        Example(f"password: |\n    {_FAKE}\n", _FAKE),
        Example(f"api_key: >-\\n  {_FAKE}\\n", _FAKE),
        Example(f"api_key: !!str {_FAKE}", _FAKE),
    ),
    leaves=("password: |\n    Choose a good one\n", "token: !vault |\n  x"),
)

HERE_DOCUMENT: Final = named_rule(
    id="here-document-value",
    why="Terraform, Ruby and shells take the lines between two marks.",
    after=b" \t=<",
    pattern=compile_pattern(
        NAME + rb"[ \t]*+=[ \t]*+(?:\$\([ \t]*+cat[ \t]++)?<<[-~]?(?:\\{0,4}[\"'])?[A-Za-z_]\w{0,40}+(?:\\{0,4}[\"'])?[ \t]*+" + BREAK
        + rb"[ \t]{0,32}+(?P<value>(?:(?!\\{1,16}+[nrtu\"'])[^\s\"'`]){3,4096}+)"
    ),
    accepts=_is_no_word_secret,
    finds=(
        Example(f"password = <<EOF\n{_FAKE}\nEOF\n", _FAKE),
        Example(f"api_key = <<-'END'\n    {_FAKE}\n    END\n", _FAKE),
        Example(f"TOKEN=$(cat <<EOF\\n{_FAKE}\\nEOF\\n)", _FAKE),
    ),
    leaves=("password = <<EOF\n${var.password}\nEOF\n", "key = 1 << shift\nx", "token = <<EOF\nChoose\nEOF\n"),
)  # fmt: skip

SQL: Final = Rule(
    id="sql-password",
    kind=Kind.SECRET,
    stem="password",
    why="SQL names a new user's password in its own words.",
    anchors=(b"identified ",),
    pattern=compile_pattern(
        rb"identified[ ](?:with[ ]\S{1,40}[ ])?by[ ](?:password[ ]|values[ ])?\\{0,4}(?P<quote>[\"'])(?P<value>"
        rb"(?:(?!(?P=quote))[^\r\n\\]){3,256}+)"
    ),
    accepts=is_given,
    finds=(Example(f"CREATE USER x IDENTIFIED BY '{_FAKE}';", _FAKE),),
    leaves=("rows identified by 'id'", "IDENTIFIED BY '${PW}'"),
)

OTHER_SCRIPT: Final = Rule(
    id="other-script-value",
    kind=Kind.SECRET,
    stem="secret",
    why="People name passwords and keys in their own language.",
    anchors=tuple(word.encode() for word in STRONG_IN_OTHER_SCRIPTS),
    pattern=compile_pattern(
        b"(?:"
        + b"|".join(re.escape(word.encode()) for word in STRONG_IN_OTHER_SCRIPTS)
        + b")"
        + b"(?:"
        + "是|为|為|は|는|：".encode().replace(b"|", b"|")
        + rb"|[ \t]*[:=]){1,2}[ \t]*\\{0,4}[\"'`]?"
        rb"(?P<value>(?:(?!\\{1,16}+[nrtu\"'])[!\#-&(-_a-~]){4,512}+)"
    ),
    accepts=_is_said,
    finds=(Example(f"密码是{_FAKE}", _FAKE), Example(f"密钥：{_FAKE}。", _FAKE), Example(f"пароль: {_FAKE}", _FAKE)),
    leaves=("密码是错误的", "密钥：none", "密码: password"),
)


def _is_cell(match: re.Match[bytes]) -> bool:
    """Accept a cell that its name makes a secret, unless it is a word between the brackets of a program."""
    word = code.word_before_bracket(text_of(match, "value").rstrip("\\"))
    if word and not values.looks_random(word) and (not values.is_no_word(word) or code.is_camel_case(word)):
        return False
    # ``token | 0xF, 0x11``: bits.
    if code.is_pointer(text_of(match, "value").rstrip(",;)")):
        return False
    return _is_no_word_secret(match) and not code.is_type_name(text_of(match, "value"))


TABLE: Final = named_rule(
    id="table-cell",
    why="Tables put the value in the next cell.",
    after=b" \t|",
    pattern=compile_pattern(
        NAME + rb"[ \t]*+(?:\||\xe2\x94\x82)[ \t]*+(?P<value>(?:(?!\xe2\x94\x82|\\{1,16}+[nrtu\"'])[^\s"
        rb"|\"'`]){4,4096}+)"
    ),
    accepts=_is_cell,
    finds=(Example(f"| api_key | {_FAKE} |", _FAKE), Example(f"password|{_FAKE}", _FAKE)),
    leaves=(
        "| token | count |",
        "| max_tokens | 4096 |",
        "| password | required |",
        "auth: BasicAuth | None,",
        r"(api_key|token|password)\s*=",
        "write(token | 0xF, 0x11, size))\\nx",
        "def peek(self) -> Token | None:\\n    return",
    ),
)
