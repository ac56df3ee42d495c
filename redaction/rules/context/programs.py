"""Commands that store, set or protect with a secret: vaults, key generators, workflow commands, mail logins."""

from __future__ import annotations

import re
from typing import Final

from redaction.findings import Kind
from redaction.rule import Example, Rule, of_groups, of_items
from redaction.rules.context import values
from redaction.rules.context.grammar import compile_pattern, text_of
from redaction.rules.context.named import is_given, is_named_secret

_FAKE: Final = "fake" + "Canary7Zq9"
_PLAIN: Final = "AGZha2UA" + "Q0FOQVJZN1oh"  # \0fake\0CANARY7Z!

_BREAK: Final = rb"(?:\r\n?+|\n|\\r\\n|\\n)"
_WORD: Final = rb"(?:(?!\\{1,16}+[nrtu\"'])[^\s\"'`<>|;&]){3,512}+"
_QUOTE: Final = rb"(?:\\{0,4}+[\"'])?+"


def _argument(longest: int, group: bytes = b"value") -> bytes:
    """Return a value that is one word, or a quotation of at most so many bytes."""
    quoted = rb"(?:(?!(?P=quote))[^\r\n\\]){3,%d}+" % longest
    return rb"\\{0,4}+(?P<quote>[\"'])?+(?P<" + group + rb">(?(quote)" + quoted + rb"|" + _WORD + rb"))"


_OF_KEY: Final = re.compile(rb"(?<=[ \t])-[NP][ \t]++" + _argument(512, b"item"))
_OF_MANAGER: Final = re.compile(rb"(?<=[ \t])-[cAX][ \t]++" + _argument(512, b"item"))
_GIVEN: Final = re.compile(rb"(?<=[ \t])(?:--from-literal=)?[\w.\-/]{1,80}+=" + _argument(512, b"item"))


def _is_no_flag(match: re.Match[bytes]) -> bool:
    """Accept the same, unless it is another flag."""
    return is_given(match) and not text_of(match, "value").startswith("-")


def _is_random(match: re.Match[bytes]) -> bool:
    """Accept only what looks random."""
    return values.looks_random(text_of(match, "value"))


def _is_mixed(value: bytes) -> bool:
    """Say the same of one of several values."""
    return values.looks_random(value.decode("utf-8", "replace"))


def _is_stored(item: re.Match[bytes]) -> bool:
    """Accept what a command stores and is neither a word nor the name of a file."""
    text = text_of(item, "item")
    return text[0] not in "@-" and values.is_no_word(text) and not values.is_never_secret(text)


def _is_passed(item: re.Match[bytes]) -> bool:
    """Accept the value of a flag that is a template no more than another flag."""
    text = text_of(item, "item")
    return text[0] != "-" and not values.is_never_secret(text)


HERE_STRING: Final = Rule(
    id="here-string-password",
    kind=Kind.SECRET,
    stem="password",
    why="What a shell hands to a login as its input is the password.",
    anchors=(b"password-stdin", b"with-token", b"sudo -s", b"passwd --stdin", b"chpasswd", b"kinit ", b"cryptsetup ", b"vncpasswd", b"smbpasswd"),
    pattern=compile_pattern(rb"[a-z \t-]{6,16}+[^|<\r\n]{0,120}+<<<[ \t]?" + _argument(512)),
    accepts=is_given,
    finds=(
        Example(f"docker login -u x --password-stdin <<< {_FAKE}", _FAKE),
        Example(f"gh auth login --with-token <<<'{_FAKE}'", _FAKE),
        Example(f"chpasswd <<< 'root:{_FAKE}'", f"root:{_FAKE}"),
    ),
    leaves=('docker login --password-stdin <<< "$TOKEN"', "sudo -S ls < file"),
)  # fmt: skip

STORED: Final = Rule(
    id="stored-secret",
    kind=Kind.SECRET,
    stem="secret",
    why="What is put into a store of secrets is one, whatever its name.",
    anchors=(
        b"vault kv put ", b"vault kv patch ", b"vault write ", b"create secret generic ", b"doppler secrets set ",
        b"fly secrets set ", b"flyctl secrets set ", b"wrangler secret put ", b"supabase secrets set ",
    ),
    pattern=compile_pattern(rb"[\w ]{10,24}+(?P<value>[ \t]?(?:(?!\\[nr])[^\r\n|;]){4,4096}+)"),
    each=of_items(_GIVEN, "value", _is_stored),
    finds=(
        Example(f"vault kv put secret/x value={_FAKE}", _FAKE),
        Example(f"kubectl create secret generic db --from-literal=one=a --from-literal=two='{_FAKE}'", _FAKE),
    ),
    leaves=("vault kv put secret/x value=@file.json", "vault write auth/approle/login role=reader value=$TOKEN"),
)  # fmt: skip

