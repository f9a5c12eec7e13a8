"""Hands on a table with pads become acts, and every surprise is answered with the next thing to do."""

from __future__ import annotations

from importlib.resources import files

import pytest

from pi.hands import Hands
from pi.public_state import public_state
from tacotable.games.tacocat.state import tacocat
from tacotable.state.device_state import Certainty
from tacotable.state.facts import Acted, Began, Closed
from tacotable.table.file import parse_table
from tacotable_drivers import ports
from tacotable_drivers.ports import Pattern

TACOCAT = files("tacotable").joinpath("tables", "tacocat.toml").read_text("utf-8")


@pytest.fixture
def hands() -> Hands:
    return Hands("tacocat")


def acted(hands: Hands) -> list[dict[str, object]]:
    return [fact.act for fact in hands.log.facts if isinstance(fact, Acted) and fact.ruling != "illegal"]


def test_ok_in_the_lobby_begins_the_game_that_is_shown(hands: Hands) -> None:
    hands.tap("WOW.no")
    hands.tap("WOW.ok")

    assert hands.situation.ruleset == "tc36"
    assert hands.says("YAY") == "sign.move"


def test_the_token_on_its_space_is_noticed_by_its_sensor(hands: Hands) -> None:
    hands.tap("YAY.ok")

    hands.move_token(0)

    assert hands.says("YAY") == "sign.deal"
    assert hands.text("YAY") == "SHUFFLE, DEAL / cards to / each; OK / 7"


def test_where_the_sensor_is_dead_ok_held_confirms_the_token(hands: Hands) -> None:
    hands.tap("YAY.ok")

    hands.hold("WOW.ok")

    assert hands.says("WOW") == "sign.deal"


def test_play_begins_when_both_have_said_that_they_have_their_cards(hands: Hands) -> None:
    hands.tap("YAY.ok")
    hands.move_token(0)
    hands.tap("YAY.ok")
    assert hands.says("YAY") == "sign.deal-wait"

    hands.tap("WOW.ok")

    assert hands.says("YAY") == "sign.replace"


def test_a_card_left_on_the_pad_has_to_go_before_the_deal_is_confirmed(hands: Hands) -> None:
    hands.tap("YAY.ok")
    hands.move_token(0)
    hands.lay("YAY", "5")

    hands.tap("YAY.ok")
    assert hands.says("YAY") == "refusal.deal-first"
    hands.clear("YAY")
    hands.tap("YAY.ok")

    assert hands.says("YAY") == "sign.deal-wait"


def test_cards_shown_one_after_the_other_are_one_replacement(hands: Hands) -> None:
    hands.begin()
    for face in ("5", "6"):
        hands.lay("YAY", face)

    hands.tap("YAY.ok")

    assert acted(hands) == [{"do": "replace", "cards": ["5", "6"]}]
    assert hands.says("YAY") == "sign.sealed-replace"


def test_no_takes_the_last_shown_card_back(hands: Hands) -> None:
    hands.begin()
    for face in ("5", "6"):
        hands.lay("YAY", face)

    hands.tap("YAY.no")
    hands.clear("YAY")
    hands.tap("YAY.ok")

    assert acted(hands) == [{"do": "replace", "cards": ["5"]}]


def test_who_has_shown_as_many_as_may_be_replaced_is_not_asked_for_more(hands: Hands) -> None:
    hands.begin()
    for face in ("1", "2", "3", "4", "5", "6"):
        hands.lay("YAY", face)
    assert hands.text("YAY") == "REPLACE: 6 / Add, or OK; / NO: back / 6"

    hands.lay("YAY", "7")

    assert hands.text("YAY") == "REPLACE: 7 / All: OK; / NO: back / 7"


def test_the_print_and_play_edition_counts_replaced_cards_and_does_not_name_them() -> None:
    hands = Hands("tacocat", "tc36")
    hands.begin()
    hands.lay("YAY", "5")

    hands.tap("YAY.ok")

    assert acted(hands) == [{"do": "replace", "cards": ["?"]}]


