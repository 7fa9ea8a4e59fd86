"""Finds in running text what must not be published: seeds, folders, numbers of records, values of single records."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

import numpy as np

from permdesk.data.choices import Level
from permdesk.data.few_holders import FEWEST_HOLDERS, SHORTEST_TEXT
from permdesk.data.file_pair import AttributePair, FilePair
from permdesk.translation import tr

FEWEST_DIGITS = 5
MOST_WORDS = 12
"""Of a text that is looked for; longer ones are remarks that nobody types again."""

_WORD = re.compile(r"\w+")
_EDGES = re.compile(r"^\W+|\W+$")
YEARS = range(1800, 2200)

_GROUPED = r"(?:[ \u00a0\u202f'’]\d{3,4}(?!\d))"
_NUMBER = rf"[\w.+-]*\d\w*{_GROUPED}*"
_SEED_WORD = (
    r"(?:(?:\w*[_.]|random|rng|init|initial|master|global|my|re)?seed(?:s|ed|ing)?\d{0,4}"
    r"|random[\s_-]?(?:seeds?|state|key|start|stream|number[\s_-]generators?)|(?:\w*_)?p?rng(?:[\s_-]?seed)?"
    r"|seed[\s_-]?(?:value|phrase)s?|secret[\s_-]key|start(?:ing)?[\s_-]values?|stream[\s_-]number"
    r"|(?:(?:initial|start(?:ing)?)[\s_-]\w+[\s_-]of[\s_-]the[\s_-])?generators?(?='s[\s_-](?:initial|start)"
    r"|\s(?:is|was|were|started|initiali[sz]ed)\b|\s*:)"
    r"|seedsequence|streaminit|ran(?:uni|nor)|mersenne[\s_-]twister|mtindex|random[\s_-]number[\s_-]streams?"
    r"|(?:random|randomstate|pcg64(?:dxsm)?|mt19937|philox|sfc64)(?=\()"
    r"|(?:zufalls?)?(?:start|seed|saat|initial(?:isierungs)?)werte?n?|startzahl|zufalls(?:seeds?|saat|keim)"
    r"|zufallszahl(?:en)?|(?:pseudo)?zufalls(?:zahlen)?generators?"
    r"|semillas?|valor(?:es)?\sinicial(?:es)?|graines?|germes?\sal[eé]atoires?|valeurs?\sinitiales?|llavors?"
    r"|g[eé]n[eé]rateurs?\s(?:de\snombres\s)?al[eé]atoires?|generador(?:es)?\s(?:de\sn[uú]meros\s)?aleatorios?"
    r"|cl[eé]s?\ssecr[eè]tes?|claves?\ssecretas?)"
)
_ONES = "one|two|three|four|five|six|seven|eight|nine"
_TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
_EINER = "eins?|zwei|drei|vier|fünf|sechs|sieben|acht|neun"
_UNITES = "un|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize"
_UNIDADES = "uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve"
_NUMBER_WORDS = (
    rf"(?:\w+[\s-](?:hundred|thousand|million)|(?:{_TENS})(?:[\s-](?:{_ONES}))?|{_ONES}|ten|eleven|twelve|\w+teen"
    rf"|{_EINER}|(?:\w+und)?(?:\w+zig|dreißig)|zehn|elf|zwölf|\w+zehn|\w*(?:hundert|tausend)\w*"
    rf"|(?:vingt|trente|quarante|cinquante|soixante|quatre-vingt)s?(?:[\s-](?:et[\s-])?(?:{_UNITES}))?"
    r"|deux|trois|quatre|cinq|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|mille"
    rf"|(?:treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa)(?:\sy\s(?:{_UNIDADES}))?"
    r"|veint\w+|dieci\w+|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|trece|catorce|quince|ciento?)\b"
)
# What stands behind a number that counts something or is a share.
_COUNTED = (
    r"\s*(?:[%‰€$]|(?:records?|rows?|draws?|attributes?|variables?|columns?|waves?|steps?|methods?|files?|formats?|"
    r"hectares?|acres?|fields?|farms?|groups?|classes|categories|persons?|people|households?|years?|months?|weeks?|days?|"
    r"hours?|minutes?|seconds?|times|runs?|copies|pages?|seeds|kinds|parameters?|bits?|bytes?|digits?|decimals?|"
    r"per\s?cent|[kKMG]i?B|of|ha|kg|t|tonnes|tons|"
    r"datens[aä]tzen?|merkmalen?|wellen|schritten?|dateien|haushalten?|personen|jahren?|prozent|hektar|tonnen|arten|"
    r"sekunden|minuten|stunden|tagen?|monaten?|parametern?|"
    r"enregistrements?|[eé]tapes?|fichiers?|m[eé]nages?|personnes?|m[eé]thodes?|groupes?|jours?|mois|ans|heures?|fois|"
    r"pour\s?cent|registros?|pasos?|archivos?|ficheros?|atributos?|hogar(?:es)?|personas?|m[eé]todos?|grupos?|d[ií]as?|"
    r"mes(?:es)?|años?|horas?|veces|por\s?ciento)\b)"
)
# Generators that are called after a number, and what is sown.
_NO_NUMBER = (
    r"(?!(?:PCG|MT|SFC|MRG|Philox|xoshiro|xoroshiro|Threefry|SplitMix)-?\d+\b)"
    r"(?!\d{1,4}\s+(?:hectares?|acres?|steps?|waves?|hektar|schritten?|wellen)\b)"
)
_NO_SECRET = r"(?!(?:none|no|not|never|secret|withheld|kept|destroyed|deleted|unknown|confidential|geheim)\b)"
_SECRET_WORD = r"[^\W\d]\w*"
# "seed 5", "seeds are 5, 6 and 7", "set.seed(5)", "random_state=[5]", and after = : ( also words: "seed = swordfish".
_SEED = re.compile(
    rf"(?P<word>\b{_SEED_WORD}\b"
    r"(?:[\s_]*(?:is|was|were|are|of|equals?|value|values|phrase|number|no\.?|nr\.?|set|to|we|used|chosen|started|fixed|"
    r"initiali[sz]ed|with|at|as|al[eé]atoi?r[ei][ao]?s?|aleatorias?|ist|war|der|die|est|[eé]tait|vaut|es|era|fue|del?|du|la)(?!\w))*)"
    r"(?P<mark>[\s:=(#\"'\[,<>{}|/*→“”‘’«»–—-]*)"
    rf"(?P<secret>(?:{_NO_NUMBER}{_NUMBER}|{_NUMBER_WORDS}(?!{_COUNTED})"
    rf"|(?:(?<=[=:])|(?<=[=:] )|(?<=[=:][\"'“‘])|(?<=[=:] [\"'“‘])|(?<=\w\())"
    rf"{_NO_SECRET}(?!seeds?\b){_SECRET_WORD})"
    rf"(?:\s*(?:,|;|/|and|und|et|y|&)\s*\d\w*)*)",
    re.IGNORECASE,
)
# "seed of step 1: 4711": what a clause that begins with a seed ends in.
_SEED_CLAUSE = re.compile(rf"(?P<rest>\b{_SEED_WORD}\b[^.,;:=\n\[]{{1,40}}[:=]\s*)\d[\w.]*{_GROUPED}*", re.IGNORECASE)
# "4711 as the random seed", "4711 was used as a seed", "4711 (seed)", "4711 = seed"
_SEED_BEHIND = re.compile(
    rf"\b\d[\d.,]*{_GROUPED}*(?P<rest>(?:\s+(?:(?:is|was|were|used|set|chosen|taken)\s+){{0,3}}(?:as|for)\s+"
    rf"|\s*[(=]\s*|\s*,\s*(?=(?:the|our)\s))(?:(?:a|an|the|our|its|random|secret)\s+){{0,3}}{_SEED_WORD}\b)",
    re.IGNORECASE,
)
# "initialised with 4711", "mit 4711 initialisiert"
_STARTED_WITH = re.compile(
    r"(?P<front>\b(?:initiali[sz]|inicializ)\w+(?:\s[^\W\d]\w*){0,4}?\s(?:with|by|at|to|using|mit|durch|auf|avec|con)\s)"
    rf"(?:(?:the|value|number|dem|der|wert|zahl)\s)*{_NUMBER}(?!{_COUNTED})"
    rf"|(?P<before>\b(?:with|using|mit|avec|con)\s){_NUMBER}(?P<rest>\s(?:initiali[sz]|inicializ)\w+)",
    re.IGNORECASE,
)
# "key 7 for the swapping", "swapping key: 7", "Tauschschlüssel 7"
_KEYED = r"(?:swap|shuffl|perturb|mask|permut|anonymi[sz]|scrambl|random|noise|rounding|tausch|mischung|überlagerung)"
_KEY_IN_ROMANCE = (
    r"(?:cl[eé]s?|claves?)\s(?:d['’]|de\sl['’]|d(?:e|u|el|e\sla)\s)"
    r"(?:[eé]change|brassage|bruit|arrondi|masquage|intercambio|barajado|ruido|redondeo|enmascara|permut|perturb|anonymi|"
    r"anonimi)\w*"
)
_KEY_OF_METHOD = re.compile(
    rf"(?P<front>\b(?:{_KEYED}\w*[\s_-]keys?|{_KEYED}\w*schlüssel|{_KEY_IN_ROMANCE})\b"
    r"(?:\s(?:is|was|were|are|of|ist|war|est|es|number|value))*"
    rf"[\s:=(#\"'“„«]+){_NUMBER}(?!{_COUNTED})"
    rf"|(?P<before>\b(?:keys?|schlüssel)\b(?:\s(?:is|was|of|ist|war|number|value))*[\s:=(#\"'“„]+){_NUMBER}(?!{_COUNTED})"
    rf"(?P<rest>[\s)\"'”“]+(?:(?:was|is|used|set|wurde)\s)*(?:for|of|in|für|bei)\s(?:[^\W\d]\w*\s){{0,3}}?{_KEYED})",
    re.IGNORECASE,
)
_GLUED_SEED = re.compile(r"\b(?P<word>(?:\w*_)?seeds?_?)\d{5,}\b", re.IGNORECASE)
_SPEAKS_OF_SEED = re.compile(rf"\b{_SEED_WORD}\b", re.IGNORECASE)
# A part of every seed word, which is found much sooner: a report has thousands of cells.
_MAY_SPEAK_OF_SEED = re.compile(
    r"seed|random|rng|generator|mersenne|start|zufall|semilla|graine|llavor|streaminit|ranuni|rannor|secret|stream"
    r"|saat|initi|inici|pcg64|mt19937|philox|sfc64|mtindex|germe|\bkey|[\s_-]key|schlüssel"
    r"|secr[eè]t|g[eé]n[eé]rat|generad|\bcl[eé]s?\b|\bclaves?\b",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+|\n")
_LONG_NUMBER = re.compile(
    r"(?<![\w.,\[])(?:0x[0-9a-f]+|\d{5,})(?![\w%])(?!\s*(?:records?|rows?|draws?)\b)", re.IGNORECASE
)
# Where a sentence speaks of a seed, a number is one unless it counts something, is a share, a year or a parameter.
_SHORT_NUMBER = re.compile(
    r"(?<![\w.,\[§])(?<!\b[klnmpqtRd] = )(?<!\b[klnmpqtRd]=)(?<!\bsd )(?<!\bR )(?<!\b(?:alpha|sigma) )(?<!\bTable )"
    r"(?<!\bVersion )(?<!\bversion )(?<!\bPython )(?<!\bsdcMicro )(?<!\bsection )(?<!\blevel )(?<!\bdeviation )"
    r"(?<!\bstep )(?<!\bwave )(?<!\bchapter )(?<!\bFigure )(?<!\brounded to )(?<!\bbase )"
    r"(?<!\bTabelle )(?<!\bAbschnitt )(?<!\bKapitel )(?<!\bAbbildung )(?<!\bSchritt )(?<!\bWelle )(?<!\bBasis )"
    r"(?<!\btableau )(?<!\bchapitre )(?<!\b[eé]tape )(?<!\bvague )(?<!\btabla )(?<!\bsecci[oó]n )(?<!\bcap[ií]tulo )"
    r"(?<!\bfigura )(?<!\bpaso )(?<!\bversi[oó]n )"
    r"(?:\d(?:[.,]?\d)*)(?![\w])"
    rf"(?!{_COUNTED})",
    re.IGNORECASE,
)
_BEFORE_YEAR = re.compile(
    r"(?:\b(?:in|of|from|since|until|before|after|between|year|wave|im|seit|aus|von|vor|nach|jahre?|en|de|depuis|desde|año)"
    r"|\d{4}(?:\s(?:to|and|bis|und|a|à|y|et))?)[\s–-]*$",
    re.IGNORECASE,
)
WINDOWS_PATH = re.compile(
    r"(?:file:/{2,3})?(?:\b[A-Za-z]:[\\/]|\\\\)(?:[^\\/:*?\"<>|\r\n]+[\\/])*(?P<name>[^\\/:*?\"<>|\s]*)"
)
UNIX_PATH = re.compile(r"(?:file://|(?<![\w:/<]))~?/(?:[^/\s<>][^/\n<>]*/)+(?P<name>[^/\s<>]*)")
RECORD = re.compile(
    r"\b(?:records?|rows?|observations?|obs\.|respondents?|lines?|Datens[aä]tz(?:en?|es)?|Zeilen?"
    r"|enregistrements?|lignes?|r[eé]pondante?s?|enqu[eê]t[eé]e?s?|registros?|filas?|encuestad[oa]s?|observaci[oó]n(?:es)?)"
    r"\s*(?:(?:no|nr|n[uú]m)s?\.?\s*|n[°º]\s*|numbers?\s*|n[uú]m[eé]ros?\s*|#\s*)?"
    r"\d+(?:(?:\s*,\s*|\s+(?:and|und|et|y)\s+|\s*(?:to|bis|à|a|-|–)\s*)\d+)*",
    re.IGNORECASE,
)
_SPACED_DIGITS = re.compile(r"(?<=\d)[\s.,'’–-](?=\d)")
_TYPED_NUMBER = re.compile(r"(?<![\w.,])\d(?:[\d.,]|[ \u00a0\u202f'’](?=\d{3}))*(?:\d|(?<=\d))(?![\w])")
# How large a file may be is no value of a record.
_FILE_SIZE = re.compile(
    r"\b(?:file|archive|download|upload|attachment|datei)[\s-]?(?:size|größe)\b(?:\s+(?:is|of|was|must|not|exceed|be|ist|"
    r"von|about|up|to|at|most))*\s*[:=(]?\s*\d+(?:[.,]\d+)?\s?(?:[kKMG]i?B|bytes)\b",
    re.IGNORECASE,
)
_EXTREME = re.compile(
    r"\b(?:max|min|maximum|minimum|maxim\w+|minim\w+|largest|smallest|highest|lowest|oldest|youngest|richest|poorest|"
    r"tallest|shortest|longest|extremes?|outliers?|gr[oö](?:ß|ss)te[rns]?|kleinste[rns]?|h[oö]chste[rns]?|"
    r"plus\s(?:grande?|petite?|[eé]lev[eé]e?|basse?|bas|haute?|[aâ]g[eé]e?|jeune|riche|pauvre)s?|m[aá]xim\w+|m[ií]nim\w+|"
    r"mayor(?:es)?|menor(?:es)?|m[aá]s\s(?:alt|baj|ric|viej|pobre|joven|grande)\w*|extr[eê]mes?|extremos?)\b",
    re.IGNORECASE,
)


def without_seeds(text: str) -> str:
    """``text`` with every number that is called a seed replaced; for all reports (Definition of transparency). Where a
    sentence speaks of a seed, its numbers are taken for one unless they count something or are years."""
    bare = plain(text)
    if not _MAY_SPEAK_OF_SEED.search(bare):
        return text
    shown = _without_seeds(bare)
    return text if shown == bare else shown


def _without_seeds(text: str) -> str:
    withheld = tr("[seed withheld]")
    text = _SEED.sub(lambda match: match["word"] + match["mark"] + withheld, text)
    text = _SEED_CLAUSE.sub(lambda match: match["rest"] + withheld, text)
    text = _SEED_BEHIND.sub(lambda match: withheld + match["rest"], text)
    text = _STARTED_WITH.sub(
        lambda match: (match["front"] or match["before"]) + withheld + (match["rest"] or ""),
        text,
    )
    text = _KEY_OF_METHOD.sub(
        lambda match: (match["front"] or match["before"]) + withheld + (match["rest"] or ""),
        text,
    )
    text = _GLUED_SEED.sub(lambda match: match["word"] + withheld, text)
    start = 0
    parts = []
    for end in [*(match.end() for match in _SENTENCE_END.finditer(text)), len(text)]:
        sentence, start = text[start:end], end
        told = _SPEAKS_OF_SEED.search(sentence.replace(withheld, "seed"))
        parts.append(_without_numbers(sentence, withheld) if told else sentence)
    return "".join(parts)


def _without_numbers(sentence: str, withheld: str) -> str:
    def shown(match: re.Match[str]) -> str:
        is_year = match[0].isdecimal() and int(match[0]) in YEARS and _BEFORE_YEAR.search(match.string[: match.start()])
        return match[0] if is_year else withheld

    return _SHORT_NUMBER.sub(shown, _LONG_NUMBER.sub(withheld, sentence))


def plain(text: str) -> str:
    """``text`` without marks that nobody sees and with common digits: secrets must not hide in their notation."""
    if text.isascii():
        return text
    visible = "".join(
        unicodedata.normalize("NFKC", mark) if "\uff01" <= mark <= "\uff5e" else mark
        for mark in text
        if unicodedata.category(mark) != "Cf"
    )
    return "".join(str(unicodedata.digit(mark)) if mark.isdecimal() else mark for mark in visible)


def joined_digits(text: str) -> str:
    """``text`` with groups of digits joined: 8 812 345 678 and 8.812.345.678 are one number."""
    return _SPACED_DIGITS.sub("", text)


def without_values(text: str, pair: FilePair) -> str:
    """``text`` with numbers replaced that are the value of fewer than FEWEST_HOLDERS original records: those of at
    least FEWEST_DIGITS digits, in whatever notation, and shorter ones where the text calls them extreme."""
    numeric = [attribute for attribute in pair.attributes if attribute.level is Level.NUMERIC]
    if not numeric:
        return text
    speaks_of_extremes = _EXTREME.search(text) is not None
    sizes = [match.span() for match in _FILE_SIZE.finditer(text)]

    def shown(match: re.Match[str]) -> str:
        if any(start < match.start() and match.end() < end for start, end in sizes):
            return match[0]
        for number in _readings(match[0]):
            telling = len(_digits(match[0])) >= FEWEST_DIGITS or speaks_of_extremes
            if telling and any(is_rare(attribute, number) for attribute in numeric):
                return tr("[value withheld]")
        return match[0]

    return _TYPED_NUMBER.sub(shown, text)


def is_rare(attribute: AttributePair, number: float) -> bool:
    """Whether ``number``, or its opposite, is a value of X, but of fewer than FEWEST_HOLDERS records."""
    values = attribute.original.lower
    for value in (number, -number):
        # What a person types may be rounded to the digits that a program showed.
        n = int(np.count_nonzero(np.abs(values - value) <= 1e-9 * abs(value)))
        if 0 < n < FEWEST_HOLDERS:
            return True
    return False


def without_categories(text: str, rare: tuple[str, ...]) -> str:
    """``text`` with ``rare_categories`` replaced, however they are capitalized."""
    for name in rare:
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", tr("[value withheld]"), text, flags=re.IGNORECASE)
    return text


def rare_categories(pair: FilePair) -> tuple[str, ...]:
    """Categories that fewer than FEWEST_HOLDERS original records hold, the longest first; short ones look like common
    words and are none."""
    found: list[str] = []
    for attribute in pair.attributes:
        codes = attribute.original.lower
        places = codes[~np.isnan(codes)].astype(np.int64) - 1
        counts = np.bincount(places[places >= 0], minlength=len(attribute.categories))
        found += [
            name
            for name, n in zip(attribute.categories, counts.tolist(), strict=False)
            if 0 < n < FEWEST_HOLDERS and len(name) >= SHORTEST_TEXT and not name.isdecimal()
        ]
    return tuple(sorted(set(found), key=lambda name: (-len(name), name)))


def without_rare_texts(text: str, rare: frozenset[str]) -> str:
    """``text`` with the runs of words replaced that are ``rare``, which are bare and in small letters; of two that
    overlap, the longer one."""
    if not rare:
        return text
    words = [match.span() for match in _WORD.finditer(text)]
    kept, place, first = [], 0, 0
    while first < len(words):
        runs = (words[last][1] for last in range(min(first + MOST_WORDS, len(words)) - 1, first - 1, -1))
        end = next((end for end in runs if text[words[first][0] : end].lower() in rare), 0)
        if end:
            kept += [text[place : words[first][0]], tr("[value withheld]")]
            place = end
        first = next((i for i in range(first + 1, len(words)) if words[i][0] >= end), len(words))
    return "".join([*kept, text[place:]])


def bare_texts(pair: FilePair) -> frozenset[str]:
    """Rare texts of the original's columns that are not audited, without marks around them; no names of columns."""
    names = {name.lower() for name in (*pair.names, *(choice.name for choice in pair.choices.attributes))}
    return frozenset(_EDGES.sub("", text) for text in pair.other_texts) - names


def _digits(text: str) -> str:
    """Significant digits."""
    return re.sub(r"\D", "", text).strip("0")


def _readings(text: str) -> Iterator[float]:
    """The numbers that a text may stand for: comma and point may part decimals or thousands."""
    bare = re.sub(r"[ \u00a0\u202f'’]", "", text).rstrip(".,")
    found = {bare.replace(",", ""), bare.replace(".", "").replace(",", ".")}
    for candidate in sorted(found):
        if candidate.count(".") <= 1:
            number = float(candidate)
            if number not in YEARS:
                yield number
