"""Secrets that a shell command pipes or passes as a bare word."""

from __future__ import annotations

import re
from typing import Final

from redaction.findings import Kind
from redaction.rule import Example, Rule
from redaction.rules.context import values
from redaction.rules.context.grammar import compile_pattern, text_of
from redaction.rules.context.named import is_given

_FAKE: Final = "fake" + "Canary7Zq9"

PIPED: Final = Rule(
    id="piped-password",
    kind=Kind.SECRET,
    stem="password",
    why="What is piped into a login is its password.",
    anchors=(b"echo ", b"printf "),
    pattern=compile_pattern(
        rb"(?:(?:echo|printf)[ ](?:-[ne]{1,2}[ ])?(?:\\{0,4}[\"']?%s(?:\\{1,4}n)?\\{0,4}[\"']?[ ])?(?:\\{0,4}(?P<quote>[\"']))?(?P<value>(?(quote)(?:(?!"
        rb"(?P=quote))[^\r\n\\]){4,512}+|[^\s\"'`|;&\\]{4,512}+))(?(quote)\\{0,4}(?P=quote))"
        rb"[ ]?\|[ ]?[^|\r\n]{0,120}?(?:login|password-stdin|passwd|sudo[ ]-S|with-token|import|kinit|secrets?[ ](?:create|put|set|versions[ ]add)"
        rb"|keyctl|secret-tool))"
    ),
    accepts=is_given,
    finds=(
        Example(f'echo "{_FAKE}" | docker login -u x --password-stdin', _FAKE),
        Example(f"echo {_FAKE} | sudo -S ls", _FAKE),
        Example(f'printf "%s" "{_FAKE}" | docker login --password-stdin', _FAKE),
        Example(f"echo -n '{_FAKE}' | gcloud secrets create name --data-file=-", _FAKE),
        Example(f"echo {_FAKE} | docker secret create name -", _FAKE),
    ),
    leaves=('echo "$TOKEN" | docker login --password-stdin', "echo hello | grep h"),
)


def _is_stored(match: re.Match[bytes]) -> bool:
    """Accept what is no word, template or file."""
    value = text_of(match, "value")
    return not values.is_never_secret(value) and values.is_no_word(value) and "/" not in value[:1]


WRITTEN: Final = Rule(
    id="written-secret",
    kind=Kind.SECRET,
    stem="secret",
    why="What is written into a file named after a secret is one.",
    anchors=(b"echo ", b"printf "),
    ahead=rb"[^\r\n]{4,470}?(?:>|tee )",
    pattern=compile_pattern(
        rb"(?:echo|printf)[ ](?:-[ne]{1,2}[ ])?(?:[\"']?%s(?:\\{1,2}n)?[\"']?[ ])?(?:\\{0,4}(?P<quote>[\"']))?(?P<value>(?(quote)(?:(?!"
        rb"(?P=quote))[^\s\\]){4,400}+|[^\s\"'`|;&>\\]{4,400}+))(?(quote)\\{0,4}(?P=quote))"
        rb"[ ]?(?:>{1,2}|\|[ ]?(?:sudo[ ])?tee(?:[ ]-a)?)[ ]?[\"']?[^\s\"'|;&>]{0,200}?(?:token|secret|passw(?:or)?d|passphrase|credentials?"
        rb"|api_?key|\.key|netrc|pgpass|id_rsa|htpasswd)(?![A-Za-z])"
    ),
    accepts=_is_stored,
    finds=(
        Example(f"printf '%s' '{_FAKE}' > ~/.config/token", _FAKE),
        Example(f"echo {_FAKE} > ~/.cache/huggingface/token", _FAKE),
        Example(f'echo "{_FAKE}" | sudo tee /etc/app/api_key', _FAKE),
    ),
    leaves=("echo hello > token", "echo $TOKEN > ~/.token", "echo tokens-2 > tokenizer.txt", "echo /run/x1 > secret"),
)  # fmt: skip

