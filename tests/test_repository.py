"""What is true of the repository as a whole: pins, packages, versions, promises of the README, setting up."""

from __future__ import annotations

import ast
import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from permdesk import __version__

ROOT = Path(__file__).parents[1]
PACKAGING = ROOT / "packaging"
DISTRIBUTIONS = importlib.metadata.packages_distributions()
PURPOSES = ("window", "test", "bench", "bundle")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PIN = re.compile(r"[A-Za-z0-9._-]+==[A-Za-z0-9.]+(; \w+ == \"\w+\")?")

# Written apart, so that this file is not its own first finding.
HOSTS = tuple(
    ".".join(words) for words in (("pypi", "org"), ("pythonhosted", "org"), ("deb", "debian", "org"), ("npmjs", "org"))
)
LOCAL_FOLDER = "/".join(("", "work", ""))

posix_only = pytest.mark.skipif(os.name == "nt", reason="shell scripts are for Linux and macOS")


def not_a_pin(text: str) -> list[str]:
    """Lines that are neither a comment, nor another file, nor one exact version."""
    lines = (line for line in text.splitlines() if line and not line.startswith(("#", "-r ")))
    return [line for line in lines if not PIN.fullmatch(line)]


def pins(name: str) -> dict[str, Requirement]:
    """Everything that a requirements file installs, by canonical name."""
    found: dict[str, Requirement] = {}
    for line in (PACKAGING / name).read_text("utf-8").splitlines():
        if line.startswith("-r "):
            found |= pins(line.removeprefix("-r "))
        elif line and not line.startswith("#"):
            requirement = Requirement(line)
            found[canonicalize_name(requirement.name)] = requirement
    return found


def unmet(wanted: list[str], pinned: dict[str, Requirement]) -> list[str]:
    """Requirements that apply here and that no pin meets."""
    wrong = []
    for text in wanted:
        requirement = Requirement(text)
        if requirement.marker and not requirement.marker.evaluate({"extra": ""}):
            continue
        pin = pinned.get(canonicalize_name(requirement.name))
        if pin is None or not requirement.specifier.contains(next(iter(pin.specifier)).version, prereleases=True):
            wrong.append(text)
    return wrong


@pytest.fixture(scope="module")
def tracked() -> list[Path]:
    if not (ROOT / ".git").exists():
        pytest.skip("this is no checkout")
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [ROOT / name for name in names.split("\0") if name and (ROOT / name).is_file()]


@pytest.mark.parametrize("path", sorted(PACKAGING.glob("requirements*.txt")), ids=lambda path: path.name)
def test_that_every_requirement_is_one_exact_version(path):
    assert not_a_pin(path.read_text("utf-8")) == []


@pytest.mark.parametrize("line", ["numpy>=2", "numpy", "numpy==2.*", "--index-url somewhere", "numpy @ file:///tmp"])
def test_that_a_requirement_that_is_not_exact_is_seen(line):
    assert not_a_pin(f"# A comment.\n-r requirements.txt\nscipy==1.0\n{line}\n") == [line]


@pytest.mark.parametrize("purpose", ["", *PURPOSES])
def test_that_the_pins_meet_what_the_project_asks_for(purpose):
    project = PROJECT["project"]
    wanted = project["dependencies"] + (project["optional-dependencies"][purpose] if purpose else [])
    assert unmet(wanted, pins(f"requirements{'-' if purpose else ''}{purpose}.txt")) == []


def test_that_the_pins_cover_everything_that_pinned_packages_need():
    pinned = {name: pin for purpose in PURPOSES for name, pin in pins(f"requirements-{purpose}.txt").items()}
    missing = {}
    for name in pins("requirements-test.txt"):
        try:
            wanted = importlib.metadata.requires(name) or []
        except importlib.metadata.PackageNotFoundError:
            continue  # pinned for another system
        missing[name] = unmet([text for text in wanted if "extra ==" not in text], pinned)
    assert len(missing) > 40
    assert {name: texts for name, texts in missing.items() if texts} == {}


