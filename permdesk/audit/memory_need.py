"""How much memory an audit takes, estimated before it runs, and the refusal of one that cannot fit."""

from __future__ import annotations

import numpy as np

from permdesk.audit.settings import MissingRule, Settings, Ties
from permdesk.compute.memory import available_memory
from permdesk.data.file_pair import FilePair, Values
from permdesk.data.problem import Problem
from permdesk.translation import tr

# Bytes at the peak, measured with 50,000 to 1,000,000 records and 10 and 20 attributes, some of whose values are tied;
# see tests/benchmarks/whole_audit.py. A cell is one value of one record in one file.
OF_THE_PROGRAM = 130_000_000
OF_A_RECORD = 260
OF_A_CELL = 40
# Values that are missing or generalized are ranked once more as plain ones; drawn ties, and missing values that are
# their own, are searched beside the worst case.
OF_A_CELL_RANKED_AGAIN = 25
OF_A_CELL_SEARCHED_AGAIN = 35


def needed_memory(pair: FilePair, settings: Settings) -> int:
    """Bytes that an audit takes at its peak beyond the pair itself, rather too many than too few."""
    records = pair.original.n_records + pair.anonymized.n_records
    of_a_cell = OF_A_CELL
    if any(_has_gaps(values) for a in pair.attributes for values in (a.original, a.anonymized)):
        of_a_cell += OF_A_CELL_RANKED_AGAIN
    if settings.ties is Ties.RANDOM or settings.missing is MissingRule.OWN_VALUE:
        of_a_cell += OF_A_CELL_SEARCHED_AGAIN
    return OF_THE_PROGRAM + records * (OF_A_RECORD + len(pair.attributes) * of_a_cell)


def memory_problem(pair: FilePair, settings: Settings) -> Problem | None:
    """Why an audit cannot run: it would take more memory than there is. None where it fits."""
    needed, available = needed_memory(pair, settings), available_memory()
    if needed <= available:
        return None
    return Problem(
        what=tr(
            "Auditing {n:,} original and {n_y:,} anonymized records by {m} attributes takes about {needed:.1f} GB of"
            " memory; {available:.1f} GB are free.",
            n=pair.original.n_records,
            n_y=pair.anonymized.n_records,
            m=len(pair.attributes),
            needed=needed / 1e9,
            available=available / 1e9,
        ),
        where=tr("Memory"),
        remedy=tr("Close other programs, choose fewer attributes, or use a computer with more memory."),
    )


def _has_gaps(values: Values) -> bool:
    if values.lower is values.upper:
        return bool(np.isnan(values.lower).any())
    return not np.array_equal(values.lower, values.upper)
