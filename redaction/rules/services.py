"""Tokens of the services around a team: messaging, monitoring, payments, mail, data stores, documents."""

from __future__ import annotations

from typing import Final

from redaction.examples import BASE64, BASE64_URL, DIGITS, HEXADECIMAL, LOWER, fake
from redaction.findings import Kind
from redaction.lazy import lazy
from redaction.rule import Example, Reach, Rule, led
from redaction.rules.formats import UUID, WORD_START, is_generated, is_varied, near, token

_MESSAGES: Final = "It reads and writes the team's messages."
_MONITORING: Final = "It reads the team's monitoring."
_MONEY: Final = "It moves money."
_MAIL: Final = "It sends mail in the account's name."
_DATA: Final = "It reads and writes the account's data."

SLACK: Final = token(
    "slack-token",
    (b"xoxb-", b"xoxp-", b"xoxa-", b"xoxr-", b"xoxs-", b"xoxo-", b"xoxe-", b"xoxc-", b"xoxd-", b"xapp-", b"xoxe.xox", b"xwfp-"),
    rb"[A-Za-z0-9%/+.\-]{10,}+",
    why=_MESSAGES,
    finds=(
        fake("xoxb-", 12, DIGITS) + "-" + fake("", 12, DIGITS) + "-" + fake("", 24),
        fake("xapp-1-A", 10) + "-" + fake("", 12, DIGITS) + "-" + fake("", 64, HEXADECIMAL),
        fake("xoxe.xoxp-1-", 140),
    ),
    leaves=("xoxb-token", "xoxp-..."),
    accepts=is_generated,
)  # fmt: skip
WEBHOOK: Final = Rule(
    id="webhook-url",
    kind=Kind.SECRET,
    stem="webhook",
    why="Whoever has the address may post; its path is the secret.",
    anchors=(
        b"hooks.slack.com/", b"discord.com/api/webhooks/", b"discordapp.com/api/webhooks/", b"hooks.zapier.com/hooks/",
        b"webhook.office.com/", b"outlook.office.com/webhook/", b"open.feishu.cn/open-apis/bot/", b"open.larksuite.com/open-apis/bot/",
        b"oapi.dingtalk.com/robot/send", b"qyapi.weixin.qq.com/cgi-bin/webhook/", b"maker.ifttt.com/trigger/", b"hook.eu1.make.com/", b"chat.googleapis.com/v1/spaces/",
    ),
    pattern=lazy(
        rb"(?i:hooks\.slack\.com/(?:services|workflows|triggers)/|discord(?:app)?\.com/api/webhooks/|hooks\.zapier\.com/hooks/(?:catch/)?"
        rb"|webhook\.office\.com/webhookb2/|outlook\.office\.com/webhook/|open\.(?:feishu\.cn|larksuite\.com)/open-apis/bot/(?:v2/)?hook/"
        rb"|oapi\.dingtalk\.com/robot/send\?access_token=|qyapi\.weixin\.qq\.com/cgi-bin/webhook/send\?key=|maker\.ifttt\.com/trigger/"
        rb"|hook\.eu1\.make\.com/|chat\.googleapis\.com/v1/spaces/)(?P<value>[A-Za-z0-9/_@=&?%.~\-]{16,}+)"
    ),
    finds=(
        Example("https://hooks.slack.com/services/" + (_slack := fake("T", 9) + "/" + fake("B", 9) + "/" + fake("", 24)), _slack),
        Example("https://discord.com/api/webhooks/" + (_discord := fake("", 18, DIGITS) + "/" + fake("", 68, BASE64_URL)), _discord),
    ),
    leaves=("https://hooks.slack.com/services/...", "https://discord.com/api/webhooks/ID"),
    accepts=is_varied,
)  # fmt: skip
DISCORD_BOT: Final = Rule(
    id="discord-bot-token",
    kind=Kind.SECRET,
    stem="discord-token",
    why=_MESSAGES,
    anchors=(b".",),
    ahead=rb"[a-z0-9_\-]{6}\.[a-z0-9_\-]{27}",
    heads=led(rb"[a-z0-9_\-]{20}"),
    pattern=lazy(
        rb"(?<![A-Za-z0-9_.\-])[MNO][A-Za-z0-9_\-]{22,27}\.[A-Za-z0-9_\-]{6}\.[A-Za-z0-9_\-]{27,40}(?![A-Za-z0-9_.\-])"
    ),
    finds=(Example("token=" + (_bot := fake("M", 23) + "." + fake("", 6) + "." + fake("", 38, BASE64_URL)), _bot),),
    leaves=("Module.attribute.another_attribute_of_it",),
    reach=Reach(frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"), 28),
    accepts=is_generated,
)
TELEGRAM: Final = Rule(
    id="telegram-bot-token",
    kind=Kind.SECRET,
    stem="telegram-token",
    why=_MESSAGES,
    anchors=(b":aa",),
    pattern=lazy(rb"(?<![0-9A-Za-z])(?:bot)?[0-9]{7,11}:AA[A-Za-z0-9_\-]{32,34}(?![A-Za-z0-9_\-])"),
    finds=(
        Example("bot " + (_telegram := fake("", 10, DIGITS) + ":AA" + fake("", 33, BASE64_URL)) + "/send", _telegram),
    ),
    leaves=("12345678:AAbc",),
    reach=Reach(frozenset(b"0123456789bot"), 14),
)
STRIPE: Final = token(
    "stripe-key", (b"sk_live_", b"sk_test_", b"rk_live_", b"rk_test_", b"whsec_", b"sk_prod_", b"rk_prod_"), rb"[A-Za-z0-9+/=]{16,}+",
    start=WORD_START, why=_MONEY, finds=(fake("sk_live_", 99), fake("rk_test_", 24), fake("whsec_", 32)), leaves=("sk_test_key",),
)  # fmt: skip
SQUARE: Final = token(
    "square-token", (b"EAAA", b"sq0atp-", b"sq0csp-", b"sq0idp-"), rb"[A-Za-z0-9_\-]{22,64}+", why=_MONEY,
    finds=(fake("EAAA", 60, BASE64_URL), fake("sq0csp-", 43, BASE64_URL)), leaves=("EAAAK",), accepts=is_generated,
)  # fmt: skip
PAYPAL: Final = Rule(
    id="paypal-token",
    kind=Kind.SECRET,
    stem="paypal-token",
    why=_MONEY,
    anchors=(b"access_token$production$", b"access_token$sandbox$"),
    pattern=lazy(rb"access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}"),
    finds=(
        Example(
            "t=" + (_paypal := fake("access_token$production$", 16, LOWER) + "$" + fake("", 32, HEXADECIMAL)), _paypal
        ),
    ),
    leaves=("access_token$production$x",),
)
PAYMENTS: Final = token(
    "payment-key", (b"rzp_live_", b"rzp_test_", b"FLWSECK_TEST-", b"FLWSECK-", b"EZAK", b"EZTK", b"shippo_live_", b"shippo_test_", b"live_pub_", b"test_pub_", b"duffel_live_", b"duffel_test_", b"sk_paystack_"),
    rb"[A-Za-z0-9_\-]{14,}+", why=_MONEY, finds=(fake("rzp_live_", 14), fake("FLWSECK_TEST-", 32, HEXADECIMAL), fake("EZAK", 54), fake("shippo_live_", 40, HEXADECIMAL)),
    leaves=("EZAKnow",), accepts=is_generated,
)  # fmt: skip
PLAID: Final = near("plaid-key", (b"plaid", b"finicity", b"coinbase", b"kraken", b"kucoin", b"bittrex", b"binance", b"braintree"), rb"(?=[A-Za-z]{0,29}\d)[A-Za-z0-9/+=]{24,88}", why=_MONEY,
                    finds=(fake("", 30, HEXADECIMAL), fake("", 64)))  # fmt: skip
TWILIO: Final = token("twilio-key", (b"SK", b"AC"), ahead=rb"[0-9a-z]{32}", body=rb"[0-9a-f]{32}", end=rb"(?![A-Za-z0-9])", why="It calls and texts on the account's bill.",
                      finds=(fake("SK", 32, HEXADECIMAL), fake("AC", 32, HEXADECIMAL)), leaves=("SKELETON",))  # fmt: skip
TWILIO_NEAR: Final = near(
    "twilio-token",
    (b"twilio", b"nexmo", b"vonage", b"messagebird", b"plivo"),
    rb"[0-9a-f]{32}",
    why="It calls and texts on the account's bill.",
    finds=(fake("", 32, HEXADECIMAL),),
)
SENDGRID: Final = token("sendgrid-key", (b"SG.",), rb"[A-Za-z0-9_\-]{16,32}\.[A-Za-z0-9_\-]{16,64}+", why=_MAIL, finds=(fake("SG.", 22, BASE64_URL) + "." + fake("", 43, BASE64_URL),),
                        leaves=("SG.x.y",))  # fmt: skip
MAIL: Final = token(
    "mail-key", (b"key-", b"xkeysib-", b"xsmtpsib-", b"mlsn.", b"re_", b"pubkey-"), rb"(?:[0-9a-f]{32,64}(?:-[A-Za-z0-9]{16})?|[A-Za-z0-9]{8}_[A-Za-z0-9]{20,24})", end=rb"(?![A-Za-z0-9])",
    why=_MAIL, finds=(fake("key-", 32, HEXADECIMAL), fake("xkeysib-", 64, HEXADECIMAL) + "-" + fake("", 16), fake("re_", 8) + "_" + fake("", 24)), leaves=("key-value", "re_compile"), accepts=is_generated,
)  # fmt: skip
MAILCHIMP: Final = Rule(
    id="mailchimp-key", kind=Kind.SECRET, stem="mail-key", why=_MAIL, anchors=(b"-us",),
    pattern=lazy(rb"(?<![0-9a-fA-F])[0-9a-f]{32}-us[0-9]{1,2}(?![0-9])"),
    finds=(Example("key: " + (_chimp := fake("", 32, HEXADECIMAL) + "-us12"), _chimp),), leaves=("about-us12",),
    reach=Reach(frozenset(b"0123456789abcdef"), 32), accepts=is_varied,
)  # fmt: skip
MAILGUN_NEAR: Final = near("mailgun-key", (b"mailgun", b"mandrill", b"postmark", b"sparkpost", b"mailjet", b"sendinblue"), rb"(?:[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}|" + UUID + rb"|(?=[A-Za-z_\-]{0,31}\d)[A-Za-z0-9_\-]{22,40})", why=_MAIL,
                           finds=(fake("", 32, HEXADECIMAL) + "-" + fake("", 8, HEXADECIMAL) + "-" + fake("1", 7, HEXADECIMAL),))  # fmt: skip
SENTRY: Final = token("sentry-token", (b"sntrys_", b"sntryu_", b"sntryi_"), rb"[A-Za-z0-9+/=_\-]{40,}+", why=_MONITORING, finds=(fake("sntrys_eyJ", 140, BASE64), fake("sntryu_", 64, HEXADECIMAL)), leaves=("sntrys_x",))  # fmt: skip
SENTRY_NEAR: Final = near(
    "sentry-token-near",
    (b"sentry",),
    rb"[0-9a-f]{64}",
    stem="sentry-token",
    why=_MONITORING,
    finds=(fake("", 64, HEXADECIMAL),),
)
DATADOG: Final = near(
    "datadog-key",
    (b"datadog", b"dd_api", b"dd_app", b"dd-api", b"ddog"),
    rb"(?:[0-9a-f]{40}|[0-9a-f]{32})",
    why=_MONITORING,
    finds=(fake("", 32, HEXADECIMAL), fake("", 40, HEXADECIMAL)),
)
NEW_RELIC: Final = token("newrelic-key", (b"NRAK-", b"NRJS-", b"NRIQ-", b"NRII-", b"NRRA-", b"NRAA-", b"NRSP-"), rb"[A-Za-z0-9_\-]{18,}+", why=_MONITORING, finds=(fake("NRAK-", 27, LOWER.upper()), fake("NRII-", 32, BASE64_URL)), leaves=("NRAK-x",))  # fmt: skip
NEW_RELIC_NEAR: Final = near("newrelic-key-near", (b"newrelic", b"new_relic", b"new-relic"), rb"(?:[0-9a-f]{36}NRAL|[0-9a-f]{40}|[A-Za-z0-9]{64})", stem="newrelic-key", why=_MONITORING, finds=(fake("", 36, HEXADECIMAL) + "NRAL",))  # fmt: skip
GRAFANA: Final = token("grafana-token", (b"glsa_", b"glc_", b"eyJrIjoi"), rb"[A-Za-z0-9+/=_\-]{32,}+", why=_MONITORING, finds=(fake("glsa_", 32) + "_" + fake("", 8, HEXADECIMAL), fake("glc_eyJ", 140, BASE64), fake("eyJrIjoi", 70)), leaves=("glc_name",))  # fmt: skip
POSTHOG: Final = token(
    "posthog-key",
    (b"phc_", b"phx_", b"phs_"),
    rb"[A-Za-z0-9]{32,}+",
    why=_MONITORING,
    finds=(fake("phc_", 43), fake("phx_", 43)),
    leaves=("phc_name",),
)
DYNATRACE: Final = token("dynatrace-token", (b"dt0",), rb"[a-z]\d{2}\.[A-Z0-9]{8,24}\.[A-Z0-9]{64}", why=_MONITORING, finds=("dt0c01." + fake("", 24, LOWER.upper()) + "." + fake("", 64, LOWER.upper()),), leaves=("dt0c01.x",))  # fmt: skip
HONEYCOMB: Final = token(
    "honeycomb-key",
    (b"hcaik_", b"hcbik_", b"hcalk_"),
    rb"[A-Za-z0-9]{40,}+",
    why=_MONITORING,
    finds=(fake("hcaik_", 58, LOWER),),
    leaves=("hcaik_x",),
)
MONITORING: Final = near("monitoring-key", (b"sumologic", b"sumo", b"logzio", b"rollbar", b"bugsnag", b"airbrake", b"pagerduty", b"opsgenie", b"instana", b"lightstep", b"signalfx", b"splunk", b"elastic", b"loggly"),
                         rb"(?:" + UUID + rb"|(?=[A-Za-z_\-+]{0,31}\d)[A-Za-z0-9_\-+]{20,64}={0,2})", why=_MONITORING, finds=(fake("", 32, HEXADECIMAL),))  # fmt: skip
SUPABASE: Final = token("supabase-key", (b"sbp_", b"sb_secret_", b"sb_publishable_"), rb"[A-Za-z0-9_\-]{24,}+", why=_DATA, finds=(fake("sbp_", 40, HEXADECIMAL), fake("sb_secret_", 31, BASE64_URL)), leaves=("sb_secret_key",))  # fmt: skip
PLANETSCALE: Final = token("planetscale-token", (b"pscale_tkn_", b"pscale_pw_", b"pscale_oauth_"), rb"[A-Za-z0-9_=.\-]{32,}+", why=_DATA, finds=(fake("pscale_tkn_", 43, BASE64_URL),), leaves=("pscale_tkn_x",))  # fmt: skip
NEON: Final = token(
    "neon-key", (b"napi_",), rb"[a-z0-9]{40,}+", why=_DATA, finds=(fake("napi_", 64, LOWER),), leaves=("napi_status",)
)
NOTION: Final = token("notion-token", (b"ntn_", b"secret_"), rb"[A-Za-z0-9]{43,}+", why=_DATA, finds=(fake("ntn_", 46), fake("secret_", 43)), leaves=("secret_key_of_the_application",), accepts=is_generated)  # fmt: skip
LINEAR: Final = token(
    "linear-key",
    (b"lin_api_", b"lin_oauth_"),
    rb"[A-Za-z0-9]{32,}+",
    why=_DATA,
    finds=(fake("lin_api_", 40),),
    leaves=("lin_api_x",),
)
ATLASSIAN: Final = token("atlassian-token", (b"ATATT3", b"ATSTT3", b"ATCTT3"), rb"[A-Za-z0-9_\-=]{60,}+", why=_DATA, finds=(fake("ATATT3xFfGF0", 180, BASE64_URL),), leaves=("ATATT3",))  # fmt: skip
ATLASSIAN_NEAR: Final = near(
    "atlassian-token-near",
    (b"atlassian", b"jira", b"confluence"),
    rb"(?=[A-Za-z]{0,23}\d)[A-Za-z0-9]{24}",
    stem="atlassian-token",
    why=_DATA,
    finds=(fake("", 24),),
)
AIRTABLE: Final = token("airtable-token", (b"pat",), rb"[A-Za-z0-9]{14}\.[0-9a-f]{64}", why=_DATA, finds=(fake("pat", 14) + "." + fake("", 64, HEXADECIMAL),), leaves=("pattern.compile",))  # fmt: skip
AIRTABLE_OLD: Final = near(
    "airtable-key",
    (b"airtable",),
    rb"(?:key)?(?=[A-Za-z]{0,16}\d)[A-Za-z0-9]{14,17}",
    stem="airtable-token",
    why=_DATA,
    finds=(fake("key", 14),),
)
SHOPIFY: Final = token("shopify-token", (b"shpat_", b"shpca_", b"shppa_", b"shpss_", b"shpua_", b"shptka_"), rb"[A-Fa-f0-9]{32}", why=_DATA, finds=(fake("shpat_", 32, HEXADECIMAL),), leaves=("shpat_x",))  # fmt: skip
PREFIXED: Final = token(
    "service-token",
    (b"PMAK-", b"access-sandbox-", b"access-development-", b"access-production-", b"figd_", b"figo_", b"figu_", b"tfp_", b"rdme_", b"pnu_", b"pnb_", b"fio-u-", b"s-s4t2ud-", b"s-s4t2af-", b"sl.", b"sl.u.", b"CFPAT-", b"pk_live_", b"pk_test_", b"pk_prod_", b"aio_", b"ico-", b"hsp_", b"zpka_",
     b"contentful_", b"sanity_", b"sk.eyJ", b"pk.eyJ", b"tk.eyJ", b"lob_live_", b"lob_test_", b"dG9rOi", b"cal_live_", b"SWMTKN-1-", b"SWMKEY-1-", b"flox_", b"tskey-", b"nkey-", b"permit_key_", b"LTWH-", b"ldsk-" ),
    rb"[A-Za-z0-9_.\-=+]{20,}+",
    start=WORD_START,
    why="It acts for the account at the service that issued it.",
    finds=(fake("PMAK-", 24, HEXADECIMAL) + "-" + fake("", 34, HEXADECIMAL), fake("figd_", 40, BASE64_URL), fake("rdme_", 70, LOWER), fake("pnu_", 36), fake("sl.", 135, BASE64_URL), fake("sk.eyJ", 80, BASE64_URL), fake("tskey-auth-", 40)),
    leaves=("pk_live_key_of_the_shop_goes_here", "sl.controllers.streaming.session2"),
    accepts=is_generated,
)  # fmt: skip
NAMED_SERVICES: Final = near(
    "service-key",
    (b"adafruit", b"algolia", b"asana", b"contentful", b"dropbox", b"facebook", b"fastly", b"flickr", b"freshbooks", b"gitter", b"hubspot", b"intercom", b"launchdarkly", b"linkedin", b"lob_", b"mapbox", b"mattermost",
     b"netlify", b"nytimes", b"pendo", b"segment", b"snyk", b"spotify", b"squarespace", b"strava", b"trello", b"twitch", b"twitter", b"typeform", b"unsplash", b"webflow", b"youtube", b"zendesk", b"zoom", b"snowflake", b"etsy", b"finnhub", b"beamer", b"clickup", b"shodan", b"virustotal", b"ngrok", b"infura", b"alchemy", b"etherscan"),
    rb"(?=[A-Za-z_\-]{0,80}\d)[A-Za-z0-9_\-]{20,100}",
    stem="service-key",
    why="It acts for the account at the service that issued it.",
    finds=(fake("", 32, HEXADECIMAL), fake("", 40)),
    gap=24,
)  # fmt: skip
