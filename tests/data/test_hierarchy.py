"""Hierarchies of all three kinds are read, and what makes one useless is said with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from permdesk.compute.progress import Cancelled, Progress
from permdesk.data.hierarchy import Hierarchy, read_hierarchy
from permdesk.data.hierarchy_recode import RecodeRange
from permdesk.data.problem import Problem, Severity


@pytest.fixture
def hierarchy(save):
    def read(text, name="h.csv"):
        return read_hierarchy(save(name, text), Progress())

    return read


LEVELS = "a;low;all;*\nb;low;all;*\nc;high;all;*\n"
PARENTS = "child,parent\na,low\nb,low\nc,high\nlow,all\nhigh,all\nall,\n"


def test_that_levels_are_read_from_left_to_right(hierarchy):
    found = hierarchy(LEVELS)
    assert isinstance(found, Hierarchy)
    assert found.chains == {"a": ("low", "all", "*"), "b": ("low", "all", "*"), "c": ("high", "all", "*")}
    assert len(found.sha256) == 64
    assert not found.is_recoding


@pytest.mark.parametrize("separator", [";", ",", "\t", "|"])
def test_that_any_separator_will_do_and_blank_and_repeated_levels_say_nothing(hierarchy, separator):
    found = hierarchy("a;a;low;low\nb;;low;\nc;c;c;c\n\n".replace(";", separator))
    assert isinstance(found, Hierarchy)
    assert found.chains == {"a": ("low",), "b": ("low",), "c": ()}
    assert found.knows("c")
    assert not found.knows("low")


def test_that_parents_are_followed_to_the_top(hierarchy):
    found = hierarchy(PARENTS)
    assert isinstance(found, Hierarchy)
    assert found.generalizations("a") == ("low", "all")
    assert found.generalizations("high") == ("all",)
    assert found.generalizations("all") == ()
    assert found.generalizations("nobody") == ()


def test_that_a_heading_is_no_value_but_a_value_in_the_first_line_is(hierarchy):
    assert "child" not in hierarchy(PARENTS).chains
    assert "level0" not in hierarchy("level0;level1;level2\n" + LEVELS).chains
    assert "childhood" in hierarchy("childhood,parent\nb,parent\n").chains


def test_that_its_own_parent_is_at_the_top(hierarchy):
    assert hierarchy("a,all\nall,all\n").chains == {"a": ("all",), "all": ()}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a,b\nb,c\nc,a\n", ("“a” is above itself", "line 1")),
        ("a,low\nb,low\na,high\n", ("“a” has two parents, “low” in line 1 and “high” in line 3",)),
        ("a,low\nlow,all\nall,all\nb,b\n", ("“b” is listed as its own parent in line 4",)),
        ("a;low;x\nb;low;x\na;high;x\n", ("“a” is generalized in two ways, in lines 1 and 3",)),
        ("a\nb\n", ("one column only",)),
        ("", ("empty",)),
    ],
)
def test_that_what_makes_a_hierarchy_useless_is_said_with_its_line(hierarchy, text, words):
    problem = hierarchy(text)
    assert isinstance(problem, Problem)
    assert all(word in problem.what for word in words)
    assert "h.csv" in problem.where


def test_that_a_group_generalized_in_two_ways_is_a_warning_and_is_read(hierarchy):
    found = hierarchy("a;low;x\nb;low;y\n")
    assert isinstance(found, Hierarchy)
    assert [(p.severity, "“low”" in p.what) for p in found.problems] == [(Severity.WARNING, True)]


def test_that_an_equal_line_twice_is_no_contradiction(hierarchy):
    assert isinstance(hierarchy("a;low;x\na;low;x\n"), Hierarchy)
    assert isinstance(hierarchy("a,low\na,low\n"), Hierarchy)


RECODE = "1: -20\n2: 21-30, 45\n3: 31-44 46-\n\n<MISSING> 8 9\n<CODELIST> Age.cdl\n"


@pytest.mark.parametrize(
    ("value", "codes"),
    [("0", ("1",)), ("20", ("1",)), ("21", ("2",)), ("45", ("2",)), ("44", ("3",)), ("99", ("3",)), ("20.5", ())],
)
def test_that_a_recoding_covers_what_its_ranges_say(hierarchy, value, codes):
    found = hierarchy(RECODE, "Age.GRC")
    assert isinstance(found, Hierarchy)
    assert found.is_recoding
    assert found.missing_codes == ("8", "9")
    assert found.generalizations(value) == codes
    assert found.knows(value) == bool(codes)


def test_that_codes_of_letters_are_compared_where_they_are_equally_long():
    assert RecodeRange("AA", "BZ").covers("BA")
    assert not RecodeRange("AA", "BZ").covers("CA")
    assert not RecodeRange("AA", "BZ").covers("B")
    assert RecodeRange("10", "20").bounds == (10, 20)
    assert RecodeRange("A", "C").bounds is None


@pytest.mark.parametrize("text", ["1 -20\n", "1:\n", "<MISSING> 9\n", "1: 20-0\n", "1: 3, D-B\n"])
def test_that_a_recoding_that_cannot_be_read_is_a_problem(hierarchy, text):
    assert isinstance(hierarchy(text, "h.grc"), Problem)


def test_that_spaces_around_a_dash_make_no_difference(hierarchy):
    found = hierarchy("1: 20 - 29, 40 -\n2: - 10\n", "h.grc")
    assert [found.generalizations(value) for value in ("25", "40", "7", "30")] == [("1",), ("1",), ("2",), ()]


def test_that_values_the_hierarchy_does_not_have_are_named(hierarchy):
    found = hierarchy(LEVELS)
    assert found.unknown(["a", "c"]) is None
    assert "“z”" in found.unknown(["a", "z"]).what


def test_that_a_stop_ends_the_reading(save):
    progress = Progress()
    progress.cancel()
    with pytest.raises(Cancelled):
        read_hierarchy(save("h.csv", LEVELS), progress)


def test_that_a_file_that_is_not_there_is_a_problem():
    assert isinstance(read_hierarchy(Path("no") / "h.csv", Progress()), Problem)


@pytest.mark.parametrize("name", ["age", "education", "marital-status", "native-country", "occupation"])
def test_that_the_hierarchies_of_a_real_file_have_every_value_of_it(shared_file, name):
    found = read_hierarchy(shared_file(f"arx/hier_{name}.csv"), Progress())
    assert isinstance(found, Hierarchy)
    assert not found.problems
    with shared_file("arx/example5_input.csv").open(encoding="utf-8") as file:
        place = file.readline().strip().split(";").index(name)
        values = {line.strip().split(";")[place] for line in file}
    assert found.unknown(sorted(values)) is None


def test_that_real_recodings_are_read(shared_file):
    age = read_hierarchy(shared_file("muargus/Age.grc"), Progress())
    assert isinstance(age, Hierarchy)
    assert [age.generalizations(value) for value in ("7", "20", "35", "61", "98")] == [
        ("1",), ("1",), ("3",), ("6",), ("6",),
    ]  # fmt: skip
    assert age.missing_codes == ("8", "9")
    region = read_hierarchy(shared_file("muargus/Region.grc"), Progress())
    assert region.generalizations("155") == ("16",)
    assert region.missing_codes == ("98", "99")
