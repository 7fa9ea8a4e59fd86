"""Sentences reach a person whole, in the language that was asked for, and fast enough to be painted."""

from __future__ import annotations

import gettext
import importlib.util
import pickle
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path
from threading import Barrier

import numpy as np
import pytest

from permdesk import translation
from permdesk.audit.preset import read_preset
from permdesk.audit.preset_files import preset_paths, shipped_names
from permdesk.translation import (
    current_language,
    in_language,
    languages,
    retold,
    to_translate,
    together,
    tr,
    tr_count,
    tr_number,
    translated,
)

ROOT = Path(__file__).parents[1]


def script(name):
    """A script of the folder that shares its name with a library."""
    spec = importlib.util.spec_from_file_location(f"permdesk_{name}", ROOT / "packaging" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


sentences, catalogues = script("sentences"), script("catalogues")


@pytest.fixture
def two_languages(tmp_path, monkeypatch):
    """Catalogues of two languages that nobody speaks."""
    for code, records in (("xx", "xx records"), ("yy", "yy records {n}")):
        folder = tmp_path / code
        folder.mkdir()
        key = "Records" if code == "xx" else "{n} records"
        (folder / "permdesk.mo").write_bytes(catalogues.compiled({key: records}))
    monkeypatch.setattr(translation, "CATALOGUES", tmp_path)
    forget()
    yield
    monkeypatch.undo()
    forget()


def forget():
    for kept in (translation._catalogue, translation.languages, translation._language_of_the_system):
        kept.cache_clear()


def test_that_gaps_are_filled_and_sentences_without_gaps_keep_their_braces():
    assert tr("{n} records", n=3) == "3 records"
    assert tr("a {brace}") == "a {brace}"
    assert tr("") == ""


def test_that_the_catalogue_is_looked_for_once_and_not_for_every_sentence(two_languages, monkeypatch):
    with in_language("xx"):
        tr("Records")

        def searched(*_arguments, **_options):
            raise AssertionError("The folders were searched again.")

        monkeypatch.setattr(Path, "open", searched)
        assert tr("Records") == "xx records"


def test_that_a_language_holds_inside_only_and_the_inner_one_wins(two_languages):
    with in_language("xx"):
        assert (tr("Records"), current_language()) == ("xx records", "xx")
        with in_language("yy"):
            assert tr("{n} records", n=3) == "yy records 3"
            assert tr("Records") == "Records"
        assert tr("Records") == "xx records"
    assert (tr("Records"), current_language()) == ("Records", "en")


def test_that_a_sentence_of_a_table_is_in_the_language_of_the_moment_when_it_is_shown(two_languages):
    marked = to_translate("Records")
    assert translated(marked) == "Records"
    with in_language("xx"):
        assert translated(marked) == "xx records"


def test_that_a_sentence_is_retold_in_the_language_of_the_moment_with_the_sentences_in_its_gaps(two_languages):
    found = tr("{n} records", n=tr("Records"))
    with in_language("yy"):
        both = together(found, "", "typed")
        assert (retold(found), both) == ("yy records Records", "yy records Records typed")
    with in_language("xx"):
        assert retold(found) == "xx records records"
        assert retold(both) == "xx records records typed"
    assert (retold("typed"), retold(None), retold(3)) == ("typed", None, 3)


def test_that_numbers_have_the_marks_of_the_language_of_their_sentence(tmp_path, monkeypatch):
    (tmp_path / "xx").mkdir()
    content = catalogues.compiled({"1,234.5": "1 234,5", "{n:,.1f} of {m}, {share}": "{m} und {n:,.1f}: {share}"})
    (tmp_path / "xx" / "permdesk.mo").write_bytes(content)
    monkeypatch.setattr(translation, "CATALOGUES", tmp_path)
    forget()
    found = tr("{n:,.1f} of {m}, {share}", n=12345.678, m=7.5, share=tr_number("0.25"))
    assert found == "12,345.7 of 7.5, 0.25"
    with in_language("xx"):
        assert (retold(found), tr_number("-1,000.5")) == ("7,5 und 12 345,7: 0,25", "-1 000,5")
    monkeypatch.undo()
    forget()


def test_that_a_count_takes_the_form_that_the_language_has_for_it(tmp_path, monkeypatch):
    (tmp_path / "xx").mkdir()
    entry = """msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=2; plural=(n > 1);\\n"

msgid "1,234.5"\nmsgstr "1 234,5"

msgid "One record of {file}"\nmsgid_plural "{count:,} records of {file}"
msgstr[0] "{count:,} enregistrement de {file}"\nmsgstr[1] "{count:,} enregistrements de {file}"
"""
    (tmp_path / "xx" / "permdesk.mo").write_bytes(catalogues.compiled(catalogues.read_po(entry)))
    monkeypatch.setattr(translation, "CATALOGUES", tmp_path)
    forget()

    def said(count):
        return tr_count("One record of {file}", "{count:,} records of {file}", count, file="f.csv")

    english = [said(count) for count in (0, 1, np.int64(1234))]
    assert english == ["0 records of f.csv", "One record of f.csv", "1,234 records of f.csv"]
    with in_language("xx"):
        assert [retold(text) for text in english] == [
            "0 enregistrement de f.csv",
            "1 enregistrement de f.csv",
            "1 234 enregistrements de f.csv",
        ]
    monkeypatch.undo()
    forget()


def test_that_a_sentence_can_still_be_retold_when_it_comes_from_another_process(two_languages):
    found = pickle.loads(pickle.dumps(tr("Records")))
    with in_language("xx"):
        assert retold(found) == "xx records"


def test_that_a_report_in_one_language_leaves_the_window_in_another(two_languages):
    both = Barrier(2)

    def worker():
        with in_language("xx"):
            both.wait()
            said = tr("Records")
            both.wait()
            return said

    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(worker)
        both.wait()
        assert tr("Records") == "Records"
        both.wait()
        assert answer.result() == "xx records"


def test_that_the_language_of_the_system_is_taken_where_there_is_a_catalogue(two_languages, monkeypatch):
    assert languages() == ("en", "xx", "yy")
    for value, code in (("yy_ZZ.UTF-8", "yy"), ("qq:xx", "xx"), ("C", "en"), ("", "en")):
        forget()
        monkeypatch.setenv("LANGUAGE", value)
        monkeypatch.delenv("LC_ALL", raising=False)
        monkeypatch.setenv("LC_MESSAGES", "C")
        monkeypatch.setenv("LANG", "C")
        assert current_language() == code


def test_that_every_sentence_is_a_literal_that_translators_can_be_given():
    found = sentences.all_sentences()
    assert len(found) > 1000
    assert [sentence.place for sentence in found if sentence.text is None] == []


def test_that_the_words_of_shipped_presets_are_found_too():
    found = {sentence.text for sentence in sentences.all_sentences()}
    shipped = [read_preset(preset_paths()[name]) for name in shipped_names()]
    assert len(shipped) == 6
    for preset in shipped:
        assert {preset.title, *preset.captions} <= found


def test_that_sentences_of_templates_are_found_too():
    places = {sentence.place.split(":")[0] for sentence in sentences.all_sentences()}
    assert "resources/report/report.html.j2" in places


def test_that_the_digits_of_a_count_are_grouped_as_the_language_does_or_as_it_is_told():
    def said(**figures):
        return tr_count("{count} release", "{count} releases", 2_000, **figures)

    assert said() == "2,000 releases"
    with in_language("de"):
        assert said().startswith("2.000")
    assert said(count="2’000") == "2’000 releases"
    assert str(retold(said(count="2’000"))) == "2’000 releases"
    assert tr_count("{count:d} release", "{count:d} releases", 2_000) == "2000 releases"


def test_that_counts_in_templates_are_found_with_both_forms():
    found = sentences.sentences_of_template("{{ tr_count('a', 'b', n) }} {{ tr('c') }} {{ tr(name) }}", "t")
    assert [sentence.text for sentence in found] == ["a\0b", "c", None]


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('tr("a" " b")', ["a b"]),
        ('x = tr("a {n}", n=tr("b"))', ["a {n}", "b"]),
        ("tr(name)", [None]),
        ('tr(f"a {n}")', [None]),
        ('NAMES = {1: to_translate("a")}', ["a"]),
        ('tr_count("a", "b {count}", n)', ["a\0b {count}"]),
        ('tr_count("a", many, n)', [None]),
        ('other("a")', []),
    ],
)
def test_that_calls_are_found_and_what_is_no_literal_is_seen(source, found):
    assert [sentence.text for sentence in sentences.sentences_of_module(source, "m")] == found


