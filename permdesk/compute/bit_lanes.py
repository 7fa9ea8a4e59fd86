"""1,024 bits as one value of the vector unit: 32 words side by side, one for each leaf of a node, one bit for a record.

As in ``lanes``, LLVM lays them out for whatever the processor has. All functions can be called from kernels only.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types

from permdesk.compute.lanes import WIDTH, SideBySide, address, chosen, reduced, vector_operation

_WORD = ir.IntType(32)
_VECTOR = ir.VectorType(_WORD, WIDTH)
_LARGEST = 0x7FFFFFFF


BITS = SideBySide(types.uint32)


@vector_operation
def all_bits(typing_context):  # type: ignore[no-untyped-def]
    """1,024 bits that are set."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        return ir.Constant(_VECTOR, [0xFFFFFFFF] * WIDTH)

    return BITS(), generate


@vector_operation
def both(typing_context, bits, array, position):  # type: ignore[no-untyped-def]
    """The bits that are set here, and in the 32 words of an array from ``position`` on."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        bits, array, position = arguments
        others = builder.load(address(context, builder, signature.args[1], array, position), align=4)
        return builder.and_(bits, others)

    return BITS(bits, array, types.intp), generate


@vector_operation
def leaves_of(typing_context, bits):  # type: ignore[no-untyped-def]
    """Bit k of the answer says whether any bit of word k is set."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        return builder.bitcast(builder.icmp_unsigned("!=", arguments[0], ir.Constant(_VECTOR, [0] * WIDTH)), _WORD)

    return types.uint32(bits), generate


@vector_operation
def total_of(typing_context, mask, numbers, position):  # type: ignore[no-untyped-def]
    """The total of those of 32 numbers from ``position`` on whose bits are set in ``mask``; it must fit into int32."""
    return _of_chosen("add", 0, numbers)


@vector_operation
def least_of(typing_context, mask, numbers, position):  # type: ignore[no-untyped-def]
    """The smallest of those of 32 numbers from ``position`` on whose bits are set in ``mask``, or the largest int32."""
    return _of_chosen("smin", _LARGEST, numbers)


def _of_chosen(operation: str, of_others: int, numbers: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        mask, numbers, position = arguments
        loaded = builder.load(address(context, builder, signature.args[1], numbers, position), align=4)
        kept = chosen(builder, mask, loaded, ir.Constant(_VECTOR, [of_others] * WIDTH))
        return builder.sext(reduced(builder, operation, kept), ir.IntType(64))

    return types.int64(types.uint32, numbers, types.intp), generate
