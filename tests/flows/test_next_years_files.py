"""A recipe is used for the files of the next year: at once where all fits, else after the list of what does not."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from permdesk.data.choices import Level
from permdesk.gui.dialogs.misfits import MisfitsDialog
from permdesk.gui.dialogs.other_files import OtherFilesDialog
from tests.file_dialogs import type_path

CONTROL_ALT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier


@pytest.fixture
def next_year(tmp_path):
    """Two files of the same shape, the last attribute with another name where asked."""

    def write(last="c"):
        x, y = tmp_path / "x2027.csv", tmp_path / "y2027_masked.csv"
        x.write_text(f"a,b,{last}\n" + "".join(f"{i},{i * 2},{i * i}\n" for i in range(15)), "utf-8")
        y.write_text(f"a,b,{last}\n" + "".join(f"{i + 1},{i * 3},{i * i + 1}\n" for i in range(15)), "utf-8")
        return x, y

    return write


@pytest.fixture
def with_decisions(window, settle, drop, tmp_path):
    x, y = tmp_path / "x.csv", tmp_path / "y_masked.csv"
    x.write_text("a,b,c\n" + "".join(f"{i},{i * 2},{i * i}\n" for i in range(12)), "utf-8")
    y.write_text("a,b,c\n" + "".join(f"{i + 1},{i * 3},{i * i + 1}\n" for i in range(12)), "utf-8")
    drop(window, x, y)
    settle()
    window.data_page.attributes._set_level(["b"], Level.EXCLUDED)
    settle()
    return window


def use_with(qtbot, window, x, y):
    qtbot.keyClick(window, Qt.Key.Key_F, CONTROL_ALT)
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, OtherFilesDialog)
    assert not dialog.take.isEnabled()
    for chooser, path in ((dialog.original, x), (dialog.anonymized, y)):
        qtbot.keyClick(chooser, Qt.Key.Key_Space)
        type_path(qtbot, chooser, path)
    qtbot.mouseClick(dialog.take, Qt.MouseButton.LeftButton)


def test_that_files_that_fit_are_audited_with_the_same_decisions(qtbot, with_decisions, settle, next_year):
    window = with_decisions
    use_with(qtbot, window, *next_year())
    settle()
    state = window.desk.workspace.state
    assert state.setup.original.table.path.name == "x2027.csv"
    assert state.audit.names == ("a", "c")
    assert not state.is_stale
    window.desk.workspace.undo()
    settle()
    assert window.desk.workspace.setup.original.table.path.name == "x.csv"


def test_that_what_no_longer_fits_is_listed_before_anything_changes(qtbot, with_decisions, settle, next_year):
    window = with_decisions
    use_with(qtbot, window, *next_year("d"))
    settle()
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, MisfitsDialog)
    assert any("The attribute is gone" in sentence for sentence in dialog.problems.sentences)
    assert any("New attributes" in sentence for sentence in dialog.problems.sentences)
    assert window.desk.workspace.setup.original.table.path.name == "x.csv"
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    settle()
    assert window.desk.workspace.setup.original.table.path.name == "x2027.csv"
    assert "a" in window.desk.workspace.state.audit.names


def test_that_escape_at_the_list_changes_nothing(qtbot, with_decisions, settle, next_year):
    window = with_decisions
    before = window.desk.workspace.setup
    use_with(qtbot, window, *next_year("d"))
    settle()
    dialog = QApplication.activeModalWidget()
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    settle()
    assert not dialog.isVisible()
    assert window.desk.workspace.setup == before


def test_that_a_recipe_dropped_with_two_files_is_used_for_them(with_decisions, settle, drop, next_year, tmp_path):
    window, recipe = with_decisions, tmp_path / "audit.permdesk"
    window.desk.save_recipe(recipe)
    settle()
    window.data_page.attributes._set_level(["b"], Level.NUMERIC)
    settle()
    drop(window, recipe, *next_year())
    settle()
    assert window.desk.workspace.setup.original.table.path.name == "x2027.csv"
    assert window.desk.workspace.state.audit.names == ("a", "c")


def test_that_without_decisions_a_recipe_is_needed(qtbot, window):
    qtbot.keyClick(window, Qt.Key.Key_F, CONTROL_ALT)
    dialog = QApplication.activeModalWidget()
    assert dialog.recipe.shown.text() == "no recipe yet"
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_that_a_file_that_is_gone_is_said_and_changes_nothing(qtbot, with_decisions, settle, tmp_path):
    window = with_decisions
    before = window.desk.workspace.setup
    window.desk.use_recipe(None, tmp_path / "absent.csv", tmp_path / "absent2.csv")
    settle()
    assert "absent.csv" in window.banner.what.text() + window.banner.remedy.text()
    assert window.desk.workspace.setup == before
