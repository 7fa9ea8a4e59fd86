"""``permdesk sweep``: makes demonstration releases of a file at many strengths and finds the least that suffices."""

from __future__ import annotations

import argparse
import secrets
from pathlib import Path
from typing import Any

from permdesk.audit.figures_csv import sweep_csv
from permdesk.audit.load_pair import load_pair
from permdesk.audit.recipe import InputFile, Recipe
from permdesk.audit.sweep import Goal, SweepPlan, plan_problem, run_sweep, strengths_between, usual_range
from permdesk.command_options import names_of, one_of
from permdesk.masking.parameters import Method
from permdesk.output_folder import make_folder
from permdesk.refusal import Refused, or_refuse
from permdesk.release_comparison import add_settings, policy_of, settings_of, today, write_folder
from permdesk.report.sweep_conclusions import answer_sentence, goal_sentence
from permdesk.report.sweep_report import sweep_report
from permdesk.terminal import TerminalProgress, tell
from permdesk.translation import tr

DONE = 0


def add_sweep_command(commands: argparse._SubParsersAction[Any]) -> None:
    """Let a parser understand the command."""
    sweep = commands.add_parser(
        "sweep",
        help=tr("find how much of a method is enough"),
        description=tr(
            "Makes demonstration releases of the original at many strengths of one method, audits each, and writes"
            " sweep.csv and sweep.html. The releases themselves are not kept. Exit status: 0 done, 2 bad usage or"
            " input."
        ),
    )
    sweep.set_defaults(run=_sweep)
    sweep.add_argument("original", type=Path, help=tr("the original file"))
    sweep.add_argument(
        "--method", type=one_of(Method), required=True, metavar=names_of(Method), help=tr("the demonstration method")
    )
    sweep.add_argument("--from", dest="lowest", type=float, metavar="VALUE", help=tr("smallest value tried"))
    sweep.add_argument("--to", dest="highest", type=float, metavar="VALUE", help=tr("largest value tried"))
    sweep.add_argument("--steps", type=int, default=5, help=tr("values from the smallest to the largest"))
    sweep.add_argument("--replicates", type=int, default=3, help=tr("releases made at each value"))
    sweep.add_argument("--halvings", type=int, default=0, help=tr("further values between failing and sufficient ones"))
    sweep.add_argument(
        "--most-right-links",
        type=float,
        metavar="RATE",
        help=tr("the goal: at most this share of right links; else that the release is within the policy"),
    )
    sweep.add_argument(
        "--seed", type=int, help=tr("to repeat a sweep; without it, a new one is drawn and told to nobody")
    )
    add_settings(sweep, "permdesk-sweep")


def _sweep(wanted: argparse.Namespace) -> int:
    plan = _plan(wanted)
    problem = plan_problem(plan)
    if problem is not None:
        raise Refused(problem)
    settings, policy = settings_of(wanted), policy_of(wanted)
    make_folder(wanted.out)
    source = InputFile(str(wanted.original))
    with TerminalProgress() as progress:
        pair = or_refuse(load_pair(Recipe(source, source), progress))
        found = or_refuse(run_sweep(pair, plan, settings, policy, progress))
    tell(goal_sentence(plan.goal))
    tell(answer_sentence(found))
    report = sweep_report(wanted.original.name, found, today())
    write_folder(wanted.out, report, "sweep", {"sweep.csv": sweep_csv(found)})
    return DONE


def _plan(wanted: argparse.Namespace) -> SweepPlan:
    least, most = usual_range(wanted.method)
    lowest = least if wanted.lowest is None else wanted.lowest
    highest = most if wanted.highest is None else wanted.highest
    return SweepPlan(
        method=wanted.method,
        strengths=strengths_between(wanted.method, lowest, highest, wanted.steps),
        goal=Goal(wanted.most_right_links),
        replicates=wanted.replicates,
        halvings=wanted.halvings,
        seed=secrets.randbits(63) if wanted.seed is None else wanted.seed,
    )
