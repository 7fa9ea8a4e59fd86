"""Colours of documents on white paper: of what is less important, and of boxes for outcomes and severities."""

from __future__ import annotations

from permdesk.audit.findings import Outcome
from permdesk.data.problem import Severity

MUTED = "#596273"
TONES = {
    Outcome.PASS: ("#1a7445", "#e6f3ec"),
    Outcome.FAIL: ("#b3261e", "#fbeae9"),
    Outcome.NOT_APPLICABLE: (MUTED, "#f0f2f5"),
    Severity.ERROR: ("#b3261e", "#fbeae9"),
    Severity.WARNING: ("#8a5700", "#fdf3e0"),
    Severity.NOTE: ("#3557c4", "#eaf0fc"),
}
"""The colours of an edge and of the ground of boxes."""
