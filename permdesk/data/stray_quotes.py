"""Quotation marks that end before their cell does: the parser drops them, so the officer must know."""

from __future__ import annotations

import csv
import re
from pathlib import Path

from permdesk.compute.progress import Progress
from permdesk.data.choices import Dialect
from permdesk.data.encoding import Decoded
from permdesk.data.problem import Problem, Severity
from permdesk.translation import tr

# A search keeps all other threads waiting; so much of a text takes some milliseconds.
STEP = 1 << 19


def stray_quotes(path: Path, text: Decoded, dialect: Dialect, progress: Progress) -> list[Problem]:
    """A WARNING that names the first line where text follows a closing quotation mark, as in ``"abc"def``.

    Raises Cancelled.
    """
    if not dialect.quote or not _is_suspect(text, dialect, progress):
        return []
    rows = csv.reader(text.lines(), delimiter=dialect.separator, quotechar=dialect.quote, strict=True)
    try:
        for _ in rows:
            progress.check()
    except csv.Error:
        what = tr("In line {line} a quotation mark is followed by more text, so it was dropped.", line=rows.line_num)
        remedy = tr("Double the quotation marks inside a cell, or choose another quotation mark or none.")
        return [Problem(what, path.name, remedy, Severity.WARNING)]
    return []


def _is_suspect(text: Decoded, dialect: Dialect, progress: Progress) -> bool:
    """Fast, and never wrong when it finds nothing; where it does, a strict reader decides."""
    quote, separator = re.escape(dialect.quote), re.escape(dialect.separator)
    inside = rf"[^{quote}{separator}\r\n]"
    pattern = rf"(?<={inside}){quote}(?={inside})|(?:^|[{separator}\r\n]){quote}{quote}(?={inside})"
    suspicion, mark = re.compile(pattern.encode()), dialect.quote.encode()
    data = memoryview(text.utf8)
    for start in range(0, len(data), STEP):
        progress.check()
        # One byte before and three after belong to a suspicion that begins in this step.
        part = bytes(data[max(start - 1, 0) : start + STEP + 3])
        if mark in part and suspicion.search(part):
            return True
    return False
