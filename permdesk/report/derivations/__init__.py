"""How every shown number comes about: its formula, the figures put in, its meaning and its source."""
