"""Labels in one file and their codes in the other are the same values, and that is said."""

from __future__ import annotations

import pytest

from permdesk.compute.progress import Progress
from permdesk.data.attribute_values import Outcome, attribute_values
from permdesk.data.choices import AttributeChoice, CategoryOrder, Dialect, Level
from permdesk.data.column_meaning import ColumnMeaning, ValueLabel
from permdesk.data.column_report import report_column
from permdesk.data.guess import guess_level
from permdesk.data.label_codes import with_codes_for_labels
from permdesk.data.text_column import column_of

LABELS = (("1", "low"), ("2", "high"), ("3", " very high"))


def column(cells, labels=()):
    meaning = ColumnMeaning(value_labels=tuple(ValueLabel(*label) for label in labels))
    return report_column(column_of("v", cells), Dialect(), Progress(), meaning)


def test_that_a_release_of_labels_is_compared_by_the_codes_of_the_original():
    x, y = column(["1", "2", "3", "2"], LABELS), column(["low", "high ", "very high", "1"])
    choice = guess_level("v", x, y)
    assert (choice.level, choice.order) == (Level.ORDINAL, CategoryOrder.BY_CODE)
    found = attribute_values(choice, x, y)
    assert isinstance(found, Outcome)
    assert found.attribute.categories == ("1", "2", "3")
    assert found.attribute.anonymized.lower.tolist() == [1, 2, 3, 1]
    [note] = found.problems
    assert "“low” was taken for “1”" in note.what
    assert (note.n_cells, note.cells[0].text) == (3, "low")


def test_that_an_original_of_labels_is_compared_by_the_codes_of_the_release():
    found = attribute_values(
        AttributeChoice("v", Level.ORDINAL, CategoryOrder.BY_CODE), column(["low", "high"]), column(["2", "1"], LABELS)
    )
    assert found.attribute.original.lower.tolist() == [1, 2]


@pytest.mark.parametrize(
    ("cells", "labels", "of_itself"),
    [
        (["low", "high"], [("1", "low"), ("2", "low")], ()),  # a label of two codes
        (["2", "1"], [("1", "2"), ("2", "1")], ()),  # labels that are codes themselves
        (["low", "high"], LABELS, [("low", "Low!")]),  # has labels of its own
        (["low", "high"], (), ()),
        (["medium"], LABELS, ()),
    ],
)
def test_that_what_is_not_clear_stays_as_it_is(cells, labels, of_itself):
    y = column(cells, of_itself)
    assert with_codes_for_labels(y, column(["1", "2"], labels)) is y


def test_that_missing_cells_stay_missing():
    y = with_codes_for_labels(column(["low", "*", ""]), column(["1", "2"], LABELS))
    assert (y.n_suppressed, y.n_missing, y.n_distinct) == (1, 1, 1)
    assert list(y.trimmed) == ["1", "*", ""]
    assert y.n_not_numeric == 0
