"""F1 in the boxes of Qt's own, and the tour with a dialog open, by keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QMessageBox

from permdesk.gui.dialogs.policy import PolicyDialog
from permdesk.gui.guide.guide_window import GuideWindow
from tests.flows.open_guides import press


def active(qtbot, kind):
    qtbot.waitUntil(lambda: isinstance(QApplication.activeWindow(), kind))
    return QApplication.activeWindow()


def title_of(guide):
    return guide.contents.tree.currentItem().text(0)


def ask_about_tour(window):
    window.guidance.start_tour()


def back_in(qtbot, window):
    """As a desktop does when the window above is gone; the platform of the tests does not."""
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)


@pytest.mark.parametrize(
    ("opened", "kind"),
    [
        (lambda window: window.dialogs.show_about(), QMessageBox),
        (ask_about_tour, QMessageBox),
        (lambda window: window.openings.ask_original(), QFileDialog),
        (lambda window: window.recipes.save_as(), QFileDialog),
    ],
)
def test_that_f1_opens_the_chapter_of_the_tab_over_a_box_and_escape_leads_back(qtbot, with_results, opened, kind):
    window = with_results
    qtbot.keyClick(window, Qt.Key.Key_4, Qt.KeyboardModifier.ControlModifier)
    opened(window)
    box = active(qtbot, kind)
    press(qtbot, Qt.Key.Key_F1)
    guide = active(qtbot, GuideWindow)
    assert title_of(guide).startswith("The intruder")
    press(qtbot, Qt.Key.Key_Escape)
    assert window.guidance.guide is None
    back_in(qtbot, box)
    press(qtbot, Qt.Key.Key_Escape)
    assert not box.isVisible()
    assert QApplication.activeModalWidget() is None


def test_that_the_tour_and_a_dialog_beside_the_window_each_close_by_their_own_escape(qtbot, with_results):
    window = with_results
    window.dialogs.show_policy()
    policy = active(qtbot, PolicyDialog)
    back_in(qtbot, window)
    window.guidance.start_tour()
    active(qtbot, QMessageBox)
    press(qtbot, Qt.Key.Key_Return)
    tour = window.guidance.tour
    assert tour is not None
    back_in(qtbot, window)
    assert QApplication.focusWidget() is tour.next
    press(qtbot, Qt.Key.Key_Right)
    assert tour.step == 1
    back_in(qtbot, policy)
    press(qtbot, Qt.Key.Key_Escape)
    assert not policy.isVisible()
    assert window.guidance.tour is tour
    back_in(qtbot, window)
    assert tour.isAncestorOf(QApplication.focusWidget())
    press(qtbot, Qt.Key.Key_Escape)
    assert window.guidance.tour is None


def test_that_a_question_during_the_tour_takes_the_keys_and_gives_them_back(qtbot, with_results):
    window = with_results
    window.guidance.start_tour()
    active(qtbot, QMessageBox)
    press(qtbot, Qt.Key.Key_Return)
    tour = window.guidance.tour
    assert tour is not None
    back_in(qtbot, window)
    window.dialogs.show_preferences()
    dialog = active(qtbot, QDialog)
    press(qtbot, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    back_in(qtbot, window)
    assert QApplication.focusWidget() is tour.next
    press(qtbot, Qt.Key.Key_Right)
    assert tour.step == 1
