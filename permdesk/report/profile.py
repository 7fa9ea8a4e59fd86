"""Who a report is for, and therefore what it leaves out."""

from __future__ import annotations

from enum import StrEnum

from permdesk.translation import tr


class Profile(StrEnum):
    """INTERNAL: everything, records included. FULL: full transparency as the paper defines it, everything except
    seeds, records, record numbers, IDs and paths. PUBLIC: cautious; methods, parameters and utility, no risk values."""

    INTERNAL = "internal"
    FULL = "full"
    PUBLIC = "public"

    @property
    def shows_records(self) -> bool:
        """Rows of records, their numbers and IDs, paths, and the seed of the audit's own draws."""
        return self is Profile.INTERNAL

    @property
    def shows_risk(self) -> bool:
        """Values of risk measures: distances, links, random matches, verdict."""
        return self is not Profile.PUBLIC

    @property
    def leaves_out(self) -> tuple[str, ...]:
        """Everything that a report of this kind never says, one sentence each."""
        seeds = tr("Random seeds of the anonymization: with them the release can be undone.")
        records = (
            tr("Rows, numbers and IDs of single records, and everything measured of one record."),
            tr("Values of the original file, extremes and rare categories too: they belong to single records."),
            tr("The fingerprint of the original file: who knows all but one value could try values until it fits."),
            tr("Folders, names of users, and the start of the audit's own random numbers."),
        )
        risk = (
            tr("Values of risk measures: permutation distances, variances, right links, comparison with chance."),
            tr("The verdict and the thresholds of the policy, but for statements that the policy allows."),
            tr("The figures that stand beside declared parameters; whether they agree is said."),
        )
        match self:
            case Profile.INTERNAL:
                return (seeds,)
            case Profile.FULL:
                return (seeds, *records)
            case Profile.PUBLIC:
                return (seeds, *records, *risk)

    @property
    def heading(self) -> str:
        headings = {
            Profile.INTERNAL: tr("Internal report"),
            Profile.FULL: tr("Public report, full transparency"),
            Profile.PUBLIC: tr("Public report, cautious"),
        }
        return headings[self]

    @property
    def explanation(self) -> str:
        """What this report holds and leaves out, in a sentence that stands on its first page."""
        explanations = {
            Profile.INTERNAL: tr(
                "For entitled staff only: this report holds values of single original records. Do not publish it."
            ),
            Profile.FULL: tr(
                "For publication: everything about the anonymization and its audit except random seeds; "
                "no values, numbers or IDs of single records."
            ),
            Profile.PUBLIC: tr(
                "For publication: methods, parameters and what the data can still be used for. The values of risk "
                "measures are left out; their absence says nothing about whether the risk is small."
            ),
        }
        return explanations[self]
