"""What only the agency knows: how many of the intruder's links are right."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from permdesk.audit.distance_reading import DistanceReading
from permdesk.audit.findings import Audit, RightLinks
from permdesk.gui import numbers
from permdesk.gui.derivations.explained import ExplainedSentence
from permdesk.gui.models.link_columns import battery_columns, protector_columns
from permdesk.gui.models.table_view import TableView
from permdesk.gui.panels.composition_bar import CompositionBar, Part
from permdesk.gui.panels.figure_card import FigureCard
from permdesk.gui.panels.within_distance import WithinDistance, right_sentence
from permdesk.gui.panels.words import caption, heading, invitation, statement
from permdesk.gui.parts import explain, row
from permdesk.gui.theme import Theme
from permdesk.gui.turning import Turning
from permdesk.gui.turning_splitter import TurningSplitter
from permdesk.report.derivations.linkages import linkage_rate
from permdesk.report.derivations.random_match import n_defensible_right
from permdesk.report.derivations.right_links import expected_right_links, n_several, n_sole_right, n_wrong, times_chance
from permdesk.report.derivations.within_distance import within
from permdesk.report.wording import linkage_title
from permdesk.translation import tr


class ProtectorPanel(QStackedWidget):
    """Counts, rates and the battery of linkages beside Table 5 with the right links marked; a sentence where the
    files are not paired."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sole = FigureCard(tr("One link, right"), tr("Records whose only link is their own release"))
        self.several = FigureCard(
            tr("Several links"), tr("Records with more than one nearest record; the intruder has to guess among them")
        )
        self.wrong = FigureCard(tr("One link, wrong"), tr("Records whose only link is somebody else's release"))
        self.rate = FigureCard(
            tr("Expected right links"),
            tr(
                "Share of records that the intruder links rightly if he guesses among several links, by the paper's "
                "linkage; with its interval of 95 %"
            ),
        )
        self.lift = FigureCard(
            tr("Times chance"), tr("Expected right links divided by what blind guessing among n records would give")
        )
        self.defensible = FigureCard(
            tr("Defensible and right"),
            tr(
                "Of the links that the intruder could defend as more than chance, how many are right. Undecided: no "
                "random record drawn matches as closely; with more draws he could defend them too."
            ),
        )
        self.composition = CompositionBar(tr("Links"))
        self.links = TableView(tr("Links of the intruder, right ones marked"))
        self.battery = TableView(tr("Linkages tried"))
        self.sentence = statement()
        self._strongest = ExplainedSentence(self.sentence)
        self.within = WithinDistance()
        self.only_within = QCheckBox(tr("Only links &within t"))
        explain(self.only_within, tr("Only links within t"), tr("Show only records that have a link within distance t"))
        self.only_within.toggled.connect(lambda _: self._keep())
        self._audit: Audit | None = None
        self._reading: DistanceReading | None = None
        self._arrange()

    def show_audit(self, audit: Audit) -> None:
        self._audit = audit
        found = audit.right_links
        if found is None:
            self.setCurrentIndex(0)
            return
        n = numbers.count(found.sole_correct + found.multiple + found.wrong)
        self.sole.show_figure(
            numbers.count(found.sole_correct),
            tr("of {n} records", n=n),
            lambda: n_sole_right(audit, found, numbers.count(found.sole_correct), numbers),
        )
        self.several.show_figure(
            numbers.count(found.multiple),
            tr("own release among {n}", n=numbers.count(found.among_several)),
            lambda: n_several(audit, found, numbers.count(found.multiple), numbers),
        )
        self.wrong.show_figure(
            numbers.count(found.wrong),
            tr("of {n} records", n=n),
            lambda: n_wrong(audit, found, numbers.count(found.wrong), numbers),
        )
        self.composition.show_parts(
            [
                Part(tr("right"), "●", found.sole_correct, "danger"),
                Part(
                    tr("several, own among them"),
                    "◐",
                    found.among_several,
                    "warning",
                    Qt.BrushStyle.BDiagPattern,
                    tr("◐ among several"),
                ),
                Part(
                    tr("several, all wrong"),
                    "✗",
                    found.multiple - found.among_several,
                    "muted",
                    Qt.BrushStyle.FDiagPattern,
                ),
                Part(tr("wrong"), "✗", found.wrong, "muted"),
            ]
        )
        low, high = (numbers.percent(bound) for bound in found.interval)
        self.rate.show_figure(
            numbers.percent(found.expected_correct_rate),
            tr("{low} to {high}", low=low, high=high),
            lambda: expected_right_links(audit, found, numbers.percent(found.expected_correct_rate), numbers),
        )
        self.lift.show_figure(
            numbers.significant(found.lift, 3),
            tr("chance {chance}", chance=numbers.percent(found.chance, 2)),
            lambda: times_chance(
                found.expected_correct_rate,
                found.lift,
                audit.links.n_records,
                tr("Times chance"),
                numbers.significant(found.lift, 3),
                numbers,
            ),
        )
        test = audit.random_match
        right = numbers.NOTHING if test.n_defensible_right is None else numbers.count(test.n_defensible_right)
        detail = tr("of {n} defensible", n=numbers.count(test.n_defensible))
        if test.n_undecided:
            detail = tr("{detail}; {n} undecided", detail=detail, n=numbers.count(test.n_undecided))
        self.defensible.show_figure(right, detail, lambda: n_defensible_right(audit, right, numbers))
        self.links.rows.show_columns(protector_columns(audit), audit.n_original)
        self.links.fit_columns()
        battery, n_linkages = battery_columns(audit)
        self.battery.rows.show_columns(battery, n_linkages)
        self.battery.fit_columns()
        self.sentence.setText(links_sentence(found))
        best = found.strongest
        self._strongest.say(lambda: linkage_rate(best, numbers.percent(best.rate), numbers))
        self.setCurrentIndex(1)

    def show_reading(self, reading: DistanceReading) -> None:
        """Show what lies within a distance, and how much of it is right."""
        self._reading = reading
        audit, said = self._audit, right_sentence(reading)
        self.within.show_reading(reading, said, lambda: None if audit is None else within(audit, reading, numbers))
        self._keep()

    def _keep(self) -> None:
        rows = self.links.rows
        if self._reading is None or not self.only_within.isChecked():
            if rows.rowCount() < rows.n_source_rows:
                rows.keep(None)
            return
        kept = np.zeros(rows.n_source_rows, np.bool_)
        kept[self._reading.records] = True
        rows.keep(kept)

    def apply_theme(self, theme: Theme) -> None:
        self.composition.apply_theme(theme)
        self.links.apply_theme(theme)
        self.battery.apply_theme(theme)

    def _arrange(self) -> None:
        self.addWidget(
            invitation(
                tr(
                    "Nobody can say which links are right, as the files are not paired. If rows belong together, pair "
                    "them by an ID or by row on the Data tab."
                )
            )
        )
        found, rates = (
            row(self.sole, self.several, self.wrong, gap=10),
            row(self.rate, self.lift, self.defensible, gap=10),
        )
        cards = Turning(found, rates, gap=10, stretches=(1, 1))
        columns = []
        for title, control, parts in (
            (tr("Right and wrong links"), self.only_within, (self.links,)),
            (tr("Strongest linkage"), None, (self.battery, self.sentence)),
        ):
            column = QWidget()
            line = QHBoxLayout()
            line.addWidget(heading(title, beside_buttons=True))
            line.addStretch()
            if control is not None:
                line.addWidget(control)
            layout = QVBoxLayout(column)
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(6)
            layout.addLayout(line)
            for part in parts:
                layout.addWidget(part, 1 if isinstance(part, TableView) else 0)
            columns.append(column)
        splitter = TurningSplitter(columns, (900, 1_100))
        splitter.make_room_for(self.links, 0)
        splitter.make_room_for(self.battery, 1)
        content = QWidget()
        layout = QVBoxLayout(content)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(
            caption(
                tr(
                    "Only the agency can know this, because it knows which record of Y was made from which record of "
                    "X. The intruder does not see it."
                )
            )
        )
        layout.addLayout(cards)
        layout.addWidget(self.composition)
        layout.addWidget(self.within)
        layout.addWidget(splitter, 1)
        self.addWidget(content)


def links_sentence(found: RightLinks) -> str:
    """What the battery of linkages says, in words."""
    strongest = found.strongest
    said = tr(
        "The strongest linkage is expected to link {rate} of the records rightly, {lift} times as many as chance. The "
        "strongest one counts: an intruder is free to choose.",
        rate=numbers.percent(strongest.rate),
        lift=numbers.significant(strongest.lift, 3),
    )
    left_out = [tr("Not tried: {method}. {reason}", method=linkage_title(a), reason=a.reason) for a in found.left_out]
    return " ".join([said, *left_out])
