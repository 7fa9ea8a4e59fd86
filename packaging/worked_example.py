"""Makes the tables and pictures of docs/worked-example: six demonstration methods on three reference files.

Usage: python packaging/worked_example.py [--data FOLDER] [--out FOLDER] [FILE ...]
FOLDER of --data holds CASCrefmicrodata.csv (Census), Tarragona.csv and EIA.csv, the reference microdata of the CASC
project; they are public but do not travel with PermDesk. Exit status 2 where one is absent.
FILE: census, tarragona, eia; without any, all three. The same arguments give the same numbers.
"""

from __future__ import annotations

import argparse
import csv
import io
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import matplotlib
import numpy as np
from matplotlib.figure import Figure as Picture
from matplotlib.ticker import PercentFormatter

from permdesk.audit.load_pair import load_pair
from permdesk.audit.policy import Policy
from permdesk.audit.recipe import InputFile, Recipe
from permdesk.audit.release_figures import Figure, ReleaseFigures
from permdesk.audit.settings import Settings
from permdesk.audit.sweep import Goal, Sweep, SweepPlan, SweepPoint, run_sweep
from permdesk.compute.progress import Progress
from permdesk.data.file_pair import FilePair
from permdesk.data.problem import Problem
from permdesk.data.writing import write_together
from permdesk.masking.parameters import PARAMETERS, Method
from permdesk.report import svg
from permdesk.report.comparison_figures import sweep_curves
from permdesk.report.comparison_words import figure_title, method_title, parameter_title, strength_text

ROOT = Path(__file__).parents[1]
GOAL = Goal(0.01)
REPLICATES = 3
SEED = 1
STRENGTHS = {
    Method.NOISE: (0.1, 0.2, 0.5, 1.0, 2.0),
    Method.CORRELATED_NOISE: (0.1, 0.2, 0.5, 1.0, 2.0),
    Method.RANK_SWAPPING: (0.05, 0.1, 0.2, 0.3, 0.5),
    Method.SHUFFLING: (0.2, 0.4, 0.6, 0.8, 1.0),
    Method.MICROAGGREGATION: (3, 5, 10, 25, 50),
    Method.ROUNDING: (0.1, 0.2, 0.5, 1.0, 2.0),
}
RISK, LOSS = Figure.RIGHT_LINKS, Figure.CORRELATION_LOSS
SIGNS = ("o", "s", "^", "D", "v", "P")
COLOURS = ("#0068a3", "#63b9ee", "#a84700", "#007354", "#7a4fa3", "#1b1f27")


@dataclass(frozen=True, slots=True)
class Source:
    """A reference file. ``left_out`` are columns that name a record or its time, and are no values of it."""

    title: str
    file: str
    left_out: tuple[str, ...] = ()


SOURCES = {
    "census": Source("Census", "CASCrefmicrodata.csv"),
    "tarragona": Source("Tarragona", "Tarragona.csv"),
    "eia": Source("EIA", "EIA.csv", ("UTILITYID", "MONTH")),
}


def main() -> int:
    """Make the example and return the exit status."""
    wanted = _parser().parse_args()
    for key in wanted.files or SOURCES:
        source = SOURCES[key]
        path = wanted.data / source.file
        if not path.exists():
            print(f"{source.file} is not in {wanted.data}: name its folder with --data", file=sys.stderr)
            return 2
        sweeps = {method: swept(original(path, source), method) for method in STRENGTHS}
        wanted.out.mkdir(parents=True, exist_ok=True)
        problem = write_together(wanted.out, contents(key, source, sweeps))
        if problem is not None:
            print(problem.sentence, file=sys.stderr)
            return 2
    return 0


def original(path: Path, source: Source) -> FilePair:
    """The file against itself, without what names its records. Raises ValueError where it cannot be read."""
    both = InputFile(str(path))
    pair = load_pair(Recipe(both, both), Progress())
    if isinstance(pair, Problem):
        raise ValueError(pair.sentence)
    return replace(pair, attributes=tuple(a for a in pair.attributes if a.name not in source.left_out))


def swept(pair: FilePair, method: Method) -> Sweep:
    """One method at its strengths. Raises ValueError where a release cannot be audited."""
    plan = SweepPlan(method, STRENGTHS[method], GOAL, REPLICATES, seed=SEED)
    found = run_sweep(pair, plan, Settings(), Policy(), Progress())
    if isinstance(found, Problem):
        raise ValueError(found.sentence)
    print(f"{pair.original.path.name}: {method_title(method)}", flush=True)
    return found


