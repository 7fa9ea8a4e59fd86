"""Texts of one record or two are found, whatever their letters' size, and outlive the cells that held them."""

from __future__ import annotations

import pytest

from permdesk.compute.progress import Progress
from permdesk.data.choices import AttributeChoice, Level, PairChoices, PairingBy
from permdesk.data.chosen_cells import ChosenCells, only_chosen, with_cells
from permdesk.data.make_pair import make_pair
from permdesk.data.rare_texts import rare_texts, together
from permdesk.data.read_table import read_table
from permdesk.data.text_column import Texts

ORIGINAL = (
    "income,home,name\n1,Castle Hill,Ann Lee\n2,castle hill,Bob\n3,Castle Hill,Cem Oz\n4,Lake 7,\n5,Lake 8,2019\n"
)
RELEASE = "income,home\n1,Castle Hill\n3,Lake 7\n2,Castle Hill\n4,Lake 8\n5,Lake 8\n"


@pytest.fixture
def tables(save):
    return tuple(
        read_table(save(name, text), None, Progress()) for name, text in (("x.csv", ORIGINAL), ("y.csv", RELEASE))
    )


def choices():
    levels = {"income": Level.NUMERIC, "home": Level.EXCLUDED}
    return PairChoices(tuple(AttributeChoice(*one) for one in levels.items()), PairingBy.ROW)


def test_that_texts_of_fewer_than_three_records_are_found_in_small_letters(tables):
    assert sorted(rare_texts(tables[0].reports)) == ["ann lee", "cem oz", "lake 7", "lake 8"]


def test_that_no_columns_have_no_rare_texts():
    assert list(rare_texts(())) == []
    assert list(together()) == []


def test_that_each_text_is_kept_once():
    assert sorted(together(Texts.of(["a", "b"]), Texts.of(["b"]))) == ["a", "b"]


def test_that_a_pair_knows_them_of_columns_that_are_not_audited_or_not_released(tables):
    pair = make_pair(*tables, choices(), Progress())
    assert sorted(pair.other_texts) == ["ann lee", "cem oz", "lake 7", "lake 8"]


def test_that_they_outlive_the_cells_and_their_return(tables):
    files = only_chosen(ChosenCells(*tables), [choices()], Progress())
    assert not files.original.holds("name")
    pair = make_pair(files.original, files.anonymized, choices(), Progress(), files.traces)
    assert sorted(pair.other_texts) == ["ann lee", "cem oz", "lake 7", "lake 8"]
    again = with_cells(files.original, ["home"], Progress())
    assert sorted(again.let_go) == ["ann lee", "cem oz", "lake 7", "lake 8"]
