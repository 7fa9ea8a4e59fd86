"""Every number of the window has a note, and every note computes the number that is shown."""

from __future__ import annotations

import re
from functools import cache

import numpy as np
import pytest

from permdesk.gui.guide.terms import Term
from tests.gui.audits import audit_of, long_audit, paper_audit, scaled_audit, tied_audit, unpaired_audit
from tests.gui.derivations.explained_columns import some_rows, tables_of
from tests.pairs import pair_of

# What a cell names, and does not count or compute.
NAMES = {"Record", "Record of X", "ID", "Attribute", "Attributes", "Level", "Release", "Linkage by", "He knows", "",
         "Strongest linkage", "All"}  # fmt: skip


@cache
def one_attribute():
    values = np.random.default_rng(8).normal(size=(30, 1))
    return audit_of(pair_of(values, values + np.random.default_rng(9).normal(size=values.shape)), draws=300)


@cache
def random_ties():
    values = np.random.default_rng(5).integers(0, 4, (40, 3)).astype(float)
    return audit_of(pair_of(values, values), draws=200, ties="random")


@cache
def generalized():
    values = np.random.default_rng(6).normal(50, 10, (25, 2)).round()
    lower, upper = values - 2, values + 3
    lower[3], upper[3] = np.nan, np.nan
    return audit_of(pair_of(values, values, bounds=(lower, upper)))


@cache
def other_lengths():
    values = np.random.default_rng(7).normal(size=(30, 2))
    return audit_of(pair_of(values, values[:24], own=np.r_[np.arange(24), np.full(6, -1)]), draws=200)


AUDITS = (paper_audit, tied_audit, scaled_audit, unpaired_audit, long_audit, one_attribute, random_ties, generalized,
          other_lengths)  # fmt: skip


@pytest.fixture(params=AUDITS, ids=lambda made: getattr(made, "__wrapped__", made).__name__)
def audit(request, app):
    return request.param()


def test_that_every_column_of_numbers_has_a_note(audit):
    lacking = [
        (table, column.spoken)
        for table, columns, _ in tables_of(audit)
        for column in columns
        if column.derived is None and column.title not in NAMES and table != "bottom"
    ]
    assert lacking == []


def test_that_every_note_computes_the_number_that_is_shown(audit):
    n_computed = 0
    for table, columns, n_rows in tables_of(audit):
        for column in columns:
            for row in some_rows(n_rows) if column.derived else ():
                said = column.derived(row)
                if said is None:
                    assert column.text(row) == "–", (table, column.spoken, row)
                    continue
                where = (table, column.spoken, row, said.title)
                assert said.shown.strip() in column.text(row) or said.shown == "no", where
                check(said, where)
                n_computed += said.number is not None
    assert n_computed > 100


def check(said, where) -> None:
    """All texts are there, every step computes its result, and one of them the number."""
    assert said.title and said.formula and said.meaning and said.caution and said.source, where
    assert said.term == "" or said.term in set(Term), where
    assert not any("nan" in step.text.lower().split() for step in said.steps), where
    results = []
    for step in said.steps:
        assert step.text, where
        if step.by is not None:
            assert step.recomputed == pytest.approx(step.result, rel=1e-9, abs=1e-12), (where, step.text)
            results.append(step.result)
    if said.number is not None and results:
        assert any(result == pytest.approx(said.number, rel=1e-12, abs=1e-15) for result in results), where


def test_that_the_sum_of_a_wrong_step_would_be_seen(app):
    from dataclasses import replace

    column = next(column for column in tables_of(paper_audit()).__next__()[1] if column.title == "to Y")
    said = column.derived(5)
    wrong = replace(said.steps[0], result=99.0)
    with pytest.raises(AssertionError):
        check(replace(said, steps=(wrong, *said.steps[1:])), "here")
    with pytest.raises(AssertionError):
        check(replace(said, number=98.0), "here")


def test_that_texts_of_steps_hold_their_results(audit):
    """The figure that a step computes stands in its text, in whatever form numbers are written."""
    for table, columns, n_rows in tables_of(audit):
        for column in columns:
            for row in some_rows(n_rows, 3) if column.derived else ():
                said = column.derived(row)
                for step in said.steps if said else ():
                    if step.by is not None and float(step.result).is_integer() and step.result > 1:
                        digits = re.sub(r"\D", " ", step.text.replace(",", "")).split()
                        assert str(int(step.result)) in digits, (table, column.spoken, step.text)
