"""Tables fit the page: their widths, upright or across, in parts where they are too wide."""

from __future__ import annotations

import pytest

from permdesk.compute.progress import Progress
from permdesk.report.blocks import Cell, Column, Figure, Heading, Number, Paragraph, Report, Table
from permdesk.report.page_flow import page_runs
from permdesk.report.page_tables import ACROSS, UPRIGHT, page_tables
from permdesk.report.profile import Profile
from tests.report.conftest import DAY


def table(n_columns, text="1234567", n_rows=3):
    columns = tuple(Column(f"column{place}") for place in range(n_columns))
    return Table(f"t{n_columns}", "c", columns, (tuple(Cell(text) for _ in columns),) * n_rows)


@pytest.mark.parametrize("n_columns", [1, 2, 5, 8, 12, 20, 45])
@pytest.mark.parametrize("text", ["1", "1234567", "two words", "word " * 40, "x" * 200])
def test_that_no_part_is_wider_than_its_page_and_every_column_is_shown(n_columns, text):
    made = table(n_columns, text)
    parts = page_tables(made)
    for part in parts:
        assert sum(part.widths) <= (ACROSS if part.is_across else UPRIGHT) + 1e-6
        assert part.table.columns[0] == made.columns[0]
        assert len(part.widths) == len(part.table.columns)
    assert [c for part in parts for c in part.table.columns[1:]] == list(made.columns[1:])
    assert [part.part for part in parts] == list(range(1, len(parts) + 1))


def test_that_rows_are_cut_to_those_that_are_shown():
    (part,) = page_tables(table(2, n_rows=500))
    assert len(part.table.rows) == 200


def test_that_a_table_in_parts_shows_fewer_rows_and_says_so():
    made = table(45, n_rows=150)
    parts = page_tables(made)
    assert {len(part.table.rows) for part in parts} == {60}
    assert "Part 2 of" in parts[1].caption(made) and "The first 60 of 150 rows" in parts[1].caption(made)
    assert page_tables(table(2, n_rows=150))[0].caption(table(2)) == "c"


def test_that_long_texts_get_the_room_and_numbers_only_what_they_need():
    made = Table("t", "c", (Column("n", Number.COUNT), Column("Said")), ((Cell(7), Cell("word " * 30)),))
    (part,) = page_tables(made)
    assert part.widths[1] > 5 * part.widths[0]


def of_blocks(*blocks):
    return [run.is_across for run in page_runs(Report("t", "s", Profile.INTERNAL, DAY, blocks), Progress())]


WIDE, NARROW = table(14), table(2, n_rows=30)


def test_that_a_heading_goes_where_its_table_goes():
    runs = page_runs(Report("t", "s", Profile.INTERNAL, DAY, (Heading("a"), NARROW, Heading("b", 3), WIDE)), Progress())
    assert [run.is_across for run in runs] == [False, True]
    assert [placed.block for placed in runs[1].blocks] == [Heading("b", 3), WIDE]


def test_that_few_lines_between_pages_across_stay_there_and_many_do_not():
    assert of_blocks(Heading("a"), WIDE, Paragraph("few"), WIDE) == [True]
    assert of_blocks(Heading("a"), WIDE, NARROW, WIDE) == [True, False, True]
    assert of_blocks(Heading("a"), WIDE, Figure("f", "c", "a", "<svg/>"), WIDE) == [True, False, True]
    assert of_blocks(Heading("a"), WIDE, Paragraph("last")) == [True, False]
