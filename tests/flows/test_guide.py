"""The guide, by keys and clicks: its chapters, search, links, glossary, size of type."""

from __future__ import annotations

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication

from permdesk.app import make_window
from permdesk.gui.appearance import Scheme
from permdesk.gui.guide.chapters import Chapter
from permdesk.gui.guide.guidance import OF_TABS
from permdesk.gui.guide.guide_text import ChapterText, Section
from permdesk.gui.guide.guide_window import GuideWindow
from permdesk.gui.guide.search import find, plain
from permdesk.gui.guide.terms import Term
from permdesk.translation import in_language
from tests.flows.open_guides import opened_guide, shown

LEFT = Qt.MouseButton.LeftButton


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


def test_that_another_window_leaves_the_help_key_of_a_dialog_alone(qtbot, window, qapp):
    other = make_window(Scheme.LIGHT)
    qapp.focusChanged.disconnect(window.guidance._give_help_key)  # the other one hears of the focus first
    qapp.focusChanged.connect(window.guidance._give_help_key)
    window.dialogs.show_policy()
    qtbot.waitUntil(window.dialogs.policy.isActiveWindow)
    qtbot.keyClick(window.dialogs.policy, Qt.Key.Key_F1)
    assert other.guidance.guide is None
    assert window.guidance.guide is not None
    other.leave()
    other.deleteLater()


def test_that_an_excerpt_shows_cells_apart_and_whole_words():
    table = "| level | what it is |\n|-------|-----------|\n| Numeric | numbers and *dates* |\n"
    assert plain(table) == "level · what it is Numeric · numbers and dates"
    text = "The closest value of the release, and how far its rank lies from that of the original value, which is rare"
    section = Section("Ranks", "", 1, text)
    (hit,) = find((ChapterText(Chapter.TIES, "en", (section,)),), "rare")
    assert hit.excerpt[0] == "…"
    assert hit.excerpt[1:].split()[0] in text.split()


def test_that_an_excerpt_ends_with_a_whole_word():
    text = "The release " + "holds anonymizations " * 30
    (hit,) = find((ChapterText(Chapter.TIES, "en", (Section("One", "", 1, text),)),), "release")
    assert hit.excerpt.endswith("…")
    assert hit.excerpt.rstrip("…").split()[-1] in ("holds", "anonymizations")


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


def test_that_sections_of_the_contents_are_reached_by_keys(qtbot, window):
    window.guidance.show_chapter(Chapter.FIRST_AUDIT)
    tree = opened_guide(qtbot, window).contents.tree
    qtbot.keyClick(tree, Qt.Key.Key_Down)
    assert tree.currentItem().text(0) == "Try it with the example"
    assert opened_guide(qtbot, window).page.verticalScrollBar().value() > 0


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
