"""What the benchmark runs does what its table says: each pass finds or removes what is planted."""

import gzip
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.corpora import Corpus
from benchmarks.ours import PASSES

_SIZE = 1 << 19


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[bytes]]:
    """A result with secrets in it, and what they are."""
    corpus = Corpus()
    path = tmp_path_factory.mktemp("text") / "run.log"
    path.write_bytes(b"".join(corpus.result(_SIZE)))
    return path, [value.encode() for value in corpus.planted]


@pytest.mark.parametrize("what", PASSES)
def test_a_pass_finds_or_removes_all_that_is_planted(what: str, text: tuple[Path, list[bytes]]):
    """A table that counts them tells the truth only if the passes do."""
    path, planted = text
    command = [sys.executable, "-m", "benchmarks.ours", what, str(path)]
    output = subprocess.run(command, check=True, capture_output=True, timeout=120).stdout
    shown = gzip.decompress(output) if what == "deflate" else output
    finds = what in {"scan", "withheld"}
    assert planted
    assert [value in shown for value in planted] == [finds] * len(planted)
    assert finds or len(shown) > _SIZE // 2
