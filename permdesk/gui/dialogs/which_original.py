"""Asks which of two files is the original, when their names do not tell."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QDialog, QPushButton, QWidget

from permdesk.gui.guide.chapters import Chapter
from permdesk.gui.icons import icon
from permdesk.gui.parts import GAP, column, explain, label, row
from permdesk.gui.theme import Theme
from permdesk.translation import tr


class WhichOriginal(QDialog):
    """Two buttons, one per file; ``then`` gets the original and the anonymized file."""

    chapter = Chapter.READING_FILES

    def __init__(
        self,
        first: Path,
        second: Path,
        theme: Theme,
        then: Callable[[Path, Path], object],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Which file is the original?"))
        self._then = then
        self.buttons = [self._button(path, other, theme) for path, other in ((first, second), (second, first))]
        cancel = QPushButton(tr("Cancel"))
        explain(cancel, tr("Cancel"), tr("Open neither file."))
        cancel.setProperty("role", "quiet")
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        foot = row(gap=GAP)
        foot.addStretch(1)
        foot.addWidget(cancel)
        self.setLayout(
            column(
                label(tr("Which file is the original?"), "title"),
                label(
                    tr("The other one is taken for the anonymized file that is to be released."), "muted", wraps=True
                ),
                *self.buttons,
                foot,
                gap=12,
                margins=24,
            )
        )
        self.setMinimumWidth(440)

    def _button(self, path: Path, other: Path, theme: Theme) -> QPushButton:
        button = QPushButton(path.name)
        button.setIcon(icon("file", theme.original))
        button.setIconSize(QSize(22, 22))
        button.setMinimumHeight(40)
        explain(
            button,
            tr("{name} is the original", name=path.name),
            tr("{name} is the original, {other} the anonymized file.", name=path.name, other=other.name),
        )
        button.clicked.connect(lambda: self._choose(path, other))
        return button

    def _choose(self, original: Path, anonymized: Path) -> None:
        self.accept()
        self._then(original, anonymized)
