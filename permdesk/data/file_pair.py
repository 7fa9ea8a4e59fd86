"""An original file and an anonymized one, typed, matched and ready to be audited."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from permdesk.compute.arrays import Floats, Rows, sealed
from permdesk.data.choices import CategoryOrder, DateNotation, Level, PairChoices, PairingBy
from permdesk.data.problem import Problem

if TYPE_CHECKING:  # it reads columns, which the window's first picture does not wait for
    from permdesk.data.attribute_trace import AttributeTrace
    from permdesk.data.pair_report import PairReport


@dataclass(frozen=True, slots=True, eq=False)
class Values:
    """One attribute in one file: record i holds something from ``lower[i]`` to ``upper[i]``.

    Equal bounds are a plain value, different ones a generalized value such as ``[20, 40[``, two nan a missing or
    suppressed one. Without generalized values both are one array. Categories are their place in the agreed order,
    from 1. ``n_missing`` counts cells that are blank or hold a missing code, ``n_suppressed`` cells that hold a
    suppression mark such as ``*``.
    """

    lower: Floats
    upper: Floats
    n_missing: int = 0
    n_suppressed: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "lower", sealed(self.lower))
        object.__setattr__(self, "upper", sealed(self.upper))


@dataclass(frozen=True, slots=True, eq=False)
class AttributePair:
    """One audited attribute in both files. ``categories`` are in rank order, empty for numeric attributes. ``dates``,
    for numeric ones: values are points in time, in days since 1970-01-01 (times of day alone: seconds)."""

    name: str
    level: Level
    original: Values
    anonymized: Values
    order: CategoryOrder | None = None
    categories: tuple[str, ...] = ()
    dates: DateNotation | None = None


@dataclass(frozen=True, slots=True)
class LeftOut:
    """An attribute that is not audited, and why, in a translated sentence."""

    name: str
    level: Level
    reason: str


@dataclass(frozen=True, slots=True, eq=False)
class SourceFile:
    """Where values came from."""

    path: Path
    sha256: str
    n_records: int


@dataclass(frozen=True, slots=True, eq=False)
class FilePair:
    """Two files, the attributes that are audited, and which record of Y belongs to which record of X.

    ``own[i]`` is the row in Y (from 0) of original record i, -1 where it has none; None when unpaired.
    ``record_ids`` and ``anonymized_ids`` are the ID cells of the rows of X and Y, empty unless paired by ID.
    ``report`` says how the columns were read, None for pairs that were not read from files. ``traces`` are what all
    columns of both files showed together, whether or not their cells are kept. ``other_texts`` are the rare texts of
    the original's columns that are not audited. ``is_made_here``: Y was made of these very records, so that nobody
    need doubt the pairing.
    """

    original: SourceFile
    anonymized: SourceFile
    attributes: tuple[AttributePair, ...]
    left_out: tuple[LeftOut, ...]
    pairing: PairingBy
    own: Rows | None
    choices: PairChoices
    record_ids: Sequence[str] = ()
    anonymized_ids: Sequence[str] = ()
    problems: tuple[Problem, ...] = ()
    report: PairReport | None = None
    traces: tuple[AttributeTrace, ...] = ()
    other_texts: Sequence[str] = ()
    is_made_here: bool = False

    def __post_init__(self) -> None:
        if self.own is not None:
            object.__setattr__(self, "own", sealed(self.own))

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(attribute.name for attribute in self.attributes)

    @property
    def names_left_out(self) -> tuple[str, ...]:
        """The attributes that could be known to an intruder and are not audited; identifiers are none."""
        return tuple(left.name for left in self.left_out if left.level is not Level.RECORD_ID)
