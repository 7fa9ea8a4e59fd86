"""Arrays that nobody can write to, and the types of the arrays that results hold."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ranks = NDArray[np.int32]
Rows = NDArray[np.int64]
Flags = NDArray[np.bool_]

Element = TypeVar("Element", bound=Any)


def frozen(values: NDArray[Element]) -> NDArray[Element]:
    """Make ``values`` read-only, for whoever made it and keeps no writeable view of it: ``sealed`` need not copy it."""
    values.setflags(write=False)
    return values


def as_kernels_take(values: NDArray[Element]) -> NDArray[Element]:
    """The same numbers read-only and in rows: every other kind of array would make each kernel compile once more."""
    return frozen(np.ascontiguousarray(values).view())


def sealed(values: NDArray[Element]) -> NDArray[Element]:
    """Return ``values`` as a read-only array, copied only if somebody else could still write to it."""
    if not values.flags.writeable and (
        values.base is None or not getattr(values.base, "flags", values.flags).writeable
    ):
        return values
    copy = values.copy()
    copy.setflags(write=False)
    return copy
