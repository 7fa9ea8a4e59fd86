"""The worked example: its numbers can be made again, its text quotes them, and absent files are explained."""

from __future__ import annotations

import csv
import importlib.util
import re
import subprocess
import sys

import pytest

from permdesk.masking.parameters import Method
from tests.conftest import ROOT

EXAMPLE = ROOT / "docs" / "worked-example"
SCRIPT = ROOT / "packaging" / "worked_example.py"


def script():
    spec = importlib.util.spec_from_file_location("worked_example", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    sys.modules["worked_example"] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def rows_of(key):
    return list(csv.DictReader((EXAMPLE / f"{key}.csv").read_text("utf-8").splitlines()))


def mean(key, method, strength, figure="right-links"):
    found = [float(row[figure]) for row in rows_of(key) if (row["method"], row["strength"]) == (method, strength)]
    assert len(found) == 3
    return sum(found) / 3


def test_that_absent_files_are_explained_in_a_sentence(tmp_path):
    words = [sys.executable, str(SCRIPT), "--data", str(tmp_path), "--out", str(tmp_path / "out"), "tarragona"]
    done = subprocess.run(words, capture_output=True, text=True, cwd=ROOT, env={"PYTHONPATH": str(ROOT)}, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("Tarragona.csv is not in")
    assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "out").exists()


def test_that_the_numbers_of_rank_swapping_are_made_again(shared_file, monkeypatch):
    module = script()
    monkeypatch.setitem(module.STRENGTHS, Method.RANK_SWAPPING, (0.3,))
    pair = module.original(shared_file("casc/Tarragona.csv"), module.SOURCES["tarragona"])
    (point,) = module.swept(pair, Method.RANK_SWAPPING).points
    kept = [row for row in rows_of("tarragona") if (row["method"], row["strength"]) == ("rank-swapping", "0.3")]
    assert [f"{line.right_links:.6g}" for line in point.releases] == [row["right-links"] for row in kept]
    assert [f"{line.median_distance:.6g}" for line in point.releases] == [row["median-distance"] for row in kept]


@pytest.mark.parametrize("key", ["census", "tarragona", "eia"])
def test_that_six_methods_at_five_strengths_were_drawn_three_times(key):
    rows = rows_of(key)
    assert len(rows) == 90
    assert len({row["method"] for row in rows}) == 6
    assert len({(row["method"], row["strength"]) for row in rows}) == 30


@pytest.mark.parametrize(
    ("key", "method", "strength", "quoted"),
    [
        ("tarragona", "rank-swapping", "0.3", "36.7 %"),
        ("census", "rank-swapping", "0.3", "17.4 %"),
        ("eia", "rank-swapping", "0.3", "0.2 %"),
        ("tarragona", "noise", "0.5", "15.8 %"),
        ("census", "noise", "0.5", "27.1 %"),
        ("census", "correlated-noise", "0.5", "24.2 %"),
        ("tarragona", "shuffling", "1", "0.2 %"),
        ("tarragona", "rounding", "2", "18.7 %"),
        ("census", "microaggregation", "5", "15.5 %"),
    ],
)
def test_that_the_text_quotes_the_numbers(key, method, strength, quoted):
    assert f"{100 * mean(key, method, strength):.1f} %" == quoted
    assert quoted in (EXAMPLE / "README.md").read_text("utf-8")


def test_that_every_picture_and_table_that_the_text_names_is_there():
    for name in re.findall(r"\]\(([\w./-]+)\)", (EXAMPLE / "README.md").read_text("utf-8")):
        assert (EXAMPLE / name).exists(), name
