"""A file that is not a sound bundle is refused by the reason it is broken for, and by no other."""

from __future__ import annotations

import contextlib
import io
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bundler.errors import ExitCode
from bundler.verify.archive import read_archive
from bundler.verify.interface import open_bundle
from bundler.verify.manifest import check_contents, check_members, read_manifest
from bundler.verify.reasons import BrokenBundleError, Reason
from tests.bundler.verify.broken_bundles import SOUND, broken_bundles
from tests.bundler.verify.writer import bundle_of

BROKEN = list(broken_bundles())


def _open(data: bytes) -> None:
    archive = read_archive(io.BytesIO(data))
    manifest = read_manifest(archive)
    check_members(archive, manifest)
    check_contents(archive, manifest)


@pytest.mark.parametrize(("reason", "data"), [(r, d) for r, _, d in BROKEN], ids=[f"{r}--{w}" for r, w, _ in BROKEN])
def test_broken_bundle_is_refused_by_its_reason(reason: Reason, data: bytes) -> None:
    """Each broken bundle is refused for the one thing that is wrong with it."""
    with pytest.raises(BrokenBundleError) as caught:
        _open(data)
    assert caught.value.reason is reason
    assert caught.value.exit_code is ExitCode.INVALID_BUNDLE
    assert caught.value.candidates == (reason.value,)


def test_every_reason_has_a_broken_bundle() -> None:
    """No reason exists that no bundle shows; a path that cannot be read has its own test."""
    assert {reason for reason, _, _ in BROKEN} | {Reason.UNREADABLE} == set(Reason)


def test_unreadable_paths_are_refused(tmp_path: Path) -> None:
    """A folder and a path that is not there are not bundles."""
    for path in (tmp_path, tmp_path / "absent.zip"):
        with pytest.raises(BrokenBundleError) as caught:
            read_archive(path)
        assert caught.value.reason is Reason.UNREADABLE


def test_sound_bundle_opens(tmp_path: Path) -> None:
    """The writer of the tests makes bundles that pass, so that each broken one is broken in one way only."""
    path = tmp_path / "bundle.zip"
    path.write_bytes(bundle_of(SOUND))
    archive, manifest = open_bundle(path)
    assert {name: archive.members[name] for name in SOUND} == SOUND
    assert [member.name for member in manifest.listed] == sorted(SOUND)
    with zipfile.ZipFile(path) as other:
        assert other.testzip() is None


def test_unknown_stays_unknown(tmp_path: Path) -> None:
    """What a manifest does not say is None, and fields that nobody knows are tolerated."""
    path = tmp_path / "bundle.zip"
    path.write_bytes(bundle_of(SOUND, invented={"by": "a later version"}))
    _, manifest = open_bundle(path)
    assert manifest.placeholders == frozenset()
    assert manifest.raw.get("canaries") is None
    assert manifest.raw["invented"] == {"by": "a later version"}


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_damage_never_escapes_as_another_error(data: st.DataObject) -> None:
    """Any damage to a bundle's bytes either changes nothing that matters or is refused by a named reason."""
    sound = bytearray(bundle_of(SOUND))
    for _ in range(data.draw(st.integers(1, 4))):
        sound[data.draw(st.integers(0, len(sound) - 1))] = data.draw(st.integers(0, 255))
    with contextlib.suppress(BrokenBundleError):
        _open(bytes(sound))


@given(st.binary(max_size=300))
def test_noise_is_not_a_bundle(noise: bytes) -> None:
    """Arbitrary bytes are refused by a named reason."""
    with pytest.raises(BrokenBundleError):
        _open(noise)
