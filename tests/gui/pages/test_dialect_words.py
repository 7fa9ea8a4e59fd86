"""How a file was read, in one line of what matters."""

from __future__ import annotations

from permdesk.data.choices import Dialect, FixedField
from permdesk.gui.pages.data.dialect_words import dialect_words


def test_that_a_delimited_text_names_its_marks():
    said = dialect_words(Dialect(separator=";", decimal_mark=",", thousands_mark=".", rows_to_skip=2), ".csv")
    assert said.startswith(
        "semicolon · decimal comma · UTF-8 · header · thousands: point, as in 1.234 · rows skipped: 2"
    )


def test_that_a_file_that_stores_values_names_no_marks():
    said = dialect_words(Dialect(), ".SAV")
    assert "comma" not in said
    assert said.startswith("values and labels as stored")


def test_that_a_fixed_width_says_how_many_columns_and_by_which_codebook():
    said = dialect_words(Dialect(fields=(FixedField("a", 1, 2),), codebook="/data/Samhh.rda", member="x.asc"), ".zip")
    assert said.startswith("in archive: x.asc · fixed width, 1 column · decimal point")
    assert "codebook Samhh.rda" in said
