"""A place for one of the two files: what it is, a button that opens it, and a frame on which it can be dropped."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import QFrame

from permdesk.gui.drop_area import large_button
from permdesk.gui.icons import icon, pixmap
from permdesk.gui.openings import is_recipe, local_files
from permdesk.gui.parts import column, label, set_trait
from permdesk.gui.side import Side
from permdesk.gui.theme import Theme
from permdesk.translation import tr

PICTURE = 36


class DropPlace(QFrame):
    """``dropped`` carries the one file that was dropped here; two at once, a recipe or a folder are the window's."""

    wanted = Signal()
    dropped = Signal(object)

    def __init__(self, side: Side) -> None:
        super().__init__()
        self.side = side
        self.setProperty("role", "drop")
        self.setAcceptDrops(True)
        is_original = side is Side.ORIGINAL
        self._picture = label()
        self._picture.setFixedHeight(PICTURE + 4)
        title = label(tr("The original file") if is_original else tr("The anonymized file"), "heading")
        meaning = label(
            tr("With the true values. It is only read.")
            if is_original
            else tr("The candidate release, made by any tool."),
            "muted",
            wraps=True,
        )
        for part in (self._picture, title, meaning):
            part.setAlignment(Qt.AlignmentFlag.AlignCenter)
        if is_original:
            self.button = large_button(tr("Open original…"), tr("Read the original microdata file X."))
        else:
            self.button = large_button(tr("Open anonymized…"), tr("Read the anonymized file Y that is to be released."))
        self.button.setProperty("role", "primary" if is_original else "")
        self.button.clicked.connect(self.wanted)
        layout = column(self._picture, title, meaning, gap=6)
        layout.addStretch(1)  # beside a place with more words, titles stay in line
        layout.addSpacing(6)
        layout.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.setContentsMargins(20, 16, 20, 18)
        self.setLayout(layout)

    def set_dragged_over(self, over: bool) -> None:
        set_trait(self, "over", over)

    def apply_theme(self, theme: Theme) -> None:
        is_original = self.side is Side.ORIGINAL
        name = "file" if is_original else "file-masked"
        colour = theme.original if is_original else theme.anonymized
        self._picture.setPixmap(pixmap(name, colour, PICTURE, self.devicePixelRatioF()))
        self.button.setIcon(icon(name, theme.accent_text if is_original else theme.text))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        paths = local_files(event)
        if len(paths) == 1 and not is_recipe(paths[0]) and not paths[0].is_dir():
            event.acceptProposedAction()
            self.set_dragged_over(True)
        else:
            event.ignore()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.set_dragged_over(False)

    def dropEvent(self, event: QDropEvent) -> None:
        self.set_dragged_over(False)
        event.acceptProposedAction()
        self.dropped.emit(local_files(event)[0])
