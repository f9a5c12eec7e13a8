"""The window of an Exploding game: let it pass, or press NOPE and lay a card; races and second thoughts included."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from simulation.people.exploding.person import Person, is_fault, is_hidden, seat_in
from simulation.people.exploding.turn import CLAIMS, WINDOWS
from tacotable_sim.people.base import Pause, Sign, Step, Tap
from tacotable_sim.people.exploding.person import nopers
from tacotable_sim.truth import Card

NOPES = 0.3
"""How often a player nopes, if it can."""
DEFENDS = 0.6
"""How often it nopes what is played at it."""
LETS = 0.85
"""How often it lets a window pass by its button; else the time runs out."""
RACES = 0.6
"""How often it presses NOPE just when a certain light of the countdown goes out, as others may."""
LAYS = 0.5
"""How often it lays a Nope on its own pad without a press."""
BLUNDER = 0.02
"""How often it does something wrong, by each kind."""
BLINK_S = 0.004
"""How often it looks at the countdown then."""
BLINKS = 300
REACTION_S = 0.02
"""Reactions to the same light differ by so much."""
DARK_GLANCES = 16
"""A lamp that blinks is not dark for so many glances."""
COUNTED = ("status.noped", "status.noped-back", "status.claim-back")
"""Signs that tell whose Nope counts."""
HELD_S = 5.5
"""So long a claim may stand."""


class CarefulWindow:
    """What a person does while a window is open."""

    def __init__(self, person: Person) -> None:
        self._person = person
        self._let: Sign | None = None

    def close(self) -> None:
        """Note that no window is open."""
        self._let = None

    def answer(self, sign: Sign) -> Iterator[Step]:
        """Answer an open window: by a Nope, by OK, or not at all."""
        person = self._person
        if self._has_noped(sign):
            person.has_counted()
        elif seat_in(sign) != person.seat:
            person.take_back_laid()  # a claim that was lost: the card would be somebody else's Nope
        if seat_in(sign, "last") == person.seat or sign == self._let:
            return
        card = self._noper()
        if card is not None and person.does(DEFENDS if seat_in(sign, "target") == person.seat else NOPES):
            yield from self._nope(card)
        elif person.does(BLUNDER):
            yield from self._bluff()
        elif person.does(LETS):
            self._let = sign
            yield Tap(f"{person.seat}.ok")

    def claimed(self, sign: Sign) -> Iterator[Step]:
        """Go on while somebody has pressed NOPE: lay the card, break the tie, or wait."""
        person = self._person
        if self._has_noped(sign):
            person.has_counted()
        card = self._noper()
        if sign.message == "status.tie":
            if person.seat in _seats(sign):
                yield Pause(person.chance.uniform(0.1, 1.0))
                yield from person.press("nope")
        elif sign.message == "status.whose-nope" and person.laid is not None:
            yield from person.press("nope")
        elif seat_in(sign) != person.seat:
            yield from person.until(lambda now: now != sign, HELD_S)
        elif person.hands.is_on_pad(person.laid):
            yield from person.until(lambda now: now != sign)  # it lies there, and is not read yet
        elif card is None or person.does(BLUNDER):
            yield from person.press("nope")  # nothing to lay after all
        elif person.does(BLUNDER):
            yield from person.until(lambda now: now != sign, HELD_S)
        else:
            yield from self._lay(card)

    def _nope(self, card: Card) -> Iterator[Step]:
        """Press NOPE, and go on until a card lies there or the claim is gone; the card may come first, wrongly.

        On a pad of its own it needs no press. Nobody presses while an uncounted card of somebody else lies there: that
        says that it is the own one.
        """
        person = self._person
        if person.hands.has_own_pad and person.does(LAYS):
            yield from person.show(card, self._has_noped, lambda sign: sign.message.startswith(WINDOWS))
            return
        if person.does(BLUNDER):
            yield from person.show(card, self._has_noped, lambda sign: sign.message.startswith(WINDOWS))
        if person.does(RACES):
            yield from self._wait_for_a_light()
        if person.hands.is_strange():
            return
        yield from person.press("nope")
        for _ in range(4):
            sign = person.sign()
            if self._has_noped(sign):
                person.has_counted()
            if sign.message not in CLAIMS:
                break
            yield from self.claimed(sign)

    def _bluff(self) -> Iterator[Step]:
        """Press NOPE without a Nope, and show something else."""
        person = self._person
        if person.hands.is_strange():
            return
        yield from person.press("nope")
        hand = person.hands.hand
        if hand and person.does(0.5) and seat_in(person.sign()) == person.seat:
            yield from person.show(person.chance.choice(hand), self._has_noped, self._is_claimed)

    def _lay(self, card: Card) -> Iterator[Step]:
        """Lay the card, if the display still waits for it."""
        person = self._person
        dark = 0

        def is_counted(now: Sign) -> bool:
            """Where the display does not tell whose Nope counts, the own lamp that stays dark does."""
            nonlocal dark
            dark = 0 if person.is_lit("nope") else dark + 1
            is_untold = (is_hidden(now) and not is_fault(now)) or now.message == "status.tie"
            return self._has_noped(now) or (is_untold and dark >= DARK_GLANCES)

        yield from person.show(card, is_counted, self._is_claimed)

    def _is_claimed(self, sign: Sign) -> bool:
        return sign.message in ("status.claim", "status.claim-back") and seat_in(sign) == self._person.seat

    def _has_noped(self, sign: Sign) -> bool:
        return sign.message in COUNTED and seat_in(sign, "last") == self._person.seat

    def _noper(self) -> Card | None:
        person = self._person
        return next(nopers(person.hands.hand, person.party.rules, person.hands.top_face()), None)

    def _wait_for_a_light(self) -> Iterator[Step]:
        """Wait until a third of the countdown is gone, or if that is over, until its next light goes out."""
        person = self._person
        wanted = min(self._lit() - 1, len(person.eyes.look().lights) * 2 // 3)
        for _ in range(BLINKS):
            if self._lit() <= wanted:
                break
            yield Pause(BLINK_S)
        yield Pause(person.chance.uniform(0, REACTION_S))

    def _lit(self) -> int:
        """Count the lights of the countdown."""
        return sum(light.is_lit for light in self._person.eyes.look().lights)


def _seats(sign: Sign) -> Sequence[str]:
    told = sign.values.get("seats")
    return [str(seat) for seat in told] if isinstance(told, list | tuple) else []
