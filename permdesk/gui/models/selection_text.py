"""The selected rows of a table as text that a spreadsheet takes."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtWidgets import QTableView

from permdesk.gui.models.array_table import ArrayTableModel
from permdesk.gui.models.columns import Side
from permdesk.gui.numbers import ungrouped

MOST_CELLS = 100_000


@dataclass(frozen=True, slots=True)
class SelectionText:
    """Tab-separated ``text`` with a header line; of ``n_selected`` rows the first ``n_copied`` are in it."""

    text: str
    n_selected: int
    n_copied: int


def selection_text(view: QTableView, rows: ArrayTableModel) -> SelectionText:
    """The selected rows as shown, top to bottom, columns as placed, at most MOST_CELLS cells.

    Digit groups are left out, and a text that a spreadsheet would run as a formula is quoted by an apostrophe.
    """
    header = view.horizontalHeader()
    sections = [header.logicalIndex(place) for place in range(header.count())]
    columns = [rows.columns[section] for section in sections if not header.isSectionHidden(section)]
    spans = sorted({(span.top(), span.bottom()) for span in view.selectionModel().selection().toList()})
    n_selected = sum(bottom - top + 1 for top, bottom in spans)
    most = MOST_CELLS // max(1, len(columns))
    lines = ["\t".join(column.spoken for column in columns)]
    for top, bottom in spans:
        for row in range(top, min(bottom, top + most - len(lines)) + 1):
            source = rows.source_row(row)
            lines.append("\t".join(_plain(column.text(source), column.side) for column in columns))
    return SelectionText("\n".join(lines) + "\n", n_selected, len(lines) - 1)


def _plain(text: str, side: Side) -> str:
    if side is Side.RIGHT:
        return ungrouped(text)
    flat = text.replace("\t", " ").replace("\n", " ")
    return f"'{flat}" if flat[:1] in ("=", "+", "-", "@") else flat
