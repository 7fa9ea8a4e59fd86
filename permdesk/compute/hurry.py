"""Whether small work, too, goes to the compiled kernels: who asks again and again has waited for the compiler once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_in_a_hurry: ContextVar[bool] = ContextVar("in a hurry", default=False)


@contextmanager
def compiled() -> Iterator[None]:
    """Within it, on this thread, no work counts as small. Numbers are the same either way."""
    token = _in_a_hurry.set(True)
    try:
        yield
    finally:
        _in_a_hurry.reset(token)


def is_small(n_comparisons: int, limit: int) -> bool:
    """Whether plain numpy should answer, which compiles nothing: up to ``limit`` comparisons, outside ``compiled``."""
    return n_comparisons <= limit and not _in_a_hurry.get()
