"""Secrets in a column: the name stands in the first row of a table, or among the columns of an SQL statement."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from redaction.findings import Kind
from redaction.key_names import Strength, strength
from redaction.rule import Example, Rule
from redaction.rules.context import values
from redaction.rules.context.grammar import NAME, NAME_REACH, compile_pattern, sensitive_words, text_of
from redaction.rules.context.likely import BREAK, value_heads

_FAKE: Final = "fake" + "Canary7Zq9"
_SECOND: Final = "mock" + "Canary3Xw5"
_WHY: Final = "The name of a column holds for every row."

_FURTHEST_BACK: Final = 400
"""Bytes of a table's first row before the name; see ``repeats.FURTHEST_BACK``."""

_LINE: Final = re.compile(BREAK)
_ROW_BEGINS: Final = re.compile(BREAK + rb"|(?:[:=(\[{,][ ]?(?:\\{0,8}[\"']){1,3}|=)(?=[\w ]{1,64}[,;|\t\\])|\"\"\"")
"""At a line's beginning, or where a text in quotes begins that holds the table."""
_PLAIN_CELL: Final = re.compile(rb"[ ]*+[\"'`*]{0,2}+[\w .()/#-]{0,64}+[\"'`*]{0,2}+[ ]*+\Z")
_RULER: Final = re.compile(rb"(?:[ |+:=\t-]|\xe2[\x94\x95][\x80-\xbf])++\Z")
_LISTED: Final = re.compile(rb"(?:[ \t]*+(?:'[^']*+'|\"[^\"]*+\")|[ ]{2,64}+[\w.]++),[ \t]*+\Z")
_ARGUMENT: Final = re.compile(rb"[A-Za-z_]\w*+=(?!=)")
_SIGNS: Final = b" \"'`*"
_HEAVY: Final = b"\xe2\x94\x83"
_LIGHT: Final = b"\xe2\x94\x82"
_CELL: Final = {
    edge: re.compile(
        rb"[ ]*+(?:\"(?P<quoted>(?:[^\"]|\"\")*+)\"|(?P<bare>(?:(?!" + re.escape(edge) + rb").)*+))", re.DOTALL
    )
    for edge in (b",", b";", b"\t", b"|", _LIGHT)
}


def _before(match: re.Match[bytes]) -> bytes:
    """Return what stands before the name in its line, as far back as a rule may look."""
    name = match.start("name")
    return _ROW_BEGINS.split(match.string[max(0, name - _FURTHEST_BACK) : name])[-1].replace(_HEAVY, _LIGHT)


def _first_row(match: re.Match[bytes]) -> bytes:
    """Return the whole line that the name stands in."""
    rest = _LINE.split(match.string[match.start("name") : match.end()], maxsplit=1)[0]
    return _before(match) + rest.replace(_HEAVY, _LIGHT)


def _names(row: bytes) -> tuple[bytes, dict[int, str]]:
    """Return what separates the cells of a table's first row, and the sensitive names among them by their place."""
    edges = [edge for edge in _CELL if edge in row]
    for edge in sorted(edges, key=row.count, reverse=True)[:1]:
        cells = row.split(edge)
        if all(_PLAIN_CELL.match(cell) for cell in cells):
            names = (cell.strip(_SIGNS).decode("utf-8", "replace") for cell in cells)
            return edge, {place: name for place, name in enumerate(names) if strength(name) is not Strength.NONE}
    return b"", {}


def _lines(match: re.Match[bytes], group: str) -> Iterator[tuple[int, int]]:
    """Yield where each line of a group begins and ends."""
    at, end = match.span(group)
    for line in _LINE.finditer(match.string, at, end):
        if line.start() > at:
            yield at, line.start()
        at = line.end()
    if at < end:
        yield at, end


def _cells(row: bytes, edge: bytes) -> list[tuple[int, int]]:
    """Return where the content of each cell of a row begins and ends, without quotes and blanks around it."""
    found: list[tuple[int, int]] = []
    at = 0
    while True:
        cell = _CELL[edge].match(row, at)
        if cell is None:
            return found
        begin, end = cell.span("quoted" if cell["quoted"] is not None else "bare")
        text = row[begin:end]
        begin, end = begin + len(text) - len(text.lstrip(_SIGNS)), end - len(text) + len(text.rstrip(_SIGNS))
        found.append((begin, max(begin, end)))
        at = cell.end()
        if not row.startswith(edge, at):
            return found
        at += len(edge)


def _names_column(match: re.Match[bytes]) -> bool:
    """Say whether the name that was found is all of a cell, or its end, and makes it sensitive."""
    edge, names = _names(_first_row(match))
    return (
        bool(names) and _before(match).count(edge) in names and sensitive_words(match.string, match.start("name")) >= 0
    )


def _is_secret(name: str, value: bytes) -> bool:
    """Say whether a cell is a secret: one that looks random, or whatever may be a password under such a name."""
    text = value.decode("utf-8", "replace")
    if not values.is_plausible_secret(name, text, quoted=False):
        return False
    return values.looks_random(text) or values.is_mixed_password(text) or "pass" in name.lower()


def _is_listed(value: bytes) -> bool:
    """Say whether what a list holds below a word is another one, or a named argument: it does not look random."""
    return _ARGUMENT.match(value) is not None or not values.looks_random(value.decode("utf-8", "replace"))


