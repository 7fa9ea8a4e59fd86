"""Samples of sets, and pieces that all records are brought to."""

from __future__ import annotations

import numpy as np

from permdesk.compute.best_cut import LEAF
from permdesk.compute.progress import Progress
from permdesk.compute.sampled_cuts import SAMPLED, filled, sample_of
from permdesk.compute.tree_cuts import cut_into_leaves
from tests.compute.boxes_to_search import random_boxes
from tests.compute.test_tree_cuts import centres_of, whole


def test_that_a_sample_has_one_record_of_each_few_of_a_set():
    sets = whole(100, 1, with_cells=False)
    sets = sets._replace(rows=sets.rows[::-1].copy(), start=np.array([0, 3, 4, 100]))
    sample = sample_of(sets)
    sizes = np.diff(sample.start)
    assert sizes.tolist() == [1, 1, 96 // SAMPLED]
    assert sample.rows[0] in sets.rows[:3]
    assert sample.rows[1] == sets.rows[3]
    np.testing.assert_array_equal((95 - sample.rows[2:]) // SAMPLED, np.arange(96 // SAMPLED))
    np.testing.assert_array_equal(sample_of(sets).rows, sample.rows)


def test_that_pieces_know_how_many_parts_there_are_though_the_sample_had_fewer():
    n = 2_000
    boxes = random_boxes(np.random.default_rng(1), n, 6, n, "permutation", 0.3)
    complete = random_boxes(np.random.default_rng(2), n, 6, n, "permutation")
    sets = whole(n, 6, with_cells=True)
    pieces, cuts, _ = cut_into_leaves(sets, centres_of(complete), np.zeros(6, np.int64), 4 * LEAF, 2, 0)
    found = filled(pieces, sets, boxes, cuts, 0, Progress())
    assert (pieces.parts == 1.0).all()
    assert (found.parts > 1.5).all()
    assert np.isclose((np.diff(found.start) / found.parts).sum(), n)
