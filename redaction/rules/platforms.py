"""Platforms that run programs and keep data: hosting, databases, networks."""

from __future__ import annotations

from typing import Final

from redaction.examples import BASE64_URL, HEXADECIMAL, LOWER, fake
from redaction.rules.formats import WORD_START, is_generated, is_varied, near, token

_RUNS: Final = "It deploys and reads the account's programs."
_DATA: Final = "It reads the account's data."
_UUID: Final = rb"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"
_UUID_EXAMPLE: Final = "-".join(fake("", n, HEXADECIMAL) for n in (8, 4, 4, 4, 12))

DATABRICKS: Final = token(
    "databricks-token", (b"dapi", b"dkea", b"dose"), rb"[0-9a-f]{32}(?:-\d{1,2})?", end=rb"(?![A-Za-z0-9])", why=_DATA,
    finds=(fake("dapi", 32, HEXADECIMAL), fake("dose", 32, HEXADECIMAL)), leaves=("dapi_url",),
)  # fmt: skip
DIGITALOCEAN: Final = token(
    "digitalocean-token", (b"dop_v1_", b"doo_v1_", b"dor_v1_"), rb"[a-f0-9]{56,}+", why=_RUNS, finds=(fake("dop_v1_", 64, HEXADECIMAL),), leaves=("dop_v1_api",)
)  # fmt: skip
DIGITALOCEAN_NEAR: Final = near(
    "digitalocean-token-near",
    (b"digitalocean", b"digital_ocean"),
    rb"[0-9a-f]{64}",
    stem="digitalocean-token",
    why=_RUNS,
    finds=(fake("", 64, HEXADECIMAL),),
)
HEROKU: Final = token(
    "heroku-key",
    (b"HRKU-",),
    rb"[A-Za-z0-9_\-]{30,}+",
    why=_RUNS,
    finds=(fake("HRKU-AA", 58, BASE64_URL),),
    leaves=("HRKU-name",),
)
HEROKU_NEAR: Final = near("heroku-key-near", (b"heroku",), _UUID, stem="heroku-key", why=_RUNS, finds=(_UUID_EXAMPLE,))
FLY: Final = token(
    "fly-token", (b"FlyV1 ", b"fm1r_", b"fm1a_", b"fm2_", b"fo1_"), rb"[A-Za-z0-9+/=_\-]{40,}+(?:,fm[0-9][A-Za-z0-9+/=_\-]{20,}+){0,8}+", why=_RUNS, finds=(fake("fo1_", 43, BASE64_URL), fake("fm2_", 300)), leaves=("fo1_name",)
)  # fmt: skip
VERCEL: Final = token(
    "vercel-token",
    (b"vcp_", b"vci_", b"vca_", b"vcr_", b"vck_"),
    rb"[A-Za-z0-9]{24,}+",
    why=_RUNS,
    finds=(fake("vck_", 56), fake("vcp_", 56)),
    leaves=("vcp_name",),
)
VERCEL_NEAR: Final = near(
    "vercel-token-near",
    (b"vercel", b"zeit"),
    rb"(?=[A-Za-z]{0,23}\d)[A-Za-z0-9]{24}",
    stem="vercel-token",
    why=_RUNS,
    finds=(fake("", 24),),
)
NETLIFY: Final = token(
    "netlify-token",
    (b"nfp_", b"nfc_", b"nfo_", b"nfu_"),
    rb"[A-Za-z0-9]{36,}+",
    why=_RUNS,
    finds=(fake("nfp_", 36),),
    leaves=("nfp_name",),
)
NETLIFY_NEAR: Final = near(
    "netlify-token-near",
    (b"netlify",),
    rb"(?=[A-Za-z_=\-]{0,42}\d)[A-Za-z0-9_=\-]{40,46}",
    stem="netlify-token",
    why=_RUNS,
    finds=(fake("", 43, BASE64_URL),),
)
RAILWAY: Final = near("railway-token", (b"railway",), _UUID, why=_RUNS, finds=(_UUID_EXAMPLE,))
RENDER: Final = token(
    "render-key",
    (b"rnd_",),
    rb"[A-Za-z0-9]{28,40}+",
    why=_RUNS,
    finds=(fake("rnd_", 32),),
    leaves=("rnd_seed",),
    accepts=is_generated,
)
CLOUDFLARE: Final = token("cloudflare-origin-key", (b"v1.0-",), rb"[a-f0-9]{24}-[a-f0-9]{146}", stem="cloudflare-key", why="It signs certificates of the site.",
                          finds=("v1.0-" + fake("", 24, HEXADECIMAL) + "-" + fake("", 146, HEXADECIMAL),), leaves=("v1.0-beta",))  # fmt: skip
