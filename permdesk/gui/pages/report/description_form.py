"""What the officer says about the release: who, with what software, in which steps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QLineEdit,
    QPlainTextEdit,
    QTableWidget,
    QTableWidgetItem,
    QToolButton,
    QVBoxLayout,
)

from permdesk.audit.description import Description, Step
from permdesk.gui.desk import Desk
from permdesk.gui.icons import icon
from permdesk.gui.parts import column, explain, icon_button, label, row
from permdesk.gui.theme import Theme
from permdesk.gui.workspace import State
from permdesk.translation import tr


class Remarks(QPlainTextEdit):
    """A text of several lines that tells when a person has left it."""

    def __init__(self, on_left: Callable[[], None]) -> None:
        super().__init__()
        self._on_left = on_left
        self.setTabChangesFocus(True)
        self.setMinimumHeight(72)
        self.setMaximumHeight(120)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._on_left()


class DescriptionForm(QFrame):
    """Each field is one step that can be undone."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self._desk = desk
        self.title = _line(tr("Title of the release"), tr("Stands at the top of the report."))
        self.producer = _line(tr("Producer"), tr("Who released the file."))
        self.software = _line(tr("Software"), tr("What anonymized the file, with its version."))
        self.steps = self._step_table()
        self.add = icon_button(tr("Add a step"), tr("Add a step of the anonymization."))
        self.remove = icon_button(tr("Remove the step"), tr("Remove the selected step."))
        self.up = icon_button(tr("Move the step up"), tr("Do the selected step earlier."))
        self.down = icon_button(tr("Move the step down"), tr("Do the selected step later."))
        self.remarks = Remarks(self._decide)
        explain(self.remarks, tr("Remarks"), tr("Anything else that users should know."))
        for field in (self.title, self.producer, self.software):
            field.editingFinished.connect(self._decide)
        self.add.clicked.connect(self._add)
        self.remove.clicked.connect(self._remove)
        self.up.clicked.connect(lambda: self._move(-1))
        self.down.clicked.connect(lambda: self._move(1))
        self.setLayout(self._arranged())

    def _arranged(self) -> QVBoxLayout:
        tools = row(label(tr("Steps"), "heading"), gap=2)
        tools.addStretch(1)
        for button in self._buttons():
            tools.addWidget(button)
        layout = column(label(tr("How the file was anonymized"), "heading"), gap=6, margins=16)
        for name, field in (
            (tr("&Title"), self.title),
            (tr("&Producer"), self.producer),
            (tr("So&ftware"), self.software),
        ):
            words = label(name, "muted")
            words.setBuddy(field)
            layout.addWidget(words)
            layout.addWidget(field)
        layout.addSpacing(4)
        layout.addLayout(tools)
        layout.addWidget(self.steps, 1)
        words = label(tr("Re&marks"), "muted")
        words.setBuddy(self.remarks)
        layout.addWidget(words)
        layout.addWidget(self.remarks)
        layout.addWidget(
            label(
                tr("Never write a random seed of the anonymization here: with it, the release can be undone."),
                "warning",
                wraps=True,
            )
        )
        return layout

    def _buttons(self) -> tuple[QToolButton, ...]:
        return (self.add, self.remove, self.up, self.down)

    def _step_table(self) -> QTableWidget:
        table = QTableWidget(0, 3)
        explain(
            table,
            tr("Steps of the anonymization"),
            tr("One line per step: the method, the attributes it changed, separated by commas, and its parameters."),
        )
        table.setHorizontalHeaderLabels([tr("Method"), tr("Attributes"), tr("Parameters")])
        table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        table.horizontalHeader().setHighlightSections(False)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(32)
        table.setShowGrid(False)
        table.setTabKeyNavigation(False)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setMinimumHeight(120)
        table.itemChanged.connect(lambda _: self._decide())
        return table

    @property
    def description(self) -> Description:
        """As typed."""
        return Description(
            title=self.title.text().strip(),
            producer=self.producer.text().strip(),
            software=self.software.text().strip(),
            steps=tuple(self._step(place) for place in range(self.steps.rowCount())),
            remarks=self.remarks.toPlainText().strip(),
        )

    def show_state(self, state: State) -> None:
        wanted = state.setup.description
        if wanted == self.description:
            return
        for field, text in (
            (self.title, wanted.title),
            (self.producer, wanted.producer),
            (self.software, wanted.software),
        ):
            if field.text().strip() != text:
                field.setText(text)
        if self.remarks.toPlainText().strip() != wanted.remarks:
            self.remarks.setPlainText(wanted.remarks)
        if wanted.steps != self.description.steps:
            self._show_steps(wanted.steps)

    def apply_theme(self, theme: Theme) -> None:
        for button, name in zip(self._buttons(), ("add", "remove", "up", "down"), strict=True):
            button.setIcon(icon(name, theme.text))

    def _show_steps(self, steps: tuple[Step, ...]) -> None:
        with QSignalBlocker(self.steps):
            self.steps.setRowCount(len(steps))
            for place, step in enumerate(steps):
                for where, text in enumerate((step.method, ", ".join(step.attributes), step.parameters)):
                    self.steps.setItem(place, where, QTableWidgetItem(text))

    def _step(self, place: int) -> Step:
        method, attributes, parameters = (self._text(place, where) for where in range(3))
        names = tuple(name.strip() for name in attributes.split(",") if name.strip())
        return Step(method, names, parameters)

    def _text(self, place: int, where: int) -> str:
        item = self.steps.item(place, where)
        return item.text().strip() if item is not None else ""

    def _add(self) -> None:
        steps = (*self.description.steps, Step())
        self._show_steps(steps)
        self._decide()
        self.steps.setCurrentCell(len(steps) - 1, 0)
        self.steps.edit(self.steps.currentIndex())

    def _remove(self) -> None:
        place = self.steps.currentRow()
        if place >= 0:
            self.steps.removeRow(place)
            self._decide()

    def _move(self, by: int) -> None:
        place, steps = self.steps.currentRow(), list(self.description.steps)
        target = place + by
        if place >= 0 and 0 <= target < len(steps):
            steps[place], steps[target] = steps[target], steps[place]
            self._show_steps(tuple(steps))
            self.steps.setCurrentCell(target, 0)
            self._decide()

    def _decide(self) -> None:
        setup = self._desk.workspace.setup
        self._desk.decide(tr("describe the anonymization"), replace(setup, description=self.description))


def _line(name: str, tip: str) -> QLineEdit:
    field = QLineEdit()
    explain(field, name, tip)
    return field
