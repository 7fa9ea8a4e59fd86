"""Is a match chance? Distances of original records beside those of random records, and what the comparison means."""

from __future__ import annotations

import numpy as np

from permdesk.audit.distance_reading import read_at
from permdesk.audit.findings import Audit, RandomMatch, RandomRecords
from permdesk.compute.progress import Progress
from permdesk.report.bins import bin_distances
from permdesk.report.blocks import Block, Bullets, Cell, Column, Figure, Heading, Number, Paragraph, Table, Viewer
from permdesk.report.figures import distributions
from permdesk.report.number_text import number_text
from permdesk.translation import tr, tr_count


def random_matches_blocks(audit: Audit, progress: Progress) -> tuple[Block, ...]:
    """Table 6 and Figure 1, the critical distance, defensible links, and how unlike the distributions are. Raises
    Cancelled."""
    match = audit.random_match
    blocks: list[Block] = [Heading(tr("Could the intruder's matches be chance?"), viewer=Viewer.INTRUDER)]
    if match.reason:
        return (*blocks, Paragraph(match.reason))
    blocks.append(Paragraph(_how(match)))
    blocks.append(
        Figure(
            name=tr("Distributions"),
            caption=tr("Distances of the matches of original and of random records (Figure 1 of the paper)"),
            alternative=_shape(match),
            svg=distributions(match, progress),
        )
    )
    blocks.append(_distribution_table(match))
    blocks.extend((_figures(audit), _told_apart(audit), *_protector(audit)))
    blocks.append(Heading(tr("What these figures do not mean"), level=3))
    blocks.append(
        Bullets(
            (
                tr(
                    "A p-value is the probability that a random record matches as closely. It is not the probability "
                    "that the link is random, nor one minus the probability that it is right."
                ),
                tr(
                    "Alike distributions (small Hellinger and Kolmogorov-Smirnov distances, large overlap) mean that "
                    "the intruder cannot show that he is right. They do not mean that he is wrong: with alike "
                    "distributions right links can be many times as frequent as chance."
                ),
                tr(
                    "Random records are drawn attribute by attribute, without the relations between attributes. If "
                    "attributes are strongly related, original records match better than random ones for that reason "
                    "alone."
                ),
            )
        )
    )
    return tuple(blocks)


def _how(match: RandomMatch) -> str:
    if match.method is RandomRecords.EXHAUSTIVE:
        return tr(
            "A random record takes each of its values, independently, from the original attribute. All {n} "
            "combinations were searched, each weighted by how often its values occur.",
            n=match.n,
        )
    return tr(
        "A random record takes each of its values, independently, from the original attribute. {n} of them were "
        "drawn; their shares lie within {error} of the true ones (95 % confidence).",
        n=match.n,
        error=number_text(1.96 * 0.5 / np.sqrt(match.n), Number.SHARE),
    )


def _shape(match: RandomMatch) -> str:
    return tr(
        "Bars show which share of the original records and of the random records lies at each distance. Original "
        "records: most often {mode_x}; random records: most often {mode_a}; the distributions overlap by {overlap}. "
        "The table below holds the shares.",
        mode_x=int(match.distance[match.share_original.argmax()]),
        mode_a=int(match.distance[match.share_random.argmax()]),
        overlap=number_text(match.overlap, Number.SHARE),
    )


def _distribution_table(match: RandomMatch) -> Table:
    bins = bin_distances(int(match.distance.max()))
    original = bins.total(match.distance, match.share_original)
    random = bins.total(match.distance, match.share_random)
    return Table(
        name=tr("Distributions"),
        caption=tr("Distances of the matches of original and of random records (Table 6 of the paper)"),
        columns=(
            Column(tr("Distance")),
            Column(tr("original records (X)"), Number.PROBABILITY, tr("Relative frequency among")),
            Column(tr("random records (A)"), Number.PROBABILITY, tr("Relative frequency among")),
        ),
        rows=tuple((Cell(bins.label(place)), Cell(original[place]), Cell(random[place])) for place in range(bins.n)),
    )


