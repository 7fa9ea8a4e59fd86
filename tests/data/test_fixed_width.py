"""Text of fixed width is cut where a codebook, or the officer, says, and codebooks of three programs agree."""

from __future__ import annotations

import pytest

from permdesk.compute.progress import Progress
from permdesk.data.choices import Dialect, FixedField
from permdesk.data.column_meaning import MissingRange
from permdesk.data.preview import Preview, preview, preview_lines
from permdesk.data.problem import Problem, Severity
from permdesk.data.read_table import read_table
from permdesk.data.table import Table

DATA = "1 20 0150a\n2 99-0275b\n1 35     c\n"

ARGUS = """sex 1 1 9\r
    <RECODABLE>\r
    <CODELIST> "SEX.CDL"\r
age 3 2 "99" "98"\r
income 5 5\r
    <NUMERIC>\r
    <DECIMALS> 2\r
group 10 1\r
"""

SPSS = """* A comment. That says nothing.
DATA LIST FILE='c:/x.dat' FIXED RECORDS=1
  /sex 1 age 3-4 income 5-9 (2) group 10 (A).
VARIABLE LABELS sex 'Sex of the ''person''' age "Age".
VALUE LABELS sex 1 'male' 2 'female' / group 'a' "first" 'b' 'second'.
MISSING VALUES age (98 THRU HI) / sex (9).
EXECUTE.
"""

STATA = """infile dictionary using x.raw {
  * a comment
  _column(1) byte sex %1f "Sex"
  _column(3) int age %2f
  double income %5.2f "Income"
  _skip(0) str1 group %1s
}
"""

INFIX = "infix dictionary using x.raw {\n  byte sex 1\n  int age 3-4\n  long income 5-9\n  str group 10\n}\n"


def cells(table, name):
    column = table.column(name)
    return [column.cell(i) for i in range(table.n_records)]


@pytest.fixture
def described(save):
    """The data beside one codebook, found by its name alone."""

    def read(ending, codebook, data=DATA, name="x.dat"):
        save(f"x{ending}", codebook)
        found = read_table(save(name, data), None, Progress())
        assert isinstance(found, Table), found
        return found

    return read


@pytest.mark.parametrize(
    ("ending", "codebook", "income"),
    [
        (".rda", ARGUS, ["0150", "-0275", ""]),
        (".sps", SPSS, ["01.50", "-02.75", ""]),
        (".dct", STATA, ["01.50", "-02.75", ""]),
        (".dct", INFIX, ["0150", "-0275", ""]),
    ],
)
def test_that_every_codebook_cuts_the_same_columns(ending, codebook, income, described):
    table = described(ending, codebook)
    assert table.names == ("sex", "age", "income", "group")
    assert cells(table, "sex") == ["1", "2", "1"]
    assert cells(table, "age") == ["20", "99", "35"]
    assert cells(table, "income") == income
    assert cells(table, "group") == ["a", "b", "c"]
    assert table.dialect.codebook == f"x{ending}"
    assert [p.severity for p in table.problems if "codebook" in p.what] == [Severity.NOTE]


def test_that_a_codebook_of_mu_argus_brings_its_code_list_in_any_case(described, save):
    save("sex.cdl", "1,male\r\n  2, female\r\n9,unknown, really\r\n")
    report = described(".rda", ARGUS).report("sex")
    assert [(label.code, label.label) for label in report.meaning.value_labels] == [
        ("1", "male"), ("2", "female"), ("9", "unknown, really"),
    ]  # fmt: skip
    assert report.meaning.missing == (MissingRange("9", "9", "unknown, really"),)


def test_that_a_code_list_that_is_absent_is_named(described):
    table = described(".rda", ARGUS)
    [problem] = [p for p in table.problems if p.severity is Severity.WARNING]
    assert "“SEX.CDL”" in problem.what
    assert table.report("age").n_user_missing == 1


def test_that_labels_and_missing_ranges_of_spss_syntax_are_kept(described):
    table = described(".sps", SPSS)
    assert table.report("sex").meaning.label == "Sex of the 'person'"
    assert [(v.code, v.label) for v in table.report("sex").meaning.value_labels] == [("1", "male"), ("2", "female")]
    assert [(v.code, v.label) for v in table.report("group").meaning.value_labels] == [("a", "first"), ("b", "second")]
    assert table.report("age").meaning.missing == (MissingRange("98", "inf"),)
    assert table.report("age").n_user_missing == 1


def test_that_a_list_of_variables_in_spss_syntax_shares_its_columns(described):
    table = described(".sps", "DATA LIST FIXED / v1 TO v3 1-6 w 7.\n", "112233x\n445566y\n")
    assert table.names == ("v1", "v2", "v3", "w")
    assert cells(table, "v2") == ["22", "55"]


@pytest.mark.parametrize(
    "syntax",
    [
        "DATA LIST FIXED RECORDS=3 /1 id 1-2 age 3-4 /3 income 1-4 (2).\n",
        "DATA LIST FILE='x.dat' RECORDS 3 / id 1-2 age 3-4 / / income 1-4 (2).\n",
        "DATA LIST FIXED /1 id 1-2 age 3-4 /2 skipped 1 /3 income 1-4 (2).\n",
    ],
)
def test_that_a_record_may_take_several_lines(described, syntax):
    table = described(".sps", syntax, "0134\nx\n1234\n0245\ny\n2345\n")
    assert table.n_records == 2
    assert cells(table, "id") == ["01", "02"]
    assert cells(table, "age") == ["34", "45"]
    assert cells(table, "income") == ["12.34", "23.45"]


