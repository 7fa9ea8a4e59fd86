"""A first choice for every attribute and for the pairing, each with its reason; the officer may change all of it."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from permdesk.compute.progress import Progress
from permdesk.compute.unstoppable import wait_for
from permdesk.data.choices import AttributeChoice, CategoryOrder, Level, PairChoices
from permdesk.data.code_list import by_one_code_list
from permdesk.data.column_meaning import ValueLabel
from permdesk.data.column_report import ColumnReport
from permdesk.data.date_columns import date_reading, reason_for_dates, short_years
from permdesk.data.match_names import match_names
from permdesk.data.numbers import Reading
from permdesk.data.numeric_obstacle import numeric_obstacle
from permdesk.data.pairing import guess_pairing
from permdesk.data.problem import Problem
from permdesk.data.table import Table
from permdesk.data.wording import listed, quoted
from permdesk.translation import tr

FEWEST_NUMBERED = 20
NEARLY_ALL = 0.95
ID_ENDINGS = {"id", "nr", "no", "num", "number", "key", "uuid", "guid", "identifier"}
ID_BEGINNINGS = {"id", "record"}
ID_NAMES = {"index", "row", "rownum", "rowname", "rownames", "recordkey"}
NUMBERED = re.compile(
    r"(?:hh|house|household|family|fam|person|pers|patient|firm|school|dwelling|case)(?:num|nr|no|key)"
)
NO_ID = re.compile(r"(?:pa|unpa|prepa|b|gr|val|inval|vo|cov|flu|sol|a|ac|m|rap|k|ra|medica|liqu|hybr)id")


def guess_choices(original: Table, anonymized: Table, progress: Progress) -> PairChoices | Problem:
    """Guess the level of every attribute that both files have, and how records are paired. Raises Cancelled."""
    names = match_names(original, anonymized)
    if isinstance(names, Problem):
        return names
    attributes = tuple(
        _named_in_both(
            wait_for(partial(guess_level, name, original.report(name), anonymized.report(other)), progress), other
        )
        for name, other in names.common.items()
    )
    ids = {choice.name: names.common[choice.name] for choice in attributes if choice.level is Level.RECORD_ID}
    pairing = wait_for(partial(guess_pairing, original, anonymized, ids), progress)
    return PairChoices(attributes, pairing.by, pairing.id_attributes, pairing.reason)


def _named_in_both(choice: AttributeChoice, other: str) -> AttributeChoice:
    if choice.name == other:
        return choice
    reason = tr("{reason} The release calls it {name}.", reason=choice.reason, name=quoted(other))
    return replace(choice, anonymized_name=other, reason=reason)


def guess_level(name: str, x: ColumnReport, y: ColumnReport) -> AttributeChoice:
    """The level of one attribute from its cells in both files; the reason is a sentence."""
    if not x.n_present and not y.n_present:
        return AttributeChoice(name, Level.EXCLUDED, reason=tr("It has no value in either file."))
    if _identifies(name, x):
        reason = tr("Every record of the original has its own value, and the name says that it identifies records.")
        return AttributeChoice(name, Level.RECORD_ID, reason=reason)
    x, y = by_one_code_list(x, y)
    obstacle = numeric_obstacle(x, y)
    dates = None if obstacle is None else date_reading(x, y)
    if dates is not None and dates.obstacle is not None:
        return AttributeChoice(name, Level.EXCLUDED, reason=dates.obstacle.what)
    if dates is not None:
        return AttributeChoice(name, Level.NUMERIC, reason=reason_for_dates(dates), dates=dates.notation)
    short = None if obstacle is None else short_years(x, y)
    if short is not None:
        return AttributeChoice(name, Level.EXCLUDED, reason=short.what)
    if obstacle is not None and obstacle.is_mostly_numeric:
        return AttributeChoice(name, Level.EXCLUDED, reason=obstacle.what)
    if obstacle is not None:
        reason = tr("Values are words, such as {words}.", words=_examples(x, y))
        return AttributeChoice(name, Level.NOMINAL, reason=reason)
    label = _labelled(x)
    if label is not None:
        reason = tr(
            "Its values are codes with labels, such as {code} for {label}; they rank in the order of the codes.",
            code=quoted(label.code), label=quoted(label.label),
        )  # fmt: skip
        return AttributeChoice(name, Level.ORDINAL, CategoryOrder.BY_CODE, reason=reason)
    zero = x.first_leading_zero or y.first_leading_zero
    if zero is not None:
        reason = tr("Numbers that begin with a zero, such as {text}, are codes, not quantities.", text=quoted(zero))
        return AttributeChoice(name, Level.NOMINAL, reason=reason)
    if numbers_records(x):
        reason = tr(
            "It numbers the records: every whole number from the first to the last occurs once in the original."
        )
        return AttributeChoice(name, Level.EXCLUDED, reason=reason)
    return AttributeChoice(name, Level.NUMERIC, reason=_reason_for_numbers(x, y))


def _reason_for_numbers(x: ColumnReport, y: ColumnReport) -> str:
    """Ranges are shown as they were read, as some could be meant as dates or as codes."""
    n_ranges = x.n_ranges + y.n_ranges
    if not n_ranges:
        return tr("All values are numbers.")
    report = y if y.n_ranges else x
    place = int(np.flatnonzero(report.is_present & (report.numbers.readings == Reading.RANGE))[0])
    low, high = float(report.numbers.lower[place]), float(report.numbers.upper[place])
    example = {"n": n_ranges, "text": quoted(report.trimmed[place]), "low": low, "high": high}
    if np.isinf(high):
        return tr("All values are numbers or ranges of numbers (ranges: {n} cells, such as {text}, read as {low:g} or"
                  " more).", **example)  # fmt: skip
    if np.isinf(low):
        return tr("All values are numbers or ranges of numbers (ranges: {n} cells, such as {text}, read as {high:g} or"
                  " less).", **example)  # fmt: skip
    return tr("All values are numbers or ranges of numbers (ranges: {n} cells, such as {text}, read as {low:g} to"
              " {high:g}).", **example)  # fmt: skip


def _labelled(x: ColumnReport) -> ValueLabel | None:
    """The first value label of an attribute in which (nearly) all values have one; labels of a few are of missing
    values and of ends such as "90 and more"."""
    codes = pa.array([label.code for label in x.meaning.value_labels], pa.string())
    has_label = np.asarray(pc.is_in(x.trimmed.arrow, value_set=codes).to_numpy(zero_copy_only=False), bool)
    if not x.n_present or x.n_cells[x.is_present & has_label].sum() < NEARLY_ALL * x.n_present:
        return None
    first = x.trimmed[int(np.flatnonzero(x.is_present & has_label)[0])]
    return next(label for label in x.meaning.value_labels if label.code == first)


def _identifies(name: str, x: ColumnReport) -> bool:
    """Distinct in every record, no measured quantity, and named like an identifier."""
    is_distinct = x.n_distinct == x.n_records > 1
    return is_distinct and names_identifier(name) and not x.n_ranges and not x.has_fractions


def numbers_records(x: ColumnReport) -> bool:
    """A running number under any name; a quantity hardly ever takes every value of its range once."""
    if x.n_records < FEWEST_NUMBERED or x.n_distinct != x.n_records or x.n_plain != x.n_records or x.has_fractions:
        return False
    return bool(np.ptp(x.numbers.lower) == x.n_records - 1)


def names_identifier(name: str) -> bool:
    words = [word.lower() for word in re.findall(r"[A-Z]*[a-z]+|[A-Z]+|[0-9]+", name)]
    if not words:
        return False
    last = words[-1]
    return (
        last in ID_ENDINGS
        or words[0] in ID_BEGINNINGS
        or "".join(words) in ID_NAMES
        or (last.endswith("id") and not NO_ID.fullmatch(last))
        or NUMBERED.fullmatch(last) is not None
    )


def _examples(x: ColumnReport, y: ColumnReport) -> str:
    """The first three different values that are no numbers."""
    cells = (*x.first_cells(x.is_not_numeric), *y.first_cells(y.is_not_numeric))
    return listed(list(dict.fromkeys(cell.text.strip() for cell in cells))[:3])
