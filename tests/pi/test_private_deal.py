"""The private deal: hidden cards pass a pad one by one, the lit seat takes each, and every surprise has a way on."""

from __future__ import annotations

import pytest

from pi.passing_hands import PassingPair, PassingRing
from pi.public_state import public_state
from tacotable.dialogs import restart as restarting
from tacotable.state.game_state import Stage
from tacotable.state.placements import Pad, Placement, Status
from tacotable_drivers import ports


def is_lit(ring: PassingRing | PassingPair, button: str) -> bool:
    return ring.scene.lamps[button].look.pattern.name != "OFF"


# Around a ring.


def test_the_lamp_says_who_takes_the_next_card() -> None:
    ring = PassingRing()
    ring.sit("1", "2", "3")
    ring.pass_card("defuse")

    assert ring.public() == "TO SEAT 2 / a Defuse, over / the pad"
    assert [seat for seat in ("1", "2", "3") if is_lit(ring, f"{seat}.ok")] == ["2"]


def test_a_card_that_lies_there_is_taken_by_the_seat_that_it_was_dealt_to() -> None:
    ring = PassingRing()
    ring.sit("1", "2", "3")
    ring.show("defuse")

    assert ring.public() == "1 TAKES IT / card 1 of 8 / NOPE: go back"
    assert [seat for seat in ("1", "2", "3") if is_lit(ring, f"{seat}.ok")] == ["1"]


def test_the_referee_knows_all_hands_and_tells_none() -> None:
    ring = PassingRing()
    ring.deal()

    match = ring.situation.game.match
    assert match is not None
    assert match.view("arbiter")["hands"]["2"] == [  # type: ignore[index]
        "defuse", "nope", "attack", "skip", "favor", "shuffle", "cat-1", "cat-2",
    ]  # fmt: skip
    assert match.view("table")["hands"] == {"1": None, "2": None, "3": None}


def test_the_deal_takes_no_press_but_that_the_pile_is_ready() -> None:
    ring = PassingRing()
    ring.sit("1", "2", "3")
    before = ring.presses

    for face in ("defuse", "skip", "attack", "favor", "nope", "cat-1", "cat-2", "shuffle"):
        for _ in range(3):
            ring.pass_card(face)
    ring.tap("2.ok")
    assert ring.presses - before == 1
    assert ring.situation.game.stage is Stage.PLAY
    assert ring.public() == "1: YOUR TURN / play; draw: pad"


def test_the_first_round_is_defuses() -> None:
    ring = PassingRing()
    ring.sit("1", "2", "3")
    ring.show("skip")

    assert ring.public() == "1: DEFUSES FIRST / Take it off, lay / a Defuse"
    assert ring.sizes() == {"1": 0, "2": 0, "3": 0}


@pytest.mark.parametrize(
    ("face", "says"),
    [("exploding-kitten", "2: NOT YET / Deal first: it is / added after that"), ("defuse", "2: ONE DEFUSE")],
)
def test_a_card_that_cannot_be_dealt_is_refused(face: str, says: str) -> None:
    ring = PassingRing()
    ring.sit("1", "2", "3")
    for card in ("defuse", "defuse", "defuse", "skip"):
        ring.pass_card(card)
    ring.show(face)

    assert ring.public().startswith(says)
    assert ring.sizes() == {"1": 2, "2": 1, "3": 1}


def test_a_card_that_was_dealt_already_is_refused_without_its_face() -> None:
    ring = PassingRing()
    ring.sit("1", "2", "3")
    tag = ring.pass_card("defuse")
    ring.show_tag(tag)

    assert ring.public() == "2: DEALT BEFORE / to 1; now / the next card"
    assert "efuse" not in str([entry.values for entry in ring.situation.log])


def test_a_foreign_card_is_refused_and_the_deal_goes_on() -> None:
    ring = PassingRing()
    ring.sit("1", "2", "3")
    ring.show_tag("0123456789ABCD")
    assert ring.public() == "1: Unknown card / Not in this / deck: take off"

    ring.pass_card("defuse")
    assert ring.sizes() == {"1": 1, "2": 0, "3": 0}


def test_two_cards_at_once_are_dealt_to_nobody() -> None:
    ring = PassingRing()
    ring.sit("1", "2", "3")
    first, second = ring.take("defuse"), ring.take("defuse")
    ring.tell(ports.TagsCrowded("play", (first, second), ring.now_ms))
    assert ring.public() == "1: Several cards / Take all off, / then lay one"
    assert ring.sizes() == {"1": 0, "2": 0, "3": 0}

    ring.tell(ports.TagLeft("play", first, ring.now_ms))
    ring.tell(ports.TagLeft("play", second, ring.now_ms))
    assert ring.public() == "SET UP / NOPE: next step, / then pass cards"
    ring.pass_tag(second)
    assert ring.sizes() == {"1": 1, "2": 0, "3": 0}


