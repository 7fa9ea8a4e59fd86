"""How the facts about a column are written."""

from __future__ import annotations

from permdesk.gui import numbers
from permdesk.gui.column_facts import ColumnFacts


def distinct_words(facts: ColumnFacts | None) -> str:
    return numbers.NOTHING if facts is None else numbers.count(facts.n_distinct)


def share_words(facts: ColumnFacts | None, count: int) -> str:
    """A number of cells as a share of all; nothing for a column that is not there."""
    if facts is None:
        return numbers.NOTHING
    return numbers.percent(count / facts.n_records) if count else numbers.count(0)
