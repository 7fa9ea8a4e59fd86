"""Compares what an audit of the running example wrote with the figures of the paper, recomputed.

Usage: python packaging/compare_with_paper.py FOLDER      FOLDER holds audit.json and records.csv; needs no package.
Exit status 0: every figure agrees. 1: some do not, each on a line.
"""

from __future__ import annotations

import csv
import json
import math
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PAPER = Path(__file__).parents[1] / "tests" / "paper" / "expected.json"
TOLERANCE = 1e-9  # relative; files hold doubles in full


def figures(expected: dict[str, Any], audit: dict[str, Any], records: list[dict[str, str]]) -> Iterator[tuple]:  # type: ignore[type-arg]
    """Name, printed figure and written figure of every number that both sides have."""
    names = [attribute["name"] for attribute in audit["attributes"]]
    n = len(expected["records_XY"])
    yield "records of X", n, audit["original"]["n_records"]
    yield "records of Y", n, audit["anonymized"]["n_records"]
    yield "rows of records.csv", n, len(records)

    for j, attribute in enumerate(audit["attributes"]):
        name = attribute["name"]
        yield f"Spearman(X,Z) of {name}", expected["spearman_XZ"][j], attribute["spearman"]
        for key, printed in (("mean_abs_noise", "noise"), ("mean_abs_residual_noise", "residual_noise")):
            yield f"{key} of {name}", sum(abs(row[j]) for row in expected[printed]) / n, attribute[key]

    yield "d", expected["d"], audit["permutation"]["d"]
    for j, v in enumerate(expected["v"]):
        yield f"v of {names[j]}", v, audit["permutation"]["v"][j]
    yield "records with several matches", n_multiple(expected["records_XY"]), audit["permutation"]["n_multiple"]

    links = audit["linkage"]
    yield "sole right links", expected["linkage_counts"]["correct"], links["sole_correct"]
    yield "records with several links", expected["linkage_counts"]["multiple"], links["multiple"]
    yield "wrong links", expected["linkage_counts"]["wrong"], links["wrong"]

    random = audit["random_match"]
    for key, histogram in (
        ("share_original", expected["histogram_X"]),
        ("share_random", expected["histogram_A_of_8000"]),
    ):
        shares = dict(zip(random["distance"], random[key], strict=True))
        for distance, count in enumerate(histogram):
            yield f"{key} at distance {distance}", count / sum(histogram), shares.get(distance, 0.0)
    yield "random records", sum(expected["histogram_A_of_8000"]), random["n"]

    for record, row in zip(expected["records_XY"], records, strict=False):
        i = record["record"]
        yield f"number of record {i}", i, int(row["record"])
        yield f"d of record {i}", record["d"], int(row["distance"])
        yield f"matches of record {i}", len(record["matches"]), int(row["n_matches"])
        yield f"first match of record {i}", record["matches"][0], int(row["first_match"])
        for j, name in enumerate(names):
            yield f"variance of {name}, record {i}", record["variance_at_d"][j], float(row[f"variance_{name}"])
            own = record["variance_at_own_d"][j]
            yield f"variance at own d of {name}, record {i}", own, float(row[f"own_variance_{name}"])
    for record, row in zip(expected["linkage_XZ"], records, strict=False):
        i = record["record"]
        yield f"distance of the links of record {i}", record["d"], int(row["link_distance"])
        yield f"links of record {i}", len(record["matches"]), int(row["n_links"])
        yield f"first link of record {i}", record["matches"][0], int(row["first_link"])
        yield f"own among links of record {i}", i in record["matches"], row["own_among_links"] == "true"


def n_multiple(records: list[dict[str, Any]]) -> int:
    return sum(len(record["matches"]) > 1 for record in records)


def differences(folder: Path) -> tuple[int, list[str]]:
    """Number of figures compared, and a line for each that differs. Raises OSError, KeyError for files that are not
    those of an audit."""
    expected = json.loads(PAPER.read_text("utf-8"))
    audit = json.loads((folder / "audit.json").read_text("utf-8"))
    with (folder / "records.csv").open(encoding="utf-8-sig", newline="") as file:
        records = list(csv.DictReader(file))
    compared = list(figures(expected, audit, records))
    wrong = [
        f"{name}: {written} is written, {printed} is right"
        for name, printed, written in compared
        if not math.isclose(printed, written, rel_tol=TOLERANCE, abs_tol=1e-12)
    ]
    return len(compared), wrong


def main(arguments: list[str]) -> int:
    n, wrong = differences(Path(arguments[0]))
    print(*wrong, f"The paper's example: {n - len(wrong)} of {n} figures agree.", sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
