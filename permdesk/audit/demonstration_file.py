"""A demonstration release of a file, written beside other releases; the seed that made it is forgotten."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa

from permdesk.audit.ranking import midpoints
from permdesk.audit.recipe import Candidate, Demonstration, InputFile
from permdesk.compute.arrays import Floats
from permdesk.compute.progress import Progress
from permdesk.data.choices import Dialect, Level, PairChoices, PairingBy
from permdesk.data.chosen_cells import with_cells
from permdesk.data.file_pair import AttributePair, FilePair
from permdesk.data.guess import guess_choices
from permdesk.data.make_pair import make_pair
from permdesk.data.output_column import OutputColumn, number_output, text_output
from permdesk.data.problem import Problem
from permdesk.data.table import Table
from permdesk.data.write_table import write_table
from permdesk.masking.methods import Masking, masked
from permdesk.masking.parameters import PARAMETERS
from permdesk.translation import tr

SEED_BITS = 63


def write_demonstrations(
    original: Table, choices: PairChoices | None, wanted: tuple[Demonstration, ...], folder: Path, progress: Progress
) -> tuple[Candidate, ...] | Problem:
    """Make a release for each demonstration and write it as CSV into ``folder``, under a name that is not taken.

    The seed of each is drawn from the system, used once and kept nowhere: it is a key to the original. So the files
    are what is compared, and what a recipe names. Raises Cancelled; releases that are written then stay.
    """
    made = []
    whole = with_cells(original, original.names, progress)
    if isinstance(whole, Problem):
        return whole
    chosen = guess_choices(whole, whole, progress) if choices is None else _of_the_original(choices)
    if isinstance(chosen, Problem):
        return chosen
    pair = make_pair(whole, whole, chosen, progress)
    if isinstance(pair, Problem):
        return pair
    progress.begin("masking", len(wanted))
    for demonstration in wanted:
        path = _free_name(folder, original.path, demonstration)
        problem = _written(whole, pair, demonstration, path, progress)
        if problem is not None:
            return problem
        made.append(Candidate(InputFile(str(path), dialect=Dialect()), demonstration))
        progress.advance()
    return tuple(made)


def demonstration_problem(demonstration: Demonstration) -> Problem | None:
    """What cannot be meant about a demonstration, if anything."""
    parameter = PARAMETERS[demonstration.method]
    if parameter.least <= demonstration.strength <= parameter.most:
        return None
    what = tr("The parameter goes from {least:g} to {most:g}.", least=parameter.least, most=parameter.most)
    return Problem(what, tr("Demonstration"), tr("Choose values in this range."))


def _written(
    original: Table, pair: FilePair, demonstration: Demonstration, path: Path, progress: Progress
) -> Problem | None:
    problem = demonstration_problem(demonstration)
    if problem is not None:
        return problem
    values = np.column_stack([midpoints(attribute.original) for attribute in pair.attributes])
    are_numbers = np.array([_is_number(attribute) for attribute in pair.attributes])
    masking = Masking(demonstration.method, demonstration.strength, secrets.randbits(SEED_BITS))
    released = masked(values, are_numbers, masking, progress)
    columns = _columns(original, pair.choices, pair.attributes, released)
    outcome = write_table(list(columns), path, Dialect(), progress.part())
    return outcome if isinstance(outcome, Problem) else None


def _of_the_original(choices: PairChoices) -> PairChoices:
    """The same choices about the original alone: what the release calls its attributes does not matter."""
    attributes = tuple(replace(choice, anonymized_name="") for choice in choices.attributes)
    by = PairingBy.ID if choices.pairing is PairingBy.ID else PairingBy.ROW
    return replace(choices, attributes=attributes, pairing=by)


def _is_number(attribute: AttributePair) -> bool:
    """Dates are no numbers here: one with a fraction of a day is written by nobody."""
    return attribute.level is Level.NUMERIC and attribute.dates is None


def _columns(
    original: Table, choices: PairChoices, attributes: tuple[AttributePair, ...], released: Floats
) -> Iterator[OutputColumn]:
    """The identifiers as they are, and the audited attributes."""
    if choices.pairing is PairingBy.ID:
        for name in choices.id_attributes:
            column = original.column(name)
            yield text_output(name, pa.chunked_array([column.texts.arrow.take(pa.array(column.codes))]))
    for j, attribute in enumerate(attributes):
        if _is_number(attribute):
            yield number_output(attribute.name, released[:, j])
        else:
            yield _cells_of_original(original, attribute, released[:, j])


def _cells_of_original(original: Table, attribute: AttributePair, released: Floats) -> OutputColumn:
    """Values that the original has, written as it writes them."""
    column, values = original.column(attribute.name), midpoints(attribute.original)
    known = np.flatnonzero(~np.isnan(values))
    distinct, first = np.unique(values[known], return_index=True)
    is_missing = np.isnan(released)
    place = np.searchsorted(distinct, np.where(is_missing, distinct[0] if distinct.size else 0.0, released))
    rows = known[first][place] if distinct.size else np.zeros(released.size, np.int64)
    chosen = pa.array(column.codes[rows], mask=is_missing)
    cells = column.texts.arrow.take(chosen).fill_null("")
    return text_output(attribute.name, pa.chunked_array([cells]))


def _free_name(folder: Path, original: Path, demonstration: Demonstration) -> Path:
    """A name in the folder that no file has yet."""
    stem = f"{original.name.split('.')[0]}-{demonstration.method.value}-{demonstration.strength:g}"
    names = (stem, *(f"{stem}-{number}" for number in range(2, 1000)))
    return next(path for name in names if not (path := folder / f"{name}.csv").exists())
