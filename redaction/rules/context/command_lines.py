"""Secrets given to programs: flags with a space, ``curl -u user:password``, ``mysql -p…``, ``docker login -p …``."""

from __future__ import annotations

import re
from typing import Final

from redaction.findings import Kind
from redaction.rule import Example, Rule
from redaction.rules.context import values
from redaction.rules.context.grammar import ARGUMENT, compile_pattern, text_of
from redaction.rules.context.named import named_rule
from redaction.rules.context.signs import is_signed_password, spans_of_argument
from redaction.rules.formats import LETTER_OF_ESCAPE

_FAKE: Final = "fake" + "Canary7Zq9"
_SPACE: Final = rb"(?:[ \t]++(?:\\\r?\n[ \t]*+)?+)"
_QUOTE: Final = rb"(?P<quote>\\{0,8}[\"'`])?+"
_BETWEEN: Final = rb"(?:" + _SPACE + rb"|=|\\{0,8}[\"'],\s*+)" + _QUOTE
_PAIR: Final = (
    rb"(?P<user>[^\s:\"'`\\]{0,128}+):(?:(?P<inner>[\"'])(?P<within>(?:(?!(?P=inner))[^\r\n]){3,512}+)(?=(?P=inner))|[\"']?+"
    + ARGUMENT
    + rb")"
)
"""``user:password``, the whole or the password in quotes."""


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
    user, value = text_of(match, "user"), text_of(match, "within" if match["inner"] else "value")
    # ``perldoc -u Some::Module``
    if user.isdigit() or user == value or "/" in user or value.startswith(":") or values.is_never_secret(value):
        return False
    # ``-u :8080``, ``-u :main``: without a user only what is no word.
    return bool(user) or (values.is_no_word(value) and not value.isdigit())


def _password_of_pair(match: re.Match[bytes]) -> tuple[tuple[int, int], ...]:
    """Return the second half of ``user:password``, which may stand in quotes of its own."""
    return (match.span("within"),) if match["inner"] else spans_of_argument(match)


def _is_password_of_flag(match: re.Match[bytes]) -> bool:
    """Accept the same; behind ``-a`` only where a program sends a request."""
    if match["all"] is not None and (
        (match["value"] or match["within"])[:1] in b"/~.\\" or _SENDS.search(_line_before(match)) is None
    ):
        return False
    return _is_password_of_pair(match)


# Programs that send a request take user and password behind ``-a``; others take folders of machines there.
_SENDS: Final = re.compile(rb"(?<![\w-])(?:https?|xhs?|ab)[ ][^\r\n|;&]{0,160}\Z")
_LOOK_BACK: Final = 176


def _line_before(match: re.Match[bytes]) -> bytes:
    """Return what stands before a flag, with the blank that it begins with."""
    return match.string[max(0, match.start() - _LOOK_BACK) : match.start() + 1]


def _is_short_flag_value(match: re.Match[bytes]) -> bool:
    """Accept the text after a short password flag; a port or a template is none."""
    value = text_of(match, "value")
    if value.startswith("-") and not (match["quote"] and is_signed_password(value)):
        return False
    return not value.isdigit() and not values.is_never_secret(value)


