"""Asks for a file to open or to write, without stopping the window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from permdesk.translation import tr


def data_filter() -> str:
    """The kinds of files that can be audited, for a file dialog."""
    return tr("Data files (*.csv *.tsv *.txt *.dat *.xlsx *.xls *.ods);;All files (*)")


def recipe_filter() -> str:
    return tr("PermDesk recipes (*.permdesk)")


def policy_filter() -> str:
    return tr("Policies (*.toml)")


def ask_file(parent: QWidget, title: str, kinds: str, then: Callable[[Path], object]) -> QFileDialog:
    """Ask for a file that is there, and call ``then`` with it; nothing happens when the dialog is dismissed."""
    dialog = QFileDialog(parent, title, "", kinds)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    return _opened(dialog, then)


def ask_target(parent: QWidget, title: str, name: str, ending: str, then: Callable[[Path], object]) -> QFileDialog:
    """Ask where to write; the dialog itself asks before something is replaced."""
    dialog = QFileDialog(parent, title, "", f"*.{ending}")
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(ending)
    dialog.selectFile(name)
    return _opened(dialog, then)


def ask_folder(parent: QWidget, title: str, then: Callable[[Path], object]) -> QFileDialog:
    """Ask for a folder that is there."""
    dialog = QFileDialog(parent, title)
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    return _opened(dialog, then)


def _opened(dialog: QFileDialog, then: Callable[[Path], object]) -> QFileDialog:
    dialog.fileSelected.connect(lambda name: then(Path(name)))
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()
    return dialog
