"""What the officer may set about an audit; together with the files and choices it determines every number."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from permdesk.data.problem import Problem
from permdesk.translation import tr

LARGEST_COUNT = 2**63 - 1
"""Of what files may ask for: no larger whole number is one everywhere."""


class Ties(StrEnum):
    """WORST_CASE: the smallest deviation that any tie-breaking could give. RANDOM: the paper's, drawn with a seed."""

    WORST_CASE = "worst-case"
    RANDOM = "random"


class MissingRule(StrEnum):
    """MATCHES_ANYTHING: deviation 0 against every value. OWN_VALUE: 0 against missing, n against all else."""

    MATCHES_ANYTHING = "matches-anything"
    OWN_VALUE = "own-value"


@dataclass(frozen=True, slots=True)
class Settings:
    """``draws``: random records, when not exhaustive. ``seed``: of draws and of random tie-breaking.
    ``replicates``: repeated draws of random ties. ``alpha``: level of the random-match test."""

    ties: Ties = Ties.WORST_CASE
    missing: MissingRule = MissingRule.MATCHES_ANYTHING
    draws: int = 10_000
    seed: int = 1
    replicates: int = 5
    alpha: float = 0.05


def settings_problem(settings: Settings) -> Problem | None:
    """What cannot be meant about some settings, if anything."""
    limits = {
        "draws": (settings.draws, 1, 10_000_000),
        "seed": (settings.seed, 0, LARGEST_COUNT),
        "replicates": (settings.replicates, 1, 1000),
        "alpha": (settings.alpha, 1e-12, 1.0),
    }
    for key, (value, least, most) in limits.items():
        # "not (a <= b)" rather than "a > b", so that nan is refused too.
        if not least <= value <= most:
            return Problem(
                what=tr(
                    "{key} is {value}, but must be from {least:g} to {most:g}.",
                    key=key,
                    value=value,
                    least=least,
                    most=most,
                ),
                where=tr("Settings"),
                remedy=tr("Correct the number."),
            )
    return None
