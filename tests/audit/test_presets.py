"""Presets: what each shipped one shows, what a file may say, and that it is never misread."""

from __future__ import annotations

import numpy as np
import pytest

from permdesk.audit.live import find_live, released
from permdesk.audit.policy import Policy
from permdesk.audit.preset import MOST_BYTES, DrawnOriginal, Preset, read_preset
from permdesk.audit.preset_files import own_folder, preset_paths, readable_presets, shipped_names, unreadable_presets
from permdesk.audit.preset_pair import ORIGINAL_SEED, draw, first_attributes, preset_pair
from permdesk.audit.run import run_audit
from permdesk.audit.settings import Settings
from permdesk.compute.progress import Progress
from permdesk.data.problem import Problem
from permdesk.masking.methods import Masking
from permdesk.masking.parameters import Method
from permdesk.translation import in_language

PLAIN = """
version = 1
title = "Mine"
captions = ["One", "Two"]
[original]
records = 50
means = [0.0, 10.0]
deviations = [1.0, 2.0]
[masking]
method = "noise"
strength = 0.5
"""


@pytest.fixture(autouse=True)
def own_settings_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


def written(tmp_path, text=PLAIN, name="mine.toml"):
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def shipped(name) -> Preset:
    preset = read_preset(preset_paths()[name])
    assert isinstance(preset, Preset), preset
    return preset


def release_of(preset, strength=None, m=None):
    pair = preset_pair(preset, Progress())
    pair = first_attributes(pair, preset.attributes if m is None else m)
    amount = preset.masking.strength if strength is None else strength
    return released(pair, Masking(preset.masking.method, amount, ORIGINAL_SEED), Progress())


def shown(name, strength=None, m=None):
    preset = shipped(name)
    return find_live(release_of(preset, strength, m), preset.settings, Progress())


def audited(name):
    preset = shipped(name)
    return run_audit(release_of(preset), Settings(), Policy(), Progress())


def test_that_six_presets_are_shipped_and_all_can_be_read():
    names = {"paper", "figure2", "figure3", "nothing-protected", "unchanged-file", "more-attributes"}
    assert set(shipped_names()) == names
    assert set(readable_presets()) == names
    assert next(iter(readable_presets())) == "paper"
    assert all(preset.captions for preset in readable_presets().values())


# What each preset shows


def test_that_figure_2_is_within_sampling_error_of_the_paper():
    audit = audited("figure2")
    match = audit.random_match
    assert match.ks_p_value > 0.05  # "practically indistinguishable"
    assert 0.03 <= audit.right_links.expected_correct_rate <= 0.075  # three deviations around 4 to 6 % of 1,000


def test_that_figure_3_is_within_sampling_error_of_table_7(expected):
    match = audited("figure3").random_match
    printed_x = np.array([27, 267, 265, 209, 117, 55, 33, 17, 4, 5, 0, 0, 1, 0, 0]) / 1000
    printed_a = np.array([0, 0, 1, 2, 5, 3, 6, 13, 12, 19, 28, 27, 32, 32, 54]) / 10_000
    for printed, found, n in ((printed_x, match.share_original, 1000), (printed_a, match.share_random, 10_000)):
        ours = np.zeros(15)
        ours[: min(15, found.size)] = found[:15]
        middle = (printed + ours) / 2
        error = np.sqrt(2 * middle * (1 - middle) / n) + 1 / n  # both are samples
        assert (np.abs(printed - ours) <= 3.5 * error).all()
        rest, middle = 1 - printed.sum(), 1 - (printed.sum() + ours.sum()) / 2  # of 15 and more
        assert abs((1 - ours.sum()) - rest) <= 3.5 * np.sqrt(2 * middle * (1 - middle) / n) + 1 / n


def test_that_the_live_figures_2_and_3_are_those_of_the_paper_for_other_draws_of_the_noise_too():
    preset = shipped("figure3")
    printed = np.array([27, 267, 265, 209, 117, 55, 33, 17, 4, 5, 0, 0, 1, 0, 0]) / 1000
    for seed in (1, 2, 3):
        pair = preset_pair(preset, Progress())
        made = released(pair, Masking(preset.masking.method, preset.masking.strength, seed), Progress())
        found = find_live(made, preset.settings, Progress())
        ours = np.zeros(15)
        ours[: min(15, found.share_original.size)] = found.share_original[:15]
        middle = (printed + ours) / 2
        assert (np.abs(printed - ours) <= 3.5 * np.sqrt(2 * middle * (1 - middle) / 1000) + 1 / 1000).all()
        # Of random records 97.66 % were at 15 or more in the paper, of 10,000; here of 2,000.
        share = found.share_random[15:].sum()
        assert abs(share - 0.9766) <= 3.5 * np.sqrt(0.9766 * 0.0234 * (1 / 10_000 + 1 / 2_000))
    same = shown("figure2")  # "practically indistinguishable": of 1,000 and of 2,000, at the level of 1 in 1,000
    apart = np.abs(np.cumsum(same.share_original) - np.cumsum(same.share_random)).max()
    assert apart <= 1.95 * np.sqrt(1 / 1000 + 1 / 2000)


