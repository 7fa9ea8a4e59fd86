"""Reads a hierarchy with one value in each row and its generalizations to the right of it, as ARX writes them."""

from __future__ import annotations

from collections.abc import Sequence

from permdesk.data.hierarchy_rows import Chains, HierarchyRow
from permdesk.data.problem import Problem, Severity
from permdesk.data.wording import quoted
from permdesk.translation import tr


def read_levels(file: str, rows: Sequence[HierarchyRow]) -> Chains | Problem:
    """The chain of every value. A level that repeats the one before it, or is blank, generalizes nothing.

    A value in two rows that do not agree is a Problem. A group that is generalized in two ways is a WARNING: it is
    read as everything that either way says.
    """
    chains: dict[str, tuple[str, ...]] = {}
    lines: dict[str, int] = {}
    above: dict[str, tuple[str, ...]] = {}
    problems: list[Problem] = []
    for row in rows:
        value = row.cells[0]
        chain = tuple(level for level in dict.fromkeys(row.cells) if level and level != value)
        if chains.get(value, chain) != chain:
            what = tr("{value} is generalized in two ways, in lines {first} and {second}.",
                      value=quoted(value), first=lines[value], second=row.line)  # fmt: skip
            return Problem(what, file, tr("Keep one of the two lines."))
        chains[value] = chain
        lines.setdefault(value, row.line)
        for place, group in enumerate(chain):
            if above.setdefault(group, chain[place + 1 :]) != chain[place + 1 :] and not problems:
                what = tr("The group {group} is generalized in two ways, again in line {line}.",
                          group=quoted(group), line=row.line)  # fmt: skip
                remedy = tr("Correct the hierarchy; it covers all values of either way until then.")
                problems.append(Problem(what, file, remedy, Severity.WARNING))
    return Chains(chains, tuple(problems))
