"""Organisations, accounts, personal numbers and links that open something are found by their context only."""

from __future__ import annotations

import pytest

from redaction.examples import ALPHANUMERIC, HEXADECIMAL, LOWER, fake
from redaction.policy import Policy
from redaction.redactor import Redactor

UUID = "-".join(fake(str(n), n - 1, HEXADECIMAL) for n in (8, 4, 4, 4)) + "-" + fake("0", 11, HEXADECIMAL)
NUMBER = "4321" + "87650912"
HEX = fake("", 32, HEXADECIMAL)
TOKEN = fake("", 40, ALPHANUMERIC)

PRIVATE = (
    ("openai-organization: %s", "quomb-labs"),
    ("'openai-organization': '%s'", fake("user-", 24, LOWER)),
    ("in organization %s", fake("user-", 24)),
    ('"organizationUuid": "%s"', UUID),
    ('"accountUuid": "%s"', UUID),
    ("AWS_ACCOUNT_ID=%s", NUMBER),
    ('"Account": "%s"', NUMBER),
    ("arn:aws:lambda:us-east-1:%s:function:x", NUMBER),
    ("CLOUDFLARE_ACCOUNT_ID=%s", HEX),
    ("https://api.cloudflare.com/client/v4/accounts/%s/ai/run", HEX),
    ("GOOGLE_CLOUD_PROJECT=%s", "quomb-prod-123456"),
    ("projects/%s/locations/us-central1", "quomb-prod"),
    ("https://login.microsoftonline.com/%s/oauth2/token", UUID),
    ("https://modal.com/apps/%s/main/ap-1", "quomb"),
    ("https://wandb.ai/%s/p/runs/x", "quomb-labs"),
    ("https://storage.googleapis.com/%s/x", "quomb-evals"),
    ("https://s3.amazonaws.com/%s/x", "quomb-evals"),
    ("SSN: %s", "219-09" + "-9999"),
    ("IBAN: %s", "DE8937040" + "0440532013000"),
    ("IBAN %s", "GB82 WEST 1234 " + "5698 7654 32"),
    ("credit card: %s", "4111111111" + "111111"),
    ("\u624b\u673a\uff1a%s", "138" + "12345678"),
    ("call %s", "+1 (415) 555-" + "0132"),
    ("https://app.acme.com/reset-password/%s", TOKEN),
    ("/invite/%s", TOKEN),
    ("https://conda.anaconda.org/t/%s/acme", TOKEN[:32]),
    ("https://webhook.site/%s", UUID),
    ("https://calendar.google.com/calendar/ical/x/private-%s/basic.ics", HEX),
    ("https://docs.google.com/spreadsheets/d/%s/edit", fake("", 44)),
)
KEPT = (
    f"commit {fake('', 40, HEXADECIMAL)}",
    f"id {UUID}",
    f"task {NUMBER}",
    f"/tasks/{UUID}/result",
    f"digest sha256:{fake('', 64, HEXADECIMAL)}",
    "user-0123456789ab",
    "user-defined-function",
    "GOOGLE_CLOUD_PROJECT=my-project",
    "GOOGLE_CLOUD_PROJECT=${PROJECT}",
    "projects/my-project/locations/us-central1",
    "projects/website/index.md",
    "https://wandb.ai/site",
    "https://modal.com/docs/guide",
    "https://storage.googleapis.com/chrome-for-testing-public/x",
    "/invite/accept",
    "/reset-password/confirm",
    "https://github.com/org/repo/invite/readme",
    "IBAN: DE89370400440532013001",
    "card: 4111111111111112",
    "account: 17",
)


def redacted(text: str) -> str:
    """Return a text as all rules leave it."""
    return Redactor(Policy()).redact(text.encode()).data.decode()


@pytest.mark.parametrize(("text", "value"), PRIVATE)
def test_an_account_goes_and_nothing_is_found_a_second_time(text: str, value: str) -> None:
    """No place that tells whose account, project or number it is keeps it, and what stands instead is no value."""
    once = redacted(text % value)
    assert value not in once
    assert redacted(once) == once


@pytest.mark.parametrize("text", KEPT)
def test_ids_without_such_a_context_stay(text: str) -> None:
    """Hashes, ids of tasks, wrong check digits, public places and names of documentation are not touched."""
    assert redacted(text) == text
