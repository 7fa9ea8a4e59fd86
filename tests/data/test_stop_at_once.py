"""Whoever stops reading, pairing or writing does not wait until a library has gone through a whole column."""

from __future__ import annotations

from threading import Event, current_thread

import numpy as np
import openpyxl
import pytest

from permdesk.compute.parallel import in_one_thread
from permdesk.compute.progress import Cancelled, Progress
from permdesk.data import attribute_trace, guess, make_pair, read_cells, write_table
from permdesk.data.choices import AttributeChoice, Dialect, Level, PairChoices, PairingBy
from permdesk.data.output_column import text_output
from permdesk.data.problem import Problem
from permdesk.data.read_table import read_table

CHOICES = PairChoices((AttributeChoice("x", Level.NUMERIC),), PairingBy.ROW)
BY_ID = PairChoices(
    (AttributeChoice("x", Level.NUMERIC), AttributeChoice("id", Level.RECORD_ID)), PairingBy.ID, ("id",)
)


@pytest.fixture
def tables(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("id,x,own\n" + "".join(f"a{i},{x:.4f},b{i}\n" for i, x in enumerate(np.linspace(0, 1, 30))))
    read = read_table(path, None, Progress())
    assert not isinstance(read, Problem)
    return read, read


@pytest.mark.parametrize(
    ("module", "step", "choices"),
    [
        (guess, "guess_level", None),
        (guess, "guess_pairing", None),
        (attribute_trace, "attribute_report", CHOICES),
        (attribute_trace, "keeps_values", CHOICES),
        (make_pair, "attribute_values", CHOICES),
        (make_pair, "doubtful_readings", CHOICES),
        (make_pair, "long_numbers", CHOICES),
        (make_pair, "totals_record", CHOICES),
        (make_pair, "own_identifiers", CHOICES),
        (make_pair, "pair_by_id", BY_ID),
        (make_pair, "note_shuffled_rows", CHOICES),
        (make_pair, "side_by_side", CHOICES),
        (make_pair, "rare_texts", CHOICES),
    ],
)
def test_that_no_step_over_a_whole_column_is_waited_for(module, step, choices, tables, monkeypatch):
    progress, may_end, here = Progress(), Event(), current_thread()
    began = []

    def stops_and_goes_on(*_):
        began.append(step)
        assert current_thread() is not here, "nobody could leave this"
        progress.cancel()
        may_end.wait()

    monkeypatch.setattr(module, step, stops_and_goes_on)
    try:
        with pytest.raises(Cancelled):
            if choices is None:
                guess.guess_choices(*tables, progress)
            else:
                make_pair.make_pair(*tables, choices, progress)
        assert began
        assert not may_end.is_set()
    finally:
        may_end.set()


@pytest.mark.parametrize(
    ("module", "stopped", "next_step"),
    [(attribute_trace, "attribute_report", "keeps_values"), (make_pair, "attribute_values", "doubtful_readings")],
)
def test_that_what_ends_unseen_ends_after_one_step(module, stopped, next_step, tables, monkeypatch):
    progress = Progress()
    step = getattr(module, stopped)

    def stops(*columns):
        progress.cancel()
        return step(*columns)

    monkeypatch.setattr(module, stopped, stops)
    monkeypatch.setattr(module, next_step, None)
    with in_one_thread(), pytest.raises(Cancelled):
        make_pair.make_pair(*tables, CHOICES, progress)


@pytest.mark.parametrize("step", ["open_workbook", "choose_sheet", "workbook_doubts", "numbers_as_text"])
def test_that_no_step_over_a_whole_workbook_is_waited_for(step, tmp_path, monkeypatch):
    path = tmp_path / "a.xlsx"
    book = openpyxl.Workbook()
    for row in (["a", "b"], [1, 2], [3, 4]):
        book.active.append(row)
    book.save(path)
    progress, may_end = Progress(), Event()
    monkeypatch.setattr(read_cells, step, stopping(progress, may_end))
    try:
        with pytest.raises(Cancelled):
            read_table(path, None, progress)
        assert not may_end.is_set()
    finally:
        may_end.set()


def test_that_nobody_waits_until_it_is_known_what_a_format_can_hold(tmp_path, monkeypatch):
    progress, may_end = Progress(), Event()
    monkeypatch.setattr(write_table, "fit", stopping(progress, may_end))
    try:
        with pytest.raises(Cancelled):
            write_table.write_table([text_output("a", ["x"])], tmp_path / "a.csv", Dialect(), progress)
        assert not list(tmp_path.iterdir())
    finally:
        may_end.set()


def stopping(progress, may_end):
    """Work of another thread, during which somebody asks for a stop."""
    here = current_thread()

    def work(*_):
        assert current_thread() is not here, "nobody could leave this"
        progress.cancel()
        may_end.wait()

    return work
