"""The table of the search beside its peers, in Markdown, from the file of results that tests.benchmarks.search writes.

Usage: python -m tests.benchmarks.search_table [--results FILE] [--into DOCUMENT]

One row for each size and noise, with the continuous data first and then what rounded and missing data take. Cells that
are not measured stay empty. With --into the table takes the place of what stands between the two marks in the document.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

Cell = tuple[int, int, float, float, str]
Found = dict[str, Any]

RESULTS = Path("build/benchmarks/search.jsonl")
BEGINS, ENDS = "<!-- search table begins -->", "<!-- search table ends -->"
KINDS = ("rounded", "missing")
PEERS = ("scipy", "scikit-learn", "brute force")


def read_results(path: Path) -> dict[Cell, Found]:
    """What was measured last for each cell."""
    lines = path.read_text().splitlines() if path.exists() else []
    return {tuple(found["cell"]): found for found in map(json.loads, lines)}


def table_of(results: dict[Cell, Found]) -> str:
    """All results, and how busy the machine was."""
    head = ["records", "m", "corr.", "noise", "PermDesk s", "CPU s", "MB"]
    for peer in PEERS:
        head += [f"{peer} s", "ratio", "CPU ratio", "MB"]
    for kind in KINDS:
        head += [f"{kind} s", "×"]
    lines = [head, ["---:"] * len(head)]
    lines += [list(_row(cell, results)) for cell in sorted({cell[:4] for cell in results})]
    table = "\n".join("| " + " | ".join(line) + " |" for line in lines)
    return f"{table}\n\n{said_of(results.values())}"


def said_of(results: Iterable[Found]) -> str:
    """The load, and how many queries stand for all where a time is an estimate."""
    found = list(results)
    loads = [one["load"] for one in found]
    said = f"Load of the machine while this was measured: {min(loads):.1f} to {max(loads):.1f}." if loads else ""
    asked = [one[peer].get("queries", 0) for one in found for peer in PEERS[:2] if one.get(peer, {}).get("is_estimate")]
    if asked:
        said += f" Estimates of trees, marked ~, are of {min(asked):,} to {max(asked):,} queries."
    return said


def _row(place: tuple[int, int, float, float], results: dict[Cell, Found]) -> Iterator[str]:
    n, *others = place
    yield from (f"{n:,}", *map(str, others))
    continuous = results.get((*place, "continuous"))
    ours = continuous["PermDesk"] if continuous else None
    yield from (f"{ours['s']:.3f}", f"{ours['cpu']:.3f}", _megabytes(ours)) if ours else ("",) * 3
    for peer in PEERS:
        theirs = (continuous or {}).get(peer)
        if ours is None or theirs is None:
            yield from ("",) * 4
            continue
        seconds = ("~" if theirs["is_estimate"] else "") + f"{theirs['s']:,.2f}"
        yield from (seconds, *(f"{theirs[unit] / ours[unit]:,.1f}" for unit in ("s", "cpu")), _megabytes(theirs))
    for kind in KINDS:
        found = results.get((*place, kind))
        yield f"{found['PermDesk']['s']:.3f}" if found else ""
        yield f"{found['PermDesk']['cpu'] / ours['cpu']:.1f}" if found and ours else ""


def _megabytes(found: Found) -> str:
    return "" if found["mb"] is None else f"{found['mb']:,.0f}"


def put_into(document: str, table: str) -> str:
    """The document with the table between its marks. Raises ValueError where it lacks one."""
    before, rest = document.split(BEGINS)
    _, after = rest.split(ENDS)
    return f"{before}{BEGINS}\n{table}\n{ENDS}{after}"


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--results", type=Path, default=RESULTS)
    parser.add_argument("--into", type=Path, metavar="DOCUMENT")
    asked = parser.parse_args(arguments)
    results = read_results(asked.results)
    if not results:
        raise SystemExit(f"{asked.results} holds no results; python -m tests.benchmarks.search measures them.")
    table = table_of(results)
    if asked.into is None:
        sys.stdout.write(table + "\n")
        return
    asked.into.write_text(put_into(asked.into.read_text(), table))


if __name__ == "__main__":
    main()
