"""People by what programs say about accounts: sign-ins, ids with names, owners of files, users in Amazon's names."""

from __future__ import annotations

import re
from typing import Final

from redaction.findings import Kind
from redaction.lazy import lazy
from redaction.rule import Each, Example, Rule, of_groups
from redaction.rules.accounts import PERSON, is_account, is_own_name

_NAME: Final = rb"[A-Za-z][A-Za-z0-9._\-]{1,63}"


def _names(pattern: bytes) -> Each:
    """Return what claims, in a match, each group ``name`` of a pattern that is the account of somebody."""
    each_name = re.compile(pattern)

    def each(match: re.Match[bytes]) -> list[tuple[int, int]]:
        found = each_name.finditer(match.string, match.start(), match.end())
        return [name.span("name") for name in found if is_account(name["name"])]

    return each


QUOTED_USER: Final = Rule(
    id="user-in-message",
    kind=Kind.PERSON,
    stem="user",
    why=PERSON,
    anchors=(b"user ",),
    ahead=rb"\\{0,4}+[\"'`][A-Za-z]",
    pattern=lazy(
        rb"(?<![A-Za-z0-9_\-.])(?i:user) (?P<open>\\{0,4}[\"'`])(?P<value>" + _NAME + rb"(?:@[\w.%\-]{1,64})?)(?P=open)"
    ),
    finds=(
        Example('password authentication failed for user "alice.z"', "alice.z"),
        Example("Access denied for user 'bob99'@'localhost'", "bob99"),
    ),
    leaves=('failed for user "postgres"', "for user 'root'@'localhost'", 'role of user "name"', "user 'input'"),
    accepts=lambda match: is_own_name(match["value"]),
)
SIGNED_IN: Final = Rule(
    id="signed-in-user",
    kind=Kind.PERSON,
    stem="user",
    why=PERSON,
    sight=3_000,
    anchors=(
        b"logged in ",
        b"for user ",
        b"invalid user ",
        b"su: user ",
        b"accepted p",
        b"failed password for ",
        b"authenticated as ",
        b"signed in as ",
        b" of user ",
        b"from user ",
        b"authenticating user ",
        b"sudo: ",
        b"sudo[",
        b"cron[",
    ),
    pattern=lazy(
        rb"(?:sudo(?:\[\d{1,8}\])?:[ ]{1,8}(?P<sudo>"
        + _NAME
        + rb")(?= : (?:TTY=|user NOT|command not|\d{1,2} incorrect|a password))|(?i:cron\[\d{1,8}\]: \()(?P<cron>"
        + _NAME
        + rb")(?=\) [A-Z])|(?<=\d) of user (?P<session>"
        + _NAME
        + rb")(?=\.(?:\s|\Z|\\n))|(?:authenticating user|(?<=isconnected )from user) (?P<ssh>"
        + _NAME
        + rb")(?= [\w.:\-]{1,253} port \d)|"
        rb"(?i:(?:logged in|authenticated|signed in)(?: to [\w.\-]{1,64}(?::\d{1,5})?)? (?:as|account):? |(?:opened|closed|denied|failed|failure|not allowed) for user |(?<=failed )for user |(?<=denied )for user |(?<=opened )for user |(?<=closed )for user |"
        rb"invalid user |su: user |(?:accepted (?:publickey|password)|failed password) for (?:invalid user )?)"
        rb"(?P<value>"
        + _NAME
        + rb")(?<=[A-Za-z0-9])(?=[\r\n\\(,;]|\.?\s{0,4}\Z|\.\s|[ ](?:\(|(?:from|by|on|does|to|in|via|port|at|with|using)\b))"
        rb"(?:(?:\(uid=\d{1,10}\))? by (?P<by>"
        + _NAME
        + rb")(?=\(uid=\d)| \((?P<team>"
        + _NAME
        + rb")\)(?= to https?:|\. Use))?)"
    ),
    finds=(
        Example("Logged in to github.com account alice.z (keyring)", "alice.z"),
        Example("Logged in to github.com account bob99 (/x/hosts.yml)", "bob99"),
        Example("wandb: Currently logged in as: bob99 (team)", "bob99"),
        Example("Permission denied for user bob99", "bob99"),
        Example("session opened for user bob99(uid=1000) by (uid=0)", "bob99"),
        Example("Accepted publickey for bob99 from 10.0.0.1", "bob99"),
        Example("su: user bob99 does not exist", "bob99"),
        Example("sudo: bob99 : TTY=pts/0 ; PWD=/srv ; USER=root ; COMMAND=/bin/ls", "bob99"),
        Example("CRON[1234]: (bob99) CMD (x)", "bob99"),
        Example("systemd-logind[2]: New session 4 of user bob99.\n", "bob99"),
        Example("Disconnected from user bob99 203.0.113.7 port 4444", "bob99"),
        Example("session opened for user root(uid=0) by bob99(uid=1000)", "bob99"),
        Example("wandb: Currently logged in as: bob99 (quomb-labs) to https://api.wandb.ai", "quomb-labs"),
    ),
    leaves=(
        "logged in as administrator",
        "Permission denied for user root",
        "invalid user input",
        "logged in to the server",
        "sudo: a password is required",
        "CRON[1234]: (root) CMD (x)",
        "step 4 of user input.",
    ),
    each=of_groups("value", "by", "team", "sudo", "cron", "session", "ssh", only=is_own_name),
)
_ID: Final = rb"\d{1,10}\(" + rb"[A-Za-z_][A-Za-z0-9._\- ]{0,63}" + rb"\)"
NUMBERED_USER: Final = Rule(
    id="numbered-user",
    kind=Kind.PERSON,
    stem="user",
    why=PERSON,
    anchors=(b"uid=", b"gid=", b"groups=", b"uid: (", b"gid: (", b"userid=", b"groupid="),
    ahead=rb"(?:\d{1,10}\(|\s{0,8}\d{1,10}/|[A-Za-z_][A-Za-z0-9._\-]{1,63}\(\d)",
    pattern=lazy(
        rb"(?i:[ug]id="
        + _ID
        + rb"|groups="
        + _ID
        + rb"(?:,"
        + _ID
        + rb"){0,64}|[ug]id: \([ ]{0,8}\d{1,10}/[ ]{0,12}[A-Za-z_][A-Za-z0-9._\-]{1,31}\)|(?:user|group)id=[A-Za-z_][A-Za-z0-9._\-]{1,63}(?=\(\d{1,10}\)))"
    ),
    finds=(
        Example("uid=1000(alice.z) gid=100(users)", "alice.z"),
        Example("groups=27(sudo),1000(bob99)", "bob99"),
        Example("UserId=bob99(1000) GroupId=users(100)", "bob99"),
        Example("Access: (0644/-rw-r--r--)  Uid: ( 1000/   bob99)", "bob99"),
    ),
    leaves=("uid=0(root) gid=0(root) groups=0(root)", "uid=1000(ubuntu)", "uid=1000", "(uid=0)"),
    each=_names(rb"(?:[(/][ ]{0,12}|[dD]=)(?P<name>[A-Za-z_][A-Za-z0-9._\-]{1,63})(?=[)(]|\Z)"),
)

