"""What people do that nobody planned: double presses, cards left lying, readers that hiccup, a full disk."""

from __future__ import annotations

import pytest

from pi.hands import Hands
from pi.public_state import public_state
from tacotable.games.tacocat.state import tacocat
from tacotable.state.facts import Acted, Began, Fact
from tacotable.state.game_state import Stage
from tacotable.state.scene import Choice, Notice
from tacotable.storage.journal import JournalError
from tacotable_drivers import ports


@pytest.fixture
def hands() -> Hands:
    return Hands("tacocat")


def phase(hands: Hands) -> object:
    return public_state(hands.situation)["phase"]


def test_a_refused_jumbo_card_that_is_told_again_does_not_attack_alone(hands: Hands) -> None:
    hands.begin_attack()
    hands.clear("YAY")
    hands.tap("YAY.ok")
    hands.lay("YAY", "5")
    hands.lay("YAY", "8")
    hands.tap("YAY.ok")
    assert hands.says("YAY") == "rule.attack-shape"

    hands.hiccup("YAY")

    assert phase(hands) == "attack"
    assert hands.says("YAY") == "rule.attack-shape"


def test_a_refused_jumbo_whose_last_card_had_slid_on_before_the_press_is_still_told(hands: Hands) -> None:
    hands.begin_attack()
    hands.clear("YAY")
    hands.tap("YAY.ok")
    hands.lay("YAY", "5")
    last = hands.lay("YAY", "8")
    hands.tap("YAY.ok")

    hands.tell(ports.TagLeft("YAY.pad", last, hands.situation.devices.now_ms + 150))

    assert hands.says("YAY") == "rule.attack-shape"
    hands.lay("YAY", "7")
    assert hands.text("YAY") == "PLEASE WAIT / WOW answers / 7"


def test_a_refused_jumbo_card_that_is_lifted_because_of_it_settles_it(hands: Hands) -> None:
    hands.begin_attack()
    hands.clear("YAY")
    hands.tap("YAY.ok")
    hands.lay("YAY", "5")
    last = hands.lay("YAY", "8")
    hands.tap("YAY.ok")

    hands.tell(ports.TagLeft("YAY.pad", last, hands.situation.devices.now_ms + 500))

    assert hands.text("YAY") == "LEAD: 6 EACH / Lay a card / OK: several"


def test_a_card_taken_back_that_is_told_again_is_not_shown_again(hands: Hands) -> None:
    hands.begin()
    hands.lay("YAY", "5")
    hands.tap("YAY.no")

    hands.hiccup("YAY")

    assert hands.situation.entry("YAY").cards == ()
    assert hands.says("YAY") == "refusal.lay-again"


def test_a_card_laid_too_early_is_not_played_when_its_turn_has_come_and_its_reader_hiccups(hands: Hands) -> None:
    hands.begin_attack()
    hands.lay("WOW", "10")
    hands.lay("YAY", "8")
    assert hands.says("WOW") == "refusal.lay-again"

    hands.hiccup("WOW")

    assert phase(hands) == "answer"


def test_a_card_laid_too_early_is_played_when_it_is_lifted_and_laid_again(hands: Hands) -> None:
    hands.begin_attack()
    tag = hands.lay("WOW", "10")
    hands.lay("YAY", "8")

    hands.tell(ports.TagLeft("WOW.pad", tag, 0))
    hands.wait(300)
    hands.tell(ports.TagArrived("WOW.pad", tag, 0))

    assert phase(hands) == "attack"
    assert public_state(hands.situation)["attacker"] == "WOW"


def test_a_press_does_not_put_a_refused_card_out_of_mind(hands: Hands) -> None:
    hands.begin_attack()
    hands.lay("WOW", "10")

    hands.tap("WOW.no")

    assert hands.says("WOW") == "rule.attack-turn"


def test_a_card_that_was_laid_before_the_deal_is_still_asked_to_go_when_play_begins(hands: Hands) -> None:
    hands.tap("YAY.ok")
    hands.move_token(0)
    hands.tap("YAY.ok")
    hands.lay("YAY", "5")
    assert hands.says("YAY") == "refusal.deal-first"

    hands.tap("WOW.ok")

    assert hands.situation.game.stage is Stage.PLAY
    assert hands.says("YAY") == "refusal.lay-again"


