"""The formats of a report, ticked for the export of all: in as many columns as have room, so that none is cut."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from permdesk.gui.parts import explain, grown
from permdesk.report.formats import Format
from permdesk.translation import tr

LINE_ROOM, CHECK_WIDTH = 12, 60
FEWEST_LINES = 3


class FormatList(QListWidget):
    """One item for each format, in the order of ``Format``."""

    def __init__(self) -> None:
        super().__init__()
        explain(
            self,
            tr("Formats of the report"),
            tr("Export writes the selected one, Export all every one that is ticked. Space ticks."),
        )
        for kind in Format:
            item = QListWidgetItem(kind.words)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Unchecked)
            self.addItem(item)
        self.setCurrentRow(0)
        self.setFlow(QListWidget.Flow.TopToBottom)
        self.setWrapping(True)
        self.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.give_room()

    def give_room(self) -> None:
        """Make every line whole at the size that type has now, in the width that the list has now."""
        self.ensurePolished()
        letters = self.fontMetrics()
        width = max(letters.horizontalAdvance(kind.words) for kind in Format) + grown(CHECK_WIDTH)
        height = letters.height() + LINE_ROOM
        self.setGridSize(QSize(width, height))
        n_columns = max(1, self.viewport().width() // width)
        n_lines = max(FEWEST_LINES, -(-len(Format) // n_columns))
        # The style keeps room inside the frame: a line that does not fit would make another column.
        around = self.height() - self.contentsRect().height()
        self.setFixedHeight(n_lines * height + around + LINE_ROOM)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.give_room()
