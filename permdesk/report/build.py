"""Builds a report: an audit and the officer's description go in, blocks come out, whatever the format."""

from __future__ import annotations

from datetime import date

from permdesk.audit.description import Description
from permdesk.audit.findings import Audit
from permdesk.report.blocks import Block, Report
from permdesk.report.further import NOTHING_FURTHER, FurtherFindings
from permdesk.report.profile import Profile
from permdesk.report.sections.anonymization import anonymization_blocks
from permdesk.report.sections.attributes import attributes_blocks
from permdesk.report.sections.files import files_blocks
from permdesk.report.sections.information import information_blocks
from permdesk.report.sections.intruder import intruder_blocks
from permdesk.report.sections.knowledge import knowledge_blocks
from permdesk.report.sections.limits import limits_blocks
from permdesk.report.sections.methods import methods_blocks
from permdesk.report.sections.permuted_privacy import permuted_privacy_blocks
from permdesk.report.sections.policy_checks import policy_blocks
from permdesk.report.sections.random_matches import random_matches_blocks
from permdesk.report.sections.repeating import repeating_blocks
from permdesk.report.sections.reverse_mapping import reverse_mapping_blocks
from permdesk.report.sections.subject_guide import subject_guide_blocks
from permdesk.report.sections.summary import summary_blocks
from permdesk.report.sections.ties import ties_blocks
from permdesk.report.withheld import censor_for
from permdesk.translation import tr


def build_report(
    audit: Audit,
    description: Description,
    profile: Profile,
    made_on: date,
    further: FurtherFindings = NOTHING_FURTHER,
) -> Report:
    """The report of an audit for a profile. The same arguments give the same report.

    ``further`` holds what was measured about the same audit on demand; its sections appear where it is given.
    Typed texts lose their seeds, in public profiles also paths, user names, record numbers and IDs. Raises LeakError if
    the report would still say what its profile withholds.
    """
    censor = censor_for(audit.pair, profile)
    blocks: list[Block] = [
        *summary_blocks(audit, censor),
        *files_blocks(audit, profile),
        *attributes_blocks(audit, censor),
        *anonymization_blocks(description, censor),
        *reverse_mapping_blocks(audit, profile),
    ]
    if profile.shows_risk:
        blocks.extend(permuted_privacy_blocks(audit, profile))
        blocks.extend(intruder_blocks(audit, profile))
        blocks.extend(knowledge_blocks(further))
        blocks.extend(random_matches_blocks(audit))
        blocks.extend(information_blocks(further.information))
        blocks.extend(ties_blocks(audit))
        blocks.extend(policy_blocks(audit, censor))
    blocks.extend(subject_guide_blocks(audit, profile))
    blocks.extend(limits_blocks(audit, profile))
    blocks.extend(methods_blocks(profile, further))
    blocks.extend(repeating_blocks(audit, profile))
    untitled = tr("Anonymization audit of {file}", file=audit.pair.anonymized.path.name)
    report = Report(
        title=censor.text(description.title.strip() or untitled),
        subtitle=tr("{profile}. {explanation}", profile=profile.heading, explanation=profile.explanation),
        profile=profile,
        made_on=made_on,
        blocks=tuple(blocks),
    )
    censor.check(report)
    return report
