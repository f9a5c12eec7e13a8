"""Taking back in Tacocat: asked by one seat, agreed by the other, and then everything stands as before the act."""

from __future__ import annotations

import pytest

from pi.hands import Hands
from pi.public_state import public_state
from tacotable.core.restore import misfit
from tacotable.dialogs.questions import ASKED_MS
from tacotable.state.events import Arbitrated, TimePassed
from tacotable.state.facts import Acted, Undone
from tacotable.state.game_state import Stage
from tacotable.state.log import LogEntry
from tacotable.state.situation import Situation
from tacotable_drivers import ports
from tacotable_engine import Match


@pytest.fixture
def hands() -> Hands:
    """Give a table where YAY won the duel and attacks."""
    table = Hands()
    table.begin_attack()
    return table


def choose(hands: Hands, seat: str, item: str) -> None:
    """Take an item of a seat's menu."""
    hands.situation.ui.own_act = None  # others have to agree, as after something that they saw or did
    hands.hold(f"{seat}.no")
    for _ in range(12):
        if f"< {item} >" in hands.text(seat):
            hands.tap(f"{seat}.ok")
            return
        hands.tap(f"{seat}.no")
    raise AssertionError(f"no item {item}: {hands.text(seat)}")


def offers(hands: Hands, seat: str, item: str) -> bool:
    hands.hold(f"{seat}.no")
    shown = []
    for _ in range(12):
        shown.append(hands.text(seat))
        hands.tap(f"{seat}.no")
    hands.hold(f"{seat}.no")
    return any(f"< {item} >" in text for text in shown)


def agreed(hands: Hands, asker: str = "YAY") -> None:
    """Take the last act back: asked by one seat, agreed by the other."""
    choose(hands, asker, "Take back")
    hands.tap("WOW.ok" if asker == "YAY" else "YAY.ok")


def table_of(hands: Hands) -> dict[str, object]:
    """Give what everyone may see of the game, but for the numbers of its acts."""
    return public_state(hands.situation)


def last(hands: Hands) -> LogEntry:
    return hands.situation.log[-1]


def test_asking_shows_both_seats_what_would_be_taken_back_and_who_answers(hands: Hands) -> None:
    hands.lay("YAY", "8")

    choose(hands, "YAY", "Take back")

    assert hands.text("YAY") == "TAKE BACK? / YAY: attack / Others answer"
    assert hands.text("WOW") == "TAKE BACK? / YAY: attack / Only OK agrees"
    assert {name: hands.scene.lamps[name].meaning for name in ("YAY.ok", "YAY.no", "WOW.ok", "WOW.no")} == {
        "YAY.ok": "lamp.off",
        "YAY.no": "lamp.may-go-back",
        "WOW.ok": "lamp.may-agree",
        "WOW.no": "lamp.may-refuse",
    }


def test_an_agreed_take_back_restores_the_game_and_is_kept_in_record_log_and_journal(hands: Hands) -> None:
    before = table_of(hands)
    hands.lay("YAY", "8")
    hands.clear("YAY")

    agreed(hands)

    assert table_of(hands) == before
    assert hands.log.facts[-1] == Undone("YAY", "WOW", {"WOW.pad": str(hands.situation.zone("WOW"))})
    assert (last(hands).code, last(hands).undone) == ("log.taken-back", (5,))
    assert last(hands).values == {"seat": "YAY", "by": "WOW", "owner": "YAY", "did": ("attack", "8")}
    assert hands.situation.game.match is not None
    assert "{undo 5}" in hands.situation.game.match.record()


def test_after_a_take_back_people_are_told_which_cards_to_put_back(hands: Hands) -> None:
    hands.lay("YAY", "8")
    hands.clear("YAY")
    hands.clear("WOW")

    agreed(hands)

    assert hands.text("YAY") == hands.text("WOW") == "TAKEN BACK / YAY: attack / Others: stay"
    hands.tell(TimePassed(hands.situation.devices.now_ms + 5_000))
    assert hands.says("YAY") == "sign.attack-first"