def test_that_the_template_for_translators_can_be_read_again_with_every_sentence_once():
    found = sentences.all_sentences()
    texts = {sentence.text for sentence in found if sentence.text}
    read = catalogues.read_po(sentences.template(found))
    assert set(read) == texts | {""}


def test_that_a_compiled_catalogue_is_one_for_the_standard_library():
    text = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    text += '# by hand\nmsgid "a \\"b\\""\nmsgstr ""\n"ä "\n"ö"\n\n#, fuzzy\nmsgid "c"\nmsgstr "d"\n'
    text += '\nmsgid "e"\nmsgstr ""\n'
    read = gettext.GNUTranslations(BytesIO(catalogues.compiled(catalogues.read_po(text))))
    assert read.gettext('a "b"') == "ä ö"
    assert (read.gettext("c"), read.gettext("e")) == ("c", "e")


def test_that_forms_of_a_count_are_written_read_and_left_out_while_one_is_empty():
    half = sentences.entry_of("a\0b", "ä\0")
    assert catalogues.read_po(sentences.entry_of("a\0b", "ä\0ö")) == {"a\0b": "ä\0ö"}
    assert catalogues.read_po(sentences.entry_of("a\0b")) == {"a\0b": "\0"}
    assert gettext.GNUTranslations(BytesIO(catalogues.compiled(catalogues.read_po(half)))).ngettext("a", "b", 1) == "a"


@pytest.mark.parametrize("text", ['msgid "a"\nnonsense\n', '\n"a"\n', '\nmsgstr_plural "a"\n'])
def test_that_what_is_no_catalogue_is_refused(text):
    with pytest.raises(ValueError, match="line 2"):
        catalogues.read_po(text)


