"""Private hosts and addresses: in URLs, headers, error messages, image names and bare; public ones and loopback stay."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from redaction.findings import Kind
from redaction.hosts import PRIVATE_SUFFIXES, as_address, has_known_suffix, has_private_suffix, is_public
from redaction.lazy import lazy
from redaction.rule import Example, Reach, Rule, led

_WHY: Final = "It leads into a private network, and its name tells whose."
_NAME_BYTES: Final = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-")
_LABEL: Final = rb"[A-Za-z0-9_](?:[A-Za-z0-9_\-]{0,61}[A-Za-z0-9_])?"
_DOTTED: Final = rb"(?:" + _LABEL + rb"\.){1,9}" + _LABEL
_V4: Final = rb"(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}"
_V6: Final = rb"(?:[0-9A-Fa-f]{0,4}:){2,7}(?:" + _V4 + rb"|[0-9A-Fa-f]{0,4})(?:%[A-Za-z0-9]{1,16})?"
_HOST: Final = rb"(?:\[" + _V6 + rb"\]|" + _DOTTED + rb"|" + _LABEL + rb")"
_NOT_NAME: Final = rb"(?![A-Za-z0-9_\-])"
_RUN: Final = re.compile(rb"[A-Za-z0-9_.\-]{1,256}+").match
_WHOLE: Final = re.compile(_DOTTED + rb"\Z").match

# Endings that are files or attributes at least as often as domains: such a name needs more to count as a host.
_AMBIGUOUS: Final = frozenset(
    b"ai app as at be bz cc cd cf ci cl co cs db dev do es fm fr ga gl go gz hs id im in info io is it kt la lc li lu me ml mm mo ms mt "
    b"mu mv my name nc ne no nu page pg ph pl pm pn pr ps pt pub py re rs ru run sa sb sc sh si sl so st sv tc td tf tk tm tn to top tv "
    b"uk us vi ws zip mov md link live host site store stream systems team tools training video world zone work group is_ py pro "
    b"agency art bar best blog build cam camp care center chat city click cloud codes cool day design digital direct email events "
    b"exchange express fail fan farm fast fish fit fun fund games gold guide help how ink keep land law life lol map media menu "
    b"met moe name network new news now observer one online open org_ parts photos pics pink play plus press prime prof red rest rip "
    b"rocks run sale save school science select services shop show sky social space style sucks supply support surf tax tech tips "
    b"today town trade vote watch wiki win works wow yes you xyz".split()
)


_LONGEST_SURE: Final = 3


def is_private(match: re.Match[bytes]) -> bool:
    """Accept every host that may not be named."""
    return _is_private(match["value"])


@lru_cache(maxsize=8192)
def _is_private(value: bytes) -> bool:
    host = value.decode("ascii", "replace")
    return any(character.isalnum() for character in host) and not is_public(host)


def is_private_name(match: re.Match[bytes]) -> bool:
    """Accept a dotted name that is a host by its ending and may not be named, or an address."""
    host = match["value"].decode("ascii", "replace")
    if as_address(host.strip("[]")) is not None:
        return not is_public(host)
    last = host.rpartition(".")[2]
    return last.isalpha() and has_known_suffix(host) and not is_public(host)


def is_private_bare(match: re.Match[bytes]) -> bool:
    """Accept a bare dotted name only if it cannot be a module path, an attribute, a file or a version."""
    if not is_private_name(match):
        return False
    name = match["value"]
    labels = name.split(b".")
    ending = labels[-1].lower()
    # Most endings of four letters and more are words of any language: ``tools.search``, ``self.email``.
    if (ending in _AMBIGUOUS or len(ending) > _LONGEST_SURE) and not has_private_suffix(name.decode()):
        return (
            name.islower()
            and b"_" not in name
            and (_has_sign(name) or _PORT.match(match.string, match.end()) is not None)
        )
    return name == name.lower() or not any(label[:1].isupper() for label in labels)


def may_be_host(data: bytes, start: int) -> int:
    """Return the start of a dotted name that may be a private host, else -1: a gate that remembers its judgements."""
    run = _RUN(data, start)
    return start if run is not None and _may_be_host(run.group()) else -1


@lru_cache(maxsize=8192)
def _may_be_host(name: bytes) -> bool:
    """Judge a run of a name's characters; one that is no plain dotted name is left to the pattern."""
    name = name.rstrip(b".")
    if _WHOLE(name) is None:
        return True
    host = name.decode("ascii")
    return not is_public(host) and has_known_suffix(host)


