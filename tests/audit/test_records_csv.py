"""records.csv says of every record what the audit found, and nothing that a spreadsheet would run."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import numpy as np
import pytest

from permdesk.audit.records_csv import records_csv
from tests.audit.auditing import audit_of, audited, noisy, seeded
from tests.pairs import pair_of


def rows_of(audit):
    return list(csv.DictReader(io.StringIO(records_csv(audit).decode())))


def test_that_every_column_holds_what_was_found():
    audit = audit_of(*noisy(seeded(41), n=30))
    for i, row in enumerate(rows_of(audit)):
        d, links = audit.distances, audit.links
        assert [int(row[name]) for name in ("record", "distance", "n_matches", "first_match")] == [
            i + 1, d.distance[i], d.n_matches[i], d.first_match[i] + 1,
        ]  # fmt: skip
        assert [int(row[name]) for name in ("link_distance", "n_links", "first_link")] == [
            links.distance[i], links.n_matches[i], links.first_match[i] + 1,
        ]  # fmt: skip
        assert row["own_among_links"] == str(bool(links.own_matches[i])).lower()
        assert row["satisfies"] == str(bool(audit.satisfies[i])).lower()
        assert float(row["p_value"]) == audit.random_match.p_values[i]
        for j, name in enumerate(audit.names):
            assert float(row[f"variance_{name}"]) == audit.variances.at_d[i, j]
            assert float(row[f"own_variance_{name}"]) == audit.variances.at_own[i, j]


def test_that_what_is_not_there_is_empty():
    x = np.array([[np.nan, 1.0], [2.0, 2.0], [3.0, 3.0]])
    first, second, _ = rows_of(audit_of(x, x, own=None))
    assert (first["id"], first["own_among_links"], first["variance_X1"], first["own_variance_X1"]) == ("", "", "", "")
    assert second["variance_X1"] != ""


@pytest.mark.parametrize("text", ["=1+1", "+cmd", "-cmd", "@sum", '=HYPERLINK("x")'])
def test_that_an_identifier_cannot_become_a_formula(text):
    x = np.array([[1.0, 2.0], [2.0, 1.0]])
    pair = replace(pair_of(x, x), record_ids=(text, "plain"), anonymized_ids=(text, "plain"))
    assert [row["id"] for row in rows_of(audited(pair))] == [f"'{text}", "plain"]


@pytest.mark.parametrize("name", ["a,b", 'say "x"', "line\nbreak", "größe"])
def test_that_any_attribute_name_is_one_column(name):
    x = np.array([[1.0, 2.0], [2.0, 1.0]])
    rows = rows_of(audited(pair_of(x, x, names=(name, "b"))))
    assert f"variance_{name}" in rows[0]
    assert len(rows) == 2
