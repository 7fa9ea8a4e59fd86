"""Files of SPSS, Stata and SAS become columns of text cells with the labels and missing codes that they carry."""

from __future__ import annotations

import io
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyreadstat
from numpy.typing import NDArray

from permdesk.compute.arrays import Floats
from permdesk.compute.progress import Cancelled, Progress
from permdesk.compute.unstoppable import wait_for
from permdesk.data.column_meaning import ColumnMeaning, MissingRange, ValueKind, ValueLabel, is_in
from permdesk.data.file_content import FileContent
from permdesk.data.file_kind import FileKind
from permdesk.data.named_columns import NamedColumns
from permdesk.data.problem import MOST_CELLS, Cell, Problem, Severity
from permdesk.data.stored_dates import Program, date_storage, iso_texts
from permdesk.data.stored_numbers import number_texts, spread
from permdesk.data.text_column import TextColumn, column_of
from permdesk.data.wording import quoted
from permdesk.translation import tr

Stored = tuple[Mapping[str, Sequence[Any]], Any]

PROGRAMS: dict[FileKind, tuple[Callable[..., Stored], Program]] = {
    FileKind.SPSS: (pyreadstat.read_sav, Program.SPSS),
    FileKind.SPSS_PORTABLE: (pyreadstat.read_por, Program.SPSS),
    FileKind.STATA: (pyreadstat.read_dta, Program.STATA),
    FileKind.SAS: (pyreadstat.read_sas7bdat, Program.SAS),
    FileKind.SAS_TRANSPORT: (pyreadstat.read_xport, Program.SAS),
}
HAS_USER_MISSING = (FileKind.SPSS, FileKind.STATA, FileKind.SAS)
# Cells that are Python objects at a time; the file is parsed again for further columns.
CELLS_AT_A_TIME = 4_000_000
UNBOUNDED = 1.79e308  # how SPSS stores LOWEST and HIGHEST


class _Stoppable(io.BytesIO):
    """A file that seems to end when a stop is asked for: an error raised while reading would hang the parser."""

    def __init__(self, data: bytes, progress: Progress) -> None:
        super().__init__(data)
        self._progress, self._furthest = progress, 0

    def read(self, size: int | None = -1, /) -> bytes:
        if self._progress.cancelled:
            return b""
        found = super().read(size)
        if self.tell() > self._furthest:
            try:
                self._progress.advance(self.tell() - self._furthest)
            except Cancelled:
                return b""
            self._furthest = self.tell()
        return found


@dataclass(frozen=True, slots=True)
class _Source:
    """The file, how it is parsed, by whose habits its numbers are read, and labels by format of a catalog."""

    content: FileContent
    parse: Callable[..., Stored]
    program: Program
    catalog: Mapping[str, Mapping[Any, str]]

    def stored(self, progress: Progress, **settings: Any) -> Stored:
        progress.check()
        work = partial(
            self.parse,
            _Stoppable(self.content.data, progress),
            output_format="dict",
            disable_datetime_conversion=True,  # which overflows where one date is beyond the year 9999
            **settings,
        )
        try:
            return wait_for(work, progress)
        finally:
            progress.check()


def read_statistics(
    content: FileContent, kind: FileKind, encoding: str, catalog: Path | None, only: Collection[str] | None,
    progress: Progress,
) -> NamedColumns | Problem:  # fmt: skip
    """Read a file of one of ``PROGRAMS``. An empty ``encoding`` is the file's own; ``catalog`` holds the labels of a
    SAS file; ``only`` names the columns that are wanted. Raises Cancelled."""
    parse, program = PROGRAMS[kind]
    settings: dict[str, Any] = {"encoding": encoding} if encoding else {}
    if kind in HAS_USER_MISSING:
        settings["user_missing"] = True
    try:
        labels = _catalog_labels(catalog) if catalog and kind is FileKind.SAS else {}
    except Exception:
        what = tr("The catalog of formats {name} cannot be read.", name=quoted(catalog.name if catalog else ""))
        return Problem(what, str(content.path), tr("Choose another catalog or none."))
    source = _Source(content, partial(parse, **settings), program, labels)
    try:
        return _columns(source, only, progress)
    except Cancelled:
        raise
    except UnicodeError:
        what = tr("Some text of the file does not fit its encoding.")
        return Problem(what, str(content.path), tr("Choose another encoding."))
    except Exception as error:
        if "encoding" in str(error) or "convert string" in str(error):
            what = tr("Some text of the file does not fit its encoding.")
            return Problem(what, str(content.path), tr("Choose another encoding."))
        what = tr("The file is damaged, or of a version that cannot be read.")
        remedy = tr("Save it anew in the program it comes from, or export the data as CSV (UTF-8).")
        return Problem(what, str(content.path), remedy)


def _catalog_labels(catalog: Path) -> Mapping[str, Mapping[Any, str]]:
    """The labels of each format in a SAS catalog; the library itself would read it with pandas only."""
    _, meta = pyreadstat.read_sas7bcat(io.BytesIO(catalog.read_bytes()), output_format="dict")
    labels: Mapping[str, Mapping[Any, str]] = meta.value_labels
    return labels


