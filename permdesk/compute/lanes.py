"""A row of 32 boxes side by side, as one value of the vector unit: the gaps of all of them to a query at once.

numba's own loops keep running maxima in memory, because it cannot know that arrays do not overlap. Here they are one
LLVM vector of 32 unsigned 16-bit gaps, which LLVM lays out for whatever the processor has (AVX-512: one register,
AVX2: two, NEON: four). All functions can be called from kernels only.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic, models, register_model

from permdesk.compute.arrays import Ranks

WIDTH = 32
WIDEST_GAP = 0xFFFF

_GAP = ir.IntType(16)
_VECTOR = ir.VectorType(_GAP, WIDTH)
_MASK = ir.IntType(WIDTH)

Function = TypeVar("Function", bound=Callable[..., Any])


def vector_operation(function: Callable[..., Any]) -> Any:
    """An operation that kernels call without the typing context, which numba puts first."""
    return intrinsic(function)


def borrowing_kernel(function: Function) -> Function:
    """Compile a kernel that makes no arrays, but works in those that it is given, and never counts references.

    A count is an atomic change of memory that all threads share. Where a kernel hands arrays on to others a few
    times for each box it opens, numba's counts take most of the time.
    """
    return _compiled(function)


def inner_kernel(function: Function) -> Function:
    """Compile a borrowing kernel that only kernels call.

    What makes a kernel callable from Python, and takes a tree of two dozen arrays apart, is half of what there is to
    compile.
    """
    return _compiled(function, no_cpython_wrapper=True, no_cfunc_wrapper=True)


def inlined_kernel(function: Function) -> Function:
    """Compile an inner kernel into each kernel that calls it.

    A call hands over each word of a tree's and a group's arrays, some four hundred, which takes longer than to compare
    a leaf.
    """
    return _compiled(function, no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=True)


def _compiled(function: Function, **options: bool) -> Function:
    compiled: Any = njit(nogil=True, cache=True, _nrt=False, **options)  # type: ignore[call-overload]
    kernel: Function = compiled(function)
    return kernel


class SideBySide(types.Type):
    """The numba type of ``n`` numbers of one type, ``number``, as one value of the vector unit."""

    def __init__(self, number: types.Number, n: int = WIDTH) -> None:
        self.number, self.n = number, n
        super().__init__(name=f"SideBySide({number}, {n})")


@register_model(SideBySide)
class _SideBySideModel(models.PrimitiveModel):
    def __init__(self, manager: Any, vector: Any) -> None:
        number = manager.lookup(vector.number).get_value_type()
        super().__init__(manager, vector, ir.VectorType(number, vector.n))  # type: ignore[no-untyped-call]


LANES = SideBySide(types.uint16)


def splat(builder: Any, number: Any) -> Any:
    """A vector of 32 times one number."""
    nothing = ir.Constant(ir.VectorType(number.type, WIDTH), ir.Undefined)
    single = builder.insert_element(nothing, number, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(single, nothing, ir.Constant(ir.VectorType(ir.IntType(32), WIDTH), [0] * WIDTH))


def chosen(builder: Any, mask: Any, here: Any, elsewhere: Any) -> Any:
    """What is ``here`` where the bits of a mask of 32 are set, and what is ``elsewhere``, side by side."""
    return builder.select(builder.bitcast(mask, ir.VectorType(ir.IntType(1), WIDTH)), here, elsewhere)


def reduced(builder: Any, operation: str, vector: Any) -> Any:
    """The one number that 32 whole ones come to by an operation of LLVM's, such as "add" or "umin"."""
    number = vector.type.element
    function = cgutils.get_or_insert_function(  # type: ignore[no-untyped-call]
        builder.module,
        ir.FunctionType(number, [vector.type]),
        f"llvm.vector.reduce.{operation}.v{WIDTH}{number.intrinsic_name}",
    )
    return builder.call(function, [vector])


def called(builder: Any, operation: str, vector: Any, other: Any) -> Any:
    """What an operation of LLVM's, such as "umin", makes of two vectors of whole numbers, side by side."""
    kind = vector.type
    function = cgutils.get_or_insert_function(  # type: ignore[no-untyped-call]
        builder.module,
        ir.FunctionType(kind, [kind, kind]),
        f"llvm.{operation}.v{kind.count}{kind.element.intrinsic_name}",
    )
    return builder.call(function, [vector, other])


def address(context: Any, builder: Any, array_type: Any, array: Any, position: Any) -> Any:
    """Where 32 items of an array begin, as the address of a vector."""
    data = context.make_array(array_type)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [position]), ir.VectorType(data.type.pointee, WIDTH).as_pointer())


