"""A file is written whole or not at all, and a cell is never a formula."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest

from permdesk.data.problem import Problem
from permdesk.data.writing import safe_cell, write_atomically, write_together


def test_that_a_file_is_written_and_nothing_else(tmp_path):
    assert write_atomically(tmp_path / "a.csv", b"x\n") is None
    assert [path.name for path in tmp_path.iterdir()] == ["a.csv"]
    assert (tmp_path / "a.csv").read_bytes() == b"x\n"


def test_that_a_file_is_replaced(tmp_path):
    (tmp_path / "a.csv").write_bytes(b"old")
    assert write_atomically(tmp_path / "a.csv", b"new") is None
    assert (tmp_path / "a.csv").read_bytes() == b"new"


@pytest.mark.skipif(os.name != "posix", reason="only POSIX has permission bits")
def test_that_a_new_file_can_be_read_as_any_other(tmp_path):
    (tmp_path / "b").touch()
    write_atomically(tmp_path / "a", b"x")
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == stat.S_IMODE((tmp_path / "b").stat().st_mode)


@pytest.mark.skipif(os.name != "posix", reason="links need rights elsewhere")
def test_that_a_link_stays_a_link(tmp_path):
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_atomically(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


FAILURES = [
    (OSError(errno.ENOSPC, "No space left on device"), "no room"),
    (OSError(errno.EROFS, "Read-only file system"), "cannot be written: no permission"),
    (PermissionError(errno.EACCES, "Permission denied"), "cannot be written: no permission"),
    (OSError(errno.EIO, "Input/output error"), "Input/output error"),
]


@pytest.mark.parametrize(("error", "words"), FAILURES)
def test_that_a_failure_leaves_the_old_file_and_no_other(error, words, tmp_path, monkeypatch):
    (tmp_path / "a.csv").write_bytes(b"old")

    def fail(_descriptor):
        raise error

    monkeypatch.setattr(os, "fsync", fail)
    problem = write_atomically(tmp_path / "a.csv", b"new")
    assert isinstance(problem, Problem)
    assert words in problem.what
    assert problem.where == str(tmp_path / "a.csv")
    assert [path.name for path in tmp_path.iterdir()] == ["a.csv"]
    assert (tmp_path / "a.csv").read_bytes() == b"old"


def test_that_an_interrupt_leaves_no_other_file(tmp_path, monkeypatch):
    def interrupt(_descriptor):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(tmp_path / "a.csv", b"new")
    assert not list(tmp_path.iterdir())


def test_that_a_missing_folder_is_a_problem(tmp_path):
    problem = write_atomically(tmp_path / "none" / "a.csv", b"x")
    assert isinstance(problem, Problem)
    assert problem.what == "The folder does not exist."


def test_that_a_file_in_place_of_the_folder_is_a_problem(tmp_path):
    (tmp_path / "file").touch()
    assert isinstance(write_atomically(tmp_path / "file" / "a.csv", b"x"), Problem)


def test_that_a_folder_in_place_of_the_file_is_a_problem(tmp_path):
    (tmp_path / "a.csv").mkdir()
    problem = write_atomically(tmp_path / "a.csv", b"x")
    assert isinstance(problem, Problem)
    assert problem.what == "A folder has this name already."
    assert [path.name for path in tmp_path.iterdir()] == ["a.csv"]


def test_that_a_folder_in_place_of_the_file_is_named_where_the_system_only_denies(tmp_path, monkeypatch):
    (tmp_path / "a.csv").mkdir()

    def deny(_self, _target):
        raise PermissionError(errno.EACCES, "Access is denied")

    monkeypatch.setattr(Path, "replace", deny)
    problem = write_atomically(tmp_path / "a.csv", b"x")
    assert isinstance(problem, Problem)
    assert problem.what == "A folder has this name already."


def test_that_a_long_name_is_written(tmp_path):
    path = tmp_path / ("a" * 250)
    assert write_atomically(path, b"x") is None
    assert path.read_bytes() == b"x"


@pytest.mark.parametrize("text", ["=1+1", "+A1", "-A1", "@SUM(A1)", "\tx", "\rx", "-", "=", "+1+1", "-1-1", "-5 %"])
def test_that_a_cell_that_could_be_a_formula_is_text(text):
    assert safe_cell(text) == f"'{text}"


@pytest.mark.parametrize("text", ["", "a", "1", "-1", "+1.5", "-1,5", "-1e-5", "-.5", "a=b", "'=1", " =1", "[1, 2["])
def test_that_another_cell_stays_as_it_is(text):
    assert safe_cell(text) == text


def test_that_the_writer_needs_only_the_folder_of_the_target(tmp_path, monkeypatch):
    opened = []
    original = Path.open

    def watch(self, *args, **kwargs):
        opened.append(self)
        return original(self, *args, **kwargs)

    monkeypatch.setattr(Path, "open", watch)
    write_atomically(tmp_path / "a.csv", b"x")
    assert {path.parent for path in opened} == {tmp_path}


def test_that_a_name_that_is_too_long_is_a_problem(tmp_path):
    problem = write_atomically(tmp_path / ("a" * 300 + ".csv"), b"x")
    assert isinstance(problem, Problem)
    assert problem.what == "The name is too long."
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="only POSIX has pipes in folders")
def test_that_a_pipe_is_not_replaced(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    problem = write_atomically(tmp_path / "pipe", b"x")
    assert isinstance(problem, Problem)
    assert (tmp_path / "pipe").is_fifo()


def test_that_files_are_written_together(tmp_path):
    assert write_together(tmp_path, {"a": b"x", "b": b"y"}) is None
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a": b"x", "b": b"y"}


def test_that_no_file_is_replaced_when_a_later_one_fails(tmp_path, monkeypatch):
    write_together(tmp_path, {"a": b"old", "b": b"old"})
    calls = []

    def fail_at_the_second(_descriptor):
        calls.append(1)
        if len(calls) == 2:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail_at_the_second)
    problem = write_together(tmp_path, {"a": b"new", "b": b"new"})
    assert isinstance(problem, Problem)
    assert "no room" in problem.what
    assert problem.where == str(tmp_path / "b")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a": b"old", "b": b"old"}


def test_that_a_folder_in_the_way_of_one_file_stops_all(tmp_path):
    (tmp_path / "b").mkdir()
    problem = write_together(tmp_path, {"a": b"x", "b": b"y"})
    assert isinstance(problem, Problem)
    assert problem.where == str(tmp_path / "b")
    assert [path.name for path in tmp_path.iterdir()] == ["b"]


def test_that_files_go_into_no_folder_that_is_not_there(tmp_path):
    problem = write_together(tmp_path / "none", {"a": b"x"})
    assert isinstance(problem, Problem)
    assert problem.what == "The folder does not exist."


def test_that_a_folder_that_may_not_even_be_looked_into_is_a_problem(tmp_path, monkeypatch):
    def deny(*_arguments, **_options):
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "stat", deny)
    problem = write_atomically(tmp_path / "a.csv", b"x")
    assert isinstance(problem, Problem)
    assert "no permission" in problem.what
