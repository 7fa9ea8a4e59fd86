"""Starts the window from a checkout or a bundle."""

from permdesk.start import window

if __name__ == "__main__":
    window()
