"""What the window remembers: one small file that survives damage."""

from __future__ import annotations

import json
from dataclasses import asdict

import pytest

from permdesk.data.problem import Problem
from permdesk.gui.appearance import Scheme
from permdesk.gui.settings import WindowSettings, change_settings, read_settings, settings_path


@pytest.mark.parametrize("scheme", Scheme)
def test_that_settings_come_back_as_they_were(tmp_path, scheme):
    settings, path = WindowSettings(scheme, "AbC="), tmp_path / "new" / "window.json"
    assert change_settings(asdict(settings), path) is None
    assert read_settings(path) == settings
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"scheme": "pink"}', b"\xff\xfe", b"[" * 100_000])
def test_that_a_damaged_file_is_as_good_as_none(tmp_path, content):
    path = tmp_path / "window.json"
    path.write_bytes(content)
    assert read_settings(path) == WindowSettings()


def test_that_an_absent_file_gives_the_defaults(tmp_path):
    assert read_settings(tmp_path / "absent.json") == WindowSettings()


def test_that_a_file_of_a_newer_version_keeps_what_is_known(tmp_path):
    path = tmp_path / "window.json"
    path.write_text(json.dumps({"scheme": "dark", "shape": "round"}), "utf-8")
    assert read_settings(path).scheme is Scheme.DARK


def test_that_a_change_leaves_what_only_a_newer_version_understands(tmp_path):
    path = tmp_path / "window.json"
    path.write_text(json.dumps({"scheme": "sepia", "shape": "round", "language": "de"}), "utf-8")
    assert change_settings({"language": "fr", "recent": ("a.permdesk",)}, path) is None
    written = json.loads(path.read_text("utf-8"))
    assert (written["scheme"], written["shape"]) == ("sepia", "round")
    assert read_settings(path) == WindowSettings(language="fr", recent=("a.permdesk",))


@pytest.mark.parametrize("content", ["", "[1]", "{"])
def test_that_a_damaged_file_is_replaced_by_the_first_change(tmp_path, content):
    path = tmp_path / "window.json"
    path.write_text(content, "utf-8")
    assert change_settings({"scheme": Scheme.DARK}, path) is None
    assert read_settings(path) == WindowSettings(Scheme.DARK)


def test_that_a_folder_that_cannot_be_made_is_a_problem(tmp_path):
    (tmp_path / "file").write_text("", "utf-8")
    assert isinstance(change_settings({}, tmp_path / "file" / "window.json"), Problem)


def test_that_settings_lie_in_the_users_folder(tmp_path, monkeypatch):
    monkeypatch.setattr("platformdirs.user_config_dir", lambda *_, **__: str(tmp_path))
    assert settings_path() == tmp_path / "window.json"


def test_that_what_is_not_understood_costs_nothing_else(tmp_path):
    path = tmp_path / "window.json"
    written = {
        "scheme": "of the future",
        "language": "de",
        "threads": "many",
        "recent": ["a", 1],
        "keeps_recent": False,
    }
    path.write_text(json.dumps(written), "utf-8")
    assert read_settings(path) == WindowSettings(language="de", keeps_recent=False)


def test_that_every_setting_keeps_its_kind(tmp_path):
    settings = WindowSettings(Scheme.LIGHT, "AbC=", "fr", True, "de_CH", 3, False, ("a.permdesk", "b.permdesk"))
    path = tmp_path / "window.json"
    assert change_settings(asdict(settings), path) is None
    assert read_settings(path) == settings
