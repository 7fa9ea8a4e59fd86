"""What a window holds before it is looked at: nothing, work that goes on, results of one kind or another, a problem."""

from __future__ import annotations

from dataclasses import replace

from permdesk.audit.policy import Policy
from permdesk.data.choices import Level, PairingBy
from permdesk.gui.screenshots.drawing import settle
from permdesk.gui.screenshots.ready_findings import ready_findings
from permdesk.gui.screenshots.scene import PAPER, Scene
from permdesk.gui.screenshots.synthetic_files import (
    broken_file,
    fixed_width_file,
    large_pair,
    noisy_pair,
    other_years_pair,
    synthetic_pair,
    tied_pair,
)
from permdesk.masking.parameters import Method
from permdesk.translation import tr

COMPARED = ((Method.NOISE, (0.05, 0.2, 0.5)), (Method.RANK_SWAPPING, (0.05, 0.2)), (Method.MICROAGGREGATION, (3, 5)))


def nothing(_scene: Scene) -> None:
    """A window as it starts."""


def one_file(scene: Scene) -> None:
    scene.open(PAPER[0])


def paper(scene: Scene) -> None:
    """The paper's running example, with what the paper says of its anonymization."""
    scene.window.desk.open_demonstration()
    scene.wait()


def paper_asked(scene: Scene) -> None:
    """The paper's example, of which more is asked."""
    paper(scene)


def paper_within(scene: Scene) -> None:
    """The paper's example under a policy that it keeps."""
    paper(scene)
    setup = scene.window.desk.workspace.setup
    lenient = Policy("lenient", max_right_links=0.7, max_lift=20.0, max_defensible_right=5)
    scene.window.desk.decide(tr("policy {name}", name=lenient.name), replace(setup, policy=lenient))
    scene.wait()


def paper_stale(scene: Scene) -> None:
    """Results that a setting has outrun."""
    paper(scene)
    setup = scene.window.desk.workspace.setup
    scene.window.desk.decide(tr("seed"), replace(setup, settings=replace(setup.settings, seed=setup.settings.seed + 1)))
    scene.window.desk.cancel()
    settle()


def reading(scene: Scene) -> None:
    """Files that are being read into an empty window."""
    scene.hold(tr("Open {first} and {second}", first=PAPER[0].name, second=PAPER[1].name), "reading", 2, 5)


def auditing(scene: Scene) -> None:
    """An audit that runs while the results of the last one are there."""
    paper(scene)
    scene.hold(tr("Audit"), "distances-anonymized", 620, 1000)


def ties(scene: Scene) -> None:
    """Ties, words, blank cells, an identifier in both files, and records that were not released."""
    scene.open(*tied_pair(scene.folder))
    setup = scene.window.desk.workspace.setup
    assert setup.choices is not None
    names = tuple(
        replace(choice, level=Level.RECORD_ID) if choice.name == "person" else choice
        for choice in setup.choices.attributes
    )
    choices = replace(
        setup.choices, attributes=names, pairing=PairingBy.ID, id_attributes=("person",), pairing_reason=""
    )
    scene.window.desk.decide(tr("pair by {names}", names="person"), replace(setup, choices=choices))
    scene.wait()


def unpaired(scene: Scene) -> None:
    """Files of which nobody knows who is who."""
    scene.open(*synthetic_pair(scene.folder))
    setup = scene.window.desk.workspace.setup
    assert setup.choices is not None
    choices = replace(setup.choices, pairing=PairingBy.UNPAIRED, id_attributes=(), pairing_reason="")
    scene.window.desk.decide(tr("do not pair"), replace(setup, choices=choices))
    scene.wait()


def large(scene: Scene) -> None:
    """A million records, with findings that are put together: kernels and search would take minutes."""
    scene.open(*large_pair(scene.folder))
    workspace = scene.window.desk.workspace
    pair, question = workspace.state.pair, workspace.setup.question
    assert pair is not None
    assert question is not None
    workspace.found(ready_findings(pair, question.settings, question.policy), question)
    scene.wait()


def unreadable(scene: Scene) -> None:
    """A file that is no table, beside results that stay."""
    paper(scene)
    scene.open(broken_file(scene.folder))


def fixed_width(scene: Scene) -> None:
    """A file whose columns no separator parts."""
    scene.open(fixed_width_file(scene.folder))


def written(scene: Scene) -> None:
    """A report that was just written."""
    paper(scene)
    from permdesk.report.formats import Format

    scene.window.desk.writing.export(Format.HTML, scene.folder / "report.html")
    scene.wait()


def releases(scene: Scene) -> None:
    """Seven releases of one original, compared."""
    from permdesk.audit.recipe import Demonstration

    scene.open(*noisy_pair(scene.folder))
    wanted = tuple(Demonstration(method, strength) for method, strengths in COMPARED for strength in strengths)
    scene.window.comparer.make(wanted, scene.folder)
    scene.wait()
    scene.window.comparer.add_open()
    scene.wait()


def releases_stale(scene: Scene) -> None:
    """Compared releases that a setting has outrun, and one that cannot be read."""
    releases(scene)
    setup = scene.window.desk.workspace.setup
    scene.window.desk.decide(tr("seed"), replace(setup, settings=replace(setup.settings, seed=setup.settings.seed + 1)))
    scene.wait()
    scene.window.desk.cancel()


def presented(scene: Scene) -> None:
    """The paper's example in presentation mode."""
    paper(scene)
    scene.window.toggle_presentation()
    settle()


def other_year(scene: Scene) -> None:
    """The paper's decisions, and files of another year in the folder."""
    paper(scene)
    other_years_pair(scene.folder)
