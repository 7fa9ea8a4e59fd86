"""Notices that the file of a release is not the one any more that was audited."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject

from permdesk.compute.progress import Progress
from permdesk.data.problem import Problem
from permdesk.gui.file_state import state_of
from permdesk.gui.jobs import JobRunner
from permdesk.gui.workspace import Compared, State, Workspace

CHUNK = 1 << 22


class ReleaseWatch(QObject):
    """Looks when it is asked to, on a worker of its own: files may lie far away."""

    def __init__(self, workspace: Workspace, runner: JobRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self.runner = runner

    def look(self) -> None:
        """Let the workspace know which releases have changed on disk, and which are again what was audited."""
        known = audited(self._workspace.state)
        if known:
            self.runner.start("", lambda progress: looked_at(known, progress), self._keep, lambda _: None)

    def _keep(self, found: Sequence[Compared]) -> None:
        for one in found:
            known = self._workspace.state.compared_as(one.candidate)
            if known is not None and known.outcome is one.outcome:  # it was not audited again meanwhile
                self._workspace.found_compared(one)


def audited(state: State) -> tuple[Compared, ...]:
    """What came of the present candidates that were audited."""
    known = (state.compared_as(candidate) for candidate in state.setup.candidates)
    return tuple(one for one in known if one is not None)


def looked_at(known: Sequence[Compared], progress: Progress) -> tuple[Compared, ...]:
    """Those of which something else is to be said than before. A file of other size or time than it was has changed
    if its SHA-256 is another; one that is gone has not. Raises Cancelled."""
    return tuple(_looked_at(known, progress))


def _looked_at(known: Sequence[Compared], progress: Progress) -> Iterator[Compared]:
    for one in known:
        progress.check()
        now = state_of(Path(one.candidate.file.path))
        if now is not None and now != one.seen:
            yield replace(one, seen=now, has_changed=not _is_audited_file(one, progress))


def _is_audited_file(known: Compared, progress: Progress) -> bool:
    if isinstance(known.outcome, Problem):
        return False  # nobody knows what it held, and it may be mended
    digest = hashlib.sha256()
    try:
        with Path(known.candidate.file.path).open("rb") as file:
            while chunk := file.read(CHUNK):
                progress.check()
                digest.update(chunk)
    except OSError:
        return False
    return digest.hexdigest() == known.outcome.sha256
