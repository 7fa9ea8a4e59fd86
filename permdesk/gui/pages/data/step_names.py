"""What decisions about attributes are called where they are undone: whole phrases, which every language writes its
own way."""

from __future__ import annotations

from collections.abc import Sequence

from permdesk.data.choices import CategoryOrder, DateNotation, Level
from permdesk.gui.pages.data.attribute_decisions import names_words
from permdesk.translation import tr


def level_step(names: Sequence[str], level: Level) -> str:
    words = names_words(names)
    return {
        Level.NUMERIC: tr("take {name} as numeric", name=words),
        Level.ORDINAL: tr("take {name} as ordinal", name=words),
        Level.NOMINAL: tr("take {name} as nominal", name=words),
        Level.RECORD_ID: tr("take {name} as record ID", name=words),
        Level.EXCLUDED: tr("exclude {name}", name=words),
    }[level]


def order_step(names: Sequence[str], order: CategoryOrder | None) -> str:
    words = names_words(names)
    if order is None:
        return tr("no order of {name}", name=words)
    return {
        CategoryOrder.BY_HAND: tr("order {name} by hand", name=words),
        CategoryOrder.BY_FREQUENCY: tr("order {name} by frequency", name=words),
        CategoryOrder.BY_CODE: tr("order {name} by code", name=words),
        CategoryOrder.BY_LABEL: tr("order {name} by value label", name=words),
        CategoryOrder.BY_TAXONOMY: tr("order {name} by taxonomy", name=words),
    }[order]


def notation_step(name: str, notation: DateNotation) -> str:
    return {
        DateNotation.YEAR_MONTH_DAY: tr("read {name} as year, month, day", name=name),
        DateNotation.DAY_MONTH_YEAR: tr("read {name} as day, month, year", name=name),
        DateNotation.MONTH_DAY_YEAR: tr("read {name} as month, day, year", name=name),
        DateNotation.TIME_OF_DAY: tr("read {name} as time of day", name=name),
    }[notation]
