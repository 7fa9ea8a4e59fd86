"""What was declared is held against what the files show; nothing is guessed."""

from dataclasses import replace

import numpy as np
import pytest

from permdesk.audit.comparison import Agreement
from permdesk.audit.declared_against_measured import compare_with_files, contradictions
from permdesk.audit.description import Description, Step
from permdesk.audit.method_parameters import Option, Parameter
from permdesk.audit.methods_inventory import Method
from permdesk.compute.progress import Cancelled, Progress
from permdesk.data.choices import Level
from permdesk.data.file_pair import AttributePair, Values
from permdesk.data.problem import Severity
from tests.pairs import pair_of

N = 400
RANDOM = np.random.default_rng(11)
X = RANDOM.normal([100, 1000], [10, 50], (N, 2))
AGREES, CONTRADICTS, OPEN = Agreement.AGREES, Agreement.CONTRADICTS, Agreement.OPEN


def compared(pair, *steps):
    return compare_with_files(Description(steps=steps), pair, Progress())


def about(pair, step, parameter, *others):
    """The comparisons of one parameter of the first step."""
    return [c for c in compared(pair, step, *others) if c.step == 0 and c.parameter is parameter]


def step_of(kind, names=("X1", "X2"), **values):
    return Step(kind=kind, attributes=names, values={Parameter(name): value for name, value in values.items()})


@pytest.mark.parametrize(
    ("declared", "agreement"), [(0.5, AGREES), (0.55, AGREES), (1.0, CONTRADICTS), (0.2, CONTRADICTS)]
)
def test_that_declared_noise_is_held_against_its_standard_deviation(declared, agreement):
    pair = pair_of(X, X + RANDOM.normal(0, [5, 25], X.shape))
    found = about(pair, step_of(Method.NOISE, noise_share=declared), Parameter.NOISE_SHARE)
    assert [c.agreement for c in found] == [agreement] * 2
    assert [c.measured for c in found] == pytest.approx([0.5, 0.5], rel=0.15)
    assert [c.declared for c in found] == [declared] * 2


def test_that_few_records_leave_noise_open_that_chance_may_have_made():
    few = X[:20]
    noise = np.resize(np.repeat([1.0, -1.0], 2), few.shape)
    step = step_of(Method.NOISE, noise_deviation=1.5)
    assert [c.agreement for c in about(pair_of(few, few + noise), step, Parameter.NOISE_DEVIATION)] == [OPEN, OPEN]
    zero = step_of(Method.NOISE, noise_deviation=0.0)
    found = about(pair_of(few, few + noise), zero, Parameter.NOISE_DEVIATION)
    assert [c.agreement for c in found] == [CONTRADICTS, CONTRADICTS]


def test_that_noise_in_units_is_held_against_units():
    pair = pair_of(X, X + RANDOM.normal(0, 5, X.shape))
    step = step_of(Method.NOISE, noise_deviation=5.0)
    assert [c.agreement for c in about(pair, step, Parameter.NOISE_DEVIATION)] == [AGREES, AGREES]


def test_that_noise_corrected_for_its_variance_is_not_judged_but_shown():
    pair = pair_of(X, X + RANDOM.normal(0, 5, X.shape))
    step = step_of(Method.CORRELATED_NOISE, noise_share=0.1, variance_kept=Option.KEPT)
    (first, _) = about(pair, step, Parameter.NOISE_SHARE)
    assert first.agreement is OPEN
    assert first.measured is not None


def moved_by(ranks):
    """Blocks of 2 * ranks records swap halves, so that each value moves exactly that many ranks."""
    order = np.arange(N).reshape(-1, 2, ranks)[:, ::-1].ravel()
    x = np.arange(N, dtype=float)[:, None]
    return pair_of(x, x[order], names=("X1",))


@pytest.mark.parametrize(
    ("ranks", "declared", "agreement"),
    [(20, 0.05, AGREES), (40, 0.05, CONTRADICTS), (5, 0.05, CONTRADICTS), (5, 0.02, AGREES)],
)
def test_that_a_declared_swap_range_is_held_against_the_largest_displacement(ranks, declared, agreement):
    step = step_of(Method.RANK_SWAPPING, ("X1",), rank_range_share=declared)
    (found,) = about(moved_by(ranks), step, Parameter.RANK_RANGE_SHARE)
    assert found.agreement is agreement
    assert found.measured == pytest.approx(ranks / N)


