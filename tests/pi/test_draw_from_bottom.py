"""The card that a seat draws on the page: the bottom one after Draw from the Bottom, the top one at any other time."""

from __future__ import annotations

from random import Random

import pytest

from tacotable.app.simulated import hands_at
from tacotable.autoplay.players import deal_as_asked
from tacotable.autoplay.rig import Rig, simulated_table
from tacotable.simulation.hands.base import TableHands
from tacotable.state.role import Role
from tacotable.table.file import SHIPPED, read_table
from tacotable.table.kinds import deck_of, games_of
from tacotable_engine.exploding.ruleset import RULESETS
from tacotable_sim.truth import BOX, DISCARD, DRAW, hand_of

CARD, HOST = "draw-from-bottom", Role("simulation")
TABLES = [
    (name, game)
    for name in SHIPPED
    for game in games_of(read_table(name))
    if game in RULESETS.names() and CARD in deck_of(game)
]
WINDOW_S = 4.0


def begin(rig: Rig, seats: tuple[str, ...]) -> None:
    """Seat players, and deal."""
    for seat in seats:
        rig.tap(f"{seat}.ok")
    rig.hold(f"{seats[0]}.ok")
    deal_as_asked(rig)
    rig.wait(rig.settle_s)
    rig.tap(f"{seats[0]}.ok")


def play_bottom(rig: Rig, seat: str) -> None:
    """Have the seat on turn play the card, and nobody stop it; both ends of the pile are harmless."""
    truth = rig.table.truth
    zone = "play" if "play" in truth.zones else f"{seat}.pad"
    for card in truth.at(zone):
        rig.lift(card.tag)
    place = next(each for each in truth.places if each != DISCARD and CARD in [card.face for card in truth.at(each)])
    card = truth.search(CARD, place)
    truth.place(next(each for each in truth.at(hand_of(seat)) if each != card).tag, BOX)  # in its stead
    rig.lift(card.tag, zone)
    rig.tap(f"{seat}.ok")
    rig.wait(WINDOW_S)
    harmless = [card.tag for card in truth.at(DRAW) if not card.face.startswith("exploding")]
    rest = [card.tag for card in truth.at(DRAW) if card.tag not in harmless[:2]]
    truth.arrange(DRAW, [harmless[0], *rest, harmless[1]])


def bottoms(hands: TableHands, role: Role) -> list[str]:
    """Return the seats whose pile button is that for the bottom."""
    allow = hands.truth(role)["allow"]
    assert isinstance(allow, list)
    return [what.removeprefix("bottom:") for what in allow if what.startswith("bottom:")]


@pytest.mark.long(keep=2)
@pytest.mark.parametrize(("name", "game"), TABLES)
def test_after_draw_from_the_bottom_the_one_pile_button_of_every_seat_draws_the_bottom_card(
    name: str, game: str
) -> None:
    seats = read_table(name).seat_names
    for first, second in {*zip(seats[::2], seats[1::2], strict=False), seats[-2:]}:
        draw_each(name, game, (first, second))


def draw_each(name: str, game: str, players: tuple[str, ...]) -> None:
    """Have each player of a game play the card, and draw by the button of its seat."""
    with simulated_table(read_table(name, game), game=game) as rig:
        truth, hands = rig.table.truth, hands_at(rig.table, rig.program.controller.situation, Random(1))
        begin(rig, players)
        for seat in players:
            role = Role("seat", seat)
            assert bottoms(hands, HOST) == bottoms(hands, role) == []
            play_bottom(rig, seat)
            assert bottoms(hands, HOST) == bottoms(hands, role) == [seat]
            bottom = truth.at(DRAW)[-1].tag

            hands.do(HOST if seat == players[0] else role, {"do": "draw", "seat": seat})
            rig.wait(rig.settle_s)
            rig.tap(f"{seat}.ok")

            assert truth.where(bottom) == hand_of(seat)
            assert bottoms(hands, HOST) == []


@pytest.mark.parametrize("is_late", [False, True])
def test_who_presses_ok_first_still_draws_the_bottom_card(is_late: bool) -> None:
    with simulated_table("kittens") as rig:
        hands = hands_at(rig.table, rig.program.controller.situation, Random(1))
        begin(rig, ("1", "2"))
        play_bottom(rig, "1")
        top, bottom = (rig.table.truth.at(DRAW)[end].tag for end in (0, -1))
        if is_late:
            rig.wait(2)
            rig.tap("1.ok")

        hands.do(Role("seat", "1"), {"do": "draw", "seat": "1"})

        assert (rig.table.truth.where(top), rig.table.truth.where(bottom)) == (DRAW, hand_of("1"))