def _columns(source: _Source, only: Collection[str] | None, progress: Progress) -> NamedColumns | Problem:
    _, meta = source.stored(Progress(), metadataonly=True)
    all_names: list[str] = list(meta.column_names)
    if None in all_names:
        raise ValueError("a column of a damaged file has no name")
    names = [name for name in all_names if only is None or name in only]
    n_rows = meta.number_rows or 0
    if not names:
        what = tr("The file holds no column.") if not all_names else tr("The file has none of the chosen columns.")
        return Problem(what, str(source.content.path), tr("Choose a file that holds records."))
    at_a_time = max(1, CELLS_AT_A_TIME // max(n_rows, 1)) if len(set(all_names)) == len(all_names) else len(names)
    columns: list[TextColumn] = []
    meanings: list[ColumnMeaning] = []
    problems: list[Problem] = []
    encoding = meta.file_encoding or "utf-8"
    for start in range(0, len(names), at_a_time):
        part = names[start : start + at_a_time]
        is_all = part == all_names
        cells, meta = source.stored(progress if not start else Progress(), **({} if is_all else {"usecols": part}))
        for name in part:
            progress.check()
            column, meaning, problem = _column(source, name, cells[name], meta)
            columns.append(column)
            meanings.append(meaning)
            problems.extend(problem)
    return NamedColumns(
        tuple(columns), tuple(meanings), encoding.lower(), tuple(problems), tuple(all_names if only is not None else ())
    )


def _column(
    source: _Source, name: str, values: Sequence[Any], meta: Any
) -> tuple[TextColumn, ColumnMeaning, list[Problem]]:
    labels: Mapping[Any, str] = meta.variable_value_labels.get(name, {})
    labels = labels or source.catalog.get(meta.variable_to_label.get(name) or "", {})
    kind = meta.readstat_variable_types.get(name, "double")
    is_text, is_single = kind == "string", kind == "float"
    tags = set() if is_text else {key for key in labels if isinstance(key, str)}
    tags.update(() if is_text else meta.missing_user_values.get(name) or ())
    value_labels = tuple(ValueLabel(_code(code, is_text, is_single), label) for code, label in labels.items())
    reasons = {value_label.code: value_label.label for value_label in value_labels}
    missing = [
        MissingRange(code, code, reasons.get(code, "")) for code in sorted(_code(tag, False, False) for tag in tags)
    ]
    for one in meta.missing_ranges.get(name, ()):
        lowest, highest = _code(one["lo"], is_text, is_single), _code(one["hi"], is_text, is_single)
        missing.append(MissingRange(lowest, highest, reasons.get(lowest, "") if lowest == highest else ""))
    meaning = ColumnMeaning(meta.column_names_to_labels.get(name) or "", value_labels, tuple(missing))
    if is_text:
        return column_of(name, ["" if value is None else str(value) for value in values]), meaning, []
    numbers, tagged = _numbers(values)
    column, kind_of_values, problems = _column_of_numbers(source, name, numbers, tagged, meta, meaning, is_single)
    return column, replace(meaning, kind=kind_of_values), problems


def _numbers(values: Iterable[Any]) -> tuple[Floats, dict[int, str]]:
    """The numbers, nan where there is none, and the letters by which Stata and SAS say why, by record."""
    values = list(values)
    try:
        return np.array(values, np.float64), {}
    except (ValueError, TypeError):
        tagged = {i: value for i, value in enumerate(values) if isinstance(value, str)}
        return np.array([np.nan if i in tagged else value for i, value in enumerate(values)], np.float64), tagged


def _column_of_numbers(
    source: _Source, name: str, numbers: Floats, tagged: Mapping[int, str], meta: Any, meaning: ColumnMeaning,
    is_single: bool,
) -> tuple[TextColumn, ValueKind, list[Problem]]:  # fmt: skip
    distinct, places = np.unique(numbers, return_inverse=True)
    texts = number_texts(distinct, is_single)
    storage = date_storage(source.program, meta.original_variable_types.get(name) or "")
    kind, problems = ValueKind.PLAIN, []
    if storage:
        is_date = ~np.isnan(distinct) & ~is_in(texts, meaning.missing)
        dates, kind, is_wrong = iso_texts(distinct[is_date], storage)
        all_texts = np.array(texts.to_pylist(), object)
        where = np.flatnonzero(is_date)
        all_texts[where[~is_wrong]] = np.array(dates, object)[~is_wrong]
        texts = pa.array(all_texts, pa.string())
        problems = _beyond_the_calendar(source, name, texts, places, where[is_wrong])
    if tagged:
        codes = sorted({f".{tag}" for tag in tagged.values()})
        places = places.copy()
        for record, tag in tagged.items():
            places[record] = len(texts) + codes.index(f".{tag}")
        texts = pa.concat_arrays([texts, pa.array(codes, pa.string())])
    return spread(name, texts, places), kind, problems


def _beyond_the_calendar(
    source: _Source, name: str, texts: pa.StringArray, places: NDArray[np.int64], wrong: NDArray[np.int64]
) -> list[Problem]:
    records = np.flatnonzero(np.isin(places, wrong))
    if not records.size:
        return []
    cells = tuple(Cell(int(r) + 1, name, texts[int(places[r])].as_py()) for r in records[:MOST_CELLS])
    what = tr("Cells of {name} that are no date or time of the calendar, kept as the stored number: {n}, first in"
              " record {record}.", name=quoted(name), n=records.size, record=cells[0].record)  # fmt: skip
    remedy = tr("Mend them in the file, or add them to the missing codes.")
    return [Problem(what, source.content.path.name, remedy, Severity.WARNING, cells, records.size)]


def _code(code: Any, is_text: bool, is_single: bool) -> str:
    """A code as the cells of its column are written; a letter among numbers is a reason for missing, such as .a."""
    if isinstance(code, str):
        return code.rstrip() if is_text else f".{code}"
    if abs(code) >= UNBOUNDED:
        return "inf" if code > 0 else "-inf"
    text: str = number_texts(np.array([code], np.float64), is_single)[0].as_py()
    return text
