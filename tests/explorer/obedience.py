"""Obedient people: they do exactly what lamps, displays and pads say, know the rules, and nothing else.

Their policy reads what any person can read: the rhythm and colour of the lamps, the state of each pad as the page shows
it, and the referee's list of legal acts for the cards in their own hands. It reads no message code.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from explorer import robots
from explorer.gestures import Gesture, Kind, carry_out, draws, pad_for
from explorer.world import DISCARD, DRAW
from tacotable.state.facts import Acted, Closed, RanOut
from tacotable.state.game_state import Stage
from tacotable.state.scene import Choice, Notice
from tacotable_drivers.ports import Pattern

if TYPE_CHECKING:
    from explorer.world import Ruled, World
    from tacotable.state.scene import Light

MOST_GESTURES = 16
WAIT = Gesture(Kind.WAIT, seconds=2.0)
PACE_MS = 1_700.0  # They read before they press again.
SPECIAL = 5  # So many different cards ask for a card of the discard pile.
IN_THE_WAY = ("refused", "crowded", "unknown")
PROGRESS = (Acted, RanOut, Closed)


def is_green(light: Light, *patterns: Pattern) -> bool:
    """Return whether a lamp is green in one of these rhythms."""
    red, green, _ = light.look.rgb
    return light.look.pattern in patterns and green > red


def reaches_an_act(world: World) -> tuple[bool, list[Gesture], World]:
    """Let obedient people go on in a fork; return whether the game went on, what they did, and the world then.

    Nobody repeats what has just changed nothing: they try the next thing that the table asks for, and then wait.
    """
    now, done = world.fork(), []
    vain: set[Gesture] = set()
    for _ in range(MOST_GESTURES):
        gesture = next((one for one in obeyed(now) if one not in vain), WAIT)
        before = now.controller.scene
        now.forget_facts()
        carry_out(now, gesture, PACE_MS)
        done.append(gesture)
        if now.fault:
            return False, done, now
        if any(map(_is_progress, now.facts)):
            return True, done, now
        after = now.controller.scene
        is_vain = not now.facts and (after.screens, after.prompts) == (before.screens, before.prompts)
        vain = {*vain, gesture} if is_vain and gesture != WAIT else set()
    return now.situation.game.stage is not Stage.PLAY, done, now


def _is_progress(ruled: Ruled) -> bool:
    return isinstance(ruled.fact, PROGRESS) and getattr(ruled.fact, "ruling", "") != "illegal"


def obeyed(world: World) -> Iterator[Gesture]:
    """Yield what displays and lamps ask people to do, the most urgent first."""
    lamps, game, ui = world.controller.scene.lamps, world.situation.game, world.situation.ui
    pads = world.pad_states()
    for seat in world.seats:
        is_naming = isinstance(world.controller.scene.screens.get(seat), Choice) and not has_pad(world, seat)
        if seat not in ui.menus and not is_naming and is_green(lamps.get(f"{seat}.ok", world.dark), Pattern.FAST):
            yield Gesture(Kind.TAP, what=f"{seat}.ok")
    if not game.is_paused and ui.question is None:
        yield from _cleared(world, pads)
    public = world.situation.public()
    if public is None or game.is_paused or ui.question is not None:
        return
    seat, tag = robots.next_card(world.situation)
    if tag in world.places.get(f"hand:{seat}", ()):
        yield Gesture(Kind.LAY, seat, world.faces[tag], pad_for(world, seat), f"hand:{seat}")
    for seat in public.to_act:
        if seat in world.situation.game.robots:
            continue
        if seat in ui.menus:
            yield Gesture(Kind.WAIT, seconds=30.0)  # it closes by itself
        yield from _own_act(world, seat, public.phase, pads)


def _cleared(world: World, pads: dict[str, str]) -> Iterator[Gesture]:
    """Take off what the table refuses, and, if hidden cards pass the pad, a drawn card that it has read."""
    for zone, state in pads.items():
        lying = world.places[zone]
        is_drawn = world.situation.game.is_seen and any(
            world.laid[tag].source == DRAW for tag in lying if tag in world.laid
        )
        if lying and (state in IN_THE_WAY or is_drawn):
            yield Gesture(Kind.LIFT_ALL, world.laid_by(lying[-1]) or zone.rpartition(".")[0], "", zone)


def _own_act(world: World, seat: str, phase: str, pads: dict[str, str]) -> Iterator[Gesture]:
    zone, hand = pad_for(world, seat), [world.faces[tag] for tag in world.places[f"hand:{seat}"]]
    if zone in pads and pads[zone] == "spent":
        yield Gesture(Kind.LIFT_ALL, seat, "", zone)
    if phase == "deal":
        yield Gesture(Kind.LAY, seat, world.faces[world.places[DRAW][0]], zone, DRAW)
    elif world.is_tacocat:
        yield from _tacocat_act(world, seat, phase, zone, hand)
    elif phase != "window":
        yield from _exploding_act(world, seat, phase, zone, hand)


def _exploding_act(world: World, seat: str, phase: str, zone: str, hand: list[str]) -> Iterator[Gesture]:
    """Show the one card that is asked for, or press what is lit: that reports what hands did."""
    no = next((button for button in world.buttons if button in (f"{seat}.no", f"{seat}.nope")), "")
    if phase == "turn" and world.lethal in hand:
        yield Gesture(Kind.LAY, seat, world.lethal, zone, f"hand:{seat}")
    if phase == "defuse" and not world.situation.entry(seat).cards:
        if "defuse" in hand:
            yield Gesture(Kind.LAY, seat, "defuse", zone, f"hand:{seat}")
        yield Gesture(Kind.TAP, what=no)
    if phase == "give" and (pending := getattr(world.situation.public(), "pending", None)) and pending.name:
        if pending.name in hand:
            yield Gesture(Kind.LAY, seat, pending.name, zone, f"hand:{seat}")
        yield Gesture(Kind.TAP, what=no)
    if len(world.situation.entry(seat).cards) >= SPECIAL and world.places[DISCARD]:
        yield Gesture(Kind.LAY, seat, world.faces[world.places[DISCARD][-1]], zone, DISCARD)
    yield from (Gesture(Kind.TAP, what=button) for button in (f"{seat}.ok", no) if is_lit(world, button))
    if world.situation.game.is_seen and phase in ("turn", "draw"):
        yield from draws(world, seat)


def has_pad(world: World, seat: str) -> bool:
    """Return whether a seat lays its cards on a reader; one without names them by buttons."""
    zone = pad_for(world, seat)
    return zone in world.antennas and not world.antennas[zone].is_silent


def is_lit(world: World, button: str) -> bool:
    """Return whether the lamp of a button invites a press; a button without a lamp does."""
    lamp = world.controller.scene.lamps.get(button)
    return lamp is None or lamp.look.pattern in (Pattern.FAST, Pattern.SLOW)


def _tacocat_act(world: World, seat: str, phase: str, zone: str, hand: list[str]) -> Iterator[Gesture]:
    """Lay the lowest card that the rules allow: each act of Tacocat but replacing is a card on the pad."""
    if zone not in world.antennas:
        yield from _named(world, seat, hand)
    if phase == "replace" or zone not in world.antennas:
        yield Gesture(Kind.TAP, what=f"{seat}.ok")
        return
    entry, no = world.situation.entry(seat), f"{seat}.no"
    if entry.is_announced:
        yield from _several(world, seat, zone, hand)
        yield Gesture(Kind.TAP, what=no)
        return
    if entry.cards:
        yield Gesture(Kind.TAP, what=f"{seat}.ok")
    cards = sorted(set(hand), key=int)
    if phase == "answer" and (demands := getattr(world.situation.public(), "demands", ())):
        shown = world.controller.scene.screens.get(seat)
        demand = int(str(shown.sign.values.get("demand", demands[0]))) if isinstance(shown, Notice) else int(demands[0])
        lamp = world.controller.scene.lamps.get(no, world.dark)
        is_lowest = lamp.look.pattern is Pattern.SOLID  # NO says that a sacrifice is meant
        cards = [card for card in cards if int(card) >= demand and not is_lowest] or cards[:1]
    elif phase == "attack":
        cards = cards[1:] or cards  # the last card is kept for the showdown
    if cards and seat not in getattr(world.situation.public(), "ready", ()):
        yield Gesture(Kind.LAY, seat, cards[0], zone, f"hand:{seat}")


def _named(world: World, seat: str, hand: list[str]) -> Iterator[Gesture]:
    """Turn by RIGHT to a card of the hand that the rules allow; OK, which is lit then, takes it."""
    match, screen = world.situation.game.match, world.controller.scene.screens.get(seat)
    acts = match.legal(seat, hand) if match is not None else []
    wanted = {str(card) for act in acts for card in (act.get("card"), *_list(act.get("cards")))}
    if any(act.get("do") == "replace" for act in acts):
        wanted = {"item.done"}
    if not is_lit(world, f"{seat}.ok") or (isinstance(screen, Choice) and screen.item not in wanted):
        yield Gesture(Kind.TAP, what=f"{seat}.right")


def _list(value: object) -> list[object]:
    return list(value) if isinstance(value, (list, tuple)) else []


def _several(world: World, seat: str, zone: str, hand: list[str]) -> Iterator[Gesture]:
    """Lay the next card of several that the rules allow together, or press OK after the last one."""
    shown, match = list(world.situation.entry(seat).cards), world.situation.game.match
    for act in match.legal(seat, [*hand, *shown]) if match is not None else ():
        cards = act.get("cards")
        if not isinstance(cards, (list, tuple)) or len(cards) < 2 or list(cards)[: len(shown)] != shown:
            continue
        if len(cards) == len(shown):
            yield Gesture(Kind.TAP, what=f"{seat}.ok")
        elif cards[len(shown)] in hand:
            yield Gesture(Kind.LAY, seat, str(cards[len(shown)]), zone, f"hand:{seat}")
        return
