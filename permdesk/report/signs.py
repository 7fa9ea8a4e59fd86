"""Words and signs of severities and outcomes, as colour is never the only mark."""

from __future__ import annotations

from permdesk.audit.findings import Outcome
from permdesk.data.problem import Severity
from permdesk.translation import tr


def severity_title(severity: Severity) -> str:
    """The word before a notice."""
    titles = {Severity.ERROR: tr("Error"), Severity.WARNING: tr("Warning"), Severity.NOTE: tr("Note")}
    return titles[severity]


def outcome_sign(outcome: Outcome) -> str:
    """The sign before a verdict."""
    signs = {Outcome.PASS: "✓", Outcome.FAIL: "✕", Outcome.NOT_APPLICABLE: "?"}
    return signs[outcome]
