"""Settings and policies: what cannot be meant is refused, in a file and outside one."""

from __future__ import annotations

from dataclasses import fields

import pytest

from permdesk.audit.policy import Policy, read_policy, write_policy
from permdesk.audit.settings import Settings, settings_problem
from permdesk.data.problem import Problem


def test_that_the_defaults_can_be_meant():
    assert settings_problem(Settings()) is None


@pytest.mark.parametrize(
    ("name", "value"),
    [("draws", 0), ("draws", 10**8), ("seed", -1), ("replicates", 0), ("replicates", 10**6), ("alpha", 0.0),
     ("alpha", 1.5), ("alpha", float("nan"))],
)  # fmt: skip
def test_that_a_number_out_of_its_range_is_named(name, value):
    problem = settings_problem(Settings(**{name: value}))
    assert problem is not None
    assert problem.what.startswith(name)


def test_that_a_policy_comes_back_from_its_file_as_it_was(tmp_path):
    full = Policy("agency", 3, 0.01, {"income": 2.5, "ägé": 1.0}, 0.1, 0.02, 3.0, 7)
    for policy in (full, Policy("none", None, None, {}, None, None, None, None)):
        assert write_policy(policy, tmp_path / "p.toml") is None
        assert read_policy(tmp_path / "p.toml") == policy


def test_that_a_threshold_that_the_file_does_not_name_is_not_applied(tmp_path):
    (tmp_path / "office.toml").write_text("max_lift = 2\n")
    policy = read_policy(tmp_path / "office.toml")
    assert (policy.name, policy.max_lift) == ("office", 2.0)
    others = {field.name for field in fields(Policy)} - {"name", "max_lift", "min_variance", "public_statements"}
    assert {getattr(policy, name) for name in others} == {None}
    assert policy.min_variance == {}
    assert policy.public_statements == ()


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("max_lifft = 2", "max_lifft"),
        ("[min_variance]\nincome = -1", "min_variance.income"),
        ("max_right_links = 5", "max_right_links"),
        ("max_right_links = nan", "max_right_links"),
        ("min_distance_share = -0.1", "min_distance_share"),
        ("min_distance = -1", "min_distance"),
        ("min_distance = 1.5", "min_distance"),
        ("max_lift = nan", "max_lift"),
        ("max_defensible_right = -1", "max_defensible_right"),
        ("min_variance_share = nan", "min_variance_share"),
        ("min_distance = 'one'", "min_distance"),
        ("min_distance", "policy.toml"),
        ("\xff", "policy.toml"),
    ],
)
def test_that_a_wrong_policy_is_one_sentence_that_names_the_key(tmp_path, text, word):
    path = tmp_path / "policy.toml"
    path.write_bytes(text.encode("latin-1"))
    problem = read_policy(path)
    assert isinstance(problem, Problem)
    assert word in problem.sentence
    assert "\n" not in problem.sentence


def test_that_a_policy_that_is_not_there_is_a_problem(tmp_path):
    assert isinstance(read_policy(tmp_path / "no.toml"), Problem)
    assert isinstance(read_policy(tmp_path), Problem)
