"""The attributes of both files as a table in which level and order can be chosen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from permdesk.data.choices import CategoryOrder, DateNotation, Level
from permdesk.gui import numbers
from permdesk.gui.column_facts import ColumnFacts
from permdesk.gui.models.array_table import ArrayTableModel
from permdesk.gui.models.columns import Column, Mark, Side
from permdesk.gui.pages.data.attribute_rows import AttributeRow, level_words, order_words, why_words
from permdesk.gui.pages.data.fact_notes import distinct_x, distinct_y, missing_x, missing_y, suppressed_y, tied_y
from permdesk.gui.pages.data.fact_words import distinct_words, share_words
from permdesk.report.derivations.derivation import Derivation
from permdesk.translation import tr

Index = QModelIndex | QPersistentModelIndex
NAME, LEVEL, ORDER, NAME_IN_Y = 0, 1, 2, 6


class AttributeModel(ArrayTableModel):
    """Rows are replaced as a whole. A choice is announced, not kept: the workspace decides and shows it again."""

    level_chosen = Signal(str, object)
    order_chosen = Signal(str, object)
    notation_chosen = Signal(str, object)
    partner_chosen = Signal(str, str)
    """An attribute of the original, and the name that it has in the anonymized file."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._attributes: tuple[AttributeRow, ...] = ()
        self.show_columns(self._made_columns(), 0)

    def show_attributes(self, attributes: tuple[AttributeRow, ...]) -> None:
        """Show other rows; rows of the same names keep the place of the person who chooses."""
        before, self._attributes = self._attributes, attributes
        if [row.name for row in attributes] != [row.name for row in before]:
            self.show_columns(self.columns, len(attributes))
        elif attributes:
            self.dataChanged.emit(self.index(0, 0), self.index(len(attributes) - 1, self.columnCount() - 1))

    @property
    def free_names(self) -> tuple[str, ...]:
        """Attributes of the anonymized file that belong to none of the original."""
        return tuple(row.name for row in self._attributes if row.original is None)

    def attribute(self, view_row: int) -> AttributeRow:
        return self._attributes[self.source_row(view_row)]

    def is_choice(self, index: Index) -> bool:
        """There is something to choose in this cell."""
        if not index.isValid():
            return False
        row = self.attribute(index.row())
        if index.column() == NAME_IN_Y:
            return row.original is not None and (row.anonymized is not None or bool(self.free_names))
        if row.choice is None:
            return False
        if index.column() == ORDER:
            has_dates = row.choice.level is Level.NUMERIC and row.choice.dates is not None
            return has_dates or row.choice.level in (Level.ORDINAL, Level.NOMINAL)
        return index.column() == LEVEL

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsEditable if self.is_choice(index) else flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.EditRole and index.isValid():
            if index.column() == NAME_IN_Y:
                facts = self.attribute(index.row()).anonymized
                return facts.name if facts is not None else ""
            choice = self.attribute(index.row()).choice
            if choice is None:
                return None
            if index.column() == LEVEL:
                return choice.level
            return choice.dates if choice.level is Level.NUMERIC else choice.order
        return super().data(index, role)

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.EditRole or not self.is_choice(index):
            return False
        name = self.attribute(index.row()).name
        if index.column() == LEVEL and isinstance(value, Level):
            self.level_chosen.emit(name, value)
        elif index.column() == ORDER and (value is None or isinstance(value, CategoryOrder)):
            self.order_chosen.emit(name, value)
        elif index.column() == ORDER and isinstance(value, DateNotation):
            self.notation_chosen.emit(name, value)
        elif index.column() == NAME_IN_Y and isinstance(value, str):
            self.partner_chosen.emit(name, value)
        else:
            return False
        return True

    def _made_columns(self) -> list[Column]:
        def column(
            title: str, tip: str, text: Callable[[AttributeRow], str], *, notes: bool = False, bold: bool = False
        ) -> Column:
            return Column(
                title,
                lambda row: text(self._attributes[row]),
                tooltip=tip,
                side=Side.LEFT,
                marks=lambda row: _marks(self._attributes[row], bold),
                note=(lambda row: text(self._attributes[row])) if notes else None,
            )

        def fact(
            file: str,
            title: str,
            tip: str,
            text: Callable[[AttributeRow], str],
            side: Side,
            note: Callable[[AttributeRow, str], Derivation | None] | None = None,
        ) -> Column:
            return Column(
                title,
                lambda row: text(self._attributes[row]),
                group=file,
                tooltip=tip,
                side=side,
                marks=lambda row: _marks(self._attributes[row], False),
                derived=None if note is None else lambda row: note(self._attributes[row], text(self._attributes[row])),
            )

        x, y, right, left = tr("Original"), tr("Anonymized"), Side.RIGHT, Side.LEFT
        return [
            column(
                tr("Attribute"), tr("Name of the attribute; bold when it is audited."), lambda row: row.name, bold=True
            ),
            column(
                tr("Level"),
                tr("What the values are. Press Enter or click to choose."),
                lambda row: level_words(row.choice.level) if row.choice else "–",
            ),
            column(
                tr("Order"),
                tr("How categories are ranked, without which words are left out; or how dates are written."),
                lambda row: order_words(row.choice) if row.choice else "",
                notes=True,
            ),
            fact(x, tr("Distinct"), tr("Different values in the original."), _of_x(distinct_words), right, distinct_x),
            fact(x, tr("Missing"), tr("Missing cells of the original."), _of_x(_missing), right, missing_x),
            fact(x, tr("Examples"), tr("First values of the original."), _of_x(_examples), left),
            fact(
                y,
                tr("Name"),
                tr(
                    "The attribute of the anonymized file that this one became. Press Enter or click to choose another."
                ),
                _of_y(_name),
                left,
            ),
            fact(
                *(y, tr("Distinct"), tr("Different values in the anonymized file."), _of_y(distinct_words)),
                *(right, distinct_y),
            ),
            fact(y, tr("Missing"), tr("Missing cells of the anonymized file."), _of_y(_missing), right, missing_y),
            fact(
                *(y, tr("Suppressed"), tr("Cells with a suppression mark such as *."), _of_y(_suppressed)),
                *(right, suppressed_y),
            ),
            fact(
                *(y, tr("Ties"), tr("Anonymized records that share their value with another one."), _of_y(_tied)),
                *(right, tied_y),
            ),
            fact(y, tr("Examples"), tr("First values of the anonymized file."), _of_y(_examples), left),
            column(
                tr("Why"), tr("Why this level was guessed, or why the attribute is left out."), why_words, notes=True
            ),
        ]


def _marks(row: AttributeRow, bold: bool) -> Mark:
    if not row.is_audited:
        return Mark.MUTED
    return Mark.BOLD if bold else Mark.NONE


def _of_x(words: Callable[[ColumnFacts | None], str]) -> Callable[[AttributeRow], str]:
    return lambda row: words(row.original)


def _of_y(words: Callable[[ColumnFacts | None], str]) -> Callable[[AttributeRow], str]:
    return lambda row: words(row.anonymized)


def _name(facts: ColumnFacts | None) -> str:
    return numbers.NOTHING if facts is None else facts.name


def _missing(facts: ColumnFacts | None) -> str:
    return share_words(facts, facts.n_missing if facts else 0)


def _suppressed(facts: ColumnFacts | None) -> str:
    return share_words(facts, facts.n_suppressed if facts else 0)


def _tied(facts: ColumnFacts | None) -> str:
    return share_words(facts, facts.n_tied if facts else 0)


def _examples(facts: ColumnFacts | None) -> str:
    return "" if facts is None else ", ".join(facts.examples)
