"""Sorting and filtering reorder an index, keep ties as they stood, and never break Qt's rules for models."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPersistentModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester

from permdesk.compute.stable_order import stable_order
from permdesk.gui.models import array_table
from permdesk.gui.models.array_table import FILE_ORDER, ArrayTableModel, Role
from permdesk.gui.models.columns import Column, Mark, Side

ASCENDING, DESCENDING = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder


def table(values, kept=None):
    model = ArrayTableModel()
    model.tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.show_columns([Column("row", str), Column("x", lambda row: f"{values[row]:g}", values)], values.size, kept)
    return model


def shown(model, column=0):
    return [model.index(row, column).data() for row in range(model.rowCount())]


def test_that_sorting_keeps_ties_in_file_order_both_ways():
    model = table(np.array([5.0, 1.0, 5.0, 1.0]))
    model.sort(1, ASCENDING)
    assert shown(model) == ["1", "3", "0", "2"]
    model.sort(1, DESCENDING)
    assert shown(model) == ["0", "2", "1", "3"]
    model.sort(FILE_ORDER, ASCENDING)
    assert shown(model) == ["0", "1", "2", "3"]


def test_that_a_column_that_decides_no_more_leaves_no_trace_in_the_order():
    """What is shown is what the sentence below the table says, before a filter and after it."""
    keys = [np.array(key) for key in ([2, 1, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0])]
    model = ArrayTableModel()
    model.show_columns([Column(str(place), str, key) for place, key in enumerate(keys)], 3)
    for column in (0, 1, 2):
        model.sort(column, ASCENDING)
    assert shown(model) == ["2", "1", "0"]
    model.sort(3, ASCENDING)
    assert [one.column for one in model.sorting] == [3, 2, 1]
    assert shown(model) == ["0", "1", "2"]
    model.keep(np.array([True, True, True]))
    assert shown(model) == ["0", "1", "2"]


def test_that_columns_are_not_sorted_by_where_those_before_them_leave_no_ties(monkeypatch):
    """At a million rows each takes a tenth of a second."""
    model = ArrayTableModel()
    keys = [np.array(key) for key in ([1, 1, 0], [0, 1, 0], [1, 0, 0], [2, 0, 1])]
    model.show_columns([Column(str(place), str, key) for place, key in enumerate(keys)], 3)
    for column in (0, 1, 2):
        model.sort(column, ASCENDING)
    asked = []
    monkeypatch.setattr(
        "permdesk.gui.models.array_table.stable_order",
        lambda keys, descending: asked.append(keys) or stable_order(keys, descending=descending),
    )
    model.sort(3, ASCENDING)
    assert [one.column for one in model.sorting] == [3, 2, 1]
    assert shown(model) == ["1", "2", "0"]
    assert len(asked) == 1


@pytest.mark.parametrize("order", [ASCENDING, DESCENDING])
def test_that_missing_values_come_last_both_ways(order):
    model = table(np.array([np.nan, 2.0, np.nan, 1.0]))
    model.sort(1, order)
    assert shown(model)[2:] == ["0", "2"]


NAN = float("nan")
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("sort"), st.sampled_from([FILE_ORDER, 0, 1, 2, 3]), st.booleans()),
        st.tuples(st.just("keep"), st.one_of(st.none(), st.integers(0, 2**12 - 1)), st.just(False)),
    ),
    max_size=8,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from([0.0, 1.0, 2.0, NAN]), st.integers(0, 2), st.booleans()),
        min_size=1,
        max_size=12,
    ),
    STEPS,
)
def test_that_any_sequence_of_sorts_and_filters_shows_what_python_would(qapp, cells, steps):
    """Column 0 has no keys, and gives back the file's order."""
    n = len(cells)
    keys = [None, *(np.array(column) for column in zip(*cells, strict=True))]
    model = ArrayTableModel()
    model.tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.show_columns([Column(str(place), str, key) for place, key in enumerate(keys)], n)
    rows, kept, last = list(range(n)), [True] * n, (FILE_ORDER, False)
    for name, what, down in steps:
        held = [QPersistentModelIndex(model.index(row, 0)) for row in range(model.rowCount())]
        texts = [index.data() for index in held]
        if name == "keep":
            kept = [what is None or bool(what >> row & 1) for row in range(n)]
            model.keep(None if what is None else np.array(kept))
            continue
        if what <= 0:
            rows = list(range(n))
        elif (what, down) != last:  # sorting the same way again changes nothing
            values = [float(value) for value in keys[what]]
            rows.sort(
                key=lambda row: (np.isnan(values[row]), 0 if np.isnan(values[row]) else values[row] * (-1) ** down)
            )
        last = (what, down)
        model.sort(what, DESCENDING if down else ASCENDING)
        assert [index.data() for index in held] == texts
    expected = [row for row in rows if kept[row]]
    assert shown(model) == [str(row) for row in expected]
    assert [model.source_row(place) for place in range(len(expected))] == expected
    assert [model.view_row(row) for row in range(n)] == [
        expected.index(row) if row in expected else -1 for row in range(n)
    ]


