"""The structure and the house rules, checked on the source itself. Every rule is shown a module that breaks it."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "permdesk"
MODULES = sorted(PACKAGE.rglob("*.py"))

LAYERS = ("compute", "masking", "data", "audit", "report", "gui")
# Beside the layers: roots, each with the highest layer that it may import, and leaves, which import no layer.
ROOTS = {
    "app": "gui",
    "cli": "report",
    "terminal": "report",
    "refusal": "data",
    "command_options": "report",
    "audit_into_folder": "report",
    "audit_command": "report",
    "demo_command": "report",
    "reverse_map_command": "report",
    "subject_command": "report",
    "validate_command": "audit",
    "verification_command": "report",
    "release_comparison": "report",
    "output_folder": "data",
    "compare_command": "report",
    "sweep_command": "report",
}
QT = ("PySide6", "shiboken6", "pyqtgraph")
NETWORK = (
    *("socket", "socketserver", "ssl", "http", "urllib", "ftplib", "smtplib", "poplib", "imaplib", "xmlrpc"),
    *("webbrowser", "asyncio", "requests", "httpx", "aiohttp", "urllib3", "PySide6.QtNetwork"),
)
THREADS = ("threading.Thread", "threading.Timer", "concurrent.futures", "multiprocessing", "_thread", "QThread")
THREADS_ALLOWED = ("permdesk.gui.jobs", "permdesk.compute.")
EVENT_LOOP = ("processEvents", "terminate")
EMPTY_WORDS = re.compile(r"util|helper|manager|mixin|common|misc|singleton|handler$", re.IGNORECASE)
ARRAYS = ("Floats", "Ranks", "Rows", "Flags", "NDArray")
ARRAY_MAKERS = ("np.empty", "np.zeros", "np.ones", "np.full", "np.arange")
MOST_LINES = 400


def module_name(path: Path) -> str:
    """``permdesk.data.problem`` for a path in the package."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imported(tree: ast.AST) -> Iterator[str]:
    """Every dotted name that is imported anywhere, also inside functions: ``a.b.c`` for ``from a.b import c``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{'.' * node.level}{node.module or ''}.{alias.name}" for alias in node.names)


def within(name: str, packages: tuple[str, ...]) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def dotted(node: ast.AST) -> str:
    """``threading.Thread`` for the expression of that name, else an empty text."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and (left := dotted(node.value)):
        return f"{left}.{node.attr}"
    return ""


def layer_of(name: str) -> str:
    """The layer of a module; the leaves and the package itself have none."""
    part = name.split(".")[1] if "." in name else ""
    return part if part in LAYERS else ROOTS.get(part, "")


def upward_imports(name: str, source: str) -> list[str]:
    """Imports of a layer from below it. A leaf may import no layer; the command line no window."""
    layer = layer_of(name)
    above = LAYERS[LAYERS.index(layer) + 1 :] if layer else LAYERS
    forbidden = tuple(f"permdesk.{part}" for part in above)
    if within(name, tuple(f"permdesk.{part}" for part in LAYERS)):
        forbidden += tuple(f"permdesk.{root}" for root in ROOTS)
    return [target for target in imported(ast.parse(source)) if within(target, forbidden)]


def qt_below_the_window(name: str, source: str) -> list[str]:
    if layer_of(name) == "gui":
        return []
    return [target for target in imported(ast.parse(source)) if within(target, QT)]


def relative_imports(name: str, source: str) -> list[str]:
    return [target for target in imported(ast.parse(source)) if target.startswith(".")]


def network_imports(name: str, source: str) -> list[str]:
    return [target for target in imported(ast.parse(source)) if within(target, NETWORK)]


def threads_outside_their_place(name: str, source: str) -> list[str]:
    if name.startswith(THREADS_ALLOWED):
        return []
    tree = ast.parse(source)
    names = {*imported(tree), *(dotted(node) for node in ast.walk(tree))}
    return [found for found in sorted(names) if within(found, THREADS) or found.endswith((".QThread", ".QThreadPool"))]


