"""Is a match chance? Distances of original records beside those of random records, and what the comparison means."""

from __future__ import annotations

import numpy as np

from permdesk.audit.findings import Audit, RandomMatch, RandomRecords
from permdesk.report.bins import bin_distances
from permdesk.report.blocks import Block, Bullets, Cell, Column, Figure, Heading, Number, Paragraph, Table, Viewer
from permdesk.report.figures import distributions
from permdesk.report.number_text import number_text
from permdesk.translation import tr


def random_matches_blocks(audit: Audit) -> tuple[Block, ...]:
    """Table 6 and Figure 1, the critical distance, defensible links, and how unlike the distributions are."""
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
            svg=distributions(match),
        )
    )
    blocks.append(_distribution_table(match))
    blocks.append(_figures(audit))
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
        "drawn; their shares lie within {error} of the true ones (95% confidence).",
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
    match = audit.random_match
    alpha = audit.settings.alpha
    critical = match.critical_distance if match.critical_distance >= 0 else tr("none: even distance 0 is too frequent")
    rows = [
        (tr("Critical distance"), critical, tr("closest random records at level {alpha} are not farther", alpha=alpha)),
        (
            tr("Expected critical distance"),
            match.expected_critical,
            tr("estimate for unrelated attributes, from the numbers of records and attributes alone"),
        ),
        (
            tr("Defensible links"),
            match.n_defensible,
            tr("links that stand at level {alpha} after Benjamini and Hochberg", alpha=alpha),
        ),
    ]
    if match.n_defensible_right is not None:
        rows.append((tr("Right ones among them"), match.n_defensible_right, tr("only the protector knows this")))
    if match.n_undecided:
        rows.append(
            (
                tr("Undecided right links"),
                match.n_undecided,
                tr("no drawn record matches as closely; with more draws the intruder could defend them"),
            )
        )
    rows += [
        (tr("Hellinger distance"), match.hellinger, tr("0: alike, 1: apart")),
        (tr("Kolmogorov-Smirnov distance"), match.ks, tr("0: alike, 1: apart")),
        (tr("Overlap"), match.overlap, tr("1: alike, 0: apart")),
    ]
    return Table(
        name=tr("Comparison"),
        caption=tr("How the distributions compare"),
        columns=(Column(tr("Figure")), Column(tr("Value"), Number.MEASURE), Column(tr("Meaning"))),
        rows=tuple((Cell(title), Cell(value), Cell(meaning)) for title, value, meaning in rows),
    )
