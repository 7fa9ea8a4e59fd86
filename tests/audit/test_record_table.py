"""Table 3 by its definition."""

from __future__ import annotations

from hypothesis import given, settings

from permdesk.audit.record_table import rank_deviations, record_table
from tests import naive
from tests.audit.auditing import audit_of
from tests.strategies import two_files


@settings(max_examples=30)
@given(two_files())
def test_that_every_cell_is_the_deviation_by_definition(pair):
    x, y = (naive.file_of(rows) for rows in pair)
    audit = audit_of(*pair, own=None)
    asked, targets = naive.searched_in_anonymized(x, y)
    for i in range(len(x)):
        table = record_table(audit.distances, i)
        for p in range(len(y)):
            cells = [naive.deviation(asked[j][i], targets[j][p], len(y)) for j in range(len(x[0]))]
            assert table.deviations[p].tolist() == cells
            assert table.maxima[p] == max(cells)
            known = [asked[j][i] is not None and targets[j][p] is not None for j in range(len(x[0]))]
            assert table.is_closest[p].tolist() == [
                deviation == 0 and both for deviation, both in zip(cells, known, strict=True)
            ]
        assert table.distance == table.maxima.min()
        assert table.matches.tolist() == [p for p in range(len(y)) if table.maxima[p] == table.distance]
        assert rank_deviations(audit.distances, i, slice(1, 2)).tolist() == table.deviations[1:2].tolist()
