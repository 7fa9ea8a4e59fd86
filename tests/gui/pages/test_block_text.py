"""The preview of a report: all of its words, its marks and pictures, and nothing that could be taken for markup."""

from __future__ import annotations

from datetime import date

import pytest
from PySide6.QtGui import QTextDocument

from permdesk.audit.findings import Outcome
from permdesk.data.problem import Severity
from permdesk.gui.pages.report import block_text as module
from permdesk.gui.pages.report.block_text import block_text
from permdesk.gui.theme import DARK, LIGHT
from permdesk.report.blocks import (
    Bullets,
    Cell,
    Column,
    Figure,
    Formula,
    Heading,
    Judgement,
    KeyFigure,
    KeyFigures,
    Mark,
    Notice,
    Number,
    Paragraph,
    Report,
    Table,
)
from permdesk.report.profile import Profile

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><rect width="200" height="100"/></svg>'


def report_of(*blocks):
    return Report("Title", "Subtitle", Profile.INTERNAL, date(2026, 1, 1), blocks)


def plain(text):
    document = QTextDocument()
    document.setHtml(text.html)
    return document.toPlainText()


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_that_every_kind_of_block_is_shown(app, theme):
    text = block_text(
        report_of(
            Heading("A heading"),
            Paragraph("A paragraph"),
            Bullets(("first", "second")),
            Formula("a = b", "what it means", "Equation 1"),
            Notice(Severity.WARNING, "age", "Doubtful."),
            Judgement(Outcome.FAIL, "Outside", "Broken."),
            KeyFigures((KeyFigure("d", "1", "ranks"),)),
            Figure("f", "A caption", "An alternative", SVG),
        ),
        theme,
    )
    shown = plain(text)
    for words in ("A heading", "A paragraph", "second", "a = b", "⚠ age: Doubtful.", "✗ Outside", "ranks", "A caption"):
        assert words in shown
    assert [picture.width() for picture in text.pictures.values()] == [module.PICTURE_WIDTH * module.SHARPNESS]


def test_that_tables_keep_their_marks_and_say_what_was_cut(app):
    columns = tuple(Column(f"c{place}", Number.COUNT) for place in range(module.SHOWN_COLUMNS + 2))
    first = (Cell(7, Mark.BOLD | Mark.UNDERLINED), Cell(8, Mark.BOXED), *(Cell(0) for _ in columns[2:]))
    rows = (first, *(tuple(Cell(place) for place, _ in enumerate(columns)) for _ in range(module.SHOWN_ROWS + 4)))
    text = block_text(report_of(Table("t", "Caption", columns, rows)), LIGHT)
    assert "<b><u>7</u></b>" in text.html
    assert "[8]" in text.html
    assert "5 more rows, 2 more columns" in plain(text)


def test_that_a_text_is_never_markup(app):
    text = block_text(report_of(Paragraph("<img src='x'> & more")), LIGHT)
    assert "<img src='x'> & more" in plain(text)


def test_that_a_figure_keeps_its_proportions(app):
    picture = next(iter(block_text(report_of(Figure("f", "c", "a", SVG)), LIGHT).pictures.values()))
    assert picture.height() * 2 == picture.width()
