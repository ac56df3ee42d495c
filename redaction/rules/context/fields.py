"""Name and value in different fields: validation errors, forms, pages, and what agents type into them."""

from __future__ import annotations

import re
from typing import Final

from redaction.findings import Kind
from redaction.key_names import Strength, split_words, strength
from redaction.key_words import word_set
from redaction.rule import Example, Rule, anywhere
from redaction.rules.context import values
from redaction.rules.context.grammar import (
    NAME,
    NAME_REACH,
    NO_QUOTE,
    QUOTE,
    compile_pattern,
    sensitive_words,
    text_of,
    words_of,
)

_FAKE: Final = "fake" + "Canary7Zq9"

_FURTHEST_BACK: Final = 480

_ROLES: Final = word_set("field box input textbox entry area prompt element")
_SENSITIVE: Final = re.compile(
    rb"(?i)(?:pass(?:word|wd|phrase|code|wort)|kennwort|secret|api[ _-]?key|access[ _-]?key|(?<![a-z])(?:token|otp|pin))(?![a-z])"
)
_LAST_LINE: Final = re.compile(rb"(?:\A|[\r\n])[ \t]*+(?P<name>[\w.\-]{1,128}+)[ \t]*+(?:\r\n?+|\n)[^\r\n]{0,400}\Z")


def _is_value(name: str, value: str) -> bool:
    """Say whether a text is a secret under a name of one or more words, of which the last may say that it is a field."""
    words = split_words(name)
    while len(words) > 1 and words[-1] in _ROLES:
        words = words[:-1]
    plain = "_".join(words)
    return strength(plain) is not Strength.NONE and values.is_plausible_secret(plain, value, quoted=True)


def _is_invalid_input(match: re.Match[bytes]) -> bool:
    """Accept what was given for a field whose name stands on the line above."""
    start = match.start()
    above = _LAST_LINE.search(match.string, max(0, start - _FURTHEST_BACK), start)
    return above is not None and _is_value(text_of(above, "name").rpartition(".")[2], text_of(match, "value"))


INVALID_INPUT: Final = Rule(
    id="invalid-input",
    kind=Kind.SECRET,
    stem="secret",
    why="A validation error shows what was given for a field, and names the field on the line above.",
    anchors=(b"input_value=",),
    pattern=compile_pattern(
        rb"input_value=[bru]?(?P<quote>" + QUOTE + rb")(?P<value>(?:(?!(?P=quote))[^\r\n]){3,2048}+)"
    ),
    accepts=_is_invalid_input,
    finds=(
        Example(
            f"1 validation error for Settings\napi_key\n  Extra inputs are not permitted [type=extra_forbidden, input_value='{_FAKE}', input_type=str]",
            _FAKE,
        ),
    ),
    leaves=(
        "1 validation error for Settings\nmax_tokens\n  Input should be a valid integer [type=int_parsing, input_value='a1B2c3D4e5F6', input_type=str]",
        "api_key\n  Field required [type=missing, input_value={'model': 'm'}, input_type=dict]",
    ),
)

_OF_A_FIELD: Final = rb"(?:field|variable|param|parameter|element|label|option|setting|property|selector|attribute)"
_GIVEN: Final = rb"(?:input|default|value|text|given|actual|current|content|fill|data)"


FIELD: Final = Rule(
    id="field-and-value",
    kind=Kind.SECRET,
    stem="secret",
    why="Forms, errors and tools give the name in one field and the value in another.",
    anchors=tuple(
        quote + word
        for word in (
            b"field", b"variable", b"param", b"element", b"label", b"option", b"setting", b"property", b"selector", b"attribute", b"loc"
        )
        for quote in (b'"', b"'")
    ),
    ahead=rb"[a-z]{0,8}\\{0,8}[\"']\s{0,4}:",
    heads=anywhere,
    pattern=compile_pattern(
        rb"[\"'](?:" + _OF_A_FIELD + QUOTE + rb"\s{0,4}+:\s{0,4}+" + QUOTE + rb"(?P<name>" + NO_QUOTE + rb"{1,80}+)" + QUOTE
        + rb"|loc" + QUOTE + rb"\s{0,4}+:\s{0,4}+[\[(](?:[^\[\]()\r\n]{0,160}?,)?\s{0,8}+" + QUOTE + rb"(?P<last>" + NO_QUOTE + rb"{1,80}+)" + QUOTE + rb",?\s{0,8}+[\])])"
        rb"(?:,[^{}]{0,240}?" + QUOTE + rb"|,\s{0,8}+" + QUOTE + rb")" + _GIVEN + QUOTE + rb"\s{0,4}+:\s{0,4}+[bru]?" + QUOTE
        + rb"(?P<value>" + NO_QUOTE + rb"{3,2048}+)"
    ),
    accepts=lambda match: _is_value(text_of(match, "name" if match["name"] else "last"), text_of(match, "value")),
    finds=(
        Example(f'{{"field": "api_key", "input": "{_FAKE}"}}', _FAKE),
        Example(f'{{"loc": ["body", "api_key"], "msg": "x", "input": "{_FAKE}"}}', _FAKE),
        Example(f"{{'variable': 'DB_PASSWORD', 'default': '{_FAKE}'}}", _FAKE),
        Example(f'{{"element": "Password field", "text": "{_FAKE}"}}', _FAKE),
    ),
    leaves=(
        '{"field": "max_tokens", "input": "a1B2c3D4e5F6"}',
        '{"label": "Password", "text": "required"}',
        '{"param": "api_key", "default": "None"}',
        '{"loc": ["body", "model"], "input": "gpt4o2024Mini"}',
    ),
)  # fmt: skip


