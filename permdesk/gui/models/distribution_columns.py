"""Tables 6 and 7 as columns: how often original and random records match at each distance."""

from __future__ import annotations

import numpy as np

from permdesk.audit.findings import Audit
from permdesk.compute.arrays import Floats
from permdesk.gui import numbers
from permdesk.gui.models.columns import Column
from permdesk.report.bins import Bins
from permdesk.report.derivations.distributions import bin_of_distances, original_share, random_share
from permdesk.translation import tr


def distribution_columns(
    audit: Audit, bins: Bins, largest: int, share_original: Floats, share_random: Floats
) -> list[Column]:
    """One row for each bin of distances up to the ``largest``, with the relative frequencies of X and of random
    records A."""
    test = audit.random_match

    def ends(row: int) -> tuple[int, int]:
        return bins.first(row), min(bins.last(row), largest)

    return [
        Column(
            tr("Distance"),
            lambda row: numbers.interval(bins.first(row), bins.last(row)),
            lambda: np.arange(bins.n),
            tooltip=tr("Permutation distance of a record to its matches"),
            derived=lambda row: bin_of_distances(
                *ends(row), numbers.interval(bins.first(row), bins.last(row)), numbers
            ),
        ),
        Column(
            tr("original X"),
            lambda row: numbers.decimal(share_original[row], 4),
            share_original,
            tr("Frequency"),
            tr("Share of the original records that match at this distance"),
            derived=lambda row: original_share(audit, *ends(row), numbers.decimal(share_original[row], 4), numbers),
        ),
        Column(
            tr("random A"),
            lambda row: numbers.decimal(share_random[row], 4),
            share_random,
            tr("Frequency"),
            tr("Share of random records, drawn attribute by attribute from X, that match at this distance"),
            derived=lambda row: random_share(test, *ends(row), numbers.decimal(share_random[row], 4), numbers),
        ),
    ]
