"""The subject: how a respondent holds her own record against the release, and what the release leaves open."""

from __future__ import annotations

import re

from permdesk.audit.description import Description
from permdesk.audit.findings import Audit
from permdesk.data.choices import Level
from permdesk.report.blocks import Block, Bullets, Command, Heading, Paragraph, Viewer
from permdesk.report.profile import Profile
from permdesk.report.withheld import Censor
from permdesk.translation import tr

MOST_NAMED = 4
_HARMLESS = re.compile(r"\w[\w .,-]*")


def subject_guide_blocks(audit: Audit, description: Description, censor: Censor) -> tuple[Block, ...]:
    """The page that the producer offers, the command with the release's own attributes, how to read the answers, and
    what Y alone cannot say."""
    return (
        Heading(tr("Check your own record"), viewer=Viewer.SUBJECT),
        *_page(description, censor),
        Paragraph(
            tr(
                "Who answered the survey needs nobody's word for it: with her own answers and the released file she "
                "can see how far the release moved her record. In PermDesk's window choose “Check one record”, or run "
                "the following with her own values; nothing is written and nothing leaves the computer."
            )
        ),
        Command(_command(audit, censor)),
        Bullets(
            (
                tr(
                    "The permutation distance says within how many ranks, in every attribute at once, the closest "
                    "released record lies. It means little without the number of released records, {n}: divide by it.",
                    n=audit.n_anonymized,
                ),
                tr(
                    "The variances say how much the released values around hers differ. Where they hardly differ, "
                    "knowing the neighbourhood is nearly knowing her value, however large the distance."
                ),
                tr(
                    "If the producer declares the file a pure permutation of the original values, add "
                    "--pure-permutation: then random records are drawn from the release, and she learns which share of "
                    "them matches as closely as she does. A large share makes her match plausible as chance."
                ),
                tr("Attributes that she leaves out keep the distance as it is or would make it larger, never smaller."),
            )
        ),
        Heading(tr("What the release alone leaves open"), level=3, viewer=Viewer.SUBJECT),
        Bullets(_open(censor.profile)),
    )


def _page(description: Description, censor: Censor) -> tuple[Block, ...]:
    place = censor.text(description.page_for_respondents.strip())
    if not place:
        return ()
    return (
        Paragraph(
            tr(
                "The producer offers a page for this: {place}. It holds the released file and computes in the "
                "respondent's own browser; what she types does not leave her computer.",
                place=place,
            )
        ),
    )


def _command(audit: Audit, censor: Censor) -> str:
    """What stands in names of files and attributes is not ours, and a terminal obeys it: odd names stay out."""
    attributes = audit.pair.attributes
    named = [a for a in attributes if _HARMLESS.fullmatch(a.name)][:MOST_NAMED]
    values = [f"{a.name}={_example_value(a.level)}" for a in named]
    if len(named) < len(attributes):
        values.append("…")
    parts = (rf"\"{value}\"" if "," in value else value for value in values)
    name = audit.pair.anonymized.path.name
    release = name if _HARMLESS.fullmatch(name) and censor.text(name) == name else tr("RELEASE")
    return f'permdesk subject "{release}" --record "{",".join(parts)}"'


def _example_value(level: Level) -> str:
    return tr("NUMBER") if level is Level.NUMERIC else tr("CATEGORY")


def _open(profile: Profile) -> tuple[str, ...]:
    items = [
        tr(
            "A change of scale. If values were only stretched or shifted, the distance looks large, and yet whoever "
            "holds the original file undoes the change. Only the producer can tell: ask for the distance against the "
            "reverse-mapped file."
        ),
        tr("Whether a matched record is her own. Only the producer knows which record became which."),
        tr(
            "What an intruder finds who compares records otherwise than by their largest rank difference; the producer "
            "can count his right links, she cannot."
        ),
        tr("What was released elsewhere about her, and what attributes say that are not in the file."),
    ]
    if profile.shows_risk:
        items[0] += " " + tr("This report gives the smallest and the median over all records.")
    return tuple(items)
