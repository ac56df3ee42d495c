"""People by name: accounts under the keys, variables and flags that hold them, and authors of commits."""

from __future__ import annotations

import re
from typing import Final

from redaction.findings import Kind
from redaction.lazy import lazy
from redaction.rule import Example, Reach, Rule, of_groups
from redaction.rules.accounts import PERSON, is_account, is_code, is_own_name
from redaction.vocabulary import is_common

_NAME: Final = rb"[A-Za-z][A-Za-z0-9._\-]{2,63}+"
_KEY: Final = rb"(?<![A-Za-z0-9_\-.])(?:(?i:user_?(?:name)?|login|logname))"
_QUOTE: Final = rb"\\{0,4}[\"']"


def _is_user(match: re.Match[bytes]) -> bool:
    """Refuse what is no account of anybody: shared ones, words, and without quotes expressions of a program."""
    value = match["value"]
    if match.string[match.start("value") - 1 : match.start("value")] in (b'"', b"'"):
        return is_account(value) and not is_common(value.decode())
    return is_own_name(value) and not (match.group()[:1].islower() and is_code(value))


USER_NAME: Final = Rule(
    id="user-name",
    kind=Kind.PERSON,
    stem="user",
    why=PERSON,
    sight=3_000,
    anchors=(b"user", b"login", b"logname"),
    ahead=rb"_?(?:name)?\\{0,4}+[\"']?\s{0,2}[:=]",
    pattern=lazy(
        _KEY
        + rb"(?:"
        + _QUOTE
        + rb"\s{0,2}[:=]\s{0,2}"
        + _QUOTE
        + rb"|=)(?P<value>"
        + _NAME
        + rb")(?![A-Za-z0-9@/(\[{:])"
    ),
    finds=(
        Example('"extra_body": {"user": "alice.z"}', "alice.z"),
        Example("USER=bob99\n", "bob99"),
        Example("'username': 'c.doe'", "c.doe"),
    ),
    leaves=(
        '"role": "user"',
        '"user": "root"',
        "user=None",
        "login=true",
        '"user": "${USER}"',
        "user=self.user",
        "user=os.getenv()",
        "user=step.user,",
        "username=creds.user_name",
        "User=systemd-network",
    ),
    accepts=_is_user,
)
# What people say in one word behind ``user:``, and types.
_SAID: Final = frozenset(
    b"hello hey thanks thank please sorry okay yeah nope sure cool nice ping pong bye goodbye huh hmm wow lol stop quit exit done ready help confirmed agreed understood perfect awesome "
    b"excellent interesting whatever nothing somewhere uuid boolean integer double json jsonb datetime literal final required deprecated readonly inherit auto".split()
)
USER_IN_QUOTES: Final = Rule(
    id="user-name-in-quotes",
    kind=Kind.PERSON,
    stem="user",
    why=PERSON,
    sight=3_000,
    anchors=(b"user", b"logname"),
    ahead=rb"_?(?:name)?\s{0,2}[:=]\s{0,2}\\{0,4}+[\"'][A-Za-z]",
    pattern=lazy(
        rb"(?<![A-Za-z0-9_\-.])(?i:user_?(?:name)?|logname)\s{0,2}[:=]\s{0,2}(?P<open>"
        + _QUOTE
        + rb")(?P<value>"
        + _NAME
        + rb")(?P=open)"
    ),
    finds=(
        Example("connect(username='alice.z', port=1)", "alice.z"),
        Example('LOGNAME="alice.z"\n', "alice.z"),
        Example('user: "alice.z"', "alice.z"),
    ),
    leaves=("user='root'", 'username: "your-username"', "user == 'x'", 'username="{name}"', 'user="hello"'),
    accepts=lambda match: is_own_name(match["value"]) and match["value"].lower() not in _SAID,
)

# Who speaks in the lines around.
_SPEAKER: Final = re.compile(
    rb"(?i)(?:\A|[\n\"'])\s{0,16}[\[<*#]{0,4}(?:assistant|system|human|ai|bot|model|tool|gpt|claude|agent)[\]>*]{0,3}:"
)
_AROUND: Final = 300


