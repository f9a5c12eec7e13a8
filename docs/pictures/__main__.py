"""Draws the pictures of the walk-throughs anew, and brings their lines in the pages up to date."""

from __future__ import annotations

import sys

from docs.pictures.page import DOCS, FLOWS, PICTURES, kept_of, with_block
from docs.pictures.sheet import is_drawn_in, save, sheet
from docs.pictures.stage import walk


def main(pages: list[str]) -> int:
    """Play the flows of these pages, or of all; write what changed, remove what no flow draws, count the pictures."""
    if unknown := [page for page in pages if page not in FLOWS]:
        sys.stderr.write(f"no page is called {unknown[0]!r}; there are {', '.join(FLOWS)}\n")
        return 2
    count = sum(map(_draw_page, pages or FLOWS))
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
    if text != path.read_text("utf-8"):
        path.write_text(text, "utf-8")
    return len(drawn)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
