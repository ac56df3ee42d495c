"""Platforms that run programs and keep data: hosting, databases, networks."""

from __future__ import annotations

from typing import Final

from redaction.examples import BASE64_URL, HEXADECIMAL, LOWER, fake
from redaction.rules.formats import WORD_START, is_varied, near, token

_RUNS: Final = "It deploys and reads the account's programs."
_DATA: Final = "It reads the account's data."
_UUID: Final = rb"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"
_UUID_EXAMPLE: Final = "-".join(fake("", n, HEXADECIMAL) for n in (8, 4, 4, 4, 12))

DIGITALOCEAN_NEAR: Final = near(
    "digitalocean-token-near",
    (b"digitalocean", b"digital_ocean"),
    rb"[0-9a-f]{64}",
    stem="digitalocean-token",
    why=_RUNS,
    finds=(fake("", 64, HEXADECIMAL),),
)
SNOWFLAKE: Final = near(
    "snowflake-password",
    (b"snowflake",),
    rb"(?=[A-Za-z_\-]{0,64}\d)[A-Za-z0-9_\-!@#$%]{12,64}",
    why=_DATA,
    finds=(fake("", 20),),
    gap=24,
)
ATLAS: Final = token(
    "mongodb-atlas-secret",
    (b"mdb_sa_sk_", b"mdb_sa_id_"),
    rb"[A-Za-z0-9_\-]{20,}+",
    why=_DATA,
    finds=(fake("mdb_sa_sk_", 40),),
    leaves=("mdb_sa_sk_name",),
)
UPSTASH: Final = near(
    "upstash-token",
    (b"upstash",),
    rb"(?=[A-Za-z_\-]{0,59}\d)[A-Za-z0-9_\-]{36,60}={0,2}",
    why=_DATA,
    finds=(fake("", 56),),
    gap=40,
)
LINODE: Final = near(
    "linode-token",
    (b"linode", b"vultr", b"scaleway", b"hetzner", b"hcloud", b"exoscale", b"ovh", b"kamatera"),
    rb"(?:[0-9a-f]{64}|(?=[A-Za-z]{0,63}\d)[A-Za-z0-9]{64}|(?=[A-Z]{0,35}\d)[A-Z0-9]{36}|" + _UUID + rb")",
    why=_RUNS,
    finds=(fake("", 64, HEXADECIMAL), fake("", 64)),
)
IBM: Final = near(
    "ibm-cloud-key",
    (b"ibm", b"watson", b"bluemix"),
    rb"(?=[A-Za-z_\-]{0,43}\d)[A-Za-z0-9_\-]{44}",
    why=_RUNS,
    finds=(fake("", 44, BASE64_URL),),
)
ORACLE: Final = token(
    "oracle-cloud-id",
    (b"ocid1.",),
    rb"[a-z0-9]{3,30}\.[a-z0-9]{2,8}\.[a-z0-9\-]{0,20}\.[a-z0-9]{20,}+",
    why="It names the tenancy.",
    finds=("ocid1.tenancy.oc1.." + fake("", 60, LOWER),),
    leaves=("ocid1.tenancy",),
)
OPENSHIFT: Final = token(
    "openshift-token",
    (b"sha256~",),
    rb"[A-Za-z0-9_\-]{40,}+",
    why=_RUNS,
    finds=(fake("sha256~", 43, BASE64_URL),),
    leaves=("sha256~", "sha256~" + "0" * 64),
)
NGROK: Final = near(
    "ngrok-token",
    (b"ngrok",),
    rb"(?=[A-Za-z]{0,48}\d)[0-9A-Za-z]{24,27}_[0-9A-Za-z]{20,22}",
    why="It opens tunnels into the network.",
    finds=(fake("2", 26) + "_" + fake("", 21),),
)
CLICKHOUSE: Final = token(
    "clickhouse-key",
    (b"4b1d",),
    rb"[A-Za-z0-9]{38}",
    start=WORD_START,
    end=rb"(?![A-Za-z0-9])",
    why=_DATA,
    finds=(fake("4b1d", 38),),
    leaves=("4b1d" + "0a" * 18 + "00ff",),
    accepts=lambda match: is_varied(match) and match["body"].lower() != match["body"],
)
AIVEN: Final = token(
    "aiven-password",
    (b"AVNS_",),
    rb"[A-Za-z0-9_\-]{14,}+",
    why=_DATA,
    finds=(fake("AVNS_", 19, BASE64_URL),),
    leaves=("AVNS_password",),
)
CONFLUENT: Final = near(
    "confluent-secret",
    (b"confluent", b"ccloud", b"kafka_api"),
    rb"(?=[A-Za-z+/]{0,63}\d)[A-Za-z0-9+/]{64}",
    why=_DATA,
    finds=(fake("", 64),),
)
DENO: Final = token(
    "deno-token",
    (b"ddp_", b"ddw_", b"ddo_"),
    rb"[A-Za-z0-9]{36}",
    why=_RUNS,
    finds=(fake("ddp_", 36),),
    leaves=("ddp_rank",),
)
