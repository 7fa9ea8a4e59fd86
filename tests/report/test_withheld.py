"""What must not be said is not said, and a report that would say it is never made."""

from dataclasses import fields, replace
from io import BytesIO
from xml.etree import ElementTree

import numpy as np
import openpyxl
import pytest

from permdesk.audit.description import Description, Step
from permdesk.audit.information import find_information
from permdesk.audit.method_parameters import Parameter
from permdesk.audit.methods_inventory import Method
from permdesk.audit.policy import PublicStatement
from permdesk.audit.scenarios import leave_one_out, run_scenario
from permdesk.compute.progress import Progress
from permdesk.data.problem import Problem, Severity
from permdesk.report import build
from permdesk.report.blocks import (
    Cell,
    Column,
    Command,
    Figure,
    Heading,
    Judgement,
    KeyFigures,
    Notice,
    Number,
    Paragraph,
    Report,
    Table,
    texts,
)
from permdesk.report.build import build_report
from permdesk.report.further import FurtherFindings
from permdesk.report.html import render_html
from permdesk.report.profile import Profile
from permdesk.report.withheld import LeakError, censor_for, withheld_texts, without_seeds
from permdesk.report.xlsx import render_xlsx
from tests.pairs import pair_of
from tests.report.conftest import DAY, IDS, SECRET_SEED, audited

PUBLIC = (Profile.FULL, Profile.PUBLIC)


@pytest.fixture(scope="module")
def mixed_further(mixed_audit):
    progress = Progress()
    return FurtherFindings(
        find_information(mixed_audit, progress),
        leave_one_out(mixed_audit, progress),
        (run_scenario(mixed_audit, ("region",), progress),),
    )


