"""What stands under a name that looks sensitive and opens nothing is left; a secret in the same place goes."""

from __future__ import annotations

import json

import pytest

from redaction import Policy, Redactor

RANDOM = "fk" + "Z3kQ9xL0pV7tR2m"
BASE64 = "ZmFrZUNhbmFyeTdacTk" + "="
PASSWORD = "hunt" + "er2x"

VERSIONS = (
    "PyJWT==2.15.1",
    "google-auth==2.40.3",
    "supabase-auth==2.0",
    "python-secrets==1.0",
    " + pyjwt==2.10.1",
    "google-auth==2.40.3.dev1+g1234abc",
    "PyJWT==2.15.*",
    "PyJWT>=2.10.1,<3",
    '"jsonwebtoken": "^9.0.2"',
    '"next-auth": "~4.24.5"',
    '"next-auth": "5.0.0-beta.25"',
    '"jsonwebtoken": ">=9.0.0 <10"',
    "implementation 'io.jsonwebtoken:jjwt-api:0.12.5'",
    "  - pyjwt=2.8.0=py311h06a4308_0",
    "Setting up libsecret-1-0:amd64 (0.20.5-3) ...",
    "passwd:amd64",
    "python3-jwt:amd64",
    "base-passwd (2.0.3.5) unstable; urgency=high",
    "Setting up passwd (1:4.8.1-2ubuntu2.2) ...",
    "Unpacking passwd (1:4.13+dfsg1-1+deb12u1) over (1:4.13+dfsg1-1+b1) ...",
    "Preparing to unpack .../passwd_1%3a4.13+dfsg1-1+b1_amd64.deb ...",
)

PASSES = (
    "FAIL_TO_PASS: tests/test_x.py::test_y",
    '{"PASS_TO_PASS": ["tests/a.py::test_y1", "tests/test_b.py::test_z[3-abc]"]}',
    "pass_to_pass: 12/12",
    '"on_pass": "next"',
    "forward_pass='eager'",
    'render_pass = "shadow"',
    "backward_pass: autograd",
    "ResultPass = nullptr",
)

CODE = (
    "auth: BasicAuth | None,",
    "secret: SecretStr | str,",
    "tokens: dict[str, OAuthToken | None]],",
    "def f(x) -> ProxyCredential | ProxyCredentialMintFailure:",
    'auth: httpx2.Auth | Literal["oauth"] | str | None',
    "token: TextGenerationStreamOutputToken",
    "password: StrictStr",
    "BearerToken = BearerTokenGenerator",
    "class SignInWithPasswordCredentials(TypedDict):",
    "form.password(size=32)",
    "token = next(lexer).value",
    "token = uuid4().hex",
    "token = words[i].lower()",
    r'token = re.sub(r"\W+", "_", text)',
    'token = f"attempt-{attempt}"',
    'token = candidate.get("continuationToken")',
    "private_key = open('private_key.pem').read()",
    'STORAGE_KEY = "supabase.auth.token"',
    '_PDF_SIGNATURE = b"%PDF-"',
    'headers = {"Authorization": f"Bearer {get_token()}"}',
    'f"map_token={map_token} max_inputs_outstanding={n}"',
    'logger.info("token=%s user=%s", token, user)',
    'f"api_key={api_key[:4]}..."',
    "user=step.user,",
    "f(user=args.user)",
    "username=creds.user_name",
    "setPrivateKey(createHash('sha256')",
    '["--token", "--quiet"]',
    'derive_key("secret", "Ed25519")',
    'kind = "Ed25519" if private_key else "Ed448"',
    "def f(authkey: bytes, digest_name='sha256'):",
    "Signature = 0b10",
    "Signature = ~0U",
    "if(x.token===ec)return",
    "a.token===ec&&b",
    'sl."api_key" = vt."token"',
    r"(api_key|token|password)\s*=",
    "${OPENAI_API_KEY:?OPENAI_API_KEY must be set}",
    "TopLogprob(token='ĠParis', logprob=-0.2)",
    "token='▁the'",
    '.toggle-password input[type="checkbox"]',
    "docker build --secret id=hf,src=tok.txt .",
    "form.save(password1=password1, password2=password2)",
    'data = {"password1": password1}',
    "api_key1 = api_key1",
    "self.token2 = token2",
    "                 oldToken=None):",
    'def output(self, header="Set-Cookie:", sep="x"):',
    'header: str = "Set-Cookie:") -> str: ...\n    @deprecated("x")',
    'HEX_KEY = "[0-9A-Fa-f]{1,4}"',
    '{"content": "struct.pack(\'>BBH\', token | 0xF, 0x11, size))\\n"}',
    '{"content": "def peek(self) -> Token | None:\\n    x"}',
    r"KeyError: 'password'\nOSError: [Errno 28] No space left on device: '/tmp/tmpab3k9x_q/model.bin'",
    "f(aws_secret_access_key=s3_aws_secret_access_key, x=1)",
    "EC_KEY *d2i_ECPrivateKey_bio(BIO *bp, EC_KEY **eckey);",
    '{"content": "f(\\n        password,\\n        kdf_rounds=self._kdf_rounds,\\n        hmac_hash=x1,\\n)"}',
    '{"content": "jwt.encode(\\n        claims,\\n        self._private_key,\\n        algorithm=ALG1,\\n)"}',
    '{"command": "grep -E \\"(token|secret|password|credential)\\" -r ."}',
    "[signedtoken]\\ncryptography>=3.0.0\\npyjwt<3,>=2.0.0",
    '"token2=token2, key1=key1"',
    "password: SecretBox<str>,",
    'val password: StateFlow<String> = MutableStateFlow("")',
    "password: FormControl<string>;",
    "struct TokenPass : PassInfoMixin<TokenPass> {",
    "static const uint32_t MAGIC_KEY = 0x08064b50;",
    "session: 0x7f3c1e9b4d90",
    '"token=0x5581a2b3c4d0 type=NAME"',
    "key: 0xffff8881003c2a40",
    "private_key: X25519PrivateKey",
    "class _Ed25519PrivateKey(Ed25519PrivateKey):",
    "KEY_TYPES = Union[\n    dh.DHPrivateKey,\n    ed25519.Ed25519PrivateKey,\n]",
    "    'PASSWORD',\n    'PLACING',\n    'PLANS',\n    'RECHECK',\n",
    'prompt_password("Password: ")?;\nnext("x")',
    '\tAPIKey string `json:"api_key" env:"API_KEY,required"`',
    '\tPassword string `mapstructure:"db_password" validate:"required,min=8"`',
)

