"""Which attributes were audited, what they are, and which were left out and why."""

from __future__ import annotations

from permdesk.audit.findings import Audit
from permdesk.report.blocks import Block, Cell, Column, Heading, Number, Paragraph, Table
from permdesk.report.profile import Profile
from permdesk.report.sections.missing_values import missing_blocks, original_count
from permdesk.report.withheld import Censor
from permdesk.report.wording import level_title, order_title
from permdesk.translation import tr

MOST_CATEGORIES = 60


def attributes_blocks(audit: Audit, censor: Censor) -> tuple[Block, ...]:
    """A row for each audited attribute and for each one that was left out."""
    blocks: list[Block] = [Heading(tr("Attributes")), _audited(audit, censor.profile)]
    if censor.profile.shows_records:
        blocks.extend(_orders(audit))
    blocks.extend(missing_blocks(audit, censor.profile))
    if audit.pair.left_out:
        blocks.append(_left_out(audit, censor))
        blocks.append(
            Paragraph(
                tr(
                    "Attributes that were left out are released or known all the same. An intruder may use them; "
                    "nothing in this report measures that."
                )
            )
        )
    else:
        blocks.append(Paragraph(tr("No attribute that both files have was left out.")))
    return tuple(blocks)


def _audited(audit: Audit, profile: Profile) -> Table:
    return Table(
        name=tr("Attributes"),
        caption=tr("Audited attributes"),
        columns=(
            Column(tr("Attribute")),
            Column(tr("Level")),
            Column(tr("Ranked")),
            Column(tr("original"), Number.COUNT, tr("Distinct values")),
            Column(tr("anonymized"), Number.COUNT, tr("Distinct values")),
            Column(tr("Tied in Y"), Number.SHARE),
            Column(tr("original"), Number.SHARE, tr("Missing or suppressed")),
            Column(tr("anonymized"), Number.SHARE, tr("Missing or suppressed")),
        ),
        rows=tuple(
            (
                Cell(finding.name),
                Cell(level_title(finding.level)),
                Cell(order_title(attribute.order, attribute.level)),
                Cell(finding.n_distinct_original),
                Cell(finding.n_distinct),
                Cell(finding.tied_share),
                _original_share(finding.missing_share_original, audit.n_original, profile),
                Cell(finding.missing_share),
            )
            for finding, attribute in zip(audit.attributes, audit.pair.attributes, strict=True)
        ),
        note=tr("Tied in Y: share of the released records whose value another released record has too."),
    )


def _orders(audit: Audit) -> tuple[Block, ...]:
    """The categories of each attribute that has some, as they rank: distances depend on it."""
    attributes = [attribute for attribute in audit.pair.attributes if attribute.categories]
    if not attributes:
        return ()
    return (
        Table(
            name=tr("Order of categories"),
            caption=tr("The order in which categories were ranked"),
            columns=(
                Column(tr("Attribute")),
                Column(tr("Ranked")),
                Column(tr("Categories"), Number.COUNT),
                Column(tr("From the lowest rank to the highest")),
            ),
            rows=tuple(
                (
                    Cell(attribute.name),
                    Cell(order_title(attribute.order, attribute.level)),
                    Cell(len(attribute.categories)),
                    Cell(_listed(attribute.categories)),
                )
                for attribute in attributes
            ),
        ),
    )


def _listed(categories: tuple[str, ...]) -> str:
    shown = "; ".join(categories[:MOST_CATEGORIES])
    n_more = len(categories) - MOST_CATEGORIES
    return tr("{names} and {n} more", names=shown, n=n_more) if n_more > 0 else shown


def _original_share(share: float, n: int, profile: Profile) -> Cell:
    """A share of the original records, which with their number gives away a count."""
    counted = original_count(round(share * n), profile)
    return counted if isinstance(counted.value, str) else Cell(share)


def _left_out(audit: Audit, censor: Censor) -> Table:
    return Table(
        name=tr("Left out"),
        caption=tr("Attributes that were left out"),
        columns=(Column(tr("Attribute")), Column(tr("Level")), Column(tr("Why"))),
        rows=tuple(
            (
                Cell(attribute.name),
                Cell(level_title(attribute.level)),
                Cell(censor.reason(attribute.reason)),
            )
            for attribute in audit.pair.left_out
        ),
    )
