"""Demonstration releases are files like any other, and nobody can find out the seed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from permdesk.audit.demonstration_file import demonstration_problem, write_demonstrations
from permdesk.audit.recipe import Demonstration
from permdesk.compute.progress import Cancelled, Progress
from permdesk.data.choices import AttributeChoice, CategoryOrder, DateNotation, Level, PairChoices, PairingBy
from permdesk.data.problem import Problem
from permdesk.data.read_table import read_table
from permdesk.masking.parameters import PARAMETERS, Method

DAYS = ("01.02.2020", "03.02.2020", "", "17.05.2021", "30.12.2021", "08.08.2022")
CHOICES = PairChoices(
    (
        AttributeChoice("key", Level.RECORD_ID),
        AttributeChoice("pay", Level.NUMERIC),
        AttributeChoice("size", Level.ORDINAL, CategoryOrder.BY_HAND, ("small", "large")),
        AttributeChoice("born", Level.NUMERIC, dates=DateNotation.DAY_MONTH_YEAR),
        AttributeChoice("note", Level.EXCLUDED),
    ),
    PairingBy.ID,
    ("key",),
)


def table_of(path):
    table = read_table(Path(path), None, Progress())
    assert not isinstance(table, Problem)
    return table


@pytest.fixture
def original(tmp_path):
    path = tmp_path / "x.v1.csv"
    rows = [
        f"k{i};{i + 0.25:.2f};{'small' if i % 2 else 'large'};{day};free text".replace(".", ",", 1)
        for i, day in enumerate(DAYS)
    ]
    path.write_text("key;pay;size;born;note\n" + "\n".join(rows) + "\n", "utf-8")
    return table_of(path)


def made(original, tmp_path, *wanted, progress=None):
    return write_demonstrations(original, CHOICES, wanted, tmp_path, progress or Progress())


def cells(path, name):
    column = table_of(path).column(name)
    return [column.cell(row) for row in range(len(column.codes))]


def test_that_values_that_only_move_are_written_as_the_original_writes_them(original, tmp_path):
    (candidate,) = made(original, tmp_path, Demonstration(Method.SHUFFLING, 1.0))
    assert sorted(cells(candidate.file.path, "born")) == sorted(DAYS)
    assert sorted(cells(candidate.file.path, "size")) == ["large"] * 3 + ["small"] * 3
    assert sorted(map(float, cells(candidate.file.path, "pay"))) == [i + 0.25 for i in range(6)]


def test_that_noise_changes_numbers_and_leaves_categories_and_dates(original, tmp_path):
    (candidate,) = made(original, tmp_path, Demonstration(Method.NOISE, 1.0))
    assert cells(candidate.file.path, "born") == list(DAYS)
    assert cells(candidate.file.path, "size") == ["large", "small"] * 3
    assert not np.isclose(
        [float(cell) for cell in cells(candidate.file.path, "pay")], [i + 0.25 for i in range(6)]
    ).all()


def test_that_identifiers_are_kept_and_excluded_columns_are_not(original, tmp_path):
    (candidate,) = made(original, tmp_path, Demonstration(Method.NOISE, 1.0))
    assert table_of(candidate.file.path).names == ("key", "pay", "size", "born")
    assert cells(candidate.file.path, "key") == [f"k{i}" for i in range(6)]


def test_that_every_method_makes_a_release(original, tmp_path):
    wanted = tuple(Demonstration(method, PARAMETERS[method].usual) for method in Method)
    candidates = made(original, tmp_path, *wanted)
    assert [candidate.made for candidate in candidates] == list(wanted)
    assert all(table_of(candidate.file.path).n_records == 6 for candidate in candidates)


def test_that_no_file_is_replaced(original, tmp_path):
    names = [made(original, tmp_path, Demonstration(Method.NOISE, 0.5))[0].file.path for _ in range(2)]
    assert [name.rsplit("/")[-1] for name in names] == ["x-noise-0.5.csv", "x-noise-0.5-2.csv"]


def test_that_the_seed_is_drawn_anew_and_written_nowhere(original, tmp_path, monkeypatch):
    seeds = iter((424242424242, 434343434343))
    monkeypatch.setattr("secrets.randbits", lambda bits: next(seeds))
    one, other = (made(original, tmp_path, Demonstration(Method.NOISE, 0.5))[0] for _ in range(2))
    assert cells(one.file.path, "pay") != cells(other.file.path, "pay")
    written = "".join(path.read_text("utf-8") for path in tmp_path.glob("*.csv"))
    assert "4242424242" not in written + repr(one)


@pytest.mark.parametrize("strength", [-0.1, 3.1, float("nan")])
def test_that_a_parameter_out_of_range_is_a_problem(original, tmp_path, strength):
    wanted = Demonstration(Method.NOISE, strength)
    assert demonstration_problem(wanted) is not None
    assert isinstance(made(original, tmp_path, wanted), Problem)
    assert list(tmp_path.glob("*noise*")) == []


def test_that_choices_are_guessed_where_there_are_none(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("a,b\n" + "\n".join(f"{i},{i * i}" for i in range(9)))
    (candidate,) = write_demonstrations(
        table_of(path), None, (Demonstration(Method.ROUNDING, 1.0),), tmp_path, Progress()
    )
    assert table_of(candidate.file.path).names == ("a", "b")


def test_that_making_can_be_cancelled(original, tmp_path):
    progress = Progress()
    progress.cancel()
    with pytest.raises(Cancelled):
        made(original, tmp_path, Demonstration(Method.NOISE, 0.5), progress=progress)
