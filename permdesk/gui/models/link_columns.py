"""Table 5 as columns: the links that the intruder makes, and, for the protector only, which of them are right."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import lru_cache

import numpy as np

from permdesk.audit.findings import Audit, LinkageRate, Measure, Target
from permdesk.audit.record_table import record_table
from permdesk.compute.arrays import Ranks
from permdesk.gui import numbers
from permdesk.gui.models.columns import Column, Mark, Side
from permdesk.gui.models.record_columns import record_number, whole
from permdesk.report.derivations.linkages import linkage_interval, linkage_lift, linkage_rate
from permdesk.report.derivations.linkages import queries as n_queries
from permdesk.report.derivations.matches import match_count
from permdesk.report.derivations.random_match import defensible_link, p_value
from permdesk.report.derivations.record_distance import record_distance
from permdesk.report.derivations.right_links import link_outcome, own_release
from permdesk.report.wording import linkage_title
from permdesk.translation import tr, tr_count

MOST_LISTED = 4
MOST_CELLS_SEARCHED = 200_000


class LinkOutcome(Enum):
    """What the protector knows of the links of one record."""

    NONE = 0
    WRONG = 1
    NOT_AMONG_SEVERAL = 2
    AMONG_SEVERAL = 3
    SOLE_RIGHT = 4

    @property
    def text(self) -> str:
        return {
            LinkOutcome.NONE: tr("– no release"),
            LinkOutcome.WRONG: tr("✗ wrong"),
            LinkOutcome.NOT_AMONG_SEVERAL: tr("✗ none of them"),
            LinkOutcome.AMONG_SEVERAL: tr("◐ among several"),
            LinkOutcome.SOLE_RIGHT: tr("● right"),
        }[self]


def intruder_columns(audit: Audit) -> list[Column]:
    """Table 5 as the intruder has it, with the probability that a random record matches as closely."""
    test, links = audit.random_match, audit.links
    columns = [record_number(tr("Record of X"), audit.n_original), _links(audit, None), _distance(audit)]
    if test.p_values.size != links.distance.size:
        return columns
    return [
        *columns,
        Column(
            tr("p"),
            lambda row: numbers.probability(float(test.p_values[row])),
            test.p_values,
            tooltip=tr(
                "The probability that a random record matches as closely; not the probability that the link is random"
            ),
            derived=lambda row: p_value(audit, row, numbers.probability(float(test.p_values[row])), numbers),
        ),
        Column(
            tr("Defensible"),
            lambda row: tr("▲ yes") if test.defensible[row] else "",
            test.defensible,
            tooltip=tr("The link stands at level alpha after correction for the number of links (Benjamini-Hochberg)"),
            side=Side.LEFT,
            marks=lambda row: Mark.DANGER | Mark.BOLD if test.defensible[row] else Mark.NONE,
            derived=lambda row: defensible_link(audit, row, tr("▲ yes") if test.defensible[row] else "", numbers),
        ),
    ]


def protector_columns(audit: Audit) -> list[Column]:
    """Table 5 with what only the agency knows: the right release of each record, and whether it is linked."""
    outcomes = link_outcomes(audit)
    own = audit.pair.own
    if own is None:
        return []

    def outcome(row: int) -> LinkOutcome:
        return LinkOutcome(int(outcomes[row]))

    def own_text(row: int) -> str:
        return numbers.count(own[row] + 1) if own[row] >= 0 else numbers.NOTHING

    return [
        record_number(tr("Record of X"), audit.n_original),
        _links(audit, outcome),
        Column(
            tr("The link is"),
            lambda row: outcome(row).text,
            outcomes,
            tooltip=tr("right: the only link is the own release; among several: the own release is one of the links"),
            side=Side.LEFT,
            marks=lambda row: _outcome_marks(outcome(row)),
            derived=lambda row: link_outcome(audit, row, outcome(row).text, numbers),
        ),
        Column(
            tr("Own in Y"),
            own_text,
            own,
            tooltip=tr("The record of Y that was made from this record; only the agency knows it"),
            derived=lambda row: own_release(row, own_text(row), numbers),
        ),
        _distance(audit),
    ]


def link_outcomes(audit: Audit) -> Ranks:
    """The LinkOutcome of every original record, as its number."""
    links, own = audit.links, audit.pair.own
    if own is None or links.own_matches is None:
        return np.zeros(links.distance.size, np.int32)
    is_sole, is_own = links.n_matches == 1, links.own_matches
    several = np.where(is_own, LinkOutcome.AMONG_SEVERAL.value, LinkOutcome.NOT_AMONG_SEVERAL.value)
    sole = np.where(is_own, LinkOutcome.SOLE_RIGHT.value, LinkOutcome.WRONG.value)
    return np.where(own < 0, LinkOutcome.NONE.value, np.where(is_sole, sole, several)).astype(np.int32)


def battery_columns(audit: Audit) -> tuple[list[Column], int]:
    """Every linkage that was tried, the strongest marked, and how many there are."""
    battery = audit.right_links.battery if audit.right_links else ()
    strongest = max((linkage.rate for linkage in battery), default=0.0)
    rates = np.array([linkage.rate for linkage in battery])
    lifts = np.array([linkage.lift for linkage in battery])
    queries = np.array([linkage.n_queries for linkage in battery])

    def is_strongest(row: int) -> bool:
        return battery[row].rate == strongest

    def marks(row: int) -> Mark:
        return Mark.DANGER | Mark.BOLD if is_strongest(row) else Mark.NONE

    def note(row: int) -> str:
        whole_name = linkage_name(battery[row])
        if not is_strongest(row):
            return whole_name
        return tr("{name}: the strongest linkage, the one that counts", name=whole_name)

    def interval(row: int) -> str:
        low, high = battery[row].interval
        return tr("{low} to {high}", low=numbers.percent(low).removesuffix(" %"), high=numbers.percent(high))

    columns = [
        Column(
            tr("Linkage by"),
            lambda row: f"▲ {_short_name(battery[row])}" if is_strongest(row) else _short_name(battery[row]),
            tooltip=tr("How the intruder compares records, and in which file; ▲ the strongest"),
            side=Side.LEFT,
            marks=marks,
            note=note,
            pinned=True,
        ),
        Column(
            tr("Right"),
            lambda row: numbers.percent(battery[row].rate),
            rates,
            tooltip=tr("Expected share of records that are linked to their own release"),
            marks=marks,
            bar=lambda row: battery[row].rate,
            derived=lambda row: linkage_rate(battery[row], numbers.percent(battery[row].rate), numbers),
        ),
        Column(
            tr("95 % interval"),
            interval,
            tooltip=tr("Wilson interval of 95 % for the share of right links"),
            derived=lambda row: linkage_interval(battery[row], interval(row), numbers),
        ),
        Column(
            tr("× chance"),
            lambda row: numbers.significant(battery[row].lift, 3),
            lifts,
            tooltip=tr("How many times as many as blind guessing would give"),
            marks=marks,
            derived=lambda row: linkage_lift(
                battery[row], audit.links.n_records, numbers.significant(battery[row].lift, 3), numbers
            ),
        ),
    ]
    if (queries == n_paired(audit)).all():  # all were looked for, as anybody expects
        return columns, len(battery)
    drawn = Column(
        tr("Queries"),
        lambda row: numbers.count(queries[row]),
        queries,
        tooltip=tr(
            "How many original records were looked for in the whole file: all that have a release, or some drawn "
            "from them where an exact search would take too long"
        ),
        note=lambda row: (
            tr("all records that have a release") if queries[row] == queries.max() else tr("drawn at random")
        ),
        derived=lambda row: n_queries(battery[row], n_paired(audit), numbers.count(queries[row]), numbers),
    )
    return [*columns, drawn], len(battery)


def n_paired(audit: Audit) -> int:
    """How many original records have a release."""
    return 0 if audit.pair.own is None else int((audit.pair.own >= 0).sum())


def linkage_name(linkage: LinkageRate) -> str:
    """A linkage and the file that it searches, in words."""
    letter = "Y" if linkage.target is Target.ANONYMIZED else "Z"
    return tr("{method}, in {letter}", method=linkage_title(linkage), letter=letter)


def _short_name(linkage: LinkageRate) -> str:
    """The same, as short as it is told apart in a table whose notes have it in full."""
    short: dict[str, str] = {
        Measure.MAXIMUM: tr("largest difference"),
        Measure.SUM: tr("sum of differences"),
        Measure.SQUARES: tr("sum of squares"),
        Measure.STANDARDIZED: tr("standardized values"),
    }
    measure, _, _ = linkage.name.partition(",")
    if measure not in short:
        return linkage_name(linkage)
    letter = "Y" if linkage.target is Target.ANONYMIZED else "Z"
    return tr("{method}, in {letter}", method=short[measure], letter=letter)


def interval_text(linkage: LinkageRate | None) -> str:
    """The interval of 95 % of a linkage's rate."""
    if linkage is None:
        return numbers.NOTHING
    low, high = (numbers.percent(bound) for bound in linkage.interval)
    return tr("{low} to {high}", low=low, high=high)