def words_of(report):
    """All that is said, in pictures too, but not the numbers that draw them."""
    return " ".join(
        "".join(ElementTree.fromstring(text).itertext()) if text.startswith("<svg") else text for text in texts(report)
    )


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("sd 5; seed = 4711", "sd 5; seed = [seed withheld]"),
        ("set.seed(123)", "set.seed([seed withheld])"),
        ("np.random.default_rng(99)", "np.random.default_rng([seed withheld])"),
        ("random_state=42, k = 10", "random_state=[seed withheld], k = 10"),
        ("Seeds: 12, 34 and 56.", "Seeds: [seed withheld]."),
        ("the seed was 0xBEEF1", "the seed was [seed withheld]"),
        ("Startwert 77", "Startwert [seed withheld]"),
        ("seed = swordfish", "seed = [seed withheld]"),
        ("seed1=7, seed2=8", "seed1=[seed withheld], seed2=[seed withheld]"),
        ("seeds = [1, 2]", "seeds = [[seed withheld]]"),
        ("seed = [seed withheld]", "seed = [seed withheld]"),
        ("seed number 5", "seed number [seed withheld]"),
        ("seed 987,654,321", "seed [seed withheld]"),
        ("seed 987 654 321", "seed [seed withheld]"),
        ("seed equals 12", "seed equals [seed withheld]"),
        ("semilla aleatoria 12", "semilla aleatoria [seed withheld]"),
        ("Startzahl war 12", "Startzahl war [seed withheld]"),
        ("with 4711 as the random seed", "with [seed withheld] as the random seed"),
        ("4 711 was used as a seed", "[seed withheld] was used as a seed"),
        ("RNG seed no. 4711", "RNG seed no. [seed withheld]"),
        ("the seed we used was 4711", "the seed we used was [seed withheld]"),
        ("seeded with 4711", "seeded with [seed withheld]"),
        ("seed <- 4711", "seed <- [seed withheld]"),
        ("seed – 4711", "seed – [seed withheld]"),
        ("seed “4711”", "seed “[seed withheld]”"),
        ('seed: "swordfish"', 'seed: "[seed withheld]"'),
        ("randomSeed=4711", "randomSeed=[seed withheld]"),
        ("seed_value = 4711", "seed_value = [seed withheld]"),
        ("call streaminit(4711)", "call streaminit([seed withheld])"),
        ("4711 (seed)", "[seed withheld] (seed)"),
        ("4711, the seed", "[seed withheld], the seed"),
        ("SEED48151", "SEED[seed withheld]"),
        ("<seed>4711</seed>", "<seed>[seed withheld]</seed>"),
        ("seed of step 1: 4711", "seed of step 1: [seed withheld]"),
        (
            "seed of the noise, in both runs, as agreed 48151",
            "seed of the noise, in both runs, as agreed [seed withheld]",
        ),
        ("seed\u200b 4711", "seed [seed withheld]"),
        ("we seeded with 42", "we seeded with [seed withheld]"),
        (
            "We seeded R with 42 and Python with 43.",
            "We seeded R with [seed withheld] and Python with [seed withheld].",
        ),
        ("seeding was done with 42", "seeding was done with [seed withheld]"),
        ("42 seeded the run", "[seed withheld] seeded the run"),
        ("used 42 to seed the generator", "used [seed withheld] to seed the generator"),
        ("the generator started at 42", "the generator started at [seed withheld]"),
        ("the generator's initial value was 7", "the generator's initial value was [seed withheld]"),
        ("starting value 42", "starting value [seed withheld]"),
        ("random start 42", "random start [seed withheld]"),
        ("our seed happened to be 42", "our seed happened to be [seed withheld]"),
        ("our seed happened to be 2019", "our seed happened to be [seed withheld]"),
        ("seed is the number 42", "seed is the number [seed withheld]"),
        ("set the seed to forty-two", "set the seed to [seed withheld]"),
        ("seeds: age 7, income 8", "seeds: [seed withheld] [seed withheld], income [seed withheld]"),
        ("reseeded twice, with 7 and 8", "reseeded twice, with [seed withheld] and [seed withheld]"),
        ("the seed is 4 2", "the seed is [seed withheld] [seed withheld]"),
        ("secret key: 7", "secret key: [seed withheld]"),
        ("Als Startwert wurde 42 verwendet", "Als Startwert wurde [seed withheld] verwendet"),
        ("Zufallsgenerator mit 42 gestartet", "Zufallsgenerator mit [seed withheld] gestartet"),
        ("la graine est 42", "la graine est [seed withheld]"),
        ("ｓｅｅｄ ４７１１", "seed [seed withheld]"),
        ("initialised with 4711", "initialised with [seed withheld]"),
        ("Initialized the generator with the value 4711", "Initialized the generator with [seed withheld]"),
        ("initialisiert mit 42", "initialisiert mit [seed withheld]"),
        ("mit 42 initialisiert", "mit [seed withheld] initialisiert"),
        ("the seed was seven", "the seed was [seed withheld]"),
        ("Startwert zweiundvierzig", "Startwert [seed withheld]"),
        ("Startwerte 42 und 43", "Startwerte [seed withheld]"),
        ("Zufallssaat 42", "Zufallssaat [seed withheld]"),
        ("Zufallskeim: 42", "Zufallskeim: [seed withheld]"),
        ("Initialisierungswert 42", "Initialisierungswert [seed withheld]"),
        ("Seedwert 42", "Seedwert [seed withheld]"),
        ("random.Random(7)", "random.Random([seed withheld])"),
        ("Generator(PCG64(7))", "Generator(PCG64([seed withheld]))"),
        ("valeur initiale 42", "valeur initiale [seed withheld]"),
        ("key 7 for the swapping", "key [seed withheld] for the swapping"),
        ("Key was 4711, for age; swapping key: 7", "Key was 4711, for age; swapping key: [seed withheld]"),
        ("shuffling_key = 0x1f", "shuffling_key = [seed withheld]"),
        ("the key (7) of the noise", "the key ([seed withheld]) of the noise"),
        ("Tauschschlüssel 7", "Tauschschlüssel [seed withheld]"),
        ("graine quarante-deux", "graine [seed withheld]"),
        ("la graine est vingt et un", "la graine est [seed withheld]"),
        ("graines 42 et 43", "graines [seed withheld]"),
        ("générateur aléatoire lancé avec 42", "générateur aléatoire lancé avec [seed withheld]"),
        ("clé secrète : 7", "clé secrète : [seed withheld]"),
        ("clé de brassage : 7", "clé de brassage : [seed withheld]"),
        ("clé d’échange 7", "clé d’échange [seed withheld]"),
        ("semillas 42 y 43", "semillas [seed withheld]"),
        ("la semilla es cuarenta y dos", "la semilla es [seed withheld]"),
        ("inicializado con 4711", "inicializado con [seed withheld]"),
        ("con 4711 inicializado", "con [seed withheld] inicializado"),
        ("generador de números aleatorios, puesto a 7", "generador de números aleatorios, puesto a [seed withheld]"),
        ("clave secreta: 7", "clave secreta: [seed withheld]"),
        ("clave de intercambio: 7", "clave de intercambio: [seed withheld]"),
    ],
)
def test_that_numbers_called_a_seed_are_withheld(typed, shown):
    assert without_seeds(typed) == shown


