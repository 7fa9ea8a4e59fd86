"""Days as the language of a report writes them."""

from __future__ import annotations

import re
from datetime import date

from permdesk import __version__
from permdesk.translation import tr

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


def day_text(day: date) -> str:
    """The day in figures; year, month and day are gaps, so that a translation can put them into its own order."""
    return tr("{year}-{month}-{day}", year=f"{day.year:04d}", month=f"{day.month:02d}", day=f"{day.day:02d}")


def made_sentence(made_on: date) -> str:
    """When and with what a report was made."""
    return tr("Made on {day} with PermDesk {version}", day=day_text(made_on), version=__version__)


def typed_day_text(typed: str) -> str:
    """A typed day as ``day_text``, if it was typed as year-month-day; any other text as it is."""
    try:
        return day_text(date.fromisoformat(typed)) if _DAY.fullmatch(typed) else typed
    except ValueError:
        return typed
