"""The command line says where the files contradict what the recipe declares of them."""

import pytest

from tests.command import run
from tests.pairs import DEMO

QUICK = ("--draws", "500")


@pytest.mark.parametrize(("deviation", "is_contradicted"), [("1", True), ("6", False)])
def test_that_a_contradicted_description_is_said_beside_the_notices(capsys, tmp_path, deviation, is_contradicted):
    for name in ("original.csv", "anonymized.csv"):
        (tmp_path / name).write_bytes((DEMO / name).read_bytes())
    (tmp_path / "r.permdesk").write_text(
        'version = 1\n[original]\npath = "original.csv"\n[anonymized]\npath = "anonymized.csv"\n'
        '[[description.steps]]\nkind = "noise"\nattributes = ["X1"]\n'
        f"[description.steps.values]\nnoise_deviation = {deviation}\n",
        "utf-8",
    )
    run("audit", tmp_path / "r.permdesk", *QUICK, out=tmp_path / "out")
    said = capsys.readouterr().err
    assert ("Step 1, Noise addition: X1: The files show more noise than declared." in said) is is_contradicted
    assert "Description: X2, X3: Changed, but no step names this attribute." in said
