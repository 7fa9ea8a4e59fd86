"""How paragraphs and tables of a PDF report look."""

from __future__ import annotations

from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.lib.enums import TA_CENTER, TA_RIGHT
from reportlab.lib.styles import ParagraphStyle

from permdesk.report.pdf_fonts import BODY, BOLD, MONO
from permdesk.report.svg import FAINT, INK
from permdesk.report.tones import MUTED

CELL_SIZE, CELL_SIZE_ACROSS = 8.0, 7.0


class Styles:
    """The styles of one document, whose headings have the agency's colour."""

    def __init__(self, accent: str) -> None:
        self.accent = HexColor(accent)
        self.line, self.strong = HexColor(FAINT), HexColor(MUTED)
        self.body = _style("body", size=9.5, lead=14, after=6)
        self.bullet = _style("bullet", size=9.5, lead=14, after=3, leftIndent=12, bulletIndent=2)
        self.title = _style("title", size=22, lead=27, after=8, font=BOLD)
        self.kind = _style("kind", size=9, lead=12, after=4, font=BOLD, textColor=self.accent)
        self.small = _style("small", size=8, lead=11, after=8, textColor=HexColor(MUTED))
        self.heading = _style("heading", size=15, lead=19, before=16, after=8, font=BOLD, textColor=self.accent)
        self.subheading = _style("subheading", size=11.5, lead=15, before=10, after=5, font=BOLD)
        self.caption = _style("caption", size=9, lead=12, before=6, after=4)
        self.formula = _style("formula", size=11, lead=17, after=1, leftIndent=10)
        self.meaning = _style("meaning", size=9, lead=13, after=8, leftIndent=10)
        self.command = _style(
            "command", size=8.5, lead=12, after=8, font=MONO, leftIndent=6, backColor=HexColor("#f0f2f5")
        )
        self.verdict = _style("verdict", size=13, lead=17, after=3, font=BOLD)
        self.boxed = _style("boxed", size=9.5, lead=13.5)
        self.figure_label = _style("figure_label", size=8, lead=10, font=BOLD, textColor=HexColor(MUTED))
        self.figure_value = _style("figure_value", size=14, lead=18, font=BOLD)
        self.figure_meaning = _style("figure_meaning", size=7.5, lead=10, textColor=HexColor(MUTED))
        self.contents = _style("contents", size=9.5, lead=16)

    def cell(self, is_across: bool, is_number: bool, font: str = BODY) -> ParagraphStyle:
        """The style of a cell's text."""
        size = CELL_SIZE_ACROSS if is_across else CELL_SIZE
        return _style("cell", size=size, lead=size + 2.5, font=font, alignment=TA_RIGHT if is_number else 0)

    def header(self, is_across: bool, is_number: bool, is_group: bool = False) -> ParagraphStyle:
        """The style of a cell of a table's header."""
        size = CELL_SIZE_ACROSS if is_across else CELL_SIZE
        side = TA_CENTER if is_group else TA_RIGHT if is_number else 0
        return _style("header", size=size, lead=size + 2.5, font=BOLD, alignment=side, textColor=HexColor(MUTED))


def _style(
    name: str, size: float, lead: float, before: float = 0, after: float = 0, font: str = BODY, **more: Any
) -> Any:
    return ParagraphStyle(
        name,
        **{"textColor": HexColor(INK), "splitLongWords": 1, **more},
        fontName=font,
        bulletFontName=font,
        fontSize=size,
        leading=lead,
        spaceBefore=before,
        spaceAfter=after,
    )
