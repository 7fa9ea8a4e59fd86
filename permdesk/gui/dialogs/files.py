"""Asks for a file to open or to write, without stopping the window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QHeaderView, QTreeView, QWidget

from permdesk.gui.parts import size_on_screen
from permdesk.gui.showing import open_dialog
from permdesk.translation import tr

DATA_KINDS = (
    (("csv", "tsv", "tab", "txt", "dat", "asc"), "gz"),
    (("xlsx", "xlsm", "xlsb", "xls", "ods"), ""),
    (("sav", "zsav", "por"), ""),
    (("dta",), ""),
    (("sas7bdat", "xpt"), ""),
    (("parquet", "feather", "arrow"), ""),
    (("zip",), ""),
)

SIZE = 900, 520
"""Pixels that a file dialog of Qt's own takes, so that it cuts no column; a system's own has its size."""


def data_filter() -> str:
    """The kinds of files that can be audited, for a file dialog."""
    text, workbooks, spss, stata, sas, arrow, zipped = (_patterns(*kinds) for kinds in DATA_KINDS)
    return ";;".join(
        [
            tr("Data files ({patterns})", patterns=" ".join((text, workbooks, spss, stata, sas, arrow, zipped))),
            tr("Text: delimited or fixed width ({patterns})", patterns=f"{text} {zipped}"),
            tr("Workbooks ({patterns})", patterns=workbooks),
            tr("SPSS ({patterns})", patterns=spss),
            tr("Stata ({patterns})", patterns=stata),
            tr("SAS ({patterns})", patterns=sas),
            tr("Parquet and Feather ({patterns})", patterns=arrow),
            tr("All files (*)"),
        ]
    )


def codebook_filter() -> str:
    """Files that say where the columns of another file are and what its codes mean."""
    return tr("Codebooks (*.rda *.rds *.sps *.dct *.sas7bcat);;All files (*)")


def hierarchy_filter() -> str:
    """Files that say which values a generalized category covers."""
    return tr("Hierarchies (*.csv *.txt *.grc *.cdl);;All files (*)")


def _patterns(endings: tuple[str, ...], zipped: str) -> str:
    patterns = [f"*.{ending}" for ending in endings]
    return " ".join([*patterns, *(f"{pattern}.{zipped}" for pattern in patterns if zipped)])


def recipe_filter() -> str:
    return tr("PermDesk recipes (*.permdesk)")


def policy_filter() -> str:
    return tr("Policies (*.toml)")


def ask_file(parent: QWidget, title: str, kinds: str, then: Callable[[Path], object]) -> QFileDialog:
    """Ask for a file that is there, and call ``then`` with it; nothing happens when the dialog is dismissed."""
    dialog = QFileDialog(parent, title, "", kinds)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    return _opened(dialog, then)


def ask_files(parent: QWidget, title: str, kinds: str, then: Callable[[list[Path]], object]) -> QFileDialog:
    """Ask for one file or several that are there."""
    dialog = QFileDialog(parent, title, "", kinds)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
    dialog.filesSelected.connect(lambda names: then([Path(name) for name in names]))
    _show(dialog)
    return dialog


def ask_target(parent: QWidget, title: str, name: str, ending: str, then: Callable[[Path], object]) -> QFileDialog:
    """Ask where to write; the dialog itself asks before something is replaced."""
    dialog = QFileDialog(parent, title, "", f"*.{ending}")
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(ending)
    dialog.selectFile(name)
    return _opened(dialog, then)


def ask_table_target(parent: QWidget, title: str, name: str, then: Callable[[Path], object]) -> QFileDialog:
    """Ask where to write a table, and in which format: the ending that is typed decides, else the chosen kind."""
    return ask_target_of_kinds(parent, title, name, _table_kinds(), then)


def ask_comparison_target(parent: QWidget, title: str, name: str, then: Callable[[Path], object]) -> QFileDialog:
    """Ask where to write a comparison: its report in one of the formats, or its numbers as CSV."""
    kinds = {
        tr("Report: web page (*.html)"): "html",
        tr("Report: text document (*.docx)"): "docx",
        tr("Report: printed pages (*.pdf)"): "pdf",
        tr("Workbook of the tables (*.xlsx)"): "xlsx",
        tr("The table as numbers (*.csv)"): "csv",
        tr("Report: plain text with marks (*.md)"): "md",
        tr("Report: for programs (*.json)"): "json",
    }
    return ask_target_of_kinds(parent, title, name, kinds, then)


def ask_target_of_kinds(
    parent: QWidget, title: str, name: str, endings: dict[str, str], then: Callable[[Path], object]
) -> QFileDialog:
    """Ask where to write one of several kinds, each with its ending; the ending that is typed decides."""
    dialog = QFileDialog(parent, title, "", ";;".join(endings))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(next(iter(endings.values())))

    def take_kind(kind: str) -> None:
        ending = endings[kind]
        dialog.setDefaultSuffix(ending)
        typed = Path(dialog.selectedFiles()[0]) if dialog.selectedFiles() else Path(name)
        if typed.suffix[1:] in endings.values():
            dialog.selectFile(typed.with_suffix(f".{ending}").name)

    dialog.filterSelected.connect(take_kind)
    dialog.selectFile(name)
    return _opened(dialog, then)


def _table_kinds() -> dict[str, str]:
    return {
        tr("CSV (*.csv)"): "csv",
        tr("Excel workbook (*.xlsx)"): "xlsx",
        tr("SPSS (*.sav)"): "sav",
        tr("Stata (*.dta)"): "dta",
        tr("SAS transport (*.xpt)"): "xpt",
        tr("Parquet (*.parquet)"): "parquet",
    }


def ask_folder(parent: QWidget, title: str, then: Callable[[Path], object]) -> QFileDialog:
    """Ask for a folder that is there."""
    dialog = QFileDialog(parent, title)
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    return _opened(dialog, then)


def _opened(dialog: QFileDialog, then: Callable[[Path], object]) -> QFileDialog:
    dialog.fileSelected.connect(lambda name: then(Path(name)))
    _show(dialog)
    return dialog


def _show(dialog: QFileDialog) -> None:
    """Show a dialog; one of Qt's own, with columns of files, has room for all of them."""
    dialog.resize(size_on_screen(dialog, *SIZE))
    open_dialog(dialog)
    for files in dialog.findChildren(QTreeView):
        header = files.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
