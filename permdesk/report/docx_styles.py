"""The styles of a DOCX report: named as word processors name them, so that an agency can change them at one place."""

from __future__ import annotations

from typing import Any

from docx.enum.style import WD_STYLE_TYPE
from docx.oxml.ns import qn
from docx.shared import Pt, RGBColor

from permdesk.report.svg import INK

FONT, MONO, MATH = "Calibri", "Consolas", "Cambria Math"
TABLE_TEXT, TABLE_HEAD, NOTE, MEANING = "Table Text", "Table Head", "Table Note", "Formula Meaning"
FORMULA, COMMAND, LABEL, VALUE, VERDICT = "Formula", "Command", "Figure Label", "Figure Value", "Verdict"
MUTED = "596273"


def set_styles(document: Any, accent: str) -> None:
    """Give the document's styles their looks; headings have the agency's colour."""
    styles = document.styles
    _look(styles["Normal"], 10, after=6)
    _look(styles["Title"], 24, bold=True, after=6)
    styles["Title"].element.get_or_add_pPr().remove(styles["Title"].element.pPr.find(qn("w:pBdr")))
    _look(styles["Subtitle"], 11, colour=accent, bold=True, after=4)
    styles["Subtitle"].font.italic = False
    _look(styles["Heading 1"], 16, colour=accent, bold=True, before=18, after=6)
    _look(styles["Heading 2"], 12, bold=True, before=12, after=4)
    _look(styles["Caption"], 9, bold=False, before=8, after=4)
    styles["Caption"].paragraph_format.keep_with_next = True
    _look(styles["List Bullet"], 10, after=3)
    _look(styles["Header"], 8.5, colour=MUTED)
    _look(styles["Footer"], 8.5, colour=MUTED)
    _look(_new(styles, TABLE_TEXT), 8)
    _look(_new(styles, TABLE_HEAD), 8, colour=MUTED, bold=True)
    _look(_new(styles, NOTE), 8.5, colour=MUTED, before=3, after=10)
    _look(_new(styles, FORMULA), 11.5, after=1, font=MATH)
    styles[FORMULA].paragraph_format.keep_with_next = True
    _look(_new(styles, MEANING), 9.5, after=8)
    _look(_new(styles, COMMAND), 9, after=8, font=MONO)
    _look(_new(styles, LABEL), 8.5, colour=MUTED, bold=True)
    _look(_new(styles, VALUE), 14, bold=True)
    _look(_new(styles, VERDICT), 13, bold=True, after=2)


def _new(styles: Any, name: str) -> Any:
    style = styles.add_style(name, WD_STYLE_TYPE.PARAGRAPH)
    style.base_style = styles["Normal"]
    return style


def _look(
    style: Any,
    size: float,
    *,
    colour: str = INK,
    bold: bool = False,
    before: float = 0,
    after: float = 0,
    font: str = FONT,
) -> None:
    style.font.name, style.font.size, style.font.bold, style.font.italic = font, Pt(size), bold, False
    style.font.color.rgb = RGBColor.from_string(colour.removeprefix("#").upper())
    style.paragraph_format.space_before, style.paragraph_format.space_after = Pt(before), Pt(after)
    # A theme's font would win over the name.
    fonts = style.element.get_or_add_rPr().find(qn("w:rFonts"))
    for key in list(fonts.attrib):
        if key.endswith("Theme"):
            del fonts.attrib[key]
    for kind in ("ascii", "hAnsi", "eastAsia", "cs"):
        fonts.set(qn(f"w:{kind}"), font)
