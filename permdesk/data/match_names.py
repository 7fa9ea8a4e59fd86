"""Which column of Y is which column of X: as chosen, by exact name, else by one with the same letters and digits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from permdesk.data.problem import Problem, Severity
from permdesk.data.wording import listed, quoted
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


def match_names(original: Table, anonymized: Table, chosen: Mapping[str, str] | None = None) -> NameMatch | Problem:
    """Match the columns of two files; ``chosen`` maps names of X to names of Y. A Problem if they have none in common,
    or if a chosen name is not there or is chosen twice."""
    common = dict(chosen or {})
    wrong = _wrong_choice(common, original, anonymized)
    if wrong:
        return wrong
    taken = set(common.values())
    common |= {name: name for name in original.names if name in anonymized.names and name not in {*common, *taken}}
    taken |= set(common)
    rest_x = _by_plain_name(name for name in original.names if name not in common)
    rest_y = _by_plain_name(name for name in anonymized.names if name not in common.values())
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


def _wrong_choice(chosen: Mapping[str, str], original: Table, anonymized: Table) -> Problem | None:
    counts = Counter(chosen.values())
    for name, other in chosen.items():
        for wanted, table in ((name, original), (other, anonymized)):
            if wanted not in table.names:
                what = tr("There is no attribute named {name}.", name=quoted(wanted))
                remedy = tr("Choose among its attributes: {names}.", names=listed(table.names))
                return Problem(what, table.path.name, remedy)
        if counts[other] > 1:
            what = tr("{name} of the release is taken for several attributes of the original.", name=quoted(other))
            return Problem(what, anonymized.path.name, tr("Choose it once."))
    return None


def _by_plain_name(names: Iterable[str]) -> dict[str, str]:
    """Names by their letters and digits without case, where these still tell them apart."""
    plain = [("".join(filter(str.isalnum, name)).casefold(), name) for name in names]
    counts = Counter(key for key, _ in plain)
    return {key: name for key, name in plain if key and counts[key] == 1}