BARE_WORD: Final = Rule(
    id="program-password-word",
    kind=Kind.SECRET,
    stem="password",
    why="These programs take the password as the word after the user.",
    anchors=(b"htpasswd ", b"net use ", b"/user:"),
    pattern=compile_pattern(
        rb"(?:htpasswd[ ]-\w*b\w*[ ](?:\S{1,128}[ ])?\S{1,64}[ ]|(?:net[ ]use[^\r\n]{1,120}?)?/user:\S{1,64}[ ]"
        rb"|net[ ]use[ ](?:[a-z]:[ ])?\\{2,8}[^\s\\]{1,64}\\{1,4}\S{1,64}[ ](?=\S{4,256}[ ]/u(?:ser)?:))"
        rb"(?P<value>[^\s\"'`\\/-][^\s\"'`\\]{3,255}+)"
    ),
    accepts=is_given,
    finds=(
        Example(f"htpasswd -bc users bob {_FAKE}", _FAKE),
        Example(f"net use z: //srv/share /user:bob {_FAKE}", _FAKE),
        Example(f"net use Z: \\\\srv\\share {_FAKE} /user:dom\\bob", _FAKE),
    ),
    leaves=("htpasswd -c users bob", "net use z: /user:bob /persistent:yes", "htpasswd -b users bob $PW"),
)

HANDED: Final = Rule(
    id="printed-password",
    kind=Kind.SECRET,
    stem="password",
    why="A program asks a command for the password, and the command prints it.",
    anchors=(b"password-command", b"password_command", b"passwordeval", b"passcommand", b"<(echo ", b"<(printf "),
    pattern=compile_pattern(
        rb"(?:(?:password[_-]command|passwordeval|passcommand)[ =:]{1,3}\\{0,4}[\"']{0,2}|<\()(?:echo|printf)[ ](?:-n[ ])?(?:\\{0,4}[\"']?%s(?:\\{1,4}n)?\\{0,4}[\"']?[ ])?"
        rb"\\{0,4}[\"']?(?P<value>[^\s\"'`()\\]{4,256}+)"
    ),
    accepts=_is_stored,
    finds=(
        Example(f'restic --password-command "echo {_FAKE}" backup', _FAKE),
        Example(f"sshpass -f <(printf '%s\\n' '{_FAKE}') ssh h", _FAKE),
    ),
    leaves=("restic --password-command 'pass show x'", "diff <(echo $A) <(echo b)", "diff <(echo one) x"),
)  # fmt: skip

_ASKED: Final = re.compile(rb"(?i)(?:assword|assphrase|asscode|kennwort|passwort)[\s\S]{0,72}\Z")
_LOOK_BACK: Final = 96

ANSWERED: Final = Rule(
    id="answered-prompt",
    kind=Kind.SECRET,
    stem="password",
    why="A script that waits for the question sends the password.",
    anchors=(b"send ", b"sendline(", b".send("),
    ahead=rb"(?:--[ ])?[bru]?\\{0,4}[\"'{][^\s\"'\\{}]{4}",
    pattern=compile_pattern(
        rb"(?:send[ ](?:--[ ])?|\.?send(?:line)?\()[bru]?\\{0,4}[\"'{](?P<value>[^\s\"'\\{}]{4,128}+)(?:\\{1,8}[rn]){0,2}\\{0,4}[\"'}]"
    ),
    accepts=lambda match: (
        _ASKED.search(match.string, max(0, match.start() - _LOOK_BACK), match.start()) is not None
        and values.is_no_word(text_of(match, "value"))
        and is_given(match)
    ),
    finds=(
        Example(f'expect "password:"; send "{_FAKE}\\r"', _FAKE),
        Example(f"child.expect('assword:')\nchild.sendline('{_FAKE}')", _FAKE),
    ),
    leaves=(f'expect "name:"; send "{_FAKE}\\r"', 'expect "password:"; send "$pw\\r"', "the password: send 'hello'"),
)
