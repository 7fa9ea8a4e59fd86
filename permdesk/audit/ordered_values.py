"""Values in their order, from the ranks that an audit has found already: nothing is sorted while somebody waits."""

from __future__ import annotations

import numpy as np

from permdesk.audit.findings import Audit
from permdesk.compute.arrays import Floats, Ranks
from permdesk.compute.ranks import average_ranks, value_classes
from permdesk.data.file_pair import Values


def values_between(values: Floats, ranks: Ranks, first: int, last: int) -> Floats:
    """The values of the ranks ``first`` to ``last`` in ascending order; ``ranks`` (n,) are from 1, 0 where missing."""
    return np.sort(values[(ranks >= first) & (ranks <= last)])


def are_plain(values: Values) -> bool:
    """No value of an attribute is generalized."""
    return values.lower is values.upper or bool(np.array_equal(values.lower, values.upper, equal_nan=True))


def average_ranks_of(values: Floats, ranks: Ranks) -> Floats:
    """The mean of the ranks that equal values share (n,), nan where missing; ``ranks`` break ties in any order."""
    present = np.flatnonzero(ranks > 0)
    found = np.full(values.size, np.nan)
    if not present.size:
        return found
    rows = np.zeros(int(ranks.max()), np.int64)
    rows[ranks[present] - 1] = present
    ordered = values[rows]
    begins = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]])
    sizes = np.diff(np.r_[begins, ordered.size])
    found[rows] = np.repeat(begins + (sizes + 1) / 2, sizes)
    return found


def paired_ranks(audit: Audit, j: int) -> tuple[Floats, Floats]:
    """The average ranks of X^j and of Z^j, of the pairs of records that have both; the files are paired."""
    own_rows = audit.pair.own
    assert own_rows is not None
    x, z = audit.pair.attributes[j].original, audit.mapping.values[:, j]
    paired = own_rows >= 0
    mapping = audit.mapping
    if are_plain(x):
        before = average_ranks_of(mapping.original[:, j], mapping.ranks_original[:, j])[paired]
    else:
        before = average_ranks(value_classes(x.lower, x.upper))[paired]
    after = average_ranks_of(z, mapping.ranks_anonymized[:, j])[own_rows[paired]]
    present = ~np.isnan(before) & ~np.isnan(after)
    return before[present], after[present]
