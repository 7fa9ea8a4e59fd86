"""Every real file opens with what its maker put into it: labels, reasons for missing, letters, dates, counts.

What is expected was read with other means: the bytes of the text files, and the documentation of the test files of
pyreadstat and haven, whose CSV and other formats hold the same table.
"""

from __future__ import annotations

import csv
from dataclasses import replace

import pytest

from permdesk.compute.progress import Progress
from permdesk.data.choices import Dialect
from permdesk.data.column_meaning import MissingRange, ValueKind, ValueLabel
from permdesk.data.problem import Problem, Severity
from permdesk.data.read_table import read_table
from permdesk.data.table import Table

S = "spss-stata-sas/"


@pytest.fixture
def opened(shared_file):
    def must_read(name, dialect=None):
        found = read_table(shared_file(name), dialect, Progress())
        assert isinstance(found, Table), found
        return found

    return must_read


def cells(table, name):
    column = table.column(name)
    return [column.cell(i) for i in range(table.n_records)]


def labels(table, name):
    return {label.code: label.label for label in table.report(name).meaning.value_labels}


@pytest.mark.parametrize(
    "name", ["sample.sav", "sample.zsav", "sample.por", "sample.dta", "sample.sas7bdat", "sample.xpt"]
)
def test_that_one_sample_is_the_same_table_in_every_format(name, opened):
    table = opened(S + name)
    assert [n.lower() for n in table.names] == ["mychar", "mynum", "mydate", "dtime", "mylabl", "myord", "mytime"]
    assert table.n_records == 5
    by_name = {n.lower(): cells(table, n) for n in table.names}
    assert by_name["mychar"] == ["a", "b", "c", "d", "e"]
    assert by_name["mynum"] == ["1.1", "1.2", "-1000.3", "-1.4", "1000.3"]
    assert by_name["mydate"] == ["2018-05-06", "1880-05-06", "1960-01-01", "1583-01-01", ""]
    assert by_name["dtime"][:2] == ["2018-05-06T10:10:10", "1880-05-06T10:10:10"]
    assert by_name["mytime"] == ["10:10:10", "23:10:10", "00:00:00", "16:10:10", ""]
    kinds = {report.name.lower(): report.meaning.kind for report in table.reports}
    assert (kinds["mydate"], kinds["dtime"], kinds["mytime"]) == (ValueKind.DATE, ValueKind.DATETIME, ValueKind.TIME)
    assert kinds["mynum"] is ValueKind.PLAIN


@pytest.mark.parametrize("name", ["sample.sav", "sample.zsav", "sample.por", "sample.dta"])
def test_that_labels_are_meaning_and_codes_are_cells(name, opened):
    table = opened(S + name)
    labelled, ordered = table.names[4], table.names[5]
    assert cells(table, labelled) == ["1", "2", "1", "2", "1"]
    assert labels(table, labelled) == {"1": "Male", "2": "Female"}
    assert labels(table, ordered) == {"1": "low", "2": "medium", "3": "high"}
    assert table.report(labelled).meaning.label == "labeled"


def test_that_user_missing_codes_and_ranges_of_spss_are_missing_with_their_reason(opened):
    table = opened(S + "sample_missing.sav")
    number, labelled = table.report("mynum"), table.report("mylabl")
    assert number.meaning.missing == (MissingRange("2000", "3000"), MissingRange("-1", "-1"))
    assert cells(table, "mynum") == ["1.1", "1.2", "-1000.3", "-1.4", "1000.3", "-1", "2500"]
    assert (number.n_missing, number.n_user_missing) == (2, 2)
    assert labelled.meaning.missing == (MissingRange("-1", "-1", "undetermined"),)
    assert labelled.n_user_missing == 1


def test_that_a_missing_text_of_spss_is_missing(opened):
    report = opened(S + "missing_char.sav").report("mychar")
    assert report.meaning.missing == (MissingRange("Z", "Z"),)
    assert (report.n_user_missing, report.n_present) == (1, 1)


def test_that_a_code_without_label_is_missing_and_a_code_with_one_is_not(opened):
    report = opened(S + "labelled-num-na.sav").report("VAR00002")
    assert report.meaning.label == "Only one value"
    assert report.meaning.value_labels == (ValueLabel("1", "This is one"),)
    assert (report.n_user_missing, report.n_present) == (1, 1)


