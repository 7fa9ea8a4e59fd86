"""Lists the records that the pairing leaves alone, in either file."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtWidgets import QDialog, QPushButton, QWidget

from permdesk.compute.arrays import Rows
from permdesk.data.file_pair import FilePair
from permdesk.gui import numbers
from permdesk.gui.guide.chapters import Chapter
from permdesk.gui.models.columns import Column
from permdesk.gui.models.columns import Side as Place
from permdesk.gui.models.table_view import TableView
from permdesk.gui.parts import GAP, column, explain, label, row
from permdesk.gui.side import Side
from permdesk.gui.theme import Theme
from permdesk.translation import tr


@dataclass(frozen=True, slots=True, eq=False)
class Unpaired:
    """Rows (from 0) of records without a partner: first those of the original, then those of the anonymized file."""

    original: Rows
    anonymized: Rows

    def __bool__(self) -> bool:
        return bool(self.original.size or self.anonymized.size)


def unpaired_records(pair: FilePair) -> Unpaired:
    """The records without a partner; none where nobody knows who is who."""
    if pair.own is None:
        return Unpaired(np.empty(0, np.int64), np.empty(0, np.int64))
    has_original = np.zeros(pair.anonymized.n_records, bool)
    has_original[pair.own[pair.own >= 0]] = True
    return Unpaired(np.flatnonzero(pair.own < 0), np.flatnonzero(~has_original))


class UnpairedDialog(QDialog):
    """A table of them; it can be copied."""

    chapter = Chapter.PAIRING

    def __init__(self, pair: FilePair, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Unpaired records"))
        found = unpaired_records(pair)
        self.table = TableView(tr("Unpaired records"))
        self.table.setToolTip(tr("Records of either file that no record of the other one belongs to. Ctrl+C copies."))
        self.table.apply_theme(theme)
        self.table.rows.show_columns(_columns(pair, found), found.original.size + found.anonymized.size)
        self.table.fit_columns()
        self.shut = QPushButton(tr("Close"))
        explain(self.shut, tr("Close"), tr("Back to the data."))
        self.shut.setDefault(True)
        self.shut.clicked.connect(self.accept)
        foot = row(gap=GAP)
        foot.addStretch(1)
        foot.addWidget(self.shut)
        said = tr(
            "Original records without a release: {missing}. Released records without an original: {extra}.",
            missing=numbers.count(found.original.size),
            extra=numbers.count(found.anonymized.size),
        )
        layout = column(label(tr("Unpaired records"), "title"), label(said, "muted", wraps=True), gap=12, margins=24)
        layout.addWidget(self.table, 1)
        layout.addLayout(foot)
        self.setLayout(layout)
        self.resize(580, 480)


def _columns(pair: FilePair, found: Unpaired) -> list[Column]:
    n_x = found.original.size
    records = np.concatenate([found.original, found.anonymized]) + 1

    def file(place: int) -> str:
        return (Side.ORIGINAL if place < n_x else Side.ANONYMIZED).title

    def identifier(place: int) -> str:
        ids = pair.record_ids if place < n_x else pair.anonymized_ids
        return (ids[int(records[place]) - 1] or tr("missing")) if ids else numbers.NOTHING

    return [
        Column(tr("File"), file, tooltip=tr("The file that has the record."), side=Place.LEFT),
        Column(
            tr("Record"),
            lambda place: numbers.count(int(records[place])),
            key=records,
            tooltip=tr("Its place in that file, from 1."),
        ),
        Column(tr("ID"), identifier, tooltip=tr("Its identifier."), side=Place.LEFT),
    ]
