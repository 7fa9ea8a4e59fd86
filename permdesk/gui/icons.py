"""Icons drawn from shipped outlines in a colour of the theme, sharp at every scale."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from permdesk.resources import resource_path

SIZES = (16, 20, 24, 32, 48, 64)


@cache
def icon(name: str, colour: str = "#000000", faint: str = "") -> QIcon:
    """The icon ``resources/icons/<name>.svg`` with its lines in ``colour``, or in ``faint`` where it is disabled: what
    Qt makes of ``colour`` there cannot be seen if that is the page's own."""
    drawn = QIcon()
    for mode, line in ((QIcon.Mode.Normal, colour), (QIcon.Mode.Disabled, faint)):
        if line:
            renderer = _renderer(name, line)
            for size in SIZES:
                drawn.addPixmap(_painted(renderer, size, 1.0), mode)
    return drawn


def pixmap(name: str, colour: str, size: int, ratio: float) -> QPixmap:
    """The same as one picture of ``size`` device-independent pixels for a screen of ``ratio``."""
    return _painted(_renderer(name, colour), size, ratio)


def _renderer(name: str, colour: str) -> QSvgRenderer:
    outline = resource_path("icons", f"{name}.svg").read_text("utf-8").replace("currentColor", colour)
    return QSvgRenderer(QByteArray(outline.encode()))


def _painted(renderer: QSvgRenderer, size: int, ratio: float) -> QPixmap:
    side = round(size * ratio)
    picture = QPixmap(side, side)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    renderer.render(painter, QRectF(0, 0, side, side))
    painter.end()
    picture.setDevicePixelRatio(ratio)
    return picture
