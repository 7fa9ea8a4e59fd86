"""A presenter shows the live demonstration: by keys alone, with presets, one slider, captions and larger type."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QComboBox, QLabel, QPushButton, QSlider

from permdesk.audit.preset_files import own_folder
from permdesk.gui.appearance import POINTS, PRESENTED, apply_theme
from permdesk.gui.jobs import JobRunner
from permdesk.gui.live.live_window import LiveWindow
from permdesk.gui.live.slider_scale import strength_at
from permdesk.gui.theme import LIGHT
from permdesk.masking.parameters import Method
from permdesk.translation import in_language
from tests.audit.test_presets import PLAIN


@pytest.fixture
def live(qtbot, window) -> LiveWindow:
    qtbot.keyClick(window, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    shown = window.demonstrations.live
    assert isinstance(shown, LiveWindow)
    qtbot.waitUntil(shown.isActiveWindow)
    wait(qtbot, shown)
    return shown


def wait(qtbot, live):
    """Until what the controls say is shown."""

    def is_shown():
        found = live.board.findings
        assert found is not None
        assert not live._newest._runner.busy

    qtbot.waitUntil(lambda: _holds(is_shown))


def _holds(check) -> bool:
    try:
        check()
    except AssertionError:
        return False
    return True


def choose(qtbot, live, title):
    live.controls.choice.setFocus()
    places = [preset.title for preset in live.controls.presets]
    step = places.index(title) - live.controls.choice.currentIndex()
    for _ in range(abs(step)):
        qtbot.keyClick(live.controls.choice, Qt.Key.Key_Down if step > 0 else Qt.Key.Key_Up)
    wait(qtbot, live)


def test_that_it_begins_with_the_papers_release_as_published(live):
    assert live.controls.choice.currentText() == "The paper's example"
    assert live.controls.value.text() == "as published"
    assert live.board.findings.n_records == 20
    assert live.board.table.rows.rowCount() == 12
    assert "Permutation distance of record 1" in live.board.sentence.text()


def test_that_arrow_keys_on_the_slider_move_everything(qtbot, live):
    before = live.board.findings
    live.controls.slider.setFocus()
    for _ in range(5):
        qtbot.keyClick(live.controls.slider, Qt.Key.Key_PageUp)
    wait(qtbot, live)
    after = live.board.findings
    assert after is not before
    assert after.distances_z.median >= before.distances_z.median
    assert live.controls.strength == strength_at(Method.NOISE, live.controls.slider.value())
    assert live.controls.value.text().endswith("std. dev.")
    qtbot.keyClick(live.controls.slider, Qt.Key.Key_Home)
    wait(qtbot, live)
    assert live.board.right.figure == "100.0 %"
    assert live.board.near.figure == "0"


def test_that_presets_show_their_lesson(qtbot, live):
    choose(qtbot, live, "Changed everything, protected nothing")
    assert (live.board.near.figure, live.board.right.figure) == ("0", "100.0 %")
    assert "against Y 3" in live.board.near.detail  # some thirty ranks, which mean nothing
    choose(qtbot, live, "Unchanged file, random ties")
    assert live.board.ties.isVisible()
    assert live.board.near.figure == "0"
    choose(qtbot, live, "More attributes, same noise")
    assert not live.board.ties.isVisible()
    few = live.board.findings.strongest.rate
    live.controls.attributes.setFocus()
    for _ in range(9):
        qtbot.keyClick(live.controls.attributes, Qt.Key.Key_Up)
    wait(qtbot, live)
    assert len(live.board.findings.pair.names) == 12
    assert live.board.findings.strongest.rate > 0.8 > few


def test_that_captions_go_on_and_back_by_keys(qtbot, live):
    captions = live.controls.preset.captions
    assert live.controls.caption.text() == captions[0]
    qtbot.keyClick(live, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: live.controls.caption.text() == captions[1])  # a button that a key presses takes its time
    qtbot.keyClick(live, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: live.controls.caption.text() == captions[0])
    assert not live.controls.earlier.isEnabled()


def test_that_another_person_has_a_table_and_a_line_of_her_own(qtbot, live):
    live.controls.person.setFocus()
    qtbot.keyClick(live.controls.person, Qt.Key.Key_Up)
    assert "Person 2" in live.board.who.text()
    assert "record 2 is" in live.board.sentence.text()


def test_that_lines_lead_to_the_own_release_or_to_the_intruders_link(qtbot, live):
    own = [line.copy() for line in live.board.links._lines]
    qtbot.mouseClick(live.board.lines.buttons[1], Qt.MouseButton.LeftButton)
    assert "link" in live.board.links.caption.text()
    assert any(a.size != b.size or (a != b).any() for a, b in zip(own, live.board.links._lines, strict=True))


def test_that_lines_join_the_ranks_of_the_attribute_that_is_chosen(qtbot, live):
    choose(qtbot, live, "Figure 2: a thousand records, much noise")
    attribute = live.board.attribute
    assert [attribute.itemText(place) for place in range(attribute.count())] == ["X1", "X2", "X3"]
    assert live.board.links.caption.text().startswith("X1")
    attribute.setFocus()
    qtbot.keyClick(attribute, Qt.Key.Key_Down)
    assert live.board.links.caption.text().startswith("X2")
    found, (mine,) = live.board.findings, [live.board.links._lines[2]]
    assert mine[0] == found.ranked.ranks_original[0, 1]
    assert mine[1] == found.ranked.ranks_anonymized[found.pair.own[0], 1]
    qtbot.keyClick(live.controls.slider, Qt.Key.Key_PageUp)
    wait(qtbot, live)
    assert attribute.currentText() == "X2"  # what moves leaves the choice
    live.controls.attributes.setValue(1)
    wait(qtbot, live)
    assert live.board.links.caption.text().startswith("X1")
    assert not attribute.isEnabled()


@pytest.mark.parametrize("language", ["en", "de"])
def test_that_it_fits_on_small_screens_also_when_it_is_presented(qtbot, window, qapp, language):
    runner = JobRunner()
    with in_language(language):
        live = LiveWindow(runner, LIGHT)
        qtbot.addWidget(live)
        live.show()
        wait(qtbot, live)
        choose(qtbot, live, "Unchanged file, random ties")
        assert live.minimumSizeHint().width() <= 1024 and live.minimumSizeHint().height() <= 768
        apply_theme(qapp, LIGHT, PRESENTED)
        live.apply_theme(LIGHT)
        live.show_to_audience(presented=True)
        live.resize(800, 800)
        assert (live.width(), live.height()) == (800, 800)
        words = [words for words in live.board.findChildren(QLabel) if words.isVisibleTo(live)]
        qtbot.waitUntil(lambda: all(one.width() >= one.minimumSizeHint().width() for one in words))
    runner.shutdown()
    apply_theme(qapp, LIGHT)


def test_that_table_3_is_seen_whole_when_it_is_presented_on_a_screen_of_1600_pixels(qtbot, window, qapp):
    runner = JobRunner()
    with in_language("de"):
        live = LiveWindow(runner, LIGHT)
        qtbot.addWidget(live)
        live.show()
        wait(qtbot, live)
        apply_theme(qapp, LIGHT, PRESENTED)
        live.apply_theme(LIGHT)
        live.show_to_audience(presented=True)
        live.resize(1_600, 1_000)
        qtbot.waitUntil(lambda: live.board.table.horizontalScrollBar().maximum() == 0)
    runner.shutdown()
    apply_theme(qapp, LIGHT)


def test_that_drawing_again_changes_the_noise_and_not_its_size(qtbot, live):
    choose(qtbot, live, "Figure 2: a thousand records, much noise")
    before, strength = live.board.findings, live.controls.strength
    qtbot.mouseClick(live.controls.again, Qt.MouseButton.LeftButton)
    wait(qtbot, live)
    assert live.controls.strength == strength
    assert (live.board.findings.distances.distance != before.distances.distance).any()


def test_that_f11_makes_all_type_larger_and_smaller_again(qtbot, window, live):
    qtbot.keyClick(live, Qt.Key.Key_F11)
    assert live.isFullScreen()
    assert QApplication.font().pointSizeF() == pytest.approx(POINTS * PRESENTED)
    qtbot.keyClick(live, Qt.Key.Key_F11)
    assert not live.isFullScreen()
    assert QApplication.font().pointSizeF() == pytest.approx(POINTS)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.keyClick(window, Qt.Key.Key_F11)
    assert window.isFullScreen()
    qtbot.keyClick(window, Qt.Key.Key_F11)
    assert QApplication.font().pointSizeF() == pytest.approx(POINTS)


def test_that_closing_the_demonstration_ends_the_presentation_and_it_can_be_opened_again(qtbot, window, live):
    qtbot.keyClick(live, Qt.Key.Key_F11)
    qtbot.keyClick(live, Qt.Key.Key_Escape)
    assert window.demonstrations.live is None
    assert QApplication.font().pointSizeF() == pytest.approx(POINTS)
    window.demonstrations.show_live()
    assert window.demonstrations.live is not None


def test_that_own_presets_are_offered_and_a_wrong_one_is_explained(qtbot, window, live, tmp_path, answer_file_dialog):
    path = tmp_path / "mine.toml"
    path.write_text(PLAIN, "utf-8")
    live.open_preset(path)
    wait(qtbot, live)
    assert live.controls.choice.currentText() == "Mine"
    assert live.board.findings.n_records == 50
    path.write_text(PLAIN.replace("50", "1"), "utf-8")
    live.open_preset(path)
    assert "from 2 to" in live.reason.text()
    assert live.reason.isVisible()
    own_folder().mkdir(parents=True)
    (own_folder() / "kept.toml").write_text(PLAIN, "utf-8")
    live.close()
    window.demonstrations.show_live()
    titles = [preset.title for preset in window.demonstrations.live.controls.presets]
    assert titles[-1] == "Mine"
    assert len(titles) == 7


def test_that_broken_own_presets_are_named_when_the_window_opens_until_another_one_is_chosen(qtbot, window):
    own_folder().mkdir(parents=True)
    (own_folder() / "broken.toml").write_text("title = ", "utf-8")
    window.demonstrations.show_live()
    live = window.demonstrations.live
    wait(qtbot, live)
    assert live.reason.isVisible()
    assert "broken.toml" in live.reason.text() and live.reason.text().count("\n") == 0
    choose(qtbot, live, "Figure 2: a thousand records, much noise")
    assert not live.reason.isVisible()


def test_that_attributes_that_a_presets_files_do_not_share_are_named(qtbot, live, tmp_path):
    for name, header in (("x", "a,b"), ("y", "a,c")):
        (tmp_path / f"{name}.csv").write_text(
            f"{header}\n" + "".join(f"{i * 7 % 13},{i * i}\n" for i in range(30)), "utf-8"
        )
    recipe = 'version = 1\n[original]\npath = "x.csv"\n[anonymized]\npath = "y.csv"\n'
    (tmp_path / "r.permdesk").write_text(recipe, "utf-8")
    preset = 'title = "Files"\nrecipe = "r.permdesk"\n[masking]\nmethod = "noise"\nstrength = 0.5\n'
    (tmp_path / "p.toml").write_text(preset, "utf-8")
    live.open_preset(tmp_path / "p.toml")
    qtbot.waitUntil(lambda: "Left out" in live.reason.text())
    assert "“b”" in live.reason.text() and live.board.findings.pair.names == ("a",)


def test_that_every_control_is_named_explained_and_reached_by_tab(qtbot, live):
    controls = [
        child
        for kind in (QPushButton, QComboBox, QSlider, QAbstractSpinBox)
        for child in live.findChildren(kind)
        if child.isVisibleTo(live)
    ]
    assert len(controls) > 8
    for control in controls:
        assert control.accessibleName(), control
        assert control.toolTip(), control.accessibleName()
        assert control.focusPolicy() & Qt.FocusPolicy.TabFocus, control.accessibleName()


def test_that_the_table_of_a_person_passes_the_fatal_tester(qtbot, live):
    QAbstractItemModelTester(live.board.table.rows, QAbstractItemModelTester.FailureReportingMode.Fatal)
    choose(qtbot, live, "Figure 3: a thousand records, little noise")
    for _ in range(3):
        qtbot.keyClick(live.controls.slider, Qt.Key.Key_PageUp)
        wait(qtbot, live)
    assert live.board.table.rows.rowCount() == 12