def test_a_card_that_still_lies_there_is_no_act_until_it_was_lifted(hands: Hands) -> None:
    tag = hands.lay("YAY", "8")

    agreed(hands)

    assert hands.says("YAY") == "refusal.taken-back"
    hands.hiccup("YAY")
    assert not public_state(hands.situation)["demands"]
    hands.clear("YAY")
    hands.wait(300)
    hands.tell(ports.TagArrived("YAY.pad", tag, 0))
    assert public_state(hands.situation)["demands"] == ["8"]


def test_another_card_may_be_played_after_a_take_back(hands: Hands) -> None:
    hands.lay("YAY", "8")

    agreed(hands)
    hands.lay("YAY", "3")

    assert public_state(hands.situation)["demands"] == ["3"]


def test_a_refused_take_back_changes_nothing_but_the_log(hands: Hands) -> None:
    hands.lay("YAY", "8")
    facts, state = list(hands.log.facts), table_of(hands)
    choose(hands, "YAY", "Take back")

    hands.tap("WOW.no")

    assert (hands.log.facts, table_of(hands)) == (facts, state)
    assert last(hands).code == "log.not-taken-back"
    assert hands.text("YAY").startswith("WOW SAYS NO")
    assert hands.says("WOW") == "sign.answer"


def test_nobody_answers_for_20_s_and_the_game_goes_on(hands: Hands) -> None:
    hands.lay("YAY", "8")
    facts = list(hands.log.facts)
    choose(hands, "YAY", "Take back")
    asked_ms = hands.situation.devices.now_ms

    hands.tell(TimePassed(asked_ms + ASKED_MS - 1))
    assert hands.says("WOW") == "ask.take-back"
    hands.tell(TimePassed(asked_ms + ASKED_MS))

    assert hands.says("WOW") == "sign.unanswered"
    assert hands.log.facts == facts
    assert last(hands).code == "log.unanswered-take-back"


def test_who_asked_may_think_again(hands: Hands) -> None:
    hands.lay("YAY", "8")
    choose(hands, "YAY", "Take back")

    hands.tap("YAY.ok")
    assert hands.says("WOW") == "ask.take-back"
    hands.tap("YAY.no")

    assert hands.says("WOW") == "sign.withdrawn"


def test_who_asked_cannot_agree_alone(hands: Hands) -> None:
    hands.lay("YAY", "8")
    choose(hands, "YAY", "Take back")

    hands.tap("YAY.ok")

    assert not [fact for fact in hands.log.facts if isinstance(fact, Undone)]


def test_a_lifted_card_asks_nothing(hands: Hands) -> None:
    hands.lay("YAY", "8")

    hands.clear("YAY")

    assert hands.situation.ui.question is None
    assert public_state(hands.situation)["demands"] == ["8"]


def test_a_card_laid_while_a_question_is_open_is_refused_and_may_be_laid_again(hands: Hands) -> None:
    hands.lay("YAY", "8")
    choose(hands, "YAY", "Take back")
    hands.lay("WOW", "9")

    assert [fact for fact in hands.log.facts if isinstance(fact, Acted)][-1].act["do"] == "attack"
    hands.tap("WOW.no")
    assert hands.says("WOW") == "refusal.lay-again"


def test_the_other_seats_sealed_card_is_not_named(hands: Hands) -> None:
    fresh = Hands()
    fresh.begin()
    fresh.tap("YAY.ok")
    fresh.tap("WOW.ok")
    fresh.lay("YAY", "9")

    choose(fresh, "YAY", "Take back")

    assert fresh.scene.screens["WOW"].sign.values["did"] == ("duel",)  # type: ignore[union-attr]  # a notice
    fresh.tap("WOW.ok")
    assert last(fresh).values["did"] == ("duel",)
    assert public_state(fresh.situation)["ready"] == []


def test_the_end_of_a_round_can_be_taken_back_until_cards_are_dealt(hands: Hands) -> None:
    before = _play_to_the_last_card(hands)
    assert hands.situation.game.stage is Stage.MOVE

    agreed(hands)

    assert (hands.situation.game.stage, table_of(hands)) == (Stage.PLAY, before)


