"""How wide the columns of a table should be: for titles on one line or, where these do not fit, on two."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtGui import QFont, QFontMetrics, QFontMetricsF

from permdesk.gui.models.array_table import ArrayTableModel
from permdesk.gui.models.cell_delegate import PADDING
from permdesk.gui.models.columns import Column
from permdesk.gui.parts import grown

SAMPLED_ROWS, FEWEST_SAMPLED, SAMPLED_CELLS = 60, 12, 800
MEASURED_TEXTS = 4
WIDEST = 340
"""Pixels, for type of the usual size."""
BAR_SPACE = 28
SPARE, LEAST_SPARE = 3, 1
"""Pixels of a column that its widest text leaves free, with and without room for them."""

BREAK = re.compile(r"(?: |(?<=\w)[-_])(?=[^\W\d_]|\()")


@dataclass(frozen=True, slots=True)
class Widths:
    """The width of each column in pixels, with titles on so many lines."""

    of: tuple[int, ...]
    title_lines: int


def wanted_widths(rows: ArrayTableModel, below: Sequence[Column], plain: QFont) -> tuple[Widths, ...]:
    """Widths for the titles, the group headings, a sample of the rows and the row ``below`` of a table whose cells are
    written in ``plain``: the wanted ones first, then ones that need less room."""
    heavy = QFont(plain)
    heavy.setBold(True)
    bold = QFontMetrics(heavy)
    texts, titles, broken = [], [], []
    for section, column in enumerate(rows.columns):
        longest = [*_longest_texts(rows, column), below[section].text(0) if below else ""]
        texts.append(max(map(bold.horizontalAdvance, longest)))
        titles.append(bold.horizontalAdvance(column.title))
        broken.append(max(map(bold.horizontalAdvance, broken_title(column.title, bold))))
    groups = QFontMetrics(plain)
    made = [
        Widths(_with_groups(rows.columns, _sizes(rows.columns, texts, heads, spare), groups), n_lines)
        for heads, spare, n_lines in ((titles, SPARE, 1), (titles, LEAST_SPARE, 1), (broken, LEAST_SPARE, 2))
    ]
    return tuple(made if made[2].of != made[1].of else made[:2])


def broken_title(title: str, metrics: QFontMetrics | QFontMetricsF) -> tuple[str, str]:
    """A title on two lines, broken where that makes it narrowest: before a word, or inside a name after its - or _. The
    first line is empty where it can be broken nowhere."""
    ends = [0, *(found.end() for found in BREAK.finditer(title))]
    breaks = [(title[:end].rstrip(" "), title[end:]) for end in ends]
    return min(breaks, key=lambda lines: max(metrics.horizontalAdvance(line) for line in lines))


def _longest_texts(rows: ArrayTableModel, column: Column) -> list[str]:
    n_rows = rows.rowCount()
    sampled = min(SAMPLED_ROWS, max(FEWEST_SAMPLED, SAMPLED_CELLS // max(1, rows.columnCount())))
    texts = [column.text(rows.source_row(row)) for row in range(0, n_rows, max(1, n_rows // sampled))]
    return sorted(texts, key=len)[-MEASURED_TEXTS:]  # measuring takes longer than making


def _sizes(columns: Sequence[Column], texts: Sequence[int], titles: Sequence[int], spare: int) -> list[int]:
    return [
        min(max(text + (BAR_SPACE if column.bar else 0), title), grown(WIDEST)) + 2 * PADDING + spare
        for column, text, title in zip(columns, texts, titles, strict=True)
    ]


def _with_groups(columns: Sequence[Column], sizes: Sequence[int], metrics: QFontMetrics) -> tuple[int, ...]:
    """Give the columns of a group what its heading lacks."""
    wide = list(sizes)
    members: dict[str, list[int]] = {}
    for section, column in enumerate(columns):
        members.setdefault(column.group, []).append(section)
    members.pop("", None)
    for group, sections in members.items():
        lacking = min(metrics.horizontalAdvance(group), grown(WIDEST)) + PADDING + 4 - sum(sizes[s] for s in sections)
        if lacking > 0:
            for section in sections:
                wide[section] = sizes[section] + -(-lacking // len(sections))
    return tuple(wide)
