"""Leaves of the search tree: records that are near each other, 32 at a time, cut out on all cores."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from permdesk.compute.arrays import Ranks
from permdesk.compute.boxes import RankBoxes
from permdesk.compute.parallel import run_chunks
from permdesk.compute.progress import Progress
from permdesk.compute.ranks import WILDCARD_HIGH, WILDCARD_LOW
from permdesk.compute.sampled_cuts import leaves_by_sample
from permdesk.compute.share import Share
from permdesk.compute.tree_cuts import (
    MOST_PARTS,
    WILD,
    Centres,
    Cut,
    Cuts,
    Leaves,
    cut_in_two,
    cut_into_leaves,
    find_centres,
    first_rank_of,
)

# The centres of so many records with a dozen attributes fit the second cache of a core.
PIECE = 1 << 14
# Of so many attributes there are few patterns of missing values, and records that lack much are near to all: records of
# each pattern have leaves of their own, which ``tree_groups`` searches.
FEW_ATTRIBUTES = 5


@dataclass(slots=True, eq=False)
class _Piece:
    """The records between the cuts made so far, and how they were cut further."""

    rows: Ranks
    cell_low: Ranks
    cell_high: Ranks
    parts: float = 1.0
    depth: int = 0
    cut_before: int = 0
    cut: Cut | None = None
    sides: list[_Piece] = field(default_factory=list)

    def uncut(self) -> Iterator[_Piece]:
        """The pieces that are left, from left to right."""
        if not self.sides:
            yield self
        for side in self.sides:
            yield from side.uncut()


def find_leaves(boxes: RankBoxes, shift: int, progress: Progress) -> Leaves:
    """Cut the boxes into leaves by their centres, which are ranks shortened by ``shift`` bits.

    ``progress`` advances by the boxes. Raises Cancelled.
    """
    n, m = boxes.n_records, boxes.n_attributes
    n_bounds = m if boxes.low is not boxes.high and boxes.low.min() == WILDCARD_LOW else 0
    if not n_bounds and n > PIECE:
        leaves = leaves_by_sample(boxes, shift, progress)
        if leaves is not None:
            return leaves
    centres, rows = np.empty((m, n), np.uint16), np.arange(n, dtype=np.int32)
    run_chunks(
        lambda start, stop: find_centres(boxes.low, boxes.high, rows, shift, centres, start, stop),
        n,
        PIECE,
        Share(progress, n // 4, n),
    )
    cell = np.full(n_bounds, WILDCARD_LOW, np.int32), np.full(n_bounds, WILDCARD_HIGH, np.int32)
    whole = _Piece(rows, *cell, parts=1.0 if m > FEW_ATTRIBUTES else MOST_PARTS)
    if n_bounds and m <= FEW_ATTRIBUTES:
        _cut_by_presence(whole, centres)
    _cut_to_pieces(whole, centres, shift, progress)
    pieces = list(whole.uncut())
    found: list[Leaves] = [None] * len(pieces)  # type: ignore[list-item]

    def cut(first: int, last: int) -> None:
        for k in range(first, last):
            p = pieces[k]
            begin_of, depth = np.array([0, p.rows.size]), np.array([p.depth], np.int32)
            near, before = np.take(centres, p.rows, axis=1), np.array([p.cut_before], np.int32)
            found[k], _, _ = cut_into_leaves(
                p.rows, near, begin_of, depth, before, False, shift, p.parts, p.cell_low, p.cell_high
            )

    run_chunks(cut, len(pieces), 1, Share(progress, n - n // 4, len(pieces)))
    return found[0] if whole.cut is None else _joined(whole, found)


def _cut_to_pieces(whole: _Piece, centres: Centres, shift: int, progress: Progress) -> None:
    large = [piece for piece in whole.uncut() if piece.rows.size > 2 * PIECE]
    while large:

        def cut(first: int, last: int, large: list[_Piece] = large) -> None:
            for piece in large[first:last]:
                _cut_piece(piece, centres, shift)

        run_chunks(cut, len(large), 1, Share(progress, 0, len(large)))
        large = [side for piece in large for side in piece.sides if side.rows.size > 2 * PIECE]


def _cut_by_presence(whole: _Piece, centres: Centres) -> None:
    """Bring records that lack the same attributes together, before any other cut."""
    for j in range(centres.shape[0]):
        for piece in list(whole.uncut()):
            wild = centres[j, piece.rows] == WILD
            n_wild = int(np.count_nonzero(wild))
            if 0 < n_wild < wild.size:
                cut = Cut(j, WILD + 1, n_wild, wild.size - n_wild, 0)
                _part(piece, piece.rows[wild], piece.rows[~wild], cut, 0)


def _cut_piece(piece: _Piece, centres: Centres, shift: int) -> None:
    left, right, cut = cut_in_two(piece.rows, centres, piece.parts)
    _part(piece, left, right, cut, shift)


def _part(piece: _Piece, left: Ranks, right: Ranks, cut: Cut, shift: int) -> None:
    left_high, right_low = piece.cell_high, piece.cell_low
    if cut.n_both:
        rank = first_rank_of(cut.boundary, shift)
        left_high, right_low = left_high.copy(), right_low.copy()
        left_high[cut.attribute] = min(left_high[cut.attribute], rank - 1)
        right_low[cut.attribute] = max(right_low[cut.attribute], rank)
    parts, depth = piece.parts * (piece.rows.size + cut.n_both) / piece.rows.size, piece.depth + 1
    piece.cut = cut
    piece.sides = [
        _Piece(left, piece.cell_low, left_high, parts, depth, piece.cut_before),
        _Piece(right, right_low, piece.cell_high, parts, depth, piece.depth),
    ]
    piece.rows = piece.rows[:0]


def _joined(whole: _Piece, found: list[Leaves]) -> Leaves:
    """The leaves of all pieces one after the other, below the cuts between the pieces."""
    n_leaves = np.cumsum([0] + [leaves.cut_before.size for leaves in found])
    n_cuts = np.cumsum([len(found) - 1] + [leaves.cuts.attribute.size for leaves in found])
    n_rows = np.cumsum([0] + [leaves.rows.size for leaves in found])
    top = _numbered(
        whole,
        [int(n_cuts[k]) if leaves.cuts.attribute.size else ~int(n_leaves[k]) for k, leaves in enumerate(found)],
    )
    below = [
        np.where(leaves.cuts.children < 0, leaves.cuts.children - n_leaves[k], leaves.cuts.children + n_cuts[k])
        for k, leaves in enumerate(found)
    ]
    return Leaves(
        rows=np.concatenate([leaves.rows for leaves in found]),
        start=np.concatenate([leaves.start[:-1] + n_rows[k] for k, leaves in enumerate(found)] + [n_rows[-1:]]),
        cut_before=np.concatenate([leaves.cut_before for leaves in found]),
        cell_low=np.concatenate([leaves.cell_low for leaves in found]),
        cell_high=np.concatenate([leaves.cell_high for leaves in found]),
        cuts=Cuts(
            np.concatenate([top.attribute] + [leaves.cuts.attribute for leaves in found]),
            np.concatenate([top.boundary] + [leaves.cuts.boundary for leaves in found]),
            np.concatenate([top.children, *below]).astype(np.int32),
        ),
    )


def _numbered(whole: _Piece, number_of: list[int]) -> Cuts:
    """The cuts between the pieces, of which piece k is the child ``number_of[k]``."""
    n_cuts = len(number_of) - 1
    top = Cuts(np.empty(n_cuts, np.int32), np.empty(n_cuts, np.int32), np.empty((n_cuts, 2), np.int32))
    next_cut, next_piece = 0, 0

    def number(piece: _Piece) -> int:
        nonlocal next_cut, next_piece
        if piece.cut is None:
            k, next_piece = next_piece, next_piece + 1
            return number_of[k]
        k, next_cut = next_cut, next_cut + 1
        top.attribute[k], top.boundary[k] = piece.cut.attribute, piece.cut.boundary
        top.children[k] = [number(side) for side in piece.sides]
        return k

    number(whole)
    return top
