"""PermDesk: audits an anonymized microdata file under the permutation paradigm."""

__version__ = "0.1.0"
