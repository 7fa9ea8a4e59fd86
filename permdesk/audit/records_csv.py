"""records.csv: every original record with its distances, variances and links, for scripts and spreadsheets."""

from __future__ import annotations

import csv
import io

import numpy as np
import pyarrow as pa
from pyarrow import csv as arrow_csv

from permdesk.audit.findings import Audit
from permdesk.data.writing import safe_cell


def records_csv(audit: Audit) -> bytes:
    """One line for each original record, UTF-8, '.' as decimal mark; records and rows count from 1.

    ``distance`` to ``own_variance_<attribute>`` are against Y (Table 4), ``link_distance`` to ``own_among_links`` are
    the intruder's links (Table 5). Empty where there is nothing: no ID, a missing value, unpaired files.
    """
    n = audit.n_original
    d, links, variances = audit.distances, audit.links, audit.variances
    ids = audit.pair.record_ids
    columns: dict[str, pa.Array] = {
        "record": pa.array(np.arange(1, n + 1)),
        "id": pa.array([safe_cell(text) for text in ids]) if ids else pa.nulls(n, pa.string()),
        "distance": pa.array(d.distance),
        "n_matches": pa.array(d.n_matches),
        "first_match": pa.array(d.first_match + 1),
    }
    for prefix, values in (("variance", variances.at_d), ("own_variance", variances.at_own)):
        for j, name in enumerate(audit.names):
            columns[f"{prefix}_{name}"] = pa.array(values[:, j], mask=np.isnan(values[:, j]))
    own = links.own_matches
    columns |= {
        "link_distance": pa.array(links.distance),
        "n_links": pa.array(links.n_matches),
        "first_link": pa.array(links.first_match + 1),
        "own_among_links": pa.nulls(n, pa.bool_()) if own is None else pa.array(own),
        "p_value": pa.array(audit.random_match.p_values),
        "satisfies": pa.array(audit.satisfies),
    }
    header = io.StringIO()
    csv.writer(header, lineterminator="\n").writerow(columns)
    body = pa.BufferOutputStream()
    arrow_csv.write_csv(
        pa.table(list(columns.values()), names=list(columns)), body, arrow_csv.WriteOptions(include_header=False)
    )
    written: bytes = body.getvalue().to_pybytes()
    return header.getvalue().encode() + written
