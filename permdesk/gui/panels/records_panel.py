"""All original records with their distances (Table 4): sort, filter, jump, choose."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit, QMenu, QToolButton, QVBoxLayout, QWidget

from permdesk.audit.findings import Audit
from permdesk.audit.own_requirement import RequirementReading
from permdesk.gui import numbers
from permdesk.gui.derivations.explained import ExplainedSentence
from permdesk.gui.models.record_columns import (
    NO_YES,
    own_column,
    own_place,
    record_columns,
    record_fields,
    summary_columns,
)
from permdesk.gui.models.record_filter import ConditionError, Field, cut, kept_records
from permdesk.gui.models.selection_text import SelectionText
from permdesk.gui.models.table_view import TableView
from permdesk.gui.panels.condition_field import ConditionField
from permdesk.gui.panels.footer_row import FooterRow
from permdesk.gui.panels.words import caption, heading
from permdesk.gui.parts import grown, quiet_button, row
from permdesk.gui.plain_tip import plain_tip
from permdesk.gui.theme import LIGHT, Theme
from permdesk.gui.turning import Turning
from permdesk.gui.wrapped_label import WrappedLabel
from permdesk.report.derivations.data_set import smallest_distance
from permdesk.translation import tr, tr_count

TYPING_PAUSE_MS = 350
MOST_DIGITS = 18
FIELD_EDGES = 36
"""Pixels of a field that its words do not have, and some to spare."""

EXAMPLE = "distance <= 2 and matches > 1"


class RecordsPanel(QWidget):
    """Table 4 with its bottom row. ``record_chosen`` carries the record (from 0) that became current."""

    record_chosen = Signal(int)
    export_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._audit: Audit | None = None
        self._own: RequirementReading | None = None
        self._fields: dict[str, Field] = {}
        self._theme: Theme = LIGHT
        self.summary = caption()
        self._summary_explained = ExplainedSentence(self.summary)
        self.condition = ConditionField()
        self.condition.setPlaceholderText(tr("Filter: {example}", example=EXAMPLE))
        self.condition.setClearButtonEnabled(True)
        self.condition.setAccessibleName(tr("Show only records where"))
        self.jump = QLineEdit()
        self.jump.setPlaceholderText(tr("Go to record"))
        self.jump.setAccessibleName(tr("Go to record"))
        self.said = WrappedLabel()
        self.said.setProperty("role", "caption")
        self.table = TableView(tr("Records and their permutation distances"))
        self.order = WrappedLabel()
        self.order.setProperty("role", "caption")
        self.order.setAccessibleName(tr("Order of the records"))
        self.order.setToolTip(
            tr("Where records tie, the columns decide by which they were sorted before. Alt+Home: back to file order.")
        )
        self.bottom = FooterRow(tr("The data set's d and v"), self.table)
        self.export = quiet_button(
            tr("Export records…"),
            tr("Write every original record with its distances, variances and links to a file. It holds no values."),
        )
        self.columns = quiet_button(
            tr("Columns…"),
            tr("Choose the columns that show, and how many of them stay in sight (Ctrl+Shift+H in the table)"),
        )
        self._pause = QTimer(self, singleShot=True, interval=TYPING_PAUSE_MS)
        self._arrange()
        self._connect()

    def show_audit(self, audit: Audit) -> None:
        """Show the records; ``show_bottom`` must follow, at once or in a later turn."""
        if self._audit is not audit:
            self._own = None
        self._audit = audit
        self._show()

    def show_bottom(self, audit: Audit) -> None:
        """Show the data set's d and v below the records."""
        self.bottom.show_row(summary_columns(audit, list(self.table.rows.columns), self._own))

    def show_own(self, reading: RequirementReading) -> None:
        """Show which records have the officer's own (d, v), in a column of its own."""
        audit, had = self._audit, self._own
        if audit is None or reading.near.size != audit.n_original:
            return
        self._own = reading
        columns = list(self.table.rows.columns)
        place, column = own_place(columns), own_column(audit, reading)
        if had is None:
            self._show_fields(audit)
            columns.insert(place, column)
            bottom = summary_columns(audit, columns, reading)
            self.table.insert_column(place, column, bottom)
            self.bottom.show_row(bottom)
            row = max(self.table.currentIndex().row(), 0)
            self.table.scrollTo(self.table.rows.index(row, place))  # what is new must be seen
        else:
            self._fields = {**self._fields, "own": Field(reading.satisfied, NO_YES)}
            self.condition.show_fields(self._fields)
            self.table.rows.replace_column(place, column)
            self.bottom.show_row(summary_columns(audit, columns, reading))
        if "own" in self.condition.text().casefold():
            self.apply_condition()

    def _show(self) -> None:
        audit, record = self._audit, self.record
        if audit is None:
            return
        self._show_fields(audit)
        self.jump.setToolTip(
            tr("Number or ID of a record, then Enter (Ctrl+G)")
            if audit.pair.record_ids
            else tr("Number of a record from 1 to {n}, then Enter (Ctrl+G)", n=numbers.count(audit.n_original))
        )
        self.summary.setText(_summary(audit))
        self._summary_explained.say(
            lambda: smallest_distance(audit.distances, numbers.count(audit.distances.d), numbers)
        )
        columns = record_columns(audit, self._own)
        self.table.rows.show_columns(columns, audit.n_original)
        bottom = summary_columns(audit, columns, self._own)
        self.table.fit_columns(bottom)
        self.bottom.take_height()
        self.apply_condition()
        if not self.table.choose(record if 0 <= record < audit.n_original else 0) and self.table.rows.rowCount():
            self.table.choose(self.table.rows.source_row(0))

    def _show_fields(self, audit: Audit) -> None:
        """Let conditions name what there is."""
        self._fields = record_fields(audit, self._own)
        self.condition.show_fields(self._fields)
        names = ", ".join(self._fields)
        tip = tr("A condition such as {example}. Names: {names}. Join with and, or, not.", example=EXAMPLE, names=names)
        self.condition.setToolTip(plain_tip(tip))

    @property
    def least_width(self) -> int:
        """The pixels across in which the verdict on each record is in sight."""
        return self.table.least_width_of_pinned

    @property
    def fitted(self) -> SignalInstance:
        """Emitted when ``least_width`` may have changed."""
        return self.table.fitted

    @property
    def record(self) -> int:
        """The current record, -1 if there is none."""
        index = self.table.currentIndex()
        return self.table.rows.source_row(index.row()) if index.isValid() else -1

    def apply_theme(self, theme: Theme) -> None:
        self._theme = theme
        metrics = self.jump.fontMetrics()
        self.jump.setFixedWidth(metrics.horizontalAdvance(self.jump.placeholderText()) + grown(FIELD_EDGES))
        self.condition.setMinimumWidth(metrics.horizontalAdvance(EXAMPLE) + grown(FIELD_EDGES))
        self.table.apply_theme(theme)
        self.bottom.apply_theme(theme)

    def apply_condition(self) -> None:
        """Show the records that fulfil the condition; an unfinished one changes nothing and says what is missing."""
        self._pause.stop()
        if self._audit is None:
            return
        try:
            kept = kept_records(self.condition.text(), self._fields)
        except ConditionError as error:
            self._say(str(error), is_wrong=True)
            return
        record = self.record
        self.table.rows.keep(kept)
        if record >= 0:
            self.table.choose(record)
        n, shown = numbers.count(self._audit.n_original), numbers.count(self.table.rows.rowCount())
        self._say("" if kept is None else tr("{shown} of {n} records", shown=shown, n=n))

    def go(self) -> None:
        """Make the record current whose number or ID was typed."""
        if self._audit is None:
            return
        text = self.jump.text().strip()
        row = self._row_of(text)
        if row is None:
            n = numbers.count(self._audit.n_original)
            self._say(
                tr("There is no record “{text}”; records are numbered 1 to {n}.", text=cut(text), n=n), is_wrong=True
            )
        elif not self.table.choose(row):
            self._say(tr("Record {text} is not among those shown; clear the condition to see it.", text=cut(text)))
        else:
            self._say("")
            self.table.setFocus()

    def _row_of(self, text: str) -> int | None:
        audit = self._audit
        if audit is None:
            return None
        if text in audit.pair.record_ids:
            return audit.pair.record_ids.index(text)
        number = numbers.ungrouped(text)
        if not number.isdecimal() or len(number) > MOST_DIGITS:
            return None
        is_grouped_rightly = text in (number, numbers.count(int(number)))  # else 1,5 would be record 15
        return int(number) - 1 if is_grouped_rightly and 1 <= int(number) <= audit.n_original else None

    def _say(self, text: str, *, is_wrong: bool = False) -> None:
        self.said.setText(f"▲ {text}" if is_wrong else text)
        self.said.setStyleSheet(f"color: {self._theme.danger if is_wrong else self._theme.muted};")
        self.said.setVisible(bool(text))

    def _arrange(self) -> None:
        quick = QToolButton()
        quick.setText(tr("Examples"))
        quick.setProperty("role", "quiet")
        quick.setToolTip(tr("Conditions that are asked often"))
        quick.setAccessibleName(tr("Examples of conditions"))
        quick.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        quick.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        menu = QMenu(quick)
        for text, condition in (
            (tr("Fails the policy"), "satisfies = no"),
            (tr("Not moved at all"), "distance = 0 or distance_z = 0"),
            (tr("Nearly unmoved"), "distance <= 1 or distance_z <= 1"),
            (tr("Several matches"), "matches > 1"),
            (tr("Near to Z, far from Y"), "distance_z <= 1 and distance > 10"),
            (tr("All records"), ""),
        ):
            action = QAction(text, menu)
            action.triggered.connect(lambda _=False, c=condition: self.show_only(c))
            menu.addAction(action)
        quick.setMenu(menu)
        self.examples = quick
        go = row(quick, self.jump, gap=6)
        go.addStretch()
        line = Turning(self.condition, go, gap=6, stretches=(1, 0))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        title, controls = row(heading(tr("All original records"))), row(self.columns, self.export)
        title.addStretch()
        controls.addStretch()
        layout.addLayout(Turning(title, controls, stretches=(1, 0)))
        layout.addWidget(self.summary)
        layout.addLayout(line)
        layout.addWidget(self.said)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.bottom)
        layout.addWidget(self.order)  # below, so that no title moves away under the pointer that sorted by it
        self.said.hide()
        self.order.hide()

    def _connect(self) -> None:
        self.export.clicked.connect(self.export_wanted)
        self.columns.clicked.connect(self.table.ask_columns)
        self.table.row_chosen.connect(self.record_chosen)
        for sorted_by_something in (self.table.rows.sorted_anew, self.table.rows.replaced):
            sorted_by_something.connect(self._show_order)
        self.table.copied.connect(self._on_copied)
        self.table.copying.connect(lambda: self._say(tr("Copying…")))
        # Queued, as what changed the rows has something to say itself.
        self.table.copy_stopped.connect(self._on_copy_stopped, Qt.ConnectionType.QueuedConnection)
        self._pause.timeout.connect(self.apply_condition)
        self.condition.textChanged.connect(lambda: self._pause.start())
        self.condition.returnPressed.connect(self.apply_condition)
        self.jump.returnPressed.connect(self.go)

    def ask_for_record(self) -> None:
        """Let a record's number be typed."""
        self.jump.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.jump.selectAll()

    def show_only(self, condition: str) -> None:
        """Show the records that fulfil a condition."""
        self.condition.setText(condition)
        self.apply_condition()

    def _show_order(self) -> None:
        said = self.table.rows.sorting_in_words
        self.order.setText(said)
        self.order.setVisible(bool(said))

    def _on_copy_stopped(self) -> None:
        self._say(tr("Nothing was copied: the table changed meanwhile. Copy the rows again."), is_wrong=True)

    def _on_copied(self, copied: SelectionText) -> None:
        copied_rows, rows = numbers.count(copied.n_copied), numbers.count(copied.n_selected)
        if copied.n_copied < copied.n_selected:
            self._say(
                tr(
                    "The first {copied} of {rows} rows were copied; export all of them as a file.",
                    copied=copied_rows,
                    rows=rows,
                )
            )
        else:
            self._say(tr_count("{count} row copied", "{count} rows copied", copied.n_copied, count=copied_rows))


def _summary(audit: Audit) -> str:
    in_y, in_z = audit.distances, audit.distances_z
    median, median_z = in_y.median, in_z.median
    return tr(
        "Against Y: d = {d}, median {median}, largest {largest}; several matches: {several} of {n} records. "
        "Against Z: d = {d_z}, median {median_z}. The smaller distance counts.",
        d=numbers.count(in_y.d),
        median=numbers.decimal(median, 0 if median.is_integer() else 1),
        largest=numbers.count(in_y.max),
        several=numbers.count(in_y.n_multiple),
        n=numbers.count(audit.n_original),
        d_z=numbers.count(in_z.d),
        median_z=numbers.decimal(median_z, 0 if median_z.is_integer() else 1),
    )
