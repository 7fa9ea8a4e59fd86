"""Of many wishes the newest is answered, and none that runs is replaced."""

from __future__ import annotations

import pytest

from permdesk.gui.jobs import JobRunner
from permdesk.gui.live.live_controls import shown_strength
from permdesk.gui.live.newest import Newest
from permdesk.gui.live.slider_scale import LAST_PLACE, place_of, strength_at
from permdesk.masking.parameters import PARAMETERS, Method


@pytest.fixture
def answers():
    return []


@pytest.fixture
def newest(executor, answers):
    runner = JobRunner(executor)
    return Newest(runner, "demonstration", answers.append, answers.append)


def test_that_the_running_wish_is_answered_and_then_only_the_newest(newest, executor, answers):
    for number in range(5):
        newest.want(lambda _, number=number: number)
    executor.run_all()
    assert answers == [0, 4]


def test_that_a_wish_after_the_answer_is_answered_too(newest, executor, answers):
    for number in (1, 2):
        newest.want(lambda _, number=number: number)
        executor.run_all()
    assert answers == [1, 2]


def test_that_forgotten_wishes_are_not_answered(newest, executor, answers):
    for number in (1, 2):
        newest.want(lambda _, number=number: number)
    newest.forget()
    executor.run_all()
    assert answers == []


@pytest.mark.parametrize("method", Method)
def test_that_the_slider_goes_from_the_least_to_the_most_and_back(method):
    parameter = PARAMETERS[method]
    ends = (strength_at(method, 0), strength_at(method, LAST_PLACE))
    assert ends == (parameter.least, parameter.most)
    usual = strength_at(method, place_of(method, parameter.usual))
    assert usual == pytest.approx(parameter.usual, rel=0.02)
    places = [strength_at(method, place) for place in range(0, LAST_PLACE + 1, 10)]
    assert places == sorted(places)


@pytest.mark.parametrize("method", Method)
def test_that_every_place_of_the_slider_is_found_again_and_can_be_read(method):
    places = [strength_at(method, place) for place in range(LAST_PLACE + 1)]
    assert places == sorted(places)
    for place, strength in enumerate(places):
        assert strength_at(method, place_of(method, strength)) == strength
        assert "e-" not in shown_strength(strength, method), place
