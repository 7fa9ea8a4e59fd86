"""How many values are missing, suppressed or generalized in both files, by attribute."""

from __future__ import annotations

import numpy as np

from permdesk.audit.findings import Audit
from permdesk.data.few_holders import FEWEST_HOLDERS
from permdesk.data.file_pair import Values
from permdesk.report.blocks import Block, Cell, Column, Number, Paragraph, Table
from permdesk.report.profile import Profile
from permdesk.translation import tr


def missing_blocks(audit: Audit, profile: Profile) -> tuple[Block, ...]:
    """A table of the attributes that have any; in public, counts of one or two original records are not told apart."""
    rows = []
    for attribute in audit.pair.attributes:
        original, anonymized = _counts(attribute.original), _counts(attribute.anonymized)
        if any(original) or any(anonymized):
            cells = (*(original_count(n, profile) for n in original), *(Cell(n) for n in anonymized))
            rows.append((Cell(attribute.name), *cells))
    if not rows:
        return (
            Paragraph(tr("No value of an audited attribute is missing, suppressed or generalized in either file.")),
        )
    kinds = (tr("missing"), tr("suppressed"), tr("generalized"))
    groups = (tr("Original (X)"), tr("Anonymized (Y)"))
    return (
        Table(
            name=tr("Missing values"),
            caption=tr("Records without a plain value, by attribute and reason"),
            columns=(
                Column(tr("Attribute")),
                *(Column(kind, Number.COUNT, group) for group in groups for kind in kinds),
            ),
            rows=tuple(rows),
            note=tr(
                "Missing: blank, or a code that stands for no answer. Suppressed: a mark such as an asterisk. "
                "Generalized: a range or a group of values instead of one."
            ),
        ),
    )


def original_count(n: int, profile: Profile) -> Cell:
    """A count of original records; one or two of them are few enough to know each other."""
    if not profile.shows_records and 0 < n < FEWEST_HOLDERS:
        return Cell(tr("1 or 2"))
    return Cell(n)


def _counts(values: Values) -> tuple[int, int, int]:
    """Missing, suppressed, generalized."""
    present = ~np.isnan(values.lower)
    n_absent = int((~present).sum())
    n_suppressed = min(values.n_suppressed, n_absent)
    n_generalized = 0 if values.upper is values.lower else int((values.lower != values.upper)[present].sum())
    return n_absent - n_suppressed, n_suppressed, n_generalized
