"""What this version of the report leaves out, and why, so that an absence is never read as an answer."""

from __future__ import annotations

from permdesk.report.blocks import Block, Bullets, Heading, Paragraph
from permdesk.report.profile import Profile
from permdesk.translation import tr


def left_out_blocks(profile: Profile) -> tuple[Block, ...]:
    """The list that the officer sees when she chooses the kind of report."""
    return (
        Heading(tr("What this report leaves out")),
        Paragraph(
            tr("Nothing of this is missing by accident. Where something is left out, nothing follows about its size.")
        ),
        Bullets(profile.leaves_out),
    )