def event_loop_tricks(name: str, source: str) -> list[str]:
    return [
        node.attr for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Attribute) and node.attr in EVENT_LOOP
    ]


def parallel_kernels(name: str, source: str) -> list[str]:
    words = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.keyword))
    return ["parallel=True" for word in words if word.arg == "parallel" and ast.unparse(word.value) == "True"]


def kernels_that_hold_the_lock_or_recompile(name: str, source: str) -> list[str]:
    """njit without nogil stops the window, without cache it compiles at every start."""
    wrong = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            for decorator in node.decorator_list:
                call = decorator if isinstance(decorator, ast.Call) else None
                if dotted(call.func if call else decorator).split(".")[-1] in ("njit", "jit"):
                    true = {word.arg for word in call.keywords if ast.unparse(word.value) == "True"} if call else set()
                    wrong += [f"{node.name} without {word}" for word in ("nogil", "cache") if word not in true]
    return wrong


def kernels_that_return_arrays(name: str, source: str) -> list[str]:
    """An interrupt heard while numba hands over an array crashes the process: kernels write into what they get."""
    return [
        node.name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef)
        and any(is_kernel(decorator) for decorator in node.decorator_list)
        and (says_arrays(node.returns) or returns_made_array(node))
    ]


def is_kernel(decorator: ast.expr) -> bool:
    """Whether Python calls what it decorates, and gets what that returns."""
    name = dotted(decorator.func if isinstance(decorator, ast.Call) else decorator).split(".")[-1]
    return name in ("njit", "jit", "borrowing_kernel")


def says_arrays(annotation: ast.expr | None) -> bool:
    return annotation is not None and any(dotted(node) in ARRAYS for node in ast.walk(annotation))


def returns_made_array(kernel: ast.FunctionDef) -> bool:
    made = set()
    for node in ast.walk(kernel):
        if isinstance(node, ast.Assign) and any(makes_array(part) for part in ast.walk(node.value)):
            made |= {part.id for target in node.targets for part in ast.walk(target) if isinstance(part, ast.Name)}
    returned = [node.value for node in ast.walk(kernel) if isinstance(node, ast.Return)]
    parts = [part for value in returned for part in (value.elts if isinstance(value, ast.Tuple) else [value])]
    return any(makes_array(part) or dotted(part) in made for part in parts if part is not None)


def makes_array(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and dotted(node.func).startswith(ARRAY_MAKERS)


def missing_docstring(name: str, source: str) -> list[str]:
    """The first line of a module says what it is for."""
    tree = ast.parse(source)
    text = ast.get_docstring(tree)
    return (
        [] if text and tree.body[0].lineno == 1 and text.splitlines()[0].strip() else ["no purpose in the first line"]
    )


def too_many_lines(name: str, source: str) -> list[str]:
    n = len(source.splitlines())
    return [f"{n} lines"] if n > MOST_LINES else []


def empty_names(name: str, source: str) -> list[str]:
    """Names of modules and classes that would fit anything."""
    classes = (node.name for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ClassDef))
    return [word for word in (name.split(".")[-1], *classes) if EMPTY_WORDS.search(word)]


Rule = Callable[[str, str], list[str]]
RULES: tuple[Rule, ...] = (
    upward_imports,
    qt_below_the_window,
    relative_imports,
    network_imports,
    threads_outside_their_place,
    event_loop_tricks,
    parallel_kernels,
    kernels_that_hold_the_lock_or_recompile,
    kernels_that_return_arrays,
    missing_docstring,
    too_many_lines,
    empty_names,
)

