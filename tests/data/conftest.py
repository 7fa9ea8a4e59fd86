"""Files and tables made in a line, for every test of reading."""

from __future__ import annotations

import pytest

from permdesk.compute.progress import Progress
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
