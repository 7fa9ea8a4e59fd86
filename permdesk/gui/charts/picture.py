"""A plot as a file: PNG with three dots per point, SVG with text as text and symbols as shapes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pyqtgraph as pg
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QRect, QRectF, QSizeF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QGraphicsView

SCALE = 3
METRE = 96 / 0.0254
"""How many points are one."""


def picture(view: QGraphicsView) -> QImage:
    """The plot as large as it is on screen, three times as fine."""
    size = view.viewport().size()
    image = QImage(size * SCALE, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(SCALE)  # symbols and legend pass over any other scale
    image.fill(view.backgroundBrush().color())
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    with _symbols_as_shapes(view):
        view.render(painter, QRectF(QPointF(), QSizeF(size)), view.viewport().rect())
    painter.end()
    image.setDevicePixelRatio(1)
    image.setDotsPerMeterX(round(SCALE * METRE))
    image.setDotsPerMeterY(round(SCALE * METRE))
    return image


def png(view: QGraphicsView) -> bytes:
    """The plot as the content of a PNG file."""
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    picture(view).save(buffer, "PNG")  # type: ignore[call-overload]
    buffer.close()
    return bytes(content.data())


def svg(view: QGraphicsView, title: str, caption: str) -> bytes:
    """The plot as the content of an SVG file."""
    size = view.viewport().size()
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(size)
    generator.setViewBox(QRect(0, 0, size.width(), size.height()))
    generator.setResolution(96)  # any other value draws axes at another scale than curves
    generator.setTitle(title)
    generator.setDescription(caption)
    painter = QPainter(generator)
    with _symbols_as_shapes(view):
        view.render(painter, QRectF(0, 0, size.width(), size.height()), view.viewport().rect())
    painter.end()
    buffer.close()
    return bytes(content.data())


@contextmanager
def _symbols_as_shapes(view: QGraphicsView) -> Iterator[None]:
    """Symbols are kept as pictures in the dots of the screen, which would be blurred or stay pictures."""
    symbols = [item for item in view.scene().items() if isinstance(item, pg.ScatterPlotItem)]
    for item in symbols:
        item.setExportMode(True, {})
    try:
        yield
    finally:
        for item in symbols:
            item.setExportMode(False)