def test_that_ties_are_never_taken_for_ranks_that_did_not_move():
    x = np.repeat([0.0, 1.0], N // 2)[:, None]
    step = step_of(Method.RANK_SWAPPING, ("X1",), rank_range_share=0.4)
    (found,) = about(pair_of(x, x), step, Parameter.RANK_RANGE_SHARE)
    assert found.agreement is AGREES


def test_that_suppression_elsewhere_is_not_taken_for_swapping():
    x = np.arange(N, dtype=float)[:, None]
    released = x.copy()
    released[: N // 2] = np.nan
    suppression = step_of(Method.LOCAL_SUPPRESSION, ("X1",))
    ranks = step_of(Method.RANK_SWAPPING, ("X1",), rank_range_share=0.05)
    (found,) = about(pair_of(x, released, names=("X1",)), ranks, Parameter.RANK_RANGE_SHARE, suppression)
    assert found.agreement is OPEN
    swapping = step_of(Method.DATA_SWAPPING, ("X1",), swapped_share=0.05)
    (found,) = about(pair_of(x, released, names=("X1",)), swapping, Parameter.SWAPPED_SHARE, suppression)
    assert (found.agreement, found.measured) == (OPEN, 0.5)
    released[N // 2 :] = released[: N // 2 - 1 : -1]
    (found,) = about(pair_of(x, released, names=("X1",)), swapping, Parameter.SWAPPED_SHARE, suppression)
    assert found.agreement is CONTRADICTS


def test_that_groups_over_attributes_that_are_not_audited_are_open():
    grouped = np.repeat(np.arange(N // 4, dtype=float), 4)[:, None] * [1, 10]
    names = ("X1", "X2", "hidden")
    step = step_of(Method.MICROAGGREGATION, names, group_size=4.0, grouping=Option.ALL_TOGETHER)
    assert about(pair_of(X, grouped), step, Parameter.GROUP_SIZE)[0].agreement is OPEN
    alone = step_of(Method.MICROAGGREGATION, names, group_size=4.0, grouping=Option.EACH_ATTRIBUTE)
    assert [c.agreement for c in about(pair_of(X, grouped), alone, Parameter.GROUP_SIZE)] == [AGREES] * 2


def test_that_group_sizes_are_held_against_the_smallest_group():
    grouped = np.repeat(np.arange(N // 4, dtype=float), 4)[:, None] * [1, 10]
    pair = pair_of(X, grouped)
    step = step_of(Method.MICROAGGREGATION, group_size=4.0, grouping=Option.ALL_TOGETHER)
    (found,) = about(pair, step, Parameter.GROUP_SIZE)
    assert (found.agreement, found.measured, found.attributes) == (AGREES, 4.0, ("X1", "X2"))
    larger = step_of(Method.MICROAGGREGATION, group_size=5.0, grouping=Option.EACH_ATTRIBUTE)
    assert [c.agreement for c in about(pair, larger, Parameter.GROUP_SIZE)] == [CONTRADICTS] * 2
    unstated = step_of(Method.MICROAGGREGATION, group_size=4.0)
    assert [c.agreement for c in about(pair, unstated, Parameter.GROUP_SIZE)] == [OPEN] * 2


def test_that_missing_values_leave_a_small_group_open():
    grouped = np.repeat(np.arange(N // 4, dtype=float), 4)
    grouped[0] = np.nan
    step = step_of(Method.MICROAGGREGATION, ("X1",), group_size=4.0)
    (found,) = about(pair_of(X[:, :1], grouped[:, None]), step, Parameter.GROUP_SIZE)
    assert found.agreement is OPEN


@pytest.mark.parametrize(("base", "agreement"), [(0.1, AGREES), (0.2, CONTRADICTS), (0.05, AGREES)])
def test_that_rounding_is_held_against_every_value(base, agreement):
    released = X.round(1)
    released[0] = 100.1
    (first, _) = about(pair_of(X, released), step_of(Method.ROUNDING, rounding_base=base), Parameter.ROUNDING_BASE)
    assert first.agreement is agreement
    assert (first.measured == 1) is (agreement is AGREES)


@pytest.mark.parametrize(
    ("values", "replaced_by", "agreement"),
    [
        (np.minimum(X[:, 0], 105), Option.THRESHOLD, AGREES),
        (X[:, 0], Option.THRESHOLD, CONTRADICTS),
        (np.where(X[:, 0] > 105, 112, X[:, 0]), Option.MEAN, AGREES),
        (np.r_[112, np.minimum(X[1:, 0], 105)], Option.MEAN, OPEN),
        (np.where(X[:, 0] > 105, 112, X[:, 0]), Option.THRESHOLD, CONTRADICTS),
    ],
)
def test_that_a_top_code_is_held_against_what_lies_beyond_and_names_no_extreme(values, replaced_by, agreement):
    step = step_of(Method.TOP_BOTTOM_CODING, ("X1",), top_code=105.0, coded_as=replaced_by)
    (found,) = about(pair_of(X[:, :1], values[:, None]), step, Parameter.TOP_CODE)
    assert found.agreement is agreement
    assert 0 <= found.measured < 1


def test_that_a_bottom_code_looks_at_the_other_end():
    step = step_of(Method.TOP_BOTTOM_CODING, ("X1",), bottom_code=95.0)
    coded = np.maximum(X[:, :1], 95)
    assert about(pair_of(X[:, :1], coded), step, Parameter.BOTTOM_CODE)[0].agreement is AGREES
    assert about(pair_of(X[:, :1], X[:, :1]), step, Parameter.BOTTOM_CODE)[0].agreement is CONTRADICTS


def test_that_k_is_held_against_the_smallest_class_over_all_attributes_of_the_step():
    released = np.column_stack([np.arange(N) % 4, np.arange(N) % 8]).astype(float)
    pair = pair_of(X, released)
    for k, agreement in ((50.0, AGREES), (51.0, CONTRADICTS)):
        (found,) = about(pair, step_of(Method.K_ANONYMITY, smallest_class=k), Parameter.SMALLEST_CLASS)
        assert (found.agreement, found.measured) == (agreement, 50.0)


def test_that_generalized_values_are_classes_of_their_own():
    lower = (np.arange(N)[:, None] // 100 * 100).astype(float)
    pair = pair_of(X[:, :1], lower, bounds=(lower, lower + 99))
    step = step_of(Method.K_ANONYMITY, ("X1",), smallest_class=100.0)
    assert about(pair, step, Parameter.SMALLEST_CLASS)[0].agreement is AGREES


def test_that_k_over_attributes_that_are_not_audited_is_open():
    released = np.column_stack([np.arange(N) % 4, np.arange(N) % 8]).astype(float)
    step = step_of(Method.K_ANONYMITY, ("X1", "X2", "hidden"), smallest_class=50.0)
    assert about(pair_of(X, released), step, Parameter.SMALLEST_CLASS)[0].agreement is OPEN


@pytest.mark.parametrize(("declared", "agreement"), [(0.1, AGREES), (0.3, CONTRADICTS), (0.01, CONTRADICTS)])
def test_that_suppression_is_held_against_values_that_went_missing(declared, agreement):
    released = X.copy()
    released[: N // 5, 0] = np.nan
    step = step_of(Method.LOCAL_SUPPRESSION, suppressed_share=declared)
    (found,) = about(pair_of(X, released), step, Parameter.SUPPRESSED_SHARE)
    assert (found.agreement, found.measured) == (agreement, pytest.approx(0.1))


def nominal(original, released):
    pair = pair_of(X[:, :1], X[:, :1])
    values = [Values(np.asarray(v, float), np.asarray(v, float)) for v in (original, released)]
    return replace(pair, attributes=(AttributePair("region", Level.NOMINAL, *values, None, ("a", "b")),))


@pytest.mark.parametrize(("kept", "agreement"), [(0.8, AGREES), (0.95, AGREES), (0.5, CONTRADICTS), (1.0, CONTRADICTS)])
def test_that_pram_is_held_against_the_share_that_stayed(kept, agreement):
    codes = np.ones(N)
    released = np.where(np.arange(N) < kept * N, 1.0, 2.0)
    step = step_of(Method.PRAM, ("region",), smallest_diagonal_share=0.8)
    (found,) = about(nominal(codes, released), step, Parameter.SMALLEST_DIAGONAL_SHARE)
    assert (found.agreement, found.measured) == (agreement, pytest.approx(kept))


@pytest.mark.parametrize(("declared", "agreement"), [(0.5, AGREES), (0.25, CONTRADICTS)])
def test_that_a_sampling_fraction_is_held_against_the_numbers_of_records(declared, agreement):
    pair = pair_of(X, X[: N // 2], own=np.where(np.arange(N) < N // 2, np.arange(N), -1))
    (found,) = about(pair, step_of(Method.SAMPLING, (), sampled_share=declared), Parameter.SAMPLED_SHARE)
    assert (found.agreement, found.measured) == (agreement, 0.5)


@pytest.mark.parametrize(
    ("method", "agreement"),
    [(Method.DATA_SHUFFLING, CONTRADICTS), (Method.REVERSE_MAPPING, CONTRADICTS), (Method.RANK_SWAPPING, OPEN)],
)
def test_that_methods_that_hand_values_out_anew_must_keep_them(method, agreement):
    def verdicts(pair):
        found = compared(pair, step_of(method))
        return {c.agreement for c in found if c.parameter is None and "original values" in c.sentence} | {
            c.agreement for c in found if c.parameter is None and "other values" in c.sentence
        }

    assert verdicts(pair_of(X, X[::-1])) == {AGREES}
    assert verdicts(pair_of(X, X[::-1] + 1)) == {agreement}
    assert verdicts(pair_of(X, X[::-1], own=None)) == {AGREES}


def test_that_more_swapped_records_than_declared_are_a_contradiction():
    released = X.copy()
    released[:100] = X[99::-1]
    for declared, agreement in ((0.25, AGREES), (0.05, CONTRADICTS)):
        step = step_of(Method.DATA_SWAPPING, swapped_share=declared)
        (found,) = about(pair_of(X, released), step, Parameter.SWAPPED_SHARE)
        assert (found.agreement, found.measured) == (agreement, 0.25)


def test_that_a_paired_fully_synthetic_file_is_a_contradiction():
    step = step_of(Method.SYNTHETIC_DATA, synthesis=Option.FULL)
    assert about(pair_of(X, X + 1), step, Parameter.SYNTHESIS)[0].agreement is CONTRADICTS
    # Leaving a file unpaired does not make it synthetic.
    assert about(pair_of(X, X, own=None), step, Parameter.SYNTHESIS)[0].agreement is OPEN
    partial = step_of(Method.SYNTHETIC_DATA, synthesis=Option.PARTIAL)
    assert about(pair_of(X, X + 1), partial, Parameter.SYNTHESIS)[0].agreement is OPEN


def test_that_a_declared_attribute_that_did_not_change_is_a_contradiction():
    pair = pair_of(X, np.column_stack([X[:, 0], X[:, 1] + 1]))
    found = [c for c in compared(pair, step_of(Method.NOISE)) if c.parameter is None]
    assert [(c.attributes, c.agreement) for c in found] == [(("X1",), CONTRADICTS)]
    (open_,) = [c for c in compared(pair, step_of(Method.ROUNDING)) if c.parameter is None]
    assert open_.agreement is OPEN


@pytest.mark.parametrize("own", ["row", None])
def test_that_a_changed_attribute_in_no_step_is_a_contradiction(own):
    pair = pair_of(X, X + 1, own=own)
    (found,) = [c for c in compared(pair, step_of(Method.NOISE, ("X1",))) if c.step is None]
    assert (found.attributes, found.agreement) == (("X2",), CONTRADICTS)
    assert found.measured == (1.0 if own else None)


def test_that_an_unchanged_attribute_in_no_step_is_not_mentioned():
    pair = pair_of(X, np.column_stack([X[:, 0] + 1, X[:, 1]]))
    assert [c for c in compared(pair, step_of(Method.NOISE, ("X1",))) if c.step is None] == []


def test_that_nothing_is_said_of_changes_where_no_step_is_declared():
    assert compared(pair_of(X, X + 1)) == ()


@pytest.mark.parametrize(
    ("method", "values"),
    [
        (Method.NOISE, {"noise_share": 0.1}),
        (Method.RANK_SWAPPING, {"rank_range_share": 0.1}),
        (Method.DATA_SWAPPING, {"swapped_share": 0.1}),
        (Method.LOCAL_SUPPRESSION, {"suppressed_share": 0.1}),
        (Method.PRAM, {"smallest_diagonal_share": 0.9}),
    ],
)
def test_that_what_needs_a_pairing_says_so(method, values):
    found = about(pair_of(X, X + 9, own=None), step_of(method, **values), Parameter(next(iter(values))))
    assert found
    assert all(c.agreement is OPEN and "pairing" in c.sentence and c.measured is None for c in found)


def test_that_what_another_step_changed_too_is_open():
    pair = pair_of(X, X + 100)
    later = step_of(Method.ROUNDING, ("X2",), rounding_base=5.0)
    first, second = about(pair, step_of(Method.NOISE, noise_share=0.1), Parameter.NOISE_SHARE, later)
    assert first.agreement is CONTRADICTS
    assert second.agreement is OPEN


def test_that_rounding_is_judged_only_where_it_came_last():
    pair = pair_of(X, X.round(1))
    rounding = step_of(Method.ROUNDING, ("X1",), rounding_base=0.3)
    noise = step_of(Method.NOISE, ("X1",))
    assert about(pair, rounding, Parameter.ROUNDING_BASE, noise)[0].agreement is OPEN
    found = [c for c in compared(pair, noise, rounding) if c.parameter is Parameter.ROUNDING_BASE]
    assert found[0].agreement is CONTRADICTS


def test_that_suppression_elsewhere_leaves_noise_decidable():
    released = X + RANDOM.normal(0, [5, 25], X.shape)
    released[:10, 0] = np.nan
    step = step_of(Method.NOISE, noise_share=0.5)
    found = about(pair_of(X, released), step, Parameter.NOISE_SHARE, step_of(Method.LOCAL_SUPPRESSION))
    assert [c.agreement for c in found] == [AGREES, AGREES]


def test_that_values_that_cannot_be_meant_and_foreign_parameters_are_contradictions():
    pair = pair_of(X, X + 1)
    (found,) = about(pair, step_of(Method.RANK_SWAPPING, rank_range_share=1.5), Parameter.RANK_RANGE_SHARE)
    assert found.agreement is CONTRADICTS
    (foreign,) = about(pair, step_of(Method.NOISE, group_size=3.0), Parameter.GROUP_SIZE)
    assert "no parameter of this method" in foreign.sentence


def test_that_attributes_that_are_not_audited_and_steps_that_name_none_are_open():
    found = compared(pair_of(X, X + 1), step_of(Method.NOISE, ("hidden",)), step_of(Method.NOISE, ()))
    assert [(c.step, c.agreement) for c in found if c.step is not None] == [(0, OPEN), (1, OPEN)]
    assert [c.agreement for c in found if c.step is None] == [OPEN, OPEN]


def test_that_contradictions_are_warnings_that_name_step_and_attributes():
    pair = pair_of(X, X + RANDOM.normal(0, [5, 25], X.shape))
    description = Description(steps=(step_of(Method.NOISE, noise_share=0.01),))
    (problem,) = contradictions(compare_with_files(description, pair, Progress()), description)
    assert problem.severity is Severity.WARNING
    assert problem.where == "Step 1, Noise addition"
    assert problem.what == "X1, X2: The files show more noise than declared."


def test_that_comparing_hears_a_stop():
    progress = Progress()
    progress.cancel()
    with pytest.raises(Cancelled):
        compare_with_files(Description(steps=(step_of(Method.NOISE, noise_share=0.1),)), pair_of(X, X + 1), progress)
