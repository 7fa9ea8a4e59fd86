"""Releases side by side as columns: one figure each, the best of each marked by a star, bold and underlined."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from permdesk.audit.findings import Outcome
from permdesk.audit.release_figures import Figure, ReleaseFigures, best
from permdesk.gui import numbers
from permdesk.gui.models.columns import Column, Mark, Side
from permdesk.gui.models.release_rows import ReleaseRow, Standing, with_figures
from permdesk.masking.parameters import PARAMETERS
from permdesk.report.blocks import Number
from permdesk.report.comparison_words import (
    NUMBERS,
    figure_meaning,
    figure_title,
    method_title,
    short_title,
    strength_text,
)
from permdesk.report.derivations.derivation import Derivation
from permdesk.report.derivations.releases import policy_outcome, release_figure
from permdesk.translation import tr

HOW_FAR = (Figure.DISTANCE, Figure.VARIANCE, Figure.MEDIAN_DISTANCE)
INTRUDER = (Figure.RIGHT_LINKS, Figure.LIFT, Figure.DEFENSIBLE, Figure.DEFENSIBLE_RIGHT, Figure.HELLINGER)
LOST = (Figure.CORRELATION_LOSS, Figure.MARGINAL_LOSS)
SIGNS = {Standing.WAITING: "○", Standing.RUNNING: "▶", Standing.STALE: "↻", Standing.CHANGED: "≠", Standing.FAILED: "✕"}
OUTCOMES = (Outcome.PASS, Outcome.NOT_APPLICABLE, Outcome.FAIL)
OUTCOME_MARKS = {Outcome.PASS: Mark.GOOD, Outcome.NOT_APPLICABLE: Mark.MUTED, Outcome.FAIL: Mark.DANGER}


def release_columns(rows: Sequence[ReleaseRow], policy: str) -> list[Column]:
    """One row for each release; a dash where a figure is not known. ``policy`` is the policy's name."""
    compared = with_figures(rows)
    lines = [row.release.figures for row in compared if row.release is not None]
    return [
        Column(
            tr("Release"),
            lambda row: name_text(rows[row]),
            tooltip=tr("The release, and a sign where something about it must be known"),
            side=Side.LEFT,
            marks=lambda row: Mark.NONE if rows[row].holds else Mark.MUTED,
            note=lambda row: release_note(rows[row]),
            pinned=True,
        ),
        *(_figure(rows, figure, _best_rows(rows, compared, lines, figure)) for figure in (*HOW_FAR, *INTRUDER, *LOST)),
        _policy(rows, policy),
    ]


def figure_text(figures: ReleaseFigures, figure: Figure) -> str:
    """A figure as it is read on screen."""
    return number_text(figures.value(figure), NUMBERS[figure])


def number_text(value: float | None, number: Number) -> str:
    """A share in percent, a correlation with three decimals, any other number with three significant digits."""
    if number is Number.SHARE:
        return numbers.percent(value, 2 if value is not None and value < 0.1 else 1)
    if number is Number.CORRELATION:
        return numbers.decimal(value, 3)
    return numbers.significant(value, 3)


def name_text(row: ReleaseRow) -> str:
    """The name of a release, after a sign where it has no numbers that hold, or warnings."""
    sign = SIGNS.get(row.standing, "")
    if not sign and row.release is not None and row.release.warnings:
        sign = "⚠"
    return f"{sign} {row.name}" if sign else row.name


def release_note(row: ReleaseRow) -> str:
    """What must be known about a release: why it has no numbers or old ones, its warnings, and where it comes from."""
    said = {
        Standing.WAITING: tr("Not audited yet."),
        Standing.RUNNING: tr("It is being audited."),
        Standing.STALE: stale_sentence(),
        Standing.CHANGED: changed_sentence(),
    }
    sentences = [said[row.standing]] if row.standing in said else []
    if row.problem is not None:
        sentences.append(row.problem.sentence)
    if row.release is not None:
        sentences.extend(warning.sentence for warning in row.release.warnings)
    return "\n".join([*sentences, origin_text(row)])


def stale_sentence() -> str:
    """Why numbers are shown that no longer hold."""
    return tr("Out of date: audited under other settings, or against another original.")


