"""Starts the command line from a bundle, or work that the program does in a process of its own."""

import sys

from permdesk.own_process import COMPILE_KERNELS, ISOLATED_WORK

if __name__ == "__main__":
    # Each imports what it needs only: to load the other's numbers takes longer than to answer an interrupt may.
    if sys.argv[1:] == [ISOLATED_WORK]:
        from permdesk.data import isolated

        isolated.main()
    elif sys.argv[1:] == [COMPILE_KERNELS]:
        from permdesk.compute import compiler_process

        compiler_process.main()
    else:
        from permdesk.start import command

        command()
