"""The page of the subject's check: what a release holds about one record, for its owner to print and keep."""

from __future__ import annotations

from datetime import date

from permdesk.audit.subject import SubjectCheck
from permdesk.compute.progress import UNWATCHED, Progress
from permdesk.report.blocks import (
    Block,
    Bullets,
    Cell,
    Column,
    Formula,
    Heading,
    KeyFigure,
    KeyFigures,
    Mark,
    Number,
    Paragraph,
    Report,
    Table,
    Viewer,
)
from permdesk.report.comparison import comparison_table, own_value_text
from permdesk.report.matches import MatchWriter, rank_cell
from permdesk.report.number_text import cell_text, number_text
from permdesk.report.profile import Profile
from permdesk.report.records import value_cell, value_column
from permdesk.report.sections.method_formulas import rank_deviation_formula, subject_formulas
from permdesk.translation import tr, tr_count


def subject_page(check: SubjectCheck, made_on: date, progress: Progress = UNWATCHED) -> Report:
    """The page of a check. It holds the typed record, so it says whose it is. The same arguments give the same page.
    Raises Cancelled."""
    heading = tr("The subject's own page")
    explanation = tr(
        "This page holds the values of the record that was typed. They are the subject's own: the page is for her, "
        "and whoever else holds it reads what she answered. Do not publish it."
    )
    return Report(
        title=tr("One record, held against {file}", file=check.file),
        subtitle=tr("{heading}. {explanation}", heading=heading, explanation=explanation),
        profile=Profile.INTERNAL,
        made_on=made_on,
        blocks=(
            *_distance_blocks(check),
            *_nearby_blocks(check),
            Heading(tr("Her record against every record of the release")),
            _comparison(check, progress),
            Heading(tr("Is the match plausible as a random one?")),
            Paragraph(_chance(check)),
            Heading(tr("What the release alone leaves open")),
            Bullets(check.leaves_open),
            *_methods(check),
        ),
        heading=heading,
        explanation=explanation,
    )


def _distance_blocks(check: SubjectCheck) -> tuple[Block, ...]:
    d, n = check.table.distance, check.n_records
    matches = str(MatchWriter(check.distances, 1).cell(0).value)
    blocks: list[Block] = [
        Heading(tr("Her record and its distance"), viewer=Viewer.SUBJECT),
        KeyFigures(
            (
                KeyFigure(tr("Permutation distance"), str(d), tr("ranks, of {n}", n=n)),
                KeyFigure(tr("Share of n"), number_text(d / n, Number.SHARE), tr("distance over released records")),
                KeyFigure(tr("Matched records"), matches, tr("rows of the release that attain the distance")),
            )
        ),
        Paragraph(_distance_sentence(d, n)),
    ]
    if check.left_out:
        blocks.append(Paragraph(tr("What was typed but cannot be compared:")))
        blocks.append(
            Bullets(tuple(tr("{name}: {reason}", name=left.name, reason=left.reason) for left in check.left_out))
        )
    return tuple(blocks)


def _distance_sentence(d: int, n: int) -> str:
    if d == 0:
        return tr(
            "The release holds a record that has, in every attribute at once, the value closest to hers: ranks do not "
            "hide her record at all."
        )
    return tr(
        "The closest released record lies within {d} of {n} ranks of hers in every attribute at once, and no released "
        "record lies closer. The larger the share of n, the further the release moved her record.",
        d=d,
        n=n,
    )


def _comparison(check: SubjectCheck, progress: Progress) -> Table:
    def released(row: int, place: int, mark: Mark) -> Cell:
        attribute = check.attributes[place]
        return value_cell(attribute, attribute.anonymized, row, mark)

    caption = tr(
        "The typed record against {file}: permutation distance {d} (Table 3 of the paper)",
        file=check.file,
        d=check.table.distance,
    )
    return comparison_table(check.attributes, check.distances, 0, caption, released, progress)


def _nearby_blocks(check: SubjectCheck) -> tuple[Block, ...]:
    matched = tr_count(
        "One record of the release attains the distance: row {rows}.",
        "{count} records of the release attain the distance: rows {rows}.",
        check.table.matches.size,
        rows=MatchWriter(check.distances, 1).cell(0).value,
    )
    variances = tr(
        "The variance says how much the released values within the distance {d} of hers differ, in squared units. "
        "Where it is small, whoever knows the neighbourhood nearly knows her value, however large the distance.",
        d=check.table.distance,
    )
    return (Heading(tr("Matches and variances"), level=3), Paragraph(matched), Paragraph(variances), _values(check))


def _values(check: SubjectCheck) -> Table:
    low, high = check.table.closest_low, check.table.closest_high
    first = int(check.table.matches[0])
    return Table(
        name=tr("Her values"),
        caption=tr("The record that was typed, as it was understood, its first match and the variances nearby"),
        columns=(
            Column(tr("Attribute")),
            Column(tr("Her value")),
            Column(tr("Rank of the closest released value"), Number.COUNT),
            Column(tr("Value in row {row}", row=first + 1)),
            Column(tr("Rank deviation"), Number.COUNT),
            Column(tr("Variance within the distance"), Number.MEASURE),
        ),
        rows=tuple(
            (
                Cell(attribute.name),
                Cell(own_value_text(attribute, 0)),
                rank_cell(int(low[j]), int(high[j]), check.n_records),
                Cell(cell_text(value_cell(attribute, attribute.anonymized, first), value_column(attribute, "", ""))),
                Cell(check.table.deviations[first, j]),
                Cell(check.variances[j]),
            )
            for j, attribute in enumerate(check.attributes)
        ),
    )


def _chance(check: SubjectCheck) -> str:
    chance = check.plausibility
    if chance is None:
        return tr("This was not tested; what the release leaves open, below, says why.")
    judged = plausible_sentence if chance.is_plausible else implausible_sentence
    share = chance_sentence(number_text(chance.p_value, Number.SHARE), chance.n)
    return f"{share} {judged(number_text(chance.alpha, Number.SHARE))}"


def chance_sentence(share: str, n: object) -> str:
    """How many random records match as closely as hers."""
    return tr(
        "{share} of {n} random records, drawn from the release attribute by attribute, match at least as closely.",
        share=share,
        n=n,
    )


def plausible_sentence(alpha: str) -> str:
    """That is often enough to be chance."""
    return tr("That is more than {alpha}: the match is plausible as a random one.", alpha=alpha)


def implausible_sentence(alpha: str) -> str:
    """That is too seldom to be chance."""
    return tr(
        "That is no more than {alpha}: the match is hardly a random one, and an intruder who knows the record "
        "could rely on it.",
        alpha=alpha,
    )


def _methods(check: SubjectCheck) -> tuple[Block, ...]:
    return (
        Heading(tr("How it is computed")),
        Paragraph(
            tr(
                "Y is the released file with n = {n} records; ranks run from 1 to n, p numbers released records and j "
                "attributes. Missing and equal values are taken at their worst for her: a missing value matches "
                "anything.",
                n=check.n_records,
            )
        ),
        rank_deviation_formula(),
        *subject_formulas(),
        Formula(
            "v_s^j = Var S^j(d_s)",
            tr(
                "Variance (divided by the number of values) of the released values whose ranks lie within her distance "
                "of the value closest to hers."
            ),
            tr("Definition of (d, v)-permuted privacy for a record"),
        ),
    )
