"""A row of totals at the end of one file, which is no record but is read as one."""

from __future__ import annotations

import re

import numpy as np

from permdesk.data.column_report import ColumnReport
from permdesk.data.numbers import Reading
from permdesk.data.problem import MOST_CELLS, Cell, Problem, Severity
from permdesk.data.table import Table
from permdesk.translation import tr

FEWEST_ADDED = 3
WORD = re.compile(
    r"(?i)(grand |sub|overall )?totals?|sums?|all records|summen?|gesamt(summe)?|insgesamt|zusammen|total général"
    r"|totales|somme|ensemble|suma|totale|somma|totaal|som|ogółem|razem|celkem|yhteensä|summa|totalt|i alt"
)


def totals_record(original: Table, anonymized: Table) -> list[Problem]:
    """A WARNING about the last record of the file that has one more than the other, if a cell of it is such a word that
    no other record has, or the sum of all others of its column. Of columns not in memory nothing is known."""
    longer, shorter = sorted((original, anonymized), key=lambda table: -table.n_records)
    if longer.n_records != shorter.n_records + 1:
        return []
    totals = [report for report in longer.reports if _is_word(report) or _is_sum(report)]
    if not totals:
        return []
    n = longer.n_records
    what = tr(
        "The last record of the file, record {n}, looks like a row of totals; the other file has one record less.", n=n
    )
    remedy = tr("Delete that row if it is no record; then records can be paired by row.")
    cells = tuple(Cell(n, report.name, report.column.cell(n - 1)) for report in totals[:MOST_CELLS])
    return [Problem(what, longer.path.name, remedy, Severity.WARNING, cells, len(totals))]


def _is_word(report: ColumnReport) -> bool:
    last = int(report.column.codes[-1])
    return report.n_cells[last] == 1 and WORD.fullmatch(report.trimmed[last].rstrip(" :")) is not None


def _is_sum(report: ColumnReport) -> bool:
    """Of plain numbers, enough of which are not zero; as written, so up to the last digit of a float."""
    is_plain = report.is_present & (report.numbers.readings == Reading.PLAIN)
    last = int(report.column.codes[-1])
    others = report.n_cells - (np.arange(report.n_cells.size) == last)
    values = report.numbers.lower
    added = is_plain & (values != 0) & (others > 0)
    if not is_plain[last] or others[added].sum() < FEWEST_ADDED:
        return False
    total = float((values[added] / report.n_records * others[added]).sum()) * report.n_records
    scale = float((np.abs(values[added]) / report.n_records * others[added]).max()) * report.n_records
    return bool(abs(float(values[last]) - total) <= 1e-9 * scale)