def test_that_the_live_example_of_the_paper_has_its_very_frequencies(expected):
    preset = shipped("paper")
    found = find_live(preset_pair(preset, Progress()), preset.settings, Progress())
    for shares, n, counts in (
        (found.share_original, 20, expected["histogram_X"]),
        (found.share_random, 8_000, expected["histogram_A_of_8000"]),
    ):
        ours = np.rint(shares * n).astype(int).tolist()
        longest = max(len(ours), len(counts))
        assert ours + [0] * (longest - len(ours)) == [*counts, *[0] * (longest - len(counts))]


def test_that_the_increasing_map_protects_nobody_whatever_algorithm_2_on_y_says():
    for strength in (0.1, 1.0, 5.0):
        found = shown("nothing-protected", strength)
        assert (found.distances_z.distance == 0).all()
        assert found.strongest.rate == 1.0
        assert found.distances.median > 10  # both are shown: this one alone would look like protection
        assert not np.isclose(found.pair.attributes[0].anonymized.lower, found.pair.attributes[0].original.lower).any()


def test_that_random_ties_make_an_unchanged_file_look_safe_and_shared_ranks_do_not():
    found = shown("unchanged-file")
    assert found.distances.d == found.distances.distance.max() == found.distances_z.distance.max() == 0
    assert found.strongest.rate == 1.0
    assert found.random_ties.median_d > 20
    assert found.random_ties.right_rate < 0.1


def test_that_more_attributes_under_the_same_noise_give_more_right_links():
    rates = [shown("more-attributes", m=m).strongest.rate for m in (3, 6, 12)]
    assert rates[0] < 0.15
    assert rates[0] < rates[1] < rates[2]
    assert rates[2] > 0.9


def test_that_the_papers_preset_shows_the_published_release_first():
    preset = shipped("paper")
    found = find_live(preset_pair(preset, Progress()), preset.settings, Progress())
    assert (found.distances.d, found.distances_z.d, found.n_records) == (1, 2, 20)


@pytest.mark.parametrize("name", ["figure2", "unchanged-file", "nothing-protected"])
def test_that_live_numbers_are_those_of_the_audit(name):
    found, audit = shown(name), audited(name)
    assert np.array_equal(found.distances.distance, audit.distances.distance)
    assert np.array_equal(found.distances_z.distance, audit.distances_z.distance)
    assert np.array_equal(found.distances_z.n_matches, audit.distances_z.n_matches)
    assert found.strongest.rate == pytest.approx(audit.right_links.strongest.rate, rel=1e-12)
    assert np.array_equal(found.reverse_mapped, audit.mapping.values)
    drawn = run_audit(release_of(shipped(name)), Settings(draws=2_000), Policy(), Progress())
    if drawn.random_match.errors is None:  # so few different values that the audit counts all combinations
        counted = drawn.random_match.share_random[: found.share_random.size]
        assert np.abs(found.share_random - counted).max() < 0.05
        return
    assert np.array_equal(found.share_random, drawn.random_match.share_random)
    assert found.critical == drawn.random_match.critical_distance
    assert found.n_defensible == drawn.random_match.n_defensible


# Files


def test_that_own_presets_stand_beside_the_shipped_ones_and_a_broken_one_hides_no_other():
    written(own_folder(), PLAIN, "mine.toml")
    written(own_folder(), "title = ", "broken.toml")
    assert set(readable_presets()) == {*shipped_names(), "mine"}
    assert [problem.where for problem in unreadable_presets()] == ["broken.toml"]
    assert "broken" in preset_paths()


def test_that_the_path_of_a_recipe_is_relative_to_the_preset(tmp_path):
    text = 'title = "T"\nrecipe = "files/x.permdesk"\n[masking]\nmethod = "noise"\nstrength = 1.0\n'
    assert read_preset(written(tmp_path / "there", text)).recipe == str(tmp_path / "there" / "files" / "x.permdesk")


