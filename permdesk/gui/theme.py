"""The colours of the window: one frozen palette for light surroundings, one for dark, one of high contrast."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours as ``#rrggbb``. ``original``, ``anonymized`` and ``random`` mark the three kinds of records everywhere;
    they follow the palette of Okabe and Ito, shifted until text in them keeps a contrast of 4.5 on ``surface``.

    ``window`` lies behind everything, ``surface`` carries content, ``sunken`` carries headers and fields that only
    show; ``hover`` and ``selection`` are the backgrounds of a row under the pointer and of a selected one. ``border``
    divides, ``edge`` surrounds what can be used: it keeps a contrast of 3 (WCAG 2.2, criterion 1.4.11), as ``accent``
    does, in which the ring of focus is drawn. ``strongest`` is the share of a colour in the strongest shade of a cell.
    """

    name: str
    window: str
    surface: str
    sunken: str
    hover: str
    selection: str
    text: str
    muted: str
    border: str
    edge: str
    accent: str
    accent_text: str
    good: str
    warning: str
    danger: str
    original: str
    anonymized: str
    random: str
    strongest: float

    def tint(self, colour: str, share: float = 0.12) -> str:
        """``share`` of ``colour`` mixed into the surface: a calm background for a mark of that colour."""
        return mixed(colour, self.surface, share)

    def shade(self, colour: str, share: float) -> str:
        """The background of a cell that says ``share`` (0 to 1) by its strength; text can be read on all of them."""
        return self.tint(colour, self.strongest * min(1.0, abs(share)))

    def ink_on(self, ground: str) -> str:
        """Which of the colours of text and surface can be read better on a ground."""
        return max((self.text, self.surface), key=lambda ink: contrast(ink, ground))


LIGHT = Theme(
    name="light",
    window="#f4f5f7",
    surface="#ffffff",
    sunken="#f0f2f5",
    hover="#eef2fa",
    selection="#dde6fb",
    text="#1b1f27",
    muted="#596273",
    border="#d8dce3",
    edge="#7f8796",
    accent="#3557c4",
    accent_text="#ffffff",
    good="#1a7445",
    warning="#8a5700",
    danger="#b3261e",
    original="#0068a3",
    anonymized="#a84700",
    random="#007354",
    strongest=0.75,
)

DARK = Theme(
    name="dark",
    window="#15181d",
    surface="#1e2229",
    sunken="#262b34",
    hover="#2a303b",
    selection="#2f3d63",
    text="#e8eaef",
    muted="#a3abba",
    border="#363c48",
    edge="#7a8395",
    accent="#8fa9ff",
    accent_text="#10162b",
    good="#6fd39a",
    warning="#f2bd59",
    danger="#ff8f85",
    original="#63b9ee",
    anonymized="#f0a04b",
    random="#45c9a0",
    strongest=0.5,
)

HIGH_CONTRAST = Theme(
    name="high-contrast",
    window="#000000",
    surface="#000000",
    sunken="#141414",
    hover="#1f1f1f",
    selection="#002b66",
    text="#ffffff",
    muted="#d6d6d6",
    border="#9a9a9a",
    edge="#ffffff",
    accent="#ffe600",
    accent_text="#000000",
    good="#6dff8a",
    warning="#ffd24d",
    danger="#ffa39a",
    original="#5cd6ff",
    anonymized="#ffb000",
    random="#7dffb0",
    strongest=0.4,
)

THEMES = (LIGHT, DARK, HIGH_CONTRAST)


def channels(colour: str) -> tuple[int, int, int]:
    """Red, green and blue of ``#rrggbb``, from 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mixed(colour: str, background: str, share: float) -> str:
    """``share`` of ``colour`` over ``background``."""
    pairs = zip(channels(colour), channels(background), strict=True)
    red, green, blue = (round(share * front + (1 - share) * back) for front, back in pairs)
    return f"#{red:02x}{green:02x}{blue:02x}"


def contrast(first: str, second: str) -> float:
    """The contrast ratio of two colours, from 1 to 21 (WCAG 2.2, relative luminance)."""
    bright, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    def linear(channel: int) -> float:
        share = channel / 255
        return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)

    red, green, blue = (linear(channel) for channel in channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
