"""Which categories an attribute has in two files, and in which order they rank."""

from __future__ import annotations

import re

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from permdesk.compute.arrays import Floats
from permdesk.compute.progress import Progress
from permdesk.data.choices import AttributeChoice, CategoryOrder
from permdesk.data.column_report import ColumnReport
from permdesk.data.hierarchy import Hierarchy
from permdesk.data.marginality import marginalities
from permdesk.data.problem import Problem
from permdesk.translation import tr

MARGINALITY_DIGITS = 9
LEADING_NUMBER = re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)?")


def ranked_categories(
    choice: AttributeChoice, x: ColumnReport, y: ColumnReport, hierarchy: Hierarchy | None, progress: Progress
) -> tuple[str, ...] | Problem:
    """The categories in rank order by the choice: as listed, or those of X and what a hierarchy adds to them (values
    of Y that it knows; what the groups of Y that cover no category of X cover). Raises Cancelled."""
    if choice.order is CategoryOrder.BY_HAND:
        categories = tuple(category.strip() for category in choice.categories)
        if len(set(categories)) < max(len(categories), 1):
            what = tr("The categories are not listed, or one is listed twice.")
            return Problem(what, choice.name, tr("List every category once, in order."))
        return categories
    by_frequency = categories_by_frequency(x)
    added = () if hierarchy is None else _added(by_frequency, y, hierarchy)
    if choice.order is CategoryOrder.BY_FREQUENCY:
        return (*by_frequency, *sorted(added))
    if choice.order is CategoryOrder.BY_TAXONOMY:
        if hierarchy is None:
            what = tr("Its categories are to be ordered by a taxonomy, but no hierarchy is chosen.")
            return Problem(what, choice.name, tr("Choose a hierarchy, or another order."))
        return _by_taxonomy(tuple(sorted((*by_frequency, *added))), x, hierarchy, progress)
    # An order by code or label has a place for any value, also for one that only the release has.
    every: set[str] = {*by_frequency, *({*categories_by_code(x, y), *added} - _groups(hierarchy))}
    if choice.order is CategoryOrder.BY_CODE:
        return tuple(sorted(every, key=_by_size))
    labels = {label.code: label.label for report in (y, x) for label in report.meaning.value_labels}
    by_label = sorted((_by_size(labels.get(code, code)), code) for code in every)
    return tuple(code for _, code in by_label)


def _groups(hierarchy: Hierarchy | None) -> set[str]:
    if hierarchy is None:
        return set()
    return {recode.code for recode in hierarchy.recodes} | {
        group for chain in hierarchy.chains.values() for group in chain
    }


def categories_by_frequency(x: ColumnReport) -> tuple[str, ...]:
    """Categories of X, the most frequent first, equally frequent ones by text."""
    counts = _counts(x)
    return tuple(counts.sort_by([("n_sum", "descending"), ("text", "ascending")])["text"].to_pylist())


def categories_by_code(x: ColumnReport, y: ColumnReport) -> tuple[str, ...]:
    """All values of both files once: numbers by size, then words by the alphabet."""
    found = pa.concat_arrays([_present(report) for report in (x, y)]).unique()
    return tuple(sorted(found.to_pylist(), key=_by_size))


def _present(report: ColumnReport) -> pa.StringArray:
    return report.trimmed.arrow.filter(pa.array(report.is_present))


def _counts(x: ColumnReport) -> pa.Table:
    cells = pa.table({"text": _present(x), "n": x.n_cells[x.is_present]})
    return cells.group_by("text").aggregate([("n", "sum")])


def _added(categories: tuple[str, ...], y: ColumnReport, hierarchy: Hierarchy) -> tuple[str, ...]:
    """What only the hierarchy knows, and Y needs."""
    known = set(categories)
    covered = {group for category in categories for group in hierarchy.generalizations(category)}
    lacking = set(_present(y).to_pylist()) - known - covered
    if not lacking:
        return ()
    groups = _groups(hierarchy)
    return tuple(
        value
        for value, chain in hierarchy.chains.items()
        if value not in known and ((value in lacking and value not in groups) or lacking.intersection(chain))
    )


def _by_taxonomy(
    categories: tuple[str, ...], x: ColumnReport, hierarchy: Hierarchy, progress: Progress
) -> tuple[str, ...]:
    counts = _counts(x)
    places = pc.index_in(pa.array(categories, pa.string()), value_set=counts["text"].combine_chunks())
    frequencies: Floats = np.append(counts["n_sum"].to_numpy(), 0)[pc.fill_null(places, -1).to_numpy()].astype(float)
    ancestries = [(category, *hierarchy.generalizations(category)) for category in categories]
    found = marginalities(ancestries, frequencies, progress)
    # Equal sums differ by their rounding; the alphabet decides then, as elsewhere.
    order = np.lexsort((np.arange(len(categories)), np.round(found / max(found.max(), 1.0), MARGINALITY_DIGITS)))
    return tuple(categories[place] for place in order.tolist())


def _by_size(text: str) -> tuple[int, float, str]:
    number = LEADING_NUMBER.match(text)
    if number is None:
        return 1, 0.0, text.casefold()
    return 0, float(number[0].replace(",", ".")), text
