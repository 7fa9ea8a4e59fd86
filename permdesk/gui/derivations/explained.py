"""What can say how its number is computed: a widget with one number, and how its note is opened."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QToolTip, QWidget

from permdesk.gui.derivations.note import Note
from permdesk.gui.derivations.outdated import why_outdated
from permdesk.report.derivations.derivation import Derivation
from permdesk.translation import tr

KEYS = "Shift+F1"
OPENING = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


def question() -> str:
    """What the command is called wherever it is offered."""
    return tr("How is this computed?")


def is_asked_by(event: QEvent) -> bool:
    """Shift+F1 was pressed."""
    return (
        isinstance(event, QKeyEvent)
        and event.type() == QEvent.Type.KeyPress
        and event.key() == Qt.Key.Key_F1
        and event.modifiers() == Qt.KeyboardModifier.ShiftModifier
    )


class Explained(QObject):
    """Belongs to a widget; the note stands beside what ``place`` says."""

    def derivation(self) -> Derivation | None:
        """How the number that is meant now is computed; None where there is no number."""
        raise NotImplementedError

    def place(self) -> QRect:
        """Where that number is, on the screen."""
        raise NotImplementedError

    def open(self) -> bool:
        """Open the note; False if there is no number."""
        said, owner = self.derivation(), self.parent()
        if said is None or not isinstance(owner, QWidget):
            return False
        if not said.stale:
            said = replace(said, stale=why_outdated(owner))
        Note(said, owner).open_at(self.place())
        return True


class ExplainedFigure(Explained):
    """One number of a ``widget``: a click, Enter, Space, Shift+F1 or its context menu open the note. A widget for which
    a click means something else keeps its click."""

    def __init__(self, widget: QWidget, *, by_click: bool = True) -> None:
        super().__init__(widget)
        self._widget, self._by_click = widget, by_click
        self._made: Callable[[], Derivation | None] = lambda: None
        if by_click:
            widget.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            widget.setCursor(Qt.CursorShape.PointingHandCursor)
        widget.installEventFilter(self)

    def say(self, made: Callable[[], Derivation | None]) -> None:
        """What the note says, made when it opens."""
        self._made = made

    def derivation(self) -> Derivation | None:
        return self._made()

    def place(self) -> QRect:
        return QRect(self._widget.mapToGlobal(QPoint(0, 0)), self._widget.size())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if is_asked_by(event):
            return self.open()
        if isinstance(event, QContextMenuEvent):
            return self._show_menu(event.globalPos())
        if not self._by_click:
            return False
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() in OPENING:
            return self.open()
        return isinstance(event, QMouseEvent) and self._is_click(event) and self.open()

    def _is_click(self, event: QMouseEvent) -> bool:
        is_release = event.type() == QEvent.Type.MouseButtonRelease and event.button() == Qt.MouseButton.LeftButton
        return is_release and self._widget.rect().contains(event.position().toPoint())

    def _show_menu(self, place: QPoint) -> bool:
        menu = QMenu(self._widget)
        action = QAction(question(), menu)
        action.setShortcut(KEYS)
        action.setShortcutVisibleInContextMenu(True)
        action.triggered.connect(lambda: self.open())
        menu.addAction(action)
        menu.exec(place)
        menu.deleteLater()
        return True


class ExplainedSentence(ExplainedFigure):
    """A sentence with numbers: by Shift+F1 and its context menu, as its text can be selected by clicks. Tab reaches it
    as soon as there is something to explain."""

    def __init__(self, sentence: QLabel) -> None:
        super().__init__(sentence, by_click=False)
        self._sentence = sentence
        sentence.setProperty("explained", "sentence")
        sentence.setIndent(0)  # else its border, seen or not, moves the words in

    def say(self, made: Callable[[], Derivation | None]) -> None:
        super().say(made)
        self._sentence.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        if not self._sentence.toolTip():
            self._sentence.setToolTip(tr("How the numbers are computed: Shift+F1, or a click with the right button."))


def explained_at(widget: QWidget | None) -> Explained | None:
    """What explains a number of the widget or, if nothing, of the nearest one around it."""
    while widget is not None:
        found = widget.findChild(Explained, options=Qt.FindChildOption.FindDirectChildrenOnly)
        if isinstance(found, Explained):
            return found
        widget = None if widget.isWindow() else widget.parentWidget()
    return None


def open_note() -> None:
    """Open the note about the number that has the focus; say how to choose one where none has."""
    widget = QApplication.focusWidget()
    found = explained_at(widget)
    if (found is None or not found.open()) and widget is not None:
        said = tr("Choose a number first: in the strip, on a card or in a table, by a click or by Tab.")
        QToolTip.showText(widget.mapToGlobal(QPoint(8, 8)), said, widget)
