"""Tables 6 and 7 as columns: how often original and random records match at each distance."""

from __future__ import annotations

import numpy as np

from permdesk.compute.arrays import Floats
from permdesk.gui import numbers
from permdesk.gui.models.columns import Column
from permdesk.report.bins import Bins
from permdesk.translation import tr


def distribution_columns(bins: Bins, share_original: Floats, share_random: Floats) -> list[Column]:
    """One row for each bin of distances, with the relative frequencies of X and of random records A."""
    return [
        Column(
            tr("Distance"),
            lambda row: numbers.interval(bins.first(row), bins.last(row)),
            lambda: np.arange(bins.n),
            tooltip=tr("Permutation distance of a record to its matches"),
        ),
        Column(
            tr("original X"),
            lambda row: numbers.decimal(share_original[row], 4),
            share_original,
            tr("Frequency"),
            tr("Share of the original records that match at this distance"),
        ),
        Column(
            tr("random A"),
            lambda row: numbers.decimal(share_random[row], 4),
            share_random,
            tr("Frequency"),
            tr("Share of random records, drawn attribute by attribute from X, that match at this distance"),
        ),
    ]
