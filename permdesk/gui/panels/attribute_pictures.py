"""One attribute before and after, in pictures: its ranks, its noise, its distribution."""

from __future__ import annotations

import numpy as np
from PySide6.QtWidgets import QStackedWidget, QWidget

from permdesk.audit.findings import Audit
from permdesk.audit.marginals import find_marginals
from permdesk.data.choices import Level
from permdesk.gui.charts.marginal_plot import MarginalPlot
from permdesk.gui.charts.noise_plot import NoisePlot
from permdesk.gui.charts.rank_plot import RankPlot
from permdesk.gui.models.value_text import shown_value
from permdesk.gui.panels.words import short_name
from permdesk.gui.theme import Theme
from permdesk.translation import tr

NOTHING = np.empty(0)


class AttributePictures(QStackedWidget):
    """Draws the picture that is chosen, and another one when it is."""

    def __init__(
        self, scatter: RankPlot, noise: NoisePlot, marginals: MarginalPlot, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.scatter, self.noise, self.marginals = scatter, noise, marginals
        self._audit: Audit | None = None
        self._attribute = 0
        self._drawn: set[int] = set()
        for picture in (self.scatter, self.noise, self.marginals):
            self.addWidget(picture)

    def show_attribute(self, audit: Audit, attribute: int) -> None:
        """Show an attribute (from 0) of an audit."""
        if (self._audit, self._attribute) != (audit, attribute):
            self._drawn.clear()
        self._audit, self._attribute = audit, attribute
        self._draw()

    def choose(self, place: int) -> None:
        """Show another picture of the same attribute."""
        self.setCurrentIndex(place)
        self._draw()

    def apply_theme(self, theme: Theme) -> None:
        for picture in (self.scatter, self.noise, self.marginals):
            picture.apply_theme(theme)

    def _draw(self) -> None:
        audit, place = self._audit, self.currentIndex()
        if audit is None or place in self._drawn:
            return
        self._drawn.add(place)
        (self._draw_ranks, self._draw_noise, self._draw_marginals)[place](audit, self._attribute)

    def _draw_ranks(self, audit: Audit, j: int) -> None:
        name, own = short_name(audit.names[j]), audit.pair.own
        if own is None:
            nothing = np.empty(0, np.int32)
            self.scatter.show_ranks(name, nothing, nothing)
            self.scatter.caption.setText(tr("The files are not paired, so no rank before belongs to a rank after."))
            return
        mapped = np.where(own >= 0, audit.mapping.ranks_anonymized[own, j], 0)
        found = audit.attributes[j]
        has_ties = found.tied_share > 0 or found.n_distinct_original < audit.n_original
        self.scatter.show_ranks(name, audit.mapping.ranks_original[:, j], mapped, has_ties=has_ties)

    def _draw_noise(self, audit: Audit, j: int) -> None:
        name, own = short_name(audit.names[j]), audit.pair.own
        unit = tr("units of {name}", name=name)
        if own is None or audit.pair.attributes[j].level is not Level.NUMERIC:
            self.noise.show_noise(name, unit, NOTHING, NOTHING)
            return
        noise = audit.mapping.noise(j)
        assert noise is not None
        residual = np.where(own >= 0, audit.mapping.residual_noise(j)[own], np.nan)
        self.noise.show_noise(name, unit, noise, residual)

    def _draw_marginals(self, audit: Audit, j: int) -> None:
        attribute = audit.pair.attributes[j]
        self.marginals.show_marginals(
            short_name(attribute.name),
            find_marginals(audit, j),
            shown_value(attribute, audit.mapping.original[:, j]),
            is_categorical=bool(attribute.categories),
            keeps_marginal=audit.mapping.is_permutation,
        )
