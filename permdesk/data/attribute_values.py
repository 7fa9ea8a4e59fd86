"""Cells of one attribute in both files become values that can be ranked, or the reason why they cannot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from permdesk.compute.arrays import Floats, frozen
from permdesk.compute.progress import Progress
from permdesk.data.categories import ranked_categories
from permdesk.data.choices import AttributeChoice, CategoryOrder, DateNotation, Level
from permdesk.data.code_list import by_one_code_list, notes_on_codes
from permdesk.data.column_report import ColumnReport
from permdesk.data.date_columns import ambiguous_dates, date_obstacle, date_reading, short_years, with_dates
from permdesk.data.doubtful_readings import unlike_kinds
from permdesk.data.file_pair import AttributePair, LeftOut, Values
from permdesk.data.generalized import coverage_problems, places_covered, with_ranges, without_missing_codes
from permdesk.data.guess import guess_level
from permdesk.data.hierarchy import Hierarchy
from permdesk.data.numeric_obstacle import numeric_obstacle
from permdesk.data.problem import MOST_CELLS, Problem, Severity
from permdesk.data.wording import listed
from permdesk.translation import together, tr, tr_count


@dataclass(frozen=True, slots=True)
class Outcome:
    """An attribute as it goes into the audit, or stays out of it, and what is doubtful about that."""

    attribute: AttributePair | LeftOut
    problems: tuple[Problem, ...] = ()


def attribute_values(
    choice: AttributeChoice,
    x: ColumnReport,
    y: ColumnReport,
    hierarchy: Hierarchy | None = None,
    progress: Progress | None = None,
) -> Outcome | Problem:
    """Turn cells into values as chosen; ``hierarchy`` is the one that the choice names, read. A choice that cannot be
    honoured is a Problem with the cells. Raises Cancelled."""
    progress = progress or Progress()
    notes = notes_on_codes(choice.name, x, y, choice.level in (Level.ORDINAL, Level.NOMINAL))
    x, y = by_one_code_list(x, y)
    if hierarchy is not None:
        y = without_missing_codes(y, hierarchy)
    found = _as_chosen(choice, x, y, hierarchy, progress)
    return found if isinstance(found, Problem) else replace(found, problems=(*found.problems, *notes))


def _as_chosen(
    choice: AttributeChoice, x: ColumnReport, y: ColumnReport, hierarchy: Hierarchy | None, progress: Progress
) -> Outcome | Problem:
    if choice.level is Level.EXCLUDED:
        return _excluded(choice, x, y)
    if choice.level is Level.RECORD_ID:
        return _left_out(choice, tr("It identifies records and is no attribute to audit."))
    for report, file in ((x, tr("the original")), (y, tr("the release"))):
        if not report.n_present:
            reason = tr("It has no value in {file}: every cell is missing or suppressed.", file=file)
            remedy = tr("Nothing needs to be done if this was intended.")
            return _left_out(choice, reason, Problem(reason, choice.name, remedy, Severity.WARNING))
    if choice.level is Level.NUMERIC:
        if hierarchy is not None:
            x, y = (with_ranges(report, hierarchy, report is y, progress) for report in (x, y))
        if choice.dates is not None:
            return _dates(choice, choice.dates, x, y, progress)
        obstacle = numeric_obstacle(x, y)
        if obstacle:
            return obstacle.problem(choice.name, Severity.ERROR)
        doubts = () if hierarchy is None else coverage_problems(choice.name, (), x, y, hierarchy)
        return _numeric(choice, x, y, doubts)
    if choice.order is None:
        if choice.level is Level.ORDINAL:
            what = tr("The attribute is ordinal, but the order of its categories is not given.")
            return Problem(what, choice.name, tr("List its categories in order."))
        reason = together(choice.reason, tr("Choose an order of its categories to audit it."))
        is_guess = bool(choice.reason) and hierarchy is None
        return _left_out(choice, reason, *(unlike_kinds(choice.name, x, y) if is_guess else ()))
    return _categorical(choice, x, y, hierarchy, progress)


def _excluded(choice: AttributeChoice, x: ColumnReport, y: ColumnReport) -> Outcome:
    """The guess excludes what is numeric but for some cells: a warning; the officer's own exclusion needs none."""
    guess = guess_level(choice.name, x, y)
    if not choice.reason or guess.level is not Level.EXCLUDED:
        return excluded_by_choice(choice)
    reading = date_reading(x, y)
    obstacle = (short_years(x, y) or numeric_obstacle(x, y)) if reading is None else reading.obstacle
    return _left_out(choice, guess.reason, *((obstacle.problem(choice.name, Severity.WARNING),) if obstacle else ()))


def excluded_by_choice(choice: AttributeChoice) -> Outcome:
    """What is said where the officer excludes an attribute."""
    return _left_out(choice, tr("It was excluded by choice."))


