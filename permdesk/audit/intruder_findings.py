"""What the strongest intruder can do: his links, how many are right, and whether a match is chance."""

from __future__ import annotations

import numpy as np

from permdesk.audit.findings import (
    Distances,
    RandomMatch,
    RandomRecords,
    ReverseMapping,
    RightLinks,
)
from permdesk.audit.linkage_battery import Battery
from permdesk.audit.policy import Policy
from permdesk.audit.ranking import Purpose, generator
from permdesk.audit.settings import Settings
from permdesk.compute.arrays import Flags, Rows
from permdesk.compute.boxes import RankBoxes
from permdesk.compute.linkage import count_links, expected_right, mean_chance, wilson_interval
from permdesk.compute.progress import Progress
from permdesk.compute.random_match import (
    bin_width,
    binned,
    critical_distance,
    defensible,
    expected_critical_distance,
    hellinger,
    kolmogorov_smirnov,
    overlap,
    p_values,
    relative_frequencies,
)
from permdesk.compute.random_records import RandomDistances, random_distances
from permdesk.compute.sampling_error import kolmogorov_p_value, sampling_errors
from permdesk.compute.search import SearchTarget
from permdesk.compute.unstoppable import wait_for
from permdesk.translation import tr


def expected_rate(distances: Distances, own: Rows) -> float:
    """Expected share of right links over the original records that have a release."""
    if distances.own_matches is None or not (own >= 0).any():
        return 0.0
    paired = own >= 0
    return mean_chance(expected_right(distances.own_matches[paired], distances.n_matches[paired]))


def choose_links(distances: Distances, distances_z: Distances, mapping: ReverseMapping, own: Rows | None) -> Distances:
    """Which search the intruder links by: Z; where Z is no permutation of X, the stronger of Z and Y.

    Stronger is the one with more right links, or with the smaller median distance where nobody knows them.
    """
    if mapping.is_permutation:
        return distances_z
    if own is None:
        return distances_z if distances_z.median < distances.median else distances
    return distances_z if expected_rate(distances_z, own) > expected_rate(distances, own) else distances


def find_right_links(
    links: Distances,
    battery: Battery | None,
    own: Rows | None,
) -> RightLinks | None:
    """The protector's check of the intruder's links (Table 5); None where nobody knows which links are right."""
    if own is None or links.own_matches is None or battery is None:
        return None
    paired = own >= 0
    counts = count_links(links.own_matches[paired], links.n_matches[paired])
    rate = expected_rate(links, own)
    return RightLinks(
        sole_correct=counts.sole_correct,
        among_several=counts.among_several,
        wrong=counts.wrong,
        multiple=counts.multiple,
        expected_correct_rate=rate,
        interval=wilson_interval(rate, int(paired.sum())),
        chance=1 / links.n_records,
        lift=rate * links.n_records,
        battery=battery.rates,
        left_out=battery.left_out,
    )


def find_random_match(
    links: Distances, searched: SearchTarget, own: Rows | None, settings: Settings, progress: Progress
) -> RandomMatch:
    """Compare the intruder's distances with those of random records (Tables 6 and 7); ``searched`` is the target that
    the links are in. Raises Cancelled."""
    random = random_distances(
        RankBoxes(links.closest_low, links.closest_high),
        searched,
        settings.draws,
        generator(settings, Purpose.RANDOM_RECORDS),
        progress,
    )
    return compare_with_random(links, own, random, settings, progress)


def compare_with_random(
    links: Distances, own: Rows | None, random: RandomDistances, settings: Settings, progress: Progress
) -> RandomMatch:
    """What the distances of some random records say about the intruder's links. Raises Cancelled."""
    progress.check()
    n_distances = int(max(np.flatnonzero(random.weights)[-1], links.distance.max())) + 1
    share_original = relative_frequencies(links.distance, n_distances)
    share_random = random.weights[:n_distances] / random.n
    width = bin_width(n_distances)
    compared = binned(share_original, width), binned(share_random, width)
    p = p_values(links.distance, random)
    progress.check()
    stands = defensible(p, settings.alpha)
    progress.check()
    m = links.low.shape[1]
    ks = kolmogorov_smirnov(share_original, share_random)
    right, undecided = None, 0
    if own is not None and links.own_matches is not None:
        right = _count_right(links, stands)
        if not random.is_exhaustive:
            # Drawing more records brings a p-value down to any level, if no drawn record matches as closely.
            unmatched = np.cumsum(random.weights)[links.distance] == 0
            undecided = _count_right(links, stands | defensible(np.where(unmatched, 0.0, p), settings.alpha)) - right
            progress.check()
    errors = None
    if not random.is_exhaustive:
        dice = generator(settings, Purpose.BOOTSTRAP)
        errors = wait_for(lambda: sampling_errors(share_original, random, width, settings.alpha, dice), progress)
    reason = _nothing_to_test(links, m)
    progress.check()
    return RandomMatch(
        method=RandomRecords.EXHAUSTIVE if random.is_exhaustive else RandomRecords.DRAWN,
        n=int(random.n),
        distance=np.arange(n_distances, dtype=np.int32),
        share_original=share_original,
        share_random=share_random,
        p_values=p,
        defensible=stands,
        n_defensible_right=right,
        hellinger=hellinger(*compared),
        ks=ks,
        overlap=overlap(*compared),
        critical_distance=critical_distance(random, settings.alpha),
        expected_critical=expected_critical_distance(links.n_records, m, settings.alpha),
        reason=reason,
        n_undecided=undecided,
        ks_p_value=kolmogorov_p_value(ks, links.distance.size, None if random.is_exhaustive else random.n),
        errors=errors,
    )


def defensible_could_decide(policy: Policy, links_match: RandomMatch, other: Distances, own: Rows | None) -> bool:
    """Could more right links be defensible in the ``other`` file than the policy allows, where those of the intruder's
    links are not more already?"""
    most = policy.max_defensible_right
    if most is None or own is None or other.own_matches is None or (links_match.n_defensible_right or 0) > most:
        return False
    return _count_right(other, np.ones(own.size, np.bool_)) > most


def _count_right(links: Distances, stands: Flags) -> int:
    """How many of the links that stand are right, expected over several links and rounded up."""
    own = links.own_matches
    return 0 if own is None else int(np.ceil(expected_right(own & stands, links.n_matches).sum() - 1e-9))


def _nothing_to_test(links: Distances, m: int) -> str:
    if m == 1:
        return tr("With one attribute, random records are the original records: the comparison says nothing.")
    if links.distance.size < 10:
        return tr("With fewer than 10 records, distributions cannot be told apart: the comparison says nothing.")
    n_varied = int((np.ptp(links.closest_low, axis=0) + np.ptp(links.closest_high, axis=0) > 0).sum())
    if n_varied < 2:
        return tr(
            "In fewer than two attributes do the original values differ, so that random records are the original"
            " records: the comparison says nothing."
        )
    return ""
