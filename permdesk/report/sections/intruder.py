"""The intruder: which links the strongest intruder would make, and (only the protector knows) how many are right."""

from __future__ import annotations

from permdesk.audit.findings import Audit, RightLinks
from permdesk.compute.progress import Progress
from permdesk.report.blocks import Block, Cell, Column, Heading, Number, Paragraph, Row, Table, Viewer
from permdesk.report.link_table import link_table
from permdesk.report.linkage_tables import battery_tables
from permdesk.report.number_text import multiple_text, number_text
from permdesk.report.profile import Profile
from permdesk.report.wording import target_title
from permdesk.translation import tr


def intruder_blocks(audit: Audit, profile: Profile, progress: Progress) -> tuple[Block, ...]:
    """Counts of right links, the battery of linkages; with records, Table 5. Raises Cancelled."""
    blocks: list[Block] = [
        Heading(tr("What could the strongest intruder do?"), viewer=Viewer.INTRUDER),
        Paragraph(
            tr(
                "This intruder holds the original file and the released one and lacks only the link between their "
                "records. He links every original record with the records of the {target} at the smallest "
                "permutation distance. No outsider can know more. Other ways of comparing records can find more "
                "of them; the strongest that was tried is named below.",
                target=target_title(audit.links.target),
            )
        ),
    ]
    if audit.right_links is None:
        blocks.append(
            Paragraph(
                tr(
                    "Nobody can count his right links here, as it is not known which released record belongs to "
                    "which original one. That is no evidence of safety."
                )
            )
        )
    else:
        blocks.append(Heading(tr("How many of his links are right?"), level=3, viewer=Viewer.PROTECTOR))
        blocks.append(_counts(audit.right_links))
        blocks.append(_expected(audit.right_links))
        blocks.extend(battery_tables(audit.right_links))
    if profile.shows_records:
        # Whether the own release is among the links is a column only where somebody knows it: the protector.
        viewer = Viewer.INTRUDER if audit.links.own_matches is None else Viewer.PROTECTOR
        blocks.append(Heading(tr("His links"), level=3, viewer=viewer))
        blocks.append(link_table(audit, progress))
    return tuple(blocks)


def _counts(links: RightLinks) -> Table:
    several_wrong = links.multiple - links.among_several
    total = links.sole_correct + links.wrong + links.multiple

    def row(title: str, count: int) -> Row:
        return Cell(title), Cell(count), Cell(count / total if total else None)

    return Table(
        name=tr("Right links"),
        caption=tr("Links of the intruder, checked by the protector"),
        columns=(
            Column(tr("Links of a record")),
            Column(tr("Records"), Number.COUNT),
            Column(tr("Share"), Number.SHARE),
        ),
        rows=(
            row(tr("one link, right"), links.sole_correct),
            row(tr("one link, wrong"), links.wrong),
            row(tr("several links, the right one among them"), links.among_several),
            row(tr("several links, all wrong"), several_wrong),
        ),
        note=tr("Original records without a release of their own are not counted."),
    )


def _expected(links: RightLinks) -> Paragraph:
    low, high = links.interval
    return Paragraph(
        tr(
            "If he picks one of his links at random, {rate} of them are right on average (95 % interval {low} to "
            "{high}). A blind guess is right for one in {n}: he does {lift} times as well.",
            rate=number_text(links.expected_correct_rate, Number.SHARE),
            low=number_text(low, Number.SHARE),
            high=number_text(high, Number.SHARE),
            n=round(1 / links.chance),
            lift=multiple_text(links.lift),
        )
    )
