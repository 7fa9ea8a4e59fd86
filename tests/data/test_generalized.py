"""A generalized value covers what its hierarchy says, in numbers and in categories, and what is inside is at no
distance."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from permdesk.audit.policy import Policy
from permdesk.compute.progress import Progress
from permdesk.data.categories import categories_by_code, ranked_categories
from permdesk.data.choices import AttributeChoice, CategoryOrder, Dialect, Level, PairChoices, PairingBy
from permdesk.data.column_meaning import ColumnMeaning, ValueLabel
from permdesk.data.column_report import report_column
from permdesk.data.file_pair import FilePair
from permdesk.data.generalized import places_covered
from permdesk.data.hierarchy import Hierarchy
from permdesk.data.make_pair import make_pair
from permdesk.data.problem import Problem, Severity
from permdesk.data.text_column import column_of
from tests import naive
from tests.audit.auditing import audited

JOBS = "nurse;care;all\ndoctor;care;all\nsmith;craft;all\nbaker;craft;all\n"
BY_HAND = AttributeChoice("v", Level.NOMINAL, CategoryOrder.BY_HAND, ("nurse", "doctor", "smith", "baker"))


@pytest.fixture
def pair(table, save):
    """Two columns, and w, paired by row; the attribute v as chosen, with that hierarchy."""

    def made(x, y, choice, hierarchy="", name="h.csv"):
        if hierarchy:
            choice = replace(choice, hierarchy=str(save(name, hierarchy)))
        tables = [
            table("v;w\n" + "".join(f"{cell};{i}\n" for i, cell in enumerate(cells, 1)), Dialect(separator=";"), file)
            for cells, file in ((x, "x.csv"), (y, "y.csv"))
        ]
        choices = PairChoices((choice, AttributeChoice("w", Level.NUMERIC)), PairingBy.ROW)
        return make_pair(*tables, choices, Progress())

    return made


def bounds(pair):
    assert isinstance(pair, FilePair), pair
    values = pair.attributes[0].anonymized
    return list(zip(values.lower.tolist(), values.upper.tolist(), strict=True))


def warnings(pair):
    return [p.what for p in pair.problems if p.where == "v" and p.severity is Severity.WARNING]


def test_that_a_group_covers_the_places_of_its_categories(pair):
    found = pair(["nurse", "smith", "doctor", "baker"], ["care", "craft", "doctor", "all"], BY_HAND, JOBS)
    assert bounds(found) == [(1, 2), (3, 4), (2, 2), (1, 4)]
    assert not warnings(found)


def test_that_a_file_of_true_groups_is_at_distance_zero(pair):
    x = ["nurse", "smith", "doctor", "baker", "baker"]
    found = pair(x, ["care", "craft", "care", "craft", "all"], BY_HAND, JOBS)
    audit = audited(replace(found, attributes=found.attributes[:1]), Policy(), replicates=1)
    assert audit.distances.distance.tolist() == [0] * 5
    assert audit.distances_z.distance.tolist() == [0] * 5


def test_that_a_group_that_the_order_scatters_covers_what_lies_between_and_that_this_is_said(pair):
    scattered = replace(BY_HAND, categories=("nurse", "smith", "doctor", "baker"))
    found = pair(["nurse", "smith", "doctor", "baker"], ["care", "smith", "craft", "baker"], scattered, JOBS)
    assert bounds(found) == [(1, 3), (2, 2), (2, 4), (4, 4)]
    [note] = [p for p in found.problems if "favours the intruder" in p.what]
    assert "“care”, “craft”" in note.what
    assert note.severity is Severity.NOTE


def test_that_a_group_without_a_category_in_the_original_brings_its_own(pair):
    by_frequency = AttributeChoice("v", Level.NOMINAL, CategoryOrder.BY_FREQUENCY)
    found = pair(["nurse", "nurse", "doctor"], ["care", "craft", "nurse"], by_frequency, JOBS)
    assert found.attributes[0].categories == ("nurse", "doctor", "baker", "smith")
    assert bounds(found) == [(1, 2), (3, 4), (1, 1)]


def test_that_without_a_hierarchy_groups_are_unknown_and_the_attribute_stays_out(pair):
    by_frequency = AttributeChoice("v", Level.NOMINAL, CategoryOrder.BY_FREQUENCY)
    found = pair(["nurse", "nurse", "doctor"], ["care", "nurse", "nurse"], by_frequency)
    assert found.names == ("w",)
    assert "“care”" in warnings(found)[0]


def test_that_a_taxonomy_ranks_by_marginality_and_needs_a_hierarchy(pair):
    by_taxonomy = AttributeChoice("v", Level.NOMINAL, CategoryOrder.BY_TAXONOMY)
    x = ["nurse"] * 3 + ["doctor"] * 2 + ["smith"]
    found = pair(x, x[::-1], by_taxonomy, JOBS)
    ancestries = {name: (name, group, "all") for name, group in
                  (("nurse", "care"), ("doctor", "care"), ("smith", "craft"))}  # fmt: skip
    sample = [ancestries[value] for value in x]
    want = sorted(ancestries, key=lambda name: (naive.marginality(ancestries[name], sample), name))
    assert found.attributes[0].categories == tuple(want)
    problem = pair(x, x[::-1], by_taxonomy)
    assert isinstance(problem, Problem)
    assert "no hierarchy is chosen" in problem.what


def test_that_equal_marginality_leaves_the_alphabet(pair):
    found = pair(["b", "a", "c"], ["c", "b", "a"], AttributeChoice("v", Level.NOMINAL, CategoryOrder.BY_TAXONOMY),
                 "a;g\nb;g\nc;g\n")  # fmt: skip
    assert found.attributes[0].categories == ("a", "b", "c")


def test_that_codes_rank_by_size_and_then_by_the_alphabet(pair):
    found = pair(
        ["10", "9", "x", "2"], ["9", "9", "x", "10"], AttributeChoice("v", Level.ORDINAL, CategoryOrder.BY_CODE)
    )
    assert found.attributes[0].categories == ("2", "9", "10", "x")


def test_that_categories_unknown_to_the_hierarchy_are_named(pair):
    found = pair(["nurse", "pilot"], ["care", "pilot"], replace(BY_HAND, categories=("nurse", "doctor", "pilot")), JOBS)
    assert bounds(found) == [(1, 2), (3, 3)]
    assert ["“pilot”" in what for what in warnings(found)] == [True]


NUMBERS = AttributeChoice("v", Level.NUMERIC)
AGES = "".join(f"{age};{'young' if age < 4 else 'old'};*\n" for age in range(1, 7))


def test_that_groups_of_numbers_are_ranges_of_what_they_cover(pair):
    found = pair(["1", "5", "3.5"], ["young", "old", "4"], NUMBERS, AGES)
    assert bounds(found) == [(1, 3), (4, 6), (4, 4)]


def test_that_a_group_covers_also_what_its_own_notation_says(pair):
    found = pair(["1", "50"], ["1", ">=4"], NUMBERS, AGES.replace("old", ">=4"))
    assert bounds(found) == [(1, 1), (4, 50)]


def test_that_the_decimal_mark_of_a_hierarchy_is_its_own(pair):
    found = pair(["1", "2"], ["low", "2"], NUMBERS, "0,5;low;all\n1,5;low;all\n")
    assert bounds(found)[0] == (0.5, 1.5)


def test_that_groups_of_dirty_numbers_stay_an_obstacle(pair):
    problem = pair(["1", "2"], ["nobody", "2"], NUMBERS, AGES)
    assert isinstance(problem, Problem)
    assert "“nobody”" in problem.what


RECODE = "1: -20\n2: 21-40\n3: 41-\n<MISSING> 9\n"


def test_that_codes_of_a_recoded_release_are_ranges_and_those_of_the_original_are_values(pair):
    found = pair(["1", "30", "90", "50"], ["1", "2", "3", "9"], NUMBERS, RECODE, "h.grc")
    assert bounds(found)[:3] == [(1, 20), (21, 40), (41, 90)]
    assert found.attributes[0].anonymized.n_missing == 1
    assert found.attributes[0].original.lower.tolist() == [1, 30, 90, 50]
    assert not warnings(found)


def test_that_codes_count_as_values_too_where_the_release_is_not_recoded_throughout(pair):
    found = pair(["1", "30", "90"], ["3", "30", "90"], NUMBERS, RECODE, "h.grc")
    assert bounds(found) == [(3, 90), (30, 30), (90, 90)]
    assert "not recoded in 2 cells" in warnings(found)[0]


def test_that_numbers_that_no_line_of_a_recoding_covers_are_named(pair):
    found = pair(["1", "2.5", "30", "90"], ["1", "2", "2", "90"], NUMBERS, "1: -1\n2: 21-40\n", "h.grc")
    assert any("Values that the hierarchy does not have: “2.5”." in what for what in warnings(found))
    found = pair(["1", "30", "90"], ["1", "2", "2"], NUMBERS, "1: -1\n2: 21-90\n", "h.grc")
    assert not any("does not have" in what for what in warnings(found))


def test_that_recoded_categories_cover_their_places(pair):
    codes = AttributeChoice("v", Level.ORDINAL, CategoryOrder.BY_CODE)
    found = pair(["1", "30", "90", "22"], ["1", "2", "3", "2"], codes, RECODE, "h.grc")
    assert bounds(found) == [(1, 1), (2, 3), (4, 4), (2, 3)]
    assert found.attributes[0].original.lower.tolist() == [1, 3, 4, 2]


def test_that_a_changed_hierarchy_is_noticed(pair):
    found = pair(["nurse", "smith"], ["care", "smith"], replace(BY_HAND, hierarchy_sha256="0" * 64), JOBS)
    assert ["SHA-256 has changed" in what for what in warnings(found)] == [True]


def test_that_a_hierarchy_that_cannot_be_read_is_a_problem_that_names_its_attribute(pair):
    problem = pair(["nurse", "smith"], ["care", "smith"], BY_HAND, "a,b\nb,a\n")
    assert isinstance(problem, Problem)
    assert problem.where == "h.csv, the hierarchy of “v”"


WORDS = st.lists(st.sampled_from("abcdgh"), min_size=1, max_size=8)


@given(
    WORDS,
    st.dictionaries(st.sampled_from("abcd"), st.lists(st.sampled_from("ghab"), max_size=3)),
    st.permutations("abcd"),
)
def test_that_covered_places_agree_with_the_definition(cells, rows, order):
    chains = {value: tuple(dict.fromkeys(g for g in groups if g != value)) for value, groups in rows.items()}
    report = report_column(column_of("v", cells), Dialect(), Progress())
    low, high = places_covered(report, tuple(order), Hierarchy("h", "", chains), True)
    for text, found in zip(report.trimmed, zip(low.tolist(), high.tolist(), strict=True), strict=True):
        want = naive.hull(text, order, chains)
        assert (want is None and np.isnan(found).all()) or found == want


def test_that_all_categories_of_both_files_are_listed_once():
    x, y = (report_column(column_of("v", cells), Dialect(), Progress())
            for cells in (["b", "10", " 9", "NA", "*"], ["Z", "9", "a", ""]))  # fmt: skip
    assert categories_by_code(x, y) == ("9", "10", "a", "b", "NA", "Z")


LABELS = (("1", "low"), ("2", "very high"), ("3", "high"))


def labelled(cells, labels=LABELS):
    meaning = ColumnMeaning(value_labels=tuple(ValueLabel(*label) for label in labels))
    return report_column(column_of("v", cells), Dialect(), Progress(), meaning)


@pytest.mark.parametrize(
    ("order", "want"), [(CategoryOrder.BY_CODE, ("1", "2", "3", "4")), (CategoryOrder.BY_LABEL, ("4", "3", "1", "2"))]
)
def test_that_codes_rank_by_themselves_or_by_their_labels_and_a_code_of_the_release_has_its_place(order, want):
    choice = AttributeChoice("v", Level.ORDINAL, order)
    x, y = labelled(["3", "1", "2"]), labelled(["4", "1", "2"])
    assert ranked_categories(choice, x, y, None, Progress()) == want


def test_that_labels_that_begin_with_numbers_rank_by_these():
    choice = AttributeChoice("v", Level.ORDINAL, CategoryOrder.BY_LABEL)
    x = labelled(["a", "b", "c"], [("a", "10 to 19 years"), ("b", "5 to 9 years"), ("c", "unknown")])
    assert ranked_categories(choice, x, x, None, Progress()) == ("b", "a", "c")
