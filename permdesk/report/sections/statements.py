"""Statements about risk that the policy allows a cautious public report; none of them gives a measured value."""

from __future__ import annotations

from permdesk.audit.findings import Audit, Outcome
from permdesk.audit.policy import PublicStatement
from permdesk.report.blocks import Block, Bullets, Heading, Number, Paragraph
from permdesk.report.number_text import number_text
from permdesk.report.wording import statement_title
from permdesk.translation import tr, tr_count

_CHECKS = {
    PublicStatement.SMALLEST_DISTANCE: "smallest-distance",
    PublicStatement.RIGHT_LINKS: "right-links",
    PublicStatement.DEFENSIBLE_RIGHT_LINKS: "defensible-right-links",
}


def statement_blocks(audit: Audit) -> tuple[Block, ...]:
    """One sentence for each allowed statement, whatever it turns out to say: one that is made only when it pleases
    would tell by its absence that it does not."""
    allowed = audit.verdict.policy.public_statements
    if not allowed:
        return ()
    return (
        Heading(tr("What the policy lets be said about the risk"), level=3),
        Paragraph(
            tr(
                "The producer's policy “{policy}” names these statements for publication, whatever they turn out to "
                "be. They say whether a threshold was kept, not by how much.",
                policy=audit.verdict.policy.name,
            )
        ),
        Bullets(tuple(_sentence(statement, audit) for statement in dict.fromkeys(allowed))),
    )


def _sentence(statement: PublicStatement, audit: Audit) -> str:
    if statement is PublicStatement.VERDICT:
        return _verdict(audit.verdict.outcome)
    check = next((check for check in audit.verdict.checks if check.name == _CHECKS[statement]), None)
    if check is None or check.threshold is None or check.outcome is Outcome.NOT_APPLICABLE:
        return tr("{subject}: no threshold could be applied.", subject=statement_title(statement))
    if check.outcome is Outcome.PASS:
        return _kept(statement, check.threshold)
    return tr("{subject}: the threshold of the policy was not kept.", subject=statement_title(statement))


def _verdict(outcome: Outcome) -> str:
    match outcome:
        case Outcome.PASS:
            return tr(
                "The release keeps every threshold of the policy. That is no proof that nobody can be re-identified."
            )
        case Outcome.FAIL:
            return tr("The release does not keep every threshold of the policy.")
        case Outcome.NOT_APPLICABLE:
            return tr("Whether the release keeps the thresholds of the policy could not be decided.")


def _kept(statement: PublicStatement, threshold: float) -> str:
    match statement:
        case PublicStatement.RIGHT_LINKS:
            return tr(
                "At most {share} of the records can be linked right by the strongest linkage that was tried.",
                share=number_text(threshold, Number.SHARE),
            )
        case PublicStatement.DEFENSIBLE_RIGHT_LINKS:
            return tr(
                "An intruder who knows the whole original file can tell at most {n} of his right links from chance.",
                n=number_text(threshold, Number.COUNT),
            )
        case _:
            return tr_count(
                "Every record is at least one rank away from the released record closest to it.",
                "Every record is at least {count} ranks away from the released record closest to it.",
                round(threshold),
            )
