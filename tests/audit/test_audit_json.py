"""audit.json keeps to its published schema and says what the audit found."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import numpy as np
import pytest

from permdesk.audit.audit_json import AuditDocument, audit_document, audit_json, audit_schema
from permdesk.audit.policy import Policy
from tests.audit.auditing import audit_of, noisy, seeded

SCHEMA = Path(__file__).parents[2] / "docs" / "audit.schema.json"


@pytest.fixture(scope="module", params=["paired", "unpaired, tied, with gaps"])
def audit(request):
    x, y = noisy(seeded(31), n=40)
    if request.param == "paired":
        return audit_of(x, y, Policy())
    x, y = np.round(x), np.round(y)
    x[0, 0] = y[3, 1] = np.nan
    return audit_of(x, y[:30], Policy(), own=None)


def test_that_the_published_schema_is_the_one_of_this_program():
    # After a change: write audit_schema() to docs/audit.schema.json; added keys are free, others need a version.
    assert SCHEMA.read_bytes() == audit_schema()


def test_that_the_document_keeps_to_its_types_and_survives_a_reader(audit):
    raw = audit_json(audit)
    assert raw == audit_json(audit)
    assert raw.endswith(b"}\n")
    assert msgspec.json.decode(raw, type=AuditDocument) == audit_document(audit)


def test_that_records_count_from_1(audit):
    written = json.loads(audit_json(audit))
    for check, entry in zip(audit.verdict.checks, written["verdict"]["checks"], strict=True):
        assert entry["records"] == [row + 1 for row in check.records]
        assert entry["n_records"] == check.n_records


def test_that_only_file_names_are_told_and_no_paths(audit):
    written = json.loads(audit_json(audit))
    assert written["original"] == {"file": "original.csv", "sha256": "0" * 64, "n_records": 40}
    assert written["permutation"]["median_d"] == audit.distances.median
    assert written["permutation_z"]["max_d"] == audit.distances_z.max
    assert written["n_satisfying"] == audit.satisfies.sum()
    assert [notice["what"] for notice in written["notices"]] == [notice.what for notice in audit.notices]
    assert ("random_ties" in written) == (audit.tie_comparison is not None)
    assert (written["linkage"] is None) == (audit.right_links is None)


def test_that_an_attribute_without_any_variance_has_null_and_not_nan():
    x = np.array([[np.nan, 1.0], [np.nan, 2.0], [np.nan, 3.0]])
    assert json.loads(audit_json(audit_of(x, x)))["permutation"]["v"][0] is None