def _widened(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    gaps, low, high, position, query_low, query_high = arguments
    boxes_low, boxes_high = (
        builder.zext(builder.load(address(context, builder, kind, array, position), align=1), _VECTOR)
        for kind, array in zip(signature.args[1:3], (low, high), strict=True)
    )
    # Subtraction that stops at 0 leaves the gap on the side where there is one, and 0 on the other.
    above = called(builder, "usub.sat", boxes_low, splat(builder, query_high))
    below = called(builder, "usub.sat", splat(builder, query_low), boxes_high)
    return called(builder, "umax", gaps, called(builder, "umax", above, below))


@vector_operation
def no_gaps(typing_context):  # type: ignore[no-untyped-def]
    """32 gaps of 0."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        return ir.Constant(_VECTOR, [0] * WIDTH)

    return LANES(), generate


@vector_operation
def widened(typing_context, gaps, low, high, position, query_low, query_high):  # type: ignore[no-untyped-def]
    """The larger of ``gaps`` and the gaps between one interval and the 32 that start at ``position``, of 8 or 16
    bits."""
    signature = LANES(gaps, low, high, types.intp, types.uint16, types.uint16)

    return signature, _widened


@vector_operation
def at_most(typing_context, gaps, limit):  # type: ignore[no-untyped-def]
    """Bit k of the answer says whether gap k is at most ``limit``."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        gaps, limit = arguments
        return builder.bitcast(builder.icmp_unsigned("<=", gaps, splat(builder, limit)), _MASK)

    return types.uint32(gaps, types.uint16), generate


@vector_operation
def at_most_each(typing_context, gaps, limits):  # type: ignore[no-untyped-def]
    """Bit k of the answer says whether gap k is at most number k of an array of uint16."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        gaps, limits = arguments
        begin = ir.Constant(ir.IntType(64), 0)
        limit = builder.load(address(context, builder, signature.args[1], limits, begin), align=2)
        return builder.bitcast(builder.icmp_unsigned("<=", gaps, limit), _MASK)

    return types.uint32(gaps, limits), generate


@vector_operation
def smaller(typing_context, gaps, others):  # type: ignore[no-untyped-def]
    """The smaller of each two gaps."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        return called(builder, "umin", *arguments)

    return LANES(gaps, others), generate


@vector_operation
def larger(typing_context, gaps, others):  # type: ignore[no-untyped-def]
    """The larger of each two gaps."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        return called(builder, "umax", *arguments)

    return LANES(gaps, others), generate


@vector_operation
def largest(typing_context, gaps):  # type: ignore[no-untyped-def]
    """The largest of 32 gaps."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        return reduced(builder, "umax", arguments[0])

    return types.uint16(gaps), generate


@vector_operation
def nearest_gap(typing_context, gaps, mask):  # type: ignore[no-untyped-def]
    """The smallest of the gaps whose bits are set in ``mask``."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        gaps, mask = arguments
        return reduced(builder, "umin", chosen(builder, mask, gaps, ir.Constant(_VECTOR, [WIDEST_GAP] * WIDTH)))

    return types.uint16(gaps, types.uint32), generate


@vector_operation
def put(typing_context, array, position, gaps):  # type: ignore[no-untyped-def]
    """Write 32 gaps, or other numbers side by side, to as many places of an array of their kind."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        array, position, gaps = arguments
        builder.store(gaps, address(context, builder, signature.args[0], array, position), align=2)
        return context.get_dummy_value()

    return types.void(array, types.intp, gaps), generate


@vector_operation
def taken(typing_context, array, position):  # type: ignore[no-untyped-def]
    """Read 32 gaps from an array of uint16."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        array, position = arguments
        return builder.load(address(context, builder, signature.args[0], array, position), align=2)

    return LANES(array, types.intp), generate


@vector_operation
def fetch_soon(typing_context, array, position):  # type: ignore[no-untyped-def]
    """Ask the memory for an item of an array that is read some steps later; ``position`` counts in items."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        array, position = arguments
        data = context.make_array(signature.args[0])(context, builder, array).data
        bytes_at = ir.IntType(8).as_pointer()
        number = ir.IntType(32)
        fetch = cgutils.get_or_insert_function(  # type: ignore[no-untyped-call]
            builder.module, ir.FunctionType(ir.VoidType(), [bytes_at, number, number, number]), "llvm.prefetch.p0i8"
        )
        place = builder.bitcast(builder.gep(data, [position]), bytes_at)
        # To read (0), kept in all caches (3), data (1).
        builder.call(fetch, [place, number(0), number(3), number(1)])
        return context.get_dummy_value()

    return types.void(array, types.intp), generate


@inlined_kernel
def fetch_row_soon(array: Ranks, row: int) -> None:
    """Ask the memory for a row of an array, short enough to lie in one line of the cache or across two."""
    size = array.shape[1]
    fetch_soon(array, row * size)
    fetch_soon(array, row * size + size - 1)


@vector_operation
def first_bit(typing_context, mask):  # type: ignore[no-untyped-def]
    """The number of the lowest bit that is set in a mask that is not 0."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        bit = builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))
        return builder.zext(bit, ir.IntType(64))

    return types.int64(types.uint32), generate


@vector_operation
def n_bits(typing_context, mask):  # type: ignore[no-untyped-def]
    """How many bits of a mask are set."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        return builder.zext(builder.ctpop(arguments[0]), ir.IntType(64))

    return types.int64(types.uint32), generate
