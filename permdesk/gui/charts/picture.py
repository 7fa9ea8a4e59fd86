"""A plot as a file: PNG with three dots per point, SVG with text as text."""

from __future__ import annotations

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRect, QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QGraphicsView

SCALE = 3


def picture(view: QGraphicsView) -> QImage:
    """The plot as it is on screen, three times as fine."""
    size = view.viewport().size()
    image = QImage(size * SCALE, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(view.backgroundBrush().color())
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    view.render(painter, QRectF(image.rect()), view.viewport().rect())
    painter.end()
    return image


def png(view: QGraphicsView) -> bytes:
    """The plot as the content of a PNG file."""
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    picture(view).save(buffer, "PNG")  # type: ignore[call-overload]
    buffer.close()
    return bytes(content.data())


def svg(view: QGraphicsView, title: str) -> bytes:
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
    painter = QPainter(generator)
    view.render(painter, QRectF(0, 0, size.width(), size.height()), view.viewport().rect())
    painter.end()
    buffer.close()
    return bytes(content.data())
