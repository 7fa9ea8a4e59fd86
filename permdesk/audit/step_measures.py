"""What two files show of one step of the anonymization: values that changed, ranks that moved, noise, equal records."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from permdesk.audit.ranking import midpoints
from permdesk.compute.arrays import Flags, Floats, Rows
from permdesk.compute.ranks import record_ranks, value_classes
from permdesk.data.file_pair import AttributePair, Values

# Multiples are told from other numbers up to this share of one base, as most decimal bases are no binary numbers.
MULTIPLE_TOLERANCE = 1e-6
FEW_CODES = 16


def released_rows(own: Rows) -> tuple[Rows, Rows]:
    """Rows of X that have a release, and their rows in Y."""
    rows = np.flatnonzero(own >= 0)
    return rows, own[rows]


def is_plain(values: Values) -> Flags:
    """Neither missing nor generalized (n,)."""
    return np.asarray(values.lower == values.upper)


def changed(attribute: AttributePair, own: Rows) -> Flags:
    """For every original record with a release: whether its value is another one there; missing equals missing."""
    rows, released = released_rows(own)
    x, y = attribute.original, attribute.anonymized
    same_lower = _alike(x.lower[rows], y.lower[released])
    if x.upper is x.lower and y.upper is y.lower:
        return ~same_lower
    return ~(same_lower & _alike(x.upper[rows], y.upper[released]))


def holds_same_values(attribute: AttributePair) -> bool:
    """Whether Y holds exactly X's values, each as often."""
    x, y = attribute.original, attribute.anonymized
    if x.lower.size != y.lower.size:
        return False
    return bool(
        np.array_equal(np.sort(x.lower), np.sort(y.lower), equal_nan=True)
        and np.array_equal(np.sort(x.upper), np.sort(y.upper), equal_nan=True)
    )


def rank_moves(attribute: AttributePair, own: Rows) -> tuple[Floats, Floats]:
    """The smallest and the largest number of ranks (each n,) that any breaking of ties lets a record have moved from X
    to Z, whose ranks are those of Y; records that are missing in either are left out."""
    rows, released = released_rows(own)
    x_low, x_high = record_ranks(value_classes(attribute.original.lower, attribute.original.upper))
    y_low, y_high = record_ranks(value_classes(attribute.anonymized.lower, attribute.anonymized.upper))
    present = ~np.isnan(attribute.original.lower[rows]) & ~np.isnan(attribute.anonymized.lower[released])
    rows, released = rows[present], released[present]
    a_low, a_high = x_low[rows].astype(np.int64), x_high[rows].astype(np.int64)
    b_low, b_high = y_low[released].astype(np.int64), y_high[released].astype(np.int64)
    least = np.maximum(0, np.maximum(a_low - b_high, b_low - a_high))
    most = np.maximum(a_high - b_low, b_high - a_low)
    return least.astype(float), most.astype(float)


def noise(attribute: AttributePair, own: Rows) -> Floats:
    """E = Y - X of the records that hold a value in both files."""
    rows, released = released_rows(own)
    found = midpoints(attribute.anonymized)[released] - midpoints(attribute.original)[rows]
    return found[~np.isnan(found)]


def class_sizes(files: Sequence[Values]) -> tuple[Rows, Flags]:
    """For every record (n,): how many records hold the same combination of values, a missing one being a value of its
    own; and whether it is complete, with no value missing."""
    n = files[0].lower.size
    codes, complete = np.zeros(n, np.int64), np.ones(n, bool)
    for values in files:
        complete &= ~np.isnan(values.lower)
        bounds = (values.lower,) if values.upper is values.lower else (values.lower, values.upper)
        for bound in bounds:
            _, place = np.unique(bound, return_inverse=True)  # all nan are one value
            codes = _renumbered(codes * (int(place.max(initial=0)) + 1) + place)
    return np.bincount(codes)[codes], complete


def _renumbered(codes: Rows) -> Rows:
    """The same classes, numbered from 0 without gaps; few possible numbers need no sorting."""
    n_possible = int(codes.max(initial=0)) + 1
    if n_possible > FEW_CODES * codes.size:
        return np.asarray(np.unique(codes, return_inverse=True)[1])
    occurs = np.zeros(n_possible, bool)
    occurs[codes] = True
    return np.asarray(np.cumsum(occurs)[codes] - 1)


def share_of_multiples(values: Values, base: float) -> float | None:
    """Share of the plain values that are multiples of ``base``; None if there are none."""
    plain = values.lower[is_plain(values)]
    if not plain.size:
        return None
    multiples = plain / base
    # The quotient of a large number is known to fewer places than a small one's.
    tolerance = np.maximum(MULTIPLE_TOLERANCE, 8 * np.spacing(np.abs(multiples)))
    return float((np.abs(multiples - np.round(multiples)) <= tolerance).mean())


def _alike(a: Floats, b: Floats) -> Flags:
    return np.asarray((a == b) | (np.isnan(a) & np.isnan(b)))
