"""Shows which numbers another reading changes, and asks for a confirmation where that changes a column's scale."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QFrame

from permdesk.gui import numbers
from permdesk.gui.models.columns import Column, Mark, Side
from permdesk.gui.models.rows_in_sight import RowsInSight
from permdesk.gui.models.table_view import TableView
from permdesk.gui.parts import column, explain, label
from permdesk.gui.theme import Theme
from permdesk.translation import tr

if TYPE_CHECKING:
    from permdesk.data.scale_changes import ReadingChange, ReadingSample

MOST_ROWS = 5
NAMED = 3


class ReadingChanges(QFrame):
    """Hidden while nothing changes. A confirmation holds for the changes that it was given for, and no others."""

    confirmed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self._changes: tuple[ReadingChange, ...] = ()
        self.title = label("", "heading", wraps=True)
        self.samples = TableView(tr("Cells before and after"))
        RowsInSight(self.samples, MOST_ROWS, MOST_ROWS)
        self.samples.setSortingEnabled(False)
        self.samples.setToolTip(tr("Cells of the whole file that change: as they are now, and as they would be."))
        self.confirm = QCheckBox()
        self.confirm.toggled.connect(lambda _: self.confirmed.emit())
        self.setLayout(column(self.title, self.samples, self.confirm, gap=8, margins=12))
        self.show_changes(())

    @property
    def needs_confirmation(self) -> bool:
        """A column would change its scale, and the officer has not said yet that this is meant."""
        return any(change.changes_scale for change in self._changes) and not self.confirm.isChecked()

    @property
    def is_confirmed(self) -> bool:
        """A column changes its scale, and the officer has said that this is meant."""
        return any(change.changes_scale for change in self._changes) and self.confirm.isChecked()

    def show_changes(self, changes: tuple[ReadingChange, ...]) -> None:
        if changes == self._changes and changes:
            return
        self._changes = changes
        self.setVisible(bool(changes))
        scaled = [change.name for change in changes if change.changes_scale]
        self.confirm.setChecked(False)
        self.confirm.setVisible(bool(scaled))
        names = _named(scaled)
        self.confirm.setText(tr("Yes, these are the numbers of {names}.", names=names))
        explain(
            self.confirm,
            tr("Confirm the numbers of {names}", names=names),
            tr("The scale of a column decides its numbers; only you can know which one is meant."),
        )
        self.title.setText(
            tr("Other numbers in {names}: please confirm", names=names)
            if scaled
            else tr("What this changes in {names}", names=_named([change.name for change in changes]))
        )
        rows = _rows(changes)
        self.samples.rows.show_columns(_columns(rows), len(rows))
        self.samples.fit_columns()

    def apply_theme(self, theme: Theme) -> None:
        self.samples.apply_theme(theme)


Row = tuple["ReadingChange", "ReadingSample"]


def _rows(changes: Sequence[ReadingChange]) -> list[Row]:
    """Columns that change their scale first."""
    ordered = sorted(changes, key=lambda change: not change.changes_scale)
    return [(change, sample) for change in ordered for sample in change.samples]


def _columns(rows: Sequence[Row]) -> list[Column]:
    def words(number: float | None) -> str:
        return tr("no number") if number is None else numbers.exact(number)

    def is_other(place: int) -> Mark:
        sample = rows[place][1]
        return Mark.BOLD if sample.before is not None and sample.after is not None else Mark.NONE

    def count(place: int) -> str:
        change = rows[place][0]
        return numbers.count(change.n_other + change.n_lost + change.n_new)

    return [
        Column(tr("Column"), lambda place: rows[place][0].name, tooltip=tr("The column concerned."), side=Side.LEFT),
        Column(
            tr("Cell"),
            lambda place: rows[place][1].text,
            tooltip=tr("The cell as it stands in the file."),
            side=Side.RIGHT,
        ),
        Column(
            tr("Now"), lambda place: words(rows[place][1].before), tooltip=tr("As the file was read."), marks=is_other
        ),
        Column(
            tr("Then"), lambda place: words(rows[place][1].after), tooltip=tr("As it would be read."), marks=is_other
        ),
        Column(tr("Cells"), count, tooltip=tr("Cells of this column that change.")),
    ]


def _named(names: Sequence[str]) -> str:
    if len(names) <= NAMED:
        return ", ".join(names)
    return tr("{n} columns", n=numbers.count(len(names)))
