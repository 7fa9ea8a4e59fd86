"""A first choice for every attribute and for the pairing, each with its reason; the officer may change all of it."""

from __future__ import annotations

import re

import numpy as np

from permdesk.data.choices import AttributeChoice, Level, PairChoices
from permdesk.data.column_report import ColumnReport
from permdesk.data.match_names import match_names
from permdesk.data.numeric_obstacle import numeric_obstacle
from permdesk.data.pairing import guess_pairing
from permdesk.data.problem import Problem
from permdesk.data.table import Table
from permdesk.data.wording import listed, quoted
from permdesk.translation import tr

FEWEST_NUMBERED = 20
ID_ENDINGS = {"id", "nr", "no", "num", "number", "key", "uuid", "guid", "identifier"}
ID_BEGINNINGS = {"id", "record"}
ID_NAMES = {"index", "row", "rownum", "rowname", "rownames", "recordkey"}
NO_ID = re.compile(r"(?:pa|unpa|prepa|b|gr|val|inval|vo|cov|flu|sol|a|ac|m|rap|k|ra|medica|liqu|hybr)id")


def guess_choices(original: Table, anonymized: Table) -> PairChoices | Problem:
    """Guess the level of every attribute that both files have, and how records are paired."""
    names = match_names(original, anonymized)
    if isinstance(names, Problem):
        return names
    attributes = tuple(
        guess_level(name, original.report(name), anonymized.report(other)) for name, other in names.common.items()
    )
    ids = [choice.name for choice in attributes if choice.level is Level.RECORD_ID]
    pairing = guess_pairing(original, anonymized, {name: names.common[name] for name in ids})
    return PairChoices(attributes, pairing.by, pairing.id_attributes, pairing.reason)


def guess_level(name: str, x: ColumnReport, y: ColumnReport) -> AttributeChoice:
    """The level of one attribute from its cells in both files; the reason is a sentence."""
    if not x.n_present and not y.n_present:
        return AttributeChoice(name, Level.EXCLUDED, reason=tr("It has no value in either file."))
    if _identifies(name, x):
        reason = tr("Every record of the original has its own value, and the name says that it identifies records.")
        return AttributeChoice(name, Level.RECORD_ID, reason=reason)
    obstacle = numeric_obstacle(x, y)
    if obstacle is not None and obstacle.is_mostly_numeric:
        return AttributeChoice(name, Level.EXCLUDED, reason=obstacle.what)
    if obstacle is not None:
        reason = tr("Values are words, such as {words}.", words=_examples(x, y))
        return AttributeChoice(name, Level.NOMINAL, reason=reason)
    zero = x.first_leading_zero or y.first_leading_zero
    if zero is not None:
        reason = tr("Numbers that begin with a zero, such as {text}, are codes, not quantities.", text=quoted(zero))
        return AttributeChoice(name, Level.NOMINAL, reason=reason)
    if _numbers_records(x):
        reason = tr(
            "It numbers the records: every whole number from the first to the last occurs once in the original."
        )
        return AttributeChoice(name, Level.EXCLUDED, reason=reason)
    n_ranges = x.n_ranges + y.n_ranges
    reason = tr("All values are numbers.")
    if n_ranges:
        reason = tr("All values are numbers or ranges of numbers (ranges: {n} cells).", n=n_ranges)
    return AttributeChoice(name, Level.NUMERIC, reason=reason)


def _identifies(name: str, x: ColumnReport) -> bool:
    """Distinct in every record, no measured quantity, and named like an identifier."""
    is_distinct = x.n_distinct == x.n_records > 1
    return is_distinct and _names_identifier(name) and not x.n_ranges and not x.has_fractions


def _numbers_records(x: ColumnReport) -> bool:
    """A running number under any name; a quantity hardly ever takes every value of its range once."""
    if x.n_records < FEWEST_NUMBERED or x.n_distinct != x.n_records or x.n_plain != x.n_records or x.has_fractions:
        return False
    return bool(np.ptp(x.numbers.lower) == x.n_records - 1)


def _names_identifier(name: str) -> bool:
    words = [word.lower() for word in re.findall(r"[A-Z]*[a-z]+|[A-Z]+|[0-9]+", name)]
    if not words:
        return False
    last = words[-1]
    return (
        last in ID_ENDINGS
        or words[0] in ID_BEGINNINGS
        or "".join(words) in ID_NAMES
        or (last.endswith("id") and not NO_ID.fullmatch(last))
    )


def _examples(x: ColumnReport, y: ColumnReport) -> str:
    """The first three different values that are no numbers."""
    cells = (*x.first_cells(x.is_not_numeric), *y.first_cells(y.is_not_numeric))
    return listed(list(dict.fromkeys(cell.text.strip() for cell in cells))[:3])