def test_duel_cards_are_told_only_when_both_are_there(hands: Hands) -> None:
    hands.begin()
    hands.tap("YAY.ok")
    hands.tap("WOW.ok")

    hands.lay("YAY", "9")

    assert hands.text("YAY") == "SEALED / Wait for WOW"
    assert "9" not in hands.text("WOW")
    hands.lay("WOW", "5")
    assert hands.says("YAY") == "sign.attack-first"


def test_turning_duel_cards_over_is_no_new_act(hands: Hands) -> None:
    hands.begin()
    hands.tap("YAY.ok")
    hands.tap("WOW.ok")
    tag = hands.lay("YAY", "9")
    hands.lay("WOW", "5")
    before = len(hands.log.facts)

    hands.tell(ports.TagLeft("YAY.pad", tag, 0))
    hands.tell(ports.TagArrived("YAY.pad", tag, 0))

    assert len(hands.log.facts) == before
    assert hands.says("YAY") == "sign.attack-first"


def take_up_and_lay(hands: Hands, seat: str, tag: str) -> None:
    """Take a card up that lies on a seat's pad, and lay it there again."""
    hands.clear(seat)
    hands.wait(300)
    hands.tell(ports.TagArrived(f"{seat}.pad", tag, 0))


def test_a_card_of_a_tied_duel_that_is_laid_again_is_told_as_used_once_it_was_turned_over(hands: Hands) -> None:
    hands.begin()
    hands.tap("YAY.ok")
    hands.tap("WOW.ok")
    tag = hands.lay("YAY", "9")
    hands.lay("WOW", "9")
    said = []

    for _ in range(2):
        take_up_and_lay(hands, "YAY", tag)
        said.append(hands.says("YAY"))

    assert said == ["sign.duel-again", "refusal.spent"]


def test_a_duel_card_that_slides_while_it_is_sealed_may_still_be_turned_over(hands: Hands) -> None:
    hands.begin()
    hands.tap("YAY.ok")
    hands.tap("WOW.ok")
    tag = hands.lay("YAY", "9")
    take_up_and_lay(hands, "YAY", tag)
    hands.lay("WOW", "5")

    take_up_and_lay(hands, "YAY", tag)

    assert hands.says("YAY") == "sign.attack-first"


def test_one_card_is_an_attack_and_the_defenders_card_closes_it(hands: Hands) -> None:
    hands.begin_attack()
    hands.lay("YAY", "8")
    assert hands.text("WOW") == "DEFEND 8 / Clear pad / 8"

    hands.lay("WOW", "10")

    assert acted(hands)[-2:] == [{"do": "attack", "cards": ["8"]}, {"do": "answer", "card": "10"}]
    assert hands.says("WOW") == "sign.attack-now"


def test_ok_announces_several_cards_and_ok_again_attacks(hands: Hands) -> None:
    hands.begin_attack()
    hands.clear("YAY")
    hands.tap("YAY.ok")
    for face in ("6", "7", "8"):
        hands.lay("YAY", face)
    assert hands.text("YAY") == "SEVERAL / 6 7 8 / Next, or OK"

    hands.tap("YAY.ok")

    assert acted(hands)[-1] == {"do": "attack", "cards": ["6", "7", "8"]}


def test_announced_cards_that_lie_on_one_another_go_off_before_ok(hands: Hands) -> None:
    hands.begin_attack()
    hands.clear("YAY")
    hands.tap("YAY.ok")
    tags = (hands.take("6"), hands.take("6"))

    hands.tell(ports.TagsCrowded("YAY.pad", tags, 0))

    assert hands.text("YAY") == "SEVERAL / Take all off / Next, or OK"


def test_the_defender_turns_to_another_demand_with_ok(hands: Hands) -> None:
    hands.begin_attack()
    hands.clear("YAY")
    hands.tap("YAY.ok")
    for face in ("6", "7", "8"):
        hands.lay("YAY", face)
    hands.tap("YAY.ok")

    hands.tap("WOW.ok")
    hands.lay("WOW", "7")

    assert acted(hands)[-1] == {"do": "answer", "card": "7", "demand": "7"}


