"""What the name of a host looks like, and how it is told from a module, an attribute, a file and a version."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from redaction.hosts import as_address, has_known_suffix, has_private_suffix, is_public
from redaction.vocabulary import EVERYDAY, is_common

WHY: Final = "It leads into a private network, and its name tells whose."
NAME_BYTES: Final = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-")
LABEL: Final = rb"[A-Za-z0-9_](?:[A-Za-z0-9_\-]{0,61}[A-Za-z0-9_])?"
DOTTED: Final = rb"(?:" + LABEL + rb"\.){1,9}" + LABEL
ONE_LABEL: Final = rb"[A-Za-z](?:[A-Za-z0-9_\-]{0,61}[A-Za-z0-9])?"
V4: Final = rb"(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}"
V6: Final = rb"(?:[0-9A-Fa-f]{0,4}:){2,7}(?:" + V4 + rb"|[0-9A-Fa-f]{0,4})(?:%[A-Za-z0-9]{1,16})?"
HOST: Final = rb"(?:\[" + V6 + rb"\]|" + DOTTED + rb"|" + LABEL + rb")"
NOT_NAME: Final = rb"(?![A-Za-z0-9_\-])"
_RUN: Final = re.compile(rb"[A-Za-z0-9_.\-]{1,256}+").match
_WHOLE: Final = re.compile(DOTTED + rb"\Z").match
_PORT: Final = re.compile(rb":\d{2,5}(?!\d)|/")
_REAL_PORT: Final = re.compile(rb":\d{2,5}(?![\d.])")

# Endings that are files or attributes at least as often as domains: such a name needs more to count as a host.
_AMBIGUOUS: Final = frozenset(
    b"ai app as at be bz cc cd cf ci cl co cs db dev do es fm fr ga gl go gz hs id im in info int io is it kt la lc li lu me ml mm mo ms mt "
    b"mu mv my name nc ne no nu page pg ph pl pm pn pr ps pt pub py re rs ru run sa sb sc sh si sl so st sv tc td tf tk tm tn to top tv "
    b"uk us vi ws zip mov md link live host site store stream systems team tools training video world zone work group is_ py pro "
    b"agency art bar best blog build cam camp care center chat city click cloud codes cool day design digital direct email events "
    b"exchange express fail fan farm fast fish fit fun fund games gold guide help how ink keep land law life lol map media menu "
    b"met moe name network new news now observer one online open org_ parts photos pics pink play plus press prime prof red rest rip "
    b"rocks run sale save school science select services shop show sky social space style sucks supply support surf tax tech tips "
    b"today town trade vote watch wiki win works wow yes you xyz".split()
)


_LONGEST_SURE: Final = 3

# Endings of files: a name of two labels is a file unless a port follows.
_FILES: Final = frozenset(
    b"in pl pm py sh rs md so cc ml ps zip mov mo ms la cs fm st ai do as pub bz page int".split()
)

# What stands before the dot of an attribute; these name no company.
_RECEIVERS: Final = frozenset(
    b"self cls this obj args arg kwargs request req response resp res params param config cfg conf settings options opts opt ctx context event evt np numpy torch tf "
    b"jnp jax pd df os sys re json uuid builtins typing types operator string math ast user item row node result msg message exc err error parser model data todo notes "
    b"readme inbox journal tasks index main module mod pkg package ns namespace props state store window document console process math ctypes decimal style repo xp".split()
)
# First labels of packages that are named after a domain backwards, and of libraries.
_PACKAGES: Final = frozenset(
    b"com org net io java javax jdk sun android androidx kotlin scala self cls this google numpy pandas torch tensorflow sklearn scipy django flask aiohttp httpx requests "
    b"urllib3 setuptools distutils pip fsspec transformers pydantic pytest unittest jest vite webpack babel eslint docker-compose matplotlib".split()
)
# Labels of modules, files and settings: a name that has one before its last label is code, a file or a key.
_CODE: Final = frozenset(
    b"config configs conf core util utils command commands shell branch implementation implementations impl protobuf cli override overrides tfvars spec specs setting "
    b"settings harness lib libs src py js ts jsx tsx mjs cjs json yaml yml toml ini cfg xml html css md txt sh bat ps1 lock dockerfile makefile "
    b"gradle properties module modules package packages type types error errors exception exceptions handler handlers parser parsers parse view views schema "
    b"schemas plugin plugins provider providers adapter adapters factory builder builders helper helpers abstract interface interfaces template templates fixture "
    b"fixtures mock mocks runner runners runtime loader loaders writer reader readers compat typing threading thread threads locks lock locals globals utils_ "
    b"tokenizer tokenizers optimizer optimizers layers nn ops autograd func functional dataframe series indexes filesystem filesystems "
    b"docker-compose samples defaults option options theme editor extensions binding bindings lang grpc spark javascript typescript lists production".split()
)
_FILE_WORDS: Final = _CODE | frozenset(
    b"docker compose application dev prod production test tests env example sample default".split()
)
_REAL_ENDINGS: Final = frozenset(b"io ai dev app cloud co me us uk in info tech online".split())
TENANTS: Final = tuple(
    b"." + domain
    for domain in (
        b"azurecr.io jfrog.io ngrok.io ngrok-free.app ngrok.app trycloudflare.com modal.run modal.host hf.space run.app web.app vercel.app netlify.app fly.dev onrender.com "
        b"railway.app herokuapp.com workers.dev pages.dev gitpod.io github.dev app.github.dev deno.dev pkg.dev runpod.net e2b.app e2b.dev daytona.work daytona.works "
        b"proxy.runpod.net loca.lt serveo.net ts.net tailscale.net lhr.life ingest.sentry.io cloudsmith.io gradio.live devtunnels.ms tunnel.runloop.ai sandbox.novita.ai "
        b"cloud.morph.so lepton.run litng.ai"
    ).split()
)
"""Domains of services below which every name is a customer's, a sandbox's or a tunnel's."""

