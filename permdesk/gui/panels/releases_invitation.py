"""What the comparison shows before any release: where to drop them, and what it answers."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from permdesk.gui.icons import icon, pixmap
from permdesk.gui.parts import GAP, column, explain, label, row
from permdesk.gui.theme import Theme
from permdesk.translation import tr

WIDEST = 860


class ReleasesInvitation(QWidget):
    """An inviting place for releases of the original that is open."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.picture = label()
        self.picture.setFixedHeight(56)
        self.picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.add = _button(tr("Add &releases…"), tr("Choose several releases of the original; each is audited."))
        self.add_open = _button(tr("Add the open o&ne"), tr("Begin with the release that is open in the other tabs."))
        self.make = _button(
            tr("&Make releases…"),
            tr("Make releases of the original by a demonstration method, as files. They are for learning only."),
        )
        self.add.setProperty("role", "primary")
        self.make.setProperty("role", "quiet")
        self.area = self._drop_area()
        centred = row()
        centred.addStretch(1)
        centred.addWidget(self.area, 20)
        centred.addStretch(1)
        layout = column(margins=32)
        layout.addStretch(2)
        layout.addLayout(centred)
        layout.addStretch(3)
        self.setLayout(layout)

    def set_dragged_over(self, over: bool) -> None:
        self.area.setProperty("over", over)
        self.area.style().unpolish(self.area)
        self.area.style().polish(self.area)

    def apply_theme(self, theme: Theme) -> None:
        self.picture.setPixmap(pixmap("drop", theme.accent, 52, self.devicePixelRatioF()))
        self.add.setIcon(icon("add", theme.accent_text))
        self.add_open.setIcon(icon("file-masked", theme.text))
        self.make.setIcon(icon("run", theme.accent))

    def _drop_area(self) -> QFrame:
        frame = QFrame()
        frame.setProperty("role", "drop")
        frame.setMaximumWidth(WIDEST)
        title = label(tr("Drop releases of the original here"), "title", wraps=True)
        text = label(
            tr(
                "Several at once, in any format. Each is audited by the same attributes and settings, and they are set"
                " side by side: how far records moved, what an intruder finds, what is lost."
            ),
            "muted",
            wraps=True,
        )
        for words in (title, text):
            words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        buttons = row(gap=GAP)
        buttons.addStretch(1)
        for button in (self.add, self.add_open, self.make):
            buttons.addWidget(button)
        buttons.addStretch(1)
        layout = column(self.picture, title, text, gap=12)
        layout.addSpacing(8)
        layout.addLayout(buttons)
        layout.setContentsMargins(32, 36, 32, 36)
        frame.setLayout(layout)
        return frame


def _button(text: str, tip: str) -> QPushButton:
    button = QPushButton(text)
    button.setIconSize(QSize(18, 18))
    button.setMinimumHeight(34)
    explain(button, text.replace("&", "").removesuffix("…"), tip)
    return button
