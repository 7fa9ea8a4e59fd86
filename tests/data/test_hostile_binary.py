"""Damaged files of statistical programs, Parquet, Feather and archives: refused in one sentence, without a crash, a
hang or anything left behind."""

from __future__ import annotations

import gzip
import io
import random
import struct
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import feather

from permdesk.compute.progress import Cancelled, Progress
from permdesk.data import isolated as isolation
from permdesk.data import read_alone
from permdesk.data.choices import Dialect
from permdesk.data.column_meaning import MissingRange, ValueLabel
from permdesk.data.isolated import Failure, isolated
from permdesk.data.output_column import number_output, text_output
from permdesk.data.problem import Problem
from permdesk.data.read_table import read_table
from permdesk.data.table import Table
from permdesk.data.write_dta import dta_bytes
from permdesk.data.write_parquet import parquet_bytes
from permdesk.data.write_sav import sav_bytes
from permdesk.data.write_xpt import xpt_bytes

COLUMNS = [
    replace(
        number_output("A", np.array([1.0, 2.0, 9.0, np.nan] * 5)),
        labels=(ValueLabel("1", "one"), ValueLabel("9", "none")),
        missing=(MissingRange("9", "9"),),
    ),
    text_output("B", ["x", "yy", "", "z" * 20] * 5),
]


def feather_bytes():
    stream = io.BytesIO()
    table = pa.table({"A": [1.5, None, 3.0] * 9, "B": pa.array(["x", "yy", None] * 9).dictionary_encode()})
    feather.write_feather(table, stream, compression="uncompressed")
    return stream.getvalue()


def zip_bytes(content, name="a.csv"):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, content)
    return stream.getvalue()


SOUND = {
    "a.sav": sav_bytes(COLUMNS),
    "a.dta": dta_bytes(COLUMNS),
    "a.xpt": xpt_bytes(COLUMNS),
    "a.parquet": parquet_bytes(COLUMNS),
    "a.feather": feather_bytes(),
    "a.csv.gz": gzip.compress(b"a,b\n1,x\n2,y\n" * 9),
    "a.zip": zip_bytes(b"a,b\n1,x\n2,y\n"),
}
REAL = ("iris.sav", "sample.zsav", "sample.por", "iris.dta", "sample.dta", "sample.sas7bdat", "sample.xpt")


@pytest.fixture
def really_alone(monkeypatch):
    """Other tests read in this process, as starting another for each file takes its time."""
    monkeypatch.setattr(read_alone, "isolated", isolated)


def damaged(content, seed):
    """The content with some of its bytes changed, mostly near its start, cut out or cut off."""
    changes = random.Random(seed)
    octets = bytearray(content)
    end = len(octets) if changes.random() < 0.4 else min(len(octets), 2000)
    for _ in range(changes.choice([1, 2, 4, 16, 64])):
        at = changes.randrange(end)
        if changes.random() < 0.5:
            octets[at] = changes.choice([0, 1, 127, 128, 255, changes.randrange(256)])
        else:
            octets[at : at + 4] = struct.pack("<I", changes.choice([0, 2**32 - 1, 2**31 - 1, 2**31, 2**28]))
    if changes.random() < 0.2:
        del octets[changes.randrange(len(octets)) :]
    return bytes(octets)


def sentences(content, name, folder, seeds):
    """What is said about each damaged file, empty where it was read; raises what reading raises."""
    said = []
    for seed in seeds:
        path = Path(folder) / name
        path.write_bytes(damaged(content, seed))
        found = read_table(path, None, Progress())
        said.append(found.sentence if isinstance(found, Problem) else "")
        path.unlink()
    return said


def sentences_in_one_process(content, name, folder, seeds):
    """As ``sentences``, in the process that this is run in."""
    read_alone.isolated = lambda work, arguments, _n_bytes, _progress: work(*arguments)
    return sentences(content, name, folder, seeds)


