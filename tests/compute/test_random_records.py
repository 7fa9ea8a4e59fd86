"""Random records: all combinations weighted by definition, draws that follow them, and what stops them."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings

from permdesk.compute import random_records
from permdesk.compute.boxes import RankBoxes, stack_boxes
from permdesk.compute.closest import closest_ranks
from permdesk.compute.progress import Cancelled, Progress
from permdesk.compute.random_records import random_distances
from permdesk.compute.ranks import record_ranks, value_classes
from permdesk.compute.search import Nearest
from tests import naive
from tests.stopping import StopsAfter
from tests.strategies import two_files


def boxes_of(x, y):
    classes = [value_classes(column, column) for column in y.T]
    asked = [closest_ranks(c, column, column) for c, column in zip(classes, x.T, strict=True)]
    return stack_boxes(asked), stack_boxes([record_ranks(c) for c in classes])


def seeded(seed=1):
    return np.random.default_rng(seed)


@settings(max_examples=40)
@given(two_files(most=5))
def test_that_every_combination_counts_once_for_each_way_to_draw_it(pair):
    x, y = pair
    asked, found = naive.searched_in_anonymized(naive.file_of(x), naive.file_of(y))
    expected = naive.random_record_distances(asked, found, len(y))
    random = random_distances(*boxes_of(x, y), 10, seeded(), Progress())
    assert random.is_exhaustive
    drawn = len(x) ** sum(len(set(column_asked)) > 1 for column_asked in asked)
    assert random.n == random.weights.sum() == drawn
    assert (random.weights * len(x) ** x.shape[1] / drawn).tolist() == expected


def test_that_pieces_give_the_same_counts(monkeypatch):
    x, y = seeded(3).normal(size=(2, 9, 3))
    whole = random_distances(*boxes_of(x, y), 10, seeded(), Progress())
    monkeypatch.setattr(random_records, "RECORDS_AT_ONCE", 7)
    pieces = random_distances(*boxes_of(x, y), 10, seeded(), Progress())
    assert pieces.weights.tolist() == whole.weights.tolist()


def test_that_draws_follow_the_exhaustive_distribution(monkeypatch):
    x, y = seeded(4).normal(size=(2, 40, 3))
    every = random_distances(*boxes_of(x, y), 1, seeded(), Progress())
    monkeypatch.setattr(random_records, "MOST_COMBINATIONS", 100)
    drawn = random_distances(*boxes_of(x, y), 20_000, seeded(), Progress())
    assert (drawn.n, drawn.weights.sum(), drawn.is_exhaustive) == (20_000, 20_000, False)
    share = every.weights / every.n
    spread = np.sqrt(share * (1 - share) / 20_000)
    assert (abs(drawn.weights / drawn.n - share) <= 5 * spread + 1e-12).all()
    assert drawn.weights.tolist() == random_distances(*boxes_of(x, y), 20_000, seeded(), Progress()).weights.tolist()
    assert drawn.weights.tolist() != random_distances(*boxes_of(x, y), 20_000, seeded(2), Progress()).weights.tolist()


def test_that_each_attribute_is_drawn_on_its_own(monkeypatch):
    monkeypatch.setattr(random_records, "MOST_COMBINATIONS", 1)
    values = np.repeat(np.arange(50.0)[:, None], 2, axis=1)
    drawn = random_distances(*boxes_of(values, values), 3000, seeded(), Progress())
    # Rows drawn whole would all be at distance 0; independent ones are there once in fifty.
    assert drawn.weights[0] / drawn.n < 0.05


def test_that_the_number_of_combinations_does_not_overflow():
    x = seeded().normal(size=(4, 40))
    random = random_distances(*boxes_of(x, x), 100, seeded(), Progress())
    assert (random.is_exhaustive, random.n) == (False, 100)


def test_that_constant_attributes_beyond_number_leave_a_distribution():
    x = np.hstack([np.ones((50, 200)), np.repeat([[1.0], [2.0]], 25, axis=0)])
    random = random_distances(*boxes_of(x, x), 100, seeded(), Progress())
    assert (random.is_exhaustive, random.n, random.weights[0]) == (True, 50, 50)


@pytest.mark.parametrize("calls", [0, 1, 3])
def test_that_a_stop_is_heard(monkeypatch, calls):
    monkeypatch.setattr(random_records, "RECORDS_AT_ONCE", 10)
    x, y = seeded().normal(size=(2, 9, 3))
    with pytest.raises(Cancelled):
        random_distances(*boxes_of(x, y), 10, seeded(), StopsAfter(calls))


def test_that_a_stop_is_heard_between_attributes(monkeypatch):
    x = seeded(3).normal(size=(9, 5))
    seen = []
    monkeypatch.setattr(random_records, "nearest", lambda *arguments: pytest.fail("it went on"))
    unique = np.unique
    monkeypatch.setattr(np, "unique", lambda *a, **k: seen.append(1) or unique(*a, **k))
    with pytest.raises(Cancelled):
        random_distances(*boxes_of(x, x), 10, seeded(), StopsAfter(6))
    assert len(seen) == 3


def test_that_values_are_not_counted_beyond_those_that_make_too_many_combinations(monkeypatch):
    monkeypatch.setattr(random_records, "MOST_COMBINATIONS", 100)
    x, y = seeded(3).normal(size=(2, 60, 5))
    counted = []
    distinct = random_records._distinct
    monkeypatch.setattr(random_records, "_distinct", lambda *given: counted.append(given[1]) or distinct(*given))
    assert not random_distances(*boxes_of(x, y), 10, seeded(), Progress()).is_exhaustive
    assert counted == [0, 1]


def test_that_combinations_are_never_all_in_memory(monkeypatch):
    values = np.repeat(np.arange(1, 101, dtype=np.int32)[:, None], 3, axis=1)
    boxes = RankBoxes(values, values)
    sizes = []

    def answer(asked, *_):
        sizes.append(asked.n_records)
        zero = np.zeros(asked.n_records, np.int32)
        return Nearest(zero, zero.astype(np.int64), zero.astype(np.int64))

    monkeypatch.setattr(random_records, "nearest", answer)
    tracemalloc.start()
    try:
        random = random_distances(boxes, boxes, 10, seeded(), Progress())
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert (random.is_exhaustive, random.n, sum(sizes)) == (True, 10**6, 10**6)
    assert max(sizes) == random_records.RECORDS_AT_ONCE
    # Measured: 2 MB. The boxes of all combinations alone would be 24.
    assert peak < 8e6
