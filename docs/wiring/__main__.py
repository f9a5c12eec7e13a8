"""Draws the wiring of all shipped tables anew, removes what no table has, and lists the pictures in README.md."""

from __future__ import annotations

from pathlib import Path

from tacotable.table.file import SHIPPED, read_table
from tacotable.wiring.folder import file_name, pictures_of

HERE = Path(__file__).parent
HEAD = """# The wiring of the shipped tables

Drawn from the table files by `tacotable wiring TABLE`, which writes a page with all of these, a list of parts with
prices, each wire with both ends to tick off, labels to print, and the holes at full size
([build.md](../build.md#wire-it)). A test compares them; `.venv/bin/python -m docs.wiring` draws them anew. Nothing here
was tried on a real board.
"""


def files_of_all() -> dict[Path, str]:
    """Return every file that belongs here, with what it holds."""
    files: dict[Path, str] = {}
    lines = [HEAD]
    for name in SHIPPED:
        pictures = pictures_of(read_table(name))
        files |= {HERE / name / file_name(title): picture for title, picture in pictures.items()}
        links = " · ".join(f"[{title}]({name}/{file_name(title)})" for title in pictures)
        lines.append(f"- `{name}`: {links}")
    return files | {HERE / "README.md": "\n".join(lines) + "\n"}


if __name__ == "__main__":
    drawn = files_of_all()
    for stale in {*HERE.glob("*/*.svg")} - drawn.keys():
        stale.unlink()
    for path, text in drawn.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
