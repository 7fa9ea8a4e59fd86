"""Writes what was found about several releases: as numbers, or as a report in the officer's language and look."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from permdesk.compute.progress import Progress
from permdesk.compute.unstoppable import wait_for
from permdesk.data.problem import Problem
from permdesk.data.writing import write_atomically
from permdesk.gui.report_choices import ReportChoices
from permdesk.gui.report_tasks import Written, write_all
from permdesk.report.formats import Format, render_report
from permdesk.translation import in_language, tr

if TYPE_CHECKING:
    from permdesk.report.blocks import Report

FORMATS = (Format.HTML, Format.DOCX, Format.PDF, Format.XLSX, Format.MARKDOWN, Format.JSON)


def write_figures(
    path: Path,
    as_csv: Callable[[], bytes],
    as_report: Callable[[date, Progress], Report],
    choices: ReportChoices,
    progress: Progress,
) -> Written | Problem:
    """Write the numbers where ``path`` ends in .csv, else the report of today in the format of the ending, with the
    pages of the chosen template around it. Raises Cancelled."""
    progress.begin("report", 0)
    if path.suffix.lower() == ".csv":
        return write_atomically(path, wait_for(as_csv, progress)) or Written((path,))
    kind = next((one for one in FORMATS if path.suffix.lower() == f".{one.ending}"), None)
    if kind is None:
        return Problem(
            what=tr("The ending of the name is none of those that a comparison can be written in."),
            where=path.name,
            remedy=tr("Choose a name that ends in .html, .docx, .pdf, .xlsx, .csv, .md or .json."),
        )
    with in_language(choices.language_code):
        files = _rendered(as_report, choices, kind, path.stem, progress)
    progress.check()
    contents = {path.name if name == f"{path.stem}.{kind.ending}" else name: files[name] for name in files}
    return write_all(path.parent, contents)


def _rendered(
    as_report: Callable[[date, Progress], Report], choices: ReportChoices, kind: Format, stem: str, progress: Progress
) -> dict[str, bytes]:
    from permdesk.report.template import PLAIN

    template = PLAIN if choices.template is None else choices.template.template
    report = as_report(date.today(), progress)  # noqa: DTZ011 - the user's day
    whole = replace(report, blocks=(*template.front, *report.blocks, *template.back))
    return render_report(whole, replace(template, front=(), back=()), kind, stem, progress)
