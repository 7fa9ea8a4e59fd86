"""What the figures of a release are computed from, kept so that each can be computed again without its audit."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from permdesk.audit.findings import Audit, LinkageRate, seal
from permdesk.compute.arrays import Floats
from permdesk.compute.random_match import bin_width, binned
from permdesk.data.choices import Level


@dataclass(frozen=True, slots=True, eq=False)
class FigureBasis:
    """Of the attributes ``names``: ``variance_shares`` (m,), v^j as a share of the variance of Y^j, nan where there is
    none, and ``marginal_losses`` (m,), the largest differences of the cumulative frequencies of X^j and Y^j, in which
    missing values come last.

    ``correlation_changes`` (k,): absolute differences of the rank correlations of X and Y, of the pairs of attributes
    that have one in X. ``battery`` is empty when unpaired. ``share_original`` and ``share_random`` (b,): the
    distributions of distances of X and of random records, over the bins in which they are compared.
    """

    n_original: int
    names: tuple[str, ...]
    variance_shares: Floats
    marginal_losses: Floats
    correlation_changes: Floats
    battery: tuple[LinkageRate, ...]
    n_defensible: int
    n_defensible_right: int | None
    share_original: Floats
    share_random: Floats

    def __post_init__(self) -> None:
        seal(self, "variance_shares", "marginal_losses", "correlation_changes", "share_original", "share_random")


def figure_basis(audit: Audit) -> FigureBasis:
    """The basis of an audited release."""
    test = audit.random_match
    width = bin_width(test.distance.size)
    return FigureBasis(
        n_original=audit.n_original,
        names=audit.names,
        variance_shares=np.array([_variance_share(audit, j) for j in range(len(audit.names))], np.float64),
        marginal_losses=_marginal_losses(audit),
        correlation_changes=_correlation_changes(audit),
        battery=() if audit.right_links is None else audit.right_links.battery,
        n_defensible=test.n_defensible,
        n_defensible_right=test.n_defensible_right,
        share_original=binned(test.share_original, width),
        share_random=binned(test.share_random, width),
    )


def largest_difference(x: Floats, y: Floats) -> float:
    """The largest difference of the cumulative frequencies of two samples. Missing values (nan) come after all others,
    so that it is never less than the difference of their shares: what is suppressed is lost. Neither is empty."""
    first, second = where_most_different(x, y)
    return abs(first - second)


def where_most_different(x: Floats, y: Floats) -> tuple[float, float]:
    """The cumulative frequencies of two samples up to the value where these differ most; see ``largest_difference``."""
    at = np.concatenate([x, y])
    at = at[~np.isnan(at)]
    if not at.size:
        return 0.0, 0.0
    below_x = np.searchsorted(np.sort(x), at, side="right") / x.size  # nan sorts last
    below_y = np.searchsorted(np.sort(y), at, side="right") / y.size
    place = int(np.abs(below_x - below_y).argmax())
    return float(below_x[place]), float(below_y[place])


def _variance_share(audit: Audit, j: int) -> float:
    values = audit.mapping.anonymized[:, j]
    present = values[~np.isnan(values)]
    if audit.attributes[j].level is not Level.NUMERIC or not present.size or np.isnan(audit.variances.v[j]):
        return np.nan
    whole = float((present - present[0]).var())
    return float(audit.variances.v[j]) / whole if whole > 0 else np.nan


def _correlation_changes(audit: Audit) -> Floats:
    # Without this, a release that made an attribute constant would lose nothing by it.
    released = np.nan_to_num(audit.mapping.spearman_anonymized)
    pairs = np.triu_indices(len(audit.names), 1)
    differences = np.abs(audit.mapping.spearman_original - released)[pairs]
    return differences[~np.isnan(differences)]


def _marginal_losses(audit: Audit) -> Floats:
    columns = zip(audit.mapping.original.T, audit.mapping.anonymized.T, strict=True)
    return np.array([largest_difference(x, y) for x, y in columns], np.float64)
