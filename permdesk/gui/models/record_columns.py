"""Table 4 as columns: every original record with its distances, matches, values and variances."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from permdesk.audit.findings import Audit
from permdesk.audit.own_requirement import RequirementReading
from permdesk.compute.arrays import Flags, Floats
from permdesk.data.choices import PairingBy
from permdesk.gui import numbers
from permdesk.gui.models.columns import Column, Derived, Mark, Side
from permdesk.gui.models.record_filter import Field
from permdesk.gui.models.value_text import shown_values, side_of
from permdesk.report.derivations.data_set import smallest_distance
from permdesk.report.derivations.local_variance import record_variance, smallest_variance
from permdesk.report.derivations.matches import first_match, match_count
from permdesk.report.derivations.own_requirement import n_satisfying_own, satisfies_own
from permdesk.report.derivations.permuted_privacy import n_satisfying, satisfies
from permdesk.report.derivations.record_distance import record_distance
from permdesk.report.derivations.values import given
from permdesk.translation import tr

MOST_COUNTED = 99_999
SATISFIED, FAILED = "✓", "✗"
NO_YES = {"no": 0.0, "yes": 1.0}


def record_columns(audit: Audit, own: RequirementReading | None = None) -> list[Column]:
    """Table 4, the deciding columns first. Row i is original record i. ``own`` says which records have the officer's
    own (d, v), None where she has asked for none."""
    n = audit.n_original
    in_y, in_z = audit.distances, audit.distances_z
    largest = max(in_y.max, 1)
    columns = [record_number(tr("Record"), n), *_ids(audit)]
    distance, matches = tr("Permutation distance"), tr("Matches in Y")

    def in_share(row: int) -> str:
        d = int(in_y.distance[row])
        share = numbers.percent(d / in_y.n_records)
        return tr("{d} of {n} ranks, {share} of the file", d=d, n=numbers.count(in_y.n_records), share=share)

    columns += [
        Column(
            tr("to Y"),
            whole(in_y.distance),
            in_y.distance,
            distance,
            tr("dᵢ: the smallest, over all records of Y, of the largest rank deviation in any attribute"),
            bar=lambda row: float(in_y.distance[row]) / largest,
            note=in_share,
            pinned=True,
            derived=lambda row: record_distance(in_y, audit.names, row, numbers),
        ),
        Column(
            tr("to Z"),
            whole(in_z.distance),
            in_z.distance,
            distance,
            tr("The same in the reverse-mapped file, which no change of scale or level can fool"),
            pinned=True,
            derived=lambda row: record_distance(in_z, audit.names, row, numbers),
        ),
        Column(
            tr("number"),
            whole(in_y.n_matches),
            in_y.n_matches,
            matches,
            tr("How many records of Y are at this distance; none of them can be told from the others"),
            derived=lambda row: match_count(in_y, row, numbers),
        ),
        Column(
            tr("first"),
            lambda row: numbers.count(in_y.first_match[row] + 1),
            in_y.first_match,
            matches,
            tr("The first record of Y at this distance"),
            derived=lambda row: first_match(in_y, row, numbers),
        ),
        _satisfies(
            tr("Satisfies"),
            audit.satisfies,
            tr("✓: the record has the policy's (d, v): its distances and its variances are large enough"),
            (tr("satisfies the policy's (d, v)"), tr("fails the policy's (d, v)")),
            lambda row: satisfies(audit, row, SATISFIED if audit.satisfies[row] else FAILED, numbers),
        ),
    ]
    if own is not None:
        columns.append(own_column(audit, own))
    columns += [
        Column(
            a.name,
            text := shown_values(a, a.original),
            a.original.lower,
            tr("Original values X"),
            side=side_of(a),
            derived=given_values("X", a.name, text),
        )
        for a in audit.pair.attributes
    ]
    return columns + _variance_columns(audit)


def own_place(columns: Sequence[Column]) -> int:
    """Where the column of the officer's own (d, v) stands among those of Table 4, or would: beside the policy's."""
    return next(place for place, column in enumerate(columns, 1) if column.title == tr("Satisfies"))


def own_column(audit: Audit, own: RequirementReading) -> Column:
    """Which records have the officer's own (d, v)."""
    satisfied = own.satisfied
    return _satisfies(
        tr("Own (d, v)"),
        satisfied,
        tr("✓: the record has your own (d, v), which you set beside the table"),
        (tr("satisfies your own (d, v)"), tr("fails your own (d, v)")),
        lambda row: satisfies_own(audit, own, row, SATISFIED if satisfied[row] else FAILED, numbers),
    )


def _satisfies(
    title: str, satisfied: Flags, tooltip: str, said: tuple[str, str], derived: Derived | None = None
) -> Column:
    return Column(
        title,
        lambda row: SATISFIED if satisfied[row] else FAILED,
        satisfied,
        tooltip=tooltip,
        side=Side.CENTRE,
        marks=lambda row: Mark.GOOD if satisfied[row] else Mark.DANGER | Mark.BOLD,
        note=lambda row: said[0] if satisfied[row] else said[1],
        pinned=True,
        derived=derived,
    )