_PORT: Final = re.compile(rb":\d{2,5}(?!\d)|/")

_COMMON: Final[frozenset[bytes]] = frozenset(
    b"the a an host server database daemon docker model endpoint proxy it this that any remote address name".split()
)
_SURE: Final[frozenset[bytes]] = frozenset((b"lan", b"corp", b"intranet", b"localdomain", b"onion", b"internal"))

# Hosts that stand in most logs. Behind such a sign no user name may end and no label go on, so the host is the value.
OFTEN: Final = tuple(
    host.encode()
    for host in (
        "api.openai.com", "api.anthropic.com", "generativelanguage.googleapis.com", "huggingface.co", "github.com",
        "raw.githubusercontent.com", "pypi.org", "files.pythonhosted.org", "en.wikipedia.org", "arxiv.org", "localhost",
    )
)  # fmt: skip

URL_HOST: Final = Rule(
    id="url-host",
    kind=Kind.HOST,
    stem="private-host",
    why=_WHY,
    sight=3_000,
    anchors=(b"://",),
    ahead=rb"(?!(?:" + b"|".join(map(re.escape, OFTEN)) + rb")[/\\\s\"'?#`()|<>])",
    pattern=lazy(
        rb"://(?:[^\s/\\\"'<>?#`()|]{0,256}@)?(?![A-Za-z0-9_.\-]{0,64}:[^\s/@]{0,64}@)(?P<value>"
        + _HOST
        + rb")"
        + _NOT_NAME
    ),
    finds=(
        Example("GET http://llm.corp.internal:8000/v1/chat", "llm.corp.internal"),
        Example('"base_url": "https://user:pw@gw.acme.com/v1"', "gw.acme.com"),
        Example("http://vllm:8000/v1", "vllm"),
        Example("http://[fd00:1::17]:8000/", "[fd00:1::17]"),
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
    ),
    accepts=is_private,
)

NAMED_HOST: Final = Rule(
    id="named-host",
    kind=Kind.HOST,
    stem="private-host",
    why=_WHY,
    ahead=rb"(?:_?name)?\\{0,4}+[\"']?\]?[\s:=>]{1,6}+\\{0,4}+[\"'`(\[]?[\w\[:]",
    sight=3_000,
    anchors=(b"host", b"server", b"endpoint", b"domain", b"registry", b"gateway", b"upstream", b"proxy"),
    pattern=lazy(
        rb"(?i:(?:host(?:_?name)?|server(?:_?name)?|endpoint|domain|registry|gateway|upstream|proxy))\\{0,4}[\"']?\]?\s{0,2}"
        rb"(?:[:=]|=>|:=|\s)\s{0,2}\\{0,4}[\"'`(\[]?(?P<value>\[" + _V6 + rb"\]|" + _DOTTED + rb")(?![A-Za-z0-9_\-(])"
    ),
    finds=(
        Example("Host: llm.acme.com\r\n", "llm.acme.com"),
        Example("HTTPSConnectionPool(host='judge.acme.com', port=443)", "judge.acme.com"),
        Example('"hostname": "gw-3.acme.io"', "gw-3.acme.io"),
        Example("upstream llm-7.acme.ai failed", "llm-7.acme.ai"),
    ),
    leaves=("Host: api.openai.com", "server.py", "host = settings.host", "endpoint: /v1/chat", "registry.register(x)"),
    accepts=is_private_bare,
)

