"""What jobs do for exported tables: a complete audit in, a written file and what is worth knowing of it out."""

from __future__ import annotations

from pathlib import Path

from permdesk.audit.findings import Audit, Target
from permdesk.compute.progress import Progress
from permdesk.data.problem import Problem
from permdesk.gui.report_tasks import Written
from permdesk.gui.workspace import Question


def write_reverse_mapped(audit: Audit, answered: Question, path: Path, progress: Progress) -> Written | Problem:
    """Write Z of an audit and the question that it answers."""
    from permdesk.audit.reverse_mapped_file import PairTables, export_reverse_mapped

    tables = PairTables(audit.pair, answered.original.table, answered.anonymized.table)
    return _written(path, export_reverse_mapped(tables, path, progress))


def write_records(audit: Audit, path: Path, progress: Progress) -> Written | Problem:
    """Write every original record with its distances, variances and links."""
    from permdesk.audit.record_files import export_records

    return _written(path, export_records(audit, path, progress))


def write_record_table(audit: Audit, record: int, target: Target, path: Path, progress: Progress) -> Written | Problem:
    """Write one original record (from 0) against every record of the target."""
    from permdesk.audit.record_files import export_record_table

    return _written(path, export_record_table(audit, record, path, progress, target))


def _written(path: Path, answer: tuple[Problem, ...] | Problem) -> Written | Problem:
    return answer if isinstance(answer, Problem) else Written((path,), answer)