@pytest.mark.parametrize(
    ("name", "codebook", "words"),
    [
        ("x.rda", "sex one 1\n", "where “sex” begins"),
        ("x.rda", "\n", "describes no column"),
        ("x.sps", "FREQUENCIES age.\n", "no DATA LIST"),
        ("x.sps", "DATA LIST FREE / a b.\n", "text with separators"),
        ("x.sps", "DATA LIST FIXED RECORDS=2 /1 a 1 /3 b 1.\n", "other lines than the 2"),
        ("x.sps", "DATA LIST FIXED RECORDS=2 /1 a 1 /2 b 1.\n", "no multiple"),
        ("x.sps", "DATA LIST FIXED / a b 1-3.\n", "divide evenly"),
        ("x.sps", "DATA LIST FIXED / a (F8.2).\n", "where the column is"),
        ("x.sps", "DATA LIST FIXED / a 1 (F.\n", "never closed"),
        ("x.dct", "use x\n", "no dictionary"),
        ("x.dct", "dictionary {\n_newline int a %2f\n}\n", "several lines"),
        ("x.dct", "dictionary {\nint a\n}\n", "how wide"),
        ("x.txt", "sex 1 1\n", "no codebook"),
        ("none.rda", None, "cannot be read"),
    ],
)
def test_that_a_codebook_that_cannot_be_understood_is_one_clear_problem(name, codebook, words, save):
    if codebook is not None:
        save(name, codebook)
    problem = read_table(save("data.dat", DATA), Dialect(codebook=name), Progress())
    assert isinstance(problem, Problem)
    assert words in problem.what
    assert problem.remedy


def test_that_a_codebook_that_lies_there_by_chance_stops_nothing(save):
    save("x.sps", "FREQUENCIES age.\n")
    table = read_table(save("x.txt", "a;b\n1;2\n"), None, Progress())
    assert isinstance(table, Table)
    assert table.names == ("a", "b")
    assert [p.severity for p in table.problems] == [Severity.WARNING]


def test_that_a_delimited_file_is_not_cut_by_a_codebook_beside_it(save):
    save("x.rda", "sex 1 1\n")
    table = read_table(save("x.csv", "a;b\n1;2\n"), None, Progress())
    assert isinstance(table, Table)
    assert table.names == ("a", "b")


FIELDS = (FixedField("sex", 1, 1, missing_codes=("2",)), FixedField("income", 5, 5, 2))


def test_that_columns_marked_by_hand_are_read(read):
    table = read(DATA, Dialect(fields=FIELDS), "a.txt")
    assert table.names == ("sex", "income")
    assert cells(table, "income") == ["01.50", "-02.75", ""]
    assert table.report("sex").n_user_missing == 1


def test_that_places_count_letters_not_bytes(read):
    table = read("äö1\nßé2\n", Dialect(fields=(FixedField("a", 2, 1), FixedField("n", 3, 1))), "a.txt")
    assert (cells(table, "a"), cells(table, "n")) == (["ö", "é"], ["1", "2"])


def test_that_rows_before_the_data_are_skipped(read):
    table = read("title\n\n" + DATA, Dialect(fields=FIELDS, rows_to_skip=2), "a.txt")
    assert cells(table, "sex") == ["1", "2", "1"]
    assert isinstance(read(DATA, Dialect(fields=FIELDS, rows_to_skip=9), "a.txt"), Problem)


@pytest.mark.parametrize("field", [FixedField("a", 0, 1), FixedField("a", 1, 0), FixedField("a", 1, 1, -1)])
def test_that_an_impossible_place_is_a_problem(field, read):
    problem = read(DATA, Dialect(fields=(field,)), "a.txt")
    assert isinstance(problem, Problem)
    assert "“a”" in problem.what


def test_that_lines_too_short_or_too_long_are_named(read):
    table = read("12345\n12\n123456789\n", Dialect(fields=(FixedField("a", 1, 2), FixedField("b", 3, 3))), "a.txt")
    short, long = table.problems
    assert (short.n_cells, short.cells[0].record, short.severity) == (1, 2, Severity.WARNING)
    assert (long.n_cells, long.severity) == (1, Severity.NOTE)
    assert cells(table, "b") == ["345", "", "345"]


def test_that_a_codebook_with_a_separator_names_free_cells(described):
    table = described(".rda", '<SEPARATOR> ";"\nsex 1 9\nage 2 99\n', "1;20\n9;30\n")
    assert table.names == ("sex", "age")
    assert table.report("sex").n_user_missing == 1
    assert not table.dialect.has_header


def test_that_a_codebook_of_another_number_of_columns_is_a_problem(save):
    save("x.rda", '<SEPARATOR> ";"\nsex 1 9\n')
    problem = read_table(save("x.asc", "1;20\n9;30\n"), None, Progress())
    assert isinstance(problem, Problem)
    assert "2 columns, but its codebook names 1" in problem.what


def test_that_only_chosen_columns_are_cut(save):
    table = read_table(save("a.txt", DATA), Dialect(fields=FIELDS), Progress(), {"income"})
    assert isinstance(table, Table)
    assert table.names == ("sex", "income")
    assert not table.holds("sex")
    assert cells(table, "income")[0] == "01.50"


def test_that_a_preview_shows_columns_with_their_meaning_and_the_lines_as_they_stand(save):
    save("x.sps", SPSS)
    path = save("x.dat", DATA)
    shown = preview(path, None, 2)
    assert isinstance(shown, Preview)
    assert shown.header == ("sex", "age", "income", "group")
    assert shown.rows == (("1", "20", "01.50", "a"), ("2", "99", "-02.75", "b"))
    assert shown.meanings[1].label == "Age"
    assert preview_lines(path, 2) == ("1 20 0150a", "2 99-0275b")


def test_that_a_workbook_has_no_lines_to_mark_columns_in(save):
    problem = preview_lines(save("a.csv", b"%PDF-1.7"), 2)
    assert isinstance(problem, Problem)
