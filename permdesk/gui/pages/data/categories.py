"""The categories that an attribute has in either file."""

from __future__ import annotations

from permdesk.data.match_names import match_names
from permdesk.data.problem import Problem
from permdesk.gui.workspace import Setup


def categories_of(setup: Setup, name: str) -> tuple[str, ...]:
    """All values of an attribute in both files, numbers by size and words by the alphabet, each once."""
    if setup.original is None or setup.anonymized is None:
        return ()
    names = match_names(setup.original.table, setup.anonymized.table)
    if isinstance(names, Problem):
        return ()
    found: set[str] = set()
    for file, column in ((setup.original, name), (setup.anonymized, names.common[name])):
        report = next(report for report in file.columns if report.name == column)
        found.update(text for text, present in zip(report.trimmed, report.is_present, strict=True) if present)
    return tuple(sorted(found, key=_by_size))


def _by_size(text: str) -> tuple[int, float, str]:
    try:
        return 0, float(text), text
    except ValueError:
        return 1, 0.0, text.casefold()
