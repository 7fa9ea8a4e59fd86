"""What the intruder can work out from X and Y alone (Tables 5 and 6, Figure 1)."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QToolButton, QVBoxLayout, QWidget

from permdesk.audit.distance_reading import DistanceReading
from permdesk.audit.findings import Audit, RandomMatch, RandomRecords
from permdesk.gui import numbers
from permdesk.gui.charts.distribution_plot import DistributionPlot
from permdesk.gui.models.distribution_columns import distribution_columns
from permdesk.gui.models.link_columns import intruder_columns
from permdesk.gui.models.table_view import TableView
from permdesk.gui.panels.figure_card import FigureCard
from permdesk.gui.panels.segments import Segments
from permdesk.gui.panels.whole_words import WholeWords
from permdesk.gui.panels.within_distance import WithinDistance, shares_sentence
from permdesk.gui.panels.words import caption, heading
from permdesk.gui.parts import explain, row
from permdesk.gui.theme import Theme
from permdesk.gui.turning import Turning
from permdesk.gui.turning_splitter import TurningSplitter
from permdesk.report.bins import MOST_BINS, bin_distances
from permdesk.report.derivations.derivation import Derivation
from permdesk.report.derivations.random_match import critical_distance, hellinger, largest_gap, n_defensible, overlap
from permdesk.report.derivations.within_distance import within
from permdesk.translation import tr, tr_count

MARGIN = 1.5
SMALLEST = 1e-300  # a chance that is beyond all numbers is small, not none
PLOT_WIDTH = 440


class IntruderPanel(QWidget):
    """Could he tell his links from chance? Figures, the two distributions as plot and table, and his links."""

    more_wanted = Signal()
    """The officer wants more random records to be drawn."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._audit: Audit | None = None
        self.defensible = FigureCard(
            tr("Links he could defend"),
            tr(
                "Links whose records match more closely than random records would, after correction for the number "
                "of links (Benjamini-Hochberg). Not: links that are right."
            ),
        )
        self.critical = FigureCard(
            tr("Critical distance"),
            tr(
                "The largest distance that random records reach with at most the probability alpha. A nearer match is "
                "hardly chance. The estimate holds for independent attributes, before anything is run."
            ),
        )
        self.ks = FigureCard(
            tr("Largest gap (KS)"),
            tr(
                "Kolmogorov-Smirnov statistic: the largest difference between the cumulative distributions, 0 to 1; "
                "p is the chance of so large a one if both were alike. Small does not mean safe: links can be right "
                "although nobody can prove it."
            ),
        )
        self.hellinger = FigureCard(
            tr("Hellinger distance"),
            tr(
                "How different the two distributions are: 0 the same, 1 without any common distance. ± is the standard "
                "error from drawing random records."
            ),
        )
        self.overlap = FigureCard(
            tr("Overlap"),
            tr("The share that both distributions have in common: 100 % the same, 0 % nothing in common."),
        )
        said = WholeWords()  # what has no room for its sentence would cut off the buttons above it
        said.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.plot = DistributionPlot(caption=said)
        self.plot.setMinimumWidth(PLOT_WIDTH)
        self.within = WithinDistance()
        self.more = QToolButton()
        self.more.setText(tr("&More random records"))
        self.more.setProperty("role", "quiet")
        self.more.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.more.clicked.connect(self.more_wanted)
        self.range = Segments(
            tr("Distances shown"),
            [
                (tr("All distances"), tr("Every distance of original and random records, in bins")),
                (tr("Near ones"), tr("Only distances at which original records match")),
            ],
        )
        self.distribution = TableView(tr("How often original and random records match at each distance"))
        self.links = TableView(tr("Links of the intruder"))
        self.range.chosen.connect(lambda _place: self._show_distributions())
        self._arrange()

    def show_audit(self, audit: Audit) -> None:
        self._show_figures(audit)
        self.links.rows.show_columns(intruder_columns(audit), audit.n_original)
        self.links.fit_columns()

    def show_drawn(self, audit: Audit) -> None:
        """Show an audit that differs from the present one by more random records only; links stay where they are."""
        self._show_figures(audit)
        self.links.rows.show_columns(intruder_columns(audit), audit.n_original)

    def show_reading(self, reading: DistanceReading) -> None:
        """Show what lies within a distance, as numbers and as a line."""
        audit = self._audit
        said = shares_sentence(reading)
        self.within.show_reading(reading, said, lambda: None if audit is None else _without_right(audit, reading))
        self.plot.show_within(reading.distance)

    def show_availability(self, *, available: bool) -> None:
        """Whether more random records can be drawn now."""
        test = None if self._audit is None else self._audit.random_match
        tip = tr("Draw more random records until the figures are exact enough (Esc stops; what was drawn stays)")
        if test is not None and test.reason:
            tip = test.reason
        elif test is not None and test.method is RandomRecords.EXHAUSTIVE:
            tip = tr("All combinations of the values were counted: nothing is left to draw.")
        elif test is not None:
            self.more.setEnabled(available)
            explain(self.more, tr("More random records"), tip)
            return
        self.more.setEnabled(False)
        explain(self.more, tr("More random records"), tip)

    def _show_figures(self, audit: Audit) -> None:
        self._audit = audit
        test = audit.random_match
        alpha = numbers.percent(audit.settings.alpha, 0)
        n = numbers.count(test.p_values.size)
        self.defensible.show_figure(
            numbers.count(test.n_defensible),
            tr("of {n}, at {alpha}", n=n, alpha=alpha),
            lambda: n_defensible(audit, numbers.count(test.n_defensible), numbers),
        )
        critical = numbers.count(test.critical_distance) if test.critical_distance >= 0 else tr("none")
        errors = test.errors
        self.critical.show_figure(
            critical,
            tr("estimate {t0}, at {alpha}", t0=numbers.decimal(test.expected_critical, 1), alpha=alpha)
            + ("" if errors is None else f"; ± {numbers.decimal(errors.critical_distance, 1)}"),
            lambda: critical_distance(audit, critical, numbers),
        )
        self.ks.show_figure(
            numbers.decimal(test.ks, 3),
            tr("p {p}", p=numbers.probability(max(test.ks_p_value, SMALLEST)))
            + ("" if errors is None else f"; ± {numbers.decimal(errors.ks, 3)}"),
            lambda: largest_gap(audit, numbers.decimal(test.ks, 3), numbers),
        )
        self.hellinger.show_figure(
            numbers.decimal(test.hellinger, 3),
            tr("0 same, 1 disjoint") + ("" if errors is None else f"; ± {numbers.decimal(errors.hellinger, 3)}"),
            lambda: hellinger(test, numbers.decimal(test.hellinger, 3), numbers),
        )
        self.overlap.show_figure(
            numbers.percent(test.overlap),
            tr("100 % same") + ("" if errors is None else f"; ± {numbers.percent(errors.overlap)}"),
            lambda: overlap(test, numbers.percent(test.overlap), numbers),
        )
        is_wide = test.distance[-1] >= MOST_BINS and _near(audit) < test.distance[-1]
        self.range.setVisible(bool(is_wide))
        self._show_distributions()

    def apply_theme(self, theme: Theme) -> None:
        for part in (self.plot, self.distribution, self.links):
            part.apply_theme(theme)

    def _show_distributions(self) -> None:
        audit = self._audit
        if audit is None:
            return
        test = audit.random_match
        is_near = self.range.isVisibleTo(self) and self.range.current == 1
        largest = _near(audit) if is_near else int(test.distance[-1])
        kept = test.distance <= largest
        bins = bin_distances(largest)
        shares = [bins.total(test.distance[kept], values[kept]) for values in (test.share_original, test.share_random)]
        self.plot.show_distributions(bins, shares[0], shares[1], test.critical_distance)
        said = distribution_sentence(audit)
        if is_near:
            beyond = numbers.percent(float(test.share_random[~kept].sum()))
            said += " " + tr("Not shown: {share} of the random records, farther away.", share=beyond)
        self.plot.caption.setText(said)
        self.distribution.rows.show_columns(distribution_columns(audit, bins, largest, *shares), bins.n)
        self.distribution.fit_columns()

    def _arrange(self) -> None:
        links, alike = row(self.defensible, self.critical, gap=10), row(self.ks, self.hellinger, self.overlap, gap=10)
        cards = Turning(links, alike, gap=10, stretches=(2, 3))
        columns = []
        for title, controls, part in (
            (tr("Is a match chance?"), (self.range, self.more), self.plot),
            (tr("The same in numbers"), (), self.distribution),
            (tr("His links"), (), self.links),
        ):
            column = QWidget()
            left, right = row(heading(title, beside_buttons=True)), row(*controls, gap=6)
            left.addStretch()
            right.addStretch()
            line = Turning(left, right, gap=6, stretches=(1, 0))
            layout = QVBoxLayout(column)
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(6)
            layout.addLayout(line)
            layout.addWidget(part, 1)
            columns.append(column)
        splitter = TurningSplitter(columns, (840, 430, 700))
        splitter.make_room_for(self.distribution, 1)
        splitter.make_room_for(self.links, 2)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(
            caption(
                tr(
                    "What whoever holds X and Y can work out without knowing a single right link: he reverse-maps Y, "
                    "links every record to the nearest ones, and asks how often random records match as closely."
                )
            )
        )
        layout.addLayout(cards)
        layout.addWidget(self.within)
        layout.addWidget(splitter, 1)


