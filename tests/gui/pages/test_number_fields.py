"""Number fields show what was decided, whatever a file holds."""

from __future__ import annotations

import pytest

from permdesk.gui.pages.data.fields import CountField, ShareField


@pytest.fixture
def field(qtbot):
    field = CountField("Seed", "A seed", 1_000, may_be_off=True)
    qtbot.addWidget(field)
    return field


def test_that_a_number_that_cannot_be_chosen_is_shown_and_kept(field):
    for number, shown in ((5_000_000_000, "5,000,000,000"), (7_000_000_000, "7,000,000,000"), (1_000, "1,000")):
        field.show_number(number)
        assert (field.text(), field.number) == (shown, number)
    field.show_number(5_000_000_000)
    field.show_number(None)
    assert (field.text(), field.number) == ("not applied", None)


def test_that_a_field_that_begins_above_nothing_can_be_made(qtbot):
    field = CountField("Random records", "How many", 10_000_000, least=1)
    qtbot.addWidget(field)
    assert (field.text(), field.number) == ("1", 1)


def test_that_another_number_takes_its_place(field):
    field.show_number(2**63 - 1)
    field.setValue(12)
    assert (field.text(), field.number) == ("12", 12)


def test_that_a_field_is_no_wider_for_a_limit_that_nobody_reaches(qtbot):
    fields = [
        ShareField("Chance", "How many times", most=most, step=1.0, decimals=2, suffix=" ×", may_be_off=True)
        for most in (99_999.0, 1e9)
    ]
    for field in fields:
        qtbot.addWidget(field)
    assert fields[0].sizeHint().width() == fields[1].sizeHint().width() > 0
