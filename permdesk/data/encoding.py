"""Bytes become text: by the encoding that the officer names, or by the one that the bytes betray; never by the
system's locale."""

from __future__ import annotations

import codecs
from dataclasses import dataclass
from pathlib import Path

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
DOS_END_OF_FILE = "\x1a"


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text of a file without byte order mark, and why it was read so. ``is_guess``: it could be another one."""

    text: str
    encoding: str
    reason: str
    is_guess: bool = False


def decode(path: Path, data: bytes, encoding: str | None) -> Decoded | Problem:
    """Decode all of ``data``; ``encoding`` None means: find out. A byte that cannot be decoded is a Problem."""
    if encoding is not None:
        return _decode_as(path, data, encoding, tr("The encoding was chosen."))
    for mark, name in BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return _decode_as(path, data, name, tr("The file begins with the mark of {encoding}.", encoding=name))
    if b"\0" in data[:SAMPLE]:
        return _decode_sixteen_bits(path, data)
    if data.isascii():
        return _decode_as(path, data, "utf-8", tr("All characters are plain ASCII, alike in most encodings."))
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return _decode_one_byte(path, data)
    return _decode_as(path, data, "utf-8", tr("All bytes are valid UTF-8."))


def _decode_as(path: Path, data: bytes, encoding: str, reason: str, is_guess: bool = False) -> Decoded | Problem:
    try:
        text = data.decode(encoding).removeprefix("\ufeff")
        text.encode("utf-8")
    except LookupError:
        what = tr("There is no encoding named “{encoding}”.", encoding=encoding)
        return Problem(what, str(path), tr("Choose UTF-8, UTF-16 or Windows-1252 (cp1252)."))
    except UnicodeError as error:
        return _undecodable(path, data, encoding, error)
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        what = tr("Line {line} holds a NUL character, so this is no text in {encoding}.", line=line, encoding=encoding)
        return Problem(what, str(path), tr("Choose another encoding, such as UTF-16, or export the data anew as CSV."))
    return Decoded(text.rstrip(DOS_END_OF_FILE), encoding, reason, is_guess)


def _undecodable(path: Path, data: bytes, encoding: str, error: UnicodeError) -> Problem:
    remedy = tr("Choose another encoding, or export the data anew as CSV (UTF-8).")
    if not isinstance(error, UnicodeDecodeError):
        return Problem(tr("The text is not valid {encoding}.", encoding=encoding), str(path), remedy)
    line = data[: error.start].count(b"\n") + 1
    byte = f"0x{data[error.start]:02X}" if error.start < len(data) else "…"
    what = tr("Byte {byte} in line {line} is not valid {encoding}.", byte=byte, line=line, encoding=encoding)
    return Problem(what, str(path), remedy)


def _decode_sixteen_bits(path: Path, data: bytes) -> Decoded | Problem:
    """Western text in UTF-16 has a zero in nearly every second byte."""
    sample = data[:SAMPLE]
    for first, name in ((1, "utf-16-le"), (0, "utf-16-be")):
        half = sample[first::2]
        if half.count(0) > 0.8 * len(half) and sample.count(0) <= len(half):
            return _decode_as(path, data, name, tr("Every second byte is zero, as in {encoding}.", encoding=name))
    what = tr("The content is binary data, not text.")
    return Problem(what, str(path), tr("Export the data as CSV (UTF-8) and open that file."))


def _decode_one_byte(path: Path, data: bytes) -> Decoded | Problem:
    text = data.decode("utf-8", "replace")
    n_bad = text.count("\ufffd")
    n_good = sum(not c.isascii() for c in text) - n_bad
    if n_good > n_bad:
        return _decode_as(path, data, "utf-8", "")
    reason = tr("The bytes are not UTF-8; Windows-1252 (Western European) was assumed.")
    decoded = _decode_as(path, data, "cp1252", reason, is_guess=True)
    if isinstance(decoded, Decoded):
        return decoded
    reason = tr("The bytes are neither UTF-8 nor Windows-1252; Latin-1 was assumed.")
    return _decode_as(path, data, "latin-1", reason, is_guess=True)
