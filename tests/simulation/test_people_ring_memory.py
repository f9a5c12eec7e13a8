"""What a person at the ring remembers when the display is dark, another one, or tells of somebody else's press."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from gpiozero import LED

from simulation.people.ring_person import TURN, Ring, first
from tacotable_sim.people.base import Sign, Tap
from tacotable_sim.time.virtual_time import VirtualLoop
from tacotable_sim.truth import DISCARD, DRAW, hand_of

BY_BUTTONS = {"cards": (), "n": 0, "item": "item.draw"}
"""What the display tells that names cards: neither how many lie on the pile, nor how many turns are owed."""


@pytest.fixture
def ring(loop: VirtualLoop) -> Iterator[Ring]:
    made = Ring(loop)
    yield made
    made.table.close()


def test_nobody_draws_twice_because_a_display_that_names_cards_does_not_tell_the_pile(ring: Ring) -> None:
    ring.sees(Sign("status.turn", {**TURN.values, "turns": 1}))
    assert len(ring.hand()) == 1

    ring.sees(Sign("status.turn", {"seat": "1", **BY_BUTTONS}))

    assert len(ring.hand()) == 1


def test_nobody_draws_twice_because_turns_that_are_owed_are_told_otherwise_now(ring: Ring) -> None:
    ring.sees(TURN)

    ring.sees(Sign("status.turns-owed", {"seat": "1", **BY_BUTTONS, "left": 2}))

    assert len(ring.hand()) == 1


def test_everybody_draws_although_a_display_that_names_cards_does_not_tell_what_another_one_drew(ring: Ring) -> None:
    ring.sees(Sign("status.turn", {**TURN.values, "seat": "2"}))
    ring.table.draw("2")

    ring.sees(Sign("status.turn", {"seat": "1", **BY_BUTTONS}))

    assert len(ring.hand()) == 1


def test_who_owes_another_turn_draws_again_once_the_display_tells_of_fewer(ring: Ring) -> None:
    ring.sees(Sign("status.turns-owed", {"seat": "1", **BY_BUTTONS, "left": 2}))

    ring.sees(Sign("status.turn", {"seat": "1", **BY_BUTTONS}))

    assert len(ring.hand()) == 2


def test_a_card_that_was_used_by_what_the_display_says_goes_to_the_discard_pile(ring: Ring) -> None:
    person = ring.player._person  # what it remembers is the person's own
    person.laid = next(card for card in ring.table.truth.at(DRAW) if card.tag == "01")
    ring.party.owners["01"], ring.party.goes_to["01"] = "1", hand_of("1")
    ring.table.place("01", "play")

    ring.sees(Sign("refusal.discarded", {"seat": "1"}))

    assert [card.tag for card in ring.table.truth.at(DISCARD)] == ["01"]


def test_a_draw_that_the_table_counted_by_mistake_is_made(ring: Ring) -> None:
    ring.player.notice(TURN)

    ring.sees(Sign("status.turn", {**TURN.values, "seat": "2", "pile": 2}))

    assert len(ring.hand()) == 1


def test_a_hidden_card_that_was_not_read_goes_back_onto_the_pile(ring: Ring) -> None:
    ring.party.is_seen = True
    top = ring.table.truth.at(DRAW)[0]

    ring.sees(TURN)

    assert ring.table.truth.at(DRAW)[0] == top


def test_a_used_card_that_lies_on_the_pad_is_put_away_by_who_laid_it(ring: Ring) -> None:
    ring.party.owners["01"] = "1"
    ring.table.place("01", "play")

    ring.sees(Sign("refusal.discarded", {"seat": "table"}))

    assert [card.tag for card in ring.table.truth.at(DISCARD)] == ["01"]


def test_a_used_card_of_another_player_goes_to_the_discard_pile_and_not_back_to_its_hand(ring: Ring) -> None:
    ring.party.owners["01"], ring.party.goes_to["01"] = "2", hand_of("2")
    ring.table.place("01", "play")

    ring.sees(Sign("refusal.discarded", {"seat": "1"}))

    assert ring.table.truth.where("01") == DISCARD


def test_a_shown_card_is_not_taken_back_once_news_tell_that_it_was_played(ring: Ring) -> None:
    person = ring.player._person  # as above
    card = next(card for card in ring.table.truth.at(DRAW) if card.tag == "01")
    person.shown.append(card)
    person.laid = card
    ring.party.owners["01"], ring.party.goes_to["01"] = "1", hand_of("1")
    ring.table.place("01", "play")

    ring.sees(Sign("status.peeked", {**TURN.values, "player": "1", "pile": 2}))

    assert card not in ring.hand()


def test_a_card_that_five_took_is_taken_although_the_table_read_another_one_than_was_shown(ring: Ring) -> None:
    ring.table.place("01", DISCARD)
    ring.table.place("02", DISCARD)
    ring.player._turn._wanted = ring.table.truth.at(DISCARD)[0]  # as above

    ring.sees(Sign("status.picked", {"seat": "1", "card": "cat-2", "player": "1", "pile": 1}))

    assert ring.table.truth.where("02") == hand_of("1")


def test_who_deals_does_so_although_the_display_went_on_by_a_button_that_stuck(ring: Ring) -> None:
    ring.party.is_dealt = False

    steps = ring.sees(TURN)

    assert (steps, len(ring.hand())) == ([], 1)


def test_nobody_draws_before_the_cards_are_dealt(ring: Ring) -> None:
    ring.party.is_dealt = False
    ring.party.seats = ("2", "1")

    steps = ring.sees(TURN)

    assert (steps, ring.hand()) == ([], ())


def test_nobody_presses_nope_while_an_uncounted_card_of_somebody_else_lies_there(ring: Ring) -> None:
    ring.party.owners["01"], ring.party.goes_to["01"] = "2", hand_of("2")
    ring.table.place("01", "play")
    ring.table.place("02", hand_of("1"))
    ring.sign = Sign("status.window", {"seat": "2", "cards": ("skip",), "target": "", "name": "", "last": "2"})

    steps = first(ring.player._window._nope(ring.hand()[0]), 999)  # as above

    assert Tap("1.nope") not in steps


def test_the_lethal_card_comes_to_lie_on_a_hand_of_which_a_card_had_to_be_laid_again(ring: Ring) -> None:
    hands = ring.player._person.hands  # as above
    for tag in ("01", "02"):
        hands.lay_down(next(card for card in ring.table.truth.at(DRAW) if card.tag == tag))

    hands.lay_down(ring.table.truth.at(DISCARD)[0])

    assert [card.tag for card in ring.table.truth.at(DISCARD)] == ["02", "01"]


def test_a_hidden_card_that_was_read_is_kept_although_a_press_was_refused_meanwhile(ring: Ring) -> None:
    ring.party.is_seen = True
    pressed = Sign("refusal.pass-card", {"seat": "1"})

    ring.sees_in_turn(TURN, pressed, pressed, Sign("status.turn", {**TURN.values, "seat": "2", "pile": 2}))

    assert len(ring.hand()) == 1


def test_a_card_is_seen_to_be_played_by_a_button_that_stuck_while_the_hand_waits(ring: Ring) -> None:
    person = ring.player._person  # as above
    card = ring.table.draw("1")
    person.shown.append(card)
    played = Sign("status.window", {"seat": "1", "cards": ("cat-1",), "target": "", "name": "", "last": "1"})
    ring.sign = Sign("refusal.wait-kittens", {"seat": "2"})
    steps = person.show(card, ring.player._turn._is_shown)
    first(steps, 5)
    ring.sign = played
    first(steps, 1)
    ring.sign = Sign("status.turn", {**TURN.values, "seat": "2"})
    first(steps, 99)

    ring.sees(ring.sign)

    assert card not in ring.hand()
    assert person.shown == []


def test_who_did_nothing_in_a_turn_that_is_over_draws_once_the_display_tells_of_the_pile_again(ring: Ring) -> None:
    ring.player.notice(Sign("status.turn", {"seat": "1", **BY_BUTTONS}))
    ring.player.notice(Sign("status.turn", {"seat": "2", **BY_BUTTONS}))

    ring.sees(Sign("status.turn", {**TURN.values, "seat": "2", "pile": 2}))

    assert len(ring.hand()) == 1


def test_who_was_next_while_the_display_told_that_somebody_is_out_draws_what_was_counted(ring: Ring) -> None:
    ring.player.notice(Sign("sign.exploded", {"seat": "2", "next": "1"}))

    ring.sees(Sign("status.turn", {**TURN.values, "seat": "2", "pile": 2}))

    assert len(ring.hand()) == 1


def test_who_owes_a_draw_owes_it_still_when_the_next_player_has_drawn_first(ring: Ring) -> None:
    ring.player.notice(Sign("sign.exploded", {"seat": "2", "next": "1"}))
    ring.player.notice(Sign("status.turn", {**TURN.values, "seat": "2", "pile": 2}))
    ring.table.draw("2")

    ring.sees(Sign("status.turn", {**TURN.values, "seat": "2", "pile": 1}))

    assert len(ring.hand()) == 1


def test_nobody_owes_a_draw_whose_turn_ended_by_a_play(ring: Ring) -> None:
    ring.player.notice(TURN)
    ring.player.notice(Sign("status.window", {"seat": "1", "cards": ("skip",), "target": "", "name": "", "last": "1"}))

    ring.sees(Sign("status.turn", {**TURN.values, "seat": "2", "pile": 2}))

    assert ring.hand() == ()


def test_a_nope_whose_claim_was_lost_with_the_reader_comes_back_to_the_hand(ring: Ring) -> None:
    card = next(card for card in ring.table.truth.at(DRAW) if card.tag == "01")
    ring.table.place("01", hand_of("1"))
    ring.player._person.hands.lay(card)  # as above
    ring.player._person.laid = card

    ring.sees(Sign("status.window", {"seat": "2", "cards": ("skip",), "target": "", "name": "", "last": "2"}))

    assert ring.hand() == (card,)


def test_who_drew_the_bottom_card_draws_for_the_next_turn_that_it_owes(ring: Ring) -> None:
    ring.sees(Sign("status.bottom", {"seat": "1", "target": "", "item": "item.drawn"}))

    ring.sees(Sign("status.turn", {"seat": "1", **BY_BUTTONS}))

    assert len(ring.hand()) == 2


def test_nobody_passes_a_card_of_the_deal_once_the_display_asks_somebody_else(ring: Ring) -> None:
    ring.party.is_seen = True
    ring.sign = Sign("sign.pass-to", {"seat": "1", "n": 1, "max": 8})
    steps = iter(ring.player.choose(ring.sign, (), Random(1)))
    next(steps)
    ring.sign = Sign("sign.pass-to", {"seat": "2", "n": 1, "max": 8})

    lying = [ring.table.truth.at("play") for _ in steps]

    assert not any(lying)


def test_a_card_that_was_drawn_is_not_forgotten_when_buttons_named_another_one(ring: Ring) -> None:
    ring.sees(Sign("status.turns-owed", {"seat": "1", **BY_BUTTONS, "left": 2}))
    ring.player.notice(Sign("status.no-play-yet", {"seat": "1", "cards": ("defuse",), "n": 1, "item": "item.play"}))

    ring.sees(Sign("status.turns-owed", {"seat": "1", **BY_BUTTONS, "left": 2}))

    assert len(ring.hand()) == 1


def test_nobody_presses_ok_for_a_draw_while_that_would_name_a_card(ring: Ring) -> None:
    steps = ring.sees(Sign("status.turn", {"seat": "1", **BY_BUTTONS, "item": "card.defuse"}))

    assert Tap("1.nope") in steps
    assert Tap("1.ok") not in steps


def test_who_begins_stands_a_seat_up_at_which_nobody_sits(loop: VirtualLoop) -> None:
    lamps = {"1.ok": 12, "2.ok": 13}
    ring = Ring(loop, lamps=lamps)
    ring.party.seats = ("1",)
    with LED(12, pin_factory=ring.table.pins) as own, LED(13, pin_factory=ring.table.pins) as empty:
        own.on()
        empty.on()
        steps = ring.sees(Sign("sign.gather", {"n": 2, "item": "item.zh56"}))
    ring.table.close()

    assert Tap("2.ok") in steps


def test_a_card_of_the_deal_that_was_forgotten_on_the_pad_is_taken_into_the_hand(ring: Ring) -> None:
    ring.party.owners["01"], ring.party.goes_to["01"] = "1", hand_of("1")
    ring.table.truth.arrange(DRAW, ["01", "02", "03"])
    ring.table.place("01", "play")

    ring.sees(Sign("status.no-play-yet", {"seat": "2", "cards": ("cat-1",), "n": 1}))

    assert [card.tag for card in ring.hand()] == ["01"]


def test_a_card_that_somebody_else_passes_is_not_taken_off_the_pad_before_it_is_read(ring: Ring) -> None:
    ring.party.owners["01"], ring.party.goes_to["01"] = "2", hand_of("1")
    ring.table.place("01", "play", face_up=False)

    ring.sees(Sign("status.give", {"seat": "1", "target": "2", "name": ""}))

    assert [card.tag for card in ring.table.truth.at("play")] == ["01"]
