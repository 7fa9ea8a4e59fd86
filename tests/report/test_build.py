"""The paper's running example in blocks: Tables 1 to 6, d and v, to the digit."""

from dataclasses import replace

import numpy as np
import pytest

from permdesk.audit.check_sentences import check_sentence
from permdesk.audit.description import Description
from permdesk.audit.distance_reading import read_at
from permdesk.audit.findings import LinkageLeftOut, Target
from permdesk.data.choices import CategoryOrder
from permdesk.data.problem import Cell as DataCell
from permdesk.data.problem import Problem, Severity
from permdesk.report.blocks import Figure, Formula, Judgement, KeyFigures, Mark, Notice, Paragraph, Viewer, texts
from permdesk.report.build import build_report
from permdesk.report.profile import Profile
from tests.pairs import DEMO, pair_of
from tests.report.conftest import DAY, audited


@pytest.fixture(scope="module")
def report(paper_audit, description):
    return build_report(paper_audit, description, Profile.INTERNAL, DAY)


def columns_of(table, group):
    """The values of the columns of a group, as rows."""
    places = [place for place, column in enumerate(table.columns) if column.group == group]
    assert places, f"no columns of {group}"
    return [[row[place].value for place in places] for row in table.rows]


def column_of(table, title, group=""):
    (place,) = (at for at, column in enumerate(table.columns) if (column.title, column.group) == (title, group))
    return [row[place].value for row in table.rows]


def read(name):
    return np.loadtxt(DEMO / f"{name}.csv", delimiter=",", skiprows=1).tolist()


def test_that_table_1_holds_values_ranks_and_reverse_mapped_values(report, expected):
    table = report.table("Values and ranks")
    assert columns_of(table, "Original (X)") == read("original")
    assert columns_of(table, "Anonymized (Y)") == read("anonymized")
    assert columns_of(table, "Rank in X") == expected["rank_X"]
    assert columns_of(table, "Rank in Y") == expected["rank_Y"]
    assert columns_of(table, "Reverse-mapped (Z)") == expected["Z"]
    assert column_of(table, "Record") == list(range(1, 21))


def test_that_table_2_holds_both_noises(report, expected):
    table = report.table("Permutation and noise")
    np.testing.assert_allclose(columns_of(table, "Residual noise E′ = Y − Z"), expected["residual_noise"], atol=1e-9)
    np.testing.assert_allclose(columns_of(table, "Noise E = Y − X"), expected["noise"], atol=1e-9)


def test_that_rank_correlations_are_the_papers(report, expected):
    table = report.table("What was kept")
    assert column_of(table, "Rank correlation of X and Z") == pytest.approx(expected["spearman_XZ"])


def test_that_table_3_shows_the_least_protected_record_with_its_marks(report, expected):
    table = report.table("One record")
    assert "Record 7 " in table.caption
    ranks = np.array(expected["rank_Y"])
    closest = np.array(expected["records_XY"][6]["closest_ranks"])
    deviations = np.abs(ranks - closest)
    assert columns_of(table, "Rank deviation") == deviations.tolist()
    assert column_of(table, "Largest deviation") == deviations.max(axis=1).tolist()
    values = slice(1, 4)
    for row, deviation in zip(table.rows, deviations, strict=True):
        matched = deviation.max() == 1
        for cell, gap in zip(row[values], deviation, strict=True):
            assert (Mark.BOXED in cell.mark) == (gap == 0)
            assert (Mark.BOLD | Mark.UNDERLINED in cell.mark) == matched
        assert (Mark.BOXED in row[-1].mark) == matched


def test_that_table_4_holds_distances_matches_and_both_variances(report, expected):
    table = report.table("All records")
    records = expected["records_XY"]
    assert column_of(table, "Y", "Distance against") == [record["d"] for record in records]
    assert column_of(table, "Z", "Distance against") == [record["d"] for record in expected["linkage_XZ"]]
    matches = [str(cell) for cell in column_of(table, "Closest rows of Y")]
    assert matches == [", ".join(map(str, record["matches"])) for record in records]
    np.testing.assert_allclose(columns_of(table, "Variance within d"), [r["variance_at_d"] for r in records])
    own = [record["variance_at_own_d"] for record in records]
    np.testing.assert_allclose(columns_of(table, "Variance within own distance"), own)