FAILED_HOST: Final = Rule(
    id="unreachable-host",
    kind=Kind.HOST,
    stem="private-host",
    why=_WHY,
    anchors=(
        b"resolve",
        b"connect to",
        b"connecting to",
        b"getaddrinfo",
        b"lookup",
        b"no such host",
        b"not known",
        b"connection to",
        b"connectionpool(host=",
        b"dial tcp",
        b"unknown host",
        b"nodename nor servname",
        b"enotfound",
        b"econnrefused",
        b"unreachable",
        b"ssh: ",
        b"verify hostname",
        b"certificate is not valid for",
        b"hostname mismatch",
    ),
    pattern=lazy(
        rb"(?i:resolve(?: host)?(?:name)?|connect(?:ing|ion)? to(?: host| server)?|getaddrinfo(?: failed)?(?: for)?|getaddrinfo ENOTFOUND|lookup|no such host|not known"
        rb"|connectionpool\(host=|dial tcp|unknown host|nodename nor servname provided, or not known|ENOTFOUND|ECONNREFUSED|unreachable|ssh: (?:connect to host )?"
        rb"|verify hostname|certificate is not valid for|hostname mismatch[^'\"\r\n]{0,60})"
        rb"(?:[ :]{1,3}[\"'(\[]{0,3}|(?<==)[\"'])(?P<value>"
        + _V4
        + rb"|"
        + _V6
        + rb"|"
        + _DOTTED
        + rb"|[A-Za-z][A-Za-z0-9]{0,30}(?:[\-_]?[0-9A-Za-z]{1,30}){0,4}(?=[\"']|:\d))"
        + _NOT_NAME
    ),
    finds=(
        Example("Could not resolve host: gw.acme.com", "gw.acme.com"),
        Example("Failed to resolve 'gpu-box-17' ([Errno -2])", "gpu-box-17"),
        Example("Cannot connect to host vllm-gw:443 ssl:default", "vllm-gw"),
        Example("dial tcp: lookup registry.acme.dev: no such host", "registry.acme.dev"),
        Example("connect ECONNREFUSED 10.1.2.3:8000", "10.1.2.3"),
    ),
    leaves=(
        "Could not resolve host: api.openai.com",
        "failed to connect to 'localhost'",
        "resolve the path",
        "could not connect to server: timed out",
        "Cannot connect to the Docker daemon at unix:///var/run/docker.sock",
    ),
    accepts=lambda match: is_private(match) and match["value"].lower() not in _COMMON,
)

SUFFIX_HOST: Final = Rule(
    id="private-suffix-host",
    kind=Kind.HOST,
    stem="private-host",
    why=_WHY,
    gate=may_be_host,
    sight=3_000,
    anchors=tuple(sorted({b"." + suffix.rpartition(".")[2].encode() for suffix in PRIVATE_SUFFIXES} | {b".home.arpa"})),
    pattern=lazy(rb"(?<![A-Za-z0-9_.\-])(?P<value>" + _DOTTED + rb")(?![A-Za-z0-9_\-(]|\.[A-Za-z0-9_])"),
    finds=(
        Example("pull registry.corp.lan:5000/team/image:1.2", "registry.corp.lan"),
        Example("no_proxy=.corp.internal,db-1.corp.internal", "db-1.corp.internal"),
        Example("upstream llm-gw.acme.example answered", "llm-gw.acme.example"),
        Example("web.default.svc.cluster.local", "web.default.svc.cluster.local"),
    ),
    leaves=(
        "threading.local()",
        "self.local",
        "agentcompass.runtime.internal.runner",
        "unittest.test",
        "pkg.private_key",
        "x.internal_id",
        "settings.local.py",
    ),
    reach=Reach(_NAME_BYTES, 253),
    accepts=lambda match: (
        is_private_bare(match)
        and has_private_suffix(match["value"].decode())
        and (match["value"].count(b".") > 1 or match["value"].rpartition(b".")[2] in _SURE or _has_sign(match["value"]))
    ),
)


