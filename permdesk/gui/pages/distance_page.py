"""The tab that says how far each record moved (Tables 3 and 4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from permdesk.audit.findings import Audit, Target
from permdesk.gui.pages.result_page import Content, Pieces, ResultPage
from permdesk.gui.panels.notice_panel import NoticePanel
from permdesk.gui.panels.segments import Segments
from permdesk.gui.parts import beside, column, scrolled
from permdesk.gui.theme import Theme
from permdesk.translation import tr

if TYPE_CHECKING:
    from permdesk.audit.own_requirement import RequirementReading


OWN_FAILING = "own = no"
CHOSEN_RECORD, OWN_REQUIREMENT = 0, 1


class DistancePage(ResultPage):
    """All records on the left; on the right the chosen one, or the officer's own (d, v). Above both what must be known
    about ties and scale."""

    records_export_wanted = Signal()
    record_export_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            tr("Permutation distance"),
            tr("Here you will see how far each original record moved: its permutation distance, record by record."),
            parent,
        )
        self._audit: Audit | None = None
        self._is_read = False

    def build(self) -> Pieces:
        # Charts take half a second, and tables a tenth, which the first picture must not.
        from permdesk.gui.charts.share_plot import SharePlot
        from permdesk.gui.panels.record_panel import RecordPanel
        from permdesk.gui.panels.records_panel import RecordsPanel
        from permdesk.gui.panels.requirement_panel import RequirementPanel
        from permdesk.gui.panels.ties_panel import TiesPanel

        content = Content(self)
        layout = QVBoxLayout(content)
        layout.setContentsMargins(16, 12, 16, 12)
        layout.setSpacing(10)
        self.notices = NoticePanel()
        self.ties = TiesPanel()
        left, right = QWidget(), QWidget()
        layout.addWidget(self.notices)
        layout.addWidget(self.ties)
        splitter = beside(left, right, (850, 1_150))
        layout.addWidget(splitter, 1)
        yield
        self.records = RecordsPanel()
        splitter.make_room_for(self.records, 0)
        yield
        left.setLayout(column(self.records))
        yield
        self.side = Segments(
            tr("Show"),
            [
                (tr("Chosen record"), tr("The chosen record against every record of the release (Table 3)")),
                (tr("Your own d and v"), tr("Ask your own d and v, and see at once which records have them")),
            ],
        )
        self.sides = QStackedWidget()
        right.setLayout(column(self.side, self.sides))
        self.record = RecordPanel()
        self.sides.addWidget(self.record)
        splitter.make_room_for(self.record.table, 1)
        yield
        asked = QWidget()
        asked.setProperty("role", "page")
        area = scrolled(asked, tr("Your own d and v"))
        area.setFocusPolicy(
            Qt.FocusPolicy.NoFocus
        )  # all that is in it can have the focus, and is then brought into sight
        self.sides.addWidget(area)
        over_distance = SharePlot(tr("Share over d"), tr("d, ranks"))
        yield
        over_variance = SharePlot(tr("Share over v"), "")
        yield
        self.requirement = RequirementPanel(over_distance, over_variance)
        yield
        asked.setLayout(column(self.requirement))
        yield
        self.side.chosen.connect(self._show_side)
        self.requirement.read.connect(self._on_reading)
        self.requirement.only_failing.connect(self._show_own_failing)
        self.records.record_chosen.connect(self._on_record)
        self.records.export_wanted.connect(self.records_export_wanted)
        self.record.export_wanted.connect(self.record_export_wanted)
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
        self._is_read = False
        self.show_rest(audit, self.records.show_bottom)
        self.show_rest(audit, self._show_right)

    def colour(self, theme: Theme) -> None:
        for part in (self.notices, self.records, self.record, self.requirement):
            part.apply_theme(theme)

    def shutdown(self) -> None:
        """Stop what is being read off an audit."""
        if self._is_built:
            self.requirement.shutdown()

    @property
    def shown_record(self) -> tuple[int, Target]:
        """The original record (from 0) whose table is shown, and what it is compared with; record 0 before any is."""
        if self._audit is None:
            return 0, Target.ANONYMIZED
        return self.record.record, self.record.compared_with

    def show_chosen_record(self) -> None:
        """Bring the chosen record to the front, where it is from the beginning."""
        if self._is_built:
            self.side.choose(CHOSEN_RECORD)

    def show_failing(self, record: int) -> None:
        """Show only the records that fail the policy's (d, v), and choose one of them (from 0)."""
        if self._audit is not None:
            self.records.show_only("satisfies = no")
            self.records.table.choose(record)
            self.records.table.setFocus()

    def _show_right(self, audit: Audit) -> None:
        self.record.show_audit(audit, max(self.records.record, 0))
        self._show_side(self.side.current)

    def _show_side(self, place: int) -> None:
        self.sides.setCurrentIndex(place)
        if place == OWN_REQUIREMENT and self._audit is not None and not self._is_read:
            self._is_read = True
            self.requirement.show_audit(self._audit)

    def _on_reading(self, found: RequirementReading) -> None:
        if self._audit is not None:
            self.show_rest(self._audit, lambda _audit: self.requirement.show_attributes(found))
            self.show_rest(self._audit, lambda _audit: self.requirement.show_over_variance(found))
            self.show_rest(self._audit, lambda _audit: self._show_own(found))

    def _show_own(self, found: RequirementReading) -> None:
        if self.requirement.reading is found:  # no newer one has come meanwhile
            self.records.show_own(found)

    def _show_own_failing(self, only: bool) -> None:
        if only or self.records.condition.text() == OWN_FAILING:
            self.records.show_only(OWN_FAILING if only else "")

    def _on_record(self, record: int) -> None:
        if self._audit is not None and self.record.shows(self._audit):
            self.record.show_record(record)