def test_that_labels_of_texts_are_kept(opened):
    assert labels(opened(S + "labelled-str.sav"), "gender") == {"M": "Male", "F": "Female"}
    assert labels(opened(S + "ordered_category.sav"), "Col1") == {"1": "high", "2": "low", "3": "medium"}


def test_that_letters_of_stata_say_why_a_value_is_missing(opened):
    table = opened(S + "tagged-na-int.dta")
    assert cells(table, "x") == ["1", "2", "3", "4", "5", ".a", ".h", ".z"]
    report = table.report("x")
    assert (report.n_missing, report.n_user_missing, report.n_plain) == (3, 3, 5)
    assert [(m.lowest, m.reason) for m in report.meaning.missing] == [(".a", "apple"), (".h", ""), (".z", ".zebra")]
    wide = opened(S + "missing_test.dta")
    assert [cells(wide, name)[0] for name in wide.names] == [".a", ".b", ".c", ".x", ".y", ".z", "", "", "1"]
    assert wide.report("var1").meaning.missing[0].reason == "missing"


def test_that_letters_of_sas_say_why_a_value_is_missing(opened):
    wide = opened(S + "missing_test.sas7bdat")
    assert [cells(wide, name)[0] for name in wide.names] == [".A", ".B", ".C", ".X", ".Y", ".Z", "._", "", "1"]
    assert [report.n_user_missing for report in wide.reports] == [1, 1, 1, 1, 1, 1, 1, 0, 0]


def test_that_a_catalog_of_sas_gives_its_labels(opened):
    without = opened(S + "test_data_linux.sas7bdat")
    assert not labels(without, "SEXA")
    [note] = [p for p in without.problems if "catalog" in p.what]
    assert note.severity is Severity.NOTE
    assert "test_formats_linux.sas7bcat" in note.what
    table = opened(S + "test_data_linux.sas7bdat", Dialect(codebook="test_formats_linux.sas7bcat"))
    assert labels(table, "SEXA") == {"1": "Male", "2": "Female"}
    assert cells(table, "SEXA") == ["1", "2", "1"]
    assert not [p for p in table.problems if "catalog" in p.what]
    tagged = opened(S + "missing_test.sas7bdat", Dialect(codebook="missing_formats.sas7bcat"))
    assert tagged.report("var1").meaning.missing == (MissingRange(".A", ".A", "missing"),)


def test_that_a_catalog_that_does_not_exist_is_a_problem(shared_file):
    path = shared_file(S + "test_data_linux.sas7bdat")
    assert isinstance(read_table(path, Dialect(codebook="none.sas7bcat"), Progress()), Problem)


def test_that_letters_of_every_script_are_read(opened):
    assert opened(S + "hebrews.sav").names == ("ותק_ב",)
    assert opened(S + "tegulu.sav").column("Q16br9oe_Q24br9oe").cell(0).startswith("నేను గతంలో")
    umlauts = opened(S + "umlauts.sav")
    assert umlauts.report("var1").meaning.label == "This is an ä-umlaut"
    assert labels(umlauts, "var1") == {"1": "the ä umlaut", "2": "the ü umlaut", "3": "the ö umlaut"}


def test_that_a_date_beyond_the_calendar_is_named_and_the_others_are_read(opened):
    table = opened(S + "datetime.sav")
    assert cells(table, "date") == ["2014-09-22", "2014-09-23"]
    assert cells(table, "date.posix") == ["6306150067200", "2014-09-23T15:59:20"]
    assert cells(table, "time") == ["12:11:10.09", "15:59:20.01"]
    [problem] = table.problems
    assert problem.severity is Severity.WARNING
    assert [(cell.record, cell.attribute) for cell in problem.cells] == [(1, "date.posix")]


