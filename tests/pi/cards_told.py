"""The cards of a table as pages are told them: place by place, a handle and a face, or nothing for a back."""

from __future__ import annotations

from typing import Any


def cards_in(truth: Any) -> list[dict[str, Any]]:
    """Return each card with `id`, `face` and `place`; one that shows its back is called by its place alone."""
    return [
        {"id": told[0], "face": told[1], "place": place}
        if told
        else {"id": f"back {place} {at}", "face": None, "place": place}
        for place, cards in truth["cards"].items()
        for at, told in enumerate(cards)
    ]
