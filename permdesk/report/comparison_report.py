"""The report of a comparison: candidate releases of one original, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from permdesk.audit.candidates import ComparedRelease
from permdesk.audit.findings import Outcome
from permdesk.audit.policy import Policy
from permdesk.audit.release_figures import Figure, ReleaseFigures, best
from permdesk.compute.progress import UNWATCHED, Progress
from permdesk.report import blocks
from permdesk.report.blocks import Block, Bullets, Cell, Column, Heading, Mark, Paragraph, Report, Table, Viewer
from permdesk.report.comparison_conclusions import conclusions
from permdesk.report.comparison_details import comparison_details
from permdesk.report.comparison_figures import risk_utility_map
from permdesk.report.comparison_map import fails_policy, no_points
from permdesk.report.comparison_words import NUMBERS, figure_meaning, figure_title, for_staff
from permdesk.report.profile import Profile
from permdesk.translation import tr


def comparison_report(
    original: str,
    lines: Sequence[ReleaseFigures],
    policy: Policy,
    made_on: date,
    releases: Sequence[ComparedRelease] = (),
    progress: Progress = UNWATCHED,
) -> Report:
    """The report of releases of the file ``original``; with the ``releases`` themselves it goes on to warnings,
    distributions and attributes. The same arguments give the same report. Raises Cancelled."""
    return Report(
        title=tr("Candidate releases of {file}", file=original),
        subtitle=for_staff(),
        profile=Profile.INTERNAL,
        made_on=made_on,
        explanation=for_staff(),
        blocks=(
            Heading(tr("Which release is better?"), viewer=Viewer.PROTECTOR),
            *(Paragraph(sentence) for sentence in conclusions(lines)),
            comparison_table(lines, policy),
            *_map(lines, progress),
            *comparison_details(releases, progress),
            Heading(tr("What the columns say")),
            Bullets(
                tuple(
                    tr("{name}: {reason}", name=figure_title(figure), reason=figure_meaning(figure))
                    for figure in Figure
                )
            ),
        ),
    )


def comparison_table(lines: Sequence[ReleaseFigures], policy: Policy) -> Table:
    """One row a release; the best of each column is bold and underlined."""
    winners = {figure: best(lines, figure) for figure in Figure}
    outcomes = {Outcome.PASS: tr("✓ pass"), Outcome.FAIL: tr("✕ fail"), Outcome.NOT_APPLICABLE: tr("? not judged")}
    best_mark = Mark.BOLD | Mark.UNDERLINED
    return Table(
        name=tr("Releases"),
        caption=tr("The releases side by side; the best of each column is bold and underlined"),
        columns=(
            Column(tr("Release")),
            *(Column(figure_title(figure), NUMBERS[figure]) for figure in Figure),
            Column(tr("Policy “{name}”", name=policy.name)),
        ),
        rows=tuple(
            (
                Cell(line.name),
                *(Cell(line.value(figure), best_mark if place in winners[figure] else Mark.NONE) for figure in Figure),
                Cell(outcomes[line.outcome]),
            )
            for place, line in enumerate(lines)
        ),
    )


def _map(lines: Sequence[ReleaseFigures], progress: Progress) -> tuple[Block, ...]:
    reason = no_points(lines)
    if reason:
        return (Paragraph(reason),)
    return (
        blocks.Figure(
            name="map",
            caption=_map_caption(lines),
            alternative=tr("A map of the releases by right links and loss; the table has the same numbers."),
            svg=risk_utility_map(lines, progress),
        ),
    )


def _map_caption(lines: Sequence[ReleaseFigures]) -> str:
    said = tr("Risk and loss: the nearer to the lower left corner, the better. Full points are not beaten in both.")
    if any(line.outcome is Outcome.FAIL for line in lines):
        return f"{said} ✕: {fails_policy()}."
    return said
