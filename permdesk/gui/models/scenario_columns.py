"""What intruders find who know less: tried scenarios, and every attribute left out, as columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from permdesk.audit.findings import LinkageRate
from permdesk.audit.scenarios import AttributeEffect, Effect, Scenario
from permdesk.compute.arrays import Floats
from permdesk.gui import numbers
from permdesk.gui.models.columns import Column, Mark, Side
from permdesk.gui.models.link_columns import interval_text, linkage_name
from permdesk.report.derivations.derivation import Derivation
from permdesk.report.derivations.linkages import linkage_interval, linkage_lift, linkage_rate
from permdesk.report.derivations.scenarios import effect, scenario_links, scenario_median
from permdesk.translation import tr


def scenario_columns(scenarios: Sequence[Scenario], names: tuple[str, ...]) -> list[Column]:
    """One row for each scenario that was tried; ``names`` are all audited attributes."""
    strongest = [scenario.strongest for scenario in scenarios]
    median = np.array([scenario.median_distance for scenario in scenarios])
    links = np.array([scenario.mean_links for scenario in scenarios])

    def median_text(row: int) -> str:
        return numbers.decimal(median[row], 0 if float(median[row]).is_integer() else 1)

    return [
        Column(
            tr("He knows"),
            lambda row: known_text(scenarios[row], names),
            tooltip=tr("The attributes that the intruder knows of every original record"),
            side=Side.LEFT,
            pinned=True,
        ),
        *_strongest_columns(strongest, [scenario.n_records for scenario in scenarios]),
        Column(
            tr("Median distance"),
            median_text,
            median,
            tooltip=tr("Median permutation distance against Z, by the attributes that he knows"),
            derived=lambda row: scenario_median(scenarios[row], median_text(row), numbers),
        ),
        Column(
            tr("Links per record"),
            lambda row: numbers.significant(links[row], 3),
            links,
            tooltip=tr("Mean number of records of Z at a record's distance; he cannot tell them apart"),
            derived=lambda row: scenario_links(scenarios[row], numbers.significant(links[row], 3), numbers),
        ),
    ]


def effect_columns(effects: Sequence[AttributeEffect]) -> list[Column]:
    """One row for each attribute: what the strongest linkage finds without it, and what knowing it does."""
    change = np.array([effect.change for effect in effects])
    return [
        Column(
            tr("Attribute"),
            lambda row: effects[row].name,
            tooltip=tr("The attribute that this intruder does not know; he knows all others"),
            side=Side.LEFT,
            pinned=True,
        ),
        Column(
            tr("Knowing it"),
            lambda row: effect_text(effects[row].effect),
            change,
            tooltip=tr(
                "gives away: more links are right with it; protects: more are right without it, so a clever intruder "
                "leaves it out; unclear: the change is within 1.96 standard errors of none"
            ),
            side=Side.LEFT,
            marks=lambda row: _effect_marks(effects[row].effect),
            derived=lambda row: effect(effects[row], effect_text(effects[row].effect), numbers),
        ),
        Column(
            tr("Change"),
            lambda row: change_text(effects[row]),
            change,
            tooltip=tr("Percentage points of right links that knowing the attribute adds, ± one standard error"),
            derived=lambda row: effect(effects[row], change_text(effects[row]), numbers),
        ),
        *_strongest_columns(
            [effect.without.strongest for effect in effects],
            [effect.without.n_records for effect in effects],
            tr("Without it"),
        ),
    ]


def known_text(scenario: Scenario, names: tuple[str, ...]) -> str:
    """What the intruder of a scenario knows."""
    return tr("all attributes") if len(scenario.known) == len(names) else ", ".join(scenario.known)


def effect_text(effect: Effect) -> str:
    texts = {Effect.GIVES_AWAY: tr("▲ gives away"), Effect.PROTECTS: tr("✓ protects"), Effect.UNCLEAR: tr("– unclear")}
    return texts[effect]


def change_text(effect: AttributeEffect) -> str:
    """How many percentage points more links are right with the attribute, and how sure that is."""
    sign = "+" if effect.change > 0 else ""
    change, error = numbers.decimal(100 * effect.change, 1), numbers.decimal(100 * effect.standard_error, 1)
    return f"{sign}{change} ± {error}"


def _strongest_columns(
    strongest: Sequence[LinkageRate | None], n_records: Sequence[int], group: str = ""
) -> list[Column]:
    rates, lifts = (_numbers_of(strongest, name) for name in ("rate", "lift"))

    def of(row: int, made: Callable[[LinkageRate], Derivation]) -> Derivation | None:
        linkage = strongest[row]
        return None if linkage is None else made(linkage)

    return [
        Column(
            tr("Right links"),
            lambda row: numbers.percent(rates[row]),
            rates,
            group,
            tr("Expected share of records that the strongest linkage links to their own release"),
            bar=lambda row: float(rates[row]),
            derived=lambda row: of(row, lambda one: linkage_rate(one, numbers.percent(one.rate), numbers)),
        ),
        Column(
            tr("95 % interval"),
            lambda row: interval_text(strongest[row]),
            group=group,
            tooltip=tr("Wilson interval of 95 % for the share of right links"),
            derived=lambda row: of(row, lambda one: linkage_interval(one, interval_text(one), numbers)),
        ),
        Column(
            tr("Times chance"),
            lambda row: numbers.significant(lifts[row], 3),
            lifts,
            group,
            tr("How many times as many as blind guessing would give"),
            derived=lambda row: of(
                row, lambda one: linkage_lift(one, n_records[row], numbers.significant(one.lift, 3), numbers)
            ),
        ),
        Column(
            tr("Strongest linkage"),
            lambda row: _name_of(strongest[row]),
            group=group,
            tooltip=tr("The way of comparing records that finds most of them; an intruder is free to choose it"),
            side=Side.LEFT,
        ),
    ]


def _numbers_of(strongest: Sequence[LinkageRate | None], name: str) -> Floats:
    return np.array([np.nan if linkage is None else getattr(linkage, name) for linkage in strongest])


def _name_of(linkage: LinkageRate | None) -> str:
    return numbers.NOTHING if linkage is None else linkage_name(linkage)


def _effect_marks(effect: Effect) -> Mark:
    return {
        Effect.GIVES_AWAY: Mark.DANGER | Mark.BOLD,
        Effect.PROTECTS: Mark.GOOD,
        Effect.UNCLEAR: Mark.MUTED,
    }[effect]
