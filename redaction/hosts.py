"""Which hosts may be named: the shipped list of public services, loopback, documentation; every other host is private.

Everything is pure; the list is read once from ``redaction/data/public_hosts.txt``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pkgutil import get_data
from typing import TYPE_CHECKING, Final

from redaction.key_words import word_set

if TYPE_CHECKING:
    from ipaddress import IPv4Address, IPv6Address

_OURS: Final = re.compile(r"(?:[\w-]+\.)*private-host-\d+\.invalid\Z")
_PORT: Final = re.compile(r":\d{1,5}\Z")
_LOOPBACK_NAMES: Final = word_set("""
    localhost localhost.localdomain ip6-localhost ip6-loopback host.docker.internal gateway.docker.internal
""")
_WHOLE_RANGES: Final = frozenset({"0.0.0.0", "::", "255.255.255.255"})  # noqa: S104 - a text to compare with
_NETMASK: Final = re.compile(r"255\.255\.(?:255|254|252|248|240|224|192|128|0)\.\d{1,3}\Z")

# What clouds call their services, region by region: no label of these is chosen by a customer. A bucket's host has one more.
_OF_CLOUDS: Final = re.compile(
    r"(?:(?:(?:api|runtime|featurestore-runtime)\.sagemaker|api\.ecr|streams\.dynamodb|s3\.dualstack|[a-z][a-z0-9-]{1,40})"
    r"\.(?:[a-z]{2}(?:-[a-z]{3,12}){1,3}-\d)\.)amazonaws\.com(?:\.cn)?"
    r"|[a-z][a-z0-9-]{1,40}\.amazonaws\.com|[a-z]{2,20}\.api\.aws"
    r"|[a-z][a-z0-9-]{1,40}\.aliyuncs\.com|(?:registry|ecs|vpc|rds|slb|kms|sts|pai|aiworkspace|eas)\.[a-z0-9-]{2,24}\.aliyuncs\.com"
    r"|(?:cos|hunyuan|tke|cvm|vpc|sts)\.[a-z0-9-]{2,24}\.(?:myqcloud|tencentcloudapi)\.com|[a-z]{2,20}\.tencentcloudapi\.com"
    r"|ark\.(?:cn|ap)-[a-z0-9-]{2,24}\.(?:volces|bytepluses)\.com"
    r"|obs\.[a-z0-9-]{2,24}\.myhuaweicloud\.com"
    # A machine of the network that delivers, as answers name it under ``via``; a customer's host begins with ``d``.
    r"|[0-9a-f]{32}\.cloudfront\.net"
    r"|[a-z]{2,12}-[a-z]{2,12}\d-(?:aiplatform|docker|run|python|npm|maven)\.(?:googleapis\.com|pkg\.dev)\Z"
)

# Suffixes that no public registry hands out: names below them exist in one network only.
PRIVATE_SUFFIXES: Final = (
    "internal", "local", "lan", "corp", "home", "intranet", "private", "localdomain", "intra", "localnet", "home.arpa",
    "svc", "cluster.local", "consul", "test", "invalid", "example", "onion",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class PublicHosts:
    """The shipped list: exact hosts, domains with all below them, and domains taken back."""

    exact: frozenset[str]
    domains: frozenset[str]
    withdrawn: frozenset[str]

    def holds(self, host: str) -> bool:
        """Say whether a normalised host is on the list; the longest matching domain decides."""
        if host in self.exact:
            return True
        for domain in parents(host):
            if domain in self.withdrawn:
                return False
            if domain in self.domains:
                return True
        return False


def parents(host: str) -> tuple[str, ...]:
    """Return the host and the domains above it, longest first: ``a.b.c``, ``b.c``, ``c``."""
    labels = host.split(".")
    return tuple(".".join(labels[n:]) for n in range(len(labels)))


def normalise(host: str) -> str:
    """Return the one spelling of a host: lower case, without brackets, port, zone and final dot."""
    host = host.strip().lower()
    if host.startswith("["):
        host = host[1:].partition("]")[0]
    elif host.count(":") == 1:
        host = _PORT.sub("", host)
    return host.partition("%")[0].rstrip(".")


def is_loopback(host: str) -> bool:
    """Say whether the host is this machine as seen by itself or by its containers; naming it tells nothing."""
    host = normalise(host)
    if host in _LOOPBACK_NAMES or host in _WHOLE_RANGES or host.endswith(".localhost"):
        return True
    address = as_address(host)
    return address is not None and address.is_loopback


@lru_cache(maxsize=8192)
def is_public(
    host: str, extra_public: frozenset[str] = frozenset(), private_domains: frozenset[str] = frozenset()
) -> bool:
    """Say whether a host may be named.

    ``private_domains`` (and all below them) never may; ``extra_public`` (and all below them) and the shipped list may.
    """
    host = normalise(host)
    if not host or is_loopback(host) or _OURS.match(host) or _NETMASK.match(host):
        return True
    above = parents(host) if as_address(host) is None else (host,)
    if not private_domains.isdisjoint(above):
        return False
    return not extra_public.isdisjoint(above) or shipped().holds(host) or _OF_CLOUDS.fullmatch(host) is not None


@lru_cache(maxsize=8192)
def as_address(host: str) -> IPv4Address | IPv6Address | None:
    """Return the IP address a normalised host spells, or ``None`` for a name."""
    if ":" not in host and not host[-1:].isdigit():
        return None
    import ipaddress  # noqa: PLC0415 - few texts hold anything like an address

    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


@lru_cache(maxsize=1)
def shipped() -> PublicHosts:
    """Read the shipped list."""
    return parse_list(_shipped_text("redaction.data", "public_hosts.txt"))


def _shipped_text(package: str, name: str) -> str:
    """Return a text file of a package; ``importlib.resources`` would bring archives and temporary files along, 8 ms.

    Raises ``FileNotFoundError`` if the package cannot be read.
    """
    content = get_data(package, name)
    if content is None:
        raise FileNotFoundError(name)
    return content.decode("utf-8")


def parse_list(text: str) -> PublicHosts:
    """Read a list: ``name``, ``.name`` and ``!.name`` lines, ``#`` comments."""
    lines = [line.strip().lower() for line in text.splitlines()]
    entries = [line for line in lines if line and not line.startswith("#")]
    return PublicHosts(
        exact=frozenset(e for e in entries if e[0] not in ".!"),
        domains=frozenset(e[1:] for e in entries if e[0] == "."),
        withdrawn=frozenset(e.lstrip("!.") for e in entries if e[0] == "!"),
    )


