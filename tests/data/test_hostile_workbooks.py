"""Workbooks made to do harm, or damaged by chance, are refused or read within bounds, and nothing is left behind."""

from __future__ import annotations

import io
import random
import struct
import zipfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from permdesk.compute.progress import Progress
from permdesk.data import packed_workbook
from permdesk.data.output_column import number_output, text_output
from permdesk.data.problem import Problem
from permdesk.data.read_table import read_table
from permdesk.data.table import Table
from permdesk.data.write_xlsx import MAIN, xlsx_bytes

SOUND = xlsx_bytes([number_output("a", np.array([1.0, 2.0, 3.0])), text_output("b", ["x", "y", "z"])])
SHEET = f'<worksheet xmlns="{MAIN}"><sheetData>'
ROWS = (
    '<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c><c r="B1" t="inlineStr"><is><t>b</t></is></c></row>'
    '<row r="2"><c r="A2"><v>1</v></c><c r="B2"><v>2</v></c></row>'
)
OFFICE = "urn:oasis:names:tc:opendocument:xmlns"


def workbook(**parts):
    """The sound workbook, some of its parts (by the end of their names) replaced."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(SOUND)) as source, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as target:
        for name in source.namelist():
            replaced = [content for part, content in parts.items() if Path(name).stem == part]
            target.writestr(name, replaced[0] if replaced else source.read(name))
    return stream.getvalue()


def ods(rows, doctype=""):
    content = (
        f'<?xml version="1.0" encoding="UTF-8"?>{doctype}<office:document-content xmlns:office="{OFFICE}:office:1.0"'
        f' xmlns:table="{OFFICE}:table:1.0" xmlns:text="{OFFICE}:text:1.0"><office:body><office:spreadsheet>'
        f'<table:table table:name="S">{rows}</table:table></office:spreadsheet></office:body></office:document-content>'
    )
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as target:
        target.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet", zipfile.ZIP_STORED)
        target.writestr("META-INF/manifest.xml", "<manifest/>")
        target.writestr("content.xml", content)
    return stream.getvalue()


def ods_row(*texts, repeated=1):
    cells = "".join(
        f'<table:table-cell office:value-type="string"><text:p>{text}</text:p></table:table-cell>' for text in texts
    )
    return f'<table:table-row table:number-rows-repeated="{repeated}">{cells}</table:table-row>'


SECRET = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
LAUGHS = (
    '<!DOCTYPE x [<!ENTITY l0 "lol">'
    + "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">' for i in range(1, 10))
    + '<!ENTITY e "&l9;">]>'
)


@pytest.mark.parametrize("doctype", [SECRET, LAUGHS])
def test_that_entities_are_never_expanded(read, doctype):
    sheet = doctype + SHEET + ROWS.replace("<t>b</t>", "<t>&e;</t>") + "</sheetData></worksheet>"
    book = f'{doctype}<workbook xmlns="{MAIN}"><sheets><sheet name="&e;"/></sheets></workbook>'
    for name, content in {
        "sheet.xlsx": workbook(sheet1=sheet),
        "book.xlsx": workbook(workbook=book),
        "a.ods": ods(ods_row("a", "&e;") + ods_row("1", "2"), doctype),
    }.items():  # fmt: skip
        found = read(content, name=name)
        assert isinstance(found, Problem), name
        assert "root:" not in found.what
        assert len(found.sentence) < 1000


def test_that_a_workbook_far_larger_inside_than_out_is_refused(read):
    blank = SHEET + " " * packed_workbook.SMALL + ROWS + "</sheetData></worksheet>"
    found = read(workbook(sheet1=blank), name="a.xlsx")
    assert isinstance(found, Problem)
    assert "unpacks to 64 megabytes" in found.what


def test_that_a_workbook_that_is_larger_than_it_says_is_refused(read):
    sheet = SHEET + " " * 100_000 + ROWS + "</sheetData></worksheet>"
    content = workbook(sheet1=sheet)
    size = struct.pack("<I", len(sheet))
    assert content.count(size) == 2
    assert isinstance(read(content, name="a.xlsx"), Table)
    found = read(content.replace(size, struct.pack("<I", 4000)), name="a.xlsx")
    assert isinstance(found, Problem)
    assert "more than it says" in found.what


def test_that_a_stray_cell_far_from_the_data_is_refused(read):
    far = '<row r="1048576"><c r="AU1048576"><v>3</v></c></row>'
    found = read(workbook(sheet1=SHEET + ROWS + far + "</sheetData></worksheet>"), name="a.xlsx")
    assert isinstance(found, Problem)
    assert "1048576 rows and 47 columns" in found.what


def test_that_many_empty_styled_rows_are_no_records(table):
    empty = "".join(f'<row r="{i}" s="1"><c r="A{i}" s="1"/><c r="B{i}" s="1"/></row>' for i in range(3, 50_000))
    found = table(workbook(sheet1=SHEET + ROWS + empty + "</sheetData></worksheet>"), name="a.xlsx")
    assert (found.names, found.n_records) == (("a", "b"), 1)


def test_that_empty_rows_of_an_ods_sheet_are_no_records(table):
    empty = '<table:table-row table:number-rows-repeated="1048573"><table:table-cell/></table:table-row>'
    assert table(ods(ods_row("a", "b") + ods_row("1", "2") + empty), name="a.ods").n_records == 1


def damaged(content, seed):
    """The content with some of its bytes changed, cut out or cut off."""
    changes = random.Random(seed)
    octets = bytearray(content)
    for _ in range(changes.choice([1, 2, 8, 32])):
        octets[changes.randrange(len(octets))] = changes.choice([0, 1, 127, 128, 255, changes.randrange(256)])
    if changes.random() < 0.3:
        del octets[changes.randrange(len(octets)) :]
    return bytes(octets)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**32))
def test_that_a_damaged_workbook_is_read_or_refused_in_one_sentence(tmp_path, seed):
    for name, content in (("a.xlsx", SOUND), ("a.ods", ods(ods_row("a", "b") + ods_row("1", "2")))):
        path = tmp_path / name
        path.write_bytes(damaged(content, seed))
        found = read_table(path, None, Progress())
        if isinstance(found, Problem):
            assert found.what.endswith((".", ":"))
            assert "\n" not in found.sentence
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.ods", "a.xlsx"]
