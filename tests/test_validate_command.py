"""``permdesk validate``: every line, the sum, and the exit status."""

from __future__ import annotations

import pytest

from permdesk import validate_command
from permdesk.audit.self_check import Agreement, Line, SelfCheck
from permdesk.data.problem import Problem
from tests.command import everything_in, run

GOOD = Line("Table 1, row 1", "1.00  2", "1.00  2", Agreement.AGREES)
KNOWN = Line("Table 4, row 6", "1738.99", "1738.89", Agreement.ERRATUM, "A digit is misprinted.")
WRONG = Line("Table 5, row 2", "4", "5", Agreement.DIFFERS)


@pytest.fixture
def finds(monkeypatch):
    """Make the self-check find something."""
    return lambda found: monkeypatch.setattr(validate_command, "self_check", lambda progress: found)


def test_that_this_installation_is_valid_and_nothing_is_written(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("validate") == 0
    answer = capsys.readouterr().out
    assert answer.count("    printed   ") > 130
    assert " 0 differ.\n" in answer
    assert everything_in(tmp_path) == []


def test_that_every_line_shows_print_and_computation(capsys, finds):
    finds(SelfCheck((GOOD, KNOWN)))
    assert run("validate") == 0
    assert capsys.readouterr().out == (
        "Table 1, row 1: agrees\n    printed   1.00  2\n    computed  1.00  2\n"
        "Table 4, row 6: erratum\n    printed   1738.99\n    computed  1738.89\n    A digit is misprinted.\n"
        "1 lines agree with print, 1 are known errata of the paper, 0 differ.\n"
    )


def test_that_a_line_that_differs_means_status_1_even_when_quiet(capsys, finds):
    finds(SelfCheck((GOOD, KNOWN, WRONG)))
    assert run("validate", "--quiet") == 1
    answer = capsys.readouterr().out
    assert answer.startswith("Table 5, row 2: DIFFERS\n")
    assert "Table 1" not in answer
    assert answer.endswith("1 differ.\n")


def test_that_an_example_that_cannot_be_read_is_one_sentence(capsys, finds):
    finds(Problem("It cannot be read.", "paper.permdesk", "Install PermDesk again."))
    assert run("validate") == 2
    assert capsys.readouterr().err == "permdesk: paper.permdesk: It cannot be read. Install PermDesk again.\n"
