"""What each release did to each attribute: one figure at a time, attributes down, releases across."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QWidget

from permdesk.audit.attribute_figures import AttributeFigure
from permdesk.audit.candidates import ComparedRelease
from permdesk.gui.models.comparison_columns import attribute_comparison_columns
from permdesk.gui.models.table_view import TableView
from permdesk.gui.panels.words import caption
from permdesk.gui.parts import column, explain, label, row
from permdesk.gui.theme import Theme
from permdesk.report.comparison_words import attribute_figure_meaning, attribute_figure_title
from permdesk.translation import tr

FIGURES = tuple(AttributeFigure)


class AttributesPanel(QWidget):
    """A table by the figure that is chosen, and what that says."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._releases: tuple[ComparedRelease, ...] = ()
        self.figure = QComboBox()
        for place, figure in enumerate(FIGURES):
            self.figure.addItem(attribute_figure_title(figure))
            self.figure.setItemData(place, attribute_figure_meaning(figure), Qt.ItemDataRole.ToolTipRole)
        explain(self.figure, tr("Figure"), tr("What is shown of each attribute in each release"))
        self.figure.currentIndexChanged.connect(lambda _: self._show())
        self.table = TableView(tr("Attribute by attribute"))
        self.meaning = caption()
        words = label(tr("Fi&gure"), "muted")
        words.setBuddy(self.figure)
        chooser = row(words, self.figure, gap=8)
        chooser.addStretch(1)
        layout = column(gap=6)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.meaning)
        self.setLayout(layout)
        self.tools = QWidget()
        self.tools.setLayout(chooser)

    def show_releases(self, releases: Sequence[ComparedRelease]) -> None:
        self._releases = tuple(releases)
        self._show()

    def apply_theme(self, theme: Theme) -> None:
        self.table.apply_theme(theme)

    def _show(self) -> None:
        figure = FIGURES[self.figure.currentIndex()]
        names = self._releases[0].names if self._releases else ()
        self.table.rows.show_columns(attribute_comparison_columns(self._releases, figure), len(names))
        self.table.fit_columns()
        self.meaning.setText(attribute_figure_meaning(figure))
