"""What a person should take from a comparison of releases, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from permdesk.audit.findings import Outcome
from permdesk.audit.release_figures import ReleaseFigures, pareto_front
from permdesk.data.wording import MOST_LISTED
from permdesk.report.comparison_map import RISK, loss_of, name_on_map
from permdesk.translation import tr


def conclusions(lines: Sequence[ReleaseFigures]) -> tuple[str, ...]:
    """What a person should take from the comparison; which one to publish is hers to decide."""
    passing = [line.name for line in lines if line.outcome is Outcome.PASS]
    front = sorted(pareto_front(lines, RISK, loss_of(lines)))
    found = []
    if passing:
        found.append(tr("Within the policy: {names}.", names=_some(passing)))
    else:
        found.append(tr("No release is within the policy."))
    if len(front) == len(lines) > 1:
        found.append(tr("No release is beaten by another in both right links and loss."))
    elif front:
        names = [name_on_map(lines[place]) for place in front]
        found.append(tr("Not beaten by another in both right links and loss: {names}.", names=_some(names)))
    if front and len(front) < len(lines):
        found.append(
            tr("Every other release that is on the map has one of these that is no worse in either and better in one.")
        )
    return tuple(found)


def _some(names: Sequence[str]) -> str:
    """The first names and how many more there are; the table has them all."""
    first, more = ", ".join(names[:MOST_LISTED]), len(names) - MOST_LISTED
    return tr("{first} and {more} more", first=first, more=more) if more > 0 else first
