"""The battery of linkages: what each finds, the strongest first, and which could not be made."""

from __future__ import annotations

from permdesk.audit.findings import LinkageRate, RightLinks
from permdesk.report.blocks import Cell, Column, Mark, Number, Row, Table
from permdesk.report.number_text import number_text
from permdesk.report.wording import linkage_title, target_title
from permdesk.translation import tr


def rate_columns() -> tuple[Column, ...]:
    """The columns that ``rate_cells`` fill."""
    return (
        Column(tr("Right links"), Number.SHARE),
        Column(tr("from"), Number.SHARE, tr("95 % interval")),
        Column(tr("to"), Number.SHARE, tr("95 % interval")),
        Column(tr("Multiple of chance"), Number.MEASURE),
    )


def rate_cells(linkage: LinkageRate | None, mark: Mark = Mark.NONE) -> Row:
    """What a linkage finds; empty cells where nobody knows which links are right."""
    if linkage is None:
        return (Cell(None),) * 4
    low, high = linkage.interval
    return tuple(Cell(number, mark) for number in (linkage.rate, low, high, linkage.lift))


def battery_tables(links: RightLinks) -> tuple[Table, ...]:
    """A row for each linkage that was tried, and one for each that was not, with the reason."""
    tables = [_tried(links)]
    if links.left_out:
        tables.append(_left_out(links))
    return tuple(tables)


def _tried(links: RightLinks) -> Table:
    strongest = links.strongest

    def row(linkage: LinkageRate) -> Row:
        is_strongest = linkage is strongest
        mark = Mark.BOLD if is_strongest else Mark.NONE
        title = linkage_title(linkage)
        return (
            Cell(tr("{linkage} (the strongest)", linkage=title) if is_strongest else title, mark),
            Cell(target_title(linkage.target), mark),
            *rate_cells(linkage, mark),
            Cell(round(1 / links.chance), mark),
            Cell(linkage.n_queries or None, mark),
        )

    return Table(
        name=tr("Linkages"),
        caption=tr("Right links by different linkages; the strongest, in bold, counts"),
        columns=(
            Column(tr("Records are compared by")),
            Column(tr("Against")),
            *rate_columns(),
            Column(tr("Chance: one in"), Number.COUNT),
            Column(tr("Records tried"), Number.COUNT),
        ),
        # A stable sort, so that among equals the one named the strongest stays the first.
        rows=tuple(row(linkage) for linkage in sorted(links.battery, key=lambda linkage: -linkage.rate)),
        note=" ".join((_strength(strongest), _queries(links))).strip(),
    )


def _strength(strongest: LinkageRate) -> str:
    return tr(
        "Right links: the share of original records whose own release an intruder would pick who picks one of his "
        "links at random. A blind guess is right by chance, for one in as many as there are released records. The "
        "intruder is free to choose the strongest linkage: {rate}, {times} times chance.",
        rate=number_text(strongest.rate, Number.SHARE),
        times=number_text(strongest.lift, Number.MEASURE),
    )


def _queries(links: RightLinks) -> str:
    n_all = max(linkage.n_queries for linkage in links.battery)
    drawn = {linkage.n_queries for linkage in links.battery if 0 < linkage.n_queries < n_all}
    if not drawn:
        return tr("Every original record that has a release was tried.")
    return tr(
        "An exact search of sums is slow, so {drawn} of the {n} original records that have a release were drawn for "
        "it; each of them was searched in the whole file, and the interval says what the draw leaves open.",
        drawn=", ".join(str(n) for n in sorted(drawn)),
        n=n_all,
    )


def _left_out(links: RightLinks) -> Table:
    return Table(
        name=tr("Linkages not tried"),
        caption=tr("Linkages that could not be tried"),
        columns=(Column(tr("Records are compared by")), Column(tr("Against")), Column(tr("Why"))),
        rows=tuple(
            (Cell(linkage_title(linkage)), Cell(target_title(linkage.target)), Cell(linkage.reason))
            for linkage in links.left_out
        ),
    )
