"""The agency's thresholds. A threshold that is None is not applied."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Policy:
    """Thresholds that a release must keep (design of the verdict: number against threshold, nothing hidden).

    ``min_distance`` in ranks and ``min_distance_share`` of n_Y apply to every record, against Y and against Z.
    ``min_variance`` per attribute is in squared units, ``min_variance_share`` a share of the variance of Y^j, both
    for the window of ``min_distance`` (or of the data set's d where no smallest distance is set).
    ``max_right_links`` is a rate from 0 to 1 and ``max_lift`` a multiple of chance, both of the strongest linkage;
    ``max_defensible_right`` counts right links that the intruder can defend.
    """

    name: str = "illustrative"
    min_distance: int | None = 1
    min_distance_share: float | None = None
    min_variance: dict[str, float] = field(default_factory=dict)
    min_variance_share: float | None = None
    max_right_links: float | None = 0.05
    max_lift: float | None = 20.0
    max_defensible_right: int | None = 0
