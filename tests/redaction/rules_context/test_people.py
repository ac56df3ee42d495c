"""People are found where paths, prompts, keys and messages name them; accounts that machines share, and code, stay."""

from __future__ import annotations

import pytest

from redaction.policy import Policy
from redaction.redactor import Redactor

USER = "zelt" + "rovik"
PERSON = "Zelta Quomb"

PATHS = (
    "file:///home/%s/x",
    "/data/home/%s/x",
    "/data1/home/%s/x",
    "/home2/%s/x",
    "/mnt/petrelfs/%s/x",
    "/cpfs01/user/%s/x",
    "/cpfs01/shared/home/%s/x",
    "/fsx/home/%s/x",
    "/scratch/%s/x",
    "/lustre/scratch/users/%s/x",
    "/nfs/home/%s",
    "/Users/%s",
    "C:\\Users\\%s",
    "/mnt/c/Users/%s",
    "/c/Users/%s/x",
    "\\\\wsl$\\Ubuntu\\home\\%s\\x",
    "PATH=/bin:/home/%s/bin",
    "gcc -I/home/%s/include",
    "basetemp pytest-of-%s/pytest-0",
    "cache torchinductor_%s/ab",
    ".claude/projects/-Users-%s-repo/x.jsonl",
    ".claude/projects/-home-%s-repo/x.jsonl",
    ".claude/projects/-data-home-%s-repo/x.jsonl",
    "/var/spool/mail/%s",
)
PROMPTS = (
    "[%s@quomb-login ~]$ ls",
    "%s@quomb ~ %% ls",
    "\u279c  %s@quomb repo git:(main)",
    "%s@quombhost:~$",
    "(base) %s@quomb:/data/x$ ls",
    "ssh -p 22 %s@quomb-gpu1",
    "scp f %s@quomb:/x",
    "rsync -e ssh f %s@quomb:",
)
KEYS = (
    "username='%s'",
    'username="%s"',
    "user: %s",
    "host: db\n  user: %s\n  port: 1\n",
    "username: %s",
    'LOGNAME="%s"',
    "USER=%s",
    "user=%s",
    "SLURM_JOB_USER=%s",
    '"SUDO_USER": "%s"',
    "USERNAME=%s",
    "PGUSER=%s",
    "GIT_AUTHOR_NAME=%s",
    "user.name=%s",
    'git config --global user.name "%s"',
    "docker login --username %s",
)
MESSAGES = (
    'FATAL:  password authentication failed for user "%s"',
    "Access denied for user '%s'@'localhost'",
    "Logged in to github.com account %s (keyring)",
    "Currently logged in as: %s (team)",
    "Permission denied for user %s",
    "su: user %s does not exist",
    "session opened for user %s(uid=1000) by (uid=0)",
    "Accepted publickey for %s from port 22",
    "uid=1000(%s) gid=100(users)",
    "gid=1000(%s)",
    "groups=27(sudo),1000(%s)",
    "Uid: ( 1000/   %s)",
    "drwxr-xr-x 2 %s root 4096 Dec  2 02:04 x",
    "-rw-r--r--. 1 root %s 4096 2026-12-02 02:04 x",
    "        drwxr-xr-x   8 %s     wheel        1024 Jan  3  1994 .",
    "-rw-r--r-- %s/users 40 2025-12-02 02:04 x",
    "arn:aws:iam::111122223333:user/%s",
    "arn:aws:sts::111122223333:assumed-role/x/%s",
    "Signed-off-by: %s <z@quomb.example>",
)
NAMES = (
    "GIT_COMMITTER_NAME=%s",
    "user.name=%s",
    "[user]\n\temail = z\n\tname = %s\n",
    "Author: %s <z@quomb.example>",
    "Co-authored-by: %s <z@quomb.example>",
    "by %s <z@quomb.example>",
    '{"displayName": "%s", "emailAddress": null}',
)
PEOPLE = [
    *((text, USER) for text in (*PATHS, *PROMPTS, *KEYS, *MESSAGES)),
    *((text, PERSON) for text in NAMES),
]