def test_a_card_beside_one_that_is_dealt_already_goes_to_the_next_seat_and_the_first_to_nobody_again() -> None:
    ring = PassingRing()
    ring.sit("1", "2", "3")
    first, second = ring.show("defuse"), ring.take("defuse")
    ring.tell(ports.TagsCrowded("play", (first, second), ring.now_ms))
    assert ring.public() == "2 TAKES IT / card 1 of 8 / NOPE: go back"
    assert ring.sizes() == {"1": 1, "2": 1, "3": 0}

    ring.tell(ports.TagLeft("play", second, ring.now_ms))
    ring.tell(ports.TagArrived("play", first, ring.now_ms))
    ring.lift()
    assert ring.public() == "TO SEAT 3 / a Defuse, over / the pad"
    assert ring.sizes() == {"1": 1, "2": 1, "3": 0}


def test_nope_goes_one_card_back() -> None:
    ring = PassingRing()
    ring.sit("1", "2", "3")
    ring.pass_card("defuse")
    tag = ring.show("defuse")
    ring.tap("2.nope")
    assert ring.public() == "TAKEN BACK / Take the card / off the pad"

    ring.lift()
    assert ring.public() == "TO SEAT 2 / a Defuse, over / the pad"
    ring.pass_tag(tag)
    assert ring.sizes() == {"1": 1, "2": 1, "3": 0}


def test_a_bumped_card_that_is_told_again_is_dealt_once() -> None:
    ring = PassingRing()
    ring.sit("1", "2", "3")
    ring.show("defuse")
    ring.hiccup()

    assert ring.public() == "1 TAKES IT / card 1 of 8 / NOPE: go back"
    assert ring.sizes() == {"1": 1, "2": 0, "3": 0}


def test_a_silent_reader_waits_and_then_goes_on() -> None:
    ring = PassingRing()
    ring.sit("1", "2", "3")
    ring.pass_card("defuse")
    ring.tell(ports.ZoneUnknown("play", ring.now_ms))
    ring.wait(20_000)
    assert ring.public() == "! READER / Cable in? Or hold / NOPE: unseen"

    ring.tell(ports.ZoneEmpty("play", ring.now_ms))
    ring.pass_card("defuse")
    assert ring.sizes() == {"1": 1, "2": 1, "3": 0}


def go_unseen(hands: PassingRing | PassingPair, seat: str, other: str, screen: str) -> None:
    """Choose in the menu that the game goes on unseen."""
    hands.hold(f"{seat}.{other}")
    for _ in range(12):
        if "nseen" in hands.text(screen):
            break
        hands.tap(f"{seat}.{other}")
    hands.tap(f"{seat}.ok")
    hands.tap(f"{seat}.ok")


def test_with_a_dead_reader_the_cards_are_dealt_by_hand_and_the_game_goes_on_unseen() -> None:
    ring = PassingRing()
    ring.sit("1", "2", "3")
    ring.pass_card("defuse")
    ring.tell(ports.ZoneUnknown("play", ring.now_ms))
    go_unseen(ring, "2", "nope", "table")

    assert not ring.situation.game.is_seen
    assert ring.public() == "NEW: HOLD NOPE / NOPE: next step / OK: all is done"
    ring.tap("1.ok")
    assert ring.sizes() == {"1": 8, "2": 8, "3": 8}


def test_a_restart_in_the_middle_of_the_deal_goes_on_with_the_next_card() -> None:
    ring = PassingRing()
    ring.sit("1", "2", "3")
    first = ring.pass_card("defuse")
    ring.pass_card("defuse")

    again = PassingRing()
    again.controller.resume(tuple(ring.log.facts))
    again.controller.start()
    assert again.public() == "TO SEAT 3 / a Defuse, over / the pad"
    again.show_tag(first)
    assert again.public() == "3: DEALT BEFORE / to 1; now / the next card"


def test_a_card_that_lay_there_at_a_restart_is_not_dealt_again() -> None:
    ring = PassingRing()
    ring.sit("1", "2", "3")
    tag = ring.show("defuse")

    again = PassingRing()
    again.controller.resume(tuple(ring.log.facts))
    again.show_tag(tag)
    assert again.public() == "1 TAKES IT / card 1 of 8 / NOPE: go back"
    assert again.sizes() == {"1": 1, "2": 0, "3": 0}


def test_ok_says_what_is_missing_while_cards_are_dealt() -> None:
    ring = PassingRing()
    ring.sit("1", "2", "3")
    ring.tap("3.ok")

    assert ring.public() == "3: NOT DEALT YET / Pass the cards / over the pad"


