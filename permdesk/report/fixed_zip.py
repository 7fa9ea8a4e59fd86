"""Makes the same archive every time: parts in their order, all with the same time."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from permdesk.compute.progress import UNWATCHED, Progress

EPOCH = (1980, 1, 1, 0, 0, 0)


def with_fixed_times(
    archive: bytes,
    change: Callable[[str, bytes], bytes] = lambda _, part: part,
    progress: Progress = UNWATCHED,
) -> bytes:
    """The archive with the epoch of ZIP for every time; ``change`` may put another content in the place of a part's.
    Raises Cancelled."""
    result = BytesIO()
    with ZipFile(BytesIO(archive)) as source, ZipFile(result, "w", ZIP_DEFLATED) as target:
        for name in progress.each(source.namelist()):
            part = ZipInfo(name, EPOCH)
            part.compress_type = ZIP_DEFLATED
            target.writestr(part, change(name, source.read(name)))
    return result.getvalue()
