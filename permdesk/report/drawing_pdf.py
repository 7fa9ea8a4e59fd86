"""Draws a report's picture into a PDF as vectors."""

from __future__ import annotations

import zlib
from io import BytesIO
from typing import Any

from reportlab.lib.utils import ImageReader
from reportlab.platypus import Flowable

from permdesk.compute.progress import Progress
from permdesk.report.drawing import Dots, Mark, Outline, Raster, Shape, Words, read_drawing
from permdesk.report.pdf_fonts import BODY, pieces, width_of

LARGEST_DOT = 20


class Picture(Flowable):  # type: ignore[misc]
    """The picture of an SVG, as wide as told, on the line of text. Drawing it raises Cancelled."""

    def __init__(self, svg: str, width: float, progress: Progress) -> None:
        super().__init__()
        self._progress = progress
        self._drawing = read_drawing(svg)
        self.width = width
        self.height = self._drawing.height * width / self._drawing.width

    def wrap(self, _width: float, _height: float) -> tuple[float, float]:
        return self.width, self.height

    def draw(self) -> None:
        canvas: Any = self.canv
        scale = self.width / self._drawing.width
        canvas.saveState()
        canvas.translate(0, self.height)
        canvas.scale(scale, -scale)
        for mark in self._progress.each(self._drawing.marks):
            canvas.saveState()
            _draw(canvas, mark)
            canvas.restoreState()
        canvas.restoreState()


def _draw(canvas: Any, mark: Mark) -> None:
    match mark:
        case Shape():
            _cut(canvas, mark.clips)
            _draw_shape(canvas, mark)
        case Dots():
            _draw_dots(canvas, mark)
        case Words():
            _write(canvas, mark)
        case Raster(png=png, matrix=(a, b, c, d, e, f)):
            _cut(canvas, mark.clips)
            canvas.transform(a, b, c, d, e, f)
            # The page runs downwards here, a picture upwards.
            canvas.transform(1, 0, 0, -1, 0, 1)
            canvas.drawImage(ImageReader(BytesIO(png)), 0, 0, 1, 1, mask="auto")


def _draw_shape(canvas: Any, shape: Shape) -> None:
    _set_paint(canvas, shape)
    _draw_outline(canvas, shape)


def _set_paint(canvas: Any, shape: Shape) -> None:
    if shape.fill is not None:
        canvas.setFillColorRGB(*shape.fill)
        canvas.setFillAlpha(shape.opacity)
    if shape.stroke is not None:
        canvas.setStrokeColorRGB(*shape.stroke.colour)
        canvas.setLineWidth(shape.stroke.width)
        if shape.stroke.dashes:
            canvas.setDash(list(shape.stroke.dashes))


def _draw_outline(canvas: Any, shape: Shape) -> None:
    path = _path(canvas, shape.outline)
    canvas.drawPath(path, stroke=int(shape.stroke is not None), fill=int(shape.fill is not None))


def _draw_dots(canvas: Any, dots: Dots) -> None:
    """The dot once, and then its places: a picture of some thousand whole dots would have megabytes."""
    _cut(canvas, dots.shape.clips)
    name = f"dot{zlib.crc32(repr((dots.shape.outline, dots.shape.fill, dots.shape.stroke)).encode()):08x}"
    if not canvas.hasForm(name):
        canvas.beginForm(name, -LARGEST_DOT, -LARGEST_DOT, LARGEST_DOT, LARGEST_DOT)
        _draw_outline(canvas, dots.shape)
        canvas.endForm()
    # A form takes colour and opacity from where it is used.
    _set_paint(canvas, dots.shape)
    for x, y in dots.places:
        canvas.saveState()
        canvas.translate(round(x, 2), round(y, 2))
        canvas.doForm(name)
        canvas.restoreState()


def _write(canvas: Any, words: Words) -> None:
    canvas.setFillColorRGB(*words.colour)
    canvas.translate(words.x, words.y)
    canvas.scale(1, -1)
    canvas.rotate(words.angle)
    width = width_of(words.text, BODY, words.size)
    x = -{"start": 0.0, "middle": width / 2, "end": width}[words.anchor]
    for font, text in pieces(words.text, BODY):
        canvas.setFont(font, words.size)
        canvas.drawString(x, 0, text)
        x += canvas.stringWidth(text, font, words.size)


def _cut(canvas: Any, clips: tuple[Outline, ...]) -> None:
    for outline in clips:
        canvas.clipPath(_path(canvas, outline), stroke=0, fill=0)


def _path(canvas: Any, outline: Outline) -> Any:
    path = canvas.beginPath()
    here = (0.0, 0.0)
    for step, at in outline:
        match step:
            case "M":
                path.moveTo(*at)
            case "L":
                path.lineTo(*at)
            case "Q":  # PDF knows cubic curves only
                (x0, y0), (x1, y1, x2, y2) = here, at
                path.curveTo(*_third(x0, y0, x1, y1), *_third(x2, y2, x1, y1), x2, y2)
            case "C":
                path.curveTo(*at)
            case "Z":
                path.close()
        here = (at[-2], at[-1]) if at else here
    return path


def _third(x: float, y: float, to_x: float, to_y: float) -> tuple[float, float]:
    return (x + 2 / 3 * (to_x - x), y + 2 / 3 * (to_y - y))
