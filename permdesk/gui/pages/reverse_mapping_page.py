"""The tab that shows the release as a permutation of the original file plus a little noise (Tables 1 and 2)."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QStackedWidget, QVBoxLayout, QWidget

from permdesk.audit.findings import Audit
from permdesk.gui import numbers
from permdesk.gui.derivations.explained import ExplainedSentence
from permdesk.gui.models.rows_in_sight import RowsInSight
from permdesk.gui.models.table_view import TableView
from permdesk.gui.pages.result_page import Content, Pieces, ResultPage
from permdesk.gui.panels.notice_panel import NoticePanel
from permdesk.gui.panels.segments import Segments
from permdesk.gui.panels.words import heading, short_name, statement
from permdesk.gui.parts import beside, quiet_button
from permdesk.gui.plain_tip import plain_tip
from permdesk.gui.theme import Theme
from permdesk.report.derivations.attribute_findings import spearman_xz
from permdesk.translation import tr

ALL = 0
FEW = 4
MOST_ROWS_SHOWN = 6
CORRELATIONS = 3


class ReverseMappingPage(ResultPage):
    """Findings per attribute and the records on the left; on the right pictures of the chosen attribute, or the rank
    correlations of all."""

    export_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            tr("Reverse mapping"),
            tr("Here you will see how much of the anonymization is permutation, and how little is noise."),
            parent,
        )
        self._audit: Audit | None = None
        self._correlations_of: Audit | None = None

    def build(self) -> Pieces:
        # Charts take half a second, which the first picture must not.
        from permdesk.gui.charts.marginal_plot import MarginalPlot
        from permdesk.gui.charts.noise_plot import NoisePlot
        from permdesk.gui.charts.rank_plot import RankPlot
        from permdesk.gui.panels.attribute_pictures import AttributePictures
        from permdesk.gui.panels.correlations_panel import CorrelationsPanel

        self.notices = NoticePanel()
        self.attribute = QComboBox()
        self.attribute.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.attribute.setMinimumContentsLength(16)
        self.attribute.setAccessibleName(tr("Attributes shown"))
        self.attribute.setToolTip(tr("Show the values of one attribute, or of all of them side by side"))
        yield
        self.export = quiet_button(
            tr("Export reverse-mapped file…"),
            tr("Write Z, the original in the order of the release, to a file. It holds true values of the original."),
        )
        self.export.clicked.connect(self.export_wanted)
        self.findings = TableView(tr("Findings per attribute"))
        RowsInSight(self.findings, MOST_ROWS_SHOWN, MOST_ROWS_SHOWN)
        self.records = TableView(tr("Values, ranks and noise of every record"))
        self.sentence = statement()
        self._sentence_explained = ExplainedSentence(self.sentence)
        yield
        scatter = RankPlot()
        yield
        noise = NoisePlot()
        yield
        marginals = MarginalPlot()
        yield
        self.pictures = AttributePictures(scatter, noise, marginals)
        yield
        self.correlations = CorrelationsPanel()
        yield
        self.side = Segments(
            tr("Show"),
            [
                (tr("Rank scatter"), tr("Rank before against rank after, for one attribute")),
                (tr("Noise"), tr("Noise E = Y − X against residual noise E′ = Y − Z, for one attribute")),
                (tr("Marginals"), tr("How the values of one attribute are distributed before and after")),
                (tr("Correlations"), tr("Rank correlations between attributes, before and after")),
            ],
            wraps=True,
        )
        self.sides = QStackedWidget()
        self.attribute.currentIndexChanged.connect(lambda _place: self._on_attribute())
        self.findings.row_chosen.connect(self._on_finding)
        self.side.chosen.connect(self._show_side)
        yield
        return (yield from self._arranged())

    def refresh(self, audit: Audit) -> None:
        from permdesk.gui.models.mapping_columns import attribute_columns

        self._audit = None  # the controls change one by one
        self.notices.show_notices(audit.notices)
        self.attribute.clear()
        self.attribute.addItems([tr("All attributes"), *map(short_name, audit.names)])
        self.attribute.setCurrentIndex(ALL if len(audit.names) <= FEW else 1)
        self.findings.rows.show_columns(attribute_columns(audit), len(audit.names))
        self.findings.fit_columns()
        self._audit = audit
        self.findings.choose(0)
        self._on_attribute()
        self._correlations_of = None
        self._show_side(self.side.current)

    def colour(self, theme: Theme) -> None:
        for part in (self.notices, self.findings, self.records, self.pictures, self.correlations):
            part.apply_theme(theme)

    def _on_attribute(self) -> None:
        from permdesk.gui.models.mapping_columns import mapping_columns, mapping_rows

        audit, place = self._audit, self.attribute.currentIndex()
        if audit is None or place < 0:
            return
        shown = range(len(audit.names)) if place == ALL else [place - 1]
        self.records.rows.show_columns(mapping_columns(audit, list(shown)), mapping_rows(audit).size)
        self.records.fit_columns()
        if place == ALL:
            self._show_pictures(max(self.findings.currentIndex().row(), 0))
        elif not self.findings.choose(place - 1):
            self._show_pictures(place - 1)

    def _on_finding(self, j: int) -> None:
        if self._audit is None:
            return
        if self.attribute.currentIndex() not in (ALL, j + 1):
            self.attribute.setCurrentIndex(j + 1)
        self._show_pictures(j)

    def _show_pictures(self, j: int) -> None:
        audit = self._audit
        if audit is None:
            return
        self.sentence.setText(attribute_sentence(audit, j))
        rho = numbers.decimal(audit.attributes[j].spearman, 3)
        self._sentence_explained.say(lambda: spearman_xz(audit, j, rho, numbers))
        self.sentence.setToolTip(plain_tip(audit.names[j]))
        self.show_rest(audit, lambda shown: self.pictures.show_attribute(shown, j))

    def _show_side(self, place: int) -> None:
        self.sides.setCurrentIndex(place // CORRELATIONS)
        if place < CORRELATIONS:
            self.pictures.choose(place)
        elif self._audit is not None and self._correlations_of is not self._audit:
            self._correlations_of = self._audit
            self.show_rest(self._audit, self.correlations.show_audit)

    def _arranged(self) -> Pieces:
        chooser = QHBoxLayout()
        label = QLabel(tr("&Attributes"))
        label.setBuddy(self.attribute)
        chooser.addWidget(heading(tr("Values, ranks and noise")))
        chooser.addStretch()
        chooser.addWidget(label)
        chooser.addWidget(self.attribute)
        top = QHBoxLayout()
        top.addWidget(heading(tr("What became of each attribute")))
        top.addStretch()
        top.addWidget(self.export)
        content = Content(self)
        whole = QVBoxLayout(content)
        whole.setContentsMargins(16, 12, 16, 12)
        whole.setSpacing(10)
        left, right = QWidget(), QWidget()
        whole.addWidget(self.notices)
        sides = beside(left, right, (1_150, 850))
        sides.make_room_for(self.findings, 0)
        whole.addWidget(sides, 1)
        for side, parts in (
            (left, (top, self.findings, self.sentence, chooser, self.records)),
            (right, (self.side, self.sides)),
        ):
            layout = QVBoxLayout(side)
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(6)
            for part in parts:
                layout.addLayout(part) if isinstance(part, QHBoxLayout) else layout.addWidget(part)
        yield
        self.sides.addWidget(self.pictures)
        yield
        self.sides.addWidget(self.correlations)
        return content


def attribute_sentence(audit: Audit, j: int) -> str:
    """What became of one attribute, in words."""
    found = audit.attributes[j]
    if found.spearman is None:
        return tr(
            "{name}: without pairs of records nobody can say how far its ranks moved.", name=short_name(found.name)
        )
    said = tr(
        "{name}: the ranks of X and Z correlate with {spearman}.",
        name=short_name(found.name),
        spearman=numbers.decimal(found.spearman, 3),
    )
    if found.mean_abs_noise is None or found.mean_abs_residual_noise is None:
        return said
    if found.mean_abs_noise == 0:
        return said + " " + tr("The anonymization changed no value.")
    noise = tr(
        "On average the anonymization changed a value by {noise}; once the permutation is taken out, {residual} is "
        "left, and it is the smaller change in {share} of the records.",
        noise=numbers.significant(found.mean_abs_noise),
        residual=numbers.significant(found.mean_abs_residual_noise),
        share=numbers.percent(found.residual_smaller_share),
    )
    return f"{said} {noise}"
