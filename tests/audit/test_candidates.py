"""Candidates are audited in turn on the same terms; what is wrong with one is said of that one alone."""

from __future__ import annotations

from dataclasses import replace
from threading import Event

import numpy as np
import pytest

from permdesk.audit import candidates as module
from permdesk.audit.attribute_figures import AttributeFigure
from permdesk.audit.candidates import Terms, compare_candidates
from permdesk.audit.policy import Policy
from permdesk.audit.recipe import Candidate, Demonstration, InputFile
from permdesk.audit.release_figures import Figure, best, pareto_front, release_figures
from permdesk.audit.run import run_audit
from permdesk.audit.settings import Settings
from permdesk.compute.progress import Cancelled, Progress
from permdesk.data.choices import Dialect, Level, PairingBy
from permdesk.data.guess import guess_choices
from permdesk.data.make_pair import make_pair
from permdesk.data.problem import Problem, Severity
from permdesk.data.read_table import read_table
from permdesk.masking.parameters import Method

SETTINGS = Settings(draws=200)


@pytest.fixture
def files(tmp_path):
    """An original of 60 records and releases of it, by name."""
    random = np.random.default_rng(1)
    x = random.normal(size=(60, 3)).round(4)

    def write(name, values, header="a,b,c"):
        np.savetxt(tmp_path / name, values, "%.6f", ",", header=header, comments="")
        return tmp_path / name

    return {
        "x": write("x.csv", x),
        "noisy": write("noisy.csv", x + random.normal(size=x.shape)),
        "same": write("same.csv", x),
        "narrow": write("narrow.csv", x[:, :2], "a,b"),
        "short": write("short.csv", x[:50] + 0.1),
        "renamed": write("renamed.csv", x, "A,B,C"),
        "none": tmp_path / "none.csv",
    }


def table_of(path):
    table = read_table(path, None, Progress())
    assert not isinstance(table, Problem)
    return table


def compared(files, *names, choices=None, made=None, sha256="", begun=lambda place: None, progress=None):
    """What was found, by place."""
    wanted = tuple((Candidate(InputFile(str(files[name]), sha256), made), name) for name in names)
    found = {}
    terms = Terms(choices, SETTINGS, Policy())
    compare_candidates(table_of(files["x"]), wanted, terms, begun, found.__setitem__, progress or Progress())
    return found


def test_that_each_has_the_figures_of_an_audit_of_its_own(files):
    found = compared(files, "noisy", "same")
    for place, name in enumerate(("noisy", "same")):
        original, release = table_of(files["x"]), table_of(files[name])
        pair = make_pair(original, release, guess_choices(original, release, Progress()), Progress())
        audit = run_audit(pair, SETTINGS, Policy(), Progress())
        assert found[place].figures == release_figures(audit, name)
        assert found[place].sha256 == release.sha256
        assert found[place].names == ("a", "b", "c")
        smaller = np.minimum(audit.distances.distance, audit.distances_z.distance) / 60
        np.testing.assert_array_equal(found[place].distance, smaller)


def test_that_the_original_is_ranked_once(files, monkeypatch):
    ranked = []
    classify = module.classify_original
    monkeypatch.setattr(module, "classify_original", lambda pair, by: ranked.append(pair.names) or classify(pair, by))
    compared(files, "noisy", "same")
    assert ranked == [("a", "b", "c")]


def test_that_a_bad_release_is_one_problem_and_loses_no_other(files):
    found = compared(files, "none", "noisy", "narrow", "same")
    assert [isinstance(found[place], Problem) for place in range(4)] == [True, False, True, False]
    assert "lacks the attribute c" in found[2].sentence
    assert found[2].where == "narrow.csv"


def test_that_what_was_found_stays_when_the_rest_is_cancelled(files):
    progress, found = Progress(), {}
    terms = Terms(None, SETTINGS, Policy())
    wanted = tuple((Candidate(InputFile(str(files[name]))), name) for name in ("noisy", "same"))

    def begun(place):
        if place == 1:
            progress.cancel()

    with pytest.raises(Cancelled):
        compare_candidates(table_of(files["x"]), wanted, terms, begun, found.__setitem__, progress)
    assert list(found) == [0]


def test_that_an_attribute_that_cannot_be_audited_is_a_problem_with_its_reason(files, tmp_path):
    words = tmp_path / "words.csv"
    words.write_text("a,b,c\n" + "\n".join(f"{i},{i},w{i}" for i in range(60)))
    found = compared({**files, "words": words}, "noisy", "words")
    assert isinstance(found[1], Problem)
    assert "c" in found[1].sentence


def test_that_files_of_another_length_are_compared_without_right_links_and_say_so(files):
    found = compared(files, "noisy", "short")
    assert found[1].figures.right_links is None
    assert found[1].right is None
    assert any("another number of records" in warning.what for warning in found[1].warnings)


