"""``compass-report review BUNDLE``: the bundle as one HTML page, to be read before it is given away or after it came."""

from __future__ import annotations

import webbrowser
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from bundler.cli.parameters import PATH
from bundler.cli.terminal import answer, say

if TYPE_CHECKING:
    from bundler.render.review import Source

EPILOG = """\b
Examples:
  compass-report review compass-report-hle-task-20261202.zip
  compass-report review bundle.zip -o review.html --no-open
"""


# What replaces without a rule of the registry: values known beforehand, and what the pipeline itself knows.
_OWN_REASONS: Final = {
    "known-value": "This machine knows the value as a secret or a name: an environment variable, a credential file, the "
    "command line, or a secret learnt from another place of the evidence.",
    "path-role": "A folder of this machine; its role says which, and the path behind it stays.",
    "withheld-task-data": "A copy of withheld task data: of a prompt, an answer, a truth or a trajectory.",
}


@click.command("review", epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("bundle", type=PATH)
@click.option("-o", "--output", type=PATH, help="The page to write (default: BUNDLE.html).")
@click.option("--no-open", is_flag=True, help="Write the page without opening it in the browser.")
def command(bundle: Path, *, output: Path | None, no_open: bool) -> int:
    """Write BUNDLE as one HTML page that loads nothing from anywhere, and open it.

    Every member as its readers will see it, each placeholder marked with its rule and the reason for it, what was
    left out and why, the phases with the one that failed, and the issue body as it will look. Keys in the page: n and p
    go to the next and previous placeholder, / to the filter, Escape back.
    """
    from bundler.machine.output import write_private  # noqa: PLC0415 - heavy modules after parsing
    from bundler.render.review import render_review  # noqa: PLC0415

    source = _source(bundle)
    target = output or bundle.with_name(f"{bundle.stem if bundle.is_file() else bundle.name}.html")
    write_private(
        target, render_review(source).encode("utf-8", "backslashreplace"), hint="Choose another file with -o."
    )
    answer(str(target))
    if not no_open and not webbrowser.open(target.resolve().as_uri()):
        say("No browser was found; open the file yourself.")
    return 0


def _source(bundle: Path) -> Source:
    from bundler.errors import InvalidBundleError  # noqa: PLC0415
    from bundler.render.review import Source  # noqa: PLC0415
    from bundler.reproduce.received import receive  # noqa: PLC0415

    received = receive(bundle)
    if "manifest.json" not in received.members:
        raise InvalidBundleError(
            "This is no bundle but an issue body alone.", hint="Give the zip or its unpacked folder."
        )
    body, body_name = _body(bundle, received.members)
    return Source(
        name=bundle.name,
        members=received.members,
        manifest=received.manifest,
        body=body,
        body_name=body_name,
        reasons=_reasons(),
        checked="Members, sizes and digests are as the manifest says. compass-report verify also looks for secrets.",
    )


def _body(bundle: Path, members: Mapping[str, bytes]) -> tuple[str, str]:
    """Return the issue body that lies beside the bundle, which is the one to be filed, else the one inside."""
    from bundler.machine.files import Unreadable, read_whole  # noqa: PLC0415
    from bundler.reproduce.received import BODY_LIMIT  # noqa: PLC0415

    beside = bundle.with_suffix(".md")
    if bundle.is_file() and beside.is_file():
        with suppress(Unreadable):
            data = read_whole(beside, beside.parent, BODY_LIMIT)
            return data.decode("utf-8", "backslashreplace"), f"{beside.name}, beside the bundle"
    return members.get("issue.md", b"").decode("utf-8", "backslashreplace"), "issue.md, inside the bundle"


def _reasons() -> dict[str, str]:
    """Return why each rule takes what it takes, by the rule's name."""
    from redaction.rules.registry import RULES  # noqa: PLC0415 - compiling every pattern takes a while

    return {rule.id: rule.why for rule in RULES} | _OWN_REASONS
