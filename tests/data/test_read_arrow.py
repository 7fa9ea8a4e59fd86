"""Parquet and Feather files are read with their types, and nested cells are refused in a sentence."""

from __future__ import annotations

import datetime as dt
import io
from decimal import Decimal

import pyarrow as pa
import pytest
from pyarrow import feather, parquet

from permdesk.compute.progress import Progress
from permdesk.data.column_meaning import ValueKind
from permdesk.data.problem import Problem, Severity
from permdesk.data.read_table import read_table
from permdesk.data.table import Table

MOMENT = dt.datetime(2026, 11, 28, 3, 0, 1, 500000)  # noqa: DTZ001 (without a zone on purpose)

TABLE = pa.table(
    {
        "whole": pa.array([1, None], pa.int64()),
        "real": pa.array([0.1, 1e6]),
        "single": pa.array([3.14, None], pa.float32()),
        "half": pa.array([0.5, 2], pa.float16()),
        "text": ["a", None],
        "category": pa.array(["x", None]).dictionary_encode(),
        "yes": [True, None],
        "day": pa.array([dt.date(2026, 11, 28), None]),
        "moment": pa.array([MOMENT, None], pa.timestamp("us")),
        "zoned": pa.array([0, None], pa.timestamp("s", "Europe/Paris")),
        "clock": pa.array([dt.time(3, 4, 5), None], pa.time64("us")),
        "exact": pa.array([Decimal("1.50"), Decimal("2.00")], pa.decimal128(10, 2)),
        "nothing": pa.nulls(2),
    }
)
EXPECTED = {
    "whole": ["1", ""],
    "real": ["0.1", "1000000"],
    "single": ["3.14", ""],
    "half": ["0.5", "2"],
    "text": ["a", ""],
    "category": ["x", ""],
    "yes": ["TRUE", ""],
    "day": ["2026-11-28", ""],
    "moment": ["2026-11-28T03:00:01.5", ""],
    "zoned": ["1970-01-01T00:00:00", ""],
    "clock": ["03:04:05", ""],
    "exact": ["1.50", "2"],
    "nothing": ["", ""],
}
KINDS = {
    "day": ValueKind.DATE,
    "moment": ValueKind.DATETIME,
    "zoned": ValueKind.DATETIME,
    "clock": ValueKind.TIME,
}


def written(table, ending):
    stream = io.BytesIO()
    if ending == ".parquet":
        parquet.write_table(table, stream)
    else:
        feather.write_feather(table, stream)
    return stream.getvalue()


def cells(table, name):
    column = table.column(name)
    return [column.cell(i) for i in range(table.n_records)]


@pytest.mark.parametrize("ending", [".parquet", ".feather"])
def test_that_every_type_becomes_its_text(ending, save):
    columns = TABLE.column_names if ending == ".parquet" else [n for n in TABLE.column_names if n != "half"]
    table = read_table(save(f"a{ending}", written(TABLE.select(columns), ending)), None, Progress())
    assert isinstance(table, Table), table
    assert table.names == tuple(columns)
    assert {name: cells(table, name) for name in columns} == {name: EXPECTED[name] for name in columns}
    assert {r.name: r.meaning.kind for r in table.reports if r.meaning.kind is not ValueKind.PLAIN} == KINDS
    [note] = [p for p in table.problems if "time zone" in p.what]
    assert (note.severity, "zoned" in note.what) == (Severity.NOTE, True)


@pytest.mark.parametrize("ending", [".parquet", ".feather"])
@pytest.mark.parametrize("nested", [[[1], [2]], [{"a": 1}, {"a": 2}]])
def test_that_nested_cells_are_refused_in_one_sentence(ending, nested, save):
    problem = read_table(save(f"a{ending}", written(pa.table({"v": nested}), ending)), None, Progress())
    assert isinstance(problem, Problem)
    assert "“v” holds lists or records" in problem.what


@pytest.mark.parametrize("ending", [".parquet", ".feather"])
def test_that_only_chosen_columns_are_read(ending, save):
    data = written(TABLE.select(["whole", "text"]), ending)
    table = read_table(save(f"a{ending}", data), None, Progress(), {"whole"})
    assert isinstance(table, Table)
    assert cells(table, "whole") == ["1", ""]
    assert (table.names, table.holds("text")) == (("whole", "text"), False)


@pytest.mark.parametrize("ending", [".parquet", ".feather"])
def test_that_a_file_cut_short_is_one_clear_problem(ending, save):
    problem = read_table(save(f"a{ending}", written(TABLE.select(["whole"]), ending)[:-9]), None, Progress())
    assert isinstance(problem, Problem)
    assert "damaged" in problem.what


def test_that_a_table_without_records_is_a_problem(save):
    problem = read_table(save("a.parquet", written(TABLE.slice(0, 0).select(["whole"]), ".parquet")), None, Progress())
    assert isinstance(problem, Problem)
    assert "no record" in problem.what


def test_that_repeated_names_are_a_problem(save):
    table = pa.table([[1], [2]], names=["v", "v"])
    problem = read_table(save("a.parquet", written(table, ".parquet")), None, Progress())
    assert isinstance(problem, Problem)
