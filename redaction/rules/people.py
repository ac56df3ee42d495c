"""People and accounts: home folders, e-mail addresses, telephone numbers, account and request ids."""

from __future__ import annotations

import re
from typing import Final

from redaction.findings import Kind
from redaction.lazy import lazy
from redaction.rule import Example, Reach, Rule
from redaction.vocabulary import is_common

_PERSON: Final = "It names a person."
_ACCOUNT: Final = "It names an account."
# Accounts that machines share; they say nothing about anybody.
_NOBODY: Final = frozenset(
    b"root admin administrator user users ubuntu debian centos runner runneradmin vagrant docker node nobody guest app jovyan ec2-user shared public default agent "
    b"sandbox coder vscode git www www-data postgres mysql redis appuser nonroot container workspace codespace daytona modal openhands username you me myuser home "
    b"user-name your-name yourname someone".split()
)
_OURS: Final = re.compile(rb"(?:user|home|machine)-\d+\Z|<|\$|\{|REDACTED|WITHHELD|%")


def is_somebody(match: re.Match[bytes]) -> bool:
    """Refuse accounts that every machine has, variables, and our own placeholders."""
    name = match["value"]
    return name.lower() not in _NOBODY and not _OURS.match(name)


_HOME_END: Final = rb"(?=[/\\\"'\s:;,)\]}|>]|\Z)"

