"""The hierarchy that an attribute's choice names, read; a file that has changed since is noticed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from permdesk.compute.progress import Progress
from permdesk.data.choices import AttributeChoice
from permdesk.data.hierarchy import Hierarchy, read_hierarchy
from permdesk.data.problem import Problem, Severity
from permdesk.data.wording import quoted
from permdesk.translation import tr


def chosen_hierarchy(choice: AttributeChoice, progress: Progress) -> Hierarchy | Problem | None:
    """The hierarchy of an attribute, None where none is chosen. Raises Cancelled."""
    if not choice.hierarchy:
        return None
    found = read_hierarchy(Path(choice.hierarchy), progress)
    if isinstance(found, Problem):
        where = tr("{file}, the hierarchy of {name}", file=found.where, name=quoted(choice.name))
        return replace(found, where=where)
    if not choice.hierarchy_sha256 or choice.hierarchy_sha256 == found.sha256:
        return found
    changed = Problem(
        what=tr("The hierarchy {file} is not the one that was chosen: its SHA-256 has changed.", file=found.path.name),
        where=choice.name,
        remedy=tr("Make sure that it still says what the generalized values of the release cover."),
        severity=Severity.WARNING,
    )
    return replace(found, problems=(*found.problems, changed))
