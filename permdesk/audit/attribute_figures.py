"""What one release did to each attribute, in figures that releases can be compared by."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from permdesk.audit.figure_basis import largest_difference
from permdesk.audit.findings import Audit
from permdesk.data.choices import Level


class AttributeFigure(StrEnum):
    """One number of an attribute in a release. More of RANK_CORRELATION keeps and tells more, more of NOISE and
    VARIANCE protects more, more of MARGINAL_LOSS, TIED and MISSING loses more."""

    RANK_CORRELATION = "rank-correlation"
    NOISE = "noise"
    VARIANCE = "variance"
    MARGINAL_LOSS = "marginal-loss"
    TIED = "tied"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class AttributeFigures:
    """One attribute; None where the number has no meaning.

    ``rank_correlation`` is Spearman's of X and Z over paired records. ``noise``: mean absolute difference of Y and X
    in standard deviations of X. ``variance``: v^j as a share of the variance of Y^j. ``marginal_loss``: largest
    difference of the cumulative frequencies of X and Y. ``tied`` and ``missing``: shares of the records of Y whose
    value another record has too, and that have no value.
    """

    name: str
    rank_correlation: float | None
    noise: float | None
    variance: float | None
    marginal_loss: float
    tied: float
    missing: float

    def value(self, figure: AttributeFigure) -> float | None:
        """The number of one kind."""
        values: dict[AttributeFigure, float | None] = {
            AttributeFigure.RANK_CORRELATION: self.rank_correlation,
            AttributeFigure.NOISE: self.noise,
            AttributeFigure.VARIANCE: self.variance,
            AttributeFigure.MARGINAL_LOSS: self.marginal_loss,
            AttributeFigure.TIED: self.tied,
            AttributeFigure.MISSING: self.missing,
        }
        return values[figure]


def attribute_figures(audit: Audit) -> tuple[AttributeFigures, ...]:
    """The figures of every audited attribute, in the order of the audit."""
    found = []
    for j, attribute in enumerate(audit.attributes):
        x, y = (values[~np.isnan(values)] for values in (audit.mapping.original[:, j], audit.mapping.anonymized[:, j]))
        is_numeric = attribute.level is Level.NUMERIC
        deviation = float(x.std()) if x.size else 0.0
        whole, v = (float(y.var()) if y.size else 0.0), float(audit.variances.v[j])
        noise = attribute.mean_abs_noise
        found.append(
            AttributeFigures(
                name=attribute.name,
                rank_correlation=attribute.spearman,
                noise=noise / deviation if is_numeric and noise is not None and deviation > 0 else None,
                variance=v / whole if is_numeric and whole > 0 and not np.isnan(v) else None,
                marginal_loss=largest_difference(audit.mapping.original[:, j], audit.mapping.anonymized[:, j]),
                tied=attribute.tied_share,
                missing=attribute.missing_share,
            )
        )
    return tuple(found)