@pytest.mark.parametrize(
    ("button", "act"), [("ok", {"demand": "8"}), ("no", {"demand": "7"})], ids=["gives up", "defends"]
)
def test_a_card_below_the_demand_that_is_shown_and_not_below_another_is_asked_about(
    hands: Hands, button: str, act: dict[str, str]
) -> None:
    hands.begin_attack()
    hands.clear("YAY")
    hands.clear("WOW")
    hands.tap("YAY.ok")
    for face in ("6", "7", "8"):
        hands.lay("YAY", face)
    hands.tap("YAY.ok")
    hands.tap("WOW.ok")
    hands.tap("WOW.ok")
    hands.lay("WOW", "7")
    assert hands.says("WOW") == "refusal.sure-sacrifice"
    hands.tap(f"WOW.{button}")

    assert acted(hands)[-1] == {"do": "answer", "card": "7", **act}


def test_no_before_the_card_means_a_sacrifice(hands: Hands) -> None:
    hands.begin_attack()
    hands.lay("YAY", "3")

    hands.tap("WOW.no")
    assert hands.says("WOW") == "sign.sacrifice"
    hands.lay("WOW", "4")
    assert hands.says("WOW") == "refusal.sure-sacrifice"
    hands.tap("WOW.ok")

    assert acted(hands)[-1] == {"do": "answer", "card": "4", "as": "sacrifice"}
    assert hands.says("YAY") == "sign.attack-again"


def test_a_card_is_given_up_where_a_reader_never_tells_whether_it_still_lies_there() -> None:
    hands = Hands(parse_table(TACOCAT.replace('reader = "pn532"', 'reader = "id12la"'), "my.toml"))
    hands.begin_attack()
    hands.lay("YAY", "3")
    hands.tap("WOW.no")
    hands.lay("WOW", "4")

    hands.tap("WOW.ok")

    assert acted(hands)[-1] == {"do": "answer", "card": "4", "as": "sacrifice"}


def test_cards_that_do_not_attack_together_go_back_to_the_hand(hands: Hands) -> None:
    hands.begin_attack()
    hands.clear("YAY")
    hands.tap("YAY.ok")
    tags = [hands.lay("YAY", face) for face in ("5", "8")]
    hands.clear("YAY")

    hands.tap("YAY.ok")

    assert hands.says("YAY") == "rule.attack-shape"
    assert hands.situation.entry("YAY").cards == ()
    assert not set(tags) & set(tacocat(hands.situation).game.part.spent)


def test_a_refused_card_stays_on_show_until_it_is_taken_off(hands: Hands) -> None:
    hands.begin_attack()

    tag = hands.lay("WOW", "8")

    assert hands.says("WOW") == "rule.attack-turn"
    assert hands.scene.lamps["WOW.no"].look.pattern is Pattern.DOUBLE
    assert hands.scene.cue.name == "refused"
    hands.tell(ports.TagLeft("WOW.pad", tag, 0))
    assert hands.says("WOW") == "sign.wait-attack"


def test_a_refused_card_changes_nothing_and_may_be_played_later(hands: Hands) -> None:
    hands.begin_attack()
    before = public_state(hands.situation)
    tag = hands.lay("WOW", "8")
    assert public_state(hands.situation) == before
    hands.tell(ports.TagLeft("WOW.pad", tag, 0))
    hands.lay("YAY", "7")
    hands.wait(300)

    hands.tell(ports.TagArrived("WOW.pad", tag, 0))

    assert acted(hands)[-1] == {"do": "answer", "card": "8"}


def test_a_card_that_was_played_in_this_round_is_refused(hands: Hands) -> None:
    hands.begin_attack()
    tag = hands.lay("YAY", "8")
    hands.clear("YAY")
    hands.lay("WOW", "10")

    hands.tell(ports.TagArrived("WOW.pad", tag, 0))

    assert hands.says("WOW") == "refusal.spent"


