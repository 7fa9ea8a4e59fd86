"""The officer's own (d, v): what she asks, at once how many records have it, and what asking more or less would do."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QVBoxLayout, QWidget

from permdesk.audit.findings import Audit
from permdesk.audit.own_requirement import Requirement, RequirementReader, RequirementReading, ShareCurve
from permdesk.compute.progress import Progress
from permdesk.gui import numbers
from permdesk.gui.charts.share_plot import SharePlot
from permdesk.gui.derivations.explained import ExplainedSentence
from permdesk.gui.jobs import JobRunner
from permdesk.gui.live.newest import Newest
from permdesk.gui.models.requirement_columns import requirement_columns
from permdesk.gui.models.rows_in_sight import RowsInSight
from permdesk.gui.models.table_view import TableView
from permdesk.gui.panels.requirement_slider import RequirementSlider
from permdesk.gui.panels.words import caption, short_name, statement
from permdesk.gui.parts import explain, label, quiet_button, row
from permdesk.gui.splitter import Splitter
from permdesk.gui.theme import Theme
from permdesk.report.derivations.own_requirement import n_satisfying_own
from permdesk.translation import tr, tr_count

ALL = 0
LARGEST_SHARE = 1.0
MOST_ROWS_SHOWN = 5


class RequirementPanel(QWidget):
    """Reads on a worker of its own, the newest wish first. ``read`` carries each RequirementReading, and
    ``only_failing`` whether only the failing records are wanted."""

    read = Signal(object)
    only_failing = Signal(bool)

    def __init__(self, over_distance: SharePlot, over_variance: SharePlot, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.over_distance, self.over_variance = over_distance, over_variance
        self.setProperty("role", "page")
        self.runner = JobRunner(parent=self)
        self._newest = Newest(
            self.runner,
            tr("Your own d and v"),
            self._on_read,
            lambda problem: self.sentence.setText(problem.sentence),
            self,
        )
        self._audit: Audit | None = None
        self._reader: RequirementReader | None = None
        self.requirement: Requirement | None = None
        self.reading: RequirementReading | None = None
        self.sentence = statement()
        self._explained = ExplainedSentence(self.sentence)
        self.doubt = caption(
            tr(
                "▲ Equal or missing values are read as the settings say. The verdict takes the worst case of them, "
                "under which fewer records may satisfy."
            )
        )
        self.distance = RequirementSlider(
            tr("&d ="),
            tr("Your own d"),
            tr("Smallest distance in ranks that every record must have, against Y and against Z"),
            is_whole=True,
        )
        self.variance = RequirementSlider(
            tr("&v ="),
            tr("Your own v"),
            tr("Smallest variance that the values within d ranks of a record's own must have, for what is chosen here"),
            is_whole=False,
        )
        self.attribute = QComboBox()
        self.attribute.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.attribute.setMinimumContentsLength(20)
        explain(
            self.attribute,
            tr("Attribute that v is about"),
            tr("Ask the same share of the variance of every attribute, or choose one attribute and ask squared units"),
        )
        self.failing = QCheckBox(tr("Show only &failing records"))
        explain(
            self.failing, tr("Show only failing records"), tr("Leave in the table only records without your (d, v)")
        )
        self.policy = quiet_button(tr("As in the policy"), tr("Go back to the d and v that the policy asks"))
        self.table = TableView(tr("Your own v, attribute by attribute"))
        RowsInSight(self.table, MOST_ROWS_SHOWN, MOST_ROWS_SHOWN)
        self._arrange()
        self._connect()

    def show_audit(self, audit: Audit) -> None:
        """Ask of an audit; what was asked of the last one stays if it has the same attributes, else it is the
        policy's."""
        had = None if self._audit is None else self._audit.names
        self._newest.forget()
        self._audit, self._reader, self.reading = audit, None, None
        if had != audit.names:
            with QSignalBlocker(self.attribute):
                self.attribute.clear()
                self.attribute.addItems([tr("all, share of variance"), *map(short_name, audit.names)])
            self.requirement = None
        self._allow()
        self._want()

    def apply_theme(self, theme: Theme) -> None:
        for part in (self.over_distance, self.over_variance, self.table):
            part.apply_theme(theme)

    def hasHeightForWidth(self) -> bool:
        return False  # a scroll area would else give it the height that its sentences would like

    def shutdown(self) -> None:
        """Stop what is being read, for good."""
        self._newest.forget()
        self.runner.shutdown()

    @property
    def _chosen(self) -> int | None:
        """The attribute that v is about, from 0; None for all of them."""
        place = self.attribute.currentIndex()
        return None if place <= ALL else place - 1

    def _want(self) -> None:
        audit, reader, requirement, attribute = self._audit, self._reader, self.requirement, self._chosen
        if audit is not None:
            self._newest.want(lambda progress: _read(audit, reader, requirement, attribute, progress))

    def _on_read(self, read: tuple[RequirementReader, RequirementReading]) -> None:
        reader, found = read
        if self._reader is None:
            self._reader = reader
            self.requirement = self.requirement or found.requirement
            self.doubt.setVisible(not reader.is_cautious)
            self.distance.show_range(reader.furthest + 1)
            self.distance.show_number(self.requirement.distance)
            self._show_variance()
            self._allow()
        self._show(reader, found)

    def _allow(self) -> None:
        """Nothing can be asked in shares before the variances are known, nor another d before the policy's is."""
        self.distance.setEnabled(self.requirement is not None)
        self.attribute.setEnabled(self.requirement is not None)
        self.variance.setEnabled(self._reader is not None)
        self.policy.setEnabled(self._reader is not None)

    def _show(self, reader: RequirementReader, found: RequirementReading) -> None:
        self.reading = found
        n = reader.audit.n_original
        n_satisfied = int(found.satisfied.sum())
        self.sentence.setText(requirement_sentence(found))
        self._explained.say(lambda: n_satisfying_own(found, numbers.count(n_satisfied), numbers))
        share = n_satisfied / n
        title = tr("d, ranks; v as above") if any(found.requirement.variances) else tr("d, ranks")
        _show_curve(
            self.over_distance,
            found.over_distance,
            found.requirement.distance,
            share,
            title,
            n,
            lambda d: f"d = {numbers.count(round(d))}",
        )
        self.failing.setText(tr("Show only the &failing records ({n})", n=numbers.count(n - n_satisfied)))
        self.failing.setEnabled(bool(found.n_near or found.n_alike) or self.failing.isChecked())
        self.read.emit(found)

    def show_attributes(self, found: RequirementReading) -> None:
        """Show the attributes of a reading, which need not be seen first, unless a newer one has come."""
        reader = self._reader
        if reader is None or self.reading is not found:
            return
        self.table.rows.show_columns(requirement_columns(reader.audit.names, reader.whole, found), len(reader.whole))
        self.table.fit_columns()

    def show_over_variance(self, found: RequirementReading) -> None:
        """Show the curve over v of a reading, which need not be seen first, unless a newer one has come."""
        reader = self._reader
        if reader is None or self.reading is not found:
            return
        n, share = reader.audit.n_original, float(found.satisfied.mean())
        if found.attribute is None:
            scale, unit = 100.0, tr("v, % of the variance; d as above")
        else:
            name = short_name(reader.audit.names[found.attribute])
            scale, unit = 1.0, tr("v of {name}, squared units; d as above", name=name)
        curve = ShareCurve(scale * found.over_variance.at, found.over_variance.share, found.over_variance.n_records)
        _show_curve(self.over_variance, curve, self.variance.number, share, unit, n, self._variance_text)

    def _ask_distance(self, distance: float) -> None:
        if self.requirement is not None:
            self.requirement = Requirement(int(distance), self.requirement.variances)
            self._want()

    def _ask_variance(self, number: float) -> None:
        reader = self._reader
        if reader is None or self.requirement is None:
            return
        asked = list(self.requirement.variances)
        if self._chosen is None:
            asked = [float(number / 100 * whole) for whole in reader.whole]
        else:
            asked[self._chosen] = number
        self.requirement = Requirement(self.requirement.distance, tuple(asked))
        self._want()

    def _show_variance(self) -> None:
        """Show what is asked of the chosen attribute; of all, the share that is asked of the one that asks most."""
        reader = self._reader
        if reader is None or self.requirement is None:
            return
        asked, j = np.array(self.requirement.variances), self._chosen
        if j is None:
            shares = np.divide(asked, reader.whole, out=np.zeros_like(asked), where=reader.whole > 0)
            self.variance.show_range(100 * LARGEST_SHARE, " %")
            self.variance.show_number(100 * float(shares.max(initial=0.0)))
        else:
            self.variance.show_range(float(reader.whole[j]) * LARGEST_SHARE)
            self.variance.show_number(float(asked[j]))

    def _take_policy(self) -> None:
        if self._reader is not None:
            self.requirement = self._reader.of_policy
            self.distance.show_number(self.requirement.distance)
            self._show_variance()
            self._want()

    def _variance_text(self, v: float) -> str:
        said = numbers.significant(v)
        return f"v = {said} %" if self._chosen is None else f"v = {said}"

    def _on_attribute(self) -> None:
        self._show_variance()
        self._want()

    def _connect(self) -> None:
        self.distance.chosen.connect(self._ask_distance)
        self.variance.chosen.connect(self._ask_variance)
        self.over_distance.wanted.connect(lambda at: self.distance.field.setValue(round(at)))
        self.over_variance.wanted.connect(self.variance.field.setValue)
        self.attribute.currentIndexChanged.connect(lambda _place: self._on_attribute())
        self.table.row_chosen.connect(lambda j: self.attribute.setCurrentIndex(j + 1))
        self.failing.toggled.connect(self.only_failing)
        self.policy.clicked.connect(self._take_policy)

    def _arrange(self) -> None:
        about = label(tr("&of"))
        about.setBuddy(self.attribute)
        asked = row(self.variance, about, self.attribute, gap=10)
        choices = row(self.failing, gap=10)
        choices.addStretch()
        choices.addWidget(self.policy)
        curves = Splitter(Qt.Orientation.Horizontal)
        curves.setChildrenCollapsible(False)
        curves.addWidget(self.over_distance)
        curves.addWidget(self.over_variance)
        curves.setSizes([500, 500])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self.sentence)
        layout.addWidget(self.doubt)
        layout.addWidget(self.distance)
        layout.addLayout(asked)
        layout.addLayout(choices)
        layout.addWidget(curves, 1)
        layout.addWidget(self.table)


