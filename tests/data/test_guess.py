"""Every guess has its reason, in a sentence."""

from __future__ import annotations

import pytest

from permdesk.data.choices import Level, PairingBy
from permdesk.data.guess import guess_choices


def level(table, x_cells, y_cells, name="v"):
    """The guess for one attribute with these cells in X and in Y."""
    x, y = (
        table(f"{name},w\n" + "".join(f'"{cell}",1\n' for cell in cells), name=file)
        for cells, file in ((x_cells, "x.csv"), (y_cells, "y.csv"))
    )
    return guess_choices(x, y).attributes[0]


GUESSES = {
    "numbers": (["1", "2.5"], ["-3", "4e1"], Level.NUMERIC, "All values are numbers."),
    "numbers with gaps": (["1", "", "NA"], ["*", "3", "4"], Level.NUMERIC, "All values are numbers."),
    "generalized numbers": (["1", "2"], ["[0, 5[", ">=2"], Level.NUMERIC, "ranges of numbers (ranges: 2 cells)"),
    "released for no record": (["1", "2"], ["*", "*"], Level.NUMERIC, "All values"),
    "postcodes": (["01234", "99999"], ["12345", "99999"], Level.NOMINAL, "begin with a zero, such as “01234”"),
    "postcodes in the release": (["12345", "99999"], ["01234", "99999"], Level.NOMINAL, "such as “01234”"),
    "words": (["m", "f"], ["m", "m"], Level.NOMINAL, "Values are words, such as “m”, “f”."),
    "words in the release": (["1", "2"], ["low", "high"], Level.NOMINAL, "Values are words, such as “low”, “high”."),
    "mostly words": (["a", "b", "1"], ["c", "d", "2"], Level.NOMINAL, "Values are words"),
    "a few dirty cells": (
        ["1", "2", "3"], ["4e", "5", "7f"], Level.EXCLUDED,
        "numbers, except for 2 of 6 cells (original: 0, release: 2), such as “4e”, “7f”",
    ),
    "infinities": (["1", "2", "inf"], ["1", "1e999", "3"], Level.EXCLUDED,
        "2 of 6 cells are infinite (original: 1, release: 1)"),
    "thousands marks": (["1,234", "2,345"], ["1,000", "5"], Level.EXCLUDED,
        "another decimal mark or with thousands marks"),
    "several thousands marks": (["1,234,567.5", "2"], ["3 000", "5"], Level.EXCLUDED, "thousands marks"),
    "nothing": (["", "NA"], ["*", ""], Level.EXCLUDED, "no value in either file"),
}  # fmt: skip


@pytest.mark.parametrize("name", GUESSES)
def test_that_a_level_is_guessed_with_its_reason(name, table):
    x, y, expected, words = GUESSES[name]
    choice = level(table, x, y)
    assert choice.level is expected
    assert words in choice.reason
    assert choice.order is None


def test_that_a_decimal_comma_in_one_file_only_is_understood(table):
    x = table("v;w\n1,5;1\n2,5;2\n", name="x.csv")
    y = table("v,w\n1.5,1\n2.5,2\n", name="y.csv")
    assert guess_choices(x, y).attributes[0].level is Level.NUMERIC


@pytest.mark.parametrize(
    "name",
    ["id", "ID", "person_id", "PersonID", "patientid", "record no", "Nr", "case.number", "key", "index", "hid", "id_2"],
)
def test_that_a_distinct_attribute_named_like_an_identifier_is_one(name, table):
    choice = level(table, ["3", "1", "2"], ["1", "2", "3"], name)
    assert choice.level is Level.RECORD_ID
    assert choice.reason.startswith("Every record of the original has its own value")


@pytest.mark.parametrize(
    "name",
    [
        "income",
        "idle",
        "snow",
        "keyboard",
        "paid_amount",
        "north",
        "number_of_rooms",
        "amount_paid",
        "MEDICAID",
        "price_index",
    ],
)
def test_that_another_name_is_no_identifier(name, table):
    assert level(table, ["3", "1", "2"], ["1", "2", "3"], name).level is not Level.RECORD_ID


@pytest.mark.parametrize("cell", ["1.5", "[1, 2["])
def test_that_measured_values_are_no_identifier_whatever_their_name(cell, table):
    assert level(table, [cell, "2", "3"], ["1", "2", "3"], "id").level is Level.NUMERIC


def test_that_an_identifier_that_repeats_is_no_record_id(table):
    assert level(table, ["1", "1", "2"], ["1", "2", "3"], "id").level is Level.NUMERIC


def pairing(table, x, y):
    choices = guess_choices(table(x, name="x.csv"), table(y, name="y.csv"))
    return choices.pairing, choices.id_names, choices.pairing_reason


def test_that_an_identifier_in_both_files_pairs(table):
    by, attribute, reason = pairing(table, "id,v\n1,5\n2,6\n3,7\n", "id,v\n3,5\n1,6\n")
    assert (by, attribute) == (PairingBy.ID, "id")
    assert reason == "Records are paired by “id”, which both files have (2 pairs)."


def test_that_equal_sizes_pair_by_row(table):
    by, attribute, reason = pairing(table, "v,w\n1,5\n2,6\n", "v,w\n3,5\n1,6\n")
    assert (by, attribute) == (PairingBy.ROW, "")
    assert reason == "Both files have 2 records, so row by row."


def test_that_different_sizes_are_unpaired(table):
    by, _, reason = pairing(table, "v,w\n1,5\n2,6\n", "v,w\n3,5\n1,6\n4,5\n")
    assert by is PairingBy.UNPAIRED
    assert "2 and 3 records" in reason


@pytest.mark.parametrize(
    ("ids", "words"), [("1,1,2", "repeats in 2 records"), ("7,8,9", "No identifier in “id” of the release")]
)
def test_that_an_unusable_identifier_falls_back_visibly_to_row(ids, words, table):
    y = "id,v\n" + "".join(f"{identifier},5\n" for identifier in ids.split(","))
    by, _, reason = pairing(table, "id,v\n1,5\n2,6\n3,7\n", y)
    assert by is PairingBy.ROW
    assert words in reason
    assert reason.endswith("row by row.")


def test_that_a_running_number_under_any_name_is_left_out_with_its_reason(table):
    numbers = [str(n) for n in range(107, 87, -1)]
    guess = level(table, numbers, numbers[::-1], name="person")
    assert (guess.level, "numbers the records" in guess.reason) == (Level.EXCLUDED, True)


@pytest.mark.parametrize(
    "cells",
    [
        [str(n) for n in range(19)],  # too few to tell from chance
        [str(2 * n) for n in range(20)],  # gaps, as quantities have
        [*map(str, range(19)), "18"],  # not every value once
        [*map(str, range(19)), ""],
        [f"{n}.5" for n in range(20)],
    ],
    ids=["few", "gaps", "repeated", "missing", "fractions"],
)
def test_that_other_numbers_are_quantities(table, cells):
    assert level(table, cells, cells).level is Level.NUMERIC
