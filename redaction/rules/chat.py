"""Chat services: bot tokens, and webhooks, whose path is the secret."""

from __future__ import annotations

import base64
import re
from typing import Final

from redaction.examples import BASE64_URL, DIGITS, HEXADECIMAL, fake
from redaction.findings import Kind
from redaction.rule import Example, Reach, Rule
from redaction.rules.formats import is_generated, is_varied, near, shown, token

_POSTS: Final = "Whoever has it posts in the team's name."
_SPEAKS: Final = "It reads and writes what the bot or the user may."

SLACK: Final = token(
    "slack-token",
    (b"xoxb-", b"xoxa-", b"xoxp-", b"xoxo-", b"xoxr-", b"xoxs-", b"xoxc-", b"xoxd-", b"xoxe-", b"xoxe.xoxp-", b"xoxe.xoxb-", b"xapp-", b"xwfp-"),
    rb"[A-Za-z0-9%\-]{10,}+",
    why=_SPEAKS,
    finds=("xoxb-" + fake("1", 11, DIGITS) + "-" + fake("2", 11, DIGITS) + "-" + fake("", 24), "xapp-1-" + fake("A", 10) + "-" + fake("1", 12, DIGITS) + "-" + fake("", 64, HEXADECIMAL), fake("xoxe-1-", 146)),
    leaves=("xoxb-your-token-here", "xoxb-"),
    accepts=is_generated,
)  # fmt: skip

_HOOK: Final = "T" + fake("0", 9, "ABCDEFGH0123456789") + "/B" + fake("0", 9, "ABCDEFGH0123456789") + "/" + fake("", 24)

SLACK_WEBHOOK: Final = Rule(
    id="slack-webhook",
    kind=Kind.SECRET,
    stem="webhook-path",
    why=_POSTS,
    anchors=(b"hooks.slack.com", b"hooks.slack-gov.com"),
    pattern=re.compile(
        rb"hooks\.slack(?:-gov)?\.com(?:\\?/|%2F)(?:services|workflows|triggers)(?:\\?/|%2F)(?P<value>[A-Za-z0-9_\-]{6,}+(?:(?:\\?/|%2F)[A-Za-z0-9_\-]{6,}+){1,3})"
    ),
    finds=(Example(f"https://hooks.slack.com/services/{_HOOK} failed", _HOOK),),
    leaves=("https://hooks.slack.com/services/", "https://hooks.slack.com/services/XXXXXXX/XXXXXXX/XXXXXXXX"),
    accepts=is_varied,
)

_DISCORD_PATH: Final = fake("1", 17, DIGITS) + "/" + fake("", 68, BASE64_URL)

DISCORD_WEBHOOK: Final = Rule(
    id="discord-webhook",
    kind=Kind.SECRET,
    stem="webhook-path",
    why=_POSTS,
    anchors=(b"/api/webhooks/", b"\\/api\\/webhooks\\/"),
    pattern=re.compile(rb"\\?/api\\?/webhooks\\?/(?P<value>\d{16,20}\\?/[A-Za-z0-9_\-]{50,90}+)"),
    finds=(Example(f"POST https://discord.com/api/webhooks/{_DISCORD_PATH}", _DISCORD_PATH),),
    leaves=("https://discord.com/api/webhooks/123/name",),
    accepts=is_varied,
)

_BOT: Final = fake("MTA4", 22) + "." + fake("G", 5, BASE64_URL) + "." + fake("", 38, BASE64_URL)

DISCORD_BOT: Final = Rule(
    id="discord-bot-token",
    kind=Kind.SECRET,
    stem="discord-token",
    why=_SPEAKS,
    # A bot token begins with its numeric id in base64: three digits are four characters.
    anchors=tuple(sorted({base64.b64encode(f"{n:03d}".encode()).lower() for n in range(100, 1000)})),
    pattern=re.compile(
        rb"(?<![A-Za-z0-9_\-])[MNO][A-Za-z0-9_\-]{22,28}\.[A-Za-z0-9_\-]{6}\.[A-Za-z0-9_\-]{27,40}(?![A-Za-z0-9_\-])"
    ),
    finds=shown((_BOT,)),
    leaves=("MTA4.name.value", "MTA4" + "a" * 20 + ".short.x"),
    accepts=is_varied,
)

DISCORD_NEAR: Final = near(
    "discord-client-secret", (b"discord",), rb"(?=[A-Za-z_\-]{0,31}\d)[A-Za-z0-9_\-]{32}", stem="discord-token", why=_SPEAKS, finds=(fake("", 32, BASE64_URL),)
)  # fmt: skip

