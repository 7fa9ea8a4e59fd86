"""Tables 1 and 2 as the paper prints them, findings, and correlations."""

from __future__ import annotations

import numpy as np
import pytest

from permdesk.gui.models.correlation_columns import Matrix, change_columns, matrix_columns
from permdesk.gui.models.mapping_columns import attribute_columns, mapping_columns, mapping_rows
from permdesk.gui.numbers import decimal, ungrouped
from tests.gui.audits import audit_of, paper_audit, unpaired_audit
from tests.pairs import pair_of

GROUPS = ["Original X", "Ranks of X", "Anonymized Y", "Ranks of Y", "Reverse-mapped Z", "E′ = Y − Z", "E = Y − X"]


def number(text):
    return float(ungrouped(text))


def test_that_tables_1_and_2_are_the_papers(expected):
    columns = mapping_columns(paper_audit(), [0, 1, 2])
    assert [column.group for column in columns] == ["", *(group for group in GROUPS for _ in range(3))]
    for row in range(20):
        shown = [number(column.text(row)) for column in columns]
        assert shown[4:7] == expected["rank_X"][row]
        assert shown[10:13] == expected["rank_Y"][row]
        assert shown[13:16] == expected["Z"][row]
        assert shown[16:19] == expected["residual_noise"][row]
        assert shown[19:22] == expected["noise"][row]


def test_that_one_attribute_shows_only_its_own_columns_and_sorts_by_what_it_shows():
    columns = mapping_columns(paper_audit(), [1])
    assert [column.spoken for column in columns[1:]] == [f"{group}: X2" for group in GROUPS]
    for column in columns[1:]:
        key = column.key() if callable(column.key) else column.key
        assert [number(column.text(row)) for row in range(20)] == pytest.approx(key.tolist())


def test_that_values_of_a_release_in_another_order_stand_beside_their_originals():
    original = np.array([[1.0, 7.0], [2.0, 5.0], [3.0, 6.0]])
    own = np.array([2, -1, 0])
    audit = audit_of(pair_of(original, original[[2, 1, 0]] + 0.25, own=own))
    columns = {column.group: column for column in mapping_columns(audit, [0])}
    assert [columns["Original X"].text(row) for row in range(3)] == ["1", "2", "3"]
    assert [columns["Anonymized Y"].text(row) for row in range(3)] == ["1.25", "–", "3.25"]
    assert np.isnan(columns["Anonymized Y"].key()[1])


def test_that_unpaired_files_show_the_release_without_originals():
    audit = unpaired_audit()
    columns = mapping_columns(audit, [0])
    assert [column.group for column in columns[1:]] == [
        "Anonymized Y", "Ranks of Y", "Reverse-mapped Z", "E′ = Y − Z",
    ]  # fmt: skip
    assert mapping_rows(audit).size == audit.n_anonymized


def test_that_findings_per_attribute_are_the_papers(expected):
    columns = attribute_columns(paper_audit())
    assert [columns[0].text(row) for row in range(3)] == ["X1", "X2", "X3"]
    assert [columns[2].text(row) for row in range(3)] == [f"{rho:.3f}" for rho in expected["spearman_XZ"]]
    noise = np.abs(expected["noise"]).mean(axis=0)
    assert columns[3].key == pytest.approx(noise)


def test_that_what_is_unknown_is_a_dash_and_sorts_last():
    columns = attribute_columns(unpaired_audit())
    assert columns[2].text(0) == "–"
    assert np.isnan(columns[2].key).all()


def test_that_matrices_show_every_correlation_and_shade_it():
    audit = paper_audit()
    for which in Matrix:
        matrix = which.of(audit)
        columns = matrix_columns(audit, which)
        assert [columns[0].text(row) for row in range(3)] == list(audit.names)
        for row in range(3):
            for j in range(3):
                assert columns[j + 1].text(row) == decimal(matrix[row, j])
                assert columns[j + 1].fill(row) == matrix[row, j]


def test_that_the_largest_change_of_correlation_comes_first():
    audit = paper_audit()
    columns, n = change_columns(audit)
    change = audit.mapping.spearman_anonymized - audit.mapping.spearman_original
    assert n == 3
    assert columns[0].text(0) == "X1, X2"
    assert columns[-1].text(0) == decimal(change[0, 1], 3)
    sizes = columns[-1].key.tolist()
    assert sizes == sorted(sizes, reverse=True)