def test_what_was_before_the_deal_cannot_be_taken_back(hands: Hands) -> None:
    _play_to_the_last_card(hands)
    hands.move_token(int(str(public_state(hands.situation)["token"])))
    hands.clear("YAY")
    hands.clear("WOW")
    hands.tap("YAY.ok")

    assert hands.situation.game.steps == []
    assert not offers(hands, "YAY", "Take back")


def _play_to_the_last_card(hands: Hands) -> dict[str, object]:
    """Play until the round ends; gives the state before the last act."""
    for demand, given in (("8", "2"), ("7", "2"), ("6", "2"), ("8", "2"), ("7", "3")):
        hands.lay("YAY", demand)
        hands.tap("WOW.no")
        hands.lay("WOW", given)
    hands.lay("YAY", "3")
    before = table_of(hands)
    hands.lay("WOW", "4")
    return before


def test_a_whole_attack_of_several_comes_back_at_once(hands: Hands) -> None:
    hands.clear("YAY")
    before = table_of(hands)
    hands.tap("YAY.ok")
    for _ in range(3):
        hands.lay("YAY", "7")
    hands.tap("YAY.ok")
    assert public_state(hands.situation)["demands"] == ["7", "7", "7"]

    agreed(hands)

    assert table_of(hands) == before
    assert hands.situation.entry("YAY").cards == ()


def test_many_acts_are_taken_back_one_after_another(hands: Hands) -> None:
    before = table_of(hands)
    hands.lay("YAY", "8")
    hands.lay("WOW", "9")
    hands.lay("WOW", "3")

    for _ in range(3):
        agreed(hands)

    assert table_of(hands) == before


def test_a_paused_game_takes_nothing_back(hands: Hands) -> None:
    hands.lay("YAY", "8")
    choose(hands, "YAY", "Pause")

    assert not offers(hands, "WOW", "Take back")


def test_the_arbiter_takes_back_alone(hands: Hands) -> None:
    before = table_of(hands)
    hands.lay("YAY", "8")

    hands.tell(Arbitrated("take-back", hands.situation.devices.now_ms))

    assert table_of(hands) == before
    assert last(hands).code == "log.taken-back-arbiter"


def test_the_arbiter_answers_what_a_seat_asked(hands: Hands) -> None:
    hands.lay("YAY", "8")
    choose(hands, "YAY", "Take back")

    hands.tell(Arbitrated("agree", hands.situation.devices.now_ms))

    assert public_state(hands.situation)["demands"] == []


def test_a_journal_with_a_take_back_gives_the_same_table_and_record(hands: Hands) -> None:
    hands.lay("YAY", "8")
    hands.lay("WOW", "9")
    agreed(hands)
    hands.lay("WOW", "10")

    again = Hands()
    misfits = [misfit(fact, Situation(again.situation.devices.table, again.faces)) for fact in hands.log.facts[:1]]
    again.controller.resume(tuple(hands.log.facts))

    assert misfits == [None]
    assert hands.situation.game.match is not None
    assert again.situation.game.match is not None
    assert again.situation.game.match.record() == hands.situation.game.match.record()
    assert public_state(again.situation) == public_state(hands.situation)
    assert again.situation.game.part == hands.situation.game.part
    assert again.situation.ui.part == hands.situation.ui.part
    assert (again.situation.game.stage, again.situation.game.entries) == (
        hands.situation.game.stage,
        hands.situation.game.entries,
    )


def test_the_record_with_a_take_back_reads_back_and_plays_on_alike(hands: Hands) -> None:
    hands.lay("YAY", "8")
    agreed(hands)
    hands.lay("YAY", "3")
    assert hands.situation.game.match is not None
    text = hands.situation.game.match.record()

    again = Match.from_record(text)

    assert again.record() == text
    assert again.view("arbiter") == hands.situation.game.match.view("arbiter")


def test_a_journal_that_takes_back_what_is_not_there_does_not_fit(hands: Hands) -> None:
    replay = Situation(hands.situation.devices.table, hands.faces)
    misfit(hands.log.facts[0], replay)

    assert misfit(Undone("YAY", "WOW"), replay) == "there is nothing to take back"
