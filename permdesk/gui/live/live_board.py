"""Everything that moves with the slider: distributions, links, the figures, and Table 3 of one person."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QComboBox, QWidget

from permdesk.audit.findings import Target
from permdesk.audit.live import LiveFindings
from permdesk.audit.record_table import rank_deviations
from permdesk.gui import numbers
from permdesk.gui.charts.distribution_plot import DistributionPlot
from permdesk.gui.charts.link_plot import LinkPlot
from permdesk.gui.models.neighbour_columns import Comparison, neighbour_columns
from permdesk.gui.models.rows_in_sight import RowsInSight
from permdesk.gui.models.table_view import TableView
from permdesk.gui.pages.result_page import Content
from permdesk.gui.panels.figure_card import FigureCard
from permdesk.gui.panels.record_panel import distance_sentence, nearest
from permdesk.gui.panels.segments import Segments
from permdesk.gui.panels.words import heading, statement
from permdesk.gui.parts import column, explain, label, row
from permdesk.gui.theme import Theme
from permdesk.gui.turning import Turning
from permdesk.report.bins import bin_distances
from permdesk.report.derivations.data_set import median_distance
from permdesk.report.derivations.linkages import linkage_rate
from permdesk.report.derivations.live import live_defensible, live_random_ties
from permdesk.translation import tr

ROWS = 12
FEWEST_ROWS = 2
LOWEST_PLOT, LOWEST_LINKS = 8, 14
"""Heights in lines of text, so that plots grow with the type of a presentation."""


class LiveBoard(QWidget):
    """Shows findings as they come; the person is an original record from 0."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._found: LiveFindings | None = None
        self._person = 0
        self._names: tuple[str, ...] = ()
        self._columns: list[str] = []
        self._fitted = (0, 0, 0)
        self.distances = DistributionPlot()
        self.distances.caption.setText(
            tr("Where bars and line are alike, a single link may be chance; many can be right all the same.")
        )
        self.links = LinkPlot()
        self.lines = Segments(
            tr("Lines lead to"),
            [
                (tr("o&wn release"), tr("Lines lead to each record's own release: steep ones were moved far.")),
                (tr("intruder's &link"), tr("Lines lead to the record that the intruder links to.")),
            ],
            wraps=True,
        )
        self.attribute = QComboBox()
        self.attribute.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.attribute.setMinimumContentsLength(8)
        explain(self.attribute, tr("Ranks of"), tr("The attribute whose ranks the lines join."))
        self.near = FigureCard(
            tr("Median distance"),
            tr(
                "The permutation distance that half of the records do not exceed, in ranks, against Z; beside it that"
                " against Y. More is safer, but never enough alone."
            ),
        )
        self.right = FigureCard(
            tr("Right links"),
            tr(
                "Share of records that the strongest linkage of the battery links to their own release. Only the "
                "agency knows it. Less is safer."
            ),
        )
        self.stands = FigureCard(
            tr("Defensible links"),
            tr(
                "Share of records whose link an intruder could tell from chance, as few random records match as "
                "closely. Less is safer."
            ),
        )
        self.ties = FigureCard(
            tr("With random ties"),
            tr(
                "What breaking ties at random would report of the same file: median distance against Y, and right "
                "links. The other figures let equal values share their ranks."
            ),
        )
        self.who = heading("")
        self.sentence = statement()
        self.table = TableView(tr("The person against the nearest released records"))
        RowsInSight(self.table, FEWEST_ROWS)
        explain(
            self.table,
            tr("Table 3 of the person"),
            tr(
                "The released records nearest to the person, in Z: values, ranks and rank deviations. The match is "
                "bold and underlined, its largest deviation boxed."
            ),
        )
        self._arrange()
        self.lines.chosen.connect(lambda _: self._show_links())
        self.attribute.currentIndexChanged.connect(lambda _: self._show_links())

    @property
    def findings(self) -> LiveFindings | None:
        return self._found

    def show_findings(self, found: LiveFindings) -> None:
        """Show one release; the person stays, if there is one of that number."""
        self._found = found
        self._person = min(self._person, found.n_records - 1)
        self._offer_attributes(found.pair.names)
        self._show_figures(found)
        self._show_distances(found)
        self._show_links()
        self._show_person()

    def show_person(self, person: int) -> None:
        self._person = person
        self._show_links()
        self._show_person()

    def show_to_audience(self, *, presented: bool) -> None:
        """Leave out what is for the presenter only."""
        for plot in (self.distances, self.links):
            plot.show_buttons(shown=not presented)

    def apply_theme(self, theme: Theme) -> None:
        for part in (self.distances, self.links, self.table):
            part.apply_theme(theme)
        line = self.fontMetrics().lineSpacing()
        self.distances.view.setMinimumHeight(LOWEST_PLOT * line)
        self.links.view.setMinimumHeight(LOWEST_LINKS * line)
        for said in (self.distances.caption, self.sentence):
            said.setMinimumHeight(2 * line + 2)
        self._show_person()

    def _offer_attributes(self, names: tuple[str, ...]) -> None:
        """Let the lines show any attribute; the one that was chosen stays, if there is one of that name."""
        if names == self._names:
            return
        before, self._names = self.attribute.currentText(), names
        with QSignalBlocker(self.attribute):
            self.attribute.clear()
            self.attribute.addItems(names)
            self.attribute.setCurrentIndex(max(0, self.attribute.findText(before, Qt.MatchFlag.MatchExactly)))
        self.attribute.setEnabled(len(names) > 1)

    def _show_figures(self, found: LiveFindings) -> None:
        y, z = found.distances, found.distances_z
        self.near.show_figure(
            _ranks(z.median),
            tr("of {n} ranks; against Y {median}", n=numbers.count(z.n_records), median=_ranks(y.median)),
            lambda: median_distance(z, _ranks(z.median), numbers),
        )
        best = found.strongest
        self.right.show_figure(
            numbers.percent(None if best is None else best.rate),
            tr("nobody knows: unpaired")
            if best is None
            else tr("{lift} times chance", lift=numbers.significant(best.lift, 2)),
            lambda: None if best is None else linkage_rate(best, numbers.percent(best.rate), numbers),
        )
        self.stands.show_figure(
            numbers.percent(found.n_defensible / found.n_records),
            tr("Hellinger distance {h}", h=numbers.decimal(found.hellinger, 2)),
            lambda: live_defensible(found, numbers.percent(found.n_defensible / found.n_records), numbers),
        )
        drawn = found.random_ties
        self.ties.setVisible(drawn is not None)
        self._cards.setStretch(0, 2)
        self._cards.setStretch(1, 1 if drawn is None else 2)  # so that all cards are alike
        if drawn is not None:
            self.ties.show_figure(
                _ranks(drawn.median_d),
                tr("median distance; {rate} right links", rate=numbers.percent(drawn.right_rate)),
                lambda: live_random_ties(drawn, _ranks(drawn.median_d), numbers),
            )

    def _show_distances(self, found: LiveFindings) -> None:
        bins = bin_distances(found.share_original.size - 1)
        original, random = (
            np.add.reduceat(share, np.arange(0, share.size, bins.width))
            for share in (found.share_original, found.share_random)
        )
        self.distances.move_distributions(bins, original, random, found.critical)

    def _show_links(self) -> None:
        found = self._found
        if found is None:
            return
        z = found.distances_z
        own, right = found.pair.own, z.own_matches
        to_link = bool(self.lines.current) or own is None
        j = self.attribute.currentIndex()
        before = found.ranked.ranks_original[:, j]
        lead_to = z.first_match if to_link or own is None else own
        after = np.where(lead_to >= 0, found.ranked.ranks_anonymized[lead_to, j], 0)
        name = found.pair.names[j]
        text = tr("{name}: rank in X, and rank of the link in Z.", name=name)
        if not to_link:
            text = tr("{name}: rank in X, and rank of the own release in Z.", name=name)
        if found.ranked.attributes[j].is_tied:
            text = f"{text} " + tr("Equal values lie at random.")
        self.links.show_links(
            before, after, np.zeros(before.size, bool) if right is None else right, self._person, text
        )

    def _show_person(self) -> None:
        found = self._found
        if found is None:
            return
        z, person = found.distances_z, self._person
        maxima = rank_deviations(z, person, slice(None)).max(axis=1)
        own = -1 if found.pair.own is None else int(found.pair.own[person])
        compared = Comparison(found.pair.attributes, found.reverse_mapped, z, person, maxima, own)
        assert z.target is Target.REVERSE_MAPPED
        self.who.setText(tr("Person {number} as the intruder sees her", number=numbers.count(person + 1)))
        self.sentence.setText(distance_sentence(compared))
        kept = nearest(compared, ROWS) if maxima.size > ROWS else None
        columns = neighbour_columns(compared)
        self.table.rows.show_columns(columns, z.n_records, kept)
        names = [shown.spoken for shown in columns]
        if names != self._columns:
            self.table.sortByColumn(len(columns) - 1, Qt.SortOrder.AscendingOrder)
        fitted = len(names), z.n_records, self.table.fontMetrics().height()
        if fitted != self._fitted:
            self.table.fit_columns()
            self._fitted = fitted
        self._columns = names

    def _arrange(self) -> None:
        of = label(tr("Ran&ks of"), "muted")
        of.setBuddy(self.attribute)
        ranks, lead = row(of, self.attribute), row(label(tr("Lines lead to"), "muted"), self.lines)
        for part in (ranks, lead):
            part.addStretch(1)
        shown = column()
        shown.addWidget(self.distances, 3)
        shown.addWidget(self.who)
        shown.addWidget(self.sentence)
        shown.addWidget(self.table, 2)
        links = column(ranks, lead)
        links.addWidget(self.links, 1)
        left, right = Content(), Content()
        left.setLayout(shown)
        right.setLayout(links)
        self.sides = Turning(left, right, gap=14, stretches=(5, 3))
        self._cards = Turning(row(self.near, self.right), row(self.stands, self.ties))
        layout = column(self._cards, gap=10)
        layout.addLayout(self.sides, 1)
        self.setLayout(layout)


def _ranks(median: float) -> str:
    return numbers.decimal(median, 0 if median.is_integer() else 1)
