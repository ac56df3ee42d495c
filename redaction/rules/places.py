"""Private hosts: in URLs, under names for hosts, in image names and registries, and bare; public ones and loopback stay."""

from __future__ import annotations

import re
from typing import Final

from redaction.findings import Kind
from redaction.hosts import PRIVATE_SUFFIXES, has_private_suffix
from redaction.lazy import lazy
from redaction.rule import Example, Reach, Rule, led
from redaction.rules.host_names import (
    DOTTED,
    HOST,
    NAME_BYTES,
    NOT_NAME,
    TENANTS,
    V6,
    WHY,
    is_private,
    is_private_bare,
    is_private_name,
    is_private_named,
    is_tenants,
    may_be_host,
)

# Hosts that stand in most logs. Behind such a sign no user name may end and no label go on, so the host is the value.
OFTEN: Final = tuple(
    host.encode()
    for host in (
        "api.openai.com", "api.anthropic.com", "generativelanguage.googleapis.com", "huggingface.co", "github.com",
        "raw.githubusercontent.com", "pypi.org", "files.pythonhosted.org", "en.wikipedia.org", "arxiv.org", "localhost",
    )
)  # fmt: skip

_LONGEST_SCHEME: Final = 32
_NO_NETWORK: Final = re.compile(
    rb"(?i)(?<![a-z0-9+.\-])(?P<image>docker(?:-daemon|-archive|-image)?|oci(?:-archive)?|containers-storage)?"
    rb"(?:hf|huggingface|modelscope|datasets?|models?|webpack(?:-internal)?|turbopack|chrome(?:-extension|-untrusted|-devtools)?|moz-extension|safari-extension|edge|about"
    rb"|devtools|vscode(?:-[a-z]{1,16})?|conda|pypi|npm|node|data|app|asset|memory|memfs|tauri|capacitor|electron|modal|resource|task|sandbox|mcp|res|classpath|blob:null)?\Z"
)


def _is_in_network(match: re.Match[bytes]) -> bool:
    """Accept a private host, unless the scheme is one of programs, for which a word names an image, a page or a data set."""
    if not is_private(match):
        return False
    data, start = match.string, match.start()
    scheme = _NO_NETWORK.search(data, max(0, start - _LONGEST_SCHEME), start)
    if scheme is None or scheme.end() == scheme.start():
        return True
    if scheme["image"] and _REPOSITORY.match(data, match.end()):
        return True
    return b"." in match["value"] and is_private_name(match)


_REPOSITORY: Final = re.compile(rb":\d{2,5}/")

URL_HOST: Final = Rule(
    id="url-host",
    kind=Kind.HOST,
    stem="private-host",
    why=WHY,
    sight=3_000,
    anchors=(b"://",),
    ahead=rb"(?!(?:" + b"|".join(map(re.escape, OFTEN)) + rb")[/\\\s\"'?#`()|<>])",
    pattern=lazy(
        rb"://(?:[^\s/\\\"'<>?#`()|]{0,256}@)?(?![A-Za-z0-9_.\-]{0,64}:[^\s/@]{0,64}@)(?P<value>"
        + HOST
        + rb")"
        + NOT_NAME
    ),
    finds=(
        Example("GET http://llm.corp.internal:8000/v1/chat", "llm.corp.internal"),
        Example('"base_url": "https://user:pw@gw.acme.com/v1"', "gw.acme.com"),
        Example("http://vllm:8000/v1", "vllm"),
        Example("http://[fd00:1::17]:8000/", "[fd00:1::17]"),
        Example("docker://registry.corp.lan:5000/team/image", "registry.corp.lan"),
        Example("redis://10.20.30.40:6379/0", "10.20.30.40"),
    ),
    leaves=(
        "https://api.openai.com/v1",
        "http://localhost:8000/v1",
        "http://127.0.0.1:1/",
        "http://[::1]:1/",
        "https://${HOST}/v1",
        "https://github.com/org/name",
        "file:///srv/x",
        "https:/<path>",
        "https://user:${PASSWORD}@github.com/x",
        "hf://datasets/cais/hle",
        "webpack://app/src/x.js",
        "docker://python:3.11",
    ),
    accepts=_is_in_network,
)

