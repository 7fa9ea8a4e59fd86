"""What one release did to each attribute, in figures that releases can be compared by."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from permdesk.audit.figure_basis import where_most_different
from permdesk.audit.findings import Audit
from permdesk.audit.ordered_values import paired_ranks
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
class AttributeBasis:
    """What the figures of an attribute are computed from, unrounded; None where there is no such figure.

    ``rank_products`` are the sums of the products of the deviations of ranks of X and Z from their means, of those of X
    with themselves, and of those of Z. ``noise`` is the mean absolute noise, ``deviation`` the standard deviation of X,
    ``v`` and ``variance`` are v^j and the variance of Y^j. ``marginals`` are the shares of X and of Y up to the value
    where they differ most. ``n_tied`` and ``n_missing`` are counts among the ``n_released`` records.
    """

    rank_products: tuple[float, float, float] | None
    noise: float | None
    deviation: float
    v: float
    variance: float
    marginals: tuple[float, float]
    n_tied: int
    n_missing: int
    n_released: int


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
    basis: AttributeBasis | None = None

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
        marginals = where_most_different(audit.mapping.original[:, j], audit.mapping.anonymized[:, j])
        n = audit.mapping.anonymized.shape[0]
        basis = AttributeBasis(
            rank_products=None if attribute.spearman is None else _rank_products(audit, j),
            noise=noise,
            deviation=deviation,
            v=v,
            variance=whole,
            marginals=marginals,
            n_tied=round(attribute.tied_share * n),
            n_missing=round(attribute.missing_share * n),
            n_released=n,
        )
        found.append(
            AttributeFigures(
                name=attribute.name,
                rank_correlation=attribute.spearman,
                noise=noise / deviation if is_numeric and noise is not None and deviation > 0 else None,
                variance=v / whole if is_numeric and whole > 0 and not np.isnan(v) else None,
                marginal_loss=abs(marginals[0] - marginals[1]),
                tied=attribute.tied_share,
                missing=attribute.missing_share,
                basis=basis,
            )
        )
    return tuple(found)


def _rank_products(audit: Audit, j: int) -> tuple[float, float, float]:
    x, z = (ranks - ranks.mean() for ranks in paired_ranks(audit, j))
    return float(x @ z), float(x @ x), float(z @ z)
