"""The officer's own (d, v), asked by sliders, fields and keys beside the table of records."""

from __future__ import annotations

from threading import current_thread, main_thread

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester

from permdesk.audit.own_requirement import Requirement, RequirementReader
from permdesk.compute.progress import Progress
from permdesk.gui.pages import result_page
from permdesk.gui.pages.distance_page import DistancePage
from permdesk.gui.panels import requirement_panel
from tests.gui.audits import audit_of, long_audit, paper_audit, tied_audit
from tests.pairs import paper_pair

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def unasked(qtbot):
    """The page before its own d and v are asked for."""
    page = DistancePage()
    qtbot.addWidget(page)
    page.resize(1400, 860)
    page.show_audit(paper_audit())
    page.show()
    qtbot.waitExposed(page)
    yield page
    page.shutdown()


@pytest.fixture
def page(qtbot, unasked):
    qtbot.mouseClick(unasked.side.buttons[1], LEFT)
    qtbot.waitUntil(lambda: unasked.requirement.reading is not None)
    return unasked


def ask(qtbot, page, field, text):
    """Type a number into a field, and wait until it was read."""
    before = page.requirement.reading
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.requirement.reading is not before and not page.requirement.runner.busy)


def own(page):
    """What the table of records says of the officer's own (d, v), by record."""
    rows = page.records.table.rows
    place = next(j for j, column in enumerate(rows.columns) if column.title == "Own (d, v)")
    return {rows.source_row(row): rows.index(row, place).data() for row in range(rows.rowCount())}


def test_that_nothing_is_read_before_anybody_asks(qtbot):
    page = DistancePage()
    qtbot.addWidget(page)
    page.show_audit(paper_audit())
    assert page.requirement.reading is None
    assert "Own (d, v)" not in [column.title for column in page.records.table.rows.columns]
    page.shutdown()


def test_that_it_begins_with_what_the_policy_asks(page):
    assert page.requirement.requirement == Requirement(1, (0.0, 0.0, 0.0))
    assert page.requirement.sentence.text().startswith("✓ All 20 records have your (d, v) with d = 1")
    assert set(own(page).values()) == {"✓"}


def test_that_the_own_column_is_brought_into_sight(qtbot):
    page = DistancePage()
    qtbot.addWidget(page)
    page.resize(740, 600)
    page.show_audit(paper_audit())
    page.show()
    qtbot.waitExposed(page)
    table = page.records.table
    assert table.horizontalScrollBar().value() == 0
    page.side.choose(1)
    qtbot.waitUntil(lambda: page.requirement.reading is not None)
    place = [column.title for column in table.rows.columns].index("Own (d, v)")
    right = table.columnViewportPosition(place) + table.columnWidth(place)
    assert right <= table.viewport().width()
    page.shutdown()


def test_that_a_typed_distance_shows_verdict_and_failing_records_at_once(page, qtbot):
    ask(qtbot, page, page.requirement.distance.field, "3")
    assert page.requirement.sentence.text() == (
        "✗ 12 of 20 records (60.0 %) have your (d, v). 8 are closer than d = 3 to a record of Y or Z; "
        "0 have too little variance near their value."
    )
    audit = paper_audit()
    moved = np.minimum(audit.distances.distance, audit.distances_z.distance)
    assert own(page) == {row: "✓" if moved[row] >= 3 else "✗" for row in range(20)}


def test_that_only_the_failing_records_show_on_demand_and_follow_the_slider(page, qtbot):
    ask(qtbot, page, page.requirement.distance.field, "3")
    qtbot.keyClick(page.requirement.failing, Qt.Key.Key_Space)
    assert page.requirement.failing.isChecked()
    assert page.records.condition.text() == "own = no"
    assert len(own(page)) == 8
    ask(qtbot, page, page.requirement.distance.field, "4")
    assert set(own(page).values()) == {"✗"}
    assert len(own(page)) == 15
    qtbot.keyClick(page.requirement.failing, Qt.Key.Key_Space)
    assert page.records.table.rows.rowCount() == 20


def test_that_the_slider_moves_by_keys_and_the_field_follows(page, qtbot):
    slider = page.requirement.distance.slider
    slider.setFocus()
    qtbot.keyClick(slider, Qt.Key.Key_End)
    qtbot.waitUntil(lambda: page.requirement.reading.requirement.distance == 5)
    assert page.requirement.distance.field.value() == 5
    assert page.requirement.sentence.text().startswith("✗ 0 of 20 records")
    qtbot.keyClick(slider, Qt.Key.Key_Home)
    qtbot.waitUntil(lambda: page.requirement.reading.requirement.distance == 0)


