"""A report's picture as plain shapes, read from its SVG: what formats that know no SVG can draw."""

from __future__ import annotations

import base64
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree

_SVG, _LINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}href"
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_STEP = re.compile(r"([MLQCzZ])([^MLQCzZ]*)")
_TRANSFORM = re.compile(r"(\w+)\(([^)]*)\)")
_REFERENCE = re.compile(r"url\(#([^)]*)\)")

Colour = tuple[float, float, float]
Matrix = tuple[float, float, float, float, float, float]
Outline = tuple[tuple[str, tuple[float, ...]], ...]
"""Steps M, L, Q, C and Z, each with its coordinates."""

UNMOVED: Matrix = (1, 0, 0, 1, 0, 0)


@dataclass(frozen=True, slots=True)
class Stroke:
    colour: Colour
    width: float
    dashes: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Shape:
    """An outline that is filled, stroked or both, inside all of ``clips``."""

    outline: Outline
    fill: Colour | None
    opacity: float
    stroke: Stroke | None
    clips: tuple[Outline, ...]


@dataclass(frozen=True, slots=True)
class Dots:
    """One shape around the origin, at each of ``places``."""

    shape: Shape
    places: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Words:
    """Text on a baseline that begins, is centred or ends at a point, turned by ``angle`` degrees against the clock."""

    text: str
    x: float
    y: float
    size: float
    anchor: str
    angle: float
    colour: Colour


@dataclass(frozen=True, slots=True)
class Raster:
    """A PNG in the unit square (y downwards) that ``matrix`` puts in its place."""

    png: bytes
    matrix: Matrix
    clips: tuple[Outline, ...]


Mark = Shape | Dots | Words | Raster


@dataclass(frozen=True, slots=True)
class Drawing:
    """Marks from back to front; points of 1/72 inch from the upper left corner."""

    width: float
    height: float
    marks: tuple[Mark, ...]


def read_drawing(svg: str) -> Drawing:
    """The shapes of an SVG of ``svg_text``; what these never hold is not understood. Raises ParseError, KeyError."""
    root = ElementTree.fromstring(svg)
    named = {name: element for element in root.iter() if (name := element.get("id"))}
    size = _numbers(root.get("viewBox", "")) or [0, 0, _number(root, "width"), _number(root, "height")]
    _, _, width, height = size
    return Drawing(width, height, tuple(_gathered(_marks(root, named, UNMOVED, {}, ()))))


def _gathered(marks: Iterator[Mark]) -> Iterator[Mark]:
    """The marks with neighbours that are the same dot made one: a picture may have thousands."""
    held: Shape | None = None
    places: list[tuple[float, float]] = []
    for mark in marks:
        if isinstance(mark, Dots) and mark.shape == held:
            places.extend(mark.places)
            continue
        if held is not None:
            yield Dots(held, tuple(places))
            held = None
        if isinstance(mark, Dots):
            held, places = mark.shape, list(mark.places)
        else:
            yield mark
    if held is not None:
        yield Dots(held, tuple(places))


def _marks(
    element: ElementTree.Element,
    named: dict[str, ElementTree.Element],
    matrix: Matrix,
    style: dict[str, str],
    clips: tuple[Outline, ...],
) -> Iterator[Mark]:
    kind = element.tag.removeprefix(_SVG)
    if kind in ("defs", "clipPath", "pattern", "style", "title", "desc"):
        return
    style = {**style, **_style(element)}
    inner = _times(matrix, _transform(element.get("transform", "")))
    if reference := _REFERENCE.search(element.get("clip-path", "")):
        clips = (*clips, *(_outline(part, matrix) for part in named[reference[1]]))
    match kind:
        case "path" | "rect":
            yield from _shapes(_outline(element, inner), style, named, clips)
        case "use":
            a, b, c, d, x, y = _times(inner, (1, 0, 0, 1, _number(element, "x"), _number(element, "y")))
            target = named[element.get(_LINK, "")[1:]]
            # A marker's own style is weaker than that of the place where it is used.
            strong = {**_style(target), **style}
            for shape in _shapes(_outline(target, (a, b, c, d, 0, 0)), strong, named, clips):
                yield Dots(shape, ((x, y),))
        case "text":
            yield _words(element, inner, style)
        case "image":
            place = (_number(element, "width"), 0, 0, _number(element, "height"))
            where: Matrix = (*place, _number(element, "x"), _number(element, "y"))
            png = base64.b64decode(element.get(_LINK, "").partition(",")[2])
            yield Raster(png, _times(inner, where), clips)
        case _:
            for child in element:
                yield from _marks(child, named, inner, style, clips)


