"""Secrets that a sentence, a heading or a table describes: in words between name and value, and in other languages."""

from __future__ import annotations

import re
from typing import Final

from redaction.findings import Kind
from redaction.key_names import Strength, strength
from redaction.rule import Example, Reach, Rule, anywhere
from redaction.rules.context import values
from redaction.rules.context.grammar import NAME, NAME_REACH, compile_pattern, sensitive_words, text_of, words_of
from redaction.rules.context.likely import value_heads

_FAKE: Final = "fakeCanary" + "Zq7x9!"
_KEY: Final = "fake" + "Canary7Zq9"

_MIXED: Final = rb"(?=[\w.+/=~!?@\#$%^&*-]{0,64}?(?:[0-9]|(?-i:[a-z][A-Z])))"
_VALUE: Final = _MIXED + rb"(?P<value>[\w.+/=~!?@\#$%^&*-]{8,512}+)"
_WORDS: Final = (
    rb"(?:is|was|are|should|must|be|been|set|to|changed|reset|updated|now|the|a|your|my|its|value|for|of|in|on|user|root|admin|account|prod|"
    rb"staging|as|named|called|following|gateway|header|service|database|server|here|currently|still|equals|ending)\b"
)
_GAP: Final = rb"[^\w\r\n]{1,24}+(?:(?:" + _WORDS + rb"|b(?=[\"'])|hex\))[^\w\r\n]{1,8}+){0,8}+"

_SHORTEST_KEY: Final = 14
_SHORTEST: Final = 8
_HEX: Final = re.compile(r"[0-9a-fA-F]{32,}\Z")
_SPECIAL: Final = re.compile(r"[!?#$%@&*^~+=]")
_PLAIN: Final = re.compile(r"[\w.:/@-]*+\Z")
_ENDS_IN_NUMBER: Final = re.compile(r"[A-Z][a-z]{2,}+(?:[A-Z][a-z]{2,}+)+\d{2,4}\Z|[A-Z][a-z]{4,}+\d{2,4}\Z")
_CLASS: Final = re.compile(r"(?:[A-Z]{0,2}[a-z]{2,}\d?)+\Z")
_CODE: Final = re.compile(r"[\w.]+\(|[\w.]+\[|https?://|[\w.-]+@[\w-]+\.[a-z]|[\w.-]*[=&]\w|\$\{?\w|%\w|@\w+\Z")


def is_strong_password(value: str) -> bool:
    """Say whether a text has the mark of a password: letters with digits and a special sign, or letters at random."""
    if len(value) < _SHORTEST or values.is_never_secret(value) or _CODE.match(value) or _CLASS.match(value):
        return False
    if values.looks_random(value):
        return True
    bare = value.rstrip(".,:;")
    has_both = any(c.isdigit() for c in bare) and any(c.isalpha() for c in bare)
    return has_both and (
        (_SPECIAL.search(bare) is not None and _PLAIN.match(bare) is None) or _ENDS_IN_NUMBER.match(bare) is not None
    )


def _is_described(match: re.Match[bytes]) -> bool:
    """Accept a value that looks generated behind the words for a secret; for a password also one of words and numbers."""
    name, value = words_of(match), text_of(match, "value").rstrip(".,:;")
    is_password = "pass" in name.lower() or "pwd" in name.lower()
    if len(value) < (_SHORTEST if is_password else _SHORTEST_KEY) or strength(name) is not Strength.STRONG:
        return False
    if not values.is_plausible_secret(name, value, quoted=False):
        return False
    if is_password:
        return is_strong_password(value)
    of_another = _HEX.match(value) is not None and b"hex)" not in match[0]
    return values.looks_random(value) and not (of_another or _CLASS.match(value))


DESCRIBED: Final = Rule(
    id="described-value",
    kind=Kind.SECRET,
    stem="secret",
    why="People say in many words which value a key, a token or a password has.",
    anchors=(b"key", b"token", b"secret", b"passw", b"passphrase", b"passcode", b"credential", b"pwd"),
    reach=NAME_REACH,
    gate=sensitive_words,
    ahead=rb"[\w.\-]{0,40}+" + _GAP + _MIXED + rb"[\w.+/=~!?@\#$%^&*-]{8}",
    heads=value_heads,
    sight=3_000,
    pattern=compile_pattern(NAME + _GAP + _VALUE + rb"(?![\w(\[{])"),
    accepts=_is_described,
    finds=(
        Example(f"API Key     {_KEY}", _KEY),
        Example(f"`MY_TOKEN` is set to `{_KEY}`", _KEY),
        Example(f"Password (root): {_FAKE}", _FAKE),
        Example(f"openai key - {_KEY}", _KEY),
        Example(f"AES key = b'{_KEY}'", _KEY),
        Example(f"the **password** was changed to {_FAKE}", _FAKE),
    ),
    leaves=(
        "password: OAuth2PasswordBearer",
        "token = tokenizer.encode(text1)",
        "the cache key is 86f7e437faa5a7fce15d1ddcb9eaeaea377667b8",
        "password for user1234 is wrong",
        "API key (see README2.md)",
        "max_tokens should be a1B2c3D4e5F6g7",
        "unpack .../passwd_1%3a4.13+dfsg1-1+b1_amd64.deb",
        "class _X25519PrivateKey(X25519PrivateKey):",
    ),
)

