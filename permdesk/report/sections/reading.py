"""How the columns of both files were read: what became values, what is missing and why, and where the files differ."""

from __future__ import annotations

from collections.abc import Iterator

from permdesk.data.choices import DateNotation, Level
from permdesk.data.column_summary import ColumnSummary, MissingKind
from permdesk.data.date_text import date_text
from permdesk.data.file_pair import FilePair
from permdesk.data.pair_report import AttributeReport
from permdesk.report.blocks import Block, Cell, Column, Heading, Number, Paragraph, Table
from permdesk.report.withheld import Censor
from permdesk.translation import tr, tr_number


def reading_blocks(pair: FilePair, censor: Censor) -> tuple[Block, ...]:
    """Nothing for pairs that were not read from files. A public report counts in the release only: the number of
    original records is public, so that a count of one or two of them would follow from the other counts; and how many
    released cells lie beyond the original's range bounds its extremes."""
    if pair.report is None or not pair.report.attributes:
        return ()
    reports = pair.report.attributes
    blocks: list[Block] = [Heading(tr("How the files were read")), _counts(pair, reports, censor)]
    blocks.extend(_missing(reports, censor))
    if censor.profile.shows_records:
        blocks.append(_differences(reports))
        blocks.extend(_cells(pair, reports, censor))
    else:
        blocks.append(Paragraph(tr("How the original file was read is in the internal report.")))
    return tuple(blocks)


def _sides(report: AttributeReport, censor: Censor) -> Iterator[tuple[str, ColumnSummary]]:
    if censor.profile.shows_records:
        yield tr("original"), report.original
    yield tr("anonymized"), report.anonymized


def _counts(pair: FilePair, reports: tuple[AttributeReport, ...], censor: Censor) -> Table:
    shows_values = censor.profile.shows_records
    dates = {one.name: one.dates for one in pair.attributes}
    extremes = (Column(tr("Smallest")), Column(tr("Largest"))) if shows_values else ()
    return Table(
        name=tr("Cells read"),
        caption=tr("What the cells of each attribute were read as"),
        columns=(
            Column(tr("Attribute")),
            Column(tr("File")),
            Column(tr("Numbers, ranges, dates"), Number.COUNT),
            Column(tr("of these ranges"), Number.COUNT),
            Column(tr("Words"), Number.COUNT),
            Column(tr("Leading zeros"), Number.COUNT),
            Column(tr("Decimals"), Number.COUNT),
            Column(tr("Distinct"), Number.COUNT),
            Column(tr("Tied"), Number.COUNT),
            *extremes,
        ),
        rows=tuple(
            (
                Cell(report.name),
                Cell(file),
                Cell(one.n_read),
                Cell(one.n_ranges),
                Cell(one.n_not_read),
                Cell(one.n_leading_zeros),
                Cell(one.decimals),
                Cell(one.n_distinct),
                Cell(one.n_tied),
                *(
                    Cell(_end(end, one.decimals, dates.get(report.name)))
                    for end in (one.smallest, one.largest)
                    if shows_values
                ),
            )
            for report in reports
            for file, one in _sides(report, censor)
        ),
        note=tr(
            "Words: cells that are neither a number nor a range nor a date. Decimals: the most digits behind the "
            "decimal mark. Tied: cells whose value another one has."
        ),
    )


def _end(value: float | None, decimals: int, notation: DateNotation | None) -> str | None:
    """An end of a range as its own column writes it."""
    if value is None:
        return None
    return tr_number(f"{value:.{decimals}f}") if notation is None else date_text(value, notation)


def _missing(reports: tuple[AttributeReport, ...], censor: Censor) -> Iterator[Block]:
    kinds = {
        MissingKind.BLANK: tr("blank"),
        MissingKind.CODE: tr("missing code"),
        MissingKind.USER_MISSING: tr("declared by the file"),
        MissingKind.SUPPRESSED: tr("suppressed"),
    }
    rows = tuple(
        (
            Cell(report.name),
            Cell(file),
            Cell(kinds[count.kind]),
            Cell(censor.text(count.code)),
            Cell(censor.text(count.label)),
            Cell(count.n_cells),
        )
        for report in reports
        for file, one in _sides(report, censor)
        for count in one.missing
    )
    if rows:
        yield Table(
            name=tr("Reasons for missing values"),
            caption=tr("Cells without a value, by reason"),
            columns=(
                Column(tr("Attribute")),
                Column(tr("File")),
                Column(tr("Reason")),
                Column(tr("Code")),
                Column(tr("Label")),
                Column(tr("Cells"), Number.COUNT),
            ),
            rows=rows,
        )


def _differences(reports: tuple[AttributeReport, ...]) -> Block:
    rows = tuple(
        (Cell(one.name), Cell(one.n_outside), Cell(one.n_new), Cell(one.n_lost))
        for one in reports
        if one.n_outside or one.n_new or one.n_lost
    )
    if not rows:
        return Paragraph(tr("Ranges and categories of both files agree."))
    return Table(
        name=tr("Differing ranges"),
        caption=tr("Where ranges and categories of the files differ"),
        columns=(
            Column(tr("Attribute")),
            Column(tr("Cells beyond the original's range"), Number.COUNT),
            Column(tr("Categories only in the release"), Number.COUNT),
            Column(tr("Categories only in the original"), Number.COUNT),
        ),
        rows=rows,
    )


def _cells(pair: FilePair, reports: tuple[AttributeReport, ...], censor: Censor) -> Iterator[Block]:
    """The first cells of numeric attributes that are no numbers."""
    numeric = {one.name for one in pair.attributes if one.level is Level.NUMERIC}
    numeric |= {one.name for one in pair.left_out if one.level is Level.NUMERIC}
    rows = tuple(
        (Cell(report.name), Cell(file), Cell(cell.record), Cell(censor.text(cell.text)))
        for report in reports
        if report.name in numeric
        for file, one in _sides(report, censor)
        for cell in one.not_read
    )
    if rows:
        yield Table(
            name=tr("Cells not read"),
            caption=tr("The first cells of numeric attributes that are no numbers"),
            columns=(
                Column(tr("Attribute")),
                Column(tr("File")),
                Column(tr("Record"), Number.COUNT),
                Column(tr("Cell")),
            ),
            rows=rows,
            about_records=True,
        )
