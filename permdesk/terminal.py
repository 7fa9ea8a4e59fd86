"""What the command line shows: its answer on standard output; sentences and a progress bar on standard error."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from permdesk.compute.progress import Progress
from permdesk.stages import stage_title


def say(sentence: str) -> None:
    """Print one sentence on standard error."""
    sys.stderr.write(f"permdesk: {sentence}\n")


def tell(line: str) -> None:
    """Print one line of the answer on standard output, with a question mark for what its encoding lacks."""
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(f"{line.encode(encoding, 'replace').decode(encoding)}\n")


class TerminalProgress(Progress):
    """Progress that draws itself, if standard error is a terminal; a context that clears what it drew."""

    def __init__(self) -> None:
        super().__init__()
        console = Console(stderr=True)
        columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
        self._bar = Bar(*columns, console=console, transient=True, disable=not console.is_terminal)
        self._task = self._bar.add_task("")

    def __enter__(self) -> TerminalProgress:
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()

    def begin(self, stage: str, total: int) -> None:
        super().begin(stage, total)
        self._bar.reset(self._task, total=total, description=stage_title(stage))

    @contextmanager
    def interlude(self, stage: str) -> Iterator[None]:
        with super().interlude(stage):
            yield
        self._bar.reset(self._task, total=self.total, completed=self.done, description=stage_title(self.stage))

    def advance(self, units: int = 1) -> None:
        super().advance(units)
        self._bar.update(self._task, completed=self.done)
