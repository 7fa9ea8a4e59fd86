"""States are drawn by name, number and scheme; one that cannot be reached costs no other."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtGui import QImage

from permdesk.app import make_window
from permdesk.gui.appearance import Scheme
from permdesk.gui.screenshots.contact_sheet import write_contact_sheet
from permdesk.gui.screenshots.scene import Scene
from permdesk.gui.screenshots.series import draw_series, picture_name
from permdesk.gui.screenshots.states import STATES

NAMED = {state.name: state for state in STATES}
SIZE = (900, 640)


@pytest.fixture
def drawn(app, tmp_path):
    def draw(*names: str, schemes=(Scheme.LIGHT,)):
        folders = {scheme: tmp_path / scheme for scheme in schemes}
        failures: list[str] = []
        states = [NAMED[name] for name in names]
        paths = list(
            draw_series(make_window, states, folders, SIZE, lambda state, error: failures.append(f"{state} {error!r}"))
        )
        assert failures == []
        return {path.relative_to(tmp_path).as_posix(): QImage(str(path)) for path in paths}

    return draw


def test_that_every_state_has_a_name_and_a_picture_of_its_own():
    assert [name for name, n in Counter(state.name for state in STATES).items() if n > 1] == []
    assert len({picture_name(state) for state in STATES}) == len(STATES) > 60
    assert picture_name(STATES[0]) == "01-welcome.png"


def test_that_tabs_and_dialogs_are_drawn_in_every_scheme(drawn):
    pictures = drawn("welcome", "results-data", "dialog-about", schemes=Scheme)
    assert len(pictures) == 3 * len(Scheme)
    bright = {name: picture.pixelColor(3, 3).lightness() for name, picture in pictures.items()}
    for state in ("welcome", "results-data", "dialog-about"):
        file = picture_name(NAMED[state])
        assert bright[f"high-contrast/{file}"] < bright[f"dark/{file}"] < bright[f"light/{file}"]
    welcome = pictures[f"light/{picture_name(NAMED['welcome'])}"]
    assert (welcome.width(), welcome.height()) == SIZE


def test_that_work_that_is_held_is_seen_and_ends_with_its_scene(drawn):
    loading, welcome = drawn("loading"), drawn("welcome")
    assert next(iter(loading.values())) != next(iter(welcome.values()))


def test_that_a_state_that_cannot_be_reached_is_told_and_costs_no_other(app, tmp_path, monkeypatch):
    def refuse(_scene):
        raise ValueError("nowhere")

    lost = NAMED["welcome"].__class__("empty-report", NAMED["welcome"].begin, refuse)
    monkeypatch.setattr("permdesk.gui.screenshots.series.STATES", (lost, NAMED["welcome"]))
    failures = []
    paths = list(
        draw_series(
            make_window,
            (lost, NAMED["welcome"]),
            {Scheme.LIGHT: tmp_path},
            SIZE,
            lambda state, error: failures.append((state.name, str(error))),
        )
    )
    assert failures == [("empty-report", "nowhere")]
    assert [path.name for path in paths] == ["02-welcome.png"]


def test_that_a_note_and_a_step_of_the_tour_are_drawn_and_gone_for_the_next_state(drawn):
    noted = drawn("note-strip", "note-cell", "tour-first", "results-intruder")
    alone = drawn("results-intruder")
    file = f"light/{picture_name(NAMED['results-intruder'])}"
    assert noted[file] == alone[file]
    assert len({picture.width() for picture in noted.values()}) == 2
    assert noted[f"light/{picture_name(NAMED['tour-first'])}"].pixelColor(3, 3).lightness() < 200


def test_that_nothing_of_a_scene_stays(app):
    scene = Scene(make_window, Scheme.LIGHT, SIZE)
    folder = scene.folder
    assert folder.is_dir()
    NAMED["dialog-about"].view(scene)
    scene.close()
    assert not folder.exists()
    assert scene.others() == []


def test_that_the_contact_sheet_shows_every_picture(tmp_path):
    for name in ("de/dark-200/01-welcome.png", "en/light-100/01-welcome.png", "en/light-100/02-<odd>.png"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    page = write_contact_sheet(tmp_path).read_text("utf-8")
    assert page.count("<img") == 3
    assert page.index("de/dark-200") < page.index("en/light-100")
    assert "src='en/light-100/02-&lt;odd&gt;.png'" in page
