"""Two files have one code list: how a number is written, and which file says what is missing, make no difference."""

from __future__ import annotations

import numpy as np
import pytest

from permdesk.compute.progress import Progress
from permdesk.data.attribute_values import Outcome, attribute_values
from permdesk.data.choices import AttributeChoice, CategoryOrder, Dialect, Level
from permdesk.data.code_list import by_one_code_list
from permdesk.data.column_meaning import ColumnMeaning, MissingRange, ValueLabel
from permdesk.data.column_report import report_column
from permdesk.data.doubtful_readings import doubtful_readings
from permdesk.data.guess import guess_level
from permdesk.data.problem import Severity
from permdesk.data.text_column import column_of

LABELS = (ValueLabel("1", "low"), ValueLabel("2", "high"), ValueLabel("9", "refused"))
BY_CODE = AttributeChoice("v", Level.ORDINAL, CategoryOrder.BY_CODE)
EUROPEAN = Dialect(decimal_mark=",", thousands_mark=".")


def column(cells, meaning=None, dialect=None):
    return report_column(column_of("v", cells), dialect or Dialect(), Progress(), meaning or ColumnMeaning())


def missing(*codes):
    return ColumnMeaning(missing=tuple(MissingRange(code, code) for code in codes))


def outcome(choice, x, y):
    found = attribute_values(choice, x, y)
    assert isinstance(found, Outcome)
    return found


@pytest.mark.parametrize("cells", [["1.0", "2.0", "1.0"], ["01", "02", "01"], ["+1", "2", "+1"]])
def test_that_labelled_codes_written_as_other_numbers_are_the_same_categories(cells):
    x, y = column(["1", "2", "1"], ColumnMeaning(value_labels=LABELS)), column(cells)
    found = outcome(guess_level("v", x, y), x, y)
    assert found.attribute.categories == ("1", "2")
    assert found.attribute.anonymized.lower.tolist() == found.attribute.original.lower.tolist() == [1, 2, 1]
    [note] = found.problems
    assert note.severity is Severity.NOTE
    assert f"“{cells[0]}” for “1”" in note.what


def test_that_codes_without_labels_are_written_as_the_original_writes_them():
    found = outcome(BY_CODE, column(["01067", "10115"]), column(["10115", "1067"]))
    assert found.attribute.categories == ("01067", "10115")
    assert found.attribute.anonymized.lower.tolist() == [2, 1]


def test_that_the_labels_of_the_release_are_codes_of_the_original():
    found = outcome(BY_CODE, column(["1.0", "2.0"]), column(["2", "1"], ColumnMeaning(value_labels=LABELS)))
    assert found.attribute.categories == ("1", "2")
    assert found.attribute.original.lower.tolist() == [1, 2]


def test_that_a_code_is_written_as_its_label_is_even_where_no_cell_of_that_file_has_it():
    x, y = column(["2", "2"], ColumnMeaning(value_labels=LABELS)), column(["1.0", "2"])
    assert list(by_one_code_list(x, y)[1].trimmed) == ["1", "2"]
    assert list(by_one_code_list(y, x)[0].trimmed) == ["1", "2"]


def test_that_two_codes_of_one_file_stay_two():
    y = column(["1", "01", "2.0"])
    assert list(by_one_code_list(column(["1", "2", "2"]), y)[1].trimmed) == ["1", "01", "2"]


def test_that_how_numbers_are_written_is_no_note_on_a_numeric_attribute():
    found = outcome(AttributeChoice("v", Level.NUMERIC), column(["1", "2"]), column(["1.0", "2.0"]))
    assert found.problems == ()


@pytest.mark.parametrize("is_of_original", [True, False])
def test_that_a_code_declared_missing_in_one_file_is_missing_in_both(is_of_original):
    declares, other = column(["1", "9", "3"], missing("9")), column(["1", "9.0", "3"])
    x, y = (declares, other) if is_of_original else (other, declares)
    found = outcome(AttributeChoice("v", Level.NUMERIC), x, y)
    for values in (found.attribute.original, found.attribute.anonymized):
        np.testing.assert_array_equal(values.lower, [1, np.nan, 3])
        assert values.n_missing == 1
    [warning] = found.problems
    assert warning.severity is Severity.WARNING
    assert warning.n_cells == 1
    assert ("the release" if is_of_original else "the original") in warning.what


def test_that_words_and_letters_are_missing_in_both_too():
    x, y = by_one_code_list(column(["a", "X", "b"], missing("X")), column(["a", "X", "b"]))
    assert y.n_missing == x.n_missing == 1
    x, y = by_one_code_list(column(["1", ".a", "2"], missing(".a")), column(["1", ".a", "2"]))
    assert (y.n_missing, y.n_not_numeric) == (1, 0)


def test_that_of_a_range_only_the_codes_in_the_file_are_missing_in_the_other():
    x = column(["5", "-9"], ColumnMeaning(missing=(MissingRange("-9", "-1"),)))
    _, y = by_one_code_list(x, column(["-9", "-3", "5"]))
    assert list(y.is_missing) == [True, False, False]


def test_that_a_file_that_declares_its_own_missing_codes_speaks_for_itself():
    _, y = by_one_code_list(column(["1", "9"], missing("9")), column(["9", "8"], missing("8")))
    assert list(y.is_missing) == [False, True]


def test_that_the_label_of_a_missing_code_is_missing():
    meaning = ColumnMeaning(value_labels=LABELS, missing=(MissingRange("9", "9"),))
    _, y = by_one_code_list(column(["1", "2", "9"], meaning), column(["low", "refused", "high"]))
    assert list(y.trimmed) == ["1", "9", "2"]
    assert list(y.is_missing) == [False, True, False]


def test_that_numbers_beside_labels_keep_the_marks_of_their_file():
    x = column(["0", "1234.5"], ColumnMeaning(value_labels=(ValueLabel("0", "none"),)))
    _, y = by_one_code_list(x, column(["none", "1.234", "1.234,5"], dialect=EUROPEAN))
    assert y.numbers.lower.tolist() == [0, 1234, 1234.5]


def test_that_what_the_other_file_declares_missing_is_not_suspected_again():
    x = column([*map(str, range(1, 51)), *["99"] * 10], missing("99"))
    y = column([*map(str, range(1, 51)), *["99"] * 10])
    assert doubtful_readings("v", x, y) == ()
