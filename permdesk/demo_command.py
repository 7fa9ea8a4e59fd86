"""``permdesk demo``: audits a demonstration that ships with the program, or one of the user's own."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

from permdesk.audit.description import Description
from permdesk.audit.masked_pair import masked_pair
from permdesk.audit.preset import Preset, read_preset
from permdesk.audit.preset_files import preset_paths, shipped_names
from permdesk.audit.preset_pair import ORIGINAL_SEED, first_attributes, preset_pair
from permdesk.audit.recipe import SUFFIX, InputFile, Recipe, read_recipe, write_recipe
from permdesk.audit_into_folder import audit_into_folder
from permdesk.command_options import add_output
from permdesk.compute.arrays import Floats
from permdesk.compute.progress import Progress
from permdesk.data.file_pair import FilePair
from permdesk.data.problem import Problem
from permdesk.data.writing import write_together
from permdesk.masking.methods import Masking
from permdesk.output_folder import make_folder
from permdesk.refusal import Refused, or_refuse
from permdesk.translation import tr

DONE = 0


def add_demo_command(commands: argparse._SubParsersAction[Any]) -> None:
    """Let a parser understand the command."""
    demo = commands.add_parser(
        "demo",
        help=tr("audit a demonstration"),
        description=tr(
            "A demonstration is drawn where it has no files; original.csv, anonymized.csv and a recipe then stand"
            " beside the findings. Exit status 0 when it is done, whatever its verdict."
        ),
    )
    demo.set_defaults(run=_demo_command)
    demo.add_argument(
        "name", metavar="|".join(shipped_names()), help=tr("which demonstration, or a file that describes one")
    )
    add_output(demo, "permdesk-demo")


def _demo_command(wanted: argparse.Namespace) -> int:
    path = preset_paths().get(wanted.name, Path(wanted.name))
    if not path.is_file():
        raise Refused(
            Problem(
                what=tr("There is no demonstration {name}.", name=wanted.name),
                where="permdesk demo",
                remedy=tr("Choose one of: {names}.", names=", ".join(preset_paths())),
            )
        )
    preset = or_refuse(read_preset(path))
    if preset.recipe:
        audit_into_folder(or_refuse(read_recipe(Path(preset.recipe))), wanted)
    else:
        audit_into_folder(_drawn_recipe(preset, path.stem, wanted.out), wanted)
    return DONE


def _drawn_recipe(preset: Preset, name: str, folder: Path) -> Recipe:
    """Write the files of an artificial demonstration and their recipe, which every machine draws alike. Raises
    Refused."""
    pair = first_attributes(or_refuse(preset_pair(preset, Progress())), preset.attributes)
    # The records are nobody's, so that nothing is lost by a seed that everybody can find out.
    masking = Masking(preset.masking.method, preset.masking.strength, ORIGINAL_SEED)
    pair = masked_pair(pair, masking, name, Progress())
    make_folder(folder)
    contents = {
        "original.csv": _csv(pair, [attribute.original.lower for attribute in pair.attributes]),
        "anonymized.csv": _csv(pair, [attribute.anonymized.lower for attribute in pair.attributes]),
    }
    problem = write_together(folder, contents)
    original, anonymized = (InputFile(str((folder / file).resolve())) for file in contents)
    words = preset.words
    description = Description(title=words.title, remarks="\n".join(words.captions))
    recipe = Recipe(original, anonymized, pair.choices, preset.settings, description=description)
    kept = tuple(choice for choice in pair.choices.attributes if choice.name in pair.names)
    recipe = replace(recipe, choices=replace(pair.choices, attributes=kept))
    problem = problem or write_recipe(recipe, folder / f"{name}{SUFFIX}")
    if problem is not None:
        raise Refused(problem)
    return recipe


def _csv(pair: FilePair, columns: list[Floats]) -> bytes:
    """All digits of every value, so that the files give the very numbers that were drawn."""
    rows = zip(*(column.tolist() for column in columns), strict=True)
    lines = [",".join(pair.names), *(",".join(map(repr, row)) for row in rows)]
    return ("\n".join(lines) + "\n").encode("utf-8")
