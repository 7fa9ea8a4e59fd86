"""What users of the release can still trust, in their own words: distributions, order, relations, single values."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from permdesk.audit.findings import AttributeFindings, Audit
from permdesk.compute.arrays import Floats
from permdesk.report.blocks import Block, Bullets, Heading, Number, Paragraph, Viewer
from permdesk.report.number_text import number_text
from permdesk.translation import tr


def trust_blocks(audit: Audit) -> tuple[Block, ...]:
    """One sentence for each kind of result that users may want from the file."""
    items = [_distributions(audit), _relations(audit), _single_values(audit)]
    return (
        Heading(tr("What this means for analyses"), level=3, viewer=Viewer.USER),
        Bullets(tuple(item for item in items if item)),
        Paragraph(
            tr(
                "This holds for the file as a whole. Results for small groups rest on few records and suffer more; "
                "totals and weights were not looked at."
            )
        ),
    )


def _distributions(audit: Audit) -> str:
    """How far quantiles shift: the residual noise is all that lies between the distributions of X and Y."""
    shares = _in_deviations(audit, lambda finding: finding.mean_abs_residual_noise)
    if not shares:
        return ""
    if max(shares) == 0:
        return tr(
            "Distributions of single attributes: means, quantiles and shares of numeric attributes are exactly those "
            "of the original file."
        )
    return tr(
        "Distributions of single attributes: a quantile of a numeric attribute is off by {low} to {high} of the "
        "attribute's standard deviation on average.",
        low=number_text(min(shares), Number.SHARE),
        high=number_text(max(shares), Number.SHARE),
    )


def _relations(audit: Audit) -> str:
    mapping = audit.mapping
    if len(audit.names) < 2:
        return ""
    change = np.abs(mapping.spearman_anonymized - mapping.spearman_original)[np.triu_indices(len(audit.names), 1)]
    change = change[~np.isnan(change)]
    if not change.size:
        return ""
    return tr(
        "Relations between attributes: rank correlations of pairs of attributes changed by {median} in the middle and "
        "by {largest} at most, on a scale from -1 to 1.",
        median=number_text(float(np.median(change)), Number.CORRELATION),
        largest=number_text(float(change.max()), Number.CORRELATION),
    )


def _single_values(audit: Audit) -> str:
    shares = _in_deviations(audit, lambda finding: finding.mean_abs_noise)
    if not shares:
        return tr("Single values: which value belonged to which record is not known here, so nothing is said of them.")
    if max(shares) == 0:
        return tr("Single values: no numeric value of any record was changed.")
    return tr(
        "Single values: the numeric value of a record is off by {low} to {high} of the attribute's standard deviation "
        "on average, so that no single record should be interpreted.",
        low=number_text(min(shares), Number.SHARE),
        high=number_text(max(shares), Number.SHARE),
    )


def _in_deviations(audit: Audit, noise: Callable[[AttributeFindings], float | None]) -> list[float]:
    """Mean absolute noise of each numeric attribute as a share of its standard deviation in X."""
    shares = []
    for attribute, finding in zip(audit.pair.attributes, audit.attributes, strict=True):
        found = noise(finding)
        spread = _deviation(attribute.original.lower)
        if found is not None and spread > 0:
            shares.append(found / spread)
    return shares


def _deviation(values: Floats) -> float:
    present = values[~np.isnan(values)]
    return float(present.std()) if present.size else 0.0