def test_that_v_is_a_share_of_all_variances_or_squared_units_of_one_attribute(page, qtbot):
    panel = page.requirement
    ask(qtbot, page, panel.variance.field, "0.5")
    whole = RequirementReader(paper_audit()).whole
    assert panel.requirement.variances == pytest.approx(tuple(0.005 * whole))
    panel.attribute.setFocus()
    qtbot.keyClick(panel.attribute, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: panel.reading.attribute == 0)
    assert panel.variance.field.value() == pytest.approx(0.005 * whole[0], rel=1e-4)
    ask(qtbot, page, panel.variance.field, "12.5")
    assert panel.requirement.variances == pytest.approx((12.5, 0.005 * whole[1], 0.005 * whole[2]))
    expected = RequirementReader(paper_audit()).read(panel.requirement, 0, Progress())
    assert panel.table.rows.index(0, 4).data() == f"✗ {expected.alike[:, 0].sum()}"
    qtbot.mouseClick(panel.policy, LEFT)
    qtbot.waitUntil(lambda: panel.reading.requirement.variances == (0.0, 0.0, 0.0))
    assert panel.variance.field.value() == 0


def test_that_a_row_of_the_table_chooses_the_attribute(page, qtbot):
    table = page.requirement.table
    qtbot.mouseClick(table.viewport(), LEFT, pos=table.visualRect(table.rows.index(2, 0)).center())
    qtbot.waitUntil(lambda: page.requirement.reading.attribute == 2)
    assert page.requirement.attribute.currentText() == "X3"


def test_that_the_curves_hold_the_readings_numbers_and_say_them_under_the_pointer(page, qtbot):
    ask(qtbot, page, page.requirement.distance.field, "3")
    plot = page.requirement.over_distance
    assert plot.at.tolist() == [0, 1, 2, 3, 4, 5]
    assert plot.share.tolist() == pytest.approx((100 * page.requirement.reading.over_distance.share).tolist())
    assert plot.said_at(3.2, 10) == "d = 3: 60.0 % of the records satisfy it"
    assert plot.said_at(99, 10) == ""
    assert (plot.now, plot.share_now) == (3, 60)


def test_that_the_numbers_of_a_curve_show_as_a_table(page, qtbot):
    plot = page.requirement.over_distance
    qtbot.mouseClick(plot.with_numbers, LEFT)
    assert plot.table.isVisible()
    assert [plot.table.rows.index(3, j).data() for j in range(2)] == ["d = 3", "60.0 %"]
    qtbot.mouseClick(plot.with_numbers, LEFT)
    assert plot.view.isVisible()
    assert not plot.table.isVisible()


def test_that_dragging_the_line_asks_another_distance(page, qtbot):
    page.requirement.over_distance.wanted.emit(2.2)
    qtbot.waitUntil(lambda: page.requirement.reading.requirement.distance == 2)
    assert page.requirement.distance.field.value() == 2


def test_that_what_was_asked_stays_for_another_audit_of_the_same_attributes(page, qtbot):
    ask(qtbot, page, page.requirement.distance.field, "3")
    before = page.requirement.reading
    page.show_audit(audit_of(paper_pair(), draws=100))
    qtbot.waitUntil(lambda: page.requirement.reading not in (None, before))
    assert page.requirement.requirement.distance == 3
    assert page.records.table.rows.rowCount() == 20


def test_that_models_keep_the_rules_while_the_own_column_comes_and_changes(page, qtbot):
    fatal = QAbstractItemModelTester.FailureReportingMode.Fatal
    tables = (page.records.table, page.records.bottom, page.requirement.table)
    testers = [QAbstractItemModelTester(table.rows, fatal) for table in tables]
    for audit in (tied_audit(), long_audit(), paper_audit()):
        page.show_audit(audit)
        qtbot.waitUntil(lambda: page.requirement.reading is not None)
        place = [column.title for column in page.records.table.rows.columns].index("Own (d, v)")
        page.records.table.sortByColumn(place, Qt.SortOrder.AscendingOrder)
        ask(qtbot, page, page.requirement.distance.field, "4")
        signs = list(own(page).values())
        assert signs == sorted(signs, key="✗✓".index)
    assert len(testers) == 3


def test_that_the_curve_shows_its_symbols_whole_at_all_and_at_no_records(page, qtbot):
    plot = page.requirement.over_distance
    (left, right), (low, high) = plot.box.viewRange()
    symbol = 13 / 2
    per_pixel, per_percent = (right - left) / plot.canvas.width(), (high - low) / plot.canvas.height()
    assert plot.share[0] == 100
    assert left <= -symbol * per_pixel
    assert low <= -symbol * per_percent * 7 / 13
    assert high >= 100 + symbol * per_percent


