"""Whoever stops a report has the answer before its next picture, table, row, block or part; nothing of it is left."""

from __future__ import annotations

import gc
import sys
import tempfile
import warnings
from contextlib import suppress
from io import BytesIO
from zipfile import ZipFile

import matplotlib
import pytest

from permdesk.audit.description import Description
from permdesk.compute.progress import Cancelled, Progress
from permdesk.gui import report_tasks
from permdesk.gui.pages.report.block_text import block_text
from permdesk.gui.report_choices import ReportChoices
from permdesk.gui.report_tasks import Export, ReportWanted, write
from permdesk.gui.theme import LIGHT
from permdesk.report import publication
from permdesk.report.blocks import Cell, Column, Figure, Heading, Number, Paragraph, Report, Table
from permdesk.report.build import build_report
from permdesk.report.distance_tables import closest_records_table, record_comparison
from permdesk.report.drawing_png import png
from permdesk.report.figures import distance_histogram, distributions, rank_scatter
from permdesk.report.fixed_zip import with_fixed_times
from permdesk.report.formats import Format, render, render_report
from permdesk.report.link_table import link_table
from permdesk.report.mapping_tables import noise_table, ranks_table
from permdesk.report.page_flow import labelled
from permdesk.report.profile import Profile
from permdesk.report.sections import intruder, permuted_privacy, random_matches, reverse_mapping
from permdesk.report.template import PLAIN
from permdesk.report.withheld import Censor, censor_for
from tests.report.conftest import DAY
from tests.stopping import StopsAfter

NEVER = sys.maxsize
DOT = '<path d="M 1 1 L 2 2 z" style="fill: #ff0000"/>'


def paragraphs(n):
    return (Paragraph("words"),) * n


def tables(n_rows):
    columns = (Column("name"), Column("number", Number.COUNT))
    return (Table("t", "c", columns, ((Cell("a"), Cell(1)),) * n_rows),)


def pictures(n_dots):
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">{DOT * n_dots}</svg>'
    return (Figure("f", "c", "a", svg),)


def looks(make):
    """How often ``make`` asks whether to go on."""
    progress = StopsAfter(NEVER)
    make(progress)
    return progress.asked


def looks_in(kind, blocks):
    report = Report("t", "s", Profile.INTERNAL, DAY, (Heading("h"), *blocks))
    return looks(lambda progress: render_report(report, PLAIN, kind, "r", progress))


@pytest.mark.parametrize(
    ("kind", "many", "times"),
    [
        (Format.HTML, tables, 1),
        (Format.DOCX, tables, 1),
        (Format.PDF, tables, 1),
        (Format.XLSX, tables, 2),  # filled, and written
        (Format.DOCX, paragraphs, 2),  # numbered, and written
        (Format.PDF, paragraphs, 4),  # numbered, prepared, and laid on pages twice
        (Format.MARKDOWN, paragraphs, 2),
        (Format.JSON, paragraphs, 1),
        (Format.DOCX, pictures, 1),
        (Format.PDF, pictures, 2),
    ],
)
def test_that_a_format_asks_whether_to_go_on_at_each_row_block_and_mark(kind, many, times):
    assert looks_in(kind, many(40)) - looks_in(kind, many(10)) >= 30 * times


def test_that_the_preview_asks_at_each_block_and_mark():
    def asked(blocks):
        report = Report("t", "s", Profile.INTERNAL, DAY, blocks)
        return looks(lambda progress: block_text(report, LIGHT, progress))

    assert asked(paragraphs(40)) - asked(paragraphs(10)) >= 30
    assert asked(pictures(40)) - asked(pictures(10)) >= 30


def test_that_a_picture_as_png_is_stopped_between_two_marks():
    with pytest.raises(Cancelled):
        png(pictures(5)[0].svg, 100, StopsAfter(4))


