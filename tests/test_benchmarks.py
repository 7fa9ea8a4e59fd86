"""The benchmarks that are tables of the documentation can be made again by their commands."""

from __future__ import annotations

import itertools
import json
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from permdesk.compute.progress import Progress
from permdesk.compute.unstoppable import wait_for
from permdesk.gui.pages.distance_page import DistancePage
from tests.benchmarks import (
    held_lock,
    linkages,
    search,
    search_peers,
    search_table,
    stopping,
    stopping_reports,
    whole_audit,
    window,
)
from tests.benchmarks.large_findings import large_findings
from tests.benchmarks.search_peers import PEERS
from tests.compute.bad_cases import BAD_CASES

ROOT = Path(__file__).parents[1]


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


def test_that_all_sizes_of_the_documentation_are_measured_and_a_quick_run_is_of_every_kind():
    whole = list(whole_audit.cases([], [], [], quick=False))
    assert {(n, 10, "continuous") for n in (10_000, 100_000, 1_000_000)} <= set(whole)
    assert whole[-1] == (1_000_000, 20, "binary")
    assert list(whole_audit.cases([], [], [], quick=True)) == [(10_000, 10, kind) for kind in whole_audit.KINDS]
    assert list(whole_audit.cases([50], [2, 3], ["missing"], quick=False)) == [(50, 2, "missing"), (50, 3, "missing")]


@pytest.mark.parametrize("kind", whole_audit.KINDS)
def test_that_files_are_of_their_kind(tmp_path, kind):
    for path in whole_audit.write_pair(tmp_path, 300, 2, kind):
        cells = [line.split(",")[0] for line in path.read_text().splitlines()[1:]]
        assert ("" in cells) == (kind == "missing")
        n_distinct = len(set(cells))
        assert {"binary": n_distinct == 2, "rounded": n_distinct < 120}.get(kind, n_distinct > 250)


def test_that_rates_of_linkages_ask_for_the_folder_of_the_files(capsys):
    with pytest.raises(SystemExit) as ended:
        linkages.main([])
    assert ended.value.code == 2
    assert "FOLDER" in capsys.readouterr().err


def test_that_what_is_told_to_stop_is_timed_in_its_stage_and_what_had_ended_is_not():
    def works_on(progress: Progress) -> None:
        progress.begin("ranks", 1)
        while True:
            progress.check()

    stop = stopping.stopped(works_on, 1.0)
    assert stop is not None
    assert stop.stage == "ranks"
    assert 0 < stop.answered <= stop.ended
    assert stopping.stopped(lambda progress: progress.begin("ranks", 1), 60.0) is None


def test_that_work_that_nobody_waits_for_is_waited_for_when_stops_are_timed():
    may_end, ended = threading.Event(), threading.Event()

    def library_call() -> None:
        may_end.wait()
        ended.set()

    def works_on(progress: Progress) -> None:
        try:
            wait_for(library_call, progress)
        finally:
            threading.Timer(0.01, may_end.set).start()

    stop = stopping.stopped(works_on, 1.0)
    assert stop is not None
    assert ended.is_set()
    assert stop.answered < stop.ended


def test_that_the_longest_time_between_two_looks_at_a_stop_is_kept():
    now = 0.0

    def works(progress: Progress) -> None:
        nonlocal now
        for seconds in (1.0, 5.0, 2.0):
            now += seconds
            progress.check()
        now += 4.0

    found = stopping_reports.made("w", works, lambda: now)
    assert found == stopping_reports.Made("w", seconds=12.0, longest=5.0, n_looks=4)


def test_that_the_time_after_the_last_look_at_a_stop_counts():
    now = 0.0

    def works(progress: Progress) -> None:
        nonlocal now
        progress.check()
        now += 3.0

    assert stopping_reports.made("w", works, lambda: now).longest == 3.0


def test_that_every_format_of_a_report_is_held_against_its_looks():
    readings = itertools.count()
    found = stopping_reports.measure(300, 2, lambda: float(next(readings)))
    assert [one.what for one in found] == ["blocks and pictures", *stopping_reports.Format]
    # Each look reads the clock twice, the first reading and the last come on top, and none falls between two looks.
    assert [(one.seconds, one.longest) for one in found] == [(2.0 * one.n_looks + 1, 1.0) for one in found]
    assert found[0].n_looks > 1


def test_that_findings_put_together_hold_what_the_window_shows(qtbot):
    audit = large_findings(300, 2)
    distances = audit.distances
    assert (
        audit.mapping.values[audit.mapping.ranks_anonymized.argsort(axis=0)[:, 0], 0]
        == np.sort(audit.mapping.original[:, 0])
    ).all()
    page = DistancePage()
    qtbot.addWidget(page)
    page.show_audit(audit)
    page.records.table.choose(7)
    assert page.record.comparison.maxima[7] == distances.distance[7]
    page.shutdown()


def test_that_the_longest_turn_of_the_window_is_measured(qtbot):
    bench = window.Bench()
    bench.act("a stall", 999, lambda: time.sleep(1))
    bench.act("work", 1, lambda: sum(range(3_000_000)))
    stall, work = bench.found
    assert stall.clock >= 1_000
    assert stall.is_reached
    assert work.processor > 1
    assert not work.is_reached
    cells = [list(column.cells) for column in window.shown(bench.found).columns]
    assert cells[0] == ["a stall", "work"]
    assert cells[-1] == ["✓", "✗"]