NAMED_HOST: Final = Rule(
    id="named-host",
    kind=Kind.HOST,
    stem="private-host",
    why=WHY,
    ahead=rb"(?:_?name)?\\{0,4}+[\"']?\]?[\s:=>]{1,6}+\\{0,4}+[\"'`(\[]?[\w\[:]",
    sight=3_000,
    anchors=(b"host", b"server", b"endpoint", b"domain", b"registry", b"gateway", b"upstream", b"proxy"),
    pattern=lazy(
        rb"(?i:(?:host(?:_?name)?|server(?:_?name)?|endpoint|domain|registry|gateway|upstream|proxy))\\{0,4}[\"']?\]?\s{0,2}"
        rb"(?:[:=]|=>|:=|\s)\s{0,2}\\{0,4}[\"'`(\[]?(?P<value>\[" + V6 + rb"\]|" + DOTTED + rb")(?![A-Za-z0-9_\-(])"
    ),
    finds=(
        Example("Host: llm.acme.com\r\n", "llm.acme.com"),
        Example("HTTPSConnectionPool(host='judge.acme.com', port=443)", "judge.acme.com"),
        Example('"hostname": "gw-3.acme.io"', "gw-3.acme.io"),
        Example("trusted-host = registry.acme.io", "registry.acme.io"),
        Example("upstream llm-7.acme.ai failed", "llm-7.acme.ai"),
    ),
    leaves=("Host: api.openai.com", "server.py", "host = settings.host", "endpoint: /v1/chat", "registry.register(x)"),
    accepts=is_private_named,
)

_TESTS: Final = re.compile(rb"(?<![\w/])tests?/\Z")


def _is_of_tests(match: re.Match[bytes]) -> bool:
    """Say whether the name is a file's in the folder of tests: ``tests/http11.test``."""
    start = match.start("value")
    return match["value"].endswith(b".test") and _TESTS.search(match.string, max(0, start - 8), start) is not None


SUFFIX_HOST: Final = Rule(
    id="private-suffix-host",
    kind=Kind.HOST,
    stem="private-host",
    why=WHY,
    gate=may_be_host,
    sight=3_000,
    anchors=tuple(sorted({b"." + suffix.rpartition(".")[2].encode() for suffix in PRIVATE_SUFFIXES} | {b".home.arpa"})),
    # Behind the escape of a tab or the end of a line stands a file: ``\\t.env.local``.
    pattern=lazy(
        rb"(?<![A-Za-z0-9_.\-])(?!(?<=\\)[nrt]\.(?:env|[a-z]{2,16}rc)\.)(?:(?<=\\)[nrt](?!\.))?+(?P<value>"
        + DOTTED
        + rb")(?![A-Za-z0-9_\-(]|\.[A-Za-z0-9_])"
    ),
    finds=(
        Example("pull registry.corp.lan:5000/team/image:1.2", "registry.corp.lan"),
        Example("no_proxy=.corp.internal,db-1.corp.internal", "db-1.corp.internal"),
        Example("upstream llm-gw.acme.example answered", "llm-gw.acme.example"),
        Example("web.default.svc.cluster.local", "web.default.svc.cluster.local"),
        Example("at\\n\\tgw.corp.lan", "gw.corp.lan"),
    ),
    leaves=(
        "threading.local()",
        "self.local",
        "agentcompass.runtime.internal.runner",
        "unittest.test",
        "pkg.private_key",
        "x.internal_id",
        "settings.local.py",
        "No module named 'google.protobuf.internal'",
        "vite.config.local",
        "* tests/http11.test",
        "\\n\\t.env.example",
        "package kotlinx.coroutines.internal",
        "obj.internal",
    ),
    reach=Reach(NAME_BYTES, 253),
    accepts=lambda match: (
        is_private_bare(match) and has_private_suffix(match["value"].decode()) and not _is_of_tests(match)
    ),
)

_ENDINGS: Final = (
    b"com net org edu gov mil int cn de jp kr tw hk sg au ca eu ch nl se fi dk br mx za il ae io ai dev app cloud co tech xyz info us uk fr ru in it es pl site online network run space"
).split()
_ENDING_SET: Final = frozenset(_ENDINGS)

