"""Secrets that a shell command pipes or passes as a bare word."""

from __future__ import annotations

from typing import Final

from redaction.findings import Kind
from redaction.rule import Example, Rule
from redaction.rules.context.grammar import compile_pattern
from redaction.rules.context.named import is_given

_FAKE: Final = "fake" + "Canary7Zq9"

PIPED: Final = Rule(
    id="piped-password",
    kind=Kind.SECRET,
    stem="password",
    why="What is piped into a login is its password.",
    anchors=(b"echo ", b"printf "),
    pattern=compile_pattern(
        rb"(?:(?:echo|printf)[ ](?:-n[ ])?(?:'%s'[ ])?(?:\\{0,4}(?P<quote>[\"']))?(?P<value>(?(quote)(?:(?!"
        rb"(?P=quote))[^\r\n\\]){4,512}+|[^\s\"'`|;&\\]{4,512}+))(?(quote)\\{0,4}(?P=quote))"
        rb"[ ]?\|[ ]?[^|\r\n]{0,120}?(?:login|password-stdin|passwd|sudo[ ]-S|with-token|import))"
    ),
    accepts=is_given,
    finds=(
        Example(f'echo "{_FAKE}" | docker login -u x --password-stdin', _FAKE),
        Example(f"echo {_FAKE} | sudo -S ls", _FAKE),
    ),
    leaves=('echo "$TOKEN" | docker login --password-stdin', "echo hello | grep h"),
)

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
