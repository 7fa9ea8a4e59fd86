"""How many records each linkage of the battery finds in the field's reference files: the table of
docs/linkage-battery.md.

Usage: python -m tests.benchmarks.linkages FOLDER      FOLDER holds CASCrefmicrodata.csv, Tarragona.csv and EIA.csv

Every numeric attribute that varies gets independent normal noise of 0.05, 0.2 and 0.5 of its standard deviation.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from permdesk.audit.findings import Audit, Measure, Target
from permdesk.audit.policy import Policy
from permdesk.audit.run import run_audit
from permdesk.audit.settings import Settings
from permdesk.compute.progress import Progress
from tests.pairs import pair_of

FILES = {"Census": "CASCrefmicrodata.csv", "Tarragona": "Tarragona.csv", "EIA": "EIA.csv"}
NOISE = (0.05, 0.2, 0.5)
SEED = 1


def numeric_attributes(path: Path) -> NDArray[np.float64]:
    """The attributes (n, m) of a file whose cells are all numbers, and not all the same."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))[1:]
    columns = []
    for cells in zip(*rows, strict=True):
        try:
            column = np.array(cells, float)
        except ValueError:
            continue
        if column.std() > 0:
            columns.append(column)
    return np.column_stack(columns)


def audit_with_noise(original: NDArray[np.float64], share: float) -> Audit:
    noise = np.random.default_rng(SEED).normal(size=original.shape) * original.std(axis=0)
    settings = Settings(draws=1_000, replicates=1)
    audit = run_audit(pair_of(original, original + share * noise), settings, Policy(), Progress())
    assert isinstance(audit, Audit)
    return audit


def table_row(name: str, original: NDArray[np.float64], share: float) -> str:
    """A row of the table: right links in percent, against Z and against Y, the strongest in bold."""
    links = audit_with_noise(original, share).right_links
    assert links is not None
    cells = []
    for measure in Measure:
        for target in (Target.REVERSE_MAPPED, Target.ANONYMIZED):
            (linkage,) = (found for found in links.battery if found.name == f"{measure}, {target}")
            text = f"{100 * linkage.rate:.1f}"
            cells.append(f"**{text}**" if linkage is links.strongest else text)
    n, m = original.shape
    chance = f"{100 * links.chance:.2f}"
    return f"| {name} | {n:,} × {m} | {share:g} | {' | '.join(cells)} | {chance} |"


def table_rows(folder: Path, names: tuple[str, ...] = tuple(FILES)) -> Iterator[str]:
    """The rows of the table, file by file."""
    for name in names:
        original = numeric_attributes(folder / FILES[name])
        yield from (table_row(name, original, share) for share in NOISE)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, metavar="FOLDER", help=f"holds {', '.join(FILES.values())}")
    for row in table_rows(parser.parse_args(arguments).folder):
        sys.stdout.write(f"{row}\n")


if __name__ == "__main__":
    main()
