"""A comparison without choices reads each release once where memory has room, and finds the same where it has none."""

from __future__ import annotations

import numpy as np
import pytest

from permdesk.audit import read_once as module
from permdesk.audit.candidates import Terms, compare_candidates
from permdesk.audit.policy import Policy
from permdesk.audit.read_once import ReadOnce, bytes_of
from permdesk.audit.recipe import Candidate, InputFile
from permdesk.audit.settings import Settings
from permdesk.compute.progress import Progress
from permdesk.data.read_table import read_table
from permdesk.data.table import Table

NAMES = ("near", "far", "twin")


@pytest.fixture
def files(tmp_path):
    random = np.random.default_rng(1)
    x = random.normal(size=(60, 3)).round(4)
    values = {"x": x, "near": x + 0.1 * random.normal(size=x.shape), "far": x + random.normal(size=x.shape), "twin": x}
    for name, written in values.items():
        np.savetxt(tmp_path / f"{name}.csv", written, "%.6f", ",", header="a,b,c", comments="")
    return {name: tmp_path / f"{name}.csv" for name in values}


@pytest.fixture
def reads(monkeypatch):
    """The names of the releases that are read, in order."""
    names = []

    def noted(path, dialect, progress):
        names.append(path.stem)
        return read_table(path, dialect, progress)

    monkeypatch.setattr(module, "read_table", noted)
    return names


def candidate(path):
    return Candidate(InputFile(str(path)))


def compared(files):
    wanted = [(candidate(files[name]), name) for name in NAMES]
    original, found = read_table(files["x"], None, Progress()), {}
    terms = Terms(None, Settings(draws=200), Policy())
    compare_candidates(original, wanted, terms, int, found.__setitem__, Progress())
    return [found[place].figures for place in range(3)]


def test_that_a_comparison_without_choices_reads_each_release_once(files, reads):
    compared(files)
    assert reads == list(NAMES)


@pytest.mark.parametrize("n_kept", [0, 1, 2])
def test_that_what_has_no_room_is_read_again_and_the_numbers_are_the_same(files, reads, monkeypatch, n_kept):
    everything = compared(files)
    reads.clear()
    size = max(bytes_of(read_table(files[name], None, Progress())) for name in NAMES)
    monkeypatch.setattr(module, "MOST_BYTES", n_kept * size + size // 4)
    assert compared(files) == everything
    assert reads == [*NAMES, *NAMES[n_kept:]]


def test_that_little_memory_keeps_nothing(files, reads, monkeypatch):
    monkeypatch.setattr(module, "available_memory", lambda: 4)
    releases = ReadOnce()
    releases.look_at(candidate(files["near"]), Progress())
    releases.take(candidate(files["near"]), Progress())
    assert reads == ["near", "near"]


def test_that_what_is_taken_or_not_wanted_is_kept_no_longer(files, reads):
    releases = ReadOnce()
    for name in NAMES:
        releases.look_at(candidate(files[name]), Progress())
    releases.keep_only([candidate(files["near"]), candidate(files["far"])])
    for name in ("near", "near", "twin"):
        assert isinstance(releases.take(candidate(files[name]), Progress()), Table)
    assert reads == [*NAMES, "near", "twin"]


def test_that_the_memory_of_a_table_is_that_of_its_arrays_each_once(files):
    table = read_table(files["x"], None, Progress())
    # Three columns of 60 different texts of 6 letters or 7: codes and counts of 4 bytes, three flags, and numbers of 8
    # bytes with their kind; texts with their offsets, once.
    arrays = 3 * 60 * (4 + 4 + 3 + 8 + 1)
    letters = sum(len(text) for column in table.columns for text in column.texts)
    assert arrays + letters <= bytes_of(table) <= arrays + 3 * (letters + 3 * 61 * 8)
