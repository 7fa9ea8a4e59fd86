"""Whoever stops the making of a pair does not wait until a library has gone through a whole column."""

from __future__ import annotations

from threading import Event, current_thread

import numpy as np
import pytest

from permdesk.compute.parallel import in_one_thread
from permdesk.compute.progress import Cancelled, Progress
from permdesk.data import attribute_trace, guess, make_pair
from permdesk.data.choices import AttributeChoice, Level, PairChoices, PairingBy
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
