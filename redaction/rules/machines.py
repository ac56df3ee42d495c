"""Names of machines of one label: under names for hosts, before a port, in what ``uname`` and the system's log say."""

from __future__ import annotations

import re
from typing import Final

from redaction.findings import Kind
from redaction.lazy import lazy
from redaction.rule import Example, Reach, Rule, Said
from redaction.rules.host_names import DOTTED, NAME_BYTES, ONE_LABEL, has_sign, is_machine, is_named, is_private

_WHY: Final = "It names a machine, and often whose it is."
_QUOTE: Final = rb"\\{0,4}[\"']"


def _is_quoted(match: re.Match[bytes]) -> bool:
    """Say whether a value stands in quotes."""
    return bool(match["quote"] or match["mark"])


def _is_named(match: re.Match[bytes]) -> bool:
    """Accept a machine's name under a name in capitals or in quotes; elsewhere a word is a variable as likely."""
    value, key, following = match["value"], match["key"], match.string[match.end("value") : match.end("value") + 1]
    name = value.partition(b"[")[0]
    if not is_machine(name) or (name != value and not has_sign(name)):
        return False
    if has_sign(value):
        return _is_quoted(match) or following not in (b",", b")", b";") or key.isupper()
    if key.isupper():
        return _is_quoted(match) or following in (b"", b"\n", b"\r", b" ", b"\\")
    return _is_quoted(match) and key.lower() != b"host"


NAMED_MACHINE: Final = Rule(
    id="named-machine",
    kind=Kind.HOST,
    stem="private-host",
    why=_WHY,
    sight=3_000,
    anchors=(b"host", b"nodename", b"node_name", b"nodelist", b"node_list", b"master_addr", b"computername"),
    ahead=rb"(?:_?name)?\\{0,4}[\"']?(?:=|:[ ]|[ ]?:[ ]?\\{0,4}[\"'])\\{0,4}[\"']?[a-z][\w-]{0,62}[^\w.(-]?",
    pattern=lazy(
        rb"(?i:(?P<key>host(?:_?name)?|node_?name|node_?list|master_addr|computername))\\{0,4}[\"']?(?:=(?P<quote>"
        + _QUOTE
        + rb")?|[ ]?:[ ]?(?:(?<=[ ])|(?=\\{0,4}[\"']))"
        rb"(?P<mark>"
        + _QUOTE
        + rb")?)(?P<value>"
        + ONE_LABEL
        + rb"(?:\[[0-9,\-]{1,64}\])?)(?=(?::\d{2,5})?(?:[\s\"'\\,;)}\]/]|\Z))"
    ),
    finds=(
        Example("HOSTNAME=gpubox\n", "gpubox"),
        Example('"hostname": "gpu07-a"', "gpu07-a"),
        Example("DB_HOST=acme-db", "acme-db"),
        Example("MASTER_ADDR=acme-node0", "acme-node0"),
        Example("SLURM_NODELIST=acme-n[1-4]", "acme-n[1-4]"),
        Example("hostname: acme-gpu07", "acme-gpu07"),
    ),
    leaves=(
        "HOSTNAME=localhost",
        "HOSTNAME=3f2a9c0b1d4e",
        '"hostname": "db"',
        "DB_HOST=postgres",
        "HOST=0.0.0.0",
        "host=args.host",
        "hostname = socket.gethostname()",
        "host: str = 'x'",
        "HOST=$HOST",
        "host=hostvar, port=1",
    ),
    accepts=_is_named,
)

_KEY: Final = rb"url|uri|endpoint|proxy|https?|address|addr|servers?|brokers?|host|hosts"


def _heads(anchor: bytes) -> Said:
    """Say of ``http``, which logs hold everywhere, what is no address."""
    if anchor != b"http":
        return ()
    return tuple((b"", plural + follow) for plural in (b"", b"s") for follow in (rb"[=\\\"']", rb"[ ][ =:]", rb":[^/]"))


