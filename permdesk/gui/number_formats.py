"""The ways of writing numbers that can be chosen for the screen, whatever the language of the window."""

from __future__ import annotations

from PySide6.QtCore import QLocale

from permdesk.translation import tr

CODES = (
    *("en_US", "en_GB", "en_IN", "en_ZA", "de_DE", "de_AT", "de_CH", "fr_FR", "fr_CH", "fr_CA", "es_ES", "es_MX"),
    *("it_IT", "pt_PT", "pt_BR", "nl_NL", "da_DK", "nb_NO", "sv_SE", "fi_FI", "pl_PL", "cs_CZ", "hu_HU", "ro_RO"),
    *("el_GR", "tr_TR", "ja_JP", "zh_CN", "ko_KR"),
)
EXAMPLE = 1_234_567.89


def number_formats() -> dict[str, str]:
    """Titles by code, each with an example; the empty code leaves it to the language of the window."""
    titles = {code: _title(QLocale(code)) for code in CODES}
    ordered = sorted(titles.items(), key=lambda pair: pair[1].casefold())
    return {"": tr("As the language of the window"), **dict(ordered)}


def apply_number_format(code: str) -> None:
    """Write numbers on the screen so, before any widget is made; a code that is not known changes nothing."""
    if code in CODES:
        QLocale.setDefault(QLocale(code))


def _title(locale: QLocale) -> str:
    example = locale.toString(EXAMPLE, "f", 2)
    return tr(
        "{language} ({country}): {example}",
        language=locale.nativeLanguageName(),
        country=locale.nativeTerritoryName(),
        example=example,
    )
