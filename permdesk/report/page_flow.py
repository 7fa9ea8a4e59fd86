"""The order of a printed report: its blocks with their numbers, on runs of pages that stand upright or lie across."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from permdesk.compute.progress import Progress
from permdesk.report.blocks import Block, Figure, Heading, Paragraph, Report, Table
from permdesk.report.page_tables import PageTable, page_tables
from permdesk.translation import tr

FEW = 3


@dataclass(frozen=True, slots=True)
class PageBlock:
    """A block; tables and figures with their label ("Table 3"), tables also with the parts that fit a page."""

    block: Block
    label: str = ""
    parts: tuple[PageTable, ...] = ()

    @property
    def is_across(self) -> bool:
        return any(part.is_across for part in self.parts)


@dataclass(frozen=True, slots=True)
class PageRun:
    """Blocks on pages of one kind, which begin on a page of their own."""

    is_across: bool
    blocks: tuple[PageBlock, ...]


def page_runs(report: Report, progress: Progress) -> tuple[PageRun, ...]:
    """The whole report. A heading goes where what it heads goes; few lines between pages across stay there too.
    Raises Cancelled."""
    placed = labelled(report, progress)
    across = [block.is_across for block in placed]
    for place in reversed(range(len(placed) - 1)):
        if isinstance(placed[place].block, Heading) and across[place + 1]:
            across[place] = True
    _close_short_gaps(placed, across)
    runs = groupby(zip(placed, across, strict=True), key=lambda pair: pair[1])
    return tuple(PageRun(is_across, tuple(block for block, _ in run)) for is_across, run in runs)


def labelled(report: Report, progress: Progress) -> list[PageBlock]:
    """The report's blocks in their order, tables and figures with their labels. Raises Cancelled."""
    found: list[PageBlock]
    found, n_tables, n_figures = [], 0, 0
    for block in progress.each(report.blocks):
        if isinstance(block, Table):
            n_tables += 1
            found.append(PageBlock(block, tr("Table {number}", number=n_tables), page_tables(block)))
        elif isinstance(block, Figure):
            n_figures += 1
            found.append(PageBlock(block, tr("Figure {number}", number=n_figures)))
        else:
            found.append(PageBlock(block))
    return found


def _close_short_gaps(placed: list[PageBlock], across: list[bool]) -> None:
    """Turning the page twice for a few lines wastes two half pages."""
    start = 0
    for is_across, run in groupby(list(across)):
        end = start + len(list(run))
        is_between = start > 0 and end < len(across)
        lines = [block.block for block in placed[start:end]]
        if not is_across and is_between and len(lines) <= FEW and all(_is_short(block) for block in lines):
            across[start:end] = [True] * (end - start)
        start = end


def _is_short(block: Block) -> bool:
    return isinstance(block, Heading | Paragraph) or (isinstance(block, Table) and len(block.rows) <= 2 * FEW)
