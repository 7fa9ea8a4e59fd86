"""Draws a report's picture into a raster, in many small steps so that no other thread waits for a whole picture."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from typing import Any

import numpy as np
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.font_manager import FontProperties, findfont, get_font
from matplotlib.path import Path as Line
from matplotlib.transforms import Affine2D, TransformedPath
from numpy.typing import NDArray
from PIL import Image

from permdesk.compute.progress import Progress
from permdesk.report.drawing import Dots, Mark, Outline, Raster, Shape, Words, read_drawing

POINTS_PER_INCH = 72
_CODES = {"M": (Line.MOVETO, 1), "L": (Line.LINETO, 1), "Q": (Line.CURVE3, 2), "C": (Line.CURVE4, 3)}
_FONT = "DejaVu Sans"
_BOX = "□"


def raster(svg: str, width: int, progress: Progress) -> NDArray[np.uint8]:
    """The picture on white, ``width`` pixels wide: (height, width, 4) red, green, blue and opacity.
    Raises Cancelled."""
    drawing = read_drawing(svg)
    sheet = _Sheet(width, round(drawing.height * width / drawing.width), width / drawing.width)
    for mark in progress.each(drawing.marks):
        sheet.draw(mark)
    return np.array(sheet.renderer.buffer_rgba(), dtype=np.uint8)


def png(svg: str, width: int, progress: Progress) -> bytes:
    """The same as a PNG, the same bytes every time. Raises Cancelled."""
    written = BytesIO()
    Image.fromarray(raster(svg, width, progress)).convert("RGB").save(written, "PNG")
    return written.getvalue()


class _Sheet:
    """A white raster, ``scale`` pixels for a point."""

    def __init__(self, width: int, height: int, scale: float) -> None:
        renderer: Any = RendererAgg
        self.renderer = renderer(width, height, POINTS_PER_INCH * scale)
        self._scale, self._height = scale, height
        self._place = Affine2D().scale(scale, -scale).translate(0, height)
        # The renderer knows the last outline that cut by its address, so that each must live as long as the sheet.
        self._lines: dict[Outline, TransformedPath] = {}
        self.renderer.draw_path(
            self._gc(0), Line.unit_rectangle(), Affine2D().scale(width, height), (1.0, 1.0, 1.0, 1.0)
        )

    def draw(self, mark: Mark) -> None:
        match mark:
            case Shape():
                self._draw_shape(mark)
            case Dots():
                self._draw_dots(mark)
            case Words():
                self._write(mark)
            case Raster():
                self._put(mark)

    def _gc(self, width: float) -> Any:
        gc = self.renderer.new_gc()
        gc.set_linewidth(width)
        return gc

    def _draw_shape(self, shape: Shape) -> None:
        gc, face = self._paint(shape)
        self.renderer.draw_path(gc, _line(shape.outline), self._place, face)

    def _draw_dots(self, dots: Dots) -> None:
        gc, face = self._paint(dots.shape)
        turned = Affine2D().scale(self._scale, -self._scale)
        self.renderer.draw_markers(gc, _line(dots.shape.outline), turned, Line(dots.places), self._place, face)

    def _paint(self, shape: Shape) -> tuple[Any, tuple[float, ...] | None]:
        gc = self._gc(shape.stroke.width if shape.stroke else 0)
        self._cut(gc, shape.clips)
        if shape.stroke is not None:
            gc.set_foreground(shape.stroke.colour)
            gc.set_dashes(0, shape.stroke.dashes or None)
        return gc, None if shape.fill is None else (*shape.fill, shape.opacity)

    def _cut(self, gc: Any, clips: tuple[Outline, ...]) -> None:
        # The renderer knows one outline that cuts: the innermost, which lies within the others.
        if clips:
            inner = clips[-1]
            if inner not in self._lines:
                self._lines[inner] = TransformedPath(_line(inner), self._place)
            gc.set_clip_path(self._lines[inner])

    def _write(self, words: Words) -> None:
        gc = self._gc(0)
        gc.set_foreground(words.colour)
        font = FontProperties(family=[_FONT], size=words.size)
        text = _drawable(words.text)
        width, _, _ = self.renderer.get_text_width_height_descent(text, font, False)
        back = {"start": 0.0, "middle": width / 2, "end": width}[words.anchor]
        x, y = words.x * self._scale, words.y * self._scale  # text counts from the upper edge, unlike paths
        turn = np.radians(words.angle)
        self.renderer.draw_text(gc, x - back * np.cos(turn), y + back * np.sin(turn), text, font, words.angle)

    def _put(self, image: Raster) -> None:
        a, _, _, d, e, f = image.matrix
        size = max(1, round(abs(a) * self._scale)), max(1, round(abs(d) * self._scale))
        with Image.open(BytesIO(image.png)) as opened:
            pixels = np.array(opened.convert("RGBA").resize(size, Image.Resampling.NEAREST))
        gc = self._gc(0)
        self._cut(gc, image.clips)
        lower = self._height - max(f, f + d) * self._scale
        # Rows run downwards in a PNG and upwards here; a mirrored matrix turns them once more.
        self.renderer.draw_image(gc, min(e, e + a) * self._scale, lower, pixels[::-1].copy() if d > 0 else pixels)


@cache
def _letters() -> frozenset[int]:
    return frozenset(get_font(findfont(FontProperties(family=[_FONT]))).get_charmap())


def _drawable(text: str) -> str:
    """``text`` with a box for each letter that the font lacks, about which the renderer would warn."""
    return "".join(letter if ord(letter) in _letters() else _BOX for letter in text)


def _line(outline: Outline) -> Line:
    codes: list[int] = []
    points: list[tuple[float, float]] = []
    for step, values in outline:
        if step == "Z":
            codes.append(int(Line.CLOSEPOLY))
            points.append((0.0, 0.0))
        else:
            code, n = _CODES[step]
            codes.extend([int(code)] * n)
            points.extend(zip(values[::2], values[1::2], strict=True))
    return Line(points, codes)
