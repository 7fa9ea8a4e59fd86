"""Says what is still being written when the window is to close, and offers not to wait for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QDialog, QWidget

from permdesk.gui.guide.chapters import Chapter
from permdesk.gui.parts import GAP, column, label, primary_button, quiet_button, row
from permdesk.translation import tr


class StillWritingDialog(QDialog):
    """``leave`` is called after the dialog is closed by its button; by Escape, nothing is, and the window stays."""

    chapter = Chapter.REPORTS

    def __init__(self, leave: Callable[[], object], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Close PermDesk"))
        self.titles = label("", wraps=True)
        self.leave = quiet_button(
            tr("&Close now"),
            tr("Close without what is not written yet. Files that were there before stay as they are."),
        )
        self.leave.clicked.connect(lambda: self._end(leave))
        self.leave.setAutoDefault(False)
        self.stay = primary_button(tr("Do &not close"), tr("Leave the window open; what is being written goes on."))
        self.stay.clicked.connect(self.reject)
        foot = row(self.leave, gap=GAP)
        foot.addStretch(1)
        foot.addWidget(self.stay)
        title = label(tr("PermDesk closes when this is done"), "title", wraps=True)
        layout = column(title, self.titles, gap=12, margins=24)
        layout.addSpacing(GAP)
        layout.addStretch(1)
        layout.addLayout(foot)
        self.setLayout(layout)
        self.setMinimumWidth(480)
        self.stay.setFocus()

    def show_titles(self, titles: Sequence[str]) -> None:
        """Show what is being written, and what waits to be."""
        self.titles.setText("\n".join(tr("{title}…", title=title) for title in titles))

    def _end(self, leave: Callable[[], object]) -> None:
        self.accept()
        leave()
