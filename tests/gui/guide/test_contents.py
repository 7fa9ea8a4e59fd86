"""The contents of the guide and what a search has found can be read."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QListWidget

from permdesk.gui.appearance import apply_theme
from permdesk.gui.guide.chapters import Chapter
from permdesk.gui.guide.guide_window import GuideWindow
from permdesk.gui.guide.history import Place
from permdesk.gui.guide.hit_delegate import HitDelegate
from permdesk.gui.theme import LIGHT
from permdesk.translation import in_language


@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
def test_that_the_title_of_every_chapter_can_be_read_at_first(look, qtbot, language):
    apply_theme(look, LIGHT)
    with in_language(language):
        guide = GuideWindow(LIGHT, Place(Chapter.GLOSSARY))
    qtbot.addWidget(guide)
    guide.show()
    qtbot.waitExposed(guide)
    tree = guide.contents.tree
    for row in range(tree.topLevelItemCount()):
        item = tree.topLevelItem(row)
        words = QFontMetrics(item.font(0)).horizontalAdvance(item.text(0))
        assert words < tree.visualItemRect(item).width(), item.text(0)


def test_that_a_title_of_what_was_found_is_heavier_than_its_words_which_have_all_the_lines_they_need(look, qtbot):
    apply_theme(look, LIGHT)
    hits = QListWidget()
    hits.setItemDelegate(HitDelegate(hits))
    hits.addItems(["same words\nsame words", "one\n" + "many words " * 20])
    qtbot.addWidget(hits)
    hits.resize(300, 300)
    hits.show()
    qtbot.waitExposed(hits)
    picture = hits.viewport().grab(hits.visualItemRect(hits.item(0))).toImage()
    ink = [0, 0]
    for y in range(picture.height()):
        ink[2 * y >= picture.height()] += sum(255 - picture.pixelColor(x, y).value() for x in range(picture.width()))
    assert ink[0] > 1.05 * ink[1] > 0
    assert hits.visualItemRect(hits.item(1)).height() > 2 * hits.visualItemRect(hits.item(0)).height()
