"""Is this installation right? The paper's Tables 1 to 7 and Figures 2 and 3, computed here and held against print."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from permdesk.audit.findings import Audit, Outcome
from permdesk.audit.load_pair import load_pair
from permdesk.audit.paper_simulation import LITTLE_NOISE, MUCH_NOISE, audit_simulation
from permdesk.audit.paper_tables import (
    MISPRINTS,
    PrintedTable,
    Row,
    computed_rows,
    listed_rows,
    misprint_note,
    printed_tables,
)
from permdesk.audit.policy import Policy
from permdesk.audit.recipe import read_recipe
from permdesk.audit.record_table import record_table
from permdesk.audit.run import run_audit
from permdesk.audit.settings import Settings
from permdesk.compute.arrays import Floats
from permdesk.compute.boxes import RankBoxes
from permdesk.compute.progress import Progress
from permdesk.compute.random_match import hellinger
from permdesk.compute.search import nearest
from permdesk.data.problem import Problem
from permdesk.resources import resource_path
from permdesk.translation import tr

# Two simulations are held to agree within so many standard errors of their difference; about 70 figures are compared.
STANDARD_ERRORS = 4.0


class Agreement(StrEnum):
    """ERRATUM: print is known to be wrong, and the computed figure is what is right instead."""

    AGREES = "agrees"
    ERRATUM = "erratum"
    DIFFERS = "differs"


@dataclass(frozen=True, slots=True)
class Line:
    """One row of a table, or one statement of the text: figures as printed and as computed, in the same precision."""

    where: str
    printed: str
    computed: str
    agreement: Agreement
    note: str = ""


@dataclass(frozen=True, slots=True)
class SelfCheck:
    lines: tuple[Line, ...]

    @property
    def passed(self) -> bool:
        """Every figure agrees with print, or with what is right where print is known to be wrong."""
        return all(line.agreement is not Agreement.DIFFERS for line in self.lines)

    def count(self, agreement: Agreement) -> int:
        return sum(line.agreement is agreement for line in self.lines)


def self_check(progress: Progress) -> SelfCheck | Problem:
    """Compute everything again. A Problem if the shipped example cannot be read. Raises Cancelled."""
    recipe = read_recipe(resource_path("demo", "paper", "paper.permdesk"))
    if isinstance(recipe, Problem):
        return recipe
    pair = load_pair(recipe, progress)
    if isinstance(pair, Problem):
        return pair
    audit = run_audit(pair, Settings(), Policy(), progress)
    if isinstance(audit, Problem):
        return audit
    tables = {table.number: table for table in printed_tables()}
    lines = [line for number in range(1, 7) for line in _table_lines(tables[number], computed_rows(audit, number))]
    lines += _statements(audit)
    little = audit_simulation(LITTLE_NOISE, "figure-3", progress)
    lines += _table_7(tables[7], little)
    lines += _figure_3(little)
    lines += _figure_2(audit_simulation(MUCH_NOISE, "figure-2", progress))
    return SelfCheck(tuple(lines))


def _table_lines(table: PrintedTable, computed: tuple[Row, ...]) -> Iterator[Line]:
    for record, printed in enumerate(table.rows, 1):
        row = computed[record - 1] if record <= len(computed) else ()
        yield _table_line(table, record, printed, row)
    for extra in computed[len(table.rows) :]:
        yield Line(tr("Table {n}", n=table.number), "", "  ".join(map(str, extra)), Agreement.DIFFERS)


def _table_line(table: PrintedTable, record: int, printed: tuple[str, ...], computed: Row) -> Line:
    cells = [as_printed(value, text) for value, text in zip(computed, printed, strict=False)]
    agreement, notes = Agreement.AGREES, []
    if len(cells) != len(printed):
        agreement = Agreement.DIFFERS
    for place, (cell, text) in enumerate(zip(cells, printed, strict=False)):
        if cell == text:
            continue
        if cell != MISPRINTS.get((table.number, record, place)):
            agreement = Agreement.DIFFERS
            break
        agreement = Agreement.ERRATUM
        notes.append(misprint_note(place))
    return Line(
        where=tr("Table {n}, row {row}", n=table.number, row=record),
        printed="  ".join(printed),
        computed="  ".join(cells),
        agreement=agreement,
        note=" ".join(dict.fromkeys(notes)) if agreement is Agreement.ERRATUM else "",
    )


def as_printed(value: float | str, printed: str) -> str:
    """A computed value in the precision of print: the printed text itself where the value rounds to it."""
    if isinstance(value, str):
        return value
    decimals = len(printed.partition(".")[2])
    # Print rounds halves up, binary numbers lie a little to either side of them.
    if abs(value - _number(printed)) <= 0.5 * 10**-decimals + 1e-9:
        return printed
    return f"{value:.{decimals}f}"


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return float("nan")


def _statements(audit: Audit) -> Iterator[Line]:
    correlations = ", ".join(f"{a.spearman or 0.0:.3f}" for a in audit.attributes)
    yield _statement(tr("Text before Table 1, correlations of X and Z"), "0.722, 0.844, 0.776", correlations)
    yield _statement(
        tr("Below Table 4, d and v"),
        "1; 0.01, 11.07, 30.26",
        f"{audit.distances.d}; " + ", ".join(f"{v:.2f}" for v in audit.variances.v),
    )
    right = audit.right_links
    counts = "" if right is None else f"{right.sole_correct}, {right.multiple}, {right.wrong}"
    yield _statement(
        tr("Text before Table 5, right, several and wrong links"),
        "5, 4, 11",
        counts,
        "6, 4, 10",
        tr("The links of records 4, 5, 7, 12, 14 and 20 are right in Table 5."),
    )
    matched = np.zeros(audit.n_anonymized, np.int64)
    for record in range(audit.n_original):
        matched[record_table(audit.links, record).matches] += 1
    yield _statement(
        tr("Below Table 5, records of Z matched by several"),
        "4, 7, 10, 12, 13",
        listed_rows(np.flatnonzero(matched > 1).tolist()),
        "4, 7, 10, 12, 13, 19, 20",
        tr("Records 19 and 20 of Z are matched by two records, too."),
    )
    yield _statement(
        tr("Below Table 5, records of Z matched by none"),
        "3, 8, 16, 18",
        listed_rows(np.flatnonzero(matched == 0).tolist()),
    )
    yield _statement(tr("Before Table 6, distance and match of a random record"), "2; 2", _synthetic_record(audit))


def _statement(where: str, printed: str, computed: str, right: str = "", note: str = "") -> Line:
    if computed == printed:
        return Line(where, printed, computed, Agreement.AGREES)
    if right and computed == right:
        return Line(where, printed, computed, Agreement.ERRATUM, note)
    return Line(where, printed, computed, Agreement.DIFFERS)


def _synthetic_record(audit: Audit) -> str:
    """The values of records 5, 19 and 10 in the first, second and third attribute."""
    in_z, rows, columns = audit.distances_z, np.array([4, 18, 9]), np.arange(3)
    asked = RankBoxes(in_z.closest_low[rows, columns][None], in_z.closest_high[rows, columns][None])
    found = nearest(asked, RankBoxes(in_z.low, in_z.high), None, Progress())
    return f"{found.distance[0]}; {found.first_match[0] + 1}"


def _table_7(table: PrintedTable, audit: Audit) -> Iterator[Line]:
    """Shares at the distances 0 to 14 and beyond; the paper's files and ours are two draws of the same kind."""
    random = audit.random_match
    columns = [_until_14(shares) for shares in (random.share_original, random.share_random)]
    sizes = (audit.n_original, random.n)
    for row, printed in enumerate(table.rows):
        agrees = True
        for column, size, text in zip(columns, sizes, printed[1:], strict=True):
            both = (column[row] + float(text)) / 2
            # One record more or less is always within chance.
            error = np.sqrt(2 * both * (1 - both) / size) + 1 / size
            agrees &= bool(abs(column[row] - float(text)) <= STANDARD_ERRORS * error)
        yield Line(
            where=tr("Table 7, distance {d}", d=("≥ 15" if row == 15 else row)),
            printed="  ".join(printed[1:]),
            computed="  ".join(f"{column[row]:.4f}" for column in columns),
            agreement=Agreement.AGREES if agrees else Agreement.DIFFERS,
            note=tr("Another draw: equal within sampling error."),
        )


