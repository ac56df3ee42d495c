"""Secrets given to programs: flags with a space, ``curl -u user:password``, ``mysql -p…``, ``docker login -p …``."""

from __future__ import annotations

import re
from typing import Final

from redaction.findings import Kind
from redaction.rule import Example, Rule
from redaction.rules.context import values
from redaction.rules.context.grammar import compile_pattern, text_of
from redaction.rules.context.named import named_rule

_FAKE: Final = "fake" + "Canary7Zq9"
_BETWEEN: Final = rb"(?:[ \t]++|=|\\{0,8}[\"'],\s*+)(?:\\{0,8}[\"'`])?+"


# Where a build takes a secret from: ``--secret id=hf,src=tok.txt``.
_MOUNTED: Final = re.compile(
    r"(?:(?:id|type|src|source|env|target|dst|mode|required|uid|gid)=[^,=]{1,128}+(?:,|\Z)){1,9}+\Z"
)


def _is_flag_value(match: re.Match[bytes]) -> bool:
    """Accept the word after ``--api-key`` unless it is another flag or a word of prose."""
    name, value = text_of(match, "name"), text_of(match, "value")
    if not name.startswith("-") or value.startswith("-") or _MOUNTED.match(value):
        return False
    return values.is_plausible_secret(name, value, quoted=True) and values.is_no_word(value)


def _is_password_of_pair(match: re.Match[bytes]) -> bool:
    """Accept the second half of ``user:password``; not numeric user and group ids, branches or volumes."""
    user, value = text_of(match, "user"), text_of(match, "value")
    return not user.isdigit() and user != value and "/" not in user and not values.is_never_secret(value)


def _is_short_flag_value(match: re.Match[bytes]) -> bool:
    """Accept the text after a short password flag; a port or a template is none."""
    value = text_of(match, "value")
    return not value.isdigit() and not value.startswith("-") and not values.is_never_secret(value)


FLAG: Final = named_rule(
    id="flag-value",
    why="The word after a sensitive command-line flag is its value.",
    after=b" \t",
    pattern=compile_pattern(
        rb"(?:(?<=\\)[nrt])?+(?P<name>--?[A-Za-z][\w.-]{1,80}+)[ \t]++(?:\\\r?\n[ \t]*+)?+(?P<quote>\\{0,8}"
        rb"[\"'`])?+"
        rb"(?P<value>(?(quote)(?:(?!(?P=quote))[^\r\n]){3,4096}+|(?:(?!\\[nrtu\"'])[^\s\"'`<>|;&]){3,4096}+))"
    ),
    accepts=_is_flag_value,
    finds=(
        Example(f"agentcompass run x --model-api-key {_FAKE} --n 1", _FAKE),
        Example(f"tool -token '{_FAKE}'", _FAKE),
    ),
    leaves=(
        "use --api-key to set it",
        "--max-tokens 4096",
        "--api-key $KEY",
        "--token-file /run/secrets/t",
        "--api-key --debug",
    ),
)

USER_AND_PASSWORD: Final = Rule(
    id="user-flag-password",
    kind=Kind.SECRET,
    stem="password",
    why="curl and its like take user:password as one argument.",
    anchors=(
        b"-u ",
        b"-u'",
        b'-u"',
        b"-u\\",
        b"--user",
        b"--proxy-user",
        b"--basic-auth",
        b"--http-user",
        b"--auth",
        b"--creds",
        b" -a ",
    ),
    pattern=compile_pattern(
        rb"(?<![\w-])[ ]?(?:-u|-a|--(?:proxy-)?user|--basic-auth|--http-user|--auth|--creds)"
        + _BETWEEN
        + rb"(?P<user>[^\s:\"'`\\]{1,128}+):"
        rb"(?P<value>(?:(?!\\[nrtu\"'])[^\s\"'`<>]){3,512}+)"
    ),
    accepts=_is_password_of_pair,
    finds=(
        Example(f"curl -u ci-bot:{_FAKE} https://x", _FAKE),
        Example(f"['curl', '-u', 'bob:{_FAKE}']", _FAKE),
        Example(f'curl --proxy-user "bob:{_FAKE}"', _FAKE),
    ),
    leaves=("docker run -u 1000:1000 image", "id -u name", "--user root:root", "git push -u origin/x:y"),
)

USER_TOKEN: Final = Rule(
    id="user-flag-token",
    kind=Kind.SECRET,
    stem="token",
    why="Many interfaces take a key as the user name and an empty password.",
    anchors=(b"-u ", b"-u'", b'-u"', b"--user"),
    pattern=compile_pattern(
        rb"(?<![\w-])(?:-u|--user)" + _BETWEEN + rb"(?P<value>[^\s:\"'`\\]{8,512}+):?+(?=[\s\"'`\\]|\Z)"
    ),
    accepts=lambda match: values.looks_random(text_of(match, "value")),
    finds=(Example(f"curl -u {_FAKE}: https://x", _FAKE),),
    leaves=("curl -u somebody-else https://x", "sort -u input.txt"),
)

PASSWORD_FLAG: Final = Rule(
    id="program-password-flag",
    kind=Kind.SECRET,
    stem="password",
    why="These programs take the password in a short flag.",
    anchors=(
        b"mysql",
        b"mariadb",
        b"sshpass",
        b"docker login",
        b"podman login",
        b"helm registry login",
        b"redis-cli",
        b"mongo",
        b"ldapsearch",
        b"smbclient",
        b"az login",
        b"oc login",
        b"skopeo",
        b"7z ",
        b"unzip ",
        b"twine upload",
        b"conan user",
        b"conan remote login",
    ),
    pattern=compile_pattern(
        rb"(?P<program>mysql\w*|mariadb\S*|sshpass|(?:docker|podman|helm[ ]registry|az|oc)[ ]login|redis-cli"
        rb"|mongo\w*|ldapsearch|smbclient"
        rb"|skopeo|7z|unzip|twine[ ]upload|conan[ ](?:user|remote[ ]login))"
        rb"(?:[ \t]++(?!-[paPw])\S{1,128}+){0,12}+[ \t]++-(?:p|a|P|w)(?:[ \t=]++)?+[\"']?+(?P<value>"
        rb"[^\s\"'`\\|;&<>]{3,256}+)"
    ),
    accepts=_is_short_flag_value,
    finds=(
        Example(f"mysql -h db -u app -p{_FAKE} main", _FAKE),
        Example(f"sshpass -p '{_FAKE}' ssh host", _FAKE),
        Example(f"docker login -u bot -p {_FAKE} registry", _FAKE),
        Example(f"twine upload -u __token__ -p {_FAKE} dist/*", _FAKE),
    ),
    leaves=("mysql -h db -u app -p", "mysqldump -P 3306 db", "docker login -p $PASSWORD"),
)
