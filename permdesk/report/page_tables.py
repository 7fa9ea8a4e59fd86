"""How a table fits a printed page: the widths of its columns, upright or across, in parts where it is too wide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from permdesk.report.blocks import Column, Table
from permdesk.report.number_text import cell_text
from permdesk.translation import tr

UPRIGHT, ACROSS = 481.9, 728.5
"""Points between the margins of an A4 page, 20 mm each."""
PADDING = 8.0
_UPRIGHT_LETTER, _ACROSS_LETTER = 5.2, 4.6
_SHORTEST_LINE, _LONGEST_LINE = 16, 90
_BOLD = 1.15
_LONGEST_TITLE = 14
_MEASURED = 200
MOST_ROWS_IN_PARTS = 60
"""More would fill a hundred pages with what nobody can read across parts; the workbook holds every row."""
FEW_ROWS = 14
"""Tables of no more rows are kept on one page."""


@dataclass(frozen=True, slots=True)
class PageTable:
    """A table, or some of its columns, as it stands on a page: widths in points, and which part of how many."""

    table: Table
    widths: tuple[float, ...]
    is_across: bool
    part: int = 1
    n_parts: int = 1

    def caption(self, whole: Table) -> str:
        """The caption of the whole table, and what of it stands here, if that is less than a page usually shows."""
        if self.n_parts == 1:
            return whole.caption
        part = tr("Part {part} of {n} of its columns.", part=self.part, n=self.n_parts)
        n_rows, n_all = len(self.table.rows), len(whole.rows)
        rows = (
            "" if n_rows == n_all else tr("The first {n} of {all} rows; the workbook holds all.", n=n_rows, all=n_all)
        )
        return " ".join(filter(None, (f"{whole.caption}.", part, rows)))


def page_tables(table: Table) -> tuple[PageTable, ...]:
    """The table as it fits pages, its rows cut to those that are shown; each part begins with the first column."""
    shown = replace(table, rows=table.rows[: table.n_on_page])
    least, best = _lengths(shown)
    if _width(least, _UPRIGHT_LETTER) <= UPRIGHT:
        return (PageTable(shown, _spread(least, best, _UPRIGHT_LETTER, UPRIGHT), False),)
    parts = _parts(least)
    if len(parts) > 1:
        shown = replace(shown, rows=shown.rows[:MOST_ROWS_IN_PARTS])
    found = []
    for number, places in enumerate(parts, start=1):
        widths = _spread([least[place] for place in places], [best[place] for place in places], _ACROSS_LETTER, ACROSS)
        found.append(PageTable(with_columns(shown, places), widths, True, number, len(parts)))
    return tuple(found)


def with_columns(table: Table, places: Sequence[int]) -> Table:
    """The table with some of its columns only."""
    return replace(
        table,
        columns=tuple(table.columns[place] for place in places),
        rows=tuple(tuple(row[place] for place in places) for row in table.rows),
    )


def _parts(least: list[float]) -> list[list[int]]:
    parts: list[list[int]] = [[0]]
    for place in range(1, len(least)):
        held = [least[other] for other in parts[-1]]
        if len(parts[-1]) > 1 and _width([*held, least[place]], _ACROSS_LETTER) > ACROSS:
            parts.append([0])
        parts[-1].append(place)
    return parts


def _lengths(table: Table) -> tuple[list[float], list[float]]:
    """The least and the best length of each column, in letters."""
    least, best = [], []
    for place, column in enumerate(table.columns):
        texts = [cell_text(row[place], column) for row in table.rows[:_MEASURED]]
        short, long = _cell_lengths(texts, column)
        title = _BOLD * max((len(word) for word in column.title.split()), default=0)
        group = _BOLD * max((len(word) for word in column.group.split()), default=0) / 2
        least.append(max(short, min(title, _SHORTEST_LINE), min(group, _SHORTEST_LINE), 2.0))
        best.append(max(least[-1], long, min(_BOLD * len(column.title), _LONGEST_TITLE)))
    return least, best


def _cell_lengths(texts: list[str], column: Column) -> tuple[int, int]:
    longest = max((len(text) for text in texts), default=0)
    if column.number is not None:
        return longest, longest
    word = max((len(word) for text in texts for word in text.split()), default=0)
    # Lines break between words, within words only where one is longer than a line should be.
    return min(max(word, min(longest, _SHORTEST_LINE)), _SHORTEST_LINE * 3 // 2), min(longest, _LONGEST_LINE)


def _width(lengths: Sequence[float], letter: float) -> float:
    return sum(length * letter + PADDING for length in lengths)


def _spread(least: list[float], best: list[float], letter: float, page: float) -> tuple[float, ...]:
    """Widths between least and best, as far as the page allows; where even the least do not fit, in proportion."""
    room = page - _width(least, letter)
    if room < 0:
        factor = page / _width(least, letter)
        return tuple((length * letter + PADDING) * factor for length in least)
    wanted = _width(best, letter) - _width(least, letter)
    share = 0.0 if wanted == 0 else min(1.0, room / wanted)
    return tuple((low + share * (high - low)) * letter + PADDING for low, high in zip(least, best, strict=True))