def _dates(
    choice: AttributeChoice, notation: DateNotation, x: ColumnReport, y: ColumnReport, progress: Progress
) -> Outcome | Problem:
    read_x, read_y = with_dates(x, y, notation, progress)
    obstacle = date_obstacle(read_x, read_y)
    if obstacle:
        return obstacle.problem(choice.name, Severity.ERROR)
    # What the officer decided has no reason.
    reading = date_reading(x, y) if choice.reason else None
    doubts = (ambiguous_dates(choice.name, reading, x, y),) if reading and reading.also else ()
    return _numeric(choice, read_x, read_y, doubts)


def _numeric(choice: AttributeChoice, x: ColumnReport, y: ColumnReport, doubts: Sequence[Problem]) -> Outcome:
    """Numbers, or dates as such, all of which can be read."""
    smallest, largest = _extremes(x, y)
    original, anonymized = (
        _values(report, *(_closed(bound, smallest, largest) for bound in (report.numbers.lower, report.numbers.upper)))
        for report in (x, y)
    )
    found = _varied(choice, AttributePair(choice.name, Level.NUMERIC, original, anonymized, dates=choice.dates))
    return replace(found, problems=(*found.problems, *doubts))


def _extremes(*reports: ColumnReport) -> tuple[float, float]:
    """The smallest and the largest number of all files."""
    observed = [bound[r.is_present] for r in reports for bound in (r.numbers.lower, r.numbers.upper)]
    finite = [bounds for bound in observed if (bounds := bound[np.isfinite(bound)]).size]
    return min(bounds.min() for bounds in finite), max(bounds.max() for bounds in finite)


def _closed(bound: Floats, smallest: float, largest: float) -> Floats:
    """Open ends moved to the extremes; the same array where there are none."""
    return np.clip(bound, smallest, largest) if np.isinf(bound).any() else bound


def _categorical(
    choice: AttributeChoice, x: ColumnReport, y: ColumnReport, hierarchy: Hierarchy | None, progress: Progress
) -> Outcome | Problem:
    categories = ranked_categories(choice, x, y, hierarchy, progress)
    if isinstance(categories, Problem):
        return categories
    covered_x, covered_y = (
        places_covered(report, categories, hierarchy, is_release) for report, is_release in ((x, False), (y, True))
    )
    strange_x, strange_y = (r.is_present & np.isnan(covered[0]) for r, covered in ((x, covered_x), (y, covered_y)))
    n = int(x.n_cells[strange_x].sum() + y.n_cells[strange_y].sum())
    if n:
        cells = (x.first_cells(strange_x) + y.first_cells(strange_y))[:MOST_CELLS]
        texts = listed(list(dict.fromkeys(cell.text.strip() for cell in cells)))
        if choice.order is CategoryOrder.BY_HAND:
            what = tr_count(
                "A category that is not listed: {texts} (one cell).",
                "Categories that are not listed: {texts} ({count} cells).",
                n,
                texts=texts,
            )
            return Problem(what, choice.name, tr("Add them to the list."), Severity.ERROR, cells, n)
        what = tr_count(
            "A category of the release that the original does not have: {texts} (one cell).",
            "Categories of the release that the original does not have: {texts} ({count} cells).",
            n,
            texts=texts,
        )
        remedy = tr(
            "List the categories of both files by hand, in order, or choose a hierarchy that says what they cover."
        )
        return _left_out(choice, what, Problem(what, choice.name, remedy, Severity.WARNING, cells, n))
    original, anonymized = _values(x, *covered_x), _values(y, *covered_y)
    found = _varied(choice, AttributePair(choice.name, choice.level, original, anonymized, choice.order, categories))
    doubts = () if hierarchy is None else coverage_problems(choice.name, categories, x, y, hierarchy)
    return replace(found, problems=(*found.problems, *doubts))


def _values(report: ColumnReport, lower: Floats, upper: Floats) -> Values:
    """Values of each record from those of each text."""
    low = _of_records(report, lower)
    high = low if upper is lower else _of_records(report, upper)
    return Values(low, high, report.n_missing, report.n_suppressed)


def _of_records(report: ColumnReport, bound: Floats) -> Floats:
    return frozen(np.where(report.is_present, bound, np.nan)[report.column.codes])


def _varied(choice: AttributeChoice, attribute: AttributePair) -> Outcome:
    """Leave the attribute out if it is constant in both files."""
    if any(_varies(values) for values in (attribute.original, attribute.anonymized)):
        return Outcome(attribute)
    reason = tr("It has one value only, the same for every record, in both files.")
    return _left_out(choice, reason, Problem(reason, choice.name, tr("Nothing needs to be done."), Severity.NOTE))


def _varies(values: Values) -> bool:
    # nan, thus a missing value, varies; a range of the largest numbers would overflow.
    return any(bound.min() != bound.max() for bound in (values.lower, values.upper))


def _left_out(choice: AttributeChoice, reason: str, *problems: Problem) -> Outcome:
    return Outcome(LeftOut(choice.name, choice.level, reason), problems)