HOME: Final = Rule(
    id="home-folder",
    kind=Kind.PERSON,
    stem="user",
    why=_PERSON,
    sight=3_000,
    anchors=(b"home/", b"/users/"),
    pattern=lazy(
        rb"(?<![A-Za-z0-9_.\-])(?:(?:/mnt/[a-z]|/[a-z])?/(?:home|[Uu]sers)|home)/(?P<value>[A-Za-z0-9_.@+\-]{2,64}(?:[ ][A-Za-z0-9_.\-]{1,32}(?=/)){0,2})"
        + _HOME_END
    ),
    finds=(
        Example('File "/home/alice.z/eval/x.py"', "alice.z"),
        Example("cd /Users/John Appleseed/src", "John Appleseed"),
        Example("/mnt/c/Users/bob99/x", "bob99"),
        Example('"destination": "home/alice.z/eval/x.txt"', "alice.z"),
    ),
    leaves=("/home/runner/work", "/home/user-1/x", "/home/$USER/x", "GET /v1/users/list HTTP", "/api/users/42"),
    reach=Reach(frozenset(b"/abcdefghijklmnopqrstuvwxyz"), 8),
    accepts=lambda match: (
        is_somebody(match) and not match["value"].isdigit() and match["value"] not in (b"list", b"me")
    ),
)
WINDOWS_HOME: Final = Rule(
    id="windows-home-folder",
    kind=Kind.PERSON,
    stem="user",
    why=_PERSON,
    anchors=(b"\\users\\", b":/users/", b"\\documents and settings\\"),
    pattern=lazy(
        rb"(?i:[:\\]{0,3}[/\\]{1,4}(?:Users|Documents and Settings)[/\\]{1,4})(?P<value>[A-Za-z0-9_.@+\-]{2,64}(?:[ ][A-Za-z0-9_.\-]{1,32}(?=[/\\])){0,2})"
        + _HOME_END
    ),
    finds=(Example("C:\\Users\\alice.z\\work", "alice.z"), Example('"C:\\\\Users\\\\Jane Doe\\\\x"', "Jane Doe")),
    leaves=("C:\\Users\\Public\\x", "C:\\Users\\%USERNAME%\\x"),
    reach=Reach(frozenset(b"\\/:"), 4),
    accepts=is_somebody,
)
USER_NAME: Final = Rule(
    id="user-name",
    kind=Kind.PERSON,
    stem="user",
    why=_PERSON,
    sight=3_000,
    anchors=(b"user", b"login", b"logname"),
    pattern=lazy(
        rb"(?<![A-Za-z0-9_\-.])(?:(?i:user_?(?:name)?|login|logname))(?:\\{0,4}[\"']\s{0,2}[:=]\s{0,2}\\{0,4}[\"']|=)(?P<value>[A-Za-z][A-Za-z0-9._\-]{2,63}+)(?![A-Za-z0-9@/(\[{:])"
    ),
    finds=(
        Example('"extra_body": {"user": "alice.z"}', "alice.z"),
        Example("USER=bob99\n", "bob99"),
        Example("'username': 'c.doe'", "c.doe"),
    ),
    leaves=(
        '"role": "user"',
        '"user": "root"',
        "user=None",
        "login=true",
        '"user": "${USER}"',
        "user=self.user",
        "user=os.getenv()",
    ),
    accepts=lambda match: (
        is_somebody(match)
        and not is_common(match["value"].decode())
        and not match["value"].startswith((b"self.", b"os."))
    ),
)
PROMPT: Final = Rule(
    id="shell-prompt",
    kind=Kind.PERSON,
    stem="user",
    why="A prompt names the person and the machine.",
    sight=3_000,
    anchors=(b":~", b":/"),
    ahead=rb"(?!(?<=/)/)[^\s$#]{0,120}+[$#]",
    before=b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-",
    pattern=lazy(
        rb"(?<![A-Za-z0-9_.\-/])(?:(?<=\\)[nrt])?+(?P<value>[a-z_][a-z0-9_.\-]{1,31}@[A-Za-z0-9][A-Za-z0-9_.\-]{1,63}):[~/](?=[^\s]{0,120}[$#] )"
    ),
    finds=(
        Example("alice@gpu-box-17:~/work$ ls", "alice@gpu-box-17"),
        Example("Screen:\\nalice@gpu-box-17:~/work$ ls", "alice@gpu-box-17"),
    ),
    leaves=("git@github.com:org/x $", "x:~"),
    reach=Reach(frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-@"), 96),
)
_NOT_PEOPLE: Final = (b"git@", b"hg@", b"svn@", b"noreply@", b"no-reply@", b"user@example.")
_IN_AUTHORITY: Final = re.compile(rb":\\{0,2}/\\{0,2}/[^\s/\"'<>]{0,80}\Z")
_LONGEST_USER: Final = 96


def is_address(match: re.Match[bytes]) -> bool:
    """Refuse the user part of a URL, whose own rules tell user, password and host apart, and senders of programs."""
    before = match.string[max(0, match.start("value") - _LONGEST_USER) : match.start("value")]
    return not match["value"].lower().startswith(_NOT_PEOPLE) and _IN_AUTHORITY.search(before) is None


EMAIL: Final = Rule(
    id="e-mail-address",
    kind=Kind.EMAIL,
    stem="email",
    why=_PERSON,
    sight=3_000,
    anchors=(b"@",),
    ahead=rb"[a-z0-9](?:[a-z0-9\-]{0,62}\.)[a-z0-9]",
    pattern=lazy(
        rb"(?<![A-Za-z0-9._%+\-/])(?P<value>[A-Za-z0-9_%+](?:[A-Za-z0-9._%+\-]{0,63})@(?:[A-Za-z0-9](?:[A-Za-z0-9\-]{0,61}[A-Za-z0-9])?\.){1,6}[A-Za-z]{2,24})(?![A-Za-z0-9_@]|-[A-Za-z0-9]|\.[A-Za-z]{2})"
    ),
    finds=(
        Example("mail alice.z@acme.example.", "alice.z@acme.example"),
        Example("<bob+x@corp.acme.com>", "bob+x@corp.acme.com"),
    ),
    leaves=(
        "git@github.com:org/name",
        "@app.route",
        "package@1.2.3",
        "noreply@github.com",
        "a@b",
        "actions/checkout@v4.io",
    ),
    reach=Reach(frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._%+-"), 65),
    accepts=is_address,
)
TELEPHONE: Final = Rule(
    id="telephone-number",
    kind=Kind.PHONE,
    stem="phone",
    why=_PERSON,
    sight=3_000,
    anchors=(b"+", b"phone", b"tel:", b"tel.", b"mobile", b"whatsapp", b"fax"),
    pattern=lazy(
        rb"(?<![A-Za-z0-9.+/=\-])(?:(?i:phone(?: number| no\.?)?|tel[.:]|mobile|whatsapp|fax)\\{0,2}[\"']?[ :=]{1,4}[\"']?)?"
        rb"(?P<value>\+[1-9]\d{0,2}[ .\-]?\(?\d{1,4}\)?(?:[ .\-]?\d{2,4}){2,4}|(?<=[ :=\"'])\(?\d{3}\)?[ .\-]\d{3}[ .\-]\d{4})(?![\d.]|[ .\-]\d)"
    ),
    finds=(
        Example("(phone +1-202-555-0143, mail", "+1-202-555-0143"),
        Example("call +4930123456789 now", "+4930123456789"),
        Example("phone: 202-555-0143", "202-555-0143"),
    ),
    leaves=("+00:00", "1e+10", "a+1234", "2026-12-02T02:04:18+00:00", "x = y +1000000", "+1.5"),
    accepts=lambda match: 9 <= sum(48 <= byte <= 57 for byte in match["value"]) <= 15,  # noqa: PLR2004 - E.164
)
AWS_ACCOUNT: Final = Rule(
    id="aws-account",
    kind=Kind.ACCOUNT,
    stem="aws-account",
    why=_ACCOUNT,
    anchors=(b"arn:aws", b".dkr.ecr."),
    pattern=lazy(
        rb"arn:aws[a-z\-]{0,10}:[a-z0-9\-]{0,32}:[a-z0-9\-]{0,20}:(?P<value>\d{12})(?!\d)|(?<!\d)(?P<registry>\d{12})\.dkr\.ecr\."
    ),
    finds=(Example("arn:aws:iam::123456789012:role/x", "123456789012"),),
    leaves=("arn:aws:s3:::bucket", "x.dkr.ecr.y"),
)
REQUEST_ID: Final = Rule(
    id="request-id",
    kind=Kind.ACCOUNT,
    stem="request-id",
    why="The provider's records lead from it to the account.",
    anchors=(b"request-id", b"request_id", b"requestid", b"request id", b"cf-ray", b"x-trace-id", b"x-correlation-id"),
    pattern=lazy(
        rb"(?i:request[_\- ]?id|cf-ray|x-trace-id|x-correlation-id)\\{0,4}[\"']?\]?\s{0,2}[:=]\s{0,2}\\{0,4}[\"']?(?P<value>(?=[A-Za-z_\-]{0,40}\d)[A-Za-z0-9_\-]{8,80})(?![A-Za-z0-9_\-])"
    ),
    finds=(
        Example("x-request-id: 8f3a2b1c9d7e4f60", "8f3a2b1c9d7e4f60"),
        Example("'request_id': 'req-7f3a9b21'", "req-7f3a9b21"),
    ),
    leaves=("request_id=None", "request-id: unknown", "self.request_id = uuid"),
)
ORGANISATION_ID: Final = Rule(
    id="organisation-id",
    kind=Kind.ACCOUNT,
    stem="organization",
    why=_ACCOUNT,
    anchors=(
        b"organization",
        b"organisation",
        b"org_id",
        b"tenant",
        b"account_id",
        b"accountid",
        b"account id",
        b"subscription",
    ),
    pattern=lazy(
        rb"(?i:(?:x-)?(?:openai-)?organi[sz]ation(?:[_\- ]?id)?|org_id|tenant(?:[_\- ]?id)?|account[_\- ]?id|subscription(?:[_\- ]?id)?|subscriptions/)\\{0,4}[\"']?\]?\s{0,2}[:= /]?\s{0,2}\\{0,4}[\"'`]?"
        rb"(?P<value>(?=[A-Za-z_\-]{0,40}\d)(?:org|acct|acc|ten|sub|proj)[_\-][A-Za-z0-9_\-]{6,60}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?![A-Za-z0-9_\-])"
    ),
    finds=(
        Example("in organization org-7Fa3kQ92xLp0 on tokens", "org-7Fa3kQ92xLp0"),
        Example("tenant_id=8f3a2b1c-9d7e-4f60-8a1b-0c1d2e3f4a5b", "8f3a2b1c-9d7e-4f60-8a1b-0c1d2e3f4a5b"),
    ),
    leaves=("organization: none", "subscription ended", "account_id=null"),
)
