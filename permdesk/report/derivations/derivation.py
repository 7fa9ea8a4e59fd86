"""What is said about a number: formula, the figures put in, what it means, what it does not, and where it is from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from permdesk.translation import tr

Operands = tuple[float, ...] | NDArray[Any]
MOST_LISTED = 12


class Numerals(Protocol):
    """How numbers are written: as on the screen, or as in a file."""

    def count(self, number: int, /) -> str: ...
    def decimal(self, value: float | None, places: int = 2, /) -> str: ...
    def significant(self, value: float | None, digits: int = 4, /) -> str: ...
    def exact(self, value: float, /) -> str: ...
    def percent(self, share: float | None, places: int = 1, /) -> str: ...
    def probability(self, value: float | None, /) -> str: ...
    def interval(self, low: int, high: int, /) -> str: ...


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """One line of the figures put in, as it is read in ``text``. ``result`` is what ``by`` makes of ``operands``, none
    of them rounded; a line that only says something has neither."""

    text: str
    result: float | None = None
    by: Callable[[Any], Any] | None = None
    operands: Operands = ()

    @property
    def recomputed(self) -> float | None:
        """The result, computed again from the figures that were put in."""
        return None if self.by is None else float(self.by(self.operands))


@dataclass(frozen=True, slots=True, eq=False)
class Derivation:
    """How one number comes about.

    ``shown`` is the number as its place shows it, ``number`` the same unrounded, None where there is none; one of the
    steps computes it. Each line of the ``formula`` lowers what follows _ and raises what follows ^ (see
    ``formula_parts``). ``meaning`` and ``caution`` say what the number means and what it does not, ``source`` where
    the formula is from, ``term`` which entry of the glossary tells more. ``stale``: why the number no longer answers
    what is asked, empty where it does.
    """

    title: str
    shown: str
    number: float | None
    formula: str
    steps: tuple[Step, ...]
    meaning: str
    caution: str
    source: str
    term: str = ""
    stale: str = ""


def listed(texts: Sequence[str], most: int = MOST_LISTED) -> str:
    """Texts one after another; of many the first, an ellipsis and the last, which may itself be an ellipsis."""
    if len(texts) <= most:
        return "; ".join(texts)
    return "; ".join([*texts[: most - 1], *(["…"] if texts[-1] != "…" else []), texts[-1]])


def listed_values(values: NDArray[Any], text: Callable[[float], str], most: int = MOST_LISTED) -> str:
    """Numbers one after another, as ``listed`` does; only those that show are written."""
    if values.size <= most:
        return listed([text(float(value)) for value in values])
    return listed([*(text(float(value)) for value in values[: most - 1]), "…", text(float(values[-1]))], most + 1)


def quotient(parts: Operands) -> float:
    """The first by the second."""
    return float(parts[0]) / float(parts[1])


def product(parts: Operands) -> float:
    """All multiplied."""
    return float(np.prod(parts))


def difference(parts: Operands) -> float:
    """The first less the second."""
    return float(parts[0]) - float(parts[1])


def share_of_true(flags: Operands) -> float:
    """How many of some flags are set, as a share of all."""
    return float(np.mean(flags))


def share_text(k: str, n: int, share: float, numerals: Numerals) -> str:
    """How a share of records is said to be computed; ``k`` as it is shown."""
    return tr("{k} of {n} records: {k} / {n} = {share}", k=k, n=numerals.count(n), share=numerals.percent(share))
