"""What somebody typed loses paths, users, records and rare values before anybody else reads it."""

from dataclasses import fields, replace

import numpy as np
import pytest

from permdesk.audit.description import Description, Step
from permdesk.audit.method_parameters import Parameter
from permdesk.audit.methods_inventory import Method
from permdesk.data.problem import Problem, Severity
from permdesk.report.build import build_report
from permdesk.report.profile import Profile
from permdesk.report.withheld import censor_for, withheld_texts
from tests.pairs import pair_of
from tests.report.conftest import DAY, PUBLIC, words_of


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("in C:\\Users\\Ann Smith\\data\\x.csv.", "in x.csv."),
        ("on \\\\server\\share\\x.csv", "on x.csv"),
        ("in /home/ann/data/x.csv", "in x.csv"),
        ("in ~/data/x.csv", "in x.csv"),
        ("file:///srv/data/x.csv", "x.csv"),
        ("by amalia.keeper", "by [withheld]"),
        ("kept record 17", "kept [records withheld]"),
        ("rows 3, 5 and 9", "[records withheld]"),
        ("Records no. 3 to 5", "[records withheld]"),
        ("S-1004 by hand", "[withheld] by hand"),
        ("run_amalia.keeper.R", "[withheld]"),
        ("keeper.R", "keeper.R"),
        ("8812345678 by hand", "[withheld] by hand"),
        ("8 812 345 678 by hand", "[withheld] by hand"),
        ("8.812.345.678 by hand", "[withheld] by hand"),
        ("S-10\u200b04 by hand", "[withheld] by hand"),
        ("s-1004 by hand", "[withheld] by hand"),
        ("observation 17", "[records withheld]"),
        ("Datensatz 17", "[records withheld]"),
        ("enregistrement n° 17", "[records withheld]"),
        ("répondants 3 et 5", "[records withheld]"),
        ("registro núm. 17", "[records withheld]"),
        ("observaciones 3 y 5", "[records withheld]"),
        ("record no.17", "[records withheld]"),
        ("the wage of 734.5521", "the wage of [value withheld]"),
        ("the wage of 734,5521", "the wage of [value withheld]"),
        ("the wage of -734.5521", "the wage of -[value withheld]"),
    ],
)
def test_that_public_texts_lose_paths_users_records_and_ids(mixed_audit, typed, shown):
    assert censor_for(mixed_audit.pair, Profile.FULL).text(typed) == shown


@pytest.mark.parametrize(
    "typed", ["20 records moved", "and/or", "see https://agency.example/method", "1/2 of 3 / 4", "rank 5 of 20"]
)
def test_that_public_texts_keep_the_rest(mixed_audit, typed):
    assert censor_for(mixed_audit.pair, Profile.FULL).text(typed) == typed


@pytest.fixture(scope="module")
def rare_ages():
    """Ages that hardly anybody has, among them some small round numbers."""
    ages = np.array([20.0, 5, 97, 40, 40, 40, 41, 41, 41, 41])
    return pair_of(ages[:, None], ages[::-1, None], names=("age",))


@pytest.mark.parametrize(
    "typed",
    [
        "our maximum file size is 20 MB",
        "The largest file: archive size 20 MB.",
        "maximum download size of 20 MB",
        "20 records moved",
    ],
)
def test_that_the_size_of_a_file_is_no_value_of_a_record(rare_ages, typed):
    assert censor_for(rare_ages, Profile.FULL).text(typed) == typed


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("the oldest is 97", "the oldest is [value withheld]"),
        ("the minimum is 5", "the minimum is [value withheld]"),
        ("The oldest are in the north. Age 97.", "The oldest are in the north. Age [value withheld]."),
        ("maximum file size 20 MB, maximum age 97", "maximum file size 20 MB, maximum age [value withheld]"),
        ("maximum file size 20 MB for age 20", "maximum file size 20 MB for age [value withheld]"),
        ("largest usage 20 MB", "largest usage [value withheld] MB"),
        ("maximum of the file: size 20", "maximum of the file: size [value withheld]"),
    ],
)
def test_that_extremes_beside_the_size_of_a_file_are_withheld(rare_ages, typed, shown):
    assert censor_for(rare_ages, Profile.FULL).text(typed) == shown


def test_that_a_category_of_few_records_is_withheld_where_it_is_typed(mixed_audit):
    wage, region = mixed_audit.pair.attributes
    codes = np.array([1.0, 2, 3, 1, 2, 3, 1, 1, 2, 3, 4])
    region = replace(region, original=replace(region.original, lower=codes, upper=codes))
    region = replace(region, categories=("north", "south", "west", "Castle Hill (1)"))
    censor = censor_for(replace(mixed_audit.pair, attributes=(wage, region)), Profile.PUBLIC)
    assert censor.text("The north and castle hill (1) differ.") == "The north and [value withheld] differ."
    assert censor.text("Castle Hilltop") == "Castle Hilltop"


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Asked Ann-Marie van Dyk again.", "Asked [value withheld] again."),
        ("asked ANN-MARIE VAN DYK", "asked [value withheld]"),
        ("Dr. Oz (Castle Hill) was left out", "[value withheld] ([value withheld]) was left out"),
        ("Marie van Dyk is another", "Marie van Dyk is another"),
        ("The region is of 2019", "The region is of 2019"),
    ],
)
def test_that_texts_of_few_records_are_withheld_though_nobody_audits_their_column(mixed_audit, typed, shown):
    held = ("ann-marie van dyk", "dr. oz", "castle hill", "region")
    pair = replace(mixed_audit.pair, other_texts=held)
    assert censor_for(pair, Profile.FULL).text(typed) == shown
    assert withheld_texts((typed,), pair) == ((typed,) if shown != typed else ())
    assert censor_for(pair, Profile.INTERNAL).text(typed) == typed


