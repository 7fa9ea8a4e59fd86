"""How well a colour can be read on a page (WCAG 2.2, contrast ratio)."""

from __future__ import annotations

LEAST_CONTRAST = 4.5
"""Success criterion 1.4.3 for text of usual size."""
GROUNDS = ("#ffffff", "#f0f2f5")
"""The page, and the darkest ground that text in the agency's colour stands on."""


def contrast_on_page(colour: str) -> float:
    """The smallest contrast ratio, from 1 to 21, of a colour (#rrggbb) with the grounds of a page."""
    return min(contrast(colour, ground) for ground in GROUNDS)


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours (#rrggbb): (lighter + 0.05) / (darker + 0.05) of their relative luminances."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(int(colour[place : place + 2], 16) / 255) for place in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
