"""Columns as a workbook (.xlsx) of one sheet of records and, where there are labels, one of labels; in memory only,
as a workbook library would leave records in the folder for temporary files."""

from __future__ import annotations

import io
from collections.abc import Sequence
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from permdesk.data.output_column import OutputColumn, OutputKind
from permdesk.translation import tr

MOST_RECORDS = 1_048_575
MOST_COLUMNS = 16_384
LONGEST_TEXT = 32_767
# The day 61 of Excel is 1900-03-01; before it the calendar of Excel has a day that never was.
EPOCH_DAYS, FIRST_DAY, LAST_DAY = 25569, 61, 2958465
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
AT_A_TIME = 1 << 14
EPOCH = (1980, 1, 1, 0, 0, 0)
PLAIN, QUOTED, BOLD = 0, 1, 2
STYLES = {OutputKind.NUMBER: PLAIN, OutputKind.DATE: 3, OutputKind.MOMENT: 4, OutputKind.TIME: 5}
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
STYLE_SHEET = (
    f'<styleSheet xmlns="{MAIN}"><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>'
    '<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="166" formatCode="hh:mm:ss"/>'
    '</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>'
    '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>'
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>'
    '</fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>'
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="6">'
    '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>'
    '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/>'
    '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>'
    '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>'
    '<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>'
    '<xf numFmtId="166" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>'
    '</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
)


def is_in_calendar(amounts: NDArray[np.float64], kind: OutputKind) -> bool:
    """Excel has all these days or moments, nan aside."""
    days = amounts if kind is OutputKind.DATE else amounts / 86400.0
    serial = days[~np.isnan(days)] + EPOCH_DAYS
    return bool(np.all((serial >= FIRST_DAY) & (serial < LAST_DAY + 1)))


def xlsx_bytes(columns: Sequence[OutputColumn]) -> bytes:
    """The file. Texts and numbers of records must fit (see ``output_limits``). The same columns give the same bytes."""
    labels = [(c.name, entry.code, entry.label) for c in columns for entry in c.labels]
    names = [tr("Records"), *([tr("Labels")] if labels else [])]
    written = io.BytesIO()
    with ZipFile(written, "w", ZIP_DEFLATED) as archive:
        for name, content in _fixed_parts(names).items():
            archive.writestr(_part(name), DECLARATION + content, ZIP_DEFLATED)
        with archive.open(_part("xl/worksheets/sheet1.xml"), "w", force_zip64=True) as sheet:
            sheet.write(_sheet_start().encode())
            sheet.write(_row([_text(column.name, BOLD) for column in columns]).encode())
            cells = [pa.array(_cells(column), pa.string()) for column in columns]
            for start in range(0, columns[0].n_records, AT_A_TIME):
                parts = [
                    texts.take(pa.array(column.column.codes[start : start + AT_A_TIME]))
                    for texts, column in zip(cells, columns, strict=True)
                ]
                rows = pc.binary_join_element_wise("<row>", *parts, "</row>", "")
                sheet.write("".join(rows.to_pylist()).encode())
            sheet.write(b"</sheetData></worksheet>")
        if labels:
            rows = [(tr("Attribute"), tr("Value"), tr("Label")), *labels]
            content = _sheet_start() + "".join(_row([_text(cell) for cell in row]) for row in rows)
            archive.writestr(_part("xl/worksheets/sheet2.xml"), content + "</sheetData></worksheet>", ZIP_DEFLATED)
    return written.getvalue()


def _part(name: str) -> ZipInfo:
    part = ZipInfo(name, EPOCH)
    part.compress_type = ZIP_DEFLATED
    return part


def _sheet_start() -> str:
    frozen = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
    views = f'<sheetViews><sheetView workbookViewId="0">{frozen}</sheetView></sheetViews>'
    return f'{DECLARATION}<worksheet xmlns="{MAIN}">{views}<sheetData>'


def _row(cells: Sequence[str]) -> str:
    return f"<row>{''.join(cells)}</row>"


def _cells(column: OutputColumn) -> list[str]:
    """The element of each distinct text."""
    if column.kind is OutputKind.TEXT:
        return [_text(text) for text in column.stored_texts]
    style = f' s="{STYLES[column.kind]}"' if STYLES[column.kind] else ""
    days = {OutputKind.DATE: 1.0, OutputKind.MOMENT: 86400.0, OutputKind.TIME: 86400.0}.get(column.kind)
    epoch = EPOCH_DAYS if column.kind in (OutputKind.DATE, OutputKind.MOMENT) else 0
    amounts = column.amounts if days is None else column.amounts / days + epoch
    return [
        "<c/>" if is_missing else f"<c{style}><v>{amount!r}</v></c>"
        for amount, is_missing in zip(amounts.tolist(), column.is_missing.tolist(), strict=True)
    ]


def _text(text: str, style: int = PLAIN) -> str:
    """Text that stays text: what begins like a formula is marked as typed with a quote."""
    if not text:
        return "<c/>"
    style = QUOTED if text.startswith(FORMULA_STARTS) else style
    # A reader of XML takes a carriage return for a line end, unless it is written by its number.
    content = escape(text, {"\r": "&#13;"})
    shown = f' s="{style}"' if style else ""
    return f'<c t="inlineStr"{shown}><is><t xml:space="preserve">{content}</t></is></c>'


def _fixed_parts(sheets: Sequence[str]) -> dict[str, str]:
    places = range(1, len(sheets) + 1)
    content_type = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    overrides = "".join(
        f'<Override PartName="/xl/worksheets/sheet{i}.xml" ContentType="{content_type}.worksheet+xml"/>' for i in places
    )
    listed = "".join(
        f'<sheet name="{escape(name)}" sheetId="{i}" r:id="rId{i}"/>' for i, name in zip(places, sheets, strict=True)
    )
    relations = "".join(
        f'<Relationship Id="rId{i}" Type="{LINKS}/worksheet" Target="worksheets/sheet{i}.xml"/>' for i in places
    )
    styles = f'<Relationship Id="rId{len(sheets) + 1}" Type="{LINKS}/styles" Target="styles.xml"/>'
    return {
        "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types">'
        f'<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{content_type}.sheet.main+xml"/>'
        f'<Override PartName="/xl/styles.xml" ContentType="{content_type}.styles+xml"/>{overrides}</Types>',
        "_rels/.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="rId1" '
        f'Type="{LINKS}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{LINKS}"><sheets>{listed}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}/relationships">{relations}{styles}'
        "</Relationships>",
        "xl/styles.xml": STYLE_SHEET,
    }
