"""(d, v)-permuted privacy: how far each record moved, and how varied the values around it are."""

from __future__ import annotations

import numpy as np

from permdesk.audit.findings import Audit, Distances
from permdesk.compute.progress import Progress
from permdesk.report.bins import bin_distances
from permdesk.report.blocks import Block, Cell, Column, Figure, Heading, Number, Paragraph, Row, Table, Viewer
from permdesk.report.distance_tables import closest_records_table, record_comparison
from permdesk.report.figures import distance_histogram
from permdesk.report.number_text import number_text
from permdesk.report.profile import Profile
from permdesk.report.records import least_protected_first, smallest_distance
from permdesk.report.wording import target_title
from permdesk.translation import tr, tr_count


def permuted_privacy_blocks(audit: Audit, profile: Profile, progress: Progress) -> tuple[Block, ...]:
    """The data set's d and v, the distribution of the distances; with records, Tables 3 and 4. Raises
    Cancelled."""
    blocks: list[Block] = [
        Heading(tr("How far did each record move?"), viewer=Viewer.PROTECTOR),
        Paragraph(
            tr(
                "The permutation distance of an original record is the smallest number d of ranks within which some "
                "released record lies in every attribute at once, seen from the released values closest to the "
                "original ones. Distances against Y take the released values as they are; distances against Z undo "
                "what did not change ranks. A record is as well protected as the smaller of the two says."
            )
        ),
        _distances(audit),
        _variances(audit),
        _satisfied(audit),
        Figure(
            name=tr("Distances"),
            caption=tr("Permutation distances of the original records"),
            alternative=_spread(audit),
            svg=distance_histogram(audit.distances.distance, audit.distances_z.distance, progress),
        ),
        _histogram(audit),
    ]
    if profile.shows_records:
        record = int(least_protected_first(smallest_distance(audit), audit.distances.own_matches)[0])
        progress.check()
        blocks.append(Heading(tr("The least protected record"), level=3))
        blocks.append(record_comparison(audit, record, progress))
        blocks.append(Heading(tr("All records"), level=3))
        blocks.append(closest_records_table(audit, progress))
    return tuple(blocks)


def _distances(audit: Audit) -> Table:
    def row(distances: Distances) -> Row:
        return (
            Cell(target_title(distances.target)),
            Cell(distances.d),
            Cell(distances.median),
            Cell(distances.max),
            Cell(distances.d / distances.n_records),
            Cell(distances.n_multiple),
        )

    return Table(
        name=tr("Permutation distance"),
        caption=tr("Permutation distance of the data set"),
        columns=(
            Column(tr("Against")),
            Column(tr("Smallest (d)"), Number.COUNT),
            Column(tr("Median"), Number.COUNT),
            Column(tr("Largest"), Number.COUNT),
            Column(tr("d as a share of n"), Number.SHARE),
            Column(tr("Records with several matches"), Number.COUNT),
        ),
        rows=(row(audit.distances), row(audit.distances_z)),
        note=tr("Distances are in ranks, from 0 to the number n of released records; they mean little without n."),
    )


def _variances(audit: Audit) -> Table:
    whole = np.array([_variance(column) for column in audit.mapping.anonymized.T])
    v = audit.variances.v
    return Table(
        name=tr("Local variances"),
        caption=tr("Smallest variance of the released values within the distance d = {d}", d=audit.distances.d),
        columns=(
            Column(tr("Attribute")),
            Column(tr("v"), Number.MEASURE),
            Column(tr("Variance of the whole attribute"), Number.MEASURE),
            Column(tr("v as a share of it"), Number.SHARE),
        ),
        rows=tuple(
            (Cell(name), Cell(v[j]), Cell(whole[j]), Cell(v[j] / whole[j] if whole[j] > 0 else None))
            for j, name in enumerate(audit.names)
        ),
        note=tr(
            "In squared units of the attribute. A small v means that values near a subject's own are nearly equal, "
            "so that knowing the neighbourhood is nearly knowing the value. Variances of categories are those of "
            "their ranks."
        ),
    )


def _variance(values: np.ndarray) -> float:
    present = values[~np.isnan(values)]
    return float(present.var()) if present.size else float("nan")


def _satisfied(audit: Audit) -> Paragraph:
    return Paragraph(
        tr_count(
            "The data set has (d, v)-permuted privacy with d = {d} against Y. One of {n} records satisfies the (d, v) "
            "that the policy asks for, against Y and against Z.",
            "The data set has (d, v)-permuted privacy with d = {d} against Y. {count} of {n} records satisfy the "
            "(d, v) that the policy asks for, against Y and against Z.",
            int(audit.satisfies.sum()),
            d=audit.distances.d,
            n=audit.n_original,
        )
    )


def _spread(audit: Audit) -> str:
    y, z = audit.distances, audit.distances_z
    return tr(
        "Bars count the original records at each distance. Against Y distances reach from {low} to {high} with the "
        "median {middle}; against Z from {low_z} to {high_z} with the median {middle_z}. The table below holds the "
        "counts.",
        low=y.d,
        high=y.max,
        middle=number_text(y.median, Number.COUNT),
        low_z=z.d,
        high_z=z.max,
        middle_z=number_text(z.median, Number.COUNT),
    )


def _histogram(audit: Audit) -> Table:
    in_y, in_z = audit.distances.distance, audit.distances_z.distance
    bins = bin_distances(int(max(in_y.max(), in_z.max())))
    counts = zip(bins.count(in_y), bins.count(in_z), strict=True)
    return Table(
        name=tr("Distances"),
        caption=tr("Original records by their permutation distance"),
        columns=(
            Column(tr("Distance")),
            Column(tr("Y"), Number.COUNT, tr("Records, against")),
            Column(tr("Z"), Number.COUNT, tr("Records, against")),
        ),
        rows=tuple((Cell(bins.label(place)), Cell(int(y)), Cell(int(z))) for place, (y, z) in enumerate(counts)),
    )
