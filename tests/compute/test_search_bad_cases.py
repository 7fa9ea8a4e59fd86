"""Bad cases of the search: right, and bounded by the blocks that are opened, which no load of a machine changes."""

from __future__ import annotations

import numpy as np
import pytest

from permdesk.compute.asked import Asked
from permdesk.compute.boxes import stack_boxes
from permdesk.compute.closest import closest_ranks
from permdesk.compute.distinct_boxes import distinct_boxes
from permdesk.compute.few_attributes import searches_in_batches
from permdesk.compute.progress import Cancelled, Progress
from permdesk.compute.query_batch import new_batch
from permdesk.compute.query_order import query_order
from permdesk.compute.ranks import record_ranks, value_classes
from permdesk.compute.search import nearest_by_comparison
from permdesk.compute.tree_batches import search_batches
from permdesk.compute.tree_kernel import new_scratch, search_tree
from permdesk.compute.tree_search import boxes_as_kernels_take, nearest_in_tree, tree_over
from tests.compute.bad_cases import all_equal, binary, one_released, one_reversed, sixty_attributes, two_clusters
from tests.compute.boxes_to_search import random_boxes
from tests.stopping import StopsAfter

N = 20_000


def ranked(original, anonymized):
    classes = [value_classes(column, column) for column in anonymized.T]
    queries = [closest_ranks(c, column, column) for c, column in zip(classes, original.T, strict=True)]
    return stack_boxes(queries), stack_boxes([record_ranks(c) for c in classes])


def effort(queries, target):
    """Blocks opened and records compared for each query on average, and the number of blocks."""
    tree = tree_over(target, Progress())
    asked = distinct_boxes(boxes_as_kernels_take(queries), Progress()).boxes
    n = asked.n_records
    order, home = query_order(asked, tree.cuts, tree.steps.shift, tree.n_leaves, Progress())
    bound = np.full(n, tree.n_records, np.int32)
    answers = np.empty(n, np.int32), np.empty(n, np.int64), np.empty(n, np.int64)
    in_batches = searches_in_batches(queries.n_attributes)
    for_kernels = Asked(asked.low, asked.high, bound, *answers, asked.low is asked.high)
    room = new_batch(tree, for_kernels, n) if in_batches else new_scratch(tree)
    search = search_batches if in_batches else search_tree
    leaves, nodes, compared = search(tree, for_kernels, order, home, 0, n, room)
    return (leaves + nodes) / n, compared / n, tree.in_use.size


# Measured: 1, 6, 6, 0 (counted at once) and 28 of up to 989 blocks.
@pytest.mark.parametrize(
    ("case", "most"),
    [(all_equal, 2), (two_clusters, 15), (one_reversed, 15), (one_released, 1), (binary, 35)],
)
def test_that_bad_cases_open_few_blocks_for_each_query(case, most):
    opened, *_ = effort(*ranked(*case(N)))
    assert opened <= most


def test_that_records_that_are_unchanged_open_their_own_leaf_only_whatever_they_lack():
    unchanged = random_boxes(np.random.default_rng(1), 4_000, 10, 4_000, "permutation", 0.2)
    opened, *_ = effort(unchanged, unchanged)
    assert opened <= 1


def test_that_what_one_leaf_has_tied_spares_the_records_of_leaves_that_are_listed_already():
    _, compared, _ = effort(*ranked(*binary(N)))
    assert compared <= 100


def test_that_sixty_attributes_open_no_block_twice():
    opened, _, n_blocks = effort(*ranked(*sixty_attributes(4_000)))
    assert opened <= n_blocks


@pytest.mark.parametrize("case", [all_equal, two_clusters, one_reversed, one_released, sixty_attributes, binary])
def test_that_bad_cases_are_answered_as_by_comparison_by_any_number_of_threads(case):
    queries, target = ranked(*case(3_000))
    some = queries.take(np.arange(0, 3_000, 15))
    right = nearest_by_comparison(some, target, Progress())
    for threads in (1, 2, 4):
        found = nearest_in_tree(some, tree_over(target, Progress()), None, Progress(), threads)
        for name in ("distance", "n_matches", "first_match"):
            np.testing.assert_array_equal(getattr(found, name), getattr(right, name))


@pytest.mark.parametrize("calls", [0, 1, 2])
def test_that_a_search_that_was_stopped_leaves_its_tree_as_it_was(calls):
    queries, target = ranked(*two_clusters(3_000))
    tree = tree_over(target, Progress())
    before = [np.copy(array) for array in tree if isinstance(array, np.ndarray)]
    with pytest.raises(Cancelled):
        nearest_in_tree(queries, tree, None, StopsAfter(calls), threads=1)
    after = [array for array in tree if isinstance(array, np.ndarray)]
    for one, same in zip(before, after, strict=True):
        np.testing.assert_array_equal(one, same)
