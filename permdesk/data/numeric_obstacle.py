"""Why an attribute that looks numeric cannot be audited as one: which cells, and what to do about them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from permdesk.data.column_report import ColumnReport
from permdesk.data.numbers import Reading, matches, number_pattern
from permdesk.data.problem import MOST_CELLS, Cell, Problem, Severity
from permdesk.data.wording import listed
from permdesk.translation import tr

# A number under the other decimal mark, or with marks between its thousands.
THOUSANDS = r"[+-]?[0-9]{1,3}(?:[.,' \x{a0}\x{2009}\x{202f}’][0-9]{3})+(?:[.,][0-9]+)?"
FOREIGN = rf"^\x{{2212}}?(?:{number_pattern('.')}|{number_pattern(',')}|{THOUSANDS})$"


@dataclass(frozen=True, slots=True)
class Obstacle:
    """The cells of both files, X first, that are no numbers. ``is_mostly_numeric``: an obstacle, not another level."""

    what: str
    remedy: str
    cells: tuple[Cell, ...]
    n_cells: int
    is_mostly_numeric: bool

    def problem(self, name: str, severity: Severity) -> Problem:
        return Problem(self.what, name, self.remedy, severity, self.cells, self.n_cells)


def numeric_obstacle(x: ColumnReport, y: ColumnReport) -> Obstacle | None:
    """What keeps an attribute from being numeric; None if every present cell of both files is a number or a range."""
    n = x.n_not_numeric + y.n_not_numeric
    if not n:
        return None
    n_present = x.n_present + y.n_present
    cells = (x.first_cells(x.is_not_numeric) + y.first_cells(y.is_not_numeric))[:MOST_CELLS]
    examples = listed(list(dict.fromkeys(cell.text.strip() for cell in cells))[:3])
    figures = {"n": n, "total": n_present, "n_x": x.n_not_numeric, "n_y": y.n_not_numeric, "examples": examples}
    if n == x.n_infinite + y.n_infinite:
        what = tr(
            "Values are numbers, but {n} of {total} cells are infinite (original: {n_x}, release: {n_y}),"
            " such as {examples}.", **figures,
        )  # fmt: skip
        return Obstacle(what, tr("Mend these cells, or add them to the missing codes."), cells, n, True)
    if n == _n_foreign(x) + _n_foreign(y):
        what = tr(
            "Values look like numbers with another decimal mark or with thousands marks in {n} of {total} cells"
            " (original: {n_x}, release: {n_y}), such as {examples}.", **figures,
        )  # fmt: skip
        remedy = tr("Choose the decimal mark of the file, or take the thousands marks out of it.")
        return Obstacle(what, remedy, cells, n, True)
    what = tr(
        "Values are numbers, except for {n} of {total} cells (original: {n_x}, release: {n_y}), such as {examples}.",
        **figures,
    )
    remedy = tr("Mend these cells, add them to the missing codes, or choose another level.")
    return Obstacle(what, remedy, cells, n, n < n_present / 2)


def _n_foreign(report: ColumnReport) -> int:
    places = np.flatnonzero(report.is_not_numeric & (report.numbers.readings == Reading.TEXT))
    texts = report.trimmed.arrow.take(pa.array(places))
    return int(report.n_cells[places[matches(texts, FOREIGN)]].sum())
