"""How a file is read, in words."""

from __future__ import annotations

from pathlib import Path

from permdesk.data.choices import Dialect
from permdesk.translation import tr, tr_count

TYPED_ENDINGS = frozenset([".sav", ".zsav", ".por", ".dta", ".sas7bdat", ".xpt", ".parquet", ".feather", ".arrow"])
"""Files that store their values as such, so that no mark has to be known to read them."""
SEPARATORS = (",", ";", "\t", "|", " ")
DECIMAL_MARKS = (".", ",")
THOUSANDS_MARKS = ("", ",", ".", " ", "\u00a0", "\u202f", "'")
QUOTES = ('"', "'", "")
ENCODINGS = ("utf-8", "utf-8-sig", "cp1252", "iso-8859-1", "iso-8859-15", "cp1250", "cp1251", "utf-16", "mac-roman")


def separator_words(mark: str) -> str:
    names = {",": tr("comma"), ";": tr("semicolon"), "\t": tr("tab"), "|": tr("bar |"), " ": tr("space")}
    return names.get(mark, tr("“{mark}”", mark=mark))


def decimal_words(mark: str) -> str:
    return {".": tr("decimal point"), ",": tr("decimal comma")}.get(mark, tr("“{mark}”", mark=mark))


def thousands_words(mark: str) -> str:
    names = {
        "": tr("none"),
        ",": tr("comma, as in 1,234"),
        ".": tr("point, as in 1.234"),
        " ": tr("blank, as in 1 234"),
        "\u00a0": tr("fixed blank"),
        "\u202f": tr("narrow blank"),
        "'": tr("apostrophe, as in 1'234"),
    }
    return names.get(mark, tr("“{mark}”", mark=mark))


def quote_words(mark: str) -> str:
    return {'"': tr('double quote "'), "'": tr("single quote '"), "": tr("none")}.get(mark, mark)


def codes_words(codes: tuple[str, ...]) -> str:
    """Codes in a row, blank named; a dash where there is none."""
    return ", ".join(tr("blank") if code == "" else code for code in codes) or "–"


def dialect_words(dialect: Dialect, ending: str = "") -> str:
    """All of it that matters for a file whose name ends so, in one line."""
    header = tr("header") if dialect.has_header else tr("no header")
    codes = tr("missing: {codes}", codes=codes_words(dialect.missing_codes))
    suppressed = tr("suppressed: {codes}", codes=codes_words(dialect.suppressed_codes))
    parts = [tr("in archive: {name}", name=dialect.member)] if dialect.member else []
    if ending.lower() in TYPED_ENDINGS:
        parts.append(tr("values and labels as stored"))
    elif dialect.sheet:
        parts += [tr("sheet {name}", name=dialect.sheet), header]
    elif dialect.fields:
        marks = [
            tr_count("fixed width, {count} column", "fixed width, {count} columns", len(dialect.fields)),
            decimal_words(dialect.decimal_mark),
        ]
        parts += [*marks, dialect.encoding.upper()]
    else:
        marks = [separator_words(dialect.separator), decimal_words(dialect.decimal_mark), dialect.encoding.upper()]
        parts += [*marks, header]
    if dialect.thousands_mark:
        parts.append(tr("thousands: {mark}", mark=thousands_words(dialect.thousands_mark)))
    if dialect.rows_to_skip:
        parts.append(tr("rows skipped: {n}", n=dialect.rows_to_skip))
    if dialect.codebook:
        parts.append(tr("codebook {name}", name=Path(dialect.codebook).name))
    return " · ".join([*parts, codes, suppressed])
