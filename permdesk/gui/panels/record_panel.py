"""One original record against every record of the release (Table 3)."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from permdesk.audit.findings import Audit, Target
from permdesk.compute.arrays import Flags
from permdesk.gui import numbers
from permdesk.gui.derivations.explained import ExplainedSentence
from permdesk.gui.models.array_table import FILE_ORDER
from permdesk.gui.models.neighbour_columns import OWN_SIGN, Comparison, neighbour_columns
from permdesk.gui.models.neighbour_search import NeighbourSearch
from permdesk.gui.models.table_view import TableView
from permdesk.gui.models.value_text import shown_values
from permdesk.gui.panels.segments import Segments
from permdesk.gui.panels.words import caption, heading, short_name, statement
from permdesk.gui.parts import quiet_button
from permdesk.gui.plain_tip import plain_tip
from permdesk.gui.theme import Theme
from permdesk.report.derivations.record_distance import record_distance
from permdesk.translation import tr, tr_count

NEAREST = 1_000
READABLE_IN_FILE_ORDER = 100
MOST_LISTED = 8
MOST_VALUES = 12


class RecordPanel(QWidget):
    """Table 3, against Y or Z, in file order or nearest first; of a long release the nearest NEAREST records first."""

    export_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._audit: Audit | None = None
        self._record = 0
        self._search = NeighbourSearch(self)
        self._search.found.connect(self._show)
        self.comparison: Comparison | None = None
        self.title = heading("")
        self.values = caption()
        self.sentence = statement()
        self._explained = ExplainedSentence(self.sentence)
        self.table = TableView(tr("The record against every record of the release"))
        self.target = Segments(
            tr("Compare with"),
            [
                (tr("with Y"), tr("Compare with the anonymized file, as the subject can")),
                (tr("with Z"), tr("Compare with the reverse-mapped file, as the intruder does")),
            ],
        )
        self.order = Segments(
            tr("Order"),
            [
                (tr("File order"), tr("Records of the release as they stand in the file")),
                (tr("Nearest first"), tr("Records of the release by their largest deviation")),
            ],
        )
        self.export = quiet_button(
            tr("Export this record's table…"),
            tr("Write this record against every record of the release to a file. It holds values of the release."),
        )
        self.all_rows = QToolButton()
        self.all_rows.setProperty("role", "quiet")
        self.all_rows.setCheckable(True)
        self.all_rows.setToolTip(tr("Show every record of the release, not only the nearest"))
        self.all_rows.hide()
        self.signs = QLabel(_signs(is_paired=True))
        self._arrange()
        self.export.clicked.connect(self.export_wanted)
        self.target.chosen.connect(lambda _place: self._start())
        self.order.chosen.connect(lambda _place: self._sort())
        self.all_rows.toggled.connect(lambda _is_down: self._keep())

    @property
    def record(self) -> int:
        """The original record that is shown, from 0."""
        return self._record

    @property
    def compared_with(self) -> Target:
        """What it is compared with."""
        return Target.REVERSE_MAPPED if self.target.current else Target.ANONYMIZED

    def shows(self, audit: Audit) -> bool:
        """An original record of this audit is shown."""
        return self._audit is audit

    def show_audit(self, audit: Audit, record: int) -> None:
        """Show an original record (from 0) of an audit."""
        if self._audit is None or self._audit.n_anonymized != audit.n_anonymized:
            self.order.choose(0 if audit.n_anonymized <= READABLE_IN_FILE_ORDER else 1)
        self._audit = audit
        self.all_rows.setText(tr("Show all {n}", n=numbers.count(audit.n_anonymized)))
        self.all_rows.setVisible(audit.n_anonymized > NEAREST)
        self.signs.setText(_signs(is_paired=audit.pair.own is not None))
        self.show_record(record)

    def show_record(self, record: int) -> None:
        """Show another original record (from 0) of the same audit."""
        self._record = record
        self._start()

    def apply_theme(self, theme: Theme) -> None:
        self.table.apply_theme(theme)

    def _start(self) -> None:
        audit = self._audit
        if audit is not None:
            self._search.start(audit, audit.distances_z if self.target.current else audit.distances, self._record)

    def _show(self, comparison: Comparison) -> None:
        audit = self._audit
        if audit is None:
            return
        self.comparison = comparison
        number = numbers.count(comparison.record + 1)
        if audit.pair.record_ids:
            number = tr("{number} (ID {id})", number=number, id=audit.pair.record_ids[comparison.record])
        self.title.setText(tr("Record {number}", number=number))
        texts = [
            f"{short_name(a.name)} = {shown_values(a, a.original)(comparison.record)}" for a in audit.pair.attributes
        ]
        values, more = ",  ".join(texts[:MOST_VALUES]), len(texts) - MOST_VALUES
        if more > 0:  # else they would leave no room for the table
            values = tr("{names} and {more} more", names=values, more=numbers.count(more))
        self.values.setToolTip(plain_tip(",  ".join(texts) if more > 0 else ", ".join(audit.names)))
        self.values.setText(tr("Original values: {values}", values=values))
        self.sentence.setText(distance_sentence(comparison))
        found = comparison.distances
        self._explained.say(lambda: record_distance(found, audit.names, comparison.record, numbers))
        columns = neighbour_columns(comparison)
        n, order = comparison.distances.n_records, len(columns) - 1 if self.order.current else FILE_ORDER
        self.table.rows.show_columns(columns, n, self._kept(comparison), order)
        self.table.fit_columns()
        if n <= NEAREST:
            self.table.scrollTo(self.table.rows.index(self.table.rows.view_row(int(comparison.matches[0])), 0))

    def _sort(self) -> None:
        last = self.table.rows.columnCount() - 1
        self.table.sortByColumn(last if self.order.current else FILE_ORDER, Qt.SortOrder.AscendingOrder)

    def _keep(self) -> None:
        if self.comparison is not None:
            self.table.rows.keep(self._kept(self.comparison))

    def _kept(self, comparison: Comparison) -> Flags | None:
        if self.all_rows.isChecked() or comparison.maxima.size <= NEAREST:
            return None
        return nearest(comparison, NEAREST)

    def _arrange(self) -> None:
        switches = QHBoxLayout()
        switches.setSpacing(14)
        switches.addWidget(self.target)
        switches.addWidget(self.order)
        switches.addWidget(self.all_rows)
        switches.addStretch()
        self.signs.setProperty("role", "caption")
        self.signs.setWordWrap(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        top = QHBoxLayout()
        top.addWidget(self.title)
        top.addStretch()
        top.addWidget(self.export)
        layout.addLayout(top)
        for part in (self.values, self.sentence):
            layout.addWidget(part)
        layout.addLayout(switches)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.signs)


def _signs(*, is_paired: bool) -> str:
    """What the signs in the table mean; nobody knows the own release in files that are not paired."""
    if is_paired:
        return tr(
            "Boxed: closest value and its rank. <b><u>Bold, underlined</u></b>: match; its largest deviation is "
            "boxed. {sign} the record's own release.",
            sign=OWN_SIGN,
        )
    return tr(
        "Boxed: closest value and its rank. <b><u>Bold, underlined</u></b>: match; its largest deviation is boxed."
    )


def nearest(comparison: Comparison, most: int) -> Flags:
    """Which records of the target are the ``most`` nearest; of equally near ones the first in the file."""
    maxima = comparison.maxima
    limit = np.partition(maxima, most - 1)[most - 1]
    kept: Flags = maxima < limit
    kept[np.flatnonzero(maxima == limit)[: most - int(kept.sum())]] = True
    return kept


def distance_sentence(comparison: Comparison) -> str:
    """The permutation distance of the record and where it comes from, in words."""
    matches = comparison.matches
    first = int(matches[0])
    deviations = comparison.deviations(np.array([first]))[0]
    figures = {
        "record": numbers.count(comparison.record + 1),
        "d": numbers.count(comparison.distance),
        "match": numbers.count(first + 1),
        "deviations": ", ".join(numbers.count(d) for d in deviations),
        "file": "Y" if comparison.distances.target is Target.ANONYMIZED else "Z",
    }
    if matches.size == 1:
        said = tr(
            "Permutation distance of record {record} is {d}: record {match} deviates by {deviations} ranks.", **figures
        )
    else:
        listed = ", ".join(numbers.count(match + 1) for match in matches[:MOST_LISTED])
        if matches.size > MOST_LISTED:
            listed = f"{listed}, …"
        said = tr(
            "Permutation distance of record {record} is {d}, attained by {n} records ({listed}); the first, record "
            "{match}, deviates by {deviations} ranks.",
            n=numbers.count(matches.size),
            listed=listed,
            **figures,
        )
    own = comparison.own_row
    if own < 0:
        return said
    if comparison.maxima[own] != comparison.distance:
        away = int(comparison.maxima[own])
        its = tr_count(
            "Its own release, record {own}, is {count} rank away.",
            "Its own release, record {own}, is {count} ranks away.",
            away,
            count=numbers.count(away),
            own=numbers.count(own + 1),
        )
    elif matches.size > 1:
        its = tr("Its own release is among the matches.")
    else:
        its = tr("That is its own release.")
    return f"{said} {its}"
