"""Hand-made files and states for the parts of the window, and the application they live in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from permdesk.app import make_application
from permdesk.audit.findings import Audit
from permdesk.audit.run import run_audit
from permdesk.compute.progress import Progress
from permdesk.data.choices import Dialect
from permdesk.data.column_report import report_column
from permdesk.data.guess import guess_choices
from permdesk.data.make_pair import make_pair
from permdesk.data.problem import Problem
from permdesk.data.table import Table
from permdesk.data.text_column import column_of
from permdesk.gui.restyling import put_style_sheet
from permdesk.gui.tasks import described
from permdesk.gui.workspace import OpenedFile, Setup, State, Workspace
from permdesk.resources import resource_path


@pytest.fixture(autouse=True)
def own_settings_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("config")))


@pytest.fixture
def app(qapp: QApplication) -> QApplication:
    return make_application()


@pytest.fixture
def look(app: QApplication) -> Iterator[QApplication]:
    """The application, whose style sheet, font and palette are given back to it."""
    sheet, font, palette = app.styleSheet(), app.font(), app.palette()
    yield app
    put_style_sheet(app, sheet)
    app.setFont(font)
    app.setPalette(palette)


@pytest.fixture
def opened(tmp_path: Path) -> Callable[..., OpenedFile]:
    """A file as read, from columns of texts."""

    def make(name: str, **columns: list[str]) -> OpenedFile:
        path = tmp_path / name
        path.write_text("", "utf-8")
        made = []
        for title, cells in columns.items():
            made.append(report_column(column_of(title, cells), Dialect(), Progress()))
        table = Table(path, "0" * 64, Dialect(), tuple(made), len(next(iter(columns.values()))))
        return described(table, Progress())

    return make


@pytest.fixture(scope="session")
def paper_state() -> State:
    """The state after the paper's example was opened and audited."""
    from permdesk.data.read_table import read_table

    files = []
    for name in ("original.csv", "anonymized.csv"):
        table = read_table(resource_path("demo", "paper", name), None, Progress())
        assert not isinstance(table, Problem)
        files.append(described(table, Progress()))
    choices = guess_choices(files[0].table, files[1].table, Progress())
    assert not isinstance(choices, Problem)
    setup = Setup(original=files[0], anonymized=files[1], choices=choices)
    pair = make_pair(files[0].table, files[1].table, choices, Progress())
    assert not isinstance(pair, Problem)
    audit = run_audit(pair, setup.settings, setup.policy, Progress())
    assert isinstance(audit, Audit)
    assert setup.question is not None
    return State(setup=setup, pair=pair, audit=audit, answered=setup.question)


@pytest.fixture
def workspace(paper_state: State) -> Workspace:
    """A workspace in that state, with nothing to undo."""
    workspace = Workspace()
    workspace.decide("open", paper_state.setup)
    workspace.found_pair(paper_state.pair, ())
    assert paper_state.audit is not None and paper_state.answered is not None
    workspace.found(paper_state.audit, paper_state.answered)
    return workspace
