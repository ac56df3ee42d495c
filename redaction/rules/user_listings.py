"""People in listings and records of a system: owners of processes, sessions, jobs and accounts."""

from __future__ import annotations

import re
from typing import Final

from redaction.findings import Kind
from redaction.lazy import lazy
from redaction.rule import Example, Reach, Rule, of_groups, of_items
from redaction.rules.accounts import PERSON, is_account, is_code, is_listed, is_own_name
from redaction.rules.formats import LETTER_OF_ESCAPE

_NAME: Final = rb"[A-Za-z_][A-Za-z0-9._\-]{1,31}"
_BREAK: Final = rb"(?:\r\n?|\n|\\r\\n|\\n)"
_TERMINAL: Final = rb"(?:\?|pts/\d{1,4}|tty\w{1,6})[ ]"
_TIME: Final = rb"(?:\d{1,2}:\d\d|[A-Z][a-z]{2}[ ]?\d{1,2}|\d{4})"
# Of ``ps aux`` owner, process, shares and sizes; of ``ps -ef`` owner, process, parent, share and start.
_USAGE: Final = rb"\d{1,8}[ ]{1,8}\d{1,5}\.\d[ ]{1,8}\d{1,3}\.\d[ ]{1,12}\d{1,12}[ ]{1,12}\d{1,12}[ ]{1,8}"
_START: Final = rb"\d{1,8}[ ]{1,8}\d{1,8}[ ]{1,8}\d{1,3}[ ]{1,8}" + _TIME + rb"[ ]{1,8}"
_SINCE: Final = rb"[ ]{1,24}(?:\d{4}-\d\d-\d\d|[A-Z][a-z]{2}[ ]|\d{1,3}\.\d{1,3}\.|:\d|-[ ]|\d\d:\d\d|private-host-)"

