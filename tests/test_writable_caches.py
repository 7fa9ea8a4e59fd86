"""Compiled kernels and the list of fonts find a place that can be written: in a checkout, in a bundle, with a read-only
home and with none."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import platformdirs
import pytest

from permdesk import __version__, writable_caches

ROOT = Path(__file__).parents[1]
KERNEL = """
import numba
@numba.njit(cache=True)
def double(x):
    return 2 * x
assert double(4) == 8
"""


@pytest.fixture
def cannot_be_written(tmp_path):
    """A folder that cannot be made, not even by root: it would have to lie in a file."""
    (tmp_path / "file").write_text("")
    return tmp_path / "file" / "folder"


@pytest.fixture
def cache(monkeypatch):
    """The folder chosen when the package is at ``package`` and the user's cache folder at ``users``."""
    # Set and taken away, so that what the function sets behind monkeypatch's back is forgotten after the test.
    for variable in ("NUMBA_CACHE_DIR", "MPLCONFIGDIR"):
        monkeypatch.setenv(variable, "")
        monkeypatch.delenv(variable)

    def choose(package: Path, users: Path, variable: str = "NUMBA_CACHE_DIR") -> Path | None:
        monkeypatch.setattr(writable_caches, "PACKAGE", package)
        monkeypatch.setattr(platformdirs, "user_cache_path", lambda *_, **__: users)
        writable_caches.keep_caches_in_writable_folders()
        chosen = os.environ.get(variable)
        return Path(chosen) if chosen else None

    return choose


def has_kernels(package: Path, text: str) -> Path:
    """``package`` with one module of kernels."""
    (package / "compute").mkdir(parents=True, exist_ok=True)
    (package / "compute" / "search.py").write_text(text)
    return package


def forgetting(monkeypatch, choose, *places: Path) -> Path:
    """What is chosen by a process that begins anew."""
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    return choose(*places)


def test_that_a_checkout_keeps_kernels_beside_its_source(cache, tmp_path):
    chosen = cache(tmp_path, tmp_path / "home")
    assert chosen is not None
    assert chosen.parent == tmp_path / "__pycache__" / "kernels"
    assert not (tmp_path / "home" / "kernels").exists()


@pytest.mark.parametrize("writable", [True, False])
def test_that_kernels_of_changed_sources_are_not_used(writable, cache, tmp_path, monkeypatch):
    package = has_kernels(tmp_path / "package", "one")
    if not writable:
        (package / "__pycache__").write_text("no folder can be made here")
    first, again = cache(package, tmp_path), forgetting(monkeypatch, cache, package, tmp_path)
    has_kernels(package, "another")
    assert first == again
    assert first != forgetting(monkeypatch, cache, package, tmp_path)


def test_that_a_checkout_forgets_the_kernels_of_other_sources_and_no_others(cache, tmp_path, monkeypatch):
    package = has_kernels(tmp_path / "package", "one")
    old = cache(package, tmp_path)
    has_kernels(package, "another")
    new = forgetting(monkeypatch, cache, package, tmp_path)
    for folder in (old, new):
        (folder / "compute_1").mkdir(parents=True)
        (folder / "compute_1" / "search.nbi").write_text("")
    forgetting(monkeypatch, cache, package, tmp_path)
    assert (new / "compute_1" / "search.nbi").exists()
    assert (old / "compute_1").is_dir()
    assert not (old / "compute_1" / "search.nbi").exists()


def test_that_every_kernel_stands_in_a_folder_whose_changes_are_noticed():
    with_kernels = {
        path.relative_to(ROOT / "permdesk").parts
        for path in (ROOT / "permdesk").rglob("*.py")
        if "njit" in path.read_text("utf-8")
    }
    assert with_kernels
    assert all(len(parts) == 2 and parts[0] in writable_caches.KERNELS for parts in with_kernels)