def test_a_foreign_tag_is_refused_and_changes_nothing(hands: Hands) -> None:
    hands.begin_attack()
    before = public_state(hands.situation)

    hands.tell(ports.TagArrived("YAY.pad", "04DEADBEEF0000", 0))

    assert hands.says("YAY") == "refusal.foreign"
    assert public_state(hands.situation) == before


def test_a_card_of_the_other_edition_is_refused() -> None:
    hands = Hands("tacocat", "tc38")
    hands.tap("YAY.no")
    hands.begin()
    hands.tap("YAY.ok")
    hands.tap("WOW.ok")

    hands.lay("YAY", "12")

    assert hands.text("YAY") == "NOT THIS GAME / No 12 here: / take it off"


def test_a_card_that_was_on_its_way_when_the_attack_came_is_no_answer(hands: Hands) -> None:
    hands.begin_attack()
    hands.lay("YAY", "8")
    hands.lay_ms = 30.0

    hands.lay("WOW", "9")

    assert acted(hands)[-1] == {"do": "attack", "cards": ["8"]}
    assert hands.says("WOW") == "refusal.lay-again"


def test_a_card_that_came_too_soon_is_the_answer_when_it_is_laid_again(hands: Hands) -> None:
    hands.begin_attack()
    hands.lay("YAY", "8")
    hands.lay_ms = 30.0
    tag = hands.lay("WOW", "9")

    hands.clear("WOW")
    hands.wait(300)
    hands.tell(ports.TagArrived("WOW.pad", tag, 0))

    assert acted(hands)[-1] == {"do": "answer", "card": "9"}


def test_more_than_two_cards_on_a_pad_are_told_as_that_where_the_reader_knows(hands: Hands) -> None:
    hands.begin_attack()
    tags = (hands.take("8"), hands.take("7"), hands.take("6"))

    hands.tell(ports.TagsCrowded("YAY.pad", tags[:2], 0))
    assert hands.says("YAY") == "refusal.crowded"
    hands.tell(ports.TagsCrowded("YAY.pad", tags[:2], 0, has_more=True))
    assert hands.says("YAY") == "refusal.many"
    hands.tell(ports.TagLeft("YAY.pad", tags[1], 0))
    hands.tell(ports.TagArrived("YAY.pad", tags[0], 0))
    assert hands.says("YAY") == "refusal.crowded"
    hands.tell(ports.TagLeft("YAY.pad", tags[0], 0))
    hands.tell(ports.TagsCrowded("YAY.pad", tags, 0))
    assert hands.says("YAY") == "refusal.many"


def test_two_cards_on_a_pad_are_refused_until_all_are_gone(hands: Hands) -> None:
    hands.begin_attack()
    tags = (hands.take("8"), hands.take("7"))

    hands.tell(ports.TagsCrowded("YAY.pad", tags, 0))
    assert hands.says("YAY") == "refusal.crowded"
    hands.wait(300)
    hands.tell(ports.TagLeft("YAY.pad", tags[1], 0))
    hands.tell(ports.TagArrived("YAY.pad", tags[0], 0))
    assert hands.says("YAY") == "refusal.crowded"
    hands.tell(ports.TagLeft("YAY.pad", tags[0], 0))
    hands.wait(300)
    hands.tell(ports.TagArrived("YAY.pad", tags[0], 0))

    assert acted(hands)[-1] == {"do": "attack", "cards": ["8"]}


def test_a_reader_that_falls_silent_makes_its_pad_unknown_and_the_display_says_so(hands: Hands) -> None:
    hands.begin_attack()
    tag = hands.lay("YAY", "8")

    hands.tell(ports.ZoneUnknown("YAY.pad", 0))

    assert hands.situation.zone("YAY") is Certainty.UNKNOWN
    assert hands.says("YAY") == "sign.reader-lost"
    before = len(hands.log.facts)
    hands.tell(ports.TagArrived("YAY.pad", tag, 0))
    assert len(hands.log.facts) == before
    assert hands.says("YAY") == "sign.wait-answer"


