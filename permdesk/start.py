"""Starts the window or the command line, and ends the process."""

from __future__ import annotations

import signal
from typing import NoReturn

from permdesk.ending import end, stop


def window() -> NoReturn:
    """Start the window. Until it is there, an interrupt from the keyboard ends the process."""
    signal.signal(signal.SIGINT, stop)
    from permdesk.app import main  # here, so that an interrupt meanwhile is answered, too

    end(main())


def command() -> NoReturn:
    """Run the command that the arguments name."""
    try:
        from permdesk.cli import main

        status = main()
    except KeyboardInterrupt:
        stop()
    end(status)
