"""What stands in a text file is what stands in the table."""

from __future__ import annotations

import csv
import hashlib
import importlib
import io

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from permdesk.compute.parallel import available_cores
from permdesk.compute.progress import Cancelled, Progress
from permdesk.data.choices import Dialect
from permdesk.data.guess import guess_choices
from permdesk.data.make_pair import make_pair
from permdesk.data.problem import Problem, Severity
from permdesk.data.read_table import read_table
from permdesk.data.table import Table


def rows_of(table):
    return [tuple(column.cell(i) for column in table.columns) for i in range(table.n_records)]


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("tail", ["", "end", "two ends"])
def test_that_line_ends_do_not_matter(line_end, tail, table):
    text = line_end.join(["a,b", "1,2", "3,4"]) + {"": "", "end": line_end, "two ends": line_end * 2}[tail]
    assert rows_of(table(text)) == [("1", "2"), ("3", "4")]


def test_that_spaces_around_cells_are_kept(table):
    found = table(" a ,b\n 1, x\n2 ,y \n")
    assert found.names == (" a ", "b")
    assert rows_of(found) == [(" 1", " x"), ("2 ", "y ")]


def test_that_quoted_cells_keep_separators_quotes_and_line_breaks(table):
    found = table('a,b\n"1,5","say ""x"""\n"line\nbreak",2\n')
    assert rows_of(found) == [("1,5", 'say "x"'), ("line\nbreak", "2")]
    assert [p.what for p in found.problems] == ["Cells that hold a line break: 1, first in record 2."]


def test_that_a_quotation_mark_inside_a_bare_cell_stays(table):
    found = table('a,b\n5" pipe,1\nx,2\n')
    assert rows_of(found) == [('5" pipe', "1"), ("x", "2")]
    assert not found.problems


@pytest.mark.parametrize("cell", ['"abc"def', '""abc', '"abc" '])
def test_that_text_after_a_closing_quotation_mark_is_doubted(cell, table):
    found = table(f"a,b\n1,2\n{cell},3\n")
    assert [(p.severity, "line 3" in p.what) for p in found.problems] == [(Severity.WARNING, True)]


def test_that_doubled_quotation_marks_are_not_doubted(table):
    assert not table('a,b\n"""x"" y","p""q"\n"",2\n').problems


def test_that_records_with_nothing_are_kept_and_named(table):
    found = table("a,b\n1,2\n\n3,4\n,\n")
    assert rows_of(found) == [("1", "2"), ("", ""), ("3", "4"), ("", "")]
    assert "nothing in any cell: 2, first record 2" in found.problems[0].what
    assert [cell.record for cell in found.problems[0].cells] == [2, 4]


def test_that_a_blank_line_in_a_single_column_is_only_a_missing_value(table):
    found = table("a\n1\n\n2\n")
    assert rows_of(found) == [("1",), ("",), ("2",)]
    assert not any("nothing in any cell" in p.what for p in found.problems)


def test_that_a_column_without_a_name_is_called_by_its_place_with_a_warning(table):
    found = table('"",x\nr1,1\nr2,2\n')
    assert found.names == ("V1", "x")
    assert [p.severity for p in found.problems] == [Severity.WARNING]


def test_that_a_made_up_name_does_not_take_an_existing_one(table):
    assert table(",V1\n1,2\n").names == ("V1_", "V1")


def test_that_a_headerless_file_is_named_by_place(table):
    found = table("1,x\n2,y\n")
    assert found.names == ("V1", "V2")
    assert found.n_records == 2


def test_that_the_header_may_occur_among_the_cells(table):
    found = table("a,b\nx,1\na,2\nx,3\n")
    assert rows_of(found) == [("x", "1"), ("a", "2"), ("x", "3")]
    assert tuple(found.columns[0].texts) == ("x", "a")


def test_that_texts_are_in_order_of_first_appearance(table):
    assert tuple(table("a\n3\n1\n3\n2\n").columns[0].texts) == ("3", "1", "2")


def test_that_one_column_is_read_with_a_warning(table):
    found = table("a\n1\n2\n")
    assert rows_of(found) == [("1",), ("2",)]
    assert [p.severity for p in found.problems] == [Severity.WARNING]


def test_that_a_cell_longer_than_the_sample_is_read(table):
    long = "x" * 300_000
    found = table(f'"{long}"\n{long}\n')
    assert found.names == (long,)
    assert tuple(found.columns[0].texts) == (long,)


def test_that_a_record_longer_than_a_block_is_a_problem(read):
    problem = read("a,b\n" + "x" * (1 << 23) + ",1\n")
    assert isinstance(problem, Problem)
    assert "longer than" in problem.what


def test_that_the_fingerprint_is_that_of_the_bytes(table):
    content = b"\xef\xbb\xbfa,b\r\n1,2\r\n"
    assert table(content).sha256 == hashlib.sha256(content).hexdigest()


