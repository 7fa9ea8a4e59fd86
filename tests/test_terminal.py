"""What the command line tells: no sign that a terminal lacks ends a command."""

from __future__ import annotations

import io

import pytest

from permdesk.terminal import tell


@pytest.mark.parametrize(("encoding", "told"), [("utf-8", "✕ Ωmega.csv"), ("cp1252", "? ?mega.csv")])
def test_that_signs_and_names_that_a_terminal_cannot_show_are_told_all_the_same(monkeypatch, encoding, told):
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="\n")
    monkeypatch.setattr("sys.stdout", stream)
    tell("✕ Ωmega.csv")
    stream.flush()
    assert stream.buffer.getvalue().decode(encoding) == f"{told}\n"
