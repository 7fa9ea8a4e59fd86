"""A row of 32 boxes side by side, as one value of the vector unit: the totals of the gaps of all to a query at once.

As in ``lanes``, but the totals are floats of 32 bits. They bound the true ones from below if the ends of all boxes are
rounded outwards. All functions can be called from kernels only.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types

from permdesk.compute.lanes import WIDTH, SideBySide, address, inlined_kernel, splat, vector_operation

_TOTAL = ir.FloatType()
_VECTOR = ir.VectorType(_TOTAL, WIDTH)
_NOTHING = ir.Constant(_VECTOR, [0.0] * WIDTH)
# After so many attributes it is asked whether any total is still within what is looked for.
AT_ONCE = 4

TOTALS = SideBySide(types.float32)


@vector_operation
def _no_totals(typing_context):  # type: ignore[no-untyped-def]
    """32 totals of 0."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        return _NOTHING

    return TOTALS(), generate


@vector_operation
def _plus_gaps(  # type: ignore[no-untyped-def]
    typing_context, totals, low, high, position, query_low, query_high, squares, cap, for_missing
):
    """``totals`` and what one attribute adds: the gaps, or their squares, between one interval and the 32 that start at
    ``position``. A gap counts up to ``cap``; where either interval is the whole line, ``for_missing`` is added."""
    number = types.float32
    signature = TOTALS(totals, low, high, types.intp, number, number, types.boolean, number, number)

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        totals, low, high, position, query_low, query_high, squares, cap, for_missing = arguments
        boxes_low = builder.load(address(context, builder, signature.args[1], low, position), align=4)
        boxes_high = builder.load(address(context, builder, signature.args[2], high, position), align=4)
        above = builder.fsub(boxes_low, splat(builder, query_high))
        below = builder.fsub(splat(builder, query_low), boxes_high)
        gap = builder.select(builder.fcmp_ordered(">", above, below), above, below)
        most = splat(builder, cap)
        added = builder.select(builder.fcmp_ordered(">", gap, _NOTHING), gap, _NOTHING)
        added = builder.select(builder.fcmp_ordered("<", added, most), added, most)
        factor = builder.select(squares, added, ir.Constant(_VECTOR, [1.0] * WIDTH))
        added = builder.fmul(added, factor)
        is_missing = builder.fcmp_ordered("==", gap, ir.Constant(_VECTOR, [float("-inf")] * WIDTH))
        added = builder.select(is_missing, splat(builder, for_missing), added)
        return builder.fadd(totals, added)

    return signature, generate


@vector_operation
def at_most(typing_context, totals, limit):  # type: ignore[no-untyped-def]
    """Bit k of the answer says whether total k is at most ``limit``."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        totals, limit = arguments
        return builder.bitcast(builder.fcmp_ordered("<=", totals, splat(builder, limit)), ir.IntType(WIDTH))

    return types.uint32(totals, types.float32), generate


@vector_operation
def below(typing_context, totals, limit):  # type: ignore[no-untyped-def]
    """Bit k of the answer says whether total k is less than ``limit``."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        totals, limit = arguments
        return builder.bitcast(builder.fcmp_ordered("<", totals, splat(builder, limit)), ir.IntType(WIDTH))

    return types.uint32(totals, types.float32), generate


@inlined_kernel
def totals_of_row(
    low: Any,
    high: Any,
    row: Any,
    query_low: Any,
    query_high: Any,
    query: int,
    squares: bool,
    cap: Any,
    for_missing: Any,
    most: Any,
) -> Any:
    """The totals over the attributes of the 32 boxes ``[row, :, 0..31]`` from the box ``[query]``, or parts of them if
    all of these exceed ``most``."""
    m = query_low.shape[1]
    totals = _no_totals()
    for j in range(m):
        totals = _plus_gaps(
            totals, low, high, (row * m + j) * WIDTH, query_low[query, j], query_high[query, j],
            squares, cap, for_missing,
        )  # fmt: skip
        if j % AT_ONCE == AT_ONCE - 1 and not at_most(totals, most):
            break
    return totals
