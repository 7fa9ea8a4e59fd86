"""The benchmarks that are tables of the documentation can be made again by their commands."""

from __future__ import annotations

import pytest

from tests.benchmarks import linkages, whole_audit


def test_that_a_whole_audit_is_measured_in_a_process_of_its_own():
    n, m, kind, seconds, _, peak, *stages = whole_audit.table_row(300, 3, "missing")
    assert (n, m, kind) == ("300", "3", "missing")
    assert len(stages) == len(whole_audit.COLUMNS)
    assert float(seconds) >= max(map(float, stages))
    assert float(peak.replace(",", "")) > 50


def test_that_every_stage_of_an_audit_is_in_one_column(tmp_path):
    found = whole_audit.measure(*map(str, whole_audit.write_pair(tmp_path, 300, 3, "missing")))
    columns = [stage for named in whole_audit.COLUMNS.values() for stage in named]
    assert set(found["stages"]) - {""} <= set(columns)
    assert len(columns) == len(set(columns))


def test_that_rates_of_linkages_ask_for_the_folder_of_the_files(capsys):
    with pytest.raises(SystemExit) as ended:
        linkages.main([])
    assert ended.value.code == 2
    assert "FOLDER" in capsys.readouterr().err
