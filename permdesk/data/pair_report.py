"""How each attribute was read in both files, and where their ranges and categories differ."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from permdesk.compute.arrays import Flags
from permdesk.data.column_report import ColumnReport
from permdesk.data.column_summary import ColumnSummary, column_summary
from permdesk.data.problem import MOST_CELLS, Cell


@dataclass(frozen=True, slots=True)
class AttributeReport:
    """One attribute as it was read.

    Numbers: ``outside`` are the first of the ``n_outside`` cells of the release beyond the range of the original.
    Words: ``new_categories`` are the first of the ``n_new`` that only the release has, ``lost_categories`` of the
    ``n_lost`` that only the original has; both empty where all values of both files are numbers.
    """

    original: ColumnSummary
    anonymized: ColumnSummary
    n_outside: int = 0
    outside: tuple[Cell, ...] = ()
    n_new: int = 0
    new_categories: tuple[str, ...] = ()
    n_lost: int = 0
    lost_categories: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return self.original.name


@dataclass(frozen=True, slots=True)
class PairReport:
    """All attributes that both files have, in the order of the original."""

    attributes: tuple[AttributeReport, ...]

    def attribute(self, name: str) -> AttributeReport:
        """The attribute of that name in X. Raises KeyError."""
        for attribute in self.attributes:
            if attribute.name == name:
                return attribute
        raise KeyError(name)


def attribute_report(x: ColumnReport, y: ColumnReport) -> AttributeReport:
    """Both columns of one attribute, and what differs between them."""
    of_x, of_y = column_summary(x), column_summary(y)
    if x.n_not_numeric or (y.n_not_numeric and not x.n_plain):
        new, lost = _lacking(y, x), _lacking(x, y)
        return AttributeReport(
            of_x,
            of_y,
            n_new=len(new),
            new_categories=tuple(new[:MOST_CELLS]),
            n_lost=len(lost),
            lost_categories=tuple(lost[:MOST_CELLS]),
        )
    marked = _outside(y, of_x)
    return AttributeReport(of_x, of_y, n_outside=int(y.n_cells[marked].sum()), outside=y.first_cells(marked))


def _lacking(one: ColumnReport, other: ColumnReport) -> list[str]:
    """What only one file has, by the alphabet."""
    ours, theirs = (report.trimmed.arrow.filter(pa.array(report.is_present)).unique() for report in (one, other))
    lacking: list[str] = ours.filter(pc.invert(pc.is_in(ours, value_set=theirs))).to_pylist()
    return sorted(lacking)


def _outside(y: ColumnReport, of_x: ColumnSummary) -> Flags:
    if of_x.smallest is None or of_x.largest is None:
        return np.zeros(len(y.trimmed), np.bool_)
    lower, upper = y.numbers.lower, y.numbers.upper
    # An open end is no value; the closed end of such a range can be one.
    lowest, highest = np.where(np.isinf(lower), upper, lower), np.where(np.isinf(upper), lower, upper)
    marked: Flags = y.is_present & ((lowest < of_x.smallest) | (highest > of_x.largest))
    return marked
