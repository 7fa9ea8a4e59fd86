"""Reverse mapping: what the anonymization did beyond permuting values, and what users can still trust."""

from __future__ import annotations

from permdesk.audit.findings import Audit
from permdesk.compute.progress import Progress
from permdesk.report.blocks import Block, Cell, Column, Figure, Heading, Number, Paragraph, Table, Viewer
from permdesk.report.correlation_tables import correlation_blocks
from permdesk.report.figures import rank_scatter
from permdesk.report.mapping_tables import noise_table, ranks_table
from permdesk.report.profile import Profile
from permdesk.translation import tr

MOST_PICTURES = 12


def reverse_mapping_blocks(audit: Audit, profile: Profile, progress: Progress) -> tuple[Block, ...]:
    """Rank correlations, noise and correlation matrices; with records, Tables 1 and 2 and the ranks as a picture.
    Raises Cancelled."""
    blocks: list[Block] = [
        Heading(tr("Reverse mapping, and what users can still trust"), viewer=Viewer.USER),
        Paragraph(
            tr(
                "Every anonymized value was replaced by the original value of the same rank. The result Z is the "
                "part of the anonymization that is a permutation of the original values; what remains between Z and "
                "Y is residual noise, which does not change ranks and hardly protects."
            )
        ),
    ]
    if not audit.mapping.is_permutation:
        blocks.append(
            Paragraph(
                tr(
                    "Z is not exactly a permutation of X here: the files differ in their number of records or of "
                    "values that are present. Ranks were matched by quantiles."
                )
            )
        )
    blocks.append(_kept(audit))
    if _no_rank_changed(audit):
        blocks.append(
            Paragraph(
                tr(
                    "No attribute's order changed: every rank correlation is 1. Whoever knows the original values of "
                    "an attribute can undo its anonymization."
                )
            )
        )
    blocks.extend(correlation_blocks(audit))
    if profile.shows_records:
        blocks.extend(_records(audit, progress))
    return tuple(blocks)


def _kept(audit: Audit) -> Table:
    return Table(
        name=tr("What was kept"),
        caption=tr("What was kept of each attribute"),
        columns=(
            Column(tr("Attribute")),
            Column(tr("Rank correlation of X and Z"), Number.CORRELATION),
            Column(tr("|E|, from X to Y"), Number.MEASURE, tr("Mean absolute noise")),
            Column(tr("|E′|, from Z to Y"), Number.MEASURE, tr("Mean absolute noise")),
            Column(tr("Records with |E′| < |E|"), Number.SHARE),
        ),
        rows=tuple(
            (
                Cell(finding.name),
                Cell(finding.spearman),
                Cell(finding.mean_abs_noise),
                Cell(finding.mean_abs_residual_noise),
                Cell(finding.residual_smaller_share),
            )
            for finding in audit.attributes
        ),
        note=tr(
            "Rank correlation (Spearman): 1 if the order of the records was kept, 0 if it was lost. Noise is in the "
            "units of the attribute. A dash: not defined, as records are not paired or values have no distances."
        ),
    )


def _no_rank_changed(audit: Audit) -> bool:
    return all(finding.spearman is not None and finding.spearman > 1 - 1e-12 for finding in audit.attributes)


def _records(audit: Audit, progress: Progress) -> tuple[Block, ...]:
    blocks: list[Block] = [ranks_table(audit, progress), noise_table(audit, progress)]
    own = audit.pair.own
    if own is not None and (own >= 0).any():
        paired = own >= 0
        names = audit.names[:MOST_PICTURES]
        original = audit.mapping.ranks_original[paired]
        progress.check()
        anonymized = audit.mapping.ranks_anonymized[own[paired]]
        blocks.append(
            Figure(
                name=tr("Ranks"),
                caption=tr("Rank of each record in the original and in the anonymized file"),
                alternative=tr(
                    "For each attribute, ranks in the original file across and ranks in the anonymized file upwards. "
                    "Records on the diagonal kept their rank; the wider the cloud, the more the values were "
                    "permuted. Rank correlations are in the table “{table}”.",
                    table=tr("What was kept"),
                ),
                svg=rank_scatter(original, anonymized, names, progress),
                about_records=True,
            )
        )
    return tuple(blocks)