def _outcome_marks(outcome: LinkOutcome) -> Mark:
    if outcome is LinkOutcome.SOLE_RIGHT:
        return Mark.DANGER | Mark.BOLD
    return Mark.BOLD if outcome is LinkOutcome.AMONG_SEVERAL else Mark.MUTED


def _distance(audit: Audit) -> Column:
    largest = max(audit.links.max, 1)
    return Column(
        tr("Distance"),
        whole(audit.links.distance),
        audit.links.distance,
        tooltip=tr("Permutation distance of the record to its links"),
        bar=lambda row: float(audit.links.distance[row]) / largest,
        derived=lambda row: record_distance(audit.links, audit.names, row, numbers),
    )


def _links(audit: Audit, outcome: Callable[[int], LinkOutcome] | None) -> Column:
    links = audit.links

    def marks(row: int) -> Mark:
        if outcome is not None and outcome(row) in (LinkOutcome.SOLE_RIGHT, LinkOutcome.AMONG_SEVERAL):
            return Mark.BOLD | Mark.UNDERLINED
        return Mark.NONE

    letter, text = "Y" if links.target is Target.ANONYMIZED else "Z", links_text(audit)
    return Column(
        tr("Links in {letter}", letter=letter),
        text,
        links.first_match,
        tooltip=tr("The records at the smallest permutation distance; the intruder cannot choose among several"),
        side=Side.LEFT,
        marks=marks,
        note=lambda row: tr_count(
            "{count} link", "{count} links", links.n_matches[row], count=numbers.count(links.n_matches[row])
        ),
        derived=lambda row: match_count(links, row, numbers, text(row)),
    )


def links_text(audit: Audit) -> Callable[[int], str]:
    """Text of the links of a record: all of a few; where finding all would take long, the first and their number."""
    links = audit.links

    @lru_cache(maxsize=1_000)
    def text(row: int) -> str:
        n, first = int(links.n_matches[row]), numbers.count(links.first_match[row] + 1)
        if n == 1:
            return first
        if links.low.size > MOST_CELLS_SEARCHED:
            return tr("{first} and {more} more", first=first, more=numbers.count(n - 1))
        listed = [numbers.count(match + 1) for match in record_table(links, row).matches[:MOST_LISTED]]
        more = n - len(listed)
        return ", ".join(listed) if more <= 0 else tr("{first} and {more} more", first=", ".join(listed), more=more)

    return text
