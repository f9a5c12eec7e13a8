"""The events of Tacocat, each with its fields and meaning; a card in an event is one that everyone may see."""

from __future__ import annotations

from collections.abc import Mapping

EVENTS: Mapping[str, tuple[tuple[str, ...], str]] = {
    "dealt": (("n",), "every seat was dealt n cards for a new round"),
    "deal-awaited": (("n",), "mode seen: a new round begins, n cards are to be dealt to each seat"),
    "card-dealt": (("seat",), "mode seen: one card was dealt to the seat"),
    "sealed": (("seat",), "the seat has chosen in secret"),
    "replaced": (("seat", "n", "cards"), 'the seat gave n cards away for new ones; "?" where they lie face down'),
    "duel-revealed": (("cards",), "the duel cards, in seat order"),
    "duel-tied": (("card",), "they are equal: duel again, or show the last cards"),
    "duel-won": (("seat",), "this seat attacks first"),
    "attacked": (("seat", "cards"), "the seat attacked with these cards, as given"),
    "defended": (("seat", "card", "demand"), "the seat's card met the demand"),
    "sacrificed": (("seat", "card", "demand"), "the seat gave a card up"),
    "exchange-ended": (("seat",), "every demand is answered; this seat has the next attack"),
    "last-cards-shown": (("cards",), "the last cards, in seat order"),
    "round-won": (("seat", "by"), "the seat won the round; `by` is the code of the rule"),
    "round-tied": (("by",), "nobody won; the round is played again"),
    "practice-ended": ((), "the round was for practice and counts nowhere"),
    "token-moved": (("from", "to"), "Tacocat moved, spaces from -4 to 4"),
    "covered": (("space",), "the space that Tacocat left is covered"),
    "game-won": (("seat",), "Tacocat is in this seat's goal, or the other seat left"),
    "amended": (
        ("do", "seat", "card"),
        "hands or the arbiter changed something; null what this amendment does not name",
    ),
}
"""Type of event -> its fields, and what happened."""
