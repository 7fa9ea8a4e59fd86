"""What jobs do for reports: an audit and its description in, a report or written files out."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from enum import Enum
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from permdesk.audit.description import Description
from permdesk.audit.findings import Audit
from permdesk.compute.progress import Progress
from permdesk.compute.unstoppable import wait_for
from permdesk.data.problem import Problem, Severity
from permdesk.data.writing import write_atomically, write_together
from permdesk.gui.report_choices import ChosenTemplate, ReportChoices
from permdesk.report.formats import Format, render
from permdesk.report.profile import Profile
from permdesk.translation import in_language, tr

if TYPE_CHECKING:
    from permdesk.report.blocks import Report
    from permdesk.report.further import FurtherFindings
    from permdesk.report.publication import Publication


STEM = "report"
RECORDS = "records.csv"
GRAVITY = (Severity.NOTE, Severity.WARNING, Severity.ERROR)


class Export(Enum):
    """What goes into a folder: NUMBERS are audit.json and records.csv, ALL the report in every chosen format, beside
    an internal one records.csv, to which it refers."""

    NUMBERS = "numbers"
    ALL = "all"


@dataclass(frozen=True, slots=True, eq=False)
class ReportWanted:
    """All that a report is made from, except the date. ``further`` is about the same audit; None is nothing."""

    audit: Audit
    description: Description
    profile: Profile
    further: FurtherFindings | None = None
    choices: ReportChoices = field(default_factory=ReportChoices)


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


def build(wanted: ReportWanted, progress: Progress) -> Report | Problem:
    """Build the report of today."""
    found = _publication(wanted, progress)
    return found if isinstance(found, Problem) else found.report


def write(wanted: ReportWanted, kind: Format | Export, path: Path, progress: Progress) -> Written | Problem:
    """Write the report in one format to ``path``, or into a folder all of its formats or the numbers; what belongs
    together is written together or not at all."""
    if kind is Export.NUMBERS:
        return write_all(path, _numbers(wanted.audit, progress))
    publication = _publication(wanted, progress)
    if isinstance(publication, Problem):
        return publication
    if isinstance(kind, Format):
        return _write_one(publication, kind, path, wanted, progress)
    contents: dict[str, bytes] = {}
    progress.begin("report", len(wanted.choices.formats))
    for one in wanted.choices.formats:
        contents |= _rendered(publication, one, STEM, wanted, progress)
        progress.advance()
        progress.check()
    if wanted.profile.shows_records:
        contents |= _records(wanted.audit, progress)
    return write_all(path, contents)


def load_pictures(progress: Progress) -> None:
    """Import what draws a report's pictures, which takes half a second the first time. Raises Cancelled at once."""
    wait_for(partial(import_module, "permdesk.report.figures"), progress)


def read_chosen_template(folder: Path) -> ChosenTemplate | Problem:
    """The template of a folder."""
    from permdesk.report.read_template import read_template

    template = read_template(folder)
    return template if isinstance(template, Problem) else ChosenTemplate(folder, template)


def _publication(wanted: ReportWanted, progress: Progress) -> Publication | Problem:
    progress.begin("report", 0)
    load_pictures(progress)
    from permdesk.report.further import NOTHING_FURTHER
    from permdesk.report.publication import publish
    from permdesk.report.template import PLAIN
    from permdesk.report.withheld import LeakError

    today = date.today()  # noqa: DTZ011 - the user's day
    chosen = wanted.choices.template
    template = PLAIN if chosen is None else chosen.template
    further = wanted.further or NOTHING_FURTHER
    try:
        with in_language(wanted.choices.language_code):
            return publish(wanted.audit, wanted.description, wanted.profile, today, further, template, progress)
    except LeakError as leak:
        return leak.problem


def _rendered(
    publication: Publication, kind: Format, stem: str, wanted: ReportWanted, progress: Progress
) -> dict[str, bytes]:
    with in_language(wanted.choices.language_code):
        return render(publication, kind, stem, progress)


def _write_one(
    publication: Publication, kind: Format, path: Path, wanted: ReportWanted, progress: Progress
) -> Written | Problem:
    files = _rendered(publication, kind, path.name.removesuffix(f".{kind.ending}"), wanted, progress)
    progress.check()
    # The report itself comes first, and is called as the person typed it.
    own, *others = files.items()
    if not others:
        return write_atomically(path, own[1]) or Written((path,))
    return write_all(path.parent, {path.name: own[1], **dict(others)})


def write_all(folder: Path, contents: dict[str, bytes]) -> Written | Problem:
    """Write files into a folder, all or none."""
    return write_together(folder, contents) or Written(tuple(folder / name for name in contents))


def _numbers(audit: Audit, progress: Progress) -> dict[str, bytes]:
    from permdesk.audit.audit_json import audit_json

    progress.begin("report", 0)
    contents = {"audit.json": wait_for(partial(audit_json, audit), progress), **_records(audit, progress)}
    progress.check()
    return contents


def _records(audit: Audit, progress: Progress) -> dict[str, bytes]:
    from permdesk.audit.records_csv import records_csv

    return {RECORDS: wait_for(partial(records_csv, audit), progress)}
