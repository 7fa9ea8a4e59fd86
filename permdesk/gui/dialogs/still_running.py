"""Asks before the opening of files would stop what still runs."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QDialog, QWidget

from permdesk.gui.guide.chapters import Chapter
from permdesk.gui.parts import GAP, column, label, primary_button, quiet_button, row
from permdesk.translation import tr


class StillRunningDialog(QDialog):
    """``now`` or ``afterwards`` is called after the dialog is closed by its button; by Escape, neither is."""

    chapter = Chapter.READING_FILES

    def __init__(
        self,
        title: str,
        now: Callable[[], object],
        afterwards: Callable[[], object],
        parent: QWidget | None = None,
    ) -> None:
        """``title`` is that of what runs."""
        super().__init__(parent)
        self.setWindowTitle(tr("Open other files"))
        self.now = quiet_button(
            tr("&Stop and open now"), tr("Open at once. What runs is stopped, and what it has found so far is lost.")
        )
        self.now.clicked.connect(lambda: self._end(now))
        self.cancel = quiet_button(tr("Cancel"), tr("Open nothing; what runs goes on."))
        self.cancel.clicked.connect(self.reject)
        self.afterwards = primary_button(
            tr("Open &afterwards"), tr("Let what runs come to its end first; then the files are opened.")
        )
        self.afterwards.clicked.connect(lambda: self._end(afterwards))
        for button in (self.now, self.cancel):
            button.setAutoDefault(False)
        foot = row(self.now, gap=GAP)
        foot.addStretch(1)
        foot.addWidget(self.cancel)
        foot.addWidget(self.afterwards)
        asked = label(tr("“{title}” is still running", title=title), "title", wraps=True)
        said = label(tr("Other files can be opened when it has ended. Opening them now stops it."), "muted", wraps=True)
        layout = column(asked, said, gap=12, margins=24)
        layout.addSpacing(GAP)
        layout.addLayout(foot)
        self.setLayout(layout)
        self.setMinimumWidth(520)
        self.afterwards.setFocus()

    def _end(self, then: Callable[[], object]) -> None:
        self.accept()
        then()
