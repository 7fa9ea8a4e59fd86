"""The bands of 32 boxes (``bands``) as one value of the vector unit: which of them lie outside of a range.

Bands of 8 bits stand four attributes of a box together, in a word of 32 bits: then four bands of a query, 32 times, are
one word that is repeated, which takes no more than to repeat a single band. Where one or two attributes are left, they
stand together in half a word. Bands of 16 bits stand one attribute at a time. As in ``lanes``, LLVM lays them out for
whatever the processor has. What is outside in some attribute is told by a number that is not 0, so that the attributes
of a block are gathered without a branch. All functions but ``together`` can be called from kernels only.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types

from permdesk.compute.lanes import LANES, WIDTH, SideBySide, called, splat, vector_operation

_MASK = ir.IntType(WIDTH)
IN_WORD, IN_HALF = 4, 2


def together(n_bits: int) -> int:
    """How many attributes stand together whose bands have so many bits, where enough are left."""
    return IN_WORD if n_bits == 8 else 1


def _in_words(vector: Any) -> ir.VectorType:
    """What stands together of each box as one number."""
    return ir.VectorType(ir.IntType(vector.element.width * vector.count // WIDTH), WIDTH)


def _address(context: Any, builder: Any, array_type: Any, array: Any, position: Any, kind: Any) -> Any:
    data = context.make_array(array_type)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [position]), kind.as_pointer())


def _bands_at(context: Any, builder: Any, array_type: Any, array: Any, position: Any, vector: Any) -> Any:
    place = _address(context, builder, array_type, array, position, vector)
    return builder.load(place, align=array_type.dtype.bitwidth // 8)


def _word_at(context: Any, builder: Any, array_type: Any, array: Any, position: Any, vector: Any) -> Any:
    place = _address(context, builder, array_type, array, position, _in_words(vector).element)
    return builder.load(place, align=array_type.dtype.bitwidth // 8)


def _repeated(builder: Any, word: Any, vector: Any) -> Any:
    return builder.bitcast(splat(builder, word), vector)


def _query_at(context: Any, builder: Any, array_type: Any, array: Any, position: Any, vector: Any) -> Any:
    """The bands of a query in the attributes that stand together, once for each box."""
    return _repeated(builder, _word_at(context, builder, array_type, array, position, vector), vector)


def _gaps(builder: Any, begins: Any, ends: Any, first: Any, last: Any) -> Any:
    # Subtraction that stops at 0 leaves something only on the side where there is a gap.
    return builder.or_(called(builder, "usub.sat", begins, last), called(builder, "usub.sat", first, ends))


@vector_operation
def n_together(typing_context, bands):  # type: ignore[no-untyped-def]
    """``together`` of the bands of an array."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        return ir.Constant(ir.IntType(64), together(signature.args[0].dtype.bitwidth))

    return types.int64(bands), generate


@vector_operation
def bring_together(typing_context, bands, position, so_many):  # type: ignore[no-untyped-def]
    """Let the bands of 32 boxes from ``position`` on, which stand attribute by attribute, stand box by box, for
    ``so_many`` attributes as ``all_zero`` or ``half_zero`` has."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        array, position, so_many = arguments
        kind = so_many.type
        at_once, n_bytes = kind.count // WIDTH, signature.args[0].dtype.bitwidth // 8
        if at_once > 1:
            place = _address(context, builder, signature.args[0], array, position, kind)
            bands = builder.load(place, align=n_bytes)
            order = [WIDTH * attribute + box for box in range(WIDTH) for attribute in range(at_once)]
            by_box = ir.Constant(ir.VectorType(ir.IntType(32), kind.count), order)
            builder.store(builder.shuffle_vector(bands, bands, by_box), place, align=n_bytes)
        return context.get_dummy_value()

    return types.void(bands, types.intp, so_many), generate


@vector_operation
def all_zero(typing_context, bands):  # type: ignore[no-untyped-def]
    """Numbers for 32 boxes, of the kind of an array of bands, none of which is outside."""
    return _zero(bands, together(bands.dtype.bitwidth))


@vector_operation
def half_zero(typing_context, bands):  # type: ignore[no-untyped-def]
    """As ``all_zero``, for what stands in half a word."""
    return _zero(bands, IN_HALF)


def _zero(bands: Any, at_once: int) -> Any:
    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        count = WIDTH * at_once
        return ir.Constant(ir.VectorType(ir.IntType(bands.dtype.bitwidth), count), [0] * count)

    return SideBySide(bands.dtype, WIDTH * at_once)(bands), generate


@vector_operation
def outside(typing_context, others, bands, position, query, first, last):  # type: ignore[no-untyped-def]
    """Those ``others`` that are outside, and the bands of 32 boxes from ``position`` on that are not 0 and not from
    query[first] to query[last], nor from those of the attributes that stand together with that one."""
    signature = others(others, bands, types.intp, query, types.intp, types.intp)

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        others, bands, position, query, first, last = arguments
        here = _bands_at(context, builder, signature.args[1], bands, position, others.type)
        first = _query_at(context, builder, signature.args[3], query, first, others.type)
        last = _query_at(context, builder, signature.args[3], query, last, others.type)
        above = called(builder, "usub.sat", here, last)
        below = called(builder, "umin", called(builder, "usub.sat", first, here), here)
        return builder.or_(builder.or_(others, above), below)

    return signature, generate


@vector_operation
def apart(typing_context, others, low, high, position, query, first, last):  # type: ignore[no-untyped-def]
    """As ``outside``, for the ranges of bands of 32 boxes from ``position`` on, from ``low`` to ``high``, that do not
    overlap query[first] to query[last]."""
    signature = others(others, low, high, types.intp, query, types.intp, types.intp)

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        others, low, high, position, query, first, last = arguments
        begins = _bands_at(context, builder, signature.args[1], low, position, others.type)
        ends = _bands_at(context, builder, signature.args[2], high, position, others.type)
        first = _query_at(context, builder, signature.args[4], query, first, others.type)
        last = _query_at(context, builder, signature.args[4], query, last, others.type)
        return builder.or_(others, _gaps(builder, begins, ends, first, last))

    return signature, generate


@vector_operation
def inside(typing_context, others):  # type: ignore[no-untyped-def]
    """Bit k of the answer says whether box k is inside of all ranges."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        words = _in_words(arguments[0].type)
        are_zero = builder.icmp_unsigned("==", builder.bitcast(arguments[0], words), ir.Constant(words, [0] * WIDTH))
        return builder.bitcast(are_zero, _MASK)

    return types.uint32(others), generate


