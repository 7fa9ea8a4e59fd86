"""What only a screen and a window manager can show: the window is there, painted, and takes the keyboard."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from tests.flows import test_all_formats_by_keys as by_keys

pytestmark = pytest.mark.real_window

ROOT = Path(__file__).parents[2]
COPIES_AND_ENDS = """
import sys
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication
from permdesk import app
from permdesk.ending import end
from permdesk.gui.desk import Desk
from permdesk.gui.main_window import MainWindow

def copy_and_close(_):
    {copy}
    next(one for one in QApplication.topLevelWidgets() if isinstance(one, MainWindow)).close()

Desk.prepare = copy_and_close
status = app.main([])
print("given to the system" if QCoreApplication.instance() is None else "nothing to give", flush=True)
end(status)
"""


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


@pytest.mark.parametrize(
    ("copy", "said"),
    [("QApplication.clipboard().setText('a table')", "given to the system"), ("pass", "nothing to give")],
)
def test_that_what_was_copied_is_given_to_the_system_before_the_end(tmp_path, copy, said):
    environment = {**os.environ, "XDG_CONFIG_HOME": str(tmp_path)}
    command = [sys.executable, "-c", COPIES_AND_ENDS.format(copy=copy)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=100, check=False)
    assert (done.returncode, done.stdout) == (0, f"{said}\n"), done.stderr
