"""What the release gives away beside its values: identifiers, row numbers, the order of the original file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from permdesk.compute.arrays import Rows
from permdesk.data.attribute_trace import AttributeTrace
from permdesk.data.choices import PairingBy
from permdesk.data.guess import names_identifier
from permdesk.data.problem import Problem, Severity
from permdesk.data.table import Table
from permdesk.data.wording import listed
from permdesk.translation import tr

FEWEST_IN_ORDER = 20
LEAST_SHARE = 0.1  # of the records that have a value of their own, if it is to name persons or households


def released_identifiers(
    identifiers: Sequence[str], original: Table, anonymized: Table, traces: Sequence[AttributeTrace]
) -> Iterator[Problem]:
    """WARNINGs about ``identifiers`` (names in X) whose values in the release are those of the original, and about
    running numbers and numbers of households that it keeps; a NOTE about identifiers that were given anew."""
    kept_values = {trace.names[0]: trace for trace in traces if trace.keeps_values}
    kept = [name for name in identifiers if name in kept_values]
    replaced = [name for name in identifiers if name not in kept]
    others = {name: trace for name, trace in kept_values.items() if name not in identifiers}
    numbers = [name for name, trace in others.items() if trace.numbers_records]
    if kept:
        what = tr("The release carries record identifiers of the original: {names}. Whoever holds the original file"
                  " links by them, whatever else was changed.", names=listed(kept))  # fmt: skip
        yield Problem(what, anonymized.path.name, tr("Take them out before the file is published."), Severity.WARNING)
    if numbers:
        what = tr("The release keeps running numbers of the original: {names}. They name its records.",
                  names=listed(numbers))  # fmt: skip
        yield Problem(what, anonymized.path.name, tr("Take them out before the file is published."), Severity.WARNING)
    groups = [
        name
        for name, trace in others.items()
        if name not in numbers and names_identifier(name) and trace.n_distinct >= LEAST_SHARE * original.n_records
    ]
    if groups:
        what = tr("The release keeps numbers that, by their names, stand for persons, households or other groups of"
                  " records: {names}.", names=listed(groups))  # fmt: skip
        remedy = tr("Take them out, or give them anew, before the file is published.")
        yield Problem(what, anonymized.path.name, remedy, Severity.WARNING)
    if replaced:
        what = tr("The release carries record identifiers: {names}.", names=listed(replaced))
        yield Problem(what, anonymized.path.name, tr("Take them out before the file is published."), Severity.NOTE)


def kept_order(pairing: PairingBy, own: Rows | None, anonymized: Table) -> Iterator[Problem]:
    """A WARNING where records paired by an identifier stand in the order of the original. Rows that are paired by
    their place do so by definition."""
    if pairing is not PairingBy.ID or own is None:
        return
    rows = own[own >= 0]
    if rows.size < FEWEST_IN_ORDER or not (np.diff(rows) > 0).all():
        return
    what = tr("The records of the release stand in the order of the original: their place gives them away, also when"
              " the identifier is taken out.")  # fmt: skip
    yield Problem(what, anonymized.path.name, tr("Shuffle the rows before the file is published."), Severity.WARNING)
