"""Which of two files is the anonymized one, by name only."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from permdesk.gui.side import Side, looks_anonymized, side_of_one, tell_apart
from permdesk.gui.workspace import Setup


@pytest.mark.parametrize(
    "name",
    [
        "adult_anonymized_10.csv",
        "SamhhSafe.csv",
        "stroke_k10.csv",
        "x-masked.xlsx",
        "example5_output.csv",
        "release.csv",
    ],
)
def test_that_names_of_releases_are_known(name):
    assert looks_anonymized(Path(name))


@pytest.mark.parametrize("name", ["adult.csv", "original.csv", "survey2024.xlsx", "k100.csv", "example5_input.csv"])
def test_that_names_of_originals_are_not_taken_for_releases(name):
    assert not looks_anonymized(Path(name))


def test_that_two_files_are_told_apart_in_any_order():
    x, y = Path("adult.csv"), Path("adult_masked.csv")
    assert tell_apart(x, y) == tell_apart(y, x) == (x, y)


def test_that_names_that_do_not_tell_are_left_open():
    assert tell_apart(Path("a.csv"), Path("b.csv")) is None
    assert tell_apart(Path("safe1.csv"), Path("safe2.csv")) is None


def test_that_one_file_goes_where_one_is_missing(opened):
    file = opened("f.csv", a=["1", "2"])
    empty, full = Setup(), Setup(original=file, anonymized=file)
    assert side_of_one(Path("a.csv"), empty) is Side.ORIGINAL
    assert side_of_one(Path("a_masked.csv"), empty) is Side.ANONYMIZED
    assert side_of_one(Path("a.csv"), replace(full, anonymized=None)) is Side.ANONYMIZED
    assert side_of_one(Path("a.csv"), replace(full, original=None)) is Side.ORIGINAL


def test_that_one_more_file_is_a_further_release_unless_it_says_otherwise(opened):
    file = opened("f.csv", a=["1", "2"])
    full = Setup(original=file, anonymized=file)
    assert side_of_one(Path("a.csv"), full) is Side.ANONYMIZED
    assert side_of_one(Path("original2.csv"), full) is Side.ORIGINAL
