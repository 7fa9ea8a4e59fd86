"""Keeps the catalogues resources/translations/LANGUAGE/permdesk.po, and compiles them to permdesk.mo for the program.

Usage: python packaging/catalogues.py                          compile all, and name what is missing or wrong in each
       python packaging/catalogues.py --missing LANGUAGE       print the sentences to translate, one a line, numbered
       python packaging/catalogues.py --merge LANGUAGE MISSING TRANSLATED
                                                               take in such lines, translated, under the same numbers

Lines are a number, a tab and a sentence, in which \\n is a new line and \\0 stands between the forms of a count.
"""

from __future__ import annotations

import ast
import re
import struct
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from sentences import all_sentences, entry_of, places_of

FOLDER = Path(__file__).parents[1] / "resources" / "translations"
PLURALS = {"fr": "nplurals=2; plural=(n > 1);"}
ONE_ALONE_IS_SINGULAR = "nplurals=2; plural=(n != 1);"
ESCAPES = {"n": "\n", "0": "\0", "\\": "\\"}
KEPT = {
    "gaps": r"(?<![_^])\{[^{}]*\}",
    "markup": r"</?[a-z][^<>]*>",
    "mnemonics": r"&\w",
    "options": r"(?<!\w)--[a-z][a-z-]*",
    "line breaks": r"\n",
    "spaces at the ends": r"^\s+|\s+$",
}


def head(language: str) -> str:
    """The entry that opens a catalogue."""
    plurals = PLURALS.get(language, ONE_ALONE_IS_SINGULAR)
    return f"Language: {language}\nContent-Type: text/plain; charset=UTF-8\nPlural-Forms: {plurals}\n"


def read_po(text: str) -> dict[str, str]:
    """Sentences and their translations, with a zero character between the forms of a count, as .mo files hold them.
    What is marked fuzzy is left out; contexts are not used. Raises ValueError for a line that is none of a .po file."""
    found: dict[str, str] = {}
    entry: dict[str, str] = {}
    part, is_fuzzy = "", False
    for number, line in enumerate([*text.splitlines(), "#"], start=1):
        line = line.strip()
        keyword, _, value = line.partition(" ")
        if (keyword == "msgid" or line.startswith("#")) and part.startswith("msgstr"):
            if not is_fuzzy:
                found[_forms(entry, "msgid")] = _forms(entry, "msgstr")
            entry, part, is_fuzzy = {}, "", False
        if line.startswith("#"):
            is_fuzzy = is_fuzzy or (line.startswith("#,") and "fuzzy" in line)
        elif line:
            if re.fullmatch(r"msgid|msgid_plural|msgstr(\[\d\])?", keyword):
                part = keyword
            elif part and line.startswith('"'):
                value = line
            else:
                raise ValueError(f"line {number} is no line of a catalogue: {line[:60]}")
            entry[part] = entry.get(part, "") + str(ast.literal_eval(value))
    return found


def _forms(entry: dict[str, str], part: str) -> str:
    return "\0".join(entry[keyword] for keyword in sorted(entry) if keyword.startswith(part))


def compiled(catalogue: dict[str, str]) -> bytes:
    """The catalogue in the binary format of gettext (version 0, little-endian, without a hash table)."""
    pairs = sorted((key.encode(), value.encode()) for key, value in catalogue.items() if all(value.split("\0")))
    keys_at = 28
    values_at = keys_at + 8 * len(pairs)
    place = values_at + 8 * len(pairs)
    index: list[int] = []
    for column in (0, 1):
        for pair in pairs:
            index += [len(pair[column]), place]
            place += len(pair[column]) + 1
    head = struct.pack("<7I", 0x950412DE, 0, len(pairs), keys_at, values_at, 0, values_at + 8 * len(pairs))
    texts = b"".join(pair[column] + b"\0" for column in (0, 1) for pair in pairs)
    return head + struct.pack(f"<{len(index)}I", *index) + texts


def missing(catalogue: dict[str, str], wanted: list[str]) -> list[str]:
    """The sentences that a catalogue does not say."""
    return [text for text in wanted if not all(catalogue.get(text, "").split("\0"))]


