"""1,024 bits as one value of the vector unit: 32 words side by side, one bit for a record.

As in ``lanes``, LLVM lays them out for whatever the processor has. All functions can be called from kernels only.
"""

from __future__ import annotations

from llvmlite import ir
from numba import types
from numba.core import cgutils

from permdesk.compute.lanes import WIDTH, SideBySide, address, reduced, vector_operation

_WORD = ir.IntType(32)
_VECTOR = ir.VectorType(_WORD, WIDTH)


BITS = SideBySide(types.uint32)


@vector_operation
def row_of(typing_context, array, position):  # type: ignore[no-untyped-def]
    """The bits of the 32 words of an array from ``position`` on."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        array, position = arguments
        return builder.load(address(context, builder, signature.args[0], array, position), align=4)

    return BITS(array, types.intp), generate


@vector_operation
def both(typing_context, bits, array, position):  # type: ignore[no-untyped-def]
    """The bits that are set here, and in the 32 words of an array from ``position`` on."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        bits, array, position = arguments
        others = builder.load(address(context, builder, signature.args[1], array, position), align=4)
        return builder.and_(bits, others)

    return BITS(bits, array, types.intp), generate


@vector_operation
def words_of(typing_context, bits):  # type: ignore[no-untyped-def]
    """Bit k of the answer says whether any bit of word k is set."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        return builder.bitcast(builder.icmp_unsigned("!=", arguments[0], ir.Constant(_VECTOR, [0] * WIDTH)), _WORD)

    return types.uint32(bits), generate


@vector_operation
def without(typing_context, bits, others):  # type: ignore[no-untyped-def]
    """The bits that are set here, and not in the others."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        bits, others = arguments
        return builder.and_(bits, builder.not_(others))

    return BITS(bits, others), generate


@vector_operation
def n_set(typing_context, bits):  # type: ignore[no-untyped-def]
    """How many bits are set."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        function = cgutils.get_or_insert_function(  # type: ignore[no-untyped-call]
            builder.module, ir.FunctionType(_VECTOR, [_VECTOR]), f"llvm.ctpop.v{WIDTH}i32"
        )
        return builder.zext(reduced(builder, "add", builder.call(function, arguments)), ir.IntType(64))

    return types.int64(bits), generate
