"""A stop is answered at once, also while numpy works on a whole attribute and cannot be asked to end."""

from __future__ import annotations

from threading import Event

import numpy as np
import pytest

from permdesk.audit import distance_findings, intruder_findings, linkage_battery, mapping_findings, ranking, run
from permdesk.audit.policy import Policy
from permdesk.audit.run import run_audit
from permdesk.audit.settings import Settings, Ties
from permdesk.compute import block_order, right_chance
from permdesk.compute.progress import Cancelled, Progress
from tests.audit.auditing import noisy, seeded
from tests.pairs import pair_of


class NeverEnds:
    """Work during which somebody asks for a stop, and which goes on until the test lets it end."""

    def __init__(self, progress):
        self.progress, self.may_end, self.ended = progress, Event(), Event()

    def __call__(self, *_, **__):
        self.progress.cancel()
        self.may_end.wait(20)
        self.ended.set()
        raise Cancelled


@pytest.fixture
def endless():
    work = NeverEnds(Progress())
    yield work
    work.may_end.set()


@pytest.mark.parametrize(
    ("module", "work"),
    [
        (ranking, "value_classes"),
        (ranking, "broken_ranks"),
        (ranking, "record_ranks"),
        (ranking, "closest_ranks_of_records"),
        (ranking, "drawn_ranks"),
        (mapping_findings, "reverse_map"),
        (mapping_findings, "spearman_matrix"),
        (mapping_findings, "spearman"),
        (distance_findings, "window_variances"),
        (linkage_battery, "mean_and_deviation"),
        (linkage_battery, "standardize"),
        (intruder_findings, "sampling_errors"),
        (run, "find_right_links"),
        (run, "records_that_satisfy"),
        (run, "decide"),
    ],
)
def test_that_an_audit_stops_before_long_work_ends(monkeypatch, endless, module, work):
    monkeypatch.setattr(module, work, endless)
    x, y = noisy(seeded(1), n=300)
    with pytest.raises(Cancelled):
        run_audit(pair_of(x, y), Settings(ties=Ties.RANDOM, draws=10, replicates=2), Policy(), endless.progress)
    assert endless.progress.cancelled
    assert not endless.ended.is_set()


def test_that_blocks_stop_before_records_are_sorted_by_what_they_lack(monkeypatch, endless):
    numbers = np.zeros((64, 1))
    monkeypatch.setattr(block_order, "_by_pattern", endless)
    with pytest.raises(Cancelled):
        right_chance.make_blocks(numbers, numbers, endless.progress)
    assert not endless.ended.is_set()