BROKEN: tuple[tuple[Rule, str, str], ...] = (
    (upward_imports, "permdesk.compute.ranks", "import permdesk.data.table"),
    (upward_imports, "permdesk.compute.ranks", "from permdesk import audit"),
    (upward_imports, "permdesk.data.table", "from permdesk.audit.run import run_audit"),
    (upward_imports, "permdesk.audit.run", "def later():\n    import permdesk.report.build"),
    (upward_imports, "permdesk.report.build", "from permdesk.gui import theme"),
    (upward_imports, "permdesk.cli", "from permdesk.gui.theme import LIGHT"),
    (upward_imports, "permdesk.gui.theme", "from permdesk.app import main"),
    (upward_imports, "permdesk.translation", "from permdesk.compute import arrays"),
    (qt_below_the_window, "permdesk.report.figures", "from PySide6.QtGui import QImage"),
    (qt_below_the_window, "permdesk.cli", "import pyqtgraph"),
    (qt_below_the_window, "permdesk.translation", "import PySide6"),
    (relative_imports, "permdesk.data.table", "from .problem import Problem"),
    (relative_imports, "permdesk.data.table", "from . import problem"),
    (network_imports, "permdesk.data.read_table", "import socket"),
    (network_imports, "permdesk.gui.desk", "from urllib.request import urlopen"),
    (network_imports, "permdesk.gui.desk", "from PySide6.QtNetwork import QTcpSocket"),
    (network_imports, "permdesk.gui.desk", "from PySide6 import QtNetwork"),
    (threads_outside_their_place, "permdesk.audit.run", "from threading import Thread"),
    (threads_outside_their_place, "permdesk.gui.desk", "import threading\nthreading.Thread()"),
    (threads_outside_their_place, "permdesk.gui.desk", "from PySide6.QtCore import QThreadPool"),
    (threads_outside_their_place, "permdesk.report.build", "from concurrent.futures import ThreadPoolExecutor"),
    (event_loop_tricks, "permdesk.gui.jobs", "app.processEvents()"),
    (event_loop_tricks, "permdesk.gui.jobs", "thread.terminate()"),
    (parallel_kernels, "permdesk.compute.search", "@njit(nogil=True, cache=True, parallel=True)\ndef f(): ..."),
    (kernels_that_hold_the_lock_or_recompile, "permdesk.compute.search", "@njit(cache=True)\ndef f(): ..."),
    (kernels_that_hold_the_lock_or_recompile, "permdesk.compute.search", "@numba.njit(nogil=True)\ndef f(): ..."),
    (kernels_that_hold_the_lock_or_recompile, "permdesk.compute.search", "@njit\ndef f(): ..."),
    (kernels_that_return_arrays, "permdesk.compute.ranks", "@njit\ndef f() -> tuple[int, Floats]: ..."),
    (kernels_that_return_arrays, "permdesk.compute.ranks", "@borrowing_kernel\ndef f(): return np.zeros(3)"),
    (
        kernels_that_return_arrays,
        "permdesk.compute.ranks",
        "@njit()\ndef f():\n    a, b = np.empty(3), 2\n    return b, a",
    ),
    (missing_docstring, "permdesk.data.table", "import re"),
    (missing_docstring, "permdesk.data.table", "# A comment.\n'''Too late.'''"),
    (too_many_lines, "permdesk.data.table", "\n" * (MOST_LINES + 1)),
    (empty_names, "permdesk.data.utils", ""),
    (empty_names, "permdesk.data.table", "class TableManager: ..."),
    (empty_names, "permdesk.gui.desk", "class ClipboardMixin: ..."),
)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_that_every_module_keeps_the_rule(rule):
    assert len(MODULES) > 30
    wrong = {module_name(path): rule(module_name(path), path.read_text("utf-8")) for path in MODULES}
    assert {name: found for name, found in wrong.items() if found} == {}


@pytest.mark.parametrize(("rule", "name", "source"), BROKEN)
def test_that_the_rule_sees_a_module_that_breaks_it(rule, name, source):
    assert rule(name, source)


def test_that_every_rule_was_shown_a_module_that_breaks_it():
    assert {rule for rule, _, _ in BROKEN} == set(RULES)