def _shapes(
    outline: Outline, style: dict[str, str], named: dict[str, ElementTree.Element], clips: tuple[Outline, ...]
) -> Iterator[Shape]:
    fill, opacity = style.get("fill", "#000000"), float(style.get("fill-opacity", 1)) * float(style.get("opacity", 1))
    stroke = _stroke(style)
    if reference := _REFERENCE.match(fill):
        yield from _hatched(outline, named[reference[1]], clips)
        yield Shape(outline, None, 1, stroke, clips)
    else:
        yield Shape(outline, _colour(fill), opacity, stroke, clips)


def _hatched(outline: Outline, pattern: ElementTree.Element, clips: tuple[Outline, ...]) -> Iterator[Shape]:
    """A pattern, repeated over the outline that cuts it."""
    ground, lines = pattern.find(f"{_SVG}rect"), pattern.find(f"{_SVG}path")
    if ground is not None:
        yield Shape(outline, _colour(ground.get("fill", "none")), 1, None, clips)
    if lines is None:
        return
    width, height = _number(pattern, "width"), _number(pattern, "height")
    across = [value for _, at in outline for value in at[::2]]
    down = [value for _, at in outline for value in at[1::2]]
    for column in range(math.floor(min(across) / width), math.ceil(max(across) / width)):
        for line in range(math.floor(min(down) / height), math.ceil(max(down) / height)):
            tile = _outline(lines, (1, 0, 0, 1, column * width, line * height))
            yield Shape(tile, None, 1, _stroke(_style(lines)), (*clips, outline))


def _words(element: ElementTree.Element, matrix: Matrix, style: dict[str, str]) -> Words:
    x, y = _moved(matrix, _number(element, "x"), _number(element, "y"))
    a, b, *_ = matrix
    sizes = _numbers(style.get("font-size") or style.get("font", "9px"))
    angle = -math.degrees(math.atan2(b, a))
    text = "".join(element.itertext()).strip()
    return Words(
        text,
        x,
        y,
        sizes[0],
        style.get("text-anchor", "start"),
        angle,
        _colour(style.get("fill", "#000000")) or (0, 0, 0),
    )


def _outline(element: ElementTree.Element, matrix: Matrix) -> Outline:
    if element.tag == f"{_SVG}rect":
        x, y = _number(element, "x"), _number(element, "y")
        width, height = _number(element, "width"), _number(element, "height")
        corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
        steps = [("M" if not place else "L", corner) for place, corner in enumerate(corners)]
        return (*((code, _moved(matrix, *at)) for code, at in steps), ("Z", ()))
    found: list[tuple[str, tuple[float, ...]]] = []
    for code, text in _STEP.findall(element.get("d", "")):
        values = _numbers(text)
        points = tuple(
            value for place in range(0, len(values), 2) for value in _moved(matrix, values[place], values[place + 1])
        )
        found.append((code.upper(), points))
    return tuple(found)


def _stroke(style: dict[str, str]) -> Stroke | None:
    colour = _colour(style.get("stroke", "none"))
    dashes = style.get("stroke-dasharray", "none")
    return colour and Stroke(
        colour, float(style.get("stroke-width", 1)), () if dashes == "none" else tuple(_numbers(dashes))
    )


def _style(element: ElementTree.Element) -> dict[str, str]:
    pairs = (part.partition(":") for part in element.get("style", "").split(";") if ":" in part)
    return {name.strip(): value.strip() for name, _, value in pairs}


def _colour(text: str) -> Colour | None:
    if not text.startswith("#"):
        return None
    red, green, blue = (int(text[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return (red, green, blue)


def _transform(text: str) -> Matrix:
    matrix = UNMOVED
    for name, inner in _TRANSFORM.findall(text):
        matrix = _times(matrix, _named_transform(name, _numbers(inner)))
    return matrix


def _named_transform(name: str, values: list[float]) -> Matrix:
    match name:
        case "translate":
            return (1, 0, 0, 1, values[0], values[1] if len(values) > 1 else 0)
        case "scale":
            return (values[0], 0, 0, values[-1], 0, 0)
        case "rotate":
            turn = math.radians(values[0])
            x, y = values[1:] or (0.0, 0.0)
            turned: Matrix = (math.cos(turn), math.sin(turn), -math.sin(turn), math.cos(turn), 0, 0)
            return _times(_times((1, 0, 0, 1, x, y), turned), (1, 0, 0, 1, -x, -y))
        case _:
            a, b, c, d, e, f = values
            return (a, b, c, d, e, f)


def _times(left: Matrix, right: Matrix) -> Matrix:
    a, b, c, d, e, f = left
    g, h, i, j, k, m = right
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f)


def _moved(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return (a * x + c * y + e, b * x + d * y + f)


def _number(element: ElementTree.Element, name: str) -> float:
    return float(element.get(name, "0").removesuffix("px").removesuffix("pt"))


def _numbers(text: str) -> list[float]:
    return [float(word) for word in _NUMBER.findall(text)]
