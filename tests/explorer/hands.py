"""Hands and acts: an act names the cards that hands laid or turned to and their target, and legal cards count."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from tacotable_drivers.ports import Pattern
from tacotable_engine.cards import UNKNOWN

if TYPE_CHECKING:
    from explorer.world import Ruled, World
    from tacotable.state.facts import Acted

READ_MS = 1_700.0  # So long after its question a seat has read it, whoever asked it.
PRESS_MS = 500.0  # So long after a change a press counts.
BY_HAND = frozenset(("draw", "give", "steal"))  # Acts of a card that goes from hand to hand, and passes no pad.
TURNING = ("left", "right", "no", "nope")  # Buttons that turn to another item.
ASKING = (Pattern.FAST, Pattern.SLOW)


def cards_of(act: Mapping[str, object]) -> list[str]:
    """Return the cards that an act names; of a Nope and a Defuse the card of that name."""
    cards = act.get("cards", [act["card"]] if "card" in act else [act["do"]] if act["do"] in ("nope", "defuse") else [])
    return list(map(str, cards)) if isinstance(cards, (list, tuple)) else []


def unchosen(world: World, ruled: Ruled, fact: Acted) -> Iterator[str]:
    """Yield in which way an act is not what hands chose: other cards than they laid, no turn to a card, no target."""
    seat, public = fact.seat, world.situation.public()
    named, laid = cards_of(fact.act), [world.faces[tag] for tag in fact.tags if tag in world.faces]
    if len(laid) > len(named) and "name" in fact.act:
        named.append(str(fact.act["name"]))
    if named and laid and UNKNOWN not in named and sorted(named) != sorted(laid):
        yield "names other cards than hands laid"
    if fact.act["do"] == "replace" and set(named) - {UNKNOWN} and is_face_down(world):
        yield "names cards that lie face down"
    since_ms = ruled.asked.since_ms if ruled.asked is not None else 0.0
    presses = [one for one in world.presses if one.ended_ms >= since_ms]
    turned = {one.button for one in presses if one.button in [f"{seat}.{role}" for role in TURNING]}
    is_held = any(one.is_held and one.button == f"{seat}.ok" for one in presses)  # it takes the item on show
    has_pad = f"{seat}.pad" in world.antennas or "play" in world.antennas
    if named and UNKNOWN not in named and not (fact.tags or has_pad or turned or is_held):
        yield "by a card that no button turned to"
    target, sizes = fact.act.get("target"), getattr(public, "hand_size", {})
    is_choice = target and sum(size > 0 for other, size in sizes.items() if other != seat) > 1
    if is_choice and not turned and not any(one.button.startswith(f"{target}.") for one in presses):
        yield "at a target that no hand chose"


def is_face_down(world: World) -> bool:
    """Return whether cards are replaced face down, and no reader is to know them."""
    match = world.situation.game.match
    ruleset = match.state.terms.ruleset if match is not None and world.is_known else None
    return getattr(ruleset, "replaces_face_down", False) and not world.situation.game.is_seen


def laid_at_once(world: World, tag: str) -> set[str]:
    """Return the cards that were laid in the same moment, that the reader reports too, and that are not in use."""
    card, known = world.laid[tag], world.used_tags().union(*(one.tags for one in world.situation.game.entries.values()))
    reported = world.antennas[card.zone].reported if card.zone in world.antennas else ()
    laid = {other for other in reported if other in world.laid and world.laid[other].at_ms == card.at_ms}
    return laid - known - {tag}


def is_playable(world: World, zone: str, tag: str) -> bool:
    """Return whether a card lies alone on a pad, can only be of one seat that had read its question, and is legal.

    A card that explodes is none: it is asked whose it is.
    """
    public, match, ui = world.situation.public(), world.situation.game.match, world.situation.ui
    card = world.laid.get(tag)
    is_still = world.situation.game.is_paused or ui.question is not None or ui.menus or ui.refusals
    if public is None or match is None or card is None or is_still or not world.is_known:
        return False
    seat, face = card.seat, world.faces[tag]
    if (
        world.places[zone] != (tag,)
        or tag in world.used_tags()
        or card.source != f"hand:{seat}"
        or world.now_ms - card.at_ms > READ_MS  # it was uncovered
        or face == world.lethal
    ):
        return False
    is_own = zone == f"{seat}.pad" or (public.phase != "window" and public.to_act == (seat,) and "." not in zone)
    since_ms = world.asked[seat].since_ms if seat in world.asked else world.now_ms
    nopes = [f"{other}.{role}" for other in world.seats if other != seat for role in ("nope", "no")]
    is_first = not any(one.button in nopes and one.ended_ms >= since_ms for one in world.presses)  # else it waits
    is_read = is_first if public.phase == "window" else card.at_ms >= since_ms + READ_MS
    if not (is_own and is_read) or seat in world.situation.game.robots or world.situation.entry(seat).cards:
        return False
    return any(cards_of(act) == [face] and act["do"] not in BY_HAND for act in match.legal(seat, [face]))


def counts(world: World) -> bool:
    """Return whether the playable card of the last gesture is part of an act, or is by one press of a lit button."""
    if _is_in_act(world):
        return True
    for button, lamp in world.controller.scene.lamps.items():
        if button.startswith(f"{world.laid_by(world.playable)}.") and lamp.look.pattern in ASKING:
            tried = world.fork()
            tried.playable = world.playable
            tried.wait(PRESS_MS)
            tried.tap(button)
            if _is_in_act(tried):
                return True
    return False


def _is_in_act(world: World) -> bool:
    tags = (getattr(one.fact, "tags", ()) or (getattr(one.fact, "tag", None),) for one in world.facts)
    return any(world.playable in each for each in tags)