def test_a_tap_pad_deals_each_card_once() -> None:
    ring = PassingRing(reader="id12la")
    hands = ring.deal()

    assert ring.sizes() == {"1": 8, "2": 8, "3": 8}
    assert len({tag for hand in hands.values() for tag in hand.values()}) == 24


# At Tacocat's pads.


def test_a_card_on_a_pad_is_dealt_to_its_seat() -> None:
    pair = PassingPair()
    pair.start()
    assert pair.text("YAY") == "PASS CARDS / over your / pad: take / 7"

    pair.pass_cards("YAY", "5", "6")
    assert pair.sizes() == {"YAY": 2, "WOW": 0}
    assert pair.text("YAY") == "TAKE CARDS / more, face / down / 5"


def test_the_round_begins_by_itself_when_all_is_dealt() -> None:
    pair = PassingPair()
    pair.deal()

    assert pair.text("YAY") == "REPLACE / Show 0 to 7 / on pad, then OK"
    match = pair.situation.game.match
    assert match is not None
    assert match.view("table")["hands"] == {"YAY": None, "WOW": None}


def test_a_full_hand_takes_no_further_card() -> None:
    pair = PassingPair()
    pair.start()
    pair.pass_cards("YAY", "2", "3", "4", "5", "6", "7", "8")
    pair.lay("YAY", "9")

    assert pair.text("YAY") == "ALL THERE / Back on the pile / with this card"
    assert pair.sizes() == {"YAY": 7, "WOW": 0}


def test_a_card_cannot_be_dealt_to_both() -> None:
    pair = PassingPair()
    pair.start()
    (tag,) = pair.pass_cards("YAY", "5")
    pair.lay_tag("WOW", tag)

    assert pair.text("WOW") == "DEALT BEFORE / to YAY; now / the next card"


def test_no_goes_one_card_back_at_a_pad() -> None:
    pair = PassingPair()
    pair.start()
    pair.pass_cards("YAY", "5")
    tag = pair.lay("WOW", "6")
    pair.tap("WOW.no")
    assert pair.text("WOW") == "TAKEN BACK / Take the card / off the pad"

    pair.clear("WOW")
    pair.lay_tag("WOW", tag)
    assert pair.sizes() == {"YAY": 1, "WOW": 1}


def test_new_cards_pass_the_pad_after_replacing() -> None:
    pair = PassingPair()
    pair.deal()
    pair.lay("YAY", "2")
    pair.clear("YAY")
    pair.pace_ms = 600
    pair.tap("YAY.ok")
    assert pair.text("YAY") == "REPLACED / Wait for WOW"
    pair.tap("WOW.ok")
    assert pair.text("YAY") == "NEW CARDS / over your / pad: take / 1"
    pair.wait(2_000)  # a card on a used one may not be read
    assert pair.text("YAY") == "NEW CARDS / over your / pad: take / 1"

    pair.pass_cards("YAY", "9")
    assert public_state(pair.situation)["phase"] == "duel"
    assert pair.sizes() == {"YAY": 7, "WOW": 7}


def test_the_print_and_play_edition_knows_what_is_replaced_face_down_and_tells_nobody() -> None:
    pair = PassingPair("tc36")
    pair.deal()
    pair.lay("YAY", "8")
    pair.tap("YAY.ok")
    pair.tap("WOW.ok")

    match = pair.situation.game.match
    assert match is not None
    assert match.view("arbiter")["discard"] == ["8"]
    assert match.view("WOW")["discard"] == ["?"]
    assert "8" not in str([entry.values for entry in pair.situation.log])


def test_a_sacrifice_that_is_not_the_lowest_is_refused_at_once() -> None:
    pair = PassingPair()
    pair.deal()
    pair.tap("YAY.ok")
    pair.tap("WOW.ok")
    pair.lay("YAY", "8")
    pair.lay("WOW", "2")
    pair.clear("WOW")
    pair.lay("YAY", "7")
    pair.lay("WOW", "4")

    assert pair.text("WOW").startswith("NOT LOWEST")
    assert pair.text("YAY").startswith("PLEASE WAIT")


def test_a_silent_pad_is_stood_in_for_by_the_seats_own_display() -> None:
    pair = PassingPair()
    pair.start()
    pair.tell(ports.ZoneUnknown("WOW.pad", 0))
    assert pair.says("WOW") == "sign.reader-lost"
    pair.tap("WOW.ok")

    assert pair.says("WOW") == "Choice"
    pair._now_ms += 1_000
    pair.tap("WOW.ok")
    assert pair.says("WOW") == "refusal.turn-first"
    assert pair.sizes() == {"YAY": 0, "WOW": 0}
    pair.hold("WOW.ok")
    assert pair.sizes() == {"YAY": 0, "WOW": 1}


