"""The first page, by clicks and drops: the offer of the tour, places for files, recent recipes."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QPushButton

from permdesk.app import make_window
from permdesk.gui.appearance import Scheme
from permdesk.gui.settings import read_settings
from permdesk.gui.side import Side
from permdesk.resources import resource_path
from tests.flows.open_guides import press

LEFT = Qt.MouseButton.LeftButton


def test_that_the_offer_of_the_tour_is_taken_or_declined(qtbot, window, settle):
    welcome = window.data_page.welcome
    assert not welcome.offer.isVisible()
    welcome.offer_tour()
    assert welcome.offer.isVisible() and not welcome.tour.isVisible()
    qtbot.mouseClick(welcome.decline, LEFT)
    assert not welcome.offer.isVisible() and welcome.tour.isVisible()
    welcome.offer_tour()
    qtbot.mouseClick(welcome.accept, LEFT)
    settle()
    assert window.guidance.tour is not None
    press(qtbot, Qt.Key.Key_Escape)


def test_that_the_tour_is_offered_at_the_first_start_only(qtbot, qapp, tmp_path):
    path = tmp_path / "window.json"
    offered = []
    for _ in range(2):
        window = make_window(Scheme.LIGHT, read_settings(path), path)
        window.guidance.offer_tour_once()
        window.show()
        offered.append(window.data_page.welcome.offer.isVisible())
        window.preferences.write_now("")
        window.close()
        window.deleteLater()
    assert offered == [True, False]


@pytest.mark.parametrize("side", list(Side))
def test_that_a_file_goes_where_it_is_dropped(qtbot, window, settle, paper, side):
    place = window.data_page.welcome.places[side]
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(paper[0]))])
    how = (Qt.DropAction.CopyAction, data, LEFT, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(place, QDragEnterEvent(QPoint(20, 20), *how))
    assert place.property("over") is True
    QApplication.sendEvent(place, QDropEvent(QPointF(20, 20), *how))
    settle()
    setup = window.desk.workspace.setup
    opened = side.file(setup)
    assert opened is not None and opened.table.path == paper[0]
    assert place.property("over") is False


def test_that_two_files_on_one_place_are_left_to_the_window(window, paper):
    place = window.data_page.welcome.places[Side.ORIGINAL]
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paper])
    event = QDragEnterEvent(QPoint(20, 20), Qt.DropAction.CopyAction, data, LEFT, Qt.KeyboardModifier.NoModifier)
    place.dragEnterEvent(event)
    assert not event.isAccepted() and not place.property("over")


def test_that_recent_recipes_are_one_click_away(qtbot, window, settle, tmp_path):
    welcome = window.data_page.welcome
    assert not welcome.recent.isVisible()
    recipe = resource_path("demo", "paper", "paper.permdesk")
    others = [str(tmp_path / f"survey-{year}.permdesk") for year in range(2022, 2026)]
    window.preferences.change(recent=(others[0], str(recipe), *others[1:]))
    assert welcome.recent.isVisible()
    assert [button.text() for button in welcome.recent_buttons] == ["survey-2022", "paper", "survey-2023"]
    qtbot.mouseClick(welcome.recent_buttons[1], LEFT)
    settle()
    assert window.desk.workspace.state.audit is not None
    window.preferences.change(recent=())
    assert not welcome.recent.isVisibleTo(welcome)


def test_that_no_number_is_marked_before_there_is_one(window):
    assert not window.strip.isAncestorOf(QApplication.focusWidget())


def test_that_tab_and_enter_open_a_file(qtbot, window, settle, paper, answer_file_dialog):
    for _ in range(20):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        if QApplication.focusWidget() in window.data_page.welcome.places[Side.ORIGINAL].findChildren(QPushButton):
            break
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    answer_file_dialog(paper[0])
    settle()
    assert window.desk.workspace.setup.original is not None


def test_that_enter_opens_the_menu_of_a_button(qtbot, records):
    examples, shown = records.window().result_pages[1].records.examples, []
    examples.menu().aboutToShow.connect(lambda: shown.append(1))
    examples.menu().aboutToShow.connect(examples.menu().close, Qt.ConnectionType.QueuedConnection)  # it waits
    examples.setFocus()
    qtbot.keyClick(examples, Qt.Key.Key_Enter)
    assert shown == [1]