@pytest.fixture
def threads(monkeypatch):
    """The threads on which readers were made, each of which goes over all values."""
    made = []

    class Reader(RequirementReader):
        def __init__(self, audit):
            made.append(current_thread())
            super().__init__(audit)

    monkeypatch.setattr(requirement_panel, "RequirementReader", Reader)
    return made


def test_that_no_variance_of_all_records_is_found_on_the_windows_thread(qtbot, threads):
    page = DistancePage()
    qtbot.addWidget(page)
    page.show_audit(paper_audit())
    page.side.choose(1)
    controls = (
        page.requirement.distance,
        page.requirement.attribute,
        page.requirement.variance,
        page.requirement.policy,
    )
    assert not any(control.isEnabled() for control in controls)
    qtbot.waitUntil(lambda: page.requirement.reading is not None)
    assert all(control.isEnabled() for control in controls)
    assert len(threads) == 1
    assert threads[0] is not main_thread()
    page.shutdown()


def test_that_a_d_that_is_asked_while_the_next_audit_is_first_read_is_not_lost(page, qtbot):
    panel = page.requirement
    page.show_audit(audit_of(paper_pair(), draws=100))
    assert panel.reading is None
    panel.distance.field.setValue(4)
    qtbot.waitUntil(lambda: panel.reading is not None and panel.reading.requirement.distance == 4)
    assert panel.requirement.distance == 4
    assert panel.distance.field.value() == 4
    qtbot.waitUntil(lambda: not panel.runner.busy)
    assert panel.reading.requirement.distance == 4


def test_that_of_a_large_audit_the_curve_over_v_and_the_attributes_follow_in_turns_of_their_own(
    page, qtbot, monkeypatch
):
    monkeypatch.setattr(result_page, "AT_ONCE", 1)
    panel = page.requirement
    before = panel.table.rows.columns
    panel.distance.field.setValue(4)
    with qtbot.waitSignal(panel.read):
        pass
    assert panel.over_distance.now == 4
    assert panel.table.rows.columns is before
    qtbot.waitUntil(lambda: set(own(page).values()) == {"✓", "✗"})
    assert panel.table.rows.columns[3].title == "smallest at d = 4"
    assert panel.over_variance.at.tolist() == pytest.approx((100 * panel.reading.over_variance.at).tolist())


def test_that_what_follows_of_an_older_reading_is_not_shown(page, qtbot):
    panel = page.requirement
    older = panel.reading
    ask(qtbot, page, panel.distance.field, "3")
    panel.show_attributes(older)
    panel.show_over_variance(older)
    assert panel.table.rows.columns[3].title == "smallest at d = 3"


def test_that_the_own_column_comes_without_touching_order_selection_or_the_chosen_record(unasked, qtbot):
    page, table, shown = unasked, unasked.records.table, []
    page.records.record_chosen.connect(shown.append)
    table.sortByColumn(6, Qt.SortOrder.DescendingOrder)
    order = table.rows.source_rows(0, 19)
    table.choose(4)
    table.setFocus()
    for _ in range(2):
        qtbot.keyClick(table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    selected = [index.row() for index in table.selectionModel().selectedRows()]
    shown.clear()
    with qtbot.assertNotEmitted(table.rows.modelReset):
        page.side.choose(1)
        qtbot.waitUntil(lambda: "Own (d, v)" in [column.title for column in table.rows.columns])
    assert table.rows.source_rows(0, 19) == order
    assert len(selected) == 3
    assert [index.row() for index in table.selectionModel().selectedRows()] == selected
    assert shown == []
    assert "own" in page.records.condition.toolTip()
    bottom = page.records.bottom
    assert [column.title for column in bottom.rows.columns] == [column.title for column in table.rows.columns]
    widths = [table.columnWidth(section) for section in range(table.rows.columnCount())]
    assert [bottom.columnWidth(section) for section in range(bottom.rows.columnCount())] == widths
    page.shutdown()


def test_that_a_condition_on_the_own_column_is_read_as_soon_as_it_comes(qtbot):
    page = DistancePage()
    qtbot.addWidget(page)
    page.show_audit(paper_audit())
    page.records.show_only("own = no")
    assert page.records.table.rows.rowCount() == 20
    page.side.choose(1)
    qtbot.waitUntil(lambda: "Own (d, v)" in [column.title for column in page.records.table.rows.columns])
    assert page.records.table.rows.rowCount() == 0
    page.shutdown()
