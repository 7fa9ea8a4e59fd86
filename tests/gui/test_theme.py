"""Colours that can be read, in light, in dark and in high contrast."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontInfo
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QLabel, QLineEdit, QSpinBox, QStyle, QToolButton

from permdesk.gui.appearance import (
    FONT,
    POINTS,
    Scheme,
    apply_theme,
    palette,
    style_sheet,
    system_enlargement,
    theme_for,
)
from permdesk.gui.models.cell_delegate import bar_colours
from permdesk.gui.parts import label, set_role
from permdesk.gui.restyling import put_style_sheet
from permdesk.gui.theme import DARK, HIGH_CONTRAST, LIGHT, THEMES, Theme, contrast, mixed

INKS = ("text", "muted", "accent", "good", "warning", "danger", "original", "anonymized", "random")
all_themes = pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)


def grounds(theme: Theme) -> tuple[str, ...]:
    return theme.window, theme.surface, theme.sunken, theme.hover, theme.selection


def least_of_text(theme: Theme) -> float:
    """Success criteria 1.4.3 and 1.4.6 of WCAG 2.2."""
    return 7.0 if theme is HIGH_CONTRAST else 4.5


@all_themes
@pytest.mark.parametrize("ink", INKS)
def test_that_every_ink_can_be_read_on_every_ground(theme, ink):
    colour = getattr(theme, ink)
    for ground in (*grounds(theme), theme.tint(colour)):
        assert contrast(colour, ground) >= least_of_text(theme), (ink, ground)


@all_themes
def test_that_text_on_the_accent_can_be_read(theme):
    assert contrast(theme.accent_text, theme.accent) >= least_of_text(theme)


@all_themes
@pytest.mark.parametrize("tone", ["original", "anonymized"])
def test_that_text_can_be_read_on_every_shade_of_a_cell(theme, tone):
    shades = [theme.shade(getattr(theme, tone), share / 100) for share in range(-100, 101)]
    assert shades[0] == shades[-1] != shades[100] == theme.surface
    assert min(contrast(theme.ink_on(shade), shade) for shade in shades) >= least_of_text(theme)


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_that_bars_are_seen_in_selected_rows_and_text_is_read_on_them(theme):
    for bar, ground in zip(bar_colours(theme), (theme.surface, theme.selection), strict=True):
        assert contrast(bar.name(), ground) >= 1.4
        assert contrast(theme.text, bar.name()) >= 4.5


@all_themes
def test_that_text_can_be_read_on_the_calm_background_of_every_mark(theme):
    tones = ("good", "warning", "danger", "accent", "original", "anonymized", "random")
    for tone in tones:
        for share in (0.12, 0.18):
            assert contrast(theme.text, theme.tint(getattr(theme, tone), share)) >= least_of_text(theme), tone


@all_themes
def test_that_controls_and_the_ring_of_focus_stand_out_from_what_they_lie_on(theme):
    for ground in (theme.window, theme.surface, theme.sunken):
        assert contrast(theme.edge, ground) >= 3, ground
    for ground in grounds(theme):
        assert contrast(theme.accent, ground) >= 3, ground
    assert contrast(theme.text, theme.accent) >= 1.2  # the ring of a primary button lies around its own colour
    assert contrast(theme.text, theme.window) >= 3


@all_themes
def test_that_the_ring_of_focus_is_another_colour_than_the_edge_of_controls(theme):
    assert contrast(theme.accent, theme.edge) >= 1.2


def test_that_high_contrast_has_borders_that_are_seen():
    assert contrast(HIGH_CONTRAST.border, HIGH_CONTRAST.surface) >= 3


def test_that_contrast_is_the_one_of_the_standard():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_that_mixing_goes_from_one_colour_to_the_other():
    assert (mixed("#ff0000", "#0000ff", 1), mixed("#ff0000", "#0000ff", 0)) == ("#ff0000", "#0000ff")


@all_themes
def test_that_the_style_sheet_is_filled_in_and_names_files_that_exist(app, theme):
    sheet = style_sheet(theme)
    assert "$" not in sheet
    pictures = re.findall(r"url\((.+?)\)", sheet)
    assert pictures
    for picture in pictures:
        assert picture.endswith(f"-{theme.name}.svg")
        assert Path(picture).read_bytes().startswith(b"<svg")


def test_that_palettes_differ(app):
    palettes = [palette(theme) for theme in THEMES]
    assert not any(one == other for place, one in enumerate(palettes) for other in palettes[:place])


def test_that_schemes_choose_their_theme(app):
    assert theme_for(Scheme.DARK) is DARK
    assert theme_for(Scheme.LIGHT) is LIGHT
    assert theme_for(Scheme.HIGH_CONTRAST) is HIGH_CONTRAST
    assert theme_for(Scheme.SYSTEM) in THEMES
    assert [theme_for(Scheme(theme.name)) for theme in THEMES] == list(THEMES)


class Hints:
    """What a system that knows its user's wishes says."""

    def __init__(self, scheme: Qt.ColorScheme, preference: Qt.ContrastPreference) -> None:
        self.colorScheme = lambda: scheme
        self.contrastPreference = lambda: preference
        self.accessibility = lambda: self