PROCESS_OWNER: Final = Rule(
    id="process-owner",
    kind=Kind.PERSON,
    stem="user",
    why="A listing of processes or sessions names who runs them.",
    sight=3_000,
    anchors=(b" ?      ", b" pts/", b" 20   0 "),
    reach=Reach(frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.:+- "), 112),
    pattern=lazy(
        LETTER_OF_ESCAPE
        + rb"(?:(?P<value>"
        + _NAME
        + rb"\+?)[ ]{1,24}(?:(?:"
        + _USAGE
        + rb"|"
        + _START
        + rb")"
        + _TERMINAL
        + rb"|pts/\d{1,4}"
        + _SINCE
        + rb")|[ ]{0,8}\d{1,8}[ ](?P<top>"
        + _NAME
        + rb"\+?)[ ]{1,12}20[ ]{3}0[ ]{1,8}[\d.]{1,10}[kmgt]?[ ])"
    ),
    each=of_groups("value", "top", only=is_listed),
    finds=(
        Example("bob99   2201  2.0  0.3 298123 54321 ?        S+   10:02   0:04 python run.py", "bob99"),
        Example("alice.z    12345       1  0 10:00 ?        00:00:01 python run.py", "alice.z"),
        Example("x\nbob99  pts/0        2026-12-02 02:04", "bob99"),
        Example(" 4711 bob99    20   0 9876.5m 123.4m  12.3m R  99.9   1.2 123:45.67 python", "bob99"),
    ),
    leaves=(
        "root      1  0.0  0.1 168000 11000 ?        Ss   10:00   0:01 /sbin/init",
        "message+  9  0.0  0.1 168000 11000 ?        Ss   10:00   0:01 dbus",
        "what does this do ?        and why",
        "opened /dev/pts/0 for it",
        " 4711 root      20   0 9876.5m 123.4m  12.3m R  99.9   1.2 123:45.67 python",
    ),
)

_JOB: Final = re.compile(
    rb"[ ]{1,24}\d{1,12}[\w\[\]-]{0,12}+[ ]{1,12}\S{1,64}+[ ]{1,24}\S{1,64}+[ ]{1,24}(?P<item>"
    + _NAME
    + rb")[ ]{1,12}[A-Z]{1,2}[ ]"
)
JOB_OWNER: Final = Rule(
    id="job-owner",
    kind=Kind.PERSON,
    stem="user",
    why="A queue names who waits in it.",
    sight=20_000,
    anchors=(b"jobid partition ",),
    pattern=lazy(rb"(?i:jobid partition[ ]{1,24}name[ ]{1,24}user )(?P<value>[^\r\n\\]{0,128}(?:" + _BREAK + rb"[ ]{1,24}\d[^\r\n\\]{1,240}){1,64})"),
    each=of_items(_JOB, "value", lambda item: is_own_name(item["item"])),
    finds=(
        Example("             JOBID PARTITION     NAME     USER ST       TIME  NODES\n            123456       gpu eval-run bob99  R    1:02:03      1 n7\n", "bob99"),
    ),
    leaves=("JOBID PARTITION NAME USER ST\n 123456 gpu eval-run root  R  1:02:03\n",),
)  # fmt: skip

ACCOUNT: Final = Rule(
    id="account-record",
    kind=Kind.PERSON,
    stem="user",
    why="The line of an account names the person.",
    anchors=(b":x:1", b":x:2", b":x:3", b":x:4", b":x:5"),
    ahead=rb"\d{3,9}:\d{1,10}:[^:\r\n]{0,120}:/",
    reach=Reach(frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-"), 33),
    pattern=lazy(
        LETTER_OF_ESCAPE
        + rb"(?P<value>"
        + _NAME
        + rb"):x:\d{4,10}:\d{1,10}:(?P<called>[A-Z\x80-\xff][\w.'\- \x80-\xff]{2,79})?[^:\r\n]{0,120}:/"
    ),
    each=of_groups("value", "called", only=is_own_name),
    finds=(
        Example("bob99:x:1000:1000:Jane Roe,,,:/home/x:/bin/bash", "bob99"),
        Example("bob99:x:1000:1000:Jane Roe,,,:/home/x:/bin/bash", "Jane Roe"),
    ),
    leaves=("ubuntu:x:1000:1000:Ubuntu:/home/ubuntu:/bin/bash", "app:x:1001:1001::/app:/bin/sh", "a:x:1:b"),
)

# What stands around the user in a file that says how ``ssh`` reaches a machine.
_SSH: Final = re.compile(
    rb"(?:\A|[\r\n\"]|\\n)[ \t]*(?:Host[ \t]|HostName[ \t]|IdentityFile[ \t]|ProxyJump[ \t]|Port[ \t]\d)"
)
_AROUND: Final = 300


def _is_of_line(match: re.Match[bytes]) -> bool:
    """Accept the user of a dialog, and that of a file for ``ssh`` only among its other words."""
    if match["ssh"] is not None and not _SSH.search(
        match.string, max(0, match.start() - _AROUND), match.end() + _AROUND
    ):
        return False
    return is_account(match["ssh"] or match["ftp"] or match["value"])


USER_LINE: Final = Rule(
    id="user-line",
    kind=Kind.PERSON,
    stem="user",
    why="The dialog of a login, and the file for one, give the account in a line.",
    anchors=(b"user ", b"user\t"),
    ahead=rb"[ \t]{0,16}" + _NAME + rb"[ \t]{0,8}(?:[\r\n\\'\"]|\Z)",
    before=b" \t\r\nn'\">",
    pattern=lazy(
        rb"(?:(?-i:USER)[ ](?P<value>" + _NAME + rb")(?=" + _BREAK + rb"(?:331|230|530|PASS )|(?:\\r|\\n)?[\"'])"
        rb"|(?<=ftp> )user[ ](?P<ftp>" + _NAME + rb")|(?<![^\s\"n])User[ \t]{1,16}(?P<ssh>" + _NAME + rb")(?=[ \t]{0,8}(?:[\r\n\"]|\\[nr]|\Z)))"
    ),
    accepts=_is_of_line,
    each=of_groups("value", "ftp", "ssh"),
    finds=(
        Example("220 x\nUSER bob99\n331 Please specify the password.", "bob99"),
        Example("ftp> user bob99\n", "bob99"),
        Example("*cmd* 'USER bob99'", "bob99"),
        Example("Host gpu1\n    HostName x\n    User bob99\n", "bob99"),
    ),
    leaves=("USER root\n", "User root\nHostName x", "the USER input\n", "Role: User input\n", "USER anonymous\n331 x"),
)  # fmt: skip

_SECTION: Final = re.compile(rb"(?:\A|[\r\n\"]|\\n)\[[\w. \-]{1,64}\][ \t]*(?:[\r\n]|\\n|\\r)")
SETTING: Final = Rule(
    id="user-in-section",
    kind=Kind.PERSON,
    stem="user",
    why=PERSON,
    anchors=(b"user = ", b"username = "),
    ahead=rb"[a-z][\w.\-]{2,63}+[ \t]{0,4}(?:[\r\n\\\"]|\Z)",
    pattern=lazy(
        rb"(?<![^\s\"n])(?i:user(?:name)?) = (?P<value>[a-z][a-z0-9._\-]{2,31})(?=[ \t]{0,4}(?:[\r\n\"]|\\[nr]|\Z))"
    ),
    accepts=lambda match: (
        is_own_name(match["value"])
        and not is_code(match["value"])
        and _SECTION.search(match.string, max(0, match.start() - _AROUND), match.start()) is not None
    ),
    finds=(Example("[remote]\ntype = webdav\nuser = bob99\npass = x\n", "bob99"),),
    leaves=("user = bob99\n", "[remote]\nuser = root\n", "x = [remote]\nuser = self.user\n"),
)
_FIELD: Final = (
    rb"(?:passwd|hashed_passwd|plain_text_passwd|ssh[_-]authorized[_-]keys|sudo|gecos|lock_passwd|primary_group)"
)
_BLANK: Final = rb"(?:\s|\\[nr]){1,40}"
_OF_RECORD: Final = (
    rb"(?:"
    + _BLANK
    + rb"+(?P<host>"
    + _NAME
    + rb"):"
    + _BLANK
    + rb"+oauth_token:|[\"']?(?P<value>"
    + _NAME
    + rb")[\"']?"
    + _BLANK
    + rb"+"
    + _FIELD
    + rb":)"
)
RECORD: Final = Rule(
    id="user-in-record",
    kind=Kind.PERSON,
    stem="user",
    why=PERSON,
    anchors=(b"users:", b"- name: "),
    ahead=re.sub(rb"[?]P<[a-z]+>", b"?:", _OF_RECORD),
    pattern=lazy(rb"(?:users:|- name: )" + _OF_RECORD),
    each=of_groups("value", "host", only=is_own_name),
    finds=(
        Example("github.com:\n    users:\n        bob99:\n            oauth_token: x", "bob99"),
        Example("users:\n  - name: bob99\n    passwd: x", "bob99"),
    ),
    leaves=("- name: ubuntu\n    sudo: ALL", "- name: build\n  run: make"),
)