TYPED: Final = Rule(
    id="typed-into-field",
    kind=Kind.SECRET,
    stem="password",
    why="An agent in a browser types the password into its field.",
    anchors=(b"textbox ", b"getby", b"locator(", b"fill(", b"find_element("),
    pattern=compile_pattern(
        rb"(?:textbox[ ]"
        + QUOTE
        + rb"(?P<target>"
        + NO_QUOTE
        + rb"{1,60}+)"
        + QUOTE
        + rb"[^:\r\n]{0,60}+:[ ](?P<quote>"
        + QUOTE
        + rb")?+"
        rb"|(?:get_?by\w{2,16}|locator|find_element)\((?P<place>[^\r\n]{1,160}?)\)\.(?:fill|type|send_keys|press_sequentially)\(\s{0,4}+"
        + QUOTE
        + rb")(?P<value>[^\s\"'`\\]{3,512}+)"
    ),
    accepts=lambda match: (
        _SENSITIVE.search(match["target"] or match["place"]) is not None
        and not values.is_never_secret(text_of(match, "value"))
    ),
    finds=(
        Example(f'- textbox "Password" [ref=e1]: {_FAKE}', _FAKE),
        Example(f'page.getByLabel("Password").fill("{_FAKE}")', _FAKE),
        Example(f'page.locator("#password").fill("{_FAKE}")', _FAKE),
        Example(f"driver.find_element(By.ID, 'password').send_keys('{_FAKE}')", _FAKE),
    ),
    leaves=(
        'page.getByLabel("Name").fill("Wendy")',
        '- textbox "Search" [ref=e2]: a1B2c3',
        'page.locator("#password").fill("your-password")',
    ),
)

_TAG: Final = rb"(?:td|th|dt|b|strong|label|span|li|p|em|code|h[1-6])"


def _is_cell(match: re.Match[bytes]) -> bool:
    """Accept what stands in the next cell or behind the label of a page."""
    name, value = words_of(match), text_of(match, "value")
    return _is_value(name, value) and values.is_plausible_word(name, value)


LABELLED: Final = Rule(
    id="labelled-cell",
    kind=Kind.SECRET,
    stem="secret",
    why="Pages put the value into the next cell, or behind a label.",
    anchors=(b"key", b"token", b"secret", b"passw", b"passphrase", b"pwd", b"credential"),
    reach=NAME_REACH,
    gate=sensitive_words,
    ahead=rb"[\w.\-]{0,40}+[ ]{0,2}+:?[ ]{0,2}+</" + _TAG + rb">",
    after=b" :<",
    pattern=compile_pattern(
        NAME
        + rb"[ ]{0,2}+:?[ ]{0,2}+</"
        + _TAG
        + rb">:?\s{0,40}+(?:<[\w /=\"'-]{1,100}+>\s{0,8}+){0,3}+(?P<value>[^\s<>\"']{4,512}+)(?=<|\s|\Z)"
    ),
    accepts=_is_cell,
    finds=(
        Example(f"<td>API key</td><td>{_FAKE}</td>", _FAKE),
        Example(f"<b>Password:</b> {_FAKE}", _FAKE),
    ),
    leaves=("<td>token</td><td>4096</td>", "<b>Password:</b> required", "<th>max_tokens</th><td>a1B2c3D4e5</td>"),
)

HIDDEN_INPUT: Final = Rule(
    id="password-input",
    kind=Kind.SECRET,
    stem="password",
    why="A page holds what was typed into its password field.",
    anchors=(b'type="password"', b"type='password'", b"type=password"),
    pattern=compile_pattern(rb"type=[\"']?password[\"']?[^<>]{0,200}?\bvalue=[\"'](?P<value>[^\"'<>\r\n]{3,512}+)"),
    accepts=lambda match: not values.is_never_secret(text_of(match, "value")),
    finds=(Example(f'<input type="password" name="pw" value="{_FAKE}">', _FAKE),),
    leaves=('<input type="password" value="">', '<input type="password" name="password"><input value="a1B2c3">'),
)
