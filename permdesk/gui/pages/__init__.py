"""One page per tab; pages arrange and refresh, they do not compute."""
