"""The worked example in the documentation is what its command makes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.benchmarks.linkages import FILES, NOISE, table_rows

DOCUMENT = (Path(__file__).parents[1] / "docs" / "linkage-battery.md").read_text("utf-8").splitlines()


# EIA takes longer than all others together.
@pytest.mark.parametrize("name", ["Census", "Tarragona"])
def test_that_the_documented_rates_are_those_of_the_command(name, shared_file):
    folder = shared_file(f"casc/{FILES[name]}").parent
    assert list(table_rows(folder, (name,))) == [line for line in DOCUMENT if line.startswith(f"| {name} |")]


def test_that_every_file_and_noise_is_documented():
    for name in FILES:
        rows = [line.split("|") for line in DOCUMENT if line.startswith(f"| {name} |")]
        assert [float(row[3]) for row in rows] == list(NOISE)
        assert all(sum("**" in cell for cell in row) == 1 for row in rows)
