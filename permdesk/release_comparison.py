"""What the commands that audit several releases have in common: the options, the audits, the folder."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import Any

from permdesk.audit.policy import Policy, read_policy
from permdesk.audit.settings import MissingRule, Settings, Ties, settings_problem
from permdesk.command_options import names_of, one_of
from permdesk.data.writing import write_together
from permdesk.refusal import Refused, or_refuse
from permdesk.report.blocks import Report
from permdesk.report.html import render_html
from permdesk.terminal import tell
from permdesk.translation import tr


def add_settings(parser: argparse.ArgumentParser, folder: str) -> None:
    """The settings of every audit, the policy and the folder."""
    parser.add_argument("--ties", type=one_of(Ties), metavar=names_of(Ties), help=tr("how equal values are ranked"))
    parser.add_argument(
        "--missing", type=one_of(MissingRule), metavar=names_of(MissingRule), help=tr("what missing values match")
    )
    parser.add_argument("--draws", type=int, help=tr("random records, where not all can be counted"))
    parser.add_argument("--alpha", type=float, help=tr("level of the random-match test"))
    parser.add_argument("--policy", type=Path, help=tr("the agency's thresholds, a TOML file"))
    parser.add_argument("--out", type=Path, default=Path(folder), metavar="DIR", help=tr("folder for what was found"))


def settings_of(wanted: argparse.Namespace, usual: Settings | None = None) -> Settings:
    """The settings as typed, else the ``usual`` ones. Raises Refused."""
    names = ("ties", "missing", "draws", "alpha")
    given: dict[str, Any] = {name: value for name in names if (value := getattr(wanted, name)) is not None}
    settings = replace(usual or Settings(), **given)
    problem = settings_problem(settings)
    if problem is not None:
        raise Refused(problem)
    return settings


def policy_of(wanted: argparse.Namespace) -> Policy:
    """The policy that was named, or the illustrative one. Raises Refused."""
    return Policy() if wanted.policy is None else or_refuse(read_policy(wanted.policy))


def write_folder(folder: Path, report: Report, name: str, numbers: Mapping[str, bytes]) -> None:
    """Write the report as ``name``.html and the numbers, all or none. Raises Refused."""
    contents = {**numbers, f"{name}.html": render_html(report).encode("utf-8")}
    problem = write_together(folder, contents)
    if problem is not None:
        raise Refused(problem)
    tell(tr("Written to {folder}", folder=folder))


def today() -> date:
    """The user's day."""
    return datetime.now().astimezone().date()