def test_that_work_is_seen_to_hold_the_lock_only_while_it_does():
    assert held_lock.measure(lambda progress: (time.sleep(0.05), sum(range(20_000_000))), 0.005).longest
    assert not held_lock.measure(lambda progress: time.sleep(0.1), 0.005).longest


def test_that_held_locks_are_found_in_every_kind_of_audit(capsys):
    held_lock.main(["--records", "300", "--attributes", "2", "--kinds", "missing", "--longer-than", "0"])
    assert "| 300 " in capsys.readouterr().out


def _measured(kind, seconds, **peers):
    found = {"s": seconds, "cpu": 2 * seconds, "mb": 1.0, "is_estimate": False}
    theirs = {name: found | {"s": s, "cpu": s, "is_estimate": True, "queries": 500} for name, s in peers.items()}
    return {"cell": [1000, 3, 0.3, 0.5, kind], "load": 1.5, "PermDesk": found, **theirs}


def test_that_the_table_of_the_search_has_one_row_for_all_kinds_of_data(tmp_path):
    results = tmp_path / "search.jsonl"
    lines = [_measured("continuous", 9.0), _measured("continuous", 0.5, scipy=20.0), _measured("missing", 2.0)]
    results.write_text("".join(json.dumps(line) + "\n" for line in lines))
    head, _, row, *_, said = search_table.table_of(search_table.read_results(results)).splitlines()
    cells = dict(zip(head.split(" | "), row.split(" | "), strict=True))
    assert (cells["PermDesk s"], cells["scipy s"], cells["missing s"], cells["rounded s"]) == (
        "0.500",
        "~20.00",
        "2.000",
        "",
    )
    assert "| ~20.00 | 40.0 | 20.0 | 1 |" in row
    assert row.endswith("| 2.000 | 4.0 |")
    assert "1.5 to 1.5" in said
    assert "500 queries" in said


def test_that_the_table_of_the_search_takes_the_place_of_the_one_in_the_document(tmp_path):
    results, document = tmp_path / "search.jsonl", tmp_path / "document.md"
    results.write_text(json.dumps(_measured("continuous", 0.5)) + "\n")
    document.write_text(f"Before\n{search_table.BEGINS}\nold\n{search_table.ENDS}\nAfter\n")
    for _ in range(2):
        search_table.main(["--results", str(results), "--into", str(document)])
    text = document.read_text()
    assert text.startswith(f"Before\n{search_table.BEGINS}\n| records |")
    assert text.endswith(f"{search_table.ENDS}\nAfter\n")
    assert "old" not in text
    assert text.count("0.500") == 1


def test_that_the_document_has_a_place_for_the_table_of_the_search():
    document = (ROOT / "docs" / "benchmarks.md").read_text()
    assert "table" in search_table.put_into(document, "table")


@pytest.mark.parametrize("peer", [peer for peer in PEERS if peer.name != "scikit-learn"], ids=lambda peer: peer.name)
def test_that_a_peer_who_takes_too_long_answers_a_sample_and_is_marked(peer, monkeypatch):
    monkeypatch.setattr(search, "SAMPLE_SECONDS", 0.0)
    data = search.make_data(1000, 2, 0.3, 0.5, "continuous")
    _, right = search.measure_permdesk(data)
    asked = search.measure_peer(peer, data, 0.0, right)
    assert (asked["is_estimate"], asked["queries"]) == (True, peer.few)
    whole = search.measure_peer(peer, data, 1e9, right)
    assert (whole["is_estimate"], whole["queries"]) == (False, 1000)


@pytest.mark.parametrize(("first", "further"), [(0.02, 29), (0.1, 9), (0.4, 4), (4.9, 4), (5.1, 0)])
def test_that_short_runs_are_repeated_most_and_long_ones_not_at_all(first, further):
    assert search.further_runs(first) == further


def test_that_the_library_of_a_peer_is_loaded_before_the_clock_runs():
    data = search.make_data(100, 2, 0.3, 0.5, "continuous")
    _, right = search.measure_permdesk(data)
    loaded = []

    def build(target):
        loaded.append(target.n_records)
        return search_peers.by_brute_force(target)

    search.measure_peer(search_peers.Peer("", build, is_tree=True, few=10, share=1.0), data, 1e9, right)
    assert loaded[:2] == [2, 100]
    assert set(loaded[2:]) == {100}


def test_that_the_measured_queries_of_a_tree_follow_as_many_that_are_not_measured(monkeypatch):
    monkeypatch.setattr(search, "SAMPLE_SECONDS", 0.0)
    data = search.make_data(1000, 2, 0.3, 0.5, "continuous")
    asked = []

    def ask(queries):
        asked.append(queries.low.tolist())
        return np.empty(0), np.empty(0)

    peer = search_peers.Peer("", lambda _: ask, is_tree=True, few=10, share=1.0)
    search._sample(peer, ask, data.queries)
    assert list(map(len, asked)) == [10, 10, 10]
    assert not {tuple(query) for query in asked[1]} & {tuple(query) for query in asked[2]}


@pytest.mark.parametrize("case", BAD_CASES, ids=lambda case: case.__name__)
def test_that_every_bad_case_can_be_searched(case):
    original, anonymized = case(60)
    data = search.ranked(original, anonymized)
    distance, _ = search.by_permdesk(data.queries, data.target)
    assert distance.shape == (60,)


def test_that_benchmarks_have_all_that_the_window_needs():
    pins = (ROOT / "packaging" / "requirements-bench.txt").read_text()
    assert "-r requirements-window.txt\n" in pins