def _below(match: re.Match[bytes]) -> Sequence[tuple[int, int]]:
    """Return the cells below sensitive names, up to the first row of another shape."""
    row = _first_row(match)
    edge, names = _names(row)
    if not names:
        return ()
    found: list[tuple[int, int]] = []
    columns = row.count(edge)
    # ``'PASSWORD',`` in a line of its own, or ``password,`` behind blanks: a list of words or arguments, and no table.
    listed = edge == b"," and columns == 1 and _LISTED.match(row) is not None
    for begin, end in _lines(match, "rows"):
        line = match.string[begin:end]
        if _RULER.match(line):
            continue
        cells = _cells(line, edge)
        if len(cells) != columns + 1:
            break
        for place, name in names.items():
            first, last = cells[place]
            if _is_secret(name, line[first:last]) and not (listed and _is_listed(line[first:last])):
                found.append((begin + first, begin + last))
    return found


BELOW: Final = Rule(
    id="column-below",
    kind=Kind.SECRET,
    stem="secret",
    why=_WHY,
    anchors=(b"key", b"token", b"secret", b"passw", b"passphrase", b"pwd", b"credential", b"jwt"),
    reach=NAME_REACH,
    gate=sensitive_words,
    sight=20_000,
    after=b"\"'`* \t,;|\r\n\\\xe2",
    ahead=rb"[\w.\-]{0,40}+[\"'`*]{0,2}+[ ]{0,64}+(?:[,;|\t\r\n]|\\[nrt]|\xe2\x94[\x82\x83])",
    heads=value_heads,
    pattern=compile_pattern(
        NAME
        + rb"[\"'`*]{0,2}+[ ]{0,64}+(?=[,;|\t\r\n]|\\[nrt]|\xe2\x94[\x82\x83])(?:(?!"
        + BREAK
        + rb")[\w \"'`*.()/\#,;|\t\x94\x82\x83\xe2-]){0,400}+"
        + rb"(?P<rows>(?:"
        + BREAK
        + rb"(?:(?!"
        + BREAK
        + rb")[^\r\n]){1,300}+){1,62}+)"
    ),
    accepts=_names_column,
    each=_below,
    finds=(
        Example(f"name,api_key\nfoo,{_FAKE}\nbar,{_SECOND}\n", _SECOND),
        Example(f"| user | password | role |\n|---|---|---|\n| bob | {_FAKE} | admin |\n", _FAKE),
        Example(f" id | password \n----+----------\n  1 | {_FAKE}\n", _FAKE),
        Example(f"| id | password{' ' * 12} |\n+----+{'-' * 22}+\n|  1 | {_FAKE} |\n", _FAKE),
        Example(f'"user"\t"token"\n"bob"\t"{_FAKE}"\n', _FAKE),
        Example(f"password;user\\n{_FAKE};bob\\n", _FAKE),
    ),
    leaves=(
        "name,max_tokens\nfoo,a1B2c3D4e5\n",
        "token,logprob\nhello,-0.3\nw0rld,-0.7\n",
        "| parameter | token |\n|---|---|\n| x | required |\n",
        "name,password\nplease see a1B2c3D4e5F6 below\n",
        "    'PASSWORD',\n    'PLACING',\n    'PLANS',\n    'alphas8bit',\n",
        "f(\n    password,\n    kdf_rounds=self._kdf_rounds,\n    hash1,\n)",
        "for key, value in items:\n    a1B2c3D4e5F6g7\n",
    ),
)

_ITEM: Final = rb"(?:[^()'\"]|'(?:[^']|''){0,600}+'|\"[^\"]{0,600}+\")"
_TUPLE: Final = re.compile(rb"\((?P<items>" + _ITEM + rb"{1,2000}+)\)")
_SQL_ITEM: Final = re.compile(
    rb"\s*+[NnEe]?(?P<quote>['\"])?(?P<item>(?(quote)(?:[^'\"]|''){0,600}+|[^,'\"]{0,600}+))['\"]?\s*+(?:,|\Z)"
)
_COLUMN_SIGNS: Final = b' \t\r\n`"[]'


def _inserted(match: re.Match[bytes]) -> list[tuple[int, int]]:
    """Return the values that go into sensitive columns."""
    names = [text.strip(_COLUMN_SIGNS).decode("utf-8", "replace") for text in match["columns"].split(b",")]
    found: list[tuple[int, int]] = []
    for row in _TUPLE.finditer(match.string, *match.span("rows")):
        base = row.start("items")
        for name, item in zip(names, _SQL_ITEM.finditer(row["items"]), strict=False):
            text = text_of(item, "item")
            if item["quote"] and values.is_plausible_secret(name, text, quoted=True):
                found.append((base + item.start("item"), base + item.end("item")))
    return found


INSERTED: Final = Rule(
    id="column-inserted",
    kind=Kind.SECRET,
    stem="secret",
    why=_WHY,
    anchors=(b"insert into", b"replace into"),
    sight=20_000,
    pattern=compile_pattern(
        rb"(?:insert|replace)[ ]into\s{1,8}+[\w.\"`\[\]]{1,128}+\s{0,8}+\((?P<columns>[^()]{1,1500}+)\)\s{0,8}+values\s{0,8}+"
        rb"(?P<rows>\((?:[^;'\"]{1,64}+|'(?:[^'\r\n]|''){0,150}+'|\"[^\"\r\n]{0,250}+\"){1,55}+)"
    ),
    each=_inserted,
    finds=(
        Example(f"INSERT INTO users (name, password) VALUES ('bob', '{_FAKE}');", _FAKE),  # noqa: S608 - no query of ours
        Example(f'insert into "keys" (id, "api_key") values (1, \'{_FAKE}\')', _FAKE),  # noqa: S608 - as above
    ),
    leaves=(
        "INSERT INTO t (name, token_count) VALUES ('bob', 'a1B2c3D4e5')",
        "INSERT INTO users (name, password) VALUES (?, ?)",
    ),
)
