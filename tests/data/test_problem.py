"""Problems as one line."""

from __future__ import annotations

from permdesk.data.problem import Problem


def test_that_a_problem_of_no_place_begins_with_what_is_wrong() -> None:
    assert Problem("No file is open.", "", "Open one.").sentence == "No file is open. Open one."


def test_that_a_problem_of_a_file_begins_with_its_name() -> None:
    assert Problem("It is empty.", "a.csv", "Take another.").sentence == "a.csv: It is empty. Take another."
