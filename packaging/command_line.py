"""Starts the command line from a bundle, or work that the program does in a process of its own."""

import sys

from permdesk.data import isolated

if __name__ == "__main__":
    if sys.argv[1:] == [isolated.ARGUMENT]:
        isolated.main()
    else:
        from permdesk.start import command

        command()
