"""Starts the command line from a bundle."""

import sys

from permdesk.cli import main

if __name__ == "__main__":
    sys.exit(main())