_MODE: Final = rb"[rwxst\-]{9}[.+@]?"
_OWNER: Final = rb"[A-Za-z0-9_][A-Za-z0-9._\-]{0,31}\$?"
_OWNERS: Final = (
    rb"(?:\d{1,7}[ ]{1,8}(?P<owner>" + _OWNER + rb")[ ]{1,24}(?P<group>" + _OWNER + rb")"
    rb"|(?P<packed>" + _OWNER + rb")/(?P<team>" + _OWNER + rb"))[ ]{1,24}[\d.,]{1,15}[KMGTP]?,?[ ]{1,8}"
)


def _owners(match: re.Match[bytes]) -> list[tuple[int, int]]:
    """Return owner and group of a file that are somebody's."""
    groups = ("owner", "group", "packed", "team")
    return [match.span(group) for group in groups if match[group] and is_account(match[group])]


FILE_OWNER: Final = Rule(
    id="file-owner",
    kind=Kind.PERSON,
    stem="user",
    why="A listing names who owns the files.",
    anchors=(
        b"drwx",
        b"dr-x",
        b"drw-",
        b"d---",
        b"lrwx",
        b"lr-x",
        b"-rw-",
        b"-rwx",
        b"-r--",
        b"-r-x",
        b"----",
        b"srwx",
        b"srw-",
        b"prw-",
        b"crw-",
        b"brw-",
        b"lrw-",
    ),
    ahead=rb"[rwxst\-]{6}+[.+@]?+[ ]{1,8}+[A-Za-z0-9_]",
    pattern=lazy(rb"(?<![\w\-])[dlspcb\-]" + _MODE + rb"[ ]{1,8}" + _OWNERS),
    finds=(
        Example("drwxr-xr-x 2 alice.z alice.z 4096 Dec  2 02:04 x", "alice.z"),
        Example("-rw-r--r--@ 1 bob99  staff  40 Dec  2  2025 x", "bob99"),
        Example("-rw-r--r-- bob99/users 40 2025-12-02 02:04 x", "bob99"),
    ),
    leaves=(
        "drwxr-xr-x 2 root root 4096 Dec  2 02:04 x",
        "-rw-r--r-- 1 1000 1000 4096 Dec  2 02:04 x",
        "---------- 1 of 3",
        "drwxr-xr-x 2 node staff 4096 Dec  2 02:04 x",
        "total 9\n        drwxr-xr-x   8 root     wheel        1024 Jan  3  1994 .",
    ),
    each=_owners,
)

# Sessions of machines and programs carry numbers.
_NO_PERSON: Final = re.compile(
    rb"(?i)i-[0-9a-f]|[0-9a-f\-]{8,}\Z|.*\d{6}|.*(?:session|github|actions|lambda|role|bot|eks|ecs|ci)"
)


def _is_of_cloud(match: re.Match[bytes]) -> bool:
    """Say whether the resource is Amazon's: an account's number stands before it, or the name begins with ``arn``."""
    start = match.start()
    return match.string[start - 1 : start].isdigit() or b"arn:" in match.string[max(0, start - _LONGEST_NAME) : start]


_LONGEST_NAME: Final = 80

AWS_USER: Final = Rule(
    id="aws-user",
    kind=Kind.PERSON,
    stem="user",
    why=PERSON,
    anchors=(b":user/", b":federated-user/", b":assumed-role/"),
    pattern=lazy(
        rb":(?:(?:federated-)?user/(?:[\w.\-]{1,64}/){0,4}|assumed-role/[\w+=,.@\-]{1,64}/)(?P<value>[\w+=,.@\-]{2,64})(?![\w+=,.@/\-])"
    ),
    finds=(
        Example("arn:aws:iam::111122223333:user/alice.z", "alice.z"),
        Example("arn:aws:sts::111122223333:assumed-role/x/bob99", "bob99"),
    ),
    leaves=(
        "arn:aws:sts::111122223333:assumed-role/x/i-0a1b2c3d4e5f60718",
        "arn:aws:iam::111122223333:user/admin",
        "npm i github:user/project",
    ),
    accepts=lambda match: (
        _is_of_cloud(match) and is_account(match["value"]) and _NO_PERSON.match(match["value"]) is None
    ),
)
