"""The chapters with their sections, or what a search has found: both lead to a place in the guide."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QStackedWidget, QTreeWidget, QTreeWidgetItem

from permdesk.gui.guide.chapter_document import section_anchor
from permdesk.gui.guide.chapters import Chapter
from permdesk.gui.guide.guide_text import ChapterText
from permdesk.gui.guide.history import Place
from permdesk.gui.guide.hit_delegate import HitDelegate
from permdesk.gui.guide.search import Hit
from permdesk.gui.parts import explain
from permdesk.translation import tr

PLACE = Qt.ItemDataRole.UserRole
BESIDE = 38
"""Pixels beside a title: what the style sheet leaves around the tree and in its rows, and its frame."""


class Contents(QStackedWidget):
    """``chosen`` carries a Place."""

    chosen = Signal(object)

    def __init__(self, chapters: Sequence[ChapterText]) -> None:
        super().__init__()
        self.tree = QTreeWidget()
        self.tree.setHeaderHidden(True)
        self.tree.setIndentation(14)
        self.tree.setUniformRowHeights(True)
        self.tree.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        explain(self.tree, tr("Contents"), tr("Chapters and their sections."))
        self.hits = QListWidget()
        self.hits.setWordWrap(True)
        self.hits.setItemDelegate(HitDelegate(self.hits))
        self.hits.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.hits.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        explain(self.hits, tr("Found"), tr("Sections that hold every word that is looked for."))
        self.addWidget(self.tree)
        self.addWidget(self.hits)
        self._chapters: dict[Chapter, QTreeWidgetItem] = {}
        for chapter in chapters:
            self._add(chapter)
        self.tree.currentItemChanged.connect(self._choose_section)
        self.hits.currentItemChanged.connect(self._choose_hit)
        self.hits.itemActivated.connect(self._choose_hit)

    @property
    def wanted_width(self) -> int:
        """The pixels across in which every chapter's title can be read, beside a bar."""
        self.tree.ensurePolished()
        titles = [QFontMetrics(item.font(0)).horizontalAdvance(item.text(0)) for item in self._chapters.values()]
        return max(titles) + BESIDE + self.tree.indentation() + self.tree.verticalScrollBar().sizeHint().width()

    def show_place(self, place: Place) -> None:
        """Mark where the reader is; the chapter shows its sections, the others do not."""
        with QSignalBlocker(self.tree):
            for chapter, item in self._chapters.items():
                item.setExpanded(chapter is place.chapter)
            chapter_item = self._chapters[place.chapter]
            sections = (chapter_item.child(row) for row in range(chapter_item.childCount()))
            found = next((item for item in sections if place.anchor and self._leads_to(item, place)), chapter_item)
            self.tree.setCurrentItem(found)

    def show_hits(self, hits: Sequence[Hit]) -> None:
        with QSignalBlocker(self.hits):
            self.hits.clear()
            for hit in hits:
                item = QListWidgetItem(f"{hit.title}\n{hit.excerpt}")
                item.setData(PLACE, Place(hit.chapter, section_anchor(hit.place) if hit.place else ""))
                item.setToolTip(hit.excerpt)
                self.hits.addItem(item)
        self.setCurrentWidget(self.hits)

    def show_tree(self) -> None:
        self.setCurrentWidget(self.tree)

    def _choose_section(self, item: QTreeWidgetItem | None) -> None:
        if item is not None:
            self.chosen.emit(item.data(0, PLACE))

    def _choose_hit(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.chosen.emit(item.data(PLACE))

    def _leads_to(self, item: QTreeWidgetItem, place: Place) -> bool:
        return place.anchor in (item.data(0, PLACE).anchor, item.data(0, PLACE + 1))

    def _add(self, chapter: ChapterText) -> None:
        item = QTreeWidgetItem([chapter.title])
        item.setData(0, PLACE, Place(chapter.chapter))
        item.setToolTip(0, chapter.title)
        font = QFont()
        font.setWeight(QFont.Weight.Medium)
        item.setFont(0, font)
        for place, section in enumerate(chapter.sections[1:], 1):
            if section.depth == 2:
                child = QTreeWidgetItem(item, [section.title])
                child.setData(0, PLACE, Place(chapter.chapter, section_anchor(place)))
                child.setData(0, PLACE + 1, section.anchor)
                child.setToolTip(0, section.title)
        self.tree.addTopLevelItem(item)
        self._chapters[chapter.chapter] = item
