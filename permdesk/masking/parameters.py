"""The demonstration methods by name, each with the one parameter that a slider or a sweep moves."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Method(StrEnum):
    """How a demonstration release is made."""

    NOISE = "noise"
    CORRELATED_NOISE = "correlated-noise"
    MULTIPLICATIVE_NOISE = "multiplicative-noise"
    RANK_SWAPPING = "rank-swapping"
    SHUFFLING = "shuffling"
    MICROAGGREGATION = "microaggregation"
    UNIVARIATE_MICROAGGREGATION = "univariate-microaggregation"
    ROUNDING = "rounding"
    TOP_AND_BOTTOM_CODING = "top-and-bottom-coding"
    PRAM = "pram"
    SYNTHETIC = "synthetic"
    INCREASING_MAP = "increasing-map"


class Unit(StrEnum):
    """What a parameter counts in: standard deviations of an attribute, a share of records or values, records of a
    group, or nothing."""

    DEVIATIONS = "deviations"
    SHARE = "share"
    RECORDS = "records"
    STRENGTH = "strength"


@dataclass(frozen=True, slots=True)
class Parameter:
    """The parameter of a method: smallest, largest and usual value; more of it changes the file more. All three are
    the same where the method has no choice."""

    unit: Unit
    least: float
    most: float
    usual: float

    @property
    def is_whole(self) -> bool:
        return self.unit is Unit.RECORDS


PARAMETERS = {
    Method.NOISE: Parameter(Unit.DEVIATIONS, 0.0, 3.0, 0.5),
    Method.CORRELATED_NOISE: Parameter(Unit.DEVIATIONS, 0.0, 3.0, 0.5),
    Method.MULTIPLICATIVE_NOISE: Parameter(Unit.DEVIATIONS, 0.0, 2.0, 0.2),
    Method.RANK_SWAPPING: Parameter(Unit.SHARE, 0.0, 1.0, 0.1),
    Method.SHUFFLING: Parameter(Unit.STRENGTH, 0.0, 1.0, 0.5),
    Method.MICROAGGREGATION: Parameter(Unit.RECORDS, 2, 1000, 5),
    Method.UNIVARIATE_MICROAGGREGATION: Parameter(Unit.RECORDS, 2, 1000, 5),
    Method.ROUNDING: Parameter(Unit.DEVIATIONS, 0.0, 3.0, 0.2),
    Method.TOP_AND_BOTTOM_CODING: Parameter(Unit.SHARE, 0.0, 0.5, 0.05),
    Method.PRAM: Parameter(Unit.SHARE, 0.0, 1.0, 0.2),
    Method.SYNTHETIC: Parameter(Unit.STRENGTH, 1.0, 1.0, 1.0),
    Method.INCREASING_MAP: Parameter(Unit.STRENGTH, 0.0, 10.0, 1.0),
}
