"""Accounts beside their passwords: on command lines, in ``.netrc``, in connection strings, as two arguments of a call."""

from __future__ import annotations

import re
from typing import Final

from redaction.findings import Kind
from redaction.lazy import lazy
from redaction.rule import Example, Rule, of_groups
from redaction.rules.accounts import PERSON, is_code, is_own_name

_FAKE: Final = "fake" + "Canary7Zq9"
_NAME: Final = rb"[A-Za-z][A-Za-z0-9._\-]{2,63}"
_QUOTE: Final = rb"\\{0,4}[\"']"
_DOMAIN: Final = rb"(?:[A-Za-z][\w.\-]{0,63}\\{1,4})?"
_BREAK: Final = rb"(?:\s|\\[nrt]){1,40}+"
_ARGUMENT: Final = rb"(?:[ \t]{1,8}+(?!-[uU])[^\s|;&]{1,200}+){0,10}+[ \t]{1,8}+"


# Accounts and words that this place shows of everybody.
_EVERYBODYS: Final = frozenset(
    b"elastic opensearch api apikey api_key api-key key token bearer basic submit bot".split()
)


def _is_ones(name: bytes) -> bool:
    """Say whether a name is an account of somebody: none that machines share, no word, no expression of a program."""
    return is_own_name(name) and not is_code(name) and name.lower() not in _EVERYBODYS


def _is_name(match: re.Match[bytes]) -> bool:
    """Accept the account of somebody."""
    return _is_ones(match["value"])