def test_that_d_and_v_are_the_papers(report, expected):
    assert column_of(report.table("Permutation distance"), "Smallest (d)") == [expected["d"], 2]
    assert column_of(report.table("Local variances"), "v") == pytest.approx(expected["v"])
    (figures,) = (block for block in report.blocks if isinstance(block, KeyFigures))
    assert "(0.009025, 11.07, 30.26)" in [figure.value for figure in figures.figures]


def test_that_table_5_holds_the_links(report, expected):
    table = report.table("Links")
    links = [str(cell) for cell in column_of(table, "Linked rows")]
    assert links == [", ".join(map(str, record["matches"])) for record in expected["linkage_XZ"]]
    assert column_of(table, "Distance") == [record["d"] for record in expected["linkage_XZ"]]


def test_that_right_links_are_6_right_10_wrong_and_4_several(report):
    assert column_of(report.table("Right links"), "Records") == [6, 10, 3, 1]
    assert sum(column_of(report.table("Right links"), "Share")) == pytest.approx(1)


def test_that_table_6_holds_both_distributions(report, expected):
    table = report.table("Distributions")
    n = len(table.rows)
    original = column_of(table, "original records (X)", "Relative frequency among")
    random = column_of(table, "random records (A)", "Relative frequency among")
    assert original == pytest.approx([count / 20 for count in expected["histogram_X"][:n]])
    assert random == pytest.approx([count / 8000 for count in expected["histogram_A_of_8000"][:n]])
    assert sum(expected["histogram_A_of_8000"][n:]) == 0


def test_that_the_verdict_comes_first_and_notices_stand_before_every_number(report, paper_audit):
    kinds = [type(block) for block in report.blocks]
    assert kinds[1] is Judgement
    assert kinds.index(KeyFigures) > max(place for place, kind in enumerate(kinds) if kind is Notice)
    said = [(block.severity, block.text) for block in report.blocks if isinstance(block, Notice)]
    assert said == [(found.severity, f"{found.what} {found.remedy}".strip()) for found in paper_audit.notices]
    assert said[0][0] is Severity.WARNING


def test_that_a_report_says_so_when_nothing_was_typed(paper_audit):
    report = build_report(paper_audit, Description(), Profile.FULL, DAY)
    assert any("Nothing was stated" in text for text in texts(report))
    assert "Anonymization" not in [table.name for table in report.tables]


def test_that_typed_methods_and_parameters_are_shown_in_every_profile(paper_audit, description):
    for profile in Profile:
        (step,) = build_report(paper_audit, description, profile, DAY).table("Anonymization").rows
        assert [cell.value for cell in step] == [
            "1",
            "noise addition",
            "X1, X2, X3",
            "normal, standard deviation 5",
            None,
        ]


def test_that_a_change_of_scale_is_called_no_protection():
    original = np.random.default_rng(1).normal([100, 1000, 5000], [10, 50, 200], (1000, 3))
    audit = audited(pair_of(original, 1.1 * original))
    assert audit.distances.median > 20
    report = build_report(audit, Description(), Profile.FULL, DAY)
    first = next(block for block in report.blocks if isinstance(block, Notice))
    assert "Nothing was protected" in first.text
    cautious = build_report(audit, Description(), Profile.PUBLIC, DAY)
    assert any("can undo its anonymization" in b.text for b in cautious.blocks if isinstance(b, Paragraph))


def test_that_ties_are_shown_side_by_side_only_where_there_are_some(report):
    assert "Ties" not in [table.name for table in report.tables]
    rounded = np.random.default_rng(3).normal(0, 2, (60, 2)).round()
    table = build_report(audited(pair_of(rounded, rounded)), Description(), Profile.FULL, DAY).table("Ties")
    assert [row[0].value for row in table.rows][:2] == ["worst case: ranks are intervals", "broken at random, draw 1"]
    assert table.rows[0][2].value == 0
    assert table.rows[1][2].value > 0


def test_that_tied_ranks_are_shown_as_intervals_in_table_3():
    rounded = np.random.default_rng(3).normal(0, 2, (30, 2)).round()
    table = build_report(audited(pair_of(rounded, rounded)), Description(), Profile.INTERNAL, DAY).table("One record")
    assert any("–" in str(value) for row in columns_of(table, "Rank") for value in row)


def test_that_unpaired_files_have_no_right_links_and_say_why(unpaired_audit):
    report = build_report(unpaired_audit, Description(), Profile.INTERNAL, DAY)
    names = [table.name for table in report.tables]
    assert not {"Right links", "Linkages"} & set(names)
    assert "Ranks" not in [block.name for block in report.blocks if isinstance(block, Figure)]
    assert any("no evidence of safety" in text for text in texts(report))
    assert set(column_of(report.table("What was kept"), "Rank correlation of X and Z")) == {None}
    assert "Own release among the links" not in [column.title for column in report.table("Links").columns]


