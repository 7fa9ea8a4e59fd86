"""What an audit found: frozen, read-only, safe to hand between threads. Rows count from 0 here, from 1 on paper."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import numpy as np

from permdesk.audit.policy import Policy
from permdesk.audit.settings import Settings
from permdesk.compute.arrays import Flags, Floats, Ranks, Rows, sealed
from permdesk.compute.sampling_error import SamplingErrors
from permdesk.data.choices import Level
from permdesk.data.file_pair import FilePair
from permdesk.data.problem import Problem

EVERY_ROW = slice(None)


class Target(StrEnum):
    """The file that original records are searched in."""

    ANONYMIZED = "anonymized"
    REVERSE_MAPPED = "reverse-mapped"


class Measure(StrEnum):
    """How far apart a linkage takes two records to be: by the largest, the sum or the sum of squares of their rank
    deviations, or by the Euclidean distance of their standardized values (numeric attributes only)."""

    MAXIMUM = "maximum"
    SUM = "sum"
    SQUARES = "squares"
    STANDARDIZED = "standardized"


class Outcome(StrEnum):
    PASS = "pass"
    FAIL = "fail"
    NOT_APPLICABLE = "not-applicable"


class RandomRecords(StrEnum):
    """EXHAUSTIVE: every combination of the distinct values, weighted. DRAWN: independent draws per attribute."""

    EXHAUSTIVE = "exhaustive"
    DRAWN = "drawn"


def seal(finding: Any, *names: str) -> None:
    """Make the named arrays of a frozen finding read-only; None stays."""
    for name in names:
        values = getattr(finding, name)
        if values is not None:
            object.__setattr__(finding, name, sealed(values))


@dataclass(frozen=True, slots=True)
class AttributeFindings:
    """One attribute. Shares are of the records of Y unless named otherwise; None where it has no meaning.

    ``tied_share``: records whose value of Y another record has too. ``spearman``: rank correlation of X and Z over
    paired records. Noise is E = Y - X, residual noise E' = Y - Z, in the attribute's units (Table 2).
    """

    name: str
    level: Level
    n_distinct_original: int
    n_distinct: int
    tied_share: float
    missing_share: float
    missing_share_original: float
    spearman: float | None
    mean_abs_noise: float | None
    mean_abs_residual_noise: float | None
    residual_smaller_share: float | None


@dataclass(frozen=True, slots=True, eq=False)
class ReverseMapping:
    """Algorithm 1. ``ranks_original`` (n_X, m) and ``ranks_anonymized`` (n_Y, m) are the tie-broken ranks used for
    Z, 0 where missing; ``values`` is Z (n_Y, m), nan where missing. Spearman matrices are (m, m). ``is_permutation``:
    Z holds exactly X's values. ``own`` (n_X,) is the row of each original record's release, -1 where it has none; None
    when unpaired. ``is_numeric``: which attributes have noise.
    """

    original: Floats
    anonymized: Floats
    values: Floats
    ranks_original: Ranks
    ranks_anonymized: Ranks
    own: Rows | None
    is_numeric: tuple[bool, ...]
    is_permutation: bool
    spearman_original: Floats
    spearman_anonymized: Floats
    spearman_reverse_mapped: Floats

    def __post_init__(self) -> None:
        seal(self, "original", "anonymized", "values", "ranks_original", "ranks_anonymized")
        seal(self, "own", "spearman_original", "spearman_anonymized", "spearman_reverse_mapped")

    def noise(self, attribute: int, rows: Rows | slice = EVERY_ROW) -> Floats | None:
        """E = Y - X of an attribute (n_X,), or of some original records; nan where there is none, None if unpaired."""
        if self.own is None:
            return None
        own = self.own[rows]
        found: Floats = self.anonymized[own, attribute] - self.original[rows, attribute]
        found[(own < 0) | (not self.is_numeric[attribute])] = np.nan
        return found

    def residual_noise(self, attribute: int, rows: Rows | slice = EVERY_ROW) -> Floats:
        """E' = Y - Z of an attribute (n_Y,), or of some anonymized records; nan where there is none."""
        found: Floats = self.anonymized[rows, attribute] - self.values[rows, attribute]
        if not self.is_numeric[attribute]:
            found[:] = np.nan
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Distances:
    """Algorithm 2 for every original record against one target with n_records records.

    ``closest_low`` and ``closest_high`` (n_X, m) bound the ranks of the value closest to each original value,
    ``low`` and ``high`` (n_target, m) the ranks of each value of the target; a wildcard spans all ranks.
    ``distance`` is d_i, ``n_matches`` the number of target records that attain it, ``first_match`` the first.
    ``own_matches``: the record's own release is among them; None when unpaired. ``median`` is that of all d_i, found
    once, as it takes its time.
    """

    target: Target
    closest_low: Ranks
    closest_high: Ranks
    low: Ranks
    high: Ranks
    distance: Ranks
    n_matches: Rows
    first_match: Rows
    own_matches: Flags | None
    median: float = field(init=False)

    def __post_init__(self) -> None:
        seal(self, "closest_low", "closest_high", "low", "high", "distance", "n_matches", "first_match", "own_matches")
        object.__setattr__(self, "median", float(np.median(self.distance)) if self.distance.size else np.nan)

    @property
    def n_records(self) -> int:
        return int(self.low.shape[0])

    @property
    def d(self) -> int:
        """The data set's permutation distance: the smallest d_i."""
        return int(self.distance.min())

    @property
    def max(self) -> int:
        return int(self.distance.max())

    @property
    def n_multiple(self) -> int:
        """Records with more than one match."""
        return int((self.n_matches > 1).sum())