def _until_14(shares: Floats) -> Floats:
    within = np.zeros(16)
    within[: min(15, shares.size)] = shares[:15]
    within[15] = max(0.0, 1 - within[:15].sum())
    return within


def _figure_3(audit: Audit) -> Iterator[Line]:
    random, right = audit.random_match, audit.right_links
    rate = 0.0 if right is None else right.expected_correct_rate
    apart = hellinger(random.share_original, random.share_random)
    within = float(random.share_random[random.distance <= 14].sum())
    yield _about(tr("Figure 3, {what}", what=tr("right links")), tr("about 100 %"), f"{rate:.1%}", 0.97 <= rate <= 1)
    yield _about(
        tr("Figure 3, {what}", what=tr("Hellinger distance, each distance for itself")),
        tr("about 0.98"),
        f"{apart:.3f}",
        abs(apart - 0.98) <= 0.01,
    )
    yield _about(
        tr("Figure 3, {what}", what=tr("share of random records within 14 ranks")),
        "0.0234",
        f"{within:.4f}",
        abs(within - 0.0234) <= STANDARD_ERRORS * float(np.sqrt(2 * 0.0234 / random.n)),
    )


def _figure_2(audit: Audit) -> Iterator[Line]:
    random, right = audit.random_match, audit.right_links
    rate = 0.0 if right is None else right.expected_correct_rate
    yield _about(
        tr("Figure 2, {what}", what=tr("distributions alike (Kolmogorov-Smirnov)")),
        tr("p > 0.05"),
        f"p = {random.ks_p_value:.2f}",
        random.ks_p_value > 0.05,
    )
    yield _about(tr("Figure 2, {what}", what=tr("right links")), tr("4 to 6 %"), f"{rate:.1%}", 0.035 <= rate <= 0.065)
    outcome = audit.verdict.outcome
    yield _about(
        tr("Figure 2, {what}", what=tr("verdict, as alike does not mean safe")),
        Outcome.FAIL,
        outcome,
        outcome is Outcome.FAIL,
    )


def _about(where: str, printed: str, computed: str, agrees: bool) -> Line:
    note = tr("Another draw: equal within sampling error.")
    return Line(where, printed, computed, Agreement.AGREES if agrees else Agreement.DIFFERS, note)