def test_that_the_list_of_fonts_is_kept_in_the_cache_folder_of_the_user(cache, tmp_path):
    assert cache(tmp_path, tmp_path / "home", "MPLCONFIGDIR") == tmp_path / "home" / "fonts"


def test_that_a_package_that_cannot_be_written_uses_the_cache_folder_of_the_user(cache, tmp_path, cannot_be_written):
    chosen = cache(cannot_be_written, tmp_path / "home")
    assert chosen is not None
    assert chosen.parent == tmp_path / "home" / "kernels"
    assert chosen.name.startswith(__version__)


def test_that_a_bundle_leaves_its_own_folder_alone(cache, tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    (tmp_path / "bundle").mkdir()
    chosen = cache(tmp_path / "bundle", tmp_path / "home")
    assert chosen is not None
    assert chosen.parent == tmp_path / "home" / "kernels"
    assert not any((tmp_path / "bundle").iterdir())


@pytest.mark.parametrize("variable", ["NUMBA_CACHE_DIR", "MPLCONFIGDIR"])
def test_that_a_read_only_home_gets_a_private_folder(variable, cache, cannot_be_written):
    chosen = cache(cannot_be_written, cannot_be_written, variable)
    assert chosen is not None
    assert chosen.is_dir()
    assert os.name == "nt" or chosen.stat().st_mode & 0o077 == 0


def test_that_no_home_at_all_never_makes_a_folder_named_tilde(cache, cannot_be_written, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    chosen = cache(cannot_be_written, Path("~/.cache/permdesk"))
    assert chosen is not None
    assert chosen.is_absolute()
    assert not (tmp_path / "~").exists()


@pytest.mark.parametrize("variable", ["NUMBA_CACHE_DIR", "MPLCONFIGDIR"])
def test_that_a_place_chosen_by_hand_stays(variable, cache, cannot_be_written, tmp_path, monkeypatch):
    monkeypatch.setenv(variable, str(tmp_path))
    assert cache(cannot_be_written, cannot_be_written, variable) == tmp_path


def test_that_figures_leave_nothing_outside_our_folders(tmp_path):
    """The whole way, in a process of its own: importing the figures writes the list of fonts."""
    environment = {name: text for name, text in os.environ.items() if not name.startswith(("XDG_", "MPL"))}
    subprocess.run(
        [sys.executable, "-c", "import permdesk.report.figures, matplotlib.font_manager"],
        cwd=ROOT,
        env=environment | {"HOME": str(tmp_path), "LOCALAPPDATA": str(tmp_path), "USERPROFILE": str(tmp_path)},
        check=True,
    )
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert any("fontlist" in path.name for path in written)
    assert all(path.parent.parts[-2:] == ("permdesk", "fonts") for path in written)


@pytest.mark.parametrize("chooses", [True, False])
def test_that_kernels_compile_where_nothing_can_be_written_only_because_a_place_was_chosen(tmp_path, chooses):
    """With the choice left out numba must fail here, else this test would prove nothing."""
    package = tmp_path / "permdesk"
    needed = {"__init__.py", "writable_caches.py", "ending.py"}
    shutil.copytree(ROOT / "permdesk", package, ignore=lambda folder, names: set(names) - needed)
    (package / "kernel.py").write_text(KERNEL)
    (package / "__pycache__").write_text("no folder can be made here")
    choice = (
        "from permdesk import writable_caches; writable_caches.keep_caches_in_writable_folders()" if chooses else "pass"
    )
    environment = {name: text for name, text in os.environ.items() if not name.startswith(("XDG_", "NUMBA_"))}
    nowhere = str(package / "__pycache__" / "home")
    run = subprocess.run(
        [sys.executable, "-B", "-c", f"{choice}; import permdesk.kernel"],
        cwd=tmp_path,
        env=environment | {"HOME": nowhere, "LOCALAPPDATA": nowhere, "USERPROFILE": nowhere},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode == 0) is chooses, run.stderr
    assert chooses or "no locator available" in run.stderr
