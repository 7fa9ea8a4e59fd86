"""Asks where results are written, and has them written: Z, all records, one record's table, respondents' page."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from permdesk.audit.findings import Target
from permdesk.gui.desk import Desk
from permdesk.gui.dialogs.files import ask_table_target, ask_target
from permdesk.gui.dialogs.true_values import TrueValuesWarning
from permdesk.gui.showing import open_dialog
from permdesk.gui.theme import Theme
from permdesk.translation import tr


class TableExports(QObject):
    """Every export asks first; nothing happens without an audit."""

    def __init__(self, desk: Desk, window: QWidget) -> None:
        super().__init__(window)
        self._desk, self._window = desk, window

    def ask_reverse_mapped(self, theme: Theme) -> None:
        """Warn that Z holds true values, then ask where to write it."""
        answered = self._desk.workspace.state.answered
        if answered is None:
            return
        name = f"{answered.anonymized.table.path.name.split('.')[0]}-reverse-mapped.csv"
        title = tr("Export the reverse-mapped file")

        def ask() -> None:
            ask_table_target(self._window, title, name, self._desk.writing.export_reverse_mapped)

        dialog = TrueValuesWarning(theme, ask, self._window)
        open_dialog(dialog)

    def ask_verification_page(self) -> None:
        """Ask what the page for respondents holds, then where to write it."""
        from permdesk.gui.dialogs.verification import VerificationDialog, is_permutation
        from permdesk.report.verification_page import VerificationPage

        state = self._desk.workspace.state
        audit, answered, said = state.audit, state.answered, state.setup.description
        if audit is None or answered is None:
            return
        release, title = answered.anonymized.table, tr("Verification page for respondents")

        def ask(about: VerificationPage) -> None:
            def write(path: Path) -> None:
                self._desk.writing.export_verification_page(release, about, path)
                self._name_page(path.name)

            ask_target(self._window, title, "verification.html", "html", write)

        suggested = VerificationPage(said.title, said.contact, is_permutation(audit))
        dialog = VerificationDialog(audit, suggested, ask, self._window)
        open_dialog(dialog)

    def _name_page(self, name: str) -> None:
        """Let the report point respondents to their page, unless it points somewhere already."""
        setup = self._desk.workspace.setup
        if not setup.description.page_for_respondents:
            said = replace(setup.description, page_for_respondents=name)
            self._desk.decide(tr("name the page for respondents"), replace(setup, description=said))

    def ask_records(self) -> None:
        """Ask where to write every record with its distances."""
        if self._desk.workspace.state.audit is not None:
            ask_table_target(self._window, tr("Export the records"), "records.csv", self._desk.writing.export_records)

    def ask_record_table(self, record: int, target: Target) -> None:
        """Ask where to write the table of one original record (from 0)."""
        if self._desk.workspace.state.audit is None or record < 0:
            return

        def write(path: Path) -> None:
            self._desk.writing.export_record_table(record, target, path)

        title = tr("Export the table of record {record}", record=record + 1)
        ask_table_target(self._window, title, f"record-{record + 1}.csv", write)