@pytest.mark.parametrize(
    "typed",
    [
        "standard deviation 5",
        "Everything but the seeds. 3 attributes changed.",
        "the seed is secret",
        "state of 50",
        "linseed 5",
        "the random seeds (definition of transparency)",
        "20 records as 4 groups",
        "Seeds: withheld.",
        "seed = none",
        "The seed was not published in 2024.",
        "Seeds were drawn anew for each of the 3 waves.",
        "farms sowing seed on 20 hectares",
        "seed_2019",
        "The seeds are kept in a safe. The file has 30162 records.",
        "The random number generator is PCG64; 3 attributes were changed.",
        "Seeds are secret; k = 5, 20 % noise",
        "The seeds of 2 steps are kept for 10 years.",
        "We seeded 42 hectares with wheat",
        "A seed of the crystal ball does not matter, and our maximum file size is 20 MB.",
        "The generator was sdcMicro 5.7",
        "The generator was started two times.",
        "initialised in 2019",
        "The model was initialised with 3 attributes.",
        "seed potatoes 20 t",
        "Der Startwert wurde nicht veröffentlicht, siehe Abschnitt 4.",
        "Rounded to 10, seed secret",
        "3 key attributes for the swapping",
        "swapping keys: 3 attributes",
        "key figures 2019 of the swapping",
        "La graine n’a pas été publiée, voir le tableau 4 et l’étape 2.",
        "Graines tirées à nouveau pour chacune des 3 étapes.",
        "La semilla no se publicó, véanse la tabla 4 y el paso 2.",
        "Semillas extraídas de nuevo para 3 ficheros.",
        "clé de brassage : 3 variables",
    ],
)
def test_that_other_numbers_stay(typed):
    assert without_seeds(typed) == typed


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


@pytest.mark.parametrize("profile", PUBLIC)
def test_that_a_public_report_holds_none_of_the_planted_secrets(
    mixed_audit, telling_description, mixed_further, profile
):
    report = build_report(mixed_audit, telling_description, profile, DAY, mixed_further)
    page, said = render_html(report), words_of(report)
    names = ("amalia", "keeper", "/home", "Users", "/srv", "~/", "wages 2026", "n/a?", "plaintext", "a" * 64, "S-10")
    assert [name for name in names if name in page] == []
    numbers = (str(SECRET_SEED), "424242", "31337", "31338", "31339", "271828", "734.55", IDS[-1])
    assert [number for number in numbers if number in said] == []
    assert "release.csv" in page
    assert "b" * 64 in page
    assert ("Leave one out" in [table.name for table in report.tables]) is (profile is Profile.FULL)
    sheets = openpyxl.load_workbook(BytesIO(render_xlsx(report))).worksheets
    cells = " ".join(str(cell) for sheet in sheets for row in sheet.iter_rows(values_only=True) for cell in row)
    assert [secret for secret in (*names, *numbers) if secret in cells] == []


def test_that_no_profile_shows_a_typed_seed(mixed_audit, telling_description):
    report = build_report(mixed_audit, telling_description, Profile.INTERNAL, DAY)
    said = words_of(report)
    assert [seed for seed in ("424242", "31337", "31338", "31339", "271828") if seed in said] == []


def test_that_the_internal_report_shows_records_ids_and_paths(mixed_audit):
    page = render_html(build_report(mixed_audit, Description(), Profile.INTERNAL, DAY))
    assert all(shown in page for shown in (*IDS, "/home/amalia.keeper/wages 2026/original.csv", "n/a?", "734.55"))


@pytest.mark.parametrize("profile", PUBLIC)
def test_that_public_reports_hold_no_block_about_records(mixed_audit, profile):
    report = build_report(mixed_audit, Description(), profile, DAY)
    assert not any(block.about_records for block in report.blocks if isinstance(block, Table | Figure))


def test_that_the_cautious_report_holds_no_value_of_risk(paper_audit, description):
    progress = Progress()
    further = FurtherFindings(
        find_information(paper_audit, progress),
        leave_one_out(paper_audit, progress),
        (run_scenario(paper_audit, ("X1",), progress),),
    )
    report = build_report(paper_audit, description, Profile.PUBLIC, DAY, further)
    assert not any(isinstance(block, Judgement | KeyFigures | Notice | Figure) for block in report.blocks)
    kept = {
        "Files",
        "Attributes",
        "Release",
        "Anonymization",
        "Transparency",
        "What was kept",
        "Changed relations",
    }
    matrices = {"Correlations of X", "Correlations of Y", "Correlations of Z"}
    assert {table.name for table in report.tables} == kept | matrices | {"Settings", "Software"}
    assert any("says nothing about whether the risk is small" in text for text in texts(report))