def test_a_card_refused_in_a_pause_is_asked_to_be_laid_again_when_play_goes_on(hands: Hands) -> None:
    hands.begin_attack()
    hands.choose("pause", "YAY.no")
    hands.lay("YAY", "8")
    assert hands.says("YAY") == "refusal.paused"

    hands.tap("WOW.ok")

    assert hands.says("YAY") == "refusal.lay-again"


def test_a_second_press_on_begin_leaves_no_stale_message(hands: Hands) -> None:
    hands.tap("YAY.ok")
    hands.tap("YAY.ok")
    assert hands.says("YAY") == "refusal.move-first"

    hands.move_token(0)

    assert hands.says("YAY") == "sign.deal"


def test_a_message_about_a_press_is_put_away_with_no(hands: Hands) -> None:
    hands.tap("YAY.ok")
    hands.tap("YAY.ok")

    hands.tap("YAY.no")

    assert hands.says("YAY") == "sign.move"


def test_two_quick_presses_at_the_deal_do_not_replace_none(hands: Hands) -> None:
    hands.tap("YAY.ok")
    hands.move_token(0)
    hands.tap("YAY.ok")
    hands.tap("WOW.ok")
    hands.pace_ms = 200

    hands.tap("WOW.ok")

    assert hands.says("WOW") == "sign.replace"


def test_both_seats_end_a_pause_and_only_the_pause_ends(hands: Hands) -> None:
    hands.begin()
    hands.choose("pause", "YAY.no")
    hands.tap("YAY.ok")
    hands.pace_ms = 200

    hands.tap("WOW.ok")

    assert hands.situation.game.is_paused is False
    assert hands.says("WOW") == "sign.replace"


def test_the_menu_is_seen_also_where_a_card_was_refused(hands: Hands) -> None:
    hands.begin_attack()
    hands.lay("WOW", "8")

    hands.hold("WOW.no")

    assert hands.text("WOW").startswith("MENU")


def test_one_seats_choice_leaves_alone_what_the_other_has_turned_to() -> None:
    hands = Hands("buttons")
    for button in ("YAY.ok", "YAY.ok", "WOW.ok"):
        if hands.situation.game.stage is Stage.MOVE:
            hands.hold("YAY.ok")
        hands.tap(button)
    for _ in range(3):
        hands.tap("WOW.right")
    turned_to = hands.screen("WOW")

    hands.tap("YAY.ok")

    assert isinstance(turned_to, Choice)
    assert hands.screen("WOW") == turned_to


def test_where_the_sensor_is_dead_the_light_believes_the_person(hands: Hands) -> None:
    hands.tap("YAY.ok")

    hands.hold("YAY.ok")

    assert hands.scene.lights[4].meaning == "light.here"


def test_when_the_journal_cannot_be_written_every_seat_is_told_and_the_act_does_not_show(hands: Hands) -> None:
    hands.begin_attack()
    hands.clear("YAY")
    before = hands.scene.lights

    def fail(fact: Fact) -> None:
        raise JournalError(f"disk full: {fact}")

    hands.log.append = fail  # type: ignore[method-assign]  # the disk of this test is full
    hands.lay("YAY", "8")

    for seat in ("YAY", "WOW"):
        screen = hands.screen(seat)
        assert isinstance(screen, Notice)
        assert screen.sign.code == "sign.unsaved-failed"
    assert hands.scene.lights == before
    assert hands.scene.cue.name == "lost"


def test_the_same_facts_give_the_same_game_again(hands: Hands) -> None:
    hands.begin_attack()
    hands.lay("YAY", "8")
    hands.lay("WOW", "10")
    again = Hands("tacocat")

    again.controller.resume(tuple(hands.log.facts))

    assert public_state(again.situation) == public_state(hands.situation)
    assert tacocat(again.situation).game.part.spent == tacocat(hands.situation).game.part.spent
    assert [fact for fact in hands.log.facts if isinstance(fact, Acted)]


def test_settings_chosen_before_a_game_come_back_with_its_journal(hands: Hands) -> None:
    hands.hold("YAY.no")
    while hands.situation.ui.menus["YAY"].item != "language":
        hands.tap("YAY.no")
    hands.tap("YAY.ok")
    hands.hold("YAY.no")
    hands.begin()
    facts = hands.log.facts
    began = next(index for index, fact in enumerate(facts) if isinstance(fact, Began))
    again = Hands("tacocat")

    again.controller.resume(tuple(facts[began:]))

    assert again.situation.game.languages == {"YAY": "zh-TW", "WOW": "en"}


