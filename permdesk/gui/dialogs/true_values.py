"""Warns before the reverse-mapped file is written, as it holds true values of the original."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QPushButton, QWidget

from permdesk.gui.guide.chapters import Chapter
from permdesk.gui.icons import pixmap
from permdesk.gui.parts import GAP, column, explain, label, row
from permdesk.gui.theme import Theme
from permdesk.translation import tr


class TrueValuesWarning(QDialog):
    """Says what the file gives away; ``then`` is called when the officer wants it nevertheless."""

    chapter = Chapter.REVERSE_MAPPING

    def __init__(self, theme: Theme, then: Callable[[], object], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Export the reverse-mapped file"))
        self._then = then
        picture = label()
        picture.setPixmap(pixmap("warning", theme.warning, 36, self.devicePixelRatioF()))
        picture.setFixedSize(QSize(36, 36))
        picture.setAccessibleName(tr("Warning"))
        self.cancel = QPushButton(tr("Cancel"))
        explain(self.cancel, tr("Cancel"), tr("Write nothing."))
        self.cancel.setDefault(True)
        self.cancel.clicked.connect(self.reject)
        self.go_on = QPushButton(tr("&Write it nevertheless…"))
        explain(
            self.go_on, tr("Write it nevertheless"), tr("Choose where to write it; keep it where the original is kept.")
        )
        self.go_on.setAutoDefault(False)
        self.go_on.clicked.connect(self._accept)
        foot = row(gap=GAP)
        foot.addStretch(1)
        foot.addWidget(self.go_on)
        foot.addWidget(self.cancel)
        words = column(
            label(tr("The reverse-mapped file holds true values of the original"), "title", wraps=True),
            label(
                tr(
                    "Z is the original, attribute by attribute, in the order of the release. Its values are those of "
                    "real records, the smallest and largest included. Anyone who also has the release learns which "
                    "true value belongs to which rank of it, and can link original records by their true values."
                ),
                wraps=True,
            ),
            label(tr("Guard it like the original; never publish it with the release."), "warning", wraps=True),
            gap=12,
        )
        content = row(gap=16)
        content.addWidget(picture)
        content.addLayout(words, 1)
        layout = column(gap=20, margins=24)
        layout.addLayout(content)
        layout.addLayout(foot)
        self.setLayout(layout)
        self.setMinimumWidth(560)

    def showEvent(self, event: QShowEvent) -> None:
        """Take the height that the sentences need at this width, which their first guess does not know."""
        super().showEvent(event)
        self.resize(self.width(), max(self.height(), self.heightForWidth(self.width())))

    def _accept(self) -> None:
        self.accept()
        self._then()