SECRET_STRING: Final = Rule(
    id="stored-secret-string",
    kind=Kind.SECRET,
    stem="secret",
    why="What is put into a store of secrets is one, whatever its name.",
    anchors=(b"gh secret set ", b"keyvault secret set ", b"secretsmanager ", b"ssm put-parameter "),
    pattern=compile_pattern(
        rb"(?:gh[ ]secret[ ]set|keyvault[ ]secret[ ]set|secretsmanager|ssm[ ]put-parameter)"
        rb"[ ](?:(?!\\[nr])[^\r\n|;]){0,400}?(?<=[ \t])(?:--body|-b|--value|--secret-string)(?:[ \t]++|=)"
        + _argument(2048)
    ),
    accepts=_is_no_flag,
    finds=(
        Example(f"gh secret set NAME --body {_FAKE}", _FAKE),
        Example(f"az keyvault secret set --vault-name v --name n --value '{_FAKE}'", _FAKE),
        Example(f"aws ssm put-parameter --name /a/b --type SecureString --value {_FAKE}", _FAKE),
    ),
    leaves=("gh secret set NAME < file", 'gh secret set NAME --body "$VALUE"', "aws secretsmanager list-secrets"),
)

PASSPHRASE: Final = Rule(
    id="key-generator-passphrase",
    kind=Kind.SECRET,
    stem="password",
    why="ssh-keygen takes the passphrase of a key as an argument.",
    anchors=(b"ssh-keygen ",),
    pattern=compile_pattern(rb"ssh-keygen(?P<value>[ \t](?:(?!\\{1,16}+[nr])[^\r\n|;&]){4,1024}+)"),
    each=of_items(_OF_KEY, "value", _is_passed),
    finds=(
        Example(f"ssh-keygen -t ed25519 -N {_FAKE} -f k", _FAKE),
        Example(f"ssh-keygen -p -P x -N '{_FAKE}' -f k", _FAKE),
    ),
    leaves=('ssh-keygen -t rsa -N "" -f key', "ssh-keygen -t rsa -b 4096", "ssh-keygen -y -P $PASS -f key"),
)  # fmt: skip

COMMUNITY: Final = Rule(
    id="snmp-community",
    kind=Kind.SECRET,
    stem="password",
    why="Who knows the community of a device can read and set it up.",
    anchors=(b"snmpwalk ", b"snmpget ", b"snmpbulkwalk ", b"snmpset ", b"snmptrap ", b"snmpgetnext ", b"snmpbulkget ", b"snmptable "),
    pattern=compile_pattern(rb"snmp[a-z]{3,8}(?P<value>[ \t](?:(?!\\{1,16}+[nr])[^\r\n|;&]){4,1024}+)"),
    each=of_items(_OF_MANAGER, "value", _is_passed),
    finds=(
        Example(f"snmpwalk -v2c -c {_FAKE} 203.0.113.7 system", _FAKE),
        Example(f"snmpget -v 3 -l authPriv -a SHA -A '{_FAKE}' -x AES h", _FAKE),
    ),
    leaves=("snmpwalk -v2c -c public localhost", "snmpget -v 3 -A $PW h"),
)  # fmt: skip

SECURE_STRING: Final = Rule(
    id="secure-string",
    kind=Kind.SECRET,
    stem="password",
    why="PowerShell makes a password out of the text behind its command.",
    anchors=(b"convertto-securestring",),
    pattern=compile_pattern(
        rb"convertto-securestring(?:[ \t]++-(?:string|asplaintext|force)(?=[ \t]))*+[ \t]++\\{0,4}+(?P<quote>[\"'])(?P<value>"
        rb"(?:(?!(?P=quote))[^\r\n\\]){3,512}+)"
    ),
    accepts=is_given,
    finds=(
        Example(f'ConvertTo-SecureString "{_FAKE}" -AsPlainText -Force', _FAKE),
        Example(f"ConvertTo-SecureString -AsPlainText -String '{_FAKE}'", _FAKE),
    ),
    leaves=('ConvertTo-SecureString "$env:PW" -AsPlainText', "ConvertTo-SecureString -String $pw"),
)

