"""What only both files together show about how one was read: a missing code that nobody declared, thousands marks taken
for decimal ones. Either would make distances larger than they are."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from permdesk.compute.arrays import Flags, Floats
from permdesk.data.code_list import by_one_code_list
from permdesk.data.column_report import ColumnReport
from permdesk.data.date_columns import are_dates
from permdesk.data.numbers import Reading, matches
from permdesk.data.problem import Problem, Severity
from permdesk.data.wording import listed, quoted
from permdesk.translation import tr

FEWEST_CELLS, LEAST_SHARE = 5, 0.01
FAR_BEYOND = 0.1
MOST_CODES = 4
"""A file has few codes for missing values; more repeated values beyond a range mean that the range is narrower."""
THREE_DECIMALS = "^-?[0-9]{1,3}[.,][0-9]{3}$"
NEARLY_ALL = 0.9
LEAST_RATIO, MOST_RATIO = 500.0, 2000.0


def doubtful_readings(name: str, x: ColumnReport, y: ColumnReport) -> tuple[Problem, ...]:
    """Warnings about one attribute whose cells are read as plain numbers in both files; none for others."""
    x, y = by_one_code_list(x, y)
    if not _are_plain(x) or not _are_plain(y):
        return ()
    return (
        *_undeclared_codes(name, y, x, tr("the release"), tr("the original")),
        *_undeclared_codes(name, x, y, tr("the original"), tr("the release")),
        *_thousandths(name, y, x, tr("the release"), tr("the original")),
        *_thousandths(name, x, y, tr("the original"), tr("the release")),
    )


def unlike_kinds(name: str, x: ColumnReport, y: ColumnReport) -> tuple[Problem, ...]:
    """A WARNING about an attribute that is no number and no date in both files together, where all values of one file
    are: those of the other are in another notation, or labels, or generalized, and look like words."""
    files = ((x, y, tr("the original"), tr("the release")), (y, x, tr("the release"), tr("the original")))
    for one, other, here, there in files:
        if not one.n_present or not other.n_present:
            continue
        cells = other.first_cells(other.is_present)
        texts = listed(list(dict.fromkeys(cell.text.strip() for cell in cells))[:3])
        if not one.n_not_numeric and other.n_not_numeric > NEARLY_ALL * other.n_present:
            what = tr("Values are numbers in {here}, but words in {there}, such as {texts}.",
                      here=here, there=there, texts=texts)  # fmt: skip
        elif are_dates(one) and are_dates(other):
            what = tr("Values are dates in both files, but {there} writes them in another order, such as {texts}.",
                      there=there, texts=texts)  # fmt: skip
        elif are_dates(one):
            what = tr("Values are dates in {here}, but not in {there}, such as {texts}.",
                      here=here, there=there, texts=texts)  # fmt: skip
        else:
            continue
        remedy = tr("Write them alike in both files, or choose a hierarchy if they are generalized.")
        return (Problem(what, name, remedy, Severity.WARNING, cells, other.n_present),)
    return ()


def _are_plain(report: ColumnReport) -> bool:
    return 0 < report.n_plain == report.n_present


def _undeclared_codes(name: str, one: ColumnReport, other: ColumnReport, here: str, there: str) -> Iterator[Problem]:
    """A value that many cells of a file hold, and that lies farther beyond the other's range than a tenth of it. Values
    of a single record are outliers, not codes; values next to others of the same file are the ends of a wider range,
    which releases of local means or with recoded ends do not have."""
    values, numbers = one.numbers.lower, _present(other)
    low, high = float(numbers.min()), float(numbers.max())
    far = FAR_BEYOND * (high / 2 - low / 2) * 2
    is_beyond = one.is_present & ((values < low - far) | (values > high + far))
    is_beyond &= _stands_apart(values, one.is_present, low, high, far)
    distinct, of_text = np.unique(values[is_beyond], return_inverse=True)
    n_cells = np.bincount(of_text, weights=one.n_cells[is_beyond], minlength=distinct.size)
    fewest = max(FEWEST_CELLS, LEAST_SHARE * one.n_present)
    is_repeated = n_cells >= fewest
    if is_repeated.sum() > MOST_CODES:
        return
    for value, n in zip(distinct[is_repeated], n_cells[is_repeated].astype(int).tolist(), strict=True):
        holds = one.is_present & (values == value)
        text = quoted(one.trimmed[int(np.flatnonzero(holds)[0])])
        yield Problem(
            what=tr(
                "{n} cells of {here} hold {text}, far beyond all values of {there}: it may be a missing code.",
                n=n,
                here=here,
                text=text,
                there=there,
            ),
            where=name,
            remedy=tr(
                "If it means missing, add it to the missing codes of that file; as a value it makes distances larger."
            ),
            severity=Severity.WARNING,
            cells=one.first_cells(holds),
            n_cells=n,
        )


def _stands_apart(values: Floats, is_present: Flags, low: float, high: float, far: float) -> Flags:
    """Which values no chain of others, each at most ``far`` from the next, joins to those between low and high."""
    present = np.sort(values[is_present])
    starts = np.flatnonzero(
        np.diff(present / 2, prepend=present[:1] / 2) > far / 2
    )  # the difference itself may overflow
    first = int(np.searchsorted(present, low - far))
    last = int(np.searchsorted(present, high + far, side="right")) - 1
    if last < first:
        return np.ones(values.shape, np.bool_)
    lowest = present[starts[starts <= first][-1]] if (starts <= first).any() else present[0]
    highest = present[starts[starts > last][0] - 1] if (starts > last).any() else present[-1]
    apart: Flags = (values < lowest) | (values > highest)
    return apart


def _thousandths(name: str, one: ColumnReport, other: ColumnReport, here: str, there: str) -> Iterator[Problem]:
    """Numbers with three decimals each, whole numbers about a thousand times as large in the other file."""
    if other.has_fractions or not one.has_fractions:
        return
    is_three = one.is_present & matches(one.trimmed.arrow, THREE_DECIMALS)
    if one.n_cells[is_three].sum() < NEARLY_ALL * one.n_present:
        return
    small, large = _middle(one), _middle(other)
    if not LEAST_RATIO * small <= large <= MOST_RATIO * small:
        return
    text = quoted(one.trimmed[int(np.flatnonzero(is_three)[0])])
    yield Problem(
        what=tr(
            "Numbers of {here} such as {text} are about a thousandth of those of {there}: the mark inside them may be"
            " a thousands mark, not a decimal mark.",
            here=here,
            text=text,
            there=there,
        ),
        where=name,
        remedy=tr("Say how that file is read if it is so."),
        severity=Severity.WARNING,
        cells=one.first_cells(is_three),
        n_cells=int(one.n_cells[is_three].sum()),
    )


def _present(report: ColumnReport) -> Floats:
    present: Floats = report.numbers.lower[report.is_present & (report.numbers.readings == Reading.PLAIN)]
    return present


def _middle(report: ColumnReport) -> float:
    """The median of the absolute values of all cells."""
    values, counts = np.abs(report.numbers.lower[report.is_present]), report.n_cells[report.is_present]
    order = np.argsort(values, kind="stable")
    reached = np.cumsum(counts[order])
    return float(values[order][np.searchsorted(reached, reached[-1] / 2)])
