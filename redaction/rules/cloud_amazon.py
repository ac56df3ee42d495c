"""Amazon Web Services: key ids, secrets, session tokens, Bedrock keys.

Unique id heads: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html.
"""

from __future__ import annotations

from typing import Final

from redaction.examples import BASE64, UPPER, fake
from redaction.findings import Kind
from redaction.lazy import lazy
from redaction.rule import Example, Rule
from redaction.rules.formats import UUID, is_generated, is_varied, token

_ID_ALPHABET: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

ACCESS_KEY_ID: Final = token(
    "aws-access-key-id",
    (b"AKIA", b"ASIA", b"ABIA", b"ACCA"),
    rb"[A-Z0-9]{16}",
    end=rb"(?![A-Za-z0-9])",
    why="It names the account and is half of what signs requests.",
    finds=(fake("AKIA", 16, _ID_ALPHABET), fake("ASIA", 16, UPPER)),
    leaves=("AKIASHORT", "XAKIA" + "A2B3" * 4, "akia" + "a2b3" * 4),
)

_SECRET_NAME: Final = rb"(?i:aws_?sec(?:ret)?(?:_?access)?_?key|secret_?access_?key|aws_?secret|secretkey|aws_?sk)"

SECRET_KEY: Final = Rule(
    id="aws-secret-key",
    kind=Kind.SECRET,
    stem="aws-secret-key",
    why="It signs requests for everything the account may do.",
    anchors=(b"aws_sec", b"awssec", b"secret_access", b"secretaccess", b"secretkey", b"aws_sk", b"secret access key"),
    pattern=lazy(
        rb"(?:"
        + _SECRET_NAME
        + rb"|(?i:secret access key))[^\r\n]{0,24}?(?<![A-Za-z0-9+/])(?P<value>[A-Za-z0-9+/]{40})(?![A-Za-z0-9+/=])"
    ),
    finds=(
        Example("aws_secret_access_key = " + fake("", 40, BASE64), fake("", 40, BASE64)),
        Example('"SecretAccessKey": "' + fake("", 40, BASE64) + '"', fake("", 40, BASE64)),
        Example("AWS Secret Access Key: " + fake("", 40, BASE64), fake("", 40, BASE64)),
    ),
    leaves=(
        "aws_secret_access_key = ${SECRET}",
        "aws_secret_access_key=" + "A" * 40,
        "secret_access_key commit " + "0a" * 16,
    ),
    accepts=is_generated,
)

PAIR: Final = Rule(
    id="aws-key-pair",
    kind=Kind.SECRET,
    stem="aws-secret-key",
    why="Forty characters right after a key id are its secret.",
    anchors=(b"akia", b"asia"),
    pattern=lazy(
        rb"(?:AKIA|ASIA)[A-Z0-9]{16}[^A-Za-z0-9+/]{1,8}(?:[A-Za-z_ ]{0,40}[^A-Za-z0-9+/]{1,8})?(?<![A-Za-z0-9+/])(?P<value>[A-Za-z0-9+/]{40})(?![A-Za-z0-9+/=])"
    ),
    finds=(
        Example("keys " + fake("AKIA", 16, _ID_ALPHABET) + ":" + fake("", 40, BASE64), fake("", 40, BASE64)),
        Example(fake("ASIA", 16, _ID_ALPHABET) + "\nsecret = " + fake("", 40, BASE64), fake("", 40, BASE64)),
    ),
    leaves=("AKIA" + "A2B3" * 4 + " sha1 0a1b", "AKIA" + "A2B3" * 4),
    accepts=is_generated,
)

SESSION_TOKEN: Final = token(
    "aws-session-token",
    (b"IQoJb3JpZ2luX2Vj", b"FwoGZXIvYXdz", b"FQoGZXIvYXdz", b"FQoDYXdz", b"AgoJb3JpZ2luX2Vj"),
    rb"[A-Za-z0-9+/=_\-]{40,}+",
    why="It makes temporary keys work.",
    finds=(fake("IQoJb3JpZ2luX2Vj", 300, BASE64), fake("FwoGZXIvYXdz", 300, BASE64)),
    leaves=("IQoJb3JpZ2luX2Vj",),
)

BEDROCK_KEY: Final = token(
    "aws-bedrock-key",
    (b"ABSKQmVkcm9ja0FQSUtleS", b"ABSK", b"bedrock-api-key-"),
    rb"[A-Za-z0-9+/_\-]{60,}+={0,2}",
    why="It calls models on the account's bill.",
    finds=(fake("ABSKQmVkcm9ja0FQSUtleS", 110, BASE64), fake("bedrock-api-key-", 120, BASE64)),
    leaves=("ABSKQmVk", "ABSK-and-other-words"),
)

MARKETPLACE: Final = token(
    "aws-marketplace-key",
    (b"amzn.mws.",),
    UUID,
    why="It opens a seller's account.",
    finds=("amzn.mws." + "-".join(fake("", n, "0123456789abcdef") for n in (8, 4, 4, 4, 12)),),
    leaves=("amzn.mws.name",),
    accepts=is_varied,
)