@pytest.mark.parametrize(
    ("what", "is_shown"),
    [
        ("It holds “plainvalue” often.", False),
        ("Sie enthält oft „plainvalue“.", False),
        ("Elle contient « plainvalue ».", False),
        ("Die Datei enthält Kennungen: „id“.", True),
        ("The release carries identifiers: “id”.", True),
        ("Look at “wage” and “note”.", True),
        ("Nothing is quoted.", True),
    ],
)
def test_that_remarks_which_quote_more_than_names_stay_internal(mixed_audit, what, is_shown):
    remark = Problem(what, "wage", "Choose “unpaired”.", Severity.WARNING)
    assert censor_for(mixed_audit.pair, Profile.FULL).lets_through(remark) is is_shown
    assert censor_for(mixed_audit.pair, Profile.INTERNAL).lets_through(remark)


def test_that_the_officer_can_be_told_what_is_withheld(mixed_audit):
    assert withheld_texts(("plain", "seed 4"), mixed_audit.pair) == ("seed 4",)


def test_that_user_names_are_found_in_windows_paths(mixed_audit):
    path = type(mixed_audit.pair.original.path)("C:\\Users\\berta\\x.csv")
    pair = replace(mixed_audit.pair, original=replace(mixed_audit.pair.original, path=path))
    assert censor_for(pair, Profile.FULL).text("by berta") == "by [withheld]"


def about(values, released=None):
    values = np.asarray(values, float)[:, None]
    return pair_of(values, values if released is None else released, names=("wage",))


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("12345.6 was kept", "[value withheld] was kept"),
        ("12,345.6 was kept", "[value withheld] was kept"),
        ("12.345,6 was kept", "[value withheld] was kept"),
        ("12 345.6 was kept", "[value withheld] was kept"),
        ("12'345.60 was kept", "[value withheld] was kept"),
        ("the largest value, 97, was coded", "the largest value, [value withheld], was coded"),
        ("97 groups", "97 groups"),
        ("50000 each", "50000 each"),
        ("98765.4 euros", "98765.4 euros"),
        ("as in 2026", "as in 2026"),
    ],
)
def test_that_a_value_of_one_or_two_records_is_withheld_however_it_is_written(typed, shown):
    pair = about([12345.6, 97, 97, 50000, 50000, 50000, 2026])
    assert censor_for(pair, Profile.PUBLIC).text(typed) == shown
    assert censor_for(pair, Profile.INTERNAL).text(typed) == typed


TYPED = [field.name for field in fields(Description) if field.type == "str"]

SECRETS = {
    "seed = 4711": "4711",
    "see C:\\Users\\berta\\x.csv": "berta",
    "see /home/berta/x.csv": "berta",
    "asked amalia.keeper": "amalia.keeper",
    "record 17 was kept": "record 17",
    "S-1004 was kept": "S-1004",
    "8812345678 was kept": "8812345678",
    "wage 734.5521": "734.5521",
}

ALL_SECRETS = "\n".join(SECRETS)


@pytest.mark.parametrize("name", TYPED)
@pytest.mark.parametrize("profile", PUBLIC)
def test_that_no_secret_gets_out_of_any_typed_field(mixed_audit, profile, name):
    said = words_of(build_report(mixed_audit, Description(**{name: ALL_SECRETS}), profile, DAY))
    assert [secret for secret in SECRETS.values() if secret in said] == []


@pytest.mark.parametrize("name", ["method", "parameters", "software", "version"])
@pytest.mark.parametrize("profile", PUBLIC)
def test_that_no_secret_gets_out_of_any_text_of_a_step(mixed_audit, profile, name):
    steps = (
        Step(**{name: ALL_SECRETS}),
        Step(kind=Method.GLOBAL_RECODING, values={Parameter.CATEGORIES: ALL_SECRETS}, attributes=(ALL_SECRETS,)),
    )
    said = words_of(build_report(mixed_audit, Description(steps=steps), profile, DAY))
    assert [secret for secret in SECRETS.values() if secret in said] == []


@pytest.mark.parametrize("profile", PUBLIC)
def test_that_the_name_of_a_file_is_censored_like_any_text(mixed_audit, profile):
    pair = mixed_audit.pair
    source = replace(pair.anonymized, path=pair.anonymized.path.with_name("S-1004 by amalia.keeper.csv"))
    audit = replace(mixed_audit, pair=replace(pair, anonymized=source))
    said = words_of(build_report(audit, Description(title="t"), profile, DAY))
    assert "S-1004" not in said
    assert "amalia" not in said


def test_that_the_account_that_runs_the_program_is_not_named(mixed_audit, monkeypatch):
    monkeypatch.setenv("USERNAME", "carla")
    assert censor_for(mixed_audit.pair, Profile.FULL).text("by Carla") == "by [withheld]"
    monkeypatch.setenv("USERNAME", "root")
    assert censor_for(mixed_audit.pair, Profile.FULL).text("the root") == "the root"


@pytest.mark.parametrize("quoted", ["“Ann, “the” first”", "„Ann“ und „Bob“", "« Ann »", "»Ann«"])
def test_that_reasons_lose_what_they_quote_in_the_marks_of_any_language(mixed_audit, quoted):
    said = censor_for(mixed_audit.pair, Profile.FULL).reason(f"Values are words, such as {quoted}.")
    assert said == "Values are words, such as “[withheld]”."