CLOUDFLARE_TOKEN: Final = token(
    "cloudflare-token",
    (b"cfut_", b"cfat_", b"cfk_"),
    rb"[A-Za-z0-9_\-]{36,}+",
    why=_RUNS,
    finds=(fake("cfut_", 48),),
    leaves=("cfut_name",),
)
CLOUDFLARE_NEAR: Final = near("cloudflare-token-near", (b"cloudflare", b"cf_api", b"cf-api", b"x-auth-key"), rb"(?:[0-9a-f]{37}|(?=[A-Za-z_\-]{0,39}\d)[A-Za-z0-9_\-]{40})", stem="cloudflare-token",
                              why=_RUNS, finds=(fake("", 37, HEXADECIMAL), fake("", 40, BASE64_URL)))  # fmt: skip
PLANETSCALE: Final = token("planetscale-token", (b"pscale_tkn_", b"pscale_pw_", b"pscale_oauth_"), rb"[A-Za-z0-9_.=\-]{30,}+", why=_DATA, finds=(fake("pscale_tkn_", 43, BASE64_URL), fake("pscale_pw_", 43, BASE64_URL)),
                           leaves=("pscale_tkn_name",))  # fmt: skip
SUPABASE: Final = token("supabase-key", (b"sbp_", b"sb_secret_", b"sb_publishable_"), rb"[A-Za-z0-9_\-]{28,}+", why=_DATA, finds=(fake("sbp_", 40, HEXADECIMAL), fake("sb_secret_", 31, BASE64_URL)),
                        leaves=("sb_secret_name",), accepts=is_generated)  # fmt: skip
NEON: Final = token(
    "neon-key",
    (b"napi_", b"npg_"),
    rb"[A-Za-z0-9]{12,}+",
    why=_DATA,
    finds=(fake("napi_", 64, LOWER), fake("npg_", 12)),
    leaves=("napi_create_reference",),
    accepts=is_generated,
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
ALGOLIA: Final = near("algolia-key", (b"algolia",), rb"[0-9a-f]{32}", why=_DATA, finds=(fake("", 32, HEXADECIMAL),))
FASTLY: Final = near(
    "fastly-token",
    (b"fastly",),
    rb"(?=[A-Za-z_\-]{0,31}\d)[A-Za-z0-9_\-]{32}",
    why=_RUNS,
    finds=(fake("", 32, BASE64_URL),),
)
LINODE: Final = near("linode-token", (b"linode", b"vultr", b"scaleway", b"hetzner", b"hcloud", b"exoscale", b"ovh", b"kamatera"), rb"(?:[0-9a-f]{64}|(?=[A-Za-z]{0,63}\d)[A-Za-z0-9]{64}|(?=[A-Z]{0,35}\d)[A-Z0-9]{36}|" + _UUID + rb")", why=_RUNS,
                     finds=(fake("", 64, HEXADECIMAL), fake("", 64)))  # fmt: skip
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
TAILSCALE: Final = token(
    "tailscale-key",
    (b"tskey-",),
    rb"[A-Za-z0-9\-]{16,}+",
    why="It joins the private network.",
    finds=(fake("tskey-auth-", 17) + "-" + fake("", 32),),
    leaves=("tskey-auth-name",),
    accepts=is_generated,
)
NGROK: Final = near(
    "ngrok-token",
    (b"ngrok",),
    rb"(?=[A-Za-z]{0,48}\d)[0-9A-Za-z]{24,27}_[0-9A-Za-z]{20,22}",
    why="It opens tunnels into the network.",
    finds=(fake("2", 26) + "_" + fake("", 21),),
)
CLICKHOUSE: Final = token("clickhouse-key", (b"4b1d",), rb"[A-Za-z0-9]{38}", start=WORD_START, end=rb"(?![A-Za-z0-9])", why=_DATA, finds=(fake("4b1d", 38),), leaves=("4b1d" + "0a" * 18 + "00ff",),
                          accepts=lambda match: is_varied(match) and any(65 <= b <= 90 for b in match["body"]))  # fmt: skip  # noqa: PLR2004 - upper-case ASCII
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
