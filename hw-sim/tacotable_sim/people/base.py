"""Players of flesh and blood, simulated: they look, think, and use their hands, on the loop's clock.

A player sees the own hand, the public table, lamps and displays, and never a hidden card.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING, Protocol, TypeAlias

from tacotable_sim.truth import DRAW, Card, hand_of

if TYPE_CHECKING:
    from tacotable_sim.table import Seen, SimulatedTable

GLANCE_S = 0.05  # How often a waiting player looks.


@dataclass(frozen=True, slots=True)
class Sign:
    """What a display says: a message by its identity, and the values in it."""

    message: str
    values: Mapping[str, object]


ReadSign: TypeAlias = Callable[[str], Sign | None]
"""Gives what the display of this name says now. The composition root provides it: a picture is not read here."""


class Eyes:
    """The eyes of one seat. `displays` names those that it may read: its own, and those beside the board."""

    def __init__(self, table: SimulatedTable, seat: str, read_sign: ReadSign, displays: tuple[str, ...] = ()) -> None:
        self.seat = seat
        self._table = table
        self._read_sign = read_sign
        self._displays = displays or (seat,)

    def hand(self) -> tuple[Card, ...]:
        """Return the own cards."""
        return self._table.truth.at(hand_of(self.seat))

    def hand_sizes(self) -> dict[str, int]:
        """Return how many cards each seat holds."""
        truth = self._table.truth
        return {seat: len(truth.at(hand_of(seat))) for seat in truth.seats}

    def draw_size(self) -> int:
        """Return how many cards the draw pile has."""
        return len(self._table.truth.at(DRAW))

    def look(self) -> Seen:
        """Return lamps, lights, displays and tone; of the displays only those that this seat may read."""
        seen = self._table.look()
        return replace(seen, pictures={name: seen.pictures[name] for name in seen.pictures if name in self._displays})

    def sign(self, display: str = "") -> Sign | None:
        """Return what a display says (the own one where none is named); None if it is not this seat's to read."""
        name = display or self.seat
        return self._read_sign(name) if name in self._displays else None


@dataclass(frozen=True, slots=True)
class Place:
    """Lay a card somewhere; see `Truth.place`. `source`: nothing is done once it lies there no longer."""

    tag: str
    place: str
    slot: int | None = None
    face_up: bool | None = None
    source: str = ""


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the top card of the draw pile into the own hand."""


@dataclass(frozen=True, slots=True)
class Tap:
    """Press a button for a moment."""

    button: str


@dataclass(frozen=True, slots=True)
class Hold:
    """Press a button for long."""

    button: str


@dataclass(frozen=True, slots=True)
class MoveToken:
    """Pick up the token, carry it, stand it on a space."""

    space: int


@dataclass(frozen=True, slots=True)
class Cover:
    """Lay a tile on a space."""

    space: int


@dataclass(frozen=True, slots=True)
class Pause:
    """Do nothing for a time."""

    seconds: float


Step: TypeAlias = Place | Draw | Tap | Hold | MoveToken | Cover | Pause


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast a person is: ranges in seconds."""

    think_s: tuple[float, float] = (0.4, 1.5)
    carry_s: tuple[float, float] = (0.3, 0.9)
    tap_s: tuple[float, float] = (0.08, 0.2)
    hold_s: tuple[float, float] = (1.4, 1.8)


async def perform(step: Step, table: SimulatedTable, eyes: Eyes, pace: Pace, chance: Random) -> None:
    """Carry out one step, in the time that it takes a person."""
    match step:
        case Pause(seconds):
            await asyncio.sleep(seconds)
        case Tap(button):
            await _press(table, button, chance.uniform(*pace.tap_s))
        case Hold(button):
            await _press(table, button, chance.uniform(*pace.hold_s))
        case MoveToken(space):
            table.move_token(None)
            await asyncio.sleep(chance.uniform(*pace.carry_s))
            table.move_token(space)
        case Place(tag, place, slot, face_up, source):
            await asyncio.sleep(chance.uniform(*pace.carry_s))
            if not source or table.truth.where(tag) == source:
                table.place(tag, place, slot=slot, face_up=face_up)
        case Draw():
            await asyncio.sleep(chance.uniform(*pace.carry_s))
            table.draw(eyes.seat)
        case Cover(space):
            await asyncio.sleep(chance.uniform(*pace.carry_s))
            table.cover(space)


