"""Shows one chapter, with the words that were searched for marked; never fetches anything."""

from __future__ import annotations

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QColor, QKeyEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QApplication, QTextBrowser, QTextEdit

from permdesk.gui.appearance import FONT
from permdesk.gui.guide.chapter_document import chapter_document
from permdesk.gui.guide.chapters import Chapter
from permdesk.gui.guide.guide_text import ChapterText
from permdesk.gui.parts import explain
from permdesk.gui.theme import LIGHT, Theme
from permdesk.translation import tr

LARGER_THAN_WINDOW = 1.05
STEP, SMALLEST, LARGEST = 1.15, 0.7, 2.4
"""How much larger the text gets at once, and how small and large it can be, as multiples of the usual size."""


class ReadingPage(QTextBrowser):
    """``wanted`` carries the chapter and the anchor of a link that was followed; links to outside lead nowhere."""

    wanted = Signal(object, str)

    def __init__(self) -> None:
        super().__init__()
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        explain(self, tr("Text of the guide"), tr("The chapter. Links lead to other chapters and to the glossary."))
        self._theme = LIGHT
        self._chapter: ChapterText | None = None
        self._words: tuple[str, ...] = ()
        self._zoom = 1.0
        self.anchorClicked.connect(self._follow)

    def show_chapter(self, chapter: ChapterText, anchor: str = "") -> None:
        if chapter != self._chapter:
            self._chapter = chapter
            self._draw()
        if anchor:
            self.scrollToAnchor(anchor)
        else:
            self.verticalScrollBar().setValue(0)

    def mark(self, words: tuple[str, ...]) -> None:
        """Mark every place where one of the words stands."""
        self._words = words
        self._mark()

    @property
    def points(self) -> float:
        """The size of the text, which follows that of the window."""
        return QApplication.font().pointSizeF() * LARGER_THAN_WINDOW * self._zoom

    def enlarge(self) -> None:
        """Show the text larger."""
        self._set_zoom(self._zoom * STEP)

    def reduce(self) -> None:
        """Show the text smaller."""
        self._set_zoom(self._zoom / STEP)

    def restore_size(self) -> None:
        """Show the text in its usual size."""
        self._set_zoom(1.0)

    def apply_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._draw()

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        return None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # QTextBrowser would go through its own, empty, history with Alt+Left, which the window's buttons have.
        event.ignore() if event.modifiers() & event.modifiers().AltModifier else super().keyPressEvent(event)

    def _set_zoom(self, zoom: float) -> None:
        self._zoom = min(max(zoom, SMALLEST), LARGEST)
        self._draw()

    def _draw(self) -> None:
        if self._chapter is None:
            return
        place = self.verticalScrollBar().value()
        document = chapter_document(self._chapter, self._theme, self.points, FONT)
        document.setParent(self)
        self.setDocument(document)
        self.verticalScrollBar().setValue(place)
        self._mark()

    def _mark(self) -> None:
        marked = []
        look = QTextCharFormat()
        look.setBackground(QColor(self._theme.tint(self._theme.warning, 0.35)))
        look.setForeground(QColor(self._theme.text))
        for word in self._words:
            at = self.document().find(word)
            while not at.isNull():
                selection = QTextEdit.ExtraSelection()
                selection.cursor = QTextCursor(at)
                selection.format = look
                marked.append(selection)
                at = self.document().find(word, at)
        self.setExtraSelections(marked)

    def _follow(self, link: QUrl) -> None:
        name = link.path().removesuffix(".md")
        if link.scheme() or self._chapter is None:
            return
        if not name:
            self.wanted.emit(self._chapter.chapter, link.fragment())
        elif name in set(Chapter):
            self.wanted.emit(Chapter(name), link.fragment())
