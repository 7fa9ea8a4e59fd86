"""Learning the window: the first page, the tour and the guide, by clicks and keys."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QTextCursor
from PySide6.QtWidgets import QApplication, QMessageBox, QPushButton

from permdesk.app import make_window
from permdesk.gui.appearance import Scheme
from permdesk.gui.guide.chapters import Chapter
from permdesk.gui.guide.guidance import OF_TABS
from permdesk.gui.guide.guide_text import ChapterText, Section
from permdesk.gui.guide.guide_window import GuideWindow
from permdesk.gui.guide.search import find, plain
from permdesk.gui.guide.terms import Term
from permdesk.gui.guide.tour import Tour
from permdesk.gui.main_window import MainWindow
from permdesk.gui.settings import read_settings
from permdesk.gui.side import Side
from permdesk.resources import resource_path
from permdesk.translation import in_language

LEFT = Qt.MouseButton.LeftButton


def begin_tour(qtbot, window: MainWindow) -> Tour:
    qtbot.mouseClick(window.data_page.welcome.tour, LEFT)
    assert window.guidance.tour is not None
    return window.guidance.tour


def press(qtbot, key: Qt.Key) -> None:
    focus = QApplication.focusWidget()
    assert focus is not None
    qtbot.keyClick(focus, key)


def item(window: MainWindow, name: str):
    """The item of the menu Help with a name."""
    return next(action for action in window.actions_shown.menus[-1].actions() if action.text().replace("&", "") == name)


def opened_guide(qtbot, window: MainWindow) -> GuideWindow:
    assert window.guidance.guide is not None
    qtbot.waitUntil(window.guidance.guide.isActiveWindow)
    return window.guidance.guide


def shown(guide: GuideWindow) -> str:
    return guide.page.toPlainText().splitlines()[0]


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


def test_that_f1_opens_the_chapter_of_the_tab(qtbot, with_results):
    window = with_results
    for tab, chapter in enumerate(OF_TABS):
        window.show_tab(tab)
        qtbot.keyClick(window, Qt.Key.Key_F1)
        guide = opened_guide(qtbot, window)
        tree = guide.contents.tree
        assert shown(guide) == tree.currentItem().text(0)
        assert tree.indexOfTopLevelItem(tree.currentItem()) == list(Chapter).index(chapter)
        qtbot.keyClick(guide, Qt.Key.Key_Escape)
        assert window.guidance.guide is None
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)


def test_that_f1_before_any_file_opens_the_first_chapter(qtbot, window):
    qtbot.keyClick(window, Qt.Key.Key_F1)
    assert shown(opened_guide(qtbot, window)) == "Your first audit in five minutes"


def test_that_f1_opens_the_chapter_of_a_dialog_which_does_not_block_it(qtbot, with_results):
    window = with_results
    window.dialogs.check_record()
    dialog = QApplication.activeModalWidget()
    assert dialog is not None
    qtbot.waitUntil(dialog.isActiveWindow)
    for _ in range(2):  # the second time by the same key
        qtbot.keyClick(dialog, Qt.Key.Key_F1)
        guide = opened_guide(qtbot, window)
        assert shown(guide) == "The subject's check"
        qtbot.mouseClick(guide.larger, LEFT)
        assert guide.page.points > 11
        qtbot.keyClick(guide, Qt.Key.Key_Escape)
        dialog.activateWindow()
        qtbot.waitUntil(dialog.isActiveWindow)
    qtbot.keyClick(dialog, Qt.Key.Key_F1)
    assert window.guidance.guide is not None
    dialog.reject()
    assert window.guidance.guide is None  # it went with the dialog
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.dialogs.show_policy()
    assert window.dialogs.policy is not None
    qtbot.waitUntil(window.dialogs.policy.isActiveWindow)
    qtbot.keyClick(window.dialogs.policy, Qt.Key.Key_F1)
    assert shown(opened_guide(qtbot, window)) == "Policy and verdict"


def test_that_an_excerpt_shows_cells_apart_and_whole_words():
    table = "| level | what it is |\n|-------|-----------|\n| Numeric | numbers and *dates* |\n"
    assert plain(table) == "level · what it is Numeric · numbers and dates"
    text = "The closest value of the release, and how far its rank lies from that of the original value, which is rare"
    section = Section("Ranks", "", 1, text)
    (hit,) = find((ChapterText(Chapter.TIES, "en", (section,)),), "rare")
    assert hit.excerpt[0] == "…"
    assert hit.excerpt[1:].split()[0] in text.split()


def test_that_a_search_finds_marks_and_leads_to_the_words(qtbot, window):
    qtbot.mouseClick(window.data_page.welcome.guide, LEFT)
    guide = opened_guide(qtbot, window)
    qtbot.keyClick(guide, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert guide.focusWidget() is guide.search
    qtbot.keyClicks(guide.search, "shuffled rows")
    hits = guide.contents.hits
    assert hits.isVisible() and hits.count() > 0
    qtbot.keyClick(guide.search, Qt.Key.Key_Return)
    assert hits.currentRow() == 0 and guide.focusWidget() is hits
    assert len(guide.page.extraSelections()) > 1
    assert "shuffled" in guide.page.toPlainText()
    qtbot.keyClick(guide, Qt.Key.Key_Escape)
    assert guide.isVisible() and not guide.search.text() and guide.contents.tree.isVisible()
    assert guide.page.extraSelections() == []
    guide.search.setText("zzzz")
    assert hits.count() == 0 and guide.found.text() == "Nothing found. Try fewer words."


def click_link(qtbot, guide: GuideWindow, text: str) -> None:
    page = guide.page
    found = page.document().find(text)
    while not found.isNull() and not found.charFormat().anchorHref():
        found = page.document().find(text, found)
    cursor = QTextCursor(page.document())
    cursor.setPosition(found.selectionStart() + 2)
    page.setTextCursor(cursor)
    page.ensureCursorVisible()
    qtbot.mouseClick(page.viewport(), LEFT, pos=page.cursorRect(cursor).center())


def test_that_a_link_leads_to_a_term_and_back_to_the_chapter(qtbot, window):
    window.guidance.show_chapter(Chapter.TIES)
    guide = opened_guide(qtbot, window)
    qtbot.waitUntil(guide.isVisible)
    assert shown(guide) == "Ties" and not guide.back.isEnabled()
    click_link(qtbot, guide, "rank interval")
    assert shown(guide) == "Glossary"
    assert guide.contents.tree.currentItem().text(0) == "Rank interval"
    assert guide.page.verticalScrollBar().value() > 0
    qtbot.mouseClick(guide.back, LEFT)
    assert shown(guide) == "Ties" and guide.forward.isEnabled()
    qtbot.keyClick(guide, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert shown(guide) == "Glossary"


def test_that_links_to_outside_lead_nowhere(qtbot, window):
    window.guidance.show_glossary()
    guide = opened_guide(qtbot, window)
    for address in ("https://example.org", "file:///etc/passwd", "no-such-chapter.md"):
        guide.page.anchorClicked.emit(QUrl(address))
        assert shown(guide) == "Glossary" and not guide.back.isEnabled()
    assert guide.page.loadResource(2, QUrl("https://example.org/picture.png")) is None


def test_that_the_glossary_opens_at_a_term_and_by_its_keys(qtbot, window):
    qtbot.keyClick(window, Qt.Key.Key_F1, Qt.KeyboardModifier.ControlModifier)
    assert shown(opened_guide(qtbot, window)) == "Glossary"
    for term in Term:
        window.guidance.show_term(term)
        assert opened_guide(qtbot, window).contents.tree.currentItem().parent() is not None, term


def test_that_text_gets_larger_and_smaller(qtbot, window):
    window.guidance.show_glossary()
    guide = opened_guide(qtbot, window)
    before = guide.page.points
    qtbot.mouseClick(guide.larger, LEFT)
    assert guide.page.points > before
    assert guide.page.document().defaultFont().pointSizeF() == guide.page.points
    qtbot.keyClick(guide, Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    assert guide.page.points == before
    for _ in range(20):
        guide.smaller.click()
    assert guide.page.points >= 7


def test_that_text_follows_the_size_of_the_window_in_presentation_mode(qtbot, window):
    window.guidance.show_glossary()
    page = opened_guide(qtbot, window).page
    before = page.points
    window.toggle_presentation()
    assert page.document().defaultFont().pointSizeF() == page.points > 1.3 * before
    window.toggle_presentation()
    assert page.points == before


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


def test_that_sections_of_the_contents_are_reached_by_keys(qtbot, window):
    window.guidance.show_chapter(Chapter.FIRST_AUDIT)
    tree = opened_guide(qtbot, window).contents.tree
    qtbot.keyClick(tree, Qt.Key.Key_Down)
    assert tree.currentItem().text(0) == "Try it with the example"
    assert opened_guide(qtbot, window).page.verticalScrollBar().value() > 0


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


def test_that_a_chapter_without_translation_says_so(qtbot, window):
    with in_language("xx"):
        window.guidance.show_chapter(Chapter.TIES)
    guide = opened_guide(qtbot, window)
    assert shown(guide) == "Ties"
    assert guide.foreign.text() == "This chapter is not there in your language yet."
    guide.reject()
    window.guidance.show_chapter(Chapter.TIES)
    assert opened_guide(qtbot, window).foreign.text() == ""


def test_that_the_guide_speaks_german(qtbot, window):
    with in_language("de"):
        window.guidance.show_term(Term.MATCH)
    guide = opened_guide(qtbot, window)
    assert shown(guide) == "Glossar" and guide.contents.tree.currentItem().text(0) == "Treffer"
    assert guide.foreign.text() == ""
