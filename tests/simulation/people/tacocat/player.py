"""A random player of Tacocat: reads its display, plays its cards by hand, and now and then does something wrong.

It knows the game as a person does, not as the program: by the signs on its display, its own cards, and the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import cast

from simulation.people.base import ForgetfulPlayer
from simulation.people.tacocat.laid_card import LaidCard, asked_by, is_answered
from simulation.people.tacocat.passed_card import PASSED, PassedCard, owed
from simulation.people.tacocat.refused_cards import SpentCards
from simulation.people.tacocat.rounds import CarefulRounds
from tacotable_sim.people.base import Draw, Eyes, Pace, Pause, Place, Sign, Step, Tap
from tacotable_sim.people.tacocat.player import PAUSED, SURE
from tacotable_sim.table import SimulatedTable
from tacotable_sim.truth import DISCARD, DRAW, Card, hand_of

BLUNDER = 0.15
"""How often a player lays a card that it should not."""
TAKEN_BACK = "taken-back"
"""What is refused of a card that counted, and was taken back: it is an own one again."""
NOT_PLAYED = "lay-again"
"""What is said of a card that did not count so far, whatever the other seat did meanwhile."""
AS_BEFORE = (NOT_PLAYED, "crowded", "pad-back")
"""What is refused of a card that was not looked at: it is to be laid again."""
NOT_HELD = "card-not-held"
"""What is refused of a card that is not in the own hand."""
SPENT = "spent"
USED = (SPENT, "move-first", "over")
"""What is refused of a card that was used: another card, or none, is awaited."""
LEAVING_S = 1.0
"""So long a card is kept off the pad that is to be heard anew: readers tell late that one has left."""
SECOND_LOOK_S = 3.0
"""So long somebody who has no card to show looks whether the other seat holds one too many."""
FACE_DOWN = ("duel", "duel-again", "draw", "draw-down", "show")
"""What is asked where cards are laid face down."""
JUMBO = 0.3
"""How often it attacks with several cards where it can."""


class CarefulTacocatPlayer(ForgetfulPlayer):
    """Plays one seat of a table with pads."""

    turns_by = "no"
    """The button that turns the lobby to another game."""

    is_seen = False
    """Whether hidden cards pass the pads."""

    _wanted = -1
    _to_draw = _drawn = 0
    _each = 0
    """How many cards each seat gets in the deal that passes the pads."""
    _shown: tuple[Card, ...] = ()
    """The cards that were laid for the replacement that is open."""
    _jumbo: tuple[Card, ...] = ()
    _doubtful: Card | None = None
    _put_away = 0
    """How many cards were discarded when the own card was laid."""

    def __init__(
        self,
        table: SimulatedTable,
        eyes: Eyes,
        *,
        chance: Random,
        pace: Pace = Pace(),  # noqa: B008  # frozen
    ) -> None:
        super().__init__(table, eyes, chance=chance, pace=pace)
        self._laid = LaidCard()
        self._passed = PassedCard(table, eyes, self.pad)
        self._spent = SpentCards(table.truth, self.seat, self.pad)
        self.rounds = CarefulRounds(table, eyes, self.turns_by)
        """What it does between rounds."""

    @property
    def seat(self) -> str:
        """Return the own seat."""
        return self.eyes.seat

    @property
    def pad(self) -> str:
        """Return the zone of the own pad."""
        return f"{self.seat}.pad"

    def anew(self) -> ForgetfulPlayer:
        """Return somebody who takes this seat and remembers nothing but what is played; what lies on the pad goes."""
        for card in self._on_pad():
            is_open = self.table.truth.is_face_up(card.tag)
            self.table.place(card.tag, DISCARD if is_open else hand_of(self.seat))
        player = type(self)(self.table, self.eyes, chance=self.chance, pace=self.pace)
        player.is_seen, player.rounds.game, player._drawn = self.is_seen, self.rounds.game, self._drawn
        return player

    def is_over(self, sign: Sign) -> bool:
        """Return whether the game has been won."""
        return sign.message == "sign.over"

    def notice(self, sign: Sign | None) -> None:
        """Notice what becomes of the card that was laid last, and how many cards a deal begins with."""
        self._laid.look(sign)
        if sign is not None and sign.message.endswith("-seen"):
            self._each = int(str(sign.values["n"]))
        if sign is not None and sign.message.startswith("sign.replace"):
            self._to_draw, self._drawn = int(str(sign.values["n"])), 0
        elif sign is not None and sign.message in ("sign.draw", "sign.draw-down"):
            self._to_draw = int(str(sign.values["n"])) - self._drawn  # it was closed before it was read

    def choose(self, sign: Sign, hand: tuple[Card, ...], chance: Random) -> Iterable[Step]:
        """Choose what to do about a sign."""
        kind, _, message = sign.message.partition(".")
        if sign.message == PAUSED or (sign.message == SURE and self._on_pad()):
            return [Tap(f"{self.seat}.ok")]
        if kind in ("refusal", "rule"):
            return self._passed.answer(sign) if self._passed.is_there() else self._take_back(message)
        if asked_by(sign) is None:
            return []  # what is not about the game is answered by somebody else, or passes
        if used := self._used_after_all(sign):
            return used
        if self.is_seen and (taken := self._passed.take_after_all(sign)):
            return taken
        if self.is_seen and (self._passed.is_there() or owed(sign)):
            return [] if "item" in sign.values else self._pass(sign)  # it waits for a silent reader
        if self._to_draw > 0 and not self.is_seen and not message.startswith("replace"):
            return self._draw_new()
        if self.rounds.is_about(message):
            self._passed.forget()
            return self.rounds.choose(message, sign)
        return self._play(message, sign, hand, chance)

    def _play(self, message: str, sign: Sign, hand: tuple[Card, ...], chance: Random) -> Iterable[Step]:
        """Play a card, where one is awaited; one that lies on the pad unread is still an own one."""
        if not message.startswith("replace"):
            self._shown = ()
        if "item" in sign.values:
            return []  # its reader is silent: it waits for it, instead of naming cards
        if not message.startswith(("attack", "several")):
            self._jumbo = ()
        if self._is_told_in_full(message, sign):
            self._laid.count()
        hand = (*hand, *(card for card in self._on_pad() if self._laid.is_unread(card.tag)))
        if again := next((card for card in hand if self._laid.is_to_be_laid_again(card.tag, sign)), None):
            return self._lay(again, face_up=message not in FACE_DOWN)
        return self._play_another(message, sign, hand, chance)

    def _is_told_in_full(self, message: str, sign: Sign) -> bool:
        """Return whether a display that counts cards tells as many as were laid: so the last one was read."""
        laid = {"replace": self._shown, "several": self._jumbo}.get(message.removesuffix("-more"), ())
        gone = (*self._on_pad(), *self.table.truth.at(DISCARD))
        told = int(str(sign.values.get("n", len(cast("Sequence[str]", sign.values.get("cards", ()))))))
        return 0 < len([card for card in laid if card in gone]) <= told

    def _play_another(self, message: str, sign: Sign, hand: tuple[Card, ...], chance: Random) -> Iterable[Step]:
        """Play a card that was not laid for this before."""
        if message.startswith("replace"):
            self._spent.forget()
            self._passed.forget()
            most = min(int(str(sign.values["max"])), len(hand))
            return self._replace(int(str(sign.values["n"])), most, hand, chance)
        if message in FACE_DOWN:
            if not hand:
                return self._take_left_over() if message == "show" else []
            return self._lay(chance.choice(hand), face_up=False)
        if message.startswith("attack"):
            return self._attack(hand, chance)
        if message.startswith("several"):
            return self._several(sign, hand)
        if message.startswith("answer") and hand:
            return self._answer(sign, hand, chance)
        if message == "sacrifice" and hand:
            return self._lay(lowest(hand))
        if message == "wait-attack" and hand and chance.random() < BLUNDER:
            return self._lay(chance.choice(hand))
        return []

    def _lay(self, card: Card, *, face_up: bool = True) -> Iterator[Step]:
        """Clear the own pad, and lay a card on it; one that lay there unread is kept off it for a moment."""
        is_again, asked = card in self._on_pad(), asked_by(self.eyes.sign(self.display))
        yield from self._clear_pad()
        if is_again:
            yield Pause(LEAVING_S)
            if is_answered(asked, asked_by(self.eyes.sign(self.display))):
                return  # it had counted, or is wanted no more
        yield Place(card.tag, self.pad, face_up=face_up)
        self._laid.lay(card.tag, self.eyes.sign(self.display))
        self._put_away = len(self.table.truth.at(DISCARD))

    def _on_pad(self) -> tuple[Card, ...]:
        """Return the cards on the own pad; none where the seat has no pad."""
        return self.table.truth.at(self.pad) if self.pad in self.table.truth.zones else ()

    def _clear_pad(self) -> list[Step]:
        """Slide the card on; one that has not been read is taken back."""
        return [
            Place(card.tag, hand_of(self.seat), source=self.pad)
            if self._laid.is_unread(card.tag)
            else Place(card.tag, DISCARD, face_up=True, source=self.pad)
            for card in self._on_pad()
        ]

    def _draw_new(self) -> list[Step]:
        """Draw as many cards as were replaced."""
        count, self._to_draw = self._to_draw, 0
        self._drawn += count
        return [Draw()] * count

    def _take_back(self, message: str) -> list[Step]:
        """Take the refused card back into the hand, and a refused jumbo with it; a used card is put away.

        A jumbo of which one card is to be laid again goes on.

        A card that was not told as counted is kept until the display asks something: it may not be the one that is
        refused as used, but one that this pad hears from the next.
        """
        if message == NOT_HELD and self.is_seen:
            return [Place(card.tag, DRAW, source=self.pad) for card in self._on_pad()]  # never read when it was dealt
        if message == SPENT:
            is_last = self._laid.is_asked("sign.show")
            if exchanged := self._spent.exchange(next(iter(self._on_pad()), None), is_last=is_last):
                return exchanged
        if message == TAKEN_BACK:
            self._laid.forget()
        elif message not in AS_BEFORE:
            self._laid.refuse()
        if message == NOT_PLAYED:
            self._put_away = len(self.table.truth.at(DISCARD))
        self._doubtful = next((card for card in self._on_pad() if self._laid.is_unread(card.tag)), None)
        if (message in USED and self._doubtful is None) or any(self._laid.is_read(card.tag) for card in self._on_pad()):
            return [Place(card.tag, DISCARD, face_up=True, source=self.pad) for card in self._on_pad()]
        back: list[Step] = [Place(card.tag, hand_of(self.seat), source=self.pad) for card in self._on_pad()]
        back += [] if message in (*AS_BEFORE, TAKEN_BACK) else self._take_jumbo_back()
        return back or [Tap(f"{self.seat}.no")]

    def _take_left_over(self) -> Iterator[Step]:
        """Handle what the other seat has left over, at a second look: its last card may be on its way to the pad."""
        yield Pause(SECOND_LOOK_S)
        if not self.eyes.hand():
            yield from self._spent.take_left_over()

    def _used_after_all(self, sign: Sign) -> list[Step]:
        """Put a card away that was taken back in doubt, and had counted by what is asked now."""
        doubtful, self._doubtful = self._doubtful, None
        own = (*self.eyes.hand(), *self._on_pad())
        unread = next((card for card in own if self._laid.is_unread(card.tag)), None)
        if unread and self._must_have_counted(unread, own, sign):
            doubtful = unread
            self._laid.count()
        if doubtful not in own or not self._laid.is_read(doubtful.tag):
            return []
        return [Place(doubtful.tag, DISCARD, face_up=True, source=self.table.truth.where(doubtful.tag))]

    def _must_have_counted(self, unread: Card, own: Sequence[Card], sign: Sign) -> bool:
        """Return whether the table itself tells that a card counted.

        Last cards are shown when each has one left; a duel is tied, and asked for anew, where the other put its away.
        """
        if sign.message == "sign.show":
            return len(own) > 1
        is_anew = len(self.table.truth.at(DISCARD)) > self._put_away
        return (
            sign.message in ("sign.duel", "sign.draw", "sign.draw-down")
            and is_anew
            and self._laid.was_laid_for(unread.tag, sign)
        )

    def _take_jumbo_back(self) -> list[Step]:
        """Pick up the cards of a jumbo that is no attack from the table."""
        shown = [card for card in self._jumbo if card in self.table.truth.at(DISCARD)]
        self._jumbo = ()
        return [Place(card.tag, hand_of(self.seat), source=DISCARD) for card in shown]

    def _pass(self, sign: Sign) -> Iterator[Step]:
        """Pass the next card of the pile over the own pad once it is free; the first seat shuffles before that."""
        if self._passed.is_there():
            yield self._passed.move_on(sign)
            return
        yield from self._passed.put_back(sign)
        if sign.message == "sign.pass" and (owed(sign) or 0) + len(self.eyes.hand()) < self._each:
            yield Tap(f"{self.seat}.no")  # the table tells of a card that nobody laid, or that went back
            return
        if sign.message not in PASSED:
            if not self.rounds.is_dealer:
                return
            yield from self.rounds.cover_left_space()
            self.rounds.shuffle_all()
        yield from self._clear_pad()
        yield Pause(self.chance.uniform(*self.pace.carry_s))
        yield from self._passed.lay(sign)

    def _replace(self, shown: int, most: int, hand: tuple[Card, ...], chance: Random) -> Iterable[Step]:
        """Show the next card to replace, or close the replacement; what was shown goes to the discard pile."""
        if back := self._shown_no_more(shown):
            return back
        if shown == 0:
            self._wanted = chance.randint(0, most)
        middling = [card for card in hand if 3 <= int(card.face) <= 7]
        if shown > len(self._given_up()):
            return [Tap(f"{self.seat}.no")]  # the table tells of a card that nobody showed
        if shown < min(self._wanted, most) and middling:
            return self._show(chance.choice(middling))
        return [*self._clear_pad(), Tap(f"{self.seat}.ok")]

    def _show(self, card: Card) -> Iterator[Step]:
        """Lay a card that is to be replaced."""
        self._shown += () if card in self._shown else (card,)
        yield from self._lay(card)

    def _given_up(self) -> list[Card]:
        """Return the cards that this seat laid for the replacement, and that the display told as shown."""
        gone = (*self._on_pad(), *self.table.truth.at(DISCARD))
        return [card for card in self._shown if card in gone and not self._laid.is_unread(card.tag)]

    def _shown_no_more(self, count: int) -> list[Step]:
        """Take cards up again that the display no longer counts as shown, as one that a press took back."""
        gone = self._given_up()[count:]
        if gone:
            self._laid.forget()
        self._shown = tuple(card for card in self._shown if card not in gone)
        return [Place(card.tag, hand_of(self.seat), source=self.table.truth.where(card.tag)) for card in gone]

    def _attack(self, hand: tuple[Card, ...], chance: Random) -> Iterable[Step]:
        """Attack with one card, or announce several; a jumbo that lies there did not count, or this were not asked."""
        if back := self._take_jumbo_back():
            return back
        self._jumbo = _jumbo(hand, chance) if chance.random() < JUMBO else ()
        if self._jumbo:
            return [*self._clear_pad(), Tap(f"{self.seat}.ok")]
        return self._lay(chance.choice(hand)) if hand else []

    def _several(self, sign: Sign, hand: tuple[Card, ...]) -> Iterable[Step]:
        """Show the next card of a jumbo attack, or close it."""
        shown = len(cast("Sequence[str]", sign.values["cards"]))
        if shown < len(self._jumbo) and self._jumbo[shown] in hand:
            return self._lay(self._jumbo[shown])
        return [*self._clear_pad(), Tap(f"{self.seat}.ok")]

    def _answer(self, sign: Sign, hand: tuple[Card, ...], chance: Random) -> Iterator[Step]:
        """Defend when there is a card for it, else give the lowest up; sometimes although there is one."""
        demand = int(str(sign.values["demand"]))
        reaching = [card for card in hand if int(card.face) >= demand]
        if chance.random() < BLUNDER:
            card = chance.choice(hand)
        elif reaching and chance.random() < 0.8:
            card = chance.choice(reaching)
        else:
            card = lowest(hand)
            if int(card.face) >= demand:
                yield Tap(f"{self.seat}.no")
        yield from self._lay(card)


def lowest(hand: Sequence[Card]) -> Card:
    """Return the lowest card of a hand."""
    return min(hand, key=lambda card: int(card.face))


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
