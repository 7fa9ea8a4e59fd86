"""Releases are told apart by their names, or by their folders."""

from permdesk.audit.release_names import release_names


def test_that_releases_of_one_name_are_told_apart_by_their_folders():
    assert release_names(["a/y.csv", "b/y.csv", "b/z.csv"]) == ("a/y.csv", "b/y.csv", "z.csv")
