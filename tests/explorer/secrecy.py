"""Secrecy: worlds that differ in one hidden card only are alike to everyone who may not know it.

A table is played twice with the faces of two cards exchanged, by the same events of its readers and buttons; the twin
has no hands of its own. While no one has shown either card, all outputs for others are compared after each gesture:
lights, lamps, sound, the displays and prompts of other seats, the public page and what the rules tell other seats.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

from explorer.gestures import DRAWN, Gesture, Kind, carry_out, gestures
from explorer.phases import world_after
from explorer.promises import Violation
from explorer.world import DRAW, ForkedController, World

if TYPE_CHECKING:
    from explorer.phases import Phase
    from tacotable.core.controller import Controller

PASSING = ("draw", "give", "steal")  # Phases in which a hidden card passes the pad, back up.


@dataclass(frozen=True, slots=True)
class Twin:
    """The same table with two faces exchanged, and the seats that may know one of the cards."""

    controller: ForkedController
    tags: tuple[str, str]
    holders: frozenset[str]


def outputs(controller: Controller, holders: frozenset[str]) -> dict[str, object]:
    """Return all that others than some seats see, hear, or may ask for."""
    scene, situation = controller.scene, controller.situation
    match, family = situation.game.match, situation.family
    others = [seat for seat in situation.game.players if seat not in holders]
    return {
        "lights": scene.lights,
        "lamps": dict(scene.lamps),
        "sound": scene.cue,
        "displays": {name: screen for name, screen in scene.screens.items() if name not in holders},
        "prompts": {seat: sign for seat, sign in scene.prompts.items() if seat not in holders},
        "public prompts": dict(scene.public_prompts),
        "public page": family.page_scene(situation),
        "rules": [match.view(viewer) for viewer in ("table", *others)] if match is not None else [],
        "log": [(line.code, line.values) for line in situation.log],
        "wake": controller.wake_at_ms(),
    }


def differences(world: World, twin: Twin) -> Iterator[Violation]:
    """Yield a violation for each output that tells others which of two worlds this is."""
    here, there = outputs(world.controller, twin.holders), outputs(twin.controller, twin.holders)
    public = world.situation.public()
    for name, shown in here.items():
        if shown != there[name]:
            faces = " for ".join(sorted(world.faces[tag] for tag in twin.tags))
            text = f"{faces} of {', '.join(sorted(twin.holders)) or 'the pile'}: {shown!r} is {there[name]!r}"
            yield Violation("secrecy", f"{name} in {public.phase if public else 'no game'}", text[:600])


def twins_of(phase: Phase) -> tuple[World, list[Twin]]:
    """Return a phase in mode `seen` and its twins: of each two places that hold hidden cards those that came last."""
    world = replace(phase, gestures=()).world()
    if not world.situation.game.is_seen:
        raise ValueError(f"{phase}: readers report hidden cards only in mode seen")
    world.events = []
    world = world_after(world, *phase.gestures, pace_ms=phase.pace_ms)
    shown = {tag for zone in world.antennas for tag in world.places[zone]}
    shown |= {tag for tag, card in world.laid.items() if card.source in world.antennas}
    hidden = {
        place: [tag for tag in reversed(tags) if tag not in shown and (place != DRAW or is_in_pile(world, tag))]
        for place, tags in world.places.items()
        if place.startswith("hand:") or place == DRAW
    }
    found = []
    for one, other in combinations([place for place, tags in hidden.items() if tags], 2):
        pairs = ((a, b) for a in hidden[one] for b in hidden[other] if is_other(world, a, b))
        two = next(pairs, None)
        if two is not None:
            holders = frozenset(place.partition(":")[2] for place in (one, other) if place != DRAW)
            found.append(played(Twin(phase.twin(two), two, holders), world))
    return world, found


def is_in_pile(world: World, tag: str) -> bool:
    """Return whether a card of the draw pile is surely of this game: in that of a ring are another deck's cards."""
    return world.is_tacocat or world.faces[tag] == DRAWN[0]


def is_other(world: World, one: str, other: str) -> bool:
    """Return whether exchanging two cards makes a difference that only their holders may know.

    Everyone knows that each seat begins with a Defuse, and with no card that explodes.
    """
    faces = {world.faces[one], world.faces[other]}
    return len(faces) == 2 and not faces & {"defuse", world.lethal}


def explore_twins(phase: Phase, depth: int) -> Iterator[tuple[tuple[Gesture, ...], Violation]]:
    """Yield what tells others of a hidden card, after all sequences of gestures up to a depth."""
    world, twins = twins_of(phase)
    front: list[tuple[World, list[Twin], tuple[Gesture, ...]]] = [(world, twins, ())]
    for twin in twins:
        yield from (((), one) for one in differences(world, twin))
    for _ in range(depth):
        later = []
        for now, pairs, path in front:
            for gesture in gestures(now, is_wide=False):
                after = now.fork()
                after.events = []
                carry_out(after, gesture, phase.pace_ms)
                passer = knowers(now, gesture) if passes_face_down(now, gesture) else set()
                still = [
                    played(replace(twin, holders=twin.holders | passer), after)
                    for twin in pairs
                    if not may_reveal(now, after, gesture, twin)
                ]
                for twin in still:
                    yield from (((*path, gesture), one) for one in differences(after, twin))
                later.append((after, still, (*path, gesture)))
        front = later


def may_reveal(before: World, after: World, gesture: Gesture, twin: Twin) -> bool:
    """Return whether a gesture shows one of the cards, or is an act of a seat that holds one; not face down."""
    if passes_face_down(before, gesture):
        return False
    if gesture.seat in twin.holders or any(
        button.rpartition(".")[0] in twin.holders for button in gesture.what.split()
    ):
        return True
    return any(
        before.places[place] != after.places[place] for place in before.places if {*twin.tags} & {*before.places[place]}
    )


def passes_face_down(world: World, gesture: Gesture) -> bool:
    """Return whether a gesture passes a hidden card over the pad, which no one sees: a drawn, given or taken one."""
    public = world.situation.public()
    if gesture.kind is not Kind.LAY or public is None or world.is_tacocat or gesture.seat not in public.to_act:
        return False
    return gesture.source == DRAW or public.phase in PASSING


def knowers(world: World, gesture: Gesture) -> set[str]:
    """Return the seats that know a card which passes face down: who lays it, and who it is played for."""
    pending = getattr(world.situation.public(), "pending", None)
    return {gesture.seat} | ({pending.seat} if pending is not None else set())


def played(twin: Twin, world: World) -> Twin:
    """Return a twin after the events of a gesture in its world."""
    controller = ForkedController.of(twin.controller)
    for event in world.events or ():
        controller.handle(event)
    controller.journal.facts.clear()
    return replace(twin, controller=controller)


def explore_sealed(world: World, seat: str, pace_ms: float, *, is_closed: bool = False) -> Iterator[Violation]:
    """Yield what tells others which card a seat laid on its own pad, face down or before its act is closed by OK."""
    laid: list[World] = []
    for gesture in gestures(world, is_wide=False):
        if gesture.kind is Kind.LAY and gesture.seat == seat:
            after = world.fork()
            carry_out(after, gesture, pace_ms)
            if is_closed:
                carry_out(after, Gesture(Kind.TAP, what=f"{seat}.ok"), pace_ms)
            laid.append(after)
    for one, other in combinations(laid, 2):
        tags = (one.places[f"{seat}.pad"][-1], other.places[f"{seat}.pad"][-1])
        yield from differences(one, Twin(other.controller, tags, frozenset((seat,))))
