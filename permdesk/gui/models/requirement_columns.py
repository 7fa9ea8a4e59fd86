"""The officer's own v, attribute by attribute: what is asked, what the records have, how many have too little."""

from __future__ import annotations

import numpy as np

from permdesk.audit.own_requirement import RequirementReading
from permdesk.compute.arrays import Floats
from permdesk.gui import numbers
from permdesk.gui.models.columns import Column, Mark, Side
from permdesk.gui.models.record_columns import FAILED, SATISFIED
from permdesk.report.derivations.derivation import Derivation
from permdesk.report.derivations.own_requirement import asked_variance, n_too_alike, smallest_at
from permdesk.translation import tr


def requirement_columns(names: tuple[str, ...], whole: Floats, reading: RequirementReading) -> list[Column]:
    """One row for each attribute; ``whole`` (m,) are the variances of Y."""
    asked, smallest = reading.requirement.variances, reading.smallest
    failing = reading.n_below
    distance = numbers.count(reading.requirement.distance)

    def share_text(row: int) -> str:
        return numbers.percent(asked[row] / whole[row], 3) if asked[row] and whole[row] else numbers.NOTHING

    def failing_text(row: int) -> str:
        return f"{FAILED if failing[row] else SATISFIED} {numbers.count(failing[row])}"

    def asked_of(row: int, shown: str) -> Derivation:
        return asked_variance(names[row], asked[row], float(whole[row]), shown, numbers)

    return [
        Column(
            tr("Attribute"),
            lambda row: names[row],
            side=Side.LEFT,
            marks=lambda _row: Mark.BOLD,
            pinned=True,
        ),
        Column(
            tr("v asked"),
            lambda row: numbers.significant(asked[row]) if asked[row] else numbers.NOTHING,
            np.array(asked),
            tooltip=tr("Smallest variance that the values near a record's own must have, in squared units"),
            derived=lambda row: asked_of(row, numbers.significant(asked[row]) if asked[row] else numbers.NOTHING),
        ),
        Column(
            tr("share of variance"),
            share_text,
            tooltip=tr("The same as a share of the variance of the attribute in Y"),
            derived=lambda row: asked_of(row, share_text(row)),
        ),
        Column(
            tr("smallest at d = {d}", d=distance),
            lambda row: numbers.significant(smallest[row]),
            smallest,
            tooltip=tr("v of the data set at this distance: the smallest variance that any record has"),
            derived=lambda row: smallest_at(names[row], reading, row, numbers.significant(smallest[row]), numbers),
            name="smallest variance",
        ),
        Column(
            tr("too little"),
            failing_text,
            np.array(failing),
            tooltip=tr("Records whose window of this attribute varies less than asked"),
            marks=lambda row: Mark.DANGER if failing[row] else Mark.GOOD,
            derived=lambda row: n_too_alike(names[row], reading, row, failing_text(row), numbers),
        ),
    ]
