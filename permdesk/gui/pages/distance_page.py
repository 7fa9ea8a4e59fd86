"""The tab that says how far each record moved (Tables 3 and 4)."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QVBoxLayout, QWidget

from permdesk.audit.findings import Audit, Target
from permdesk.gui.pages.result_page import Content, Pieces, ResultPage
from permdesk.gui.panels.notice_panel import NoticePanel
from permdesk.gui.panels.record_panel import RecordPanel
from permdesk.gui.panels.records_panel import RecordsPanel
from permdesk.gui.panels.ties_panel import TiesPanel
from permdesk.gui.parts import beside
from permdesk.gui.theme import Theme
from permdesk.translation import tr


class DistancePage(ResultPage):
    """All records on the left, the chosen one on the right, above both what must be known about ties and scale."""

    records_export_wanted = Signal()
    record_export_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            tr("Permutation distance"),
            tr("Here you will see how far each original record moved: its permutation distance, record by record."),
            parent,
        )
        self._audit: Audit | None = None

    def build(self) -> Pieces:
        self.notices = NoticePanel()
        self.ties = TiesPanel()
        yield
        self.records = RecordsPanel()
        yield
        self.record = RecordPanel()
        yield
        self.records.record_chosen.connect(self._on_record)
        self.records.export_wanted.connect(self.records_export_wanted)
        self.record.export_wanted.connect(self.record_export_wanted)
        content = Content()
        layout = QVBoxLayout(content)
        layout.setContentsMargins(16, 12, 16, 12)
        layout.setSpacing(10)
        layout.addWidget(self.notices)
        layout.addWidget(self.ties)
        layout.addWidget(beside(self.records, self.record, (850, 1_150)), 1)
        shortcut = QShortcut(QKeySequence("Ctrl+G"), self)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(self.records.ask_for_record)
        return content

    def refresh(self, audit: Audit) -> None:
        self._audit = None  # choosing a record while the table changes must not draw it against the old audit
        self.notices.show_notices(audit.notices)
        self.ties.show_comparison(audit.tie_comparison, audit.settings.ties)
        self.records.show_audit(audit)
        self._audit = audit
        self.record.show_audit(audit, max(self.records.record, 0))

    def colour(self, theme: Theme) -> None:
        for part in (self.notices, self.records, self.record):
            part.apply_theme(theme)

    @property
    def shown_record(self) -> tuple[int, Target]:
        """The original record (from 0) whose table is shown, and what it is compared with; record 0 before any is."""
        if self._audit is None:
            return 0, Target.ANONYMIZED
        return self.record.record, self.record.compared_with

    def show_failing(self, record: int) -> None:
        """Show only the records that fail the policy's (d, v), and choose one of them (from 0)."""
        if self._audit is not None:
            self.records.show_only("satisfies = no")
            self.records.table.choose(record)
            self.records.table.setFocus()

    def _on_record(self, record: int) -> None:
        if self._audit is not None:
            self.record.show_record(record)
