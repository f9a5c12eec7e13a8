"""OK held is never a dead offer: what a display offers for it leads to an act, or to an open question."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from explorer.gestures import Gesture, Kind, carry_out
from explorer.phase_list import KITTENS, PHASES, RING, SKIP
from explorer.phases import PACE_MS, Phase
from explorer.world import DISCARD, World
from tacotable.catalog import Catalog
from tacotable.games.exploding.state import ExplodingUi
from tacotable.state.facts import Acted, Closed, Shown
from tacotable.state.game_state import Stage
from tacotable.state.scene import Sign

WORDS = Catalog("en")
CODES = {f"refusal.{code}": text for code, text in WORDS.templates("refusal").items() if "hold ok" in text.lower()}
"""The messages that offer OK held, with their words."""
FAVOR = ("2 lays favor on play", "2 takes favor off play", "tap 2.ok")
FUTURE = ("1 lays see-the-future on play", "1 takes see-the-future off play", "tap 1.ok", *("wait 1 s",) * 3)
THREE = (*("1 lays cat-1 on play",) * 3, "1 takes all cards off play", "tap 1.ok")
LATE_HAND = ("nope", "skip", "see-the-future", "cat-1", "cat-1", "cat-1")
SEATS_3 = (*RING[:2], '{ tap = "3.ok" }', *RING[2:])


def at_own_pads(gestures: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(re.sub(r"^(\d)(.*) play$", r"\1\2 \1.pad", gesture) for gesture in gestures)


def _late() -> Iterator[Phase]:
    """Yield phases in which a Nope comes too late while a target or a name is asked."""
    whom = (*SKIP, "wait 4 s", *FAVOR)
    yield Phase("kittens", "ek120", "late, whom?", KITTENS, whom)
    yield Phase("ring-with-own-pads", "zh56", "late, whom?", SEATS_3, at_own_pads(whom))
    name = (*FUTURE, *THREE)
    yield Phase("kittens", "ek120", "late, which card?", RING, name, LATE_HAND)
    yield Phase("ring-with-own-pads", "zh56", "late, which card?", RING, at_own_pads(name), LATE_HAND)


ALL = (*PHASES.values(), *_late())


def laid(world: World) -> Iterator[Gesture]:
    """Yield each way in which a hand lays a card of its own, or one that was used, on a pad."""
    used = world.places[DISCARD][-1:]
    for seat in world.seats:
        for source, tags in ((f"hand:{seat}", world.places.get(f"hand:{seat}", ())), (DISCARD, used)):
            for face in dict.fromkeys(world.faces[tag] for tag in tags):
                yield from (Gesture(Kind.LAY, seat, face, zone, source) for zone in world.antennas)


def then(world: World) -> Iterator[Gesture]:
    """Yield what may change the meaning of a card that is on a pad."""
    yield from (Gesture(Kind.TAP, what=button) for button in world.buttons)
    yield from (Gesture(Kind.WAIT, seconds=seconds) for seconds in (1.0, 4.0))


def offers(world: World) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each message on show that offers OK held, with the seats that may hold it; those of a page, too."""
    page = world.situation.family.page_scene(world.situation)["accept"]
    assert isinstance(page, list)
    yield from (("page", (seat,)) for seat in page)
    scene, players = world.controller.scene, world.situation.game.players
    shown = {**{name: getattr(screen, "sign", None) for name, screen in scene.screens.items()}, **scene.prompts}
    for name, sign in shown.items():
        if isinstance(sign, Sign) and sign.code in CODES:
            named = str(sign.values.get("seat")) if "{seat}" in CODES[sign.code] else name
            yield sign.code, (named,) if named in world.seats else players


def goes_on(world: World, seat: str) -> bool:
    """Return whether OK held at a seat leads to an act, or to an open question."""
    (now := world.fork()).forget_facts()
    carry_out(now, Gesture(Kind.HOLD, what=f"{seat}.ok"), PACE_MS)
    ui = now.situation.ui.part
    is_asked = isinstance(ui, ExplodingUi) and (ui.whose is not None or ui.unowned_nope is not None)
    acts = [one.fact for one in now.facts if isinstance(one.fact, Acted | Shown | Closed)]
    return is_asked or any(getattr(fact, "ruling", "") != "illegal" for fact in acts)


def dead_offers(world: World) -> set[str]:
    """Return each message that offers OK held at seats of which none gets anywhere by that."""
    if world.situation.game.stage is not Stage.PLAY:
        return set()
    made = set(offers(world))
    return {f"{code} at {' '.join(seats)}" for code, seats in made if not any(goes_on(world, seat) for seat in seats)}


@pytest.mark.parametrize("phase", ALL, ids=str)
def test_ok_held_does_what_a_message_offers_for_it(phase: Phase) -> None:
    found, world = dict[str, str](), phase.world()
    for gesture in laid(world):
        carry_out(one := world.fork(), gesture, PACE_MS)
        found |= {dead: str(gesture) for dead in dead_offers(one)}
        for second in then(one) if one.situation.ui.refusals else ():
            carry_out(two := one.fork(), second, PACE_MS)
            found |= dict.fromkeys(dead_offers(two), f"{gesture}; {second}")

    assert found == {}
