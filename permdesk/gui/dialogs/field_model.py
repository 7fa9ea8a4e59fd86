"""The columns of a text in fixed width as a table in which names can be changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from permdesk.data.choices import FixedField
from permdesk.translation import tr

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
NAME, FIRST, LAST = 0, 1, 2
LEFT, RIGHT = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight


class FieldModel(QAbstractTableModel):
    """Pieces of a line, from left to right without gaps; one without a name is not read."""

    renamed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pieces: tuple[FixedField, ...] = ()

    @property
    def fields(self) -> tuple[FixedField, ...]:
        """The pieces that are read."""
        return tuple(piece for piece in self._pieces if piece.name)

    @property
    def borders(self) -> tuple[int, ...]:
        """The places between the pieces, counted in characters before them."""
        return tuple(piece.first - 1 for piece in self._pieces[1:])

    def show_fields(self, fields: Sequence[FixedField], length: int) -> None:
        """Show fields, and what lies between them in lines of ``length`` characters as pieces without a name."""
        pieces: list[FixedField] = []
        end = 1
        for field in sorted(fields, key=lambda field: field.first):
            if field.first > end:
                pieces.append(FixedField("", end, field.first - end))
            pieces.append(field)
            end = field.first + field.width
        if end <= length:
            pieces.append(FixedField("" if pieces else "V1", end, length - end + 1))
        self._replace(tuple(pieces))

    def cut(self, borders: Sequence[int], length: int) -> None:
        """Cut lines of ``length`` characters at other borders: a piece keeps the name of the one that it overlaps
        most, and what is new gets a name of its own."""
        before, taken = self._pieces, set[int]()
        pieces = []
        for start, end in pairwise([0, *borders, max(length, 1)]):
            overlaps = [
                min(end, old.first - 1 + old.width) - max(start, old.first - 1) if place not in taken else 0
                for place, old in enumerate(before)
            ]
            place = max(range(len(before)), key=overlaps.__getitem__, default=-1)
            if place >= 0 and overlaps[place] > 0:
                taken.add(place)
                pieces.append(replace(before[place], first=start + 1, width=end - start))
            else:
                pieces.append(FixedField(_new_name([*before, *pieces]), start + 1, end - start))
        self._replace(tuple(pieces))

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._pieces)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else 3

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsEditable if index.isValid() and index.column() == NAME else flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        piece = self._pieces[index.row()]
        if role == Qt.ItemDataRole.EditRole and index.column() == NAME:
            return piece.name
        if role == Qt.ItemDataRole.DisplayRole:
            last = piece.first + piece.width - 1
            return (piece.name or tr("(not read)"), str(piece.first), str(last))[index.column()]
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() != NAME:
            return RIGHT | Qt.AlignmentFlag.AlignVCenter
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.EditRole or not index.isValid() or index.column() != NAME:
            return False
        name, row = str(value).strip(), index.row()
        if any(piece.name == name and name for place, piece in enumerate(self._pieces) if place != row):
            return False  # two columns cannot have one name
        self._pieces = (*self._pieces[:row], replace(self._pieces[row], name=name), *self._pieces[row + 1 :])
        self.dataChanged.emit(index, index)
        self.renamed.emit()
        return True

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return (tr("Name"), tr("From"), tr("To"))[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return (LEFT if section == NAME else RIGHT) | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.ToolTipRole:
            return (
                tr("The name of the attribute. Without a name these characters are not read."),
                tr("The first character, counted from 1."),
                tr("The last character."),
            )[section]
        return None

    def _replace(self, pieces: tuple[FixedField, ...]) -> None:
        self.beginResetModel()
        self._pieces = pieces
        self.endResetModel()


def _new_name(pieces: Sequence[FixedField]) -> str:
    names, number = {piece.name for piece in pieces}, 1
    while f"V{number}" in names:
        number += 1
    return f"V{number}"
