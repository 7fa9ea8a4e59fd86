"""The policy: every threshold, the number that decides it, and whether it was kept."""

from __future__ import annotations

from permdesk.audit.check_sentences import check_sentence
from permdesk.audit.findings import Audit, Check, Outcome
from permdesk.report.blocks import Block, Cell, Column, Heading, Mark, Number, Paragraph, Row, Table, Viewer
from permdesk.report.withheld import Censor
from permdesk.report.wording import check_title, outcome_title
from permdesk.translation import tr

MOST_RECORDS = 20


def policy_blocks(audit: Audit, censor: Censor) -> tuple[Block, ...]:
    """The checks of the verdict; with records, which ones decide."""
    verdict = audit.verdict
    blocks: list[Block] = [
        Heading(tr("Policy"), viewer=Viewer.PROTECTOR),
        Paragraph(
            tr(
                "Thresholds belong to the agency. Those of the policy “{policy}” were held against unrounded "
                "numbers, under the worst case of equal and missing values whatever the settings.",
                policy=verdict.policy.name,
            )
        ),
    ]
    if not verdict.checks:
        return (*blocks, Paragraph(tr("The policy sets no threshold.")))
    columns = [
        Column(tr("Check")),
        Column(tr("Outcome")),
        Column(tr("In words")),
        Column(tr("Number found"), Number.MEASURE),
        Column(tr("Threshold"), Number.MEASURE),
    ]
    # A check that no record breaks concerns none, and the sentence says what it is about.
    has_records = any(check.n_records for check in verdict.checks)
    names_records = has_records and censor.profile.shows_records
    if has_records:
        columns.append(Column(tr("Records concerned"), Number.COUNT))
    if names_records:
        columns.append(Column(tr("Which records")))
    blocks.append(
        Table(
            name=tr("Policy"),
            caption=tr("Thresholds of the policy “{policy}”", policy=verdict.policy.name),
            columns=tuple(columns),
            rows=tuple(_row(check)[: len(columns)] for check in verdict.checks),
            note=tr(
                "The smallest variance is a multiple of what the policy asks for; right links are shares; all rates "
                "are those of the strongest linkage."
            ),
            about_records=names_records,
        )
    )
    return tuple(blocks)


def _row(check: Check) -> Row:
    mark = Mark.BOLD if check.outcome is Outcome.FAIL else Mark.NONE
    return (
        Cell(check_title(check), mark),
        Cell(outcome_title(check.outcome), mark),
        Cell(check_sentence(check, names_records=False)),
        Cell(check.value),
        Cell(check.threshold),
        Cell(check.n_records or None),
        Cell(_records(check) or None),
    )


def _records(check: Check) -> str:
    listed = ", ".join(str(record + 1) for record in check.records[:MOST_RECORDS])
    n_more = check.n_records - min(MOST_RECORDS, len(check.records))
    return tr("{rows} and {n} more", rows=listed, n=n_more) if listed and n_more > 0 else listed
