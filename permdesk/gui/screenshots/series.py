"""Draws states of the window in several schemes, as far as one process can: scale and language are fixed in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

from permdesk.gui.appearance import Scheme
from permdesk.gui.screenshots.drawing import draw, settle
from permdesk.gui.screenshots.scene import MakeWindow, Scene
from permdesk.gui.screenshots.states import STATES, State


def picture_name(state: State) -> str:
    """The name of a state's file: its number among all, whichever are drawn."""
    return f"{STATES.index(state) + 1:02d}-{state.name}.png"


def draw_series(
    make: MakeWindow,
    states: Sequence[State],
    folders: dict[Scheme, Path],
    size: tuple[int, int],
    failed: Callable[[State, Exception], object],
) -> Iterator[Path]:
    """Draw every state in every scheme that has a folder, and yield the files as they come.

    A state that cannot be reached is told to ``failed`` and left out; the others are drawn all the same.
    """
    for folder in folders.values():
        folder.mkdir(parents=True, exist_ok=True)
    for begin, alike in groupby(states, key=lambda state: state.begin):
        scene = Scene(make, next(iter(folders)), size)
        begin(scene)
        for state in alike:
            for scheme, folder in folders.items():
                scene.window.set_scheme(scheme)
                try:
                    shown = state.view(scene)
                    settle()
                    draw(shown, folder / picture_name(state))
                except Exception as error:
                    failed(state, error)
                else:
                    yield folder / picture_name(state)
                scene.close_others()
        scene.close()
