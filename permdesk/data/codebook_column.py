"""One column as a codebook describes it, whatever program wrote the codebook."""

from __future__ import annotations

from dataclasses import dataclass

from permdesk.data.column_meaning import ValueLabel


class Unreadable(Exception):  # noqa: N818 (an answer, told as a Problem)
    """Why a codebook cannot be understood, in a translated sentence."""


@dataclass(frozen=True, slots=True)
class CodebookColumn:
    """``first`` counts characters from 1, and is 0 where a separator ends the column; ``line`` the lines of a record,
    from 1. ``missing`` are pairs of the lowest and the highest code of a range."""

    name: str
    first: int
    width: int
    decimals: int = 0
    label: str = ""
    value_labels: tuple[ValueLabel, ...] = ()
    missing: tuple[tuple[str, str], ...] = ()
    line: int = 1


@dataclass(frozen=True, slots=True)
class Described:
    """The columns of a codebook, the separator between them, the names of code lists that could not be had, and how
    many lines a record has."""

    columns: tuple[CodebookColumn, ...]
    separator: str = ""
    absent: tuple[str, ...] = ()
    n_lines: int = 1
