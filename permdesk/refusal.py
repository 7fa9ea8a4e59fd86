"""An answer to bad input that ends a command: one sentence, said where the command was started."""

from __future__ import annotations

from typing import TypeVar

from permdesk.data.problem import Problem

Value = TypeVar("Value")


class Refused(Exception):  # noqa: N818 (an answer to the user, carried to where it is said)
    """Ends a command with the sentence of ``problem`` and the exit status for bad input."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem


def or_refuse(answer: Value | Problem) -> Value:
    """The answer, if it is none of a problem. Raises Refused."""
    if isinstance(answer, Problem):
        raise Refused(answer)
    return answer