def test_that_numbering_is_stopped_between_two_blocks():
    with pytest.raises(Cancelled):
        labelled(Report("t", "s", Profile.INTERNAL, DAY, paragraphs(5)), StopsAfter(4))


@pytest.mark.parametrize("ending", ["docx", "xlsx"])
def test_that_packing_is_stopped_between_two_parts(ending, paper_audit):
    report = build_report(paper_audit, Description(), Profile.PUBLIC, DAY)
    (archive,) = render_report(report, PLAIN, Format(ending), "r").values()
    n_parts = len(ZipFile(BytesIO(archive)).namelist())
    assert looks(lambda progress: with_fixed_times(archive, progress=progress)) == n_parts
    progress = Packed()
    render_report(report, PLAIN, Format(ending), "r", progress)
    assert progress.n_parts == n_parts


class Packed(Progress):
    """Counts how often the packing asks."""

    n_parts = 0

    def check(self):
        self.n_parts += sys._getframe(2).f_code is with_fixed_times.__code__
        super().check()


@pytest.mark.parametrize("kind", list(Format))
def test_that_a_publication_hands_its_progress_to_the_format(kind, paper_audit):
    made = publication.publish(paper_audit, Description(), Profile.INTERNAL, DAY)
    assert looks(lambda progress: render(made, kind, "r", progress)) > (0 if kind not in ("ddi", "sims") else -1)


@pytest.mark.parametrize(
    ("table", "n_columns"),
    [(ranks_table, 9), (noise_table, 15), (closest_records_table, 6), (link_table, 0)],
)
def test_that_a_table_of_records_is_stopped_before_its_next_row_or_column_of_values(table, n_columns, paper_audit):
    assert looks(lambda progress: table(paper_audit, progress)) == n_columns + paper_audit.n_original


def test_that_the_comparison_of_a_record_is_stopped_before_its_next_row_or_column(paper_audit):
    assert looks(lambda progress: record_comparison(paper_audit, 0, progress)) == 3 + paper_audit.n_anonymized


def test_that_what_is_withheld_is_looked_for_in_one_text_after_another(paper_audit):
    report = Report("t", "s", Profile.INTERNAL, DAY, paragraphs(5))
    censor = censor_for(paper_audit.pair, Profile.PUBLIC)
    assert looks(lambda progress: censor.check(report, progress)) == 5


@pytest.mark.parametrize(
    ("module", "step"),
    [
        (reverse_mapping, "ranks_table"),
        (reverse_mapping, "noise_table"),
        (reverse_mapping, "rank_scatter"),
        (permuted_privacy, "distance_histogram"),
        (permuted_privacy, "record_comparison"),
        (permuted_privacy, "closest_records_table"),
        (random_matches, "distributions"),
        (intruder, "link_table"),
    ],
)
def test_that_what_takes_long_in_a_section_knows_of_a_stop(module, step, paper_audit, monkeypatch):
    given, make = [], getattr(module, step)
    monkeypatch.setattr(module, step, lambda *words: (given.append(words[-1]), make(*words))[1])
    progress = Progress()
    build_report(paper_audit, Description(), Profile.INTERNAL, DAY, progress=progress)
    assert given == [progress]


def test_that_the_censor_knows_of_a_stop_each_time(paper_audit, monkeypatch):
    given, check = [], Censor.check
    monkeypatch.setattr(Censor, "check", lambda *words: (given.append(words[-1]), check(*words))[1])
    progress = Progress()
    publication.publish(paper_audit, Description(), Profile.INTERNAL, DAY, progress=progress)
    assert given == [progress] * 3


def test_that_the_ranks_of_both_files_are_gathered_one_after_the_other(paper_audit):
    steps = (ranks_table, noise_table, lambda _audit, progress: drawings(paper_audit)[2](progress))
    apart = sum(looks(lambda progress, step=step: step(paper_audit, progress)) for step in steps)
    assert looks(lambda progress: reverse_mapping._records(paper_audit, progress)) == apart + 1