def test_a_meant_sacrifice_comes_back_with_the_journal(hands: Hands) -> None:
    hands.begin_attack()
    hands.lay("YAY", "3")
    hands.tap("WOW.no")
    again = Hands("tacocat")

    again.controller.resume(tuple(hands.log.facts))
    again.controller.start()

    assert again.says("WOW") == "sign.sacrifice"


def test_ok_with_nothing_to_choose_says_so(hands: Hands) -> None:
    hands.begin()
    hands.tap("YAY.ok")
    hands.tap("WOW.ok")

    hands.tap("WOW.ok")

    assert hands.says("WOW") == "refusal.lay-a-card"


def test_ok_with_a_used_card_still_on_the_pad_says_that_it_comes_off_first(hands: Hands) -> None:
    hands.begin_attack()
    hands.lay("YAY", "8")

    hands.tap("WOW.ok")

    assert hands.text("WOW") == "USED CARD / Take it off, / then lay one"


def test_each_seat_has_a_menu_of_its_own(hands: Hands) -> None:
    hands.begin_attack()
    hands.choose("resign", "YAY.no")

    hands.hold("WOW.no")

    assert hands.text("YAY").startswith("RESIGN?")
    assert hands.text("WOW").startswith("MENU")


def test_two_cards_on_a_pad_keep_the_deal_from_being_confirmed(hands: Hands) -> None:
    hands.tap("YAY.ok")
    hands.move_token(0)
    hands.tell(ports.TagsCrowded("YAY.pad", (hands.take("5"), hands.take("6")), 0))

    hands.tap("YAY.ok")

    assert "YAY" not in tacocat(hands.situation).game.part.dealt


def test_a_crowd_is_over_when_one_card_is_told_alone(hands: Hands) -> None:
    hands.begin_attack()
    tag = hands.lay("YAY", "8")
    hands.tell(ports.TagsCrowded("YAY.pad", (tag, hands.take("7")), 0))
    assert hands.says("YAY") == "rule.answer-turn"

    hands.tell(ports.TagArrived("YAY.pad", tag, 0))

    assert hands.says("YAY") == "sign.wait-answer"


def change_at_once(hands: Hands, gone: str, come: str, at_ms: float) -> None:
    """Let the reader hear one tag in place of another from one scan to the next."""
    hands.tell(ports.TagLeft("YAY.pad", gone, at_ms))
    hands.tell(ports.TagArrived("YAY.pad", come, at_ms))


def test_a_played_card_that_was_hidden_by_another_is_not_refused_when_that_is_lifted(hands: Hands) -> None:
    hands.begin_attack()
    tag, upper = hands.lay("YAY", "8"), hands.take("4")
    change_at_once(hands, tag, upper, 60_000)
    refused = hands.says("YAY")

    change_at_once(hands, upper, tag, 61_000)

    assert refused.startswith(("refusal.", "rule."))
    assert hands.says("YAY") == "sign.wait-answer"


def test_a_card_that_lay_under_an_answer_is_no_second_answer_when_that_one_is_lifted(hands: Hands) -> None:
    hands.begin_attack()
    hands.lay("YAY", "6")
    hands.lay("WOW", "9")  # WOW has defended, and attacks
    hands.clear("WOW")
    hands.lay("WOW", "7")
    upper, lower = hands.take("10"), hands.take("3")
    hands.clear("YAY")
    hands.tell(ports.TagArrived("YAY.pad", upper, 60_000))  # YAY has defended, and is to attack

    change_at_once(hands, upper, lower, 61_000)

    assert public_state(hands.situation)["phase"] == "attack"
    assert hands.says("YAY") == "refusal.lay-again"


def test_a_played_card_that_was_taken_away_and_is_laid_again_is_refused(hands: Hands) -> None:
    hands.begin_attack()
    tag, upper = hands.lay("YAY", "8"), hands.take("4")
    change_at_once(hands, tag, upper, 60_000)
    hands.tell(ports.TagLeft("YAY.pad", upper, 61_000))

    hands.tell(ports.TagArrived("YAY.pad", tag, 61_500))

    assert hands.says("YAY") == "refusal.not-now"  # as the other seat is asked

    hands.clear("WOW")
    hands.tell(ports.TagArrived("WOW.pad", hands.take("2"), 70_000))

    assert public_state(hands.situation)["phase"] == "attack"
    assert hands.says("YAY") == "refusal.spent"