def _without_right(audit: Audit, reading: DistanceReading) -> Derivation:
    """What the intruder can know of it."""
    return within(audit, replace(reading, right=None, n_right=None), numbers)


def distribution_sentence(audit: Audit) -> str:
    """What the two distributions say, in words."""
    test = audit.random_match
    if test.reason:
        return test.reason
    drawn = _random_records(test)
    middle = audit.links.median
    median = numbers.decimal(middle, 0 if middle.is_integer() else 1)
    said = tr("Original records match at a median distance of {median}. {drawn}", median=median, drawn=drawn)
    if test.n_defensible == 0:
        found = tr("No link is closer than chance explains: he could not tell his right links from wrong ones.")
        return f"{said} {found}"
    found = tr_count(
        "One link is closer than chance explains: he could defend it.",
        "{count} links are closer than chance explains: he could defend them.",
        test.n_defensible,
        count=numbers.count(test.n_defensible),
    )
    return f"{said} {found}"


def _random_records(test: RandomMatch) -> str:
    n = numbers.count(test.n)
    if test.method is RandomRecords.EXHAUSTIVE:
        return tr("Compared with all {n} records that the values of X can form.", n=n)
    return tr("Compared with {n} random records, each value drawn from X by itself.", n=n)


def _near(audit: Audit) -> int:
    """The largest distance that the near view shows: where original records match, and the critical distance."""
    return int(MARGIN * max(audit.links.max, audit.random_match.critical_distance, 4))