def summary_columns(audit: Audit, columns: list[Column], own: RequirementReading | None = None) -> list[Column]:
    """The bottom row of Table 4, one row under the same ``columns``: the data set's d and v."""
    in_y, in_z = audit.distances, audit.distances_z
    texts = [tr("All"), *("" for _ in _ids(audit))]
    texts += [f"d = {numbers.count(in_y.d)}", numbers.count(in_z.d), "", ""]
    made: list[Derived | None] = [None for _ in texts]
    made[-4] = lambda _row: smallest_distance(in_y, numbers.count(in_y.d), numbers)
    made[-3] = lambda _row: smallest_distance(in_z, numbers.count(in_z.d), numbers)
    texts.append(_of_all(audit.satisfies))
    made.append(lambda _row: n_satisfying(audit, _of_all(audit.satisfies), numbers))
    if own is not None:
        texts.append(_of_all(own.satisfied))
        made.append(lambda _row: n_satisfying_own(own, _of_all(own.satisfied), numbers))
    texts += ["" for _ in audit.names]
    made += [None] * (len(texts) - len(made))
    for j, v in enumerate(audit.variances.v):
        texts.append(f"v = {numbers.significant(v)}")
        made.append(lambda _row, j=j: smallest_variance(audit, j, numbers))  # type: ignore[misc]
    return [
        Column(
            above.title,
            lambda _row, text=text: text,  # type: ignore[misc]
            group=above.group,
            side=above.side,
            marks=lambda _row: Mark.BOLD,
            pinned=above.pinned,
            derived=derived,
            name=above.name,
        )
        for text, above, derived in zip(texts, columns, made, strict=True)
    ]


def _of_all(satisfied: Flags) -> str:
    """So many of all; of very many, whose numbers would need the room of a column, the share."""
    if satisfied.size > MOST_COUNTED:
        return numbers.percent(float(satisfied.mean()))
    return f"{numbers.count(satisfied.sum())}/{numbers.count(satisfied.size)}"


def record_fields(audit: Audit, own: RequirementReading | None = None) -> dict[str, Field]:
    """What a condition on Table 4 may name."""
    in_y, in_z = audit.distances, audit.distances_z
    fields = {
        "record": Field(np.arange(1, audit.n_original + 1)),
        "distance": Field(in_y.distance),
        "distance_z": Field(in_z.distance),
        "matches": Field(in_y.n_matches),
        "first": Field(in_y.first_match + 1),
        "satisfies": Field(audit.satisfies, NO_YES),
    }
    if own is not None:
        fields["own"] = Field(own.satisfied, NO_YES)
    for attribute in audit.pair.attributes:
        places = {text: float(place) for place, text in enumerate(attribute.categories, 1)} or None
        fields.setdefault(attribute.name, Field(attribute.original.lower, places, attribute.dates))
    return fields


def record_number(title: str, n: int) -> Column:
    """The column that counts records from 1."""
    return Column(title, lambda row: numbers.count(row + 1), lambda: np.arange(n), pinned=True)


def id_column(title: str, ids: Sequence[str]) -> Column:
    """The column of the officer's own IDs: sorted as numbers if all are numbers, else as texts."""
    return Column(title, lambda row: ids[row], lambda: _id_keys(ids), side=Side.LEFT, pinned=True)


def given_values(file: str, name: str, text: Callable[[int], str]) -> Derived:
    """What is said about values that stand in a file."""
    return lambda row: given(file, name, row, text(row), numbers)


def whole(values: NDArray[np.integer]) -> Callable[[int], str]:
    """Text of a whole number."""
    return lambda row: numbers.count(values[row])


def variance_text(value: float, places: int) -> str:
    """A variance with fixed places, more where these would make it 0."""
    return numbers.significant(value, 2) if 0 < value < 0.5 * 10.0**-places else numbers.decimal(value, places)


def variance_places(variances: Floats) -> int:
    """The places that variances of one attribute need: two, more where all are small."""
    sample = variances[:: max(1, variances.size // numbers.SAMPLE)]
    finite = sample[np.isfinite(sample)]
    return 2 if not finite.size or finite.max() >= 1 or finite.max() == 0 else 6


def _ids(audit: Audit) -> list[Column]:
    return [id_column(tr("ID"), audit.pair.record_ids)] if audit.pair.pairing is PairingBy.ID else []


def _id_keys(ids: Sequence[str]) -> Floats:
    try:
        return np.array(ids, dtype=np.float64)
    except ValueError:
        return np.unique(np.array(ids), return_inverse=True)[1].astype(np.float64)


def _variance_columns(audit: Audit) -> list[Column]:
    at_d, at_own = audit.variances.at_d, audit.variances.at_own
    group = tr("Variance at d = {d} (at the record's own dᵢ)", d=numbers.count(audit.distances.d))

    def text_of(j: int) -> Callable[[int], str]:
        places = variance_places(at_own[:, j])

        def text(row: int) -> str:
            if np.isnan(at_d[row, j]):
                return numbers.NOTHING
            return f"{variance_text(at_d[row, j], places)} ({variance_text(at_own[row, j], places)})"

        return text

    tooltip = tr(
        "Variance of the values of Y whose ranks lie within d of the value closest to the record's own, in squared "
        "units; small: whoever knows the rank knows the value"
    )

    def derived(j: int) -> Derived:
        text = text_of(j)
        return lambda row: record_variance(audit, row, j, text(row), numbers)

    return [
        Column(name, text_of(j), at_d[:, j], group, tooltip, derived=derived(j), name=f"variance: {name}")
        for j, name in enumerate(audit.names)
    ]