PUBLIC_SUFFIX_HOST: Final = Rule(
    id="bare-host",
    kind=Kind.HOST,
    stem="private-host",
    why=WHY,
    sight=3_000,
    anchors=(
        *(b"." + ending for ending in _ENDINGS),
        *(name for name in TENANTS if name.rpartition(b".")[2] not in _ENDING_SET),
    ),
    ahead=rb"(?![A-Za-z0-9_\-])",
    gate=may_be_host,
    # A host that stands alone begins behind what is no part of an address or a path.
    heads=led(rb"(?:^|[^A-Za-z0-9_.\-@/\\%])[A-Za-z0-9_][A-Za-z0-9_.\-]*"),
    pattern=lazy(rb"(?<![A-Za-z0-9_.\-@/\\%])(?P<value>" + DOTTED + rb")(?![A-Za-z0-9_\-(]|\.[A-Za-z0-9_])"),
    finds=(
        Example("request to llm-gw.acme.com failed", "llm-gw.acme.com"),
        Example("mirror: pypi.acme.com.au", "pypi.acme.com.au"),
        Example("see gw.acme.ai:8443 for", "gw.acme.ai"),
        Example("tunnel 3000-ab12cd.daytona.works is open", "3000-ab12cd.daytona.works"),
    ),
    leaves=(
        "see github.com for",
        "self.host and demo.live at daytona.works",
        "api.openai.com answered",
        "agentcompass.runtime.runner.io",
        "torch.nn.dev",
        "run.app",
        "System.Net",
        "harnesses.tools.search started",
        "example.com",
        "np.int",
        "self.org",
        "config-h.in",
    ),
    reach=Reach(NAME_BYTES, 253),
    of_run=True,
    accepts=lambda match: (
        (not _ENDING_SET.isdisjoint(match["value"].lower().split(b".")[1:]) or is_tenants(match["value"]))
        and is_private_bare(match)
    ),
)

REMOTE: Final = Rule(
    id="git-remote-host",
    kind=Kind.HOST,
    stem="private-host",
    why=WHY,
    anchors=(b"git@", b"hg@", b"svn@", b"ssh "),
    pattern=lazy(
        rb"(?:(?:git|hg|svn)@|ssh (?:-\S+ ){0,4}(?:[A-Za-z0-9_.\-]{1,32}@)?)(?P<value>" + DOTTED + rb")" + NOT_NAME
    ),
    finds=(
        Example("origin git@git.acme.com:team/name.git", "git.acme.com"),
        Example("ssh deploy@build-1.acme.net", "build-1.acme.net"),
    ),
    leaves=("git@github.com:org/name.git", "ssh is not installed"),
    accepts=is_private_name,
)

IMAGE: Final = Rule(
    id="image-registry-host",
    kind=Kind.HOST,
    stem="private-host",
    why=WHY,
    anchors=(b"/images/",),
    sight=3_000,
    pattern=lazy(rb"(?i:/images/)(?P<value>" + DOTTED + rb")(?=(?::\d{2,5})?(?:/|%2F))"),
    finds=(Example("http+docker://localhost/v1.47/images/registry.acme.net:5000/a:1/json", "registry.acme.net"),),
    leaves=("/images/logo.v2/a.png", "/images/docker.io/library/python:3/json", "/images/python:3.11/json"),
    accepts=is_private_name,
)

_CREDENTIALS: Final = rb"_auth", rb"_password", rb"username", rb"email", rb"always-auth", rb"certfile", rb"keyfile"

NPM_REGISTRY: Final = Rule(
    id="npm-registry-host",
    kind=Kind.HOST,
    stem="private-host",
    why=WHY,
    anchors=tuple(b":" + name for name in _CREDENTIALS),
    reach=Reach(NAME_BYTES | frozenset(b"/:%~@"), 200),
    sight=3_000,
    pattern=lazy(rb"(?:[A-Za-z0-9_.\-@]{0,80}:)?//(?P<value>" + DOTTED + rb")(?=[:/])[A-Za-z0-9_.\-/:%~@]{0,200}"),
    finds=(
        Example("//npm.acme.io/:_authToken=${T}", "npm.acme.io"),
        Example("//npm.acme.io:8443/team/:_password=x", "npm.acme.io"),
    ),
    leaves=("//registry.npmjs.org/:_authToken=${NPM_TOKEN}", "x:_auth", "https://github.com/a:email"),
    accepts=is_private_name,
)

DOCKER_LOGIN: Final = Rule(
    id="docker-login-host",
    kind=Kind.HOST,
    stem="private-host",
    why=WHY,
    anchors=(b'"auth"', b'"auth\\"', b'"identitytoken"'),
    reach=Reach(NAME_BYTES | frozenset(b'":{ \t\r\n\\/'), 200),
    sight=3_000,
    pattern=lazy(
        rb"(?s:.{0,200}?)\"(?P<value>"
        + DOTTED
        + rb")(?::\d{1,5})?(?:/[A-Za-z0-9_.\-/]{0,80})?\\{0,4}\"\s{0,3}:\s{0,3}\{(?:\s|\\[nrt]){0,40}\\{0,4}\"(?:auth|identitytoken)\b"
    ),
    finds=(Example('"auths": {"registry.acme.io": {"auth": "eA=="}}', "registry.acme.io"),),
    leaves=('"auths": {"ghcr.io": {"auth": "eA=="}}', '"a.b": {"auth": 1}'),
    accepts=is_private_name,
)
