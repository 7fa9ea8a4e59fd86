"""Microaggregation: values are replaced by the mean of a group of at least k similar ones."""

from __future__ import annotations

from functools import partial

import numpy as np

from permdesk.compute.arrays import Floats, Rows
from permdesk.compute.parallel import run_chunks
from permdesk.compute.progress import Progress
from permdesk.compute.unstoppable import wait_for

BLOCK = 3_000
STEPS = 2_000_000
"""Values of records that the kernel passes over, some eight times, before a stop is heard."""
STAGE = "microaggregation"


def aggregate_attributes(values: Floats, k: int, progress: Progress) -> Floats:
    """Sort each attribute of ``values`` (n, m) on its own and replace k neighbours at a time by their mean.

    Source: Defays and Nanopoulos (1993), fixed group size; the last group takes what is left, k to 2k - 1 values.
    Missing values stay missing. Raises Cancelled.
    """
    masked = values.copy()
    for j in range(values.shape[1]):
        progress.check()
        present = np.flatnonzero(~np.isnan(values[:, j]))
        if not present.size:
            continue
        order = present[np.argsort(values[present, j], kind="stable")]
        starts = np.arange(max(order.size // k, 1)) * k
        sizes = np.diff(np.r_[starts, order.size])
        ordered = values[order, j]
        # Relative to a value of the group: means of large numbers would lose their last digits.
        base = np.repeat(ordered[starts], sizes)
        means = np.add.reduceat(ordered - base, starts) / sizes
        masked[order, j] = base + np.repeat(means, sizes)
    return masked


def aggregate_records(values: Floats, k: int, progress: Progress) -> Floats:
    """Replace groups of at least k similar records by their centroid (MDAV), similar in standardized values (n, m).

    Source: Domingo-Ferrer and Mateo-Sanz (2002), Domingo-Ferrer and Torra (2005). MDAV takes time that grows with n
    squared times m / k: files of more than ``BLOCK`` records are cut into blocks along their first principal component,
    n BLOCK m / k in all. A missing value counts as the mean, is in no centroid and stays missing. Raises Cancelled.
    """
    points = _standardized(values, progress)
    group = np.empty(len(values), np.int64)
    blocks = _blocks(points, k, progress)

    def work(start: int, stop: int) -> None:
        for block in blocks[start:stop]:
            group[block] = mdav_groups(points[block], k, progress)

    with progress.interlude(STAGE):
        progress.begin(STAGE, len(blocks))
        run_chunks(work, len(blocks), 1, progress)
    n_groups = 0
    for block in blocks:
        group[block] += n_groups
        n_groups = int(group[block].max()) + 1
    return _centroids(values, group, progress)


def mdav_groups(points: Floats, k: int, progress: Progress) -> Rows:
    """The number of the group (n,) of each of ``points`` (n, m), from 0 in the order in which groups of k to 2k - 1 are
    made: the records around the one farthest from the centroid, then those around the one farthest from that. Equally
    far ones count in file order. Takes time that grows with n squared times m / k. Raises Cancelled."""
    columns, rows = np.array(points.T, order="C"), np.arange(len(points))
    group = np.zeros(len(points), np.int64)
    n_left, n_groups = len(points), 0
    while n_left:
        progress.check()
        most_rounds = max(1, STEPS // (n_left * max(len(columns), 1)))
        rounds = partial(_make_groups, columns, rows, n_left, k, n_groups, group, most_rounds)
        n_left, n_groups = wait_for(rounds, progress)
    return group


def _make_groups(
    columns: Floats, rows: Rows, n_left: int, k: int, n_groups: int, group: Rows, most_rounds: int
) -> tuple[int, int]:
    """The kernel's answer. The first one waits for the compiler, which takes seconds and cannot be asked to stop."""
    from permdesk.masking.mdav_kernel import make_groups  # here, as the compiler takes half a second to load

    found: tuple[int, int] = make_groups(columns, rows, n_left, k, n_groups, group, most_rounds)
    return found


def _centroids(values: Floats, group: Rows, progress: Progress) -> Floats:
    """The mean of the present values of each group, in their places."""
    masked = np.empty_like(values)
    for j in range(values.shape[1]):
        progress.check()
        is_present = ~np.isnan(values[:, j])
        sums = np.bincount(group, np.where(is_present, values[:, j], 0.0))
        counts = np.bincount(group, is_present)
        masked[:, j] = np.where(is_present, (sums / np.maximum(counts, 1))[group], np.nan)
    return masked


def _standardized(values: Floats, progress: Progress) -> Floats:
    present = ~np.isnan(values)
    counts = np.maximum(present.sum(axis=0), 1)
    progress.check()
    means = np.where(present, values, 0.0).sum(axis=0) / counts
    progress.check()
    steps = np.where(present, values - means, 0.0)
    progress.check()
    deviations = np.sqrt((steps**2).sum(axis=0) / counts)
    progress.check()
    points: Floats = np.divide(steps, deviations, out=np.zeros_like(steps), where=deviations > 0)
    return points


def _blocks(points: Floats, k: int, progress: Progress) -> list[Rows]:
    """Rows in blocks of about ``BLOCK`` and at least k neighbours along the first principal component."""
    n = len(points)
    if n <= BLOCK:
        return [np.arange(n)]
    _, axes = np.linalg.eigh(points.T @ points)
    progress.check()
    order = np.argsort(points @ axes[:, -1], kind="stable")
    progress.check()
    return [np.sort(block) for block in np.array_split(order, max(n // max(BLOCK, 2 * k), 1))]