COMMON: Final[frozenset[bytes]] = frozenset(
    b"the a an host server database daemon docker model endpoint proxy it this that any remote address name localhost none null true false unknown string str int hostname "
    b"any all your-host your-hostname example key code failed request and or not is for from with on in at by to of port url client sandbox peer upstream backend broker service "
    b"closed lost refused reset timed socket api names version kernel error errors required resolved found reached hosts nodes".split()
)
SERVICES: Final[frozenset[bytes]] = frozenset(
    b"db database postgres postgresql mysql mariadb mongo mongodb redis valkey memcached rabbitmq kafka zookeeper elasticsearch opensearch kibana minio nginx caddy traefik "
    b"proxy api app web backend frontend server worker gateway cache queue broker vllm ollama litellm qdrant milvus weaviate chroma etcd registry dind docker mail smtp "
    b"node main master controller agent sandbox model postgres-db gitlab jenkins test".split()
)
"""What everybody calls the services of a compose file: such a name alone tells nothing."""

_OURS: Final = re.compile(
    rb"(?:user|home|machine|private-host|subdomain)-\d+|(?i:redacted|withheld|your|placeholder|example|my-?host)"
)
_CONTAINER: Final = re.compile(rb"(?:[0-9a-f]{12}|[0-9a-f]{64})\Z")


def is_private(match: re.Match[bytes]) -> bool:
    """Accept every host that may not be named."""
    return _is_private(match["value"])


@lru_cache(maxsize=8192)
def _is_private(value: bytes) -> bool:
    host = value.decode("ascii", "replace")
    return any(character.isalnum() for character in host) and not is_public(host)


def is_private_name(match: re.Match[bytes]) -> bool:
    """Accept a dotted name that is a host by its ending and may not be named, or an address."""
    return _is_private_name(match["value"])


@lru_cache(maxsize=8192)
def _is_private_name(name: bytes) -> bool:
    host = name.decode("ascii", "replace")
    if as_address(host.strip("[]")) is not None:
        return not is_public(host)
    last = host.rpartition(".")[2]
    return last.isalpha() and has_known_suffix(host) and not is_public(host)


def is_private_bare(match: re.Match[bytes]) -> bool:
    """Accept a bare dotted name only if it cannot be a module path, an attribute, a file or a version."""
    name = match["value"]
    if not is_private_name(match):
        return False
    if (
        _PLAIN_LOCAL.match(name)
        and _REAL_PORT.match(match.string, match.end())
        and name.partition(b".")[0] not in _RECEIVERS
    ):
        return has_private_suffix(name.decode())
    if is_code(match):
        return False
    if is_tenants(name):
        return True
    labels = name.lower().split(b".")
    two = len(labels) == 2  # noqa: PLR2004 - a label and an ending
    if two and labels[1] in _FILES and not has_sign(labels[1]):
        return name.islower() and _REAL_PORT.match(match.string, match.end()) is not None
    # Most endings of four letters and more are words of any language: ``tools.search``, ``self.email``.
    if (labels[-1] in _AMBIGUOUS or len(labels[-1]) > _LONGEST_SURE) and not has_private_suffix(name.decode()):
        return (
            name.islower()
            and b"_" not in name
            and (has_sign(name) or _PORT.match(match.string, match.end()) is not None)
        )
    return name == name.lower() or not any(label[:1].isupper() for label in name.split(b"."))