def test_a_lost_device_is_told_once_and_found_once(hands: Hands) -> None:
    for _ in range(2):
        hands.tell(ports.DeviceLost("display YAY", "no answer; is its cable in?", 0))
    hands.tell(ports.DeviceFound("display YAY", 0))

    told = [entry.code for entry in hands.situation.log if entry.kind == "device"]
    assert told == ["log.lost", "log.found"]


def test_a_press_that_means_nothing_is_answered(hands: Hands) -> None:
    hands.begin_attack()

    hands.tap("WOW.ok")

    assert hands.says("WOW") == "refusal.wait"
    hands.lay("YAY", "8")
    assert hands.says("WOW") == "sign.answer"


def test_no_held_opens_the_menu_and_a_pause_stops_play(hands: Hands) -> None:
    hands.begin_attack()
    hands.hold("YAY.no")
    assert hands.text("YAY").startswith("MENU / < Hint >")
    hands.hold("YAY.no")

    hands.choose("pause", "YAY.no")
    tag = hands.lay("YAY", "8")

    assert hands.says("YAY") == "refusal.paused"
    hands.tell(ports.TagLeft("YAY.pad", tag, 0))
    assert hands.text("WOW") == "PAUSED / OK goes on"
    hands.tap("WOW.ok")
    assert hands.says("YAY") == "sign.attack-first"


def test_resigning_asks_twice_and_gives_the_game_to_the_other_seat(hands: Hands) -> None:
    hands.begin_attack()
    hands.choose("resign", "YAY.no")
    assert hands.text("YAY") == "RESIGN? / WOW will win. / Only OK resigns"

    hands.tap("YAY.ok")

    assert hands.text("WOW") == "WOW WINS! / OK: other games / Hold OK: again"
    hands.tap("WOW.ok")
    assert hands.situation.game.stage.value == "lobby"


def test_ok_held_at_the_end_begins_the_same_game_again(hands: Hands) -> None:
    hands.begin_attack()
    before = hands.situation.game.setup
    hands.choose("resign", "YAY.no")
    hands.tap("YAY.ok")

    hands.hold("WOW.ok")

    assert hands.situation.game.setup == before
    assert hands.situation.game.stage.value == "deal"
    assert [type(fact) for fact in hands.log.facts if isinstance(fact, Began | Closed)] == [Began, Closed, Began]


def test_the_seat_that_opened_the_menu_chooses_its_own_language(hands: Hands) -> None:
    hands.hold("YAY.no")
    hands.tap("YAY.no")
    hands.tap("YAY.no")
    hands.tap("YAY.ok")

    assert hands.scene.languages == {"YAY": "zh-TW", "WOW": "en"}


def test_a_won_round_leads_over_token_and_deal_to_the_next(hands: Hands) -> None:
    hands.begin_attack()
    for attack, answer in (("8", "2"), ("7", "2"), ("7", "2"), ("6", "2"), ("6", "3")):
        hands.lay("YAY", attack)
        hands.tap("WOW.no")
        hands.lay("WOW", answer)
    hands.lay("YAY", "1")
    hands.lay("WOW", "4")

    assert hands.text("YAY") == "YAY WINS IT / Move Tacocat / to the light"
    assert hands.scene.lights[3].meaning == "light.next"
    hands.move_token(-1)
    hands.clear("YAY")
    hands.clear("WOW")
    assert hands.text("YAY") == "COVER, DEAL / old space, / shuffle; OK / 9"
    assert hands.text("space 0").endswith("covered")


def test_a_card_of_a_hand_counts_by_ok_held_though_an_equal_one_was_put_away_in_its_place(hands: Hands) -> None:
    hands.begin_attack()
    tag = hands.lay("YAY", "8")
    hands.clear("YAY")
    hands.lay("WOW", "10")
    hands.clear("WOW")
    hands.lay("WOW", "7")
    hands.wait(1_000)
    hands.tell(ports.TagArrived("YAY.pad", tag, 0))
    assert hands.text("YAY") == "PLAYED BEFORE / Discard it; yours? / hold OK: counts"

    hands.hold("YAY.ok")

    assert acted(hands)[-1] == {"do": "answer", "card": "8"}
