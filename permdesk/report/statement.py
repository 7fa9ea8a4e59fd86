"""How the release was protected, in plain sentences: what catalogues and quality reports take over from a report."""

from __future__ import annotations

from permdesk.report.blocks import Bullets, Heading, Judgement, Paragraph, Report
from permdesk.report.release_facts import StepFacts
from permdesk.translation import tr


def step_sentence(step: StepFacts) -> str:
    """One step: the method, what it changed, with which parameters and which software."""
    parts = [step.method or tr("a step that was not named")]
    if step.attributes:
        parts.append(tr("attributes: {names}", names=", ".join(step.attributes)))
    parts.append(tr("parameters: {parameters}", parameters=step.parameters or tr("none stated")))
    if step.software:
        parts.append(tr("software: {software}", software=step.software))
    return "; ".join(parts)


def audit_sentences(report: Report) -> tuple[str, ...]:
    """What the summary says of the audit, verdict first; the section that begins with the first own heading."""
    found: list[str] = []
    is_inside = False
    for block in report.blocks:
        if isinstance(block, Heading) and block.level == 2:
            if is_inside:
                break
            is_inside = block.text == tr("Summary")
        elif is_inside:
            match block:
                case Judgement(title=title, text=text):
                    found.append(f"{title}. {text}")
                case Paragraph(text=text):
                    found.append(text)
                case Bullets(items=items):
                    found.extend(items)
    return tuple(found)
