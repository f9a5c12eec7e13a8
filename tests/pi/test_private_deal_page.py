"""The page of a simulated table whose hidden cards pass a pad: what is dragged into a hand goes over the pad."""

from __future__ import annotations

import msgspec

from pi.cards_told import cards_in
from pi.public_state import public_state
from pi.worlds import Say, Setting, World, enrolled, world_of
from pi.worlds_people import opening, tap

RING = Setting(msgspec.structs.replace(enrolled("kittens", "zh56"), mode="seen"), ("1", "2"), 1, {"1": "en", "2": "en"})
PAIR = Setting(
    msgspec.structs.replace(enrolled("tacocat", "tc38"), mode="seen"), ("YAY", "WOW"), 1, {"YAY": "en", "WOW": "en"}
)


def sizes(world: World) -> object:
    return public_state(world.situation)["hand_size"]


def drag_from_pile(world: World, seat: str) -> None:
    """Drag the top card of the pile into the own hand, and then from the pad."""
    world.take(Say(seat, {"do": "place", "card": "back pile 0", "place": f"hand:{seat}"}, 0.6))
    lying = cards_in(world.ears[seat].last("truth"))
    (back,) = [card for card in lying if card["place"] == "play"]
    assert back["face"] is None
    world.take(Say(seat, {"do": "place", "card": back["id"], "place": f"hand:{seat}"}, 0.6))


def test_a_seat_drags_its_cards_over_the_pad() -> None:
    with world_of(RING) as world:
        for step in opening(world):
            world.take(step)
        world.take(Say("1", {"do": "gather"}, 0.6))
        for _ in range(8):
            for seat in ("1", "2"):
                drag_from_pile(world, seat)
        assert sizes(world) == {"1": 8, "2": 8}

        world.take(Say("1", {"do": "gather"}, 0.6))
        for step in tap("1", "ok"):
            world.take(step)
        assert public_state(world.situation)["phase"] == "turn"
        assert len(world.truth.at("draw")) == 35
        drag_from_pile(world, "1")
        assert sizes(world) == {"1": 9, "2": 8}


def test_a_seat_that_is_not_lit_cannot_take_a_card() -> None:
    with world_of(RING) as world:
        for step in opening(world):
            world.take(step)
        world.take(Say("1", {"do": "gather"}, 0.6))
        world.take(Say("2", {"do": "place", "card": "back pile 0", "place": "hand:2"}, 0.6))

        assert sizes(world) == {"1": 0, "2": 0}
        assert world.truth.at("play") == ()


def test_tacocat_deals_over_the_own_pad() -> None:
    with world_of(PAIR) as world:
        for step in opening(world):
            world.take(step)
        world.take(Say("YAY", {"do": "token", "space": 0}, 0.6))
        world.take(Say("YAY", {"do": "gather"}, 0.6))
        for _ in range(7):
            for seat in ("YAY", "WOW"):
                world.take(Say(seat, {"do": "draw", "seat": seat}, 0.7))

        assert public_state(world.situation)["phase"] == "replace"
        assert len(world.truth.at("hand:YAY")) == 6
