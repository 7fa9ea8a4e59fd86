"""Blocks: cells without nan, tables that fit their columns."""

import numpy as np
import pytest

from permdesk.report.blocks import Cell, Column, Figure, Heading, Report, Table, Viewer, texts
from permdesk.report.profile import Profile
from tests.report.conftest import DAY


@pytest.mark.parametrize("value", [float("nan"), float("inf"), np.float64("nan"), -np.inf])
def test_that_a_cell_never_holds_what_is_not_a_number(value):
    assert Cell(value).value is None


def test_that_a_cell_turns_numpy_numbers_into_plain_ones():
    assert type(Cell(np.int32(4)).value) is int
    assert type(Cell(np.float64(0.5)).value) is float


def test_that_a_row_must_fit_the_columns():
    with pytest.raises(ValueError, match="does not fit"):
        Table("name", "caption", (Column("a"), Column("b")), ((Cell("1"),),))


def test_that_the_texts_of_a_report_are_all_that_a_reader_sees():
    table = Table("n1", "c1", (Column("t1", group="g1"),), ((Cell("x1"),), (Cell(3),)), note="note1")
    report = Report("title", "sub", Profile.FULL, DAY, (Heading("h1"), table, Figure("n2", "c2", "a2", "<svg>")))
    assert set(texts(report)) >= {
        "title",
        "sub",
        "h1",
        "n1",
        "c1",
        "t1",
        "g1",
        "x1",
        "note1",
        "n2",
        "c2",
        "a2",
        "<svg>",
    }


def test_that_tables_show_the_view_of_the_heading_above_them():
    def table(name):
        return Table(name, "c", (), ())

    blocks = (
        Heading("h"),
        table("for all"),
        Heading("h", viewer=Viewer.INTRUDER),
        table("his"),
        Heading("h", 3, Viewer.PROTECTOR),
        table("hers"),
        Heading("h", 3),
        table("his again"),
        Heading("h"),
        table("for all again"),
    )
    viewers = Report("t", "s", Profile.FULL, DAY, blocks).viewers
    assert viewers == {"his": Viewer.INTRUDER, "hers": Viewer.PROTECTOR, "his again": Viewer.INTRUDER}