FLAG: Final = named_rule(
    id="flag-value",
    why="The word after a sensitive command-line flag is its value.",
    after=b" \t",
    pattern=compile_pattern(
        LETTER_OF_ESCAPE + rb"(?P<name>--?[A-Za-z][\w.-]{1,80}+)[ \t]++(?:\\\r?\n[ \t]*+)?+(?P<quote>\\{0,8}"
        rb"[\"'`])?+"
        rb"(?P<value>(?(quote)(?:(?!(?P=quote))[^\r\n]){3,4096}+|(?:(?!\\{1,16}+[nrtu\"'])[^\s\"'`<>|;&]){3,4096}+))"
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

_TO_PASSWORD: Final = rb"[\"']?(?:[ ]|,[ ]?\\{0,8}[\"'])-p(?:[ ]|\\{0,8}[\"'],[ ]?\\{0,8})"
_AHEAD_OF_TWO: Final = rb"[\"', \\]{0,20}+[\w.@+\\-]{1,64}+" + _TO_PASSWORD
_PORTS: Final = re.compile(r"(?:[\d.]{1,40}:)?\d{1,5}(?:-\d{1,5})?(?::\d{1,5}(?:-\d{1,5})?)?(?:/(?:tcp|udp))?\Z")

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
        rb"(?:(?P<all>[ ]-a)|(?<![\w-])(?:-u|--(?:proxy-)?user|--basic-auth|--http-user|--auth|--creds))"
        + _BETWEEN
        + _PAIR
    ),
    accepts=_is_password_of_flag,
    each=_password_of_pair,
    finds=(
        Example(f"curl -u ci-bot:{_FAKE} https://x", _FAKE),
        Example(f"['curl', '-u', 'bob:{_FAKE}']", _FAKE),
        Example(f'curl --proxy-user "bob:{_FAKE}"', _FAKE),
        Example(f"curl -u bob:'{_FAKE}' https://x", _FAKE),
        Example(f"curl -u :{_FAKE} https://x", _FAKE),
        Example(f'curl -u \\\n  "bob:{_FAKE}"', _FAKE),
        Example(f"http -v -a bob:{_FAKE} GET https://x", _FAKE),
    ),
    leaves=(
        "rsync -a bob@h:x2y3 .",
        "cp -a h:x2y3z4 .",
        "docker run -u 1000:1000 image",
        "id -u name",
        "perldoc -u Some::Module2",
        "--user root:root",
        "git push -u origin/x:y",
    ),
)

APART: Final = Rule(
    id="user-and-password-flags",
    kind=Kind.SECRET,
    stem="password",
    why="Many programs take the user and the password in two short flags next to each other.",
    anchors=(b"-u ", b"-u\\", b"-u'", b'-u"'),
    ahead=_AHEAD_OF_TWO,
    pattern=compile_pattern(
        rb"(?<![\w-])-u(?:[ ]|\\{0,8}[\"'],[ ]?\\{0,8}[\"'])[\"']?[\w.@+\\-]{1,64}+" + _TO_PASSWORD
        + rb"(?P<quote>[\"'])?(?P<value>(?(quote)(?:(?!(?P=quote))[^\r\n\\]){3,256}+|(?:(?!\\{1,16}+[nrtu\"'])[^\s\"'`|;&<>/-][^\s\"'`\\|;&<>]{2,255}+)))"
    ),
    accepts=lambda match: _is_short_flag_value(match) and not _PORTS.match(text_of(match, "value")) and values.is_no_word(text_of(match, "value")),
    finds=(
        Example(f"az acr login -n x -u bob -p {_FAKE}", _FAKE),
        Example(f"psexec //h -u dom\\bob -p '{_FAKE}' cmd", _FAKE),
        Example(f"ipmitool -H h -U ADMIN -P {_FAKE} sol", _FAKE),
        Example(f"['x', '-u', 'bob', '-p', '{_FAKE}']", _FAKE),
    ),
    leaves=("docker run -u bob -p 8080:80 x", "x -u bob -p 22 h", "x -u bob -p main", "x -u bob -p /run/x1", "x -u bob -p", "x -u bob -p $PW"),
)  # fmt: skip

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

CERTIFICATE: Final = Rule(
    id="certificate-password",
    kind=Kind.SECRET,
    stem="password",
    why="curl takes the password of a certificate behind its file.",
    anchors=(b"curl ", b"--cert ", b"--proxy-cert "),
    ahead=rb"[^\r\n]{0,600}?:[^\s\"'`\\/]{4}",
    pattern=compile_pattern(
        rb"(?:curl(?:[ \t]++(?!-(?-i:E))\S{1,300}+){0,16}+[ \t]++-(?-i:E)[ ]?|--(?:proxy-)?cert[ ])[\"']?[^\s:\"'`\\-][^\s:\"'`\\]{0,255}+:"
        rb"(?P<value>[^\s\"'`\\/|;&<>][^\s\"'`\\|;&<>]{2,255}+)"
    ),
    accepts=_is_short_flag_value,
    finds=(
        Example(f"curl --cert client.pem:{_FAKE} https://x", _FAKE),
        Example(f"curl -s -E ./c.pem:{_FAKE} https://x", _FAKE),
    ),
    leaves=("curl --cert client.pem https://x.io:8443", "curl -e https://x.io:pa55w0rd -E c.pem", "x --cert C:\\c.pem", "x --cert c.pem:$PW"),
)  # fmt: skip

