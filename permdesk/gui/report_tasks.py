"""What jobs do for reports: an audit and its description in, a report or written files out."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from permdesk.audit.description import Description
from permdesk.audit.findings import Audit
from permdesk.compute.progress import Progress
from permdesk.data.problem import Problem, Severity
from permdesk.data.writing import write_atomically, write_together
from permdesk.report.profile import Profile
from permdesk.translation import tr

if TYPE_CHECKING:
    from permdesk.report.blocks import Report
    from permdesk.report.further import FurtherFindings


GRAVITY = (Severity.NOTE, Severity.WARNING, Severity.ERROR)


class Export(Enum):
    """NUMBERS are audit.json and records.csv, into a folder."""

    HTML = "html"
    XLSX = "xlsx"
    NUMBERS = "numbers"


@dataclass(frozen=True, slots=True, eq=False)
class ReportWanted:
    """All that a report is made from, except the date. ``further`` is about the same audit; None is nothing."""

    audit: Audit
    description: Description
    profile: Profile
    further: FurtherFindings | None = None


@dataclass(frozen=True, slots=True)
class Written:
    """Files that are there now, and what is worth knowing of them, such as what a format cannot hold."""

    paths: tuple[Path, ...]
    notes: tuple[Problem, ...] = ()


def written_message(written: Written) -> Problem:
    """What was written, where, and all that is worth knowing of it."""
    folder = written.paths[0].parent
    sentences = [f"{note.what} {note.remedy}" for note in written.notes]
    return Problem(
        what=tr("Written: {names}.", names=", ".join(path.name for path in written.paths)),
        where="",
        remedy=" ".join([tr("In {folder}.", folder=folder), *sentences]),
        severity=max((note.severity for note in written.notes), key=GRAVITY.index, default=Severity.NOTE),
    )


def build(wanted: ReportWanted, progress: Progress) -> Report:
    """Build the report of today."""
    from permdesk.report.build import build_report
    from permdesk.report.further import NOTHING_FURTHER

    progress.begin("report", 0)
    today = date.today()  # noqa: DTZ011 - the user's day
    return build_report(wanted.audit, wanted.description, wanted.profile, today, wanted.further or NOTHING_FURTHER)


def write(wanted: ReportWanted, kind: Export, path: Path, progress: Progress) -> Written | Problem:
    """Write the report or the numbers; every file whole or not at all, and the two of the numbers together."""
    if kind is Export.NUMBERS:
        numbers = _numbers(wanted.audit, progress)
        return write_together(path, numbers) or Written(tuple(path / name for name in numbers))
    content = _rendered(build(wanted, progress), kind)
    progress.check()
    return write_atomically(path, content) or Written((path,))


def _numbers(audit: Audit, progress: Progress) -> dict[str, bytes]:
    from permdesk.audit.audit_json import audit_json
    from permdesk.audit.records_csv import records_csv

    progress.begin("report", 0)
    contents = {"audit.json": audit_json(audit), "records.csv": records_csv(audit)}
    progress.check()
    return contents


def _rendered(report: Report, kind: Export) -> bytes:
    if kind is Export.HTML:
        from permdesk.report.html import render_html

        return render_html(report).encode("utf-8")
    from permdesk.report.xlsx import render_xlsx

    return render_xlsx(report)
