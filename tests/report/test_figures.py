"""Pictures: small, the same every time, safe to stand together in one page."""

import gc
import re
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest

from permdesk.compute.progress import Progress
from permdesk.report.figures import distance_histogram, distributions, rank_scatter


@pytest.fixture(scope="module")
def pictures(paper_audit):
    mapping = paper_audit.mapping
    return (
        distributions(paper_audit.random_match, Progress()),
        distance_histogram(paper_audit.distances.distance, paper_audit.distances_z.distance, Progress()),
        rank_scatter(mapping.ranks_original, mapping.ranks_anonymized, paper_audit.names, Progress()),
    )


def test_that_pictures_are_well_formed_and_keep_words_as_text(pictures):
    for picture in pictures:
        words = " ".join(ElementTree.fromstring(picture).itertext())
        assert "rank" in words
        assert "DejaVu" not in picture
    assert "critical distance" in pictures[0]


def test_that_ids_are_referred_to_and_differ_between_pictures(pictures):
    found = [re.findall(r' id="([^"]*)"', picture) for picture in pictures]
    together = [identifier for ids in found for identifier in ids]
    assert len(together) == len(set(together))
    for picture, ids in zip(pictures, found, strict=True):
        assert all(f"#{identifier}" in picture for identifier in ids)
        assert set(re.findall(r"(?:url\(#|href=\"#)([^)\"]*)", picture)) == set(ids)


def test_that_pictures_hold_no_date_and_are_the_same_every_time(pictures, paper_audit):
    assert distributions(paper_audit.random_match, Progress()) == pictures[0]
    assert not any("metadata" in picture or "dc:date" in picture for picture in pictures)


def test_that_kinds_of_records_differ_without_colour(pictures):
    assert "<pattern" in pictures[0]
    assert "<pattern" in pictures[1]


def test_that_many_records_make_a_small_picture():
    ranks = np.random.default_rng(1).permuted(np.tile(np.arange(1, 100_001), (3, 1)), axis=1).T.astype(np.int32)
    assert len(rank_scatter(ranks, ranks[::-1], ("a", "b", "c"), Progress())) < 100_000


def test_that_wide_ranges_are_drawn_in_few_bins(paper_audit):
    distance = np.arange(5_000, dtype=np.int32)
    share = np.full(5_000, 1 / 5_000)
    wide = replace(paper_audit.random_match, distance=distance, share_original=share, share_random=share)
    assert len(distributions(wide, Progress())) < 60_000


def test_that_a_missing_critical_distance_is_not_drawn(paper_audit):
    assert "critical distance" not in distributions(replace(paper_audit.random_match, critical_distance=-1), Progress())


def test_that_missing_ranks_are_left_out_of_the_scatter():
    ranks = np.array([[0, 1, 2, 3]], dtype=np.int32).T
    some, all_ = rank_scatter(ranks, ranks, ("a",), Progress()), rank_scatter(ranks + 1, ranks + 1, ("a",), Progress())
    assert some.count("<use") < all_.count("<use")


def test_that_a_drawn_picture_leaves_nearly_nothing_to_a_search_for_garbage(paper_audit):
    ranks = paper_audit.mapping.ranks_original
    for _ in range(2):  # what is made only once is there after the first
        gc.collect()
        rank_scatter(ranks, ranks, paper_audit.names, Progress())
        left = gc.collect()
    assert left < 1_500