@pytest.mark.parametrize("made", [None, Demonstration(Method.SYNTHETIC, 1.0)])
def test_that_a_first_release_that_cannot_be_paired_unpairs_no_other(files, made):
    first = Candidate(InputFile(str(files["short" if made is None else "noisy"])), made)
    found = {}
    wanted = ((first, "first"), (Candidate(InputFile(str(files["same"]))), "same"))
    compare_candidates(
        table_of(files["x"]), wanted, Terms(None, SETTINGS, Policy()), int, found.__setitem__, Progress()
    )
    assert found[0].figures.right_links is None
    assert found[1].figures.right_links == 1.0


def test_that_synthetic_records_belong_to_nobody(files):
    found = compared(files, "noisy", made=Demonstration(Method.SYNTHETIC, 1.0))
    assert found[0].figures.right_links is None


def test_that_names_and_exclusions_of_another_release_do_not_matter(files):
    original, renamed = table_of(files["x"]), table_of(files["renamed"])
    choices = guess_choices(original, renamed, Progress())
    assert [choice.anonymized_name for choice in choices.attributes] == ["A", "B", "C"]
    found = compared(files, "same", "renamed", choices=choices)
    assert found[0].figures.right_links == found[1].figures.right_links == 1.0


def test_that_an_excluded_attribute_may_be_gone(files):
    original, release = table_of(files["x"]), table_of(files["noisy"])
    choices = guess_choices(original, release, Progress())
    kept = tuple(replace(one, level=Level.EXCLUDED) if one.name == "c" else one for one in choices.attributes)
    found = compared(files, "narrow", choices=replace(choices, attributes=kept))
    assert found[0].names == ("a", "b")


def test_that_a_chosen_pairing_is_kept(files):
    choices = guess_choices(table_of(files["x"]), table_of(files["noisy"]), Progress())
    found = compared(files, "noisy", choices=replace(choices, pairing=PairingBy.UNPAIRED))
    assert found[0].figures.right_links is None


def test_that_a_file_that_has_changed_since_is_named(files):
    found = compared(files, "same", sha256="0" * 64)
    assert any("changed" in warning.what for warning in found[0].warnings)
    assert all(warning.severity is not Severity.NOTE for warning in found[0].warnings)


def test_that_an_unchanged_release_warns(files):
    found = compared(files, "same")
    assert found[0].warnings


def test_that_the_chance_of_a_right_link_is_that_of_each_record(files):
    found = compared(files, "same")
    np.testing.assert_array_equal(found[0].right, np.ones(60))


def test_that_every_attribute_has_its_figures(files):
    found = compared(files, "noisy", "same")
    noisy, same = found[0].attributes[0], found[1].attributes[0]
    assert same.rank_correlation == 1.0
    assert same.noise == 0.0
    assert same.marginal_loss == 0.0
    assert noisy.rank_correlation < 1.0
    assert noisy.noise == pytest.approx(0.8, abs=0.3)
    assert all(noisy.value(figure) is not None for figure in AttributeFigure)


def test_that_much_suppression_is_told_as_correlations_hide_it(files, tmp_path):
    lines = files["noisy"].read_text().splitlines()
    for name, every in (("much", 3), ("few", 15)):
        files[name] = tmp_path / f"{name}.csv"
        cells = [[*row.split(",")[:2], "" if k % every == 0 else row.split(",")[2]] for k, row in enumerate(lines[1:])]
        files[name].write_text("\n".join([lines[0], *map(",".join, cells)]) + "\n")
    noisy, much, few = compared(files, "noisy", "much", "few").values()
    told = [["suppressed" in warning.what for warning in one.warnings] for one in (noisy, much, few)]
    assert [any(one) for one in told] == [False, True, False]


def test_that_a_candidate_whose_scale_nobody_confirmed_is_not_compared(files, tmp_path):
    path = tmp_path / "marks.csv"
    path.write_text("a;b;c\n" + "".join(f"0,{k};1,{k};{k}\n" for k in range(100, 160)), "utf-8")
    candidate = Candidate(InputFile(str(path), dialect=Dialect(separator=";", thousands_mark=",")))
    found = {}
    terms = Terms(None, SETTINGS, Policy())
    compare_candidates(table_of(files["x"]), [(candidate, "marks")], terms, int, found.__setitem__, Progress())
    assert isinstance(found[0], Problem)
    assert "Nobody has confirmed that" in found[0].what


