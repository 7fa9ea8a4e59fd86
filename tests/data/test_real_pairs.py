"""Real pairs of files become what their makers meant: groups cover their own records, dates are dates."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from permdesk.compute.progress import Progress
from permdesk.data.choices import CategoryOrder, Level, PairingBy
from permdesk.data.file_pair import FilePair
from permdesk.data.guess import guess_choices
from permdesk.data.make_pair import make_pair
from permdesk.data.read_table import read_table
from permdesk.data.table import Table

WORKCLASS = """Federal-gov,Government
Local-gov,Government
State-gov,Government
Private,Non-Government
Self-emp-inc,Non-Government
Self-emp-not-inc,Non-Government
Without-pay,Non-Government
Never-worked,Non-Government
"""


def tables(shared_file, *names):
    found = tuple(read_table(shared_file(name), None, Progress()) for name in names)
    assert all(isinstance(table, Table) for table in found), found
    return found


def inside(attribute, own):
    """Which paired records' original values are inside their own released values, where both are present."""
    x, y = attribute.original, attribute.anonymized
    low, high = y.lower[own], y.upper[own]
    present = ~(np.isnan(x.lower) | np.isnan(low))
    return (low[present] <= x.lower[present]) & (x.upper[present] <= high[present])


@pytest.fixture
def arx(shared_file, save):
    """ARX example 5: every category by its hierarchy."""

    def made(order):
        x, y = tables(shared_file, "arx/example5_input.csv", "arx/example5_output.csv")
        workclass = save("workclass.csv", WORKCLASS)
        attributes = []
        for choice in guess_choices(x, y, Progress()).attributes:
            if choice.level is Level.NOMINAL:
                choice = replace(choice, order=order)
            if choice.name in ("marital-status", "education", "native-country", "occupation"):
                choice = replace(choice, hierarchy=str(shared_file(f"arx/hier_{choice.name}.csv")))
            if choice.name == "workclass":
                choice = replace(choice, hierarchy=str(workclass))
            if order is CategoryOrder.BY_TAXONOMY and choice.level is Level.NOMINAL and not choice.hierarchy:
                choice = replace(choice, order=CategoryOrder.BY_FREQUENCY)
            attributes.append(choice)
        pair = make_pair(x, y, replace(guess_choices(x, y, Progress()), attributes=tuple(attributes)), Progress())
        assert isinstance(pair, FilePair), pair
        return pair

    return made


@pytest.mark.parametrize("order", [CategoryOrder.BY_FREQUENCY, CategoryOrder.BY_TAXONOMY])
def test_that_every_generalized_category_of_a_real_release_covers_its_own_original_value(arx, order):
    pair = arx(order)
    assert pair.pairing is PairingBy.ROW
    assert len(pair.attributes) == 9
    for attribute in pair.attributes:
        if attribute.categories:
            assert inside(attribute, pair.own).all(), attribute.name
    generalized = {a.name: int((a.anonymized.lower < a.anonymized.upper).sum()) for a in pair.attributes}
    assert generalized["workclass"] == 1553
    assert generalized["education"] > 2000
    assert generalized["age"] == 0


def test_that_local_means_are_numbers_and_stand_beside_their_own_records(arx):
    [age] = [a for a in arx(CategoryOrder.BY_FREQUENCY).attributes if a.name == "age"]
    assert age.anonymized.lower[1:7].tolist() == pytest.approx([age.original.lower[1:7].mean()] * 6)


def test_that_generalized_ages_of_a_real_release_hold_their_own_records(shared_file):
    x, y = tables(shared_file, "stroke/healthcare-dataset-stroke-data.csv", "stroke/stroke_k10.csv")
    choices = guess_choices(x, y, Progress())
    assert (choices.pairing, choices.id_attributes) == (PairingBy.ID, ("id",))
    pair = make_pair(x, y, choices, Progress())
    assert isinstance(pair, FilePair)
    assert (np.diff(pair.own) < 0).any()
    [age] = [a for a in pair.attributes if a.name == "age"]
    assert inside(age, pair.own).mean() > 0.99
    assert pair.report.attribute("age").anonymized.n_ranges == 4430
    assert any("identifiers of the original: “id”" in problem.what for problem in pair.problems)


def test_that_a_real_fixed_width_pair_knows_its_labels_and_what_was_swapped(shared_file):
    x, y = tables(shared_file, "muargus/Samhh.asc", "muargus/SamhhSafe.saf")
    choices = guess_choices(x, y, Progress())
    town = next(choice for choice in choices.attributes if choice.name == "town")
    assert (town.level, town.order) == (Level.ORDINAL, CategoryOrder.BY_CODE)
    pair = make_pair(x, y, choices, Progress())
    assert isinstance(pair, FilePair)
    same = {a.name: int(inside(a, pair.own).sum()) for a in pair.attributes}
    assert {name for name, n in same.items() if n < 1000} == {"town", "province"}
    assert any("“hhnum”" in problem.what for problem in pair.problems)
    weight = pair.report.attribute("weight").original
    assert (weight.decimals, weight.smallest) == (2, 11.11)
