"""What is compared between candidate releases of one original: one line of figures for each, and which is best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from math import isclose

import numpy as np

from permdesk.audit.figure_basis import FigureBasis, figure_basis
from permdesk.audit.findings import Audit, Outcome
from permdesk.audit.pairing_doubt import pairing_doubt


class Figure(StrEnum):
    """One column of the comparison. Against Y and Z alike: the smaller of both counts, as in the verdict."""

    DISTANCE = "distance"
    MEDIAN_DISTANCE = "median-distance"
    VARIANCE = "variance"
    RIGHT_LINKS = "right-links"
    LIFT = "lift"
    DEFENSIBLE = "defensible"
    DEFENSIBLE_RIGHT = "defensible-right"
    HELLINGER = "hellinger"
    CORRELATION_LOSS = "correlation-loss"
    MARGINAL_LOSS = "marginal-loss"


MORE_IS_BETTER = frozenset({Figure.DISTANCE, Figure.MEDIAN_DISTANCE, Figure.VARIANCE})


@dataclass(frozen=True, slots=True)
class ReleaseFigures:
    """One release. ``distance`` and ``median_distance`` are shares of its ``n_records``, the smaller of those against
    Y and Z. ``variance``: the smallest v^j as a share of the variance of Y^j, None where no attribute has one.

    ``right_links`` is the rate of the strongest linkage and ``lift`` its multiple of chance, None when unpaired.
    ``defensible``: share of original records whose link an intruder could defend; ``defensible_right``: share of those
    whose defensible link is right, None when unpaired. All three are None too where the pairing is not to be believed.
    ``hellinger``: distance of the distributions of links of X and of random records; small means that links look like
    chance. ``correlation_loss``: mean absolute difference of the rank correlations of X and Y, of which a constant Y^j
    has none, so that it counts as 0; None where X has none, as with one attribute. ``marginal_loss``: largest
    difference of the cumulative frequencies of X^j and Y^j (Kolmogorov-Smirnov), averaged over attributes. ``basis``:
    what all of them are computed from.
    """

    name: str
    n_records: int
    distance: float
    median_distance: float
    variance: float | None
    right_links: float | None
    lift: float | None
    defensible: float
    hellinger: float
    correlation_loss: float | None
    marginal_loss: float
    outcome: Outcome
    defensible_right: float | None = None
    basis: FigureBasis | None = field(default=None, compare=False, repr=False)

    def value(self, figure: Figure) -> float | None:
        """The figure of one column."""
        values: dict[Figure, float | None] = {
            Figure.DISTANCE: self.distance,
            Figure.MEDIAN_DISTANCE: self.median_distance,
            Figure.VARIANCE: self.variance,
            Figure.RIGHT_LINKS: self.right_links,
            Figure.LIFT: self.lift,
            Figure.DEFENSIBLE: self.defensible,
            Figure.DEFENSIBLE_RIGHT: self.defensible_right,
            Figure.HELLINGER: self.hellinger,
            Figure.CORRELATION_LOSS: self.correlation_loss,
            Figure.MARGINAL_LOSS: self.marginal_loss,
        }
        return values[figure]


def release_figures(audit: Audit, name: str) -> ReleaseFigures:
    """The line of an audited release."""
    n, basis = audit.distances.n_records, figure_basis(audit)
    shares = basis.variance_shares[~np.isnan(basis.variance_shares)]
    right, n_right = audit.right_links, audit.random_match.n_defensible_right
    if pairing_doubt(audit.pair, audit.attributes):
        right = n_right = None  # few of them would make the best release of one whose rows were shuffled
    return ReleaseFigures(
        name=name,
        n_records=n,
        distance=min(audit.distances.d, audit.distances_z.d) / n,
        median_distance=float(np.median(np.minimum(audit.distances.distance, audit.distances_z.distance))) / n,
        variance=float(shares.min()) if shares.size else None,
        right_links=None if right is None else right.strongest.rate,
        lift=None if right is None else right.strongest.lift,
        defensible=audit.random_match.n_defensible / audit.n_original,
        hellinger=audit.random_match.hellinger,
        correlation_loss=float(basis.correlation_changes.mean()) if basis.correlation_changes.size else None,
        marginal_loss=float(np.mean(basis.marginal_losses)),
        outcome=audit.verdict.outcome,
        defensible_right=None if n_right is None else n_right / audit.n_original,
        basis=basis,
    )


EQUAL = 1e-9
"""Figures that differ less, relatively, are one: rows in another order give other last digits."""


def best(figures: Sequence[ReleaseFigures], figure: Figure) -> frozenset[int]:
    """Places of the releases that are best in one column; none where all are alike or nothing is known."""
    known = {place: value for place, line in enumerate(figures) if (value := line.value(figure)) is not None}
    wanted = max(known.values(), default=0.0) if figure in MORE_IS_BETTER else min(known.values(), default=0.0)
    found = frozenset(place for place, value in known.items() if _are_equal(value, wanted))
    return found if len(found) < len(known) else frozenset()


def beats(point: tuple[float, float], other: tuple[float, float]) -> bool:
    """No more of two figures of which less is better, and less of one."""
    no_more = all(a <= b or _are_equal(a, b) for a, b in zip(point, other, strict=True))
    return no_more and not all(_are_equal(a, b) for a, b in zip(point, other, strict=True))


def _are_equal(one: float, other: float) -> bool:
    return isclose(one, other, rel_tol=EQUAL, abs_tol=EQUAL**2)


def pareto_front(figures: Sequence[ReleaseFigures], risk: Figure, loss: Figure) -> frozenset[int]:
    """Places of the releases that no other beats: with no more of ``risk`` and ``loss``, and less of one. Both are
    figures of which less is better. Releases that lack one of them are not on the front."""
    points = {
        place: (one, other)
        for place, line in enumerate(figures)
        if (one := line.value(risk)) is not None and (other := line.value(loss)) is not None
    }
    return frozenset(
        place for place, point in points.items() if not any(beats(other, point) for other in points.values())
    )
