"""Finds every sentence of the program that is shown, and writes them as a template for translators.

Usage: python packaging/sentences.py build/permdesk.pot
"""

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment
from jinja2.ext import extract_from_ast

ROOT = Path(__file__).parents[1]
FORMS = {"tr": 1, "to_translate": 1, "tr_count": 2}


@dataclass(frozen=True, slots=True)
class Sentence:
    """What is shown, and where. Where a count decides, ``text`` has the sentence for one and that for many, with a zero
    character between them as in gettext. It is None where it is no literal and could never be translated."""

    text: str | None
    place: str


def sentences_of_module(source: str, place: str) -> Iterator[Sentence]:
    """Every call of the functions that translate in a module, in the order of lines."""
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        if isinstance(call.func, ast.Name) and call.func.id in FORMS:
            given = [arg.value if isinstance(arg, ast.Constant) else None for arg in call.args]
            yield _sentence(call.func.id, given, f"{place}:{call.lineno}")


def sentences_of_template(source: str, place: str) -> Iterator[Sentence]:
    """Every call of the functions that translate in a Jinja template."""
    for line, function, message in extract_from_ast(Environment().parse(source), tuple(FORMS)):
        yield _sentence(function, message if isinstance(message, tuple) else (message,), f"{place}:{line}")


def sentences_of_preset(source: str, place: str) -> Iterator[Sentence]:
    """Title and captions of a preset that ships with the program."""
    preset = tomllib.loads(source)
    for text in (preset["title"], *preset.get("captions", ())):
        yield Sentence(text, place)


def _sentence(function: str, given: Sequence[object], place: str) -> Sentence:
    forms = [form for form in given[: FORMS[function]] if isinstance(form, str)]
    return Sentence("\0".join(forms) if len(forms) == FORMS[function] else None, place)


def all_sentences(root: Path = ROOT) -> list[Sentence]:
    """Every sentence of the package, of its templates and of its presets."""
    found: list[Sentence] = []
    for path in sorted((root / "permdesk").rglob("*.py")):
        found += sentences_of_module(path.read_text("utf-8"), path.relative_to(root).as_posix())
    for path in sorted((root / "resources").rglob("*.j2")):
        found += sentences_of_template(path.read_text("utf-8"), path.relative_to(root).as_posix())
    for path in sorted((root / "resources" / "demo").glob("*.toml")):
        found += sentences_of_preset(path.read_text("utf-8"), path.relative_to(root).as_posix())
    return found


def places_of(found: list[Sentence]) -> dict[str, list[str]]:
    """Each sentence once, with the places where it is shown."""
    places: dict[str, list[str]] = {}
    for sentence in found:
        if sentence.text:
            places.setdefault(sentence.text, []).append(sentence.place)
    return places


def template(found: list[Sentence]) -> str:
    """The sentences as a .pot file."""
    head = entry_of("", "Content-Type: text/plain; charset=UTF-8\n")
    entries = ("".join(f"#: {place}\n" for place in where) + entry_of(text) for text, where in places_of(found).items())
    return "\n".join([head, *entries])


def entry_of(text: str, translation: str = "") -> str:
    """A sentence and its translation as .po files write them, with a zero character between the forms of a count."""
    one, *many = text.split("\0")
    if not many:
        return f"msgid {quoted(one)}\nmsgstr {quoted(translation)}\n"
    forms = translation.split("\0") if translation else ["", ""]
    lines = [f"msgstr[{number}] {quoted(form)}" for number, form in enumerate(forms)]
    return "\n".join([f"msgid {quoted(one)}", f"msgid_plural {quoted(many[0])}", *lines, ""])


def quoted(text: str) -> str:
    """A text as .po files write it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(template(all_sentences()), "utf-8")
