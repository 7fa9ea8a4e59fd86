"""Finds every sentence of the program that is shown, and writes them as a template for translators.

Usage: python packaging/sentences.py build/permdesk.pot
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment
from jinja2.ext import extract_from_ast

ROOT = Path(__file__).parents[1]
FUNCTIONS = ("tr", "to_translate")


@dataclass(frozen=True, slots=True)
class Sentence:
    """What is shown, and where; ``text`` is None where it is no literal and could never be translated."""

    text: str | None
    place: str


def sentences_of_module(source: str, place: str) -> Iterator[Sentence]:
    """Every call of ``tr`` and ``to_translate`` in a module, in the order of lines."""
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        if isinstance(call.func, ast.Name) and call.func.id in FUNCTIONS:
            first = call.args[0] if call.args else None
            text = first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else None
            yield Sentence(text, f"{place}:{call.lineno}")


def sentences_of_template(source: str, place: str) -> Iterator[Sentence]:
    """Every call of ``tr`` in a Jinja template."""
    for line, _, message in extract_from_ast(Environment().parse(source), FUNCTIONS):
        yield Sentence(message if isinstance(message, str) else message[0], f"{place}:{line}")


def all_sentences(root: Path = ROOT) -> list[Sentence]:
    """Every sentence of the package and of its templates."""
    found: list[Sentence] = []
    for path in sorted((root / "permdesk").rglob("*.py")):
        found += sentences_of_module(path.read_text("utf-8"), path.relative_to(root).as_posix())
    for path in sorted((root / "resources").rglob("*.j2")):
        found += sentences_of_template(path.read_text("utf-8"), path.relative_to(root).as_posix())
    return found


def template(found: list[Sentence]) -> str:
    """The sentences as a .pot file, each once, with the places where it is shown."""
    places: dict[str, list[str]] = {}
    for sentence in found:
        if sentence.text:
            places.setdefault(sentence.text, []).append(sentence.place)
    head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    entries = (
        "".join(f"#: {place}\n" for place in where) + f'msgid {quoted(text)}\nmsgstr ""\n'
        for text, where in places.items()
    )
    return "\n".join([head, *entries])


def quoted(text: str) -> str:
    """A text as .po files write it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(template(all_sentences()), "utf-8")
