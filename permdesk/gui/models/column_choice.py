"""Which columns of a table a person wants to see, and which of them stay in sight: kept as long as the table."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from permdesk.gui.models.columns import Column


class ColumnChoice(QObject):
    """Columns are known by name, so that a choice outlives the numbers it was made for. At first all
    columns show, and those stay in sight that say so themselves."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._hidden: frozenset[str] = frozenset()
        self._frozen: frozenset[str] | None = None

    def shows(self, column: Column) -> bool:
        return column.known_as not in self._hidden

    def freezes(self, column: Column) -> bool:
        """The column stays in sight where not all of them fit."""
        return column.pinned if self._frozen is None else column.known_as in self._frozen

    @property
    def is_chosen_frozen(self) -> bool:
        """A person has said what stays in sight."""
        return self._frozen is not None

    @property
    def is_untouched(self) -> bool:
        return not self._hidden and self._frozen is None

    def show(self, columns: Sequence[Column], *, shown: bool) -> None:
        """Show or hide some columns."""
        names = frozenset(column.known_as for column in columns)
        self._become(self._hidden - names if shown else self._hidden | names, self._frozen)

    def freeze(self, columns: Sequence[Column]) -> None:
        """Keep just these columns in sight."""
        self._become(self._hidden, frozenset(column.known_as for column in columns))

    def forget(self) -> None:
        """Go back to all columns."""
        self._become(frozenset(), None)

    def _become(self, hidden: frozenset[str], frozen: frozenset[str] | None) -> None:
        if (hidden, frozen) != (self._hidden, self._frozen):
            self._hidden, self._frozen = hidden, frozen
            self.changed.emit()
