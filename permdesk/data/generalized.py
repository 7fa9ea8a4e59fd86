"""What generalized values cover by a hierarchy: numbers as ranges, categories as places in their order."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from permdesk.compute.arrays import Flags, Floats, frozen
from permdesk.compute.progress import Progress
from permdesk.data.column_report import ColumnReport
from permdesk.data.hierarchy import Hierarchy
from permdesk.data.missing import is_code
from permdesk.data.numbers import Numbers, Reading, read_numbers
from permdesk.data.problem import Problem, Severity
from permdesk.data.wording import listed
from permdesk.translation import tr, tr_count

Hull = tuple[float, float]


def without_missing_codes(report: ColumnReport, hierarchy: Hierarchy) -> ColumnReport:
    """The column of a release whose recoding declares codes that mean missing."""
    is_missing = is_code(report.trimmed.arrow, hierarchy.missing_codes) & report.is_present
    if not is_missing.any():
        return report
    return replace(
        report,
        is_missing=frozen(report.is_missing | is_missing),
        n_distinct=report.n_distinct - len(report.trimmed.arrow.filter(pa.array(is_missing)).unique()),
    )


def with_ranges(report: ColumnReport, hierarchy: Hierarchy, is_release: bool, progress: Progress) -> ColumnReport:
    """The column with every group of the hierarchy read as the range of the numbers that it covers.

    A group that is also a number itself, or is written as a range, covers that too. Codes of a recoding are groups
    in the release only. Raises Cancelled.
    """
    if hierarchy.is_recoding and not is_release:
        return report
    hulls = _number_hulls(hierarchy, progress)
    replaces = hierarchy.is_recoding and not recoded_in_part(report, hierarchy)
    lower, upper = report.numbers.lower.copy(), report.numbers.upper.copy()
    readings = report.numbers.readings.copy()
    for place in np.flatnonzero(report.is_present).tolist():
        progress.check()
        hull = hulls.get(report.trimmed[place])
        if hull is None:
            continue
        own = () if replaces or np.isnan(lower[place]) else ((float(lower[place]), float(upper[place])),)
        lower[place], upper[place] = _joined(hull, *own)
        readings[place] = Reading.PLAIN if lower[place] == upper[place] else Reading.RANGE
    return replace(report, numbers=Numbers(frozen(lower), frozen(upper), frozen(readings)))


def places_covered(
    report: ColumnReport, categories: tuple[str, ...], hierarchy: Hierarchy | None, is_release: bool
) -> tuple[Floats, Floats]:
    """The first and the last place (from 1) among the ordered categories that each text covers; nan where none.

    A category is at its own place. A group covers all places from the first to the last of what the hierarchy puts
    in it: also categories between them that are not in it, which favours the intruder.
    """
    found = pc.index_in(report.trimmed.arrow, value_set=pa.array(categories, pa.string()))
    own: Floats = pc.cast(found, pa.float64()).to_numpy(zero_copy_only=False) + 1
    if hierarchy is None or (hierarchy.is_recoding and not is_release):
        return own, own
    hulls = category_hulls(categories, hierarchy)
    replaces = hierarchy.is_recoding and not recoded_in_part(report, hierarchy)
    names = pa.array(list(hulls), pa.string())
    bounds = np.array([*hulls.values(), (np.nan, np.nan)])
    at = pc.fill_null(pc.index_in(report.trimmed.arrow, value_set=names), len(hulls)).to_numpy(zero_copy_only=False)
    low, high = bounds[at].T
    if replaces:
        return np.where(np.isnan(low), own, low), np.where(np.isnan(high), own, high)
    lower, upper = np.fmin(own, low), np.fmax(own, high)
    return (lower, lower) if np.array_equal(lower, upper, equal_nan=True) else (lower, upper)


def category_hulls(categories: tuple[str, ...], hierarchy: Hierarchy) -> dict[str, Hull]:
    """The first and the last place of what each group covers."""
    hulls: dict[str, Hull] = {}
    for place, category in enumerate(categories, 1):
        for group in hierarchy.generalizations(category):
            hulls[group] = _joined((place, place), *((hulls[group],) if group in hulls else ()))
    return hulls


def recoded_in_part(report: ColumnReport, hierarchy: Hierarchy) -> bool:
    """The release holds values that the recoding should have replaced, so that its codes may be values too."""
    return bool(unrecoded(report, hierarchy).any())


def unrecoded(report: ColumnReport, hierarchy: Hierarchy) -> Flags:
    """Texts that are no code of the recoding, but values that it covers."""
    codes = [recode.code for recode in hierarchy.recodes]
    texts = np.flatnonzero(report.is_present & ~is_code(report.trimmed.arrow, codes))
    found = np.zeros(len(report.trimmed), np.bool_)
    found[[place for place in texts.tolist() if hierarchy.generalizations(report.trimmed[place])]] = True
    return found


def coverage_problems(
    name: str, categories: tuple[str, ...], x: ColumnReport, y: ColumnReport, hierarchy: Hierarchy
) -> list[Problem]:
    """What is doubtful about the generalized values of the release; numbers have no ``categories``."""
    problems = list(hierarchy.problems)
    if hierarchy.is_recoding:
        marked = unrecoded(y, hierarchy)
        n = int(y.n_cells[marked].sum())
        if n:
            what = tr_count(
                "A value of the release is not recoded in one cell, though others may be.",
                "Values of the release are not recoded in {count} cells, though others may be.",
                n,
            )
            remedy = tr("Make sure that the recoding belongs to the release; codes count as values as well until then.")
            problems.append(Problem(what, name, remedy, Severity.WARNING, y.first_cells(marked), n))
    of_x = set(x.trimmed.arrow.filter(pa.array(x.is_present)).to_pylist())
    known = categories or sorted(of_x.difference(y.trimmed))  # a number that the release keeps needs no group
    unknown = hierarchy.unknown([value for value in known if value in of_x])
    if unknown:
        problems.append(replace(unknown, where=name))
    wide = _wider_than_themselves(categories, y, hierarchy)
    if wide:
        what = tr("Groups whose categories do not follow one another in the order: {groups}. They count as everything"
                  " from the first to the last of these, which favours the intruder.", groups=listed(wide))  # fmt: skip
        problems.append(Problem(what, name, tr("An order that keeps groups together is sharper."), Severity.NOTE))
    return problems


def _wider_than_themselves(categories: tuple[str, ...], y: ColumnReport, hierarchy: Hierarchy) -> list[str]:
    """Groups in the release whose hull holds categories that they do not cover."""
    sizes: dict[str, int] = {}
    for category in categories:
        for group in hierarchy.generalizations(category):
            sizes[group] = sizes.get(group, 0) + 1
    hulls = category_hulls(categories, hierarchy)
    texts = set(y.trimmed.arrow.filter(pa.array(y.is_present)).to_pylist())
    return [group for group, (low, high) in hulls.items() if group in texts and high - low + 1 > sizes[group]]


def _number_hulls(hierarchy: Hierarchy, progress: Progress) -> dict[str, Hull]:
    hulls: dict[str, Hull] = {}
    for recode in hierarchy.recodes:
        bounds = [covered.bounds for covered in recode.ranges]
        known = [bound for bound in bounds if bound is not None]
        if known:
            hulls[recode.code] = _joined(*known)
    values = list(hierarchy.chains)
    cells = pa.array(values, pa.string())
    numbers, others = (read_numbers(cells, mark, progress) for mark in ".,")
    is_read = ~np.isnan(numbers.lower)
    lower, upper = (
        np.where(is_read, ours, theirs)
        for ours, theirs in ((numbers.lower, others.lower), (numbers.upper, others.upper))
    )
    for value, low, high in zip(values, lower.tolist(), upper.tolist(), strict=True):
        if np.isnan(low):
            continue
        for group in hierarchy.chains[value]:
            hulls[group] = _joined((low, high), *((hulls[group],) if group in hulls else ()))
    return hulls


def _joined(*hulls: Hull) -> Hull:
    return min(low for low, _ in hulls), max(high for _, high in hulls)