def test_that_nothing_is_pinned_that_nobody_asks_for():
    project = PROJECT["project"]
    texts = (
        project["dependencies"] + project["optional-dependencies"]["window"] + project["optional-dependencies"]["test"]
    )
    pinned = pins("requirements-test.txt")
    for name in pinned:
        try:
            texts = texts + (importlib.metadata.requires(name) or [])
        except importlib.metadata.PackageNotFoundError:
            continue  # pinned for another system
    assert pinned.keys() - {canonicalize_name(Requirement(text).name) for text in texts} == set()


@pytest.mark.parametrize("wanted", ["numpy>=99", "never-heard-of"])
def test_that_an_unmet_requirement_is_seen(wanted):
    assert unmet([wanted], pins("requirements.txt")) == [wanted]


def undeclared(source: str, purpose: str) -> list[str]:
    """Libraries that a source imports without the project asking for them, for the audit alone or a purpose too."""
    project = PROJECT["project"]
    declared = project["dependencies"] + project["optional-dependencies"].get(purpose, [])
    names = {canonicalize_name(Requirement(text).name) for text in declared}
    found = []
    for node in ast.walk(ast.parse(source)):
        modules = [a.name for a in node.names] if isinstance(node, ast.Import) else []
        modules += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        for top in (module.split(".")[0] for module in modules):
            if top not in sys.stdlib_module_names and top not in ("permdesk", "tests"):
                owners = {canonicalize_name(name) for name in DISTRIBUTIONS.get(top, [])}
                # Qt's bindings and their generator are one library in two packages.
                if not owners & names and not (top == "shiboken6" and "pyside6-essentials" in names):
                    found.append(top)
    return found


def test_that_every_imported_library_is_one_that_the_project_asks_for():
    wrong = {}
    for path in (ROOT / "permdesk").rglob("*.py"):
        part = path.relative_to(ROOT / "permdesk").parts[0]
        purpose = "window" if part in ("gui", "app.py") else ""
        wrong[path.name] = undeclared(path.read_text("utf-8"), purpose)
    assert {name: found for name, found in wrong.items() if found} == {}


@pytest.mark.parametrize(
    ("source", "purpose", "found"),
    [
        ("import hypothesis", "", ["hypothesis"]),
        ("def later():\n    from sklearn.neighbors import KDTree", "window", ["sklearn"]),
        ("from PySide6.QtCore import Qt", "", ["PySide6"]),
        ("from PySide6.QtCore import Qt\nimport shiboken6, numpy, os.path, permdesk.data", "window", []),
    ],
)
def test_that_a_library_nobody_asked_for_is_seen(source, purpose, found):
    assert undeclared(source, purpose) == found


def test_that_every_folder_with_modules_is_a_package_and_so_gets_into_the_wheel():
    folders = {path.parent for path in (ROOT / "permdesk").rglob("*.py")}
    assert len(folders) > 8
    assert [folder for folder in folders if not (folder / "__init__.py").is_file()] == []


def test_that_the_newest_entry_of_the_changelog_is_this_version():
    entries = re.findall(r"^## \[?(\d+\.\d+\.\d+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert entries[0] == __version__


def test_that_the_readme_names_commands_that_exist():
    readme = (ROOT / "README.md").read_text("utf-8")
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    named = set(re.findall(r"^\s*make ([a-z-]+)", readme, re.MULTILINE))
    assert {"run", "test"} <= named <= targets


def test_that_every_picture_and_file_that_the_documents_link_to_exists(tracked):
    links = [
        (path, target)
        for path in tracked
        if path.suffix == ".md"
        for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text("utf-8"))
    ]
    assert links
    assert [(path.name, target) for path, target in links if not (path.parent / target).exists()] == []


def test_that_no_tracked_file_names_a_package_registry_or_a_folder_of_one_machine(tracked):
    assert len(tracked) > 50
    wrong = []
    for path in tracked:
        text = path.read_bytes().decode("utf-8", "ignore")
        wrong += [(path.name, word) for word in (*HOSTS, LOCAL_FOLDER) if word in text]
    assert wrong == []


