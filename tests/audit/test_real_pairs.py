"""Real releases with groups, swapped codes and fixed width get the verdict that they deserve."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from permdesk.audit.findings import Outcome
from permdesk.audit.load_pair import load_pair, load_tables
from permdesk.audit.policy import Policy
from permdesk.audit.recipe import InputFile, Recipe, read_recipe, write_recipe
from permdesk.compute.progress import Progress
from permdesk.data.choices import CategoryOrder, Level
from permdesk.data.file_pair import FilePair
from permdesk.data.guess import guess_choices
from tests.audit.auditing import audited

SOME = 3001


@pytest.fixture
def arx(shared_file, tmp_path):
    """A recipe for the first records of ARX example 5 with its hierarchies; ages and work classes are left out."""
    for name in ("input", "output"):
        lines = shared_file(f"arx/example5_{name}.csv").read_text("utf-8").splitlines(keepends=True)
        (tmp_path / f"{name}.csv").write_text("".join(lines[:SOME]), "utf-8")
    recipe = Recipe(*(InputFile(str(tmp_path / f"{name}.csv")) for name in ("input", "output")))
    choices = guess_choices(*load_tables(recipe, Progress()), Progress())
    attributes = []
    for choice in choices.attributes:
        if choice.level is Level.NOMINAL and choice.name != "workclass":
            hierarchy = Path(shared_file("arx/hier_age.csv")).with_name(f"hier_{choice.name}.csv")
            attributes.append(
                replace(choice, order=CategoryOrder.BY_TAXONOMY, hierarchy=str(hierarchy))
                if hierarchy.exists()
                else replace(choice, order=CategoryOrder.BY_FREQUENCY)
            )
    path = tmp_path / "arx.permdesk"
    assert write_recipe(replace(recipe, choices=replace(choices, attributes=tuple(attributes))), path) is None
    return path


def test_that_records_of_a_release_generalized_by_its_hierarchies_are_at_no_distance_and_it_fails(arx):
    pair = load_pair(read_recipe(arx), Progress())
    assert isinstance(pair, FilePair), pair
    assert len(pair.attributes) == 7
    audit = audited(pair, Policy(), replicates=1)
    assert audit.distances.distance.max() == 0
    assert audit.distances_z.distance.max() == 0
    assert audit.distances.own_matches.all()
    assert audit.links.own_matches.all()
    assert audit.verdict.outcome is Outcome.FAIL
    assert audit.right_links.strongest.lift > 5


def test_that_a_fixed_width_release_with_swapped_towns_is_linked_by_what_was_left_as_it_was(shared_file):
    recipe = Recipe(*(InputFile(str(shared_file(f"muargus/{name}"))) for name in ("Samhh.asc", "SamhhSafe.saf")))
    pair = load_pair(recipe, Progress())
    assert isinstance(pair, FilePair), pair
    audit = audited(pair, Policy())
    still = np.array([
        all(a.original.lower[row] == a.anonymized.lower[row] for a in pair.attributes) for row in range(1000)
    ])  # fmt: skip
    assert 0.4 < still.mean() < 0.6
    assert audit.distances.own_matches[still].all()
    assert (audit.distances.distance[still] == 0).all()
    assert audit.right_links.strongest.rate > 0.7
    assert audit.verdict.outcome is Outcome.FAIL
    assert any("“hhnum”" in notice.what for notice in audit.notices)
