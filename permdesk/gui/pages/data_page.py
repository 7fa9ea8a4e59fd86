"""The Data page: both files, how they were read and matched, every attribute, and what is asked of the audit."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QStackedLayout, QWidget

from permdesk.data.choices import AttributeChoice, CategoryOrder, Level
from permdesk.data.problem import Problem
from permdesk.gui.desk import Desk
from permdesk.gui.dialogs.category_order import CategoryOrderDialog
from permdesk.gui.dialogs.files import ask_file, policy_filter
from permdesk.gui.dialogs.reading import ReadingDialog
from permdesk.gui.pages.data.attribute_rows import AttributeRow, attribute_rows, level_words, why_words
from permdesk.gui.pages.data.attribute_table import AttributeTable
from permdesk.gui.pages.data.audit_card import AuditCard
from permdesk.gui.pages.data.categories import categories_of
from permdesk.gui.pages.data.file_card import FileCard
from permdesk.gui.pages.data.pairing_card import PairingCard
from permdesk.gui.pages.data.policy_card import PolicyCard
from permdesk.gui.pages.data.problem_list import ProblemList
from permdesk.gui.pages.data.welcome import Welcome
from permdesk.gui.parts import Themed, column, label, row, scrolled
from permdesk.gui.side import Side
from permdesk.gui.theme import LIGHT, Theme
from permdesk.gui.workspace import State
from permdesk.translation import tr

SIDE_WIDTH = 336
MOST_CATEGORIES = 500


class DataPage(QWidget):
    """Welcomes first; then shows the state and passes decisions on to the desk."""

    original_wanted = Signal()
    anonymized_wanted = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk, self._theme = desk, LIGHT
        self.welcome = Welcome()
        self.cards = {side: FileCard(side) for side in Side}
        self.pairing = PairingCard(desk)
        self.audit = AuditCard(desk)
        self.policy = PolicyCard(desk)
        self.problems = ProblemList()
        self.attributes = AttributeTable()
        self.why = label("", "muted", wraps=True)
        self.states = QStackedLayout(self)
        self.states.addWidget(self.welcome)
        self.states.addWidget(self._content())
        self._connect()

    def show_state(self, state: State) -> None:
        setup = state.setup
        self.states.setCurrentIndex(0 if setup.original is None and setup.anonymized is None else 1)
        for side, shown in self.cards.items():
            shown.show_file(side.file(setup))
        self.pairing.show_state(state)
        self.audit.show_state(state)
        self.policy.show_state(state)
        self.attributes.attributes.show_attributes(attribute_rows(state))
        self.problems.show_problems(_problems(state))

    def apply_theme(self, theme: Theme) -> None:
        self._theme = theme
        parts: tuple[Themed, ...] = (self.welcome, *self.cards.values(), self.attributes, self.problems)
        for part in parts:
            part.apply_theme(theme)

    def set_dragged_over(self, over: bool) -> None:
        self.welcome.set_dragged_over(over)

    def _content(self) -> QWidget:
        files = row(*self.cards.values(), gap=12)
        main = column(files, label(tr("Attributes"), "heading"), gap=12)
        main.addWidget(self.attributes, 1)
        main.addWidget(self.why)
        side = column(self.pairing, self.problems, self.audit, self.policy, gap=12)
        side.addStretch(1)
        side.setContentsMargins(0, 0, 4, 0)
        holder = QWidget()
        holder.setProperty("role", "page")
        holder.setLayout(side)
        holder.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        scroll = scrolled(holder, tr("Pairing, problems, settings"))
        scroll.setFixedWidth(SIDE_WIDTH)
        page = QWidget()
        layout = row(main, scroll, gap=12, margins=16)
        layout.setStretch(0, 1)
        page.setLayout(layout)
        return page

    def _connect(self) -> None:
        self.welcome.original_wanted.connect(self.original_wanted)
        self.welcome.anonymized_wanted.connect(self.anonymized_wanted)
        self.welcome.example_wanted.connect(self._desk.open_demonstration)
        self.cards[Side.ORIGINAL].open_wanted.connect(self.original_wanted)
        self.cards[Side.ANONYMIZED].open_wanted.connect(self.anonymized_wanted)
        for side, shown in self.cards.items():
            shown.reading_wanted.connect(lambda side=side: self._ask_reading(side))
        self.policy.open_wanted.connect(self._ask_policy)
        self.attributes.row_seen.connect(self._explain_row)
        self.attributes.attributes.level_chosen.connect(self._set_level)
        self.attributes.attributes.order_chosen.connect(self._set_order)

    def _ask_reading(self, side: Side) -> None:
        file = side.file(self._desk.workspace.setup)
        if file is not None:
            dialog = ReadingDialog(
                file.table.path,
                file.table.dialect,
                self._desk.reports,
                self._theme,
                lambda dialect: self._desk.reread(side, dialect),
                self,
            )
            dialog.finished.connect(dialog.deleteLater)
            dialog.open()

    def _explain_row(self, seen: AttributeRow | None) -> None:
        self.why.setText(
            tr("Choose a row to read why its level was guessed. Level and order can be changed in the table.")
            if seen is None
            else f"{seen.name}: {why_words(seen)}"
        )

    def _ask_policy(self) -> None:
        ask_file(self, tr("Open a policy"), policy_filter(), self._open_policy)

    def _open_policy(self, path: Path) -> None:
        self._desk.open_policy(path)

    def _set_level(self, name: str, level: Level) -> None:
        if level is Level.ORDINAL:
            self._ask_order(name, level)
            return
        step = (
            tr("exclude {name}", name=name)
            if level is Level.EXCLUDED
            else tr("{name} is {level}", name=name, level=level_words(level).lower())
        )
        self._change(name, step, level=level, order=None, categories=(), reason="")

    def _set_order(self, name: str, order: CategoryOrder | None) -> None:
        choice = self._choice(name)
        if choice is None:
            return
        if order is CategoryOrder.BY_HAND:
            self._ask_order(name, choice.level)
        else:
            self._change(name, tr("order of {name}", name=name), order=order, categories=(), reason="")

    def _ask_order(self, name: str, level: Level) -> None:
        choice = self._choice(name)
        if choice is None:
            return
        known = categories_of(self._desk.workspace.setup, name)
        if len(known) > MOST_CATEGORIES:
            self._desk.reported.emit(_too_many(name, len(known)))
            return
        listed = [category for category in choice.categories if category in known]
        in_order = [*listed, *(category for category in known if category not in listed)]

        def take(categories: tuple[str, ...]) -> None:
            step = tr("order of {name}", name=name)
            self._change(name, step, level=level, order=CategoryOrder.BY_HAND, categories=categories, reason="")

        dialog = CategoryOrderDialog(name, in_order, take, self)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _choice(self, name: str) -> AttributeChoice | None:
        choices = self._desk.workspace.setup.choices
        if choices is None:
            return None
        return next((choice for choice in choices.attributes if choice.name == name), None)

    def _change(self, name: str, step: str, **changed: object) -> None:
        setup = self._desk.workspace.setup
        if setup.choices is None:
            return
        attributes = tuple(
            replace(choice, **changed) if choice.name == name else choice  # type: ignore[arg-type]
            for choice in setup.choices.attributes
        )
        self._desk.decide(step, replace(setup, choices=replace(setup.choices, attributes=attributes)))


def _too_many(name: str, n: int) -> Problem:
    return Problem(
        what=tr("It has {n} different values, too many to be put in order by hand.", n=n),
        where=name,
        remedy=tr("Choose another level, or order it by frequency."),
    )


def _problems(state: State) -> tuple[Problem, ...]:
    notices = () if state.audit is None else state.audit.notices
    if state.pair is not None:
        found = (*state.problems, *state.pair.problems, *notices)
    else:
        files = (state.setup.original, state.setup.anonymized)
        read = [problem for file in files if file is not None for problem in file.table.problems]
        found = (*state.problems, *read)
    return tuple(dict.fromkeys(found))
