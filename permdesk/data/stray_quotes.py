"""Quotation marks that end before their cell does: the parser drops them, so the officer must know."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

from permdesk.data.choices import Dialect
from permdesk.data.problem import Problem, Severity
from permdesk.translation import tr


def stray_quotes(path: Path, text: str, dialect: Dialect) -> list[Problem]:
    """A WARNING that names the first line where text follows a closing quotation mark, as in ``"abc"def``."""
    quote = dialect.quote
    if not quote or quote not in text or not _suspicion(dialect).search(text):
        return []
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=dialect.separator, quotechar=quote, strict=True)
    try:
        for _ in rows:
            pass
    except csv.Error:
        what = tr("In line {line} a quotation mark is followed by more text, so it was dropped.", line=rows.line_num)
        remedy = tr("Double the quotation marks inside a cell, or choose another quotation mark or none.")
        return [Problem(what, path.name, remedy, Severity.WARNING)]
    return []


def _suspicion(dialect: Dialect) -> re.Pattern[str]:
    """Fast, and never wrong when it finds nothing; where it does, a strict reader decides."""
    quote, separator = re.escape(dialect.quote), re.escape(dialect.separator)
    inside = rf"[^{quote}{separator}\r\n]"
    return re.compile(rf"(?<={inside}){quote}(?={inside})|(?:^|[{separator}\r\n]){quote}{quote}(?={inside})")
