"""The steps that a player's hands take, as values; `perform` takes one at a human pace."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, TypeAlias

from tacotable_sim.errors import WaitedTooLongError

if TYPE_CHECKING:
    from tacotable_sim.people.eyes import Eyes
    from tacotable_sim.table import SimulatedTable

GLANCE_S = 0.05
"""How often a waiting player looks."""


@dataclass(frozen=True, slots=True)
class Place:
    """Lay a card somewhere; see `Truth.place`. `source`: nothing is done once it lies there no longer."""

    tag: str
    place: str
    slot: int | None = None
    face_up: bool | None = None
    source: str = ""


@dataclass(frozen=True, slots=True)
class Lift:
    """Pick up a card, by its tag or as the only one of a place."""

    thing: str


@dataclass(frozen=True, slots=True)
class Turn:
    """Turn a card over where it lies."""

    tag: str
    face_up: bool = True


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


@dataclass(frozen=True, slots=True)
class Await:
    """Wait until something can be seen; `what` names it for the error."""

    is_seen: Callable[[Eyes], bool]
    what: str
    within_s: float = 60.0


Step: TypeAlias = Place | Lift | Turn | Draw | Tap | Hold | MoveToken | Cover | Pause | Await


def await_sign(message: str, display: str, *, within_s: float = 60.0) -> Await:
    """Wait until a display says this message."""

    def is_said(eyes: Eyes) -> bool:
        sign = eyes.sign(display)
        return sign is not None and sign.message == message

    return Await(is_said, f"sign {message!r} on display {display!r}", within_s)


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
        case Await(is_seen, what, within_s):
            await _watch(is_seen, what, within_s, eyes)
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
        case _:
            await asyncio.sleep(chance.uniform(*pace.carry_s))
            _handle(step, table, eyes.seat)


def _handle(step: Place | Lift | Turn | Draw | Cover, table: SimulatedTable, seat: str) -> None:
    match step:
        case Place(tag, place, slot, face_up, source):
            if not source or table.truth.where(tag) == source:
                table.place(tag, place, slot=slot, face_up=face_up)
        case Lift(thing):
            table.lift(thing)
        case Turn(tag, face_up):
            table.turn(tag, face_up=face_up)
        case Draw():
            table.draw(seat)
        case Cover(space):
            table.cover(space)


async def _press(table: SimulatedTable, button: str, seconds: float) -> None:
    while table.truth.is_down(button):  # somebody else's finger is on it
        await asyncio.sleep(GLANCE_S)
    table.press(button)
    try:
        await asyncio.sleep(seconds)
    finally:
        table.release(button)


async def _watch(is_seen: Callable[[Eyes], bool], what: str, within_s: float, eyes: Eyes) -> None:
    loop = asyncio.get_running_loop()
    end = loop.time() + within_s
    while not is_seen(eyes):
        if loop.time() >= end:
            raise WaitedTooLongError(f"seat {eyes.seat!r} did not see {what} within {within_s:g} s")
        await asyncio.sleep(GLANCE_S)
