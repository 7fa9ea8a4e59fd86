"""The permutation distance tab, used as an officer uses it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QLabel, QStyle, QStyleOptionFrame

from permdesk.gui import numbers
from permdesk.gui.appearance import apply_theme
from permdesk.gui.models import selection_text
from permdesk.gui.models.columns import Mark
from permdesk.gui.pages import result_page
from permdesk.gui.pages.distance_page import DistancePage
from permdesk.gui.panels import record_panel
from permdesk.gui.theme import DARK, LIGHT
from permdesk.report.derivations.tie_comparison import TieFigure, tie_figure
from permdesk.report.sections.ties import ties_blocks
from tests.gui.audits import audit_of, long_audit, paper_audit, scaled_audit, tied_audit, unpaired_audit
from tests.pairs import pair_of


@pytest.fixture
def page(qtbot):
    page = DistancePage()
    qtbot.addWidget(page)
    page.resize(1400, 800)
    page.show_audit(paper_audit())
    page.show()
    qtbot.waitExposed(page)
    return page


def click(qtbot, table, row, column=0):
    place = table.visualRect(table.rows.index(row, column)).center()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)


def column(table, title):
    place = next(j for j, column in enumerate(table.rows.columns) if column.title == title)
    return [table.rows.index(row, place).data() for row in range(table.rows.rowCount())]


def ask(qtbot, page, condition):
    page.records.condition.setFocus()
    page.records.condition.selectAll()
    qtbot.keyClicks(page.records.condition, condition)
    qtbot.keyClick(page.records.condition, Qt.Key.Key_Return)


def test_that_a_page_without_an_audit_says_what_it_answers_and_builds_nothing(qtbot):
    page = DistancePage()
    qtbot.addWidget(page)
    page.show_audit(None)
    page.apply_theme(DARK)
    assert page.count() == 1
    assert page.currentWidget().answer.text().startswith("Here you will see how far each original record moved")


def test_that_an_audit_can_go_and_come_back(page):
    page.show_audit(None)
    assert page.currentIndex() == 0
    page.show_audit(scaled_audit())
    assert page.currentIndex() == 1
    assert page.records.table.rows.rowCount() == 120


def test_that_a_click_on_record_3_shows_table_3_in_numbers_marks_and_words(page, qtbot):
    click(qtbot, page.records.table, 2)
    table = page.record.table
    assert page.record.title.text() == "Record 3"
    assert page.record.values.text() == "Original values: X1 = 100.87,  X2 = 902.21,  X3 = 5,108.54"
    assert page.record.sentence.text() == (
        "Permutation distance of record 3 is 4: record 10 deviates by 4, 1, 4 ranks. "
        "Its own release, record 3, is 9 ranks away."
    )
    maxima = [int(text) for text in column(table, "max")]
    assert maxima == [11, 9, 9, 6, 16, 7, 12, 17, 13, 4, 10, 18, 10, 13, 8, 15, 11, 14, 14, 12]
    marks = [table.rows.columns[place].marks_of(9) for place in (0, 10)]
    assert marks == [Mark.BOLD | Mark.UNDERLINED, Mark.BOXED | Mark.BOLD]


def test_that_a_record_with_several_matches_names_them(page, qtbot):
    click(qtbot, page.records.table, 1)
    said = page.record.sentence.text()
    assert said.startswith("Permutation distance of record 2 is 4, attained by 2 records (2, 4); the first, record 2,")
    assert said.endswith("Its own release is among the matches.")


def test_that_arrow_keys_walk_through_the_records(page, qtbot):
    click(qtbot, page.records.table, 0)
    qtbot.keyClick(page.records.table, Qt.Key.Key_Down)
    qtbot.keyClick(page.records.table, Qt.Key.Key_Down)
    assert page.record.title.text() == "Record 3"


def test_that_the_record_can_be_compared_with_z_and_nearest_first(page, qtbot):
    click(qtbot, page.records.table, 2)
    qtbot.mouseClick(page.record.target.buttons[1], Qt.MouseButton.LeftButton)
    assert page.record.sentence.text().startswith("Permutation distance of record 3 is 3: record 10")
    assert page.record.table.rows.columns[1].group == "Values of Z"
    qtbot.mouseClick(page.record.order.buttons[1], Qt.MouseButton.LeftButton)
    maxima = [int(text) for text in column(page.record.table, "max")]
    assert maxima == sorted(maxima)
    click(qtbot, page.records.table, 3)
    maxima = [int(text) for text in column(page.record.table, "max")]
    assert maxima == sorted(maxima)
    qtbot.mouseClick(page.record.order.buttons[0], Qt.MouseButton.LeftButton)
    assert [text.strip("• ") for text in column(page.record.table, "Record")] == [str(i) for i in range(1, 21)]


def test_that_arrow_keys_choose_among_segments(page, qtbot):
    page.record.target.buttons[0].setFocus()
    qtbot.keyClick(page.record.target.buttons[0], Qt.Key.Key_Right)
    assert page.record.target.current == 1


def test_that_a_condition_keeps_the_records_that_fulfil_it(page, qtbot):
    ask(qtbot, page, "distance <= 2 and matches = 1")
    assert column(page.records.table, "Record") == ["5", "7", "9", "11", "17", "19", "20"]
    assert page.records.said.text() == "7 of 20 records"
    ask(qtbot, page, "")


def test_that_a_condition_applies_by_itself_after_a_pause(page, qtbot):
    qtbot.keyClicks(page.records.condition, "distance = 1")
    qtbot.waitUntil(lambda: page.records.table.rows.rowCount() == 4)


def test_that_an_unfinished_condition_changes_nothing_and_says_what_is_missing(page, qtbot):
    ask(qtbot, page, "distance = 1")
    ask(qtbot, page, "distanc = 2")
    assert page.records.said.text() == "▲ There is no “distanc”. Is it “distance”?"
    assert page.records.table.rows.rowCount() == 4


def test_that_an_example_can_be_chosen_from_the_menu(page):
    several = next(action for action in page.records.examples.menu().actions() if action.text() == "Several matches")
    several.trigger()
    assert page.records.condition.text() == "matches > 1"
    assert column(page.records.table, "Record") == ["2", "10", "15"]


def test_that_the_field_for_a_record_shows_all_that_it_asks_for_also_in_larger_type(page):
    app = QApplication.instance()
    for larger in (1.4, 1.0):
        apply_theme(app, LIGHT, larger)
        page.apply_theme(LIGHT)
        jump = page.records.jump
        field = QStyleOptionFrame()
        jump.initStyleOption(field)
        inner = jump.style().subElementRect(QStyle.SubElement.SE_LineEditContents, field, jump)
        assert inner.width() >= jump.fontMetrics().horizontalAdvance(jump.placeholderText()) + 4


def test_that_control_g_goes_to_a_record(page, qtbot):
    qtbot.keyClick(page.records.table, Qt.Key.Key_G, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.focusWidget() is page.records.jump
    qtbot.keyClicks(page.records.jump, "15")
    qtbot.keyClick(page.records.jump, Qt.Key.Key_Return)
    assert page.record.title.text() == "Record 15"
    assert QApplication.focusWidget() is page.records.table


@pytest.mark.parametrize("text", ["0", "21", "x", "", "²"])
def test_that_going_to_a_record_that_does_not_exist_is_said_kindly(page, text):
    page.records.jump.setText(text)
    page.records.go()
    assert page.records.said.text().startswith("▲ There is no record")


def test_that_going_to_a_record_that_is_filtered_out_says_so(page, qtbot):
    ask(qtbot, page, "distance = 1")
    page.records.jump.setText("1")
    page.records.go()
    assert "not among those shown" in page.records.said.text()


def test_that_the_bottom_row_follows_the_columns_of_the_table(page, qtbot):
    bottom, table = page.records.bottom, page.records.table
    assert [bottom.rows.index(0, place).data() for place in (1, 9)] == ["d = 1", "v = 0.009025"]
    table.setColumnWidth(1, 170)
    assert bottom.columnWidth(1) == 170
    table.horizontalScrollBar().setValue(40)
    assert bottom.horizontalScrollBar().value() == 40


@pytest.mark.parametrize(("slice_seconds", "said_first"), [(3_600, "20 rows copied"), (0, "Copying…")])
def test_that_copied_rows_are_counted(page, qtbot, monkeypatch, slice_seconds, said_first):
    monkeypatch.setattr(selection_text, "SLICE_SECONDS", slice_seconds)
    table, said = page.records.table, page.records.said
    table.setFocus()
    qtbot.keyClick(table, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    with qtbot.waitSignal(table.copied):
        table.copy()
        assert said.text() == said_first
    assert said.text() == "20 rows copied"
    said.setText("")
    qtbot.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: said.text() == "20 rows copied")


@pytest.mark.parametrize("change", ["sort", "filter"])
def test_that_a_copy_that_comes_to_nothing_is_told(page, qtbot, monkeypatch, change):
    monkeypatch.setattr(selection_text, "SLICE_SECONDS", 0)
    records = page.records
    records.table.selectAll()
    records.table.copy()
    assert records.said.text() == "Copying…"
    if change == "sort":
        records.table.sort_current(Qt.SortOrder.DescendingOrder)
    else:
        records.show_only("distance > 1")
    qtbot.waitUntil(lambda: "Nothing was copied" in records.said.text())


def test_that_files_without_ties_show_no_panel_about_ties(page):
    assert not page.ties.isVisible()


def test_that_ties_show_both_treatments_side_by_side_and_why_they_differ(page):
    audit = tied_audit()
    page.show_audit(audit)
    assert page.ties.isVisible()
    assert page.ties.worst_case[:2] == ["0", "0"]
    medians = [draw.median_d for draw in audit.tie_comparison.random]
    assert min(medians) > 0
    assert page.ties.random[1].startswith(f"{min(medians):g}".rstrip("0").rstrip("."))
    assert "age" in page.ties.why
    assert "Nobody can tell equal values apart" in page.ties.why


def test_that_ties_drawn_for_some_records_are_told_from_the_worst_case_of_all(page, monkeypatch):
    monkeypatch.setattr("permdesk.audit.run.MOST_RECORDS_FOR_TIES", 10)
    audit = audit_of(tied_audit().pair, draws=50)
    page.show_audit(audit)
    shown = [label.text() for label in page.ties.findChildren(QLabel)]
    assert "Worst case (shown here)" in shown
    assert "Random, 5 draws (10 of 40 records)" in shown
    worst, drawn = (
        tie_figure(audit.tie_comparison, TieFigure.SMALLEST, "0", numbers, is_random=is_random)
        for is_random in (False, True)
    )
    assert "over 40 records" in worst.steps[1].text
    assert "over 10 records" in drawn.steps[1].text
    table = ties_blocks(audit)[-1]
    assert table.note == "Of 40 original records."
    assert [row[0].value for row in table.rows[:2]] == [
        "worst case: ranks are intervals", "broken at random, draw 1 (10 of 40 records)",
    ]  # fmt: skip
    page.show_audit(tied_audit())
    assert "Random, 5 draws" in [label.text() for label in page.ties.findChildren(QLabel)]


def test_that_original_values_of_many_attributes_leave_room_for_the_table(page):
    values = np.random.default_rng(6).normal(size=(12, 30)).round(1)
    names = tuple(f"attribute {j}" for j in range(30))
    page.show_audit(audit_of(pair_of(values, values[::-1], names=names), draws=50))
    shown = page.record.values.text()
    assert shown.startswith("Original values: attribute 0 = ")
    assert shown.endswith(" and 18 more")
    assert "attribute 11 = " in shown and "attribute 12 = " not in shown
    assert "attribute 29 = " in page.record.values.toolTip()


def test_that_a_change_of_scale_is_told_above_the_numbers(page):
    audit = scaled_audit()
    page.show_audit(audit)
    assert page.notices.isVisible()
    assert page.notices.sentences == [audit.notices[0].sentence]
    assert page.notices.sentences[0].count("Nothing was protected")
    assert set(column(page.records.table, "to Z")) == {"0"}


def test_that_less_grave_notices_show_on_demand(page, qtbot):
    assert len(page.notices.sentences) == 1
    qtbot.mouseClick(page.notices.more, Qt.MouseButton.LeftButton)
    assert page.notices.sentences == [notice.sentence for notice in paper_audit().notices]
    qtbot.mouseClick(page.notices.more, Qt.MouseButton.LeftButton)
    assert len(page.notices.sentences) == 1


def test_that_a_long_release_shows_its_nearest_records_first_and_all_on_demand(page, qtbot, monkeypatch):
    monkeypatch.setattr(record_panel, "NEAREST", 100)
    audit = long_audit()
    page.show_audit(audit)
    table = page.record.table
    shown = [table.rows.source_row(row) for row in range(table.rows.rowCount())]
    maxima = page.record.comparison.maxima
    assert len(shown) == 100
    assert [maxima[row] for row in shown] == sorted(maxima)[:100]
    assert page.record.all_rows.text() == "Show all 1,500"
    qtbot.mouseClick(page.record.all_rows, Qt.MouseButton.LeftButton)
    assert table.rows.rowCount() == 1_500


def test_that_unpaired_files_show_distances_and_no_own_release(page, qtbot):
    page.show_audit(unpaired_audit())
    click(qtbot, page.records.table, 4)
    assert "own release" not in page.record.sentence.text()
    assert "own release" not in page.record.signs.text()
    page.show_audit(paper_audit())
    assert "own release" in page.record.signs.text()


def test_that_a_narrow_table_of_records_leaves_its_condition_the_room_of_the_example(page, qtbot):
    records = page.records
    records.apply_theme(LIGHT)
    for width, is_above in ((1_000, False), (300, True)):
        records.setParent(None)
        qtbot.addWidget(records)
        records.resize(width, 600)
        records.show()
        qtbot.waitExposed(records)
        words = records.condition.fontMetrics().horizontalAdvance(records.condition.placeholderText())
        assert records.condition.width() > words
        assert (records.jump.y() > records.condition.geometry().bottom()) is is_above


def test_that_the_record_stays_chosen_when_results_are_renewed(page, qtbot):
    click(qtbot, page.records.table, 6)
    page.show_audit(scaled_audit())
    assert page.record.title.text() == "Record 7"


def test_that_every_table_obeys_the_rules_for_models_through_a_whole_visit(page, qtbot):
    fatal = QAbstractItemModelTester.FailureReportingMode.Fatal
    tables = (page.records.table, page.records.bottom, page.record.table)
    testers = [QAbstractItemModelTester(table.rows, fatal) for table in tables]
    for audit in (tied_audit(), long_audit(), paper_audit()):
        page.show_audit(audit)
        page.records.table.sortByColumn(1, Qt.SortOrder.DescendingOrder)
        ask(qtbot, page, "distance <= 1")
        page.record.table.sortByColumn(3, Qt.SortOrder.AscendingOrder)
        ask(qtbot, page, "")
    assert len(testers) == 3


@pytest.mark.parametrize("text", ["1,5", "1,0", "0,01"])
def test_that_a_decimal_comma_is_no_digit_group_of_a_record(page, text):
    page.records.jump.setText(text)
    page.records.go()
    assert page.records.record == 0
    assert "There is no record" in page.records.said.text()


def test_that_a_number_of_thousands_of_digits_is_no_record(page):
    page.records.jump.setText("9" * 5000)
    page.records.go()
    assert "There is no record" in page.records.said.text()


def test_that_another_record_fills_the_table_once_and_sorted(page, qtbot):
    table = page.record.table
    page.record.order.choose(1)
    resets, sorts = [], []
    table.rows.modelReset.connect(lambda: resets.append(table.rows.sorted_by))
    table.rows.layoutChanged.connect(lambda: sorts.append(table.rows.sorted_by))
    page.records.table.choose(7)
    last = table.rows.columnCount() - 1
    assert resets == [(last, Qt.SortOrder.AscendingOrder)]
    assert not sorts
    largest = page.record.comparison.maxima
    shown = [largest[table.rows.source_row(row)] for row in range(table.rows.rowCount())]
    assert shown == sorted(shown)


def test_that_hidden_variances_stay_hidden_when_d_changes_also_in_the_bottom_row(page):
    table, bottom = page.records.table, page.records.bottom
    place = next(j for j, column in enumerate(table.rows.columns) if column.group.startswith("Variance at d"))
    before = table.rows.columns[place].spoken
    table.show_column([table.rows.columns[place]], shown=False)
    audit = paper_audit()
    page.show_audit(replace(audit, distances=replace(audit.distances, distance=audit.distances.distance + 1)))
    assert table.rows.columns[place].spoken != before
    assert table.isColumnHidden(place)
    assert bottom.isColumnHidden(place)


def test_that_hidden_deviations_stay_hidden_and_the_order_stays_for_another_record(page):
    table = page.record.table
    place = next(j for j, column in enumerate(table.rows.columns) if column.group == "Rank deviations d")
    title = table.rows.columns[place].title
    table.show_column([table.rows.columns[place]], shown=False)
    table.sortByColumn(place + 1, Qt.SortOrder.DescendingOrder)
    page.records.table.choose(9)
    assert table.rows.columns[place].title != title
    assert table.isColumnHidden(place)
    assert table.rows.sorted_by == (place + 1, Qt.SortOrder.DescendingOrder)
    page.record.target.choose(1)
    assert table.isColumnHidden(place)


def test_that_table_3_gets_what_its_columns_need_from_the_records_beside_it(page, qtbot):
    table = page.record.table
    least = table.least_width
    page.resize(round(least / 0.575) - 20, 800)
    splitter = page.records.parentWidget().parentWidget()
    assert splitter.orientation() is Qt.Orientation.Horizontal
    qtbot.waitUntil(lambda: table.width() >= least)
    assert table.horizontalScrollBar().maximum() == 0


def test_that_the_verdict_on_records_stays_in_sight_where_table_3_needs_more_than_there_is(page, qtbot):
    values = np.arange(12.0) * 1_000_000
    names = tuple(f"a rather long attribute {j}" for j in range(8))
    page.resize(1_320, 800)
    page.show_audit(audit_of(pair_of(*[np.tile(values[:, None], 8)] * 2, names=names), draws=50))
    qtbot.waitUntil(lambda: page.record.table.horizontalScrollBar().maximum() > 0)
    table = page.records.table
    verdict = next(j for j, column in enumerate(table.rows.columns) if column.title == "Satisfies")
    assert table.horizontalScrollBar().value() == 0
    assert table.columnViewportPosition(verdict) + table.columnWidth(verdict) <= table.viewport().width()


def click_title(qtbot, table, title):
    header = table.horizontalHeader()
    place = next(j for j, column in enumerate(table.rows.columns) if column.spoken == title)
    pos = QPoint(header.sectionViewportPosition(place) + 12, header.height() - 8)
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=pos)


def test_that_titles_clicked_one_after_the_other_sort_by_all_of_them_and_it_is_said(page, qtbot):
    table, order = page.records.table, page.records.order
    assert not order.isVisible()
    click_title(qtbot, table, "Matches in Y: number")
    click_title(qtbot, table, "Permutation distance: to Y")
    distances, matches = column(table, "to Y"), column(table, "number")
    both = list(zip(map(int, distances), map(int, matches), strict=True))
    assert both == sorted(both)
    assert {2, 3} & {several for _, several in both}
    assert order.text() == (
        "Sorted by “Permutation distance: to Y” (smallest first), then by “Matches in Y: number” (smallest first)."
    )
    assert order.isVisible()


def test_that_keys_sort_by_several_columns_and_go_back_to_the_order_of_the_file(page, qtbot):
    table = page.records.table
    table.setFocus()
    alt = Qt.KeyboardModifier.AltModifier
    for title in ("number", "to Y"):
        place = next(j for j, column in enumerate(table.rows.columns) if column.title == title)
        table.setCurrentIndex(table.rows.index(0, place))
        qtbot.keyClick(table, Qt.Key.Key_Down, alt)
    both = list(zip(map(int, column(table, "to Y")), map(int, column(table, "number")), strict=True))
    assert both == sorted(both, reverse=True)
    assert page.records.order.text().count("largest first") == 2
    ask(qtbot, page, "matches > 1")
    assert page.records.order.isVisible()
    qtbot.keyClick(table, Qt.Key.Key_Home, alt)
    assert not page.records.order.isVisible()
    assert column(table, "Record") == ["2", "10", "15"]


def test_that_the_bottom_row_of_a_large_audit_follows_in_a_later_turn_in_the_room_kept_for_it(page, qtbot, monkeypatch):
    monkeypatch.setattr(result_page, "AT_ONCE", 1)
    fresh = DistancePage()
    qtbot.addWidget(fresh)
    fresh.resize(600, 500)
    fresh.show()
    fresh.show_audit(paper_audit())
    bottom, table = fresh.records.bottom, fresh.records.table
    assert not bottom.rows.columnCount()
    height = bottom.height()
    qtbot.waitUntil(lambda: bottom.rows.columnCount() == table.rows.columnCount())
    assert bottom.height() == height
    assert bottom.pinned.shown == table.pinned.shown
    assert [bottom.columnWidth(j) for j in range(3)] == [table.columnWidth(j) for j in range(3)]
