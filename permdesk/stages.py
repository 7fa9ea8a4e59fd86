"""What the stages of the work are called, in the window and on the command line."""

from __future__ import annotations

from permdesk.translation import tr


def stage_title(stage: str) -> str:
    """A stage of the work in words; stages without words of their own are simply work."""
    titles = {
        "reading": tr("Reading"),
        "cells": tr("Comparing cells"),
        "columns": tr("Looking at the columns"),
        "guess": tr("Guessing what the attributes are"),
        "typing": tr("Turning cells into values"),
        "ranks": tr("Ranking"),
        "reverse-mapping": tr("Reverse mapping"),
        "distances-anonymized": tr("Permutation distances"),
        "distances-reverse-mapped": tr("Distances to the reverse-mapped file"),
        "compiling": tr("Getting the engine ready: that takes a while the first time only"),
        "variances": tr("Variances"),
        "random-records": tr("Random records"),
        "other-linkages": tr("Preparing other ways of linking"),
        "linkages": tr("Linking records in other ways"),
        "scenarios": tr("Trying other assumptions"),
        "information": tr("What each attribute gives away"),
        "random-ties": tr("Repeating with random ties"),
        "sweep": tr("Making and auditing releases"),
        "masking": tr("Making releases"),
        "microaggregation": tr("Making releases"),
        "declared": tr("Comparing the description with the files"),
        "report": tr("Preparing the report"),
        "writing": tr("Writing"),
    }
    return titles.get(stage, tr("Working"))