def contents(key: str, source: Source, sweeps: dict[Method, Sweep]) -> dict[str, bytes]:
    """The files about one reference file, by their names."""
    made = {
        f"{key}.md": table(source, sweeps),
        f"{key}.csv": numbers(sweeps),
        f"{key}-map.svg": method_map(sweeps),
        **{f"{key}-{method.value}.svg": sweep_curves(found, Progress()) for method, found in sweeps.items()},
    }
    return {name: text.encode("utf-8") for name, text in made.items()}


def method_map(sweeps: dict[Method, Sweep]) -> str:
    """Right links across, rank correlation lost upwards, one line a method from its weakest to its strongest value."""
    with matplotlib.rc_context({**svg.STYLE, "axes.grid.axis": "both"}):
        picture = Picture(figsize=(svg.WIDTH, svg.WIDTH * 0.62))
        axes = picture.add_subplot()
        for (method, found), sign, colour in zip(sweeps.items(), SIGNS, COLOURS, strict=True):
            means = [mean_line(point) for point in found.points]
            places = np.array([(line.value(RISK), line.value(LOSS)) for line in means], float)
            axes.plot(*places.T, marker=sign, color=colour, markersize=5, linewidth=1.2, label=method_title(method))
            last = strength(method, found.points[-1])
            axes.annotate(last, tuple(places[-1]), xytext=(5, 5), textcoords="offset points", fontsize=7, color=colour)
        axes.set_xlabel(figure_title(RISK))
        axes.set_ylabel(figure_title(LOSS))
        axes.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
        axes.set_xlim(left=0)
        axes.set_ylim(bottom=0)
        axes.legend(fontsize=8, frameon=False)
        return svg.svg_text(picture, "map", Progress())


def mean_line(point: SweepPoint) -> ReleaseFigures:
    """One line with the means of the releases at one strength."""
    first = point.releases[0]
    names = [figure.value.replace("-", "_") for figure in Figure]
    means = {name: _mean([getattr(line, name) for line in point.releases]) for name in names}
    return replace(first, **means)  # type: ignore[arg-type]


def strength(method: Method, point: SweepPoint) -> str:
    return strength_text(point.strength, PARAMETERS[method].unit)


def table(source: Source, sweeps: dict[Method, Sweep]) -> str:
    """Means, and for right links the range of the releases, as Markdown."""
    line = next(iter(sweeps.values())).points[0].releases[0]
    head = ("Method", "Parameter", "Median distance", "Right links", "Times chance", "Rank correlation lost")
    rows = [(*head, "Marginals lost")]
    for method, found in sweeps.items():
        for point in found.points:
            mean = mean_line(point)
            rates = [release.right_links for release in point.releases if release.right_links is not None]
            shown = f"{mean.right_links:.1%} ({min(rates):.1%} to {max(rates):.1%})"
            rows.append(
                (
                    method_title(method),
                    strength(method, point),
                    f"{mean.median_distance:.1%}",
                    shown,
                    f"{mean.lift:.0f}",
                    f"{mean.correlation_loss:.3f}",
                    f"{mean.marginal_loss:.3f}",
                )
            )
    body = ["| " + " | ".join(cells) + " |" for cells in rows]
    body.insert(1, "|" + " --- |" * len(rows[0]))
    parameters = [f"- {method_title(method)}: {parameter_title(method)}" for method in sweeps]
    return "\n".join(
        [
            f"# {source.title}: {line.n_records:,} records",
            "",
            f"Means of {REPLICATES} releases at each value; of right links also the least and the greatest. Distances"
            " are shares of the records.",
            "",
            *body,
            "",
            "Parameters:",
            "",
            *parameters,
            "",
        ]
    )


def numbers(sweeps: dict[Method, Sweep]) -> str:
    """Every release with every figure, as CSV."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(["method", "strength", "replicate", *(figure.value for figure in Figure), "policy"])
    for method, found in sweeps.items():
        for point in found.points:
            for replicate, line in enumerate(point.releases, 1):
                values = [line.value(figure) for figure in Figure]
                cells = ["" if value is None else f"{value:.6g}" for value in values]
                writer.writerow([method.value, f"{point.strength:g}", replicate, *cells, line.outcome.value])
    return written.getvalue()


def _mean(values: list[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return float(np.mean(known)) if known else None


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", metavar="FILE", choices=[*SOURCES, []])
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data" / "casc")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "worked-example")
    return parser


if __name__ == "__main__":
    sys.exit(main())
