"""The composition root of the window: the only place that builds its parts and connects them."""

from __future__ import annotations

import argparse
import signal
import sys
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QSettings, QTimer
from PySide6.QtGui import QGuiApplication, QIcon
from PySide6.QtWidgets import QApplication
from shiboken6 import delete

from permdesk import __version__
from permdesk.compute.parallel import limit_threads
from permdesk.ending import stop
from permdesk.gui.appearance import Scheme, load_fonts
from permdesk.gui.desk import Desk
from permdesk.gui.housekeeping import Housekeeping, stop_automatic_search
from permdesk.gui.jobs import JobRunner
from permdesk.gui.main_window import MainWindow
from permdesk.gui.number_formats import apply_number_format
from permdesk.gui.preferences import Preferences
from permdesk.gui.settings import WindowSettings, read_settings, settings_path
from permdesk.gui.window_language import apply_language, known_language
from permdesk.gui.workspace import Workspace
from permdesk.resources import resource_path
from permdesk.translation import languages, tr


def main(argv: list[str] | None = None) -> int:
    """Start the window (or draw it into files, with --screenshots) and return the exit status."""
    signal.signal(signal.SIGINT, stop)
    path = settings_path()
    settings = read_settings(path)
    wanted = _parser().parse_args(sys.argv[1:] if argv is None else argv)
    app = make_application()
    apply_language(app, wanted.language or known_language(settings.language))
    apply_number_format(settings.numbers)
    if settings.threads > 0:
        limit_threads(settings.threads)
    if wanted.screenshots is not None:
        from permdesk.gui.screenshots.tabs import draw_tabs

        drawn = make_window(wanted.scheme or Scheme.LIGHT)
        drawn.resize(*wanted.size)
        return draw_tabs(drawn, wanted.screenshots, lambda: _open(drawn, wanted))
    window = make_window(wanted.scheme or settings.scheme, settings, path)
    window.restore_geometry_text(settings.geometry)
    window.closed.connect(lambda: window.preferences.write_now(window.geometry_text()))
    Housekeeping((window.desk.runner, window.desk.reports), window).begin()
    if not wanted.files and wanted.demo is None:
        window.guidance.offer_tour_once()
    window.show()
    # Not at once: a signal comes in the middle of whatever the window does.
    signal.signal(signal.SIGINT, lambda *_: QTimer.singleShot(0, window.close))
    QTimer.singleShot(0, window.desk.prepare)
    QTimer.singleShot(0, lambda: _open(window, wanted))
    QTimer.singleShot(0, window.recovery.offer)
    status = app.exec()
    if QGuiApplication.clipboard().ownsClipboard():
        delete(app)  # which gives what was copied to the system: else it would be gone with the process
    return status


def make_application() -> QApplication:
    """The application with its fonts, icon and names. What Qt keeps for itself (places of file dialogs) goes to a
    folder of ours. Python looks for garbage no more, unless asked."""
    stop_automatic_search()
    folder = str(settings_path().parent)
    QSettings.setPath(QSettings.Format.NativeFormat, QSettings.Scope.UserScope, folder)
    app = QApplication.instance() or QApplication(["permdesk"])
    assert isinstance(app, QApplication)
    app.setApplicationName("PermDesk")
    app.setApplicationVersion(__version__)
    app.setDesktopFileName("permdesk")
    app.setWindowIcon(QIcon(str(resource_path("icons", "permdesk.svg"))))
    load_fonts(app)
    return app


def make_window(scheme: Scheme, settings: WindowSettings | None = None, path: Path | None = None) -> MainWindow:
    """A window with a workspace of its own, ready to be shown. What it remembers goes to ``path``, and copies of
    unsaved recipes to a folder beside that; without a path, nothing is written unasked."""
    workspace = Workspace()
    desk = Desk(workspace, JobRunner(), JobRunner())
    keeper = JobRunner()
    preferences = Preferences(replace(settings or WindowSettings(), scheme=scheme), path, keeper)
    window = MainWindow(desk, preferences, keeper, None if path is None else path.parent / "unsaved")
    for part in (workspace, desk, desk.runner, desk.reports, keeper, preferences):
        part.setParent(window)
    hints = QGuiApplication.styleHints()
    wishes = hints.accessibility()
    hints.colorSchemeChanged.connect(window.follow_system)
    wishes.contrastPreferenceChanged.connect(window.follow_system)
    return window


def _open(window: MainWindow, wanted: argparse.Namespace) -> None:
    if wanted.demo is not None:
        window.desk.open_demonstration()
    elif len(wanted.files) == 2:
        window.desk.open(*wanted.files)
    else:
        window.openings.open_paths(wanted.files)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="permdesk-window", description=tr("Audits an anonymized microdata file under the permutation paradigm.")
    )
    parser.add_argument("files", nargs="*", type=Path, help=tr("the original, then the anonymized file; or a recipe"))
    parser.add_argument("--demo", choices=["paper"], help=tr("open a demonstration"))
    parser.add_argument("--scheme", type=Scheme, choices=list(Scheme), help=tr("colours of the window"))
    parser.add_argument("--language", choices=languages(), default="", help=tr("language of the window"))
    parser.add_argument("--screenshots", type=Path, metavar="DIR", help=tr("draw every tab into PNG files and leave"))
    parser.add_argument(
        "--size", type=_size, default=(1320, 860), metavar="WxH", help=tr("size of the pictures, such as 1320x860")
    )
    parser.add_argument("--version", action="version", version=f"PermDesk {__version__}")
    return parser


def _size(text: str) -> tuple[int, int]:
    width, height = (int(part) for part in text.split("x"))
    return width, height
