"""Known values from environment variables and from the command line as the user gave it."""

from __future__ import annotations

import getpass
import platform
import re
import shlex
from collections.abc import Iterator
from itertools import pairwise
from typing import Final
from urllib.parse import unquote

from bundler.machine.known import from_document, from_formats, from_pair, from_secret, from_url, urls_in
from bundler.machine.stems import stem_of
from bundler.machine.surroundings import Surroundings
from redaction import KnownValue
from redaction.findings import Kind
from redaction.hosts import is_loopback, is_public
from redaction.key_names import holds_secret_as_text

_PROXY: Final = re.compile(r"(?i)(?:all|https?|ftp|socks|rsync|no)_?proxy\Z")
# NAME=value before a command or after -e, --flag=value, and a header's "Name: value".
_NAMED_WORD: Final = re.compile(r"-{0,2}(?P<name>[A-Za-z_][\w.-]{0,100}+)(?:=|:[ \t]+)(?P<value>.+)\Z", re.DOTALL)
_USERS: Final = ("USER", "LOGNAME", "USERNAME", "SUDO_USER", "GIT_AUTHOR_NAME", "GIT_COMMITTER_NAME")
_MAILS: Final = ("EMAIL", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_EMAIL")
_MACHINES: Final = ("HOSTNAME", "COMPUTERNAME", "HOST")
# Accounts that half the world's machines have; they say nothing about anybody.
_NOBODY: Final = frozenset(
    "root admin administrator user ubuntu debian runner vagrant docker node nobody guest app jovyan ec2-user".split()  # noqa: SIM905 - words
)
# Variables whose names sound secret and whose values are not: sockets, displays, agents, switches.
_HARMLESS: Final = re.compile(
    r"(?i)(?:.*_(?:path|file|dir|sock|socket|pid|home|type|method|mode|ttl)|ssh_auth_sock|gpg_tty|xauthority)\Z"
)


def secrets(around: Surroundings) -> Iterator[KnownValue]:
    """Yield values of variables whose names sound secret, and what any variable's URL, document or format tells."""
    others: list[str] = []
    for name, value in around.variables.items():
        if _PROXY.match(name) or not value.strip():
            continue
        source = f"environment:{name}"
        if holds_secret_as_text(name) and not _HARMLESS.match(name):
            yield from from_secret(value.strip(), name, source)
        elif not _HARMLESS.match(name):
            others.append(f"{name}={value}")
        for url in urls_in(value):
            yield from from_url(url, source, stem_of(name))
        if value.lstrip()[:1] in ("{", "["):
            yield from from_document(value, source)
    yield from from_formats("\n".join(others), "environment")


def proxies(around: Surroundings) -> Iterator[KnownValue]:
    """Yield users, passwords and hosts of proxy variables, and the private hosts of ``NO_PROXY``."""
    for name, value in around.variables.items():
        if not _PROXY.match(name):
            continue
        source = f"environment:{name}"
        if name.lower().startswith("no"):
            hosts = (part.strip().lstrip("*.").partition(":")[0] for part in re.split(r"[,\s]+", value))
            yield from (KnownValue(host, Kind.HOST, "private-host", source) for host in hosts if _is_private(host))
        else:
            yield from from_url(value if "://" in value else f"http://{value}", source, "proxy-password")


def _is_private(host: str) -> bool:
    dotted = "." in host and any(letter.isalpha() for letter in host)
    return dotted and not is_loopback(host) and not is_public(host)


def command_line(around: Surroundings) -> Iterator[KnownValue]:
    """Yield secrets of the command as the user gave it: assignments before it, flags, headers, URLs, JSON values."""
    words = _words(around.command)
    for word, following in pairwise([*words, ""]):
        match = _NAMED_WORD.match(word)
        if match is not None:
            yield from from_pair(match["name"], match["value"], "command")
        elif word.startswith("-") and not following.startswith("--"):
            yield from from_pair(word.lstrip("-"), following, "command")
    for url in urls_in(around.command):
        yield from from_url(unquote(url) if "%3A//" in url else url, "command", "url-password")
    yield from from_formats(around.command, "command")


def _words(command: str) -> list[str]:
    lexer = shlex.shlex(command, posix=True, punctuation_chars=";&|<>")
    lexer.whitespace_split = True
    lexer.commenters = ""
    try:
        return list(lexer)
    except ValueError:
        # An open quote: what was pasted is not whole.
        return [word.strip("\"'") for word in command.split()]


def people(around: Surroundings) -> Iterator[KnownValue]:
    """Yield the user's and the machine's names, where they tell anybody apart."""
    names = {around.variables.get(name, "") for name in _USERS}
    if around.variables.get("HOME") or around.variables.get("USERPROFILE"):
        names |= {_login(), _real_name()}
    if around.home is not None:
        names.add(around.home.name)
    for name in sorted(names):
        if name.lower() not in _NOBODY and len(name) > 2:  # noqa: PLR2004 - two letters tell nobody apart
            yield KnownValue(name, Kind.PERSON, "user", "people")
    for mail in sorted({around.variables.get(name, "") for name in _MAILS}):
        yield KnownValue(mail, Kind.EMAIL, "email", "people")
    machines = {around.variables.get(name, "") for name in _MACHINES} | {platform.node()}
    # A full name also goes where only its first label stands.
    machines |= {machine.partition(".")[0] for machine in machines if not machine.replace(".", "").isdigit()}
    for machine in sorted(machines):
        if machine and not is_loopback(machine):
            yield KnownValue(machine, Kind.MACHINE, "machine", "people")


def _login() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""


def _real_name() -> str:
    """Return the user's full name as the account has it, an empty string where there is none."""
    try:
        import pwd  # noqa: PLC0415 - POSIX only

        return pwd.getpwnam(getpass.getuser()).pw_gecos.partition(",")[0].strip()
    except (OSError, KeyError, ImportError):
        return ""
