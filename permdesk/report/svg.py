"""Turns a matplotlib figure into a small SVG text that is the same every time and can stand inside a page."""

from __future__ import annotations

import re
import warnings
from io import StringIO
from typing import Any

import matplotlib
from matplotlib.artist import Artist
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.typing import RcKeyType

from permdesk.compute.progress import Progress

INK = "#1b1f27"
FAINT = "#d8dce3"
SURFACE = "#ffffff"
ORIGINAL = "#0068a3"
ANONYMIZED = "#a84700"
RANDOM = "#007354"
RANDOM_TINT = "#b9e3d6"
REVERSE_MAPPED_TINT = "#f6d9c4"

WIDTH = 7.2
HEIGHT = 3.3

STYLE: dict[RcKeyType, Any] = {
    "svg.fonttype": "none",
    "font.family": ["DejaVu Sans"],
    "font.size": 9.0,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": INK,
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.facecolor": "none",
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "grid.color": FAINT,
    "grid.linewidth": 0.7,
    "xtick.color": INK,
    "ytick.color": INK,
    "legend.frameon": False,
    "hatch.linewidth": 0.9,
    "figure.facecolor": "none",
    "figure.constrained_layout.use": True,
}

_PROLOGUE = re.compile(r"^.*?(?=<svg)", re.DOTALL)
_METADATA = re.compile(r"<metadata>.*?</metadata>", re.DOTALL)
_FONT = re.compile(r"(font(?:-family)?: [^;\"']*)'DejaVu Sans'[^;\"]*")
_NAMED = re.compile(r' id="([^"]*)"')


def svg_text(figure: Figure, name: str, progress: Progress) -> str:
    """The figure as an SVG element without prologue, date or metadata; its ids begin with ``name``, so that several
    pictures can stand in one page. Words stay text, in the reader's own sans-serif font. The figure is used up. Raises
    Cancelled."""
    for axes in figure.axes:
        axes.add_artist(_Look(progress))
    FigureCanvasSVG(figure)
    written = StringIO()
    with matplotlib.rc_context({"svg.hashsalt": name, "svg.fonttype": "none"}), warnings.catch_warnings():
        # The reader's fonts draw the words, whatever the font that only measures them lacks.
        warnings.filterwarnings("ignore", "Glyph .* missing from font")
        try:
            figure.savefig(written, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
        finally:
            _take_apart(figure)
    svg = _PROLOGUE.sub("", written.getvalue(), count=1)
    svg = _FONT.sub(r"\1sans-serif", _METADATA.sub("", svg))
    return _with_own_ids(svg, name).strip()


def _take_apart(figure: Figure) -> None:
    """Artists hold each other in circles, thousands of objects a figure. Only a search for garbage would find them, and
    hold every thread still for as long as it takes them away."""
    for artist in figure.findobj():
        vars(artist).clear()


class _Look(Artist):
    """Shows nothing. Its axes come to it whenever they are laid out or drawn, which Cancelled ends: the library leaves
    nothing behind, as its settings are those of a context, and the figure is known to nobody else."""

    def __init__(self, progress: Progress) -> None:
        super().__init__()
        self._progress = progress
        self.set_clip_on(False)  # what is clipped to its axes is not laid out

    def get_tightbbox(self, renderer: Any = None) -> None:
        self._progress.check()

    def draw(self, renderer: Any) -> None:
        self._progress.check()


def _with_own_ids(svg: str, name: str) -> str:
    """Ids that something refers to get the prefix ``name-``; the others go, as a page must not hold an id twice."""
    for identifier in dict.fromkeys(_NAMED.findall(svg)):
        if f"#{identifier}" in svg:
            svg = svg.replace(f'id="{identifier}"', f'id="{name}-{identifier}"')
            svg = svg.replace(f"#{identifier})", f"#{name}-{identifier})").replace(
                f'"#{identifier}"', f'"#{name}-{identifier}"'
            )
        else:
            svg = svg.replace(f' id="{identifier}"', "")
    return svg
