"""Files and tables made in a line, for every test of reading."""

from __future__ import annotations

import pytest

from permdesk.compute.progress import Progress
from permdesk.data import read_alone
from permdesk.data.read_table import read_table
from permdesk.data.table import Table


@pytest.fixture
def save(tmp_path):
    """Write text (as UTF-8) or bytes under a name and return the path."""

    def write(name, content):
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write


@pytest.fixture
def read(save):
    """Write and read back: what the file would be to an officer."""

    def read_back(content, dialect=None, name="file.csv"):
        return read_table(save(name, content), dialect, Progress())

    return read_back


@pytest.fixture
def table(read):
    """A table from text that can be read."""

    def must_read(content, dialect=None, name="file.csv"):
        found = read(content, dialect, name)
        assert isinstance(found, Table), found
        return found

    return must_read


@pytest.fixture(scope="package", autouse=True)
def read_in_this_process():
    """To start a process for each file of the many that tests read would take minutes; ``test_hostile_binary`` does."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(read_alone, "isolated", lambda work, arguments, _n_bytes, _progress: work(*arguments))
        yield