@dataclass(frozen=True, slots=True, eq=False)
class Variances:
    """Window variances (n_X, m) in squared units of Y: Var S_i^j(d) at the data set's d and at the record's own d_i,
    nan where the original value is missing. ``v`` (m,) is the smallest of the first (bottom row of Table 4);
    ``at_required`` is the same at the policy's smallest distance, which is d where the policy has none."""

    at_d: Floats
    at_own: Floats
    at_required: Floats
    required_distance: int
    v: Floats

    def __post_init__(self) -> None:
        seal(self, "at_d", "at_own", "at_required", "v")


@dataclass(frozen=True, slots=True)
class LinkageRate:
    """One linkage of the battery, named by its measure and target: expected share of right links, its multiple of
    chance (``lift``), and its Wilson interval of 95 %, over ``n_queries`` original records: all that have a release,
    or some drawn from them, which are searched in the whole target all the same."""

    name: str
    target: Target
    rate: float
    lift: float
    interval: tuple[float, float] = (0.0, 1.0)
    n_queries: int = 0


@dataclass(frozen=True, slots=True)
class LinkageLeftOut:
    """A linkage that says nothing about these files, and why, in a translated sentence."""

    name: str
    target: Target
    reason: str


@dataclass(frozen=True, slots=True)
class RightLinks:
    """The protector's check. Counts are of original records that have a release; ``multiple`` is the paper's count
    of records with several links, ``among_several`` the ones of them whose own release is among the links.
    Rates are from 0 to 1; ``interval`` is the Wilson interval of 95 % for the expected rate."""

    sole_correct: int
    among_several: int
    wrong: int
    multiple: int
    expected_correct_rate: float
    interval: tuple[float, float]
    chance: float
    lift: float
    battery: tuple[LinkageRate, ...]
    left_out: tuple[LinkageLeftOut, ...] = ()

    @property
    def strongest(self) -> LinkageRate:
        return max(self.battery, key=lambda linkage: linkage.rate)


