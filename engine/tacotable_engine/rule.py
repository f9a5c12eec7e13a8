"""A rule by its code: where it is told, what it means, and whether the arbiter may waive it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. Where it is not waivable it guards what the state can hold: no card is played that is not there."""

    source: str  # Sections and rulings of the rules facts ("2.1", "T10", "E3", "C5"), or "contract" and its paragraph.
    meaning: str
    is_waivable: bool = False


MATCH_RULES: Mapping[str, Rule] = {  # What every match answers by itself, whatever is played.
    "undone": Rule("contract, undo", "the last act that stands is taken back, with all that resolved since"),
    "nothing-to-undo": Rule("contract, undo", "there is no act to take back"),
    "amend-redeal": Rule("contract, amend", "the round is dealt again on the same space"),
    "amend-award": Rule("contract, amend", "the round is given to a seat, as if it had won it"),
    "amend-leave": Rule("contract, amend", "a seat leaves the game"),
    "amend-shuffled": Rule("contract, amend", "the pile was mixed by hand; what was known of its order is void"),
    "amend-lost": Rule("contract, amend", "a card is missing, and out of the deck from the next round or game"),
    "amend-undone": Rule("contract, amend", "the last amendment is taken back, with all that resolved since"),
    "amend-seat-out": Rule("contract, amend", "a seat that is out cannot leave"),
    "amend-no-copy": Rule("contract, amend", "every copy of this card is missing already"),
    "amend-deck-short": Rule("contract, deck", "the deck has at least twice the board's highest number"),
    "arbiter-accepted": Rule("contract, rule", "the arbiter lets the refused act stand"),
    "arbiter-refused": Rule("contract, rule", "the arbiter does not let the refused act stand"),
    "arbiter-cannot": Rule("contract, rule", "the state cannot hold the refused act"),
    "nothing-refused": Rule("contract, rule", "no refused act waits for a decision"),
    "clock-back": Rule("contract, clock", "virtual time does not go back"),
}
