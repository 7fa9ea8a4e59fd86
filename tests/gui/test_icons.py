"""Icons that can be seen, also where they are disabled."""

from __future__ import annotations

from PySide6.QtGui import QColor, QIcon

from permdesk.gui.icons import icon


def darkest(drawn, mode):
    picture = drawn.pixmap(24, mode).toImage()
    seen = [picture.pixelColor(x, y) for x in range(picture.width()) for y in range(picture.height())]
    return min((colour.lightness() for colour in seen if colour.alpha() > 200), default=255)


def test_that_a_white_icon_that_is_disabled_is_drawn_in_the_faint_colour(qapp):
    drawn = icon("drop", "#ffffff", "#808080")
    assert darkest(drawn, QIcon.Mode.Normal) == 255
    assert abs(darkest(drawn, QIcon.Mode.Disabled) - QColor("#808080").lightness()) <= 2
