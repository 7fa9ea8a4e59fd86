"""What a page of results shows before there is any: what it will answer, and the two ways to get there."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from permdesk.gui.parts import GAP, WIDE_GAP, column, label, primary_button, quiet_button, row
from permdesk.translation import tr

WIDEST = 620


class Invitation(QWidget):
    """``answer`` is the one sentence that says what the page answers."""

    files_wanted = Signal()
    example_wanted = Signal()

    def __init__(self, answer: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.answer = label(answer, "heading", wraps=True)
        self.then = label(tr("It needs the original and the anonymized file."), "muted", wraps=True)
        self.files = primary_button(tr("Open files on the Data tab"), tr("Go to the tab where both files are opened."))
        self.files.setAutoDefault(False)
        self.example = quiet_button(
            tr("Open the paper's example"), tr("Twenty records and three attributes, with every step of the method.")
        )
        self.files.clicked.connect(self.files_wanted)
        self.example.clicked.connect(self.example_wanted)
        for words in (self.answer, self.then):
            words.setAlignment(Qt.AlignmentFlag.AlignCenter)
            words.setMaximumWidth(WIDEST)
            words.setMinimumWidth(WIDEST // 2)
        ways = row(gap=GAP)
        ways.addStretch(1)
        ways.addWidget(self.files)
        ways.addWidget(self.example)
        ways.addStretch(1)
        middle = column(self.answer, self.then, ways, gap=WIDE_GAP)
        centred = row(margins=48)
        centred.addStretch(1)
        centred.addLayout(middle, 2)
        centred.addStretch(1)
        layout = column()
        layout.addStretch(2)
        layout.addLayout(centred)
        layout.addStretch(3)
        self.setLayout(layout)
