"""Hosts in the sentences of programs that could not reach them."""

from __future__ import annotations

import re
from typing import Final

from redaction.findings import Kind
from redaction.lazy import lazy
from redaction.rule import Example, Reach, Rule
from redaction.rules.host_names import (
    DOTTED,
    NAME_BYTES,
    NOT_NAME,
    ONE_LABEL,
    V4,
    V6,
    WHY,
    has_sign,
    is_code,
    is_machine,
    is_named,
    is_private,
    is_private_bare,
    is_private_name,
)

_QUOTE: Final = rb"(?:[\"'(\[`\\]{1,4}|\xe2\x80\x98)?"
_NAME: Final = rb"(?:" + V4 + rb"|" + V6 + rb"|" + DOTTED + rb"|" + ONE_LABEL + rb")" + NOT_NAME
_UNQUOTE: Final = rb"\\{0,4}[\"'`]"


def _is_likely(match: re.Match[bytes]) -> bool:
    """Accept what can be nothing but a host where a program may also name a module, a file or a thing."""
    value = match["value"]
    following = match.string[match.end() : match.end() + 2]
    if b"." not in value and b":" not in value:
        port = following[:1] == b":" and following[1:].isdigit()
        return is_private(match) and is_machine(value) and (port or has_sign(value))
    if not is_private_name(match) or is_code(match):
        return False
    enough = value.count(b".") > 1 or following[:1] in (b'"', b"'", b":")
    return is_private_bare(match) or (value.islower() and enough)


FAILED_HOST: Final = Rule(
    id="unreachable-host",
    kind=Kind.HOST,
    stem="private-host",
    why=WHY,
    sight=3_000,
    anchors=(
        b"resolve ",
        b"failure resolving",
        b"connect to ",
        b"connecting to host",
        b"connection to server at",
        b"translate host",
        b"getaddrinfo ",
        b"dial tcp",
        b"dial udp",
        b"lookup ",
        b"unknownhostexception: ",
        b"unknown host",
        b"verify hostname",
        b"certificate is not valid for",
        b"host='",
        b'host="',
        b'host=\\"',
    ),
    pattern=lazy(
        rb"(?i:(?P<sure>(?:resolve[ ](?:host(?:_?name)?|proxy)(?:[ ]address)?|failure[ ]resolving|connect(?:ing)?[ ]to[ ]host|connection[ ]to[ ]server[ ]at"
        rb"|translate[ ]host[ ]?name|getaddrinfo[ ](?:ENOTFOUND|EAI_AGAIN|for[ ]host|failed[ ]for)|dial[ ](?:tcp|udp)[46]?:?(?:[ ]lookup)?|unknownhostexception:"
        rb"|unknown[ ]host|verify[ ]hostname|certificate[ ]is[ ]not[ ]valid[ ]for)[ :]{1,3}" + _QUOTE + rb")"
        rb"|(?P<pool>host=\\{0,4}[\"'])|(?P<lookup>lookup[ ])|(?P<connect>connect[ ]to[ ]"
        + _QUOTE
        + rb")|(?P<resolve>resolve[ ]\\{0,4}[\"']))"
        rb"(?P<value>" + _NAME + rb")"
        rb"(?(pool)(?=" + _UNQUOTE + rb"(?:,[ ]?|[ ])port=))"
        rb"(?(lookup)(?=[ ]on[ ][\d\[]|:[ ](?i:no[ ]such[ ]host|server[ ]misbehaving|i/o[ ]timeout|temporary[ ]failure)))"
        rb"(?(connect)(?=" + _UNQUOTE + rb"?[ ]port[ ]\d))"
        rb"(?(resolve)(?=" + _UNQUOTE + rb"[ ]\(\[Errno))"
    ),
    finds=(
        Example("Could not resolve host: gw.acme.com", "gw.acme.com"),
        Example("curl: (6) Could not resolve host: gpubox", "gpubox"),
        Example("Failed to resolve 'gpu-box-17' ([Errno -2])", "gpu-box-17"),
        Example("Cannot connect to host vllm-gw:443 ssl:default", "vllm-gw"),
        Example("Failed to connect to gpubox port 8000 after 3 ms", "gpubox"),
        Example("dial tcp: lookup registry.acme.dev: no such host", "registry.acme.dev"),
        Example("dial tcp: lookup gpubox on 127.0.0.1:53: no such host", "gpubox"),
        Example('could not translate host name "gpubox" to address', "gpubox"),
        Example("HTTPConnectionPool(host='gpubox', port=8000)", "gpubox"),
        Example("java.net.UnknownHostException: gpubox", "gpubox"),
    ),
    leaves=(
        "Could not resolve host: api.openai.com",
        "resolve the path",
        "Can't resolve 'fs' in '/app'",
        'Could not resolve "react"',
        "could not resolve host and port",
        "host='localhost', port=1",
        '"DNS lookup failed"',
    ),
    accepts=is_named,
)

