"""The formats that tables are written in, by the ending of the name, and what each of them can hold."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from permdesk.data import write_dta, write_sav, write_xlsx, write_xpt
from permdesk.data.output_names import NameRule
from permdesk.data.problem import Problem
from permdesk.translation import tr

SPSS_WORDS = frozenset(["ALL", "AND", "BY", "EQ", "GE", "GT", "LE", "LT", "NE", "NOT", "OR", "TO", "WITH"])
STATA_WORDS = frozenset(
    [
        "_ALL",
        "_B",
        "_COEF",
        "_CONS",
        "_N",
        "_PI",
        "_PRED",
        "_RC",
        "_SE",
        "_SKIP",
        "BYTE",
        "DOUBLE",
        "FLOAT",
        "IF",
        "IN",
        "INT",
        "LONG",
        "STRL",
        "USING",
        "WITH",
    ]
)
LETTER = r"[^\W\d_]"


class OutputFormat(Enum):
    CSV = "CSV"
    XLSX = "XLSX"
    SAV = "SAV"
    DTA = "DTA"
    XPT = "XPT"
    PARQUET = "Parquet"


ENDINGS = {
    ".csv": OutputFormat.CSV,
    ".tsv": OutputFormat.CSV,
    ".txt": OutputFormat.CSV,
    ".xlsx": OutputFormat.XLSX,
    ".sav": OutputFormat.SAV,
    ".dta": OutputFormat.DTA,
    ".xpt": OutputFormat.XPT,
    ".parquet": OutputFormat.PARQUET,
}


class Labels(Enum):
    """Which labels of values a format keeps. BESIDE: all, on a sheet of their own, where people find them."""

    ALL = "all"
    BESIDE = "beside"
    OF_WHOLE_NUMBERS = "of-whole-numbers"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Capacity:
    """What a format can hold; None and infinity are no limit. ``longest_text`` counts bytes of UTF-8, or characters
    where ``counts_characters``; ``forbidden`` are characters that no text may hold.

    ``is_typed``: numbers are stored as numbers and a cell without a value is the same whatever stood in it;
    ``keeps_last_blank``: the last record may have no value at all; ``most_missing`` declared missing values of an
    attribute, a range counting two; ``longest_label`` and ``titles`` count bytes."""

    names: NameRule | None = None
    most_records: int | None = None
    most_columns: int | None = None
    longest_text: int | None = None
    counts_characters: bool = False
    is_ascii: bool = False
    forbidden: frozenset[str] = frozenset()
    smallest: float = 0.0
    largest: float = float("inf")
    is_typed: bool = True
    keeps_trailing_spaces: bool = True
    keeps_last_blank: bool = True
    titles: int | None = None
    labels: Labels = Labels.ALL
    longest_label: int | None = None
    most_missing: int = 0


CAPACITIES = {
    OutputFormat.CSV: Capacity(
        forbidden=frozenset("\0"), is_typed=False, titles=0, labels=Labels.NONE, keeps_trailing_spaces=True
    ),
    OutputFormat.XLSX: Capacity(
        most_records=write_xlsx.MOST_RECORDS,
        most_columns=write_xlsx.MOST_COLUMNS,
        longest_text=write_xlsx.LONGEST_TEXT,
        counts_characters=True,
        forbidden=frozenset(map(chr, [*range(9), *range(11, 32), 0xFFFE, 0xFFFF])),
        keeps_last_blank=False,
        titles=0,
        labels=Labels.BESIDE,
    ),
    OutputFormat.SAV: Capacity(
        names=NameRule(rf"{LETTER}|[0-9._@#$]", rf"{LETTER}|@", 64, SPSS_WORDS, ignores_case=True),
        most_records=2**31 - 1,
        longest_text=write_sav.LONGEST_TEXT,
        forbidden=frozenset("\0"),
        largest=write_sav.LARGEST,
        keeps_trailing_spaces=False,
        titles=write_sav.LONGEST_TITLE,
        longest_label=write_sav.LONGEST_LABEL,
        most_missing=3,
    ),
    OutputFormat.DTA: Capacity(
        names=NameRule(rf"{LETTER}|[0-9_]", rf"{LETTER}|_", 32, STATA_WORDS),
        most_columns=write_dta.MOST_COLUMNS,
        longest_text=write_dta.LONGEST_TEXT,
        forbidden=frozenset("\0"),
        largest=write_dta.LARGEST,
        titles=write_dta.LONGEST_TITLE,
        labels=Labels.OF_WHOLE_NUMBERS,
    ),
    OutputFormat.XPT: Capacity(
        names=NameRule("[A-Z0-9_]", "[A-Z_]", 8, capitals=True),
        most_columns=write_xpt.MOST_COLUMNS,
        longest_text=write_xpt.LONGEST_TEXT,
        is_ascii=True,
        forbidden=frozenset("\0"),
        smallest=write_xpt.SMALLEST,
        largest=write_xpt.LARGEST,
        keeps_trailing_spaces=False,
        keeps_last_blank=False,
        titles=write_xpt.LONGEST_TITLE,
        labels=Labels.NONE,
    ),
    OutputFormat.PARQUET: Capacity(),
}


def output_format(path: Path) -> OutputFormat | Problem:
    """The format that the ending of a name stands for."""
    found = ENDINGS.get(path.suffix.lower())
    if found is None:
        what = tr("Files of the kind {ending} cannot be written.", ending=path.suffix or tr("without an ending"))
        return Problem(what, str(path), tr("Let the name end with one of {endings}.", endings=", ".join(ENDINGS)))
    return found