def _figures(audit: Audit) -> Table:
    """What the intruder can compute himself."""
    match, alpha = audit.random_match, audit.settings.alpha
    errors = match.errors
    critical = match.critical_distance if match.critical_distance >= 0 else tr("none: even distance 0 is too frequent")
    within = read_at(audit, match.critical_distance)
    rows: list[tuple[str, float | str, float | None, str]] = [
        (
            tr("Critical distance"),
            critical,
            None if errors is None else errors.critical_distance,
            tr("closest random records at level {alpha} are not farther", alpha=alpha),
        ),
        (
            tr("Expected critical distance"),
            match.expected_critical,
            None,
            tr("estimate for unrelated attributes, from the numbers of records and attributes alone"),
        ),
        (
            tr("Original records within the critical distance"),
            within.records.size,
            None,
            tr("a share of {share}", share=number_text(within.share_original, Number.SHARE)),
        ),
        (
            tr("Defensible links"),
            match.n_defensible,
            None,
            tr("links that stand at level {alpha} after Benjamini and Hochberg", alpha=alpha),
        ),
        (
            tr("Hellinger distance"),
            match.hellinger,
            None if errors is None else errors.hellinger,
            tr("0: alike, 1: apart"),
        ),
        (tr("Kolmogorov-Smirnov distance"), match.ks, None if errors is None else errors.ks, tr("0: alike, 1: apart")),
        (
            tr("Kolmogorov-Smirnov p-value"),
            match.ks_p_value or tr("below every number"),
            None,
            tr("chance of so large a distance if both kinds of record were alike"),
        ),
        (tr("Overlap"), match.overlap, None if errors is None else errors.overlap, tr("1: alike, 0: apart")),
    ]
    return Table(
        name=tr("Comparison"),
        caption=tr("How the distributions compare"),
        columns=(
            Column(tr("Figure")),
            Column(tr("Value"), Number.MEASURE),
            *((Column(tr("Standard error"), Number.MEASURE),) if errors else ()),
            Column(tr("Meaning")),
        ),
        rows=tuple(
            (Cell(title), Cell(value), *((Cell(error),) if errors else ()), Cell(meaning))
            for title, value, error, meaning in rows
        ),
        note=tr("Standard errors say how much a figure would vary over other draws of as many random records.")
        if errors
        else tr("All combinations were counted, so that no figure has a sampling error."),
    )


def _told_apart(audit: Audit) -> Paragraph:
    match, alpha = audit.random_match, audit.settings.alpha
    if match.ks_p_value <= alpha:
        return Paragraph(
            tr(
                "The distances of original records differ from those of random records more than chance explains "
                "(Kolmogorov-Smirnov, level {alpha}).",
                alpha=alpha,
            )
        )
    return Paragraph(
        tr(
            "The distances of original records cannot be told from those of random records (Kolmogorov-Smirnov, level "
            "{alpha}). That alone protects nobody: many links can be right all the same.",
            alpha=alpha,
        )
    )


def _protector(audit: Audit) -> tuple[Block, ...]:
    """Which of the links that can be defended are right: nobody but the protector knows."""
    match = audit.random_match
    if match.n_defensible_right is None:
        return ()
    rows: list[tuple[str, float, str]] = [
        (
            tr("Defensible links"),
            match.n_defensible,
            tr("links that chance does not explain at level {alpha}", alpha=audit.settings.alpha),
        ),
        (tr("Right ones among them"), match.n_defensible_right, tr("to be expected over several links, rounded up")),
    ]
    if match.n_undecided:
        rows.append(
            (
                tr("Undecided right links"),
                match.n_undecided,
                tr("no drawn record matches as closely; with more draws the intruder could defend them"),
            )
        )
    within = read_at(audit, match.critical_distance)
    if within.n_right is not None:
        rows.append(
            (
                tr("Right links within the critical distance"),
                within.n_right,
                tr_count(
                    "to be expected over the links of one original record",
                    "to be expected over the links of {count} original records",
                    within.records.size,
                ),
            )
        )
    return (
        Heading(tr("Which of these links are right?"), level=3, viewer=Viewer.PROTECTOR),
        Table(
            name=tr("Defensible links"),
            caption=tr("Links that the intruder could defend, checked by the protector"),
            columns=(Column(tr("Links")), Column(tr("Number"), Number.COUNT), Column(tr("Meaning"))),
            rows=tuple((Cell(title), Cell(value), Cell(meaning)) for title, value, meaning in rows),
        ),
    )
