"""How many attributes are few. With more, the search goes another way; compiles nothing, as a search asks it first."""

from __future__ import annotations

# Of so many attributes there are few patterns of missing values, and records that lack much are near to all: records of
# each pattern have leaves of their own, which ``tree_groups`` searches.
FEW_ATTRIBUTES = 5


def searches_in_batches(n_attributes: int) -> bool:
    """Whether many queries go through the tree together: where records have more than a few attributes."""
    return n_attributes > FEW_ATTRIBUTES
