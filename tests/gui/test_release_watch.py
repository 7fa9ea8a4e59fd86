"""A file that is not the one any more that was audited is noticed by its content, not by its time alone."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from permdesk.audit.policy import Policy
from permdesk.audit.recipe import Candidate, InputFile
from permdesk.audit.settings import Settings
from permdesk.compute.progress import Cancelled, Progress
from permdesk.data.choices import Dialect
from permdesk.data.problem import Problem
from permdesk.gui import release_watch as module
from permdesk.gui.file_state import state_of
from permdesk.gui.jobs import JobRunner
from permdesk.gui.release_watch import ReleaseWatch, looked_at
from permdesk.gui.workspace import Compared, Footing, Workspace

FIRST_SECOND, LATER = (1_000_000_000, 1_000_000_000), (2_000_000_000, 2_000_000_000)


@pytest.fixture
def path(tmp_path):
    made = tmp_path / "y.csv"
    made.write_text("a\n1\n2\n")
    os.utime(made, FIRST_SECOND)
    return made


def compared(path, outcome=None) -> Compared:
    """As after an audit of the file as it is now."""
    found = outcome or SimpleNamespace(sha256=hashlib.sha256(path.read_bytes()).hexdigest())
    footing = Footing("", Dialect(), None, Settings(), Policy())
    return Compared(Candidate(InputFile(str(path))), footing, found, state_of(path))


def looked(*known):
    return looked_at(known, Progress())


def test_that_a_file_that_was_left_alone_is_not_even_read(path, monkeypatch):
    monkeypatch.setattr(module, "hashlib", None)
    assert looked(compared(path)) == ()


def test_that_another_content_of_the_same_size_has_changed(path):
    known = compared(path)
    path.write_text("a\n1\n3\n")
    os.utime(path, LATER)
    (found,) = looked(known)
    assert (found.outcome, found.seen, found.has_changed) == (known.outcome, state_of(path), True)
    assert looked(found) == ()  # and is not said twice


def test_that_a_file_that_was_only_written_again_has_not_changed(path):
    known = compared(path)
    os.utime(path, LATER)
    (found,) = looked(known)
    assert not found.has_changed
    assert looked(found) == ()


def test_that_a_file_that_is_put_back_is_again_what_was_audited(path):
    known = compared(path)
    path.write_text("a\n1\n")
    (changed,) = looked(known)
    path.write_text("a\n1\n2\n")
    os.utime(path, LATER)
    (again,) = looked(changed)
    assert (changed.has_changed, again.has_changed) == (True, False)


def test_that_a_file_that_is_gone_is_no_other_file(path):
    known = compared(path)
    path.unlink()
    assert looked(known) == ()


def test_that_a_release_that_could_not_be_audited_has_changed_as_soon_as_it_is_written(path):
    known = compared(path, Problem("It is broken.", "", "Mend it."))
    path.write_text("a\n1\n2\n3\n")
    assert [one.has_changed for one in looked(known)] == [True]


def test_that_a_file_that_cannot_be_read_is_not_taken_for_what_was_audited(path, monkeypatch):
    known = compared(path)
    os.utime(path, LATER)

    def refuse(*_):
        raise PermissionError

    monkeypatch.setattr(Path, "open", refuse)
    assert [one.has_changed for one in looked(known)] == [True]


def test_that_a_large_file_is_not_read_to_its_end_once_it_is_stopped(path, monkeypatch):
    monkeypatch.setattr(module, "CHUNK", 1)
    known, progress, checks = compared(path), Progress(), []
    os.utime(path, LATER)
    monkeypatch.setattr(progress, "check", lambda: (checks.append(1), len(checks) > 2 and progress.cancel(),
                                                    Progress.check(progress)))  # fmt: skip
    with pytest.raises(Cancelled):
        looked_at((known,), progress)
    assert len(checks) == 3


@pytest.fixture
def workspace(path) -> Iterator[Workspace]:
    made = Workspace()
    made.decide("a release", replace(made.setup, candidates=(compared(path).candidate,)))
    yield made


def test_that_what_was_audited_again_while_it_was_looked_at_stays(executor, workspace, path):
    watch = ReleaseWatch(workspace, JobRunner(executor))
    workspace.found_compared(compared(path))
    path.write_text("a\n1\n")
    watch.look()
    again = compared(path)
    workspace.found_compared(again)
    executor.run_all()
    assert [one is again for one in workspace.state.compared] == [True]
    path.write_text("a\n7\n")
    watch.look()
    executor.run_all()
    assert [one.has_changed for one in workspace.state.compared] == [True]


def test_that_one_that_was_looked_at_is_no_newer_than_before(workspace, path, tmp_path):
    other = replace(compared(path), candidate=Candidate(InputFile(str(tmp_path / "z.csv"))))
    first = compared(path)
    workspace.found_compared(first)
    workspace.found_compared(other)
    workspace.found_compared(replace(first, has_changed=True))
    assert [one.has_changed for one in workspace.state.compared] == [True, False]
    workspace.found_compared(compared(path))  # audited again
    assert workspace.state.compared[0] is other
