"""Audits candidate releases of one original one by one, and keeps of each what a comparison needs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np

from permdesk.audit.attribute_figures import AttributeFigures, attribute_figures
from permdesk.audit.findings import Audit, seal
from permdesk.audit.nobodys_records import is_synthetic, nobodys_sentence
from permdesk.audit.pairing_doubt import pairing_doubt
from permdesk.audit.policy import Policy
from permdesk.audit.ranking import ClassifiedOriginal, classify_original
from permdesk.audit.read_once import ReadOnce
from permdesk.audit.recipe import Candidate, Demonstration
from permdesk.audit.release_figures import ReleaseFigures, release_figures
from permdesk.audit.run import run_audit
from permdesk.audit.settings import Settings
from permdesk.audit.share_text import share_text
from permdesk.audit.shared_choices import is_audited, shared_choices
from permdesk.compute.arrays import Floats
from permdesk.compute.linkage import expected_right
from permdesk.compute.progress import Progress
from permdesk.compute.unstoppable import wait_for
from permdesk.data.arrow_memory import give_back_memory
from permdesk.data.choices import AttributeChoice, PairChoices, PairingBy
from permdesk.data.chosen_cells import with_cells
from permdesk.data.file_pair import FilePair
from permdesk.data.guess import guess_choices
from permdesk.data.make_pair import make_pair
from permdesk.data.match_names import match_names
from permdesk.data.pairing import pair_by_row
from permdesk.data.problem import Problem, Severity
from permdesk.data.scale_changes import unconfirmed_scale
from permdesk.data.table import Table
from permdesk.data.wording import listed
from permdesk.translation import tr

CURVE = 200
"""Steps between the quantiles that a distribution is drawn from."""
MUCH_SUPPRESSED = 0.1


@dataclass(frozen=True, slots=True)
class Terms:
    """What all candidates are held to. ``choices`` None: guessed from all of them, see ``shared_choices``."""

    choices: PairChoices | None
    settings: Settings
    policy: Policy


@dataclass(frozen=True, slots=True, eq=False)
class ComparedRelease:
    """What an audited candidate adds to a comparison.

    ``sha256`` is that of its file, ``names`` the attributes that were audited, by ``choices`` that all candidates
    share; ``made`` is how it was made here, None elsewhere. ``distance`` (n_X,) is the distance of each original
    record, the smaller of those against Y and Z, as a share of the released records; ``right`` (n_X,) the chance that
    the link an intruder makes by rank deviations is the right one, nan where the record has no release, None when
    unpaired or where the pairing is not to be believed. ``curve`` (CURVE + 1,) holds the quantiles of ``distance`` at
    equal steps from the smallest to the largest. ``warnings`` must stand beside the numbers.
    """

    figures: ReleaseFigures
    sha256: str
    names: tuple[str, ...]
    choices: PairChoices
    made: Demonstration | None
    attributes: tuple[AttributeFigures, ...]
    distance: Floats
    right: Floats | None
    curve: Floats
    warnings: tuple[Problem, ...]

    def __post_init__(self) -> None:
        seal(self, "distance", "right", "curve")


def audit_alike(choices: PairChoices, others: PairChoices) -> bool:
    """Releases that are audited by the one or the other can be compared: reasons, names in a release and attributes
    that are not audited make no difference."""

    def plain(of: PairChoices) -> frozenset[AttributeChoice]:
        return frozenset(replace(one, reason="", anonymized_name="") for one in of.attributes if is_audited(one))

    same_pairing = (choices.pairing, choices.id_attributes) == (others.pairing, others.id_attributes)
    return same_pairing and plain(choices) == plain(others)


def compare_candidates(
    original: Table,
    candidates: Sequence[tuple[Candidate, str]],
    terms: Terms,
    begun: Callable[[int], None],
    found: Callable[[int, ComparedRelease | Problem], None],
    progress: Progress,
    releases: ReadOnce | None = None,
) -> None:
    """Audit candidates, each with its name, against ``original`` in turn. ``begun`` and ``found`` are told the place of
    each (from 0), and what came of it: a Problem is about that one alone. Raises Cancelled; what was found stays.

    The original is ranked once, and what ``releases`` keeps is not read again.
    """
    releases = releases or ReadOnce()
    known: tuple[ClassifiedOriginal, ...] = ()
    whole = with_cells(original, original.names, progress)
    choices = terms.choices
    if choices is None and not isinstance(whole, Problem):
        choices = shared_choices(whole, [candidate for candidate, _ in candidates], releases, progress)
    for place, (candidate, name) in enumerate(candidates):
        begun(place)
        pair = whole if isinstance(whole, Problem) else _read_pair(whole, candidate, choices, releases, progress)
        if isinstance(pair, Problem):
            found(place, pair)
            continue
        known = known or classify_original(pair, progress)
        audit = run_audit(pair, terms.settings, terms.policy, progress, known)
        by = choices or pair.choices
        found(
            place,
            audit if isinstance(audit, Problem) else wait_for(partial(_compared, audit, name, by, candidate), progress),
        )
        del pair, audit
        give_back_memory()


def _read_pair(
    original: Table, candidate: Candidate, choices: PairChoices | None, releases: ReadOnce, progress: Progress
) -> FilePair | Problem:
    path = Path(candidate.file.path)
    if not path.exists():
        remedy = tr("Check its name and its folder; add it from where it is now, or take it out of the comparison.")
        return Problem(tr("This file does not exist."), str(path), remedy)
    release = releases.take(candidate, progress)
    if isinstance(release, Problem):
        return release
    unconfirmed = None if candidate.file.dialect is None else unconfirmed_scale(release, progress)
    if unconfirmed is not None:
        return unconfirmed
    pair = candidate_pair(original, release, candidate, choices, progress)
    if isinstance(pair, Problem) or candidate.file.sha256 in ("", release.sha256):
        return pair
    what = tr("The file has changed since it was put into the recipe.")
    changed = Problem(what, release.path.name, tr("Make sure that it is the file you mean."), Severity.WARNING)
    return replace(pair, problems=(*pair.problems, changed))


def candidate_pair(
    original: Table, release: Table, candidate: Candidate, choices: PairChoices | None, progress: Progress
) -> FilePair | Problem:
    """The pair of an original and a candidate, by the same choices as all others: a Problem where an attribute that is
    compared is gone or cannot be audited, as a release with fewer attributes looks safer. A release of another length,
    a synthetic one and one without the identifier are not paired. Raises Cancelled."""
    chosen = guess_choices(original, release, progress) if choices is None else _suited(choices, original, release)
    if isinstance(chosen, Problem):
        return chosen
    unpaired = _cannot_pair(original, release, candidate, chosen)
    if unpaired is not None:
        chosen = replace(chosen, pairing=PairingBy.UNPAIRED, id_attributes=())
    pair = make_pair(original, release, chosen, progress)
    if isinstance(pair, Problem):
        return pair
    more = [one for one in (unpaired, _undecided(original, release, chosen)) if one is not None]
    pair = replace(pair, problems=(*pair.problems, *more))
    reasons = {left.name: left.reason for left in pair.left_out}
    for choice in chosen.attributes:
        if is_audited(choice) and choice.name not in pair.names and _varies(original, choice.name):
            what = tr("{name} cannot be compared: {reason}", name=choice.name, reason=reasons.get(choice.name, ""))
            return Problem(what, release.path.name, _remedy())
    return pair


def _cannot_pair(original: Table, release: Table, candidate: Candidate, chosen: PairChoices) -> Problem | None:
    if is_synthetic(candidate):
        what, severity = nobodys_sentence(), Severity.NOTE
    elif chosen.pairing is PairingBy.ID and (gone := _gone_identifiers(original, release, chosen)):
        what = tr("It lacks the identifier {names}, so that nobody can say which links are right.", names=gone)
        severity = Severity.WARNING
    elif chosen.pairing is PairingBy.ROW and isinstance(pair_by_row(original, release), Problem):
        what = tr("It has another number of records than the original, so that nobody can say which links are right.")
        severity = Severity.WARNING
    else:
        return None
    return Problem(what, release.path.name, tr("Compare it by the other figures."), severity)


def _gone_identifiers(original: Table, release: Table, chosen: PairChoices) -> str:
    common = _common(original, release, chosen)
    return listed([name for name in chosen.id_attributes if name in original.names and name not in common])


def _common(original: Table, release: Table, chosen: PairChoices) -> Collection[str]:
    """The names of the attributes that both files have."""
    names = match_names(original, release, chosen.renamed)
    return () if isinstance(names, Problem) else names.common


def _suited(choices: PairChoices, original: Table, release: Table) -> PairChoices | Problem:
    """The choices without names that only another release has, and without excluded attributes that this one lacks."""
    attributes = [
        choice if choice.anonymized_name in release.names else replace(choice, anonymized_name="")
        for choice in choices.attributes
    ]
    names = match_names(original, release, {one.name: one.anonymized_name for one in attributes if one.anonymized_name})
    if isinstance(names, Problem):
        return names
    lacking = [one.name for one in attributes if is_audited(one) and one.name not in names.common]
    if len(lacking) == 1:
        what = tr("It lacks the attribute {name}, by which the releases are compared.", name=lacking[0])
        return Problem(what, release.path.name, _remedy())
    if lacking:
        what = tr("It lacks attributes by which the releases are compared: {names}.", names=listed(lacking))
        return Problem(what, release.path.name, _remedy())
    return replace(choices, attributes=tuple(one for one in attributes if one.name in names.common))


def _varies(original: Table, name: str) -> bool:
    """An attribute that is one value throughout tells nobody anything, so that nothing looks safer without it."""
    codes = original.column(name).codes
    return bool(codes.min() != codes.max())


def _remedy() -> str:
    return tr(
        "Take it out of the comparison, or exclude what it lacks for all releases: on the Data tab, with a release open"
        " that has it, or by --attributes on the command line."
    )


def _undecided(original: Table, release: Table, chosen: PairChoices) -> Problem | None:
    """What an intruder could use and nobody has chosen or excluded, as the release that was open lacks it."""
    decided = {one.name for one in chosen.attributes}
    undecided = [name for name in _common(original, release, chosen) if name not in decided]
    if not undecided:
        return None
    what = tr(
        "It has attributes that are not compared, as nobody has decided about them: {names}.", names=listed(undecided)
    )
    remedy = tr("Open its audit, choose their levels on the Data tab or exclude them, and compare again.")
    return Problem(what, release.path.name, remedy, Severity.WARNING)


def _compared(audit: Audit, name: str, choices: PairChoices, candidate: Candidate) -> ComparedRelease:
    distance = np.minimum(audit.distances.distance, audit.distances_z.distance) / audit.distances.n_records
    links, own = audit.links, audit.pair.own
    right = None
    is_believed = not pairing_doubt(audit.pair, audit.attributes)
    if own is not None and links.own_matches is not None and is_believed:
        right = np.where(own >= 0, expected_right(links.own_matches, links.n_matches), np.nan)
    return ComparedRelease(
        figures=release_figures(audit, name),
        sha256=audit.pair.anonymized.sha256,
        names=audit.names,
        choices=choices,
        made=candidate.made,
        attributes=attribute_figures(audit),
        distance=distance,
        right=right,
        curve=np.quantile(distance, np.linspace(0, 1, CURVE + 1)),
        warnings=(
            *(notice for notice in audit.notices if notice.severity is not Severity.NOTE),
            *_much_suppressed(audit),
        ),
    )


def _much_suppressed(audit: Audit) -> Iterator[Problem]:
    """Correlations of the values that are left hide how few these are."""
    share = float(np.mean([max(one.missing_share - one.missing_share_original, 0.0) for one in audit.attributes]))
    if share >= MUCH_SUPPRESSED:
        what = tr("Of the values, {share} were suppressed: correlations are those of the values that are left.",
                  share=share_text(share, 0))  # fmt: skip
        remedy = tr("Compare what is lost by the marginals, in which suppressed values count as lost.")
        yield Problem(what, audit.pair.anonymized.path.name, remedy, Severity.WARNING)
