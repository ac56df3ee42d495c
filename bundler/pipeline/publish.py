"""Verify the bytes that were written, and only then give both files their names."""

from __future__ import annotations

from pathlib import Path

from bundler.config import Config, IssueForm
from bundler.errors import UnreadableError
from bundler.machine.output import staged_files
from bundler.pipeline.package import Packed
from bundler.pipeline.request import ReportRequest, ReportResult
from bundler.verify.values import Secrets
from bundler.verify.verifier import verify_bundle


def output_folder(request: ReportRequest, config: Config) -> Path:
    """Return the folder that the two files go to."""
    return request.output_dir or config.output_dir or _here()


def _here() -> Path:
    try:
        return Path.cwd()
    except OSError:
        raise UnreadableError("The folder we are in was deleted.", hint="Choose another folder with -o.") from None


def publish(packed: Packed, secrets: Secrets, folder: Path, issue_form: IssueForm) -> ReportResult:
    """Write both files under temporary names, read the zip back, verify it, and rename both.

    Raises ``NotCleanError`` if anything is found, ``UnreadableError`` if the folder cannot be written; in both cases
    nothing is left behind.
    """
    names = (f"{packed.stem}.zip", f"{packed.stem}.md")
    with staged_files(folder, names) as staged:
        staged.write(names[0], packed.archive)
        staged.write(names[1], packed.body.encode("utf-8", "backslashreplace"))
        body = staged.path(names[1]).read_bytes()
        verified = verify_bundle(
            staged.path(names[0]), secrets=secrets, issue_body=body + packed.title.encode("utf-8", "backslashreplace")
        )
        staged.publish()
    return ReportResult(
        zip_path=folder / names[0],
        body_path=folder / names[1],
        title=packed.title,
        body=packed.body,
        sha256=packed.sha256,
        size=len(packed.archive),
        repository=packed.repository,
        manifest=packed.manifest,
        diagnosis=packed.diagnosis,
        verification=verified.report.as_json(),
        issue_form=issue_form,
    )
