"""Files with awkward names, files that change while they are read, and texts made to take all time and memory."""

from __future__ import annotations

import errno
import os
import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from permdesk.compute.progress import Progress
from permdesk.data import file_content
from permdesk.data.choices import Dialect
from permdesk.data.preview import Preview, preview
from permdesk.data.problem import Problem
from permdesk.data.read_table import read_table
from permdesk.data.table import Table

CSV = b"a,b\n1,x\n2,y\n"


@pytest.mark.parametrize(
    "name", ["two words.csv", "å ä ö.csv", "ö" * 100 + ".csv", "x" * 200 + ".csv", "-a=.csv", "'\".csv"]
)
def test_that_any_name_of_a_file_is_read(tmp_path, name):
    folder = tmp_path / "å ä ö and spaces"
    folder.mkdir()
    (folder / name).write_bytes(CSV)
    found = read_table(folder / name, None, Progress())
    assert isinstance(found, Table)
    assert (found.n_records, found.path) == (2, folder / name)


class Meddling(Progress):
    """Does something to the file when the first piece of it was read."""

    def __init__(self, meddle) -> None:
        super().__init__()
        self.meddle = meddle

    def advance(self, units: int = 1) -> None:
        meddle, self.meddle = self.meddle, lambda: None
        meddle()
        super().advance(units)


@pytest.mark.skipif(os.name != "posix", reason="elsewhere a file that is read cannot be taken away")
def test_that_a_file_that_vanishes_while_it_is_read_is_read_or_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(file_content, "CHUNK", 4)
    path = tmp_path / "a.csv"
    path.write_bytes(CSV)
    found = read_table(path, None, Meddling(path.unlink))
    assert isinstance(found, Table | Problem)
    assert list(tmp_path.iterdir()) == []


def cut(path):
    os.truncate(path, 8)


def grow(path):
    with path.open("ab") as file:
        file.write(b"3,z\n")


def rewrite(path):
    path.write_bytes(CSV.replace(b"x", b"z"))
    os.utime(path, (1, 1))


@pytest.mark.parametrize("change", [cut, grow, rewrite])
@pytest.mark.parametrize("n_bytes", [4, 1 << 20])
def test_that_a_file_that_changes_while_it_is_read_is_refused(tmp_path, monkeypatch, change, n_bytes):
    monkeypatch.setattr(file_content, "CHUNK", n_bytes)
    path = tmp_path / "a.csv"
    path.write_bytes(CSV)
    found = read_table(path, None, Meddling(lambda: change(path)))
    assert isinstance(found, Problem)
    assert "changed while it was read" in found.what
    assert isinstance(read_table(path, None, Progress()), Table)


def test_that_a_disk_that_fails_while_it_is_read_is_one_sentence(tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes(CSV)

    def fail():
        raise OSError(errno.EIO, "Input/output error")

    found = read_table(path, None, Meddling(fail))
    assert isinstance(found, Problem)
    assert "Input/output error" in found.what


def is_answer(found):
    if isinstance(found, Problem):
        assert "\n" not in found.sentence
        assert found.what.endswith((".", ":"))
        return True
    return isinstance(found, Table | Preview)


TEXT_ENDINGS = (".csv", ".tsv", ".txt", ".asc")


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=st.binary(max_size=300), ending=st.sampled_from(TEXT_ENDINGS))
def test_that_any_bytes_are_read_or_refused_in_one_sentence(tmp_path, content, ending):
    path = tmp_path / f"a{ending}"
    path.write_bytes(content)
    assert is_answer(read_table(path, None, Progress()))
    assert is_answer(preview(path, None))
    path.unlink()
    assert list(tmp_path.iterdir()) == []


MARKS = (",", ";", "\t", "|", '"', "'", "\n", "\r\n", "\r", " ", "*", "=", "\ufeff")
CELLS = ("0", "1", "2,5", "1.234", "a", "å", "NA")
PIECES = st.lists(st.sampled_from(MARKS + CELLS), max_size=60)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(pieces=PIECES, encoding=st.sampled_from(["utf-8", "utf-16", "cp1252"]))
def test_that_any_text_is_read_or_refused_in_one_sentence(tmp_path, pieces, encoding):
    path = tmp_path / "a.csv"
    path.write_bytes("".join(pieces).encode(encoding, "ignore"))
    assert is_answer(read_table(path, None, Progress()))
    assert is_answer(preview(path, None))


@pytest.mark.parametrize("piece", [b"a", b"1,2", b'"a', b"1;2,3\t", "å".encode(), b"a\\"])
def test_that_a_line_without_end_is_refused_in_one_sentence(tmp_path, piece):
    path = tmp_path / "a.csv"
    path.write_bytes(piece * (5_000_000 // len(piece)))
    found = read_table(path, None, Progress())
    assert isinstance(found, Problem)
    assert "first line" in found.what


def test_that_a_later_line_without_end_is_refused_in_one_sentence(tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes(b"a,b\n1,2\n" + b"3" * 9_000_000)
    found = read_table(path, None, Progress())
    assert isinstance(found, Problem)
    assert "longer than 4194304 bytes" in found.what


def test_that_a_million_columns_are_refused_in_one_sentence(tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes(b"a,b,c" * 50_000 + b"\n" + b"1,2,3" * 50_000 + b"\n")
    found = read_table(path, Dialect(), Progress())
    assert isinstance(found, Problem)
    assert "100001 cells" in found.what


def test_that_a_real_file_with_changed_bytes_is_read_or_refused(shared_file, tmp_path):
    for name in ("arx/test_dirty.csv", "casc/CASCrefmicrodata.csv", "muargus/Demodata.asc"):
        content = shared_file(name).read_bytes()[:20_000]
        for seed in range(8):
            path = tmp_path / Path(name).name
            path.write_bytes(damaged(content, seed))
            assert is_answer(read_table(path, None, Progress()))


def damaged(content, seed):
    """The content with some of its bytes changed, cut out or cut off."""
    changes = random.Random(seed)
    octets = bytearray(content)
    for _ in range(changes.choice([1, 2, 8, 32])):
        octets[changes.randrange(len(octets))] = changes.choice([0, 1, 10, 34, 127, 128, 255, changes.randrange(256)])
    if changes.random() < 0.3:
        del octets[changes.randrange(len(octets)) :]
    return bytes(octets)
