"""Every table of the window for one audit, as its columns, and the numbers on its cards."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from permdesk.audit.findings import Audit
from permdesk.audit.information import find_information
from permdesk.audit.own_requirement import Requirement, RequirementReader
from permdesk.audit.record_table import rank_deviations
from permdesk.audit.scenarios import LeaveOneOut, leave_one_out, run_scenario
from permdesk.compute.progress import Progress
from permdesk.gui.models.columns import Column
from permdesk.gui.models.correlation_columns import Matrix, change_columns, matrix_columns
from permdesk.gui.models.distribution_columns import distribution_columns
from permdesk.gui.models.information_columns import information_columns
from permdesk.gui.models.link_columns import battery_columns, intruder_columns, protector_columns
from permdesk.gui.models.mapping_columns import attribute_columns, mapping_columns, mapping_rows
from permdesk.gui.models.neighbour_columns import compared, neighbour_columns
from permdesk.gui.models.record_columns import record_columns, summary_columns
from permdesk.gui.models.requirement_columns import requirement_columns
from permdesk.gui.models.scenario_columns import effect_columns, scenario_columns
from permdesk.report.bins import bin_distances

Table = tuple[str, list[Column], int]


def tables_of(audit: Audit) -> Iterator[Table]:
    """Name, columns and number of rows of every table that shows an audit."""
    n, m = audit.n_original, len(audit.names)
    reader = RequirementReader(audit)
    asked = Requirement(1, tuple(float(0.001 * whole) for whole in reader.whole))
    own = reader.read(asked, None, Progress())
    records = record_columns(audit, own)
    yield "records", records, n
    yield "bottom", summary_columns(audit, records, own), 1
    yield "own d and v", requirement_columns(audit.names, reader.whole, own), m
    for found in (audit.distances, audit.distances_z):
        for record in (0, n - 1):
            maxima = rank_deviations(found, record, slice(None)).max(axis=1)
            comparison = compared(audit, found, record, maxima)
            yield f"record {record} in {found.target}", neighbour_columns(comparison), found.n_records
    yield "mapping", mapping_columns(audit, range(m)), mapping_rows(audit).size
    yield "attributes", attribute_columns(audit), m
    for which in Matrix:
        yield f"matrix {which.value}", matrix_columns(audit, which), m
    yield ("changes", *change_columns(audit))
    test = audit.random_match
    largest = int(test.distance[-1])
    bins = bin_distances(largest)
    shares = [bins.total(test.distance, values) for values in (test.share_original, test.share_random)]
    yield "distribution", distribution_columns(audit, bins, largest, *shares), bins.n
    yield "intruder", intruder_columns(audit), n
    yield "protector", protector_columns(audit), n
    yield ("battery", *battery_columns(audit))
    scenarios = [run_scenario(audit, names, Progress()) for names in (audit.names, audit.names[:1])]
    yield "scenarios", scenario_columns(scenarios, audit.names), len(scenarios)
    effects = leave_one_out(audit, Progress())
    if isinstance(effects, LeaveOneOut):
        yield "effects", effect_columns(effects.effects), len(effects.effects)
    yield "information", information_columns(find_information(audit, Progress()).attributes), m


def some_rows(n: int, most: int = 25) -> list[int]:
    """All rows of a short table, rows spread over a long one."""
    return sorted({int(row) for row in np.linspace(0, n - 1, min(n, most))}) if n else []
