"""Prompts of shells and the commands that lead to other machines: person and machine in one word."""

from __future__ import annotations

import re
from typing import Final

from redaction.findings import Kind
from redaction.hosts import is_public
from redaction.lazy import lazy
from redaction.rule import Example, Reach, Rule
from redaction.rules.accounts import is_account
from redaction.rules.formats import LETTER_OF_ESCAPE

_WHY: Final = "A prompt names the person and the machine."
_NAME_BYTES: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-"
_WHO: Final = rb"(?P<value>(?P<user>[A-Za-z_][A-Za-z0-9_.\-]{1,31})@(?P<host>[A-Za-z0-9][A-Za-z0-9_.\-]{1,63}))"
# A container's own name is a number of its engine.
_CONTAINER: Final = re.compile(rb"[0-9a-f]{12}\Z")


def _tells(match: re.Match[bytes]) -> bool:
    """Refuse an account that every image has in a container without a name, and services that everybody knows."""
    user, host = match["user"], match["host"]
    if is_account(user):
        return user not in (b"git", b"hg", b"svn")
    return _CONTAINER.match(host) is None and not is_public(host.decode()) and host not in (b"host", b"hostname")


PROMPT: Final = Rule(
    id="shell-prompt",
    kind=Kind.PERSON,
    stem="user",
    why=_WHY,
    sight=3_000,
    anchors=(b":~", b":/"),
    ahead=rb"(?!(?<=/)/)[^\s$#]{0,120}+[$#]",
    before=_NAME_BYTES,
    pattern=lazy(
        rb"(?<![A-Za-z0-9_.\-/])" + LETTER_OF_ESCAPE + _WHO + rb":[~/](?=[^\s]{0,120}[$#](?:[\s\"'\\\x1b]|\Z))"
    ),
    finds=(
        Example("alice@gpu-box-17:~/work$ ls", "alice@gpu-box-17"),
        Example("Screen:\\nalice@gpu-box-17:~/work$ ls", "alice@gpu-box-17"),
        Example("alice@gpu-box-17:~$", "alice@gpu-box-17"),
        Example("root@gpu-box-17:/x# ls", "root@gpu-box-17"),
    ),
    leaves=("git@github.com:org/x $", "x:~", "root@0a1b2c3d4e5f:/testbed# ls"),
    reach=Reach(frozenset(_NAME_BYTES + b"@"), 96),
    accepts=_tells,
)
_PROMPT_ENDS: Final = rb"(?:[ ][^\s\]]{1,80}+\][$#%]|[ ](?:[A-Za-z._~/][^\s\]]{0,80}+[ ][%#](?:\s|\Z)|[~/][^\s\]]{0,80}?(?:[ ]\$|>)[ ])|[ ]{1,2}[^\s]{1,80}+[ ]git:\()"
OTHER_PROMPT: Final = Rule(
    id="shell-prompt-other",
    kind=Kind.PERSON,
    stem="user",
    why=_WHY,
    anchors=(b"@",),
    ahead=rb"[A-Za-z][A-Za-z0-9_.\-]{1,63}+" + _PROMPT_ENDS,
    pattern=lazy(
        rb"(?<![A-Za-z0-9_.\-/@])"
        + _WHO.replace(b"@(?P<host>[A-Za-z0-9]", b"@(?P<host>[A-Za-z]")
        + rb"(?="
        + _PROMPT_ENDS
        + rb")"
    ),
    finds=(
        Example("[alice@gpu-login ~]$ ls", "alice@gpu-login"),
        Example("alice@gpu-login ~ % ls", "alice@gpu-login"),
        Example("\u279c  alice@gpu-login repo git:(main)", "alice@gpu-login"),
    ),
    leaves=("[root@0a1b2c3d4e5f app]# ls", "npm i left-pad@1.2.3 -g > log", "a @b c $ x"),
    reach=Reach(frozenset(_NAME_BYTES), 34),
    accepts=_tells,
)
REMOTE_LOGIN: Final = Rule(
    id="remote-login",
    kind=Kind.PERSON,
    stem="user",
    why="It names the person and the machine.",
    anchors=(b"ssh ", b"ssh-copy-id ", b"scp ", b"rsync ", b"sftp ", b"mosh ", b"sshfs "),
    ahead=rb"[^\r\n@]{1,400}+@",
    pattern=lazy(
        rb"(?<![A-Za-z0-9_.\-])(?i:ssh|ssh-copy-id|scp|rsync|sftp|mosh|sshfs) (?:[^\s@\"']{1,60}+[ ]{1,3}+){0,6}+"
        + _WHO
        + rb"(?=[:\s\"'\\`,;)]|\Z)"
    ),
    finds=(
        Example("ssh -p 22 alice@gpu-box1", "alice@gpu-box1"),
        Example("scp f alice@gpu-box:/x", "alice@gpu-box"),
        Example("rsync -e ssh f alice@gpubox:", "alice@gpubox"),
    ),
    leaves=("ssh -T git@github.com", "ssh is user@host", "use ssh to log in"),
    accepts=_tells,
)