def test_that_numbered_lines_for_translators_come_back_as_they_were():
    texts = ["a\0b", "c\nd", "back\\slash", " e"]
    assert catalogues.read_numbered(catalogues.numbered(texts)) == dict(enumerate(texts, start=1))


def test_that_a_merged_batch_stands_in_the_order_of_the_program_and_drops_what_is_gone():
    places = {"{n} records": ["a.py:1", "a.py:9", "b.py:2"], "b": ["b.py:1"]}
    text = catalogues.written({"gone": "weg", "b": "ä"}, places, "de")
    assert catalogues.read_po(text) == {"": catalogues.head("de"), "{n} records": "", "b": "ä"}
    assert "#: a.py\n#: b.py\nmsgid" in text


FRENCH, GERMAN = catalogues.head("fr"), catalogues.head("de")


@pytest.mark.parametrize(
    ("header", "text", "translation"),
    [
        (GERMAN, "{n} records", "{m} Sätze"),
        (GERMAN, "{n:,} records", "{n} Sätze"),
        (GERMAN, "<b>a</b>", "<b>ä"),
        (GERMAN, "&Open", "Öffnen"),
        (GERMAN, "use --out", "--aus benutzen"),
        (GERMAN, "a\nb", "ä b"),
        (GERMAN, " a", "ä"),
        (GERMAN, "one\0{count}", "eins\0zwei"),
        (FRENCH, "one\0{count}", "un\0{count}"),
    ],
)
def test_that_a_translation_that_changes_what_must_stay_is_seen(header, text, translation):
    assert len(catalogues.faults({"": header, text: translation})) == 1


@pytest.mark.parametrize(
    ("header", "text", "translation"),
    [
        (GERMAN, "{a} of {b}", "{b}: {a}"),
        (GERMAN, "&Open", "Ö&ffnen"),
        (GERMAN, "D_{max}", "D_{größte}"),
        (GERMAN, "one\0{count}", "eins\0{count}"),
        (FRENCH, "one\0{count}", "{count}\0{count}"),
        (GERMAN, "{n}", ""),
    ],
)
def test_that_a_translation_may_move_gaps_and_mnemonics(header, text, translation):
    assert catalogues.faults({"": header, text: translation}) == []


def test_that_a_sentence_without_one_of_its_forms_is_missing():
    assert catalogues.missing({"a": "ä", "b\0c": "b\0"}, ["a", "b\0c", "d"]) == ["b\0c", "d"]


SHIPPED = sorted((ROOT / "resources" / "translations").glob("*/permdesk.po"))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.parent.name)
def test_that_a_shipped_catalogue_keeps_what_must_stay_and_is_compiled(path):
    catalogue = catalogues.read_po(path.read_text("utf-8"))
    assert catalogues.faults(catalogue) == []
    assert catalogue[""] == catalogues.head(path.parent.name)
    assert path.with_suffix(".mo").read_bytes() == catalogues.compiled(catalogue), "run make catalogues"


def test_that_french_lines_break_neither_in_numbers_nor_before_their_marks():
    french = catalogues.read_po((ROOT / "resources" / "translations" / "fr" / "permdesk.po").read_text("utf-8"))
    loose = re.compile(r"[\w»)}] [;:!?»](?=\s|$)|« |\d %|\u202f")
    assert [said for sentence, said in french.items() if sentence and loose.search(said)] == []


@pytest.mark.parametrize(
    ("language", "number", "names"),
    [("de", "1.234,5", "Deutsch"), ("fr", "1\u00a0234,5", "Français"), ("es", "1.234,5", "Español")],
)
def test_that_each_language_has_its_marks_of_numbers_and_its_own_name(language, number, names):
    with in_language(language):
        assert (tr_number("1,234.5"), tr("English"), tr("en")) == (number, names, language)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.parent.name)
def test_that_a_shipped_catalogue_says_every_sentence_and_no_other(path):
    catalogue = catalogues.read_po(path.read_text("utf-8"))
    wanted = sentences.places_of(sentences.all_sentences())
    assert catalogues.missing(catalogue, list(wanted)) == [], "see resources/translations/README.md"
    assert sorted(set(catalogue) - {""} - set(wanted)) == [], "python packaging/catalogues.py --merge drops them"


@pytest.mark.parametrize(
    ("sentence", "figures", "said"),
    [
        (
            "It has no value in {file}: every cell is missing or suppressed.",
            {"file": "the release"},
            "Hier enthält die Veröffentlichung keinen Wert: Jede Zelle fehlt oder ist gesperrt.",
        ),
        (
            "Values are numbers in {here}, but words in {there}, such as {texts}.",
            {"here": "the release", "there": "the original", "texts": "x"},
            "Hier enthält die Veröffentlichung Zahlen, das Original aber Wörter, etwa x.",
        ),
    ],
)
def test_that_german_names_of_files_stand_in_the_case_that_their_sentence_needs(sentence, figures, said):
    with in_language("de"):
        assert tr(sentence, **{gap: tr(figure) for gap, figure in figures.items()}) == said
