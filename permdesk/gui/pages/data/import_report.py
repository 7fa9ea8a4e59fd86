"""What was read of one attribute: why it is as it is, and both files side by side."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame

from permdesk.gui.desk import Desk
from permdesk.gui.models.table_view import TableView
from permdesk.gui.pages.data.attribute_rows import AttributeRow, why_words
from permdesk.gui.pages.data.reading_facts import fact_columns, reading_facts
from permdesk.gui.parts import ElidedLabel, column, label
from permdesk.gui.theme import Theme
from permdesk.gui.workspace import State
from permdesk.translation import tr


class ImportReport(QFrame):
    """Shows the current attribute; says what to do where none is."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self._desk = desk
        self.title = ElidedLabel("heading")
        self.why = label("", "muted", wraps=True)
        self.facts = TableView(tr("What was read of the attribute"))
        self.facts.setSortingEnabled(False)
        layout = column(self.title, self.why, gap=6)
        layout.addWidget(self.facts, 1)
        layout.setContentsMargins(16, 12, 16, 12)
        self.setLayout(layout)
        self.show_attribute(None)

    def show_state(self, state: State) -> None:
        return

    def show_attribute(self, seen: AttributeRow | None) -> None:
        self.facts.setVisible(seen is not None)
        if seen is None:
            self.title.setText(tr("Import report"))
            self.why.setText(tr("Choose an attribute to read what was read of it, and why its level was guessed."))
            return
        self.title.setText(tr("Import report: {name}", name=seen.name))
        self.why.setText(why_words(seen))
        facts = reading_facts(seen)
        self.facts.rows.show_columns(fact_columns(facts), len(facts))
        self.facts.fit_columns()

    def apply_theme(self, theme: Theme) -> None:
        self.facts.apply_theme(theme)
