"""Files that nobody's records are in, for the states that the paper's example does not reach."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.csv
from numpy.typing import NDArray

from permdesk.compute.arrays import Floats

SEED = 7
LARGE = 1_000_000
REGIONS = ("coast", "hills", "plain", "valley")
Columns = dict[str, NDArray[Any]]


def large_pair(folder: Path) -> tuple[Path, Path]:
    """A million records of three attributes, and a release with noise of half a standard deviation."""
    random = np.random.default_rng(SEED)
    x = random.normal((40, 1000, 5000), (12, 200, 900), (LARGE, 3))
    y = x + random.normal(0, (6, 100, 450), x.shape)
    return _written(folder, "original.csv", _columns(x)), _written(folder, "released.csv", _columns(y))


def tied_pair(folder: Path) -> tuple[Path, Path]:
    """Four hundred persons with an identifier, whole numbers that repeat, words, blank cells; ten are not released."""
    random = np.random.default_rng(SEED)
    n = 400
    age = random.integers(18, 90, n)
    hours = random.choice((0, 20, 40), n)
    income = np.round(random.lognormal(7, 0.6, n))
    region = random.choice(REGIONS, n)
    person = np.arange(1, n + 1)
    blank = random.random(n) < 0.05
    x: Columns = {"person": person, "age": age, "hours": hours, "income": income, "region": region}
    y = x | {"age": age // 5 * 5, "hours": random.permutation(hours), "income": np.round(income, -2)}
    y["income"] = np.where(blank, "", y["income"].astype(np.int64).astype(str))
    kept = person > 10
    return _written(folder, "persons.csv", x), _written(
        folder, "persons-released.csv", {name: cells[kept] for name, cells in y.items()}
    )


def synthetic_pair(folder: Path) -> tuple[Path, Path]:
    """An original, and records drawn anew from its distributions: nobody knows who is who, and there are fewer."""
    random = np.random.default_rng(SEED)
    x = random.normal((170, 70), (10, 12), (300, 2))
    y = random.normal((170, 70), (10, 12), (240, 2))
    return (
        _written(folder, "measured.csv", _columns(x, ("height", "weight"))),
        _written(folder, "synthesized.csv", _columns(y, ("height", "weight"))),
    )


def noisy_pair(folder: Path) -> tuple[Path, Path]:
    """Two thousand records and a release with much noise."""
    random = np.random.default_rng(SEED)
    x = random.normal((40, 1000, 5000), (12, 200, 900), (2_000, 3))
    y = x + random.normal(0, (24, 400, 1800), x.shape)
    return _written(folder, "original.csv", _columns(x)), _written(folder, "released.csv", _columns(y))


def other_years_pair(folder: Path) -> tuple[Path, Path]:
    """The paper's attributes as another year might have them: one is gone, one came."""
    random = np.random.default_rng(SEED)
    x = random.normal((100, 1000, 5000), (10, 50, 200), (60, 3))
    names = ("X1", "X2", "X4")
    return (
        _written(folder, "original-2027.csv", _columns(x, names)),
        _written(folder, "released-2027.csv", _columns(x + random.normal(0, 5, x.shape), names)),
    )


def fixed_width_file(folder: Path) -> Path:
    """Lines whose columns no separator parts."""
    random = np.random.default_rng(SEED)
    lines = [
        f"{place:05d}{random.integers(18, 90):3d}{random.choice(REGIONS):<8}{random.lognormal(7, 0.6):9.2f}"
        for place in range(1, 41)
    ]
    return _text(folder / "persons.dat", "\n".join(lines) + "\n")


def broken_file(folder: Path) -> Path:
    """A file that is no table."""
    path = folder / "picture.csv"
    path.write_bytes(bytes(range(256)) * 8)
    return path


def _columns(values: Floats, names: tuple[str, ...] = ("age", "income", "wealth")) -> Columns:
    return dict(zip(names, np.round(values, 2).T, strict=True))


def _written(folder: Path, name: str, columns: Columns) -> Path:
    table = pa.table({title: pa.array(cells) for title, cells in columns.items()})
    pa.csv.write_csv(table, folder / name)
    return folder / name


def _text(path: Path, text: str) -> Path:
    path.write_text(text, "utf-8")
    return path
