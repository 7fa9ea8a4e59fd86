"""A report ready to be written in any format: with the agency's texts, and held against what its profile withholds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from datetime import date

from permdesk.audit.description import Description
from permdesk.audit.findings import Audit
from permdesk.compute.progress import UNWATCHED, Progress
from permdesk.report.blocks import Block, Bullets, Heading, Paragraph, Report
from permdesk.report.build import build_report
from permdesk.report.further import NOTHING_FURTHER, FurtherFindings
from permdesk.report.profile import Profile
from permdesk.report.release_facts import ReleaseFacts, release_facts
from permdesk.report.template import PLAIN, Template
from permdesk.report.withheld import Censor, censor_for


@dataclass(frozen=True, slots=True)
class Publication:
    """What every format is made from. The template's own texts are in the report and not in ``template`` any more."""

    report: Report
    facts: ReleaseFacts
    template: Template = PLAIN


def publish(
    audit: Audit,
    description: Description,
    profile: Profile,
    made_on: date,
    further: FurtherFindings = NOTHING_FURTHER,
    template: Template = PLAIN,
    progress: Progress = UNWATCHED,
) -> Publication:
    """The publication of an audit's report. The same arguments give the same publication.

    Raises LeakError if it would say what its profile withholds, in metadata too, and Cancelled.
    """
    censor = censor_for(audit.pair, profile)
    report = build_report(audit, description, profile, made_on, further, progress)
    front, back = (tuple(_censored(block, censor) for block in part) for part in (template.front, template.back))
    whole = replace(report, blocks=(*front, *report.blocks, *back))
    edges = replace(
        template,
        agency=censor.text(template.agency),
        header=censor.text(template.header),
        footer=censor.text(template.footer),
        front=(),
        back=(),
    )
    facts = release_facts(audit, description, censor)
    censor.check(whole, progress)
    # What stands beside the blocks is held against the same rules as they are.
    beside = Bullets((*_template_texts(edges), *facts.texts))
    censor.check(replace(whole, blocks=(beside,)), progress)
    return Publication(whole, facts, edges)


def _template_texts(template: Template) -> Iterator[str]:
    return (value for field in fields(template) if isinstance(value := getattr(template, field.name), str))


def _censored(block: Block, censor: Censor) -> Block:
    """A block of the agency's own texts, without what the profile withholds."""
    match block:
        case Heading(text=text):
            return replace(block, text=censor.text(text))
        case Paragraph(text=text):
            return Paragraph(censor.text(text))
        case Bullets(items=items):
            return Bullets(tuple(censor.text(item) for item in items))
        case _:
            raise ValueError(f"a template holds no {type(block).__name__}")
