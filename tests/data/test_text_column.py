"""Texts are a sequence like any other, and a column keeps each of them once."""

from __future__ import annotations

import pyarrow as pa
import pytest

from permdesk.data.text_column import AT_A_TIME, Texts, column_of


def test_that_texts_behave_as_a_sequence():
    texts = Texts.of(["b", "", "é", "b"])
    assert (len(texts), texts[0], texts[-1], list(texts[1:3])) == (4, "b", "b", ["", "é"])
    assert (texts.index("b"), texts.index("b", 1), texts.index("é", 1, 3)) == (0, 3, 2)
    assert "é" in texts and "x" not in texts and 3 not in texts
    with pytest.raises(ValueError, match="x"):
        texts.index("x")
    with pytest.raises(ValueError, match="é"):
        texts.index("é", 0, 2)
    with pytest.raises(IndexError):
        texts[4]


def test_that_all_of_many_texts_are_gone_through():
    texts = [str(i) for i in range(2 * AT_A_TIME + 1)]
    assert list(Texts.of(texts)) == texts


@pytest.mark.parametrize("chunks", [[["3", "1"], ["3", "2"]], [["3", "1", "3", "2"]]])
def test_that_each_text_is_kept_once_in_order_of_first_appearance(chunks):
    column = column_of("a", pa.chunked_array(chunks, pa.string()))
    assert (column.codes.tolist(), list(column.texts)) == ([0, 1, 0, 2], ["3", "1", "2"])
    assert [column.cell(i) for i in range(4)] == ["3", "1", "3", "2"]
