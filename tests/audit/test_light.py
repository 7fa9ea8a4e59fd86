"""Small files wait for no compiler: neither an audit of the paper's example nor the self-check loads numba."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLE = "from tests.audit.auditing import audited; from tests.pairs import paper_pair; audited(paper_pair())"
SELF_CHECK = "from permdesk.audit.self_check import self_check; from permdesk.compute.progress import Progress; "
SELF_CHECK += "assert self_check(Progress()).passed"
SUBJECT = "from permdesk import cli; cli.main(['subject', 'resources/demo/paper/anonymized.csv', '--record', 'X1=99'])"
PLANTED = "import numba"
LOOK = "\nimport sys; sys.exit(3 if {'numba', 'scipy.spatial'} & set(sys.modules) else 0)"


@pytest.mark.parametrize(("work", "status"), [(EXAMPLE, 0), (SELF_CHECK, 0), (SUBJECT, 0), (PLANTED, 3)])
def test_that_small_work_loads_no_compiler_and_no_tree(work, status):
    run = subprocess.run([sys.executable, "-c", work + LOOK], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == status, run.stderr