LINES = (
    'token = tokenizer.encode("hello world", add_special_tokens=False)',
    'password = self.cleaned_data["password1"]',
    'password = getpass.getpass("Password: ")',
    'SECRET_KEY = config("SECRET_KEY", default="x")',
    'token = response.json()["access_token"]',
    "password = request.form['password']",
    "password = form.password.data",
    'token = pp.Word(tchar).setName("token")',
    'access_key = boto3.client("sts").get_session_token("x")',
    'let secret = SecretString::new(prompt_password("Password: ")?);',
)
"""Lines of programs that agents send and edit as texts of JSON."""

SAID = (
    'WWW-Authenticate: Bearer realm="https://auth.docker.io/token",service="registry.docker.io"',
    'WWW-Authenticate: Bearer error="invalid_token", error_description="The token expired"',
    'www-authenticate: Bearer resource_metadata="https://github.com/.well-known/oauth-protected-resource"',
    "ENV GPG_KEY=A035C8C19219BA821ECEA86B64E628F8D684696D",
    "gpg: key 64E628F8D684696D: public key imported",
    "cache-key: node-modules-4c1f0a9b",
    "user@1000.service: Deactivated",
    "getty@tty1.service",
    "image@2x.png",
    "/home/pwuser/x.py",
    "/home/circleci/x.py",
    "Passwort: falsch",
    "Senha: inválida",
    "비밀번호: 필수.",
    "Password: errata",
    "+ Add file (GnuPG key: 0x7EC2DBB6F4DBF434).",
    r"Le mot de passe est incorrect. Veuillez r\u00e9essayer.\n\u5bc6\u7801\u9519\u8bef",
    "DEBUG:websockets.client:> Sec-WebSocket-Key: x3JJHMbDL1EzLkh9GBhXDw==",
    "{'sec-websocket-key': 'x3JJHMbDL1EzLkh9GBhXDw==', 'sec-websocket-version': '13'}",
)