def test_that_no_tracked_file_is_large(tracked):
    assert [(path.name, path.stat().st_size) for path in tracked if path.stat().st_size > 2_000_000] == []


@posix_only
@pytest.mark.parametrize("path", [*sorted(PACKAGING.glob("*.sh")), ROOT / ".ci" / "run"], ids=lambda path: path.name)
def test_that_a_script_says_what_it_is_for_and_can_be_started(path):
    first, second = path.read_text("utf-8").splitlines()[:2]
    assert first.startswith("#!")
    assert second.startswith("# ")
    assert os.access(path, os.X_OK)
    subprocess.run(["bash" if "bash" in first else "sh", "-n", str(path)], check=True)


def program(folder: Path, name: str, body: str) -> Path:
    """A small shell script that stands in for a program."""
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\n{body}\n", "utf-8")
    path.chmod(0o755)
    return path


def run_script(name: str, *arguments: str, cwd: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(cwd / "packaging" / name), *arguments],
        env=os.environ | environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def checkout(tmp_path) -> Path:
    """A copy of the setup scripts, so that nothing happens to this one's environment."""
    shutil.copytree(PACKAGING, tmp_path / "packaging")
    return tmp_path


@posix_only
@pytest.mark.parametrize("version", ["3.9", "3.14"])
def test_that_a_python_that_is_too_old_or_too_new_is_refused_in_one_sentence(checkout, version):
    python = program(checkout / "bin", "python", f"echo {version}")
    run = run_script("environment.sh", "window", cwd=checkout, PYTHON=str(python))
    assert run.returncode == 1
    assert f"is Python {version}" in run.stderr
    assert "3.11, 3.12 or 3.13" in run.stderr


@posix_only
def test_that_a_missing_python_is_named(checkout):
    run = run_script("environment.sh", "window", cwd=checkout, PYTHON="no-such-python")
    assert run.returncode == 1
    assert "There is no no-such-python" in run.stderr


@posix_only
def test_that_a_python_without_venv_says_which_package_brings_it(checkout):
    python = program(checkout / "bin", "python", 'case "$2" in *ensurepip*) exit 1 ;; *) echo 3.11 ;; esac')
    run = run_script("environment.sh", "window", cwd=checkout, PYTHON=str(python))
    assert run.returncode == 1
    assert "apt-get install python3-venv" in run.stderr


@posix_only
def test_that_the_environment_is_made_once_and_again_when_a_pin_changes(checkout):
    """The stand-in makes an environment whose interpreter is the stand-in, and notes what it was asked to do."""
    log = checkout / "log"
    body = f"""case "$*" in
    *"-m venv"*) mkdir -p .venv/bin; cp "$0" .venv/bin/python; echo venv >>{log} ;;
    *"-m pip"*) echo pip >>{log} ;;
    *) echo 3.12 ;;
    esac"""
    python = program(checkout / "bin", "python", body)

    def set_up() -> list[str]:
        assert run_script("environment.sh", "test", cwd=checkout, PYTHON=str(python)).returncode == 0
        return log.read_text("utf-8").split()

    assert set_up() == ["venv", "pip"]
    assert set_up() == ["venv", "pip"]
    with (checkout / "packaging" / "requirements.txt").open("a") as file:
        file.write("another==1.0\n")
    assert set_up() == ["venv", "pip", "pip"]


@posix_only
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has these libraries")
def test_that_who_is_not_root_is_told_the_command_that_installs_what_is_missing(checkout):
    program(checkout / "bin", "id", "echo 1000")
    program(checkout / "bin", "sudo", "touch was-called")
    python = program(checkout / "bin", "python", "echo libegl1; echo libgl1")
    path = f"{checkout / 'bin'}{os.pathsep}{os.environ['PATH']}"
    run = run_script("system_libraries.sh", "headless", cwd=checkout, PYTHON=str(python), PATH=path)
    assert run.returncode == 1
    assert "sudo apt-get install --no-install-recommends libegl1 libgl1\n" in run.stderr