TELEGRAM: Final = Rule(
    id="telegram-bot-token",
    kind=Kind.SECRET,
    stem="telegram-token",
    why=_SPEAKS,
    anchors=tuple(f"{digit}:".encode() for digit in range(10)),
    pattern=re.compile(rb"(?<![0-9])[0-9]{8,10}:[A-Za-z0-9_\-]{35}(?![A-Za-z0-9_\-])"),
    finds=(*shown((fake("1", 9, DIGITS) + ":" + fake("AA", 33, BASE64_URL),)), Example("https://api.telegram.org/bot" + (value := fake("5", 9, DIGITS) + ":" + fake("AA", 33, BASE64_URL)) + "/getMe", value)),
    leaves=("at 12:34:56", "12345678:" + "a" * 35, "1234567890:1234567890"),
    reach=Reach(frozenset(b"0123456789"), 10),
    accepts=is_varied,
)  # fmt: skip

_TEAMS: Final = "-".join(fake("", n, HEXADECIMAL) for n in (8, 4, 4, 4, 12))
_TEAMS_PATH: Final = f"{_TEAMS}@{_TEAMS}/IncomingWebhook/{fake('', 32, HEXADECIMAL)}/{_TEAMS}"

TEAMS_WEBHOOK: Final = Rule(
    id="teams-webhook",
    kind=Kind.SECRET,
    stem="webhook-path",
    why=_POSTS,
    anchors=(b".webhook.office.com", b"outlook.office.com/webhook"),
    pattern=re.compile(
        rb"(?:\.webhook\.office\.com/webhookb2|outlook\.office\.com/webhook)/(?P<value>[A-Za-z0-9@/\-]{36,}+)"
    ),
    finds=(Example(f"https://corp.webhook.office.com/webhookb2/{_TEAMS_PATH}", _TEAMS_PATH),),
    leaves=("https://corp.webhook.office.com/webhookb2/",),
)

_CHINESE: Final = r"(?:oapi\.dingtalk\.com/robot/send\?access_token=|qyapi\.weixin\.qq\.com/cgi-bin/webhook/send\?key=|open\.(?:feishu\.cn|larksuite\.com)/open-apis/bot/v2/hook/)"
ROBOT_WEBHOOK: Final = Rule(
    id="robot-webhook",
    kind=Kind.SECRET,
    stem="webhook-path",
    why=_POSTS,
    anchors=(b"oapi.dingtalk.com", b"qyapi.weixin.qq.com", b"open.feishu.cn", b"open.larksuite.com"),
    pattern=re.compile(_CHINESE.encode() + rb"(?P<value>[A-Za-z0-9\-]{24,}+)"),
    finds=(
        Example("https://oapi.dingtalk.com/robot/send?access_token=" + (hook := fake("", 64, HEXADECIMAL)), hook),
        Example(f"https://open.feishu.cn/open-apis/bot/v2/hook/{_TEAMS}", _TEAMS),
    ),
    leaves=("https://open.feishu.cn/open-apis/bot/v2/hook/", "https://oapi.dingtalk.com/robot/send"),
    accepts=is_varied,
)

_ZAP: Final = fake("1", 6, DIGITS) + "/" + fake("", 7)
WEBHOOK: Final = Rule(
    id="webhook-path",
    kind=Kind.SECRET,
    stem="webhook-path",
    why=_POSTS,
    anchors=(b"hooks.zapier.com", b"maker.ifttt.com", b"chat.googleapis.com", b"hook.integromat", b".make.com/", b"hooks.chime.aws", b"rooms.chime.aws", b"webhook.site", b"hooks.glip.com"),
    pattern=re.compile(
        rb"(?:hooks\.zapier\.com/hooks/catch/|maker\.ifttt\.com/trigger/[\w\-]{1,64}/(?:json/)?with/key/|chat\.googleapis\.com/v1/spaces/|hook\.integromat\.com/|\.make\.com/"
        rb"|hooks\.chime\.aws/incomingwebhooks/|webhook\.site/|hooks\.glip\.com/webhook/)(?P<value>[A-Za-z0-9_\-/?=&%.]{12,}+)"
    ),
    finds=(Example(f"https://hooks.zapier.com/hooks/catch/{_ZAP}", _ZAP),),
    leaves=("https://hooks.zapier.com/hooks/catch/", "https://www.make.com/en/help"),
    accepts=is_generated,
)  # fmt: skip
