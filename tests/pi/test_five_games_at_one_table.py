"""One table for five games: that of Tacocat plays the Exploding games too, each seat on its own pad."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import cast

import pytest

from pi.hands import Hands
from pi.kitten_hands import KittenHands
from pi.public_state import public_state
from tacotable.autoplay.games import finish_game
from tacotable.autoplay.rig import Rig, simulated_table
from tacotable.core.controller import Controller
from tacotable.games.exploding.game import Exploding
from tacotable.games.exploding.state import exploding, is_blind
from tacotable.state.facts import Fact
from tacotable.state.game_state import Stage
from tacotable.state.situation import Family, Situation
from tacotable.table.file import read_table
from tacotable.table.kinds import deck_of, games_of
from tacotable_drivers import ports

EVENING = ("tc38", "tc36", "ek120", "min72", "zh56")


class PairHands(KittenHands):
    """Hands of two people at the Tacocat table, in an Exploding game."""

    def __init__(self, game: str = "zh56") -> None:
        super().__init__(game, table=read_table("tacocat"))
        self.tap("YAY.ok")
        self.tap("WOW.ok")
        self.hold("YAY.ok")
        self.before_deal()
        self.tap("YAY.ok")

    def before_deal(self) -> None:
        """Do something while the cards are set up."""

    def lay(self, seat: str, face: str) -> str:
        """Lay a card that was not used yet on the pad of a seat, and leave it there."""
        tag = self.take(face)
        self.wait(300)
        self.tell(ports.TagArrived(f"{seat}.pad", tag, self.now_ms))
        return tag

    def take_off(self, seat: str, tag: str) -> None:
        self.wait(300)
        self.tell(ports.TagLeft(f"{seat}.pad", tag, self.now_ms))


@pytest.mark.parametrize("name", ["tacocat", "tacocat-hub"])
def test_a_table_for_tacocat_offers_all_five(name: str) -> None:
    assert games_of(read_table(name)) == EVENING


def test_a_ring_without_a_board_and_a_table_without_pads_offer_their_own() -> None:
    assert games_of(read_table("kittens")) == ("ek120", "min72", "zh56")
    assert games_of(read_table("buttons")) == ("tc38", "tc36")


def test_no_turns_through_the_games_of_the_table_and_round_again() -> None:
    with simulated_table("tacocat") as rig:
        shown = [rig.program.controller.situation.ui.lobby_game]
        for _ in range(7):
            rig.tap("YAY.no")
            shown.append(rig.program.controller.situation.ui.lobby_game)

    # The two of Tacocat come a second time with a practice round.
    assert shown == ["tc38", "tc36", "tc38", "tc36", "ek120", "min72", "zh56", "tc38"]


class NewHands(PairHands):
    """Hands whose first game is guided from the set-up on."""

    def before_deal(self) -> None:
        assert self.text("YAY").startswith("NEW: HOLD NOPE")
        self.hold("YAY.no")
        assert "First game" in self.text("YAY")
        self.tap("YAY.ok")


def test_the_guide_that_the_set_up_offers_begins_there() -> None:
    hands = NewHands()

    assert hands.situation.game.guided == ("YAY", "WOW")
    assert hands.text("YAY") == "YOUR TURN / Show cards, OK / Draw + OK ends it"


def test_a_card_on_the_own_pad_is_played_by_its_seat() -> None:
    hands = PairHands()

    hands.lay("YAY", "skip")
    hands.tap("YAY.ok")

    assert hands.phase() == "window"


def test_a_nope_on_the_own_pad_needs_no_press() -> None:
    hands = PairHands()
    tag = hands.lay("YAY", "skip")
    hands.tap("YAY.ok")

    hands.lay("WOW", "nope")

    assert public_state(hands.situation)["pending"]["nopes"] == 1
    assert hands.situation.devices.zones["YAY.pad"] == tag


def test_a_card_of_who_is_not_asked_is_told_to_be_early_and_is_never_the_others() -> None:
    hands = PairHands()

    hands.lay("WOW", "attack")

    assert hands.situation.ui.refusals["WOW"].code == "refusal.early"
    assert not hands.situation.entry("YAY").cards


def test_a_kitten_behind_a_reflex_ok_is_the_draw_of_its_own_pad() -> None:
    hands = PairHands()
    hands.tap("YAY.ok")

    hands.lay("YAY", "exploding-kitten")

    assert (hands.phase(), public_state(hands.situation)["to_act"]) == ("defuse", ["YAY"])


def test_used_cards_may_lie_on_both_pads() -> None:
    hands = PairHands()
    used = hands.lay("YAY", "skip")
    hands.tap("YAY.ok")
    hands.tap("WOW.ok")

    hands.lay("WOW", "skip")
    hands.tap("WOW.ok")
    hands.take_off("YAY", used)

    assert hands.phase() == "window"
    assert hands.situation.entry("WOW").cards == ()


def test_the_display_in_the_middle_tells_everyone_how_the_game_stands() -> None:
    hands = PairHands()

    assert hands.text("space 0") == "YAY: YOUR TURN / play, or draw: OK / pile 35 / lethal 1"
    assert "table" not in hands.scene.screens


def test_both_readers_silent_are_waited_for_and_one_alone_is_not() -> None:
    hands = PairHands()

    hands.tell(ports.ZoneUnknown("YAY.pad", hands.now_ms))
    hands.lay("WOW", "skip")

    assert hands.situation.entry("YAY").cards == ("skip",)  # while a pad is silent the other one is everybody's
    hands.tell(ports.ZoneUnknown("WOW.pad", hands.now_ms))
    assert is_blind(exploding(hands.situation))


def put_away(rig: Rig) -> None:
    """Put the game that is over away, and clear the table."""
    while rig.program.controller.situation.game.stage is not Stage.LOBBY:
        rig.tap("YAY.ok")
    rig.table.gather()
    if rig.table.truth.token != 0:
        rig.move_token(0)
    rig.wait(2.0)


def take_deck(rig: Rig, game: str) -> None:
    """Make the cards of a game the deck, as far as they are on the table, and gather it; others go into the box."""
    truth, wanted, deck = rig.table.truth, Counter(deck_of(game)), set[str]()
    for tag, card in truth._cards.items():
        if wanted[card.face]:
            wanted[card.face] -= 1
            deck.add(tag)
    truth._deck = frozenset(deck)
    rig.table.gather()


def turn_to(rig: Rig, game: str) -> None:
    """Turn to a game by the button, and take its deck out of the box."""
    situation = rig.program.controller.situation
    for _ in EVENING * 2:
        if situation.ui.lobby_game == game:
            break
        rig.tap("YAY.no")
    take_deck(rig, game)


@pytest.mark.long(keep=0)
def test_an_evening_of_all_five_games_at_the_tacocat_table_through_the_bytes() -> None:
    won = []
    with simulated_table("tacocat", seed=3) as rig:
        for number, game in enumerate(EVENING):
            turn_to(rig, game)
            public = finish_game(rig, Random(number)).public_view
            won.append((public.game, public.winner in ("YAY", "WOW")))
            put_away(rig)

    assert won == [(game, True) for game in EVENING]


class BrokenGames(Exploding):
    """Exploding games whose program fails when the lobby turns to them."""

    def settle(self, situation: Situation) -> Iterator[Fact]:
        raise RuntimeError("as a mistake of the program would")


def test_a_turn_to_a_game_that_fails_leaves_the_table_at_the_one_before() -> None:
    hands, told = Hands(), list[Exception]()
    find = hands.situation.family_of
    hands.controller = Controller(
        hands.situation, hands.log, lambda scene, on_lit: on_lit(), clock=lambda: 0.0, on_fault=told.append
    )
    broken = cast("Family[Situation]", BrokenGames())
    hands.situation.family_of = lambda game: broken if game == "ek120" else find(game)
    for _ in range(4):
        hands.tap("YAY.no")
    assert len(told) == 1

    hands.tap("YAY.ok")

    assert len(told) == 1
    assert hands.situation.ruleset == "tc36"
    assert hands.situation.game.match is not None