def test_a_deal_that_goes_on_unseen_is_done_by_hand() -> None:
    pair = PassingPair()
    pair.start()
    pair.pass_cards("YAY", "5")
    go_unseen(pair, "YAY", "no", "YAY")

    assert pair.situation.game.stage is Stage.DEAL
    assert pair.text("YAY") == "SHUFFLE, DEAL / cards to / each; OK / 7"
    pair.tap("YAY.ok")
    pair.tap("WOW.ok")
    assert pair.text("YAY") == "REPLACE / Show 0 to 7 / on pad, then OK"


def test_a_round_that_goes_on_unseen_keeps_what_is_known() -> None:
    pair = PassingPair()
    pair.deal()
    go_unseen(pair, "WOW", "no", "WOW")

    assert pair.situation.game.stage is Stage.PLAY
    again = PassingPair()
    again.controller.resume(tuple(pair.log.facts))
    assert again.situation.game.match is not None
    assert pair.situation.game.match is not None
    assert again.situation.game.match.position() == pair.situation.game.match.position()


def with_last_card_taken_up() -> tuple[PassingPair, str]:
    """Give a deal that begins while WOW's last card of the round before leaves its pad, and that card's tag."""
    pair = PassingPair()
    pair.start()
    tag = pair.take("4")
    pair.situation.devices.pads["WOW.pad"] = Pad((Placement(tag, 0.0, status=Status.ACCEPTED),))
    pair.tell(ports.TagLeft("WOW.pad", tag, 0))
    return pair, tag


def test_the_last_card_of_a_round_is_not_dealt_because_its_reader_hears_it_anew() -> None:
    pair, tag = with_last_card_taken_up()

    pair.lay_tag("WOW", tag)

    assert pair.says("WOW") == "refusal.lay-again"
    assert pair.sizes() == {"YAY": 0, "WOW": 0}


def test_a_card_that_was_asked_to_be_laid_again_is_dealt_then_however_quick_hands_are() -> None:
    pair, tag = with_last_card_taken_up()
    pair.lay_tag("WOW", tag)

    pair.lay_tag("WOW", tag)

    assert pair.sizes() == {"YAY": 0, "WOW": 1}


def test_the_last_card_of_a_round_is_dealt_when_all_were_shuffled() -> None:
    pair, tag = with_last_card_taken_up()
    pair.wait(2_000)

    pair.lay_tag("WOW", tag)

    assert pair.sizes() == {"YAY": 0, "WOW": 1}


def with_all_dealt(reader: str = "pn532") -> tuple[PassingPair, str]:
    """Deal, WOW's last card at the end, which still lies on its pad; gives that card."""
    pair = PassingPair(reader=reader)
    pair.start()
    pair.pass_cards("YAY", "2", "3", "4", "5", "6", "7", "8")
    pair.pass_cards("WOW", "2", "3", "4", "5", "6", "7")
    return pair, pair.lay("WOW", "9")


def test_the_last_card_dealt_is_no_unplayed_one_because_the_table_was_started_again_while_it_lay_there() -> None:
    pair, tag = with_all_dealt()
    again = PassingPair()
    again.controller.resume(tuple(pair.log.facts))
    restarting.ask(again.situation, len(pair.log.facts))
    again.controller.start()
    again.tell(ports.TagArrived("WOW.pad", tag, 0))

    again.tap("YAY.ok")

    assert again.says("WOW") == "sign.replace"


def test_the_last_card_dealt_is_played_after_a_start_that_found_it_taken_up() -> None:
    pair, tag = with_all_dealt()
    again = PassingPair()
    again.controller.resume(tuple(pair.log.facts))
    again.controller.start()
    again.tell(ports.ZoneEmpty("WOW.pad", 0))

    again.lay_tag("WOW", tag)

    assert again.says("WOW") == "sign.replace-more"


def test_the_last_card_dealt_is_played_where_a_reader_never_tells_that_it_was_taken_up() -> None:
    pair, tag = with_all_dealt("id12la")

    pair.lay_tag("WOW", tag)

    assert pair.says("WOW") == "sign.replace-more"


def test_a_card_that_was_dealt_to_the_seat_across_is_no_act_at_a_pad_that_hears_it() -> None:
    pair, tag = with_all_dealt()

    pair.lay_tag("YAY", tag)

    assert pair.text("YAY") == "NOT THAT ONE / It comes out of / YAY's hand"
    assert pair.situation.entry("YAY").cards == ()


def test_a_nope_that_is_drawn_behind_a_window_is_a_card_like_others() -> None:
    ring = PassingRing()
    hands = ring.deal()
    ring.show_tag(hands["1"]["shuffle"])
    ring.tap("1.ok")
    ring.let("2", "3")
    ring.lift()

    ring.show("nope")

    assert ring.acts()[-1] == ("1", {"do": "draw", "card": "nope"})
