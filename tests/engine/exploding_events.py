"""The events of the Exploding games, each with its fields and meaning; a card in one is one that everyone may see."""

from __future__ import annotations

from collections.abc import Mapping

EVENTS: Mapping[str, tuple[tuple[str, ...], str]] = {
    "card-dealt": (("seat",), "mode seen: one card was dealt to the seat"),
    "turn": (("seat", "left", "source"), "the seat's turn begins or goes on; left counts the turns it owes"),
    "played": (
        ("seat", "cards", "effect", "target?", "name?"),
        'the seat played cards; effect is a card\'s name, or "pair", "triple", "five"',
    ),
    "noped": (("seat", "card", "cancelled"), "the last card was noped; whether the play is cancelled as things stand"),
    "let-pass": (("seat",), "the seat let the window pass"),
    "cancelled": (
        ("seat", "cards"),
        "the window closed with an odd number of Nopes, or who played or was chosen left: the play is lost",
    ),
    "left-game": (("cards",), "Nopes, and what they cancelled, left the game when the window closed"),
    "attacked": (("seat", "target", "left"), "the target owes this many turns"),
    "skipped": (("seat",), "the seat ended a turn without drawing"),
    "peeked": (("seat", "n"), "the seat looked at the top n cards"),
    "arranging": (("seat", "n"), "the seat holds the top n cards and puts them back in any order"),
    "arranged": (("seat", "n"), "they are back"),
    "shuffled": (("seat",), "the pile was shuffled"),
    "draws-bottom": (("seat",), "the seat draws from the bottom"),
    "asked": (("seat", "target", "name?"), "the target has to give, or be stolen from; a name where one was named"),
    "gave": (("seat", "target", "card?"), "the seat gave the target a card; told only where it was named"),
    "denied": (("seat", "card"), "the seat says that it has no such card"),
    "stolen": (("seat", "target"), "the seat took a card out of the target's hand"),
    "taken": (("seat", "target", "name", "card"), "the seat took the card that it named"),
    "found-nothing": (("seat", "target", "name?"), "there was nothing to take"),
    "picked": (("seat", "card"), "the seat took a card out of the discard pile"),
    "drew": (("seat", "from"), 'the seat drew a card, from the "top" or the "bottom"'),
    "lethal-drawn": (("seat", "card"), "the seat drew a lethal card and showed it"),
    "defused": (("seat", "card"), "the lethal card is back in the pile, somewhere"),
    "exploded": (("seat", "cards"), 'the seat is out; its hand, "?" where it was not shown'),
    "game-won": (("seat",), "the last living player wins"),
    "amended": (
        ("do", "seat", "card"),
        "hands or the arbiter changed something; null what this amendment does not name",
    ),
}
"""Type of event -> its fields ("?" behind one that may be missing), and what happened."""