@vector_operation
def is_any_inside(typing_context, others):  # type: ignore[no-untyped-def]
    """Whether ``inside`` has any bit: that takes fewer instructions than to tell which."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        words = _in_words(arguments[0].type)
        far = builder.bitcast(arguments[0], words)
        half, index = WIDTH // 2, ir.IntType(32)
        halves = [
            builder.shuffle_vector(far, far, ir.Constant(ir.VectorType(index, half), list(range(first, first + half))))
            for first in (0, half)
        ]
        nearest = called(builder, "umin", *halves)
        are_zero = builder.icmp_unsigned("==", nearest, ir.Constant(nearest.type, [0] * half))
        return builder.icmp_unsigned("!=", builder.bitcast(are_zero, ir.IntType(half)), ir.IntType(half)(0))

    return types.boolean(others), generate


@vector_operation
def farther(typing_context, gaps, low, high, position, own, at):  # type: ignore[no-untyped-def]
    """The larger of ``gaps`` and those between own[at], with what stands together with it, and the ranges of bands of
    32 boxes from ``position`` on. Where own is 0, as where a query has no rank, there is none."""
    signature = gaps(gaps, low, high, types.intp, own, types.intp)

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        gaps, low, high, position, own, at = arguments
        kind = gaps.type
        begins = _bands_at(context, builder, signature.args[1], low, position, kind)
        ends = _bands_at(context, builder, signature.args[2], high, position, kind)
        word = _word_at(context, builder, signature.args[4], own, at, kind)
        bands = ir.VectorType(kind.element, kind.count // WIDTH)
        are_there = builder.icmp_unsigned("!=", builder.bitcast(word, bands), ir.Constant(bands, [0] * bands.count))
        mask = _repeated(builder, builder.bitcast(builder.sext(are_there, bands), word.type), kind)
        own = _repeated(builder, word, kind)
        return called(builder, "umax", gaps, builder.and_(_gaps(builder, begins, ends, own, own), mask))

    return signature, generate


@vector_operation
def widest(typing_context, gaps):  # type: ignore[no-untyped-def]
    """The largest of the gaps that stand together, of each of 32 boxes."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        found, n_bits = arguments[0], arguments[0].type.element.width
        words = _in_words(found.type)
        further = words.element.width // 2
        while further >= n_bits:
            shift = ir.Constant(words, [further] * WIDTH)
            moved = builder.bitcast(builder.lshr(builder.bitcast(found, words), shift), found.type)
            found, further = called(builder, "umax", found, moved), further // 2
        of_boxes = builder.and_(builder.bitcast(found, words), ir.Constant(words, [(1 << n_bits) - 1] * WIDTH))
        gaps_of = ir.VectorType(ir.IntType(16), WIDTH)
        return of_boxes if words == gaps_of else builder.trunc(of_boxes, gaps_of)

    return LANES(gaps), generate
