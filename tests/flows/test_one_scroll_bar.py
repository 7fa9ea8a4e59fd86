"""The Data tab scrolls its settings, and the tab itself only where it does not fit."""

from __future__ import annotations


def test_that_the_data_tab_has_no_second_bar_where_all_fits(qtbot, with_results):
    window = with_results
    window.show_tab(0)
    window.resize(1320, 860)
    area = window.tabs.currentWidget()
    needed = window.data_page.minimumSizeHint().height()
    spare = area.viewport().height() - needed
    assert spare > 0
    window.resize(1320, 860 - spare + 10)
    qtbot.waitUntil(lambda: needed <= area.viewport().height() < needed + 30)
    assert area.verticalScrollBar().maximum() == 0
