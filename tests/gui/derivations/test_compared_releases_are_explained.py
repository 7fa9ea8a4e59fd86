"""Every number of the Compare tab, of a sweep and of the live demonstration has a note that computes it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from permdesk.audit.attribute_figures import AttributeFigure
from permdesk.audit.candidates import Terms, compare_candidates
from permdesk.audit.findings import Outcome
from permdesk.audit.live import find_live
from permdesk.audit.policy import Policy
from permdesk.audit.recipe import Candidate, InputFile
from permdesk.audit.release_figures import Figure
from permdesk.audit.settings import Settings
from permdesk.audit.sweep import Goal, SweepPlan, run_sweep
from permdesk.compute.progress import Progress
from permdesk.data.read_table import read_table
from permdesk.gui.derivations.page import page_text
from permdesk.gui.live.live_board import LiveBoard
from permdesk.gui.models.comparison_columns import (
    attribute_comparison_columns,
    difference_columns,
    map_columns,
    quantile_columns,
)
from permdesk.gui.models.release_columns import release_columns
from permdesk.gui.models.release_rows import Standing
from permdesk.gui.models.sweep_columns import sweep_columns
from permdesk.gui.panels.figure_card import FigureCard
from permdesk.masking.parameters import Method
from permdesk.report.derivations.sweeps import least_that_suffices
from tests.command import ANONYMIZED, ORIGINAL
from tests.gui.derivations.test_every_number_is_explained import NAMES, check
from tests.gui.models.test_release_columns import release
from tests.gui.models.test_release_columns import row as release_row
from tests.pairs import pair_of, paper_pair

ROWS = (
    release_row("a", right_links=0.5, lift=5.0, outcome=Outcome.FAIL),
    release_row("b", right_links=0.1, lift=1.0),
    release_row("c", Standing.WAITING),
    release_row("d", right_links=None, lift=None, outcome=Outcome.NOT_APPLICABLE),
)


def hold(columns, n_rows) -> int:
    """Check every note of some columns; how many numbers were computed again."""
    n_computed = 0
    assert n_rows > 0
    for column in columns:
        assert column.derived is not None or column.title in NAMES, column.spoken
        for row in range(n_rows) if column.derived else ():
            said = column.derived(row)
            if said is None:
                assert column.text(row) == "–", column.spoken
                continue
            assert said.shown in column.text(row), column.spoken
            check(said, (column.spoken, row))
            n_computed += any(step.by is not None for step in said.steps)
    return n_computed


def test_that_releases_side_by_side_are_explained(app):
    columns = release_columns(ROWS, "p")
    assert hold(columns, len(ROWS)) >= 6
    lift = next(column for column in columns if column.title == "× chance")
    assert "=" in lift.derived(0).steps[0].text


@pytest.fixture(scope="module")
def audited():
    """Rows of two releases as they come of their audits."""
    candidates = [(Candidate(InputFile(str(path))), path.stem) for path in (ANONYMIZED, ORIGINAL)]
    found = {}
    original = read_table(ORIGINAL, None, Progress())
    compare_candidates(original, candidates, Terms(None, Settings(), Policy()), int, found.__setitem__, Progress())
    return tuple(
        replace(release_row(name), release=found[place]) for place, (_candidate, name) in enumerate(candidates)
    )


def test_that_every_figure_of_an_audited_release_is_computed_again_from_what_was_put_in(app, audited):
    for column in release_columns(audited, "p")[1:-1]:
        for row in range(2):
            said = column.derived(row)
            assert any(step.by is not None for step in said.steps) or said.number is None, (column.title, row)
            check(said, (column.title, row))
            assert "open the release" not in said.steps[0].text


def test_that_the_notes_of_stale_numbers_say_so(app, audited):
    stale = tuple(replace(row, standing=Standing.STALE, holds=False) for row in audited)
    for rows, said in ((audited, ""), (stale, "Out of date")):
        for column in release_columns(rows, "p")[1:]:
            assert column.derived(0).stale.partition(":")[0] == said
    policy = release_columns(stale, "another")[-1].derived(0)
    assert "another" not in policy.steps[0].text
    assert "Out of date" in page_text(policy)


def test_that_the_map_is_explained_and_says_who_beats_a_release(app):
    lines = [row.release.figures for row in ROWS if row.release is not None]
    for risk in (Figure.RIGHT_LINKS, Figure.HELLINGER):
        columns = map_columns(lines, risk, Figure.MARGINAL_LOSS)
        hold(columns, len(lines))
    said = map_columns(lines, Figure.RIGHT_LINKS, Figure.MARGINAL_LOSS)[-1].derived(0)
    assert said.steps[-1].text == "Beaten by: b"


def test_that_distributions_differences_and_attributes_are_explained(app):
    releases = [release("a"), release("b", distances=(0.3, 0.2, 0.1), right=None)]
    hold(quantile_columns(releases), 2)
    assert hold(difference_columns(*releases), 3) >= 5
    for figure in AttributeFigure:
        columns = attribute_comparison_columns(releases, figure)
        said = columns[1].derived(0)
        check(said, figure)
        assert said.shown == columns[1].text(0)


def test_that_every_figure_of_an_attribute_is_computed_again_from_what_was_put_in(app, audited):
    releases = [row.release for row in audited]
    for figure in AttributeFigure:
        for column in attribute_comparison_columns(releases, figure)[1:]:
            for row in range(len(releases[0].names)):
                said = column.derived(row)
                check(said, (figure, row))
                assert said.steps[0].recomputed == pytest.approx(said.number)
                assert "open the release" not in said.steps[0].text


@pytest.fixture(scope="module")
def sweep():
    plan = SweepPlan(Method.NOISE, (0.1, 1.0, 3.0), Goal(0.5), replicates=2, seed=3)
    return run_sweep(paper_pair(), plan, Settings(), Policy(), Progress())


def test_that_a_sweep_is_explained(app, sweep):
    assert hold(sweep_columns(sweep), len(sweep.points)) > 20


def test_that_the_least_that_suffices_names_what_failed(app, sweep):
    from permdesk.gui import numbers

    said = least_that_suffices(sweep, numbers)
    check(said, "least")
    assert said.number == sweep.least is not None
    assert sum("reach the goal" in step.text for step in said.steps) == len(sweep.points)


@pytest.mark.parametrize("is_paired", [True, False])
def test_that_every_card_of_the_live_demonstration_is_explained(app, qtbot, is_paired):
    values = np.random.default_rng(5).integers(0, 6, (40, 3)).astype(float)
    pair = pair_of(values, values + 1, **({} if is_paired else {"own": None}))
    board = LiveBoard()
    qtbot.addWidget(board)
    board.show_findings(find_live(pair, Settings(draws=200), Progress()))
    cards = board.findChildren(FigureCard)
    assert len(cards) == 4
    for card in cards:
        said = card.explained.derivation()
        if said is None:
            assert not is_paired and card.figure == "–"
            continue
        assert said.shown == card.figure
        check(said, card.title)
