"""What jobs do for the subject's check: a record and a release in, the check and Table 3 out; then the pages."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from permdesk.audit.settings import Settings
from permdesk.compute.progress import Progress
from permdesk.data.problem import Problem
from permdesk.data.writing import write_atomically
from permdesk.gui.report_tasks import Written
from permdesk.translation import tr

if TYPE_CHECKING:
    from permdesk.audit.subject import SubjectCheck
    from permdesk.data.table import Table
    from permdesk.gui.models.neighbour_columns import Comparison
    from permdesk.report.verification_page import VerificationPage


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
    from permdesk.gui.models.neighbour_columns import Comparison

    check = check_subject(release, record, pure_permutation, settings, progress)
    if isinstance(check, Problem):
        return check
    released = np.column_stack([midpoints(attribute.anonymized) for attribute in check.attributes])
    return Checked(check, Comparison(check.attributes, released, check.distances, 0, check.table.maxima))


def write_page(check: SubjectCheck, path: Path, progress: Progress) -> Written | Problem:
    """Write what a check found as a page to print, whole or not at all. Raises Cancelled."""
    from permdesk.report.html import render_html
    from permdesk.report.subject_page import subject_page

    progress.begin("report", 0)
    today = date.today()  # noqa: DTZ011 - the user's day
    content = render_html(subject_page(check, today, progress), progress=progress).encode("utf-8")
    progress.check()
    return write_atomically(path, content) or Written((path,))


def write_verification_page(
    release: Table, about: VerificationPage, path: Path, progress: Progress
) -> Written | Problem:
    """Write the page on which respondents check their own records, whole or not at all; never over the release.
    Raises Cancelled."""
    from permdesk.report.verification_page import verification_page

    if path.resolve() == release.path.resolve():
        return Problem(tr("The page would replace the release."), path.name, tr("Choose another file."))
    today = date.today()  # noqa: DTZ011 - the user's day
    page = verification_page(release, about, today, progress)
    if isinstance(page, Problem):
        return page
    return write_atomically(path, page.encode("utf-8")) or Written((path,))
