"""The chapters of the user guide in their order: names that stay as they are in every language."""

from __future__ import annotations

from enum import StrEnum


class Chapter(StrEnum):
    """Each value is the name of a file in ``resources/guide/<language>``, without its ending."""

    FIRST_AUDIT = "first-audit"
    READING_FILES = "reading-files"
    ATTRIBUTES = "attributes"
    MISSING_VALUES = "missing-values"
    PAIRING = "pairing"
    REVERSE_MAPPING = "reverse-mapping"
    PERMUTATION_DISTANCE = "permutation-distance"
    TIES = "ties"
    INTRUDER = "intruder"
    RANDOM_RECORDS = "random-records"
    POLICY = "policy"
    COMPARING = "comparing"
    DEMONSTRATIONS = "demonstrations"
    REPORTS = "reports"
    SUBJECT = "subject"
    RECIPES = "recipes"
    KEYBOARD = "keyboard"
    PRIVACY = "privacy"
    TROUBLESHOOTING = "troubleshooting"
    GLOSSARY = "glossary"