_NOUNS: Final = (
    "passwort", "kennwort", "schlüssel", "zugangsdaten", "mot de passe", "clé secrète", "clé api", "clé d'api", "clé d'accès", "jeton",
    "contraseña", "clave api", "clave secreta", "clave de acceso", "senha", "chave", "parola d'ordine", "chiave", "hasło", "hasła", "wachtwoord",
    "şifre", "parola", "lösenord", "adgangskode", "passord", "salasana", "heslo", "mật khẩu", "kata sandi",
    "密码", "密碼", "口令", "密钥", "密鑰", "秘钥", "令牌", "パスワード", "キー", "秘密鍵", "トークン", "비밀번호", "토큰", "암호", "API 키", "비밀 키",
    "пароль", "Пароль", "пароля", "паролем", "токен", "Токен", "ключ", "Ключ", "كلمة المرور", "رمز", "סיסמה", "סיסמא", "पासवर्ड", "key 是", "key为", "key是", "token为", "token是", "token 是",
)  # fmt: skip


def _is_foreign(match: re.Match[bytes]) -> bool:
    """Accept what looks like a password or a key behind a word for one in another language."""
    value = text_of(match, "value").rstrip(".,:;")
    return is_strong_password(value) and (_HEX.match(value) is None or b":" in match[0] or b"=" in match[0])


FOREIGN: Final = Rule(
    id="value-in-other-language",
    kind=Kind.SECRET,
    stem="secret",
    why="People name passwords and keys in their own language.",
    anchors=tuple(sorted({noun.encode().lower() for noun in _NOUNS})),
    ahead=rb"[^\r\n]{0,64}?[!-~]{8}",
    heads=anywhere,
    pattern=compile_pattern(
        rb"(?:"
        + b"|".join(re.escape(noun.encode()) for noun in sorted(set(_NOUNS), key=lambda noun: (-len(noun), noun)))
        + rb")"
        rb"[^\r\n]{0,60}?(?<![!-~])[\"'`(<\[]{0,2}(?P<value>(?=[!-~]{0,63}[0-9])"
        rb"(?:(?!\\{1,16}+[nrtu\"'])[^\s\"'`<>,;(){}\[\]|\x80-\xff]){8,512}+)(?=[\s\"'`<>,;(){}\[\]|\x80-\xff\\]|\Z)"
    ),
    accepts=_is_foreign,
    finds=(
        Example(f"Das Passwort ist {_FAKE}", _FAKE),
        Example(f"Mot de passe : {_FAKE}", _FAKE),
        Example(f"使用密码“{_FAKE}”登录", _FAKE),
        Example(f"パスワードは「{_FAKE}」です", _FAKE),
        Example(f"Пароль администратора: {_FAKE}", _FAKE),
        Example(f"Ключ API: {_KEY}", _KEY),
    ),
    leaves=(
        "Passwort falsch für user1234",
        "密码错误 gpt-4o-2024-08-06",
        "Der Schlüssel steht in config/settings2.yaml",
        "ключ: none",
        "Le mot de passe est incorrect. Veuillez r\\u00e9essayer.",
    ),
)


def _is_used(match: re.Match[bytes]) -> bool:
    """Accept a text with the mark of a password."""
    return is_strong_password(text_of(match, "value"))


_AROUND: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-+/=~!?@#$%^&*`'\""

USED: Final = Rule(
    id="used-as-password",
    kind=Kind.SECRET,
    stem="password",
    why="People say the password first and what it is for behind it.",
    anchors=(
        b" as the password",
        b" as password",
        b" as the api key",
        b" as the token",
        b" as your password",
        b" as my password",
        b" is your api key",
        b" is the api key",
        b" is your token",
        b" is your password",
        b" is not a valid api key",
        b" is not a valid token",
        b" is an invalid api key",
        b" is an invalid token",
    ),
    reach=Reach(alphabet=frozenset(_AROUND), limit=128),
    pattern=compile_pattern(
        rb"[\"'`(]{0,2}(?P<value>[\w.+/=~!?@\#$%^&*-]{8,128}+)[\"'`)]{0,2}[ ](?:as[ ](?:the[ ]|your[ ]|my[ ])?|is[ ](?:the|your|not[ ]a[ ]valid|an[ ]invalid)[ ])(?:password|api[ ]key|token)\b"
    ),
    accepts=_is_used,
    finds=(
        Example(f"use {_FAKE} as the password", _FAKE),
        Example(f"enter `{_FAKE}` as password", _FAKE),
        Example(f"'{_KEY}' is not a valid API key", _KEY),
    ),
    leaves=("use the same string as the password", "use config.yaml1 as the token"),
)

LOGIN: Final = Rule(
    id="described-login",
    kind=Kind.SECRET,
    stem="password",
    why="People give user and password of a login next to each other.",
    anchors=(b"credentials", b"creds", b"login", b"log in", b"logged in", b"sign in"),
    ahead=rb"[^\r\n]{0,40}[!-~]{8}",
    pattern=compile_pattern(
        rb"(?:credentials|creds|login|log[ ]in|logged[ ]in|sign[ ]in)\b(?:[ ](?:are|is|with|as|using|for|the|user)\b){0,4}+:?[ ]{1,2}+[\"'`*]{0,2}[\w.@-]{2,40}[\"'`*]{0,2}"
        rb"(?:[ ]?[:/][ ]?|,?[ ]and[ ]|,[ ]|[ ]with[ ])(?:password[ ])?[\"'`*]{0,2}(?P<value>[\w.+=~!?@\#$%^&*-]{8,128}+)"
    ),
    accepts=_is_used,
    finds=(
        Example(f"Login with `admin` and `{_FAKE}`", _FAKE),
        Example(f"Credentials: admin / {_FAKE}", _FAKE),
        Example(f"default creds are admin:{_FAKE}", _FAKE),
    ),
    leaves=("login: admin:password", "Login with Google and GitHub2", "credentials are stored in ~/.aws/credentials"),
)