def test_that_missing_values_generalized_values_and_categories_read_as_such(mixed_audit):
    table = build_report(mixed_audit, Description(), Profile.INTERNAL, DAY).table("All records")
    original, released = columns_of(table, "Original (X)"), columns_of(table, "Own release (Y)")
    assert original[5][0] is None
    assert released[7][0] is None
    assert " … " in released[2][0]
    assert [row[1] for row in original][:3] == ["north", "south", "west"]
    assert column_of(table, "ID")[0] == "S-1001"


def test_that_a_single_attribute_has_no_relations_and_no_random_match():
    values = np.random.default_rng(5).normal(size=(40, 1))
    report = build_report(audited(pair_of(values, values[::-1])), Description(), Profile.INTERNAL, DAY)
    names = [table.name for table in report.tables]
    assert not {"Changed relations", "Distributions"} & set(names)


def test_that_table_names_are_unique(report, mixed_audit):
    for one in (report, build_report(mixed_audit, Description(), Profile.INTERNAL, DAY)):
        names = [table.name for table in one.tables]
        assert len(names) == len(set(names))


def test_that_the_same_audit_and_day_give_the_same_report(paper_audit, description):
    first, second = (build_report(paper_audit, description, Profile.INTERNAL, DAY) for _ in range(2))
    assert first == second


def test_that_right_links_left_open_by_few_draws_are_not_hidden(paper_audit):
    match = replace(paper_audit.random_match, n_undecided=3)
    report = build_report(replace(paper_audit, random_match=match), Description(), Profile.FULL, DAY)
    assert any("3 right links more are open" in text for text in texts(report))
    assert ["Undecided right links", 3] in [
        [cell.value for cell in row[:2]] for row in report.table("Defensible links").rows
    ]


def test_that_linkages_that_were_not_tried_are_named_with_the_reason(paper_audit):
    left = LinkageLeftOut("standardized, anonymized", Target.ANONYMIZED, "No audited attribute is numeric.")
    links = replace(paper_audit.right_links, left_out=(left,))
    report = build_report(replace(paper_audit, right_links=links), Description(), Profile.FULL, DAY)
    (row,) = report.table("Linkages not tried").rows
    assert [cell.value for cell in row] == [
        "distance of standardized values",
        "anonymized file (Y)",
        "No audited attribute is numeric.",
    ]


def test_that_the_strongest_linkage_stands_out_and_is_the_one_of_the_summary(report, paper_audit):
    bold = [row for row in report.table("Linkages").rows if row[0].mark is Mark.BOLD]
    assert [row[2].value for row in bold] == [paper_audit.right_links.strongest.rate]
    assert len(report.table("Linkages").rows) == len(paper_audit.right_links.battery)


def figures_of(table):
    return {row[0].value: [cell.value for cell in row[1:-1]] for row in table.rows}


def test_that_drawn_figures_have_their_sampling_errors_beside_them():
    random = np.random.default_rng(7)
    original = random.normal(size=(200, 4))
    audit = audited(pair_of(original, original + random.normal(0, 0.5, original.shape)))
    match = audit.random_match
    found = figures_of(build_report(audit, Description(), Profile.FULL, DAY).table("Comparison"))
    assert found["Hellinger distance"] == [match.hellinger, match.errors.hellinger]
    assert found["Kolmogorov-Smirnov distance"] == [match.ks, match.errors.ks]
    assert found["Kolmogorov-Smirnov p-value"] == [match.ks_p_value, None]
    assert found["Overlap"] == [match.overlap, match.errors.overlap]
    assert found["Critical distance"] == [match.critical_distance, match.errors.critical_distance]
    assert min(match.errors.hellinger, match.errors.ks, match.errors.overlap) > 0


def test_that_counted_figures_have_no_sampling_error_and_say_so(report, paper_audit):
    table = report.table("Comparison")
    assert "Standard error" not in [column.title for column in table.columns]
    assert "no figure has a sampling error" in table.note
    assert figures_of(table)["Kolmogorov-Smirnov p-value"] == [paper_audit.random_match.ks_p_value]


