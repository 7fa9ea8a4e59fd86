"""What an import report says of an attribute, with and without a pair."""

from __future__ import annotations

import pytest

from permdesk.compute.progress import Progress
from permdesk.data.choices import AttributeChoice, CategoryOrder, Level, PairChoices, PairingBy
from permdesk.data.make_pair import make_pair
from permdesk.data.problem import Problem
from permdesk.gui.pages.data.attribute_rows import attribute_rows
from permdesk.gui.pages.data.import_report import ImportReport
from permdesk.gui.workspace import Setup, State


@pytest.fixture
def state(opened):
    x = opened("x.csv", age=["1.5", "02", "2", ""], town=["a", "b", "a", "b"], n=["1", "2", "3", "4"])
    y = opened("y.csv", age=["1.5", "*", "9", "9"], town=["a", "a", "c", "a"], n=["1", "2", "4", "3"])
    choices = PairChoices(
        (
            AttributeChoice("age", Level.NUMERIC),
            AttributeChoice("town", Level.NOMINAL, CategoryOrder.BY_HAND, ("a", "b", "c")),
            AttributeChoice("n", Level.NUMERIC),
        ),
        PairingBy.ROW,
    )
    pair = make_pair(x.table, y.table, choices, Progress())
    assert not isinstance(pair, Problem)
    return State(Setup(original=x, anonymized=y, choices=choices), pair)


@pytest.fixture
def report(qtbot, app):
    report = ImportReport()
    qtbot.addWidget(report)
    return report


def table(view):
    rows = view.rows
    return [[rows.index(row, j).data() for j in range(rows.columnCount())] for row in range(rows.rowCount())]


def show(report, state, name):
    report.show_state(state)
    report.show_attribute(next(row for row in attribute_rows(state) if row.name == name))


def test_that_it_says_how_to_choose_an_attribute(report):
    assert "Choose an attribute" in report.why.text()
    assert report.facts.isHidden()


def test_that_both_files_stand_side_by_side_with_the_reasons_for_what_is_missing(report, state):
    show(report, state, "age")
    facts = {name: (x, y) for name, x, y in table(report.facts)}
    assert facts["Missing: blank"] == ("1", "0")
    assert facts["Suppressed: *"] == ("0", "1")
    assert facts["Leading zeros"] == ("1", "0")
    assert facts["Decimals"] == ("1", "1")
    assert (facts["Smallest"], facts["Largest"]) == (("1.5", "1.5"), ("2", "9"))


def test_that_cells_beyond_the_range_are_listed_with_their_record(report, state):
    show(report, state, "age")
    assert "Cells beyond the original's range: 2." in report.said.text()
    assert table(report.doubts) == [
        ["Beyond the original's range", "Anonymized", "3", "9"],
        ["Beyond the original's range", "Anonymized", "4", "9"],
    ]


def test_that_categories_of_one_file_only_are_listed(report, state):
    show(report, state, "town")
    assert [row[0] + " " + row[3] for row in table(report.doubts)] == [
        "Only in the release c",
        "Only in the original b",
    ]


def test_that_nothing_to_look_at_is_said(report, state):
    show(report, state, "n")
    assert report.said.text().startswith("✓")
    assert report.doubts.isHidden()


def test_that_without_a_pair_it_shows_what_is_known_and_why_not_more(report, state):
    alone = State(Setup(original=state.setup.original))
    show(report, alone, "age")
    assert {row[0]: row[1:] for row in table(report.facts)}["Distinct"] == ["3", "–"]
    assert "once both files have the attribute" in report.said.text()


def test_that_the_part_with_more_to_show_gets_the_room_that_the_other_can_spare(report, state):
    show(report, state, "town")
    report.resize(report.facts.least_width + report.doubts.least_width + 80, 240)
    report.show()
    for table_of in (report.facts, report.doubts):
        assert table_of.horizontalScrollBar().maximum() == 0
