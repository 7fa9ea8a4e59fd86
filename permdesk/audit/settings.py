"""What the officer may set about an audit; together with the files and choices it determines every number."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


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
