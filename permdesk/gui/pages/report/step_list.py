"""The steps of the anonymization in their order: choose one, add, duplicate, remove, move."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QToolButton, QWidget

from permdesk.audit.comparison import Agreement, Comparison
from permdesk.audit.declared_step import method_name
from permdesk.audit.description import Step
from permdesk.audit.methods_inventory import Method
from permdesk.gui.appearance import faint
from permdesk.gui.icons import icon
from permdesk.gui.pages.report.measured_words import SIGNS
from permdesk.gui.parts import column, explain, icon_button, label, row
from permdesk.gui.plain_tip import plain_tip
from permdesk.gui.theme import Theme
from permdesk.translation import tr

SHOWN_ROWS = 5


class StepList(QWidget):
    """Delete removes the step under the cursor; Alt with an arrow key moves it."""

    decided = Signal(tuple, int, str)
    """All steps, the one that is chosen now, and what was done, in words."""
    chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._steps: tuple[Step, ...] = ()
        self.list = _Keys(self)
        explain(
            self.list,
            tr("Steps of the anonymization"),
            tr("In the order in which they were done. Delete removes one, Alt with an arrow key moves it."),
        )
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.add = icon_button(tr("Add a step"), tr("Add a step of the anonymization."))
        self.duplicate = icon_button(tr("Duplicate the step"), tr("Add the same step again, to change it."))
        self.remove = icon_button(tr("Remove the step"), tr("Remove the selected step (Del)."))
        self.up = icon_button(tr("Move the step up"), tr("Do the selected step earlier (Alt+Up)."))
        self.down = icon_button(tr("Move the step down"), tr("Do the selected step later (Alt+Down)."))
        self.empty = label(tr("No step yet: add what was done to the file."), "caption", wraps=True)
        self.list.currentRowChanged.connect(self._choose)
        self.add.clicked.connect(self.add_step)
        self.duplicate.clicked.connect(self.duplicate_step)
        self.remove.clicked.connect(self.remove_step)
        self.up.clicked.connect(lambda: self.move_step(-1))
        self.down.clicked.connect(lambda: self.move_step(1))
        words = label(tr("&Steps"), "heading")
        words.setBuddy(self.list)
        tools = row(words, gap=2)
        tools.addStretch(1)
        for button in self._buttons():
            tools.addWidget(button)
        self.setLayout(column(tools, self.empty, self.list, gap=4))

    @property
    def place(self) -> int:
        """The chosen step, from 0; -1 if there is none."""
        return self.list.currentRow()

    def show_steps(self, steps: tuple[Step, ...], place: int, comparisons: tuple[Comparison, ...]) -> None:
        """Show the steps, the one that is chosen, and the sign of what was measured of each."""
        self._steps = steps
        with QSignalBlocker(self.list):
            while self.list.count() > len(steps):
                self.list.takeItem(self.list.count() - 1)
            while self.list.count() < len(steps):
                self.list.addItem(QListWidgetItem())
            for at, step in enumerate(steps):
                item = self.list.item(at)
                item.setText(_line(at, step, comparisons))
                item.setToolTip(plain_tip(", ".join(step.attributes) or tr("No attribute is named.")))
            self.list.setCurrentRow(place)
        has_steps = bool(steps)
        self.list.setVisible(has_steps)
        self.empty.setVisible(not has_steps)
        height = max(self.list.sizeHintForRow(0), 24) * min(max(len(steps), 1), SHOWN_ROWS)
        self.list.setFixedHeight(height + 2 * self.list.frameWidth() + 6)
        for button in (self.duplicate, self.remove):
            button.setEnabled(has_steps)
        self.up.setEnabled(place > 0)
        self.down.setEnabled(0 <= place < len(steps) - 1)

    def apply_theme(self, theme: Theme) -> None:
        for button, name in zip(self._buttons(), ("add", "duplicate", "remove", "up", "down"), strict=True):
            button.setIcon(icon(name, theme.text, faint(theme)))

    def add_step(self) -> None:
        self.decided.emit((*self._steps, Step(kind=Method.NOISE)), len(self._steps), tr("add a step"))

    def duplicate_step(self) -> None:
        place = self.place
        if place >= 0:
            steps = (*self._steps[: place + 1], self._steps[place], *self._steps[place + 1 :])
            self.decided.emit(steps, place + 1, tr("duplicate a step"))

    def remove_step(self) -> None:
        place = self.place
        if place >= 0:
            steps = (*self._steps[:place], *self._steps[place + 1 :])
            self.decided.emit(steps, min(place, len(steps) - 1), tr("remove a step"))

    def move_step(self, by: int) -> None:
        place, steps = self.place, list(self._steps)
        target = place + by
        if place >= 0 and 0 <= target < len(steps):
            steps[place], steps[target] = steps[target], steps[place]
            self.decided.emit(tuple(steps), target, tr("move a step"))

    def _choose(self, place: int) -> None:
        self.up.setEnabled(place > 0)
        self.down.setEnabled(0 <= place < len(self._steps) - 1)
        self.chosen.emit(place)

    def _buttons(self) -> tuple[QToolButton, ...]:
        return (self.add, self.duplicate, self.remove, self.up, self.down)


class _Keys(QListWidget):
    def __init__(self, steps: StepList) -> None:
        super().__init__()
        self._steps = steps

    def keyPressEvent(self, event: QKeyEvent) -> None:
        has_alt = event.modifiers() == Qt.KeyboardModifier.AltModifier
        if event.key() == Qt.Key.Key_Delete:
            self._steps.remove_step()
        elif has_alt and event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._steps.move_step(-1 if event.key() == Qt.Key.Key_Up else 1)
        else:
            super().keyPressEvent(event)


def _line(place: int, step: Step, comparisons: tuple[Comparison, ...]) -> str:
    own = [comparison.agreement for comparison in comparisons if comparison.step == place]
    sign = f"{SIGNS[Agreement.CONTRADICTS]} " if Agreement.CONTRADICTS in own else ""
    names = ", ".join(step.attributes)
    words = f"{place + 1}. {method_name(step)}"
    return f"{sign}{words} · {names}" if names else f"{sign}{words}"
