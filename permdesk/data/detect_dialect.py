"""Finds out how a delimited text is written, and says why."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from permdesk.data.choices import Dialect
from permdesk.data.encoding import Decoded
from permdesk.data.missing import RECOGNIZED
from permdesk.data.numbers import number_pattern
from permdesk.data.rows_before_header import count_rows_before_header
from permdesk.data.wording import quoted
from permdesk.translation import to_translate, tr, translated

# Where two separators fit equally well, the rarer in ordinary text comes first; a comma may be a decimal mark.
SEPARATORS = ("\t", ";", "|", ",")
EXCEL_SEPARATOR = re.compile("sep=([\t;|,])[\r\n]", re.IGNORECASE)
SAMPLE_CHARACTERS = 1 << 18
SAMPLE_BYTES = 4 * SAMPLE_CHARACTERS + 4  # a character has at most four; one more, to tell that the text goes on
SAMPLE_ROWS = 1000
SEPARATOR_NAMES = {
    "\t": to_translate("tab"),
    ";": to_translate("semicolon"),
    "|": to_translate("bar"),
    ",": to_translate("comma"),
}

Rows = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class DialectReasons:
    """Why each setting is as it is, in sentences; empty where it was chosen."""

    separator: str = ""
    decimal_mark: str = ""
    encoding: str = ""
    header: str = ""


@dataclass(frozen=True, slots=True)
class Detected:
    """A dialect found out, but for missing codes, which only the whole file can show."""

    dialect: Dialect
    reasons: DialectReasons


@dataclass(frozen=True, slots=True)
class Finding:
    """A setting and the sentence that says why it was chosen."""

    mark: str
    reason: str


def detect_dialect(decoded: Decoded) -> Detected:
    """Find separator, header and decimal mark of a text that is not blank."""
    text = decoded.beginning(SAMPLE_BYTES)
    told = EXCEL_SEPARATOR.match(text)
    n_told = 0 if told is None else 1
    text = _without_lines(text, n_told)
    separator = find_separator(text) if told is None else Finding(told[1], tr("The first line says so, for Excel."))
    skipped = count_rows_before_header(list(islice(_all_rows(text, separator.mark), SAMPLE_ROWS)))
    text = _without_lines(text, skipped)
    rows = sample_rows(text, separator.mark, Dialect().quote) or [[""]]  # a first cell too long to be cut
    has_header, header_reason = find_header(rows)
    decimal_mark = find_decimal_mark(rows[has_header:])
    return Detected(
        Dialect(
            separator=separator.mark,
            decimal_mark=decimal_mark.mark,
            encoding=decoded.encoding,
            has_header=has_header,
            rows_to_skip=n_told + skipped,
        ),
        DialectReasons(separator.reason, decimal_mark.reason, decoded.reason, header_reason),
    )


def _without_lines(text: str, n_lines: int) -> str:
    return "".join(text.splitlines(keepends=True)[n_lines:]) if n_lines else text


def sample_rows(text: str, separator: str, quote: str, n_rows: int = SAMPLE_ROWS) -> list[list[str]]:
    """The first rows as they come, ragged or not; blank lines are left out."""
    sample = text[:SAMPLE_CHARACTERS]
    if len(sample) < len(text):
        sample = sample[: max(sample.rfind("\n"), sample.rfind("\r")) + 1] or sample
    return list(islice(_rows(sample, separator, quote), n_rows))


def _all_rows(text: str, separator: str) -> Iterator[list[str]]:
    """One row for each of the first lines, blank ones too."""
    for line in islice(text.splitlines(), SAMPLE_ROWS):
        yield next(_rows(line, separator, Dialect().quote), [])


def _rows(sample: str, separator: str, quote: str) -> Iterator[list[str]]:
    lines = io.StringIO(sample, newline="")
    try:
        if quote:
            cells = csv.reader(lines, delimiter=separator, quotechar=quote)
        else:
            cells = csv.reader(lines, delimiter=separator, quotechar=None, quoting=csv.QUOTE_NONE)
        yield from (row for row in cells if row)
    except csv.Error:
        return  # a cell longer than the reader allows: what came before it is sample enough


def find_separator(text: str, quote: str = '"') -> Finding:
    """The separator that cuts most rows into the same number of cells, at least two."""
    best, best_share, n_best = "", 0.0, 0
    for separator in SEPARATORS:
        rows = sample_rows(text, separator, quote)
        n_columns, n_rows = Counter(map(len, rows)).most_common(1)[0] if rows else (0, 0)
        share = n_rows / max(len(rows), 1)
        if n_columns >= 2 and share > best_share and share >= 0.5:
            best, best_share, n_best = separator, share, n_columns
    if not best:
        return Finding(",", tr("No separator cuts the rows into equal numbers of cells, so there is one column."))
    name = SEPARATOR_NAMES[best]
    if best_share == 1:
        return Finding(best, tr("The {name} cuts every row into {n} cells.", name=translated(name), n=n_best))
    return Finding(best, tr("The {name} cuts most rows into {n} cells.", name=translated(name), n=n_best))


def find_decimal_mark(rows: Rows) -> Finding:
    """The mark that occurs in numbers. Commas before groups of three digits only could be thousands marks and are
    no evidence."""
    cells = [cell.strip() for row in rows for cell in row]
    n_points = sum(1 for cell in cells if _has_fraction(cell, "."))
    commas = [cell for cell in cells if _has_fraction(cell, ",")]
    n_commas = len(commas) if not all(re.fullmatch(r"[+-]?[1-9][0-9]{0,2},[0-9]{3}", cell) for cell in commas) else 0
    if n_commas > n_points:
        example = quoted(commas[0])
        return Finding(",", tr("Numbers are written with a decimal comma, as in {example}.", example=example))
    if n_points:
        return Finding(".", tr("Numbers are written with a decimal point."))
    if commas and not n_commas:
        example = quoted(commas[0])
        return Finding(".", tr("A comma as in {example} may be a thousands mark, so a decimal point was assumed.",
                               example=example))  # fmt: skip
    return Finding(".", tr("No number has a decimal mark, so a decimal point was assumed."))


def find_header(rows: Rows) -> tuple[bool, str]:
    """Whether the first row holds names: it has no number, or only the rows below it have."""
    first, below = rows[0], rows[1:]
    numbers = [cell for cell in first if _is_number(cell)]
    for place, cell in enumerate(first):
        under = [row[place] for row in below if place < len(row) and row[place].strip() not in RECOGNIZED]
        if _names_numbers(cell, under):
            return True, tr("The first row holds names: {name} stands above numbers.", name=quoted(cell))
    if numbers:
        return False, tr("The first row holds the number {number}, so it is a record.", number=quoted(numbers[0]))
    return True, tr("The first row holds no number, so it was taken for names.")


def _names_numbers(cell: str, under: Sequence[str]) -> bool:
    """A cell that is no number itself and no mark for a missing one, above cells that are mostly numbers."""
    is_name = cell.strip() not in (*RECOGNIZED, *Dialect().suppressed_codes) and not _is_number(cell)
    return is_name and sum(map(_is_number, under)) > 0.5 * len(under)


def _has_fraction(cell: str, mark: str) -> bool:
    return mark in cell and bool(re.fullmatch(number_pattern(mark), cell))


def _is_number(cell: str) -> bool:
    return any(re.fullmatch(number_pattern(mark), cell.strip()) for mark in ".,")
