"""People by their folders: homes of every system, storage of clusters, and what programs name after a user."""

from __future__ import annotations

import re
from typing import Final

from redaction.findings import Kind
from redaction.lazy import lazy
from redaction.rule import Example, Reach, Rule
from redaction.rules.accounts import PERSON, is_account, is_own_name, is_somebody

_NAME: Final = rb"[A-Za-z0-9_.@+\-]{2,64}"
_END: Final = rb"(?=[/\\\"'\s:;,)\]}|>]|\Z)"
_PATH_BYTES: Final = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-/")
# What homes are mounted below: ``/data1``, ``/mnt/petrelfs``, ``/cpfs01/shared``, ``/System/Volumes/Data``.
_STORE: Final = (
    rb"(?:mnt/[A-Za-z0-9_\-]{1,32}|System/Volumes/Data|(?:[a-z]{0,10}fsx?|data|disk|hdd|ssd|nvme|nas|scratch|storage|vol|volume|work|lustre|ceph|vast|weka)[0-9]{0,3}"
    rb"|volumes|shared?|export|net|cluster|cygdrive|projects?|host|media|global|mnt|hpc|raid[0-9]?|srv|private|var|usr|opt|pool|workspace|[a-z])"
)
_ROUTE: Final = re.compile(rb"(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) \Z")


def _is_home(match: re.Match[bytes]) -> bool:
    """Refuse shared accounts, and below ``/users/`` what names a part of an interface: ``POST /users/create``."""
    start, name = match.start(), match["value"]
    if b"/users/" in match.group() or b"user/" in match.group():
        return is_own_name(name) and name != b"me" and _ROUTE.search(match.string, max(0, start - 8), start) is None
    return is_account(name)


HOME: Final = Rule(
    id="home-folder",
    kind=Kind.PERSON,
    stem="user",
    why=PERSON,
    sight=3_000,
    anchors=(
        b"home/",
        *(b"home%d/" % number for number in range(1, 6)),
        b"home01/",
        b"home02/",
        b"homes/",
        b"/users/",
        b"/user/",
    ),
    ahead=rb"(?:[a-z]/)?[A-Za-z0-9_.@+\-]{2}",
    pattern=lazy(
        rb"(?<![A-Za-z0-9_.\-/])(?:-[A-Za-z](?=/))?+(?:(?:/{1,2}(?=/))?+(?:(?:/"
        + _STORE
        + rb"){0,4}?/(?:home(?:0?[1-5])?|homes/[a-z](?=/)|[Uu]sers)|(?:/"
        + _STORE
        + rb"){1,4}?/user)|home)/(?P<value>"
        + _NAME
        + rb"(?:[ ][A-Za-z0-9_.\-]{1,32}(?=/)){0,2})"
        + _END
    ),
    finds=(
        Example('File "/home/alice.z/eval/x.py"', "alice.z"),
        Example("cd /Users/John Appleseed/src", "John Appleseed"),
        Example("/mnt/c/Users/bob99/x", "bob99"),
        Example('"destination": "home/alice.z/eval/x.txt"', "alice.z"),
        Example("file:///home/alice.z/x", "alice.z"),
        Example("-I/data1/home/alice.z/include", "alice.z"),
        Example("cache at /cpfs01/shared/user/alice.z/x", "alice.z"),
        Example("in /global/homes/a/alice.z/x", "alice.z"),
        Example("in /mnt/home/alice.z/x", "alice.z"),
    ),
    leaves=(
        "/home/runner/work",
        "/home/user-1/x",
        "/home/$USER/x",
        "GET /v1/users/list HTTP",
        "/api/users/42",
        "POST /users/alice HTTP/1.1",
        "/app/home/views.py",
        "/run/user/1000/x",
        "https://docs.acme.com/home/news",
    ),
    reach=Reach(_PATH_BYTES, 96),
    accepts=_is_home,
)
WINDOWS_HOME: Final = Rule(
    id="windows-home-folder",
    kind=Kind.PERSON,
    stem="user",
    why=PERSON,
    anchors=(b"\\users\\", b":/users/", b"\\documents and settings\\"),
    pattern=lazy(
        rb"(?i:[:\\]{0,3}[/\\]{1,4}(?:Users|Documents and Settings)[/\\]{1,4})(?P<value>[A-Za-z0-9_.@+\-]{2,64}(?:[ ][A-Za-z0-9_.\-]{1,32}(?=[/\\])){0,2})"
        + _END
    ),
    finds=(Example("C:\\Users\\alice.z\\work", "alice.z"), Example('"C:\\\\Users\\\\Jane Doe\\\\x"', "Jane Doe")),
    leaves=("C:\\Users\\Public\\x", "C:\\Users\\%USERNAME%\\x"),
    reach=Reach(frozenset(b"\\/:"), 4),
    accepts=is_somebody,
)
WSL_HOME: Final = Rule(
    id="wsl-home-folder",
    kind=Kind.PERSON,
    stem="user",
    why=PERSON,
    anchors=(b"wsl$", b"wsl.localhost"),
    pattern=lazy(
        rb"(?i:wsl(?:\$|\.localhost)[/\\]{1,4}[\w.\-]{1,32}[/\\]{1,4}home[/\\]{1,4})(?P<value>" + _NAME + rb")" + _END
    ),
    finds=(Example("\\\\wsl$\\Ubuntu\\home\\alice.z\\x", "alice.z"),),
    leaves=("\\\\wsl$\\Ubuntu\\home\\ubuntu\\x", "\\\\wsl$\\Ubuntu\\etc"),
    accepts=is_somebody,
)

