"""A random player of Tacocat: reads its display and plays its cards by hand.

It knows the game as a person does, not as the program: by the signs on its display, its own cards, and the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from random import Random

from tacotable_sim.people.base import GLANCE_S, Draw, Pause, Place, ReadingPlayer, Sign, Step, Tap, cards_of, decide
from tacotable_sim.people.tacocat.rounds import TacocatRounds
from tacotable_sim.truth import DISCARD, DRAW, Card, hand_of

FACE_DOWN = ("duel", "duel-again", "draw", "draw-down", "show")  # What is asked where cards are laid face down.
PASSED = ("sign.pass", "sign.pass-new")  # What is said while a seat is owed cards that pass its pad.
PAUSED = "sign.paused"  # What is said where cards vanished, or somebody chose a pause; OK goes on.
SURE = "refusal.sure-sacrifice"  # What is asked before a high card is given up.
READ_GLANCES = 20  # So often a player looks whether its card was read.
JUMBO = 0.3  # How often it attacks with several cards where it can.
DEFENDS = 0.8  # How often it defends where it can.
MIDDLING = range(3, 8)  # The cards that it likes to replace.


class TacocatPlayer(ReadingPlayer):
    """Plays one seat of a table with pads."""

    turns_by = "no"  # The button that turns the lobby to another game.
    is_seen = False  # Whether hidden cards pass the pads.
    replaces_face_down = False  # Whether nobody is shown what is replaced.
    most_replaced = 9  # So many cards it replaces at most.
    _replaced: tuple[Card, ...] | None = None  # What its mind replaces.
    _to_replace = 0
    _to_draw = 0
    _drawn = 0
    _jumbo: tuple[Card, ...] = ()

    @cached_property
    def rounds(self) -> TacocatRounds:
        """What it does between rounds."""
        return TacocatRounds(self.table, self.eyes, self.turns_by)

    @property
    def pad(self) -> str:
        """Return the zone of the own pad."""
        return f"{self.seat}.pad"

    def is_over(self, sign: Sign) -> bool:
        """Return whether the game has been won."""
        return sign.message == "sign.over"

    def notice(self, sign: Sign | None) -> None:
        """Notice how many cards were replaced: as many are drawn behind it."""
        if sign is not None and sign.message.startswith("sign.replace"):
            self._to_draw, self._drawn = int(str(sign.values["n"])), 0
        elif sign is not None and sign.message in ("sign.draw", "sign.draw-down"):
            self._to_draw = max(0, int(str(sign.values["n"])) - self._drawn)  # it was closed before it was read

    def choose(self, sign: Sign, hand: tuple[Card, ...], chance: Random) -> Iterable[Step]:
        """Choose what to do about a sign."""
        kind, _, message = sign.message.partition(".")
        if sign.message == PAUSED or (sign.message == SURE and self._on_pad()):
            return [Tap(f"{self.seat}.ok")]
        if kind in ("refusal", "rule"):
            back: list[Step] = [Place(card.tag, hand_of(self.seat), source=self.pad) for card in self._on_pad()]
            return [*back, *self._take_jumbo_back()] or [Tap(f"{self.seat}.no")]
        if kind != "sign":
            return []
        if self.is_seen and owed(sign):
            return self._pass(sign)
        if self._to_draw and not self.is_seen and not message.startswith("replace"):
            count, self._to_draw = self._to_draw, 0
            self._drawn += count
            return [Draw()] * count
        if self.rounds.is_about(message):
            return self.rounds.choose(message, sign)
        return self._play(message, sign, hand, chance)

    def _play(self, message: str, sign: Sign, hand: tuple[Card, ...], chance: Random) -> Iterable[Step]:
        """Play a card, where one is awaited."""
        if not message.startswith(("attack", "several")):
            self._jumbo = ()
        if message.startswith("replace"):
            return self._replace(sign, hand, chance)
        if message in FACE_DOWN and hand:
            card = cards_of(decide(self.mind, hand, "duel", "show"), hand)
            return self._lay(*(card or (chance.choice(hand),)), face_up=False)
        if message.startswith("attack") and hand:
            return self._attack(hand, chance)
        if message.startswith("several"):
            return self._several(hand)
        if message.startswith("answer") and hand:
            return self._answer(sign, hand, chance)
        if message == "sacrifice" and hand:
            return self._lay(lowest(hand))
        return []

    def _lay(self, card: Card, *, face_up: bool = True) -> list[Step]:
        """Clear the own pad, and lay a card on it."""
        return [*self._clear_pad(), Place(card.tag, self.pad, face_up=face_up)]

    def _on_pad(self) -> tuple[Card, ...]:
        return self.table.truth.at(self.pad)

    def _clear_pad(self) -> list[Step]:
        """Slide a card on that was read, as it lies."""
        is_face_up = self.table.truth.is_face_up
        return [Place(card.tag, DISCARD, face_up=is_face_up(card.tag), source=self.pad) for card in self._on_pad()]

    def _pass(self, sign: Sign) -> Iterator[Step]:
        """Pass the next card of the pile over the own pad; the first seat shuffles before that."""
        if sign.message not in PASSED:
            if not self.rounds.is_dealer:
                return
            yield from self.rounds.cover_left_space()
            self.rounds.shuffle_all()
        yield from self._clear_pad()
        yield Pause(self.chance.uniform(*self.pace.carry_s))
        card, left = self.table.truth.at(DRAW)[0], owed(sign) or 0
        self.table.place(card.tag, self.pad, face_up=False)  # at once: the other seat takes cards off the pile, too
        for _ in range(READ_GLANCES):
            if self._counts_fewer_than(left):
                break
            yield Pause(GLANCE_S)
        yield Place(card.tag, hand_of(self.seat) if self._counts_fewer_than(left) else DRAW, source=self.pad)

    def _counts_fewer_than(self, left: int) -> bool:
        """Return whether the display asks for fewer hidden cards by now, as it has read the last one."""
        now = owed(self.eyes.sign())
        return now is not None and now < left

    def _replace(self, sign: Sign, hand: tuple[Card, ...], chance: Random) -> list[Step]:
        """Show the next card to replace, or close the replacement."""
        card = self.next_replaced(sign, hand, chance)
        if card is None:
            return [*self._clear_pad(), Tap(f"{self.seat}.ok")]
        return self._lay(card, face_up=not self.replaces_face_down)

    def next_replaced(self, sign: Sign, hand: tuple[Card, ...], chance: Random) -> Card | None:
        """Choose the next card to replace; None: no more are."""
        shown = int(str(sign.values["n"]))
        if shown == 0:
            act = decide(self.mind, hand, "replace")
            self._replaced = cards_of(act, hand) if act else None
            self._to_replace = chance.randint(0, min(int(str(sign.values["max"])), len(hand), self.most_replaced))
        if self._replaced is not None:
            return next(iter(self._replaced[shown : shown + 1]), None)
        middling = [card for card in hand if int(card.face) in MIDDLING]
        return chance.choice(middling) if shown < self._to_replace and middling else None

    def _attack(self, hand: tuple[Card, ...], chance: Random) -> list[Step]:
        """Attack with one card, or announce several; those that lie there did not count, or this were not asked."""
        if back := self._take_jumbo_back():
            return back
        chosen = cards_of(decide(self.mind, hand, "attack"), hand)
        chosen = chosen or (_jumbo(hand, chance) if chance.random() < JUMBO else ()) or (chance.choice(hand),)
        self._jumbo = chosen if len(chosen) > 1 else ()
        if self._jumbo:
            return [*self._clear_pad(), Tap(f"{self.seat}.ok")]
        return self._lay(*chosen)

    def _take_jumbo_back(self) -> list[Step]:
        """Pick up the cards of a jumbo that is no attack."""
        shown = [card for card in self._jumbo if card in self.table.truth.at(DISCARD)]
        self._jumbo = ()
        return [Place(card.tag, hand_of(self.seat), source=DISCARD) for card in shown]

    def _several(self, hand: tuple[Card, ...]) -> list[Step]:
        """Show the next card of a jumbo attack, or close it."""
        if left := [card for card in self._jumbo if card in hand]:
            return self._lay(left[0])
        return [*self._clear_pad(), Tap(f"{self.seat}.ok")]

    def _answer(self, sign: Sign, hand: tuple[Card, ...], chance: Random) -> list[Step]:
        """Defend when there is a card for it, else give the lowest up; sometimes although there is one."""
        reaching = [card for card in hand if int(card.face) >= int(str(sign.values["demand"]))]
        act = decide(self.mind, hand, "answer")
        if (chosen := cards_of(act, hand)) and act.get("demand", sign.values["demand"]) == sign.values["demand"]:
            return [*([Tap(f"{self.seat}.no")] if act.get("as") and chosen[0] in reaching else []), *self._lay(*chosen)]
        if reaching and chance.random() < DEFENDS:
            return self._lay(chance.choice(reaching))
        card = lowest(hand)
        return [*([Tap(f"{self.seat}.no")] if card in reaching else []), *self._lay(card)]


def lowest(hand: Sequence[Card]) -> Card:
    """Return the lowest card of a hand."""
    return min(hand, key=lambda card: int(card.face))


def owed(sign: Sign | None) -> int | None:
    """Return how many hidden cards a display still asks for; None where it does not show the game."""
    if sign is None or not sign.message.startswith("sign."):
        return None
    is_asking = sign.message in PASSED or sign.message.endswith("-seen")
    return int(str(sign.values["n"])) if is_asking else 0


def _jumbo(hand: Sequence[Card], chance: Random) -> tuple[Card, ...]:
    """Find a group or a run that keeps a card in the hand; empty where there is none."""
    by_value: dict[int, list[Card]] = {}
    for card in hand:
        by_value.setdefault(int(card.face), []).append(card)
    found = [tuple(cards) for cards in by_value.values() if 2 <= len(cards) < len(hand)]
    for low in by_value:
        run = [by_value[value][0] for value in range(low, low + 3) if value in by_value]
        if len(run) == 3 < len(hand):
            found.append(tuple(run))
    return chance.choice(found) if found else ()
