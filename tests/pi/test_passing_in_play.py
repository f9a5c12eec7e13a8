"""A game whose hidden cards pass the pad: draws, steals, Favors, lethal cards; the pad stands in for the OK."""

from __future__ import annotations

import pytest

from pi.passing_hands import ROUNDS, PassingRing
from pi.public_state import public_state


@pytest.fixture
def ring() -> PassingRing:
    return PassingRing()


def play(ring: PassingRing, seat: str, *tags: str) -> None:
    """Show cards and let what they open pass."""
    for tag in tags:
        ring.pass_tag(tag)
    ring.tap(f"{seat}.ok")


def turn_to(ring: PassingRing, button: str, word: str) -> None:
    """Press a button until the display that everyone reads offers something."""
    for _ in range(20):
        if word in ring.text("table"):
            return
        ring.tap(button)
    raise AssertionError(f"{word} is not offered")


def let_all(ring: PassingRing) -> None:
    ring.wait(3_200)


def known(ring: PassingRing, seat: str) -> list[str]:
    """Give a hand as the referee knows it."""
    match = ring.situation.game.match
    assert match is not None
    hands = match.view("arbiter")["hands"]
    assert isinstance(hands, dict)
    return sorted(hands[seat])


def test_a_drawn_card_ends_the_turn_by_passing_the_pad(ring: PassingRing) -> None:
    ring.deal()
    ring.pass_card("cat-3")

    assert ring.public() == "2: YOUR TURN / play; draw: pad"
    assert known(ring, "1") == sorted(("defuse", *ROUNDS, "cat-3"))


def test_ok_alone_does_not_draw(ring: PassingRing) -> None:
    ring.deal()
    ring.tap("1.ok")

    assert ring.public() == "1: PAD, NOT OK / Lay the card on / it, face down"
    assert ring.sizes() == {"1": 8, "2": 8, "3": 8}


def test_a_card_of_the_hand_is_a_play_and_no_draw(ring: PassingRing) -> None:
    hands = ring.deal()
    play(ring, "1", hands["1"]["skip"])
    let_all(ring)

    assert ring.public() == "2: YOUR TURN / play; draw: pad"
    assert ring.sizes() == {"1": 7, "2": 8, "3": 8}


def test_a_card_that_was_drawn_can_be_played_later(ring: PassingRing) -> None:
    ring.deal()
    tag = ring.pass_card("see-the-future")
    ring.pass_card("cat-3")
    ring.pass_card("cat-3")
    play(ring, "1", tag)

    assert ring.public() == "See Future / by 1: NOPE/OK?"


def test_a_card_of_the_pile_is_refused_while_a_play_waits(ring: PassingRing) -> None:
    hands = ring.deal()
    ring.pass_tag(hands["1"]["cat-1"])
    ring.show("cat-3")

    assert ring.public() == "1: PLAY OR BACK / Take it off, then / OK, NOPE: back"


def test_a_cat_may_be_shown_whether_or_not_there_is_a_second_one(ring: PassingRing) -> None:
    hands = ring.deal()
    ring.pass_tag(hands["1"]["cat-1"])

    assert ring.situation.entry("1").cards == ("cat-1",)


def test_a_lethal_card_that_cannot_be_defused_ends_it_at_once(ring: PassingRing) -> None:
    hands = ring.deal()
    ring.pass_card("exploding-kitten")
    ring.pass_tag(hands["1"]["defuse"])
    ring.tap("1.ok")
    for _ in range(2):
        ring.pass_card("cat-3")
    ring.pass_card("exploding-kitten")

    assert public_state(ring.situation)["alive"] == ["2", "3"]
    ring.wait(6_000)
    assert ring.public() == "2: YOUR TURN / play; draw: pad"


def test_the_cards_of_who_is_out_are_discarded_ones(ring: PassingRing) -> None:
    hands = ring.deal()
    ring.pass_card("exploding-kitten")
    ring.pass_tag(hands["1"]["defuse"])
    ring.tap("1.ok")
    for _ in range(2):
        ring.pass_card("cat-3")
    ring.pass_card("exploding-kitten")
    ring.wait(6_000)
    ring.pass_tag(hands["1"]["skip"])

    ring.show_tag(hands["1"]["skip"])
    assert ring.public() == "2: Played before / Take it off; yours? / hold OK: counts"


def test_a_favor_passes_the_pad_and_goes_to_who_asked(ring: PassingRing) -> None:
    hands = ring.deal()
    play(ring, "1", hands["1"]["favor"])
    ring.tap("3.ok")
    let_all(ring)
    assert ring.public() == "FAVOR: 3 / to 1, over pad"

    ring.pass_tag(hands["3"]["cat-2"])
    assert known(ring, "1").count("cat-2") == 2
    assert "cat-2" not in known(ring, "3")
    assert ring.public() == "3 GAVE / 1: your turn"