@pytest.mark.parametrize(
    ("scheme", "preference", "theme"),
    [
        (Qt.ColorScheme.Light, Qt.ContrastPreference.NoPreference, LIGHT),
        (Qt.ColorScheme.Dark, Qt.ContrastPreference.NoPreference, DARK),
        (Qt.ColorScheme.Unknown, Qt.ContrastPreference.NoPreference, LIGHT),
        (Qt.ColorScheme.Light, Qt.ContrastPreference.HighContrast, HIGH_CONTRAST),
        (Qt.ColorScheme.Dark, Qt.ContrastPreference.HighContrast, HIGH_CONTRAST),
    ],
)
def test_that_the_system_decides_where_it_is_asked(app, monkeypatch, scheme, preference, theme):
    hints = Hints(scheme, preference)
    monkeypatch.setattr("permdesk.gui.appearance.QGuiApplication.styleHints", lambda: hints)
    assert theme_for(Scheme.SYSTEM) is theme
    assert theme_for(Scheme.LIGHT) is LIGHT


def test_that_the_shipped_font_is_used(app):
    assert QFontInfo(app.font()).family() == FONT


class SystemFont:
    def __init__(self, points: float) -> None:
        self.pointSizeF = lambda: points


@pytest.mark.parametrize(
    ("system", "points", "factor"),
    [("win32", 9, 1), ("win32", 13.5, 1.5), ("darwin", 13, 1), ("linux", 10, 1), ("linux", 22, 2), ("linux", -1, 1)],
)
def test_that_type_grows_with_that_of_the_system(monkeypatch, system, points, factor):
    monkeypatch.setattr("permdesk.gui.appearance.sys.platform", system)
    monkeypatch.setattr("permdesk.gui.appearance.QFontDatabase.systemFont", lambda _: SystemFont(points))
    assert system_enlargement() == pytest.approx(factor)


def test_that_every_size_follows_the_system(app, monkeypatch):
    monkeypatch.setattr("permdesk.gui.appearance.system_enlargement", lambda: 1.5)
    apply_theme(app, LIGHT)
    assert app.font().pointSizeF() == pytest.approx(1.5 * POINTS)
    assert app.styleSheet() == style_sheet(LIGHT, 1.5)
    monkeypatch.undo()
    apply_theme(app, LIGHT)
    assert app.font().pointSizeF() == pytest.approx(POINTS)


def test_that_larger_type_is_larger_everywhere_by_the_same_factor():
    usual, larger = (re.findall(r"([\d.]+)pt", style_sheet(LIGHT, factor)) for factor in (1.0, 1.5))
    assert [1.5 * float(size) for size in usual] == [float(size) for size in larger]
    assert len(usual) > 4


def test_that_ticks_and_arrows_grow_with_type():
    for part in ("QCheckBox::indicator", "QListView::indicator", "QComboBox::down-arrow", "QSpinBox::up-arrow"):
        usual, larger = (
            int(re.findall(rf"^{part}[^{{]*{{[^}}]*width: (\d+)px", style_sheet(LIGHT, factor), re.MULTILINE)[-1])
            for factor in (1.0, 1.5)
        )
        assert larger == 1.5 * usual, part


def test_that_buttons_and_fields_are_never_lower_than_a_line_of_larger_type():
    usual, larger = (re.findall(r"min-height: (\d\d)px", style_sheet(LIGHT, factor))[0] for factor in (1.0, 1.5))
    assert (int(usual), int(larger)) == (18, 27)


def test_that_a_theme_that_is_shown_already_asks_no_widget_again(qapp, monkeypatch):
    apply_theme(qapp, LIGHT)
    monkeypatch.setattr(type(qapp), "setStyleSheet", lambda *_: pytest.fail("every widget was asked again"))
    apply_theme(qapp, LIGHT)


def test_that_qt_does_not_walk_over_what_was_gone_before_it_was_shown(look):
    apply_theme(look, LIGHT)
    word = QLabel()
    apply_theme(look, DARK)
    word.style().pixelMetric(QStyle.PixelMetric.PM_DefaultFrameWidth, None, word)
    shiboken6.delete(word)
    put_style_sheet(look, "QWidget { color: red; }")
    assert look.styleSheet() == "QWidget { color: red; }"


def test_that_words_whose_role_changed_before_they_were_shown_take_no_colour_of_another_theme(look, qtbot):
    apply_theme(look, HIGH_CONTRAST)
    word = label("word")
    qtbot.addWidget(word)
    set_role(word, "muted")
    apply_theme(look, LIGHT)
    set_role(word, "plain")
    word.show()
    assert word.palette().color(word.foregroundRole()).name() == LIGHT.text
    set_role(word, "muted")
    assert word.palette().color(word.foregroundRole()).name() == LIGHT.muted


@pytest.mark.parametrize("larger", [1.0, 1.4])
def test_that_fields_beside_each_other_are_as_tall(look, qtbot, larger):
    apply_theme(look, LIGHT, larger)
    heights = []
    for field in (QLineEdit(), QComboBox(), QSpinBox(), QDoubleSpinBox()):
        qtbot.addWidget(field)
        field.show()
        heights.append(field.sizeHint().height())
    assert max(heights) - min(heights) <= 1


def test_that_the_sign_that_clears_a_field_stands_in_its_middle(look, qtbot):
    apply_theme(look, LIGHT)
    field = QLineEdit("words")
    field.setClearButtonEnabled(True)
    qtbot.addWidget(field)
    field.show()
    qtbot.waitExposed(field)
    sign = field.findChild(QToolButton)
    assert field.rect().contains(sign.geometry())
    assert abs(sign.geometry().center().y() - field.rect().center().y()) <= 1
