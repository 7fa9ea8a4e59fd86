"""The subject's check: one record that its owner knows, held against the release and nothing else."""

from __future__ import annotations

import csv
from dataclasses import dataclass

import numpy as np

from permdesk.audit import open_questions
from permdesk.audit.distance_findings import find_distances, find_variances
from permdesk.audit.findings import Distances, RandomRecords, Target, seal
from permdesk.audit.ranking import Purpose, against_anonymized, generator, rank_attributes
from permdesk.audit.record_table import RecordTable, record_table
from permdesk.audit.settings import Settings, Ties
from permdesk.compute.arrays import Floats
from permdesk.compute.progress import Progress
from permdesk.compute.random_match import p_values
from permdesk.compute.random_records import random_distances
from permdesk.compute.search import SearchTarget
from permdesk.data.attribute_values import attribute_values
from permdesk.data.categories import categories_by_frequency
from permdesk.data.choices import AttributeChoice, CategoryOrder, Level
from permdesk.data.column_report import ColumnReport, report_column
from permdesk.data.file_pair import AttributePair, LeftOut
from permdesk.data.guess import guess_level
from permdesk.data.problem import Problem
from permdesk.data.table import Table
from permdesk.data.text_column import column_of
from permdesk.data.wording import listed, quoted
from permdesk.translation import tr


@dataclass(frozen=True, slots=True)
class RandomPlausibility:
    """Is her match plausible as one by chance? For a release that is declared a pure permutation of the original.

    ``p_value``: share of random records, each attribute drawn from the release on its own, that match at least as
    closely. ``is_plausible``: it exceeds ``alpha``. ``n`` random records were counted or drawn.
    """

    method: RandomRecords
    n: int
    p_value: float
    alpha: float

    @property
    def is_plausible(self) -> bool:
        return self.p_value > self.alpha


@dataclass(frozen=True, slots=True, eq=False)
class SubjectCheck:
    """What a release holds about one record. Attributes, arrays and ``table`` are in the order of ``attributes``.

    ``distances`` holds the one record; ``table`` is its Table 3. ``variances`` (m,) are those of the windows at its
    own distance, in squared units of the release, nan where it says nothing. ``unknown`` attributes were not given.
    ``leaves_open`` are sentences on what the release alone cannot tell her.
    """

    file: str
    n_records: int
    attributes: tuple[AttributePair, ...]
    unknown: tuple[str, ...]
    left_out: tuple[LeftOut, ...]
    distances: Distances
    table: RecordTable
    variances: Floats
    plausibility: RandomPlausibility | None
    leaves_open: tuple[str, ...]

    def __post_init__(self) -> None:
        seal(self, "variances")

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(attribute.name for attribute in self.attributes)


def read_record(text: str) -> dict[str, str] | Problem:
    """Read ``"X1=100.87,X2=..."``: names and values; a part that holds a comma stands in quotation marks."""
    where = tr("The record")
    record: dict[str, str] = {}
    for part in next(csv.reader([text], skipinitialspace=True), []):
        name, equals, value = part.partition("=")
        name = name.strip()
        if not equals or not name:
            what = tr("{part} is no attribute with a value.", part=quoted(part))
            return Problem(what, where, tr("Write name=value, with commas between them."))
        if name in record:
            return Problem(tr("{name} has two values.", name=name), where, tr("Give each attribute once."))
        record[name] = value.strip()
    return record


def check_subject(
    release: Table, record: dict[str, str], pure_permutation: bool, settings: Settings, progress: Progress
) -> SubjectCheck | Problem:
    """Hold a record, given as texts by attribute, against a release (Algorithm 2, Table 3).

    Texts are read as the cells of the release are. Attributes that are not given, or are empty, are unknown to the
    check, not wrong. Ties and missing values are taken at their worst. A Problem for what cannot be meant. Raises
    Cancelled.
    """
    for name in record:
        if name not in release.names:
            what = tr("It has no attribute {name}.", name=name)
            return Problem(what, release.path.name, tr("It has: {names}.", names=_shortened(release.names)))
    if release.n_records < 2:
        return Problem(tr("It has fewer than two records."), release.path.name, tr("Choose the whole release."))
    attributes: list[AttributePair] = []
    left_out: list[LeftOut] = []
    unknown: list[str] = []
    for report in release.reports:
        if not record.get(report.name):
            unknown.append(report.name)
            continue
        typed = _typed(report, record[report.name], release, progress)
        if isinstance(typed, Problem):
            return typed
        if isinstance(typed, LeftOut):
            left_out.append(typed)
        else:
            attributes.append(typed)
    if not attributes:
        reasons = " ".join(f"{left.name}: {left.reason}" for left in left_out)
        what = tr("Nothing is known of the record that can be compared. {reasons}", reasons=reasons)
        return Problem(what.strip(), tr("The record"), tr("Give at least one attribute of the release."))
    return _checked(release, tuple(attributes), tuple(unknown), tuple(left_out), pure_permutation, settings, progress)


