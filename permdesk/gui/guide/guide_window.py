"""The user guide and its glossary in a window of their own: contents, search, one chapter, the way back."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QLineEdit, QWidget

from permdesk.gui.guide.chapters import Chapter
from permdesk.gui.guide.contents import Contents
from permdesk.gui.guide.guide_text import read_chapter
from permdesk.gui.guide.history import History, Place
from permdesk.gui.guide.reading_page import ReadingPage
from permdesk.gui.guide.search import find, words_of
from permdesk.gui.icons import icon
from permdesk.gui.parts import beside, column, explain, icon_button, label, row
from permdesk.gui.theme import Theme
from permdesk.translation import current_language, tr, tr_count

NARROWEST, WIDEST, READ = 310, 480, 690
"""Pixels for the contents and for the text at first."""


class GuideWindow(QDialog):
    """Stays beside the window and leaves it usable."""

    def __init__(self, theme: Theme, place: Place, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("PermDesk guide"))
        self.setWindowFlag(Qt.WindowType.WindowMaximizeButtonHint)
        self._language = current_language()
        self._chapters = {chapter: read_chapter(chapter, self._language) for chapter in Chapter}
        self._history = History(place)
        self.search = QLineEdit()
        self.search.setPlaceholderText(tr("Search the guide"))
        self.search.setClearButtonEnabled(True)
        explain(self.search, tr("Search the guide"), tr("Words that a section must hold, in any order (Ctrl+F)."))
        self.found = label("", "caption", wraps=True)
        self.found.hide()
        self.contents = Contents(tuple(self._chapters.values()))
        self.back = icon_button(tr("Back"), tr("Where you have been before (Alt+Left)."))
        self.forward = icon_button(tr("Forward"), tr("Where you have been after that (Alt+Right)."))
        self.smaller = icon_button(tr("Smaller text"), tr("Show the text smaller (Ctrl+-)."))
        self.larger = icon_button(tr("Larger text"), tr("Show the text larger (Ctrl++)."))
        self.foreign = label("", "caption", wraps=True)
        self.page = ReadingPage()
        self._arrange()
        self._connect()
        self.apply_theme(theme)
        self._show()

    def go_to(self, place: Place) -> None:
        """Show a place and remember the way."""
        self._history.visit(place)
        self._show()

    def apply_theme(self, theme: Theme) -> None:
        self.back.setIcon(icon("back", theme.text))
        self.forward.setIcon(icon("forward", theme.text))
        self.smaller.setIcon(icon("smaller", theme.text))
        self.larger.setIcon(icon("larger", theme.text))
        self.page.apply_theme(theme)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape ends a search first and closes the window then; Enter in the search goes on to what was found."""
        if event.key() == Qt.Key.Key_Escape and self.search.text():
            self.search.clear()
            self.search.setFocus()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down) and self.search.hasFocus():
            self._go_to_first_hit()
        else:
            super().keyPressEvent(event)

    def _arrange(self) -> None:
        side = QWidget()
        side.setLayout(column(self.search, self.found, self.contents, gap=8))
        side.setMinimumWidth(220)
        bar = row(self.back, self.forward, gap=4)
        bar.addWidget(self.foreign, 1)
        for button in (self.smaller, self.larger):
            bar.addWidget(button)
        text = QWidget()
        layout = column(bar, gap=8)
        layout.addWidget(self.page, 1)
        text.setLayout(layout)
        text.setMinimumWidth(320)
        width = min(max(NARROWEST, self.contents.wanted_width), WIDEST)
        self.setLayout(column(beside(side, text, (width, READ)), margins=14))
        self.setMinimumSize(QSize(600, 400))
        self.resize(width + READ, 720)
        self.contents.tree.setFocus()

    def _connect(self) -> None:
        self.search.textChanged.connect(self._search)
        self.contents.chosen.connect(self._choose)
        self.page.wanted.connect(lambda chapter, anchor: self.go_to(Place(chapter, anchor)))
        self.back.clicked.connect(self._go_back)
        self.forward.clicked.connect(self._go_forward)
        self.smaller.clicked.connect(self.page.reduce)
        self.larger.clicked.connect(self.page.enlarge)
        for keys, run in (
            ("Ctrl+F", self._begin_search),
            ("Alt+Left", self._go_back),
            ("Alt+Right", self._go_forward),
            ("Ctrl+-", self.smaller.click),
            ("Ctrl++", self.larger.click),
            ("Ctrl+=", self.larger.click),
            ("Ctrl+0", self.page.restore_size),
        ):
            QShortcut(QKeySequence(keys), self, run)

    def _show(self) -> None:
        place = self._history.place
        chapter = self._chapters[place.chapter]
        self.page.show_chapter(chapter, place.anchor)
        self.contents.show_place(place)
        self.back.setEnabled(self._history.can_go_back)
        self.forward.setEnabled(self._history.can_go_forward)
        is_foreign = chapter.language != self._language
        self.foreign.setText(tr("This chapter is not there in your language yet.") if is_foreign else "")

    def _choose(self, place: Place) -> None:
        self.go_to(place)

    def _go_back(self) -> None:
        self._history.back()
        self._show()

    def _go_forward(self) -> None:
        self._history.forward()
        self._show()

    def _begin_search(self) -> None:
        self.search.setFocus()
        self.search.selectAll()

    def _search(self, query: str) -> None:
        hits = find(tuple(self._chapters.values()), query)
        self.page.mark(words_of(query))
        self.found.setVisible(bool(words_of(query)))
        if not words_of(query):
            self.contents.show_tree()
            return
        self.found.setText(
            tr_count("{count} section", "{count} sections", len(hits))
            if hits
            else tr("Nothing found. Try fewer words.")
        )
        self.contents.show_hits(hits)

    def _go_to_first_hit(self) -> None:
        hits = self.contents.hits
        if self.contents.currentWidget() is hits and hits.count():
            hits.setFocus()
            hits.setCurrentRow(0)
