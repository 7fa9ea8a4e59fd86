"""What the comparison shows before any release: where to drop them, and what it answers."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from permdesk.gui.appearance import faint
from permdesk.gui.drop_area import DropArea, large_button
from permdesk.gui.icons import icon
from permdesk.gui.parts import column, label, row
from permdesk.gui.theme import Theme
from permdesk.translation import tr


class ReleasesInvitation(QWidget):
    """An inviting place for releases of the original that is open."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.add = large_button(tr("Add &releases…"), tr("Choose several releases of the original; each is audited."))
        self.add_open = large_button(
            tr("Add the open o&ne"), tr("Begin with the release that is open in the other tabs.")
        )
        self.make = large_button(
            tr("&Make releases…"),
            tr("Make releases of the original by a demonstration method, as files. They are for learning only."),
        )
        self.area = DropArea(
            label(tr("Drop releases of the original here"), "title", wraps=True),
            label(
                tr(
                    "Several at once, in any format. Each is audited by the same attributes and settings, and they are"
                    " set side by side: how far records moved, what an intruder finds, what is lost."
                ),
                "muted",
                wraps=True,
            ),
            (self.add, self.add_open, self.make),
        )
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
        self.area.set_dragged_over(over)

    def apply_theme(self, theme: Theme) -> None:
        self.area.apply_theme(theme)
        self.add.setIcon(icon("add", theme.accent_text, faint(theme)))
        self.add_open.setIcon(icon("file-masked", theme.text))
        self.make.setIcon(icon("run", theme.accent))
