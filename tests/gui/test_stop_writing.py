"""Whoever stops the writing of files or the look at one does not wait until all of it is made, and no file is there."""

from __future__ import annotations

from threading import Event, current_thread

import pytest

from permdesk.audit import audit_json, record_files, records_csv
from permdesk.audit.description import Description
from permdesk.audit.findings import Target
from permdesk.compute.progress import Cancelled, Progress
from permdesk.gui import figures_task, report_tasks, table_tasks, tasks
from permdesk.gui.report_choices import ReportChoices
from permdesk.gui.report_tasks import Export, ReportWanted
from permdesk.report.profile import Profile
from tests.gui.audits import paper_audit


def write_numbers(folder, progress):
    wanted = ReportWanted(paper_audit(), Description(), Profile.INTERNAL)
    return report_tasks.write(wanted, Export.NUMBERS, folder / "numbers", progress)


def records(name):
    return lambda folder, progress: table_tasks.write_records(paper_audit(), folder / name, progress)


def record_table(folder, progress):
    return table_tasks.write_record_table(paper_audit(), 0, Target.ANONYMIZED, folder / "record.csv", progress)


@pytest.mark.parametrize(
    ("module", "step", "write"),
    [
        (audit_json, "audit_json", write_numbers),
        (records_csv, "records_csv", write_numbers),
        (record_files, "records_csv", records("records.csv")),
        (record_files, "records_columns", records("records.xlsx")),
        (record_files, "record_table_columns", record_table),
    ],
)
def test_that_a_stop_is_answered_before_a_file_is_made(module, step, write, tmp_path, monkeypatch):
    progress, may_end, here = Progress(), Event(), current_thread()

    def goes_on(*_):
        assert current_thread() is not here, "nobody could leave this"
        progress.cancel()
        may_end.wait()

    monkeypatch.setattr(module, step, goes_on)
    try:
        with pytest.raises(Cancelled):
            write(tmp_path, progress)
        assert not may_end.is_set()
        assert not list(tmp_path.iterdir())
    finally:
        may_end.set()


def test_that_a_stop_is_answered_while_a_column_is_described(tmp_path, monkeypatch):
    path, progress, may_end = tmp_path / "x.csv", Progress(), Event()
    path.write_text("x\n1\n2\n")

    def goes_on(_):
        progress.cancel()
        may_end.wait()

    monkeypatch.setattr(tasks, "column_facts", goes_on)
    try:
        with pytest.raises(Cancelled):
            tasks.read_file(tasks.Request(path), progress)
    finally:
        may_end.set()


def test_that_a_stop_is_answered_while_figures_become_a_csv_file(tmp_path):
    progress, may_end, here = Progress(), Event(), current_thread()

    def goes_on():
        assert current_thread() is not here, "nobody could leave this"
        progress.cancel()
        may_end.wait()
        return b""

    try:
        with pytest.raises(Cancelled):
            figures_task.write_figures(tmp_path / "figures.csv", goes_on, str, ReportChoices(), progress)
        assert not list(tmp_path.iterdir())
    finally:
        may_end.set()
