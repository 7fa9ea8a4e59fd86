"""The tour: a veil over the window with a hole over what is explained, and a card that says what it is."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QColor, QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QFrame, QPushButton, QWidget
from shiboken6 import isValid

from permdesk.gui.guide.tour_steps import Toured, TourStep, tour_steps
from permdesk.gui.parts import card, column, explain, label, primary_button, quiet_button, row
from permdesk.gui.theme import Theme
from permdesk.translation import tr

CARD_WIDTH = 380
AROUND, GAP = 6, 14
VEIL = 150
ONWARDS = (Qt.Key.Key_Right, Qt.Key.Key_PageDown)
BACKWARDS = (Qt.Key.Key_Left, Qt.Key.Key_PageUp)
LOOK_AGAIN_MS = 60
"""How often the places of the widgets are looked up: a page builds, a splitter moves, a table grows without a word."""


class Tour(QWidget):
    """Covers ``window`` until it is ended, and takes its keys meanwhile; the focus goes back to where it was."""

    ended = Signal()

    def __init__(self, window: QWidget, toured: Toured, theme: Theme) -> None:
        super().__init__(window)
        self._window, self._toured, self._theme = window, toured, theme
        self._steps = tour_steps(toured)
        self._at = 0
        self._holes: tuple[QRect, ...] = ()
        self._focus_before = QApplication.focusWidget()
        self.counted = label("", "caption")
        self.title = label("", "heading", wraps=True)
        self.text = label("", wraps=True)
        self.skip = quiet_button(tr("Skip the tour"), tr("End the tour (Esc). Help has it again."))
        self.back = QPushButton(tr("Back"))
        explain(self.back, tr("Back"), tr("The step before (Left)."))
        self.next = primary_button(tr("Next"), tr("The next step (Right or Enter)."))
        self.card = self._made_card()
        self.skip.clicked.connect(self.end)
        self.back.clicked.connect(lambda: self._go(self._at - 1))
        self.next.clicked.connect(lambda: self._go(self._at + 1))
        toured.tabs.currentChanged.connect(self._follow_tab)
        for watched in (window, self.skip, self.back, self.next):
            watched.installEventFilter(self)
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_AGAIN_MS)
        self._timer.timeout.connect(self._aim)

    @property
    def step(self) -> int:
        """The place of the step that is shown, from 0."""
        return self._at

    @property
    def holes(self) -> tuple[QRect, ...]:
        """What is not dimmed, in pixels of the window."""
        return self._holes

    def begin(self) -> None:
        """Show the first step."""
        self.setGeometry(self._window.rect())
        self.show()
        self.raise_()
        self._timer.start()
        self._go(0)

    def end(self) -> None:
        """Take the veil away and give the focus back."""
        self._timer.stop()
        self._window.removeEventFilter(self)
        self._toured.tabs.currentChanged.disconnect(self._follow_tab)
        # First, as Qt would ask a hidden tour for another child to take the focus, and all are hidden with it.
        self._returned_to().setFocus()
        self.hide()
        self.ended.emit()

    def _returned_to(self) -> QWidget:
        """What had the focus, if it is still there and can be seen."""
        before = self._focus_before
        if before is None or not isValid(before) or not before.isVisible():
            return self._toured.tabs.tabBar()
        return before

    def apply_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def _made_card(self) -> QFrame:
        buttons = row(self.skip)
        buttons.addStretch(1)
        buttons.addWidget(self.back)
        buttons.addWidget(self.next)
        layout = column(self.counted, self.title, self.text, gap=6, margins=18)
        layout.addSpacing(8)
        layout.addLayout(buttons)
        made = card(layout)
        made.setParent(self)
        return made

    def _go(self, place: int) -> None:
        if place >= len(self._steps):
            self.end()
            return
        self._at = max(place, 0)
        step = self._steps[self._at]
        if self._toured.tabs.currentIndex() != step.tab:
            self._toured.show_tab(step.tab)
        step.bring_view()
        self._show(step)

    def _show(self, step: TourStep) -> None:
        count = tr("Step {step} of {all}", step=self._at + 1, all=len(self._steps))
        self.counted.setText(count)
        self.title.setText(step.title)
        self.text.setText(step.text)
        self.back.setEnabled(self._at > 0)
        is_last = self._at == len(self._steps) - 1
        self.next.setText(tr("Done") if is_last else tr("Next"))
        self.next.setAccessibleName(self.next.text())
        self.skip.setVisible(not is_last)
        self.setAccessibleName(tr("Tour, {count}: {title}", count=count, title=step.title))
        self.setAccessibleDescription(step.text)
        self.next.setAccessibleDescription(f"{count}. {step.title}. {step.text}")
        self.next.setFocus()
        self._aim()
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def _follow_tab(self, tab: int) -> None:
        """Somebody went to another tab: go on with its step, if it has one."""
        if self._steps[self._at].tab != tab:
            there = next((place for place, step in enumerate(self._steps) if step.tab == tab), None)
            if there is not None:
                self._go(there)
        self.raise_()

    def _aim(self) -> None:
        """Put the holes and the card where the widgets are now."""
        holes = tuple(self._seen(widget) for widget in self._steps[self._at].targets())
        holes = tuple(hole for hole in holes if not hole.isEmpty())
        self.card.setFixedWidth(min(self.fontMetrics().averageCharWidth() * 62, self.width() - 2 * GAP, 2 * CARD_WIDTH))
        size = QSize(self.card.width(), self.card.heightForWidth(self.card.width()))
        place = QRect(_beside(holes, size, self.rect()), size)
        if holes != self._holes or self.card.geometry() != place:
            self._holes = holes
            self.card.setGeometry(place)
            self.update()

    def _seen(self, widget: QWidget) -> QRect:
        """The part of a widget that is in sight, in the coordinates of the window, with a little air around it."""
        if not widget.isVisible():
            return QRect()
        seen, parent = QRect(widget.mapTo(self._window, QPoint()), widget.size()), widget.parentWidget()
        while parent is not None and parent is not self._window:
            seen = seen.intersected(QRect(parent.mapTo(self._window, QPoint()), parent.size()))
            parent = parent.parentWidget()
        return seen.adjusted(-AROUND, -AROUND, AROUND, AROUND).intersected(self.rect()) if seen.isValid() else seen

    def paintEvent(self, event: QPaintEvent) -> None:
        veil, holes = QPainterPath(), QPainterPath()
        veil.addRect(self.rect())
        for hole in self._holes:
            rounded = QPainterPath()
            rounded.addRoundedRect(hole, 10, 10)
            holes = holes.united(rounded)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillPath(veil - holes, QColor(0, 0, 0, VEIL))
        painter.setPen(QPen(QColor(self._theme.accent), 2))
        painter.drawPath(holes)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.end()
        elif event.key() in ONWARDS:
            self._go(self._at + 1)
        elif event.key() in BACKWARDS:
            self._go(self._at - 1)
        # All other keys end here: what is dimmed is not to be operated.

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            event.accept()  # Escape is the key of Cancel, and letters with Alt are those of menus and buttons
            return True
        return super().event(event)

    def focusNextPrevChild(self, onwards: bool) -> bool:
        """Tab stays among the buttons of the card."""
        buttons = [part for part in (self.skip, self.back, self.next) if part.isVisible() and part.isEnabled()]
        at = next((place for place, part in enumerate(buttons) if part.hasFocus()), -1)
        buttons[(at + (1 if onwards else -1)) % len(buttons)].setFocus(Qt.FocusReason.TabFocusReason)
        return True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._window and event.type() == QEvent.Type.Resize:
            self.setGeometry(self._window.rect())
            self._aim()
        elif isinstance(watched, QPushButton) and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._takes_key(watched, event)
        return False

    def _takes_key(self, button: QPushButton, event: QKeyEvent) -> bool:
        """A button would go to its neighbour with the arrows; here they go from step to step."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            button.click()
        elif event.key() in (*ONWARDS, *BACKWARDS):
            self.keyPressEvent(event)
        else:
            return False
        return True


def _beside(holes: tuple[QRect, ...], size: QSize, window: QRect) -> QPoint:
    """Where a card of a size goes: below, above, right or left of the holes if it has room there, else over the lower
    right of them; in the middle where there is none."""
    inside = window.adjusted(GAP, GAP, -GAP, -GAP)
    middle = QPoint(window.center().x() - size.width() // 2, window.center().y() - size.height() // 2)
    if not holes:
        return middle
    hole = holes[-1]
    x = min(max(hole.center().x() - size.width() // 2, inside.left()), inside.right() - size.width())
    y = min(max(hole.center().y() - size.height() // 2, inside.top()), inside.bottom() - size.height())
    wanted = (
        QPoint(x, hole.bottom() + GAP),
        QPoint(x, hole.top() - GAP - size.height()),
        QPoint(hole.right() + GAP, y),
        QPoint(hole.left() - GAP - size.width(), y),
    )
    for place in wanted:
        there = QRect(place, size)
        if inside.contains(there) and not any(there.intersects(other) for other in holes):
            return place
    return QPoint(inside.right() - size.width() - GAP, inside.bottom() - size.height() - GAP)
