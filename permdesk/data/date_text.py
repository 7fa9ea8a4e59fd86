"""Points in time as text; apart from their reading, as the window needs it before it can read a file."""

from __future__ import annotations

import numpy as np

from permdesk.data.choices import DateNotation

DAY = 86400.0


def date_text(value: float, notation: DateNotation) -> str:
    """Days since 1970-01-01, or seconds since midnight of times of day alone, as ISO 8601 writes them."""
    if notation is DateNotation.TIME_OF_DAY:
        minutes, seconds = divmod(round(value), 60)
        return f"{minutes // 60:02d}:{minutes % 60:02d}:{seconds:02d}"
    text = str(np.datetime64(0, "s") + np.timedelta64(round(value * DAY), "s"))
    return text.removesuffix("T00:00:00").replace("T", " ")
