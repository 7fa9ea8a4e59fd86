"""A tree of boxes for the vector unit: up to 32 records make a leaf, up to 32 leaves a node, and so on up to one.

Leaves and nodes are both called blocks and numbered together, leaves first, the root last. Of a block's boxes, those of
records or of the blocks below, the bands of 32 stand side by side (``band_places``).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from permdesk.compute.arrays import Ranks, Rows
from permdesk.compute.bands import BandArray, Bands
from permdesk.compute.coarse_ranks import Steps
from permdesk.compute.lanes import inlined_kernel
from permdesk.compute.tie_bits import TieBits
from permdesk.compute.tree_cuts import Cuts
from permdesk.compute.tree_rooms import Rooms


class BoxTree(NamedTuple):
    """The tree, as kernels take it.

    ``leaf_low`` and ``leaf_high`` hold the bands of the leaves' records. ``leaf_high`` is empty where these lie in one
    band in each attribute: ``leaf_low`` is that band then, or 0 of what has more than one, as wildcards have, and is
    near everything that may open its leaf. ``node_low`` and ``node_high`` are the bands of the nodes' blocks, of what
    something that counts must be near: ``near_low`` to ``near_high`` (n_blocks, m), if queries look as far as the
    ``reach`` (``tree_shares``). Where there are no parts, these are all ranks of a block, and the reach is 0.
    Bit k of ``in_use[b]`` says that block b has a box k; other places have the bands of one that it has. Box k of a
    leaf is record 32 b + k, that of a node is block ``first_child[b - n_leaves] + k``. ``tie_bits`` are there where
    records have many ties.
    ``low``, ``high`` (32 n_leaves, m), ``weight`` and ``first_row`` are the records. Where none has more than one rank
    in an attribute, ``high`` is ``low``, even of wildcards; ``weight`` is empty where each record is that of one row.
    ``cell_low`` and ``cell_high`` (n_leaves, m) are a leaf's share of the ranks, of which its wildcards are parts
    (``tree_cuts``); (n_leaves, 0) where there are none. ``block_low`` and so on are the same of all records of a block,
    wildcards by their shares. ``inner_low`` is the largest low and ``inner_high`` the smallest high rank in a block:
    what lies within them lies near every box of it. Blocks with parts have none, since parts are not counted together.
    """

    leaf_low: BandArray
    leaf_high: BandArray
    node_low: BandArray
    node_high: BandArray
    in_use: NDArray[np.uint32]
    first_child: Rows
    low: Ranks
    high: Ranks
    weight: Ranks
    first_row: Ranks
    cell_low: Ranks
    cell_high: Ranks
    block_low: Ranks
    block_high: Ranks
    inner_low: Ranks
    inner_high: Ranks
    block_weight: Rows
    block_first_row: Rows
    near_low: Ranks
    near_high: Ranks
    reach: int
    rooms: Rooms
    cuts: Cuts
    tie_bits: TieBits
    steps: Steps
    bands: Bands
    have_one_rank: bool
    n_leaves: int
    height: int
    n_records: int


@inlined_kernel
def weight_of(tree: BoxTree, record: int) -> int:
    """Of how many rows a record is."""
    return int(np.int64(tree.weight[record])) if tree.weight.size else 1