@pytest.mark.parametrize(
    ("rule", "name", "source"),
    [
        (upward_imports, "permdesk.gui.desk", "from permdesk.audit.findings import Audit"),
        (upward_imports, "permdesk.app", "from permdesk.gui.theme import LIGHT"),
        (upward_imports, "permdesk.audit_command", "from permdesk.refusal import or_refuse"),
        (upward_imports, "permdesk.data.table", "from permdesk.compute.arrays import sealed"),
        (qt_below_the_window, "permdesk.gui.desk", "import PySide6"),
        (threads_outside_their_place, "permdesk.gui.jobs", "from threading import Thread"),
        (threads_outside_their_place, "permdesk.report.build", "from threading import Lock"),
    ],
)
def test_that_the_rule_lets_pass_what_it_should(rule, name, source):
    assert rule(name, source) == []


ENGINE_WITHOUT_QT = """
import importlib, pkgutil, sys
import permdesk
names = [m.name for m in pkgutil.walk_packages(permdesk.__path__, "permdesk.")]
names = [name for name in names if not name.startswith(("permdesk.gui", "permdesk.app"))]
assert len(names) > 20 and "permdesk.audit.findings" in names, names
for name in names:
    importlib.import_module(name)
{planted}
sys.exit(3 if any(name.startswith(("PySide6", "shiboken6", "pyqtgraph")) for name in sys.modules) else 0)
"""


@pytest.mark.parametrize(("planted", "status"), [("", 0), ("import PySide6.QtCore", 3)])
def test_that_everything_below_the_window_loads_without_qt(planted, status):
    code = ENGINE_WITHOUT_QT.format(planted=planted)
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == status, run.stderr


WINDOW_WITHOUT_FIGURES = """
import importlib, pkgutil, sys
import permdesk.gui
names = [m.name for m in pkgutil.walk_packages(permdesk.gui.__path__, "permdesk.gui.")]
assert len(names) > 100, names
for name in names:
    importlib.import_module(name)
{planted}
sys.exit(3 if "matplotlib" in sys.modules else 0)
"""


@pytest.mark.parametrize(("planted", "status"), [("", 0), ("import permdesk.report.comparison_report", 3)])
def test_that_no_part_of_the_window_waits_for_what_draws_figures_of_reports(planted, status):
    code = WINDOW_WITHOUT_FIGURES.format(planted=planted)
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == status, run.stderr


# The interpreter reports every use of a socket to its audit hooks, whichever library asks for it.
NO_NETWORK = """
import runpy, sys
def refuse(event, arguments):
    if event.startswith("socket.") and event not in ("socket.__new__", "socket.gethostname"):
        raise SystemExit(99)
sys.addaudithook(refuse)
{work}
"""
AUDIT = """
sys.argv = ["permdesk", "demo", "paper", "--out", {folder!r}]
runpy.run_module("permdesk.cli", run_name="__main__")
"""
WINDOW = """
sys.argv = ["main.py", "--demo", "paper", "--screenshots", {folder!r}]
runpy.run_path("main.py", run_name="__main__")
"""
CALL_HOME = "import socket; socket.create_connection(('127.0.0.1', 9), 0.1)"
LOOK_UP = "import socket; socket.getaddrinfo('localhost', 80)"


@pytest.mark.parametrize(("work", "file"), [(AUDIT, "audit.json"), (WINDOW, "intruder.png")])
def test_that_neither_an_audit_nor_the_window_makes_a_network_connection(tmp_path, work, file):
    run = subprocess.run(
        [sys.executable, "-c", NO_NETWORK.format(work=work.format(folder=str(tmp_path)))],
        cwd=ROOT,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen", "XDG_CONFIG_HOME": str(tmp_path / "settings")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert (tmp_path / file).stat().st_size > 0


@pytest.mark.parametrize("work", [CALL_HOME, LOOK_UP])
def test_that_a_network_connection_would_be_seen(work):
    code = NO_NETWORK.format(work=work)
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 99