# What else lies on a cluster's storage; in any part of the folder's name.
_THINGS: Final = re.compile(
    rb"(?i)(?:\A|[_\-.]|(?<=\d))(?:share|data|dataset|model|weight|ckpt|checkpoint|cache|tmp|temp|public|common|project|env|conda|anaconda|miniconda|software|app|soft|bench|benchmark|"
    rb"eval|evaluation|run|job|log|output|result|hf|hub|huggingface|docker|container|image|sif|team|group|lab|user|home|backup|archive|slurm|spack|module|pip|uv|venv|python|cuda|torch|"
    rb"opt|usr|lib|bin|etc|var|src|code|repo|swe|agent|test|train|sft|rl|llm|vllm|work|workspace|tool|script|db|local|global|fs|s3|oss|hdd|ssd|nvme|raid)s?(?:[_\-.]|\d|\Z)"
)


def _is_own_folder(match: re.Match[bytes]) -> bool:
    """Refuse folders that are named after what they hold."""
    return is_own_name(match["value"]) and _THINGS.search(match["value"]) is None


STORAGE: Final = Rule(
    id="storage-folder",
    kind=Kind.PERSON,
    stem="user",
    why="Storage of clusters has a folder for each person.",
    anchors=(b"/scratch/", b"petrelfs/", b"/fsx/", b"/lustre/", b"/gpfs/", b"/mnt/afs/"),
    pattern=lazy(
        rb"(?<![A-Za-z0-9_.\-/])(?:/{1,2}(?=/))?+(?:/(?:mnt|lustre|gpfs|global|network|data|cluster|fs)){0,2}?/(?:scratch|petrelfs|fsx|lustre|gpfs|afs)/(?P<value>[A-Za-z][A-Za-z0-9_.\-]{2,31})(?=/)"
    ),
    finds=(
        Example("loaded /mnt/petrelfs/alice.z/ckpt/x.pt", "alice.z"),
        Example("/scratch/bob99/runs", "bob99"),
        Example("file:///fsx/bob99/runs", "bob99"),
    ),
    leaves=(
        "/mnt/petrelfs/share_data/x",
        "/scratch/tmp/x",
        "/fsx/hf_models/x",
        "src/scratch/parser/x",
        "/scratch/setup.sh",
    ),
    reach=Reach(_PATH_BYTES, 48),
    accepts=_is_own_folder,
)
NAMED_AFTER_USER: Final = Rule(
    id="folder-named-after-user",
    kind=Kind.PERSON,
    stem="user",
    why="Programs name folders after the user who runs them.",
    anchors=(b"pytest-of-", b"hsperfdata_", b"torchinductor_", b"/mail/", b"/cron/", b"/crontabs/", b"/run/media/"),
    pattern=lazy(
        rb"(?:pytest-of-|hsperfdata_|torchinductor_|(?<=/var)/mail/|(?<=/var/spool)/mail/|(?<=/var/spool)/cron/|(?<=/spool/cron)/crontabs/|/run/media/)"
        rb"(?P<value>[A-Za-z][A-Za-z0-9_.\-]{1,63})" + _END
    ),
    finds=(
        Example("in pytest-of-alice.z/pytest-0", "alice.z"),
        Example("in torchinductor_bob99/x", "bob99"),
        Example("You have mail in /var/spool/mail/bob99", "bob99"),
    ),
    leaves=("in pytest-of-root/pytest-0", "/var/spool/mail/root", "/etc/mail/access", "/var/spool/cron/crontabs"),
    accepts=lambda match: is_somebody(match) and match["value"] not in (b"crontabs", b"atjobs"),
)
FLAT_PATH: Final = Rule(
    id="flattened-home-folder",
    kind=Kind.PERSON,
    stem="user",
    why="Agents keep sessions in folders named after the path that they run in.",
    anchors=(b"-users-", b"-home-"),
    ahead=rb"[A-Za-z0-9_.]{2}",
    pattern=lazy(
        rb"(?:(?<=projects/)(?:-[A-Za-z0-9]{1,16}){0,4}?|(?<![A-Za-z0-9_.\-]))-(?:Users|home)-(?P<value>[A-Za-z0-9_.]{2,32})(?=[\-/\\\"'\s]|\Z)"
    ),
    finds=(
        Example(".claude/projects/-Users-alicez-repo/x.jsonl", "alicez"),
        Example("/root/.claude/projects/-data-home-bob99-repo/x.jsonl", "bob99"),
    ),
    leaves=(".claude/projects/-home-runner-work/x.jsonl", "a-home-page", "-home-dir"),
    reach=Reach(frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-"), 80),
    accepts=lambda match: is_own_name(match["value"]),
)