@lru_cache(maxsize=1)
def _suffixes() -> frozenset[str]:
    """Read every public suffix, private ones of companies included, from the list in publicsuffixlist.

    One a line, what follows a space and lines with ``//`` left out (https://github.com/publicsuffix/list/wiki/Format).
    """
    text = _shipped_text("publicsuffixlist", "public_suffix_list.dat")
    entries = (line.partition(" ")[0] for line in text.lower().split("\n") if line and not line.startswith("//"))
    suffixes = frozenset(map(str.rstrip, entries)) - {""}
    return suffixes.union(_punycode(suffix) for suffix in suffixes if not suffix.isascii())


def _punycode(suffix: str) -> str:
    """Return the ASCII spelling of a suffix, which is in its normal form already: the codec for names takes ten times as long."""
    return ".".join(
        label if label.isascii() else "xn--" + label.encode("punycode").decode("ascii") for label in suffix.split(".")
    )


@lru_cache(maxsize=8192)
def has_known_suffix(host: str) -> bool:
    """Say whether a name ends in a public suffix or in a suffix of private networks."""
    above = parents(normalise(host))[1:]
    return any(domain in PRIVATE_SUFFIXES for domain in above) or not _suffixes().isdisjoint(above)


@lru_cache(maxsize=8192)
def has_private_suffix(host: str) -> bool:
    """Say whether a name ends in a suffix that only private networks use."""
    return any(domain in PRIVATE_SUFFIXES for domain in parents(normalise(host))[1:])
