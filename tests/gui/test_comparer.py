"""Which releases are compared is decided in steps; they are audited in turn, and what is done stays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from permdesk.audit.candidates import ComparedRelease
from permdesk.audit.recipe import Candidate, Demonstration, InputFile
from permdesk.data.choices import Level
from permdesk.data.problem import Problem
from permdesk.gui.comparer import Comparer
from permdesk.gui.comparison_task import fingerprinted, named
from permdesk.gui.desk import Desk
from permdesk.gui.jobs import JobRunner
from permdesk.gui.models.release_rows import Standing, release_rows
from permdesk.gui.workspace import Workspace
from permdesk.masking.parameters import Method


@pytest.fixture
def files(tmp_path):
    random = np.random.default_rng(3)
    x = random.normal(size=(80, 3))

    def write(name, values, header="a,b,c"):
        np.savetxt(tmp_path / name, values, "%.5f", ",", header=header, comments="")
        return tmp_path / name

    return {
        "x": write("x.csv", x),
        "near": write("near.csv", x + 0.1 * random.normal(size=x.shape)),
        "far": write("far.csv", x + random.normal(size=x.shape)),
        "narrow": write("narrow.csv", x[:, :2], "a,b"),
    }


@pytest.fixture
def comparer(qtbot, app: QApplication, files) -> Iterator[Comparer]:
    """One with the original and a release open and audited."""
    desk = Desk(Workspace(), JobRunner(), JobRunner())
    made = Comparer(desk, desk)
    desk.open(files["x"], files["near"])
    settle(qtbot, made)
    yield made
    desk.shutdown()


def settle(qtbot, comparer):
    qtbot.waitUntil(lambda: comparer.available)


def state(comparer):
    return comparer._desk.workspace.state


def standings(comparer):
    running = None if comparer.running is None else comparer.running.candidate
    return [row.standing for row in release_rows(state(comparer), running)]


def test_that_added_releases_are_audited_and_can_be_taken_back(qtbot, comparer, files):
    comparer.add([files["near"], files["far"]])
    assert not comparer.available
    settle(qtbot, comparer)
    assert standings(comparer) == [Standing.DONE, Standing.DONE]
    workspace = comparer._desk.workspace
    assert workspace.undo_name == "compare 2 releases"
    workspace.undo()
    assert state(comparer).setup.candidates == ()
    workspace.redo()
    assert standings(comparer) == [Standing.DONE, Standing.DONE]  # nothing is audited twice


def test_that_a_release_is_added_once(qtbot, comparer, files):
    comparer.add([files["near"]])
    comparer.add_open()
    comparer.add([files["near"]])
    settle(qtbot, comparer)
    assert len(state(comparer).setup.candidates) == 1


def test_that_the_open_release_is_added_as_it_is_read(qtbot, comparer):
    comparer.add_open()
    settle(qtbot, comparer)
    opened = state(comparer).setup.anonymized.table
    (candidate,) = state(comparer).setup.candidates
    assert (candidate.file.sha256, candidate.file.dialect) == (opened.sha256, opened.dialect)


def test_that_a_bad_release_is_one_sentence_and_loses_no_other(qtbot, comparer, files, tmp_path):
    reported = []
    comparer._desk.reported.connect(reported.append)
    comparer.add([files["narrow"], tmp_path / "gone.csv", files["far"]])
    settle(qtbot, comparer)
    assert standings(comparer) == [Standing.FAILED, Standing.FAILED, Standing.DONE]
    assert reported == []
    assert comparer.pending(state(comparer)) == ()


def test_that_what_is_done_stays_when_the_rest_is_cancelled(qtbot, comparer, files):
    comparer.changed.connect(lambda: comparer.running and comparer.running.place == 2 and comparer._desk.cancel())
    comparer.add([files["near"], files["far"]])
    settle(qtbot, comparer)
    assert standings(comparer) == [Standing.DONE, Standing.WAITING]
    assert [one.name for one in comparer.pending(state(comparer))] == ["far.csv"]
    qtbot.wait(50)
    assert comparer.available  # it does not begin again by itself


def test_that_releases_that_come_during_a_run_follow_it(qtbot, comparer, files):
    comparer.add([files["near"]])
    comparer.add([files["far"]])
    qtbot.waitUntil(lambda: standings(comparer) == [Standing.DONE, Standing.DONE])


def test_that_a_comparison_goes_on_after_a_job_that_took_its_place(qtbot, comparer, files):
    comparer.add([files["near"], files["far"]])
    comparer._desk.run()
    qtbot.waitUntil(lambda: standings(comparer) == [Standing.DONE, Standing.DONE])


def test_that_other_settings_make_numbers_stale_until_they_are_asked_for(qtbot, comparer, files):
    comparer.add([files["near"]])
    settle(qtbot, comparer)
    setup = state(comparer).setup
    comparer._desk.decide("alpha", replace(setup, settings=replace(setup.settings, alpha=0.01)))
    settle(qtbot, comparer)
    assert standings(comparer) == [Standing.STALE]
    comparer.run()
    settle(qtbot, comparer)
    assert standings(comparer) == [Standing.DONE]


def test_that_what_does_not_change_numbers_leaves_them(qtbot, comparer, files):
    comparer.add([files["near"]])
    settle(qtbot, comparer)
    setup = state(comparer).setup
    choices = replace(
        setup.choices, attributes=tuple(replace(one, reason="said so") for one in setup.choices.attributes)
    )
    comparer._desk.decide("words", replace(setup, choices=choices))
    settle(qtbot, comparer)
    assert standings(comparer) == [Standing.DONE]


def test_that_numbers_are_those_of_the_command_line(qtbot, comparer, files, tmp_path):
    from permdesk.audit.figures_csv import comparison_csv
    from tests.command import run

    comparer.add([files["near"], files["far"]])
    settle(qtbot, comparer)
    out = tmp_path / "out"
    assert run("compare", files["x"], files["near"], files["far"], out=out) == 0
    found = [state(comparer).compared_as(one).outcome for one in state(comparer).setup.candidates]
    assert comparison_csv([one.figures for one in found]) == (out / "comparison.csv").read_bytes()


def test_that_releases_are_taken_out_as_a_step(qtbot, comparer, files):
    comparer.add([files["near"], files["far"]])
    settle(qtbot, comparer)
    comparer.remove(state(comparer).setup.candidates[:1])
    assert [Path(one.file.path).name for one in state(comparer).setup.candidates] == ["far.csv"]
    assert comparer._desk.workspace.undo_name == "no longer compare near.csv"
    assert files["near"].exists()


def test_that_demonstrations_are_made_compared_and_kept_without_a_seed(qtbot, comparer, tmp_path, monkeypatch):
    monkeypatch.setattr("secrets.randbits", lambda bits: 424242424242)
    folder = tmp_path / "made"
    folder.mkdir()
    comparer.make((Demonstration(Method.NOISE, 0.5), Demonstration(Method.ROUNDING, 1.0)), folder)
    qtbot.waitUntil(lambda: standings(comparer) == [Standing.DONE, Standing.DONE])
    assert [path.name for path in sorted(folder.iterdir())] == ["x-noise-0.5.csv", "x-rounding-1.csv"]
    recipe = tmp_path / "r.permdesk"
    comparer._desk.save_recipe(recipe)
    qtbot.waitUntil(recipe.exists)
    text = recipe.read_text("utf-8")
    assert 'method = "noise"' in text
    assert "424242424242" not in text + repr(state(comparer).setup.candidates)


def test_that_the_recipe_names_the_releases_as_they_were_audited(qtbot, comparer, files):
    comparer.add([files["near"], files["narrow"]])
    settle(qtbot, comparer)
    known, failed = fingerprinted(state(comparer))
    outcome = state(comparer).compared_as(state(comparer).setup.candidates[0]).outcome
    assert isinstance(outcome, ComparedRelease)
    assert known.file.sha256 == outcome.sha256 != ""
    assert failed.file.sha256 == ""
    assert isinstance(state(comparer).compared_as(state(comparer).setup.candidates[1]).outcome, Problem)


def test_that_names_are_told_apart_by_their_folders():
    one, other = (Candidate(InputFile(f"{folder}/y.csv")) for folder in "ab")
    assert [item.name for item in named((one, other))] == ["a/y.csv", "b/y.csv"]


def test_that_nothing_runs_without_an_original(app):
    desk = Desk(Workspace(), JobRunner(), JobRunner())
    alone = Comparer(desk, desk)
    alone.run()
    alone.add_open()
    alone.make((Demonstration(Method.NOISE, 0.5),), Path())
    assert alone.available
    desk.shutdown()


def test_that_a_file_that_is_given_twice_at_once_is_compared_once(qtbot, comparer, files):
    comparer.add([files["near"], files["near"]])
    settle(qtbot, comparer)
    assert standings(comparer) == [Standing.DONE]


def test_that_a_run_stops_when_nothing_of_it_is_compared_any_more(qtbot, comparer, files):
    comparer.add([files["near"], files["far"]])
    comparer._desk.workspace.undo()
    settle(qtbot, comparer)
    assert len(state(comparer).compared) < 2
    comparer._desk.workspace.redo()
    comparer.run()
    settle(qtbot, comparer)
    assert standings(comparer) == [Standing.DONE, Standing.DONE]


def test_that_a_run_goes_on_when_one_of_several_is_taken_out(qtbot, comparer, files):
    comparer.add([files["near"], files["far"]])
    comparer.remove([state(comparer).setup.candidates[0]])
    settle(qtbot, comparer)
    assert standings(comparer) == [Standing.DONE]


@pytest.fixture
def undecided(qtbot, app: QApplication, files) -> Iterator[Comparer]:
    """One with an original alone, so that nobody has chosen attributes."""
    desk = Desk(Workspace(), JobRunner(), JobRunner())
    made = Comparer(desk, desk)
    desk.open(original=files["x"])
    settle(qtbot, made)
    yield made
    desk.shutdown()


def test_that_a_release_that_lacks_a_column_does_not_take_it_from_the_others(qtbot, undecided, files):
    undecided.add([files["narrow"], files["far"]])
    settle(qtbot, undecided)
    assert standings(undecided) == [Standing.FAILED, Standing.DONE]
    rows = release_rows(state(undecided), None)
    assert "lacks the attribute c" in rows[0].problem.what
    assert rows[1].release.names == ("a", "b", "c")


def test_that_what_was_measured_without_a_column_is_measured_anew_when_one_that_has_it_comes(qtbot, undecided, files):
    undecided.add([files["narrow"]])
    settle(qtbot, undecided)
    assert standings(undecided) == [Standing.DONE]
    undecided.add([files["far"]])
    settle(qtbot, undecided)
    assert standings(undecided) == [Standing.FAILED, Standing.DONE]
    assert undecided.pending(state(undecided)) == ()


def test_that_what_was_measured_without_a_column_is_stale_until_it_is_measured_anew(qtbot, undecided, files):
    undecided.add([files["narrow"]])
    settle(qtbot, undecided)
    undecided.changed.connect(lambda: undecided.running and undecided.running.place == 2 and undecided._desk.cancel())
    undecided._desk.decide("in front", replace(state(undecided).setup, candidates=(
        Candidate(InputFile(str(files["far"]))), *state(undecided).setup.candidates,
    )))  # fmt: skip
    undecided.run()
    settle(qtbot, undecided)
    assert standings(undecided) == [Standing.DONE, Standing.STALE]


def test_that_the_remedy_for_a_lacking_column_works(qtbot, undecided, files):
    undecided.add([files["narrow"], files["far"]])
    settle(qtbot, undecided)
    undecided._desk.open(anonymized=files["near"])
    settle(qtbot, undecided)
    assert standings(undecided) == [Standing.FAILED, Standing.DONE]
    setup = state(undecided).setup
    kept = tuple(replace(one, level=Level.EXCLUDED) if one.name == "c" else one for one in setup.choices.attributes)
    undecided._desk.decide("leave out c", replace(setup, choices=replace(setup.choices, attributes=kept)))
    settle(qtbot, undecided)
    assert [one.name for one in undecided.pending(state(undecided))] == ["narrow.csv", "far.csv"]
    undecided.run()
    settle(qtbot, undecided)
    assert standings(undecided) == [Standing.DONE, Standing.DONE]


def test_that_a_release_that_moved_is_followed_with_all_that_is_known_of_it(qtbot, comparer, files, tmp_path):
    made = Demonstration(Method.NOISE, 0.5)
    gone = Candidate(InputFile(str(tmp_path / "gone" / "far.csv"), "0" * 64), made)
    comparer._desk.decide("a recipe", replace(state(comparer).setup, candidates=(gone,)))
    comparer.run()
    settle(qtbot, comparer)
    assert "add it from where it is now" in release_rows(state(comparer), None)[0].problem.remedy
    comparer.add([files["far"], files["near"]])
    settle(qtbot, comparer)
    far, near = state(comparer).setup.candidates
    assert (far.file.path, far.made, near.made) == (str(files["far"]), made, None)
    assert standings(comparer) == [Standing.DONE, Standing.DONE]
    warnings = release_rows(state(comparer), None)[0].release.warnings
    assert any("changed since" in warning.what for warning in warnings)  # as its SHA-256 is another
    comparer._desk.workspace.undo()
    assert state(comparer).setup.candidates == (gone,)


def test_that_it_is_not_guessed_which_of_two_namesakes_moved(qtbot, comparer, files, tmp_path):
    gone = tuple(Candidate(InputFile(str(tmp_path / folder / "far.csv"))) for folder in "ab")
    comparer._desk.decide("a recipe", replace(state(comparer).setup, candidates=gone))
    comparer.add([files["far"]])
    settle(qtbot, comparer)
    assert [one.file.path for one in state(comparer).setup.candidates[2:]] == [str(files["far"])]
    assert state(comparer).setup.candidates[:2] == gone


def test_that_a_window_that_closes_while_it_compares_waits_for_nothing(qtbot, comparer, files):
    comparer.add([files["near"], files["far"]])
    qtbot.waitUntil(lambda: comparer.running is not None)
    comparer._desk.shutdown()
    qtbot.wait(50)
    assert not comparer._desk.runner.busy


def test_that_a_comparison_of_many_goes_on_where_it_was_stopped(qtbot, comparer, files, tmp_path):
    copies = [tmp_path / f"copy{place}.csv" for place in range(8)]
    for path in copies:
        path.write_bytes(files["far"].read_bytes())
    begun = []
    comparer.changed.connect(lambda: comparer.running and begun.append(comparer.running.name))
    stop_at = {"copy2.csv", "copy5.csv"}

    def stop():
        if comparer.running is not None and comparer.running.name in stop_at:
            stop_at.remove(comparer.running.name)
            comparer._desk.cancel()

    comparer.changed.connect(stop)
    comparer.add(copies)
    while stop_at:
        settle(qtbot, comparer)
        comparer.run()
    settle(qtbot, comparer)
    assert standings(comparer) == [Standing.DONE] * 8
    assert set(begun) == {path.name for path in copies}
    assert begun.count("copy0.csv") == 1
