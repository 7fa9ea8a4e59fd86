"""What the officer may decide about two files; every choice has a guess, none is silent."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """What the values of an attribute are."""

    NUMERIC = "numeric"
    ORDINAL = "ordinal"
    NOMINAL = "nominal"
    RECORD_ID = "record-id"
    EXCLUDED = "excluded"


class CategoryOrder(StrEnum):
    """How categories are ranked (Domingo-Ferrer et al. 2013 for the marginality of nominal ones).

    BY_HAND: as listed. BY_FREQUENCY: most frequent in X first, which is marginality when any two different categories
    are at distance 1. BY_TAXONOMY: smallest marginality first, the sum of semantic distances to all other values of X;
    needs a hierarchy. BY_CODE: numbers by size, then words by the alphabet, as they stand in the file. BY_LABEL: the
    same for the value labels of a codebook; a code without a label counts as its own.
    """

    BY_HAND = "by-hand"
    BY_FREQUENCY = "by-frequency"
    BY_TAXONOMY = "by-taxonomy"
    BY_CODE = "by-code"
    BY_LABEL = "by-label"


class DateNotation(StrEnum):
    """How the cells of an attribute write points in time: the order of day, month and year, or a time of day alone.
    A time may follow any date."""

    YEAR_MONTH_DAY = "year-month-day"
    DAY_MONTH_YEAR = "day-month-year"
    MONTH_DAY_YEAR = "month-day-year"
    TIME_OF_DAY = "time-of-day"


class PairingBy(StrEnum):
    """How a record of X is known to be a record of Y."""

    ID = "id"
    ROW = "row"
    UNPAIRED = "unpaired"


@dataclass(frozen=True, slots=True)
class FixedField:
    """One column of a text without separators: ``width`` characters from ``first``, which counts from 1.

    ``decimals`` are the last digits of a number written without a decimal mark; 0 reads the cell as it stands. ``line``
    counts the lines of a record, from 1.
    """

    name: str
    first: int
    width: int
    decimals: int = 0
    missing_codes: tuple[str, ...] = ()
    line: int = 1


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a file is read. Marks are single characters; ``missing_codes`` and ``suppressed_codes`` are whole cells,
    compared after trimming. ``sheet`` is for workbooks; the text settings then have no effect, and the reverse.

    ``thousands_mark``: between groups of three digits, empty for none. ``rows_to_skip``: before the header, in texts
    and workbooks. ``fields``: of a text without separators, marked by hand. ``member``: the file inside an archive.
    ``codebook``: the path of a file that describes this one (.rda, .sps, .dct, .sas7bcat). ``scale_confirmed``: the
    officer said that numbers are meant as these marks read them, though the file itself suggests others.
    """

    separator: str = ","
    decimal_mark: str = "."
    quote: str = '"'
    encoding: str = "utf-8"
    has_header: bool = True
    missing_codes: tuple[str, ...] = ("",)
    suppressed_codes: tuple[str, ...] = ("*",)
    sheet: str = ""
    thousands_mark: str = ""
    rows_to_skip: int = 0
    fields: tuple[FixedField, ...] = ()
    member: str = ""
    codebook: str = ""
    scale_confirmed: bool = False


@dataclass(frozen=True, slots=True)
class AttributeChoice:
    """What the officer (or the guess) says of one attribute that both files have.

    ``name`` is that in X, ``anonymized_name`` that in Y where it was chosen to be another. ``categories`` are in rank
    order and only for attributes ordered BY_HAND. ``hierarchy`` is the path of a file that says what generalized
    values cover (relative to the recipe in its file, absolute in memory), ``hierarchy_sha256`` what it was when it was
    chosen. ``dates``, for numeric attributes: cells are points in time, None: numbers. ``reason`` says why, for a
    guess.
    """

    name: str
    level: Level
    order: CategoryOrder | None = None
    categories: tuple[str, ...] = ()
    reason: str = ""
    anonymized_name: str = ""
    hierarchy: str = ""
    hierarchy_sha256: str = ""
    dates: DateNotation | None = None


@dataclass(frozen=True, slots=True)
class PairChoices:
    """Everything that turns two tables into a pair of files that can be audited. ``id_attributes`` together name a
    record (names in X). ``pairing_reason`` says why, for a guess."""

    attributes: tuple[AttributeChoice, ...]
    pairing: PairingBy
    id_attributes: tuple[str, ...] = ()
    pairing_reason: str = ""

    @property
    def renamed(self) -> dict[str, str]:
        """Names in X to names in Y, of attributes that were chosen to have another name there."""
        return {choice.name: choice.anonymized_name for choice in self.attributes if choice.anonymized_name}

    @property
    def id_names(self) -> str:
        """The ID attributes in one text, to stand in a sentence; empty where there are none."""
        return ", ".join(self.id_attributes)
