"""Known values from environment variables and from the command line as the user gave it."""

from __future__ import annotations

import getpass
import platform
import re
from collections.abc import Iterator
from typing import Final
from urllib.parse import unquote

from bundler.machine.known import from_document, from_url, urls_in
from bundler.machine.stems import stem_of
from bundler.machine.surroundings import Surroundings
from redaction import KnownValue
from redaction.findings import Kind
from redaction.hosts import is_loopback, is_public
from redaction.key_names import KeySensitivity, sensitivity

_PROXY: Final = re.compile(r"(?i)(?:all|https?|ftp|socks|rsync|no)_?proxy\Z")
_FLAG: Final = re.compile(r"--?([A-Za-z][\w.-]*)(?:=|\s+)(\"[^\"]*\"|'[^']*'|\S+)")
_USERS: Final = ("USER", "LOGNAME", "USERNAME", "SUDO_USER", "GIT_AUTHOR_NAME", "GIT_COMMITTER_NAME")
_MAILS: Final = ("EMAIL", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_EMAIL")
_MACHINES: Final = ("HOSTNAME", "COMPUTERNAME", "HOST")
# Accounts that half the world's machines have; they say nothing about anybody.
_NOBODY: Final = frozenset(
    "root admin administrator user ubuntu debian runner vagrant docker node nobody guest app jovyan ec2-user".split()
)
# Variables whose names sound secret and whose values are not: sockets, displays, agents, switches.
_HARMLESS: Final = re.compile(r"(?i)(?:.*_(?:path|file|dir|sock|socket|pid|home|type|method|mode|ttl)|ssh_auth_sock|gpg_tty|xauthority)\Z")


def secrets(around: Surroundings) -> Iterator[KnownValue]:
    """Yield values of variables whose names sound secret, and credentials inside any variable's URL or JSON."""
    for name, value in around.variables.items():
        if _PROXY.match(name) or not value.strip():
            continue
        source = f"environment:{name}"
        if sensitivity(name) is KeySensitivity.SECRET and not _HARMLESS.match(name):
            yield KnownValue(value.strip(), Kind.SECRET, stem_of(name), source)
        for url in urls_in(value):
            yield from from_url(url, source, stem_of(name))
        if value.lstrip()[:1] in ("{", "["):
            yield from from_document(value, source)


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
    """Yield secrets of the command as the user gave it: flags that sound secret, URLs, JSON values."""
    text = around.command
    for match in _FLAG.finditer(text):
        name, value = match.group(1), match.group(2).strip("\"'")
        if sensitivity(name) is KeySensitivity.SECRET and not value.startswith("$"):
            yield KnownValue(value, Kind.SECRET, stem_of(name), "command")
        if value[:1] in ("{", "["):
            yield from from_document(value, "command")
    for url in urls_in(text):
        yield from from_url(unquote(url) if "%3A//" in url else url, "command", "url-password")


def people(around: Surroundings) -> Iterator[KnownValue]:
    """Yield the user's and the machine's names, where they tell anybody apart."""
    names = {around.variables.get(name, "") for name in _USERS}
    names |= {_login()} if around.variables.get("HOME") or around.variables.get("USERPROFILE") else set()
    if around.home is not None:
        names.add(around.home.name)
    for name in sorted(names):
        if name.lower() not in _NOBODY and len(name) > 2:  # noqa: PLR2004 - two letters tell nobody apart
            yield KnownValue(name, Kind.PERSON, "user", "people")
    for mail in sorted({around.variables.get(name, "") for name in _MAILS}):
        yield KnownValue(mail, Kind.EMAIL, "email", "people")
    machines = {around.variables.get(name, "") for name in _MACHINES} | {platform.node()}
    for machine in sorted(machines):
        if machine and not is_loopback(machine):
            yield KnownValue(machine, Kind.MACHINE, "machine", "people")


def _login() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return ""
