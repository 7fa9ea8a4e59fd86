"""What each treatment of ties reports."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

import numpy as np

from permdesk.audit.findings import TieComparison, TieSummary
from permdesk.report.derivations.derivation import Derivation, Numerals, Step, listed
from permdesk.report.derivations.sources import own, paper, several
from permdesk.translation import tr


class TieFigure(Enum):
    """What is reported of each treatment; the values are formulas."""

    SMALLEST = "d = min_i d_i"
    MEDIAN = "median_i d_i"
    RIGHT = "r = 1/n ∑_i [own(i) ∈ matches_i] / |matches_i|"

    def of(self, summary: TieSummary) -> float | None:
        """The figure in one summary."""
        return {
            TieFigure.SMALLEST: float(summary.d),
            TieFigure.MEDIAN: summary.median_d,
            TieFigure.RIGHT: summary.right_rate,
        }[self]

    @property
    def title(self) -> str:
        """What it is called."""
        return {
            TieFigure.SMALLEST: tr("Smallest distance"),
            TieFigure.MEDIAN: tr("Median distance"),
            TieFigure.RIGHT: tr("Right links"),
        }[self]


def tie_figure(
    comparison: TieComparison, figure: TieFigure, shown: str, numerals: Numerals, *, is_random: bool
) -> Derivation:
    """One figure by the worst case of ties, or over repeated random tie-breaking."""
    summaries = comparison.random if is_random else (comparison.worst_case,)
    found = [value for summary in summaries if (value := figure.of(summary)) is not None]
    steps = [Step(tr("Tied attributes: {names}", names=listed(comparison.tied_attributes)))]
    if not found:
        steps.append(Step(tr("Without a pairing nobody knows which links are right.")))
    elif is_random:
        steps.append(Step(
            tr("{n} random breakings of ties over {k} records: {values}", n=numerals.count(len(found)),
               k=numerals.count(comparison.n_records), values=listed(_texts(figure, found, numerals))),
            min(found), min, tuple(found),
        ))  # fmt: skip
    else:
        steps.append(Step(
            tr("Equal values share their ranks, over {k} records: {value}", k=numerals.count(comparison.n_original),
               value=_texts(figure, found, numerals)[0]),
            found[0], np.min, tuple(found),
        ))  # fmt: skip
    return Derivation(
        title=tr("{figure}, ties broken at random", figure=figure.title)
        if is_random
        else tr("{figure}, worst case of ties", figure=figure.title),
        shown=shown,
        number=min(found) if found else None,
        formula=figure.value,
        steps=tuple(steps),
        meaning=tr("What the paper's random tie-breaking would report, from the smallest to the largest of the draws.")
        if is_random
        else tr("What no order of equal values can undercut: the deviation of equal values is 0."),
        caution=tr("Not protection: two equal values that come to lie at different ranks protect nobody.")
        if is_random
        else tr("Not pessimism: an intruder may always assume the order that suits him."),
        source=paper(tr("Section 2, ties are broken randomly"))
        if is_random
        else several(own(tr("rank intervals of equal values")), paper(tr("Algorithm 2"))),
        term="tie",
    )


def _texts(figure: TieFigure, values: Sequence[float], numerals: Numerals) -> list[str]:
    if figure is TieFigure.RIGHT:
        return [numerals.percent(value) for value in values]
    return [numerals.decimal(value, 0 if float(value).is_integer() else 1) for value in values]
