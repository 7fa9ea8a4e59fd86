"""Releases side by side: what is best, what is out of date, what could not be audited, and how they sort."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester

from permdesk.audit.attribute_figures import AttributeFigure, AttributeFigures
from permdesk.audit.candidates import CURVE, ComparedRelease
from permdesk.audit.findings import Outcome
from permdesk.audit.recipe import Candidate, Demonstration, InputFile
from permdesk.audit.release_figures import Figure
from permdesk.data.choices import PairChoices, PairingBy
from permdesk.data.problem import Problem, Severity
from permdesk.gui.models.array_table import ArrayTableModel
from permdesk.gui.models.columns import Mark
from permdesk.gui.models.comparison_columns import (
    attribute_comparison_columns,
    difference_columns,
    map_columns,
    quantile_columns,
)
from permdesk.gui.models.release_columns import (
    changed_sentence,
    name_text,
    number_text,
    release_columns,
    release_note,
    stale_sentence,
)
from permdesk.gui.models.release_rows import ReleaseRow, Standing, with_figures
from permdesk.masking.parameters import Method
from permdesk.report.blocks import Number
from tests.audit.test_release_figures import line

ASCENDING, DESCENDING = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder


def release(name, distances=(0.1, 0.2, 0.3), right=(0.0, 1.0, np.nan), warnings=(), made=None, **figures):
    distance = np.array(distances)
    return ComparedRelease(
        figures=line(name, **figures),
        sha256="0" * 64,
        names=("age", "pay"),
        choices=PairChoices((), PairingBy.ROW),
        made=made,
        attributes=(
            AttributeFigures("age", 0.9, 0.1, 0.5, 0.01, 0.0, 0.0),
            AttributeFigures("pay", None, None, None, 0.02, 0.5, 0.1),
        ),
        distance=distance,
        right=None if right is None else np.array(right),
        curve=np.quantile(distance, np.linspace(0, 1, CURVE + 1)),
        warnings=warnings,
    )


def row(name, standing=Standing.DONE, problem=None, **figures):
    candidate = Candidate(InputFile(f"/data/{name}"))
    known = None if standing in (Standing.WAITING, Standing.FAILED) else release(name, **figures)
    return ReleaseRow(candidate, name, standing, known, problem, holds=standing is Standing.DONE)


def model_of(columns, n_rows):
    model = ArrayTableModel()
    model.tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.show_columns(columns, n_rows)
    return model


def shown(model, title):
    place = next(i for i, column in enumerate(model.columns) if column.title == title)
    return [model.index(i, place).data() for i in range(model.rowCount())]


ROWS = (
    row("a", right_links=0.5, outcome=Outcome.FAIL),
    row("b", right_links=0.1),
    row("c", Standing.WAITING),
    row("d", right_links=None, outcome=Outcome.NOT_APPLICABLE),
)


def test_that_only_the_best_has_a_star_and_more_than_a_colour():
    columns = release_columns(ROWS, "p")
    column = next(column for column in columns if column.title == "right links")
    assert [column.text(place) for place in range(4)] == ["50.0 %", "★ 10.0 %", "–", "–"]
    assert column.marks(1) & Mark.BOLD and column.marks(1) & Mark.UNDERLINED
    assert column.note(1) and not column.note(0)


def test_that_the_best_of_a_column_is_shown_as_good_only_where_the_release_does_not_fail():
    rows = (row("a", right_links=0.5), row("b", right_links=0.1, outcome=Outcome.FAIL))
    column = next(column for column in release_columns(rows, "p") if column.title == "right links")
    assert (column.text(1), column.marks(1)) == ("★ 10.0 %", Mark.BOLD | Mark.UNDERLINED)
    lines = [line("a", right_links=0.5), line("b", right_links=0.1, correlation_loss=0.9, outcome=Outcome.FAIL)]
    columns = map_columns(lines, Figure.RIGHT_LINKS, Figure.CORRELATION_LOSS)
    assert [columns[0].text(place) for place in range(2)] == ["a", "✕ b"]
    assert [columns[-1].text(place) for place in range(2)] == ["★ yes", "★ yes"]
    assert [bool(columns[-1].marks(place) & Mark.GOOD) for place in range(2)] == [True, False]


@pytest.mark.parametrize("order", [ASCENDING, DESCENDING])
def test_that_releases_sort_by_a_figure_and_unknown_ones_come_last(order):
    model = model_of(release_columns(ROWS, "p"), 4)
    place = next(i for i, column in enumerate(model.columns) if column.title == "right links")
    model.sort(place, order)
    assert shown(model, "Release") == (["b", "a"] if order == ASCENDING else ["a", "b"]) + ["○ c", "d"]


def test_that_verdicts_sort_from_pass_to_fail():
    model = model_of(release_columns(ROWS, "p"), 4)
    model.sort(model.columnCount() - 1, ASCENDING)
    assert shown(model, "Policy") == ["✓ pass", "? not judged", "✕ fail", "–"]


def test_that_stale_numbers_are_not_compared_with_those_that_hold():
    rows = (row("a", right_links=0.5), row("b", Standing.STALE, right_links=0.1), row("c", right_links=0.6))
    column = next(column for column in release_columns(rows, "p") if column.title == "right links")
    assert [column.text(place) for place in range(3)] == ["★ 50.0 %", "10.0 %", "60.0 %"]
    assert column.marks(1) == Mark.MUTED
    assert [one.name for one in with_figures(rows)] == ["a", "c"]
    assert with_figures(rows[1:2]) == ()


def test_that_the_note_of_a_number_says_that_the_file_is_another_now():
    for standing, said in ((Standing.CHANGED, changed_sentence()), (Standing.STALE, stale_sentence())):
        for column in release_columns((row("a", standing, right_links=0.5),), "p")[1:]:
            assert column.derived(0).stale == said


def test_that_stale_numbers_alone_have_no_best():
    rows = (row("a", Standing.STALE, right_links=0.5), row("b", Standing.STALE, right_links=0.1))
    for column in release_columns(rows, "p"):
        for place in range(2):
            assert "★" not in column.text(place)
            assert column.marks is None or column.marks(place) == Mark.MUTED


def test_that_one_that_is_audited_again_is_still_compared_while_its_numbers_hold():
    rows = (row("a", right_links=0.5), replace(row("b", Standing.RUNNING, right_links=0.1), holds=True))
    column = next(column for column in release_columns(rows, "p") if column.title == "right links")
    assert [column.text(place) for place in range(2)] == ["50.0 %", "★ 10.0 %"]


def test_that_each_standing_has_a_sign_and_a_sentence():
    problem = Problem("It is broken.", "e", "Mend it.")
    rows = (
        *(row("a", standing) for standing in (Standing.WAITING, Standing.RUNNING, Standing.STALE, Standing.CHANGED)),
        row("e", Standing.FAILED, problem),
    )
    assert len({name_text(one)[0] for one in rows}) == 5
    assert all(len(release_note(one).splitlines()) == 2 for one in rows)
    assert "It is broken." in release_note(rows[4])


def test_that_warnings_show_beside_the_name():
    warning = Problem("Nothing was protected.", "", "Do not publish it.", Severity.WARNING)
    warned = replace(row("a"), release=release("a", warnings=(warning,)))
    assert name_text(warned) == "⚠ a"
    assert "Nothing was protected." in release_note(warned)


def test_that_a_release_made_here_says_how():
    made = Demonstration(Method.RANK_SWAPPING, 0.1)
    one = ReleaseRow(Candidate(InputFile("/data/a.csv"), made), "a.csv", Standing.DONE, release("a.csv", made=made))
    assert "Rank swapping" in release_note(one) and "10 %" in release_note(one)


def test_that_small_shares_keep_their_digits():
    assert number_text(0.0123, Number.SHARE) == "1.23 %"
    assert number_text(0.00001, Number.SHARE) == "< 0.01 %"
    assert number_text(0.5, Number.SHARE) == "50.0 %"
    assert number_text(None, Number.CORRELATION) == "–"


def test_that_the_map_says_who_is_not_beaten_and_who_is_not_on_it():
    lines = [line("a", right_links=0.5), line("b", right_links=0.1), line("c", right_links=None)]
    model = model_of(map_columns(lines, Figure.RIGHT_LINKS, Figure.CORRELATION_LOSS), 3)
    assert shown(model, "Not beaten") == ["no", "★ yes", "–"]


def test_that_quantiles_are_in_percent_of_the_records():
    model = model_of(quantile_columns([release("a")]), 1)
    assert (shown(model, "smallest"), shown(model, "median"), shown(model, "largest")) == (
        ["10.000"],
        ["20.000"],
        ["30.000"],
    )


def test_that_records_are_compared_one_by_one():
    model = model_of(difference_columns(release("a"), release("b", distances=(0.3, 0.2, 0.1), right=None)), 3)
    assert shown(model, "A less B") == ["−20.000", "0.000", "20.000"]
    assert shown(model, "A") == ["0 %", "100 %", "–"]
    assert [column.title for column in model.columns].count("B") == 0
    model.sort(3, DESCENDING)
    assert shown(model, "Record") == ["3", "2", "1"]


def test_that_attributes_have_a_column_for_each_release():
    releases = [release("a"), release("b")]
    model = model_of(attribute_comparison_columns(releases, AttributeFigure.RANK_CORRELATION), 2)
    assert shown(model, "Attribute") == ["age", "pay"]
    assert shown(model, "b") == ["0.900", "–"]
    assert model_of(attribute_comparison_columns([], AttributeFigure.TIED), 0).rowCount() == 0
