"""How the file was anonymized, as the officer described it; never with a seed."""

from __future__ import annotations

from permdesk.audit.description import Description
from permdesk.report.blocks import Block, Cell, Column, Heading, Paragraph, Table
from permdesk.report.withheld import Censor
from permdesk.translation import tr


def anonymization_blocks(description: Description, censor: Censor) -> tuple[Block, ...]:
    """Methods in their order, parameters, software; says so where nothing was typed."""
    blocks: list[Block] = [Heading(tr("How the file was anonymized"))]
    if description.is_empty:
        blocks.append(
            Paragraph(
                tr(
                    "Nothing was stated. Users cannot judge what the data are still good for without the methods and "
                    "their parameters, and secrecy of the method does not protect: the intruder of this report does "
                    "without it."
                )
            )
        )
        return tuple(blocks)
    facts = ((tr("Producer"), description.producer), (tr("Software"), description.software))
    if any(text for _, text in facts):
        blocks.append(
            Table(
                name=tr("Release"),
                caption=tr("The release"),
                columns=(Column(tr("Fact")), Column(tr("Stated"))),
                rows=tuple((Cell(title), Cell(censor.text(text))) for title, text in facts if text),
            )
        )
    if description.steps:
        blocks.append(
            Table(
                name=tr("Anonymization"),
                caption=tr("Steps of the anonymization, in their order"),
                columns=(Column(tr("Step")), Column(tr("Method")), Column(tr("Attributes")), Column(tr("Parameters"))),
                rows=tuple(
                    (
                        Cell(str(number)),
                        Cell(censor.text(step.method) or None),
                        Cell(censor.text(", ".join(step.attributes)) or None),
                        Cell(censor.text(step.parameters) or tr("none stated")),
                    )
                    for number, step in enumerate(description.steps, start=1)
                ),
                note=tr("As stated by the producer; not measured. Random seeds are never stated."),
            )
        )
    else:
        blocks.append(Paragraph(tr("No method and no parameters were stated.")))
    if description.remarks:
        blocks.append(Heading(tr("Remarks"), level=3))
        blocks.extend(Paragraph(censor.text(line)) for line in description.remarks.splitlines() if line.strip())
    return tuple(blocks)
