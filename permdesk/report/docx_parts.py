"""What DOCX reports need and the library has no words for: fields, borders, bookmarks, language, alternative texts."""

from __future__ import annotations

from typing import Any

from docx.oxml import OxmlElement
from docx.oxml.ns import qn

SIDES = ("top", "left", "bottom", "right")


def element(name: str, /, **attributes: str) -> Any:
    """An element such as ``element("w:b", val="1")``; its attributes in the same namespace."""
    made: Any = OxmlElement(name)
    prefix = name.partition(":")[0]
    for key, value in attributes.items():
        made.set(qn(f"{prefix}:{key}"), value)
    return made


def add_field(paragraph: Any, instruction: str, shown: str) -> None:
    """A field that shows ``shown`` until the reader's program works it out anew."""
    for kind in ("begin", "instruction", "separate", "shown", "end"):
        run = paragraph.add_run(shown if kind == "shown" else "")
        if kind == "instruction":
            text = element("w:instrText")
            text.set(qn("xml:space"), "preserve")
            text.text = f" {instruction} "
            run._r.append(text)
        elif kind != "shown":
            run._r.append(element("w:fldChar", fldCharType=kind))


def add_bookmark(paragraph: Any, number: int, name: str) -> None:
    """Marks a whole paragraph, so that a line of the contents can lead to it."""
    paragraph._p.insert(1 if paragraph._p.pPr is not None else 0, element("w:bookmarkStart", id=str(number), name=name))
    paragraph._p.append(element("w:bookmarkEnd", id=str(number)))


def add_link(paragraph: Any, text: str, bookmark: str) -> None:
    """A line that leads to a bookmark."""
    link = element("w:hyperlink", anchor=bookmark, history="1")
    run = paragraph.add_run(text)._r
    link.append(run)
    paragraph._p.append(link)


def set_borders(cell: Any, colour: str, eighths: int, sides: tuple[str, ...] = SIDES) -> None:
    """Borders of a cell, so many eighths of a point thick."""
    properties = cell._tc.get_or_add_tcPr()
    borders = element("w:tcBorders")
    for side in SIDES:
        if side in sides:
            borders.append(element(f"w:{side}", val="single", sz=str(eighths), space="0", color=colour))
    properties.append(borders)


def set_ground(cell: Any, colour: str) -> None:
    """The colour behind a cell's text."""
    cell._tc.get_or_add_tcPr().append(element("w:shd", val="clear", color="auto", fill=colour))


def set_margins(cell: Any, points: float) -> None:
    """The same room between text and edge on every side."""
    margins = element("w:tcMar")
    for side in SIDES:
        margins.append(element(f"w:{side}", w=str(round(points * 20)), type="dxa"))
    cell._tc.get_or_add_tcPr().append(margins)


def repeat_as_header(row: Any) -> None:
    """The row stands again at the top of every page that the table goes on to."""
    row._tr.get_or_add_trPr().append(element("w:tblHeader"))


def keep_whole(row: Any) -> None:
    """No page ends within the row."""
    row._tr.get_or_add_trPr().append(element("w:cantSplit"))


def set_alternative(inline: Any, number: int, name: str, words: str) -> None:
    """A picture's name, and what it shows for who cannot see it."""
    properties = inline._inline.docPr
    properties.set("id", str(number))
    properties.set("name", name)
    properties.set("descr", words)


def set_language(document: Any, language: str) -> None:
    """The language of all text, for spelling and for reading aloud."""
    defaults = document.styles.element.find(qn("w:docDefaults"))
    run = defaults.find(qn("w:rPrDefault")).find(qn("w:rPr"))
    for old in run.findall(qn("w:lang")):
        run.remove(old)
    run.append(element("w:lang", val=language, eastAsia=language, bidi=language))
