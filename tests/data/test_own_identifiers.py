"""What only the release has, and what tells its records apart, is said; measured quantities are not accused."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest

from permdesk.compute.progress import Progress
from permdesk.data.chosen_cells import ChosenCells, only_chosen
from permdesk.data.file_pair import FilePair
from permdesk.data.guess import guess_choices
from permdesk.data.make_pair import make_pair
from permdesk.data.problem import Severity

N = 30
SHUFFLED = np.random.default_rng(3).permutation(N).tolist()
IDS = [f"{i:03d}" for i in range(N)]


@pytest.fixture
def said(table):
    """What is said of these columns of a release, of an original with an ``id``, once other cells have left memory."""

    def find(name, cells, other="id"):
        values = [i * i % 17 for i in range(N)]
        tables = [
            table(f"{names}\n" + "".join(f"{cell},{v}\n" for cell, v in zip(column, values, strict=True)), name=file)
            for names, column, file in ((f"{other},v", IDS, "x.csv"), (f"{name},v", cells, "y.csv"))
        ]
        choices = guess_choices(*tables, Progress())
        files = only_chosen(ChosenCells(*tables), [choices], Progress())
        pair = make_pair(files.original, files.anonymized, choices, Progress(), files.traces)
        assert isinstance(pair, FilePair)
        return [(p.severity, p.what) for p in pair.problems if p.where == "y.csv" and "look shuffled" not in p.what]

    return find


@pytest.mark.parametrize("cells", [[IDS[i] for i in SHUFFLED], SHUFFLED, [f"{i}.0" for i in SHUFFLED]])
def test_that_identifiers_under_another_name_are_a_warning(said, cells):
    [(severity, what)] = said("pid", cells)
    assert severity is Severity.WARNING
    assert "“pid”, which only the release has, holds values of “id”" in what


@pytest.mark.parametrize(
    ("name", "cells"),
    [
        ("h", [hashlib.md5(text.encode()).hexdigest() for text in IDS]),
        ("code", range(1000, 1000 + N)),
        ("key", [5000 + 7 * i for i in SHUFFLED]),
    ],
)
def test_that_codes_of_its_own_are_a_note(said, name, cells):
    assert said(name, cells) == [
        (Severity.NOTE, f"Columns that only the release has tell its records apart: “{name}”.")
    ]


@pytest.mark.parametrize(
    ("name", "cells"),
    [
        ("weight", [1.5 + i for i in range(N)]),
        ("income", [1000 + 7 * i for i in range(N)]),
        ("key", [i // 2 for i in range(N)]),
        ("age", [f"{i}-{i + 5}" for i in range(N)]),
    ],
)
def test_that_quantities_and_groups_are_not_accused(said, name, cells):
    assert said(name, cells) == []


@pytest.mark.parametrize("cells", [[str(i) for i in SHUFFLED], [f"{i}.0" for i in SHUFFLED]])
def test_that_identifiers_in_another_form_are_those_of_the_original(said, cells):
    found = said("id", cells)
    assert any(severity is Severity.WARNING and "identifiers of the original: “id”" in what for severity, what in found)