HOST_AND_PORT: Final = Rule(
    id="named-host-and-port",
    kind=Kind.HOST,
    stem="private-host",
    why=_WHY,
    sight=3_000,
    anchors=(b"url", b"uri", b"endpoint", b"proxy", b"http", b"addr", b"server", b"broker", b"host"),
    ahead=rb"(?:ess|s|_?name)?" + rb"\\{0,4}[\"']?[ ]{0,2}[=:][ ]{0,2}\\{0,4}[\"']?[a-z][a-z0-9_-]{0,62}:[0-9]",
    heads=_heads,
    pattern=lazy(
        rb"(?i:"
        + _KEY
        + rb")\\{0,4}[\"']?[ ]{0,2}[=:][ ]{0,2}\\{0,4}[\"']?(?P<value>"
        + ONE_LABEL
        + rb"):(?:80|\d{3,5})(?=[\s\"'\\,;)}\]/]|\Z)"
    ),
    finds=(
        Example("base_url='acme-gw:4000/v1'", "acme-gw"),
        Example("proxies={'http': 'gpubox:3128'}", "gpubox"),
        Example("OLLAMA_HOST=gpubox:11434", "gpubox"),
    ),
    leaves=(
        "base_url='localhost:4000/v1'",
        "REDIS_URL=redis:6379",
        "http://127.0.0.1:80",
        '"image_url": "node:18"',
        "server: nginx:1.25",
    ),
    accepts=lambda match: is_private(match) and is_machine(match["value"]),
)

UNAME: Final = Rule(
    id="uname-machine",
    kind=Kind.HOST,
    stem="private-host",
    why=_WHY,
    sight=3_000,
    anchors=(b"uname_result(", b"linux ", b"darwin "),
    ahead=rb"(?:(?<=\()system=|(?<= )[\w.-]{1,64} (?=[0-9]{1,3}\.[0-9]))",
    pattern=lazy(
        rb"(?:(?P<call>uname_result\(system=\\?'[^'\\]{0,20}\\?', node=\\?')|(?:Linux|Darwin)[ ])(?P<value>"
        + DOTTED
        + rb"|"
        + ONE_LABEL
        + rb")"
        rb"(?(call)(?=\\?')|(?=[ ]\d{1,3}\.\d[\w.+~-]{0,60}[ ](?:#\d|Darwin)))"
    ),
    finds=(
        Example("Linux acme-ws 6.8.0-45-generic #45-Ubuntu SMP x86_64 GNU/Linux", "acme-ws"),
        Example("uname_result(system='Linux', node='acme-ws', release='6.8')", "acme-ws"),
        Example("Darwin Jos-Mac.local 23.1.0 Darwin Kernel Version 23.1.0", "Jos-Mac.local"),
    ),
    leaves=(
        "Linux version 6.8.0-45-generic (x) #45",
        "Linux localhost 6.8.0 #1",
        "Linux 3f2a9c0b1d4e 6.8.0 #1 SMP",
        "Linux kernel 5.10 #1",
    ),
    accepts=is_named,
)

_MONTHS: Final = b"jan feb mar apr may jun jul aug sep oct nov dec".split()
_LEVELS: Final = frozenset(b"info debug warning warn error critical trace fatal notice am pm utc gmt".split())


def _is_logging(match: re.Match[bytes]) -> bool:
    """Accept what stands where a log says whose line it is, but for the levels of other logs."""
    return match["value"].lower() not in _LEVELS and is_named(match)


SYSTEM_LOG: Final = Rule(
    id="system-log-machine",
    kind=Kind.HOST,
    stem="private-host",
    why=_WHY,
    sight=3_000,
    anchors=tuple(month + b" " for month in _MONTHS),
    ahead=rb" ?[0-9]{1,2} [0-9][0-9]:[0-9][0-9]:[0-9][0-9] [a-z]",
    pattern=lazy(
        rb"(?i:"
        + b"|".join(_MONTHS)
        + rb")[ ]{1,2}\d{1,2}[ ]\d\d:\d\d:\d\d[ ](?P<value>"
        + DOTTED
        + rb"|"
        + ONE_LABEL
        + rb")[ ][A-Za-z][\w./\-()]{0,48}(?:\[\d{1,7}\])?:(?=[ ]|\Z)"
    ),
    finds=(
        Example("Dec  2 02:04:18 acme-gpu07 kernel: oom", "acme-gpu07"),
        Example("Dec 02 02:04:18 gpubox sshd[123]: Accepted", "gpubox"),
    ),
    leaves=("Dec  2 02:04:18 INFO kernel: oom", "Dec 02 02:04:18 localhost x: y", "Dec 02 02:04:18 2026"),
    accepts=_is_logging,
)

