"""Rules that find a value by what stands around it: one line per rule."""

from __future__ import annotations

from redaction.rule import Rule
from redaction.rules.context import (
    assignments,
    calls,
    command_lines,
    headers,
    languages,
    notations,
    pipes,
    prose,
    urls,
)

CONTEXT_RULES: tuple[Rule, ...] = (
    assignments.QUOTED_VALUE,
    assignments.BARE_VALUE,
    assignments.ARGUMENT,
    calls.SETTER,
    calls.USER_AND_PASSWORD,
    languages.TYPED,
    languages.FALLBACK,
    languages.DEFAULT,
    languages.TRIPLE,
    languages.BLOCK,
    languages.SQL,
    languages.OTHER_SCRIPT,
    languages.TABLE,
    command_lines.FLAG,
    command_lines.USER_AND_PASSWORD,
    command_lines.USER_TOKEN,
    command_lines.PASSWORD_FLAG,
    pipes.PIPED,
    pipes.BARE_WORD,
    headers.AUTHORIZATION,
    headers.SCHEME_ALONE,
    headers.COOKIE,
    notations.XML,
    notations.NAME_VALUE_PAIR,
    notations.WHOLE_LINE,
    notations.NETRC,
    notations.PGPASS,
    notations.CONNECTION_STRING,
    prose.SENTENCE,
    urls.URL_USER,
    urls.URL_PASSWORD,
    urls.PAIR,
    urls.PARAMETER,
)