_PLAIN_LOCAL: Final = re.compile(rb"[a-z0-9-]+\.[a-z]+\Z")


def is_private_named(match: re.Match[bytes]) -> bool:
    """Accept a dotted name under a name for hosts, also one whose ending could be an attribute's where nothing else is."""
    if is_private_bare(match):
        return True
    name = match["value"]
    labels = name.split(b".")
    following = match.string[match.end() : match.end() + 1]
    return (
        is_private_name(match)
        and not is_code(match)
        and name.islower()
        and b"_" not in name
        and (len(labels) > 2 or following in (b'"', b"'"))  # noqa: PLR2004 - an attribute of an object has two labels
        and labels[-1] in _REAL_ENDINGS
        and following in (b'"', b"'", b"\n", b"\r", b"")
    )


def is_code(match: re.Match[bytes]) -> bool:
    """Say whether a dotted name is that of a module, an attribute, a file or a setting, by its labels and what stands around."""
    data, (start, end) = match.string, match.span("value")
    return (
        _is_code(match["value"])
        or _IMPORT.search(data, max(0, start - _IMPORT_REACH), start) is not None
        or _IMPORTED.match(data, end) is not None
        or (
            _LINE_ENDS.match(data, end) is not None
            and _PACKAGE.search(data, max(0, start - _IMPORT_REACH), start) is not None
        )
    )


_IMPORT_REACH: Final = 32
_IMPORT: Final = re.compile(rb"(?:(?:\b|(?<=\\[nrt]))import|\bmodules? named|\bpython[\d.]{0,5} -m)[ ][\"'`]?\Z")
_PACKAGE: Final = re.compile(rb"(?:\A|[\r\n]|\\n|[\"'`])package[ ]\Z")
"""What stands before the package of a source file: the word at the beginning of a line."""
_LINE_ENDS: Final = re.compile(rb";|[ ]?(?:\Z|[\r\n]|\\[nr]|\\{0,8}[\"'`])")
_IMPORTED: Final = re.compile(rb"[ ]import\b|:(?:main|app|cli|run|application|create_app|server|handler)\b(?![./@:-])")


@lru_cache(maxsize=8192)
def _is_code(name: bytes) -> bool:
    labels = name.lower().split(b".")
    if any(label.startswith(b"_") for label in labels) or labels[0] in (b"self", b"cls", b"this"):
        return True
    if labels[0] in (b"com", b"org", b"java", b"javax") and len(labels) > 2:  # noqa: PLR2004 - a domain backwards
        return True
    if len(labels) == 2:  # noqa: PLR2004 - a label and an ending
        if labels[0] in _RECEIVERS:
            return True
        if not has_private_suffix(name.decode()) or _DIGIT.search(name) or labels[1] in _SURE:
            return False
        words = re.split(rb"[-_]", labels[0])
        # ``db.internal`` is not told from ``obj.internal``; a hyphen in ``gpu-box.local`` says enough, in ``run-lists.test`` not.
        return b"-" not in labels[0] or labels[1] == b"test" or _FILE_WORDS.issuperset(words)
    return (
        has_private_suffix(name.decode())
        and _DIGIT.search(name) is None
        and (labels[0] in _PACKAGES or not _CODE.isdisjoint(labels[1:-1]))
    )


_DIGIT: Final = re.compile(rb"\d")
_SURE: Final[frozenset[bytes]] = frozenset((b"lan", b"corp", b"intranet", b"localdomain", b"onion"))


def is_tenants(name: bytes) -> bool:
    """Say whether a name lies below a domain where every name is a customer's."""
    return name.lower().endswith(TENANTS)


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


def has_sign(name: bytes) -> bool:
    """Say whether a name holds a digit or a hyphen, which no attribute of a module does in such a place."""
    return b"-" in name or _DIGIT.search(name) is not None


@lru_cache(maxsize=8192)
def is_named(match: re.Match[bytes]) -> bool:
    """Accept whatever stands where a program prints nothing but the name or the address of a host."""
    value = match["value"]
    return is_private(match) and (b"." in value or b":" in value or is_machine(value))


def is_machine(label: bytes) -> bool:
    """Say whether a single label, where a host is expected, is somebody's: no word, no usual service, no container's number."""
    lower = label.lower().strip(b"-_")
    text = lower.decode("ascii", "replace")
    return (
        len(lower) > 1
        and not is_public(text)
        and lower not in COMMON
        and lower not in SERVICES
        and not is_common(text)
        and text not in EVERYDAY
        and _OURS.match(lower) is None
        and _CONTAINER.match(lower) is None
    )