GONE = (
    ("token==%s", RANDOM),
    ("TOKEN=2.%s", RANDOM),
    ("db_pass: %s", PASSWORD),
    ('smtp_pass="%s"', PASSWORD),
    ("passwd: %s", "amd64" + "x9Q"),
    ("DB_PASSWORD=%s", "CorrectHorse" + "Battery"),
    ("password: %s", "Sun" + "Shine"),
    ("webhook_secret: %s", "CorrectHorse" + "Battery"),
    ("| password | %s |", PASSWORD),
    ("| password | %s: |", PASSWORD),
    ('token = f"%s"', RANDOM),
    ('x("token: %s")', BASE64),
    ('let secret: Map<str, str> = "%s"', RANDOM),
    ('password = ["%s"]', RANDOM),
    ('DSN="Server=x;Pwd={%s};"', "sun" + "shine"),
    ("${OPENAI_API_KEY:-%s}", RANDOM),
    ("user=%s,", "alice" + ".z"),
    ('["--token", "%s"]', RANDOM),
    ('derive_key("secret", "%s")', RANDOM),
    ("docker build --secret %s .", RANDOM),
    ("GPG_KEY=%s", RANDOM),
    ("Password for bob: %s", "N" + PASSWORD),
    ("Password for bob: %s\n", PASSWORD + "!"),
    ('ConvertTo-SecureString "%s" -AsPlainText -Force', PASSWORD),
    ('Authorization: Digest username="%s", realm="a", response="6629fae49393a053"', "bob" + "by7"),
    ('Authorization: Digest username="b", realm="a", response="%s"', "6629fae4" + "9393a05397450978507c4ef1"),
    ("www-authenticate: Bearer %s", RANDOM),
    ("mail %s now", "alice" + "@0.corp.com"),
    ("Passwort: %s", PASSWORD),
    ("password2=%s", "password" + "3x"),
    ("Password: %s<br>", "summer" + "time"),
    ("Password: %s<Br>", "Summer" + "time"),
    ('"Server=db;Password=%s(";x', PASSWORD),
    ('"Password=%s(", "name": "x"', PASSWORD),
    ('"Password = a.%s;Server=db"', "summer" + "time"),
    ('"token = aB3.%s"', RANDOM),
    ("Server=x;Pwd=%s;", "0x12ab" + "34cd"),
    ("session: 0x%s", "12ab34cd" + "56ef7a8b"),
    ("passwd (%s)", PASSWORD),
    ("token | %s", RANDOM),
    ("  password=%s):", PASSWORD),
    ('password: "%s"', ", sep=" + "hunt" + "er2"),
    (r"| token | %s\n", RANDOM),
    ("f(\n    password,\n    %s,\n)", RANDOM),
    ("password=my_%s", "pass" + "word9x8y7"),
    (r"Le mot de passe : %s\u3002\n", PASSWORD + "!9"),
    ("EC_KEY *%s;", RANDOM),
    ("<password>=%s</password>", PASSWORD),
    ("user,password\nbob,%s\n", "summer" + "time"),
    ('"password",\n"%s",\n', RANDOM),
    ('websocket_key: "%s"', RANDOM),
    ('process.env.PASSWORD || "%s"', "hunter" + ",min=8"),
)


@pytest.mark.parametrize("text", [*VERSIONS, *PASSES, *CODE, *SAID])
def test_what_opens_nothing_is_left(text: str) -> None:
    """Versions, verdicts, code, challenges and public keys are byte-identical afterwards."""
    redactor = Redactor(Policy())
    redactor.survey(text.encode())
    assert redactor.redact_text(text) == text


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("form", ["%s", "x = 1\n%s\ny = 2", '{"content": "%s"}'])
def test_a_line_of_a_program_is_left_however_deep_its_quotes_are_escaped(form: str, line: str) -> None:
    """What an assignment takes from a call or an index stays in a text of JSON as it does outside."""
    for text in (form % line, json.dumps({"old_str": line}), json.dumps({"arguments": json.dumps({"new_str": line})})):
        assert Redactor(Policy()).redact_text(text) == text


@pytest.mark.parametrize(("form", "value"), GONE)
def test_a_secret_in_the_same_place_goes(form: str, value: str) -> None:
    """What may be a value goes from beside what is left."""
    assert value not in Redactor(Policy()).redact_text(form % value)


def test_of_a_connection_only_the_value_goes() -> None:
    """Where names follow each other without semicolons, the next one stays."""
    assert Redactor(Policy()).redact_text(f'"token={RANDOM} mode=x"').endswith(' mode=x"')
    assert Redactor(Policy()).redact_text(f'"Server=x;Pwd={PASSWORD} a=b"').endswith('REDACTED-password-1"')


def test_a_digest_keeps_the_names_of_its_parts() -> None:
    """User and answer go; what they are called and where they were sent stays."""
    text = f'Authorization: Digest username="bobby7", realm="r", nonce="{RANDOM}", uri="/x", response="{RANDOM}9"'
    redacted = Redactor(Policy()).redact_text(text)
    assert all(part in redacted for part in ("Digest username=", 'realm="r"', "nonce=", 'uri="/x"', "response="))
    assert RANDOM not in redacted


@pytest.mark.parametrize(
    "opening", ["password = <<EOF", "db_password = <<-'END'", "API_TOKEN=$(cat <<EOF", "secret = <<~KEY"]
)
def test_of_a_here_document_only_the_value_goes(opening: str) -> None:
    """The marks around the lines stay, in a text of JSON too."""
    text = f"{opening}\n    {PASSWORD}\n"
    for each in (text, json.dumps({"content": text})):
        redacted = Redactor(Policy()).redact_text(each)
        assert PASSWORD not in redacted
        assert opening in redacted
