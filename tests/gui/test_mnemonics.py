"""Letters of menu items: what is marked stays, what is not gets a letter that is free."""

from __future__ import annotations

import pytest

from permdesk.gui.mnemonics import with_letters


@pytest.mark.parametrize(
    ("texts", "lettered"),
    [
        ((), []),
        (("&New", "Open"), ["&New", "&Open"]),
        (("&Data", "Down", "Out"), ["&Data", "D&own", "O&ut"]),
        (("Data", "&Down"), ["D&ata", "&Down"]),
        (("&Save", "&Save as"), ["&Save", "Save &as"]),
        (("R&&D", "Rest"), ["&R&&D", "R&est"]),
        (("Save &R&&D", "&Rest"), ["Save &R&&D", "R&est"]),
        (("&Ab", "&Ba", "ab"), ["&Ab", "&Ba", "ab"]),
        (("Über", "übrig"), ["&Über", "ü&brig"]),
    ],
)
def test_that_letters_that_are_marked_stay_and_others_are_free(texts, lettered):
    assert with_letters(texts) == lettered
