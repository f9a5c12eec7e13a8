"""Draws the pictures of the walk-throughs anew, and brings their lines in the pages up to date."""

from __future__ import annotations

import sys

from docs.pictures.page import DOCS, FLOWS, PICTURES, kept_of, with_block
from docs.pictures.sheet import is_drawn_in, save, sheet
from docs.pictures.stage import walk


def main() -> int:
    """Play all flows; write what changed, remove what no flow draws, and say how many pictures there are."""
    count = sum(map(_draw_page, FLOWS))
    sys.stdout.write(f"{count} pictures in {PICTURES}\n")
    return 0


def _draw_page(page: str) -> int:
    path = DOCS / f"{page}.md"
    text, drawn = path.read_text("utf-8"), set()
    for flow in FLOWS[page]:
        for kept in kept_of(page, walk(flow)):
            text = with_block(text, kept)
            for language, moment in kept.told.items():
                picture = sheet(moment.displays, language)
                if not is_drawn_in(picture, kept.path(language)):
                    save(picture, kept.path(language))
                drawn.add(kept.path(language))
    for stale in {*(PICTURES / page).glob("*.png")} - drawn:
        stale.unlink()
    path.write_text(text, "utf-8")
    return len(drawn)


if __name__ == "__main__":
    sys.exit(main())
