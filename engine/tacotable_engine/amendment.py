"""Amendments: what hands or the arbiter changed at the table, which is no act of a player and has no act number."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from tacotable_engine.fields import as_card, as_one_of, require_only, required

FIELDS: Mapping[str, tuple[str, ...]] = {  # Every amendment and the fields that it takes; each game knows some of them.
    "redeal": (),
    "award": ("seat",),
    "leave": ("seat",),
    "shuffled": (),
    "lost": ("card",),
}


@dataclass(frozen=True, slots=True)
class Amendment:
    """One amendment, read and well formed."""

    do: str
    seat: str | None = None
    card: str | None = None

    @property
    def rule(self) -> str:
        """Return the code of the ruling that lets it stand."""
        return f"amend-{self.do}"

    @property
    def values(self) -> dict[str, object]:
        """Return what a sentence about it may name."""
        return {name: getattr(self, name) for name in ("do", *FIELDS[self.do])}


def read_amendment(
    fields: Mapping[str, object], known: Collection[str], seats: Collection[str], cards: Collection[str]
) -> Amendment:
    """Read an amendment of those that a game knows; raises RequestError naming the field that is wrong."""
    do = as_one_of(required(fields, "do", "amend"), known, "amend.do")
    taken, where = FIELDS[do], f"amend {do}"
    require_only(fields, ("do", *taken), where)
    seat = as_one_of(required(fields, "seat", where), seats, f"{where}.seat") if "seat" in taken else None
    card = as_card(required(fields, "card", where), cards, f"{where}.card") if "card" in taken else None
    return Amendment(do, seat, card)
