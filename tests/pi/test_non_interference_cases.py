"""Single cases of two worlds that a viewer may not tell apart, which play by chance rarely meets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from pi.public_state import public_state
from pi.worlds import SPECTATOR, Deal, Say, Setting, Step, World, enrolled, world_of
from pi.worlds_people import NOTICED_S, cards_at, carry, dealt, in_hand, opening, tap
from tacotable.commands.run import make_parser, options_of
from tacotable_sim.truth import BOX, DRAW, hand_of

ONE, TWO, THREE = "1", "2", "3"


def ring(game: str) -> Setting:
    seats = (ONE, TWO, THREE)
    return Setting(enrolled("kittens", game), seats, 1, dict.fromkeys((*seats, SPECTATOR), "en"))


def take_all(world: World, steps: Iterator[Step]) -> None:
    for step in steps:
        world.take(step)


def with_card(places: Mapping[str, tuple[str, ...]], tag: str, place: str) -> dict[str, tuple[str, ...]]:
    """Give an arrangement in which a card lies first in a place, and the card that was first there where it was."""
    first = places[place][0]
    swap = {tag: first, first: tag}
    return {name: tuple(swap.get(each, each) for each in tags) for name, tags in places.items()}


def deal_with(world: World, wanted: Mapping[str, str]) -> None:
    """Deal so that a card of a face lies first in each of some places."""
    places: dict[str, tuple[str, ...]] = dict(dealt(world, Random(1)).places)
    face_of = {card.tag: card.face for card in world.rig.table.plan.deck}
    for place, face in wanted.items():
        taken = {places[other][0] for other in wanted if face_of[places[other][0]] == wanted[other]}
        not_in_box = (tag for name, tags in places.items() if name != BOX for tag in tags)
        tag = next(tag for tag in not_in_box if face_of[tag] == face and tag not in taken)
        places = with_card(places, tag, place)
    world.take(Deal(places))


def show(world: World, seat: str, face: str) -> None:
    card = next(card for card in in_hand(world, seat) if card["face"] == face)
    world.take(carry(seat, card, "play", NOTICED_S))


def hide_while_another_looks(slot: int) -> World:
    """Seat 1 defuses and says so first; seat 2 looks at the pile, and only then seat 1 hides the kitten."""
    with world_of(ring("ek120")) as world:
        take_all(world, opening(world))
        deal_with(world, {hand_of(ONE): "defuse", hand_of(TWO): "see-the-future", DRAW: "exploding-kitten"})
        take_all(world, tap(ONE, "ok"))
        world.take(Say(ONE, {"do": "draw", "seat": ONE}, 0.2))
        show(world, ONE, "exploding-kitten")
        show(world, ONE, "defuse")
        take_all(world, tap(ONE, "ok"))
        show(world, TWO, "see-the-future")
        for seat in (TWO, ONE, THREE):
            take_all(world, tap(seat, "ok"))
        world.take(Say(TWO, {"do": "look", "seat": TWO}, 0.2))
        assert world.ears[THREE].last("truth")["looking"] == [TWO]
        kitten = cards_at(world, ONE, "front:1")[0]
        assert kitten["face"] == "exploding-kitten"
        world.take(carry(ONE, kitten, "pile", 0.5, slot=slot))
    return world


def test_a_look_does_not_tell_where_a_card_was_hidden_meanwhile() -> None:
    high, low = hide_while_another_looks(0), hide_while_another_looks(9)

    assert high.ears[THREE].heard == low.ears[THREE].heard
    assert high.ears[SPECTATOR].heard == low.ears[SPECTATOR].heard


def put_away_after_replacing(face: str) -> World:
    """YAY replaces a card face down, says so, and only when all have replaced it takes the card off the pad."""
    setting = Setting(enrolled("tacocat", "tc36"), ("YAY", "WOW"), 1, dict.fromkeys(("YAY", "WOW", SPECTATOR), "en"))
    with world_of(setting) as world:
        take_all(world, opening(world))
        world.take(Say("YAY", {"do": "token", "space": 1}, 0.4))
        world.take(Say("YAY", {"do": "token", "space": 0}, 0.6))
        deal_with(world, {hand_of("YAY"): face})
        for seat in ("YAY", "WOW"):
            take_all(world, tap(seat, "ok"))
        world.take(carry("YAY", in_hand(world, "YAY")[0], "YAY.pad", NOTICED_S))
        for seat in ("YAY", "WOW"):
            take_all(world, tap(seat, "ok"))
        assert public_state(world.situation)["phase"] == "duel"
        world.take(carry("YAY", cards_at(world, "YAY", "YAY.pad")[0], "discard", 0.5))
        assert len(cards_at(world, "WOW", "discard")) == 1
    return world


def test_a_card_replaced_in_print_and_play_stays_face_down_however_late_it_is_put_away() -> None:
    high, low = put_away_after_replacing("9"), put_away_after_replacing("3")

    assert high.ears["WOW"].heard == low.ears["WOW"].heard
    assert high.ears[SPECTATOR].heard == low.ears[SPECTATOR].heard


def test_a_table_that_is_run_shuffles_otherwise_at_each_start() -> None:
    seeds = {options_of(make_parser().parse_args([])).seed for _ in range(5)}

    assert len(seeds) == 5
    assert options_of(make_parser().parse_args(["--seed", "7"])).seed == 7