def _has_sign(name: bytes) -> bool:
    """Say whether a name holds a digit or a hyphen, which no attribute of a module does in such a place."""
    return b"-" in name or any(48 <= byte <= 57 for byte in name)  # noqa: PLR2004 - ASCII digits


_ENDINGS: Final = (
    b"com net org edu gov mil int cn de jp kr tw hk sg au ca eu ch nl se fi dk br mx za il ae io ai dev app cloud co tech xyz info us uk fr ru in it es pl site online network"
).split()
_ENDING_SET: Final = frozenset(_ENDINGS)

PUBLIC_SUFFIX_HOST: Final = Rule(
    id="bare-host",
    kind=Kind.HOST,
    stem="private-host",
    why=_WHY,
    sight=3_000,
    anchors=tuple(b"." + ending for ending in _ENDINGS),
    ahead=rb"(?![A-Za-z0-9_\-])",
    gate=may_be_host,
    # A host that stands alone begins behind what is no part of an address or a path.
    heads=led(rb"(?:^|[^A-Za-z0-9_.\-@/\\%])[A-Za-z0-9_][A-Za-z0-9_.\-]*"),
    pattern=lazy(rb"(?<![A-Za-z0-9_.\-@/\\%])(?P<value>" + _DOTTED + rb")(?![A-Za-z0-9_\-(]|\.[A-Za-z0-9_])"),
    finds=(
        Example("request to llm-gw.acme.com failed", "llm-gw.acme.com"),
        Example("mirror: pypi.acme.com.au", "pypi.acme.com.au"),
        Example("see gw.acme.ai:8443 for", "gw.acme.ai"),
    ),
    leaves=(
        "see github.com for",
        "api.openai.com answered",
        "agentcompass.runtime.runner.io",
        "torch.nn.dev",
        "run.app",
        "System.Net",
        "harnesses.tools.search started",
        "example.com",
    ),
    reach=Reach(_NAME_BYTES, 253),
    of_run=True,
    accepts=lambda match: not _ENDING_SET.isdisjoint(match["value"].lower().split(b".")[1:]) and is_private_bare(match),
)

REMOTE: Final = Rule(
    id="git-remote-host",
    kind=Kind.HOST,
    stem="private-host",
    why=_WHY,
    anchors=(b"git@", b"hg@", b"svn@", b"ssh "),
    pattern=lazy(
        rb"(?:(?:git|hg|svn)@|ssh (?:-\S+ ){0,4}(?:[A-Za-z0-9_.\-]{1,32}@)?)(?P<value>" + _DOTTED + rb")" + _NOT_NAME
    ),
    finds=(
        Example("origin git@git.acme.com:team/name.git", "git.acme.com"),
        Example("ssh deploy@build-1.acme.net", "build-1.acme.net"),
    ),
    leaves=("git@github.com:org/name.git", "ssh is not installed"),
    accepts=is_private_name,
)

PRIVATE_ADDRESS: Final = Rule(
    id="private-address",
    kind=Kind.HOST,
    stem="private-host",
    why=_WHY,
    sight=3_000,
    anchors=(
        b"10.",
        b"192.168.",
        b"169.254.",
        *(f"172.{second}.".encode() for second in range(16, 32)),
        *(f"100.{second}.".encode() for second in range(64, 128)),
    ),
    pattern=lazy(rb"(?<![A-Za-z0-9_.\-])(?P<value>" + _V4 + rb")(?![0-9A-Za-z_]|\.[0-9])"),
    finds=(Example("peer 10.20.30.40:51000 closed", "10.20.30.40"), Example("('192.168.1.7', 80)", "192.168.1.7")),
    leaves=("took 10.5 s", "numpy-10.1.2.3", "v10.1.2.3", "10.1.2.3.4", "version 192.168"),
    accepts=is_private,
)

