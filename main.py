"""Starts the window from a checkout or a bundle."""

import sys

from permdesk.app import main

if __name__ == "__main__":
    sys.exit(main())
