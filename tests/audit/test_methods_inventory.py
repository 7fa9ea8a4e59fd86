"""Every method of the inventory is described, and every parameter belongs to one."""

import pytest

from permdesk.audit.description import Description, ReleaseType, Step
from permdesk.audit.method_parameters import Option, Parameter, Unit, option_title, parameter_facts
from permdesk.audit.methods_inventory import (
    Method,
    Randomness,
    Transparency,
    method_facts,
    randomness,
    transparency,
)
from permdesk.audit.recipe import InputFile, Recipe, read_recipe, write_recipe


def test_that_every_parameter_belongs_to_a_method():
    assert {parameter for method in Method for parameter in method_facts(method).parameters} == set(Parameter)


@pytest.mark.parametrize("method", Method)
def test_that_every_method_has_words_and_all_but_the_unknown_one_a_source(method):
    facts = method_facts(method)
    assert facts.title and facts.meaning
    assert bool(facts.sources) is (method is not Method.OTHER)


@pytest.mark.parametrize("parameter", Parameter)
def test_that_every_parameter_is_a_number_a_choice_or_a_text(parameter):
    facts = parameter_facts(parameter)
    assert facts.title and facts.meaning
    assert not (facts.options and facts.unit)
    assert parameter.value.endswith("_share") is (facts.unit is Unit.SHARE)
    assert all(option_title(option) for option in facts.options)


@pytest.mark.parametrize(
    ("parameter", "value", "takes"),
    [
        (Parameter.NOISE_SHARE, 0.5, True),
        (Parameter.NOISE_SHARE, -0.1, False),
        (Parameter.NOISE_SHARE, float("nan"), False),
        (Parameter.NOISE_SHARE, "half", False),
        (Parameter.RANK_RANGE_SHARE, 1.2, False),
        (Parameter.GROUP_SIZE, 3.0, True),
        (Parameter.GROUP_SIZE, 3.5, False),
        (Parameter.GROUP_SIZE, 1.0, False),
        (Parameter.ROUNDING_BASE, 0.0, False),
        (Parameter.TOP_CODE, -5.0, True),
        (Parameter.NOISE_DISTRIBUTION, Option.NORMAL, True),
        (Parameter.NOISE_DISTRIBUTION, Option.INVARIANT, False),
        (Parameter.CATEGORIES, "five-year groups", True),
        (Parameter.CATEGORIES, 5.0, False),
    ],
)
def test_that_only_values_that_can_be_meant_are_taken(parameter, value, takes):
    assert parameter_facts(parameter).takes(value) is takes


@pytest.mark.parametrize(
    ("method", "values", "expected"),
    [
        (Method.NOISE, {}, Randomness.RANDOMIZED),
        (Method.MICROAGGREGATION, {}, Randomness.DETERMINISTIC),
        (Method.ROUNDING, {}, Randomness.UNKNOWN),
        (Method.ROUNDING, {Parameter.ROUNDING_RULE: Option.AT_RANDOM}, Randomness.RANDOMIZED),
        (Method.ROUNDING, {Parameter.ROUNDING_RULE: Option.NEAREST}, Randomness.DETERMINISTIC),
        (Method.OTHER, {}, Randomness.UNKNOWN),
    ],
)
def test_that_a_step_is_random_as_its_method_and_parameters_say(method, values, expected):
    assert randomness(method, values) is expected


def test_that_only_a_randomized_method_keeps_a_key_when_all_but_seeds_is_published():
    assert transparency(Method.RANK_SWAPPING, {}) is Transparency.MET
    assert transparency(Method.K_ANONYMITY, {}) is Transparency.WITHOUT_KEY
    assert transparency(Method.OTHER, {}) is Transparency.UNKNOWN


def test_that_a_recipe_keeps_typed_parameters_and_release_facts(tmp_path):
    step = Step(
        kind=Method.NOISE,
        attributes=("wage",),
        values={Parameter.NOISE_SHARE: 0.5, Parameter.NOISE_DISTRIBUTION: Option.NORMAL},
        software="sdcMicro",
        version="5.8",
    )
    description = Description(title="Wages", steps=(step,), release_type=ReleaseType.PUBLIC_USE, known_limits="None.")
    files = InputFile(str(tmp_path / "x.csv")), InputFile(str(tmp_path / "y.csv"))
    path = tmp_path / "r.permdesk"
    assert write_recipe(Recipe(*files, description=description), path) is None
    read = read_recipe(path)
    assert isinstance(read, Recipe)
    assert read.description == description


def test_that_a_recipe_from_before_the_inventory_is_still_read(tmp_path):
    path = tmp_path / "old.permdesk"
    path.write_text(
        'version = 1\n[original]\npath = "x.csv"\n[anonymized]\npath = "y.csv"\n[description]\ntitle = "Wages"\n'
        '[[description.steps]]\nmethod = "Additive noise"\nattributes = ["X1"]\nparameters = "N(0, 5²)"\n',
        "utf-8",
    )
    read = read_recipe(path)
    assert isinstance(read, Recipe)
    assert read.description.steps == (Step("Additive noise", ("X1",), "N(0, 5²)"),)
    assert read.description.steps[0].kind is Method.OTHER


def test_that_a_whole_number_in_a_recipe_is_a_number(tmp_path):
    path = tmp_path / "k.permdesk"
    path.write_text(
        'version = 1\n[original]\npath = "x.csv"\n[anonymized]\npath = "y.csv"\n'
        '[[description.steps]]\nkind = "k-anonymity"\n[description.steps.values]\nsmallest_class = 5\n',
        "utf-8",
    )
    read = read_recipe(path)
    assert isinstance(read, Recipe)
    assert read.description.steps[0].values == {Parameter.SMALLEST_CLASS: 5}


def test_that_every_typed_text_is_listed_for_those_who_look_for_secrets():
    step = Step("m", ("a",), "p", values={Parameter.CATEGORIES: "c", Parameter.N_CATEGORIES: 3.0}, software="s")
    description = Description("t", "pr", "so", (step,), "r", "v", "rp", ReleaseType.TEACHING, "lb", "co", "kl", "ad")
    typed = [text for text in description.typed if text]
    assert sorted(typed) == sorted(["m", "a", "p", "c", "s", "t", "pr", "so", "r", "v", "rp", "lb", "co", "kl", "ad"])
