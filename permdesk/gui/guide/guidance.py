"""What the Help menu opens: the guide, the glossary and the tour, each where it was if it is open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QMainWindow, QMessageBox, QWidget

from permdesk.gui.guide.chapters import Chapter
from permdesk.gui.guide.terms import Term
from permdesk.gui.guide.tour_steps import Toured
from permdesk.gui.showing import bring_to_front
from permdesk.gui.theme import Theme
from permdesk.translation import tr

if TYPE_CHECKING:
    from permdesk.gui.guide.guide_window import GuideWindow
    from permdesk.gui.guide.tour import Tour

OF_TABS = (
    Chapter.READING_FILES,
    Chapter.REVERSE_MAPPING,
    Chapter.PERMUTATION_DISTANCE,
    Chapter.INTRUDER,
    Chapter.COMPARING,
    Chapter.REPORTS,
)
"""The chapter of each tab, from left to right. A dialog names its own as ``chapter``."""
HELP = "help"


class Guidance(QObject):
    """Nothing is read or built before it is asked for."""

    def __init__(self, owner: QMainWindow, toured: Toured, theme: Theme) -> None:
        """``toured`` is the ``owner``, as the tour sees it."""
        super().__init__(owner)
        self._owner, self._toured = owner, toured
        self._theme = theme
        self.guide: GuideWindow | None = None
        self.tour: Tour | None = None
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._give_help_key)
        welcome = toured.data_page.welcome
        welcome.tour_wanted.connect(self.start_tour)
        welcome.guide_wanted.connect(self.show_help)

    def show_help(self) -> None:
        """Show the chapter of the tab that is open; before any file, the first one."""
        self.show_chapter(self._chapter_of_tab)

    def start_tour(self) -> None:
        """Begin the tour on the paper's example if nothing is open; else ask whether to take what is."""
        setup = self._toured.desk.workspace.setup
        if self.tour is not None:
            return
        if setup.original is None and setup.anonymized is None:
            self._start_on_example()
        else:
            self._ask_what_to_tour()

    def offer_tour_once(self) -> None:
        """Offer the tour on the first page, to somebody to whom it never was."""
        preferences = self._toured.preferences
        if not preferences.settings.tour_offered:
            self._toured.data_page.welcome.offer_tour()
            preferences.change(tour_offered=True)

    def show_chapter(self, chapter: Chapter, anchor: str = "", asker: QWidget | None = None) -> None:
        """Show a chapter of the guide. ``asker`` is the dialog that asks for it, None for the window itself: a modal
        dialog keeps keys and clicks from a guide that is not its own."""
        from permdesk.gui.guide.guide_window import GuideWindow
        from permdesk.gui.guide.history import Place

        place = Place(chapter, anchor)
        owner = asker if asker is not None and asker.isModal() else self._owner
        if self.guide is not None and self.guide.parentWidget() is not owner:
            self.guide.reject()
        if self.guide is None:
            window = GuideWindow(self._theme, place, owner)
            window.finished.connect(lambda _: self._forget_guide())
            if isinstance(owner, QDialog):
                owner.finished.connect(window.reject)
            self.guide = window
        else:
            self.guide.go_to(place)
        bring_to_front(self.guide)

    def show_glossary(self) -> None:
        """Show all terms."""
        self.show_chapter(Chapter.GLOSSARY)

    def show_term(self, term: Term) -> None:
        """Show what a term means."""
        self.show_chapter(Chapter.GLOSSARY, term.value)

    def apply_theme(self, theme: Theme) -> None:
        self._theme = theme
        for part in (self.guide, self.tour):
            if part is not None:
                part.apply_theme(theme)

    @property
    def _chapter_of_tab(self) -> Chapter:
        setup = self._toured.desk.workspace.setup
        tab = self._toured.tabs.currentIndex()
        is_empty = setup.original is None and setup.anonymized is None
        return Chapter.FIRST_AUDIT if is_empty and tab == 0 else OF_TABS[tab]

    def _chapter_of(self, dialog: QWidget | None) -> Chapter | None:
        """Its own; those of Qt for files and messages have that of what the window shows."""
        chapter = getattr(dialog, "chapter", None)
        if isinstance(chapter, Chapter):
            return chapter
        return self._chapter_of_tab if isinstance(dialog, (QFileDialog, QMessageBox)) else None

    def _give_help_key(self) -> None:
        """Let F1 open the chapter of the dialog that has the focus now, if it is of this window; keys of the menu are
        those of the window itself."""
        dialog = QApplication.activeWindow()
        if dialog is None or self._chapter_of(dialog) is None or not self._is_of_window(dialog):
            return
        if dialog.findChild(QShortcut, HELP) is None:
            shortcut = QShortcut(QKeySequence("F1"), dialog)
            shortcut.setObjectName(HELP)
            shortcut.activated.connect(lambda: self._show_help_of(dialog))

    def _show_help_of(self, dialog: QWidget) -> None:
        chapter = self._chapter_of(dialog)
        if chapter is not None:
            self.show_chapter(chapter, asker=dialog)

    def _is_of_window(self, widget: QWidget | None) -> bool:
        while widget is not None and widget is not self._owner:
            widget = widget.parentWidget()
        return widget is not None

    def _ask_what_to_tour(self) -> None:
        box = QMessageBox(self._owner)
        box.setWindowTitle(tr("Tour"))
        box.setText(tr("Take the tour with the files that are open?"))
        box.setInformativeText(
            tr("Or with the paper's example, which takes their place. Unsaved decisions are asked about first.")
        )
        own = box.addButton(tr("With these files"), QMessageBox.ButtonRole.AcceptRole)
        own.setToolTip(tr("The tour explains the numbers of the files that are open."))
        example = box.addButton(tr("With the example"), QMessageBox.ButtonRole.ActionRole)
        example.setToolTip(tr("Twenty records and three attributes, with every step of the method."))
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(own)
        box.finished.connect(box.deleteLater)
        own.clicked.connect(self._start)
        example.clicked.connect(self._start_on_example)
        box.open()

    def _start_on_example(self) -> None:
        self._toured.recipes.ask_before(self._open_example_and_start)

    def _open_example_and_start(self) -> None:
        self._toured.desk.open_demonstration()
        self._start()

    def _start(self) -> None:
        from permdesk.gui.guide.tour import Tour

        self.tour = Tour(self._owner, self._toured, self._theme)
        self.tour.ended.connect(self._forget_tour)
        self.tour.begin()

    def _forget_tour(self) -> None:
        tour, self.tour = self.tour, None
        if tour is not None:
            tour.deleteLater()

    def _forget_guide(self) -> None:
        window, self.guide = self.guide, None
        if window is not None:
            window.deleteLater()