LOGIN_WORD: Final = Rule(
    id="login-word",
    kind=Kind.SECRET,
    stem="token",
    why="These programs take the key as the word after their login.",
    anchors=(
        b"wandb login ", b"weave login ", b"netlify login ", b"railway login ", b"ngrok authtoken ", b"add-authtoken ",
        b"cargo login ", b"vault login ", b"pypi-token.", b"http-basic.", b"mc alias set ",
    ),
    pattern=compile_pattern(
        rb"(?:(?:wandb|weave|netlify|railway|cargo|vault)[ ]login|ngrok[ ]authtoken|add-authtoken|pypi-token\.\S{1,64}"
        rb"|http-basic\.\S{1,64}[ ]\S{1,64}|mc[ ]alias[ ]set(?:[ ]\S{1,200}+){2}[ ](?P<access>\S{3,200}+))[ ](?:--?[\w-]{1,40}+[ ]){0,4}+"
        + _QUOTE + rb"(?P<value>" + _WORD + rb")"
    ),
    accepts=_is_random,
    each=of_groups("value", "access", only=_is_mixed),
    finds=(
        Example(f"wandb login {_FAKE}", _FAKE),
        Example(f"wandb login --relogin '{_FAKE}'", _FAKE),
        Example(f"ngrok config add-authtoken {_FAKE}", _FAKE),
        Example(f"poetry config http-basic.x bob {_FAKE}", _FAKE),
        Example(f"mc alias set store http://host.x key {_FAKE}", _FAKE),
    ),
    leaves=("wandb login $WANDB_API_KEY", "wandb login --relogin", "run wandb login first"),
)  # fmt: skip

LOGIN_FLAG: Final = Rule(
    id="login-flag",
    kind=Kind.SECRET,
    stem="token",
    why="A login takes its key behind a flag with a plain name.",
    anchors=(b" auth ", b" login ", b" configure "),
    ahead=rb"[^\r\n]{0,160}?--(?:key|code|pat)",
    pattern=compile_pattern(
        rb"[ ](?:auth|login|configure)(?:[ ](?!--(?:key|code|pat)[ =])[\w=./:-]{1,80}+){0,6}+[ ]--(?:key|code|pat)[ =]" + _QUOTE + rb"(?P<value>" + _WORD + rb")"
    ),
    accepts=_is_random,
    finds=(Example(f"e2b auth --key {_FAKE}", _FAKE), Example(f"tool auth login --key='{_FAKE}'", _FAKE)),
    leaves=("tool auth --key $KEY", "tool login --key name", "tool auth --keyring"),
)  # fmt: skip

SERVER_PASSWORD: Final = Rule(
    id="server-password",
    kind=Kind.SECRET,
    stem="password",
    why="Redis and its like name the server's password in a directive.",
    anchors=(b"requirepass", b"masterauth", b"auth-pass "),
    pattern=compile_pattern(
        rb"(?:requirepass|masterauth|auth-pass[ ][\w.-]{1,64})(?:[ \t]++|=|[\"'],\s{0,4}+|\\{0,4}[\"'](?:\s|\\[nr]){1,8}+2\)[ ])" + _QUOTE + rb"(?P<value>" + _WORD + rb")(?=" + _QUOTE
        + rb"(?P<end>[ \t]*+(?:\r|\n|\\[nr]|\Z))?)"
    ),
    accepts=lambda match: _is_no_flag(match) and (match["end"] is not None or values.is_no_word(text_of(match, "value"))),
    finds=(
        Example(f"requirepass {_FAKE}\nport 6379", _FAKE),
        Example(f"redis-server --requirepass {_FAKE} --port 1", _FAKE),
        Example(f'1) "requirepass"\n2) "{_FAKE}"', _FAKE),
    ),
    leaves=("requirepass is not set here", "CONFIG SET requirepass $PW", "masterauth, requirepass"),
)  # fmt: skip

REDIS: Final = Rule(
    id="redis-login",
    kind=Kind.SECRET,
    stem="password",
    why="Redis takes the password, and the user before it, behind this command.",
    anchors=(b"auth ",),
    before=b"\r\n>n\"' ",
    ahead=rb"(?!plain|login|xoauth)[^\s\"'`]{6}",
    pattern=compile_pattern(
        rb"(?:(?<=[\r\n\"'>])|(?<=\\n)|(?<=>[ ])|(?<!.))(?-i:AUTH)[ ](?!plain|login|xoauth)(?:[\w.-]{1,32}[ ](?=[^\s\"'`]{6}))?"
        rb"(?P<value>[^\s\"'`\\]{6,256}+)(?=[ \t]*+(?:\r|\n|\\[nr]|\Z|[\"']))"
    ),
    accepts=_is_random,
    finds=(Example(f"127.0.0.1:6379> AUTH {_FAKE}\nOK", _FAKE), Example(f"\nAUTH default {_FAKE}\nOK", _FAKE)),
    leaves=("\nAUTH required\n", "> AUTH LOGIN", '"AUTH plain text"'),
)