def faults(catalogue: dict[str, str]) -> list[str]:
    """What translations changed that must stay as it is in the sentence: gaps, markup and the like."""
    found = []
    for text, translation in catalogue.items():
        if text and all(translation.split("\0")):
            for kind, pattern in KEPT.items():
                found += [f"other {kind}: {form}" for form in _changed(pattern, text, translation, catalogue[""])]
    return found


def _changed(pattern: str, text: str, translation: str, header: str) -> list[str]:
    one, many = text.split("\0")[0], text.split("\0")[-1]
    allowed = [_kept(pattern, many)]
    changed = [form for form in translation.split("\0")[1:] if _kept(pattern, form) not in allowed]
    if "\0" not in text or ONE_ALONE_IS_SINGULAR in header:  # else the first form is not for one alone
        allowed.append(_kept(pattern, one))
    first = translation.split("\0")[0]
    return changed + [first] * (_kept(pattern, first) not in allowed)


def _kept(pattern: str, text: str) -> Counter[str]:
    found = (match.group() for match in re.finditer(pattern, text))
    return Counter("&" if match.startswith("&") else match for match in found)


def numbered(texts: list[str]) -> str:
    """Sentences for a translator, one a line."""
    lines = (text.replace("\\", "\\\\").replace("\n", "\\n").replace("\0", "\\0") for text in texts)
    return "".join(f"{number}\t{line}\n" for number, line in enumerate(lines, start=1))


def read_numbered(lines: str) -> dict[int, str]:
    """The sentences of such lines by their numbers; raises ValueError for a line without a number."""
    found: dict[int, str] = {}
    for line in lines.split("\n"):
        if line.strip():
            number, _, text = line.partition("\t")
            found[int(number)] = re.sub(r"\\(.)", lambda escape: ESCAPES[escape.group(1)], text)
    return found


def written(catalogue: dict[str, str], places: dict[str, list[str]], language: str) -> str:
    """The catalogue as a .po file: the sentences of the program in its order, each with its translation or none, and
    nothing else. Places are files without lines, which would change every day."""
    entries = [entry_of("", head(language))]
    for text, where in places.items():
        files = dict.fromkeys(place.partition(":")[0] for place in where)
        entries.append("".join(f"#: {file}\n" for file in files) + entry_of(text, catalogue.get(text, "")))
    return "\n".join(entries)


def catalogue_of(language: str) -> dict[str, str]:
    """The catalogue of a language as it is in its folder, empty if there is none."""
    path = FOLDER / language / "permdesk.po"
    return read_po(path.read_text("utf-8")) if path.exists() else {}


def compile_all() -> str:
    """Compile every catalogue, and tell what it lacks or changes."""
    wanted = list(places_of(all_sentences()))
    told = []
    for path in sorted(FOLDER.glob("*/permdesk.po")):
        catalogue = read_po(path.read_text("utf-8"))
        path.with_suffix(".mo").write_bytes(compiled(catalogue))
        lacking = missing(catalogue, wanted)
        told += [f"{path.parent.name}: {len(wanted) - len(lacking)} of {len(wanted)} sentences"]
        told += [*(f"  not translated: {text!r}" for text in lacking), *(f"  {fault}" for fault in faults(catalogue))]
    return "".join(f"{line}\n" for line in told)


def merge(language: str, asked: str, answered: str) -> None:
    """Take the answers to numbered sentences into a catalogue, and drop from it what is no sentence any more."""
    questions, answers = read_numbered(asked), read_numbered(answered)
    catalogue = catalogue_of(language) | {questions[number]: answer for number, answer in answers.items()}
    path = FOLDER / language / "permdesk.po"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(written(catalogue, places_of(all_sentences()), language), "utf-8")


if __name__ == "__main__":
    match sys.argv[1:]:
        case []:
            sys.stdout.write(compile_all())
        case ["--missing", language]:
            sys.stdout.write(numbered(missing(catalogue_of(language), list(places_of(all_sentences())))))
        case ["--merge", language, asked, answered]:
            merge(language, Path(asked).read_text("utf-8"), Path(answered).read_text("utf-8"))
            sys.stdout.write(compile_all())
        case _:
            sys.exit(__doc__)
