"""The tour through the window, by keys and clicks."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox, QPushButton, QWidget

from permdesk.gui.guide.tour import Tour
from permdesk.gui.main_window import MainWindow
from permdesk.gui.pages.distance_page import DistancePage
from permdesk.gui.pages.intruder_page import IntruderPage
from tests.flows.open_guides import opened_guide, press

LEFT = Qt.MouseButton.LeftButton


def begin_tour(qtbot, window: MainWindow) -> Tour:
    qtbot.mouseClick(window.data_page.welcome.tour, LEFT)
    assert window.guidance.tour is not None
    return window.guidance.tour


def item(window: MainWindow, name: str):
    """The item of the menu Help with a name."""
    return next(action for action in window.actions_shown.menus[-1].actions() if action.text().replace("&", "") == name)


def choose_in_box(qtbot, window: MainWindow, text: str) -> None:
    box = window.findChild(QMessageBox)
    assert box is not None
    button = next(button for button in box.findChildren(QPushButton) if button.text().replace("&", "") == text)
    qtbot.mouseClick(button, LEFT)


def test_that_the_tour_goes_through_the_window_by_keys_on_the_example(qtbot, window, settle):
    tour = begin_tour(qtbot, window)
    settle()
    assert window.desk.workspace.state.audit is not None
    tabs, targets = [], []
    for _ in range(5):
        qtbot.waitUntil(lambda: bool(tour.holes))
        tabs.append(window.tabs.currentIndex())
        targets.append(tour.holes)
        assert QApplication.focusWidget() is tour.next
        press(qtbot, Qt.Key.Key_Right)
    assert tabs == [0, 0, 2, 3, 5]
    assert len(set(targets)) == 5
    assert window.guidance.tour is None
    assert not tour.isVisible()
    assert not tour.isAncestorOf(QApplication.focusWidget())


def test_that_the_tour_points_at_the_widgets_themselves(qtbot, window, settle):
    tour = begin_tour(qtbot, window)
    settle()
    strip = window.strip.geometry()
    qtbot.waitUntil(lambda: bool(tour.holes))
    corner = window.strip.mapTo(window, QPoint(0, 0))
    assert tour.holes[0].contains(corner + QPoint(1, 1))
    assert abs(tour.holes[0].height() - strip.height()) <= 12
    window.resize(1024, 700)
    qtbot.waitUntil(lambda: tour.width() == window.width() and tour.holes[0].right() <= window.width())
    assert window.rect().contains(tour.card.geometry())


def in_window(window: MainWindow, part: QWidget, rect: QRect) -> QRect:
    return rect.translated(part.mapTo(window, QPoint()))


def cut_words(window: MainWindow, tour: Tour) -> list[str]:
    """What is written in the window beside the tour, half in a hole and half out of it."""
    labels = [part for part in window.findChildren(QLabel) if part.isVisible() and not tour.isAncestorOf(part)]
    cut = []
    for part in labels:
        written = part.style().itemTextRect(
            part.fontMetrics(), part.contentsRect(), part.alignment().value, True, part.text()
        )
        seen = in_window(window, part, written.intersected(part.visibleRegion().boundingRect()))
        if any(hole.intersects(seen) and not hole.contains(seen) for hole in tour.holes):
            cut.append(part.text())
    return cut


def begin_tour_with_these_files(qtbot, window: MainWindow) -> Tour:
    item(window, "Take the tour").trigger()
    choose_in_box(qtbot, window, "With these files")
    assert window.guidance.tour is not None
    return window.guidance.tour


def test_that_no_step_of_the_tour_cuts_words_in_half(qtbot, with_results):
    tour = begin_tour_with_these_files(qtbot, with_results)
    cut = []
    for step in range(5):
        qtbot.waitUntil(lambda: bool(tour.holes))
        cut += [(step, words) for words in cut_words(with_results, tour)]
        press(qtbot, Qt.Key.Key_Right)
    assert cut == []


def test_that_the_last_step_shows_the_verdict_with_the_line_below_it(qtbot, with_results):
    strip = with_results.strip
    tour = begin_tour_with_these_files(qtbot, with_results)
    for _ in range(4):
        press(qtbot, Qt.Key.Key_Right)
    for part in (strip.verdict, strip.reason):
        assert tour.holes[0].contains(in_window(with_results, part, part.rect()))


def test_that_the_tour_brings_the_chosen_record_to_the_front_of_which_it_speaks(qtbot, with_results):
    page = with_results.result_pages[1]
    assert isinstance(page, DistancePage)
    with_results.show_tab(2)
    qtbot.mouseClick(page.side.buttons[1], LEFT)
    assert not page.record.isVisible()
    tour = begin_tour_with_these_files(qtbot, with_results)
    for _ in range(2):
        press(qtbot, Qt.Key.Key_Right)
    assert page.record.isVisible() and page.side.current == 0
    seen = in_window(with_results, page.record, page.record.rect())
    assert any(hole.contains(seen) for hole in tour.holes)
    press(qtbot, Qt.Key.Key_Escape)


def test_that_the_tour_brings_the_intruders_view_to_the_front_of_which_it_speaks(qtbot, with_results):
    page = with_results.result_pages[2]
    assert isinstance(page, IntruderPage)
    with_results.show_tab(3)
    qtbot.mouseClick(page.views.buttons[2], LEFT)
    assert not page.intruder.isVisible()
    begin_tour_with_these_files(qtbot, with_results)
    for _ in range(3):
        press(qtbot, Qt.Key.Key_Right)
    assert page.intruder.isVisible() and page.views.current == 0
    press(qtbot, Qt.Key.Key_Escape)


def test_that_escape_ends_the_tour_and_leaves_the_results(qtbot, window, settle):
    tour = begin_tour(qtbot, window)
    settle()
    press(qtbot, Qt.Key.Key_Right)
    press(qtbot, Qt.Key.Key_Escape)
    assert window.guidance.tour is None and not tour.isVisible()
    assert window.desk.workspace.state.audit is not None
    item(window, "Take the tour").trigger()  # and again, as often as one likes
    choose_in_box(qtbot, window, "With these files")
    assert window.guidance.tour is not None
    press(qtbot, Qt.Key.Key_Escape)


def test_that_the_tour_is_operated_by_mouse_too(qtbot, window, settle):
    tour = begin_tour(qtbot, window)
    settle()
    assert not tour.back.isEnabled()
    qtbot.mouseClick(tour.next, LEFT)
    assert tour.step == 1
    qtbot.mouseClick(tour.back, LEFT)
    assert tour.step == 0
    qtbot.mouseClick(tour.skip, LEFT)
    assert window.guidance.tour is None


def test_that_tab_stays_on_the_card_while_the_tour_is_there(qtbot, window, settle):
    tour = begin_tour(qtbot, window)
    settle()
    press(qtbot, Qt.Key.Key_Right)
    seen = set()
    for _ in range(7):
        press(qtbot, Qt.Key.Key_Tab)
        seen.add(QApplication.focusWidget())
    assert seen == {tour.skip, tour.back, tour.next}
    press(qtbot, Qt.Key.Key_Escape)


def test_that_shortcuts_wait_until_the_tour_is_over(qtbot, window, settle):
    tour = begin_tour(qtbot, window)
    settle()
    qtbot.keyClick(tour.next, Qt.Key.Key_4, Qt.KeyboardModifier.ControlModifier)
    assert window.tabs.currentIndex() == 0
    press(qtbot, Qt.Key.Key_Escape)
    qtbot.keyClick(window, Qt.Key.Key_4, Qt.KeyboardModifier.ControlModifier)
    assert window.tabs.currentIndex() == 3


def test_that_the_tour_follows_when_another_tab_comes_to_the_front(qtbot, window, settle):
    tour = begin_tour(qtbot, window)
    settle()
    window.show_tab(3)
    assert tour.step == 3
    press(qtbot, Qt.Key.Key_Escape)


def test_that_the_tour_says_each_step_to_a_screen_reader(qtbot, window, settle):
    tour = begin_tour(qtbot, window)
    settle()
    said = set()
    for step in range(5):
        assert f"{step + 1}" in tour.accessibleName() and tour.title.text() in tour.accessibleName()
        assert tour.text.text() in tour.next.accessibleDescription()
        said.add(tour.accessibleName())
        press(qtbot, Qt.Key.Key_PageDown)
    assert len(said) == 5


def test_that_the_tour_asks_before_it_takes_the_place_of_files(qtbot, with_results, settle):
    window = with_results
    before = window.desk.workspace.setup
    item(window, "Take the tour").trigger()
    assert window.guidance.tour is None
    choose_in_box(qtbot, window, "Cancel")
    assert window.guidance.tour is None and window.desk.workspace.setup is before
    item(window, "Take the tour").trigger()
    choose_in_box(qtbot, window, "With the example")
    settle()
    assert window.guidance.tour is not None
    assert window.desk.workspace.setup.description.title == "The paper's running example"
    press(qtbot, Qt.Key.Key_Escape)


def test_that_every_control_of_guide_and_tour_has_a_name_and_a_tip(qtbot, window, settle):
    window.guidance.show_glossary()
    guide = opened_guide(qtbot, window)
    guide.search.setText("value")
    parts = [guide.search, guide.page, guide.contents.tree, guide.contents.hits]
    parts += [guide.back, guide.forward, guide.smaller, guide.larger]
    assert [part for part in parts if not part.accessibleName() or not part.toolTip()] == []
    guide.reject()
    tour = begin_tour(qtbot, window)
    settle()
    assert [part for part in (tour.skip, tour.back, tour.next) if not part.accessibleName() or not part.toolTip()] == []
    tour.end()


def test_that_the_tour_ends_where_what_had_the_focus_is_gone(qtbot, window, settle):
    gone = QPushButton(window)
    gone.show()
    gone.setFocus()
    window.guidance.start_tour()
    settle()
    tour = window.guidance.tour
    assert tour is not None
    gone.deleteLater()
    QApplication.sendPostedEvents(gone, QEvent.Type.DeferredDelete)
    tour.end()
    assert QApplication.focusWidget() is window.tabs.tabBar()


def test_that_the_tour_does_not_lose_unsaved_decisions_without_a_question(qtbot, with_results, settle):
    window = with_results
    setup = window.desk.workspace.setup
    window.desk.decide("another title", replace(setup, description=replace(setup.description, title="Mine")))
    settle()
    assert window.recipes.is_modified
    item(window, "Take the tour").trigger()
    choose_in_box(qtbot, window, "With the example")
    dialog = QApplication.activeModalWidget()
    assert dialog is not None and window.guidance.tour is None
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert window.guidance.tour is None
    assert window.desk.workspace.setup.description.title == "Mine"
    window.recipes.forget()
