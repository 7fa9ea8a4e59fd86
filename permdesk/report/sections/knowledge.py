"""Knowledge: what intruders find who know less, and which attributes give records away."""

from __future__ import annotations

from permdesk.audit.findings import LinkageRate
from permdesk.audit.scenarios import AttributeEffect, LeaveOneOut, Scenario
from permdesk.report.blocks import Block, Cell, Column, Heading, Number, Paragraph, Row, Table, Viewer
from permdesk.report.further import FurtherFindings
from permdesk.report.linkage_tables import rate_cells, rate_columns
from permdesk.report.number_text import number_text
from permdesk.report.wording import effect_title, linkage_title, target_title
from permdesk.translation import tr


def knowledge_blocks(further: FurtherFindings) -> tuple[Block, ...]:
    """The scenarios that were tried and every attribute left out in turn; nothing where neither was asked for."""
    if not further.scenarios and further.leave_one_out is None:
        return ()
    blocks: list[Block] = [
        Heading(tr("What could intruders do who know less?"), viewer=Viewer.PROTECTOR),
        Paragraph(
            tr(
                "The intruder above knows every attribute of every original record. Those below know fewer; all the "
                "linkages above were tried for them too, under the worst case of equal and missing values. How many of "
                "their links are right only the protector knows."
            )
        ),
    ]
    if further.scenarios:
        blocks.append(_scenarios(further.scenarios))
    if further.leave_one_out is not None:
        blocks.extend(_effects(further.leave_one_out))
    return tuple(blocks)


def _scenarios(scenarios: tuple[Scenario, ...]) -> Table:
    def row(scenario: Scenario) -> Row:
        return (
            Cell(", ".join(scenario.known)),
            *rate_cells(scenario.strongest),
            Cell(_name(scenario.strongest)),
            Cell(scenario.median_distance),
            Cell(scenario.mean_links),
        )

    return Table(
        name=tr("Scenarios"),
        caption=tr("Intruders who know some of the attributes, each by his strongest linkage"),
        columns=(
            Column(tr("He knows")),
            *rate_columns(),
            Column(tr("Strongest linkage")),
            Column(tr("Median distance in Z"), Number.COUNT),
            Column(tr("Mean number of links"), Number.MEASURE),
        ),
        rows=tuple(row(scenario) for scenario in scenarios),
    )


def _effects(found: LeaveOneOut) -> tuple[Block, ...]:
    strongest = found.everything.strongest

    def row(effect: AttributeEffect) -> Row:
        return (
            Cell(effect.name),
            Cell(effect_title(effect.effect)),
            Cell(100 * effect.change),
            Cell(100 * effect.standard_error),
            *rate_cells(effect.without.strongest),
            Cell(_name(effect.without.strongest)),
        )

    change = tr("Percentage points of right links")
    return (
        Heading(tr("Which attribute gives records away?"), level=3, viewer=Viewer.PROTECTOR),
        Table(
            name=tr("Leave one out"),
            caption=tr("Intruders who know all attributes but one, each by his strongest linkage"),
            columns=(
                Column(tr("Without")),
                Column(tr("Knowing it")),
                Column(tr("it adds"), Number.MEASURE, change),
                Column(tr("standard error"), Number.MEASURE, change),
                *rate_columns(),
                Column(tr("Strongest linkage")),
            ),
            rows=tuple(row(effect) for effect in found.effects),
            note=tr(
                "With all attributes the strongest linkage finds {rate}. An attribute that protects misleads the "
                "intruder; a clever one leaves it out, so the rate without it counts. Unclear: the change is within "
                "1.96 standard errors of none. PermDesk's own measure.",
                rate=number_text(None if strongest is None else strongest.rate, Number.SHARE),
            ),
        ),
    )


def _name(linkage: LinkageRate | None) -> str | None:
    if linkage is None:
        return None
    return tr("{linkage}, {target}", linkage=linkage_title(linkage), target=target_title(linkage.target))