def test_a_favor_is_paid_out_of_the_own_hand(ring: PassingRing) -> None:
    hands = ring.deal()
    play(ring, "1", hands["1"]["favor"])
    ring.tap("3.ok")
    let_all(ring)
    ring.show("cat-3")

    assert ring.public() == "3: NOT THAT ONE / It comes out of / 3's hand"
    assert ring.sizes() == {"1": 7, "2": 8, "3": 8}


def test_a_stolen_card_passes_the_pad(ring: PassingRing) -> None:
    hands = ring.deal()
    first = ring.pass_card("cat-1")
    for _ in range(2):
        ring.pass_card("cat-3")
    play(ring, "1", hands["1"]["cat-1"], first)
    ring.tap("2.ok")
    let_all(ring)
    assert ring.public() == "1 STEALS / of 2, over pad"

    ring.pass_tag(hands["2"]["nope"])
    assert known(ring, "1").count("nope") == 2
    assert "nope" not in known(ring, "2")


def test_three_of_a_kind_go_by_hand_and_any_such_card_may_be_laid_then(ring: PassingRing) -> None:
    ring.sit("1", "2")
    first = ("defuse", "cat-1", "cat-1", "cat-1", "favor", "nope", "cat-2", "cat-3")
    second = ("defuse", "skip", "skip", "attack", "favor", "nope", "cat-2", "cat-3")
    hands = [(ring.pass_card(one), ring.pass_card(other)) for one, other in zip(first, second, strict=True)]
    ring.tap("1.ok")
    play(ring, "1", *(one for one, _ in hands[1:4]))
    turn_to(ring, "1.nope", "Skip")
    ring.tap("1.ok")
    let_all(ring)
    assert ring.public() == "2: Skip / 1: your turn"

    play(ring, "1", hands[2][1])
    assert ring.public() == "Skip / by 1: NOPE/OK?"


def test_the_bottom_card_passes_the_pad() -> None:
    ring = PassingRing("ek120")
    ring.sit("1", "2", "3")
    hands: dict[str, str] = {}
    for face in ("defuse", "draw-from-bottom", "skip", "see-the-future", "nope", "cat-1", "cat-2", "cat-3"):
        for seat in ("1", "2", "3"):
            hands[f"{seat} {face}"] = ring.pass_card(face)
    ring.tap("1.ok")
    play(ring, "1", hands["1 draw-from-bottom"])
    let_all(ring)
    assert ring.public() == "1: BOTTOM / draw over pad"

    ring.pass_card("favor")
    assert "favor" in known(ring, "1")
    assert ring.public() == "2: YOUR TURN / play; draw: pad"


def test_a_draw_can_be_taken_back(ring: PassingRing) -> None:
    ring.deal()
    tag = ring.pass_card("cat-3")
    ring.wait(1_000)
    ring.hold("1.nope")
    turn_to(ring, "1.nope", "Take back")
    ring.tap("1.ok")
    ring.tap("2.ok")
    assert ring.sizes() == {"1": 8, "2": 8, "3": 8}

    ring.pass_tag(tag)
    assert ring.sizes() == {"1": 9, "2": 8, "3": 8}


def test_a_journal_gives_the_same_again(ring: PassingRing) -> None:
    hands = ring.deal()
    play(ring, "1", hands["1"]["favor"])
    ring.tap("3.ok")
    let_all(ring)
    ring.pass_tag(hands["3"]["cat-2"])
    ring.pass_card("cat-3")

    again = PassingRing()
    again.controller.resume(tuple(ring.log.facts))
    again.controller.start()
    assert again.situation.game.match is not None
    assert ring.situation.game.match is not None
    assert again.situation.game.match.position() == ring.situation.game.match.position()
    again.pass_tag(hands["2"]["cat-1"])
    assert again.situation.entry("2").cards == ("cat-1",)


def test_a_card_of_another_hand_is_nobodys_play_however_it_came_onto_the_pad(ring: PassingRing) -> None:
    hands = ring.deal()
    ring.show_tag(hands["3"]["cat-1"])

    assert ring.situation.entry("1").cards == ()
    assert ring.public() == "1: DEALT BEFORE / to 3; now / the next card"


def test_a_card_that_went_from_hand_to_hand_over_the_pad_is_played_from_where_it_is(ring: PassingRing) -> None:
    hands = ring.deal()
    play(ring, "1", hands["1"]["favor"])
    ring.tap("3.ok")
    let_all(ring)
    ring.pass_tag(hands["3"]["cat-2"])

    ring.pass_tag(hands["3"]["cat-2"])

    assert ring.situation.entry("1").cards == ("cat-2",)