_ADDRESS: Final = rb"(?:" + _V4 + rb"|" + _V6 + rb")(?![0-9A-Za-z_]|\.[0-9])"
_TO_ADDRESS: Final = rb"\\{0,4}[\"']?\s{0,2}[:=]?\s{0,2}\\{0,4}[\"'(\[]{0,2}"
_EACH_ADDRESS: Final = re.compile(_ADDRESS)


def _addresses(match: re.Match[bytes]) -> list[tuple[int, int]]:
    """Return the addresses of a list that lead into somebody's network."""
    return [
        each.span()
        for each in _EACH_ADDRESS.finditer(match.string, *match.span("value"))
        if as_address(each[0].decode()) is not None and not is_public(each[0].decode())
    ]


NAMED_ADDRESS: Final = Rule(
    id="named-address",
    kind=Kind.HOST,
    stem="private-host",
    why=_WHY,
    sight=3_000,
    anchors=(
        b"addr",
        b"client",
        b"peer",
        b"remote",
        b"from ",
        b"ip:",
        b"ip=",
        b'ip"',
        b"ip'",
        b"ip ",
        b"forwarded-for",
        b"to ",
    ),
    ahead=rb"(?:ess|_?ip|_?addr)?" + _TO_ADDRESS + rb"(?:[0-9]{1,3}\.|[0-9a-f]{0,4}:)",
    pattern=lazy(
        rb"(?i:(?:ip_?)?addr(?:ess)?|client(?:_?ip)?|peer|remote(?:_?addr)?|from|\bip|forwarded-for|to)"
        + _TO_ADDRESS
        + rb"(?!(?<=:):)(?P<value>"
        + _ADDRESS
        + rb"(?:,[ ]?"
        + _ADDRESS
        + rb"){0,15})"
    ),
    finds=(
        Example("request from 203.0.113.7", "203.0.113.7"),
        Example('"client_ip": "198.51.100.9"', "198.51.100.9"),
        Example("X-Forwarded-For: 127.0.0.1, 198.51.100.9", "198.51.100.9"),
        Example("peer=2a01:4f8::17", "2a01:4f8::17"),
        Example("from ::ffff:203.0.113.7", "::ffff:203.0.113.7"),
    ),
    leaves=("from 1.2.3 to 1.2.4", "upgraded from 127.0.0.1", "client 4.5"),
    each=_addresses,
)

# ``::2`` and ``1::2`` are slices.
_LONGEST_SLICE: Final = 5

ADDRESS_V6: Final = Rule(
    id="private-address-v6",
    kind=Kind.HOST,
    stem="private-host",
    why=_WHY,
    sight=3_000,
    anchors=(b"::", b"fe80:", b"2001:", b"fd00:", b"[f", b"[2"),
    # Three colons in a row are no address.
    ahead=rb"(?<!:::)(?!(?<=::):)",
    pattern=lazy(rb"(?<![A-Za-z0-9_:.\[])\[?(?P<value>" + _V6 + rb")(?![0-9A-Za-z_:])"),
    finds=(
        Example("replica [fd00:fa4e::17] failed", "fd00:fa4e::17"),
        Example("via fe80::1%eth0.", "fe80::1%eth0"),
        Example("2001:db8:1:2:3:4:5:6 up", "2001:db8:1:2:3:4:5:6"),
    ),
    leaves=("std::string", "a::b", "[::1]:80", "x[::2]", "12::", "2001: A Space Odyssey", "crate::fd00"),
    reach=Reach(frozenset(b"0123456789abcdefABCDEF:["), 40),
    accepts=lambda match: (
        is_private(match)
        and as_address(match["value"].partition(b"%")[0].decode()) is not None
        and len(match["value"]) > _LONGEST_SLICE
    ),
)
