"""A release that another program writes again is noticed; its old numbers are never shown as those of the file."""

from __future__ import annotations

import os

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication

from permdesk.gui.models.release_rows import Standing

LEFT, CONTROL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier


def standings(page):
    return [one.standing for one in page.releases.rows]


def write(path, text):
    """As another program does later, however coarse the clock of the disk is."""
    path.write_text(text)
    os.utime(path, (2_000_000_000, 2_000_000_000))


@pytest.fixture
def changed(compared, files):
    """The tab still shows what it knew; near.csv is what far.csv was, of which nobody has told it."""
    write(files["near"], files["far"].read_text())
    return compared


def is_marked(page):
    column = next(one for one in page.releases.table.rows.columns if one.title == "right links")
    return (
        standings(page) == [Standing.CHANGED, Standing.DONE, Standing.DONE]
        and page.releases.table.rows.columns[0].text(0).startswith("≠ ")
        and page.releases.changed.text().startswith("≠ near.csv: the file has changed since its audit")
        and page.releases.changed.isVisible()
        and page.releases.changed.y() < page.releases.table.y()
        and [place for place in range(3) if "★" in column.text(place)] == [2]
        and len(page.map.map.lines) == 2
        and page.releases.again.isEnabled()
    )


def test_that_a_changed_file_is_marked_when_the_tab_is_shown_and_audited_again_on_wish(qtbot, window, changed, settle):
    before = changed.releases.rows[0].release.figures.right_links
    for key in (Qt.Key.Key_1, Qt.Key.Key_5):
        qtbot.keyClick(window, key, CONTROL)
    settle()
    assert is_marked(changed)
    assert "(1)" in changed.releases.again.text()
    qtbot.mouseClick(changed.releases.again, LEFT)
    settle()
    assert standings(changed) == [Standing.DONE] * 3
    assert changed.releases.status.text() == ""
    assert not changed.releases.changed.isVisible()
    near, _, far = (one.release.figures for one in changed.releases.rows)
    assert near.right_links == far.right_links != before


def test_that_all_changed_files_are_named_above_the_table_also_those_below_the_rows_in_sight(
    qtbot, window, changed, files, settle
):
    write(files["far"], files["middle"].read_text())
    for key in (Qt.Key.Key_1, Qt.Key.Key_5):
        qtbot.keyClick(window, key, CONTROL)
    settle()
    said = "≠ 2 files have changed since their audit: near.csv, far.csv. Audit them again."
    assert changed.releases.changed.text() == said
    assert changed.releases.changed.toolTip() == said


def test_that_it_is_noticed_by_who_comes_back_from_another_program(window, changed, settle):
    window.activateWindow()
    for part in (window, changed):
        QApplication.sendEvent(part, QEvent(QEvent.Type.ActivationChange))
    settle()
    assert is_marked(changed)


def test_that_a_comparison_that_starts_audits_what_has_changed_too(window, changed, drop, files, settle):
    begun = []
    window.comparer.changed.connect(lambda: begun.append((standings(changed)[0], window.comparer.running)))
    drop(window, files["narrow"])
    settle()
    audited = [running.name for _, running in begun if running is not None]
    assert list(dict.fromkeys(audited)) == ["near.csv", "narrow.csv"]
    assert standings(changed) == [Standing.DONE, Standing.DONE, Standing.DONE, Standing.FAILED]
    near, _, far, _ = (one.release for one in changed.releases.rows)
    assert near.sha256 == far.sha256


def test_that_a_file_that_could_not_be_audited_is_noticed_when_it_is_mended(qtbot, window, page, drop, files, settle):
    drop(window, files["narrow"])
    settle()
    assert standings(page) == [Standing.FAILED]
    write(files["narrow"], files["far"].read_text())
    for key in (Qt.Key.Key_1, Qt.Key.Key_5):
        qtbot.keyClick(window, key, CONTROL)
    settle()
    assert standings(page) == [Standing.CHANGED]
    qtbot.mouseClick(page.releases.again, LEFT)
    settle()
    assert standings(page) == [Standing.DONE]


def test_that_a_file_that_was_only_touched_keeps_its_numbers(qtbot, window, compared, files, settle):
    write(files["near"], files["near"].read_text())
    for key in (Qt.Key.Key_1, Qt.Key.Key_5):
        qtbot.keyClick(window, key, CONTROL)
    settle()
    assert standings(compared) == [Standing.DONE] * 3
