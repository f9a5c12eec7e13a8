"""Gestures: what hands may do at a table next. Each is a frozen value that a person can read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from explorer import robots
from explorer.world import DISCARD, DRAW

if TYPE_CHECKING:
    from explorer.world import World

HOLD_MS = 1_500.0
WAITS_S = (1.0, 4.0, 10.0)
DRAWN = ("shuffle", "nope")  # What people draw if each drawn card passes the pad: each game has them.
SOURCES = {DISCARD: " again", DRAW: " from the pile"}


class Kind(Enum):
    """What hands do."""

    LAY = "lay"
    LAY_TWO = "lay two"
    LIFT = "lift"
    LIFT_ALL = "lift all"
    TAP = "tap"
    DOUBLE = "double tap"
    HOLD = "hold"
    BOTH = "press at once"
    WAIT = "wait"
    DRAW = "draw"


@dataclass(frozen=True, slots=True)
class Gesture:
    """One gesture of one seat.

    `what`: a face (two at LAY_TWO), a button, or the buttons of BOTH, with a space between; `place`: the pad;
    `source`: the place that a card is taken from, `hand:SEAT` or `discard`.
    """

    kind: Kind
    seat: str = ""
    what: str = ""
    place: str = ""
    source: str = ""
    seconds: float = 0.0

    def __str__(self) -> str:
        """Return it as a person would say it."""
        match self.kind:
            case Kind.LAY:
                return f"{self.seat} lays {self.what} on {self.place}{SOURCES.get(self.source, '')}"
            case Kind.LAY_TWO:
                return f"{self.seat} lays {' and '.join(self.what.split())} on {self.place} at once"
            case Kind.LIFT | Kind.LIFT_ALL:
                cards = "all cards" if self.kind is Kind.LIFT_ALL else self.what
                return f"{self.seat or 'a hand'} takes {cards} off {self.place}"
            case Kind.DRAW:
                return f"{self.seat} draws {self.what}"
            case Kind.WAIT:
                return f"wait {self.seconds:g} s"
            case Kind.HOLD:
                return f"hold {self.what}"
            case _:
                return f"{self.kind.value} {self.what}"


def pad_for(world: World, seat: str) -> str:
    """Return the pad on which a seat lays its cards: its own, or the one in the middle."""
    own = f"{seat}.pad"
    return own if own in world.antennas else "play"


def gestures(world: World, *, is_wide: bool = True) -> Iterator[Gesture]:
    """Yield what hands may do next; narrow: without gestures on pads of others, holds and double taps."""
    for seat in world.seats:
        yield from _cards(world, seat, is_wide=is_wide)
    for zone in world.antennas:
        yield from _lifts(world, zone)
    for button in world.buttons:
        yield Gesture(Kind.TAP, what=button)
        if is_wide:
            yield Gesture(Kind.DOUBLE, what=button)
            yield Gesture(Kind.HOLD, what=button)
    yield from _at_once(world.buttons)
    for seconds in WAITS_S:
        yield Gesture(Kind.WAIT, seconds=seconds)


def _cards(world: World, seat: str, *, is_wide: bool) -> Iterator[Gesture]:
    hand = f"hand:{seat}"
    faces = tuple(dict.fromkeys(world.faces[tag] for tag in world.places.get(hand, ())))
    own = pad_for(world, seat)
    if own not in world.antennas:
        return
    for face in faces:
        yield Gesture(Kind.LAY, seat, face, own, hand)
    if is_wide and len(faces) > 1:
        yield Gesture(Kind.LAY_TWO, seat, f"{faces[1]} {faces[0]}", own, hand)
    if is_wide and faces and (others := [zone for zone in world.antennas if zone != own]):
        yield Gesture(Kind.LAY, seat, faces[0], others[0], hand)
    if is_wide and world.places[DISCARD]:
        yield Gesture(Kind.LAY, seat, world.faces[world.places[DISCARD][-1]], own, DISCARD)
    if world.is_tacocat:
        return
    lethal = world.lethal
    public = world.situation.public()
    if public is not None and seat in public.to_act and public.phase in ("turn", "draw"):
        pile = [world.faces[tag] for tag in world.places[DRAW]]
        yield from (
            Gesture(Kind.DRAW, seat, face)
            for face in dict.fromkeys((next((face for face in pile if face != lethal), lethal), lethal))
            if face in pile
        )
        yield from draws(world, seat) if world.situation.game.is_seen else ()


def draws(world: World, seat: str) -> Iterator[Gesture]:
    """Yield the gesture that draws a card and passes it over the pad, if the pile has one of the game."""
    pile = [world.faces[tag] for tag in world.places[DRAW]]
    if face := next((face for face in DRAWN if face in pile), ""):
        yield Gesture(Kind.LAY, seat, face, pad_for(world, seat), DRAW)


def _lifts(world: World, zone: str) -> Iterator[Gesture]:
    lying = world.places[zone]
    if not lying:
        return
    seat = zone.rpartition(".")[0] or world.laid_by(lying[-1])
    yield Gesture(Kind.LIFT, seat, world.faces[lying[-1]], zone)
    if len(lying) > 1:
        yield Gesture(Kind.LIFT_ALL, seat, "", zone)


def _at_once(buttons: tuple[str, ...]) -> Iterator[Gesture]:
    for role in dict.fromkeys(button.rpartition(".")[2] for button in buttons):
        same = [button for button in buttons if button.endswith(f".{role}")]
        if len(same) > 1 and role in ("ok", "nope"):
            yield Gesture(Kind.BOTH, what=" ".join(same[:2]))


def named(world: World, name: str) -> Gesture:
    """Return a gesture that hands may do next by its words; raises ValueError if there is none such."""
    found = next((gesture for gesture in gestures(world) if str(gesture) == name), None)
    if found is None:
        raise ValueError(f"no hand can do {name!r} here; possible: {', '.join(map(str, gestures(world)))}")
    return found


def carry_out(world: World, gesture: Gesture, pace_ms: float) -> None:
    """Let hands do a gesture in a world of their own, and wait for what the pace leaves."""
    match gesture.kind:
        case Kind.LAY | Kind.LAY_TWO:
            lay(world, gesture)
        case Kind.LIFT:
            lift(world, gesture.place, world.places[gesture.place][-1:], gesture.seat)
        case Kind.LIFT_ALL:
            lift(world, gesture.place, world.places[gesture.place], gesture.seat)
        case Kind.DRAW:
            tag = next(tag for tag in world.places[DRAW] if world.faces[tag] == gesture.what)
            world.move(tag, DRAW, f"hand:{gesture.seat}", gesture.seat)
        case Kind.TAP:
            world.tap(gesture.what)
        case Kind.DOUBLE:
            world.double_tap(gesture.what)
        case Kind.HOLD:
            world.tap(gesture.what, ms=HOLD_MS)
        case Kind.BOTH:
            world.press_all(gesture.what.split())
        case Kind.WAIT:
            world.wait(gesture.seconds * 1_000)
            return
    world.wait(pace_ms)


def lay(world: World, gesture: Gesture) -> None:
    """Put cards on a pad, in one moment if there are two; of a robot's row the card that the table asks for."""
    for face in gesture.what.split():
        found = [tag for tag in reversed(world.places[gesture.source]) if world.faces[tag] == face]
        asked = robots.next_card(world.situation)[1]
        tag = asked if asked in found else found[0]
        world.move(tag, gesture.source, gesture.place, gesture.seat)


def lift(world: World, zone: str, tags: tuple[str, ...], seat: str) -> None:
    """Take cards off a pad: used ones go to the discard pile, the others back into the hand of who laid them."""
    used = world.used_tags()
    for tag in reversed(tags):
        owner = world.laid_by(tag) or seat
        world.move(tag, zone, DISCARD if tag in used else f"hand:{owner}", seat)
