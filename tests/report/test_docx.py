"""The text document: real styles, captions that count, tables that repeat their headers, words for every picture."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from io import BytesIO
from zipfile import ZipFile

import docx
import pytest
from docx.enum.section import WD_ORIENT
from docx.oxml.ns import qn

from permdesk.report.blocks import Cell, Column, Figure, Formula, Heading, Mark, Number, Report, Table
from permdesk.report.build import build_report
from permdesk.report.docx import render_docx
from permdesk.report.profile import Profile
from permdesk.report.template import Template
from tests.report.conftest import DAY


@pytest.fixture(scope="module")
def report(paper_audit, description):
    return build_report(paper_audit, description, Profile.INTERNAL, DAY)


@pytest.fixture(scope="module")
def written(report):
    return render_docx(report, Template("Office", "#004488", "Head & line", "Foot"))


@pytest.fixture(scope="module")
def document(written):
    return docx.Document(BytesIO(written))


def of_blocks(*blocks):
    return docx.Document(BytesIO(render_docx(Report("t", "s", Profile.INTERNAL, DAY, (Heading("h"), *blocks)))))


def test_that_headings_have_the_styles_of_word_processors_in_the_agencys_colour(document, report):
    tops = [paragraph for paragraph in document.paragraphs if paragraph.style.name == "Heading 1"]
    wanted = [block.text for block in report.blocks if isinstance(block, Heading) and block.level == 2]
    assert len(tops) == len(wanted)
    assert all(one.text.startswith(other) for one, other in zip(tops, wanted, strict=True))
    assert str(document.styles["Heading 1"].font.color.rgb) == "004488"


def test_that_every_table_and_figure_has_a_caption_with_a_counter(document, report):
    captions = [paragraph for paragraph in document.paragraphs if paragraph.style.name == "Caption"]
    instructions = ["".join(text.text for text in p._p.iter(qn("w:instrText"))).strip() for p in captions]
    n_figures = sum(isinstance(block, Figure) for block in report.blocks)
    assert instructions.count("SEQ Table \\* ARABIC") == len(report.tables)
    assert instructions.count("SEQ Figure \\* ARABIC") == n_figures > 0
    assert captions[0].text == f"Table 1. {report.tables[0].caption}"


def test_that_header_rows_repeat_and_no_row_is_torn(document, report):
    tables = [table for table in document.tables if table._tbl.tblPr.find(qn("w:tblCaption")) is not None]
    assert len(tables) >= len(report.tables)
    for table in tables:
        rows = table._tbl.tr_lst
        assert rows[0].trPr.find(qn("w:tblHeader")) is not None
        assert all(row.trPr.find(qn("w:cantSplit")) is not None for row in rows)
        assert rows[-1].trPr.find(qn("w:tblHeader")) is None


def test_that_every_picture_says_what_it_shows(document, report):
    said = [properties.get("descr") for properties in document.element.iter(qn("wp:docPr"))]
    assert said == [block.alternative for block in report.blocks if isinstance(block, Figure)]
    numbers = [properties.get("id") for properties in document.element.iter(qn("wp:docPr"))]
    assert len(set(numbers)) == len(numbers)


def test_that_marks_become_bold_underline_and_borders_of_cells():
    marks = (Mark.NONE, Mark.BOLD | Mark.UNDERLINED, Mark.BOXED)
    table = Table("t", "c", tuple(Column(name, Number.COUNT) for name in "abc"), (tuple(Cell(1, m) for m in marks),))
    cells = of_blocks(table).tables[-1].rows[1].cells
    runs = [cell.paragraphs[0].runs[0] for cell in cells]
    assert [bool(run.bold) for run in runs] == [False, True, False]
    assert [bool(run.underline) for run in runs] == [False, True, False]
    sides = [{side.tag.split("}")[1] for side in cell._tc.tcPr.find(qn("w:tcBorders"))} for cell in cells]
    assert sides == [{"bottom"}, {"bottom"}, {"top", "left", "bottom", "right"}]


def test_that_properties_name_nobody_but_the_agency_and_the_day_of_the_report(document):
    properties = document.core_properties
    assert (properties.author, properties.last_modified_by, properties.comments) == ("Office", "Office", "")
    assert properties.created.replace(tzinfo=None) == datetime(DAY.year, DAY.month, DAY.day)  # noqa: DTZ001
    assert properties.language == "en"
    language = document.styles.element.find(qn("w:docDefaults")).find(f".//{qn('w:lang')}")
    assert language.get(qn("w:val")) == "en"


def test_that_header_footer_and_page_numbers_stand_on_every_page(document):
    section = document.sections[0]
    assert section.header.paragraphs[0].text == "Head & line"
    assert section.footer.paragraphs[0].text == "Foot   Page 1 of 1"
    assert all(other.footer.is_linked_to_previous for other in list(document.sections)[1:])


def test_that_wide_tables_lie_across_and_what_is_too_wide_even_then_comes_in_parts():
    columns = tuple(Column(f"attribute{place}", Number.VALUE) for place in range(30))
    table = Table("t", "wide", columns, (tuple(Cell(place) for place in range(30)),))
    document = of_blocks(table)
    assert WD_ORIENT.LANDSCAPE in [section.orientation for section in document.sections]
    assert len(document.tables) > 1
    shown = [[cell.text for cell in table.rows[0].cells] for table in document.tables]
    assert all(row[0] == "attribute0" for row in shown)
    assert [name for row in shown for name in row[1:]] == [column.title for column in columns[1:]]
    for made in document.tables:
        width = sum(int(column.get(qn("w:w"))) for column in made._tbl.tblGrid) / 20
        assert width <= 730


def test_that_formulas_lower_and_raise():
    runs = next(p for p in of_blocks(Formula("x_i^2", "m", "s")).paragraphs if p.style.name == "Formula").runs
    assert [(run.text, bool(run.font.subscript), bool(run.font.superscript)) for run in runs] == [
        ("x", False, False),
        ("i", True, False),
        ("2", False, True),
    ]


def test_that_letters_a_document_must_not_hold_are_left_out():
    table = Table("t", "c\x00d", (Column("a\x0bb"),), ((Cell("<&\x1fe\ud800>"),),))
    document = of_blocks(table, Heading("e\x02f"))
    assert document.tables[-1].rows[1].cells[0].text == "<&e>"


def test_that_the_contents_lead_to_bookmarks_that_exist(document):
    links = [link.get(qn("w:anchor")) for link in document.element.iter(qn("w:hyperlink"))]
    marks = [mark.get(qn("w:name")) for mark in document.element.iter(qn("w:bookmarkStart"))]
    assert links and links == marks


def test_that_nothing_in_the_file_tells_when_it_was_written(written):
    with ZipFile(BytesIO(written)) as archive:
        assert {part.date_time for part in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        core = archive.read("docProps/core.xml").decode()
    assert "python-docx" not in core


def test_that_a_report_that_changes_changes_the_document(report, written):
    other = replace(report, title="Another")
    assert render_docx(other, Template("Office", "#004488", "Head & line", "Foot")) != written
