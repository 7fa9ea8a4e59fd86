"""The fonts that PDF reports embed: Inter, and for letters that it lacks the font of the pictures."""

from __future__ import annotations

from functools import cache
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any

import matplotlib
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from permdesk.resources import resource_path

BODY, ITALIC, BOLD, MONO = "Inter", "Inter-Italic", "Inter-SemiBold", "DejaVuMono"
_FALLBACK, _FALLBACK_BOLD = "DejaVu", "DejaVu-Bold"


@cache
def register_fonts() -> None:
    """Make the fonts known to the PDF library; once."""
    pictures = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
    files = {
        BODY: resource_path("fonts", "Inter-Regular.ttf"),
        ITALIC: resource_path("fonts", "Inter-Italic.ttf"),
        BOLD: resource_path("fonts", "Inter-SemiBold.ttf"),
        MONO: pictures / "DejaVuSansMono.ttf",
        _FALLBACK: pictures / "DejaVuSans.ttf",
        _FALLBACK_BOLD: pictures / "DejaVuSans-Bold.ttf",
    }
    for name, path in files.items():
        pdfmetrics.registerFont(TTFont(name, str(path)))
    pdfmetrics.registerFontFamily(BODY, BODY, BOLD, ITALIC, BOLD)


def pieces(text: str, font: str) -> tuple[tuple[str, str], ...]:
    """The text in parts, each with the font that has its letters."""
    register_fonts()
    other = _FALLBACK_BOLD if font == BOLD else _FALLBACK
    held: Any = pdfmetrics.getFont(font).face.charToGlyph
    parts = groupby(text, key=lambda letter: font if ord(letter) in held or letter.isspace() else other)
    return tuple((name, "".join(letters)) for name, letters in parts)


def width_of(text: str, font: str, size: float) -> float:
    """How wide a text is, in points."""
    return sum(float(pdfmetrics.stringWidth(part, name, size)) for name, part in pieces(text, font))


def marked_up(text: str, font: str = BODY) -> str:
    """The text for a paragraph of the PDF library, its letters in fonts that have them."""
    return "".join(
        escape(part, quote=False) if name == font else f'<font name="{name}">{escape(part, quote=False)}</font>'
        for name, part in pieces(text, font)
    ).replace("\n", "<br/>")


def is_plain(text: str, font: str) -> bool:
    """Whether one font has every letter, and there is one line."""
    return "\n" not in text and all(name == font for name, _ in pieces(text, font))
