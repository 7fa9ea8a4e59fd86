"""What the officer can have written, none of which changes what is decided: previews, reports, tables, the policy."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import SignalInstance

from permdesk.audit.findings import Target
from permdesk.audit.policy import write_policy
from permdesk.compute.progress import Progress
from permdesk.data.problem import Problem
from permdesk.gui.jobs import JobRunner
from permdesk.gui.pages.report.block_text import BlockText, block_text
from permdesk.gui.report_tasks import Export, ReportWanted, Written, build, write
from permdesk.gui.subject_task import write_verification_page
from permdesk.gui.table_tasks import write_record_table, write_records, write_reverse_mapped
from permdesk.gui.theme import Theme
from permdesk.gui.workspace import Workspace
from permdesk.report.formats import Format
from permdesk.translation import in_language, tr

if TYPE_CHECKING:
    from permdesk.data.table import Table
    from permdesk.report.verification_page import VerificationPage


class WritingDesk:
    """Writes one thing after another; an audit goes on meanwhile."""

    def __init__(
        self, workspace: Workspace, runner: JobRunner, written: SignalInstance, reported: SignalInstance
    ) -> None:
        """``written`` carries a Written, ``reported`` a Problem."""
        self._workspace, self._runner = workspace, runner
        self._written, self._reported = written, reported

    def preview_report(
        self, theme: Theme, done: Callable[[BlockText], None], refused: Callable[[], object] = lambda: None
    ) -> None:
        """Make the preview of the present audit's report for ``done``; nothing happens without an audit, nor where
        another task takes its place. ``refused`` is called when it cannot be made, which is reported."""
        wanted = self._report_wanted()

        def not_made(problem: Problem) -> None:
            refused()
            self._reported.emit(problem)

        if wanted is not None:
            self._runner.start(
                tr("Prepare the preview"),
                lambda progress: _preview(wanted, theme, progress),
                done,
                not_made,
            )

    def export(self, kind: Format | Export, path: Path) -> None:
        """Write the report of the present audit in a format to ``path``; or, into a folder, all its formats or the
        numbers."""
        wanted = self._report_wanted()
        if wanted is not None:
            self._write(path, lambda progress: write(wanted, kind, path, progress))

    def export_reverse_mapped(self, path: Path) -> None:
        """Write Z of the present audit to ``path``, whose ending is the format."""
        state = self._workspace.state
        audit, answered = state.audit, state.answered
        if audit is not None and answered is not None:
            self._write(path, lambda progress: write_reverse_mapped(audit, answered, path, progress))

    def export_verification_page(self, release: Table, about: VerificationPage, path: Path) -> None:
        """Write the page on which respondents check their own records in a release."""
        self._write(path, lambda progress: write_verification_page(release, about, path, progress))

    def export_records(self, path: Path) -> None:
        """Write every record of the present audit with its distances."""
        audit = self._workspace.state.audit
        if audit is not None:
            self._write(path, lambda progress: write_records(audit, path, progress))

    def export_record_table(self, record: int, target: Target, path: Path) -> None:
        """Write original record ``record`` (from 0) against every record of the target."""
        audit = self._workspace.state.audit
        if audit is not None:
            self._write(path, lambda progress: write_record_table(audit, record, target, path, progress))

    def _write(self, path: Path, work: Callable[[Progress], Written | Problem]) -> None:
        title = tr("Write {file}", file=path.name)
        self._runner.start(title, work, self._written.emit, self._reported.emit, writes=True)

    def save_policy(self, path: Path) -> None:
        """Write the thresholds into a policy file."""
        policy = self._workspace.setup.policy
        self._runner.start(
            tr("Save the policy"),
            lambda _: write_policy(policy, path) or Written((path,)),
            self._written.emit,
            self._reported.emit,
            writes=True,
        )

    def _report_wanted(self) -> ReportWanted | None:
        state = self._workspace.state
        if state.audit is None:
            return None
        setup = state.setup
        return ReportWanted(state.audit, setup.description, setup.profile, state.further, setup.report)


def _preview(wanted: ReportWanted, theme: Theme, progress: Progress) -> BlockText | Problem:
    report = build(wanted, progress)
    if isinstance(report, Problem):
        return report
    with in_language(wanted.choices.language_code):
        return block_text(report, theme, progress)
