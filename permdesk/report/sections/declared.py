"""What was declared of the anonymization beside what the files show of it."""

from __future__ import annotations

from permdesk.audit.comparison import Agreement, Comparison
from permdesk.audit.declared_against_measured import contradictions
from permdesk.audit.declared_step import method_name
from permdesk.audit.description import Description
from permdesk.audit.method_parameters import parameter_facts
from permdesk.data.file_pair import FilePair
from permdesk.report.blocks import Block, Cell, Column, Heading, Mark, Notice, Paragraph, Row, Table
from permdesk.report.step_words import agreement_title, measured_text, value_text
from permdesk.report.withheld import Censor
from permdesk.translation import tr

MOST_NAMES = 6


def declared_blocks(
    comparisons: tuple[Comparison, ...], description: Description, pair: FilePair, censor: Censor
) -> tuple[Block, ...]:
    """A warning for every contradiction, then a row for everything declared; nothing where nothing was declared. A
    cautious report says whether the files agree but not the figures, as some of them measure risk."""
    if not comparisons:
        return ()
    blocks: list[Block] = [
        Heading(tr("Declared and measured"), level=3),
        Paragraph(
            tr(
                "What was declared is held against what the two files show. “Open” means that the files cannot tell, "
                "for instance as another step changed the same attribute; it is neither confirmed nor contradicted."
            )
        ),
    ]
    blocks.extend(
        Notice(problem.severity, censor.text(problem.where), censor.text(f"{problem.what} {problem.remedy}"))
        for problem in contradictions(comparisons, description)
    )
    columns = [Column(tr("Step")), Column(tr("Attributes")), Column(tr("Declared")), Column(tr("The files"))]
    if censor.profile.shows_risk:
        columns.insert(3, Column(tr("Measured")))
    blocks.append(
        Table(
            name=tr("Declared and measured"),
            caption=tr("What was declared beside what PermDesk measured"),
            columns=(*columns, Column(tr("In words"))),
            rows=tuple(_row(comparison, description, pair, censor) for comparison in comparisons),
            note=tr(
                "Noise is the standard deviation of Y - X; a range of ranks is the largest difference of ranks from X "
                "to Y, as a share of the records; group and class sizes are the smallest. Tolerances allow for four "
                "standard errors."
            ),
        )
    )
    return tuple(blocks)


def n_contradicted(comparisons: tuple[Comparison, ...]) -> int:
    return sum(comparison.agreement is Agreement.CONTRADICTS for comparison in comparisons)


def _row(comparison: Comparison, description: Description, pair: FilePair, censor: Censor) -> Row:
    mark = Mark.BOLD if comparison.agreement is Agreement.CONTRADICTS else Mark.NONE
    cells = [
        Cell(_step(comparison, description, censor), mark),
        Cell(censor.text(_names(comparison.attributes)) or None),
        Cell(_declared(comparison, description, pair, censor)),
        Cell(agreement_title(comparison.agreement), mark),
        Cell(comparison.sentence),
    ]
    if censor.profile.shows_risk:
        measured = None if comparison.measured is None else measured_text(comparison.measured, comparison.unit)
        cells.insert(3, Cell(measured, mark))
    return tuple(cells)


def _step(comparison: Comparison, description: Description, censor: Censor) -> str:
    if comparison.step is None:
        return tr("no step")
    return censor.text(f"{comparison.step + 1}. {method_name(description.steps[comparison.step])}")


def _declared(comparison: Comparison, description: Description, pair: FilePair, censor: Censor) -> str | None:
    if comparison.parameter is None or comparison.declared is None or comparison.step is None:
        return None
    step = description.steps[comparison.step]
    return tr(
        "{parameter}: {value}",
        parameter=parameter_facts(comparison.parameter).title,
        value=value_text(comparison.parameter, comparison.declared, censor, step, pair),
    )


def _names(names: tuple[str, ...]) -> str:
    shown = ", ".join(names[:MOST_NAMES])
    return tr("{names} and {n} more", names=shown, n=len(names) - MOST_NAMES) if len(names) > MOST_NAMES else shown
