"""Identifiers, row numbers and an order that the release should not have are found, others are not accused."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from permdesk.compute.progress import Progress
from permdesk.data.choices import PairingBy
from permdesk.data.file_pair import FilePair
from permdesk.data.guess import guess_choices
from permdesk.data.make_pair import make_pair
from permdesk.data.problem import Severity

N = 30


@pytest.fixture
def said(table):
    """What a pair of files with a first column of these cells says about the release."""

    def find(name, x_cells, y_cells, pairing=None):
        tables = [
            table(f"{name},v\n" + "".join(f"{cell},{i * i % 17}\n" for i, cell in enumerate(cells)), name=file)
            for cells, file in ((x_cells, "x.csv"), (y_cells, "y.csv"))
        ]
        choices = guess_choices(*tables, Progress())
        if pairing:
            choices = replace(choices, pairing=pairing, id_attributes=(), pairing_reason="")
        pair = make_pair(*tables, choices, Progress())
        assert isinstance(pair, FilePair)
        return {p.what: p.severity for p in pair.problems if p.where == "y.csv" and "look shuffled" not in p.what}

    return find


SHUFFLED = np.random.default_rng(3).permutation(N).tolist()


def test_that_identifiers_of_the_original_are_a_warning(said):
    found = said("id", range(N), SHUFFLED)
    assert [(severity, "identifiers of the original: “id”" in what) for what, severity in found.items()] == [
        (Severity.WARNING, True)
    ]


def test_that_identifiers_given_anew_are_a_note(said):
    found = said("id", range(N), [f"r{i}" for i in range(N)], PairingBy.UNPAIRED)
    assert found == {"The release carries record identifiers: “id”.": Severity.NOTE}


@pytest.mark.parametrize("pairing", [PairingBy.UNPAIRED, PairingBy.ROW])
def test_that_running_numbers_of_the_original_are_a_warning_under_any_name(said, pairing):
    found = said("line", range(1, N + 1), SHUFFLED, pairing)
    assert [(severity, "running numbers of the original: “line”" in what) for what, severity in found.items()] == [
        (Severity.WARNING, True)
    ]


def test_that_numbers_of_households_are_a_warning_where_they_are_many(said):
    households = [i // 3 for i in range(N)]
    [what] = said("hhnum", households, households, PairingBy.UNPAIRED)
    assert "households or other groups of records: “hhnum”" in what
    assert not said("hhnum", households, [f"{i}9" for i in households], PairingBy.UNPAIRED)
    assert not said("hhsize", households, households, PairingBy.UNPAIRED)
    assert not said("hhnum", [i % 2 for i in range(N)], [i % 2 for i in range(N)], PairingBy.UNPAIRED)


def test_that_numbers_that_were_changed_are_no_running_numbers(said):
    assert not said("line", range(1, N + 1), [i + 0.5 for i in SHUFFLED], PairingBy.UNPAIRED)


def test_that_the_order_of_the_original_is_a_warning_where_an_identifier_pairs(said):
    [in_order] = [what for what in said("id", range(N), range(N)) if "in the order of the original" in what]
    assert "their place gives them away" in in_order
    gaps = said("id", range(N), [i for i in range(N) if i % 7])
    assert any("in the order of the original" in what for what in gaps)


def test_that_another_order_a_short_file_and_a_pairing_by_row_are_not_accused_of_it(said):
    assert not any("in the order" in what for what in said("id", range(N), [*range(N - 2), N - 1, N - 2]))
    assert not any("in the order" in what for what in said("id", range(19), range(19)))
    assert not any("in the order" in what for what in said("id", range(N), range(N), PairingBy.ROW))
