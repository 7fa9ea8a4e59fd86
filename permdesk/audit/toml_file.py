"""Reads a TOML file into a typed value and writes one; every key must be known and every value of its kind."""

from __future__ import annotations

import codecs
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from permdesk.audit.toml_errors import syntax_error, wrong_value
from permdesk.data.file_content import unreadable
from permdesk.data.problem import Problem
from permdesk.data.writing import write_atomically
from permdesk.translation import tr

Value = TypeVar("Value")


def read_toml(
    path: Path,
    kind: type[Value],
    absent: dict[str, Any] | None = None,
    renewed: Callable[[dict[str, Any]], dict[str, Any] | Problem] = dict,
    may_be_empty: bool = False,
) -> Value | Problem:
    """Read ``path`` as a value of ``kind``; ``absent`` holds values for keys that the file leaves out, in a dict those
    of a table, if the file has it; ``renewed`` turns what an earlier version wrote into what is written now, or says
    why it cannot be read, before any of its keys is looked at.

    An unknown key is a Problem, never passed over: a misspelled threshold must not switch a check off. So is a file
    without a word in it, which would be a policy that asks for nothing, unless it ``may_be_empty``.
    """
    try:
        data = path.read_bytes().removeprefix(codecs.BOM_UTF8)
        if not data.strip() and not may_be_empty:
            return Problem(tr("This file is empty."), path.name, tr("Choose another one."))
        raw = renewed(msgspec.toml.decode(data))
        if isinstance(raw, Problem):
            return replace(raw, where=path.name)
        value = msgspec.convert(_with_absent(raw, absent or {}), kind)
    except OSError as error:
        return replace(unreadable(path, error), where=path.name)
    except msgspec.ValidationError as error:
        return _incorrect(path, wrong_value(str(error)))
    except msgspec.DecodeError as error:
        return _incorrect(path, syntax_error(str(error)))
    except UnicodeDecodeError as error:
        what = tr("Byte {place} is no UTF-8 text.", place=error.start + 1)
        remedy = tr("Save it with the encoding UTF-8 in your editor, or write a new one from the window.")
        return Problem(what, path.name, remedy)
    unknown = _unknown_keys(raw, msgspec.to_builtins(value, enc_hook=str))
    if unknown:
        return Problem(
            what=tr("It has a key that is not known: {key}.", key=unknown[0]),
            where=path.name,
            remedy=tr("Correct its spelling or remove it."),
        )
    return value


def _incorrect(path: Path, what: str) -> Problem:
    return Problem(what, path.name, tr("Correct the file, or write a new one from the window."))


def write_toml(value: object, path: Path) -> Problem | None:
    """Write a value as TOML, whole or not at all; what is None is left out."""
    return write_atomically(path, msgspec.toml.encode(_without_none(msgspec.to_builtins(value, enc_hook=str))))


def _with_absent(raw: dict[str, Any], absent: dict[str, Any]) -> dict[str, Any]:
    tables = {key: {**inner, **raw[key]} for key, inner in absent.items() if isinstance(inner, dict) and key in raw}
    plain = {key: value for key, value in absent.items() if not isinstance(value, dict)}
    return {**plain, **raw, **tables}


def _without_none(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_none(inner) for key, inner in value.items() if inner is not None}
    if isinstance(value, list | tuple):
        return [_without_none(inner) for inner in value]
    return value


def _unknown_keys(raw: Any, known: Any, path: str = "") -> list[str]:
    if isinstance(raw, dict) and isinstance(known, dict):
        unknown = [f"{path}{key}" for key in raw if key not in known]
        for key in raw.keys() & known.keys():
            unknown += _unknown_keys(raw[key], known[key], f"{path}{key}.")
        return unknown
    if isinstance(raw, list) and isinstance(known, list | tuple):
        return [key for a, b in zip(raw, known, strict=True) for key in _unknown_keys(a, b, path)]
    return []
