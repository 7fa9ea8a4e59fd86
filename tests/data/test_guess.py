"""Every guess has its reason, in a sentence."""

from __future__ import annotations

import pytest

from permdesk.compute.progress import Progress
from permdesk.data.choices import CategoryOrder, Dialect, Level, PairingBy
from permdesk.data.column_meaning import ColumnMeaning, ValueLabel
from permdesk.data.column_report import report_column
from permdesk.data.guess import guess_choices, guess_level
from permdesk.data.text_column import column_of


def level(table, x_cells, y_cells, name="v"):
    """The guess for one attribute with these cells in X and in Y."""
    x, y = (
        table(f"{name},w\n" + "".join(f'"{cell}",1\n' for cell in cells), name=file)
        for cells, file in ((x_cells, "x.csv"), (y_cells, "y.csv"))
    )
    return guess_choices(x, y, Progress()).attributes[0]


GUESSES = {
    "numbers": (["1", "2.5"], ["-3", "4e1"], Level.NUMERIC, "All values are numbers."),
    "numbers with gaps": (["1", "", "NA"], ["*", "3", "4"], Level.NUMERIC, "All values are numbers."),
    "generalized numbers": (
        ["1", "2"], ["[0, 5[", ">=2"], Level.NUMERIC,
        "ranges of numbers (ranges: 2 cells, such as “[0, 5[”, read as 0 to 5)",
    ),
    "open ranges": (["1", "2"], [">=2", "3"], Level.NUMERIC, "such as “>=2”, read as 2 or more)"),
    "ranges open below": (["1", "2"], ["3", "<5"], Level.NUMERIC, "such as “<5”, read as 5 or less)"),
    "ranges in the original": (["10-12", "2"], ["3", "4"], Level.NUMERIC, "such as “10-12”, read as 10 to 12)"),
    "years": (["2020", "2021"], ["2020-2021", "2021"], Level.NUMERIC, "such as “2020-2021”, read as 2020 to 2021)"),
    "dates": (["2020-01-31", "2020-02-01"], ["2020-01", "2020"], Level.NUMERIC, "All values are dates"),
    "times": (["12:30", "13:00"], ["12:00", "13:00"], Level.NUMERIC, "All values are times of day."),
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
    assert guess_choices(x, y, Progress()).attributes[0].level is Level.NUMERIC


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
    choices = guess_choices(table(x, name="x.csv"), table(y, name="y.csv"), Progress())
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


def labelled(cells, labels):
    meaning = ColumnMeaning(value_labels=tuple(ValueLabel(*label) for label in labels))
    return report_column(column_of("v", cells), Dialect(), Progress(), meaning)


def test_that_codes_with_labels_rank_in_the_order_of_the_codes():
    x = labelled(["2", "1", "2"], [("1", "bad"), ("2", "good")])
    choice = guess_level("v", x, x)
    assert (choice.level, choice.order) == (Level.ORDINAL, CategoryOrder.BY_CODE)
    assert "such as “2” for “good”" in choice.reason


@pytest.mark.parametrize(
    "labels", [[], [("90", "90 and more")], [("-9", "refused")], [(str(code), "x") for code in range(18)]]
)
def test_that_numbers_of_which_only_some_have_labels_stay_numbers(labels):
    x = labelled([*(str(i) for i in reversed(range(20))), "3"], labels)
    assert guess_level("v", x, x).level is Level.NUMERIC


def test_that_a_name_that_differs_is_suggested_with_its_reason(table):
    x, y = table("Birth year,w\n1,1\n2,1\n", name="x.csv"), table("birth_year,w\n1,1\n3,1\n", name="y.csv")
    first, second = guess_choices(x, y, Progress()).attributes
    assert (first.name, first.anonymized_name) == ("Birth year", "birth_year")
    assert first.reason == "All values are numbers. The release calls it “birth_year”."
    assert second.anonymized_name == ""


def of(cells):
    return report_column(column_of("v", cells), Dialect(), Progress())


@pytest.mark.parametrize("space", ["\u00a0", "\u2009", "\u202f"])
def test_that_numbers_with_spaces_between_thousands_are_no_words(space):
    choice = guess_level("v", of(["5717.47", "8353.27"]), of([f"5{space}717,47", f"\u22128{space}353,27"]))
    assert choice.level is Level.EXCLUDED
    assert "thousands marks" in choice.reason
