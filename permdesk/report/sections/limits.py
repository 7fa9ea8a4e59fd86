"""What this report does not show."""

from __future__ import annotations

from permdesk.audit.findings import Audit
from permdesk.report.blocks import Block, Bullets, Heading
from permdesk.report.profile import Profile
from permdesk.report.wording import missing_sentence, ties_sentence
from permdesk.translation import tr


def limits_blocks(audit: Audit, profile: Profile) -> tuple[Block, ...]:
    """Conventions that were taken, and what was not looked at."""
    items = [
        ties_sentence(audit.settings.ties),
        missing_sentence(audit.settings.missing),
        tr(
            "Only the audited attributes were looked at, not the ones left out, nor other files that an intruder may "
            "hold."
        ),
        tr(
            "Records were taken one by one: households, other groups of records and survey weights were not taken "
            "into account."
        ),
        tr("Attributes that are sums or functions of others were treated like any other attribute."),
    ]
    if profile.shows_risk:
        items.append(
            tr(
                "The linkages that were tried are strong ones, but nobody can try all. A better one may exist, so "
                "rates of right links are lower bounds."
            )
        )
    return Heading(tr("Limits")), Bullets(tuple(items))
