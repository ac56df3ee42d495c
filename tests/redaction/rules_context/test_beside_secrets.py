"""What stands beside a secret goes too: accounts beside passwords, cells of tables, cookies in lists, ids in header logs."""

from __future__ import annotations

import string

import pytest

from redaction import Policy
from redaction.examples import BASE64_URL, HEXADECIMAL, fake
from redaction.redactor import Redactor

USER = "zelt" + "rovik"
PASSWORD = "Copper" + "Raven32!"
GENERATED = fake("", 32)
SIGNS = string.ascii_letters + string.digits + "./"
NUMBER = "7100293" + "34099"
UUID = "1ed13c4c-6d9b-4ac9-" + "a3c1-3a61841c2b72"

ACCOUNTS = (
    f"docker login -u %s -p {PASSWORD} registry.example.com",
    f"curl -v -u %s:{PASSWORD} https://x",
    f"http -a %s:{PASSWORD} GET https://x",
    f"curl --proxy-user %s:{PASSWORD} https://x",
    f"smbclient //nas/share -U '%s%%{PASSWORD}'",
    f"machine api.example.com login %s password {PASSWORD}",
    f"machine x\n  login %s\n  account y\n  password {PASSWORD}",
    f"host.x:5432:*:%s:{GENERATED}",
    f"Server=tcp:h,1433;User ID=%s;Password={PASSWORD};Encrypt=True",
    f"jdbc:oracle:thin:%s/{GENERATED}@h:1521/x",
    f"sqlplus %s/{GENERATED}@orcl",
    "psql -U %s -h h evals",
    "kubectl create secret docker-registry r --docker-username=%s --docker-password=x",
    "wget --http-user=%s --http-password=x https://x",
    f"htpasswd -nb %s {PASSWORD}",
    f"net use Z: \\\\srv\\share /user:%s {PASSWORD}",
    f"Config(auth=('%s', '{PASSWORD}'))",
    f"BasicAuth(login='%s', password='{PASSWORD}')",
    f"ftp.login('%s', '{PASSWORD}')",
    f"<username>%s</username><password>{PASSWORD}</password>",
    "[sudo] password for %s: ",
    "$ whoami\n%s\n",
    "用户名：%s",
    "ssh-ed25519 AAAA" + "C3NzaC1lZDI1NTE5" * 4 + " %s@laptop",
    "3b5f1aa2 (%s 2026-11-02 10:00:00 +0100  1) import os",
    "* 3b5f1aa - fix tests (2 days ago) <%s>",
    "✓ Logged in to github.com account %s (/root/.config/gh/hosts.yml)",
)
SECRETS = (
    (f"| id | user | password{' ' * 20} |\n+----+\n|  1 | bob | %s |", GENERATED),
    ('{"cookies":[{"name":"sid","value":"%s","path":"/"}]}', GENERATED),
    ('{"cookies":[{"name":"a","value":"b"},{"value":"%s","name":"sid"}]}', GENERATED),
    ("127.0.0.1:6379> AUTH %s\nOK", GENERATED),
    ("127.0.0.1:6379> AUTH default %s\nOK", GENERATED),
    ('CONFIG GET requirepass\n1) "requirepass"\n2) "%s"', GENERATED),
    ("vault login %s", GENERATED),
    ('api_key = (\n    "abc"\n    "%s"\n)', GENERATED),
    ("api_key = ('abc' '%s')", GENERATED),
    ("-STRIPE=%s", GENERATED),
    ("OPENAI:          %s", GENERATED),
    ("GET /v1?appid=%s&q=Berlin", fake("", 32, HEXADECIMAL)),
    ("AES key = b'%s'", GENERATED),
    ("Fernet key b'%s='", fake("", 43, BASE64_URL)),
    ("signing key (hex): %s", fake("", 64, HEXADECIMAL)),
    ("KeyError: '%s' is not a valid API key", GENERATED),
    ("smtp://%s:x1y2z3w4@smtp.example.com:587", "zelta@quomb.example"),
    ('"customApiKeyResponses": {"approved": ["%s"]}', fake("", 20)),
    ("admin:%s", "$apr1" + "$" + fake("", 8, SIGNS) + "$" + fake("", 22, SIGNS)),
    ("root:%s:19700:0:99999:7:::", "$6" + "$" + fake("", 16, SIGNS) + "$" + fake("", 86, SIGNS)),
    ("1|bob|%s", "$2b" + "$12$" + fake("", 53, SIGNS)),
    ("    link/ether %s brd ff:ff:ff:ff:ff:ff", "0c:42:a1:" + "5b:9f:03"),
)
IDS = (
    ("[(b'set-cookie', b'x'), (b'openai-organization', b'%s')]", "user-k3jh4" + "kj5h3k4j"),
    ("(b'cf-ray', b'%s')", "8f1b0c2d3e4f5a6b-SIN"),
    ('"user_id":"%s_account__session_x"', "user_" + fake("", 64, HEXADECIMAL)),
    ('"user_id":"user_' + fake("", 64, HEXADECIMAL) + '_account_%s_session_x"', UUID),
    ('{"UserId": "%s"}', fake("AIDA", 17, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")),
    ("account %s is not authorized", NUMBER),
    ('"consumer": "projects/%s"', NUMBER),
    ("current-context: gke_%s_us-central1_evals", "quomb-prod-12"),
    ("x-goog-user-project: %s", "quomb-prod-12"),
    ("extra_headers={'X-Org-Id': '%s'}", "quomb-labs"),
    ("[(b'x-team', b'%s')]", "quomb-labs"),
    ('{"organizationName":"%s"}', "Quomb Labs"),
)
KEPT = (
    "3b5f1aa2 (root 2026-11-02 10:00:00 +0100  1) import os",
    "docker run -u node:node image",
    "auth=('elastic', 'password')",
    "psql -U postgres -c 'select 1'",
    "AUTH required",
    "link/ether 02:42:ac:11:00:02 brd ff:ff:ff:ff:ff:ff",
    '"cookies": [{"name": "theme", "value": "dark"}]',
    "awk '{print $1$2$6$7}'",
    "$ whoami\nroot\n",
    "projects/17",
    "account 123456789012",
    "git push -u origin main:main",
    "| parameter | token            |\n|---|---|\n| x | required |\n",
)


def redacted(text: str) -> str:
    """Return the text as a bundle holds it."""
    return Redactor(Policy()).redact(text.encode()).data.decode()


@pytest.mark.parametrize("text", ACCOUNTS)
def test_the_account_beside_a_password_goes(text: str) -> None:
    """Whose password it is says as much as the password, and nobody needs it to read a failure."""
    assert USER not in redacted(text % USER)


@pytest.mark.parametrize(("text", "value"), SECRETS)
def test_a_secret_goes_whatever_its_place(text: str, value: str) -> None:
    """Tables, lists of cookies, sessions with servers, sentences and stored hashes give secrets away too."""
    assert value not in redacted(text % value)


@pytest.mark.parametrize(("text", "value"), IDS)
def test_an_id_of_an_account_goes(text: str, value: str) -> None:
    """Logs of headers and messages of clouds name the account by its id."""
    assert value not in redacted(text % value)


@pytest.mark.parametrize("text", KEPT)
def test_what_only_looks_alike_stays(text: str) -> None:
    """Shared accounts, virtual hardware, words and ordinary numbers say nothing about anybody."""
    assert redacted(text) == text


@pytest.mark.parametrize("text", [text % USER for text in ACCOUNTS] + [text % value for text, value in SECRETS + IDS])
def test_redacting_twice_changes_nothing(text: str) -> None:
    """What was redacted once is left as it is."""
    once = redacted(text)
    assert redacted(once) == once


@pytest.mark.parametrize(
    "text",
    [
        "invalid client secret '{}' given",
        "Using API key {} for requests",
        '{{"api_key": "{}"}}',
        "service_tokens:\n  - {}\n  - other\n",
    ],
)
@pytest.mark.parametrize("value", ["e795cda5-33c0-f5ea-b7a7-" + "a760a606e461", "2FVOYTCULU" + "TPVG8FPOBP"])
def test_what_a_strong_name_says_is_secret_goes_in_any_shape(text: str, value: str) -> None:
    """A key may be a UUID, capitals with few digits, or a long number."""
    assert value not in Redactor(Policy()).redact(text.format(value).encode()).data.decode()


@pytest.mark.parametrize(
    "text", ['{"token_id": 128000}', '{"access_token": 1764781200123}', "pull token for registry-1.docker.io"]
)
def test_numbers_and_places_stay(text: str) -> None:
    """Counts, points in time and hosts are no keys."""
    assert Redactor(Policy()).redact(text.encode()).data.decode() == text


def test_a_long_number_under_a_key_goes() -> None:
    """No count has thirteen digits."""
    number = "4751350" + "00495112"
    assert number not in Redactor(Policy()).redact(f'{{"api_key": "{number}"}}'.encode()).data.decode()
