"""Findings that an audit does not hold, because they are made on demand."""

from __future__ import annotations

from dataclasses import dataclass

from permdesk.audit.information import Information
from permdesk.audit.scenarios import LeaveOneOut, Scenario


@dataclass(frozen=True, slots=True)
class FurtherFindings:
    """Made for the same audit as the report; what was not asked for is None or empty and the report is silent on it."""

    information: Information | None = None
    leave_one_out: LeaveOneOut | None = None
    scenarios: tuple[Scenario, ...] = ()


NOTHING_FURTHER = FurtherFindings()