def choice_for_release(y: ColumnReport) -> AttributeChoice:
    """How an attribute is compared when only the release is known; categories by their frequency in it."""
    choice = guess_level(y.name, y, y)
    if choice.level is not Level.NOMINAL:
        return choice
    return AttributeChoice(y.name, Level.NOMINAL, CategoryOrder.BY_HAND, categories_by_frequency(y))


def _typed(y: ColumnReport, text: str, release: Table, progress: Progress) -> AttributePair | LeftOut | Problem:
    x = report_column(column_of(y.name, [text]), release.dialect, progress)
    choice = choice_for_release(y)
    if choice.level is Level.NUMERIC and choice.dates is None and x.n_not_numeric:
        what = tr("{text} is no number, as the values of the release are.", text=quoted(text))
        return Problem(what, y.name, tr("Write it as the release writes its numbers, or leave it out."))
    if choice.level is Level.NOMINAL and x.n_present and x.trimmed[0] not in choice.categories:
        known = listed(choice.categories)
        what = tr("The release has no value {text}; it has {known}.", text=quoted(text), known=known)
        return Problem(what, y.name, tr("Correct it, or leave the attribute out if its values were changed."))
    outcome = attribute_values(choice, x, y, None, progress)
    return outcome if isinstance(outcome, Problem) else outcome.attribute


def _checked(
    release: Table,
    attributes: tuple[AttributePair, ...],
    unknown: tuple[str, ...],
    left_out: tuple[LeftOut, ...],
    pure_permutation: bool,
    settings: Settings,
    progress: Progress,
) -> SubjectCheck:
    ranked = rank_attributes(attributes, settings, progress)
    space = against_anonymized(ranked, settings, Ties.WORST_CASE, progress)
    searched = SearchTarget(space.target)
    distances = find_distances(space, Target.ANONYMIZED, None, "distances-anonymized", progress, searched)
    lacking = _values_not_in_release(attributes)
    plausibility = None
    if pure_permutation and not lacking and len(attributes) > 1:
        drawn = random_distances(
            space.target, searched, settings.draws, generator(settings, Purpose.RANDOM_RECORDS), progress
        )
        plausibility = RandomPlausibility(
            method=RandomRecords.EXHAUSTIVE if drawn.is_exhaustive else RandomRecords.DRAWN,
            n=int(drawn.n),
            p_value=float(p_values(distances.distance, drawn)[0]),
            alpha=settings.alpha,
        )
    return SubjectCheck(
        file=release.path.name,
        n_records=release.n_records,
        attributes=attributes,
        unknown=unknown,
        left_out=left_out,
        distances=distances,
        table=record_table(distances, 0),
        variances=find_variances(ranked, distances, distances.d, progress).at_own[0],
        plausibility=plausibility,
        leaves_open=_leaves_open(pure_permutation, lacking, unknown, len(attributes)),
    )


def _values_not_in_release(attributes: tuple[AttributePair, ...]) -> tuple[str, ...]:
    """Attributes of which the release lacks the record's value: no pure permutation does."""
    lacking = []
    for a in attributes:
        lower, upper = a.original.lower[0], a.original.upper[0]
        if not np.isnan(lower) and not ((a.anonymized.lower <= upper) & (a.anonymized.upper >= lower)).any():
            lacking.append(a.name)
    return tuple(lacking)


def _leaves_open(
    pure_permutation: bool, lacking: tuple[str, ...], unknown: tuple[str, ...], n_compared: int
) -> tuple[str, ...]:
    questions = []
    if lacking and pure_permutation:
        questions.append(open_questions.lacking_values(_shortened(lacking)))
    if lacking or not pure_permutation:
        questions.append(open_questions.change_of_scale())
    if not pure_permutation:
        questions.append(open_questions.only_if_permutation())
    elif n_compared == 1:
        questions.append(open_questions.one_attribute())
    if unknown:
        questions.append(open_questions.unknown_attributes(_shortened(unknown)))
    questions.append(open_questions.agency_only())
    return tuple(questions)


def _shortened(names: tuple[str, ...]) -> str:
    return ", ".join(names[:20]) + (", ..." if len(names) > 20 else "")