def changed_sentence() -> str:
    """Why numbers are shown that are not those of the file."""
    return tr("File changed since its audit: the numbers are those of the file as it was. Audit it again.")


def why_old(row: ReleaseRow) -> str:
    """Why the numbers of a row no longer hold."""
    return changed_sentence() if row.standing is Standing.CHANGED else stale_sentence()


def origin_text(row: ReleaseRow) -> str:
    """The file, and how it was made where it was made here."""
    path, made = row.candidate.file.path, row.candidate.made
    if made is None:
        return path
    strength = strength_text(made.strength, PARAMETERS[made.method].unit)
    return tr("Made here for demonstration: {method}, {strength}. {path}",
              method=method_title(made.method), strength=strength, path=path)  # fmt: skip


def outcome_text(outcome: Outcome) -> str:
    """The verdict on a release, with its sign."""
    texts = {Outcome.PASS: tr("✓ pass"), Outcome.FAIL: tr("✕ fail"), Outcome.NOT_APPLICABLE: tr("? not judged")}
    return texts[outcome]


def best_marks(outcome: Outcome | None) -> Mark:
    """How the best of a column stands out; in the colour of what is good only where the release does not fail."""
    marks = Mark.BOLD | Mark.UNDERLINED
    return marks if outcome is Outcome.FAIL else marks | Mark.GOOD


def group_title(figure: Figure) -> str:
    """What a figure belongs to."""
    if figure in HOW_FAR:
        return tr("How far records moved")
    return tr("What an intruder finds") if figure in INTRUDER else tr("What is lost")


def _best_rows(
    rows: Sequence[ReleaseRow], compared: Sequence[ReleaseRow], lines: Sequence[ReleaseFigures], figure: Figure
) -> frozenset[int]:
    places = {id(row): place for place, row in enumerate(rows)}
    return frozenset(places[id(compared[place])] for place in best(lines, figure))


def _figure(rows: Sequence[ReleaseRow], figure: Figure, winners: frozenset[int]) -> Column:
    def value(row: int) -> float | None:
        release = rows[row].release
        return None if release is None else release.figures.value(figure)

    def text(row: int) -> str:
        said = number_text(value(row), NUMBERS[figure])
        return f"★ {said}" if row in winners else said

    def marks(row: int) -> Mark:
        if row in winners:
            release = rows[row].release
            return best_marks(None if release is None else release.figures.outcome)
        return Mark.NONE if rows[row].holds else Mark.MUTED

    def note(row: int) -> str:
        return tr("The best of this column") if row in winners else ""

    keys = [np.nan if (known := value(row)) is None else known for row in range(len(rows))]
    tip = f"{figure_title(figure)}. {figure_meaning(figure)}"

    def derived(row: int) -> Derivation | None:
        release = rows[row].release
        if release is None:
            return None
        said = release_figure(release.figures, figure, figure_text(release.figures, figure), numbers)
        return said if rows[row].holds else replace(said, stale=why_old(rows[row]))

    title = short_title(figure)
    return Column(title, text, np.array(keys), group_title(figure), tip, marks=marks, note=note, derived=derived)


def _policy(rows: Sequence[ReleaseRow], policy: str) -> Column:
    outcomes = [None if row.release is None else row.release.figures.outcome for row in rows]
    keys = [np.nan if outcome is None else OUTCOMES.index(outcome) for outcome in outcomes]

    def text(row: int) -> str:
        outcome = outcomes[row]
        return numbers.NOTHING if outcome is None else outcome_text(outcome)

    def marks(row: int) -> Mark:
        outcome = outcomes[row]
        return Mark.MUTED if outcome is None or not rows[row].holds else OUTCOME_MARKS[outcome]

    meaning = tr("Whether the release is within the policy “{name}”; open it to see every check", name=policy)

    def derived(row: int) -> Derivation | None:
        release = rows[row].release
        if release is None:
            return None
        if rows[row].holds:
            return policy_outcome(release.figures, policy, text(row))
        return replace(policy_outcome(release.figures, "", text(row)), stale=why_old(rows[row]))

    return Column(
        tr("Policy"), text, np.array(keys, float), tooltip=meaning, side=Side.LEFT, marks=marks, derived=derived
    )
