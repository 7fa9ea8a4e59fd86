"""Microaggregation: values are replaced by the mean of a group of at least k similar ones."""

from __future__ import annotations

import numpy as np

from permdesk.compute.arrays import Floats, Rows
from permdesk.compute.progress import Progress

BLOCK = 3_000


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
    squared: files of more than ``BLOCK`` records are cut into blocks along their first principal component. A missing
    value counts as the mean, is in no centroid and stays missing. Raises Cancelled.
    """
    points = _standardized(values)
    masked = values.copy()
    for block in _blocks(points, k):
        for group in mdav_groups(points[block], k, progress):
            rows = block[group]
            present = ~np.isnan(values[rows])
            counts = np.maximum(present.sum(axis=0), 1)
            means = np.where(present, values[rows], 0.0).sum(axis=0) / counts
            masked[rows] = np.where(present, means, np.nan)
    return masked


def mdav_groups(points: Floats, k: int, progress: Progress) -> list[Rows]:
    """Groups of k to 2k - 1 of ``points`` (n, m): the records around the one farthest from the centroid, then those
    around the one farthest from that. Equally far ones count in file order. Raises Cancelled."""
    rest = np.arange(len(points))
    groups = []
    while rest.size >= 3 * k:
        progress.check()
        farthest = rest[np.argmax(_squares(points[rest], points[rest].mean(axis=0)))]
        opposite = rest[np.argmax(_squares(points[rest], points[farthest]))]
        for centre in (farthest, opposite):
            group, rest = _nearest(points, rest, centre, k)
            groups.append(group)
    if rest.size >= 2 * k:
        farthest = rest[np.argmax(_squares(points[rest], points[rest].mean(axis=0)))]
        group, rest = _nearest(points, rest, farthest, k)
        groups.append(group)
    return [*groups, rest] if rest.size else groups


def _nearest(points: Floats, rest: Rows, centre: int, k: int) -> tuple[Rows, Rows]:
    """The ``k`` of ``rest`` nearest to a record, itself among them, and the others."""
    squares = _squares(points[rest], points[centre])
    squares[rest == centre] = -1  # it is its own, however many are equal to it
    order = np.argsort(squares, kind="stable")
    return rest[np.sort(order[:k])], rest[np.sort(order[k:])]


def _squares(points: Floats, centre: Floats) -> Floats:
    squares: Floats = ((points - centre) ** 2).sum(axis=1)
    return squares


def _standardized(values: Floats) -> Floats:
    present = ~np.isnan(values)
    counts = np.maximum(present.sum(axis=0), 1)
    means = np.where(present, values, 0.0).sum(axis=0) / counts
    steps = np.where(present, values - means, 0.0)
    deviations = np.sqrt((steps**2).sum(axis=0) / counts)
    points: Floats = np.divide(steps, deviations, out=np.zeros_like(steps), where=deviations > 0)
    return points


def _blocks(points: Floats, k: int) -> list[Rows]:
    """Rows in blocks of about ``BLOCK`` and at least k neighbours along the first principal component."""
    n = len(points)
    if n <= BLOCK:
        return [np.arange(n)]
    _, axes = np.linalg.eigh(points.T @ points)
    order = np.argsort(points @ axes[:, -1], kind="stable")
    return [np.sort(block) for block in np.array_split(order, max(n // max(BLOCK, 2 * k), 1))]
