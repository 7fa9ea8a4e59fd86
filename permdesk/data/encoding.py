"""Bytes become UTF-8 text: by the encoding that the officer names, or by the one that the bytes betray; never by the
system's locale."""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import pyarrow as pa

from permdesk.compute.progress import Progress
from permdesk.data.problem import Problem
from permdesk.translation import tr

BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
SAMPLE = 1 << 12
CHUNK = 1 << 22
DOS_END_OF_FILE = b"\x1a"


@dataclass(frozen=True, slots=True, eq=False)
class Decoded:
    """A text as UTF-8 without byte order mark, and why it was read so. ``is_guess``: it could be another encoding.

    The bytes of a UTF-8 file are shared, not copied.
    """

    utf8: pa.Buffer
    encoding: str
    reason: str
    is_guess: bool = False

    def beginning(self, n_bytes: int) -> str:
        """The text of the first bytes."""
        return bytes(memoryview(self.utf8)[:n_bytes]).decode("utf-8", "ignore")  # only a letter cut in two is ignored

    def lines(self) -> io.TextIOWrapper:
        """The text line by line, line ends as they are."""
        return io.TextIOWrapper(pa.BufferReader(self.utf8), "utf-8", newline="")

    @property
    def is_blank(self) -> bool:
        # Not line by line: a line may be as long as the file.
        return not any(piece.strip() for piece in iter(partial(self.lines().read, SAMPLE), ""))


def decode(path: Path, data: bytes, encoding: str | None, progress: Progress) -> Decoded | Problem:
    """Decode all of ``data``; ``encoding`` None means: find out. A byte that cannot be decoded is a Problem.

    Raises Cancelled.
    """
    if encoding is not None:
        return _decode_as(path, data, encoding, tr("The encoding was chosen."), progress)
    for mark, name in BYTE_ORDER_MARKS:
        if data.startswith(mark):
            reason = tr("The file begins with the mark of {encoding}.", encoding=name)
            return _decode_as(path, data, name, reason, progress)
    if b"\0" in data[:SAMPLE]:
        return _decode_sixteen_bits(path, data, progress)
    if data.isascii():
        reason = tr("All characters are plain ASCII, alike in most encodings.")
        return _decode_as(path, data, "utf-8", reason, progress)
    if _is_utf8(data):
        return _decode_as(path, data, "utf-8", tr("All bytes are valid UTF-8."), progress)
    return _decode_one_byte(path, data, progress)


def _decode_as(
    path: Path, data: bytes, encoding: str, reason: str, progress: Progress, is_guess: bool = False
) -> Decoded | Problem:
    try:
        b"x".decode(encoding, "ignore")  # refuses what is no text encoding, such as base64
        is_unicode = codecs.lookup(encoding).name in ("utf-8", "utf-8-sig")
        utf8 = pa.py_buffer(data if is_unicode and _is_utf8(data) else _transcoded(data, encoding, progress))
    except LookupError:
        what = tr("There is no encoding named “{encoding}”.", encoding=encoding)
        return Problem(what, str(path), tr("Choose UTF-8, UTF-16 or Windows-1252 (cp1252)."))
    except _Undecodable as found:
        return _undecodable(path, data, encoding, found.place)
    utf8 = _without_marks(utf8)
    nul = _find_nul(utf8, progress)
    if nul >= 0:
        line = _line_at(memoryview(utf8), nul)
        what = tr("Line {line} holds a NUL character, so this is no text in {encoding}.", line=line, encoding=encoding)
        return Problem(what, str(path), tr("Choose another encoding, such as UTF-16, or export the data anew as CSV."))
    return Decoded(utf8, encoding, reason, is_guess)


class _Undecodable(Exception):  # noqa: N818 (an answer, told as a Problem)
    """``place``: of the first byte that cannot be decoded, -1 where none is to blame."""

    def __init__(self, place: int) -> None:
        self.place = place


def _is_utf8(data: bytes) -> bool:
    """Python's own decoder would hold up every other thread meanwhile."""
    ends = pa.py_buffer(np.array([0, len(data)], np.int64))
    try:
        pa.LargeStringArray.from_buffers(1, ends, pa.py_buffer(data)).validate(full=True)
    except pa.ArrowInvalid:
        return False
    return True


