"""From an empty form to steps with typed parameters and what was measured beside them, by keys and clicks only."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from permdesk.audit.description import ReleaseType
from permdesk.audit.method_parameters import Option, Parameter
from permdesk.audit.methods_inventory import Method
from permdesk.report.profile import Profile

CONTROL = Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier


@pytest.fixture
def form(with_results, qtbot, settle):
    """The form of the Report tab, in sight, with the paper's example audited."""
    qtbot.keyClick(with_results, Qt.Key.Key_6, CONTROL)
    settle()
    return with_results.report_page.form


@pytest.fixture
def described(with_results):
    return lambda: with_results.desk.workspace.setup.description


def choose(qtbot, box, text):
    """Go through a list by arrow keys until the entry is shown."""
    box.setFocus()
    places = [place for place in range(box.count()) if box.itemText(place).startswith(text)]
    while box.currentIndex() != places[0]:
        qtbot.keyClick(box, Qt.Key.Key_Down if box.currentIndex() < places[0] else Qt.Key.Key_Up)


def type_into(qtbot, field, text):
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)


def tick(qtbot, editor, place):
    rows = editor.attributes.list
    rows.setFocus()
    rows.setCurrentRow(place)
    qtbot.keyClick(rows, Qt.Key.Key_Space)


def test_that_a_step_is_described_and_measured_while_it_is_typed(qtbot, form, described, settle):
    qtbot.mouseClick(form.steps.add, Qt.MouseButton.LeftButton)
    editor = form.editor
    assert editor.method.hasFocus()
    choose(qtbot, editor.method, "Noise")
    assert list(editor.parameters) == [
        Parameter.NOISE_SHARE,
        Parameter.NOISE_DEVIATION,
        Parameter.NOISE_DISTRIBUTION,
    ]
    type_into(qtbot, editor.parameters[Parameter.NOISE_DEVIATION].line, "7")
    tick(qtbot, editor, 0)
    choose(qtbot, editor.parameters[Parameter.NOISE_DISTRIBUTION].choice, "normal")
    settle()
    (step,) = described().steps
    assert step.kind is Method.NOISE
    assert step.attributes == ("X1",)
    assert step.values == {Parameter.NOISE_DEVIATION: 7.0, Parameter.NOISE_DISTRIBUTION: Option.NORMAL}
    beside = editor.parameters[Parameter.NOISE_DEVIATION].measured
    assert beside.isVisible()
    assert beside.text().startswith("✓ Measured ")
    assert beside.property("role") == "good"
    assert form.unnamed.isVisible() and "X2, X3" in form.unnamed.text()


