"""What makes a rule cheap changes nothing that it finds."""

from __future__ import annotations

import json
import random

import pytest

from redaction import Policy, Redactor
from redaction.rule import Rule
from redaction.rules.registry import RULES
from redaction.scan import Scanner

SHORTCUTS = {"ahead": b"", "before": b"", "gate": None, "after": b"", "further": None, "of_run": False}


def plain(rule: Rule) -> Rule:
    """Return the same rule without its shortcuts."""
    return Rule(**{name: SHORTCUTS.get(name, getattr(rule, name)) for name in rule.__slots__})


NAMES = (
    "api_key", "apiKey", "X-API-KEY", "authToken", "AUTH", "password", "DB_PASS", "db.password", "Pwd", "clientSecret",
    "client-secret", "session", "session_id", "sessionToken", "sessionPat", "Set-Cookie", "access_tokens", "refreshTokens",
    "bot.tokens", "id_tokens", "tokens", "max_tokens", "prompt_tokens", "token", "tokenValue", "token2", "hmac", "salt",
    "signingKey", "key", "sort_key", "credentials", "webhook_url", "dsn", "sig", "github_pat", "seed_phrase", "jwt", "otp",
    "pin_token", "pass_key", "passToken", "passed", "connection_string", "пароль", "--token", "AccountKey", "openai", "azure",
)  # fmt: skip
OPERATORS = (
    "=", ": ", ":", " = ", " := ", " => ", ": '", '="', '= "', '": "', "': '", " -> ", "(", '("', '["x"]=', ", ", " is ", " ",
    "   ", "\t", " | ", "\n  ", ">", '\\": \\"', "=%22", "%3D", "&#x3D;", " == ", " or '", ' || "', "?: ", ': str = "',
    ": Optional[str] = '", ' {\n default = "', ": |\n    ", '": ', " provided: ", ", default='",
)  # fmt: skip
VALUES = (
    "hunter2", "HunterTwo", "correct horse 9", "Zx81kQpLmFAKE3vT9", "deadbeefcafe0123456789abcdef0123", "abcDEFghiJKLmnoPQRs",
    "1234", "123456", "17", "5086", "3.14", "null", "None", "true", "changeme", "${X}", "os.environ['A']", "self.token",
    "p@ss:w0rd/1", "ab-cd-12-ef-34", "FAKE-xxxx1234abcd", "****abcd", "abc...wxyz", "HostProcessSession", "not set", "value",
    "v1.2.3", "550e8400-e29b-41d4-a716-446655440000", "https://bob:FAKE9@h.example/x", "x",
)  # fmt: skip
ENDS = (
    "", "\n", "'", '"', '",', "',", ")", ")\n", "}", "},", "]", "]x", ";", " | x=1", "&b=2", "\\n", '\\"', "</x>", "<", " # c",
    " next_word", " y=2", "...", ", ", "}\n", " > ",
)  # fmt: skip


@pytest.fixture(scope="module")
def scanners() -> tuple[Scanner, Scanner]:
    """Return a scanner for the rules as they are, and one for the rules without shortcuts."""
    fast, slow = (Redactor(Policy(), rules=rules)._scanner_now() for rules in (RULES, tuple(map(plain, RULES))))
    return fast, slow


@pytest.mark.parametrize("seed", range(30))
def test_random_names_and_values_are_claimed_the_same(seed: int, scanners: tuple[Scanner, Scanner]) -> None:
    """Names, operators, values and what follows them, drawn at random, give the same claims both ways."""
    chance = random.Random(seed)
    for _ in range(60):
        drawn = (
            chance.choice(part) for _ in range(chance.randrange(1, 6)) for part in (NAMES, OPERATORS, VALUES, ENDS)
        )
        text = chance.choice(("", "| ", '{"', "export ", "  - ", "GET https://api.openai.com/v1 ")) + "".join(drawn)
        text = chance.choice((text, text, text, json.dumps(text), text.upper()))
        fast, slow = (
            {(each.start, each.end, each.rule) for each in scanner.scan(text.encode())} for scanner in scanners
        )
        assert fast == slow, text


def test_rules_claim_the_same_without_their_shortcuts(scanners: tuple[Scanner, Scanner]) -> None:
    """Each example of each rule, alone, in JSON, in capitals and all together, gives the same claims both ways."""
    texts = [each for rule in RULES for each in (*(example.text for example in rule.finds), *rule.leaves)]
    everything = "\n".join(texts)
    for text in (*texts, everything, everything.upper(), json.dumps(everything), " ".join(texts)):
        data = text.encode("utf-8", "surrogatepass")
        spans = [sorted({(each.start, each.end, each.rule) for each in scanner.scan(data)}) for scanner in scanners]
        assert spans[0] == spans[1]