def _transcoded(data: bytes, encoding: str, progress: Progress) -> bytes:
    """The same text in UTF-8. Raises _Undecodable."""
    decoder = codecs.getincrementaldecoder(encoding)()
    found = io.BytesIO()
    for start, chunk, is_last in _chunks(data, progress):
        try:
            found.write(decoder.decode(chunk, is_last).encode("utf-8"))
        except UnicodeDecodeError as error:
            # The decoder's object begins with what it kept of the chunk before.
            raise _Undecodable(start + len(chunk) - len(error.object) + error.start) from error
        except UnicodeError as error:
            raise _Undecodable(-1) from error
    return found.getvalue()


def _chunks(data: bytes, progress: Progress) -> Iterator[tuple[int, bytes, bool]]:
    """Where each chunk begins, the chunk, and whether it is the last."""
    for start in range(0, max(len(data), 1), CHUNK):
        progress.check()
        yield start, data[start : start + CHUNK], start + CHUNK >= len(data)


def _without_marks(utf8: pa.Buffer) -> pa.Buffer:
    """Without byte order mark and without the character that ended files under DOS."""
    start = len(codecs.BOM_UTF8)
    return without_end(utf8.slice(start) if bytes(utf8[:start]) == codecs.BOM_UTF8 else utf8, DOS_END_OF_FILE)


def without_end(utf8: pa.Buffer, marks: bytes) -> pa.Buffer:
    """The same text without any of the marks at its end; not copied."""
    view = memoryview(utf8)
    stop = len(view)
    while stop:
        start = max(stop - CHUNK, 0)
        kept = bytes(view[start:stop]).rstrip(marks)
        stop = start + len(kept)
        if kept:
            break
    return utf8.slice(0, stop)


def _find_nul(utf8: pa.Buffer, progress: Progress) -> int:
    view = memoryview(utf8)
    for start in range(0, len(view), CHUNK):
        progress.check()
        place = bytes(view[start : start + CHUNK]).find(b"\0")
        if place >= 0:
            return start + place
    return -1


def _line_at(data: memoryview, place: int) -> int:
    return 1 + sum(bytes(data[i : min(i + CHUNK, place)]).count(b"\n") for i in range(0, place, CHUNK))


def _undecodable(path: Path, data: bytes, encoding: str, place: int) -> Problem:
    remedy = tr("Choose another encoding, or export the data anew as CSV (UTF-8).")
    if place < 0:
        return Problem(tr("The text is not valid {encoding}.", encoding=encoding), str(path), remedy)
    byte = f"0x{data[place]:02X}" if place < len(data) else "…"
    line = _line_at(memoryview(data), place)
    what = tr("Byte {byte} in line {line} is not valid {encoding}.", byte=byte, line=line, encoding=encoding)
    return Problem(what, str(path), remedy)


def _decode_sixteen_bits(path: Path, data: bytes, progress: Progress) -> Decoded | Problem:
    """Western text in UTF-16 has a zero in nearly every second byte."""
    sample = data[:SAMPLE]
    for first, name in ((1, "utf-16-le"), (0, "utf-16-be")):
        half = sample[first::2]
        if half.count(0) > 0.8 * len(half) and sample.count(0) <= len(half):
            reason = tr("Every second byte is zero, as in {encoding}.", encoding=name)
            return _decode_as(path, data, name, reason, progress)
    what = tr("The content is binary data, not text.")
    return Problem(what, str(path), tr("Export the data as CSV (UTF-8) and open that file."))


def _decode_one_byte(path: Path, data: bytes, progress: Progress) -> Decoded | Problem:
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    n_bad = n_letters = 0
    for _, chunk, is_last in _chunks(data, progress):
        text = decoder.decode(chunk, is_last)
        n_bad += text.count("\ufffd")
        n_letters += len(text) - len(text.encode("ascii", "ignore"))
    if n_letters - n_bad > n_bad:
        return _decode_as(path, data, "utf-8", "", progress)
    reason = tr("The bytes are not UTF-8; Windows-1252 (Western European) was assumed.")
    decoded = _decode_as(path, data, "cp1252", reason, progress, is_guess=True)
    if isinstance(decoded, Decoded):
        return decoded
    reason = tr("The bytes are neither UTF-8 nor Windows-1252; Latin-1 was assumed.")
    return _decode_as(path, data, "latin-1", reason, progress, is_guess=True)