def test_that_rows_sorted_by_one_column_after_the_other_stand_by_both():
    few, many = np.array([1, 0, 1, 0]), np.array([5.0, 6.0, 4.0, 6.0])
    model = ArrayTableModel()
    model.show_columns([Column("few", str, few), Column("many", str, many, "of all"), Column("row", str)], 4)
    horizontal, tip = Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole
    assert model.sorting_in_words == ""
    model.sort(1, DESCENDING)
    assert model.sorting_in_words == "Sorted by “of all: many” (largest first)."
    model.sort(0, ASCENDING)
    assert shown(model) == ["1", "3", "0", "2"]
    words = "Sorted by “few” (smallest first), then by “of all: many” (largest first)."
    assert model.sorting_in_words == words
    assert model.headerData(0, horizontal, tip) == f"few\n{words}"
    assert model.headerData(1, horizontal, Qt.ItemDataRole.AccessibleDescriptionRole) == words
    assert model.headerData(2, horizontal, tip) == "row"
    assert [model.headerData(j, horizontal, Role.SORTED) for j in range(3)] == [1, 2, 0]
    model.keep(np.array([True, True, True, False]))
    model.insert_column(0, Column("new", str, np.array([0, 1, 2, 3])))
    assert model.sorting_in_words == words
    model.replace_column(2, Column("many", str, -many, "of all"))
    assert shown(model) == ["1", "2", "0"]
    model.sort(0, DESCENDING)
    assert "then by “few” (smallest first), then by" in model.sorting_in_words
    model.sort(3, ASCENDING)
    assert (model.sorting_in_words, shown(model)) == ("", ["0", "1", "2"])


def test_that_the_three_columns_sorted_by_last_decide():
    model = ArrayTableModel()
    model.show_columns([Column(str(j), str, np.arange(2)) for j in range(5)], 2)
    for column in range(5):
        model.sort(column)
    assert [one.column for one in model.sorting] == [4, 3, 2]


def test_that_a_key_is_made_once_and_only_when_it_is_sorted_by():
    asked = []

    def key():
        asked.append(1)
        return np.array([2, 1])

    model = ArrayTableModel()
    model.show_columns([Column("x", str, key)], 2)
    assert asked == []
    model.sort(0)
    model.sort(0, DESCENDING)
    assert asked == [1]


def test_that_a_filter_on_a_sorted_table_does_not_sort_again(monkeypatch):
    model = table(np.array([1.0, 3.0, 2.0]))
    model.sort(1, DESCENDING)
    monkeypatch.setattr(array_table.np, "argsort", None)
    model.keep(np.array([True, False, True]))
    assert shown(model) == ["2", "0"]
    model.keep(None)
    assert shown(model) == ["1", "2", "0"]


def test_that_flags_and_small_integers_sort_both_ways():
    for values in (np.array([True, False, True]), np.array([0, 255, 3], np.uint8), np.array([-128, 127, 0], np.int8)):
        model = table(values)
        model.sort(1, DESCENDING)
        assert [int(values[int(row)]) for row in shown(model)] == sorted(map(int, values), reverse=True)


def test_that_the_order_stays_when_the_same_columns_are_shown_again():
    model = table(np.array([1.0, 2.0]))
    model.sort(1, DESCENDING)
    values = np.array([1.0, 2.0, 3.0])
    model.show_columns([Column("row", str), Column("x", str, values)], 3)
    assert shown(model) == ["2", "1", "0"]
    model.show_columns([Column("other", str), Column("x", str, values)], 3)
    assert shown(model) == ["0", "1", "2"]