def test_that_full_transparency_shows_the_values_of_risk(paper_audit, description):
    names = {table.name for table in build_report(paper_audit, description, Profile.FULL, DAY).tables}
    assert names >= {"Permutation distance", "Local variances", "Right links", "Linkages", "Distributions", "Policy"}
    assert not names & {"All records", "One record", "Links", "Values and ranks", "Permutation and noise"}


def test_that_only_the_internal_report_says_which_records_break_the_policy(mixed_audit):
    def policy(profile):
        return build_report(mixed_audit, Description(), profile, DAY).table("Policy")

    (nearest,) = (check for check in mixed_audit.verdict.checks if check.name == "smallest-distance")
    assert nearest.n_records > 0
    internal, public = policy(Profile.INTERNAL), policy(Profile.FULL)
    assert [column.title for column in internal.columns] == [column.title for column in public.columns] + [
        "Which records"
    ]
    assert internal.rows[0][-1].value == ", ".join(str(row + 1) for row in nearest.records)
    assert public.rows[0][2].value.endswith(f"Records that break it: {nearest.n_records}.")


def test_that_public_notices_are_verbatim_and_the_others_are_counted(mixed_audit):
    report = build_report(mixed_audit, Description(), Profile.FULL, DAY)
    said = [block.text for block in report.blocks if isinstance(block, Notice)]
    assert "The file is small. Take care." in said
    assert not any("doubtful" in text or "missing" in text for text in said)
    assert any(text.startswith("2 further remarks") for text in texts(report))


@pytest.mark.parametrize(
    ("leak", "reason"),
    [
        (Paragraph("the seed is 4711"), "a seed"),
        (Paragraph("kept in /home/ann/data/x.csv"), "a path"),
        (Paragraph("kept in D:\\data\\x.csv"), "a path"),
        (Paragraph("as record 17 shows"), "a record number"),
        (Command("permdesk subject /home/ann/release.csv"), "a path"),
        (Command("permdesk subject S-1004"), "an ID"),
        (Paragraph("as S-1004 shows"), "an ID"),
        (Paragraph("asked amalia.keeper"), "a user name"),
        (Table("t", "c", (), (), about_records=True), "records"),
        (Figure("f", "c", "a", "<svg></svg>", about_records=True), "records"),
    ],
)
@pytest.mark.parametrize("profile", PUBLIC)
def test_that_the_guard_refuses_a_public_report_that_leaks(mixed_audit, profile, leak, reason):
    with pytest.raises(LeakError, match=reason):
        censor_for(mixed_audit.pair, profile).check(Report("t", "s", profile, DAY, (leak,)))


def test_that_the_guard_refuses_a_seed_even_in_an_internal_report(mixed_audit):
    with pytest.raises(LeakError, match="a seed"):
        censor_for(mixed_audit.pair, Profile.INTERNAL).check(
            Report("t", "s", Profile.INTERNAL, DAY, (Paragraph("seed 4711"),))
        )


def test_that_every_report_passes_the_guard_before_it_is_handed_out(mixed_audit, monkeypatch):
    monkeypatch.setattr(build, "limits_blocks", lambda audit, profile: (Paragraph("see /home/ann/data/x.csv"),))
    with pytest.raises(LeakError):
        build_report(mixed_audit, Description(), Profile.FULL, DAY)


@pytest.mark.parametrize("profile", list(Profile))
def test_that_attributes_called_like_a_seed_or_a_record_do_not_keep_a_report_from_being_made(profile):
    values = np.arange(36.0).reshape(12, 3)
    pair = pair_of(values, values[::-1], names=("seed", "line 12", "income 2019"))
    description = Description(steps=(Step("Noise", ("seed", "income 2019")),))
    said = words_of(build_report(audited(pair), description, profile, DAY))
    assert "seed × line 12" in said
    assert "seed, income 2019" in said
    censor = censor_for(pair, profile)
    with pytest.raises(LeakError, match="a seed"):
        censor.check_text("the random seed 4711", "here")
    with pytest.raises(LeakError, match="a seed"):
        censor_for(pair, Profile.PUBLIC).check_text("seed: 4711", "here")
    with pytest.raises(LeakError, match="a record"):
        censor_for(pair, Profile.PUBLIC).check_text("line 13", "here")


def test_that_the_numbers_of_a_check_are_shown_though_they_are_values_too():
    values = np.arange(40.0).reshape(20, 2)
    audit = audited(pair_of(values, values[::-1], names=("rank", "place")))
    blocks = build_report(audit, Description(), Profile.FULL, DAY).blocks
    (policy,) = (block for block in blocks if isinstance(block, Table) and block.name == "Policy")
    said = [row[2].value for row in policy.rows]
    assert "at least 1" in said[0]
    assert not any("withheld" in sentence for sentence in said)


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