def test_that_words_are_in_the_language_of_the_user_where_the_file_has_it(tmp_path):
    text = PLAIN + '[[translations]]\nlanguage = "de"\ntitle = "Meins"\ncaptions = ["Eins"]\n'
    preset = read_preset(written(tmp_path, text))
    assert preset.words.title == "Mine"
    with in_language("de"):
        assert (preset.words.title, preset.words.captions) == ("Meins", ("Eins",))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("version = 1", "version = 7", "version 7"),
        ('title = "Mine"', 'title = "Mine"\nrecipe = "x"', "either"),
        ("records = 50", "records = 1", "from 2 to"),
        ("records = 50", "records = 5_000_000", "from 2 to"),
        ("means = [0.0, 10.0]", "means = [0.0]", "mean and a deviation"),
        ("means = [0.0, 10.0]", "means = [0.0, nan]", "up to 1e100"),
        ("means = [0.0, 10.0]", "means = [0.0, 1e300]", "up to 1e100"),
        ("deviations = [1.0, 2.0]", "deviations = [1.0, -2.0]", "not negative"),
        ("records = 50", "records = 50\ncorrelation = -1.5", "correlated"),
        ("strength = 0.5", "strength = 50.0", "goes from"),
        ("strength = 0.5", "strength = nan", "goes from"),
        ("noise", "nois", "not one of the words"),
        ("records = 50", 'records = "many"', "whole number"),
        ("means = [0.0, 10.0]\n", "", "original.means is missing"),
        ("version = 1", "version = 1\nattributes = -1", "fewer attributes"),
        ("version = 1", "version = 1\nattributes = 3", "more attributes"),
        ("strength = 0.5", 'strength = 0.5\n[settings]\nties = "never"', "never"),
        ("strength = 0.5", "strength = 0.5\n[settings]\ndraws = 0", "draws"),
        ("strength = 0.5", "strength = 0.5\nseed = 4", "seed"),
    ],
)
def test_that_a_preset_that_cannot_be_meant_is_refused_in_a_sentence(tmp_path, old, new, said):
    found = read_preset(written(tmp_path, PLAIN.replace(old, new, 1)))
    assert isinstance(found, Problem)
    assert said in found.sentence
    assert "mine.toml" in found.where


def test_that_what_to_do_about_a_broken_preset_is_never_what_the_window_cannot_do(tmp_path):
    assert "the presets that ship" in read_preset(written(tmp_path, "title = ")).remedy
    assert read_preset(tmp_path / "none.toml").remedy == "Check its name and its folder."


def test_that_a_huge_file_is_no_preset_and_not_read(tmp_path, monkeypatch):
    path = written(tmp_path, PLAIN + "# " + MOST_BYTES * "x")
    monkeypatch.setattr("permdesk.audit.preset.read_toml", lambda *_: pytest.fail("it was read"))
    assert "too large" in read_preset(path).sentence


def test_that_an_original_is_drawn_as_its_file_says_and_always_alike():
    drawn = DrawnOriginal(20_000, (10.0, 100.0), (1.0, 20.0), 0.7, (0.0, 5.0))
    values = draw(drawn)
    assert np.array_equal(values, draw(drawn))
    assert values.mean(axis=0) == pytest.approx([10, 100], abs=0.5)
    assert values.std(axis=0) == pytest.approx([1, 20], rel=0.03)
    assert np.corrcoef(values.T)[0, 1] == pytest.approx(0.7, abs=0.02)
    assert (values[:, 1] % 5 == 0).all()


def test_that_two_attributes_take_no_longer_than_others():
    found = shown("more-attributes", m=2)
    assert found.share_random.sum() * 2_000 == pytest.approx(2_000)
    assert Method.NOISE is shipped("more-attributes").masking.method


def test_that_a_thousand_records_are_measured_by_one_thread_as_the_window_needs_the_other_core(monkeypatch):
    preset = shipped("figure2")
    pair = release_of(preset, 0.5, 0)
    find_live(pair, preset.settings, Progress())  # whatever is compiled first has a thread of its own
    monkeypatch.setattr("threading.Thread.start", lambda _: pytest.fail("a thread was started"))
    assert find_live(pair, preset.settings, Progress()).n_records == 1_000


def test_that_rounding_to_less_than_the_last_digit_changes_nothing():
    exact = DrawnOriginal(50, (1e100, 5.0), (1.0, 2.0))
    rounded = DrawnOriginal(50, (1e100, 5.0), (1.0, 2.0), rounded_to=(1e-320, 1e-320))
    np.testing.assert_array_equal(draw(rounded), draw(exact))