def test_that_the_least_protected_record_is_not_compared_after_a_stop(paper_audit, monkeypatch):
    progress = Progress()

    def stopped_by(*_):
        progress.cancel()
        return permuted_privacy.np.arange(paper_audit.n_original)

    monkeypatch.setattr(permuted_privacy, "least_protected_first", stopped_by)
    monkeypatch.setattr(permuted_privacy, "record_comparison", lambda *_: pytest.fail("it went on"))
    with pytest.raises(Cancelled):
        permuted_privacy.permuted_privacy_blocks(paper_audit, Profile.INTERNAL, progress)


def drawings(audit):
    mapping = audit.mapping
    return [
        lambda progress: distributions(audit.random_match, progress),
        lambda progress: distance_histogram(audit.distances.distance, audit.distances_z.distance, progress),
        lambda progress: rank_scatter(mapping.ranks_original, mapping.ranks_anonymized, audit.names, progress),
    ]


@pytest.mark.parametrize("place", [0, 1, 2])
def test_that_a_drawing_is_stopped_anywhere_and_leaves_the_library_as_it_was(place, paper_audit):
    draw = drawings(paper_audit)[place]
    whole = draw(Progress())
    settings, filters = dict(matplotlib.rcParams), list(warnings.filters)
    for asked in range(looks(draw)):
        with pytest.raises(Cancelled):
            draw(StopsAfter(asked))
        assert dict(matplotlib.rcParams) == settings
        assert warnings.filters == filters
    assert draw(Progress()) == whole


def test_that_a_stopped_picture_leaves_nearly_nothing_to_a_search_for_garbage(paper_audit):
    draw = drawings(paper_audit)[2]
    last = looks(draw) - 1
    for _ in range(2):  # what is made only once is there after the first
        gc.collect()
        with suppress(Cancelled):
            draw(StopsAfter(last))
        left = gc.collect()
    assert left < 1_500


@pytest.mark.parametrize(("place", "n_axes", "n_begun"), [(0, 1, 0), (1, 1, 0), (2, 3, 3)])
def test_that_a_drawing_asks_before_it_begins_lays_out_and_draws_each_axes(place, n_axes, n_begun, paper_audit):
    assert looks(drawings(paper_audit)[place]) == n_begun + 2 * n_axes + 2 * n_axes


@pytest.mark.parametrize("kind", [*Format, Export.ALL])
def test_that_a_report_that_is_stopped_while_it_is_made_leaves_no_file(kind, paper_audit, tmp_path, monkeypatch):
    folder, temporary = tmp_path / "reports", tmp_path / "temporary"
    folder.mkdir()
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    wanted = ReportWanted(paper_audit, Description(), Profile.INTERNAL, choices=ReportChoices(formats=tuple(Format)))
    path = folder if kind is Export.ALL else folder / f"report.{kind.ending}"
    asked = looks(lambda progress: write(wanted, kind, path, progress))
    assert list(folder.iterdir())
    for one in folder.iterdir():
        one.unlink()
    for share in (0.2, 0.6, 0.95):
        with pytest.raises(Cancelled):
            write(wanted, kind, path, StopsAfter(int(share * asked) - 1))
        assert not list(folder.iterdir())
        assert not list(temporary.iterdir())


def test_that_a_report_in_every_format_hands_its_progress_to_each(paper_audit, tmp_path, monkeypatch):
    given, make = [], report_tasks.render
    monkeypatch.setattr(report_tasks, "render", lambda *words: (given.append(words[-1]), make(*words))[1])
    wanted = ReportWanted(paper_audit, Description(), Profile.PUBLIC)
    progress = Progress()
    write(wanted, Export.ALL, tmp_path, progress)
    write(wanted, Format.JSON, tmp_path / "r.json", progress)
    assert len(given) == len(wanted.choices.formats) + 1
    assert all(one is progress for one in given)
