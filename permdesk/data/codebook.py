"""What a codebook beside a text file says: where its columns are and what they mean."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from permdesk.compute.progress import Progress
from permdesk.data.choices import FixedField
from permdesk.data.codebook_argus import argus_columns
from permdesk.data.codebook_column import CodebookColumn, Described, Unreadable
from permdesk.data.codebook_spss import spss_columns
from permdesk.data.codebook_stata import stata_columns
from permdesk.data.column_meaning import ColumnMeaning, MissingRange
from permdesk.data.encoding import decode
from permdesk.data.problem import Problem, Severity
from permdesk.data.wording import listed, quoted
from permdesk.translation import tr

LARGEST = 1 << 24
PARSERS: dict[str, Callable[[str, Path], Described]] = {
    ".rda": argus_columns,
    ".rds": argus_columns,
    ".sps": spss_columns,
    ".dct": stata_columns,
}
# Endings of texts that a codebook beside them under the same name describes; delimited text names its own columns.
DESCRIBED = (".asc", ".dat", ".txt", ".saf", ".raw", ".fix", ".prn", "")


@dataclass(frozen=True, slots=True)
class Codebook:
    """The columns of a text: cut at ``fields``, or at ``separator`` if it is not empty; the meaning of each. A record
    has
    ``n_lines`` lines."""

    fields: tuple[FixedField, ...]
    meanings: tuple[ColumnMeaning, ...]
    separator: str = ""
    problems: tuple[Problem, ...] = ()
    n_lines: int = 1


def codebook_beside(path: Path) -> str:
    """The name of the codebook of a text file, empty where none lies beside it."""
    if path.suffix.lower() not in DESCRIBED:
        return ""
    endings = [".rds", ".rda"] if path.suffix.lower() == ".saf" else [".rda"]
    try:
        for ending in (*endings, ".sps", ".dct"):
            beside = path.with_suffix(ending)
            # R's own files have these endings too and are compressed
            if beside.is_file() and b"\0" not in beside.read_bytes()[:4096]:
                return beside.name
    except OSError:
        return ""
    return ""


def read_codebook(data_path: Path, name: str) -> Codebook | Problem:
    """The codebook of that name or path; a relative one lies beside the data."""
    path = data_path.parent / name
    parser = PARSERS.get(path.suffix.lower())
    if parser is None:
        what = tr("{name} is no codebook that can be read.", name=quoted(path.name))
        remedy = tr("Choose a .rda of mu-ARGUS, a .sps of SPSS or a .dct of Stata.")
        return Problem(what, str(data_path), remedy)
    try:
        with path.open("rb") as file:
            decoded = decode(path, file.read(LARGEST), None, Progress())
        if isinstance(decoded, Problem):
            return decoded
        described = parser(decoded.beginning(LARGEST), path)
    except OSError:
        what = tr("The codebook {name} cannot be read.", name=quoted(str(name)))
        return Problem(what, str(data_path), tr("Choose it anew, or mark the columns by hand."))
    except Unreadable as found:
        return Problem(str(found), str(path), tr("Mend the codebook, or mark the columns by hand."))
    if not described.columns:
        what = tr("The codebook describes no column.")
        return Problem(what, str(path), tr("Choose another one, or mark the columns by hand."))
    problems: tuple[Problem, ...] = ()
    if described.absent:
        what = tr("Code lists that cannot be read: {names}.", names=listed(described.absent))
        problems = (Problem(what, path.name, tr("Put them beside the codebook."), Severity.WARNING),)
    fields = tuple(
        FixedField(column.name, column.first, column.width, column.decimals, line=column.line)
        for column in described.columns
    )
    return Codebook(fields, tuple(map(_meaning, described.columns)), described.separator, problems, described.n_lines)


def meaning_of_field(field: FixedField) -> ColumnMeaning:
    """What a column marked by hand means: which of its codes are missing."""
    return ColumnMeaning(missing=tuple(MissingRange(code.strip(), code.strip()) for code in field.missing_codes))


def _meaning(column: CodebookColumn) -> ColumnMeaning:
    reasons = {label.code: label.label for label in column.value_labels}
    missing = tuple(
        MissingRange(low, high, reasons.get(low, "") if low == high else "") for low, high in column.missing
    )
    return ColumnMeaning(column.label, column.value_labels, missing)
