"""Keys of clouds and hosting besides Amazon and Google: Azure, Alibaba, Tencent, Volcengine, Baidu, and hosting services."""

from __future__ import annotations

from typing import Final

from redaction.examples import ALPHANUMERIC, BASE64, BASE64_URL, HEXADECIMAL, LOWER, fake
from redaction.findings import Kind
from redaction.lazy import lazy
from redaction.rule import Example, Reach, Rule
from redaction.rules.formats import UUID, WORD_START, is_generated, is_varied, named, near, token

_WHY: Final = "It acts for the account."


def _uuid(head: str = "") -> str:
    return head + "-".join(fake(f"{n}", n - 1, HEXADECIMAL) for n in (8, 4, 4, 4)) + "-" + fake("0", 11, HEXADECIMAL)


AZURE_OPENAI: Final = near(
    "azure-key",
    (b"azure", b"cognitive", b"ocp-apim-subscription-key", b"bing", b"openai"),
    rb"[0-9a-f]{32}",
    why="It calls the resource's models.",
    finds=(fake("", 32, HEXADECIMAL),),
    unless=rb"\.com/",
)
AZURE_LONG: Final = Rule(
    id="azure-key-long",
    kind=Kind.SECRET,
    stem="azure-key",
    why="Azure's newer keys carry a fixed mark in their middle.",
    anchors=(b"jqqj99",),
    pattern=lazy(rb"[A-Za-z0-9+/]{0,60}JQQJ99[A-Za-z0-9+/]{20,40}={0,2}"),
    finds=(Example('key: "' + (_long := fake("", 52) + "JQQJ99" + fake("", 26)) + '"', _long),),
    leaves=("JQQJ99 short",),
    reach=named(b"+/"),
)
AZURE_STORAGE: Final = Rule(
    id="azure-storage-key",
    kind=Kind.SECRET,
    stem="azure-storage-key",
    why="It reads and writes the whole storage account.",
    anchors=(b"accountkey", b"account_key", b"account-key", b"sharedaccesskey", b"storage"),
    pattern=lazy(
        rb"(?i:account[_\-]?key|shared[_\-]?access[_\-]?key|storage[_\-]?(?:account[_\-]?)?(?:access[_\-]?)?key)"
        rb"[\"'\\]{0,6}\s{0,4}[:=]\s{0,4}[\"'\\]{0,6}(?P<value>[A-Za-z0-9+/]{42,88}={0,2})"
    ),
    finds=(
        Example(
            "AccountKey=" + (_storage := fake("", 86, BASE64) + "==") + ";EndpointSuffix=core.windows.net", _storage
        ),
        Example("SharedAccessKey=" + (_shared := fake("", 43, BASE64) + "="), _shared),
    ),
    leaves=("AccountKey=${KEY}", "storage is full"),
    accepts=is_varied,
)
AZURE_CLIENT: Final = Rule(
    id="azure-client-secret",
    kind=Kind.SECRET,
    stem="azure-client-secret",
    why="It signs in as the application.",
    anchors=(b"q~",),
    pattern=lazy(rb"(?<![A-Za-z0-9_~.\-])[A-Za-z0-9_~.]{3}[78]Q~[A-Za-z0-9_~.\-]{31,34}(?![A-Za-z0-9_~])"),
    finds=(Example("secret=" + (_client := fake("", 3) + "8Q~" + fake("", 34)), _client),),
    leaves=("abc8Q~short",),
    reach=Reach(frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_~."), 4),
    accepts=is_varied,
)
AZURE_DEVOPS: Final = near(
    "azure-devops-token",
    (b"azure", b"devops", b"vsts", b"ado_pat", b"ado_token"),
    rb"(?=[a-z]{0,51}[2-7])[a-z2-7]{52}",
    why="It reads and writes the organisation's code.",
    finds=(fake("", 52, "abcdefghijklmnopqrstuvwxyz234567"),),
)
AZURE_DEVOPS_NEW: Final = Rule(
    id="azure-devops-token-new",
    kind=Kind.SECRET,
    stem="azure-devops-token",
    why="Newer tokens are 84 characters with a fixed mark.",
    anchors=(b"azdo",),
    pattern=lazy(rb"[A-Za-z0-9]{70,80}AZDO[A-Za-z0-9]{4}(?![A-Za-z0-9])"),
    finds=(Example("pat " + (_devops := fake("", 76) + "AZDO" + fake("", 4)), _devops),),
    leaves=("AZDO project",),
    reach=named(b""),
)
ALIBABA_ID: Final = token(
    "alibaba-access-key-id",
    (b"LTAI",),
    rb"[A-Za-z0-9]{12,26}+",
    end=rb"(?![A-Za-z0-9_\-])",
    why=_WHY,
    finds=(fake("LTAI5t", 18),),
    leaves=("LTAIR",),
    accepts=is_generated,
)
ALIBABA_SECRET: Final = near(
    "alibaba-secret",
    (b"aliyun", b"alibaba", b"access_key_secret", b"accesskeysecret"),
    rb"(?=[A-Za-z]{0,29}\d)[A-Za-z0-9]{30}",
    why=_WHY,
    finds=(fake("", 30),),
)
TENCENT_ID: Final = token(
    "tencent-secret-id",
    (b"AKID",),
    rb"[A-Za-z0-9]{28,40}+",
    end=rb"(?![A-Za-z0-9_\-])",
    why=_WHY,
    finds=(fake("AKID", 32),),
    leaves=("AKIDS",),
    accepts=is_generated,
)
TENCENT_SECRET: Final = near(
    "tencent-secret-key",
    (b"tencent", b"secretkey", b"secret_key", b"cos_secret"),
    rb"(?=[A-Za-z]{0,31}\d)[A-Za-z0-9]{32}",
    why=_WHY,
    finds=(fake("", 32),),
)
VOLCENGINE_ID: Final = token(
    "volcengine-access-key-id",
    (b"AKLT", b"AKTP"),
    rb"[A-Za-z0-9_\-=]{28,60}+",
    why=_WHY,
    finds=(fake("AKLT", 44),),
    leaves=("AKLT1",),
    accepts=is_generated,
)
BAIDU: Final = token(
    "baidu-key",
    (b"bce-v3/ALTAK-", b"ALTAK-"),
    rb"[A-Za-z0-9]{18,24}+(?:/[0-9a-f]{32,40})?",
    why=_WHY,
    finds=(fake("bce-v3/ALTAK-", 21) + "/" + fake("", 40, HEXADECIMAL), fake("ALTAK-", 21)),
    leaves=("ALTAK-1",),
)
DATABRICKS: Final = token(
    "databricks-token",
    (b"dapi", b"dose", b"dkea"),
    rb"[a-f0-9]{32}(?:-[0-9]{1,2})?",
    end=rb"(?![A-Za-z0-9])",
    why=_WHY,
    finds=(fake("dapi", 32, HEXADECIMAL), fake("dapi", 32, HEXADECIMAL) + "-3"),
    leaves=("dapi-name",),
)
DIGITALOCEAN: Final = token(
    "digitalocean-token",
    (b"dop_v1_", b"doo_v1_", b"dor_v1_", b"dos_v1_"),
    rb"[a-f0-9]{40,}+",
    why=_WHY,
    finds=(fake("dop_v1_", 64, HEXADECIMAL),),
    leaves=("dop_v1_name",),
)
DIGITALOCEAN_MODEL: Final = token(
    "digitalocean-model-key",
    (b"sk-do-",),
    rb"[A-Za-z0-9_\-]{30,}+",
    stem="digitalocean-token",
    why=_WHY,
    finds=(fake("sk-do-", 64, BASE64_URL),),
    leaves=("sk-do-name",),
)
CLOUDFLARE: Final = token(
    "cloudflare-token",
    (b"v1.0-", b"cfut_", b"cfat_", b"cfk_"),
    rb"[A-Za-z0-9_\-]{40,}+",
    why=_WHY,
    finds=(fake("v1.0-", 24, HEXADECIMAL) + "-" + fake("", 146, HEXADECIMAL), fake("cfut_", 48)),
    leaves=("v1.0-beta",),
    accepts=is_generated,
)
CLOUDFLARE_NEAR: Final = near(
    "cloudflare-key",
    (b"cloudflare", b"cf_api", b"cf-api", b"x-auth-key"),
    rb"(?:[0-9a-f]{37}|(?=[A-Za-z_\-]{0,39}\d)[A-Za-z0-9_\-]{40})",
    why=_WHY,
    finds=(fake("", 37, HEXADECIMAL), fake("", 40, BASE64_URL)),
)
HEROKU: Final = token(
    "heroku-key",
    (b"HRKU-",),
    rb"[A-Za-z0-9_\-]{36,}+",
    why=_WHY,
    finds=(fake("HRKU-AA", 58, BASE64_URL),),
    leaves=("HRKU-1",),
)
HEROKU_NEAR: Final = near("heroku-key-near", (b"heroku",), UUID, stem="heroku-key", why=_WHY, finds=(_uuid(),))
FLY: Final = token(
    "fly-token",
    (b"fm1r_", b"fm1a_", b"fm2_", b"fo1_"),
    rb"[A-Za-z0-9_\-+/=]{40,}+",
    why=_WHY,
    finds=(fake("fm2_", 200, BASE64), fake("fo1_", 43, BASE64_URL)),
    leaves=("fm2_name",),
)
VERCEL: Final = token(
    "vercel-token",
    (b"vcp_", b"vci_", b"vca_", b"vcr_", b"vck_", b"vercel_blob_rw_"),
    rb"[A-Za-z0-9_]{24,}+",
    why=_WHY,
    finds=(fake("vcp_", 56), fake("vercel_blob_rw_", 48)),
    leaves=("vcp_name",),
    accepts=is_generated,
)
VERCEL_NEAR: Final = near(
    "vercel-token-near",
    (b"vercel", b"zeit"),
    rb"(?=[A-Za-z]{0,23}\d)[A-Za-z0-9]{24}",
    stem="vercel-token",
    why=_WHY,
    finds=(fake("", 24),),
)
NETLIFY: Final = token(
    "netlify-token", (b"nfp_", b"nfc_", b"nfo_", b"nfb_", b"nfu_"), rb"[A-Za-z0-9_]{34,}+", why=_WHY,
    finds=(fake("nfp_", 36),), leaves=("nfp_name",),
)  # fmt: skip
NETLIFY_NEAR: Final = near(
    "netlify-token-near", (b"netlify",), rb"(?=[A-Za-z_\-]{0,44}\d)[A-Za-z0-9_\-]{40,46}", stem="netlify-token",
    why=_WHY, finds=(fake("", 43, BASE64_URL),),
)  # fmt: skip
RENDER: Final = token(
    "render-key", (b"rnd_",), rb"[A-Za-z0-9]{28,}+", why=_WHY, finds=(fake("rnd_", 32),), leaves=("rnd_state",)
)
RAILWAY: Final = near("railway-token", (b"railway",), UUID, why=_WHY, finds=(_uuid(),))
SCALEWAY: Final = token("scaleway-key", (b"SCW",), rb"[A-Z0-9]{17}", end=rb"(?![A-Za-z0-9])", start=WORD_START, why=_WHY,
                        finds=(fake("SCW", 17, LOWER.upper()),), leaves=("SCWABCDEFGHIJKLMNOPQ",), accepts=is_generated)  # fmt: skip
YANDEX: Final = token(
    "yandex-key", (b"AQVN", b"t1.9euel", b"y0_Ag", b"YCAJ", b"YCN"), rb"[A-Za-z0-9_\-.]{30,}+", start=WORD_START, why=_WHY,
    finds=(fake("AQVN", 36, BASE64_URL), fake("y0_Ag", 55, BASE64_URL)), leaves=("YCNetwork",), accepts=is_generated,
)  # fmt: skip
TERRAFORM: Final = Rule(
    id="terraform-token",
    kind=Kind.SECRET,
    stem="terraform-token",
    why="It changes the organisation's infrastructure.",
    anchors=(b".atlasv1.",),
    pattern=lazy(rb"[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_\-=]{40,}+"),
    finds=(Example('token = "' + (_atlas := fake("", 14) + ".atlasv1." + fake("", 67)) + '"', _atlas),),
    leaves=("x.atlasv1.y",),
    reach=Reach(frozenset(ALPHANUMERIC.encode()), 14),
)
PULUMI: Final = token(
    "pulumi-token",
    (b"pul-",),
    rb"[a-f0-9]{40}",
    why=_WHY,
    finds=(fake("pul-", 40, HEXADECIMAL),),
    leaves=("pul-monary",),
)
VAULT: Final = token(
    "vault-token", (b"hvs.", b"hvb.", b"hvr."), rb"[A-Za-z0-9_\-]{24,}+", why="It opens the vault.",
    finds=(fake("hvs.", 90, BASE64_URL), fake("hvb.", 140, BASE64_URL)), leaves=("hvs.name",),
)  # fmt: skip
VAULT_OLD: Final = near(
    "vault-token-old", (b"vault",), rb"s\.[A-Za-z0-9]{24}", stem="vault-token", why="It opens the vault.", finds=(fake("s.", 24),), gap=40
)  # fmt: skip
CONSUL: Final = near("consul-token", (b"consul", b"nomad"), UUID, why=_WHY, finds=(_uuid(),))
DOPPLER: Final = token(
    "doppler-token", (b"dp.pt.", b"dp.st.", b"dp.ct.", b"dp.sa.", b"dp.scim.", b"dp.audit."), rb"[A-Za-z0-9._\-]{38,}+",
    why="It reads the account's secrets.", finds=(fake("dp.pt.", 43), fake("dp.st.dev.", 43)), leaves=("dp.pt.x",),
)  # fmt: skip
INFISICAL: Final = token("infisical-token", (b"st.",), UUID + rb"\.[a-f0-9]{32}\.[a-f0-9]{32}", why="It reads the account's secrets.",
                         finds=(_uuid("st.") + "." + fake("", 32, HEXADECIMAL) + "." + fake("1", 31, HEXADECIMAL),), leaves=("st.name",))  # fmt: skip
ONEPASSWORD: Final = token(
    "onepassword-token", (b"ops_eyJ", b"A3-"), rb"[A-Za-z0-9_\-=]{32,}+", why="It opens the vault.",
    finds=(fake("ops_eyJ", 400, BASE64_URL), "A3-" + "-".join(fake(str(n), 5, LOWER.upper()) for n in range(6))), leaves=("A3-paper",), accepts=is_generated,
)  # fmt: skip
AKEYLESS: Final = token("akeyless-key", (b"p-",), rb"[a-z0-9]{12,14}/[A-Za-z0-9+/=]{30,}+", ahead=rb"[a-z0-9]{12}", start=WORD_START, why="It opens the vault.",
                        finds=(fake("p-", 14, LOWER) + "/" + fake("", 44, BASE64),), leaves=("p-value/0.05",), accepts=is_generated)  # fmt: skip
OKTA: Final = near(
    "okta-token",
    (b"okta", b"ssws"),
    rb"00[A-Za-z0-9_\-]{40}",
    why="It administers the organisation's users.",
    finds=(fake("00", 40, BASE64_URL),),
)
AUTH0: Final = near(
    "auth0-secret",
    (b"auth0",),
    rb"(?=[A-Za-z_\-]{0,63}\d)[A-Za-z0-9_\-]{64}",
    why="It signs in as the application.",
    finds=(fake("", 64, BASE64_URL),),
)
