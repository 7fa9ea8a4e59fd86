"""More random records for an audit that has some, until its figures are exact enough."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from permdesk.audit.findings import Audit, RandomMatch, RandomRecords
from permdesk.audit.intruder_findings import compare_with_random
from permdesk.audit.ranking import Purpose, generator
from permdesk.compute.boxes import RankBoxes
from permdesk.compute.progress import Progress
from permdesk.compute.random_records import RandomDistances, draw_more, pass_over
from permdesk.compute.search import SearchTarget

FEWEST_AT_ONCE = 5_000


@dataclass(frozen=True, slots=True)
class Precision:
    """When to stop drawing. ``standard_error`` is of the Hellinger distance, the Kolmogorov-Smirnov statistic and the
    overlap; the critical distance must be as exact as a share of itself, or to one rank. ``decide_links``: no right
    link may be left open because too few were drawn. ``most_draws`` ends it in any case."""

    standard_error: float = 0.005
    decide_links: bool = True
    most_draws: int = 1_000_000


def is_exact_enough(found: RandomMatch, precision: Precision) -> bool:
    """Whether more draws would change nothing that matters; always so where all combinations were counted."""
    if found.errors is None or found.reason:
        return True
    errors = found.errors
    if max(errors.hellinger, errors.ks, errors.overlap) > precision.standard_error:
        return False
    if errors.critical_distance > max(1.0, precision.standard_error * found.critical_distance):
        return False
    return not (precision.decide_links and found.n_undecided)


def draw_until_exact(
    audit: Audit, precision: Precision, report: Callable[[RandomMatch], None], progress: Progress
) -> RandomMatch:
    """Go on drawing where the audit stopped. ``report`` gets every interim finding, on this thread. Raises Cancelled.

    The answer is the one that an audit with ``settings.draws`` = ``answer.n`` gives, whose verdict it then decides.
    """
    found, links = audit.random_match, audit.links
    if found.method is RandomRecords.EXHAUSTIVE:
        return found
    originals = RankBoxes(links.closest_low, links.closest_high)
    target = SearchTarget(RankBoxes(links.low, links.high))
    random = _distances_so_far(found, links.n_records)
    stream = generator(audit.settings, Purpose.RANDOM_RECORDS)
    pass_over(originals, found.n, stream)
    progress.begin("random-records", max(0, precision.most_draws - found.n))
    while found.n < precision.most_draws and not is_exact_enough(found, precision):
        draws = min(max(FEWEST_AT_ONCE, found.n // 2), precision.most_draws - found.n)
        random = draw_more(originals, target, random, draws, stream, progress)
        found = compare_with_random(links, audit.pair.own, random, audit.settings, progress)
        report(found)
    return found


def _distances_so_far(found: RandomMatch, n_target: int) -> RandomDistances:
    weights = np.zeros(n_target + 1)
    weights[found.distance] = np.rint(found.share_random * found.n)
    return RandomDistances(weights, float(found.n), False)
