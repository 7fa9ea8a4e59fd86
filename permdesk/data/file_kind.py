"""What a file is by its first bytes, against what the ending of its name says."""

from __future__ import annotations

import codecs
from enum import Enum
from pathlib import Path

from permdesk.data.problem import Problem
from permdesk.translation import tr

ZIP, EMPTY_ZIP = b"PK\x03\x04", b"PK\x05\x06"
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
ZIPPED_WORKBOOKS = (".xlsx", ".xlsm", ".xlsb", ".ods")
OLE_WORKBOOKS = (".xls",)
UNREAD = (
    *(".rds", ".rda", ".rdata", ".mdb", ".accdb", ".sas7bcat", ".sqlite", ".db", ".7z", ".rar"),
    *(".doc", ".docx", ".odt", ".ppt", ".pptx", ".pdf", ".numbers", ".pages", ".png", ".jpg", ".jpeg"),
)
TEXT_OF_OTHER_KINDS = (".json", ".jsonl", ".ndjson", ".xml", ".html", ".htm", ".rtf")
"""Text that holds no rows of cells, whatever is read into it."""
MARKUP_STARTS = (b"<!doctype", b"<html", b"<table", b"<?xml", rb"{\rtf")
SAS_START = bytes.fromhex("000000000000000000000000c2ea8160b31411cfbd92080009c7318c181f1011")
BINARY_STARTS = (
    b"BZh",
    b"%PDF",
    b"7z\xbc\xaf",
    b"Rar!",
    b"\x89PNG",
    b"SQLite format 3",
)


class FileKind(Enum):
    DELIMITED = "delimited"
    WORKBOOK = "workbook"
    SPSS = "SPSS"
    SPSS_PORTABLE = "SPSS portable"
    STATA = "Stata"
    SAS = "SAS"
    SAS_TRANSPORT = "SAS transport"
    PARQUET = "Parquet"
    FEATHER = "Feather"
    GZIP = "gzip"
    ZIP = "ZIP"


ENDINGS = {
    FileKind.SPSS: (".sav", ".zsav"),
    FileKind.SPSS_PORTABLE: (".por",),
    FileKind.STATA: (".dta",),
    FileKind.SAS: (".sas7bdat",),
    FileKind.SAS_TRANSPORT: (".xpt", ".xport"),
    FileKind.PARQUET: (".parquet", ".pq"),
    FileKind.FEATHER: (".feather", ".arrow"),
    FileKind.GZIP: (".gz", ".gzip"),
    FileKind.ZIP: (".zip",),
}


def file_kind(path: Path, data: bytes) -> FileKind | Problem:
    """What the content is, or say why it is nothing that can be read or not what its ending promises."""
    ending = path.suffix.lower()
    as_text = tr("Export the data as CSV (UTF-8) and open that file.")
    if ending in ZIPPED_WORKBOOKS + OLE_WORKBOOKS:
        return _kind_of_workbook(path, ending, data)
    promised = next((kind for kind, endings in ENDINGS.items() if ending in endings), None)
    found = _signed_kind(data)
    is_text = found is None and _looks_like_text(data)
    if ending in TEXT_OF_OTHER_KINDS or (ending in UNREAD and not is_text):
        return Problem(tr("Files of the kind {ending} cannot be read.", ending=ending), str(path), as_text)
    if data.startswith(EMPTY_ZIP):
        return Problem(tr("The archive holds no file."), str(path), tr("Choose an archive that holds data."))
    if promised or (found and found is not FileKind.ZIP):
        return _kept_promise(path, ending, promised, found)
    if _is_markup(data):
        return Problem(tr("The content is a web page or a document, not a table of values."), str(path), as_text)
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
    if _is_markup(data):
        what = tr("The name ends with {ending}, but the content is a web page or a document.", ending=ending)
        return Problem(what, str(path), tr("Open it in Excel, save it as .xlsx, and try again."))
    if _looks_like_text(data):
        what = tr("The name ends with {ending}, but the content is text.", ending=ending)
        return Problem(what, str(path), tr("Rename the file so that it ends with .csv."))
    what = tr("The name ends with {ending}, but the content is no workbook.", ending=ending)
    return Problem(what, str(path), tr("Save the data in Excel as .xlsx, or export them as CSV."))


def _signed_kind(data: bytes) -> FileKind | None:
    """The kind that the first bytes betray."""
    starts = {
        b"$FL2": FileKind.SPSS,
        b"$FL3": FileKind.SPSS,
        b"<stata_dta>": FileKind.STATA,
        SAS_START: FileKind.SAS,
        b"HEADER RECORD*******LIB": FileKind.SAS_TRANSPORT,
        b"PAR1": FileKind.PARQUET,
        b"ARROW1": FileKind.FEATHER,
        b"FEA1": FileKind.FEATHER,
        b"\x1f\x8b": FileKind.GZIP,
        ZIP: FileKind.ZIP,
    }
    for start, kind in starts.items():
        if data.startswith(start):
            return kind
    if 0x69 <= data[0] <= 0x73 and data[1:3] in (b"\x01\x01", b"\x02\x01"):  # release, byte order, a file of data
        return FileKind.STATA
    return FileKind.SPSS_PORTABLE if b"SPSSPORT" in data[:600].replace(b"\r", b"").replace(b"\n", b"") else None


def _kept_promise(path: Path, ending: str, promised: FileKind | None, found: FileKind | None) -> FileKind | Problem:
    """The kind that was found, if it is the one that the ending of the name promises."""
    if found is promised and found is not None:
        return found
    if found is not None:
        what = tr("The content is a file of the kind {kind}, but the name ends with “{ending}”.",
                  kind=found.value, ending=ending)  # fmt: skip
        return Problem(what, str(path), tr("Rename the file so that it ends with {ending}.", ending=ENDINGS[found][0]))
    what = tr("The name ends with {ending}, but the content is no file of the kind {kind}.",
              ending=ending, kind=promised.value if promised else "")  # fmt: skip
    return Problem(what, str(path), tr("Save the data anew in the program they come from, or export them as CSV."))


def _looks_like_text(data: bytes) -> bool:
    return b"\0" not in data[:4096] and not data.startswith(BINARY_STARTS)


def _is_markup(data: bytes) -> bool:
    return data.removeprefix(codecs.BOM_UTF8).lstrip()[:16].lower().startswith(MARKUP_STARTS)
