"""Reads a hierarchy with a child and its parent in each row."""

from __future__ import annotations

from collections.abc import Sequence

from permdesk.data.hierarchy_rows import Chains, HierarchyRow
from permdesk.data.problem import Problem
from permdesk.data.wording import quoted
from permdesk.translation import tr


def read_parents(file: str, rows: Sequence[HierarchyRow]) -> Chains | Problem:
    """The chain of every child, from parent to parent; a child without a parent, or its own parent, is at the top.

    Two parents of one child, a child that is above itself, and its own parent that is no group, are Problems.
    """
    itself = _own_parent(file, rows)
    if itself:
        return itself
    parents: dict[str, str] = {}
    lines: dict[str, int] = {}
    for row in rows:
        child, parent = row.cells[0], row.cells[1] if len(row.cells) > 1 else ""
        parent = "" if parent == child else parent
        if parents.get(child, parent) != parent:
            what = tr("{child} has two parents, {first} in line {line} and {second} in line {other}.",
                      child=quoted(child), first=quoted(parents[child]), line=lines[child], second=quoted(parent),
                      other=row.line)  # fmt: skip
            return Problem(what, file, tr("Keep one of the two lines."))
        parents[child] = parent
        lines.setdefault(child, row.line)
    chains: dict[str, tuple[str, ...]] = {}
    for child in parents:
        chain = _upwards(child, parents)
        if chain is None:
            what = tr("{child} is above itself (line {line}).", child=quoted(child), line=lines[child])
            return Problem(what, file, tr("Correct the line that closes the circle."))
        chains[child] = chain
    return Chains(chains)


def _own_parent(file: str, rows: Sequence[HierarchyRow]) -> Problem | None:
    """A value listed as its own parent that is nobody else's: no top of anything, but a value cut off its group."""
    groups = {row.cells[1] for row in rows if len(row.cells) > 1 and row.cells[1] != row.cells[0]}
    for row in rows:
        if len(row.cells) > 1 and row.cells[1] == row.cells[0] and row.cells[0] not in groups:
            what = tr("{child} is listed as its own parent in line {line}, but no other value belongs to it.",
                      child=quoted(row.cells[0]), line=row.line)  # fmt: skip
            return Problem(what, file, tr("Name its group, or leave the parent blank if it belongs to none."))
    return None


def _upwards(child: str, parents: dict[str, str]) -> tuple[str, ...] | None:
    """All that is above a child; None if that comes back to where it was."""
    chain = [child]
    seen = {child}
    while parent := parents.get(chain[-1], ""):
        if parent in seen:
            return None
        chain.append(parent)
        seen.add(parent)
    return tuple(chain[1:])
