"""The colours of the window: one frozen palette for light surroundings, one for dark."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours as ``#rrggbb``. ``original``, ``anonymized`` and ``random`` mark the three kinds of records everywhere;
    they follow the palette of Okabe and Ito, shifted until text in them keeps a contrast of 4.5 on ``surface``.

    ``window`` lies behind everything, ``surface`` carries content, ``sunken`` carries headers and fields that only
    show; ``hover`` and ``selection`` are the backgrounds of a row under the pointer and of a selected one.
    """

    name: str
    is_dark: bool
    window: str
    surface: str
    sunken: str
    hover: str
    selection: str
    text: str
    muted: str
    border: str
    accent: str
    accent_text: str
    good: str
    warning: str
    danger: str
    original: str
    anonymized: str
    random: str

    def tint(self, colour: str, share: float = 0.12) -> str:
        """``share`` of ``colour`` mixed into the surface: a calm background for a mark of that colour."""
        return mixed(colour, self.surface, share)


LIGHT = Theme(
    name="light",
    is_dark=False,
    window="#f4f5f7",
    surface="#ffffff",
    sunken="#f0f2f5",
    hover="#eef2fa",
    selection="#dde6fb",
    text="#1b1f27",
    muted="#596273",
    border="#d8dce3",
    accent="#3557c4",
    accent_text="#ffffff",
    good="#1a7445",
    warning="#8a5700",
    danger="#b3261e",
    original="#0068a3",
    anonymized="#a84700",
    random="#007354",
)

DARK = Theme(
    name="dark",
    is_dark=True,
    window="#15181d",
    surface="#1e2229",
    sunken="#262b34",
    hover="#2a303b",
    selection="#2f3d63",
    text="#e8eaef",
    muted="#a3abba",
    border="#363c48",
    accent="#8fa9ff",
    accent_text="#10162b",
    good="#6fd39a",
    warning="#f2bd59",
    danger="#ff8f85",
    original="#63b9ee",
    anonymized="#f0a04b",
    random="#45c9a0",
)


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
