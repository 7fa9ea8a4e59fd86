"""Files of the field as they are, where they are on this machine."""

from __future__ import annotations

import numpy as np
import pytest

from permdesk.compute.progress import Progress
from permdesk.data.choices import Level, PairingBy
from permdesk.data.column_report import report_column
from permdesk.data.file_pair import FilePair
from permdesk.data.guess import guess_choices
from permdesk.data.make_pair import make_pair
from permdesk.data.problem import Problem, Severity
from permdesk.data.read_table import read_table
from permdesk.data.table import Table
from permdesk.data.text_column import TextColumn


@pytest.fixture
def real(shared_file):
    def must_read(name):
        found = read_table(shared_file(name), None, Progress())
        assert isinstance(found, Table), found
        return found

    return must_read


def paired(x, y):
    choices = guess_choices(x, y, Progress())
    pair = make_pair(x, y, choices, Progress())
    assert isinstance(pair, FilePair), pair
    return choices, pair


def test_that_the_stroke_release_is_paired_by_id_and_its_ranges_are_understood(real):
    x, y = real("stroke/healthcare-dataset-stroke-data.csv"), real("stroke/stroke_k10.csv")
    assert x.dialect.missing_codes == ("", "N/A")
    assert y.dialect.missing_codes == ("", "NULL")
    _, pair = paired(x, y)
    assert pair.pairing is PairingBy.ID
    assert pair.names == ("age", "hypertension", "heart_disease", "stroke")
    assert (pair.own >= 0).all() and (pair.own != np.arange(pair.own.size)).any()
    assert all(pair.record_ids[i] == pair.anonymized_ids[own] for i, own in enumerate(pair.own))
    age = pair.attributes[0].anonymized
    assert (age.n_missing, age.n_suppressed) == (115, 565)
    assert (age.lower[0], age.upper[0]) == (1, 83)
    left = {out.name: out.reason for out in pair.left_out}
    assert "no value in the release" in left["bmi"]
    assert "no value in the release" in left["avg_glucose_level"]


def test_that_adult_keeps_its_six_numbers_and_leaves_words_out_visibly(real):
    x = real("adult/adult.csv")
    assert x.column("workclass").texts[0] == " State-gov"
    _, pair = paired(x, x)
    assert pair.names == ("age", "fnlwgt", "education-num", "capital-gain", "capital-loss", "hours-per-week")
    assert len(pair.left_out) == 9
    np.testing.assert_array_equal(pair.attributes[0].original.lower[:3], [39, 50, 38])
    assert [p.n_cells for p in x.problems] == [4262]


def test_that_a_release_with_suppressed_records_is_unpaired(real):
    choices, pair = paired(real("adult/adult.csv"), real("adult/adult_anonymized_10.csv"))
    assert choices.pairing is PairingBy.UNPAIRED
    assert pair.own is None
    assert sum("Only the original has it" in out.reason for out in pair.left_out) == 8


@pytest.mark.parametrize(
    ("name", "n", "m"), [("CASCrefmicrodata", 1080, 13), ("EIA", 4092, 12), ("Tarragona", 834, 13)]
)
def test_that_the_reference_microdata_are_numeric(name, n, m, real):
    x = real(f"casc/{name}.csv")
    assert x.n_records == n
    _, pair = paired(x, x)
    assert len(pair.attributes) == m
    assert all(attribute.level is Level.NUMERIC for attribute in pair.attributes)


def test_that_shuffled_census_rows_are_noticed(real):
    x = real("casc/CASCrefmicrodata.csv")
    order = np.random.default_rng(3).permutation(x.n_records)

    def shuffled(column):
        return report_column(TextColumn(column.name, column.codes[order], column.texts), x.dialect, Progress())

    y = Table(x.path, x.sha256, x.dialect, tuple(shuffled(c) for c in x.columns), x.n_records)
    _, pair = paired(x, y)
    assert any("shuffled" in p.what and p.severity is Severity.WARNING for p in pair.problems)
    assert not any("shuffled" in p.what for p in paired(x, x)[1].problems)


def test_that_files_of_different_dialects_pair(real):
    x, y = real("arx/example5_input.csv"), real("arx/example5_output.csv")
    assert (x.dialect.separator, y.dialect.separator) == (";", ",")
    _, pair = paired(x, y)
    assert pair.names == ("age",)
    assert pair.pairing is PairingBy.ROW
    assert pair.attributes[0].anonymized.lower[1] == pytest.approx(75.83333333333333)


@pytest.mark.parametrize("name", ["arx/test.xlsx", "arx/test.xls"])
def test_that_dirty_cells_are_named(name, real):
    choices, pair = paired(real(name), real("arx/test_dirty.csv"))
    assert choices.attributes[0].level is Level.EXCLUDED
    [problem] = [p for p in pair.problems if p.where == "age"]
    assert [(c.record, c.text) for c in problem.cells] == [(2, "4e"), (6, "7f")]
    assert pair.names == ("zipcode",)


def test_that_an_old_and_a_new_workbook_hold_the_same(real):
    x, y = real("arx/test.xlsx"), real("arx/test.xls")
    assert [tuple(c.texts) for c in x.columns] == [tuple(c.texts) for c in y.columns]
    assert tuple(x.column("age").texts) == ("34", "45", "66", "70")


def test_that_a_workbook_cut_short_is_damaged(shared_file, tmp_path):
    (tmp_path / "a.xls").write_bytes(shared_file("arx/test.xls").read_bytes()[:5000])
    problem = read_table(tmp_path / "a.xls", None, Progress())
    assert isinstance(problem, Problem)
    assert "damaged" in problem.what


def test_that_a_free_format_file_without_header_is_read(real):
    x = real("muargus/Demofree.asc")
    assert (x.n_records, len(x.columns), x.dialect.has_header) == (4000, 34, False)
    choices, _ = paired(x, x)
    levels = {choice.name: choice for choice in choices.attributes}
    assert levels["OCCUCODE"].level is Level.NOMINAL
    assert "“0300”" in levels["OCCUCODE"].reason
