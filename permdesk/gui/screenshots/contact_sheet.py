"""One page of all pictures in a folder, small, each with its name and a link to its full size."""

from __future__ import annotations

from html import escape
from pathlib import Path

STYLE = """
body { font-family: Inter, sans-serif; margin: 24px; background: #777; color: #fff; }
h2 { margin: 32px 0 8px 0; }
a { color: #fff; text-decoration: none; }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(420px, 1fr)); gap: 20px; }
img { max-width: 100%; max-height: 300px; display: block; border: 1px solid #444; }
"""


def write_contact_sheet(folder: Path) -> Path:
    """Write ``index.html`` for all pictures below ``folder``, one heading for each folder; returns its path."""
    parts = []
    for inner in sorted({path.parent for path in folder.rglob("*.png")}):
        name = inner.relative_to(folder).as_posix()
        cells = "".join(_cell(path, folder) for path in sorted(inner.glob("*.png")))
        parts.append(f"<h2>{escape(name)}</h2><main>{cells}</main>")
    page = (
        f"<!DOCTYPE html><html lang='en'><meta charset='utf-8'><title>PermDesk</title><style>{STYLE}</style>"
        f"<body><h1>PermDesk</h1>{''.join(parts)}</body></html>"
    )
    index = folder / "index.html"
    index.write_text(page, "utf-8")
    return index


def _cell(path: Path, folder: Path) -> str:
    link, name = escape(path.relative_to(folder).as_posix(), quote=True), escape(path.stem)
    return f"<a href='{link}'><img src='{link}' alt='{name}' loading='lazy'>{name}</a>"
