"""Makes the fonts that PDF reports embed, with TrueType outlines, from those of the window: resources/fonts/*.ttf."""

from __future__ import annotations

from pathlib import Path

from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont, newTable

FONTS = Path(__file__).parents[1] / "resources" / "fonts"
NAMES = ("Inter-Regular", "Inter-Italic", "Inter-SemiBold")
# Latin, Greek, Cyrillic; punctuation and currency; letterlike, arrows, mathematics, shapes.
RANGES = ((0x20, 0x17F), (0x180, 0x24F), (0x2B0, 0x52F), (0x1E00, 0x1EFF), (0x2000, 0x22FF), (0x25A0, 0x25FF))
MOST_UNITS_OFF = 1.0


def true_type(source: Path) -> TTFont:
    """The font with quadratic outlines, its letters for the ranges above and without features that no PDF needs."""
    font = TTFont(source, recalcTimestamp=False)
    options = Options(layout_features=[], hinting=False, desubroutinize=True, name_IDs=[1, 2, 3, 4, 5, 6, 13, 14])
    options.glyph_names = True
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[code for first, last in RANGES for code in range(first, last + 1)])
    subsetter.subset(font)
    letters, order = font.getGlyphSet(), font.getGlyphOrder()
    glyphs = {}
    for name in order:
        pen = TTGlyphPen(letters)
        letters[name].draw(Cu2QuPen(pen, MOST_UNITS_OFF, reverse_direction=True))
        glyphs[name] = pen.glyph()
    font["loca"], font["glyf"] = newTable("loca"), newTable("glyf")
    font["glyf"].glyphOrder, font["glyf"].glyphs = order, glyphs
    largest = font["maxp"]
    largest.tableVersion = 0x00010000
    for name in (
        *("maxZones", "maxTwilightPoints", "maxStorage", "maxFunctionDefs", "maxInstructionDefs", "maxStackElements"),
        *("maxSizeOfInstructions", "maxComponentElements", "maxComponentDepth", "maxPoints", "maxContours"),
        *("maxCompositePoints", "maxCompositeContours"),
    ):
        setattr(largest, name, 1 if name == "maxZones" else 0)
    font["post"].formatType, font["post"].extraNames, font["post"].mapping = 2.0, [], {}
    font["post"].glyphOrder = order
    del font["CFF "]
    font.sfntVersion = "\000\001\000\000"
    return font


if __name__ == "__main__":
    for name in NAMES:
        true_type(FONTS / f"{name}.otf").save(FONTS / f"{name}.ttf")
