"""One person at the ring, in an Exploding game: eyes, hands and habits, and the small things done all the time."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from random import Random

from simulation.people.exploding.hands import CarefulHands, CarefulParty
from tacotable_sim.people.base import GLANCE_S, Eyes, Pace, Pause, Sign, Step, Tap
from tacotable_sim.truth import Card

PUBLIC = "table"
"""Whom the display that everyone reads names where a refusal is nobody's."""
NOTHING = Sign("", {})
SEEN_WITHIN_S = 1.5
"""So long a person waits for the table's answer to a card or a press."""
PRESSES = frozenset(
    f"refusal.{what}"
    for what in (
        "wait-kittens",
        "watching",
        "let-already",
        "claim-lapsed",
        "nope-late",
        "nope-used",
        "nope-beaten",
        "pass-card",
        "pass-first",
        "pick-lit",
        "nothing-back",
        "add-card",
        "whose-first",
        "must-give",
        "show-defuse",
        "show-named",
        "sit-first",
        "players",
    )
)
"""Refusals of presses: no card has to go."""
FAULTS = frozenset(
    (
        "sign.reader-lost",
        "sign.reader-lost-kittens",
        *(f"sign.unsaved-{each}" for each in ("read-only", "full", "owner", "failed")),
        "sign.internal-fault",
    )
)
"""What it says of a fault; what ails is told under names of its own."""
DEALT = "refusal.dealt-to"
"""What is refused of a card that passed before: the display tells whose it is."""
HIDING = frozenset(("", "sign.paused", *PRESSES))
"""What the display says in place of the game."""
LONGEST_S = 120.0
"""So long a person waits for a display that does not show the game."""
Watched = Generator[Step, None, bool]
"""Steps that end in something seen, or not."""


