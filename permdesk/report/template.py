"""What an agency adds to every report and how it looks: name, colour, header, footer, logo and texts of its own."""

from __future__ import annotations

from dataclasses import dataclass

from permdesk.report.blocks import Block

ACCENT = "#3557c4"


@dataclass(frozen=True, slots=True)
class Logo:
    """A picture as PNG without metadata."""

    png: bytes


@dataclass(frozen=True, slots=True)
class Template:
    """``accent`` (#rrggbb) colours headings, readable on white. ``header`` and ``footer`` stand on every page;
    ``front`` comes before the report, ``back`` after it."""

    agency: str = ""
    accent: str = ACCENT
    header: str = ""
    footer: str = ""
    logo: Logo | None = None
    front: tuple[Block, ...] = ()
    back: tuple[Block, ...] = ()


PLAIN = Template()
"""No agency at all."""