@pytest.mark.parametrize("profile", PUBLIC)
def test_that_a_top_code_that_is_the_value_of_one_record_is_withheld(profile):
    values = np.r_[np.arange(40.0), 734.5]
    audit = audited(about(values, np.minimum(values, 30)[:, None]))

    def coded(code):
        step = Step(kind=Method.TOP_BOTTOM_CODING, attributes=("wage",), values={Parameter.TOP_CODE: code})
        return " ".join(texts(build_report(audit, Description(steps=(step,)), profile, DAY)))

    assert "734.5" not in coded(734.5)
    assert "Top code: [value withheld]" in coded(734.5)
    assert "Top code: 700" in coded(700.0)


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


@pytest.mark.parametrize("profile", PUBLIC)
def test_that_the_guard_refuses_columns_of_values_and_words_in_pictures(mixed_audit, profile):
    censor = censor_for(mixed_audit.pair, profile)
    values = Table("t", "c", (Column("x", Number.VALUE),), ((Cell(1.5),),))
    with pytest.raises(LeakError, match="values of records"):
        censor.check(Report("t", "s", profile, DAY, (values,)))
    figure = Figure("f", "c", "a", "<svg xmlns='http://x/y/z'><text>S-1004</text></svg>")
    with pytest.raises(LeakError, match="an ID"):
        censor.check(Report("t", "s", profile, DAY, (figure,)))
    harmless = Figure("f", "c", "a", "<svg xmlns='http://x/y/z'><path d='M 8812345678 2'/><text>Y</text></svg>")
    censor.check(Report("t", "s", profile, DAY, (harmless,)))


def test_that_a_leak_tells_the_officer_what_and_where_but_not_the_secret(mixed_audit):
    blocks = (Heading("Files"), Paragraph("as S-1004 shows"))
    with pytest.raises(LeakError) as caught:
        censor_for(mixed_audit.pair, Profile.FULL).check(Report("t", "s", Profile.FULL, DAY, blocks))
    problem = caught.value.problem
    assert problem.where == "the section “Files”"
    assert "an ID or a user name" in problem.what
    assert "S-1004" not in problem.sentence


@pytest.mark.parametrize("profile", Profile)
def test_that_every_report_lists_what_it_leaves_out(paper_audit, profile):
    said = list(texts(build_report(paper_audit, Description(), profile, DAY)))
    assert all(line in said for line in profile.leaves_out)
    assert any("Random seeds" in line for line in profile.leaves_out)
    assert len(Profile.INTERNAL.leaves_out) < len(Profile.FULL.leaves_out) < len(Profile.PUBLIC.leaves_out)


def test_that_a_cautious_report_states_nothing_of_the_risk_unless_the_policy_allows_it(paper_audit):
    def said(*statements):
        policy = replace(paper_audit.verdict.policy, public_statements=statements)
        audit = replace(paper_audit, verdict=replace(paper_audit.verdict, policy=policy))
        return list(texts(build_report(audit, Description(), Profile.PUBLIC, DAY)))

    assert not any("threshold" in line for line in said()[:12])
    assert "The release does not keep every threshold of the policy." in said(PublicStatement.VERDICT)
    told = said(*PublicStatement)
    assert "Every record is at least one rank away from the released record closest to it." in told
    assert "Right links by the strongest linkage: the threshold of the policy was not kept." in told


@pytest.mark.parametrize("profile", PUBLIC)
def test_that_one_or_two_missing_original_values_are_not_counted_in_public(mixed_audit, profile):
    def cells(kind):
        report = build_report(mixed_audit, Description(), kind, DAY)
        return [row[1].value for row in report.table("Missing values").rows]

    assert cells(profile) == ["1 or 2"]
    assert cells(Profile.INTERNAL) == [1]
    (wage, _) = build_report(mixed_audit, Description(), profile, DAY).table("Attributes").rows
    assert wage[6].value == "1 or 2"


@pytest.mark.parametrize("quoted", ["“Ann, “the” first”", "„Ann“ und „Bob“", "« Ann »", "»Ann«"])
def test_that_reasons_lose_what_they_quote_in_the_marks_of_any_language(mixed_audit, quoted):
    said = censor_for(mixed_audit.pair, Profile.FULL).reason(f"Values are words, such as {quoted}.")
    assert said == "Values are words, such as “[withheld]”."
