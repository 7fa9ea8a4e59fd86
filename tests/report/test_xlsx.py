"""The workbook: the blocks again, unrounded, formatted, inert, the same every time."""

import tempfile
from dataclasses import replace
from io import BytesIO
from zipfile import ZipFile

import openpyxl
import pytest
from PIL import Image

from permdesk.audit.description import Description, Step
from permdesk.report import xlsx
from permdesk.report.blocks import Bullets, Cell, Column, Formula, Heading, Mark, Number, Paragraph, Report, Table
from permdesk.report.build import build_report
from permdesk.report.profile import Profile
from permdesk.report.template import Logo, Template
from permdesk.report.xlsx import render_xlsx
from tests.pairs import paper_pair
from tests.report.conftest import DAY, audited


def opened(report):
    return openpyxl.load_workbook(BytesIO(render_xlsx(report)))


def sheet_rows(book, place, table):
    """The rows below the header of the sheet of a table."""
    sheet = book.worksheets[place]
    top = 5 if any(column.group for column in table.columns) else 4
    n = len(table.columns)
    # A note may run on over columns beside the table, which stay empty below it.
    assert not [cell for row in sheet.iter_rows(min_row=top, min_col=n + 1) for cell in row if cell.value is not None]
    assert [cell.value for cell in sheet[top][:n]] == [column.title for column in table.columns]
    return [list(row) for row in sheet.iter_rows(min_row=top + 1, max_row=top + len(table.rows), max_col=n)]


def test_that_long_notes_wrap_over_the_columns_below_them():
    table = Table("T", "Caption", (Column("a"), Column("b")), ((Cell("x"), Cell(1)),), note="word " * 100)
    sheet = opened(Report("Title", "", Profile.INTERNAL, DAY, (table,))).worksheets[1]
    assert sheet["A2"].alignment.wrap_text
    assert any(str(area).startswith("A2:") for area in sheet.merged_cells.ranges)
    assert sheet.row_dimensions[2].height > 60


@pytest.fixture(scope="module")
def mixed(mixed_audit):
    return build_report(mixed_audit, Description("=1+1"), Profile.INTERNAL, DAY)


def test_that_every_table_has_a_sheet_with_exactly_its_cells(mixed):
    book = opened(mixed)
    assert len(book.worksheets) == len(mixed.tables) + 3  # and the summary, the text and the method notes
    for place, table in enumerate(mixed.tables, start=1):
        for written, row in zip(sheet_rows(book, place, table), table.rows, strict=True):
            for cell, content in zip(written, row, strict=True):
                # The format keeps 16 digits of the 17 that a number may need.
                exact = not isinstance(content.value, float)
                assert cell.value == (content.value if exact else pytest.approx(content.value, rel=1e-14))
        assert book.worksheets[place]["A1"].value == table.caption


def test_that_headers_are_frozen_and_columns_wide_enough(mixed):
    book = opened(mixed)
    for place, table in enumerate(mixed.tables, start=1):
        sheet = book.worksheets[place]
        grouped = any(column.group for column in table.columns)
        assert sheet.freeze_panes == ("B6" if grouped else "B5")
        assert sheet.column_dimensions["A"].width > len(table.columns[0].title)


def test_that_marks_become_bold_underline_and_boxes():
    marks = (Mark.NONE, Mark.BOLD | Mark.UNDERLINED, Mark.BOXED, Mark.BOXED | Mark.BOLD)
    table = Table("t", "c", (Column("a", Number.COUNT),), tuple((Cell(1, mark),) for mark in marks))
    cells = [row[0] for row in sheet_rows(opened(Report("t", "s", Profile.INTERNAL, DAY, (table,))), 1, table)]
    assert [cell.font.bold for cell in cells] == [False, True, False, True]
    assert [cell.font.underline for cell in cells] == [None, "single", None, None]
    assert [cell.border.left.style for cell in cells] == [None, None, "medium", "medium"]


