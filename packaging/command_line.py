"""Starts the command line from a bundle, or work that the program does in a process of its own."""

import sys

from permdesk.compute import compiler_process
from permdesk.data import isolated

if __name__ == "__main__":
    if sys.argv[1:] == [isolated.ARGUMENT]:
        isolated.main()
    elif sys.argv[1:] == [compiler_process.ARGUMENT]:
        compiler_process.main()
    else:
        from permdesk.start import command

        command()