@dataclass(frozen=True, slots=True, eq=False)
class RandomMatch:
    """Is a match chance? Distances of original records (X) and of random records (A) to their matches in the target.

    ``distance`` lists the distances 0, 1, ... that occur up to the largest; ``share_original`` and ``share_random``
    are their relative frequencies (Tables 6 and 7). ``p_values`` (n_X): share of random records that match at least
    as closely. ``defensible`` (n_X): links that stand at level alpha after Benjamini-Hochberg.
    ``n_defensible_right``: how many of these are right, expected over several links and rounded up; protector only.
    ``critical_distance``: the largest t with P(D_A <= t) <= alpha, -1 if there is none; ``expected_critical`` the
    estimate for independent attributes before any run. ``reason`` says why there is nothing to test, else is empty.
    ``n_undecided``: right links that no drawn record matches as closely, which do not stand only because so few were
    drawn; 0 where all combinations were counted. ``ks_p_value``: chance of so large a Kolmogorov-Smirnov statistic
    if both distributions were alike; ``errors``: standard errors, None where all combinations were counted.
    """

    method: RandomRecords
    n: int
    distance: Ranks
    share_original: Floats
    share_random: Floats
    p_values: Floats
    defensible: Flags
    n_defensible_right: int | None
    hellinger: float
    ks: float
    overlap: float
    critical_distance: int
    expected_critical: float
    reason: str = ""
    n_undecided: int = 0
    ks_p_value: float = 1.0
    errors: SamplingErrors | None = None

    def __post_init__(self) -> None:
        seal(self, "distance", "share_original", "share_random", "p_values", "defensible")

    @property
    def n_defensible(self) -> int:
        return int(self.defensible.sum())


@dataclass(frozen=True, slots=True, eq=False)
class Searches:
    """Everything that follows from searching original records in Y and in Z under one treatment of ties and missing
    values. ``other_random_match`` is about the links in the file that ``links`` are not in; None where it could not
    decide the verdict. ``tie_comparison``: None where no value of Y is tied, or nobody asked."""

    distances: Distances
    distances_z: Distances
    variances: Variances
    links: Distances
    right_links: RightLinks | None
    random_match: RandomMatch
    other_random_match: RandomMatch | None
    tie_comparison: TieComparison | None = None


@dataclass(frozen=True, slots=True)
class TieSummary:
    """What one treatment of ties reports, against Y; rates are None when unpaired."""

    d: int
    median_d: float
    right_rate: float | None


@dataclass(frozen=True, slots=True)
class TieComparison:
    """Both treatments of ties side by side; ``random`` has one entry for each repeated draw, each over the same
    ``n_records`` original records: all ``n_original``, over which the worst case is, or a sample of a large file."""

    tied_attributes: tuple[str, ...]
    n_original: int
    n_records: int
    worst_case: TieSummary
    random: tuple[TieSummary, ...]


@dataclass(frozen=True, slots=True)
class Check:
    """One threshold of the policy: the deciding number, and the deciding records (rows from 0, first 100)."""

    name: str
    sentence: str
    outcome: Outcome
    value: float | None
    threshold: float | None
    records: tuple[int, ...] = ()
    n_records: int = 0


@dataclass(frozen=True, slots=True)
class Verdict:
    policy: Policy
    outcome: Outcome
    checks: tuple[Check, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Audit:
    """All findings about one pair of files. ``distances`` are against Y, ``distances_z`` against Z, ``links`` is the
    one of the two that the intruder uses. ``satisfies`` (n_X): the record has the policy's (d, v).
    ``satisfies`` and ``verdict`` rest on the worst case of ties and missing values whatever the settings.
    ``notices`` are sentences that must stand beside the numbers, the gravest first."""

    pair: FilePair
    settings: Settings
    attributes: tuple[AttributeFindings, ...]
    mapping: ReverseMapping
    distances: Distances
    distances_z: Distances
    variances: Variances
    links: Distances
    right_links: RightLinks | None
    random_match: RandomMatch
    tie_comparison: TieComparison | None
    satisfies: Flags
    verdict: Verdict
    notices: tuple[Problem, ...]

    def __post_init__(self) -> None:
        seal(self, "satisfies")

    @property
    def n_original(self) -> int:
        return self.pair.original.n_records

    @property
    def n_anonymized(self) -> int:
        return self.pair.anonymized.n_records

    @property
    def names(self) -> tuple[str, ...]:
        return self.pair.names
