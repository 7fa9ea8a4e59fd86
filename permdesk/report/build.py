"""Builds a report: an audit and the officer's description go in, blocks come out, whatever the format."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date

from permdesk.audit.comparison import Comparison
from permdesk.audit.declared_against_measured import compare_with_files
from permdesk.audit.description import Description
from permdesk.audit.findings import Audit
from permdesk.audit.retelling import retold_audit, retold_information
from permdesk.compute.progress import Progress
from permdesk.report.blocks import Block, Report
from permdesk.report.further import NOTHING_FURTHER, FurtherFindings
from permdesk.report.profile import Profile
from permdesk.report.sections.anonymization import advice_blocks, anonymization_blocks, known_limits_blocks
from permdesk.report.sections.attributes import attributes_blocks
from permdesk.report.sections.declared import declared_blocks
from permdesk.report.sections.files import files_blocks
from permdesk.report.sections.information import information_blocks
from permdesk.report.sections.intruder import intruder_blocks
from permdesk.report.sections.knowledge import knowledge_blocks
from permdesk.report.sections.left_out import left_out_blocks
from permdesk.report.sections.limits import limits_blocks
from permdesk.report.sections.methods import methods_blocks
from permdesk.report.sections.permuted_privacy import permuted_privacy_blocks
from permdesk.report.sections.policy_checks import policy_blocks
from permdesk.report.sections.random_matches import random_matches_blocks
from permdesk.report.sections.reading import reading_blocks
from permdesk.report.sections.repeating import repeating_blocks
from permdesk.report.sections.reverse_mapping import reverse_mapping_blocks
from permdesk.report.sections.subject_guide import subject_guide_blocks
from permdesk.report.sections.summary import summary_blocks
from permdesk.report.sections.ties import ties_blocks
from permdesk.report.sections.trust import trust_blocks
from permdesk.report.withheld import Censor, censor_for
from permdesk.translation import tr

Section = Callable[[], tuple[Block, ...]]


def build_report(
    audit: Audit,
    description: Description,
    profile: Profile,
    made_on: date,
    further: FurtherFindings = NOTHING_FURTHER,
    progress: Progress | None = None,
) -> Report:
    """The report of an audit for a profile, in the current language. The same arguments give the same report.

    ``further`` holds what was measured about the same audit on demand; its sections appear where it is given.
    Typed texts lose their seeds, in public profiles also paths, user names, record numbers, IDs and values of single
    records. Raises LeakError if the report would still say what its profile withholds, and Cancelled.
    """
    heard = progress or Progress()
    audit, further = retold_audit(audit), _retold(further)
    censor = censor_for(audit.pair, profile)
    comparisons = compare_with_files(description, audit.pair, heard)
    sections = _sections(audit, description, comparisons, further, censor, heard)
    heard.begin("report", len(sections))
    blocks: list[Block] = []
    for section in sections:
        blocks.extend(section())
        heard.advance()
    untitled = tr("Anonymization audit of {file}", file=audit.pair.anonymized.path.name)
    report = Report(
        title=censor.text(description.title.strip() or untitled),
        subtitle=tr("{profile}. {explanation}", profile=profile.heading, explanation=profile.explanation),
        profile=profile,
        made_on=made_on,
        blocks=tuple(blocks),
    )
    censor.check(report, heard)
    return report


def _retold(further: FurtherFindings) -> FurtherFindings:
    information = further.information
    return further if information is None else replace(further, information=retold_information(information))


def _sections(
    audit: Audit,
    description: Description,
    comparisons: tuple[Comparison, ...],
    further: FurtherFindings,
    censor: Censor,
    progress: Progress,
) -> tuple[Section, ...]:
    """What makes each section, in the order in which they are read."""
    profile, pair = censor.profile, audit.pair
    risk: tuple[Section, ...] = (
        lambda: permuted_privacy_blocks(audit, profile, progress),
        lambda: intruder_blocks(audit, profile, progress),
        lambda: knowledge_blocks(further),
        lambda: random_matches_blocks(audit, progress),
        lambda: information_blocks(further.information),
        lambda: ties_blocks(audit),
        lambda: policy_blocks(audit, censor),
    )
    return (
        lambda: summary_blocks(audit, description, comparisons, censor),
        lambda: files_blocks(audit, censor),
        lambda: attributes_blocks(audit, censor),
        lambda: reading_blocks(pair, censor),
        lambda: anonymization_blocks(description, pair, censor),
        lambda: declared_blocks(comparisons, description, pair, censor),
        lambda: reverse_mapping_blocks(audit, profile, progress),
        lambda: trust_blocks(audit),
        lambda: advice_blocks(description, censor),
        *(risk if profile.shows_risk else ()),
        lambda: subject_guide_blocks(audit, description, censor),
        lambda: limits_blocks(audit, profile),
        lambda: known_limits_blocks(description, censor),
        lambda: left_out_blocks(profile),
        lambda: methods_blocks(profile, further),
        lambda: repeating_blocks(audit, profile),
    )
