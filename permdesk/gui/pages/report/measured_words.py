"""What was measured beside a declared parameter, in one line with a sign: colour is never the only mark."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from permdesk.audit.comparison import Agreement, Comparison
from permdesk.audit.method_parameters import Unit
from permdesk.gui.numbers import count, percent, significant
from permdesk.translation import tr

SIGNS = {Agreement.AGREES: "✓", Agreement.CONTRADICTS: "✗", Agreement.OPEN: "?"}
ROLES = {Agreement.AGREES: "good", Agreement.CONTRADICTS: "danger", Agreement.OPEN: "caption"}
GRAVITY = (Agreement.CONTRADICTS, Agreement.OPEN, Agreement.AGREES)
MOST_LISTED = 12


@dataclass(frozen=True, slots=True)
class MeasuredLine:
    """A sentence with its sign, the look of it, and what was measured of each attribute."""

    text: str
    role: str
    details: str


NOTHING_MEASURED = MeasuredLine("", "caption", "")


def measured_line(comparisons: Sequence[Comparison]) -> MeasuredLine:
    """The gravest of the comparisons in words, with the range of everything measured."""
    if not comparisons:
        return NOTHING_MEASURED
    gravest = min(comparisons, key=lambda comparison: GRAVITY.index(comparison.agreement))
    alike = [comparison for comparison in comparisons if comparison.agreement is gravest.agreement]
    measured = [comparison.measured for comparison in alike if comparison.measured is not None]
    sign = SIGNS[gravest.agreement]
    if measured:
        figures = _range(measured, gravest.unit)
        text = tr("{sign} Measured {figures}. {sentence}", sign=sign, figures=figures, sentence=gravest.sentence)
    else:
        text = tr("{sign} {sentence}", sign=sign, sentence=gravest.sentence)
    lines = [_detail(comparison) for comparison in comparisons[:MOST_LISTED]]
    if len(comparisons) > MOST_LISTED:
        lines.append(tr("and {n} more", n=count(len(comparisons) - MOST_LISTED)))
    return MeasuredLine(text, ROLES[gravest.agreement], "\n".join(lines))


def unit_text(value: float, unit: Unit) -> str:
    """A number with its unit, in the locale of the screen."""
    match unit:
        case Unit.SHARE:
            return percent(value)
        case Unit.RECORDS | Unit.NONE:
            return count(round(value))
        case Unit.ATTRIBUTE:
            return significant(value)


def _range(measured: Sequence[float], unit: Unit) -> str:
    low, high = unit_text(min(measured), unit), unit_text(max(measured), unit)
    return low if low == high else tr("{low} to {high}", low=low, high=high)


def _detail(comparison: Comparison) -> str:
    names = ", ".join(comparison.attributes[:4]) + (", …" if len(comparison.attributes) > 4 else "")
    figure = "" if comparison.measured is None else unit_text(comparison.measured, comparison.unit)
    about = " ".join(part for part in (names, figure) if part)
    sign = SIGNS[comparison.agreement]
    said = tr("{name}: {reason}", name=about, reason=comparison.sentence) if about else comparison.sentence
    return f"{sign} {said}"