ORACLE: Final = Rule(
    id="oracle-login",
    kind=Kind.SECRET,
    stem="password",
    why="Oracle's tools take user and password as one word before the host.",
    anchors=(b"jdbc:oracle:", b"sqlplus ", b"sqlldr ", b"expdp ", b"impdp ", b"rman target "),
    pattern=compile_pattern(
        rb"(?:jdbc:oracle:(?:thin|oci8?):|(?:sqlplus|sqlldr|expdp|impdp|rman[ ]target)[ ](?:-\w{1,8}[ ]){0,4}+" + _QUOTE
        + rb"(?:userid=)?)(?P<user>[\w$#.-]{1,64}+)/\\{0,2}\"?(?P<value>[^\s/\"'`<>@\\]{3,128}+)\\{0,2}\"?(?=@|\s|[\"']|\Z)"
    ),
    accepts=is_given,
    finds=(
        Example(f"jdbc:oracle:thin:app/{_FAKE}@//h:1521/x", _FAKE),
        Example(f"sqlplus -s app/{_FAKE}@h", _FAKE),
    ),
    leaves=("jdbc:oracle:thin:@//h:1521/x", "sqlplus /nolog", "sqlplus app/$PW@h"),
)  # fmt: skip

MASKED: Final = Rule(
    id="workflow-secret",
    kind=Kind.SECRET,
    stem="secret",
    why="A workflow says itself that this value is to be masked.",
    anchors=(b"::add-mask::", b"issecret=true]"),
    pattern=compile_pattern(
        rb"(?:::add-mask::|issecret=true\])(?P<value>(?:(?!\\[nr])[^\s\"'`]){3,512}+)"
    ),
    accepts=is_given,
    finds=(
        Example(f"::add-mask::{_FAKE}", _FAKE),
        Example(f"##vso[task.setvariable variable=x;issecret=true]{_FAKE}", _FAKE),
    ),
    leaves=("echo ::add-mask::$TOKEN", "::add-mask::***"),
)  # fmt: skip

FORM_FIELD: Final = Rule(
    id="form-field",
    kind=Kind.SECRET,
    stem="secret",
    why="A form with parts gives the name in a header and the value below an empty line.",
    anchors=(b"form-data; name=",),
    pattern=compile_pattern(
        rb"form-data;[ ]name=\\{0,8}+[\"']?(?P<name>[\w.\-\[\]]{1,80}+)\\{0,8}+[\"']?"
        rb"(?:" + _BREAK + rb"{1,2}+content-[\w-]{1,40}+:[^\r\n\\]{1,120}+){0,4}+" + _BREAK + rb"{2,4}+"
        rb"(?P<value>(?:(?!\\{1,16}+[nrtu\"'])[^\s\"'`]){3,4096}+)"
    ),
    accepts=is_named_secret,
    finds=(
        Example(f'Content-Disposition: form-data; name="api_key"\r\n\r\n{_FAKE}\r\n--b', _FAKE),
        Example(f'form-data; name=\\"password\\"\\r\\nContent-Type: text/plain\\r\\n\\r\\n{_FAKE}\\r\\n', _FAKE),
    ),
    leaves=('form-data; name="model"\r\n\r\nwhisper-1\r\n', 'form-data; name="token"\r\n\r\n${TOKEN}\r\n'),
)

MAIL_LOGIN: Final = Rule(
    id="mail-login",
    kind=Kind.SECRET,
    stem="authorization",
    why="Mail servers take user and password in base64 behind the name of the mechanism.",
    anchors=(b"auth plain ", b"auth login ", b"authenticate plain ", b"authenticate login ", b"auth xoauth2 "),
    pattern=compile_pattern(rb"auth(?:enticate)?[ ](?:plain|login|xoauth2)[ ](?P<value>[A-Za-z0-9+/]{12,4096}+={0,2})"),
    accepts=_is_random,
    finds=(Example(f"send: 'AUTH PLAIN {_PLAIN}\\r\\n'", _PLAIN),),
    leaves=("auth login required", "AUTH LOGIN PLAIN XOAUTH2", "auth plain authentication"),
)