def test_a_practice_round_says_that_it_is_one() -> None:
    hands = Hands("tacocat")
    hands.tap("YAY.no")
    hands.tap("YAY.no")

    hands.begin()

    assert hands.text("YAY") == "PRACTICE: 7 EACH / Lay a card / OK: several"


def test_a_twelve_is_refused_in_the_print_and_play_edition_also_when_it_would_be_replaced() -> None:
    hands = Hands("tacocat")
    hands.tap("YAY.no")
    hands.begin()

    hands.lay("YAY", "12")

    assert hands.situation.ruleset == "tc36"
    assert hands.says("YAY") == "refusal.not-in-game"


def test_no_with_nothing_shown_says_what_may_be_done(hands: Hands) -> None:
    hands.begin()

    hands.tap("YAY.no")

    assert hands.says("YAY") == "refusal.show-or-ok"


def test_a_token_that_was_lifted_is_asked_back_at_the_seat_that_waits(hands: Hands) -> None:
    hands.begin_attack()

    hands.tell(ports.TokenSensed(0, False, 0))

    assert hands.says("WOW") == "sign.token-back"
    assert hands.says("YAY") == "sign.attack-first"


def test_a_card_that_lay_under_a_sealed_one_is_not_asked_for_when_that_one_is_lifted(hands: Hands) -> None:
    hands.begin()
    hands.tap("YAY.ok")
    hands.tap("WOW.ok")
    upper, lower = hands.lay("YAY", "9"), hands.take("3")

    change_at_once(hands, upper, lower, 61_000)

    assert hands.says("YAY") == "rule.already-sealed"
    assert hands.text("YAY") == "ALREADY CHOSEN / This adds nothing / hold NO: undo"
    hands.tell(ports.TagLeft("YAY.pad", lower, 62_000))
    assert hands.says("YAY") == "sign.sealed-lifted"


def test_a_second_ok_behind_a_choice_asks_for_no_card(hands: Hands) -> None:
    hands.begin()
    hands.tap("YAY.ok")

    hands.tap("YAY.ok")

    assert hands.text("YAY") == "ALREADY CHOSEN / This adds nothing / hold NO: undo"


def test_ok_while_a_card_may_lie_unread_on_a_used_one_asks_to_take_all_off(hands: Hands) -> None:
    hands.begin_attack()
    hands.lay("YAY", "8")  # WOW lays its answer on its duel card, and the reader hears neither
    hands.wait(600)
    hands.tell(ports.TagLeft("WOW.pad", str(hands.situation.zone("WOW")), hands.situation.devices.now_ms))
    hands.wait(2_000)
    assert hands.text("WOW") == "DEFEND 8 / Lay 8+, or / the lowest / One by one / 8"

    hands.tap("WOW.ok")

    assert hands.text("WOW") == "NO CARD READ / Lay one card, / all others off"


def test_who_gave_up_a_card_is_told_that_it_counts_as_the_lowest(hands: Hands) -> None:
    hands.begin_attack()
    hands.lay("YAY", "8")

    hands.lay("WOW", "4")

    assert hands.text("WOW") == "YOU GAVE UP 4 / Clear pad / YAY attacks"
    hands.clear("WOW")
    assert hands.text("WOW") == "YOU GAVE UP 4 / Your lowest; now / YAY attacks"


def test_a_press_that_means_nothing_hides_what_its_seat_has_to_know_for_five_seconds_at_most(hands: Hands) -> None:
    hands.begin_attack()
    hands.wait(600)
    hands.tap("WOW.no")
    assert hands.says("WOW") == "refusal.wait"

    hands.wait(5_000)

    assert hands.says("WOW") == "sign.wait-attack"


def test_tacocat_stood_on_a_wrong_space_is_asked_to_the_right_one(hands: Hands) -> None:
    hands.tap("YAY.ok")

    hands.move_token(1)

    assert hands.says("YAY") == "sign.token-back"
    assert hands.scene.lights[5].meaning == "light.wrong"
