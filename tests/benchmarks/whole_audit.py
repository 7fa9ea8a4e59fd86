"""The whole audit, from two CSV files to all results: how long it takes, stage by stage, and its memory at the peak.

Usage: python -m tests.benchmarks.whole_audit [--quick] [--records N ...] [--attributes M ...] [--kinds KIND ...]

Without arguments: 10^4, 10^5 and 10^6 records with 10 attributes, 10^5 with 20, and 10^6 with 20 that are all binary;
with --quick 10^4 records of every kind. Data are normal with a correlation of 0.3, anonymized by normal noise of half
a standard deviation; "rounded" has some 100 distinct values for each attribute, "missing" lacks 5 % of the values of
both files, "binary" says whether a value is above the mean. Each audit runs in a process of its own, so that the peak
is its own. Seconds count from the first byte read, when libraries and compiled kernels are loaded. A stage whose name
comes back is added up; CPU seconds of all threads are given for the whole.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from pyarrow import csv
from rich.console import Console
from rich.table import Table

from permdesk.audit.findings import Audit
from permdesk.audit.load_pair import load_pair
from permdesk.audit.policy import Policy
from permdesk.audit.recipe import InputFile, Recipe
from permdesk.audit.run import run_audit
from permdesk.audit.settings import Settings
from permdesk.compute.parallel import available_cores
from permdesk.compute.progress import Progress
from permdesk.compute.warm_up import warm_up
from permdesk.data.problem import Problem

CORRELATION, NOISE = 0.3, 0.5
KINDS = ("continuous", "rounded", "missing", "binary")
ROOT = Path(__file__).parents[2]
# Stages by the column that they are added up in.
COLUMNS = {
    "read": ("reading", "cells", "columns", "typing"),
    "rank": ("ranks",),
    "map": ("reverse-mapping",),
    "search": ("distances-anonymized", "distances-reverse-mapped"),
    "link": ("other-linkages", "linkages"),
    "draw": ("random-records",),
    "vary": ("variances",),
    "ties": ("random-ties",),
}


class StageClock(Progress):
    """Adds up the seconds of each stage."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds: dict[str, float] = defaultdict(float)
        self._began = time.perf_counter()

    def begin(self, stage: str, total: int) -> None:
        self.close()
        super().begin(stage, total)

    def close(self) -> None:
        now = time.perf_counter()
        self.seconds[self.stage] += now - self._began
        self._began = now


def write_pair(folder: Path, n: int, m: int, kind: str) -> tuple[Path, Path]:
    """Two files of n records, the original and the anonymized one."""
    generator = np.random.default_rng(1)
    common = generator.standard_normal((n, 1))
    original = np.sqrt(CORRELATION) * common + np.sqrt(1 - CORRELATION) * generator.standard_normal((n, m))
    anonymized = original + NOISE * generator.standard_normal((n, m))
    if kind == "binary":
        original, anonymized = original > 0, anonymized > 0
    digits = {"rounded": 1, "binary": 0}.get(kind, 6)
    paths = folder / "original.csv", folder / "anonymized.csv"
    for path, values in zip(paths, (original, anonymized), strict=True):
        is_missing = generator.random((n, m)) < (0.05 if kind == "missing" else 0)
        columns = [pa.array(np.round(values[:, j].astype(float), digits), mask=is_missing[:, j]) for j in range(m)]
        csv.write_csv(pa.table(columns, names=[f"a{j + 1}" for j in range(m)]), path)
    return paths


def measure(original: str, anonymized: str) -> dict[str, Any]:
    """Audit two files in this process."""
    warm_up().join()
    clock = StageClock()
    began, cpu_began = time.perf_counter(), time.process_time()
    pair = load_pair(Recipe(InputFile(original), InputFile(anonymized)), clock)
    if isinstance(pair, Problem):
        raise SystemExit(pair.sentence)
    audit = run_audit(pair, Settings(), Policy(), clock)
    if not isinstance(audit, Audit):
        raise SystemExit(audit.sentence)
    clock.close()
    return {
        "seconds": time.perf_counter() - began,
        "cpu": time.process_time() - cpu_began,
        "peak": peak_memory(),
        "stages": clock.seconds,
    }


def peak_memory() -> int | None:
    """The most bytes that this process ever had resident; None where the system does not say."""
    status = Path("/proc/self/status")
    if status.exists():
        return next(int(line.split()[1]) << 10 for line in status.read_text().splitlines() if line.startswith("VmHWM"))
    try:
        import resource
    except ImportError:
        return None
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def table_row(n: int, m: int, kind: str) -> list[str]:
    """One audit, in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        paths = write_pair(Path(folder), n, m, kind)
        command = [sys.executable, "-m", "tests.benchmarks.whole_audit", "--one", *map(str, paths)]
        found = json.loads(subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout)
    peak = "" if found["peak"] is None else f"{found['peak'] / 1e6:,.0f}"
    stages = [sum(found["stages"].get(stage, 0.0) for stage in named) for named in COLUMNS.values()]
    whole = [f"{n:,}", str(m), kind, f"{found['seconds']:.1f}", f"{found['cpu']:.1f}", peak]
    return [*whole, *(f"{seconds:.1f}" for seconds in stages)]


def cases(
    records: list[int], attributes: list[int], kinds: list[str], *, quick: bool
) -> Iterator[tuple[int, int, str]]:
    """What is asked for; without any wish every size that the documentation shows."""
    if quick or records or attributes or kinds:
        sizes = product(records or [10_000 if quick else 100_000], attributes or [10])
        yield from ((n, m, kind) for (n, m), kind in product(sizes, kinds or KINDS))
        return
    for n, m in ((10_000, 10), (100_000, 10), (100_000, 20), (1_000_000, 10)):
        yield from ((n, m, kind) for kind in KINDS if kind != "binary")
    yield 1_000_000, 20, "binary"


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--records", type=int, nargs="+", default=[])
    parser.add_argument("--attributes", type=int, nargs="+", default=[])
    parser.add_argument("--kinds", nargs="+", default=[], choices=KINDS)
    parser.add_argument("--quick", action="store_true", help="10^4 records of every kind, a minute in all")
    parser.add_argument("--one", nargs=2, metavar=("ORIGINAL", "ANONYMIZED"), help="measure this pair only, as JSON")
    asked = parser.parse_args(arguments)
    if asked.one:
        sys.stdout.write(json.dumps(measure(*asked.one)) + "\n")
        return
    table = Table(title=f"The whole audit from CSV files, {available_cores()} cores; seconds by stage")
    for column in ("records", "m", "kind", "seconds", "CPU s", "peak MB", *COLUMNS):
        table.add_column(column, justify="right")
    for case in cases(asked.records, asked.attributes, asked.kinds, quick=asked.quick):
        row = table_row(*case)
        table.add_row(*row)
        Console(stderr=True).print(" ".join(row))
    Console(width=140).print(table)


if __name__ == "__main__":
    main()
