"""Asks the memory for what is read of a tree some steps later."""

from __future__ import annotations

from permdesk.compute.box_tree import BoxTree
from permdesk.compute.coarse_ranks import LINE
from permdesk.compute.lanes import WIDTH, fetch_soon, inlined_kernel


@inlined_kernel
def fetch_node_soon(tree: BoxTree, block: int) -> None:
    """Ask the memory for the bands of a node's blocks."""
    node, size = block - tree.n_leaves, tree.low.shape[1] * WIDTH
    for place in range(node * size, (node + 1) * size, LINE // tree.node_low.itemsize):
        fetch_soon(tree.node_low, place)
        fetch_soon(tree.node_high, place)


@inlined_kernel
def fetch_home_soon(tree: BoxTree, leaf: int) -> None:
    """Ask the memory for the bands of a leaf's records and for its room."""
    m = tree.low.shape[1]
    for place in range(leaf * m * WIDTH, (leaf + 1) * m * WIDTH, LINE // tree.leaf_low.itemsize):
        fetch_soon(tree.leaf_low, place)
        if tree.leaf_high.size:
            fetch_soon(tree.leaf_high, place)
    fetch_soon(tree.rooms.coarse_low, leaf * m)
    fetch_soon(tree.rooms.coarse_high, leaf * m)


@inlined_kernel
def fetch_record_soon(tree: BoxTree, record: int) -> None:
    """Ask the memory for a record, and for the share of the ranks that its wildcards have."""
    m = tree.low.shape[1]
    # Ranks may lie across two lines of the cache.
    fetch_soon(tree.low, record * m)
    fetch_soon(tree.low, record * m + m - 1)
    if not tree.have_one_rank:
        fetch_soon(tree.high, record * m)
        fetch_soon(tree.high, record * m + m - 1)
    fetch_soon(tree.weight, record)
    fetch_soon(tree.first_row, record)
    if tree.cell_low.size:
        fetch_soon(tree.cell_low, record // WIDTH * m)
        fetch_soon(tree.cell_high, record // WIDTH * m)
