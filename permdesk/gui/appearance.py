"""Makes a theme visible: fonts, Fusion style, palette and style sheet of the whole application."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from enum import StrEnum
from string import Template

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from permdesk.gui.restyling import put_style_sheet
from permdesk.gui.theme import DARK, HIGH_CONTRAST, LIGHT, Theme, mixed
from permdesk.resources import resource_path

FONT = "Inter"
POINTS = 10.0
USUAL_POINTS = {"win32": 9.0, "darwin": 13.0}
USUAL_ELSEWHERE = 11.0
"""How large the type of a system is before anybody has changed it."""
GROWING = {"line": 18, "tick": 16, "chevron": 12, "step": 10}
"""Pixels of what grows with type: a line in a button or a field and an icon that is a button, ticks and icons beside
words, arrows of boxes and of numbers."""
PRESENTED = 1.4
"""How much larger type is in presentation mode."""


class Scheme(StrEnum):
    """Whose wish decides between light, dark and high contrast."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"
    HIGH_CONTRAST = "high-contrast"


THEME_OF = {Scheme.LIGHT: LIGHT, Scheme.DARK: DARK, Scheme.HIGH_CONTRAST: HIGH_CONTRAST}


def theme_for(scheme: Scheme) -> Theme:
    """The theme of a scheme; SYSTEM asks the platform, which counts as light when it does not know."""
    return _of_system() if scheme is Scheme.SYSTEM else THEME_OF[scheme]


def _of_system() -> Theme:
    hints = QGuiApplication.styleHints()
    wishes = hints.accessibility()
    if wishes.contrastPreference() == Qt.ContrastPreference.HighContrast:
        return HIGH_CONTRAST
    return DARK if hints.colorScheme() == Qt.ColorScheme.Dark else LIGHT


def load_fonts(app: QApplication) -> None:
    """Use the font that ships with the product; a machine may have none, and Qt brings none.

    To be called before the first widget is made: a widget that the style sheet gives a size keeps the family it had.
    """
    if FONT not in QFontDatabase.families():
        for path in sorted(resource_path("fonts").glob("*.otf")):
            QFontDatabase.addApplicationFont(str(path))
    font = QFont(FONT)
    font.setPointSizeF(POINTS * system_enlargement())
    font.setFeature(QFont.Tag("tnum"), 1)  # digits of equal width, so that columns of figures align
    app.setFont(font)


def system_enlargement() -> float:
    """By how much a person has made the type of the system larger; smaller type is not followed."""
    chosen = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).pointSizeF()
    return max(1.0, chosen / USUAL_POINTS.get(sys.platform, USUAL_ELSEWHERE))


def apply_theme(app: QApplication, theme: Theme, larger: float = 1.0, unseen: Sequence[QWidget] = ()) -> None:
    """Show every window of ``app`` in ``theme``, its type ``larger`` by that factor than the system asks for. Parts
    that nobody sees, ``unseen``, may wait for their ``take_look``."""
    larger *= system_enlargement()
    sheet, font = style_sheet(theme, larger), app.font()
    if app.styleSheet() == sheet and font.pointSizeF() == POINTS * larger:
        return  # setting the same again would ask every widget that there is
    if not app.styleSheet():
        app.setStyle("Fusion")
    font.setPointSizeF(POINTS * larger)
    app.setFont(font)  # first: what has a rule of the sheet but no font of it would keep the size of before
    app.setPalette(palette(theme))
    put_style_sheet(app, sheet, unseen)


def palette(theme: Theme) -> QPalette:
    """The theme as a palette, for everything that Qt draws without the style sheet."""
    roles = {
        QPalette.ColorRole.Window: theme.window,
        QPalette.ColorRole.WindowText: theme.text,
        QPalette.ColorRole.Base: theme.surface,
        QPalette.ColorRole.AlternateBase: theme.sunken,
        QPalette.ColorRole.Text: theme.text,
        QPalette.ColorRole.PlaceholderText: theme.muted,
        QPalette.ColorRole.Button: theme.surface,
        QPalette.ColorRole.ButtonText: theme.text,
        QPalette.ColorRole.BrightText: theme.danger,
        QPalette.ColorRole.Highlight: theme.accent,
        QPalette.ColorRole.HighlightedText: theme.accent_text,
        QPalette.ColorRole.Link: theme.accent,
        QPalette.ColorRole.LinkVisited: theme.accent,
        QPalette.ColorRole.ToolTipBase: theme.text,
        QPalette.ColorRole.ToolTipText: theme.surface,
        QPalette.ColorRole.Mid: theme.border,
        QPalette.ColorRole.Accent: theme.accent,
    }
    colours = QPalette()
    for role, colour in roles.items():
        colours.setColor(role, QColor(colour))
    for role in (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText):
        colours.setColor(QPalette.ColorGroup.Disabled, role, QColor(faint(theme)))
    return colours


def style_sheet(theme: Theme, larger: float = 1.0) -> str:
    """The shipped style sheet with the colours of ``theme`` filled in, every size of type ``larger`` by a factor."""
    colours = {name: getattr(theme, name) for name in theme.__slots__ if name not in ("name", "strongest")}
    tints = {f"{name}_tint": theme.tint(colours[name]) for name in ("good", "warning", "danger", "accent")}
    pictures = {
        name.replace("-", "_"): resource_path("themes", f"{name}-{theme.name}.svg").as_posix()
        for name in (
            "chevron-down",
            "chevron-down-faint",
            "chevron-up",
            "chevron-up-faint",
            "chevron-left",
            "chevron-right",
            "check",
            "menu-tick",
        )
    }
    made = {
        "faint": faint(theme),
        "scroll": mixed(theme.muted, theme.window, 0.4),
        "accent_hover": mixed(theme.accent, theme.text, 0.88),
        **{name: str(round(pixels * larger)) for name, pixels in GROWING.items()},
    }
    source = resource_path("themes", "window.qss").read_text("utf-8")
    filled = Template(source).substitute(colours | tints | pictures | made)
    return re.sub(r"(\d+)pt", lambda size: f"{float(size[1]) * larger:g}pt", filled)


def faint(theme: Theme) -> str:
    """The colour of words and icons that are disabled."""
    return mixed(theme.muted, theme.surface, 0.65)
