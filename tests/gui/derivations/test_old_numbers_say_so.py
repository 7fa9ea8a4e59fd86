"""The note about a number that answers an older question says so, wherever it is opened."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from permdesk.gui.derivations.explained import ExplainedFigure
from permdesk.gui.derivations.note import Note
from permdesk.gui.derivations.outdated import Outdated, why_outdated
from permdesk.gui.derivations.page import page_html, page_text
from permdesk.gui.panels.on_demand import OnDemand
from permdesk.report.derivations.derivation import Derivation
from tests.gui.audits import audit_of
from tests.pairs import paper_pair

SAID = Derivation("Distance", "3", 3.0, "d", (), "How far.", "Not safe.", "The paper")


@pytest.fixture
def page(qtbot):
    """A page that is old as long as it says so, with a number in it."""
    page, number = QWidget(), QLabel("3")
    QVBoxLayout(page).addWidget(number)
    page.said = ""
    Outdated(page, lambda: page.said)
    qtbot.addWidget(page)
    page.number = number
    return page


def test_that_a_number_is_as_old_as_what_is_around_it(page):
    assert why_outdated(page.number) == ""
    page.said = "Results are older than the settings."
    assert why_outdated(page.number) == page.said
    Outdated(page.number, lambda: "Nearer.")
    assert why_outdated(page.number) == "Nearer."
    assert why_outdated(None) == ""


@pytest.mark.parametrize("said", ["", "Results are older than the settings."])
def test_that_the_note_says_it_first(qtbot, page, said):
    page.said = said
    page.show()
    explained = ExplainedFigure(page.number)
    explained.say(lambda: SAID)
    assert explained.open()
    (note,) = (one for one in page.findChildren(Note) if one.isVisible())
    assert note.said.stale == said
    assert ("↻" in note.page.toPlainText()) is bool(said)
    assert ("↻" in note.page.accessibleDescription()) is bool(said)
    note.close()


def test_that_page_and_clipboard_say_it_before_the_formula(app):
    old = replace(SAID, stale="Out of date.")
    assert page_text(old).splitlines()[:3] == ["Distance", "3", "↻ Out of date."]
    html = page_html(old, QPalette(), 10)
    assert html.index("↻ Out of date.") < html.index("<table")
    assert "↻" not in page_text(SAID) + page_html(SAID, QPalette(), 10)


class Idle(QObject):
    """Stands for what explores an audit; nothing runs."""

    availability_changed = Signal(bool)
    available = True


def test_that_what_a_button_found_for_another_audit_is_old(qtbot):
    asked, table = OnDemand("Measure", "Measures.", Idle()), QWidget()
    qtbot.addWidget(asked)
    qtbot.addWidget(table)
    asked.is_asked_for(table)
    audit = audit_of(paper_pair())
    asked.show_audit(audit)
    asked.found(audit)
    assert why_outdated(table) == ""
    asked.show_audit(replace(audit))
    assert why_outdated(table).startswith("Out of date")
    assert why_outdated(asked) == ""
