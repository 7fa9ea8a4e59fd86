"""Asks the memory for what is read of a tree some steps later."""

from __future__ import annotations

import numpy as np

from permdesk.compute.band_places import block_size
from permdesk.compute.box_tree import BoxTree
from permdesk.compute.coarse_ranks import LINE
from permdesk.compute.lanes import WIDTH, fetch_row_soon, fetch_soon, inlined_kernel, n_bits


@inlined_kernel
def fetch_node_soon(tree: BoxTree, block: int) -> None:
    """Ask the memory for the bands of a node's blocks."""
    node, size = block - tree.n_leaves, block_size(tree.node_low, tree.low.shape[1])
    for place in range(node * size, (node + 1) * size, LINE // tree.node_low.itemsize):
        fetch_soon(tree.node_low, place)
        fetch_soon(tree.node_high, place)


@inlined_kernel
def fetch_leaf_soon(tree: BoxTree, leaf: int) -> None:
    """Ask the memory for the bands of a leaf's records."""
    _fetch_leaves_soon(tree, leaf, leaf + 1)


@inlined_kernel
def fetch_leaves_soon(tree: BoxTree, node: int) -> None:
    """Ask the memory for the bands of the records of all leaves of a node."""
    first = int(np.int64(tree.first_child[node - tree.n_leaves]))
    _fetch_leaves_soon(tree, first, first + n_bits(tree.in_use[node]))


@inlined_kernel
def _fetch_leaves_soon(tree: BoxTree, first: int, after: int) -> None:
    size = block_size(tree.leaf_low, tree.low.shape[1])
    for place in range(first * size, after * size, LINE // tree.leaf_low.itemsize):
        fetch_soon(tree.leaf_low, place)
        if tree.leaf_high.size:
            fetch_soon(tree.leaf_high, place)


@inlined_kernel
def fetch_record_soon(tree: BoxTree, record: int) -> None:
    """Ask the memory for a record, and for the share of the ranks that its wildcards have."""
    fetch_row_soon(tree.low, record)
    if not tree.have_one_rank:
        fetch_row_soon(tree.high, record)
    if tree.weight.size:
        fetch_soon(tree.weight, record)
    fetch_soon(tree.first_row, record)
    if tree.cell_low.size:
        place = record // WIDTH * tree.cell_low.shape[1]
        fetch_soon(tree.cell_low, place)
        fetch_soon(tree.cell_high, place)
