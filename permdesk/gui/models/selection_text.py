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

    ``made`` carries the SelectionText, ``lasting`` says that it takes more than one slice. A table that changes
    meanwhile stops the copy, which ``stopped`` says: the clipboard holds what it held before.
    """

    made = Signal(object)
    lasting = Signal()
    stopped = Signal()

    def __init__(self, view: QTableView, rows: ArrayTableModel) -> None:
        super().__init__(view)
        self._view, self._rows = view, rows
        self._turns: Iterator[None] = iter(())
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._next_turn)
        rows.modelAboutToBeReset.connect(self._give_up)
        rows.layoutAboutToBeChanged.connect(self._give_up)

    def start(self) -> None:
        """Copy the rows that are selected now: as shown, top to bottom, columns as placed, at most MOST_CELLS cells."""
        spans = sorted({(span.top(), span.bottom()) for span in self._view.selectionModel().selection().toList()})
        n_selected = sum(bottom - top + 1 for top, bottom in spans)
        self._stop()
        if n_selected:
            self._turns = self._making(selection_lines(self._view, self._rows, spans), n_selected)
            self._timer.start()
            self._next_turn()
            if self._timer.isActive():
                self.lasting.emit()

    def _give_up(self) -> None:
        if self._timer.isActive():
            self._stop()
            self.stopped.emit()

    def _stop(self) -> None:
        self._timer.stop()
        self._turns = iter(())

    def _next_turn(self) -> None:
        if next(self._turns, self) is self:
            self._stop()

    def _making(self, coming: Iterator[str], n_selected: int) -> Iterator[None]:
        """Each slice is a text at once, as joining and forgetting a line for each of very many rows takes long; so does
        joining the slices, and what is done with the text."""
        slices: list[str] = []
        n_lines, is_last = -1, False
        while not is_last:
            lines, is_last = _next_slice(coming)
            n_lines += len(lines)
            slices.append("\n".join([*lines, ""]))
            if not is_last:
                yield
        is_long = len(slices) > 1
        if is_long:
            yield
        text = "".join(slices)
        slices.clear()
        if is_long:
            yield
        self.made.emit(SelectionText(text, n_selected, n_lines))


def _next_slice(coming: Iterator[str]) -> tuple[list[str], bool]:
    """The lines that come in SLICE_SECONDS, and whether these were the last."""
    end = time.monotonic() + SLICE_SECONDS
    lines = []
    for line in coming:
        lines.append(line)
        if time.monotonic() > end:
            return lines, False
    return lines, True


def selection_lines(view: QTableView, rows: ArrayTableModel, spans: list[tuple[int, int]]) -> Iterator[str]:
    """A header line, then a line for each row in ``spans`` (first and last view rows), at most MOST_CELLS cells.

    Digit groups are left out, and a text that a spreadsheet would run as a formula is quoted by an apostrophe.
    """
    header = view.horizontalHeader()
    sections = [header.logicalIndex(place) for place in range(header.count())]
    columns = [rows.columns[section] for section in sections if not header.isSectionHidden(section)]
    yield "\t".join(_plain(column.spoken, Side.LEFT) for column in columns)
    left = MOST_CELLS // max(1, len(columns))
    for top, bottom in spans:
        for row in range(top, min(bottom + 1, top + left)):
            source = rows.source_row(row)
            yield "\t".join(_plain(column.text(source), column.side) for column in columns)
        left -= min(bottom + 1 - top, left)


def _plain(text: str, side: Side) -> str:
    if side is Side.RIGHT:
        return ungrouped(text)
    flat = text.replace("\t", " ").replace("\n", " ").replace("\r", " ")
    return f"'{flat}" if flat[:1] in ("=", "+", "-", "@") else flat