def check(said):
    assert all("\n" not in sentence and sentence.endswith(("", ".")) for sentence in said)
    assert any(said)


@pytest.mark.parametrize("name", [name for name in SOUND if name != "a.sav"])
def test_that_damaged_files_are_read_or_refused_in_one_sentence(name, tmp_path):
    # All in one process of their own: a crash fails the test and not the run of tests.
    said = isolated(sentences_in_one_process, (SOUND[name], name, str(tmp_path), range(30)), 0, Progress())
    assert not isinstance(said, Failure), name
    check(said)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", REAL)
def test_that_damaged_real_files_are_read_or_refused_in_one_sentence(name, shared_file, tmp_path):
    content = shared_file(f"spss-stata-sas/{name}").read_bytes()
    said = isolated(sentences_in_one_process, (content, name, str(tmp_path), range(20)), 0, Progress())
    if isinstance(said, Failure):
        assert name.endswith("sav")  # the others never crashed in 25,000 trials
    else:
        check(said)


def crashing_files():
    """Changes of a sound SPSS file that end the process of the library that reads it."""
    content = SOUND["a.sav"]
    variables = content.index(struct.pack("<2i", 4, 1))
    yield (
        "labels of a column that is not there",
        (content[: variables + 8] + struct.pack("<i", 2**30) + content[variables + 12 :]),
    )
    first = content.index(struct.pack("<2i", 2, 0))
    yield "a number as long as a text", content[: first + 4] + struct.pack("<i", 127) + content[first + 8 :]


@pytest.mark.usefixtures("really_alone")
@pytest.mark.parametrize(("what", "content"), list(crashing_files()), ids=[what for what, _ in crashing_files()])
def test_that_files_that_crash_the_reader_are_refused(what, content, tmp_path):
    (tmp_path / "a.sav").write_bytes(content)
    found = read_table(tmp_path / "a.sav", None, Progress())
    assert isinstance(found, Problem), what
    assert "could not cope" in found.what


@pytest.mark.usefixtures("really_alone")
def test_that_a_sound_file_is_read_alone_as_it_is_read_here(tmp_path):
    (tmp_path / "a.sav").write_bytes(SOUND["a.sav"])
    found = read_table(tmp_path / "a.sav", None, Progress())
    assert isinstance(found, Table)
    assert [report.meaning.value_labels for report in found.reports] == [COLUMNS[0].labels, ()]
    assert [report.n_missing for report in found.reports] == [10, 5]
    assert not found.columns[0].codes.flags.writeable


@pytest.mark.usefixtures("really_alone")
def test_that_reading_alone_is_stopped_at_once(tmp_path):
    (tmp_path / "a.sav").write_bytes(SOUND["a.sav"])

    class Stopped(Progress):
        def check(self) -> None:
            if self.done:
                raise Cancelled
            super().check()

    with pytest.raises(Cancelled):
        read_table(tmp_path / "a.sav", None, Stopped())


@pytest.mark.usefixtures("really_alone")
def test_that_a_reader_that_never_comes_back_is_ended(tmp_path, monkeypatch):
    (tmp_path / "a.sav").write_bytes(SOUND["a.sav"])
    monkeypatch.setattr(isolation, "command", lambda: ["sleep", "600"])
    monkeypatch.setattr(isolation, "SECONDS", 0.1)
    monkeypatch.setattr(isolation, "SECONDS_TO_START", 0.2)
    found = read_table(tmp_path / "a.sav", None, Progress())
    assert isinstance(found, Problem)
    assert "damaged" in found.what


def test_that_archives_far_larger_inside_than_out_are_refused(tmp_path):
    bomb = b"1,1\n" * (20 << 20)
    for name, content in (("a.csv.gz", gzip.compress(bomb)), ("a.zip", zip_bytes(bomb))):
        (tmp_path / name).write_bytes(content)
        found = read_table(tmp_path / name, Dialect(), Progress())
        assert isinstance(found, Problem), name
        assert "\n" not in found.sentence
