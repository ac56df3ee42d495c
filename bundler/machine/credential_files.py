"""Known values from the credential files of the tools that an agent evaluation uses; formats as their tools document."""

from __future__ import annotations

import configparser
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bundler.machine.known import from_document, from_url, from_value, urls_in
from bundler.machine.stems import stem_of
from bundler.machine.surroundings import Surroundings, read_text
from redaction import KnownValue
from redaction.findings import Kind
from redaction.key_names import KeySensitivity, sensitivity

_ASSIGNMENT: Final = re.compile(r"^[ \t]*(?:export[ \t]+)?([A-Za-z_][\w.-]*)[ \t]*[=:][ \t]*(.*?)[ \t\r]*$", re.MULTILINE)
_NETRC: Final = re.compile(r"\b(login|password|account)\s+(\"[^\"]*\"|\S+)")
_INDENTED: Final = re.compile(r"^[ \t]*(?:- )?[ \t]*([A-Za-z_][\w.-]*)[ \t]*:[ \t]*(\S.*?)[ \t\r]*$", re.MULTILINE)
_AUTH_TOKEN: Final = re.compile(r"(?m)(?:_authToken|_auth|_password)\s*=\s*(\S+)")


def dotenv(around: Surroundings) -> Iterator[KnownValue]:
    """Yield from ``.env`` and ``.env.*`` files of the working folders."""
    for folder in around.folders:
        for path in sorted(folder.glob(".env*")):
            yield from _assignments(read_text(path), f"file:{path.name}")


def netrc(around: Surroundings) -> Iterator[KnownValue]:
    """Yield logins and passwords of ``~/.netrc`` (``_netrc`` on Windows) or ``$NETRC``."""
    for text in (around.text(".netrc"), around.text("_netrc"), read_text(Path(around.variables.get("NETRC", "")))):
        for name, value in _NETRC.findall(text):
            stem = "password" if name == "password" else "user-name"
            yield KnownValue(value.strip('"'), Kind.SECRET, stem, "file:netrc")


def git_credentials(around: Surroundings) -> Iterator[KnownValue]:
    """Yield from ``~/.git-credentials`` and URLs with credentials in ``~/.gitconfig``."""
    for name in (".git-credentials", ".gitconfig"):
        for url in urls_in(around.text(name)):
            if "@" in url:
                yield from from_url(url, f"file:{name}", "git-password")


def docker(around: Surroundings) -> Iterator[KnownValue]:
    """Yield registries' credentials of Docker's config.json; its ``auth`` is base64 of ``user:password``."""
    configured = around.variables.get("DOCKER_CONFIG")
    text = read_text(Path(configured) / "config.json") if configured else around.text(".docker", "config.json")
    yield from from_document(text, "file:docker")


def aws(around: Surroundings) -> Iterator[KnownValue]:
    """Yield keys and tokens of ``~/.aws/credentials`` and ``~/.aws/config``."""
    for name in ("credentials", "config"):
        yield from _ini(around.text(".aws", name), f"file:aws-{name}")


def huggingface(around: Surroundings) -> Iterator[KnownValue]:
    """Yield the tokens that ``hf auth login`` stores."""
    token = around.text(".cache", "huggingface", "token") or around.text(".huggingface", "token")
    yield KnownValue(token.strip(), Kind.SECRET, "huggingface-token", "file:huggingface")
    yield from _ini(around.text(".cache", "huggingface", "stored_tokens"), "file:huggingface")


def modal(around: Surroundings) -> Iterator[KnownValue]:
    """Yield the token ids and secrets of ``~/.modal.toml``."""
    yield from _toml(around.text(".modal.toml"), "file:modal")


def github(around: Surroundings) -> Iterator[KnownValue]:
    """Yield the tokens that the GitHub command line stores."""
    yield from _assignments_indented(around.text(".config", "gh", "hosts.yml"), "file:gh")


def kubernetes(around: Surroundings) -> Iterator[KnownValue]:
    """Yield tokens, passwords and client keys of the kubeconfig."""
    configured = around.variables.get("KUBECONFIG", "").split(":")[0]
    text = read_text(Path(configured)) if configured else around.text(".kube", "config")
    yield from _assignments_indented(text, "file:kube")


def google(around: Surroundings) -> Iterator[KnownValue]:
    """Yield Google's application default credentials."""
    configured = around.variables.get("GOOGLE_APPLICATION_CREDENTIALS")
    text = read_text(Path(configured)) if configured else ""
    yield from from_document(text or around.text(".config", "gcloud", "application_default_credentials.json"), "file:google")


def package_indexes(around: Surroundings) -> Iterator[KnownValue]:
    """Yield credentials of pip's, uv's, twine's and npm's configurations."""
    for parts in ((".pip", "pip.conf"), (".config", "pip", "pip.conf"), (".config", "uv", "uv.toml"), (".pypirc",), (".npmrc",)):
        text = around.text(*parts)
        source = f"file:{parts[-1].lstrip('.')}"
        for url in urls_in(text):
            if "@" in url:
                yield from from_url(url, source, "index-password")
        for token in _AUTH_TOKEN.findall(text):
            yield KnownValue(token.strip("\"'"), Kind.SECRET, "npm-token", source)
        yield from _assignments(text, source)


def agentcompass(around: Surroundings) -> Iterator[KnownValue]:
    """Yield what sounds secret in AgentCompass's own configuration files of the user and the working folders."""
    candidates = [around.home / ".agentcompass", around.home / ".config" / "agentcompass"] if around.home else []
    for folder in (*candidates, *around.folders, *(folder / "config" for folder in around.folders)):
        for name in ("config.yaml", "config.yml", "defaults.yaml", "agentcompass.yaml"):
            yield from _assignments_indented(read_text(folder / name), "file:agentcompass")


def ssh_keys(around: Surroundings) -> Iterator[KnownValue]:
    """Yield the user's private keys, whole."""
    for path in around.matching(".ssh", "id_*"):
        text = read_text(path)
        if "PRIVATE KEY" in text:
            yield KnownValue(text.strip(), Kind.SECRET, "private-key", "file:ssh")


def _assignments(text: str, source: str) -> Iterator[KnownValue]:
    for name, value in _ASSIGNMENT.findall(text):
        yield from _named(name, value, source)


def _assignments_indented(text: str, source: str) -> Iterator[KnownValue]:
    for name, value in _INDENTED.findall(text):
        yield from _named(name, value, source)


def _ini(text: str, source: str) -> Iterator[KnownValue]:
    parser = configparser.RawConfigParser(strict=False, allow_no_value=True)
    try:
        parser.read_string(text)
    except configparser.Error:
        yield from _assignments(text, source)
        return
    for section in parser.sections():
        for name, value in parser.items(section):
            yield from _named(name, value or "", source)


def _toml(text: str, source: str) -> Iterator[KnownValue]:
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        yield from _assignments(text, source)
        return
    yield from from_value(document, source)


def _named(name: str, value: str, source: str) -> Iterator[KnownValue]:
    plain = value.strip().strip("\"'")
    if not plain or plain.startswith(("$", "{{", "<")):
        return
    if sensitivity(name) is KeySensitivity.SECRET:
        yield KnownValue(plain, Kind.SECRET, stem_of(name), source)
    for url in urls_in(plain):
        if "@" in url:
            yield from from_url(url, source, stem_of(name))
