"""How the file was anonymized, as the officer described it; never with a seed."""

from __future__ import annotations

from permdesk.audit.description import Description, ReleaseType
from permdesk.audit.methods_inventory import method_facts
from permdesk.data.file_pair import FilePair
from permdesk.report.blocks import Block, Bullets, Cell, Column, Heading, Paragraph, Table
from permdesk.report.day_text import typed_day_text
from permdesk.report.step_words import (
    method_text,
    parameters_text,
    randomness_title,
    release_title,
    software_text,
    transparency_sentence,
)
from permdesk.report.withheld import Censor
from permdesk.translation import tr


def anonymization_blocks(description: Description, pair: FilePair, censor: Censor) -> tuple[Block, ...]:
    """Release, methods in their order with their parameters, what publishing them amounts to; says so where nothing was
    stated."""
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
    blocks.extend(_release(description, censor))
    if description.steps:
        blocks.append(_steps(description, pair, censor))
        blocks.append(_publication(description, censor))
        blocks.extend(_sources(description))
    else:
        blocks.append(Paragraph(tr("No method and no parameters were stated.")))
    blocks.extend(_text(tr("Remarks"), description.remarks, censor))
    return tuple(blocks)


def advice_blocks(description: Description, censor: Censor) -> tuple[Block, ...]:
    """What the producer advises analysts, for the section on what users can trust."""
    return _text(tr("Advice to analysts"), description.advice, censor)


def known_limits_blocks(description: Description, censor: Censor) -> tuple[Block, ...]:
    """Limits that the producer knows of, for the section on limits."""
    return _text(tr("Limits stated by the producer"), description.known_limits, censor)


def _release(description: Description, censor: Censor) -> tuple[Block, ...]:
    release_type = description.release_type
    facts = (
        (tr("Producer"), description.producer),
        (tr("Version"), description.version),
        (tr("Reference period"), description.reference_period),
        (tr("Type of release"), "" if release_type is ReleaseType.UNSTATED else release_title(release_type)),
        (tr("Legal basis"), description.legal_basis),
        (tr("Software"), description.software),
        (tr("Contact"), description.contact),
        (tr("Approved by"), description.approver),
        (tr("Approved on"), typed_day_text(description.approved_on)),
        (tr("Released on"), typed_day_text(description.released_on)),
    )
    if not any(text for _, text in facts):
        return ()
    return (
        Table(
            name=tr("Release"),
            caption=tr("The release"),
            columns=(Column(tr("Fact")), Column(tr("Stated"))),
            rows=tuple((Cell(title), Cell(censor.text(text))) for title, text in facts if text),
        ),
    )


def _steps(description: Description, pair: FilePair, censor: Censor) -> Table:
    return Table(
        name=tr("Anonymization"),
        caption=tr("Steps of the anonymization, in their order"),
        columns=(
            Column(tr("Step")),
            Column(tr("Method")),
            Column(tr("Attributes")),
            Column(tr("Parameters")),
            Column(tr("Software")),
        ),
        rows=tuple(
            (
                Cell(str(number)),
                Cell(method_text(step, censor)),
                Cell(", ".join(map(censor.text, step.attributes)) or tr("none named")),
                Cell(parameters_text(step, censor, pair) or tr("none stated")),
                Cell(software_text(step, censor) or None),
            )
            for number, step in enumerate(description.steps, start=1)
        ),
        note=tr("As stated by the producer. Random seeds are never stated."),
    )


def _publication(description: Description, censor: Censor) -> Table:
    return Table(
        name=tr("Transparency"),
        caption=tr("What publishing everything but random seeds amounts to"),
        columns=(Column(tr("Step")), Column(tr("Method")), Column(tr("Random numbers")), Column(tr("When published"))),
        rows=tuple(
            (
                Cell(str(number)),
                Cell(method_text(step, censor)),
                Cell(randomness_title(step)),
                Cell(transparency_sentence(step)),
            )
            for number, step in enumerate(description.steps, start=1)
        ),
        note=tr(
            "An anonymization is transparent to the user when users are given all its details except the random seeds "
            "(definition of anonymization transparency)."
        ),
    )


def _sources(description: Description) -> tuple[Block, ...]:
    """References to the methods that were used."""
    sources = dict.fromkeys(source for step in description.steps for source in method_facts(step.kind).sources)
    if not sources:
        return ()
    return Heading(tr("Where the methods are described"), level=3), Bullets(tuple(sources))


def _text(title: str, text: str, censor: Censor) -> tuple[Block, ...]:
    lines = tuple(Paragraph(censor.text(line)) for line in text.splitlines() if line.strip())
    return (Heading(title, level=3), *lines) if lines else ()