def test_that_a_chosen_dialect_is_used_as_it_is(table):
    dialect = Dialect(separator=";", decimal_mark=",", quote="'", has_header=False, missing_codes=("9",))
    found = table("a;'b;c'\nNA;9\n", dialect)
    assert found.dialect == dialect
    assert rows_of(found) == [("a", "b;c"), ("NA", "9")]


def test_that_no_quotation_mark_can_be_chosen(table):
    found = table('a,b\n"x,1\n', Dialect(quote=""))
    assert rows_of(found) == [('"x', "1")]


def test_that_reading_counts_all_its_bytes_and_can_be_cancelled(save):
    path = save("a.csv", "a,b\n" + "1,2\n" * 1000)
    progress = Stages()
    read_table(path, None, progress)
    progress.begin("end", 0)
    (stage, done, total), *others = progress.stages
    assert stage == "reading"
    assert 0.99 * total <= done <= total
    assert others == [("cells", 2, 2), ("columns", 2, 2)]
    progress.cancel()
    with pytest.raises(Cancelled):
        read_table(path, None, progress)


class Stages(Progress):
    """Remembers how far each stage came: its name, the units done, and all of them."""

    def __init__(self):
        super().__init__()
        self.stages = []

    def begin(self, stage, total):
        if self.stage:
            self.stages.append((self.stage, self.done, self.total))
        super().begin(stage, total)


@pytest.mark.parametrize("step", ["column_of", "stray_quotes"])
def test_that_reading_can_be_cancelled_between_columns(step, save, monkeypatch):
    progress = Progress()
    made = []

    def make_and_cancel(*given):
        made.append(given)
        progress.cancel()
        return []

    monkeypatch.setattr(f"permdesk.data.read_delimited.{step}", make_and_cancel)
    with pytest.raises(Cancelled):
        read_table(save("a.csv", ",".join("abcdefghij") * 10 + "\n"), None, progress)
    assert len(made) <= available_cores()


def test_that_columns_are_interpreted_once_for_guess_and_pair(save, monkeypatch):
    tables = [read_table(save(name, "a,b\n1,2\n3,4\n"), None, Progress()) for name in ("x.csv", "y.csv")]
    monkeypatch.setattr("permdesk.data.column_report.read_numbers", None)  # would fail if it were called again
    choices = guess_choices(*tables, Progress())
    pair = make_pair(*tables, choices, Progress())
    assert [attribute.name for attribute in pair.attributes] == ["a", "b"]


# A byte order mark at the start and the end mark of DOS at the end are no content.
cells = st.text(st.characters(codec="utf-8", exclude_characters="\0\ufeff\x1a"), max_size=6)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    rows=st.integers(1, 4).flatmap(lambda m: st.lists(st.lists(cells, min_size=m, max_size=m), min_size=1, max_size=6)),
    separator=st.sampled_from(",;\t|"),
    # Python's writer leaves a bare carriage return unquoted unless it is part of the line end.
    style=st.sampled_from([(csv.QUOTE_ALL, "\n"), (csv.QUOTE_ALL, "\r\n"), (csv.QUOTE_MINIMAL, "\r\n")]),
)
def test_that_any_table_written_as_csv_reads_back_the_same(rows, separator, style, tmp_path):
    stream = io.StringIO()
    csv.writer(stream, delimiter=separator, quoting=style[0], lineterminator=style[1]).writerows(rows)
    path = tmp_path / "a.csv"
    path.write_bytes(stream.getvalue().encode())
    found = read_table(path, Dialect(separator=separator, has_header=False), Progress())
    if isinstance(found, Problem):
        assert not any(text.strip() for row in rows for text in row)
    else:
        assert rows_of(found) == [tuple(row) for row in rows]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    content=st.binary(max_size=300),
    name=st.sampled_from(["a.csv", "a.xlsx", "a.xls", "a.ods", "a.sav"]),
    detect=st.booleans(),
)
def test_that_any_bytes_are_a_table_or_a_problem(content, name, detect, tmp_path):
    path = tmp_path / name
    path.write_bytes(content)
    found = read_table(path, None if detect else Dialect(), Progress())
    assert isinstance(found, Table | Problem)


@pytest.mark.parametrize("step", ["doubtful_cells.holds", "missing.is_code"])
def test_that_looking_for_doubts_can_be_cancelled_between_columns(step, save, monkeypatch):
    """Each looks at every column; no column after the one during which somebody cancels."""
    progress, looked_at = Progress(), []
    module, name = step.split(".")
    look = getattr(importlib.import_module(f"permdesk.data.{module}"), name)

    def look_and_cancel(cells, wanted):
        looked_at.append(cells)
        progress.cancel()
        return look(cells, wanted)

    monkeypatch.setattr(f"permdesk.data.{step}", look_and_cancel)
    with pytest.raises(Cancelled):
        read_table(save("a.csv", "a,b,c\n1,2,3\n"), None, progress)
    assert len(looked_at) == 1