@pytest.mark.parametrize(("p", "said"), [(0.05, "more than chance explains"), (0.06, "cannot be told from")])
def test_that_words_follow_the_p_value_of_the_distributions(paper_audit, p, said):
    audit = replace(paper_audit, random_match=replace(paper_audit.random_match, ks_p_value=p))
    assert sum(said in text for text in texts(build_report(audit, Description(), Profile.FULL, DAY))) == 1


def test_that_a_p_value_below_every_number_is_not_called_zero(paper_audit):
    audit = replace(paper_audit, random_match=replace(paper_audit.random_match, ks_p_value=0.0))
    table = build_report(audit, Description(), Profile.FULL, DAY).table("Comparison")
    assert figures_of(table)["Kolmogorov-Smirnov p-value"] == ["below every number"]


def test_that_the_intruders_view_holds_nothing_that_only_the_protector_knows(report):
    viewers = report.viewers
    of_protector = ("Right links", "Linkages", "Defensible links", "Links", "Policy", "All records")
    assert {viewers[name] for name in of_protector} == {Viewer.PROTECTOR}
    seen = [table for table in report.tables if viewers.get(table.name) is Viewer.INTRUDER]
    assert {table.name for table in seen} == {"Distributions", "Comparison"}
    assert not any("right" in str(row[0].value).casefold() for table in seen for row in table.rows)


def test_that_links_are_the_intruders_view_where_nobody_knows_the_right_ones(unpaired_audit):
    viewers = build_report(unpaired_audit, Description(), Profile.INTERNAL, DAY).viewers
    assert viewers["Links"] is Viewer.INTRUDER
    assert "Defensible links" not in viewers


def test_that_checks_of_the_policy_are_said_in_words_beside_their_numbers(report, paper_audit):
    for row, check in zip(report.table("Policy").rows, paper_audit.verdict.checks, strict=True):
        assert [cell.value for cell in row[2:5]] == [check_sentence(check, False), check.value, check.threshold]
        assert row[2].value.startswith(("Kept.", "Broken."))


def test_that_formulas_name_their_source_and_what_is_our_own(report):
    sources = [block.source for block in report.blocks if isinstance(block, Formula)]
    assert all(sources)
    assert sum("PermDesk's own" in source for source in sources) >= 4
    literature = " ".join(texts(report))
    for author in ("Wilson", "Efron", "Smirnov", "Hochberg", "Shannon", "Miller", "Ruiz"):
        assert f" {author}: " in literature


def test_that_the_expected_right_links_within_the_critical_distance_are_those_of_the_findings(report, paper_audit):
    within = read_at(paper_audit, paper_audit.random_match.critical_distance)
    rows = {row[0].value: row[1].value for row in report.table("Defensible links").rows}
    assert rows["Right links within the critical distance"] == within.n_right


def test_that_a_remark_names_its_first_cells_and_how_many_more_there_are(mixed_audit):
    cells = tuple(DataCell(record, "wage", "n/a") for record in range(1, 21))
    remark = Problem("Cells were read.", "wage", "Look.", Severity.WARNING, cells, 328)
    report = build_report(replace(mixed_audit, notices=(remark,)), Description(), Profile.INTERNAL, DAY)
    (notice,) = (block for block in report.blocks if isinstance(block, Notice) and block.where == "wage")
    assert len(notice.cells) == 6
    assert notice.cells[-1] == "and 323 more"


@pytest.mark.parametrize(
    ("order", "words"),
    [
        (CategoryOrder.BY_HAND, "as confirmed by hand"),
        (CategoryOrder.BY_FREQUENCY, "by frequency"),
        (CategoryOrder.BY_TAXONOMY, "by taxonomy"),
        (CategoryOrder.BY_CODE, "by code"),
        (CategoryOrder.BY_LABEL, "by value label"),
    ],
)
def test_that_the_order_of_categories_is_called_what_it_is_and_listed_internally(mixed_audit, order, words):
    wage, region = mixed_audit.pair.attributes
    pair = replace(mixed_audit.pair, attributes=(wage, replace(region, order=order)))
    report = build_report(replace(mixed_audit, pair=pair), Description(), Profile.INTERNAL, DAY)
    assert [cell.value for cell in report.table("Attributes").rows[1]][2] == words
    assert [[cell.value for cell in row] for row in report.table("Order of categories").rows] == [
        ["region", words, 3, "north; south; west"]
    ]
    public = build_report(replace(mixed_audit, pair=pair), Description(), Profile.FULL, DAY)
    assert "Order of categories" not in [table.name for table in public.tables]
