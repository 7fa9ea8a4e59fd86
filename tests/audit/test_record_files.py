"""Record tables can be saved in any format and hold what the window and records.csv show."""

from __future__ import annotations

import numpy as np
import pytest

from permdesk.audit.findings import Target
from permdesk.audit.policy import Policy
from permdesk.audit.record_files import (
    export_record_table,
    export_records,
    record_table_columns,
    records_columns,
)
from permdesk.audit.records_csv import records_csv
from permdesk.audit.run import run_audit
from permdesk.audit.settings import Settings
from permdesk.compute.progress import Progress
from permdesk.data.choices import Dialect
from permdesk.data.problem import Problem
from permdesk.data.read_table import read_table
from tests.pairs import paper_pair


@pytest.fixture(scope="module")
def audit():
    return run_audit(paper_pair(), Settings(), Policy(), Progress())


def test_that_a_csv_file_is_records_csv(audit, tmp_path):
    assert export_records(audit, tmp_path / "r.csv", Progress()) == ()
    assert (tmp_path / "r.csv").read_bytes() == records_csv(audit)


def test_that_other_formats_have_the_same_columns_and_numbers(audit, tmp_path):
    assert export_records(audit, tmp_path / "r.xlsx", Progress()) == ()
    (tmp_path / "r.csv").write_bytes(records_csv(audit))
    book, text = (read_table(tmp_path / name, Dialect(), Progress()) for name in ("r.xlsx", "r.csv"))
    assert book.names == text.names
    for name in book.names:
        if name in ("own_among_links", "satisfies"):
            words = {"true": "1", "false": "0"}
            expected = [words[text.column(name).cell(i)] for i in range(20)]
            assert [book.column(name).cell(i) for i in range(20)] == expected
        elif name != "id":
            found, expected = (t.report(name).numbers.lower[t.column(name).codes] for t in (book, text))
            assert np.array_equal(found, expected), name


def test_that_the_table_of_a_record_is_table_3(audit, expected, tmp_path):
    assert export_record_table(audit, 0, tmp_path / "t.csv", Progress()) == ()
    table = read_table(tmp_path / "t.csv", Dialect(), Progress())
    first = table.report("largest_deviation")
    maxima = first.numbers.lower[first.column.codes]
    assert maxima.min() == audit.distances.distance[0]
    matches = [i for i in range(20) if table.column("match").cell(i) == "1"]
    assert matches[0] == audit.distances.first_match[0]
    assert len(matches) == audit.distances.n_matches[0]
    deviations = [table.report(f"deviation_{name}") for name in audit.names]
    assert np.array_equal(np.max([r.numbers.lower[r.column.codes] for r in deviations], axis=0), maxima)


def test_that_the_table_of_a_record_can_be_against_z(audit):
    values = {column.name: column for column in record_table_columns(audit, 3, Target.REVERSE_MAPPED)}
    assert np.array_equal(values["value_X1"].numbers, audit.mapping.values[:, 0])
    assert values["largest_deviation"].numbers.min() == audit.distances_z.distance[3]


def test_that_an_unknown_ending_is_a_problem(audit, tmp_path):
    for problem in (
        export_records(audit, tmp_path / "r.doc", Progress()),
        export_record_table(audit, 0, tmp_path / "r", Progress()),
    ):
        assert isinstance(problem, Problem)
        assert ".csv" in problem.remedy


def test_that_every_record_has_a_row(audit):
    assert {column.n_records for column in records_columns(audit)} == {20}
