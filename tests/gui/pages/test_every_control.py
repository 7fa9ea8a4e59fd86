"""Every control of the result pages can be reached by key, has a name, and says what it means."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QScrollBar, QWidget

from permdesk.gui.pages.distance_page import DistancePage
from permdesk.gui.pages.intruder_page import IntruderPage
from permdesk.gui.pages.reverse_mapping_page import ReverseMappingPage
from tests.gui.audits import long_audit, paper_audit, scaled_audit, tied_audit

AUDITS = (paper_audit, tied_audit, scaled_audit, long_audit)


@pytest.fixture(params=(ReverseMappingPage, DistancePage, IntruderPage))
def make_page(request, explorer):
    return (lambda: IntruderPage(explorer)) if request.param is IntruderPage else request.param


def inner(widget):
    """A part of a control that Qt made, such as the line edit's clear button or the view of a closed combo box."""
    return widget.objectName().startswith("qt_") or isinstance(widget, QScrollBar) or widget.isWindow()


@pytest.mark.parametrize("audit", AUDITS)
def test_that_every_control_has_a_name_and_a_meaning(qtbot, make_page, audit):
    page = make_page()
    qtbot.addWidget(page)
    page.show_audit(audit())
    page.resize(1400, 900)
    page.show()
    controls = [
        widget
        for widget in page.findChildren(QWidget)
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and not inner(widget) and not inner(widget.parentWidget())
    ]
    assert len(controls) > 5
    for control in controls:
        assert control.accessibleName() or control.text(), control
        if not isinstance(control, QAbstractItemView):
            assert control.toolTip(), control.accessibleName()


def test_that_tab_visits_every_control_and_comes_back(qtbot, make_page):
    page = make_page()
    qtbot.addWidget(page)
    page.show_audit(paper_audit())
    page.resize(1400, 900)
    page.show()
    qtbot.waitActive(page)
    reachable = {
        widget
        for widget in page.findChildren(QWidget)
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisible() and widget.isEnabled()
    }
    visited = []
    page.focusNextChild()
    while page.focusWidget() not in visited and len(visited) < 100:
        visited.append(page.focusWidget())
        page.focusNextChild()
    tables = {widget for widget in reachable if isinstance(widget, QAbstractItemView)}
    assert tables <= set(visited)
    assert len(visited) > len(tables) + 3


def test_that_every_title_of_a_table_explains_itself(qtbot, make_page):
    page = make_page()
    qtbot.addWidget(page)
    page.show_audit(paper_audit())
    for table in page.findChildren(QAbstractItemView):
        if not hasattr(table, "rows") or table.horizontalHeader().isHidden():
            continue
        for section, column in enumerate(table.rows.columns):
            tip = table.rows.headerData(section, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
            assert tip or not column.title
