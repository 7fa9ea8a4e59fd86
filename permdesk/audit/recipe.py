"""The recipe (``*.permdesk``): everything that was decided about an audit, in one readable TOML file.

It holds no microdata, no results and no seed of the anonymization; the same recipe gives the same numbers.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from permdesk.audit.description import Description
from permdesk.audit.policy import NOT_APPLIED, Policy, checked_policy
from permdesk.audit.settings import Settings, settings_problem
from permdesk.audit.toml_file import read_toml, write_toml
from permdesk.data.choices import Dialect, PairChoices
from permdesk.data.problem import Problem
from permdesk.masking.parameters import Method
from permdesk.translation import tr

SUFFIX = ".permdesk"
VERSION = 1


@dataclass(frozen=True, slots=True)
class InputFile:
    """One input: its path (relative to the recipe in the file, absolute in memory), the SHA-256 that it had, empty
    if not known, and how it is read, None to detect it."""

    path: str
    sha256: str = ""
    dialect: Dialect | None = None


@dataclass(frozen=True, slots=True)
class Demonstration:
    """How a candidate was made here: a method and its parameter. Its seed was forgotten when its file was written."""

    method: Method
    strength: float


@dataclass(frozen=True, slots=True)
class Candidate:
    """A release that is compared with others of the same original; ``made`` None: it comes from elsewhere."""

    file: InputFile
    made: Demonstration | None = None


@dataclass(frozen=True, slots=True)
class Recipe:
    """What an audit needs to be run again. ``choices`` None means that they are guessed. ``candidates`` are the
    releases to compare, which need not include the anonymized file."""

    original: InputFile
    anonymized: InputFile
    choices: PairChoices | None = None
    settings: Settings = field(default_factory=Settings)
    policy: Policy = field(default_factory=Policy)
    description: Description = field(default_factory=Description)
    version: int = VERSION
    candidates: tuple[Candidate, ...] = ()


def read_recipe(path: Path) -> Recipe | Problem:
    """Read a recipe; the paths of its inputs become absolute."""
    recipe = read_toml(path, Recipe, {"policy": {"name": path.stem, **NOT_APPLIED}}, _renewed)
    if isinstance(recipe, Problem):
        return recipe
    policy = checked_policy(recipe.policy, path.name)
    if isinstance(policy, Problem):
        return policy
    refused = settings_problem(recipe.settings)
    if refused is not None:
        return replace(refused, where=path.name)
    folder = path.resolve().parent
    return replace(
        recipe,
        original=_read(recipe.original, folder),
        anonymized=_read(recipe.anonymized, folder),
        choices=_with_hierarchies(recipe.choices, lambda path: _absolute(path, folder)),
        candidates=tuple(replace(one, file=_read(one.file, folder)) for one in recipe.candidates),
    )


def write_recipe(recipe: Recipe, path: Path) -> Problem | None:
    """Write a recipe, whole or not at all; the paths of its inputs become relative to it where they can."""
    folder = path.resolve().parent
    choices = recipe.choices
    if choices is not None:
        attributes = tuple(replace(choice, reason="") for choice in choices.attributes)
        choices = replace(choices, attributes=attributes, pairing_reason="")
        choices = _with_hierarchies(choices, lambda hierarchy: _relative(hierarchy, folder))
    return write_toml(
        replace(
            recipe,
            original=_written(recipe.original, folder),
            anonymized=_written(recipe.anonymized, folder),
            choices=choices,
            candidates=tuple(replace(one, file=_written(one.file, folder)) for one in recipe.candidates),
        ),
        path,
    )


def _renewed(raw: dict[str, Any]) -> dict[str, Any] | Problem:
    """Recipes once had one ID attribute at most. What another version may have in them is not known here."""
    version = raw.get("version", VERSION)
    if isinstance(version, int) and version != VERSION:
        return Problem(
            what=tr("It is a recipe of version {version}, which this PermDesk does not know.", version=version),
            where="",
            remedy=tr("Open it with the version of PermDesk that wrote it, or with a newer one."),
        )
    choices = raw.get("choices")
    if not isinstance(choices, dict) or "id_attribute" not in choices:
        return raw
    name = choices["id_attribute"]
    others = {key: value for key, value in choices.items() if key != "id_attribute"}
    return {**raw, "choices": {**others, "id_attributes": [name] if name else []}}


def _written(source: InputFile, folder: Path) -> InputFile:
    """An input with paths relative to the folder; a codebook by its name alone is beside the file."""
    dialect = source.dialect
    if dialect is not None and dialect.codebook:
        codebook = str(Path(source.path).parent / dialect.codebook)
        dialect = replace(dialect, codebook=_relative(codebook, folder))
    return replace(source, path=_relative(source.path, folder), dialect=dialect)


def _read(source: InputFile, folder: Path) -> InputFile:
    """An input with absolute paths."""
    dialect = source.dialect
    if dialect is not None and dialect.codebook:
        dialect = replace(dialect, codebook=_absolute(dialect.codebook, folder))
    return replace(source, path=_absolute(source.path, folder), dialect=dialect)


def _with_hierarchies(choices: PairChoices | None, path: Callable[[str], str]) -> PairChoices | None:
    if choices is None:
        return None
    attributes = tuple(
        replace(choice, hierarchy=path(choice.hierarchy)) if choice.hierarchy else choice
        for choice in choices.attributes
    )
    return replace(choices, attributes=attributes)


def _absolute(path: str, folder: Path) -> str:
    return os.path.normpath(folder / path)


def _relative(path: str, folder: Path) -> str:
    absolute = Path(path).resolve()
    try:
        return Path(os.path.relpath(absolute, folder)).as_posix()
    except ValueError:  # another drive on Windows
        return absolute.as_posix()
