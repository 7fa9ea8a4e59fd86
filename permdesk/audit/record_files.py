"""Table 4 for all records and Table 3 of one record as files of any format; the ending of the path decides."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from permdesk.audit.findings import Audit, Target
from permdesk.audit.record_table import record_table
from permdesk.audit.records_csv import records_csv
from permdesk.compute.arrays import Flags, Floats, Ranks
from permdesk.compute.progress import Progress
from permdesk.compute.ranks import WILDCARD_LOW
from permdesk.compute.unstoppable import wait_for
from permdesk.data.choices import Dialect
from permdesk.data.output_column import OutputColumn, flag_output, number_output, text_output
from permdesk.data.output_format import OutputFormat, output_format
from permdesk.data.problem import Problem
from permdesk.data.write_table import write_table
from permdesk.data.writing import write_atomically


def export_records(audit: Audit, path: Path, progress: Progress) -> tuple[Problem, ...] | Problem:
    """Write what records.csv holds, one record a line; a CSV file is exactly that. NOTEs, or why nothing was written.

    In other formats true is 1 and false 0. Raises Cancelled.
    """
    form = output_format(path)
    if isinstance(form, Problem):
        return form
    if form is OutputFormat.CSV and path.suffix.lower() == ".csv":
        problem = write_atomically(path, wait_for(partial(records_csv, audit), progress))
        return () if problem is None else problem
    return write_table(wait_for(partial(records_columns, audit), progress), path, Dialect(), progress)


def records_columns(audit: Audit) -> list[OutputColumn]:
    """The columns of records.csv."""
    d, links, variances = audit.distances, audit.links, audit.variances
    n, ids = audit.n_original, audit.pair.record_ids
    named = [("variance", variances.at_d), ("own_variance", variances.at_own)]
    return [
        number_output("record", np.arange(1, n + 1)),
        text_output("id", list(ids) if ids else [""] * n),
        number_output("distance", d.distance),
        number_output("n_matches", d.n_matches),
        number_output("first_match", d.first_match + 1),
        *(
            number_output(f"{prefix}_{name}", values[:, j])
            for prefix, values in named
            for j, name in enumerate(audit.names)
        ),
        number_output("link_distance", links.distance),
        number_output("n_links", links.n_matches),
        number_output("first_link", links.first_match + 1),
        flag_output("own_among_links", links.own_matches, n),
        number_output("p_value", audit.random_match.p_values),
        flag_output("satisfies", audit.satisfies, n),
    ]


def export_record_table(
    audit: Audit, record: int, path: Path, progress: Progress, target: Target = Target.ANONYMIZED
) -> tuple[Problem, ...] | Problem:
    """Write Table 3 of original record ``record`` (from 0), one record of the target a line. NOTEs, or why nothing was
    written. Raises Cancelled."""
    columns = wait_for(partial(record_table_columns, audit, record, target), progress)
    return write_table(columns, path, Dialect(), progress)


def record_table_columns(audit: Audit, record: int, target: Target) -> list[OutputColumn]:
    """For each target record (from 1): values and their ranks, deviations from the closest value of the original
    record, their maximum, and whether it is a match (Table 3). Ranks are empty where a value matches anything."""
    distances = audit.distances if target is Target.ANONYMIZED else audit.distances_z
    values = audit.mapping.anonymized if target is Target.ANONYMIZED else audit.mapping.values
    table = record_table(distances, record)
    columns = [number_output("record", np.arange(1, distances.n_records + 1))]
    for j, name in enumerate(audit.names):
        is_wild = distances.low[:, j] == WILDCARD_LOW
        columns += [
            _values(f"value_{name}", values[:, j], audit.pair.attributes[j].categories),
            number_output(f"low_rank_{name}", _without(distances.low[:, j], is_wild)),
            number_output(f"high_rank_{name}", _without(distances.high[:, j], is_wild)),
            number_output(f"deviation_{name}", table.deviations[:, j]),
            flag_output(f"closest_{name}", table.is_closest[:, j], distances.n_records),
        ]
    is_match = np.zeros(distances.n_records, bool)
    is_match[table.matches] = True
    columns += [
        number_output("largest_deviation", table.maxima),
        flag_output("match", is_match, distances.n_records),
    ]
    return columns


def _values(name: str, values: Floats, categories: tuple[str, ...]) -> OutputColumn:
    """Numbers as they are; a category by its name, generalized ones by the middle of their places."""
    places = values[~np.isnan(values)]
    if not categories or np.any(places != np.round(places)):
        return number_output(name, values)
    chosen = pa.array(np.where(np.isnan(values), 1, values).astype(np.int64) - 1, mask=np.isnan(values))
    cells = pc.fill_null(pa.array(categories, pa.string()).take(chosen), "")
    return text_output(name, pa.chunked_array([cells]))


def _without(ranks: Ranks, is_wild: Flags) -> Floats:
    return np.where(is_wild, np.nan, ranks)
