"""What was read of one attribute: why it is as it is, both files side by side, and what deserves a look."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFrame, QWidget

from permdesk.data.file_pair import FilePair
from permdesk.gui.models.table_view import TableView
from permdesk.gui.pages.data.attribute_rows import AttributeRow, why_words
from permdesk.gui.pages.data.reading_doubts import doubt_columns, doubts_sentence, reading_doubts
from permdesk.gui.pages.data.reading_facts import fact_columns, pair_facts, reading_facts
from permdesk.gui.parts import ElidedLabel, beside, column, label
from permdesk.gui.theme import Theme
from permdesk.gui.workspace import State
from permdesk.translation import tr

if TYPE_CHECKING:
    from permdesk.data.pair_report import AttributeReport

LEAST_HEIGHT = 210


class ImportReport(QFrame):
    """Shows the current attribute; says what to do where none is, and why there is less to say without a pair."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self._pair: FilePair | None = None
        self._seen: AttributeRow | None = None
        self.title = ElidedLabel("heading")
        self.why = label("", "muted", wraps=True)
        self.facts = TableView(tr("What was read of the attribute"))
        self.said = label("", "caption", wraps=True)
        self.doubts = TableView(tr("Cells and categories to be looked at"))
        for table in (self.facts, self.doubts):
            table.setSortingEnabled(False)
        self._doubtful = QWidget()
        doubtful = column(self.said, gap=4)
        doubtful.addWidget(self.doubts, 1)
        doubtful.addStretch()
        self._doubtful.setLayout(doubtful)
        both = beside(self.facts, self._doubtful, (1, 1))
        both.make_room_for(self.facts, 0)
        both.make_room_for(self.doubts, 1)
        layout = column(self.title, self.why, gap=4)
        layout.addWidget(both, 1)
        layout.setContentsMargins(16, 10, 16, 12)
        self.setLayout(layout)
        self.setMinimumHeight(LEAST_HEIGHT)
        self._show()

    def show_state(self, state: State) -> None:
        """Show what the present pair says of the attribute."""
        if state.pair is not self._pair:
            self._pair = state.pair
            self._show()

    def show_attribute(self, seen: AttributeRow | None) -> None:
        """Show an attribute; None says how to choose one."""
        if seen != self._seen:
            self._seen = seen
            self._show()

    def apply_theme(self, theme: Theme) -> None:
        self.facts.apply_theme(theme)
        self.doubts.apply_theme(theme)

    def _show(self) -> None:
        seen = self._seen
        self.facts.setVisible(seen is not None)
        self._doubtful.setVisible(seen is not None)
        if seen is None:
            self.title.setText(tr("Import report"))
            self.why.setText(tr("Choose an attribute to see what was read of it, and why its level was guessed."))
            return
        self.title.setText(tr("Import report: {name}", name=seen.name))
        self.why.setText(why_words(seen) or tr("Its level is guessed once both files are open."))
        report = self._report(seen)
        facts = reading_facts(seen) if report is None else pair_facts(report)
        self.facts.rows.show_columns(fact_columns(facts, seen.name), len(facts))
        self.facts.fit_columns()
        level = None if seen.choice is None else seen.choice.level
        doubts = () if report is None else reading_doubts(report, level)
        self.said.setText(
            tr("Cells and differences are listed once both files have the attribute and make a pair.")
            if report is None
            else doubts_sentence(report, level)
        )
        self.doubts.setVisible(bool(doubts))
        self.doubts.rows.show_columns(doubt_columns(doubts), len(doubts))
        self.doubts.fit_columns()

    def _report(self, seen: AttributeRow) -> AttributeReport | None:
        reports = () if self._pair is None or self._pair.report is None else self._pair.report.attributes
        return next((report for report in reports if report.name == seen.name), None)