@pytest.mark.parametrize(
    ("column", "value", "number_format"),
    [
        (Column("a", Number.VALUE, decimals=2), 981.8, "0.00"),
        (Column("a", Number.VALUE), 7, "0"),
        (Column("a", Number.SHARE), 0.123456, "0.0%"),
        (Column("a", Number.PROBABILITY), 0.123456, "0.0000"),
        (Column("a", Number.CORRELATION), 0.5, "0.000"),
        (Column("a", Number.COUNT), 5, "0"),
        (Column("a", Number.COUNT), 5.5, "0.0"),
        (Column("a", Number.MEASURE), 0.009024999, "0.000000"),
        (Column("a", Number.MEASURE), 20167.78, "0"),
        (Column("a", Number.MEASURE), 1e-9, "0.000E+00"),
    ],
)
def test_that_numbers_are_unrounded_and_formatted(column, value, number_format):
    table = Table("t", "c", (column,), ((Cell(value),),))
    ((cell,),) = sheet_rows(opened(Report("t", "s", Profile.FULL, DAY, (table,))), 1, table)
    assert cell.value == value
    assert cell.number_format == number_format


@pytest.mark.parametrize("attack", ['=HYPERLINK("x","y")', "+1", "-1+1", "@SUM(A1)", "\t=1", "=cmd|' /C calc'!A0"])
def test_that_text_never_becomes_a_formula(attack):
    pair = paper_pair()
    attributes = tuple(replace(attribute, name=f"{attack}{place}") for place, attribute in enumerate(pair.attributes))
    audit = audited(replace(pair, attributes=attributes))
    typed = Description(attack, attack, attack, (Step(attack, (attack,), attack),), attack)
    written = render_xlsx(build_report(audit, typed, Profile.INTERNAL, DAY))
    found = 0
    for sheet in openpyxl.load_workbook(BytesIO(written)).worksheets:
        for row in sheet.iter_rows():
            for cell in row:
                assert cell.data_type != "f"
                if isinstance(cell.value, str) and cell.value.startswith(attack):
                    found += 1
                    assert cell.quotePrefix
    assert found > 10
    with ZipFile(BytesIO(written)) as archive:
        parts = [archive.read(name) for name in archive.namelist() if name.startswith("xl/worksheets/sheet")]
    assert parts
    assert not any(b"<f>" in part for part in parts)


def test_that_characters_a_sheet_must_not_hold_are_left_out():
    table = Table("a[b]:*?/\\c" * 9, "c\x00d", (Column("e\x0bf"),), ((Cell("g\x1fh"),),))
    book = opened(Report("t", "s", Profile.FULL, DAY, (table,)))
    assert len(book.worksheets[1].title) <= 31
    assert book.worksheets[1]["A1"].value == "cd"
    assert book.worksheets[1]["A5"].value == "gh"


def test_that_the_first_sheet_sums_up_and_leads_to_the_others(mixed):
    front = opened(mixed).worksheets[0]
    values = [cell.value for row in front.iter_rows() for cell in row if cell.value]
    assert values[0] == "=1+1"
    assert "2026-11-27" in values
    assert any(str(value).startswith("Outside the policy") for value in values)
    links = [cell.hyperlink.location for row in front.iter_rows() for cell in row if cell.hyperlink]
    assert len(links) == len(mixed.tables)


