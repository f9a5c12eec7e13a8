"""What a message to a seat is, beside its words: one row for each code that is more than a plain message.

How long a message lasts, where it is shown, and what OK held makes of its card follow from these rows, not from codes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Kind:
    """What a message is."""

    lasts: bool = False  # It stays true whatever happens in the game, until its card is lifted.
    may_count: bool = False  # OK held may count its card: only marks, or a reader, speak against it.
    otherwise: str = ""  # The message in its place while OK held would count nothing; empty: it offers no OK held.
    is_early: bool = False  # Its card was laid before its seat was asked, and may be meant for later.
    is_note: bool = False  # It is a note beside what is asked.
    is_of_window: bool = False  # Its card leaves an open window as it is.
    is_of_crowd: bool = False  # It is about several cards on a pad.
    is_of_nobody: bool = False  # It answers a press of a seat that is not asked.
    is_private: bool = False  # It names a card that its seat has not shown.
    asks: bool = False  # It asks its seat something.
    is_next_step: bool = False  # It says what the buttons do now: a press of one does it.
    is_taken_back: bool = False  # Its card was taken back.


PLAIN = Kind()
KINDS: Mapping[str, Kind] = {
    **dict.fromkeys(
        (
            *("refusal.crowd-first", "refusal.foreign", "refusal.phone", "refusal.not-in-game"),
            *(
                "refusal.not-this-game",
                "refusal.nobodys",
                "refusal.nope-back",
                "refusal.anothers",
            ),
        ),
        Kind(lasts=True),
    ),
    **dict.fromkeys(
        (f"refusal.marked-{mark}" for mark in ("paw", "no-paw", "gru", "no-gru")),
        Kind(may_count=True, otherwise="refusal.marked"),
    ),
    "refusal.spent": Kind(may_count=True, otherwise="refusal.not-now"),
    "refusal.pad-back": Kind(lasts=True, may_count=True),
    "refusal.nope-too-late": Kind(lasts=True, may_count=True, otherwise="refusal.nope-back"),
    **dict.fromkeys(("refusal.crowded", "refusal.many"), Kind(lasts=True, is_of_crowd=True)),
    **dict.fromkeys(
        ("refusal.let-already", "refusal.wait-kittens", "refusal.watching", "refusal.whose-first"),
        Kind(is_of_nobody=True),
    ),
    **dict.fromkeys(("rule.hand-lacks", "rule.deny-refuted"), Kind(is_private=True)),
    "refusal.lay-again": Kind(lasts=True, may_count=True, otherwise="refusal.not-now", is_note=True),
    "refusal.early": Kind(lasts=True, is_early=True, is_of_window=True),
    "refusal.nope-tie": Kind(lasts=True, is_early=True),
    "refusal.discarded": Kind(may_count=True, otherwise="refusal.used", is_of_window=True),
    **dict.fromkeys(("refusal.unread-draw", "refusal.sure-sacrifice"), Kind(asks=True)),
    **dict.fromkeys(("refusal.one-more", "refusal.turn-first", "refusal.turn-first-buttons"), Kind(is_next_step=True)),
    "refusal.taken-back": Kind(lasts=True, is_taken_back=True),
}
