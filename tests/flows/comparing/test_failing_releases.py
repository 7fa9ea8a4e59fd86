"""A release that fails the policy is crossed out on the map, however good its place is."""

from __future__ import annotations

from dataclasses import replace

from permdesk.audit.findings import Outcome
from permdesk.report.comparison_map import fails_policy


def test_that_the_map_crosses_out_what_fails_the_policy_and_its_legend_says_so(compared):
    chart = compared.map.map
    worst, *others = chart.lines
    kept = [replace(line, outcome=Outcome.PASS) for line in others]
    chart.show_releases([replace(worst, outcome=Outcome.FAIL), *kept], chart.risk, chart.loss)
    failing = [place for place in chart.places if chart.lines[place].outcome is Outcome.FAIL]
    assert failing == [0]
    entries = {label.text: sample.item for sample, label in chart.legend.items}
    crosses = entries[fails_policy()]
    assert crosses in chart.canvas.items and crosses.opts["symbol"] == "x"
    assert {(x, y) for x, y in zip(*crosses.getData(), strict=True)} == {chart.at(place) for place in failing}
    assert [fails_policy() in chart.said(place) for place in chart.places] == [
        place in failing for place in chart.places
    ]
    chart.show_releases(kept, chart.risk, chart.loss)
    assert fails_policy() not in {label.text for _, label in chart.legend.items}