def test_that_the_same_report_gives_the_same_bytes(mixed):
    first, second = render_xlsx(mixed), render_xlsx(mixed)
    assert first == second
    with ZipFile(BytesIO(first)) as archive:
        assert {part.date_time for part in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    properties = opened(mixed).properties
    assert properties.created.date() == properties.modified.date() == DAY


def test_that_every_sheet_says_whose_view_it_shows(mixed):
    book = opened(mixed)
    shown = {table.name: book.worksheets[place]["A3"].value for place, table in enumerate(mixed.tables, start=1)}
    assert shown["Linkages"] == "The protector's view"
    assert shown["Comparison"] == "The intruder's view"
    assert shown["Files"] is None


def test_that_formulas_stand_in_the_workbook_with_lowered_and_raised_parts():
    written = BytesIO(render_xlsx(Report("t", "s", Profile.FULL, DAY, (Formula("x_{ab}^2 = 1", "m", "s"),))))
    (formula, meaning, source) = openpyxl.load_workbook(written, rich_text=True)["Method notes"][2]
    assert [(part.text, part.font.vertAlign) for part in formula.value] == [
        ("x", None),
        ("ab", "subscript"),
        ("2", "superscript"),
        (" = 1", None),
    ]
    assert (meaning.value, source.value) == ("m", "s")


def test_that_long_sentences_are_wrapped():
    table = Table("t", "c", (Column("a"), Column("b")), ((Cell("short"), Cell("long " * 40)),))
    ((short, long),) = sheet_rows(opened(Report("t", "s", Profile.FULL, DAY, (table,))), 1, table)
    assert not short.alignment.wrap_text
    assert long.alignment.wrap_text


def test_that_no_temporary_file_ever_holds_a_record(mixed, tmp_path, monkeypatch):
    # The folder does not exist, so that whoever wants a file in it fails.
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    with pytest.raises(FileNotFoundError):
        tempfile.mkdtemp()
    assert render_xlsx(mixed)


def test_that_a_sheet_written_in_memory_is_the_one_that_the_library_writes(mixed, monkeypatch):
    ours = render_xlsx(mixed)
    monkeypatch.setattr(xlsx._WriterInMemory, "write_worksheet", xlsx.ExcelWriter.write_worksheet)
    assert ours == render_xlsx(mixed)


def test_that_a_line_is_as_high_as_its_wrapped_text_needs():
    rows = ((Cell("short"),), (Cell("word " * 60),))
    sheet = opened(Report("t", "s", Profile.FULL, DAY, (Table("t", "c", (Column("a"),), rows),))).worksheets[1]
    assert sheet.row_dimensions[5].height is None
    assert sheet.row_dimensions[6].height >= 5 * 15


def test_that_sheets_print_across_with_their_header_on_every_page_and_the_agencys_lines():
    table = Table("t", "c", (Column("a", group="g"), Column("b", group="g")), ((Cell("x"), Cell("y")),))
    written = render_xlsx(
        Report("t", "s", Profile.FULL, DAY, (table,)), Template("Office & Sons", header="A & B", footer="Foot")
    )
    book = openpyxl.load_workbook(BytesIO(written))
    sheet = book.worksheets[1]
    assert (sheet.page_setup.orientation, sheet.print_title_rows) == ("landscape", "$4:$5")
    assert (sheet.oddHeader.left.text, sheet.oddFooter.left.text) == ("A && B", "Foot")
    assert book.properties.creator == "Office & Sons"


def test_that_the_text_of_the_report_has_a_sheet_in_which_nothing_is_a_formula(mixed):
    front = (Heading("About us"), Paragraph("=1+1"), Bullets(("We count.",)))
    sheet = opened(replace(mixed, blocks=(*front, *mixed.blocks)))["Text"]
    lines = [cell.value for (cell,) in sheet.iter_rows() if cell.value]
    assert lines[:3] == ["About us", "=1+1", "• We count."]
    assert [cell.data_type for (cell,) in sheet.iter_rows() if cell.value] == ["s"] * len(lines)
    said = [block.text for block in mixed.blocks if isinstance(block, Paragraph)]
    assert set(said) <= set(lines)


def test_that_an_agencys_name_colour_lines_and_logo_are_in_the_workbook(mixed):
    picture = BytesIO()
    Image.new("RGB", (200, 100), "navy").save(picture, "PNG")
    template = Template("Office & Sons", "#7a1f5c", "Head", "Foot", Logo(picture.getvalue()))
    written = render_xlsx(mixed, template)
    assert written == render_xlsx(mixed, template)
    book = openpyxl.load_workbook(BytesIO(written))
    front = book["Summary"]
    assert [front.cell(line, 1).value for line in range(1, 6)] == [None, "Office & Sons", "Head", "Foot", mixed.title]
    (logo,) = front._images
    assert logo.width / logo.height == 2
    assert front.sheet_properties.tabColor.rgb == front.cell(5, 1).font.color.rgb == "007A1F5C"
    assert book.worksheets[1]["A1"].font.color.rgb == "007A1F5C"
    with ZipFile(BytesIO(written)) as archive:
        assert b'descr="Office &amp; Sons"' in archive.read("xl/drawings/drawing1.xml")


def test_that_wide_tables_print_on_pages_beside_each_other():
    columns = tuple(Column(f"attribute {place}") for place in range(60))
    wide = Table("Wide", "Caption", columns, (tuple(Cell("value") for _ in columns),))
    narrow = Table("Narrow", "Caption", columns[:2], ((Cell("x"), Cell("y")),))
    _, first, second, *_ = opened(Report("Title", "", Profile.INTERNAL, DAY, (wide, narrow))).worksheets
    assert first.page_setup.fitToWidth > 2
    assert second.page_setup.fitToWidth == 1
    assert first.print_title_cols == "$A:$A"