async def _press(table: SimulatedTable, button: str, seconds: float) -> None:
    while table.truth.is_down(button):  # somebody else's finger is on it
        await asyncio.sleep(GLANCE_S)
    table.press(button)
    try:
        await asyncio.sleep(seconds)
    finally:
        table.release(button)


@dataclass(eq=False)
class ReadingPlayer(ABC):
    """Reads its display, thinks, does what it chooses, and reads again; a game's player fills in `choose`.

    It chooses anew when its display has changed, or when `patience_s` have passed without a change, as people do
    who wonder whether they were heard. It stops when `is_over` says so.
    """

    table: SimulatedTable
    eyes: Eyes
    _: KW_ONLY
    chance: Random
    pace: Pace = Pace()
    patience_s: float = 8.0
    display = ""  # The display that it reads; empty: its own.
    mind: Mind | None = field(default=None, init=False)  # Decides in place of chance, where a player asks it.

    @property
    def seat(self) -> str:
        """Return the own seat."""
        return self.eyes.seat

    @abstractmethod
    def choose(self, sign: Sign, hand: tuple[Card, ...], chance: Random) -> Iterable[Step]:
        """Choose the steps to take now; none is waiting for another player. An iterator looks again at each step."""

    def notice(self, sign: Sign | None) -> None:
        """Notice what the display says, at every glance; None where it says nothing."""
        del sign

    def is_over(self, sign: Sign) -> bool:
        """Return whether the display says that nothing more is to be done."""
        return False

    async def play(self) -> None:
        """Play until the display says that it is over."""
        sign = await self._next_sign(None)
        while not self.is_over(sign):
            await asyncio.sleep(self.chance.uniform(*self.pace.think_s))
            # While thinking something may have changed; what is on the display now is what is answered.
            sign = self._look() or sign
            if self.is_over(sign):
                return
            for step in self.choose(sign, self.eyes.hand(), self.chance):
                await perform(step, self.table, self.eyes, self.pace, self.chance)
            sign = await self._next_sign(sign)

    async def _next_sign(self, last: Sign | None) -> Sign:
        """Wait for a display that says something, and something else than before; patience ends the waiting."""
        loop = asyncio.get_running_loop()
        end = loop.time() + self.patience_s
        while True:
            sign = self._look()
            if sign is not None and (sign != last or loop.time() >= end):
                return sign
            await asyncio.sleep(GLANCE_S)

    def _look(self) -> Sign | None:
        """Look at the display, and notice what it says."""
        sign = self.eyes.sign(self.display)
        self.notice(sign)
        return sign


class Mind(Protocol):
    """Decides for one seat."""

    def act(self, hand: Sequence[str]) -> Mapping[str, object]:
        """Return what a seat with this hand (faces) does now, as the protocol writes acts; empty: it does not know."""
        ...


def decide(mind: Mind | None, hand: Iterable[Card], *kinds: str) -> Mapping[str, object]:
    """Return what a mind does where that is an act of these kinds; empty where chance decides."""
    act = mind.act([card.face for card in hand]) if mind else {}
    return act if act.get("do") in kinds else {}


def cards_of(act: Mapping[str, object], hand: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards of a hand that an act names, in its order; none where the hand lacks one of them."""
    told, left = act.get("cards", [act["card"]] if "card" in act else []), list(hand)
    found = list[Card]()
    for face in told if isinstance(told, list | tuple) else ():
        card = next((card for card in left if card.face == face), None)
        if card is None:
            return ()
        left.remove(card)
        found.append(card)
    return tuple(found)