WITH_PASSWORD: Final = Rule(
    id="user-of-password",
    kind=Kind.PERSON,
    stem="user",
    why=PERSON,
    anchors=(b"-u ", b"-u'", b'-u"', b" -a ", b"-user "),
    ahead=rb"[\"']?" + _DOMAIN + _NAME + rb"(?::|%|[\"']?[ \t]+-p|[\"']?[ \t]+--password)",
    pattern=lazy(
        rb"(?:[ ]-[aA]|(?<![\w-])-[uU]|-user)[ ]?[\"']?"
        + _DOMAIN
        + rb"(?P<value>"
        + _NAME
        + rb")(?=[:%](?!\\{0,8}+[\"'\s/]|\d{1,5}(?!\w)|:)[^\s\"']{4}|[\"']?[ \t]{1,8}(?:--password|-[pP])(?:[ \t=]{1,4}|(?=[^\s\-]{6}))[\"']?[^\s\"'\-])"
    ),
    accepts=_is_name,
    finds=(
        Example(f"docker login -u bob99 -p {_FAKE} r.example", "bob99"),
        Example(f"curl -u alice.z:{_FAKE} https://x", "alice.z"),
        Example(f"smbclient //nas/share -U 'bob99%{_FAKE}'", "bob99"),
    ),
    leaves=(
        "docker login -u bot -p x",
        "docker run -u node:node image",
        "sort -u names.txt",
        "git push -u origin main:main",
    ),
)
FLAG: Final = Rule(
    id="user-of-program",
    kind=Kind.PERSON,
    stem="user",
    why=PERSON,
    anchors=(
        b"psql ",
        b"pg_dump",
        b"pg_restore ",
        b"mysql ",
        b"mysqldump ",
        b"mariadb ",
        b"htpasswd ",
        b"/user:",
        b"-username",
        b"http-user",
        b"ftp-user",
        b"jdbc:oracle:",
        b"sqlplus ",
        b"sudo -",
        b"su - ",
        b"su -l ",
        b"runuser -",
        b"ssh -",
        b" -username ",
        b"/ru ",
        b" /u:",
        b"net user ",
        b"smbclient ",
        b"rclone config ",
    ),
    pattern=lazy(
        rb"(?:(?:psql|pg_dump(?:all)?|pg_restore)"
        + _ARGUMENT
        + rb"-U[ ]?(?P<postgres>"
        + _NAME
        + rb")(?=[\s\"'\\]|\Z)|(?:mysql|mysqldump|mariadb)"
        + _ARGUMENT
        + rb"-u[ ]?(?P<mysql>"
        + _NAME
        + rb")(?=[\s\"'\\]|\Z)|htpasswd[ ]-\w{0,8}b\w{0,8}[ ](?:[^\s\-]{1,128}[ ](?=\S{1,64}[ ]\S))?(?P<web>"
        + _NAME
        + rb")(?=[ ]\S)|(?<=[ ])/user:(?:[\w.\-]{1,64}\\{1,4})?(?P<windows>"
        + _NAME
        + rb")(?=[ ]\S)|(?<=docker)-username[= ](?P<docker>"
        + _NAME
        + rb")(?![\w@/(\[{:])|(?:http|ftp)-user(?:name)?[= ](?P<wget>"
        + _NAME
        + rb")(?![\w@/(\[{:])|(?:jdbc:oracle:(?:thin|oci8?):|sqlplus[ ](?:-\w{1,8}[ ]){0,4}+[\"']?)(?P<oracle>"
        + _NAME
        + rb")(?=/[^\s@/]{3,128}(?:@|\s|\Z))"
        rb"|(?<![\w-])(?:sudo[ ](?:-(?![A-Za-z]{0,3}u[ ])[A-Za-z]{1,3}[ ]){0,3}-[A-Za-z]{0,3}u[ ]|su[ ]-l?[ ]|runuser[ ]-[lu][ ]|ssh[ ](?:-(?!l[ ])[A-Za-z]{1,4}[ ](?:[\w./~:=]{1,80}[ ])?){0,4}-l[ ])(?P<changed>"
        + _NAME
        + rb")(?=[\s\"'\\;]|\Z)|[ ](?:(?i:-username)[ ][\"']?|/u:)"
        + _DOMAIN
        + rb"(?P<shell>"
        + _NAME
        + rb")(?=[\s\"'\\]|\Z)|/ru[ ]"
        + _DOMAIN
        + rb"(?P<task>"
        + _NAME
        + rb")(?=[ ]/)|(?<![\w.-])net[ ]user[ ](?P<net>"
        + _NAME
        + rb")(?=[ ]\S{1,128}[ ]/(?:add|domain|active))|smbclient"
        + _ARGUMENT
        + rb"-U[ ](?P<share>"
        + _NAME
        + rb")(?=[\s\"'\\]|\Z)|rclone[ ]config"
        + _ARGUMENT.replace(b"-[uU]", b"user")
        + rb"user(?:name)?[ =](?P<remote>"
        + _NAME
        + rb")(?=[\s\"'\\]|\Z))"
    ),
    each=of_groups(
        "postgres",
        "mysql",
        "web",
        "windows",
        "docker",
        "wget",
        "oracle",
        "changed",
        "shell",
        "task",
        "net",
        "share",
        "remote",
        only=_is_ones,
    ),
    finds=(
        Example("psql -h db -U alice.z main", "alice.z"),
        Example(f"htpasswd -nb bob99 {_FAKE}", "bob99"),
        Example("kubectl create secret docker-registry r --docker-username=bob99", "bob99"),
        Example(f"jdbc:oracle:thin:bob99/{_FAKE}@h:1521/x", "bob99"),
        Example("su - bob99", "bob99"),
        Example("sudo -n -iu bob99 ls", "bob99"),
        Example("ssh -p 22 -l bob99 gpu1", "bob99"),
        Example("Get-Credential -UserName QUOMB\\kobold7", "kobold7"),
        Example(f"schtasks /create /ru QUOMB\\kobold7 /rp {_FAKE}", "kobold7"),
        Example(f"net user bob99 {_FAKE} /add", "bob99"),
    ),
    leaves=(
        "psql -U postgres -c 'x'",
        "mysql -u root -p",
        "wget --http-user=$USER",
        "jdbc:oracle:thin:@h:1521",
        "htpasswd -c users bob",
        "su - postgres -c psql",
        "sudo -u www-data ls",
        "sudo -n ls",
        "ssh -V",
        "a.net user wants x /add",
    ),
)
NETRC: Final = Rule(
    id="netrc-login",
    kind=Kind.PERSON,
    stem="user",
    why=PERSON,
    anchors=(b"login", b":5432:", b":6432:", b":3306:", b":5433:", b":5434:", b":5439:", b":*:*:"),
    ahead=rb"(?:\s|\\[nrt]|[^\s:\"'\\]{1,64}:)",
    pattern=lazy(
        rb"(?:(?i:login)"
        + _BREAK
        + rb"(?P<value>"
        + _NAME
        + rb")"
        + _BREAK
        + rb"(?:account"
        + _BREAK
        + rb"[^\s\\]{1,128}+"
        + _BREAK
        + rb")?+(?i:password)"
        + _BREAK
        + rb"[^\s\\\"']{3}|:(?:\d{4}|\*):[A-Za-z_*][^\s:\"'\\]{0,63}+:(?P<pgpass>"
        + _NAME
        + rb"):[^\s\"'\\]{3})"
    ),
    each=of_groups("value", "pgpass", only=_is_ones),
    finds=(
        Example(f"machine git.x\n  login bob99\n  password {_FAKE}\n", "bob99"),
        Example(f"db.x:5432:main:alice.z:{_FAKE}", "alice.z"),
    ),
    leaves=("login form password field", "login user password x1y2", "127.0.0.1:5432:5432"),
)
CONNECTION: Final = Rule(
    id="user-of-connection",
    kind=Kind.PERSON,
    stem="user",
    why=PERSON,
    anchors=(b"user id=", b"uid=", b"userid="),
    pattern=lazy(
        rb"(?<=;)[ ]?(?i:user id|uid|userid)=(?P<value>"
        + _NAME
        + rb")(?=;)|(?i:user id)=(?P<first>"
        + _NAME
        + rb")(?=;)"
    ),
    each=of_groups("value", "first", only=_is_ones),
    finds=(
        Example(f"Server=db;User ID=bob99;Password={_FAKE};", "bob99"),
        Example(f"Server=db;Uid=alice.z;Pwd={_FAKE};", "alice.z"),
    ),
    leaves=("Server=db;Uid=sa;Pwd=x;", "a;uid=$uid;", "user id=name;"),
)
PAIR: Final = Rule(
    id="user-in-login-call",
    kind=Kind.PERSON,
    stem="user",
    why=PERSON,
    anchors=(
        b"auth=(",
        b"auth(",
        b".login(",
        b"auth((",
        b"login=",
        b"<username>",
        b"pscredential(",
        b"networkcredential(",
    ),
    ahead=rb"(?:\(?(?:login=)?(?:" + _QUOTE + rb")?[A-Za-z])",
    pattern=lazy(
        rb"(?:(?i:(?:ps|network)credential)\([ ]{0,4}"
        + _QUOTE
        + _DOMAIN
        + rb"(?P<windows>"
        + _NAME
        + rb")(?="
        + _QUOTE
        + rb",)|(?:(?i:auth)=?\((?:\(|login=)?|\.login\()[ ]{0,4}(?P<open>"
        + _QUOTE
        + rb")(?P<value>"
        + _NAME
        + rb")(?P=open)[ ]{0,4},[ ]{0,4}(?:password=)?[bru]?"
        + _QUOTE
        + rb"(?=[^\s\"'\\]{0,40}[\d#!$%&*+_\-])[^\s\"'\\]{4}|(?i:<username>)(?P<element>"
        + _NAME
        + rb")(?i:</username>))"
    ),
    each=of_groups("value", "element", "windows", only=_is_ones),
    finds=(
        Example(f"requests.get(u, auth=('bob99', '{_FAKE}'))", "bob99"),
        Example(f"ftp.login('alice.z', '{_FAKE}')", "alice.z"),
        Example(f'New-Object System.Net.NetworkCredential("bob99", "{_FAKE}")', "bob99"),
        Example(f"<username>bob99</username><password>{_FAKE}</password>", "bob99"),
    ),
    leaves=(
        "auth=('user', 'password')",
        "auth=('elastic', 'x1y2z3')",
        "<username>${env.USER}</username>",
        "app.login('submit', 'form')",
    ),
)
SAID: Final = Rule(
    id="user-said",
    kind=Kind.PERSON,
    stem="user",
    why=PERSON,
    anchors=(b"[sudo] password for ", b"whoami", "用户名".encode(), "账号：".encode(), b"username is "),
    ahead=rb"(?:[\"'`*]{0,2}[A-Za-z]|\r?\n[a-z]|\\n[a-z]|\xef\xbc\x9a|:)",
    pattern=lazy(
        rb"(?:\[sudo\] password for (?P<sudo>" + _NAME + rb")(?=:)|(?<=[$#] )whoami(?:\r?\n|\\n)(?P<prompt>[a-z][a-z0-9._\-]{2,31})(?=\r|\n|\\n|\Z)"
        rb"|(?:" + "用户名".encode() + rb"(?:\xef\xbc\x9a|:)[ ]?|" + "账号：".encode() + rb")[\"'`*]{0,2}(?P<value>" + _NAME + rb")(?<=[A-Za-z0-9])(?=[\"'`*]{0,2}(?:[\s,;.\\]|\Z|[\x80-\xff]))"
        rb"|(?i:username) is (?:(?P<mark>[\"'`*]{1,2})(?P<marked>" + _NAME + rb")(?P=mark)|(?P<said>" + _NAME + rb")(?= and (?:the |your |its )?password)))"
    ),
    each=of_groups("sudo", "prompt", "value", "marked", "said", only=_is_ones),
    finds=(
        Example("[sudo] password for bob99: ", "bob99"),
        Example("$ whoami\nbob99\n", "bob99"),
        Example("用户名：alicez", "alicez"),
        Example("The username is bob99 and the password is x", "bob99"),
        Example("the username is `bob99`", "bob99"),
    ),
    leaves=("[sudo] password for root: ", "$ whoami\nroot\n", "username is required", "the username is stored in a file", "use whoami\nto see"),
)  # fmt: skip

KEY_COMMENT: Final = Rule(
    id="public-key-comment",
    kind=Kind.PERSON,
    stem="user",
    why="The comment of a public key says who made it, and where.",
    anchors=(b"ssh-rsa aaaa", b"ssh-ed25519 aaaa", b"ecdsa-sha2-nistp256 aaaa"),
    pattern=lazy(
        rb"(?:ssh-(?:rsa|ed25519)|ecdsa-sha2-nistp256) AAAA[A-Za-z0-9+/]{40,800}+={0,2}[ ](?P<value>(?P<user>[A-Za-z][A-Za-z0-9._\-]{1,31})@[A-Za-z0-9][\w.\-]{1,63})(?=[\s\"'\\]|\Z)"
    ),
    accepts=lambda match: _is_ones(match["user"]),
    sight=3_000,
    finds=(Example("ssh-ed25519 AAAA" + "C3NzaC1lZDI1NTE5" * 4 + " bob99@laptop", "bob99@laptop"),),
    leaves=("ssh-ed25519 AAAA" + "C3NzaC1lZDI1NTE5" * 4 + " root@0a1b2c3d4e5f", "ssh-rsa AAAA short bob99@laptop"),
)