@dataclass(slots=True)
class Person:
    """What one seat's person has; `laid` is the last card that was laid and not yet seen to count."""

    eyes: Eyes
    hands: CarefulHands
    party: CarefulParty
    chance: Random
    pace: Pace
    laid: Card | None = None
    shown: list[Card] = field(default_factory=list)
    """The cards of the own play, before it is closed."""
    heed: Callable[[Sign], None] = lambda sign: None
    """Takes what the display says while a hand is busy: nothing that was on show is missed."""

    @property
    def seat(self) -> str:
        """Return the own seat."""
        return self.hands.seat

    def sign(self) -> Sign:
        """Read the public display."""
        return self.eyes.sign(self.party.display) or NOTHING

    def does(self, likelihood: float) -> bool:
        """Decide by chance."""
        return self.chance.random() < likelihood

    def carry(self) -> Step:
        """Return the time that a hand takes."""
        return Pause(self.chance.uniform(*self.pace.carry_s))

    def button(self, role: str, seat: str = "") -> str:
        """Return the name of a button of this seat, or of another one: OK, or what is NOPE here."""
        return f"{seat or self.seat}.{self.party.second.get(seat or self.seat, role) if role == 'nope' else role}"

    def others(self) -> list[str]:
        """Return the other players who are in the game."""
        return [seat for seat in self.party.seats if seat != self.seat and seat not in self.party.out]

    def is_window_open(self) -> bool:
        """Return whether the countdown is lit, whatever the display says."""
        return any(light.is_lit for light in self.eyes.look().lights)

    def is_lit(self, role: str) -> bool:
        """Return whether the lamp of an own button gives light now."""
        return self.eyes.look().is_lit(self.button(role))

    def is_about_me(self, sign: Sign) -> bool:
        """Return whether the display refuses what this person did, or nobody knows who did."""
        return is_refusal(sign) and sign.values.get("seat") in (self.seat, PUBLIC)

    def until(self, is_seen: Callable[[Sign], bool], within_s: float = SEEN_WITHIN_S) -> Watched:
        """Watch the public display; time in which it does not show the game does not count."""
        left, most = round(within_s / GLANCE_S), round(LONGEST_S / GLANCE_S)
        while left > 0 and most > 0:
            sign = self.sign()
            self.heed(sign)
            if is_seen(sign):
                return True
            left -= not is_hidden(sign)
            most -= 1
            yield Pause(GLANCE_S)
        return is_seen(self.sign())

    def press(self, role: str, seat: str = "", is_heard: Callable[[], bool] = lambda: False) -> Iterator[Step]:
        """Press a button of this seat, or of another one, and look whether it was heard."""
        before = self.sign()
        yield Tap(self.button(role, seat))
        yield from self.until(lambda sign: (sign != before and not is_hidden(sign)) or is_heard())

    def show(
        self, card: Card, is_counted: Callable[[Sign], bool], is_time: Callable[[Sign], bool] = lambda sign: True
    ) -> Watched:
        """Lay a card on the pad, if it still is held and awaited when the hand is there; look whether it counts."""
        yield self.carry()
        if card not in self.hands.hand or self.hands.is_strange() or not is_time(self.sign()):
            return False
        self.hands.lay(card)
        self.laid = card
        yield from self.until(lambda sign: is_counted(sign) or self.is_about_me(sign) or self.laid is None)
        if is_counted(self.sign()):
            self.has_counted()
        return self.laid is None

    def pass_over(self, card: Card, goes_to: str, is_read: Callable[[Sign], bool]) -> Watched:
        """Pass a hidden card over the pad: once the display tells that it was read it goes on, else back."""
        yield self.carry()
        if self.hands.is_strange():
            return False
        put_back = self.hands.pass_over(card, goes_to)
        yield from self.until(is_read)
        is_done = is_read(self.sign()) and not is_refusal(self.sign())
        yield self.carry()
        now = self.sign()  # what was refused at first may have been what lay there before
        is_done |= is_read(now) and not is_refusal(now)
        if self.hands.is_on_pad(card) and now.message == DEALT:
            self.hands.give_pad(seat_in(now, "owner"))
        elif self.hands.is_on_pad(card):
            (self.hands.clear_pad if is_done else put_back)()
        return is_done

    def has_counted(self) -> None:
        """Note that the last card counts."""
        if self.laid is not None:
            self.hands.count(self.laid)
        self.laid = None

    def put_down_laid(self) -> None:
        """Put the last card on the discard pile, where it belongs by what the display says."""
        if self.laid is None:
            return
        if self.laid in self.shown:
            self.shown.remove(self.laid)
        self.hands.put_down(self.laid)
        self.laid = None

    def take_back_laid(self) -> None:
        """Take the last card back, as it does not count."""
        if self.laid is None:
            return
        if self.laid in self.shown:
            self.shown.remove(self.laid)
        self.hands.take_back([self.laid])
        self.laid = None


def is_hidden(sign: Sign) -> bool:
    """Tell whether a display does not show the game now: it is dark, paused, or tells of a press, a menu or a loss."""
    return sign.message in HIDING or sign.message.startswith("menu.") or is_fault(sign)


def is_fault(sign: Sign) -> bool:
    """Tell whether a display tells of a fault, or of a start behind one: lamps are dark then, whatever was counted."""
    return sign.message in FAULTS or sign.message.startswith(("ailing.", "restart."))


def is_refusal(sign: Sign) -> bool:
    """Return whether a display refuses something."""
    return sign.message.startswith(("refusal.", "rule.")) or sign.message == "sign.refused-to"


def seat_in(sign: Sign, key: str = "seat") -> str:
    """Return a seat that a sign names."""
    return str(sign.values.get(key) or "")


def number_in(sign: Sign, key: str) -> int:
    """Return a number that a sign tells."""
    return int(str(sign.values[key]))


def cards_in(sign: Sign) -> tuple[str, ...]:
    """Return the faces that a sign names."""
    told = sign.values.get("cards")
    return tuple(map(str, told)) if isinstance(told, list | tuple) else ()
