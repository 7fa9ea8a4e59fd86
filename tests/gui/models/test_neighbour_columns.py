"""Table 3 as the paper prints it, and the same for ties, wildcards and long files."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QTimer

from permdesk.audit.record_table import record_table
from permdesk.gui.models import neighbour_search
from permdesk.gui.models.columns import Mark
from permdesk.gui.models.neighbour_columns import compared as compared_with
from permdesk.gui.models.neighbour_columns import neighbour_columns
from permdesk.gui.models.neighbour_search import NeighbourSearch
from tests.gui.audits import long_audit, paper_audit, tied_audit


def compared(audit, distances, record):
    return compared_with(audit, distances, record, record_table(distances, record).maxima)


def texts(columns, row):
    return [column.text(row) for column in columns]


def marked(columns, mark, n):
    """The (row, column) places of a mark."""
    return {
        (row, place)
        for place, column in enumerate(columns)
        for row in range(n)
        if column.marks and mark in column.marks(row)
    }


def test_that_table_3_of_record_3_is_the_papers(expected):
    audit = paper_audit()
    columns = neighbour_columns(compared(audit, audit.distances, 2))
    assert [column.title for column in columns] == [
        "Record", "X1", "X2", "X3", "(X1)", "(X2)", "(X3)", "|(X1) − 8|", "|(X2) − 2|", "|(X3) − 16|", "max",
    ]  # fmt: skip
    assert texts(columns, 9) == ["10", "104.82", "912.77", "4,997.61", "12", "3", "12", "4", "1", "4", "4"]
    for row in range(20):
        shown = texts(columns, row)
        assert [int(text) for text in shown[4:7]] == expected["rank_Y"][row]
        assert [int(text) for text in shown[7:10]] == expected["table3_record3_deviations"][row]
        assert int(shown[10]) == max(expected["table3_record3_deviations"][row])


def test_that_closest_values_and_ranks_are_boxed_and_the_match_is_bold_and_underlined():
    audit = paper_audit()
    columns = neighbour_columns(compared(audit, audit.distances, 2))
    closest = {(5, 1), (8, 2), (16, 3), (5, 4), (8, 5), (16, 6)}
    assert marked(columns, Mark.BOXED, 20) == closest | {(9, 10)}
    assert marked(columns, Mark.UNDERLINED, 20) == {(9, 0), (9, 1), (9, 2), (9, 3)}
    assert marked(columns, Mark.BOLD, 20) == {(9, 0), (9, 1), (9, 2), (9, 3), (9, 10)}


def test_that_marks_are_said_in_words_too():
    audit = paper_audit()
    columns = neighbour_columns(compared(audit, audit.distances, 2))
    assert columns[0].text(2) == "• 3"
    assert columns[0].note(2) == "the record's own release"
    assert columns[0].note(9) == "match"
    assert columns[1].note(5) == "closest to the original value"
    assert columns[1].note(4) == ""


def test_that_sort_keys_are_the_numbers_that_are_shown(expected):
    audit = paper_audit()
    columns = neighbour_columns(compared(audit, audit.distances, 2))
    assert columns[8].key().tolist() == [row[1] for row in expected["table3_record3_deviations"]]
    assert columns[10].key.tolist() == [max(row) for row in expected["table3_record3_deviations"]]


@pytest.mark.parametrize("target", ["distances", "distances_z"])
def test_that_every_cell_agrees_with_the_engines_table(target):
    audit = tied_audit()
    distances = getattr(audit, target)
    for record in (0, 7, 12):
        engine = record_table(distances, record)
        columns = neighbour_columns(compared(audit, distances, record))
        for row in range(audit.n_anonymized):
            assert [int(text) for text in texts(columns, row)[7:10]] == engine.deviations[row].tolist()
            boxed = [bool(column.marks(row) & Mark.BOXED) for column in columns[1:4]]
            assert boxed == engine.is_closest[row].tolist()


def test_that_shared_ranks_are_intervals_and_a_suppressed_cell_is_an_asterisk():
    audit = tied_audit()
    columns = neighbour_columns(compared(audit, audit.distances, 0))
    low, high = int(audit.distances.low[0, 0]), int(audit.distances.high[0, 0])
    assert texts(columns, 0)[4] == f"{low}–{high}"
    assert columns[7].title == f"(age) to {low}–{high}"
    assert texts(columns, 7)[2] == texts(columns, 7)[5] == "*"
    assert Mark.BOXED not in columns[2].marks(7)
    assert np.isnan(columns[5].key()[7])


@pytest.mark.parametrize("block", [7, 1_500, 10_000])
def test_that_a_search_in_blocks_finds_what_one_search_finds(qtbot, monkeypatch, block):
    monkeypatch.setattr(neighbour_search, "BLOCK", block)
    audit, search = long_audit(), NeighbourSearch()
    with qtbot.waitSignal(search.found) as found:
        search.start(audit, audit.distances, 3)
    comparison = found.args[0]
    assert comparison.maxima.tolist() == record_table(audit.distances, 3).maxima.tolist()
    assert comparison.matches.tolist() == record_table(audit.distances, 3).matches.tolist()
    assert not comparison.maxima.flags.writeable
    assert not search.findChild(QTimer).isActive()


def test_that_a_search_that_is_replaced_never_reports(qtbot, monkeypatch):
    monkeypatch.setattr(neighbour_search, "BLOCK", 100)
    audit, search, seen = long_audit(), NeighbourSearch(), []
    search.found.connect(lambda comparison: seen.append(comparison.record))
    search.start(audit, audit.distances, 3)
    search.start(audit, audit.distances, 5)
    qtbot.waitUntil(lambda: bool(seen))
    search.start(audit, audit.distances, 8)
    search.stop()
    qtbot.wait(50)
    assert seen == [5]
