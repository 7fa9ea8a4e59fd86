"""Figures of releases and of sweeps as CSV: comma, decimal point, unrounded."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from permdesk.audit.release_figures import Figure, ReleaseFigures
from permdesk.audit.sweep import Sweep
from permdesk.data.writing import safe_cell

COLUMNS = tuple(figure.value.replace("-", "_") for figure in Figure)


def comparison_csv(lines: Sequence[ReleaseFigures]) -> bytes:
    """One line a release: release, n_records, every figure, policy; empty where a figure is not known."""
    rows = [[safe_cell(line.name), line.n_records, *_figures(line)] for line in lines]
    return _csv(["release", "n_records", *COLUMNS, "policy"], rows)


def sweep_csv(sweep: Sweep) -> bytes:
    """One line a release: strength, replicate from 1, every figure, policy."""
    rows = [
        [repr(point.strength), replicate, *_figures(line)]
        for point in sweep.points
        for replicate, line in enumerate(point.releases, 1)
    ]
    return _csv(["strength", "replicate", *COLUMNS, "policy"], rows)


def _figures(line: ReleaseFigures) -> list[str]:
    values = [line.value(figure) for figure in Figure]
    return [*("" if value is None else repr(float(value)) for value in values), line.outcome.value]


def _csv(header: list[str], rows: Sequence[Sequence[object]]) -> bytes:
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return written.getvalue().encode("utf-8")
