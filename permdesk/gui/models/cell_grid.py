"""Paints the cells of a table that have to be painted, without asking Qt's view about each of them."""

from __future__ import annotations

from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter, QRegion
from PySide6.QtWidgets import QTableView

from permdesk.gui.models.array_table import ArrayTableModel
from permdesk.gui.models.cell_delegate import CellDelegate


def paint_cells(
    view: QTableView, rows: ArrayTableModel, cells: CellDelegate, region: QRegion, *, has_focus: bool
) -> None:
    """Paint the cells of ``view`` that ``region`` touches. All rows have one height and are selected as wholes.

    Qt's view makes an index, an option and a styled background for every cell, which takes longer than the cell.
    """
    area = region.boundingRect()
    first = view.rowAt(area.top())
    shown = _shown_columns(view, rows.columnCount(), area)
    if first < 0 or not shown:
        return
    height, top = view.verticalHeader().defaultSectionSize(), view.rowViewportPosition(first)
    last = min(rows.rowCount() - 1, first + (area.bottom() - top) // height)
    selection, current = view.selectionModel(), view.currentIndex()
    selected = [selection.isSelected(rows.index(row, shown[0][0])) for row in range(first, last + 1)]
    sources = rows.source_rows(first, last)
    painter = QPainter(view.viewport())
    cells.use_font(view.font())
    for section, left, width in shown:
        column = rows.columns[section]
        focused = current.row() if has_focus and current.column() == section else -1
        for place, source in enumerate(sources):
            cells.paint_cell(
                painter,
                QRect(left, top + place * height, width, height),
                column,
                source,
                is_selected=selected[place],
                is_focused=first + place == focused,
            )
    painter.end()


def _shown_columns(view: QTableView, n_columns: int, area: QRect) -> list[tuple[int, int, int]]:
    """Number, left edge and width of each column that an area touches."""
    header = view.horizontalHeader()
    placed = (
        (section, header.sectionViewportPosition(section), header.sectionSize(section))
        for section in range(n_columns)
        if not header.isSectionHidden(section)
    )
    return [(s, left, width) for s, left, width in placed if left <= area.right() and left + width > area.left()]
