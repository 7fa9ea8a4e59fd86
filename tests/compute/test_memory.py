"""What is left of the memory, of the machine and of the control groups that confine a process."""

from __future__ import annotations

import psutil
import pytest

from permdesk.compute import memory
from permdesk.compute.memory import available_memory, give_back_freed

MIB = 1 << 20


@pytest.fixture
def confined(tmp_path, monkeypatch):
    """Writes the files of a control group, and the line that says that this process is in it."""
    monkeypatch.setattr(memory, "CONTROL_GROUPS", tmp_path)
    monkeypatch.setattr(memory, "OWN_GROUP", tmp_path / "own")

    def confine(line, folder, **files):
        (tmp_path / "own").write_text(line + "\n")
        (tmp_path / folder).mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (tmp_path / folder / name.replace("__", ".")).write_text(f"{text}\n")

    return confine


def test_that_without_confinement_it_is_what_the_machine_has(tmp_path, monkeypatch):
    monkeypatch.setattr(memory, "OWN_GROUP", tmp_path / "absent")
    assert 0 < available_memory() <= psutil.virtual_memory().total


@pytest.mark.parametrize("folder", ["jobs/one", "."])
def test_that_a_limit_of_a_group_of_version_2_or_of_the_container_counts(confined, folder):
    stat = f"anon 5\ninactive_file {2 * MIB}"
    confined("0::/jobs/one", folder, memory__max=10 * MIB, memory__current=7 * MIB, memory__stat=stat)
    assert available_memory() == 5 * MIB


def test_that_a_limit_of_a_group_of_version_1_counts(confined):
    files = {"memory__limit_in_bytes": 10 * MIB, "memory__usage_in_bytes": 7 * MIB}
    confined("4:cpu,memory:/docker/x", "memory/docker/x", **files)
    assert available_memory() == 3 * MIB


@pytest.mark.parametrize("limit", ["max", str(2**63 - 4096)])
def test_that_a_group_without_a_limit_does_not_count(confined, limit):
    confined("0::/", ".", memory__max=limit, memory__current=7 * MIB)
    assert available_memory() > 7 * MIB


def test_that_more_than_the_limit_leaves_nothing(confined):
    confined("0::/", ".", memory__max=5 * MIB, memory__current=7 * MIB)
    assert available_memory() == 0


def test_that_giving_back_what_was_freed_can_be_asked_for_at_any_time():
    give_back_freed()
