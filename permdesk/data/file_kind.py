"""What a file is by its first bytes, against what the ending of its name says."""

from __future__ import annotations

from enum import Enum
from pathlib import Path

from permdesk.data.problem import Problem
from permdesk.translation import tr

ZIP = b"PK\x03\x04"
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
ZIPPED_WORKBOOKS = (".xlsx", ".xlsm", ".xlsb", ".ods")
OLE_WORKBOOKS = (".xls",)
UNREAD = (".sav", ".zsav", ".dta", ".sas7bdat", ".parquet", ".rds", ".rda", ".rdata", ".mdb", ".accdb")
UNREAD_TEXT = (".por", ".xpt")  # made of printable characters, yet no table of text
BINARY_STARTS = (
    b"\x1f\x8b",
    b"BZh",
    b"%PDF",
    b"$FL2",
    b"$FL3",
    b"PAR1",
    b"7z\xbc\xaf",
    b"Rar!",
    b"\x89PNG",
    b"SQLite format 3",
)


class FileKind(Enum):
    DELIMITED = "delimited"
    WORKBOOK = "workbook"


def file_kind(path: Path, data: bytes) -> FileKind | Problem:
    """Tell delimited text from a workbook, or say why the file is neither or not what its ending promises."""
    ending = path.suffix.lower()
    as_text = tr("Export the data as CSV (UTF-8) and open that file.")
    if ending in ZIPPED_WORKBOOKS + OLE_WORKBOOKS:
        return _kind_of_workbook(path, ending, data)
    if ending in UNREAD_TEXT or (ending in UNREAD and not _looks_like_text(data)):
        return Problem(tr("Files of the kind {ending} cannot be read.", ending=ending), str(path), as_text)
    if data.startswith(ZIP) and b"xl/" in data:
        what = tr("The content is an Excel workbook, but the name ends with “{ending}”.", ending=ending)
        return Problem(what, str(path), tr("Rename the file so that it ends with .xlsx."))
    if data.startswith(ZIP):
        return Problem(
            tr("The content is a ZIP archive, not text."), str(path), tr("Unpack it and open the file inside.")
        )
    if data.startswith(OLE):
        what = tr("The content is an old Office document, but the name ends with “{ending}”.", ending=ending)
        return Problem(what, str(path), tr("If it is a workbook, rename it so that it ends with .xls."))
    if data.startswith(BINARY_STARTS):
        return Problem(tr("The content is binary data, not text."), str(path), as_text)
    return FileKind.DELIMITED


def _kind_of_workbook(path: Path, ending: str, data: bytes) -> FileKind | Problem:
    expected = ZIP if ending in ZIPPED_WORKBOOKS else OLE
    if data.startswith(expected):
        return FileKind.WORKBOOK
    if data.startswith(OLE):
        what = tr(
            "The name ends with {ending}, but the content is an old or a password-protected workbook.", ending=ending
        )
        return Problem(what, str(path), tr("Save it in Excel as .xlsx without a password."))
    if data.startswith(ZIP):
        what = tr("The name ends with {ending}, but the content is a newer workbook or an archive.", ending=ending)
        return Problem(what, str(path), tr("If it is a workbook, rename it so that it ends with .xlsx."))
    if _looks_like_text(data):
        what = tr("The name ends with {ending}, but the content is text.", ending=ending)
        return Problem(what, str(path), tr("Rename the file so that it ends with .csv."))
    what = tr("The name ends with {ending}, but the content is no workbook.", ending=ending)
    return Problem(what, str(path), tr("Save the data in Excel as .xlsx, or export them as CSV."))


def _looks_like_text(data: bytes) -> bool:
    return b"\0" not in data[:4096] and not data.startswith(BINARY_STARTS)