KEPT = """
/home/runner/x
/home/circleci/x
/home/pwuser/x
/home/linuxbrew/.linuxbrew/bin
/home/swe-agent/x
/home/oai/x
/run/user/1000
/private/var/folders/zz/zyxvpxvq6csfxvn_n0000000000000/T/x
/var/spool/mail/root
pytest-of-root/pytest-0
/scratch/data/x
/mnt/petrelfs/share_data/x
/app/home/views.py
GET /api/v1/users/list
POST /users/create HTTP/1.1
user: hello there
user: hello
user: continue
role: user
user: root
username: str
user: Optional[str]
{"user": "human", "assistant": "gpt"}
User=systemd-network
user=step.user,
user=request.user,
user=args.user
username=creds.user_name
user=current_user
user = models.ForeignKey(x)
pip install --user requests
uid=0(root) gid=0(root) groups=0(root)
uid=1000(ubuntu) gid=1000(ubuntu)
drwxr-xr-x 2 root root 4096 Dec  2 02:04 x
        drwxr-xr-x   8 root     wheel        1024 Jan  3  1994 .
drwxr-xr-x 2 1000 1000 4096 Dec  2 02:04 x
password authentication failed for user "postgres"
Access denied for user 'root'@'localhost'
the user is logged in as administrator
root@0a1b2c3d4e5f:/workspace# ls
git@github.com:org/name.git
ssh -T git@github.com
npm i left-pad@1.2.3 -g > log
user@0.service
getty@tty1.service
image@2x.png
Co-authored-by: Claude <noreply@anthropic.com>
{"id": "claude-sonnet-4", "displayName": "Claude Sonnet"}
Author: the author of this
arn:aws:iam::aws:policy/AdministratorAccess
npm i github:user/project gitlab:user/repo
git@host:user/repo.git
[+4.9301234567890E+02, +8.123456789012E-03]
x = +123456789012e-3
"""


def redacted(text: str) -> str:
    """Return a text as all rules leave it."""
    return Redactor(Policy()).redact(text.encode()).data.decode()


@pytest.mark.parametrize(("text", "name"), PEOPLE)
def test_a_person_goes_and_nothing_is_found_a_second_time(text: str, name: str) -> None:
    """No place that names a person keeps the name, and what stands instead is nobody's."""
    once = redacted(text % name)
    assert name not in once
    assert redacted(once) == once


@pytest.mark.parametrize("text", KEPT.strip("\n").split("\n"))
def test_accounts_of_machines_roles_files_and_code_stay(text: str) -> None:
    """What names nobody is evidence and is not touched."""
    assert redacted(text) == text


@pytest.mark.parametrize("escape", ["\\n", "\\t", "\\\\n", "\\r\\n\\t"])
def test_an_address_is_one_behind_an_escape_and_elsewhere(escape: str) -> None:
    """The letter of an escape is no part of what follows: the text stays JSON, and one address has one placeholder."""
    text = '{"c": "by%sann.x@corp.acme.com, at%sgw.corp.lan, ann.x@corp.acme.com, gw.corp.lan"}' % (escape, escape)  # noqa: UP031 - braces
    email, host = "REDACTED-email-1", "private-host-1.invalid"
    assert redacted(text) == f'{{"c": "by{escape}{email}, at{escape}{host}, {email}, {host}"}}'


def test_a_conversation_keeps_the_words_of_its_user() -> None:
    """A line of a conversation is no setting, even if it is one word that nobody knows."""
    text = f"user: {USER}\nassistant: what is that?\n"
    assert redacted(text) == text


def test_what_stands_around_a_name_stays() -> None:
    """Only the name goes: the path, the mode, the number and the role stay for who reads the report."""
    assert redacted(f"/data/home/{USER}/x.py") == "/data/home/user-1/x.py"
    assert redacted(f"uid=1000({USER}) gid=100(users)") == "uid=1000(user-1) gid=100(users)"
    assert redacted(f"drwxr-xr-x 2 {USER} staff 40 Dec  2 02:04 x") == "drwxr-xr-x 2 user-1 staff 40 Dec  2 02:04 x"
