"""One person at the ring, in an Exploding game: eyes, hands and habits, and which cards may be played."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, TypeAlias

from tacotable_engine.exploding.ruleset import COMBOS, DEFUSE, NOPE, Ruleset
from tacotable_sim.people.base import GLANCE_S, Eyes, Mind, Pace, Pause, Sign, Step, Tap, decide

if TYPE_CHECKING:
    from tacotable_sim.people.exploding.hands import ExplodingHands, Party
    from tacotable_sim.truth import Card

NOTHING = Sign("", {})
SEEN_WITHIN_S = 1.5  # So long a person waits for the table's answer to a card or a press.
# News that the display tells while a turn goes on; `player` is whose turn it is.
NEWS = frozenset(
    f"status.{kind}"
    for kind in (
        *("handed", "peeked", "shuffled", "cancelled", "picked"),
        *("found-nothing", "gave", "denied", "taken", "stolen", "defused"),
    )
)
WINDOWS = ("status.window", "status.noped")  # What it says, by the beginning, while a play may be noped.
CLAIMS = ("status.claim", "status.claim-back", "status.tie")  # While somebody who pressed NOPE stops the time.
Watched = Generator[Step, None, bool]  # Steps that end in something seen, or not.


@dataclass(slots=True)
class Person:
    """What one seat's person has; `laid` is the last card that was laid and not yet seen to count."""

    eyes: Eyes
    hands: ExplodingHands
    party: Party
    chance: Random
    pace: Pace
    find_mind: Callable[[], Mind | None] = lambda: None  # Gives what decides in place of chance.
    laid: Card | None = None
    shown: list[Card] = field(default_factory=list)  # The cards of the own play, before it is closed.
    lethal: Card | None = None  # The lethal card that was drawn and is not hidden yet.

    @property
    def seat(self) -> str:
        """Return the own seat."""
        return self.hands.seat

    def sign(self) -> Sign:
        """Read the public display."""
        return self.eyes.sign(self.party.display) or NOTHING

    def decide(self, *kinds: str) -> Mapping[str, object]:
        """Return what its mind does where that is an act of these kinds; empty where chance decides."""
        return decide(self.find_mind(), self.hands.hand, *kinds)

    def does(self, likelihood: float) -> bool:
        """Decide by chance."""
        return self.chance.random() < likelihood

    def carry(self) -> Step:
        """Return the time that a hand takes."""
        return Pause(self.chance.uniform(*self.pace.carry_s))

    def until(self, is_seen: Callable[[Sign], bool]) -> Watched:
        """Watch the public display for a while."""
        for _ in range(round(SEEN_WITHIN_S / GLANCE_S)):
            if is_seen(self.sign()):
                return True
            yield Pause(GLANCE_S)
        return is_seen(self.sign())

    def press(self, role: str, seat: str = "") -> Iterator[Step]:
        """Press a button of this seat, or of another one, and look whether it was heard."""
        before = self.sign()
        yield self.tap(role, seat)
        yield from self.until(lambda sign: sign != before)

    def tap(self, role: str, seat: str = "") -> Step:
        """Return a press of OK, or of the button that is NOPE here."""
        return Tap(f"{seat or self.seat}.{self.party.second.get(seat or self.seat, role) if role == 'nope' else role}")

    def show(
        self, card: Card, is_counted: Callable[[Sign], bool], is_time: Callable[[Sign], bool] = lambda sign: True
    ) -> Watched:
        """Lay a card on the pad, if it is still awaited when the hand is there; look whether it counts."""
        self.hands.clear_pad()  # before the next is on its way: a reader that sees two cards at once takes neither
        yield self.carry()
        if card not in self.hands.hand or not is_time(self.sign()):
            return False
        self.hands.lay(card)
        self.laid = card
        if (yield from self.until(lambda sign: is_counted(sign) or is_refusal(sign))) and is_counted(self.sign()):
            self.count()
        return self.laid is None

    def pass_over(self, card: Card, goes_to: str, asked: Sign) -> Iterator[Step]:
        """Pass a hidden card over the pad: once the display asks something else it was read and goes on, else back."""
        yield self.carry()
        if self.sign() != asked:
            return
        put_back = self.hands.pass_over(card, goes_to)
        is_read = yield from self.until(lambda now: now != asked)
        yield self.carry()
        if self.hands.is_on_pad(card):
            (self.hands.clear_pad if is_read and not is_refusal(self.sign()) else put_back)()

    def count(self) -> None:
        """Note that the last card counts."""
        if self.laid is not None:
            self.hands.count(self.laid)
        self.laid = None

    def take_back(self) -> None:
        """Pick up the last card again, as it does not count."""
        if self.laid is not None:
            self.hands.take_back([self.laid])
        self.laid = None


def is_refusal(sign: Sign) -> bool:
    """Return whether a display refuses something."""
    return sign.message.startswith(("refusal.", "rule.")) or sign.message == "sign.refused-to"


def seat_in(sign: Sign, key: str = "seat") -> str:
    """Return a seat that a sign names."""
    return str(sign.values.get(key) or "")


def names_in(sign: Sign, key: str) -> tuple[str, ...]:
    """Return the seats or faces that a sign lists."""
    told = sign.values.get(key)
    return tuple(map(str, told)) if isinstance(told, list | tuple) else ()


Cards: TypeAlias = "tuple[Card, ...]"

# Cards for somebody who knows that a lethal card lies on top of the pile.
ESCAPES = frozenset(("attack", "targeted-attack", "skip", "shuffle", "alter-the-future", "draw-from-bottom"))


def plays(hand: Sequence[Card], ruleset: Ruleset, top: str, *, others_hold: bool = True) -> list[Cards]:
    """Return the plays of a hand, each in the order in which it is shown; `top` is the face on the discard pile.

    `others_hold`: whether anybody else has a card that a Favor or a pair could take.
    """
    cards = sorted(hand, key=lambda card: card.face == ruleset.mimic)  # a Clone comes to lie last
    vain = () if others_hold else ("favor", "pair")
    alone = {card: ruleset.effect_alone(card.face, top) for card in cards}
    found: list[Cards] = [(card,) for card in cards if alone[card] and alone[card] not in vain]
    for name, size in COMBOS.items():
        by_faces: dict[tuple[str, ...], Cards] = {}
        for combo in combinations(cards, size) if name in ruleset.combos and name not in vain else ():
            by_faces.setdefault(tuple(card.face for card in combo), combo)
        found += [combo for faces, combo in by_faces.items() if ruleset.is_known_here(faces)]
    return found


def nopers(hand: Sequence[Card], ruleset: Ruleset, top: str) -> Iterator[Card]:
    """Return the cards that nope: a Nope, or a Clone while a Nope lies on top."""
    return (card for card in hand if card.face == NOPE or (card.face == ruleset.mimic and top == NOPE))


def defusers(hand: Sequence[Card], ruleset: Ruleset, top: str) -> Iterator[Card]:
    """Return the cards that defuse: a Defuse, or a Clone while a Defuse lies on top."""
    return (card for card in hand if card.face == DEFUSE or (card.face == ruleset.mimic and top == DEFUSE))
