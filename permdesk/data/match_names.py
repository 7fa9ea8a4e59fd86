"""Which column of Y is which column of X: by exact name, else by a name that differs only in case and spaces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from permdesk.data.problem import Problem, Severity
from permdesk.data.wording import quoted
from permdesk.translation import tr

if TYPE_CHECKING:
    from permdesk.data.table import Table


@dataclass(frozen=True, slots=True)
class NameMatch:
    """``common`` maps names of X to names of Y; the others are in one file only; notes tell of inexact matches."""

    common: dict[str, str]
    only_original: tuple[str, ...]
    only_anonymized: tuple[str, ...]
    notes: tuple[Problem, ...]


def match_names(original: Table, anonymized: Table) -> NameMatch | Problem:
    """Match the columns of two files. A Problem if they have none in common."""
    common = {name: name for name in original.names if name in anonymized.names}
    rest_x = _by_plain_name(name for name in original.names if name not in common)
    rest_y = _by_plain_name(name for name in anonymized.names if name not in common)
    notes = []
    for plain, name in rest_x.items():
        if plain in rest_y:
            common[name] = rest_y[plain]
            what = tr("{x} of the original was taken for {y} of the release.", x=quoted(name), y=quoted(rest_y[plain]))
            notes.append(Problem(what, name, tr("Rename one of them if they are different."), Severity.NOTE))
    if not common:
        what = tr("The two files have no attribute name in common.")
        where = f"{original.path.name}, {anonymized.path.name}"
        return Problem(
            what, where, tr("Check separators and headers of both files, or choose the right pair of files.")
        )
    common = {name: common[name] for name in original.names if name in common}
    matched = set(common.values())
    return NameMatch(
        common=common,
        only_original=tuple(name for name in original.names if name not in common),
        only_anonymized=tuple(name for name in anonymized.names if name not in matched),
        notes=tuple(notes),
    )


def _by_plain_name(names: Iterable[str]) -> dict[str, str]:
    """Names by their letters without case and spaces, where these still tell them apart."""
    plain = [("".join(name.split()).casefold(), name) for name in names]
    counts = Counter(key for key, _ in plain)
    return {key: name for key, name in plain if key and counts[key] == 1}
