"""What a job does for the subject's check: a record and a release in, the check and Table 3 out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from permdesk.audit.settings import Settings
from permdesk.compute.progress import Progress
from permdesk.data.problem import Problem
from permdesk.data.table import Table
from permdesk.gui.models.neighbour_columns import Comparison

if TYPE_CHECKING:
    from permdesk.audit.subject import SubjectCheck


@dataclass(frozen=True, slots=True, eq=False)
class Checked:
    """A check, and its record against every record of the release."""

    check: SubjectCheck
    comparison: Comparison


def check_record(
    release: Table, record: dict[str, str], pure_permutation: bool, settings: Settings, progress: Progress
) -> Checked | Problem:
    """Hold a record against a release. Raises Cancelled."""
    from permdesk.audit.ranking import midpoints
    from permdesk.audit.subject import check_subject

    check = check_subject(release, record, pure_permutation, settings, progress)
    if isinstance(check, Problem):
        return check
    released = np.column_stack([midpoints(attribute.anonymized) for attribute in check.attributes])
    return Checked(check, Comparison(check.attributes, released, check.distances, 0, check.table.maxima))
