"""A tab that has nothing to show says what it will answer, and leads to the files or to the paper's example."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

DATA, TABS = 0, range(1, 5)


def invited(window, tab):
    window.show_tab(tab)
    page = (*window.result_pages, window.compare_page)[tab - 1]
    assert page.currentWidget() is page.invitation
    assert page.invitation.answer.text()
    return page.invitation


@pytest.mark.parametrize("tab", TABS)
def test_that_an_empty_tab_leads_to_where_files_are_opened(qtbot, window, tab):
    qtbot.mouseClick(invited(window, tab).files, Qt.MouseButton.LeftButton)
    assert window.tabs.currentIndex() == DATA


def test_that_an_empty_tab_opens_the_papers_example(qtbot, window, settle):
    qtbot.mouseClick(invited(window, 2).example, Qt.MouseButton.LeftButton)
    settle()
    assert window.desk.workspace.state.audit is not None
    assert window.tabs.currentIndex() == 2
    assert window.result_pages[1].currentWidget() is not window.result_pages[1].invitation
