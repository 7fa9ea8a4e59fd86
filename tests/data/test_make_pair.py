"""Tables and choices become a pair that can be audited, with everything left out or doubtful said."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from permdesk.compute.progress import Cancelled, Progress
from permdesk.data.choices import AttributeChoice, CategoryOrder, Dialect, Level, PairChoices, PairingBy
from permdesk.data.file_pair import FilePair
from permdesk.data.guess import guess_choices
from permdesk.data.make_pair import make_pair
from permdesk.data.preview import Preview, preview
from permdesk.data.problem import Problem, Severity
from permdesk.data.read_table import read_table
from permdesk.data.table import Table

NUMBERS = AttributeChoice("v", Level.NUMERIC)


def tables(table, x, y):
    """Two files with the column v, and w so that no choice about v leaves nothing to audit."""
    return tuple(
        table("v;w\n" + "".join(f"{cell};{i}\n" for i, cell in enumerate(cells, 1)), Dialect(separator=";"), file)
        for cells, file in ((x, "x.csv"), (y, "y.csv"))
    )


def choose(*attributes, pairing=PairingBy.UNPAIRED, **rest):
    return PairChoices((*attributes, AttributeChoice("w", Level.NUMERIC)), pairing, **rest)


def pair_of(table, x, y, *attributes):
    return make_pair(*tables(table, x, y), choose(*attributes), Progress())


def must_pair(*arguments):
    found = pair_of(*arguments)
    assert isinstance(found, FilePair), found
    return found


def bounds(values):
    return list(zip(values.lower.tolist(), values.upper.tolist(), strict=True))


def test_that_plain_numbers_have_equal_bounds(table):
    pair = must_pair(table, ["1", " 2.5"], ["3", "-4e1"], NUMBERS)
    assert pair.names == ("v", "w")
    assert bounds(pair.attributes[0].original) == [(1, 1), (2.5, 2.5)]
    assert bounds(pair.attributes[0].anonymized) == [(3, 3), (-40, -40)]


def test_that_missing_and_suppressed_cells_are_counted_and_have_no_value(table):
    values = must_pair(table, ["1", "2"], ["", "*", " ", "5"], NUMBERS).attributes[0].anonymized
    np.testing.assert_array_equal(values.lower, [np.nan, np.nan, np.nan, 5])
    np.testing.assert_array_equal(values.upper, [np.nan, np.nan, np.nan, 5])
    assert (values.n_missing, values.n_suppressed) == (2, 1)


def test_that_open_ends_reach_the_extreme_of_either_file(table):
    pair = must_pair(table, ["10", "90"], [">=65", "<20", "[5, 30["], NUMBERS)
    assert bounds(pair.attributes[0].anonymized) == [(65, 90), (5, 20), (5, 30)]


def test_that_an_open_end_beyond_all_values_has_no_width(table):
    pair = must_pair(table, ["10", "50"], [">=65", "<5", "20"], NUMBERS)
    assert bounds(pair.attributes[0].anonymized) == [(65, 65), (5, 5), (20, 20)]


@pytest.mark.parametrize("cell", ["4e", "inf", "1e999", "1,5"])
def test_that_numeric_chosen_for_what_is_not_is_an_error_with_the_cells(cell, table):
    problem = pair_of(table, ["1", "2"], ["3", cell], NUMBERS)
    assert isinstance(problem, Problem)
    assert (problem.severity, problem.where, problem.n_cells) == (Severity.ERROR, "v", 1)
    assert [(c.record, c.text) for c in problem.cells] == [(2, cell)]


def left_out(pair, name="v"):
    [left] = [left for left in pair.left_out if left.name == name]
    return left


def about(pair, name="v"):
    return [problem for problem in pair.problems if problem.where == name]


def test_that_a_guessed_exclusion_names_its_cells(table):
    x, y = tables(table, ["1", "2", "3"], ["4e", "5", "6"])
    choices = guess_choices(x, y, Progress())
    pair = make_pair(x, y, choices, Progress())
    assert isinstance(pair, FilePair)
    assert "such as “4e”" in left_out(pair).reason
    [problem] = about(pair)
    assert problem.severity is Severity.WARNING
    assert [(c.record, c.text) for c in problem.cells] == [(1, "4e")]


def test_that_the_officers_own_exclusion_is_no_problem(table):
    for reason in ("", "All values are numbers."):
        pair = must_pair(table, ["1", "2"], ["3", "4"], AttributeChoice("v", Level.EXCLUDED, reason=reason))
        assert left_out(pair).reason == "It was excluded by choice."
        assert not about(pair)


def test_that_a_record_id_is_left_out_and_its_release_noted(table):
    pair = must_pair(table, ["1", "2"], ["2", "1"], AttributeChoice("v", Level.RECORD_ID))
    assert left_out(pair).level is Level.RECORD_ID
    [warning] = [p for p in pair.problems if p.severity is Severity.WARNING]
    assert "carries record identifiers of the original: “v”." in warning.what


def test_that_the_attribute_that_pairs_is_never_audited(table):
    x, y = tables(table, ["1", "2"], ["2", "1"])
    pair = make_pair(x, y, choose(NUMBERS, pairing=PairingBy.ID, id_attributes=("v",)), Progress())
    assert isinstance(pair, FilePair)
    assert pair.names == ("w",)
    np.testing.assert_array_equal(pair.own, [1, 0])
    assert (tuple(pair.record_ids), tuple(pair.anonymized_ids)) == (("1", "2"), ("2", "1"))


@pytest.mark.parametrize(("x", "y", "file"), [(["", ""], ["1", "2"], "original"), (["1", "2"], ["*", ""], "release")])
def test_that_an_attribute_without_any_value_is_left_out_with_a_warning(x, y, file, table):
    pair = must_pair(table, x, y, NUMBERS)
    assert file in left_out(pair).reason
    assert [p.severity for p in about(pair)] == [Severity.WARNING]


def test_that_the_largest_numbers_vary(table):
    pair = pair_of(table, ["1e308", "-1e308"], ["1e308", "-1e308"], NUMBERS)
    assert isinstance(pair, FilePair)
    assert "v" in [attribute.name for attribute in pair.attributes]


def test_that_an_attribute_constant_in_both_files_is_left_out(table):
    pair = must_pair(table, ["5", "5"], ["5", "5.0"], NUMBERS)
    assert "one value only" in left_out(pair).reason
    assert [p.severity for p in about(pair)] == [Severity.NOTE]


@pytest.mark.parametrize(
    ("x", "y"),
    [(["5", "6"], ["5", "5"]), (["5", "5"], ["5", "6"]), (["5", "5"], ["5", "[5, 6]"]), (["5", ""], ["5", "5"])],
)
def test_that_an_attribute_constant_in_one_file_only_stays(x, y, table):
    assert must_pair(table, x, y, NUMBERS).names == ("v", "w")


BY_FREQUENCY = AttributeChoice("v", Level.NOMINAL, CategoryOrder.BY_FREQUENCY)


def test_that_categories_by_frequency_are_ranked_by_the_original_ties_by_text(table):
    attribute = must_pair(table, ["c", " b", "b", "a", "d"], ["a", "a", "b"], BY_FREQUENCY).attributes[0]
    assert attribute.categories == ("b", "a", "c", "d")
    assert attribute.original.lower.tolist() == [3, 1, 1, 2, 4]
    assert attribute.anonymized.upper.tolist() == [2, 2, 1]
    assert (attribute.level, attribute.order) == (Level.NOMINAL, CategoryOrder.BY_FREQUENCY)


def test_that_a_category_unknown_in_the_original_leaves_the_attribute_out_with_its_cells(table):
    pair = must_pair(table, ["a", "b"], ["a", "x", "x"], BY_FREQUENCY)
    assert "“x” (2 cells)" in left_out(pair).reason
    [problem] = about(pair)
    assert (problem.severity, problem.n_cells) == (Severity.WARNING, 2)
    assert [(c.record, c.text) for c in problem.cells] == [(2, "x"), (3, "x")]


def test_that_categories_by_hand_are_ranked_as_listed(table):
    choice = AttributeChoice("v", Level.ORDINAL, CategoryOrder.BY_HAND, ("low", "mid", "high"))
    attribute = must_pair(table, ["high", " low"], ["mid", "*", "low "], choice).attributes[0]
    assert attribute.original.lower.tolist() == [3, 1]
    np.testing.assert_array_equal(attribute.anonymized.lower, [2, np.nan, 1])
    assert attribute.categories == ("low", "mid", "high")
    assert attribute.anonymized.n_suppressed == 1


@pytest.mark.parametrize(("x", "y"), [(["a", "z"], ["b", "a"]), (["a", "b"], ["z", "a"])])
def test_that_a_category_that_is_not_listed_is_an_error(x, y, table):
    problem = pair_of(table, x, y, AttributeChoice("v", Level.ORDINAL, CategoryOrder.BY_HAND, ("a", "b")))
    assert isinstance(problem, Problem)
    assert "“z” (one cell)" in problem.what
    assert [c.text for c in problem.cells] == ["z"]


@pytest.mark.parametrize("categories", [(), ("a", "b", "a")])
def test_that_categories_must_be_listed_once_each(categories, table):
    problem = pair_of(
        table, ["a", "b"], ["b", "a"], AttributeChoice("v", Level.ORDINAL, CategoryOrder.BY_HAND, categories)
    )
    assert isinstance(problem, Problem)
    assert "listed" in problem.what


def test_that_an_ordinal_attribute_needs_its_order(table):
    problem = pair_of(table, ["a", "b"], ["b", "a"], AttributeChoice("v", Level.ORDINAL))
    assert isinstance(problem, Problem)
    assert "order" in problem.what


def test_that_a_nominal_attribute_without_order_is_left_out_visibly(table):
    pair = must_pair(table, ["a", "b"], ["b", "a"], AttributeChoice("v", Level.NOMINAL))
    assert left_out(pair).reason == "Choose an order of its categories to audit it."


def test_that_every_attribute_in_one_file_only_is_left_out_with_the_reason(table):
    x, y = table("a,b,c\n1,2,3\n4,5,6\n"), table("b,d,c\n1,2,3\n4,5,6\n")
    pair = make_pair(x, y, PairChoices((AttributeChoice("b", Level.NUMERIC),), PairingBy.UNPAIRED), Progress())
    assert isinstance(pair, FilePair)
    assert {left.name: left.reason for left in pair.left_out} == {
        "a": "Only the original has it; the release does not.",
        "c": "It was not chosen.",
        "d": "Only the release has it; the original does not.",
    }


def test_that_one_attribute_is_enough(table):
    x = table("a,b\n1,x\n2,y\n")
    pair = make_pair(x, x, guess_choices(x, x, Progress()), Progress())
    assert isinstance(pair, FilePair)
    assert pair.names == ("a",)


def test_that_no_attribute_left_is_a_problem_that_says_why_for_each(table):
    x = table("sex,job,k\nm,a,1\nf,b,1\n")
    problem = make_pair(x, x, guess_choices(x, x, Progress()), Progress())
    assert isinstance(problem, Problem)
    assert all(f"“{name}”: " in problem.what for name in ("sex", "job", "k"))
    assert "\n" not in problem.sentence


@pytest.mark.parametrize("short", ["original", "release"])
def test_that_one_record_is_too_few(short, table):
    one, two = table("a,b\n1,2\n", name="one.csv"), table("a,b\n1,2\n3,4\n", name="two.csv")
    x, y = (one, two) if short == "original" else (two, one)
    problem = make_pair(x, y, guess_choices(x, y, Progress()), Progress())
    assert isinstance(problem, Problem)
    assert problem.where == "one.csv"
    assert "at least two" in problem.what


def test_that_a_choice_for_an_attribute_that_is_not_there_is_a_problem(table):
    x, y = table("a,b\n1,2\n3,4\n", name="x.csv"), table("a,c\n1,2\n3,4\n", name="y.csv")
    for name, file in (("b", "y.csv"), ("c", "x.csv"), ("z", "x.csv")):
        problem = make_pair(x, y, PairChoices((AttributeChoice(name, Level.NUMERIC),), PairingBy.ROW), Progress())
        assert isinstance(problem, Problem)
        assert (problem.where, f"“{name}”" in problem.what, "“a”" in problem.remedy) == (file, True, True)


def test_that_an_identifier_that_is_not_there_is_a_problem(table):
    x = table("a,b\n1,2\n3,4\n")
    choices = PairChoices((AttributeChoice("a", Level.NUMERIC),), PairingBy.ID, ("key",))
    problem = make_pair(x, x, choices, Progress())
    assert isinstance(problem, Problem)
    assert "“key”" in problem.what


def test_that_an_attribute_chosen_twice_is_a_problem(table):
    problem = pair_of(table, ["1", "2"], ["3", "4"], NUMBERS, BY_FREQUENCY)
    assert isinstance(problem, Problem)
    assert "twice: “v”" in problem.what


def test_that_rows_of_unequal_files_are_an_error(table):
    x, y = tables(table, ["1", "2", "3"], ["1", "2"])
    problem = make_pair(x, y, choose(NUMBERS, pairing=PairingBy.ROW), Progress())
    assert isinstance(problem, Problem)
    assert "cannot be paired by row" in problem.what


def test_that_a_chosen_identifier_that_repeats_is_an_error(table):
    x, y = tables(table, ["1", "2"], ["1", "1"])
    problem = make_pair(x, y, choose(pairing=PairingBy.ID, id_attributes=("v",)), Progress())
    assert isinstance(problem, Problem)
    assert "repeats" in problem.what


def test_that_a_guess_that_could_not_use_the_identifier_is_a_warning(table):
    x, y = table("id,v\n1,5\n2,6\n", name="x.csv"), table("id,v\n1,5\n1,6\n", name="y.csv")
    pair = make_pair(x, y, guess_choices(x, y, Progress()), Progress())
    assert isinstance(pair, FilePair)
    assert pair.pairing is PairingBy.ROW
    assert any(p.severity is Severity.WARNING and "repeats" in p.what for p in pair.problems)


def test_that_the_officers_own_pairing_by_row_is_no_problem(table):
    x, y = table("id,v\n1,5\n2,6\n", name="x.csv"), table("id,v\n1,5\n1,6\n", name="y.csv")
    choices = replace(guess_choices(x, y, Progress()), pairing=PairingBy.ROW, pairing_reason="")
    pair = make_pair(x, y, choices, Progress())
    assert isinstance(pair, FilePair)
    assert not any(p.remedy == "Check how records are paired." for p in pair.problems)


@pytest.mark.parametrize(("by", "n_warnings"), [(PairingBy.ROW, 1), (PairingBy.UNPAIRED, 0)])
def test_that_rows_that_look_shuffled_are_a_warning_where_rows_are_paired(by, n_warnings, table):
    cells = np.random.default_rng(1).normal(size=200).round(6).astype(str)
    x, y = (
        table("v,u\n" + "".join(f"{a},x\n" for a in cells)),
        table("v,u\n" + "".join(f"{a},x\n" for a in cells[::-1])),
    )
    pair = make_pair(x, y, PairChoices((NUMBERS,), by), Progress())
    assert isinstance(pair, FilePair)
    assert sum("shuffled" in p.what for p in pair.problems) == n_warnings


def test_that_an_unpaired_pair_has_no_own_rows(table):
    pair = must_pair(table, ["1", "2"], ["3", "4", "5"], NUMBERS)
    assert pair.own is None
    assert (pair.original.n_records, pair.anonymized.n_records) == (2, 3)


def test_that_the_notes_of_both_files_are_kept(table):
    x, y = table("a,b\n1,NA\n2,3\n", name="x.csv"), table("a,b\n1,5\n2,?\n", name="y.csv")
    pair = make_pair(x, y, guess_choices(x, y, Progress()), Progress())
    assert isinstance(pair, FilePair)
    assert [p.where for p in pair.problems if "missing" in p.what] == ["x.csv", "y.csv"]


def test_that_typing_can_be_cancelled(table):
    x, y = tables(table, ["1", "2"], ["3", "4"])
    progress = Progress()
    make_pair(x, y, choose(NUMBERS), progress)
    assert (progress.stage, progress.done, progress.total) == ("typing", 2, 2)
    progress.cancel()
    with pytest.raises(Cancelled):
        make_pair(x, y, choose(NUMBERS), progress)


def test_that_the_order_of_choices_is_the_order_of_attributes(table):
    x = table("a,b\n1,2\n3,4\n")
    choices = guess_choices(x, x, Progress())
    turned = replace(choices, attributes=choices.attributes[::-1])
    pair = make_pair(x, x, turned, Progress())
    assert isinstance(pair, FilePair)
    assert pair.names == ("b", "a")


texts = st.text(st.sampled_from('a1,;"\n\r\t *.-[]<>=ä'), min_size=1, max_size=40)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(x=texts, y=texts)
def test_that_any_two_texts_end_in_a_pair_or_a_problem(x, y, tmp_path):
    found = []
    for name, text in (("x.csv", x), ("y.csv", y)):
        (tmp_path / name).write_bytes(text.encode())
        found.append(read_table(tmp_path / name, None, Progress()))
        assert isinstance(preview(tmp_path / name, None), Preview | Problem)
    if all(isinstance(table, Table) for table in found):
        choices = guess_choices(*found, Progress())
        if isinstance(choices, PairChoices):
            pair = make_pair(*found, choices, Progress())
            assert isinstance(pair, FilePair | Problem)
            for attribute in pair.attributes if isinstance(pair, FilePair) else ():
                for values in (attribute.original, attribute.anonymized):
                    assert not np.isinf(values.lower).any() and not np.isinf(values.upper).any()


def test_that_bounds_are_one_array_unless_values_are_generalized(table):
    attribute, _ = must_pair(table, ["1", "2", ""], ["2", "[1, 2]", ">=2"], NUMBERS).attributes
    assert attribute.original.lower is attribute.original.upper
    assert bounds(attribute.anonymized) == [(2, 2), (1, 2), (2, 2)]
    for values in (attribute.original, attribute.anonymized):
        assert not values.lower.flags.writeable
        assert not values.upper.flags.writeable
