"""Colours that can be read, in light and in dark."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtGui import QFontInfo

from permdesk.gui.appearance import FONT, Scheme, palette, style_sheet, theme_for
from permdesk.gui.theme import DARK, LIGHT, contrast, mixed

INKS = ("text", "muted", "accent", "good", "warning", "danger", "original", "anonymized", "random")


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
@pytest.mark.parametrize("ink", INKS)
def test_that_every_ink_can_be_read_on_every_ground(theme, ink):
    colour = getattr(theme, ink)
    for ground in (theme.window, theme.surface, theme.sunken, theme.hover, theme.selection, theme.tint(colour)):
        assert contrast(colour, ground) >= 4.5, (ink, ground)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_that_text_on_the_accent_can_be_read(theme):
    assert contrast(theme.accent_text, theme.accent) >= 4.5


def test_that_contrast_is_the_one_of_the_standard():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_that_mixing_goes_from_one_colour_to_the_other():
    assert (mixed("#ff0000", "#0000ff", 1), mixed("#ff0000", "#0000ff", 0)) == ("#ff0000", "#0000ff")


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_that_the_style_sheet_is_filled_in_and_names_files_that_exist(app, theme):
    sheet = style_sheet(theme)
    assert "$" not in sheet
    pictures = re.findall(r"url\((.+?)\)", sheet)
    assert pictures
    for picture in pictures:
        assert picture.endswith(f"-{theme.name}.svg")
        assert Path(picture).read_bytes().startswith(b"<svg")


def test_that_both_palettes_differ(app):
    assert palette(LIGHT) != palette(DARK)


def test_that_schemes_choose_their_theme(app):
    assert theme_for(Scheme.DARK) is DARK
    assert theme_for(Scheme.LIGHT) is LIGHT
    assert theme_for(Scheme.SYSTEM) in (LIGHT, DARK)


def test_that_the_shipped_font_is_used(app):
    assert QFontInfo(app.font()).family() == FONT


def test_that_larger_type_is_larger_everywhere_by_the_same_factor():
    usual, larger = (re.findall(r"([\d.]+)pt", style_sheet(LIGHT, factor)) for factor in (1.0, 1.5))
    assert [1.5 * float(size) for size in usual] == [float(size) for size in larger]
    assert len(usual) > 4
