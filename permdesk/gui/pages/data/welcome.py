"""What the window shows before any file: where to drop them, and what PermDesk answers."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from permdesk.gui.drop_area import WIDEST, DropArea, large_button
from permdesk.gui.icons import icon
from permdesk.gui.parts import WIDE_GAP, column, label, row
from permdesk.gui.theme import Theme
from permdesk.translation import tr


class Welcome(QWidget):
    """An inviting place for two files."""

    original_wanted = Signal()
    anonymized_wanted = Signal()
    example_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.original = large_button(tr("Open original…"), tr("Read the original microdata file X."))
        self.anonymized = large_button(tr("Open anonymized…"), tr("Read the anonymized file Y that is to be released."))
        self.example = large_button(
            tr("Open the paper's example"), tr("Twenty records and three attributes, with every step of the method.")
        )
        self.original.clicked.connect(self.original_wanted)
        self.anonymized.clicked.connect(self.anonymized_wanted)
        self.example.clicked.connect(self.example_wanted)
        self.area = DropArea(
            label(tr("Drop the original and the anonymized file here"), "title"),
            label(
                tr(
                    "Text (CSV, TSV, fixed width), Excel, ODS, SPSS, Stata, SAS, Parquet, Feather; zipped text too. "
                    "Everything is guessed, shown, and yours to change. Nothing leaves this PC."
                ),
                "muted",
                wraps=True,
            ),
            (self.original, self.anonymized, self.example),
        )
        middle = column(self.area, _answers(), gap=28)
        centred = row()
        centred.addStretch(1)
        centred.addLayout(middle, 20)
        centred.addStretch(1)
        layout = column(margins=32)
        layout.addStretch(2)
        layout.addLayout(centred)
        layout.addStretch(3)
        self.setLayout(layout)

    def set_dragged_over(self, over: bool) -> None:
        self.area.set_dragged_over(over)

    def apply_theme(self, theme: Theme) -> None:
        self.area.apply_theme(theme)
        self.original.setIcon(icon("file", theme.accent_text))
        self.anonymized.setIcon(icon("file-masked", theme.text))
        self.example.setIcon(icon("run", theme.accent))


def _answers() -> QWidget:
    questions = (
        (
            tr("How far did each record move?"),
            tr("Reverse mapping removes changes of scale; the permutation distance counts the ranks that remain."),
        ),
        (
            tr("What could the strongest intruder do?"),
            tr("Linkage by someone who holds both files, against random records, and how many links are right."),
        ),
        (
            tr("What do we publish about it?"),
            tr("A report for the file and one for the users: everything about the method, never a seed."),
        ),
    )
    holder = QWidget()
    layout = row(gap=WIDE_GAP * 2)
    layout.setContentsMargins(8, 0, 8, 0)
    for question, answer in questions:
        words = column(label(question, "heading", wraps=True), label(answer, "muted", wraps=True), gap=6)
        words.addStretch(1)
        layout.addLayout(words, 1)
    holder.setLayout(layout)
    holder.setMaximumWidth(WIDEST)
    return holder
