"""Two private deals that differ only in cards hidden from a viewer look the same to it, byte for byte.

The same tags pass the same pad in the same order, and stick on other cards in the second world: those of all other
hands, and of the pile. Every scene and every line of the page's log is compared, for a seat and for a spectator.
"""

from __future__ import annotations

from random import Random

import pytest

from pi.passing_hands import ROUNDS, PassingPair, PassingRing
from tacotable.catalog import Catalog
from tacotable.history.lines import log_line
from tacotable.state.role import Role
from tacotable.state.scene import Scene

LOW = frozenset(map(str, range(1, 11)))
"""Cards of both editions of Tacocat."""
DRAWN = ("cat-3", "cat-3", "cat-3", "cat-4", "cat-4", "cat-4", "see-the-future", "skip", "favor")
Told = list[object]


def told_to(hands: PassingRing | PassingPair, seat: str | None) -> Told:
    """Give all that a seat was shown, or with None what everyone was, and its log."""
    role = Role("seat" if seat else "spectator", seat)
    words, log = Catalog("en"), hands.situation.log
    return [*(_of_scene(scene, seat, hands) for scene in hands.shown), *(log_line(e, role, words, log) for e in log)]


def _of_scene(scene: Scene, seat: str | None, hands: PassingRing | PassingPair) -> object:
    others = {name for name in hands.situation.seats if name != seat}
    screens = {name: screen for name, screen in scene.screens.items() if name not in others}
    own = scene.prompts.get(seat) if seat else None
    return scene.lights, scene.lamps, screens, own, scene.public_prompts, scene.cue


def ring_with(tags: dict[str, str], order: list[str]) -> PassingRing:
    """Play a deal and some draws with these tags on these cards, the deal in the order given."""
    ring = PassingRing()
    ring.situation.devices.faces = {**ring.faces, **tags}
    ring.sit("1", "2", "3")
    for tag in order[:24]:
        ring.pass_tag(tag)
    ring.tap("1.ok")
    for number, tag in enumerate(order[24:]):
        ring.tap(f"{number % 3 + 1}.ok")  # refused alike: the pad tells of a draw
        ring.pass_tag(tag)
    return ring


@pytest.mark.long(keep=5)
@pytest.mark.parametrize("seed", range(20))
def test_nobody_is_shown_what_the_others_hold(seed: int) -> None:
    chance, blank = Random(f"{seed}/deal"), PassingRing()
    dealt = [blank.take(face) for face in ("defuse", *ROUNDS) for _ in range(3)]
    order = [*dealt, *(blank.take(face) for face in DRAWN)]
    faces = {tag: blank.faces[tag] for tag in order}
    viewer = chance.choice(("1", "2", "3"))
    seats = [str(number % 3 + 1) for number in range(len(order))]
    hidden = [tag for n, tag in enumerate(order) if n >= 3 and seats[n] != viewer]
    mixed = dict(zip(hidden, chance.sample([faces[tag] for tag in hidden], len(hidden)), strict=True))

    first, second = ring_with(faces, order), ring_with({**faces, **mixed}, order)
    assert first.sizes() == second.sizes() == {"1": 11, "2": 11, "3": 11}
    assert told_to(first, viewer) == told_to(second, viewer)
    assert told_to(first, None) == told_to(second, None)


def pair_with(faces: dict[str, str], order: list[tuple[str, str]]) -> PassingPair:
    pair = PassingPair()
    pair.situation.devices.faces = {**pair.faces, **faces}
    pair.start()
    for seat, tag in order:
        pair.lay_tag(seat, tag)
        pair.clear(seat)
    pair.tap("YAY.no")
    pair.tap("YAY.ok")
    pair.tap("WOW.ok")
    return pair


@pytest.mark.parametrize("seed", range(20))
def test_neither_seat_is_shown_what_the_other_holds(seed: int) -> None:
    chance, blank = Random(f"{seed}/pair"), PassingPair()
    tags = [blank.take(face) for face in ("2", "2", "3", "3", "4", "4", "5", "5", "6", "6", "7", "7", "8", "9")]
    order = list(zip(("YAY", "WOW") * 7, chance.sample(tags, len(tags)), strict=True))
    viewer = chance.choice(("YAY", "WOW"))
    unseen = [tag for tag, face in blank.faces.items() if tag not in tags and face in LOW][:6]
    hidden = [tag for seat, tag in order if seat != viewer] + unseen
    mixed = dict(zip(hidden, chance.sample([blank.faces[tag] for tag in hidden], len(hidden)), strict=True))

    first, second = pair_with({}, order), pair_with(mixed, order)
    assert first.sizes() == second.sizes() == {"YAY": 7, "WOW": 7}
    assert told_to(first, viewer) == told_to(second, viewer)
    assert told_to(first, None) == told_to(second, None)


def test_a_leak_would_be_found() -> None:
    blank = PassingRing()
    order = [blank.take(face) for face in ("defuse", *ROUNDS) for _ in range(3)]
    faces = {tag: blank.faces[tag] for tag in order}
    first, second = ring_with(faces, order), ring_with(faces, order)
    second.situation.note("table", "event.drew", {"seat": "2"})

    assert told_to(first, "1") != told_to(second, "1")
