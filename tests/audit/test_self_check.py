"""The self-check passes here, lists every erratum and nothing else, and sees a wrong figure wherever it is planted."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from permdesk.audit import paper_tables
from permdesk.audit import self_check as module
from permdesk.audit.paper_simulation import LITTLE_NOISE, MEANS, MUCH_NOISE, simulated_pair
from permdesk.audit.paper_tables import MISPRINTS, printed_tables
from permdesk.audit.self_check import Agreement, as_printed, self_check
from permdesk.compute.progress import Cancelled, Progress
from permdesk.resources import resource_path
from tests.stopping import StopsAfter


@pytest.fixture(scope="module")
def check():
    return self_check(Progress())


def lines_of(check, agreement):
    return [line for line in check.lines if line.agreement is agreement]


def test_that_everything_agrees_but_for_the_known_errata(check):
    assert check.passed
    assert lines_of(check, Agreement.DIFFERS) == []
    assert check.count(Agreement.AGREES) + check.count(Agreement.ERRATUM) == len(check.lines)
    errata = {line.where for line in lines_of(check, Agreement.ERRATUM)}
    rows = {f"Table {table}, row {row}" for table, row, _ in MISPRINTS}
    assert errata == rows | {
        "Text before Table 5, right, several and wrong links",
        "Below Table 5, records of Z matched by several",
    }
    assert all(line.note for line in lines_of(check, Agreement.ERRATUM))


def test_that_every_row_of_every_table_is_there(check):
    wheres = [line.where for line in check.lines]
    assert len(wheres) == len(set(wheres))
    for table, n in {1: 20, 2: 20, 3: 20, 4: 20, 5: 20, 6: 11}.items():
        assert [where for where in wheres if where.startswith(f"Table {table},")] == [
            f"Table {table}, row {row}" for row in range(1, n + 1)
        ]
    assert sum(where.startswith("Table 7,") for where in wheres) == 16
    assert sum(where.startswith("Figure") for where in wheres) == 6


def test_that_the_erratum_of_record_6_is_shown_as_printed_and_as_computed(check):
    (line,) = (line for line in check.lines if line.where == "Table 4, row 6")
    assert "1738.99" in line.printed
    assert line.computed == line.printed.replace("1738.99", "1738.89")


def test_that_what_is_right_instead_of_print_is_what_was_recomputed(expected):
    for (table, row, place), right in MISPRINTS.items():
        assert table == 4
        record = expected["records_XY"][row - 1]
        if place == 0:
            assert right == ", ".join(map(str, record["matches"]))
        else:
            figures = [*record["variance_at_d"], *record["variance_at_own_d"]]
            assert right == f"{figures[place - 2]:.2f}"


def test_that_the_printed_tables_hold_the_examples_files(expected):
    tables = {table.number: table for table in printed_tables()}
    assert set(tables) == set(range(1, 8))
    first = np.array(tables[1].rows, float)
    np.testing.assert_array_equal(first[:, 3:6], expected["rank_X"])
    np.testing.assert_array_equal(first[:, 12:], expected["Z"])
    assert all(len(row) == len(table.columns) for table in tables.values() for row in table.rows)


@pytest.mark.parametrize("table", [1, 2, 3, 4, 5, 6])
def test_that_a_figure_that_differs_from_print_is_seen(table):
    printed = next(t for t in printed_tables() if t.number == table)
    agreeing = tuple(tuple(float(c) if is_number(c) else c for c in row) for row in printed.rows)
    assert {line.agreement for line in module._table_lines(printed, agreeing)} == {Agreement.AGREES}
    for place in range(len(printed.columns)):
        spoiled = list(agreeing[7])
        spoiled[place] = "9" if isinstance(spoiled[place], str) else spoiled[place] + 1
        rows = (*agreeing[:7], tuple(spoiled), *agreeing[8:])
        found = [line.where for line in module._table_lines(printed, rows) if line.agreement is Agreement.DIFFERS]
        assert found == [f"Table {table}, row 8"], place


def is_number(cell):
    try:
        float(cell)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize("n_rows", [0, 19, 21])
def test_that_missing_and_extra_rows_are_seen(n_rows):
    printed = next(t for t in printed_tables() if t.number == 3)
    rows = tuple(tuple(map(float, row)) for row in (*printed.rows, printed.rows[0])[:n_rows])
    assert any(line.agreement is Agreement.DIFFERS for line in module._table_lines(printed, rows))


def test_that_a_misprint_that_is_no_longer_computed_right_is_seen():
    printed = next(t for t in printed_tables() if t.number == 4)
    row = ("6", 3.0, 6.57, 69.14, 1738.89, 22.88, 414.40, 16208.14)
    assert module._table_line(printed, 6, printed.rows[5], row).agreement is Agreement.ERRATUM
    wrong = (*row[:4], 1738.79, *row[5:])
    assert module._table_line(printed, 6, printed.rows[5], wrong).agreement is Agreement.DIFFERS


@pytest.mark.parametrize(
    ("value", "printed", "shown"),
    [(0.1249999, "0.12", "0.12"), (0.125, "0.13", "0.13"), (0.125, "0.12", "0.12"), (0.1251, "0.12", "0.13"),
     (4.0, "4", "4"), (5.0, "4", "5"), ("1, 7", "1", "1, 7"), (2.0, "n", "2")],
)  # fmt: skip
def test_that_values_are_shown_in_the_precision_of_print(value, printed, shown):
    assert as_printed(value, printed) == shown


@pytest.mark.parametrize("noise", [LITTLE_NOISE, MUCH_NOISE])
def test_that_simulated_files_are_as_the_paper_says(noise):
    pair = simulated_pair(noise, "figure")
    for j, attribute in enumerate(pair.attributes):
        x, y = attribute.original.lower, attribute.anonymized.lower
        assert abs(x.mean() - MEANS[j]) < 4 * x.std() / np.sqrt(1000)
        assert (y - x).std() == pytest.approx(noise[j], rel=0.1)
    again = simulated_pair(noise, "figure")
    np.testing.assert_array_equal(again.attributes[0].anonymized.lower, pair.attributes[0].anonymized.lower)


def test_that_simulations_with_exchanged_noise_do_not_pass(monkeypatch):
    monkeypatch.setattr(module, "LITTLE_NOISE", MUCH_NOISE)
    monkeypatch.setattr(module, "MUCH_NOISE", LITTLE_NOISE)
    found = self_check(Progress())
    assert not found.passed
    differ = [line.where.split(",")[0] for line in lines_of(found, Agreement.DIFFERS)]
    assert differ.count("Figure 2") >= 2
    assert differ.count("Figure 3") >= 2
    assert "Table 7" in differ


def test_that_a_changed_example_is_seen(monkeypatch, tmp_path):
    raw = json.loads(resource_path("validation", "printed.json").read_text("utf-8"))
    raw["tables"][4]["rows"][3][2] = "5"
    changed = tmp_path / "printed.json"
    changed.write_text(json.dumps(raw), "utf-8")
    monkeypatch.setattr(paper_tables, "resource_path", lambda *_: changed)
    found = self_check(Progress())
    assert [line.where for line in lines_of(found, Agreement.DIFFERS)] == ["Table 5, row 4"]


def test_that_a_check_without_lines_that_differ_passes_and_with_one_does_not(check):
    worse = replace(check, lines=(*check.lines, replace(check.lines[0], agreement=Agreement.DIFFERS)))
    assert (check.passed, worse.passed) == (True, False)


def test_that_a_stop_is_heard():
    with pytest.raises(Cancelled):
        self_check(StopsAfter(3))
