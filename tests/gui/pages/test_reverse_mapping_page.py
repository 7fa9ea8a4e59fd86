"""The reverse mapping tab, used as an officer uses it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester

from permdesk.gui.numbers import decimal
from permdesk.gui.pages.reverse_mapping_page import ReverseMappingPage
from permdesk.gui.theme import DARK
from tests.gui.audits import paper_audit, tied_audit, unpaired_audit


@pytest.fixture
def page(qtbot):
    page = ReverseMappingPage()
    qtbot.addWidget(page)
    page.resize(1400, 800)
    page.show_audit(paper_audit())
    page.show()
    qtbot.waitExposed(page)
    return page


def titles(page):
    return [column.spoken for column in page.records.rows.columns]


def test_that_a_page_without_an_audit_says_what_it_answers(qtbot):
    page = ReverseMappingPage()
    qtbot.addWidget(page)
    page.show_audit(None)
    assert page.count() == 1
    assert "how much of the anonymization is permutation" in page.currentWidget().answer.text()


def test_that_all_attributes_show_at_first_when_there_are_few(page, expected):
    assert len(titles(page)) == 22
    row = [page.records.rows.index(2, place).data() for place in (13, 14, 15)]
    assert [float(text.replace(",", "")) for text in row] == expected["Z"][2]


def test_that_the_chooser_shows_one_attribute_everywhere(page, qtbot, expected):
    page.attribute.setFocus()
    qtbot.keyClick(page.attribute, Qt.Key.Key_Down)
    qtbot.keyClick(page.attribute, Qt.Key.Key_Down)
    assert page.attribute.currentText() == "X2"
    assert len(titles(page)) == 8
    assert titles(page)[1] == "Original X: X2"
    assert page.sentence.text().startswith("X2: the ranks of X and Z correlate with 0.844. On average")
    assert page.pictures.scatter.mapped.tolist() == [row[1] for row in expected["rank_Y"]]
    assert page.findings.currentIndex().row() == 1


def test_that_a_click_on_a_finding_shows_its_scatter_and_leaves_all_attributes_in_the_table(page, qtbot, expected):
    place = page.findings.visualRect(page.findings.rows.index(2, 0)).center()
    qtbot.mouseClick(page.findings.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert page.pictures.scatter.original.tolist() == [row[2] for row in expected["rank_X"]]
    assert page.attribute.currentIndex() == 0
    page.attribute.setCurrentIndex(1)
    qtbot.mouseClick(page.findings.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert page.attribute.currentText() == "X3"


def test_that_correlations_can_be_shown_for_every_file(page, qtbot):
    qtbot.mouseClick(page.side.buttons[3], Qt.MouseButton.LeftButton)
    assert page.correlations.map.view.isVisible()
    qtbot.mouseClick(page.correlations.map.with_numbers, Qt.MouseButton.LeftButton)
    mapping = paper_audit().mapping
    matrices = [mapping.spearman_original, mapping.spearman_anonymized, mapping.spearman_reverse_mapped]
    for button, matrix in zip(page.correlations.which.buttons[:3], matrices, strict=True):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        assert page.correlations.map.table.rows.index(0, 2).data() == decimal(matrix[0, 1])
    qtbot.mouseClick(page.correlations.which.buttons[3], Qt.MouseButton.LeftButton)
    assert page.correlations.map.table.rows.index(0, 2).data() == "−0.24"
    assert page.correlations.changes.rows.index(0, 0).data() == "X1, X2"


def test_that_unpaired_files_explain_the_empty_scatter(page):
    page.show_audit(unpaired_audit())
    assert page.pictures.scatter.original.size == 0
    assert "not paired" in page.pictures.scatter.caption.text()
    assert "without pairs" in page.sentence.text()


def test_that_a_release_of_unchanged_values_is_called_that(page):
    page.show_audit(tied_audit())
    assert page.sentence.text().endswith("The anonymization changed no value.")


def test_that_every_table_obeys_the_rules_for_models_through_a_whole_visit(page):
    fatal = QAbstractItemModelTester.FailureReportingMode.Fatal
    page.correlations.map.with_numbers.setChecked(True)
    tables = (page.records, page.findings, page.correlations.map.table, page.correlations.changes)
    testers = [QAbstractItemModelTester(table.rows, fatal) for table in tables]
    page.side.choose(3)
    for audit in (unpaired_audit(), tied_audit(), paper_audit()):
        page.show_audit(audit)
        for table in tables:
            table.sortByColumn(1, Qt.SortOrder.DescendingOrder)
        for place in range(page.attribute.count()):
            page.attribute.setCurrentIndex(place)
    page.apply_theme(DARK)
    assert len(testers) == 4


def test_that_correlations_are_drawn_when_they_are_looked_at_and_follow_the_audit(page):
    assert page.correlations.map.names == ()
    page.side.choose(3)
    assert page.correlations.map.names == paper_audit().names
    first = page.correlations.map.matrix.copy()
    page.show_audit(tied_audit())
    assert page.correlations.map.names == tied_audit().names
    page.side.choose(0)
    page.show_audit(paper_audit())
    page.side.choose(3)
    assert page.correlations.map.matrix.tolist() == first.tolist()


def test_that_the_buttons_above_the_pictures_leave_room_for_the_findings(page, qtbot):
    whole = page.side.sizeHint().width()
    splitter = page.side.parentWidget().parentWidget()
    splitter.setSizes([10_000, 0])
    qtbot.waitUntil(lambda: page.side.width() < whole and len({button.y() for button in page.side.buttons}) > 1)