def test_that_a_contradiction_shows_at_once_with_its_sign(qtbot, form, with_results, settle):
    qtbot.mouseClick(form.steps.add, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(form.editor.attributes.all, Qt.MouseButton.LeftButton)
    type_into(qtbot, form.editor.parameters[Parameter.NOISE_SHARE].line, "0.1")
    settle()
    beside = form.editor.parameters[Parameter.NOISE_SHARE].measured
    assert beside.text().startswith("✗ Measured ")
    assert beside.text().endswith("more noise than declared.")
    assert beside.property("role") == "danger"
    assert form.steps.list.item(0).text().startswith("✗ 1. Noise addition")
    assert not form.unnamed.isVisible()
    assert "more noise than declared" in with_results.report_page.preview.toPlainText()


def test_that_what_cannot_be_meant_is_not_decided_and_says_why(qtbot, form, described):
    qtbot.mouseClick(form.steps.add, Qt.MouseButton.LeftButton)
    choose(qtbot, form.editor.method, "Rank swapping")
    field = form.editor.parameters[Parameter.RANK_RANGE_SHARE]
    for typed in ("120", "-1", "much"):
        type_into(qtbot, field.line, typed)
        assert described().steps[0].values == {}
        assert field.measured.text() == "✗ A number from 0 to 100."
    type_into(qtbot, field.line, "5 %")
    assert described().steps[0].values == {Parameter.RANK_RANGE_SHARE: 0.05}
    type_into(qtbot, field.line, " ")
    assert described().steps[0].values == {}


def test_that_another_method_brings_its_own_parameters_and_drops_the_others(qtbot, form, described):
    qtbot.mouseClick(form.steps.add, Qt.MouseButton.LeftButton)
    type_into(qtbot, form.editor.parameters[Parameter.NOISE_SHARE].line, "50")
    choose(qtbot, form.editor.method, "Microaggregation")
    assert list(form.editor.parameters) == [Parameter.GROUP_SIZE, Parameter.GROUPING]
    assert described().steps[0].kind is Method.MICROAGGREGATION
    assert described().steps[0].values == {}


def test_that_steps_are_duplicated_moved_and_removed_by_buttons_and_keys(qtbot, form, described):
    qtbot.mouseClick(form.steps.add, Qt.MouseButton.LeftButton)
    type_into(qtbot, form.editor.name, "first")
    qtbot.mouseClick(form.steps.duplicate, Qt.MouseButton.LeftButton)
    type_into(qtbot, form.editor.name, "second")
    assert [step.method for step in described().steps] == ["first", "second"]
    qtbot.mouseClick(form.steps.up, Qt.MouseButton.LeftButton)
    assert [step.method for step in described().steps] == ["second", "first"]
    assert form.steps.place == 0
    assert not form.steps.up.isEnabled()
    form.steps.list.setFocus()
    qtbot.keyClick(form.steps.list, Qt.Key.Key_Down, ALT)
    assert [step.method for step in described().steps] == ["first", "second"]
    assert form.editor.name.text() == "second"
    qtbot.keyClick(form.steps.list, Qt.Key.Key_Up)
    assert form.editor.name.text() == "first"
    qtbot.keyClick(form.steps.list, Qt.Key.Key_Delete)
    assert [step.method for step in described().steps] == ["second"]
    qtbot.mouseClick(form.steps.remove, Qt.MouseButton.LeftButton)
    assert described().steps == ()
    assert not form.editor.isVisible()
    assert form.steps.empty.isVisible()


def test_that_every_change_is_undone_by_its_name(qtbot, form, described, with_results):
    workspace = with_results.desk.workspace
    qtbot.mouseClick(form.steps.add, Qt.MouseButton.LeftButton)
    assert workspace.undo_name == "description: add a step"
    type_into(qtbot, form.editor.parameters[Parameter.NOISE_SHARE].line, "50")
    assert workspace.undo_name == "description: Noise, share of the standard deviation"
    qtbot.keyClick(form.steps.list, Qt.Key.Key_Z, CONTROL)
    assert described().steps[0].values == {}
    assert form.editor.parameters[Parameter.NOISE_SHARE].line.text() == ""
    type_into(qtbot, form.release.title, "Wages")
    assert workspace.undo_name == "description: Title of the release"


def test_that_tab_leads_through_a_step_from_method_to_remark(qtbot, form):
    qtbot.mouseClick(form.steps.add, Qt.MouseButton.LeftButton)
    choose(qtbot, form.editor.method, "Microaggregation")
    editor = form.editor
    wanted = [
        editor.method,
        editor.name,
        editor.parameters[Parameter.GROUP_SIZE].line,
        editor.parameters[Parameter.GROUPING].choice,
        editor.attributes.all,
        editor.attributes.none,
        editor.attributes.list,
        editor.software,
        editor.version,
        editor.remark,
    ]
    qtbot.waitUntil(wanted[3].isVisible)
    editor.method.setFocus()
    visited = [form.window().focusWidget()]
    for _ in wanted[1:]:
        qtbot.keyClick(form.window().focusWidget(), Qt.Key.Key_Tab)
        visited.append(form.window().focusWidget())
    assert [field.accessibleName() for field in visited] == [field.accessibleName() for field in wanted]


def test_that_facts_of_the_release_unfold_and_reach_the_report(qtbot, form, described, with_results, settle):
    assert not form.release.contact.isVisible()
    form.particulars.title.setFocus()
    qtbot.keyClick(form.particulars.title, Qt.Key.Key_Space)
    assert form.release.contact.isVisible()
    type_into(qtbot, form.release.contact, "Methods unit")
    choose(qtbot, form.release.release_type, "scientific")
    qtbot.mouseClick(form.words.title, Qt.MouseButton.LeftButton)
    form.release.advice.setFocus()
    QTest.keyClicks(form.release.advice, "Allow for the noise.")
    qtbot.keyClick(form.release.advice, Qt.Key.Key_Tab)
    settle()
    assert described().advice == "Allow for the noise."
    assert described().release_type is ReleaseType.SCIENTIFIC_USE
    shown = with_results.report_page.preview.toPlainText()
    assert all(text in shown for text in ("Methods unit", "scientific use file", "Allow for the noise."))


def test_that_a_typed_seed_is_pointed_out(qtbot, form):
    assert form.warning.text().startswith("Never write")
    type_into(qtbot, form.release.software, "R, set.seed(42)")
    assert form.warning.text().startswith("✗ A random seed was typed.")
    assert form.warning.property("role") == "danger"


def test_that_every_control_of_the_form_has_a_name_and_a_meaning(qtbot, form):
    from PySide6.QtWidgets import QAbstractItemView, QWidget

    qtbot.mouseClick(form.steps.add, Qt.MouseButton.LeftButton)
    for method in Method:
        choose(qtbot, form.editor.method, form.editor.method.itemText(list(Method).index(method)))
        controls = [
            widget
            for widget in form.findChildren(QWidget)
            if widget.focusPolicy() & Qt.FocusPolicy.TabFocus
            and widget.isVisible()
            and not widget.objectName().startswith("qt_")
            and not widget.isWindow()
            and not isinstance(widget.parentWidget(), QAbstractItemView)
        ]
        assert len(controls) > 15
        for control in controls:
            assert control.accessibleName(), control
            assert control.toolTip(), control.accessibleName()


def test_that_the_form_fits_a_narrow_place(qtbot, form):
    qtbot.mouseClick(form.steps.add, Qt.MouseButton.LeftButton)
    for text in (form.editor.method.itemText(place) for place in range(form.editor.method.count())):
        choose(qtbot, form.editor.method, text)
        assert form.minimumSizeHint().width() <= 300, text


def test_that_what_is_being_typed_outlives_other_changes(qtbot, form, with_results, described, settle):
    form.release.producer.setFocus()
    QTest.keyClicks(form.release.producer, "Statistical Off")
    with_results.desk.run()
    settle()
    assert form.release.producer.text() == "Statistical Off"
    QTest.keyClicks(form.release.producer, "ice")
    qtbot.keyClick(form.release.producer, Qt.Key.Key_Tab)
    assert described().producer == "Statistical Office"


def test_that_the_form_lists_what_the_chosen_kind_of_report_leaves_out(qtbot, form, with_results):
    qtbot.mouseClick(form.leaves_out.title, Qt.MouseButton.LeftButton)
    assert form.left_out.isVisible()
    assert form.left_out.text().count("•") == len(Profile.INTERNAL.leaves_out) == 1
    choose(qtbot, with_results.report_page.export.profile, Profile.PUBLIC.heading)
    assert form.left_out.text().count("•") == len(Profile.PUBLIC.leaves_out)
    assert "Values of risk measures" in form.left_out.text()
