"""What only a screen and a window manager can show: the window is there, painted, and takes the keyboard."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from tests.flows import test_all_formats_by_keys as by_keys

pytestmark = pytest.mark.real_window


def test_that_the_window_is_on_the_screen_with_its_results_painted(qtbot, with_results):
    assert QApplication.platformName() != "offscreen"
    screen = with_results.screen()

    def colours_on_the_screen() -> int:
        place = with_results.frameGeometry().intersected(screen.geometry())
        picture = screen.grabWindow(0, place.x(), place.y(), place.width(), place.height()).toImage()
        assert picture.width() > 600
        points = [(x, y) for x in range(0, picture.width(), 3) for y in range(0, picture.height(), 3)]
        return len({picture.pixel(x, y) for x, y in points})

    qtbot.waitUntil(lambda: colours_on_the_screen() > 50)


def test_that_the_keyboard_reaches_every_tab_of_the_active_window(qtbot, with_results):
    qtbot.waitUntil(with_results.isActiveWindow)
    assert QApplication.activeWindow() is with_results
    tabs = with_results.tabs
    tabs.tabBar().setFocus()
    assert QApplication.focusWidget() is tabs.tabBar()
    while tabs.currentIndex() > 0:
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Left)
    seen = [tabs.currentWidget()]
    for _ in range(tabs.count() - 1):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Right)
        seen.append(tabs.currentWidget())
    assert len(set(seen)) == tabs.count() > 4


def test_that_all_formats_are_written_by_keys_alone_on_a_screen_too(qtbot, window, settle, paper, tmp_path):
    by_keys.test_that_all_ticked_formats_are_written_at_once_into_a_folder(qtbot, window, settle, paper, tmp_path)
