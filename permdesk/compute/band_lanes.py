"""A row of 32 bands side by side (``bands``), as one value of the vector unit: which of them lie outside of a range.

As in ``lanes``, LLVM lays them out for whatever the processor has. What is outside in some attribute is told by a
number that is not 0, so that the attributes of a block are gathered without a branch. All functions can be called from
kernels only.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types

from permdesk.compute.lanes import WIDTH, SideBySide, address, called, splat, vector_operation

_MASK = ir.IntType(WIDTH)


def _bands_at(context: Any, builder: Any, array_type: Any, array: Any, position: Any) -> Any:
    return builder.load(address(context, builder, array_type, array, position), align=array_type.dtype.bitwidth // 8)


@vector_operation
def none_outside(typing_context, bands):  # type: ignore[no-untyped-def]
    """32 bands, of the kind of an array, that are not outside."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        kind = ir.VectorType(ir.IntType(signature.args[0].dtype.bitwidth), WIDTH)
        return ir.Constant(kind, [0] * WIDTH)

    return SideBySide(bands.dtype)(bands), generate


def _repeated(context: Any, builder: Any, kinds: Any, arrays: Any, position: Any) -> Any:
    """32 times one item of each array."""
    data = (context.make_array(kind)(context, builder, array).data for kind, array in zip(kinds, arrays, strict=True))
    return (splat(builder, builder.load(builder.gep(items, [position]))) for items in data)


@vector_operation
def outside(typing_context, others, bands, position, first, last, at):  # type: ignore[no-untyped-def]
    """Those ``others`` that are outside, and the 32 bands from ``position`` on that are not 0 and not from first[at] to
    last[at]."""
    signature = others(others, bands, types.intp, first, last, types.intp)

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        others, bands, position, first, last, at = arguments
        here = _bands_at(context, builder, signature.args[1], bands, position)
        first, last = _repeated(context, builder, signature.args[3:5], (first, last), at)
        above = called(builder, "usub.sat", here, last)
        below = called(builder, "umin", called(builder, "usub.sat", first, here), here)
        return builder.or_(builder.or_(others, above), below)

    return signature, generate


@vector_operation
def apart(typing_context, others, low, high, position, first, last, at):  # type: ignore[no-untyped-def]
    """Those ``others`` that are outside, and the 32 ranges of bands from ``position`` on, from ``low`` to ``high``,
    that do not overlap first[at] to last[at]."""
    signature = others(others, low, high, types.intp, first, last, types.intp)

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        others, low, high, position, first, last, at = arguments
        begins = _bands_at(context, builder, signature.args[1], low, position)
        ends = _bands_at(context, builder, signature.args[2], high, position)
        first, last = _repeated(context, builder, signature.args[4:6], (first, last), at)
        # Subtraction that stops at 0 leaves something only on the side where there is a gap.
        above, below = called(builder, "usub.sat", begins, last), called(builder, "usub.sat", first, ends)
        return builder.or_(others, builder.or_(above, below))

    return signature, generate


@vector_operation
def inside(typing_context, others):  # type: ignore[no-untyped-def]
    """Bit k of the answer says whether number k is inside of all ranges."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        nothing = ir.Constant(arguments[0].type, [0] * WIDTH)
        return builder.bitcast(builder.icmp_unsigned("==", arguments[0], nothing), _MASK)

    return types.uint32(others), generate
