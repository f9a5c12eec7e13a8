"""What hands do afterwards because the table has counted it before: a button was stuck, or pressed by mistake."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from simulation.people.ring_person import TURN, Ring
from tacotable_sim.people.base import Sign, Tap
from tacotable_sim.time.virtual_time import VirtualLoop
from tacotable_sim.truth import DISCARD, DRAW, Card, hand_of

DECK = (Card("99", "exploding-kitten"), Card("01", "cat-1"), Card("02", "cat-2"), Card("06", "defuse"))
FULL = {**TURN.values, "pile": 4}
MINE = Sign("status.turn", FULL)
LEFT_ONE = Sign("status.turn", {**FULL, "seat": "2", "pile": 3})
"""Seat 2 is to play, and one card fewer is on the pile."""
DEFUSE = Sign("status.defuse", {**FULL, "seat": "1", "card": "exploding-kitten", "pile": 3})
HIDE = Sign("status.hide", {**DEFUSE.values, "n": 1})
DEFUSED = Sign("status.defused", {**FULL, "seat": "1", "player": "2"})


@pytest.fixture
def ring(loop: VirtualLoop) -> Iterator[Ring]:
    made = Ring(loop, DECK)
    made.table.truth.arrange(DRAW, ["99", "01", "02", "06"])
    yield made
    made.table.close()


def put(ring: Ring, tag: str, place: str) -> None:
    """Put a card of the pile elsewhere."""
    ring.table.truth.put_on_top([tag])
    ring.table.place(tag, place)


def where(ring: Ring, tag: str) -> str:
    return ring.table.truth.where(tag)


def test_a_lethal_card_that_was_defused_by_a_button_that_stuck_is_hidden_all_the_same(ring: Ring) -> None:
    ring.sees(MINE)
    ring.player.notice(DEFUSE)

    ring.sees(DEFUSED)

    assert where(ring, "99") == DRAW
    assert ring.hand() == ()


def test_a_lethal_card_that_was_counted_as_harmless_is_put_back_for_one_that_is(ring: Ring) -> None:
    ring.sees(MINE)

    ring.sees(LEFT_ONE)

    assert where(ring, "99") == DRAW
    assert [card.tag for card in ring.hand()] == ["01"]


def test_a_draw_that_nobody_made_takes_no_lethal_card(ring: Ring) -> None:
    ring.player.notice(MINE)

    ring.sees(LEFT_ONE)

    assert [card.tag for card in ring.hand()] == ["01"]


def test_a_draw_that_is_owed_waits_until_the_display_tells_the_pile_again(ring: Ring) -> None:
    ring.player.notice(MINE)
    ring.player.notice(LEFT_ONE)
    ring.sees(Sign("status.turn", {"seat": "2", "cards": (), "n": 0, "item": "item.draw"}))

    ring.sees(LEFT_ONE)

    assert [card.tag for card in ring.hand()] == ["01"]


def test_nobody_draws_while_a_lethal_card_lies_before_somebody_who_goes_on_living(ring: Ring) -> None:
    put(ring, "99", "front:2")

    ring.sees(MINE)

    assert ring.hand() == ()


def test_a_card_that_others_have_not_put_back_is_no_draw_of_ones_own(ring: Ring) -> None:
    put(ring, "99", "front:2")
    ring.player.notice(MINE)
    ring.table.place("99", DRAW, slot=3)

    ring.sees(MINE)

    assert [card.tag for card in ring.hand()] == ["01"]


def test_a_favor_that_a_button_answered_is_given_all_the_same(ring: Ring) -> None:
    put(ring, "01", hand_of("1"))
    ring.player._answers.make_up_for(Sign("status.give", {"seat": "2", "target": "1", "name": ""}))

    ring.sees(Sign("status.gave", {**TURN.values, "seat": "1", "target": "2", "player": "2", "pile": 3}))

    assert where(ring, "01") == hand_of("2")


def test_a_card_that_a_button_stole_is_taken_all_the_same(ring: Ring) -> None:
    put(ring, "01", hand_of("2"))
    ring.player._answers.make_up_for(Sign("status.steal", {"seat": "1", "target": "2"}))

    ring.sees(Sign("status.turn", {**TURN.values, "pile": 3}))

    assert where(ring, "01") == hand_of("1")


@pytest.mark.parametrize("is_seen", [False, True])
def test_who_steals_waits_for_the_card_that_the_other_one_has_just_laid_by_mistake(ring: Ring, is_seen: bool) -> None:
    ring.party.is_seen = is_seen
    put(ring, "01", "play")

    steps = ring.sees(Sign("status.steal", {**FULL, "seat": "1", "target": "2"}))

    assert Tap("1.ok") not in steps
    assert where(ring, "01") == "play"


def test_who_is_out_by_a_button_that_stuck_lays_the_hand_down(ring: Ring) -> None:
    put(ring, "01", hand_of("1"))

    ring.sees(Sign("sign.exploded", {"seat": "1", "next": "2"}))

    assert where(ring, "01") == DISCARD


def test_who_has_lost_lays_the_hand_down_before_the_game_is_left(ring: Ring) -> None:
    won = Sign("sign.won", {"winner": "2"})
    put(ring, "01", hand_of("1"))
    before = ring.player.is_over(won)

    ring.sees(won)

    assert (before, ring.player.is_over(won)) == (False, True)
    assert where(ring, "01") == DISCARD


def test_a_card_of_the_deal_that_a_button_took_back_is_put_on_the_pile_and_passed_again(ring: Ring) -> None:
    ring.party.is_seen = True
    put(ring, "01", hand_of("1"))
    put(ring, "02", hand_of("1"))

    ring.sees(Sign("sign.pass-to", {"seat": "1", "n": 2, "max": 8}))

    assert [card.tag for card in ring.hand()] == ["01"]
    assert ring.table.truth.at(DRAW)[0].tag == "02"


def test_a_card_that_the_table_read_as_the_wanted_one_is_the_one_that_is_taken(ring: Ring) -> None:
    ring.party.is_seen = True
    put(ring, "01", DISCARD)
    ring.party.owners["02"] = "1"
    put(ring, "02", "play")

    ring.player._turn._hear(Sign("status.picked", {**FULL, "card": "cat-2", "player": "1"}))  # it is the person's own

    assert where(ring, "02") == hand_of("1")


def test_news_are_acted_on_once_although_a_pad_that_is_back_changes_what_stands_beside_them(loop: VirtualLoop) -> None:
    ring = Ring(loop, tuple(Card(tag, "cat-2") for tag in ("01", "02")))
    with closing(ring.table):
        for tag in ("01", "02"):
            ring.table.place(tag, DISCARD)
        picked = {"type": "picked", "seat": "1", "card": "cat-2", "player": "1"}

        for beside in ({"item": "item.draw"}, {"pile": "0"}):
            ring.player._turn._hear(Sign("status.picked", {**picked, **beside}))  # it is the person's own

        assert len(ring.hand()) == 1


def test_nobody_owes_a_draw_because_somebody_else_has_not_made_one(ring: Ring) -> None:
    put(ring, "99", "box")
    ring.sees(Sign("status.turn", {**FULL, "pile": 2}))  # three lie there, of which the other one owes one
    ring.player.notice(ring.sign)

    ring.sees(Sign("status.turn", {**FULL, "seat": "2", "pile": 1}))

    assert len(ring.hand()) == 1


def test_a_card_of_the_deal_that_seems_to_be_gone_goes_to_whom_it_was_dealt(ring: Ring) -> None:
    ring.party.is_seen = True
    put(ring, "01", "play")
    ring.party.owners["01"], ring.party.goes_to["01"] = "2", hand_of("2")

    ring.sees(Sign("sign.pass-to", {"seat": "1", "n": 1, "max": 8}))

    assert where(ring, "01") == hand_of("2")


@pytest.mark.parametrize(("told_last", "place"), [("status.noped-back", hand_of("1")), ("status.noped", DISCARD)])
def test_what_five_took_is_taken_afterwards_if_the_play_stood_when_a_menu_hid_the_game(
    ring: Ring, told_last: str, place: str
) -> None:
    put(ring, "02", DISCARD)
    ring.player._turn._wanted = ring.table.truth.at(DISCARD)[0]  # it is the person's own
    ring.player.notice(Sign("status.window-five", {"seat": "1", "cards": (), "name": "cat-2", "last": "1"}))
    ring.player.notice(Sign(told_last, {"seat": "1", "cards": (), "name": "cat-2", "last": "2"}))

    ring.sees(LEFT_ONE)

    assert where(ring, "02") == place


def test_who_has_no_defuse_takes_one_back_that_a_button_that_stuck_has_named(ring: Ring) -> None:
    put(ring, "01", DISCARD)
    ring.sees(MINE)

    by_hand = ring.sees(HIDE)
    by_name = ring.sees(Sign("status.hide", {**HIDE.values, "item": "item.back"}))

    assert Tap("1.nope") in by_hand
    assert Tap("1.ok") in by_name
    assert where(ring, "99") != DRAW


def test_a_defuse_that_a_button_that_stuck_has_named_is_put_down(ring: Ring) -> None:
    put(ring, "06", hand_of("1"))
    ring.sees(MINE)

    ring.sees(HIDE)

    assert where(ring, "06") == DISCARD
    assert where(ring, "99") == DRAW


def test_who_has_no_defuse_says_so_where_buttons_name_cards(ring: Ring) -> None:
    ring.sees(MINE)

    steps = ring.sees(Sign("status.defuse", {**DEFUSE.values, "item": "item.no-defuse"}))

    assert Tap("1.ok") in steps


def test_who_sees_the_own_turn_end_by_a_button_that_stuck_draws_at_once_where_no_pile_is_told(ring: Ring) -> None:
    by_buttons = {"cards": (), "n": 0, "item": "item.draw"}
    ring.player.notice(Sign("status.turn", {"seat": "1", **by_buttons}))

    ring.sees(Sign("status.turn", {"seat": "2", **by_buttons}))
    ring.sees(Sign("status.turn", {"seat": "2", **by_buttons, "item": "card.skip"}))

    assert [card.tag for card in ring.hand()] == ["01"]


def test_who_ended_the_own_turn_by_a_skip_owes_no_draw_that_was_counted_while_the_display_was_dark(ring: Ring) -> None:
    ring.player.notice(Sign("status.window", {**FULL, "cards": ["skip"], "last": "1"}))

    ring.sees(LEFT_ONE)

    assert ring.hand() == ()
