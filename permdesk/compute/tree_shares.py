"""What a query has to be near so that something below a block may count for it: bounds that tell more than all ranks.

Parts of a record (``tree_cuts``) are near whatever lies in their share of the ranks. Elsewhere another part of the
record counts, and only what has a rank must be near. So two ranges count: that of the ranked records, for all that
the query looks at, and that of the shares, for its own rank. One range does for both if each query looks at least as
far as the ``reach``: the shares less the reach at each end, and the ranked records. Queries that are nearer than that
to their match look further than they would have to: more is opened then, and nothing is missed.
"""

from __future__ import annotations

from permdesk.compute.lanes import inlined_kernel
from permdesk.compute.ranks import WILDCARD_HIGH, WILDCARD_LOW

# The reach is such a part of all ranks. The longer, the closer are the bounds, and the more is opened in vain for
# queries that lie very near to their match: a 24th to a 64th made little difference to those with noise 0.1, but with
# 0.01 a 24th took a third longer than a 64th.
REACHES = 48


@inlined_kernel
def begin_within(share_low: int, reach: int) -> int:
    """Where a query that looks as far as the ``reach`` finds all that lies in a share which begins at ``share_low``."""
    return share_low if share_low == WILDCARD_LOW else share_low + reach


@inlined_kernel
def end_within(share_high: int, reach: int) -> int:
    """As ``begin_within``, for a share that ends at ``share_high``."""
    return share_high if share_high == WILDCARD_HIGH else share_high - reach
