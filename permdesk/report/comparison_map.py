"""What the map of risk and loss is about, and why there may be none; it draws nothing."""

from __future__ import annotations

from collections.abc import Sequence

from permdesk.audit.findings import Outcome
from permdesk.audit.release_figures import Figure, ReleaseFigures
from permdesk.translation import tr

RISK, LOSS = Figure.RIGHT_LINKS, Figure.CORRELATION_LOSS


def loss_of(lines: Sequence[ReleaseFigures]) -> Figure:
    """The loss that the map shows: of rank correlations, or of marginals where no release has the first."""
    return LOSS if any(line.value(LOSS) is not None for line in lines) else Figure.MARGINAL_LOSS


def name_on_map(line: ReleaseFigures) -> str:
    """The name of a release beside its point, after a cross where it fails the policy: a place on the front is no
    leave to publish."""
    return f"✕ {line.name}" if line.outcome is Outcome.FAIL else line.name


def fails_policy() -> str:
    """What the cross means."""
    return tr("fails the policy")


def no_points(lines: Sequence[ReleaseFigures]) -> str:
    """Why the map is empty, or an empty text where it is not."""
    if any(line.value(RISK) is not None for line in lines):
        return ""
    return tr("No release is paired with the original: right links are not known, and there is no map.")
