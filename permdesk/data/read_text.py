"""A text becomes columns of cells: cut at separators, or where a codebook or the officer says that columns begin."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path

from permdesk.compute.progress import Progress
from permdesk.data.choices import Dialect
from permdesk.data.codebook import Codebook, codebook_beside, meaning_of_field, read_codebook
from permdesk.data.column_meaning import ColumnMeaning
from permdesk.data.detect_dialect import Detected, DialectReasons, detect_dialect, find_decimal_mark
from permdesk.data.encoding import Decoded, decode
from permdesk.data.file_content import FileContent
from permdesk.data.fixed_width import cut_lines, field_problem, lines_of
from permdesk.data.problem import Problem, Severity
from permdesk.data.read_delimited import dialect_problem, names_in_first_row, read_delimited
from permdesk.data.rows_before_header import without_lines
from permdesk.data.text_column import TextColumn
from permdesk.data.wording import quoted
from permdesk.translation import tr


@dataclass(frozen=True, slots=True, eq=False)
class TextCells:
    """The columns of a text and how they were found. ``meanings`` is empty where the first row (or nothing) names the
    columns; ``all_names`` are those of the file where not all columns were kept."""

    columns: tuple[TextColumn, ...]
    dialect: Dialect
    reasons: DialectReasons = DialectReasons()  # noqa: RUF009 (frozen)
    meanings: tuple[ColumnMeaning, ...] = ()
    all_names: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()


def read_text(
    content: FileContent, chosen: Dialect | None, only: Collection[str] | None, progress: Progress
) -> TextCells | Problem:
    """Read a text by the chosen dialect, or by the one found out; ``only`` names the columns to be kept.

    Raises Cancelled.
    """
    path = content.path
    wrong = dialect_problem(path, chosen) if chosen else None
    if wrong:
        return wrong
    decoded = decode(path, content.data, chosen.encoding if chosen else None, progress)
    if isinstance(decoded, Problem):
        return decoded
    if decoded.is_blank:
        return Problem(tr("The file holds nothing but blanks."), str(path), tr("Choose a file that holds records."))
    codebook: Codebook | Problem | None = None
    name = chosen.codebook if chosen else codebook_beside(path)
    if chosen and chosen.fields:
        n_lines = max(field.line for field in chosen.fields)
        codebook = Codebook(chosen.fields, tuple(map(meaning_of_field, chosen.fields)), n_lines=n_lines)
    elif name:
        codebook = read_codebook(path, name)
        if isinstance(codebook, Problem) and chosen:
            return codebook
    if isinstance(codebook, Codebook):
        read = _by_codebook(path, decoded, chosen, name, codebook, only, progress)
    else:
        read = _by_separator(path, decoded, chosen, only, progress)
    if isinstance(read, Problem):
        return read
    problems = [*read.problems]
    if isinstance(codebook, Problem):
        problems.append(replace(codebook, severity=Severity.WARNING))
    if decoded.is_guess:
        what = tr("{reason} Letters beyond ASCII may be wrong.", reason=decoded.reason)
        remedy = tr("Look at names with accents, and choose another encoding if they are wrong.")
        problems.append(Problem(what, path.name, remedy, Severity.WARNING))
    return replace(read, problems=tuple(problems))


def _by_separator(
    path: Path, decoded: Decoded, chosen: Dialect | None, only: Collection[str] | None, progress: Progress
) -> TextCells | Problem:
    detected = Detected(chosen, DialectReasons()) if chosen else detect_dialect(decoded)
    dialect = detected.dialect
    text = _without_first_lines(path, decoded, dialect.rows_to_skip)
    if isinstance(text, Problem):
        return text
    names = names_in_first_row(text, dialect) if only is not None and dialect.has_header else ()
    places: set[int] | None = {place for place, name in enumerate(names) if name in (only or ())}
    if not places:
        names, places = (), None
    cut = read_delimited(path, text, dialect, progress, places)
    if isinstance(cut, Problem):
        return cut
    problems = list(cut.problems)
    if not chosen and len(cut.columns) == 1 and not names:
        remedy = tr(
            "Choose the separator. If the columns have a fixed width, say so where you change how the file is read."
        )
        problems.append(Problem(detected.reasons.separator, path.name, remedy, Severity.WARNING))
    if not chosen and dialect.rows_to_skip:
        what = tr("Lines before the header that were skipped: {n}.", n=dialect.rows_to_skip)
        problems.append(Problem(what, path.name, tr("Look whether a record was among them."), Severity.NOTE))
    return TextCells(cut.columns, dialect, detected.reasons, all_names=names, problems=tuple(problems))


def _by_codebook(
    path: Path, decoded: Decoded, chosen: Dialect | None, name: str, codebook: Codebook,
    only: Collection[str] | None, progress: Progress,
) -> TextCells | Problem:  # fmt: skip
    dialect = replace(chosen or Dialect(encoding=decoded.encoding, codebook=name), has_header=False)
    problems = list(codebook.problems)
    if name and not chosen:
        what = tr("The codebook {name} says where columns are and what they mean.", name=quoted(name))
        problems.append(Problem(what, path.name, tr("Choose another one if it is the wrong one."), Severity.NOTE))
    if codebook.separator:
        read = _free_format(path, decoded, replace(dialect, separator=codebook.separator), codebook, progress)
        return read if isinstance(read, Problem) else replace(read, problems=(*problems, *read.problems))
    wrong = field_problem(path, codebook.fields)
    if wrong:
        return wrong
    lines = lines_of(decoded, dialect.rows_to_skip)
    if not len(lines):
        return Problem(tr("No line is left to be read."), str(path), tr("Skip fewer rows."))
    cut = cut_lines(path, lines, codebook.fields, only, progress, codebook.n_lines)
    if isinstance(cut, Problem):
        return cut
    columns, doubts = cut
    if not columns:
        what = tr("The file has none of the chosen columns.")
        return Problem(what, str(path), tr("Choose a file that holds records."))
    meanings = dict(zip((field.name for field in codebook.fields), codebook.meanings, strict=True))
    reasons = DialectReasons(encoding=decoded.reason)
    if not chosen:
        decimal_mark = find_decimal_mark([list(column.texts[:1000]) for column in columns])
        dialect = replace(dialect, decimal_mark=decimal_mark.mark)
        reasons = DialectReasons(decimal_mark=decimal_mark.reason, encoding=decoded.reason)
    return TextCells(
        columns,
        dialect,
        reasons,
        tuple(meanings[column.name] for column in columns),
        tuple(field.name for field in codebook.fields) if only is not None else (),
        (*problems, *doubts),
    )


def _free_format(
    path: Path, decoded: Decoded, dialect: Dialect, codebook: Codebook, progress: Progress
) -> TextCells | Problem:
    """Cells between separators, named by a codebook."""
    wrong = dialect_problem(path, dialect)
    text = wrong or _without_first_lines(path, decoded, dialect.rows_to_skip)
    if isinstance(text, Problem):
        return text
    cut = read_delimited(path, text, dialect, progress)
    if isinstance(cut, Problem):
        return cut
    if len(cut.columns) != len(codebook.fields):
        what = tr("The file has {n} columns, but its codebook names {m}.", n=len(cut.columns), m=len(codebook.fields))
        return Problem(what, str(path), tr("Make sure that the codebook belongs to the file."))
    columns = tuple(
        TextColumn(field.name, column.codes, column.texts)
        for field, column in zip(codebook.fields, cut.columns, strict=True)
    )
    return TextCells(columns, dialect, DialectReasons(encoding=decoded.reason), codebook.meanings, (), cut.problems)


def _without_first_lines(path: Path, decoded: Decoded, n: int) -> Decoded | Problem:
    if not n:
        return decoded
    text = replace(decoded, utf8=without_lines(decoded.utf8, n))
    if text.is_blank:
        return Problem(tr("No line is left to be read."), str(path), tr("Skip fewer rows."))
    return text