JOINED_USER: Final = Rule(
    id="joined-user-password",
    kind=Kind.SECRET,
    stem="password",
    why="curl also takes user:password without a space behind the flag.",
    anchors=(b"curl ",),
    ahead=rb"[^\r\n]{0,400}?-u",
    pattern=compile_pattern(
        rb"curl(?:[ \t]++(?!-(?-i:u)\S)\S{1,300}+){0,16}+[ \t]++-(?-i:u)(?P<quote>[\"'])?(?![\s:\"'`\\-])" + _PAIR
    ),
    accepts=_is_password_of_pair,
    each=_password_of_pair,
    finds=(Example(f"curl -s -ubob:{_FAKE} https://x", _FAKE),),
    leaves=("curl -u1000:1000 x", "curl -Lu https://x:y", "curl --url http://h:80"),
)


def _call(programs: bytes, flag: bytes, *, joint: bytes = rb"(?:[ \t=]++)?+") -> bytes:
    """Return a call of programs up to where the password stands: arguments, the flag (case counts), what may join them."""
    return (
        rb"(?:" + programs + rb")(?:" + _SPACE + rb"(?!(?-i:" + flag + rb"))(?:\"[^\"\r\n]{0,128}+\"|'[^'\r\n]{0,128}+'|\S{1,128}+)){0,16}+"
        + _SPACE + rb"(?-i:" + flag + rb")" + joint
    )  # fmt: skip


_APART: Final = rb"[ \t=]++"
_CALLS: Final = (
    _call(rb"mysql\w*|mariadb\S*|sshpass|mongo\w*|skopeo|7za?|(?:docker|podman|nerdctl|helm[ ]registry|az|oc)[ ]login"
          rb"|twine[ ]upload|conan[ ](?:user|remote[ ]login)", rb"-p"),
    _call(rb"redis-cli", rb"-a", joint=_APART),
    _call(rb"ldap(?:search|modify|add|delete|passwd|whoami)", rb"-w"),
    _call(rb"unzip|sqlcmd|bcp|isql", rb"-P"),
    _call(rb"zip", rb"-\w{0,6}P", joint=_APART),
    _call(rb"mosquitto_(?:pub|sub|rr)", rb"-P", joint=_APART),
    _call(rb"cqlsh|useradd|usermod|groupadd|clickhouse-client|influx|sqoop", rb"-p", joint=_APART),
    _call(rb"unrar|rar", rb"-h?p", joint=b""),
    _call(rb"plink|pscp|psftp|pterm", rb"-pw", joint=_APART),
    _call(rb"openssl[ ](?:enc|aes|des|camellia|aria|chacha20)[\w-]{0,20}", rb"-[kK]", joint=_APART),
    rb"openssl[ ]passwd(?:[ ]-(?:salt[ ][^\s-]\S{0,32}+|(?!in\b|salt\b)[\w-]{1,12}+)){0,6}+[ ](?!-)",
    _call(rb"schtasks", rb"/[rR][pP]", joint=_APART),
    rb"wpa_passphrase[ ](?:\"[^\"\r\n]{1,64}+\"|'[^'\r\n]{1,64}+'|\S{1,64}+)[ ]",
    rb"smbclient[ ][\"']?(?://|\\{2,8})[^\s\"']{1,200}+[\"']?[ ](?!-)",
    rb"rclone[ ](?:obscure[ ]|config[ ](?:create|update|password)(?:[ ](?!pass)\S{1,200}+){1,16}+[ ]pass(?:word)?2?[ =])",
    rb"(?<!\.)net[ ]user[ ]\S{1,64}+[ ](?=\S{4,128}+[ ]/(?:add|domain|active)\b)(?!/)",
    rb"socks[45][ \t]++\S{4,253}+[ \t]++\d{2,5}+[ \t]++\S{1,64}+[ \t]++",
    _call(rb"(?:x|sdl-|wl)freerdp3?", rb"/p:", joint=b""),
    _call(rb"rdesktop", rb"-p", joint=_APART),
)  # fmt: skip

