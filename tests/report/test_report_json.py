"""The report for programs: it has its published schema, and all that the blocks say."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from permdesk.report.blocks import Cell, Column, Heading, Mark, Number, Report, Table
from permdesk.report.build import build_report
from permdesk.report.profile import Profile
from permdesk.report.report_json import ReportJson, render_json, report_schema
from tests.report.conftest import DAY

SCHEMA = Path(__file__).parents[2] / "docs" / "report.schema.json"


def test_that_the_published_schema_is_that_of_the_program():
    assert SCHEMA.read_bytes() == report_schema()


@pytest.mark.parametrize("profile", Profile)
def test_that_a_report_has_its_schema_and_every_block(paper_audit, description, profile):
    report = build_report(paper_audit, description, profile, DAY)
    read = msgspec.json.decode(render_json(report), type=ReportJson, strict=True)
    assert len(read.blocks) == len(report.blocks)
    assert read.made_on == DAY
    assert (read.title, read.profile) == (report.title, profile.value)


def test_that_numbers_are_unrounded_and_marks_named():
    cells = (Cell(1 / 3, Mark.BOLD | Mark.BOXED), Cell(None), Cell("a"))
    table = Table("t", "c", (Column("x", Number.SHARE), Column("y"), Column("z", group="g")), (cells,))
    (_, written) = json.loads(render_json(Report("t", "s", Profile.FULL, DAY, (Heading("h"), table))))["blocks"]
    assert written["rows"] == [[{"value": 1 / 3, "marks": ["bold", "boxed"]}, {"value": None}, {"value": "a"}]]
    assert written["columns"][0] == {"title": "x", "number": "share"}


def test_that_a_report_of_another_shape_is_refused():
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"format": 2}', type=ReportJson)
