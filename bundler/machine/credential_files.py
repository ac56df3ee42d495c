"""Credential files with a notation of their own; those of names and values are listed in ``credential_places``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from bundler.machine.credential_places import PLACES
from bundler.machine.known import from_text, from_url, urls_in
from bundler.machine.surroundings import Surroundings
from redaction import KnownValue
from redaction.findings import Kind

_NETRC: Final = re.compile(r"\b(machine|login|password|account)\s+(\"[^\"]*\"|\S+)")
_PGPASS: Final = re.compile(r"(?m)^[^#:\n]*:[^:\n]*:[^:\n]*:([^:\n]*):(.+)$")
_USER_SECTION: Final = re.compile(r"(?mi)^[ \t]*+\[[ \t]*+user[ \t]*+\]([^\[]*+)")
_IDENTITY: Final = re.compile(r"(?mi)^[ \t]*+(name|email)[ \t]*+=[ \t]*+\"?([^\"\n]*[^\"\s])")


def dotenv(around: Surroundings) -> Iterator[KnownValue]:
    """Yield from ``.env`` and ``.env.*`` files of the working folders, and ``.env`` of those above up to the home."""
    above = dict.fromkeys(parent for folder in around.folders for parent in _parents(folder, around.home))
    paths = [path for folder in around.folders for path in around.matching(folder, ".env*")]
    for path in dict.fromkeys([*paths, *(parent / ".env" for parent in above)]):
        yield from from_text(around.read(path), f"file:{path.name}")


def _parents(folder: Path, home: Path | None) -> list[Path]:
    # Tools that load a .env look for it upwards; a shared root such as /tmp is not the user's.
    return [parent for parent in folder.parents if home is not None and parent.is_relative_to(home)]


def netrc(around: Surroundings) -> Iterator[KnownValue]:
    """Yield hosts, logins and passwords of ``~/.netrc`` (``_netrc`` on Windows) or ``$NETRC``."""
    named = around.variables.get("NETRC", "")
    paths = [around.home / name for name in (".netrc", "_netrc")] if around.home else []
    for path in [*paths, *([Path(named)] if named else [])]:
        for name, quoted in _NETRC.findall(around.read(path)):
            value = quoted.strip('"')
            if name == "machine":
                yield from from_url(f"https://{value}", "file:netrc", "secret")
            else:
                yield KnownValue(value, Kind.SECRET, "password" if name == "password" else "user-name", "file:netrc")


def git(around: Surroundings) -> Iterator[KnownValue]:
    """Yield stored git credentials, those in URLs of the configuration, and the user's name and address."""
    for pattern in (".git-credentials", ".config/git/credentials", ".gitconfig", ".config/git/config"):
        for path in around.matching(around.home, pattern):
            text = around.read(path)
            for url in urls_in(text):
                if "@" in url:
                    yield from from_url(url, "file:git", "git-password")
            yield from from_text(text, "file:git")
            yield from _identity(text)


def _identity(text: str) -> Iterator[KnownValue]:
    for name, value in _IDENTITY.findall("".join(_USER_SECTION.findall(text))):
        kind, stem = (Kind.EMAIL, "email") if name.lower() == "email" else (Kind.PERSON, "user")
        yield KnownValue(value, kind, stem, "file:git")


def postgres(around: Surroundings) -> Iterator[KnownValue]:
    """Yield the users and passwords of ``~/.pgpass``."""
    for path in around.matching(around.home, ".pgpass"):
        for user, password in _PGPASS.findall(around.read(path)):
            yield KnownValue(password.replace("\\:", ":"), Kind.SECRET, "password", "file:postgres")
            yield KnownValue(user, Kind.SECRET, "user-name", "file:postgres")


def ssh_keys(around: Surroundings) -> Iterator[KnownValue]:
    """Yield the user's private keys, whole."""
    for path in around.matching(around.home, ".ssh/*"):
        text = around.read(path)
        if "PRIVATE KEY" in text:
            yield KnownValue(text.strip(), Kind.SECRET, "private-key", "file:ssh")


def agentcompass(around: Surroundings) -> Iterator[KnownValue]:
    """Yield from AgentCompass's configuration: the file the run was given, the user's, and the working folders'."""
    paths = list(around.files)
    for name in ("config.yaml", "config.yml", "defaults.yaml", "agentcompass.yaml"):
        for inner in (".agentcompass", ".config/agentcompass"):
            paths.extend(around.matching(around.home, f"{inner}/{name}"))
        for folder in around.folders:
            paths.extend(path for inner in ("", "config/", "conf/") for path in around.matching(folder, inner + name))
    for path in dict.fromkeys(paths):
        yield from from_text(around.read(path), "file:agentcompass")


# What each file source is called, in the order in which they are read; the first to know a value counts it.
SOURCES: Final[Mapping[str, Callable[[Surroundings], Iterable[KnownValue]]]] = {
    "agentcompass": agentcompass,
    "dotenv": dotenv,
    "netrc": netrc,
    "git-credentials": git,
    "postgres": postgres,
    "ssh": ssh_keys,
    **{place.source: place for place in PLACES},
}