def test_that_text_is_made_for_the_cell_that_is_asked_for_and_no_other():
    asked = []
    model = ArrayTableModel()
    model.show_columns([Column("x", lambda row: str(asked.append(row)))], 1_000_000)
    model.index(999_999, 0).data()
    assert asked == [999_999]


def test_that_marks_bars_fills_notes_and_sides_reach_the_delegate():
    column = Column(
        "x",
        str,
        group="of many",
        tooltip="what it means",
        side=Side.CENTRE,
        marks=lambda row: Mark.BOXED | Mark.BOLD,
        bar=lambda row: 0.5,
        fill=lambda row: -0.25,
        note=lambda row: "closest" if row else "",
    )
    model = ArrayTableModel()
    model.show_columns([column, Column("plain", str)], 2)
    cell, horizontal = model.index(1, 0), Qt.Orientation.Horizontal
    found = cell.data(Role.CELL)
    assert (found.column, found.row) == (column, 1)
    assert cell.data(Qt.ItemDataRole.AccessibleDescriptionRole) == cell.data(Qt.ItemDataRole.ToolTipRole) == "closest"
    assert model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole) is None
    assert cell.data(Qt.ItemDataRole.TextAlignmentRole) == Qt.AlignmentFlag.AlignCenter
    assert model.headerData(0, horizontal) == "x"
    assert model.headerData(0, horizontal, Role.GROUP) == "of many"
    assert model.headerData(0, horizontal, Qt.ItemDataRole.ToolTipRole) == "what it means"
    assert model.headerData(0, horizontal, Qt.ItemDataRole.AccessibleTextRole) == "of many: x"
    plain = model.index(1, 1)
    assert plain.data(Role.CELL).column.marks_of(1) == Mark.NONE
    assert plain.data(Qt.ItemDataRole.TextAlignmentRole) & Qt.AlignmentFlag.AlignRight


def test_that_a_million_rows_sort_and_filter_by_their_numbers():
    values = np.random.default_rng(1).permutation(1_000_000).astype(float)
    model = ArrayTableModel()
    model.show_columns([Column("x", str, values)], values.size)
    model.sort(0, DESCENDING)
    assert values[model.source_row(0)] == 999_999
    model.keep(values < 10)
    assert [values[model.source_row(row)] for row in range(model.rowCount())] == list(range(9, -1, -1))


def test_that_new_columns_may_come_sorted_and_old_ones_keep_their_order():
    values = np.array([3.0, 1.0, 2.0])
    model = ArrayTableModel()
    model.show_columns([Column("a", str), Column("b", str, values)], 3, sorted_by=1)
    assert model.sorted_by == (1, Qt.SortOrder.AscendingOrder)
    assert [model.source_row(row) for row in range(3)] == [1, 2, 0]
    assert model.source_rows(1, 2) == [2, 0]
    model.sort(1, Qt.SortOrder.DescendingOrder)
    model.show_columns([Column("a", str), Column("b", str, values)], 3, sorted_by=0)
    assert model.sorted_by == (1, Qt.SortOrder.DescendingOrder)
    model.show_columns([Column("c", str)], 3)
    assert model.sorted_by == (FILE_ORDER, Qt.SortOrder.AscendingOrder)


def test_that_a_new_column_leaves_rows_sorted_by_what_they_were_sorted_by():
    model = table(np.array([2.0, 3.0, 1.0]))
    model.sort(1, DESCENDING)
    held = QPersistentModelIndex(model.index(0, 1))
    model.insert_column(1, Column("new", str, np.arange(3)))
    assert [column.title for column in model.columns] == ["row", "new", "x"]
    assert shown(model) == shown(model, 1) == ["1", "0", "2"]
    assert model.sorted_by == (2, DESCENDING)
    assert (held.column(), held.data()) == (2, "3")
    model.sort(1, DESCENDING)
    assert shown(model) == ["2", "1", "0"]
    model.insert_column(2, Column("last", str))
    assert model.sorted_by == (1, DESCENDING)
    model.sort(3, ASCENDING)
    assert shown(model) == ["2", "0", "1"]
