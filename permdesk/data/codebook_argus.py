"""The metadata files of mu-ARGUS (.rda, .rds) and their code lists (.cdl), as its manual describes them."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from permdesk.compute.progress import Progress
from permdesk.data.codebook_column import CodebookColumn, Described, Unreadable
from permdesk.data.column_meaning import ValueLabel
from permdesk.data.encoding import decode
from permdesk.data.problem import Problem
from permdesk.data.wording import quoted
from permdesk.translation import tr

KEYWORD = re.compile(r"<\s*(\w+)\s*>\s*(.*)")
WORD = re.compile(r'"([^"]*)"|(\S+)')


def argus_columns(text: str, path: Path) -> Described:
    """The variables of a metadata file. Raises Unreadable.

    A number of decimals says how the program writes a number; the file has its decimal mark.
    """
    columns: list[CodebookColumn] = []
    absent: list[str] = []
    separator = ""
    for number, line in enumerate(text.splitlines(), start=1):
        keyword = KEYWORD.match(line.strip())
        if keyword and keyword[1].upper() == "SEPARATOR":
            separator = "".join(_words(keyword[2])[:1])
        elif keyword and keyword[1].upper() == "CODELIST" and columns:
            name = "".join(_words(keyword[2])[:1])
            labels = code_list(path.parent, name)
            if labels is None:
                absent.append(name)
            else:
                columns[-1] = replace(columns[-1], value_labels=labels)
        elif not keyword and line.strip():
            columns.append(_variable(line, number, bool(separator)))
    return Described(tuple(columns), separator, tuple(absent))


def _variable(line: str, number: int, is_free: bool) -> CodebookColumn:
    name, *words = _words(line)
    n_places = 1 if is_free else 2
    try:
        places = [int(word) for word in words[:n_places]]
    except ValueError:
        places = []
    if len(places) < n_places or min(places) < 1:
        raise Unreadable(tr("Line {number} does not say where {name} begins and how wide it is.",
                            number=number, name=quoted(name)))  # fmt: skip
    missing = tuple((code.strip(), code.strip()) for code in words[n_places:])
    return CodebookColumn(name, 0 if is_free else places[0], places[-1], missing=missing)


def code_list(folder: Path, name: str) -> tuple[ValueLabel, ...] | None:
    """The codes and labels of a code list, whatever the case of its name; None where it cannot be had."""
    try:
        wanted = Path(name.replace("\\", "/")).name.lower()
        path = next((file for file in folder.iterdir() if file.name.lower() == wanted), None)
        decoded = decode(path, path.read_bytes(), None, Progress()) if path else None
    except OSError:
        return None
    if decoded is None or isinstance(decoded, Problem):
        return None
    rows = [line.partition(",") for line in decoded.lines()]
    return tuple(ValueLabel(code.strip(), label.strip()) for code, comma, label in rows if comma and code.strip())


def _words(text: str) -> list[str]:
    return [quoted_word or word for quoted_word, word in WORD.findall(text)]
