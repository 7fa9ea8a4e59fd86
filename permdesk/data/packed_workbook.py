"""What a zipped workbook (xlsx, ods) unpacks to, found out before its reader unpacks all of it into memory."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from pathlib import Path

from permdesk.data.file_kind import ZIP
from permdesk.data.problem import Problem
from permdesk.translation import tr

CHUNK = 1 << 20
# The XML of a million rows of twenty columns is about a gigabyte, and shrinks to a tenth or a fiftieth.
MOST_BYTES = 2 << 30
MOST_TIMES_LARGER = 200
SMALL = 64 << 20  # whatever its ratio, it does no harm


def unpacks_to_too_much(path: Path, data: bytes) -> Problem | None:
    """A workbook that is far larger inside than out, or larger than it says; None for one that can be opened, or that
    is no zip archive at all, which its reader will tell."""
    if not data.startswith(ZIP):
        return None
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
            n_bytes = sum(part.file_size for part in parts)
            if n_bytes > MOST_BYTES or (n_bytes > SMALL and n_bytes > MOST_TIMES_LARGER * len(data)):
                what = tr("The workbook unpacks to {n} megabytes, too many to be read.", n=n_bytes >> 20)
                return Problem(what, str(path), tr("Delete unused rows and sheets, or export the data as CSV."))
            for part in parts:
                if not _is_as_large_as_it_says(data, part):
                    what = tr("The workbook is damaged: it holds more than it says.")
                    return Problem(what, str(path), tr("Open it in Excel, save it as .xlsx, and try again."))
    except (zipfile.BadZipFile, zlib.error, struct.error, OSError, ValueError, NotImplementedError):
        return None
    return None


def _is_as_large_as_it_says(data: bytes, part: zipfile.ZipInfo) -> bool:
    """Unpack one part piece by piece, keeping nothing; the reader of archives would stop where the part says."""
    if part.compress_type != zipfile.ZIP_DEFLATED:
        return True
    # The local header is 30 bytes, then a name and further fields, whose lengths it ends with.
    name, further = (int.from_bytes(data[part.header_offset + at :][:2], "little") for at in (26, 28))
    start = part.header_offset + 30 + name + further
    rest = memoryview(data)[start : start + part.compress_size]
    inflater, n_bytes = zlib.decompressobj(-zlib.MAX_WBITS), 0
    while len(rest) and not inflater.eof:
        n_bytes += len(inflater.decompress(rest, CHUNK))
        rest = memoryview(inflater.unconsumed_tail)
        if n_bytes > part.file_size:
            return False
    return True
