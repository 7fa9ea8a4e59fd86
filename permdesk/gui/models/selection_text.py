"""The selected rows of a table as text that a spreadsheet takes, made between the events of the window."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QTableView

from permdesk.gui.models.array_table import ArrayTableModel
from permdesk.gui.models.columns import Side
from permdesk.gui.numbers import ungrouped

MOST_CELLS = 2_000_000
SLICE_SECONDS = 0.02


@dataclass(frozen=True, slots=True)
class SelectionText:
    """Tab-separated ``text`` with a header line; of ``n_selected`` rows the first ``n_copied`` are in it."""

    text: str
    n_selected: int
    n_copied: int


class SelectionCopy(QObject):
    """Makes the text of a selection, a slice of SLICE_SECONDS at a time; what fits into the first is done at once.

    ``made`` carries the SelectionText. A table that changes meanwhile stops the copy.
    """

    made = Signal(object)

    def __init__(self, view: QTableView, rows: ArrayTableModel) -> None:
        super().__init__(view)
        self._view, self._rows = view, rows
        self._lines: list[str] = []
        self._coming: Iterator[str] = iter(())
        self._n_selected = 0
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._next_slice)
        rows.modelAboutToBeReset.connect(self._timer.stop)
        rows.layoutAboutToBeChanged.connect(self._timer.stop)

    def start(self) -> None:
        """Copy the rows that are selected now: as shown, top to bottom, columns as placed, at most MOST_CELLS cells."""
        spans = sorted({(span.top(), span.bottom()) for span in self._view.selectionModel().selection().toList()})
        self._n_selected = sum(bottom - top + 1 for top, bottom in spans)
        self._coming = selection_lines(self._view, self._rows, spans)
        self._lines = []
        if self._n_selected:
            self._timer.start()
            self._next_slice()

    def _next_slice(self) -> None:
        end = time.monotonic() + SLICE_SECONDS
        for line in self._coming:
            self._lines.append(line)
            if time.monotonic() > end:
                return
        self._timer.stop()
        self.made.emit(SelectionText("\n".join(self._lines) + "\n", self._n_selected, len(self._lines) - 1))


def selection_lines(view: QTableView, rows: ArrayTableModel, spans: list[tuple[int, int]]) -> Iterator[str]:
    """A header line, then a line for each row in ``spans`` (first and last view rows), at most MOST_CELLS cells.

    Digit groups are left out, and a text that a spreadsheet would run as a formula is quoted by an apostrophe.
    """
    header = view.horizontalHeader()
    sections = [header.logicalIndex(place) for place in range(header.count())]
    columns = [rows.columns[section] for section in sections if not header.isSectionHidden(section)]
    yield "\t".join(column.spoken for column in columns)
    left = MOST_CELLS // max(1, len(columns))
    for top, bottom in spans:
        for row in range(top, min(bottom + 1, top + left)):
            source = rows.source_row(row)
            yield "\t".join(_plain(column.text(source), column.side) for column in columns)
        left -= min(bottom + 1 - top, left)


def _plain(text: str, side: Side) -> str:
    if side is Side.RIGHT:
        return ungrouped(text)
    flat = text.replace("\t", " ").replace("\n", " ")
    return f"'{flat}" if flat[:1] in ("=", "+", "-", "@") else flat
