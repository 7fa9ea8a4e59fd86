"""How much room each block of a tree has: ranks around it at which no record outside of it lies.

A search that has seen a block whole is done with a query if all that is within its best distance lies in that room.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from permdesk.compute.arrays import Ranks, Rows
from permdesk.compute.coarse_ranks import BEYOND, Coarse, Steps, coarse
from permdesk.compute.few_attributes import searches_in_batches
from permdesk.compute.gaps import last_rank
from permdesk.compute.lanes import borrowing_kernel, inlined_kernel, inner_kernel
from permdesk.compute.tree_cuts import Cuts

# Beyond every rank, a wildcard's too, by more than a distance.
NOWHERE = 1 << 30


class Rooms(NamedTuple):
    """Every record outside block b is in some attribute j below ``low[b, j]`` or above ``high[b, j]`` (n_blocks, m).

    The root has room for everything. A block that no cut parts from all others has none: its ``low`` is above its
    ``high``. ``coarse_low`` and ``coarse_high`` (n_nodes, m) are those of the nodes in coarse ranks, from the first to
    the last that nothing outside has; (0, m) where queries do not go together. ``parent`` (n_blocks,) is the block
    above, -1 for the root.
    """

    low: Ranks
    high: Ranks
    coarse_low: Coarse
    coarse_high: Coarse
    parent: Ranks


class _Sets(NamedTuple):
    """What lies below each cut: the bounds (n_cuts, m) of all records, and the first and the last of the leaves."""

    low: Ranks
    high: Ranks
    first: Ranks
    last: Ranks


def empty_rooms(first_child: Rows, n_children: Rows, n_leaves: int, m: int) -> Rooms:
    """The rooms of all blocks, still to be found, and the block above each of ``n_leaves`` and of the nodes."""
    n_blocks = n_leaves + first_child.size
    # Children are numbered in the order of their nodes.
    parent = np.append(np.repeat(np.arange(n_leaves, n_blocks, dtype=np.int32), n_children), np.int32(-1))
    low, high = np.empty((2, n_blocks, m), np.int32)
    coarse_low, coarse_high = np.empty((2, first_child.size if searches_in_batches(m) else 0, m), np.uint16)
    return Rooms(low, high, coarse_low, coarse_high, parent)


def fill_rooms(rooms: Rooms, cuts: Cuts, first_child: Rows, block_low: Ranks, block_high: Ranks, steps: Steps) -> None:
    """Find the rooms of all blocks, of whose records ``block_low`` and ``block_high`` (n_blocks, m) are the bounds.
    ``steps`` are those of the coarse ranks."""
    n_cuts, m = cuts.attribute.size, block_low.shape[1]
    low, high, room_low, room_high = np.empty((4, n_cuts, m), np.int32)
    below = _Sets(low, high, *np.empty((2, n_cuts), np.int32))
    _fill_rooms(rooms, cuts, first_child, block_low, block_high, below, room_low, room_high)
    _fill_coarse(rooms, steps)


@borrowing_kernel
def _fill_rooms(
    rooms: Rooms,
    cuts: Cuts,
    first_child: Rows,
    block_low: Ranks,
    block_high: Ranks,
    below: _Sets,
    room_low: Ranks,
    room_high: Ranks,
) -> None:
    n_cuts, n_leaves = cuts.attribute.size, rooms.parent.size - first_child.size
    m = block_low.shape[1]
    if n_cuts:
        room_low[0], room_high[0] = -NOWHERE, NOWHERE
        rooms.low[n_leaves:], rooms.high[n_leaves:] = NOWHERE, -NOWHERE
    else:
        rooms.low[:], rooms.high[:] = -NOWHERE, NOWHERE
    # What is below a cut has a larger number.
    for cut in range(n_cuts - 1, -1, -1):
        left, right = cuts.children[cut, 0], cuts.children[cut, 1]
        below.first[cut] = below.first[left] if left >= 0 else ~left
        below.last[cut] = below.last[right] if right >= 0 else ~right
        for j in range(m):
            below.low[cut, j] = min(_bound(below.low, block_low, left, j), _bound(below.low, block_low, right, j))
            below.high[cut, j] = max(_bound(below.high, block_high, left, j), _bound(below.high, block_high, right, j))
    for cut in range(n_cuts):
        left, right = cuts.children[cut, 0], cuts.children[cut, 1]
        j = int(np.int64(cuts.attribute[cut]))
        above_left = _bound(below.low, block_low, right, j) - 1
        below_right = _bound(below.high, block_high, left, j) + 1
        for child in (left, right):
            low, high = (room_low, room_high) if child >= 0 else (rooms.low, rooms.high)
            at = child if child >= 0 else ~child
            for k in range(m):
                low[at, k], high[at, k] = room_low[cut, k], room_high[cut, k]
            if child == left:
                high[at, j] = min(high[at, j], above_left)
            else:
                low[at, j] = max(low[at, j], below_right)
    for block in range(n_leaves, rooms.parent.size):
        first, after = block, block + 1
        while first >= n_leaves:
            # The nodes of a level are side by side, and so are all their children.
            first, after = first_child[first - n_leaves], _first_child_after(first_child, after, n_leaves)
        last = after - 1
        cut = 0 if n_cuts else -1
        while cut >= 0 and (below.first[cut] != first or below.last[cut] != last):
            left, right = cuts.children[cut, 0], cuts.children[cut, 1]
            if left >= 0 and last <= below.last[left]:
                cut = left
            elif right >= 0 and first >= below.first[right]:
                cut = right
            else:
                cut = -1
        if cut >= 0:
            for k in range(m):
                rooms.low[block, k], rooms.high[block, k] = room_low[cut, k], room_high[cut, k]


@borrowing_kernel
def _fill_coarse(rooms: Rooms, steps: Steps) -> None:
    n_nodes = rooms.coarse_low.shape[0]
    for node in range(n_nodes):
        block = rooms.parent.size - n_nodes + node
        for j in range(rooms.coarse_low.shape[1]):
            low, high = rooms.low[block, j], rooms.high[block, j]
            begin = 0 if low == -NOWHERE else coarse(low - 1, steps, j) + 1
            end = int(BEYOND) if high == NOWHERE else coarse(high + 1, steps, j) - 1
            if begin > BEYOND or end < 0:
                # What is outside has no rank there.
                begin, end = int(BEYOND), 0
            rooms.coarse_low[node, j], rooms.coarse_high[node, j] = begin, end


@inner_kernel
def _first_child_after(first_child: Rows, block: int, n_leaves: int) -> int:
    node = block - n_leaves
    return int(first_child[node]) if node < first_child.size else n_leaves + first_child.size - 1


@inner_kernel
def _bound(of_cuts: Ranks, of_leaves: Ranks, child: int, attribute: int) -> int:
    return int(of_cuts[child, attribute] if child >= 0 else of_leaves[~child, attribute])


@inlined_kernel
def has_room(rooms: Rooms, block: int, low: Ranks, high: Ranks, best: int) -> bool:
    """Whether every record outside a block is further than ``best`` from a query from ``low`` to ``high`` (m,)."""
    has_all = True
    for j in range(np.uint64(low.size)):
        last = last_rank(low[j], high[j])
        has_all &= (low[j] - best >= rooms.low[block, j]) & (last + best <= rooms.high[block, j])
    return has_all


@inlined_kernel
def has_coarse_room(rooms: Rooms, node: int, low: Coarse, high: Coarse, limit: np.uint16) -> bool:
    """Whether every record outside a node is further than a limit, in coarse ranks, from a query from ``low`` to
    ``high`` (m,). Where it says so, ``has_room`` does, too."""
    has_all, reach = True, np.int32(limit)
    for j in range(np.uint64(low.size)):
        begin, end = np.int32(low[j]), np.int32(high[j])
        begin = max(begin - reach, min(begin, np.int32(1)))
        end = min(end + reach, np.int32(BEYOND))
        has_all &= (begin >= rooms.coarse_low[node, j]) & (end <= rooms.coarse_high[node, j])
    return has_all
