"""A chapter as a document that is pleasant to read: Qt reads the Markdown, spacing and anchors are given here."""

from __future__ import annotations

from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFrameFormat,
    QTextLength,
    QTextTable,
)

from permdesk.gui.guide.guide_text import ChapterText
from permdesk.gui.theme import Theme

LINE, TABLE_LINE = 138, 118
"""Height of a line in percent."""
HEADINGS = {1: 1.75, 2: 1.25, 3: 1.08}
MARGIN = 22


def section_anchor(place: int) -> str:
    """The anchor that every section has beside its own, by its place in the chapter."""
    return f"section-{place}"


def chapter_document(chapter: ChapterText, theme: Theme, points: float, family: str) -> QTextDocument:
    """The chapter in colours of the theme; ``points`` is the size of its body."""
    document = QTextDocument()
    font = QFont(family)
    font.setPointSizeF(points)
    document.setDefaultFont(font)
    document.setDocumentMargin(MARGIN)
    document.setMarkdown(chapter.markdown)
    sections = iter(enumerate(chapter.sections))
    block = document.begin()
    while block.isValid():
        depth = block.blockFormat().headingLevel()
        if depth:
            place, section = next(sections)
            names = [section_anchor(place), *([section.anchor] if section.anchor else [])]
            _set_heading(block, depth, names, theme, points)
        else:
            _set_paragraph(block, theme, points)
        block = block.next()
    for frame in document.rootFrame().childFrames():
        if isinstance(frame, QTextTable):
            _set_table(frame, theme)
    return document


def _set_heading(block: QTextBlock, depth: int, names: list[str], theme: Theme, points: float) -> None:
    letters = QTextCharFormat()
    letters.setFontPointSize(points * HEADINGS[depth])
    letters.setFontWeight(QFont.Weight.DemiBold)
    letters.setForeground(QBrush(QColor(theme.text)))
    letters.setAnchor(True)
    letters.setAnchorNames(names)
    around = block.blockFormat()
    around.setTopMargin(0 if depth == 1 else points * 1.9)
    around.setBottomMargin(points * (0.9 if depth == 1 else 0.4))
    cursor = _whole(block)
    cursor.mergeCharFormat(letters)
    cursor.setBlockFormat(around)


def _set_paragraph(block: QTextBlock, theme: Theme, points: float) -> None:
    around = block.blockFormat()
    cursor = _whole(block)
    is_in_table = cursor.currentTable() is not None
    line = TABLE_LINE if is_in_table else LINE
    around.setLineHeight(line, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
    is_source = around.intProperty(QTextBlockFormat.Property.BlockQuoteLevel) > 0
    if is_source:
        around.setLeftMargin(0)
        letters = QTextCharFormat()
        letters.setForeground(QBrush(QColor(theme.muted)))
        letters.setFontPointSize(points * 0.9)
        cursor.mergeCharFormat(letters)
    if not is_in_table:
        around.setTopMargin(0)
        around.setBottomMargin(points * (0.35 if block.textList() is not None else 0.8))
    cursor.setBlockFormat(around)
    _set_keys(block, theme, points)


def _set_keys(block: QTextBlock, theme: Theme, points: float) -> None:
    """What stands in backticks is typed: it keeps the letters of the text and gets a ground of its own."""
    typed = []
    piece = block.begin()
    while not piece.atEnd():
        fragment = piece.fragment()
        piece += 1
        if fragment.charFormat().fontFixedPitch() or fragment.charFormat().fontFamilies() == ["monospace"]:
            typed.append((fragment.position(), fragment.length()))
    for begin, length in typed:
        cursor = QTextCursor(block)
        cursor.setPosition(begin)
        cursor.setPosition(begin + length, QTextCursor.MoveMode.KeepAnchor)
        letters = QTextCharFormat()
        letters.setFontFixedPitch(False)
        letters.setFontFamilies([block.document().defaultFont().family()])
        letters.setBackground(QBrush(QColor(theme.sunken)))
        letters.setFontPointSize(points)
        letters.setFontWeight(QFont.Weight.Medium)
        cursor.mergeCharFormat(letters)


def _set_table(table: QTextTable, theme: Theme) -> None:
    look = table.format()
    look.setBorder(1)
    look.setBorderBrush(QBrush(QColor(theme.border)))
    look.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
    look.setBorderCollapse(True)
    look.setCellPadding(5)
    look.setCellSpacing(0)
    look.setBottomMargin(12)
    look.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
    table.setFormat(look)


def _whole(block: QTextBlock) -> QTextCursor:
    cursor = QTextCursor(block)
    cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
    return cursor