def test_that_every_type_of_stata_is_read(opened):
    table = opened(S + "types.dta")
    assert cells(table, "vfloat") == ["3.14", "7"]
    assert cells(table, "vdouble") == ["3.14", "7"]
    assert cells(table, "vbyte") == ["2", "7"]
    assert cells(table, "vstr") == ["2", "Hello, World!"]
    assert cells(table, "vdate") == ["1960-01-01", "2015-12-01"]
    assert cells(table, "vdatetime") == ["2015-12-01T03:14:15", "1960-01-01T00:00:00"]


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("iris.sav", (150, 5)), ("iris.dta", (150, 5)), ("notes.dta", (5, 4)), ("dates.sas7bdat", (50, 3)),
        ("sample_large.sav", (485, 7)), ("missing_test.sav", (2, 1)), ("hebrews.sav", (99, 1)),
    ],
)  # fmt: skip
def test_that_no_record_is_lost(name, shape, opened):
    table = opened(S + name)
    assert (table.n_records, len(table.columns)) == shape


def test_that_a_file_of_fixed_width_holds_what_its_free_twin_holds(opened, shared_file):
    """Demofree.asc is Demodata.asc with commas, and one column more."""
    table = opened("muargus/Demodata.asc")
    with shared_file("muargus/Demofree.asc").open() as file:
        rows = list(csv.reader(file))
    free = opened("muargus/Demofree.asc")
    assert (table.n_records, free.n_records, len(free.columns)) == (4000, 4000, 34)
    for j, name in enumerate(free.names):
        expected = [row[j].strip() for row in rows]
        assert cells(free, name) == expected
        if name in table.names:
            assert [float(cell or "nan") for cell in cells(table, name)] == pytest.approx(
                [float(cell or "nan") for cell in expected], nan_ok=True
            ), name
    assert len(set(table.names) & set(free.names)) >= 30
    for one in (table, free):
        assert labels(one, "REGION")["25"] == "Amsterdam"
        assert labels(one, "SEX") == {"1": "male", "2": "female"}
        assert one.report("REGION").meaning.missing == (MissingRange("9999", "9999"), MissingRange("9998", "9998"))


def test_that_the_safe_file_of_mu_argus_differs_where_its_maker_says(opened):
    """Town and province are swapped in 511 of 1,000 records; nothing else is."""
    x, y = opened("muargus/Samhh.asc"), opened("muargus/SamhhSafe.saf")
    assert x.names == y.names
    assert (x.n_records, y.n_records) == (1000, 1000)
    town, province = ([a != b for a, b in zip(cells(x, n), cells(y, n), strict=True)] for n in ("town", "province"))
    assert sum(a or b for a, b in zip(town, province, strict=True)) == 511
    assert all(cells(x, n) == cells(y, n) for n in x.names if n not in ("town", "province"))
    assert labels(y, "town")["1"] == "Wheaton"
    assert x.report("weight").n_plain == 1000


def test_that_what_is_chosen_is_read_as_what_was_found_out(opened, shared_file):
    for name in ("muargus/Samhh.asc", "muargus/Demofree.asc", S + "sample.sav", S + "datetime.sav", "arx/test.xlsx"):
        first = opened(name)
        again = opened(name, first.dialect)
        assert again.dialect == first.dialect
        assert again.names == first.names
        assert all(cells(first, n) == cells(again, n) for n in first.names)
        assert [r.meaning for r in again.reports] == [r.meaning for r in first.reports]


def test_that_only_chosen_columns_are_read_of_a_file_of_spss(shared_file):
    table = read_table(shared_file(S + "sample.sav"), None, Progress(), frozenset({"mynum"}))
    assert isinstance(table, Table)
    assert len(table.names) == 7
    assert cells(table, "mynum")[0] == "1.1"
    assert not table.holds("mychar")


def test_that_a_wrong_ending_is_told_from_the_content(shared_file, tmp_path):
    data = shared_file(S + "sample.sav").read_bytes()
    for ending in (".csv", ".dta", ".xpt"):
        (tmp_path / f"a{ending}").write_bytes(data)
        problem = read_table(tmp_path / f"a{ending}", None, Progress())
        assert isinstance(problem, Problem)
        assert "SPSS" in problem.what
        assert ".sav" in problem.remedy
    (tmp_path / "text.sav").write_text("a,b\n1,2\n")
    problem = read_table(tmp_path / "text.sav", replace(Dialect()), Progress())
    assert isinstance(problem, Problem)
    assert "no file of the kind SPSS" in problem.what