JOURNAL: Final = Rule(
    id="journal-machine",
    kind=Kind.HOST,
    stem="private-host",
    why=_WHY,
    sight=3_000,
    anchors=tuple(
        b" " + program
        for program in (b"kernel: ", b"systemd[", b"sshd[", b"dockerd[", b"containerd[", b"kubelet[", b"cron[")
    ),
    reach=Reach(NAME_BYTES, 253),
    before=bytes(sorted(NAME_BYTES)),
    pattern=lazy(
        rb"(?<=\d[Z0-9][ ])(?P<value>"
        + DOTTED
        + rb"|"
        + ONE_LABEL
        + rb")[ ](?i:kernel:|systemd\[|sshd\[|dockerd\[|containerd\[|kubelet\[|cron\[)"
    ),
    finds=(Example("2026-12-02T02:04:18+00:00 acme-gpu07 kernel: oom", "acme-gpu07"),),
    leaves=("2026-12-02T02:04:18Z localhost kernel: oom", "the kernel: oom", "at 10 INFO kernel: x"),
    accepts=_is_logging,
)

ADDRESS_AS_NAME: Final = Rule(
    id="address-as-name",
    kind=Kind.HOST,
    stem="private-host",
    why="It spells the address of a machine.",
    sight=3_000,
    anchors=(b"ip-",),
    ahead=rb"[0-9]{1,3}-[0-9]{1,3}-[0-9]{1,3}-[0-9]",
    pattern=lazy(
        rb"(?<![A-Za-z0-9_.\-])(?P<value>ip-\d{1,3}(?:-\d{1,3}){3}(?:(?:\.[a-z0-9\-]{1,32}){0,3}\.(?:internal|amazonaws\.com))?)(?![A-Za-z0-9_\-])"
    ),
    finds=(
        Example("on ip-10-12-34-56 at", "ip-10-12-34-56"),
        Example("root@ip-10-12-34-56.ec2.internal", "ip-10-12-34-56.ec2.internal"),
    ),
    leaves=("zip-10-12-34-56", "ip-1-2-3", "ip-address"),
)

HARDWARE_ADDRESS: Final = Rule(
    id="hardware-address",
    kind=Kind.HOST,
    stem="hardware-address",
    why="It is the number of one machine in the world.",
    ahead=rb"[\\\"']{0,5}[ \t]{0,4}[:=]?[ \t]{0,4}[\\\"']{0,5}[0-9a-f]{2}[:\-]",
    anchors=(b"link/ether ", b"ether ", b"hwaddr", b"mac address", b"macaddress", b"mac_address"),
    pattern=lazy(
        rb"(?i:link/ether|(?<=[ \t])ether|hwaddr|mac[ _]?address)[\\\"']{0,5}[ \t]{0,4}[:=]?[ \t]{0,4}[\\\"']{0,5}(?P<value>(?!(?i:02:42|00:00:00:00:00:00|ff:ff:ff:ff))[0-9A-Fa-f]{2}(?:[:\-][0-9A-Fa-f]{2}){5})(?![0-9A-Za-z:])"
    ),
    finds=(
        Example("    link/ether 0c:42:a1:5b:9f:03 brd ff:ff:ff:ff:ff:ff", "0c:42:a1:5b:9f:03"),
        Example('"MacAddress": "0C:42:A1:5B:9F:03"', "0C:42:A1:5B:9F:03"),
    ),
    leaves=(
        "link/ether 02:42:ac:11:00:02 brd",
        "link/loopback 00:00:00:00:00:00",
        "together 0c:42",
        '"MacAddress": ""',
    ),
)
