"""Tables 5 and 6 as the paper prints them; right links only where the protector looks."""

from __future__ import annotations

import numpy as np

from permdesk.gui.models import link_columns
from permdesk.gui.models.columns import Mark
from permdesk.gui.models.distribution_columns import distribution_columns
from permdesk.gui.models.link_columns import (
    LinkOutcome,
    battery_columns,
    intruder_columns,
    link_outcomes,
    links_text,
    protector_columns,
)
from permdesk.report.bins import Bins
from tests.gui.audits import paper_audit, scaled_audit, unpaired_audit


def test_that_table_5_is_the_papers(expected):
    columns = intruder_columns(paper_audit())
    for row, link in enumerate(expected["linkage_XZ"]):
        shown = [column.text(row) for column in columns[:3]]
        assert shown == [str(link["record"]), ", ".join(map(str, link["matches"])), str(link["d"])]


def test_that_the_intruder_is_not_told_which_links_are_right():
    columns = intruder_columns(paper_audit())
    assert not any(column.marks and column.marks(row) for column in columns for row in range(20))


def test_that_the_p_value_is_explained_for_what_it_is():
    column = next(column for column in intruder_columns(paper_audit()) if column.title == "p")
    assert column.text(4) == f"{paper_audit().random_match.p_values[4]:.4f}"
    assert "not the probability that the link is random" in column.tooltip


def test_that_defensible_links_are_marked_by_sign_and_colour():
    column = intruder_columns(scaled_audit())[-1]
    assert (column.text(0), column.marks(0)) == ("▲ yes", Mark.DANGER | Mark.BOLD)


def test_that_the_protector_sees_which_links_are_right():
    audit = paper_audit()
    right = {3, 4, 6, 11, 13, 19}
    outcomes = [LinkOutcome(outcome) for outcome in link_outcomes(audit)]
    assert {row for row, outcome in enumerate(outcomes) if outcome is LinkOutcome.SOLE_RIGHT} == right
    assert {row for row, outcome in enumerate(outcomes) if outcome is LinkOutcome.AMONG_SEVERAL} == {0, 8, 18}
    assert {row for row, outcome in enumerate(outcomes) if outcome is LinkOutcome.NOT_AMONG_SEVERAL} == {10}
    columns = protector_columns(audit)
    assert [columns[2].text(row) for row in (0, 1, 3, 10)] == [
        "◐ among several", "✗ wrong", "● right", "✗ none of them",
    ]  # fmt: skip
    underlined = {row for row in range(20) if Mark.UNDERLINED in columns[1].marks(row)}
    assert underlined == right | {0, 8, 18}
    assert columns[3].text(3) == "4"


def test_that_unpaired_files_leave_the_protector_nothing_to_mark():
    assert protector_columns(unpaired_audit()) == []
    assert not link_outcomes(unpaired_audit()).any()


def test_that_links_of_a_long_file_are_counted_and_not_searched_for_again(monkeypatch):
    monkeypatch.setattr(link_columns, "MOST_CELLS_SEARCHED", 10)
    text = links_text(paper_audit())
    assert (text(0), text(1)) == ("1 and 1 more", "4")


def test_that_a_long_list_of_links_is_cut(monkeypatch):
    monkeypatch.setattr(link_columns, "MOST_LISTED", 1)
    assert links_text(paper_audit())(0) == "1 and 1 more"


def test_that_the_strongest_linkage_is_bold():
    audit = paper_audit()
    columns, n = battery_columns(audit)
    bold = {row for row in range(n) if Mark.BOLD in columns[1].marks(row)}
    assert bold == {audit.right_links.battery.index(audit.right_links.strongest)}


def test_that_table_6_is_the_papers(expected):
    test = paper_audit().random_match
    n = test.distance.size
    columns = distribution_columns(paper_audit(), Bins(1, n), n - 1, test.share_original, test.share_random)
    for d in range(n):
        assert [column.text(d) for column in columns] == [
            str(d), f"{expected['histogram_X'][d] / 20:.4f}", f"{expected['histogram_A_of_8000'][d] / 8000:.4f}",
        ]  # fmt: skip


def test_that_bins_show_the_distances_they_hold():
    columns = distribution_columns(paper_audit(), Bins(5, 2), 9, np.array([0.5, 0.5]), np.array([0.0, 1.0]))
    assert [columns[0].text(row) for row in range(2)] == ["0–4", "5–9"]
