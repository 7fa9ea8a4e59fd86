"""The shipped policy and the published schema say what the program does."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from pathlib import Path

import pytest

from permdesk.audit.policy import Policy, checked_policy, policy_schema, read_policy
from permdesk.data.problem import Problem
from permdesk.resources import resource_path

SCHEMA = Path(__file__).parents[2] / "docs" / "policy.schema.json"
SHIPPED = resource_path("policies", "illustrative.toml")


def test_that_the_shipped_policy_is_the_default():
    assert read_policy(SHIPPED) == Policy()


def test_that_the_shipped_policy_explains_every_threshold():
    text = SHIPPED.read_text("utf-8")
    for field in fields(Policy):
        assert f"\n{field.name} = " in text or f"\n# {field.name} = " in text or f"[{field.name}]" in text, field.name


@pytest.mark.parametrize("content", [b"", b"\n  \n"])
def test_that_a_file_without_a_word_is_no_policy_that_asks_for_nothing(tmp_path, content):
    (tmp_path / "p.toml").write_bytes(content)
    assert read_policy(tmp_path / "p.toml") == Problem("This file is empty.", "p.toml", "Choose another one.")


def test_that_the_thresholds_it_shows_as_examples_can_be_used(tmp_path):
    lines = SHIPPED.read_text("utf-8").splitlines()
    used = [line.removeprefix("# ") if "=" in line or "[" in line else line for line in lines]
    (tmp_path / "office.toml").write_text("\n".join(used), "utf-8")
    policy = read_policy(tmp_path / "office.toml")
    assert isinstance(policy, Policy), policy
    assert None not in [getattr(policy, field.name) for field in fields(Policy)]
    assert policy.min_variance == {"INCOME": 250000.0}


def test_that_the_published_schema_is_that_of_the_program():
    # After a change: write policy_schema() to docs/policy.schema.json.
    assert SCHEMA.read_bytes() == policy_schema()


@pytest.fixture
def properties():
    return json.loads(policy_schema())["$defs"]["Policy"]["properties"]


def test_that_the_schema_knows_every_threshold_and_no_other(properties):
    assert set(properties) == {field.name for field in fields(Policy)}
    assert json.loads(policy_schema())["$defs"]["Policy"]["additionalProperties"] is False
    assert not any("default" in threshold for threshold in properties.values())


@pytest.mark.parametrize(
    "name", [field.name for field in fields(Policy) if field.name not in ("name", "min_variance", "public_statements")]
)
def test_that_the_schema_has_the_limits_of_the_program(properties, name):
    low, high = properties[name].get("minimum"), properties[name].get("maximum")
    assert low == 0
    assert isinstance(checked_policy(replace(Policy(), **{name: low - 1}), "p"), Problem)
    assert isinstance(checked_policy(replace(Policy(), **{name: low}), "p"), Policy)
    above = checked_policy(replace(Policy(), **{name: 2}), "p")
    assert isinstance(above, Policy if high is None else Problem)
    if high is not None:
        assert isinstance(checked_policy(replace(Policy(), **{name: high}), "p"), Policy)


def test_that_the_schema_refuses_negative_variances_as_the_program_does(properties):
    assert properties["min_variance"]["additionalProperties"] == {"type": "number", "minimum": 0}
    assert isinstance(checked_policy(replace(Policy(), min_variance={"x": -1.0}), "p"), Problem)