def _is_setting(match: re.Match[bytes]) -> bool:
    """Refuse words of a conversation, whose speakers stand around, and expressions of a program."""
    value = match["value"]
    if not is_own_name(value) or value.lower() in _SAID or is_code(value) or value[1:] != value[1:].lower():
        return False
    start, end = max(0, match.start() - _AROUND), match.end() + _AROUND
    return not value[:1].isupper() and _SPEAKER.search(match.string, start, end) is None


USER_SETTING: Final = Rule(
    id="user-setting",
    kind=Kind.PERSON,
    stem="user",
    why=PERSON,
    sight=3_000,
    anchors=(b"user",),
    ahead=rb"_?(?:name)?:[ \t]{1,4}[a-z]",
    pattern=lazy(
        rb"(?<![A-Za-z0-9_\-.\"'#@*])(?i:user_?(?:name)?):[ \t]{1,4}(?P<value>[A-Za-z][A-Za-z0-9._\-]{2,63}+)(?<=[A-Za-z0-9])(?=[ \t]{0,8}(?:\r?\n|\\n|\Z|,[ ]\w{1,32}[:=]|[ ]\#))"
    ),
    finds=(
        Example("login user: bob99, action: run", "bob99"),
        Example("  username: bob99\n", "bob99"),
        Example("host: db\nuser: alicez\nport: 1", "alicez"),
    ),
    leaves=(
        "user: hello there",
        "user: hello\nassistant: hi",
        "user: continue\n",
        "user: root\n",
        "role: user",
        "username: str\n",
        "user: request.user\n",
        "user: Whatever\n",
        "user: nice.\n",
    ),
    accepts=_is_setting,
)
_OF_SERVICE: Final = (
    rb"ansible|ssh|db|database|remote|smtp|mail|imap|ftp|sftp|ldap|proxy|mysql|mariadb|pg|postgres|postgresql|mongo|redis|svn|git|registry|docker|nexus"
    rb"|artifactory|jira|confluence|jenkins|cluster|slurm|win|rdp|vpn|become|sudo|jump|bastion"
)
USER_VARIABLE: Final = Rule(
    id="user-variable",
    kind=Kind.PERSON,
    stem="user",
    why=PERSON,
    sight=3_000,
    anchors=(b"_user", b"_login", b"pguser", b"datasource.user"),
    ahead=rb"_?(?:name)?\\{0,4}+[\"']?\s{0,2}[:=]\s{0,2}\\{0,4}+[\"']?[A-Za-z]",
    pattern=lazy(
        rb"(?:(?<![A-Za-z0-9_.\-])(?:(?:[A-Z][A-Z0-9]{0,19}_){1,5}?(?:USER(?:_?NAME)?|LOGIN)|PGUSER)(?:"
        + _QUOTE
        + rb")?+\s{0,2}[:=]\s{0,2}(?P<open>"
        + _QUOTE
        + rb")?+(?P<value>"
        + _NAME
        + rb")(?(open)(?P=open)|(?![A-Za-z0-9@/(\[{:]))|(?<![A-Z0-9_\-])(?:(?:[a-z][a-z0-9]{0,19}_){0,3}?(?:"
        + _OF_SERVICE
        + rb")_|datasource\.)user(?:_?name)?(?:"
        + _QUOTE
        + rb")?+(?:[ ]?[:=][ ]?(?P<quote>"
        + _QUOTE
        + rb")|=|:[ ])(?P<small>"
        + _NAME
        + rb")(?(quote)(?P=quote)|(?=[\s\\]|\Z)))"
    ),
    finds=(
        Example("SLURM_JOB_USER=alice.z\n", "alice.z"),
        Example('"SUDO_USER": "bob99"', "bob99"),
        Example("export PGUSER='bob99'", "bob99"),
        Example("gpu1 ansible_host=x ansible_user=bob99 ansible_port=22", "bob99"),
        Example('db_username = "bob99"', "bob99"),
        Example("spring.datasource.username=bob99\n", "bob99"),
    ),
    leaves=(
        "ROLE_USER = 'user'",
        "DB_USER=postgres",
        "DB_USER=${DB_USER}",
        "MAX_USER=100",
        "DB_USER = os.environ['X']",
        "db_user = settings\n",
        "connect(db_user=bob99)",
        "ansible_user=root\n",
        "ssh_user: str\n",
        "is_user: yes\n",
    ),
    reach=Reach(frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_"), 96),
    each=of_groups("value", "small", only=lambda name: is_own_name(name) and not is_code(name)),
)
USER_FLAG: Final = Rule(
    id="user-flag",
    kind=Kind.PERSON,
    stem="user",
    why=PERSON,
    anchors=(b"--user", b"--login", b"--auth-user", b"--db-user", b"--ssh-user", b"--remote-user", b"--smtp-user", b"--proxy-user", b"--mail-user", b"--become-user"),
    ahead=rb"(?:=|name[= ]|[ ])",
    pattern=lazy(
        rb"(?<![A-Za-z0-9_.\-])--(?:user=|username[= ]|login=|(?:auth|db|ssh|remote|smtp|proxy|mail|become)-user(?:name)?[= ])[\"']?(?P<value>" + _NAME + rb")(?![A-Za-z0-9@/(\[{:])"
    ),
    finds=(Example("docker login --username bob99 -p x", "bob99"), Example("mysql --user=alice.z db", "alice.z")),
    leaves=("pip install --user requests", "--user=root", "--username NAME", "--username=$USER"),
    accepts=lambda match: is_own_name(match["value"]),
)  # fmt: skip

_WORD: Final = rb"[A-Za-z\x80-\xff][\w.'\-\x80-\xff]{0,31}"
_CAPITAL: Final = rb"[A-Z\x80-\xff][\w.'\-\x80-\xff]{0,31}"
_FULL_NAME: Final = _WORD + rb"(?:[ ]" + _CAPITAL + rb"){0,4}"


def is_person(match: re.Match[bytes]) -> bool:
    """Refuse programs that commit, and words that stand for a name."""
    words = match["value"].lower().split()
    return (
        is_own_name(match["value"])
        and words[:1] not in ([b"your"], [b"the"], [b"a"])
        and not _PROGRAMS.issuperset(words)
    )


_PROGRAMS: Final = frozenset(
    b"claude code agent bot openhands github gitlab actions copilot codex cursor devin swe-agent sonnet opus haiku gpt ci root user test name first last author full "
    b"gemini aider openai anthropic noreply jules amp the team developers contributors authors".split()
)

GIT_NAME: Final = Rule(
    id="git-user-name",
    kind=Kind.PERSON,
    stem="user",
    why=PERSON,
    anchors=(b"git_author_name", b"git_committer_name", b"user.name", b"[user]"),
    pattern=lazy(
        rb"(?i:(?:git_(?:author|committer)_name(?:\\{0,4}[\"'])?[=:][ ]?|(?<![\w.])user\.name=|(?<= )user\.name[ ]|\[user\]\s{1,16}+(?:email\s{0,4}+=[^\r\n]{0,200}[\r\n]{1,2}\s{0,16}+)?name\s{0,4}+=\s{0,4}+))"
        rb"(?P<open>"
        + _QUOTE
        + rb")?+(?P<value>"
        + _FULL_NAME
        + rb")(?(open)(?P=open)|(?=[\r\n\"'\\;,&|]|[ ][\-a-z&|\#]|[ ]{0,8}\Z))"
    ),
    finds=(
        Example("GIT_AUTHOR_NAME=Jane Doe\n", "Jane Doe"),
        Example("core.bare=false\nuser.name=Jane Doe\n", "Jane Doe"),
        Example('git config --global user.name "alice.z"', "alice.z"),
        Example("[user]\n\temail = x\n\tname = Jane Doe\n", "Jane Doe"),
    ),
    leaves=(
        "user.name=openhands",
        "GIT_AUTHOR_NAME=${NAME}",
        "user.name = input()",
        "user.name=get_name()",
        'git config user.name "Your Name"',
    ),
    accepts=is_person,
)
COMMIT_AUTHOR: Final = Rule(
    id="commit-author",
    kind=Kind.PERSON,
    stem="user",
    why=PERSON,
    sight=3_000,
    anchors=(b"author:", b"committer:", b"commit:", b"-by:", b"maintainer:", b"from:", b"tagger:"),
    ahead=rb"[ \t]{1,8}[^\r\n<>@]{2,160}+<",
    pattern=lazy(
        rb"(?i:author|committer|commit|[a-z]-by|maintainer|from|tagger|-by):[ \t]{1,8}[\"']?(?P<value>"
        + _WORD
        + rb"(?:[ ]"
        + _WORD
        + rb"){0,4})[\"']?[ ]<(?!(?i:no-?reply)@)[\w.+%\-]{1,64}@[\w\-]"
    ),
    finds=(
        Example("Author: Jane Doe <jane@acme.com>", "Jane Doe"),
        Example("Co-authored-by: alice.z <a@acme.com>", "alice.z"),
    ),
    leaves=(
        "Co-authored-by: Claude <noreply@anthropic.com>",
        "Author: the author of this",
        "Author: openhands <openhands@all-hands.dev>",
    ),
    accepts=is_person,
)
MAILBOX: Final = Rule(
    id="mailbox-name",
    kind=Kind.PERSON,
    stem="user",
    why=PERSON,
    sight=3_000,
    anchors=(b" <",),
    ahead=rb"(?!no-?reply@)[\w.+%\-]{1,64}+@[\w\-]{1,63}+\.",
    pattern=lazy(
        rb"(?:[^<>\r\n]{0,56}?(?<![\w.'\-\x80-\xff]))?(?P<value>"
        + _CAPITAL
        + rb"(?:[ ]"
        + _CAPITAL
        + rb"){1,3})[ ]<(?!(?i:no-?reply)@)[\w.+%\-]{1,64}@[\w\-]{1,63}\."
    ),
    finds=(Example('authors = ["Jane Doe <jane@acme.com>"]', "Jane Doe"),),
    leaves=("see <x@acme.com>", "Code Team <noreply@acme.com>", "if a <b@c.d"),
    reach=Reach(frozenset(range(32, 256)) - frozenset(b"<>\"'[](){},;:|=\\"), 56),
    accepts=is_person,
)

# Fields of a record of a person.
_RECORD: Final = re.compile(
    rb"(?i)(?:mail(?:address)?|userprincipalname|given_?name|sur_?name|family_?name|accountid|accountuuid|job_?title|avatar_?urls?|organizationuuid)\\{0,4}[\"']?\s{0,2}:"
)
DISPLAY_NAME: Final = Rule(
    id="display-name",
    kind=Kind.PERSON,
    stem="user",
    why=PERSON,
    sight=3_000,
    anchors=(
        b"displayname",
        b"display_name",
        b"full_name",
        b"fullname",
        b"given_name",
        b"givenname",
        b"family_name",
        b"surname",
    ),
    ahead=rb"\\{0,4}[\"']?\s{0,2}:",
    pattern=lazy(
        rb"(?i:display_?name|full_?name|given_?name|family_?name|surname)(?P<quote>\\{0,4}[\"'])?\s{0,2}:\s{0,2}(?P<open>"
        + _QUOTE
        + rb")?(?P<value>"
        + _FULL_NAME
        + rb")(?(open)(?P=open)|(?=[ ]{0,4}(?:[\r\n,}]|\Z)))"
    ),
    finds=(
        Example('{"emailAddress": "x", "displayName": "Jane Doe"}', "Jane Doe"),
        Example("displayName: Jane Doe\nmail: x", "Jane Doe"),
    ),
    leaves=('{"id": "claude-sonnet-4", "displayName": "Claude Sonnet"}', '"displayName": "Python"'),
    accepts=lambda match: (
        _RECORD.search(match.string, max(0, match.start() - _AROUND), match.end() + _AROUND) is not None
        and is_person(match)
    ),
)
