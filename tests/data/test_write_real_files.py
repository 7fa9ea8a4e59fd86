"""Real files, written in every format and read back, are the same to the reader, labels included where they fit."""

from __future__ import annotations

import re

import numpy as np
import pytest

from permdesk.compute.progress import Progress
from permdesk.data.choices import Dialect
from permdesk.data.output_of_column import output_of_column
from permdesk.data.problem import Problem, Severity
from permdesk.data.read_table import read_table
from permdesk.data.table import Table
from permdesk.data.write_table import write_table

FILES = (
    "spss-stata-sas/sample.sav",
    "spss-stata-sas/labelled-num-na.sav",
    "spss-stata-sas/labelled-str.sav",
    "spss-stata-sas/missing_char.sav",
    "spss-stata-sas/missing_test.dta",
    "spss-stata-sas/iris.dta",
    "spss-stata-sas/tagged-na-int.dta",
    "spss-stata-sas/sample.xpt",
    "spss-stata-sas/dates.sas7bdat",
    "spss-stata-sas/datetime.sav",
    "spss-stata-sas/hebrews.sav",
    "spss-stata-sas/tegulu.sav",
    "arx/test.xls",
    "casc/CASCrefmicrodata.csv",
    "sdcmicro/testdata.csv",
    "stroke/healthcare-dataset-stroke-data.csv",
)


def numbers_or_texts(report):
    """Each cell as a number where it is one, so that notation does not count; missing cells are blank."""
    texts = [text.rstrip() if present else "" for text, present in zip(report.trimmed, report.is_present, strict=True)]
    known = dict(zip(texts, report.numbers.lower.tolist(), strict=True))
    cells = [texts[code] for code in report.column.codes]
    return [known[cell] if cell and not np.isnan(known[cell]) else _same_notation(cell) for cell in cells]


def _same_notation(cell):
    """Fractions of a second without zeros behind them."""
    return re.sub(r"(:\d\d\.\d*?)0+$", r"\1", cell)


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("ending", [".csv", ".xlsx", ".sav", ".dta", ".xpt", ".parquet"])
def test_that_a_real_file_written_anew_holds_the_same(name, ending, shared_file, tmp_path):
    table = read_table(shared_file(name), None, Progress())
    assert isinstance(table, Table), table
    columns = [output_of_column(report, table.dialect, ".") for report in table.reports]
    path = tmp_path / f"a{ending}"
    notes = write_table(columns, path, Dialect(), Progress())
    if isinstance(notes, Problem):
        assert "read back" not in notes.what, notes
        assert any(words in notes.what for words in ("beyond ASCII", "longer than", "last record")), notes
        assert ending in (".xpt", ".xlsx", ".dta")
        return
    assert all(note.severity is not Severity.ERROR for note in notes)
    found = read_table(path, Dialect(missing_codes=table.dialect.missing_codes), Progress())
    assert isinstance(found, Table)
    for before, after in zip(table.reports, found.reports, strict=True):
        if ending == ".sav":
            assert after.meaning.value_labels == before.meaning.value_labels or notes
            assert set(after.meaning.missing) == set(before.meaning.missing) or notes
        if ending == ".sav" or not before.is_user_missing.any():
            assert numbers_or_texts(after) == numbers_or_texts(before), before.name
