"""How much memory an audit takes, estimated before it runs, and the refusal of one that cannot fit."""

from __future__ import annotations

import numpy as np

from permdesk.audit.mapping_findings import shared_matrix
from permdesk.audit.settings import MissingRule, Settings, Ties
from permdesk.compute.memory import available_memory
from permdesk.compute.parallel import available_cores
from permdesk.data.file_pair import FilePair, Values
from permdesk.data.problem import Problem
from permdesk.translation import tr

# Bytes; ``needed_memory`` says which arrays they stand for. Those of the program and of a thread were measured, with
# 20,000 to 1,000,000 records and 2 cores; see tests/benchmarks/whole_audit.py.
OF_THE_PROGRAM = 130_000_000
OF_A_RECORD_IN_A_THREAD = 120
OF_AN_ORIGINAL_VALUE = 36
OF_AN_ANONYMIZED_VALUE = 28
OF_A_MIDPOINT = 8
OF_THE_VARIANCES = 24
OF_A_PART = 14
# MOST_PARTS of ``best_cut``, which cannot be imported without the compiler.
PARTS = 2.5
OF_TIE_BITS = 8
OF_DRAWN_TIES = 8
OF_A_PLAIN_ORIGINAL = 16
OF_A_PLAIN_ANONYMIZED = 24
OF_AN_ORIGINAL_SHOWN = 40
OF_AN_ANONYMIZED_SHOWN = 16


def needed_memory(pair: FilePair, settings: Settings) -> int:
    """Bytes that an audit takes at its peak beyond the pair itself, rather too many than too few.

    What lasts and, of the plain linkages, the search and the variances, what takes most. Each value, of X or of Y, has

    - in X a rank without ties 4, its closest values' ranks in Y and Z 16, its class 4, its value and rank 12;
    - in Y a rank without ties 4, first and last ranks in Y and Z 16, its value in Z 8;
    - where its file is no single matrix, a place in one: a midpoint 8;
    - in X variances at d, at the record's own distance and at the required one 24;
    - in Y a part of the tree: ranks 8, their bands in a leaf 4, bounds of leaves and nodes 2; where values are missing,
      PARTS of them, and the ranks of a target whose ties are drawn 8;
    - in Y rows of bits by which ties are counted, two for each of up to 32 edges of an attribute, 8;
    - where values are missing or generalized, plain ones: in X their closest values' ranks in Y and Z 16; in Y ranks in
      Y and Z 16 and a midpoint 8, and a tree;
    - where two searches are made, what the first keeps: in X variances 24 and ranks 16, in Y ranks 16.

    Each thread works on one attribute, and of that sorts, ranks and adds up every record of both files.
    """
    n_x, n_y, m = pair.original.n_records, pair.anonymized.n_records, len(pair.attributes)
    original, anonymized = [a.original for a in pair.attributes], [a.anonymized for a in pair.attributes]
    have_gaps = any(_has_gaps(values) for values in original + anonymized)
    lasting = n_x * OF_AN_ORIGINAL_VALUE + n_y * OF_AN_ANONYMIZED_VALUE
    lasting += sum(n * OF_A_MIDPOINT for n, file in ((n_x, original), (n_y, anonymized)) if shared_matrix(file) is None)
    of_parts = int(PARTS * OF_A_PART) + OF_DRAWN_TIES if have_gaps else OF_A_PART
    tree = n_y * (of_parts + OF_TIE_BITS)
    peak = max(tree, n_x * OF_THE_VARIANCES)
    if settings.ties is Ties.RANDOM or settings.missing is MissingRule.OWN_VALUE:
        peak += n_x * OF_AN_ORIGINAL_SHOWN + n_y * OF_AN_ANONYMIZED_SHOWN
    if have_gaps and pair.own is not None:
        of_plain = n_x * OF_A_PLAIN_ORIGINAL + n_y * (OF_A_PLAIN_ANONYMIZED + OF_A_PART + OF_TIE_BITS)
        peak = max(peak, of_plain)
    in_threads = min(m, available_cores()) * (n_x + n_y) * OF_A_RECORD_IN_A_THREAD
    return OF_THE_PROGRAM + in_threads + m * (lasting + peak)


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