MAYBE_FAILED_HOST: Final = Rule(
    id="likely-unreachable-host",
    kind=Kind.HOST,
    stem="private-host",
    why=WHY,
    sight=3_000,
    anchors=(
        b"resolve",
        b"connect to",
        b"connecting to",
        b"connection to",
        b"lookup",
        b"no such host",
        b"not known",
        b"nodename nor servname",
        b"getaddrinfo",
        b"enotfound",
        b"eai_again",
        b"econnrefused",
        b"econnreset",
        b"etimedout",
        b"ehostunreach",
        b"unreachable",
        b"ssh: ",
        b"hostname mismatch",
    ),
    pattern=lazy(
        rb"(?i:resolve|connect(?:ing|ion)? to(?: server)?|lookup|no such host|not known|nodename nor servname provided, or not known|getaddrinfo(?: failed)?|ENOTFOUND|EAI_AGAIN"
        rb"|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|unreachable|ssh:|hostname mismatch[^'\"\r\n]{0,60})"
        rb"[ :]{1,3}"
        + _QUOTE
        + rb"(?P<value>"
        + V4
        + rb"|"
        + V6
        + rb"|"
        + DOTTED
        + rb"|(?<=connect to ['\"])"
        + ONE_LABEL
        + rb"(?=[\"'])|"
        + ONE_LABEL
        + rb"(?=:\d{2,5}(?![\d.])))"
        + NOT_NAME
    ),
    finds=(
        Example("connect ECONNREFUSED 10.1.2.3:8000", "10.1.2.3"),
        Example("connect ECONNREFUSED gpubox:8000", "gpubox"),
        Example("Could not resolve 'llm.acme.com'", "llm.acme.com"),
        Example("failed to connect to 'gpu-box-17'", "gpu-box-17"),
    ),
    leaves=(
        "failed to connect to 'localhost'",
        "could not connect to server: timed out",
        "Cannot connect to the Docker daemon at unix:///var/run/docker.sock",
        'Cannot connect to "modal"',
        "attribute lookup builtins.generator failed",
        "Could not resolve com.google.firebase:firebase-bom:1.2",
        "Can't resolve 'react-dom'",
    ),
    accepts=_is_likely,
)

_REASON: Final = rb"name or service not known|temporary failure in name resolution|nodename nor servname provided|no address associated with hostname|no route to host|no such host is known"

EXPLAINED_HOST: Final = Rule(
    id="host-before-reason",
    kind=Kind.HOST,
    stem="private-host",
    why=WHY,
    sight=3_000,
    anchors=tuple(b": " + reason for reason in sorted(_REASON.split(b"|"))),
    reach=Reach(NAME_BYTES, 253),
    pattern=lazy(rb"(?P<value>" + DOTTED + rb"|" + ONE_LABEL + rb"):[ ](?i:" + _REASON + rb")"),
    finds=(
        Example("ping: gpubox: Name or service not known", "gpubox"),
        Example("dial gw.acme.com: no route to host", "gw.acme.com"),
    ),
    leaves=(
        "getaddrinfo failed: Name or service not known",
        "[Errno -2] Name or service not known",
        "localhost: no route to host",
    ),
    accepts=is_named,
)