PASSWORD_FLAG: Final = Rule(
    id="program-password-flag",
    kind=Kind.SECRET,
    stem="password",
    why="These programs take the password in a short flag.",
    anchors=(
        b"mysql", b"mariadb", b"sshpass", b"docker login", b"podman login", b"nerdctl login", b"helm registry login", b"redis-cli",
        b"mongo", b"ldap", b"az login", b"oc login", b"skopeo", b"7z ", b"7za ", b"unzip ", b"zip ", b"twine upload", b"conan user",
        b"conan remote login", b"sqlcmd ", b"bcp ", b"isql ", b"mosquitto_", b"cqlsh ", b"useradd ", b"usermod ", b"groupadd ",
        b"clickhouse-client ", b"influx ", b"sqoop ", b"rar ", b"unrar ", b"plink ", b"pscp ", b"psftp ", b"pterm ", b"openssl ",
        b"schtasks ", b"wpa_passphrase ", b"smbclient ", b"rclone ", b"net user ", b"socks5 ", b"socks4 ",
        b"xfreerdp", b"wlfreerdp", b"sdl-freerdp", b"rdesktop ",
    ),
    pattern=compile_pattern(
        rb"(?<![\w-])(?:" + rb"|".join(_CALLS) + rb")(?P<quote>[\"'])?+" + ARGUMENT
    ),
    accepts=_is_short_flag_value,
    each=spans_of_argument,
    finds=(
        Example(f"mysql -h db -u app -p{_FAKE} main", _FAKE),
        Example(f"sshpass -p '{_FAKE}' ssh host", _FAKE),
        Example(f"docker login -u bot -p {_FAKE} registry", _FAKE),
        Example(f"twine upload -u __token__ -p {_FAKE} dist/*", _FAKE),
        Example(f"redis-cli -h cache -p 6380 -a {_FAKE} ping", _FAKE),
        Example(f'sqlcmd -S "h,1433" -U sa -P {_FAKE}', _FAKE),
        Example(f"zip -r -P {_FAKE} out.zip dir", _FAKE),
        Example(f"xfreerdp /u:bob /p:{_FAKE} /v:h", _FAKE),
        Example(f"unrar x -p{_FAKE} a.rar", _FAKE),
        Example(f"openssl passwd -1 -salt xyz {_FAKE}", _FAKE),
        Example(f"net user bob {_FAKE} /add", _FAKE),
        Example(f"wpa_passphrase 'My Net' {_FAKE}", _FAKE),
        Example(f"rclone config create x webdav url https://x.io user bob pass {_FAKE}", _FAKE),
        Example(f"socks5 203.0.113.7 1080 bob {_FAKE}", _FAKE),
    ),
    leaves=(
        "mysql -h db -u app -p",
        "mysqldump -P 3306 db",
        "docker login -p $PASSWORD",
        "zip -r out.zip -x secret",
        "redis-cli -p 6380 ping",
        "cqlsh -p",
        "openssl passwd -6 -stdin",
        "openssl version -k",
        "rclone copy remote:x y",
        "a .net user may want /y",
        "smbclient -L //nas",
    ),
)  # fmt: skip

PASS_SOURCE: Final = Rule(
    id="openssl-password",
    kind=Kind.SECRET,
    stem="password",
    why="openssl takes a password behind the word for its source.",
    anchors=(b"-pass pass:", b"-passin pass:", b"-passout pass:", b"-pass', 'pass:", b'-pass", "pass:', b"-passin', 'pass:", b'-passin", "pass:'),
    pattern=compile_pattern(rb"-pass(?:in|out)?[\"', ]{1,4}pass:(?P<quote>[\"'])?" + ARGUMENT),
    accepts=_is_short_flag_value,
    each=spans_of_argument,
    finds=(Example(f"openssl rsa -in k -passin pass:{_FAKE} -out x", _FAKE),),
    leaves=("openssl rsa -passin pass:$PW", "openssl rsa -passin file:pw.txt"),
)  # fmt: skip