def _read(
    audit: Audit,
    reader: RequirementReader | None,
    requirement: Requirement | None,
    attribute: int | None,
    progress: Progress,
) -> tuple[RequirementReader, RequirementReading]:
    """Ask a requirement, or the policy's, of an audit that may not have a reader yet. Raises Cancelled."""
    reader = reader or RequirementReader(audit)
    return reader, reader.read(requirement or reader.of_policy, attribute, progress)


def _show_curve(
    plot: SharePlot, curve: ShareCurve, now: float, share: float, title: str, n: int, text: Callable[[float], str]
) -> None:
    plot.show_curve(curve.at, curve.share, now, share, title, text)
    said = tr("Records that would satisfy each requirement; drag the line to ask another.")
    if curve.n_records < n:
        drawn, of = numbers.count(curve.n_records), numbers.count(n)
        said += " " + tr("The curve follows {drawn} of {n} records, drawn at random.", drawn=drawn, n=of)
    plot.caption.setText(said)


def requirement_sentence(found: RequirementReading) -> str:
    """How many records satisfy (d, v), and what the others lack."""
    n, n_satisfied = found.near.size, int(found.satisfied.sum())
    figures = {
        "d": numbers.count(found.requirement.distance),
        "n": numbers.count(n),
        "share": numbers.percent(n_satisfied / n),
    }
    if not found.requirement.asks_anything:
        return "– " + tr("d = 0 and v = 0 ask nothing: every release has that, also one that changed no value.")
    if n_satisfied == n:
        return "✓ " + tr(
            "All {n} records have your (d, v) with d = {d}: the data set has (d, v)-permuted privacy.", **figures
        )
    satisfied = tr_count(
        "{count} of {n} records ({share}) has your (d, v).",
        "{count} of {n} records ({share}) have your (d, v).",
        n_satisfied,
        count=numbers.count(n_satisfied),
        **figures,
    )
    near = tr_count(
        "{count} is closer than d = {d} to a record of Y or Z;",
        "{count} are closer than d = {d} to a record of Y or Z;",
        found.n_near,
        count=numbers.count(found.n_near),
        **figures,
    )
    alike = tr_count(
        "{count} has too little variance near its value.",
        "{count} have too little variance near their value.",
        found.n_alike,
        count=numbers.count(found.n_alike),
    )
    return f"✗ {satisfied} {near} {alike}"
