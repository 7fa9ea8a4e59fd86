"""The notes that say how a number is computed: where they open from and how they look."""
