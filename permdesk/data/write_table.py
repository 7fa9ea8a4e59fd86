"""A table of columns becomes a file of any format: checked before, read back after, and only then put in place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from permdesk.compute.progress import Progress
from permdesk.compute.unstoppable import wait_for
from permdesk.data.choices import Dialect
from permdesk.data.output_column import OutputColumn
from permdesk.data.output_format import CAPACITIES, OutputFormat, output_format
from permdesk.data.output_limits import fit
from permdesk.data.problem import Problem, Severity
from permdesk.data.read_back import difference
from permdesk.data.write_csv import csv_bytes
from permdesk.data.write_dta import dta_bytes
from permdesk.data.write_parquet import parquet_bytes
from permdesk.data.write_sav import sav_bytes
from permdesk.data.write_xlsx import xlsx_bytes
from permdesk.data.write_xpt import xpt_bytes
from permdesk.data.writing import write_atomically
from permdesk.translation import tr

BINARY = {
    OutputFormat.XLSX: xlsx_bytes,
    OutputFormat.SAV: sav_bytes,
    OutputFormat.DTA: dta_bytes,
    OutputFormat.XPT: xpt_bytes,
    OutputFormat.PARQUET: parquet_bytes,
}


def write_table(
    columns: Sequence[OutputColumn], path: Path, dialect: Dialect, progress: Progress
) -> tuple[Problem, ...] | Problem:
    """Write at least one column with at least one record, all of one length; the ending of ``path`` is the format.

    ``dialect`` is that of a text. The file is read back and compared before it replaces ``path``; a NOTE for
    everything that the format holds in another form. A Problem: nothing was written. The stage is ``"writing"``, its
    units columns, then those of ``read_table``. Raises Cancelled.
    """
    form = output_format(path)
    if isinstance(form, Problem):
        return form
    fitted = wait_for(lambda: fit(columns, form, path), progress)
    if isinstance(fitted, Problem):
        return fitted
    kept, notes = fitted
    progress.begin("writing", len(kept))
    if form is OutputFormat.CSV:
        dialect = _writable(dialect, path)
        try:
            content = wait_for(lambda: csv_bytes(kept, dialect), progress)
        except UnicodeEncodeError:
            what = tr("The encoding {encoding} lacks some of the characters, so UTF-8 was used.",
                      encoding=dialect.encoding)  # fmt: skip
            remedy = tr("Open the file as UTF-8.")
            notes.append(Problem(what, path.name, remedy, Severity.NOTE))
            dialect = replace(dialect, encoding="utf-8")
            content = wait_for(lambda: csv_bytes(kept, dialect), progress)
    else:
        content = wait_for(lambda: BINARY[form](kept), progress)
    read_as = Dialect(suppressed_codes=())
    if form is OutputFormat.CSV:
        read_as = replace(dialect, missing_codes=("",), suppressed_codes=())

    def check(written: Path) -> Problem | None:
        return difference(written, path, kept, CAPACITIES[form], read_as, progress)

    problem = write_atomically(path, content, check)
    return tuple(notes) if problem is None else problem


def _writable(dialect: Dialect, path: Path) -> Dialect:
    """The marks and the encoding of a dialect, with a quotation mark, as cells may need one, and the separator that the
    ending promises."""
    separator = "\t" if path.suffix.lower() == ".tsv" else dialect.separator
    return Dialect(separator, dialect.decimal_mark, dialect.quote or '"', dialect.encoding)
