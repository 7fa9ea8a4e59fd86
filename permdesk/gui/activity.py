"""What runs at the moment: its stage, how far it is, how long it will take, and a way to stop it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QProgressBar, QPushButton, QWidget

from permdesk.gui import numbers
from permdesk.gui.parts import explain, label, row
from permdesk.stages import stage_title
from permdesk.time_left import TimeLeft
from permdesk.translation import tr

END = Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter
MINUTE, HOUR = 60, 3600
"""Seconds."""


class Activity(QWidget):
    """Empty while nothing runs."""

    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._left = TimeLeft()
        self.text = label("", "muted")
        self.time = label("", "muted")
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(220)
        explain(self.bar, tr("Progress"), tr("How much of the present stage is done."))
        self.cancel = QPushButton(tr("Cancel"))
        explain(self.cancel, tr("Cancel"), tr("Stop what runs (Esc). Results that are there stay."))
        self.cancel.clicked.connect(self.cancelled)
        self.text.setAlignment(END)
        layout = row(self.text, self.time, self.bar, self.cancel, gap=12)
        layout.setStretch(0, 1)  # what has the changing words is before what must not move
        layout.setContentsMargins(8, 2, 8, 2)
        self.setLayout(layout)
        self.stop()

    def start(self, title: str) -> None:
        self._left = TimeLeft()
        self.text.setText(title)
        self.time.setText("")
        self.bar.setRange(0, 0)
        for part in (self.text, self.bar, self.time, self.cancel):
            part.show()

    def show_progress(self, stage: str, done: int, total: int) -> None:
        self.text.setText(stage_title(stage))
        self.bar.setRange(0, 1000 if total > 0 else 0)
        if total > 0:
            self.bar.setValue(min(1000, done * 1000 // total))
        left = self._left.seconds(stage, done, total)
        self.time.setText("" if left is None else time_left_text(left))

    def stop(self) -> None:
        for part in (self.text, self.bar, self.time, self.cancel):
            part.hide()


def time_left_text(seconds: float) -> str:
    """How long it will take, in seconds, minutes or hours."""
    if seconds < MINUTE:
        return tr("about {seconds} s left", seconds=numbers.count(max(1, round(seconds))))
    if seconds < 2 * HOUR:
        return tr("about {minutes} min left", minutes=numbers.count(round(seconds / MINUTE)))
    return tr("about {hours} h left", hours=numbers.count(round(seconds / HOUR)))
