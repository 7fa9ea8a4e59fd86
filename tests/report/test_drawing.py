"""Pictures for formats that know no SVG show what the SVG shows."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from permdesk.compute.progress import Progress
from permdesk.report.blocks import Figure
from permdesk.report.drawing import Dots, Raster, Words, read_drawing
from permdesk.report.drawing_png import png, raster
from permdesk.report.figures import rank_scatter
from permdesk.report.profile import Profile
from permdesk.report.sections.permuted_privacy import permuted_privacy_blocks

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 50">'


def svg(inner):
    return f"{HEAD}{inner}</svg>"


def pixel(picture, x, y):
    return tuple(int(value) for value in picture[y, x, :3])


def test_that_a_filled_path_is_drawn_where_it_is():
    picture = raster(svg('<path d="M 10 10 L 40 10 L 40 40 L 10 40 z" style="fill: #ff0000"/>'), 200, Progress())
    assert picture.shape == (100, 200, 4)
    assert pixel(picture, 50, 50) == (255, 0, 0)
    assert pixel(picture, 150, 50) == (255, 255, 255)
    assert pixel(picture, 10, 50) == (255, 255, 255)


def test_that_a_clip_cuts_and_a_transform_moves():
    inner = (
        '<defs><clipPath id="c"><rect x="0" y="0" width="20" height="50"/></clipPath></defs>'
        '<g transform="translate(10 0)"><path d="M 0 0 L 90 0 L 90 50 L 0 50 z" style="fill: #0000ff"'
        ' clip-path="url(#c)"/></g>'
    )
    picture = raster(svg(inner), 100, Progress())
    assert pixel(picture, 15, 25) == (0, 0, 255)
    assert pixel(picture, 50, 25) == (255, 255, 255)
    assert pixel(picture, 5, 25) == (255, 255, 255)


def test_that_a_marker_is_used_with_the_style_of_its_place():
    inner = (
        '<defs><path id="m" d="M -3 -3 L 3 -3 L 3 3 L -3 3 z" style="stroke: #000000"/></defs>'
        '<use xlink:href="#m" x="50" y="25" style="fill: #00ff00; stroke: none"/>'
    )
    (mark,) = read_drawing(svg(inner)).marks
    assert isinstance(mark, Dots)
    assert (mark.shape.fill, mark.shape.stroke) == ((0, 1, 0), None)
    assert (mark.shape.outline[0], mark.places) == (("M", (-3, -3)), ((50, 25),))


def test_that_the_same_dots_are_one_mark_and_other_dots_another():
    dots = "".join(f'<use xlink:href="#m" x="{x}" y="25" style="fill: #00ff00"/>' for x in (20, 50, 80))
    other = '<use xlink:href="#m" x="5" y="25" style="fill: #ff0000"/>'
    drawn = svg(f'<defs><path id="m" d="M -3 -3 L 3 -3 L 3 3 L -3 3 z"/></defs>{dots}{other}')
    first, second = read_drawing(drawn).marks
    assert (len(first.places), len(second.places)) == (3, 1)
    picture = raster(drawn, 100, Progress())
    assert [pixel(picture, x, 25) for x in (20, 50, 80, 5)] == [(0, 255, 0)] * 3 + [(255, 0, 0)]
    assert pixel(picture, 65, 25) == (255, 255, 255)


def test_that_a_hatch_fills_its_outline_and_nothing_else():
    inner = (
        '<defs><pattern id="h" patternUnits="userSpaceOnUse" x="0" y="0" width="72" height="72">'
        '<rect x="0" y="0" width="73" height="73" fill="#ffff00"/>'
        '<path d="M 0 20 L 72 20" style="stroke: #000000; stroke-width: 4"/></pattern></defs>'
        '<path d="M 10 10 L 40 10 L 40 40 L 10 40 z" style="fill: url(#h)"/>'
    )
    picture = raster(svg(inner), 200, Progress())
    assert pixel(picture, 50, 70) == (255, 255, 0)
    assert pixel(picture, 50, 40) == (0, 0, 0)
    assert pixel(picture, 150, 40) == (255, 255, 255)


def test_that_words_keep_their_place_size_and_turn():
    style = "font-size: 8px; text-anchor: middle; fill: #102030"
    inner = f'<text style="{style}" x="5" y="6" transform="rotate(-90 5 6)">a</text>'
    (mark,) = read_drawing(svg(inner)).marks
    assert isinstance(mark, Words)
    assert (mark.text, mark.size, mark.anchor) == ("a", 8, "middle")
    assert (mark.x, mark.y, mark.angle) == pytest.approx((5, 6, 90))


def test_that_a_letter_that_the_font_lacks_is_a_box_without_a_warning():
    def drawn(text):
        return raster(svg(f'<text style="font-size: 12px" x="5" y="20">{text}</text>'), 100, Progress())

    assert np.array_equal(drawn("a 💶"), drawn("a □"))
    assert not np.array_equal(drawn("a 💶"), drawn("a"))


def test_that_a_heat_map_is_the_right_way_up():
    ranks = np.argsort(np.argsort(np.random.default_rng(1).normal(size=(4000, 1)), axis=0), axis=0) + 1
    drawn = rank_scatter(ranks, ranks, ("a",), Progress())
    assert any(isinstance(mark, Raster) for mark in read_drawing(drawn).marks)
    picture = raster(drawn, 600, Progress()).astype(int)
    blue = (picture[..., 0] < 120) & (picture[..., 2] > 130)
    lines, columns = np.nonzero(blue)
    assert np.corrcoef(lines, columns)[0, 1] < -0.9  # up and to the right


def test_that_the_figures_of_a_report_are_drawn_the_same_every_time(paper_audit):
    figures = [b for b in permuted_privacy_blocks(paper_audit, Profile.INTERNAL, Progress()) if isinstance(b, Figure)]
    for figure in figures:
        first = png(figure.svg, 720, Progress())
        assert first == png(figure.svg, 720, Progress())
        with Image.open(BytesIO(first)) as picture:
            assert picture.width == 720
            assert len(picture.getcolors(1 << 20)) > 4
            assert picture.info == {}