def test_that_shuffled_rows_are_not_compared_by_right_links_which_would_make_them_the_best(files, tmp_path):
    lines = files["same"].read_text().splitlines()
    files["shuffled"] = tmp_path / "shuffled.csv"
    order = np.random.default_rng(4).permutation(len(lines) - 1)
    files["shuffled"].write_text("\n".join([lines[0], *(lines[1 + row] for row in order)]) + "\n")
    same, shuffled = compared(files, "same", "shuffled").values()
    assert same.figures.right_links == 1
    assert (shuffled.figures.right_links, shuffled.figures.lift, shuffled.figures.defensible_right) == (None,) * 3
    assert shuffled.right is None
    assert not any("links 0" in warning.what for warning in shuffled.warnings)
    assert any("distance 0" in warning.what for warning in shuffled.warnings)
    lines = (same.figures, shuffled.figures)
    assert best(lines, Figure.RIGHT_LINKS) == frozenset()
    assert pareto_front(lines, Figure.RIGHT_LINKS, Figure.CORRELATION_LOSS) == {0}


def test_that_a_first_release_is_held_to_the_attributes_of_all_others(files, tmp_path):
    rows = [line.split(",") for line in files["noisy"].read_text().splitlines()]
    files["blank"] = tmp_path / "blank.csv"
    files["blank"].write_text("\n".join(",".join([*row[:2], row[2] if k == 0 else ""]) for k, row in enumerate(rows)))
    blank, noisy = compared(files, "blank", "noisy").values()
    assert isinstance(blank, Problem)
    assert noisy.names == ("a", "b", "c")


def test_that_an_attribute_that_is_one_value_in_the_original_refuses_no_release(files, tmp_path):
    for name in ("x", "noisy", "same"):
        lines = files[name].read_text().splitlines()
        files[name] = tmp_path / f"constant-{name}.csv"
        files[name].write_text("\n".join([f"{lines[0]},k", *(f"{line},7" for line in lines[1:])]) + "\n")
    found = compared(files, "noisy", "same")
    assert [release.names for release in found.values()] == [("a", "b", "c")] * 2


def test_that_a_first_release_that_lacks_an_attribute_is_refused_and_does_not_flatter_the_others(files):
    narrow, noisy = compared(files, "narrow", "noisy").values()
    assert isinstance(narrow, Problem)
    assert "lacks the attribute c" in narrow.what
    assert noisy.names == ("a", "b", "c")
    assert noisy.figures == compared(files, "noisy", "narrow")[0].figures


def test_that_a_release_is_told_all_that_it_lacks(files, tmp_path):
    rows = [line.split(",")[0] for line in files["same"].read_text().splitlines()]
    files["thin"] = tmp_path / "thin.csv"
    files["thin"].write_text("\n".join(rows) + "\n")
    found = compared(files, "thin", "noisy")
    assert "“b”, “c”" in found[0].what


def test_that_words_in_the_first_release_take_no_attribute_from_the_others(files, tmp_path):
    rows = [line.split(",") for line in files["noisy"].read_text().splitlines()]
    files["words"] = tmp_path / "words.csv"
    files["words"].write_text("\n".join(",".join([*row[:2], "c" if k == 0 else "low"]) for k, row in enumerate(rows)))
    words, noisy = compared(files, "words", "noisy").values()
    assert isinstance(words, Problem)
    assert noisy.names == ("a", "b", "c")


def test_that_what_all_releases_lack_refuses_none(files):
    files["as narrow"] = files["narrow"]
    assert [release.names for release in compared(files, "narrow", "as narrow").values()] == [("a", "b")] * 2


def test_that_an_attribute_that_nobody_decided_about_is_named_beside_the_numbers(files):
    choices = guess_choices(table_of(files["x"]), table_of(files["narrow"]), Progress())
    found = compared(files, "noisy", "narrow", choices=choices)
    assert [release.names for release in found.values()] == [("a", "b")] * 2
    said = [
        [warning.what for warning in release.warnings if "nobody has decided" in warning.what]
        for release in found.values()
    ]
    assert said == [["It has attributes that are not compared, as nobody has decided about them: “c”."], []]


def test_that_a_release_without_the_identifier_is_compared_unpaired_whichever_is_first(files, tmp_path):
    for name in ("x", "noisy"):
        lines = files[name].read_text().splitlines()
        path = tmp_path / f"with-id-{name}.csv"
        path.write_text("\n".join([f"{lines[0]},key_id", *(f"{line},r{k}" for k, line in enumerate(lines[1:]))]) + "\n")
        files[name] = path
    for order in (("noisy", "same"), ("same", "noisy")):
        found = dict(zip(order, compared(files, *order).values(), strict=True))
        assert found["noisy"].figures.right_links is not None
        assert found["same"].figures.right_links is None
        assert any("lacks the identifier “key_id”" in warning.what for warning in found["same"].warnings)


def test_that_a_stop_is_answered_while_the_figures_of_a_release_are_found(files, monkeypatch):
    progress, may_end = Progress(), Event()

    def goes_on(*_):
        progress.cancel()
        assert may_end.wait(60), "nobody could leave this"

    monkeypatch.setattr(module, "release_figures", goes_on)
    try:
        with pytest.raises(Cancelled):
            compared(files, "noisy", progress=progress)
        assert not may_end.is_set()
    finally:
        may_end.set()
