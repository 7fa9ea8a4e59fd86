"""The attributes of both files: the table, what can be done to those selected, and what was read of the current one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QWidget

from permdesk.data.choices import AttributeChoice, CategoryOrder, DateNotation, Level
from permdesk.data.problem import Problem
from permdesk.gui.desk import Desk
from permdesk.gui.dialogs.category_order import CategoryOrderDialog
from permdesk.gui.dialogs.files import ask_file, hierarchy_filter
from permdesk.gui.pages.data.attribute_decisions import (
    at_level,
    changed,
    choice_of,
    has_cells,
    in_order,
    included,
    names_words,
    with_partner,
)
from permdesk.gui.pages.data.attribute_rows import (
    AttributeRow,
    attribute_rows,
)
from permdesk.gui.pages.data.attribute_table import AttributeTable
from permdesk.gui.pages.data.attribute_tools import AttributeTools
from permdesk.gui.pages.data.categories import listed_categories
from permdesk.gui.pages.data.import_report import ImportReport
from permdesk.gui.pages.data.step_names import level_step, notation_step, order_step
from permdesk.gui.parts import column
from permdesk.gui.showing import open_dialog
from permdesk.gui.theme import Theme
from permdesk.gui.workspace import Setup, State
from permdesk.translation import tr

MOST_CATEGORIES = 500


class AttributeSection(QWidget):
    """Shows the state, and passes decisions about attributes on to the desk."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self.tools = AttributeTools()
        self.table = AttributeTable()
        self.report = ImportReport()
        self.parts = QSplitter(Qt.Orientation.Vertical)
        self.parts.setChildrenCollapsible(False)
        self.parts.addWidget(self.table)
        self.parts.addWidget(self.report)
        self.parts.setStretchFactor(0, 3)
        self.parts.setStretchFactor(1, 2)
        layout = column(self.tools, gap=8)
        layout.addWidget(self.parts, 1)
        self.setLayout(layout)
        self._connect()

    def show_state(self, state: State) -> None:
        self.table.attributes.show_attributes(attribute_rows(state))
        self.report.show_state(state)
        self._show_selection()

    def apply_theme(self, theme: Theme) -> None:
        self.table.apply_theme(theme)
        self.report.apply_theme(theme)

    def _connect(self) -> None:
        model = self.table.attributes
        self.table.row_seen.connect(self._explain)
        self.table.selected.connect(self._show_selection)
        self.table.exclude_wanted.connect(lambda: self._set_level(self._selected(), Level.EXCLUDED))
        model.level_chosen.connect(lambda name, level: self._set_level(self.table.names_for(name), level))
        model.order_chosen.connect(lambda name, order: self._set_order(self.table.names_for(name), order))
        model.notation_chosen.connect(self._set_notation)
        model.partner_chosen.connect(self._set_partner)
        self.tools.level_wanted.connect(lambda level: self._set_level(self._selected(), level))
        self.tools.order_wanted.connect(lambda order: self._set_order(self._selected(), order))
        self.tools.include_wanted.connect(self._include)
        self.tools.hierarchy_wanted.connect(self._ask_hierarchy)

    @property
    def _setup(self) -> Setup:
        return self._desk.workspace.setup

    def _selected(self) -> tuple[str, ...]:
        return tuple(row.name for row in self.table.selected_rows if row.choice is not None)

    def _show_selection(self) -> None:
        self.tools.show_selection(len(self.table.selected_rows), len(self._selected()))

    def _explain(self, seen: AttributeRow | None) -> None:
        self.report.show_attribute(seen)

    def _set_level(self, names: Sequence[str], level: Level) -> None:
        if level is Level.ORDINAL and len(names) == 1 and has_cells(self._setup, names[0]):
            self._ask_order(names[0], level)
            return
        self._desk.decide(level_step(names, level), at_level(self._setup, names, level))

    def _include(self) -> None:
        names = self._selected()
        self._desk.decide(tr("include {name}", name=names_words(names)), included(self._setup, names))

    def _set_order(self, names: Sequence[str], order: CategoryOrder | None) -> None:
        if order is CategoryOrder.BY_HAND:
            choice = choice_of(self._setup, names[0])
            if choice is not None:
                self._ask_order(choice.name, choice.level)
            return
        choices = [choice_of(self._setup, name) for name in names]
        lacking = [choice.name for choice in choices if choice is not None and not choice.hierarchy]
        if order is CategoryOrder.BY_TAXONOMY and lacking:
            if len(names) == 1:
                self._ask_hierarchy()
            else:
                self._desk.reported.emit(_no_hierarchy(lacking))
            return
        self._desk.decide(order_step(names, order), in_order(self._setup, names, order))

    def _ask_order(self, name: str, level: Level) -> None:
        choice = choice_of(self._setup, name)
        if choice is None:
            return
        if not has_cells(self._setup, name):
            self._desk.reported.emit(_being_read(name))
            return
        listed = listed_categories(self._setup, choice)
        if len(listed.by_code) > MOST_CATEGORIES:
            self._desk.reported.emit(_too_many(name, len(listed.by_code)))
            return

        def take(categories: tuple[str, ...]) -> None:
            def ordered(before: AttributeChoice) -> AttributeChoice:
                return replace(before, level=level, order=CategoryOrder.BY_HAND, categories=categories, dates=None)

            step = order_step([name], CategoryOrder.BY_HAND)
            self._desk.decide(step, changed(self._setup, [name], ordered))

        dialog = CategoryOrderDialog(name, listed, take, self)
        open_dialog(dialog)

    def _set_notation(self, name: str, notation: DateNotation) -> None:
        after = changed(self._setup, [name], lambda choice: replace(choice, dates=notation))
        self._desk.decide(notation_step(name, notation), after)

    def _set_partner(self, name: str, partner: str) -> None:
        step = tr("{name} became {partner}", name=name, partner=partner)
        self._desk.decide(step, with_partner(self._setup, name, partner))

    def _ask_hierarchy(self) -> None:
        names = self._selected()
        if len(names) == 1:
            title = tr("Open the hierarchy of {name}", name=names[0])
            ask_file(self, title, hierarchy_filter(), lambda path: self._set_hierarchy(names[0], path))

    def _set_hierarchy(self, name: str, path: Path) -> None:
        self._desk.choose_hierarchy(name, path)


def _being_read(name: str) -> Problem:
    return Problem(
        what=tr("Its cells are not in memory yet."),
        where=name,
        remedy=tr("Include it, and order its categories when it has been read again."),
    )


def _too_many(name: str, n: int) -> Problem:
    return Problem(
        what=tr("It has {n} different values, too many to be put in order by hand.", n=n),
        where=name,
        remedy=tr("Choose another level, or order it by frequency."),
    )


def _no_hierarchy(names: Sequence[str]) -> Problem:
    return Problem(
        what=tr("A taxonomy needs a hierarchy, which no file was chosen for."),
        where=names_words(names),
        remedy=tr("Choose one attribute at a time, and its hierarchy."),
    )
