"""The battery as a table: the strongest first and marked, chance and queries beside every rate."""

from dataclasses import replace

import pytest

from permdesk.report.blocks import Mark
from permdesk.report.linkage_tables import battery_tables


@pytest.fixture(scope="module")
def links(paper_audit):
    return paper_audit.right_links


def values(table):
    return [[cell.value for cell in row] for row in table.rows]


def test_that_every_linkage_is_there_with_rate_interval_lift_chance_and_queries(links):
    (table,) = battery_tables(links)
    for linkage in links.battery:
        low, high = linkage.interval
        assert [linkage.rate, low, high, linkage.lift, 20, linkage.n_queries] in [row[2:] for row in values(table)]
    assert len(table.rows) == len(links.battery)


def test_that_the_strongest_comes_first_in_bold_and_is_called_so(links):
    (table,) = battery_tables(links)
    rates = [row[2] for row in values(table)]
    assert rates == sorted(rates, reverse=True)
    assert [row[0].value.endswith("(the strongest)") for row in table.rows] == [True] + [False] * (len(rates) - 1)
    assert [all(cell.mark is Mark.BOLD for cell in row) for row in table.rows] == [True] + [False] * (len(rates) - 1)


def test_that_among_equals_the_one_that_findings_name_is_the_strongest(links):
    equal = tuple(replace(linkage, rate=0.5) for linkage in links.battery)
    (table,) = battery_tables(replace(links, battery=equal))
    assert table.rows[0][0].value.startswith("largest rank difference (the")


def test_that_drawn_queries_are_told(links):
    (table,) = battery_tables(links)
    assert "Every original record that has a release was tried." in table.note
    first, *others = links.battery
    large = (replace(first, n_queries=50_000), *(replace(linkage, n_queries=10_000) for linkage in others))
    (table,) = battery_tables(replace(links, battery=large))
    assert "10000 of the 50000 original records" in table.note
    assert {row[-1] for row in values(table)} == {10_000, 50_000}
