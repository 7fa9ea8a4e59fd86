"""The cache of compiled kernels: found, measured, emptied; nothing else goes."""

from __future__ import annotations

import pytest

from permdesk.compute.kernel_cache import (
    PACKAGE,
    KernelCache,
    all_are_kept,
    empty_kernel_cache,
    kernel_cache,
    say_that_all_are_kept,
)


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    (tmp_path / "compute_1").mkdir()
    for name in ("a.nbi", "a.1.nbc", "a.nbx", "readme.txt"):
        (tmp_path / "compute_1" / name).write_bytes(b"0" * 10)
    return tmp_path


def test_that_only_kernels_are_counted_and_removed(cache):
    assert kernel_cache() == KernelCache(cache, 20)
    assert empty_kernel_cache() == KernelCache(cache, 0)
    assert sorted(path.name for path in (cache / "compute_1").iterdir()) == ["a.nbx", "readme.txt"]


def test_that_a_folder_that_is_not_there_holds_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "absent"))
    assert empty_kernel_cache().n_bytes == 0


def test_that_without_a_chosen_folder_kernels_lie_in_the_package(monkeypatch):
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    assert kernel_cache().folder == PACKAGE


def test_that_all_are_kept_once_that_was_said_and_until_they_are_removed(cache, tmp_path, monkeypatch):
    assert not all_are_kept()
    say_that_all_are_kept()
    assert all_are_kept()
    empty_kernel_cache()
    assert not all_are_kept()
    say_that_all_are_kept()
    assert not all_are_kept()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "absent"))
    say_that_all_are_kept()
    assert not all_are_kept()
