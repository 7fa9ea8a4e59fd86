"""Figures of both files as they were read, before anything is audited: their size, their columns, their pairs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

import numpy as np

from permdesk.data.file_pair import FilePair
from permdesk.report.derivations.derivation import Derivation, Numerals, Step, quotient, share_text
from permdesk.report.derivations.sources import own, paper
from permdesk.translation import tr


class Cells(Enum):
    """What is counted of the cells of a column."""

    MISSING = "missing"
    SUPPRESSED = "suppressed"
    TIED = "tied"


FORMULAS = {
    Cells.MISSING: "|{i : x_i^j = ∗}| / n",
    Cells.SUPPRESSED: "|{i : x_i^j = ∗}| / n",
    Cells.TIED: "|{i : low(x_i^j) < high(x_i^j)}| / n",
}
TERMS = {Cells.MISSING: "wildcard", Cells.SUPPRESSED: "suppressed", Cells.TIED: "tie"}


def extent(file: str, n_records: int, n_columns: int, numerals: Numerals) -> Derivation:
    """How many records and columns the ``file`` X or Y has."""
    rows = tr("Rows of the original file: {n}", n=numerals.count(n_records))
    if file == "Y":
        rows = tr("Rows of the anonymized file: {n}", n=numerals.count(n_records))
    return Derivation(
        title=tr("Records and columns of {file}", file=file),
        shown=numerals.count(n_records),
        number=n_records,
        formula=f"n = |{file}|",
        steps=(
            Step(rows, n_records, max, (float(n_records),)),
            Step(tr("Columns, audited or not: {m}", m=numerals.count(n_columns))),
        ),
        meaning=tr("Every row of a file is one record; ranks run from 1 to the number of released records."),
        caution=tr("Not the number of people, where several records belong to one person."),
        source=paper(tr("Section 2")),
        term="record",
    )


def distinct_values(name: str, file: str, number: int, n_present: int, shown: str, numerals: Numerals) -> Derivation:
    """How many different values a column has among the ``n_present`` cells that hold one."""
    text = tr("{k} different values among {n} that are present", k=numerals.count(number), n=numerals.count(n_present))
    return Derivation(
        title=tr("Different values of {name} in {file}", name=name, file=file),
        shown=shown,
        number=number,
        formula=f"|{{{file.lower()}_i^j}}|",
        steps=(Step(text, number, max, (float(number),)),),
        meaning=tr("Few of them mean many ties: equal values share their ranks and cannot be told apart."),
        caution=tr("Values that are written in another way, such as 1 and 1.0, may count as different here."),
        source=own(tr("shown because ties decide how distances are taken")),
        term="tie",
    )


def counted_cells(
    counted: Cells, name: str, file: str, k: int, n_records: int, shown: str, numerals: Numerals
) -> Derivation:
    """Which share of the cells of a column are missing, suppressed or tied: ``k`` of ``n_records``."""
    share = k / n_records
    text = share_text(numerals.count(k), n_records, share, numerals)
    title, meaning, caution, source = _words(counted)
    return Derivation(
        title=tr("{counted}: {name} in {file}", counted=title, name=name, file=file),
        shown=shown,
        number=share,
        formula=FORMULAS[counted].replace("x_", f"{file.lower()}_"),
        steps=(Step(text, share, quotient, (float(k), float(n_records))),),
        meaning=meaning,
        caution=caution,
        source=own(source),
        term=TERMS[counted],
    )


@dataclass(frozen=True, slots=True)
class AsRead:
    """A fact of how a column was read: what it is called, what it means, how it is counted, and how it is shown. The
    letter of the file takes the place of x in the ``formula``."""

    name: str
    meaning: str
    formula: str
    shown: str


def fact_of_column(
    fact: AsRead, attribute: str, file: str, value: float, n_cells: int, numerals: Numerals
) -> Derivation:
    """How a fact of an import report comes about; ``n_cells`` is the number of cells of which the ``value`` counts
    some, 0 where it counts none."""
    text = tr("{name}: {value}", name=fact.name, value=fact.shown)
    if n_cells:
        text = share_text(fact.shown, n_cells, value / n_cells, numerals)
    return Derivation(
        title=tr("{counted}: {name} in {file}", counted=fact.name, name=attribute, file=file),
        shown=fact.shown,
        number=value,
        formula=re.sub(r"\bx(?=[_^])", file.lower(), fact.formula),
        steps=(Step(text, value, max, (value,)),),
        meaning=fact.meaning,
        caution=tr("It says how the file was read, not that it was read rightly: hold it against the file."),
        source=own(tr("counted over the whole column")),
        term="record",
    )


def paired_records(pair: FilePair, numerals: Numerals) -> Derivation | None:
    """How many original records have their release in Y; None where nobody knows."""
    if pair.own is None:
        return None
    has_release = pair.own >= 0
    k, n = int(has_release.sum()), pair.original.n_records
    text = share_text(numerals.count(k), n, k / n, numerals)
    return Derivation(
        title=tr("Pairs"),
        shown=numerals.count(k),
        number=k,
        formula="|{i : own(i) ∈ Y}|",
        steps=(Step(text, k, np.sum, has_release),),
        meaning=tr("A pair is an original record and the released one that was made from it: right links are counted "
                   "among pairs only."),
        caution=tr("Where the pairing is wrong, so is every count of right links."),
        source=own(tr("records are paired by identifiers or by their rows, as is said here")),
        term="pairing",
    )  # fmt: skip


def _words(counted: Cells) -> tuple[str, str, str, str]:
    """Title, meaning, caution, and what is PermDesk's own."""
    match counted:
        case Cells.MISSING:
            return (
                tr("Missing"),
                tr("Blank cells and missing codes. They match anything, unless set otherwise."),
                tr("They are in no window, variance or correlation."),
                tr("a missing value deviates from nothing"),
            )
        case Cells.SUPPRESSED:
            return (
                tr("Suppressed"),
                tr("Cells with a suppression mark. They match anything, unless set otherwise."),
                tr("They are in no window, variance or correlation."),
                tr("a missing value deviates from nothing"),
            )
        case Cells.TIED:
            return (
                tr("Ties"),
                tr("These records cannot be told apart by this attribute alone."),
                tr("Not protected by it: random tie-breaking would report protection where no value has changed."),
                tr("equal values share the ranks that they occupy"),
            )
