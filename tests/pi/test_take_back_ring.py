"""Taking back and letting stand at a ring: any one other living seat agrees, windows count anew, shuffles stay."""

from __future__ import annotations

import pytest

from pi.kitten_hands import KittenHands
from pi.public_state import public_state
from tacotable.core.reducer import apply
from tacotable.core.restore import misfit
from tacotable.state.events import Arbitrated
from tacotable.state.facts import Acted, Decided, Undone
from tacotable.state.situation import Situation
from tacotable_engine import Match


@pytest.fixture
def hands() -> KittenHands:
    """Give a ring of three that has begun; 1 is on turn."""
    table = KittenHands()
    table.begin()
    return table


def choose(hands: KittenHands, seat: str, item: str) -> None:
    """Take an item of a seat's menu on the public display."""
    hands.situation.ui.own_act = None  # others have to agree, as after something that they saw or did
    hands.hold(f"{seat}.nope")
    for _ in range(12):
        if f"< {item} >" in hands.public():
            hands.tap(f"{seat}.ok")
            return
        hands.tap(f"{seat}.nope")
    raise AssertionError(f"no item {item}: {hands.public()}")


def offers(hands: KittenHands, seat: str, item: str) -> bool:
    hands.hold(f"{seat}.nope")
    shown = []
    for _ in range(12):
        shown.append(hands.public())
        hands.tap(f"{seat}.nope")
    hands.hold(f"{seat}.nope")
    return any(f"< {item} >" in text for text in shown)


def play(hands: KittenHands, face: str, seat: str = "1") -> None:
    hands.show(face)
    hands.lift()
    hands.tap(f"{seat}.ok")


def is_asked(hands: KittenHands) -> bool:
    return hands.situation.ui.question is not None


def board(hands: KittenHands) -> dict[str, object]:
    return public_state(hands.situation)


def test_a_play_comes_back_with_the_seats_that_let_it_pass(hands: KittenHands) -> None:
    before = board(hands)
    play(hands, "skip")
    hands.let("2", "3")
    assert board(hands)["turn"] != before["turn"]

    choose(hands, "1", "Take back")
    assert hands.public() == "TAKE BACK? / 1: play / Another: OK?"
    hands.tap("3.ok")

    assert board(hands) == before
    undone = hands.log.facts[-1]
    assert undone == Undone("1", "3")
    assert hands.situation.log[-1].undone == (1, 2, 3)
    assert hands.situation.game.match is not None
    assert "{undo 3} {undo 2} {undo 1}" in hands.situation.game.match.record()


def test_every_other_living_seat_is_lit_and_one_of_them_is_enough(hands: KittenHands) -> None:
    play(hands, "skip")
    hands.let("2", "3")

    choose(hands, "1", "Take back")

    lit = {name for name, light in hands.scene.lamps.items() if light.meaning in ("lamp.may-agree", "lamp.may-refuse")}
    assert lit == {"2.ok", "2.nope", "3.ok", "3.nope"}
    assert hands.scene.lamps["1.nope"].meaning == "lamp.may-go-back"


def test_a_nope_says_no(hands: KittenHands) -> None:
    play(hands, "skip")
    hands.let("2", "3")
    state = board(hands)
    choose(hands, "1", "Take back")

    hands.tap("2.nope")

    assert board(hands) == state
    assert hands.situation.log[-1].code == "log.not-taken-back"


def test_a_play_can_be_taken_back_while_its_window_is_open(hands: KittenHands) -> None:
    before = board(hands)
    play(hands, "attack")
    assert hands.phase() == "window"

    choose(hands, "1", "Take back")
    hands.wait(9_000)
    assert hands.phase() == "window"
    hands.tap("2.ok")

    assert board(hands) == before
    assert hands.situation.ui.part.window is None  # type: ignore[attr-defined]  # that of an Exploding game


def lit(hands: KittenHands) -> int:
    return sum(light.meaning == "light.countdown" for light in hands.scene.lights)


def test_a_refused_question_lets_a_window_count_on_where_it_stood(hands: KittenHands) -> None:
    play(hands, "attack")
    before = lit(hands)
    choose(hands, "1", "Take back")
    hands.wait(9_000)
    assert lit(hands) == 0

    hands.tap("2.nope")

    assert 0 < lit(hands) < before == 12
    hands.wait(lit(hands) * 250 + 50)
    assert hands.phase() == "turn"


def test_a_window_counts_anew_after_a_pause(hands: KittenHands) -> None:
    play(hands, "attack")
    hands.wait(600)
    choose(hands, "1", "Pause")
    hands.tap("1.ok")

    assert lit(hands) == 12


def test_a_nope_taken_back_opens_the_window_again_at_its_full_length(hands: KittenHands) -> None:
    play(hands, "attack")
    hands.press("2.nope")
    hands.release("2.nope")
    hands.show("nope")
    hands.lift()
    assert board(hands)["pending"]["nopes"] == 1  # type: ignore[index]  # a play

    choose(hands, "2", "Take back")
    hands.tap("1.ok")

    assert board(hands)["pending"]["nopes"] == 0  # type: ignore[index]  # a play
    assert hands.phase() == "window"
    hands.wait(2_900)
    assert hands.phase() == "window"
    hands.wait(300)
    assert hands.phase() == "turn"


def test_cards_taken_back_may_be_shown_again(hands: KittenHands) -> None:
    tag = hands.show("skip")
    hands.lift()
    hands.tap("1.ok")
    hands.let("2", "3")
    choose(hands, "1", "Take back")
    hands.tap("2.ok")

    hands.show_tag(tag)

    assert hands.situation.entry("1").cards == ("skip",)


def test_a_card_that_still_lies_on_the_pad_is_no_new_play(hands: KittenHands) -> None:
    hands.show("skip")
    hands.tap("1.ok")
    hands.let("2", "3")

    choose(hands, "1", "Take back")
    hands.tap("2.ok")

    assert hands.public() == "TAKEN BACK / Take the card / off the pad"
    assert hands.situation.entry("1").cards == ()
    hands.hiccup()
    assert hands.situation.entry("1").cards == ()


def test_what_was_before_a_shuffle_cannot_be_taken_back(hands: KittenHands) -> None:
    play(hands, "shuffle")
    assert offers(hands, "1", "Take back")

    hands.let("2", "3")

    assert hands.situation.game.steps == []
    assert not offers(hands, "1", "Take back")


def test_the_dead_do_not_agree(hands: KittenHands) -> None:
    hands.show("exploding-kitten")
    hands.lift()
    hands.tap("1.nope")
    hands.tap("1.ok")
    assert board(hands)["alive"] == ["2", "3"]
    hands.wait(5_000)  # so long everybody sees it
    hands.tap("2.ok")

    choose(hands, "2", "Take back")
    hands.tap("1.ok")
    assert is_asked(hands)
    hands.tap("3.ok")

    assert not is_asked(hands)
    assert board(hands)["turn"]["seat"] == "2"  # type: ignore[index]  # a turn


def test_the_won_game_can_be_taken_back_until_it_is_put_away() -> None:
    hands = KittenHands()
    hands.begin("1", "2")
    hands.show("exploding-kitten")
    hands.lift()
    hands.tap("1.nope")
    hands.tap("1.ok")
    assert board(hands)["winner"] == "2"
    hands.wait(1_500)  # so long its end is shown, whatever is pressed

    choose(hands, "2", "Take back")
    assert hands.prompt("2") == "ask.take-back-wait"
    hands.tell(Arbitrated("agree", hands.now_ms))

    assert board(hands)["winner"] is None
    assert hands.phase() == "defuse"


def test_a_refused_play_may_stand_when_another_seat_agrees(hands: KittenHands) -> None:
    _nope_own(hands)
    hands.pace_ms = 300

    choose(hands, "1", "Let it stand")
    assert hands.public() == "LET IT STAND? / 1: Nope / Another: OK?"
    hands.wait(500)
    hands.tap("3.ok")

    assert hands.log.facts[-1] == Decided("1", "3", True, "agreed at the table")
    assert board(hands)["pending"]["nopes"] == 1  # type: ignore[index]  # a play


def _nope_own(hands: KittenHands) -> None:
    """Let 1 nope its own play, which the rules refuse; the act is told as the table tells a refused one."""
    play(hands, "attack")
    refused = Acted("1", {"do": "nope"}, "illegal", "nope-own")
    hands.log.append(refused)
    apply(refused, hands.situation)


def test_all_of_it_replays_from_the_journal_and_the_record(hands: KittenHands) -> None:
    play(hands, "attack")
    hands.wait(4_000)
    choose(hands, "1", "Take back")
    hands.tap("2.ok")
    _nope_own(hands)
    hands.pace_ms = 300
    choose(hands, "1", "Let it stand")
    hands.wait(500)
    hands.tap("2.ok")
    hands.wait(4_000)

    again, replay = KittenHands(), Situation(hands.situation.devices.table, hands.faces)
    assert [misfit(fact, replay) for fact in hands.log.facts] == [None] * len(hands.log.facts)
    again.controller.resume(tuple(hands.log.facts))

    assert hands.situation.game.match is not None
    assert again.situation.game.match is not None
    text = hands.situation.game.match.record()
    assert again.situation.game.match.record() == Match.from_record(text).record() == text
    assert public_state(again.situation) == public_state(hands.situation)
    assert (again.situation.game.stage, again.situation.game.entries) == (
        hands.situation.game.stage,
        hands.situation.game.entries,
    )
    assert again.situation.game.part.spent == hands.situation.game.part.spent  # type: ignore[attr-defined]  # that of an Exploding game


def test_why_on_the_public_display_is_what_everyone_may_read(hands: KittenHands) -> None:
    play(hands, "skip")
    hands.let("2", "3")
    hands.tap("2.ok")

    choose(hands, "2", "Why?")

    assert "WHY 1/" in hands.public()
    assert "let-closed" in hands.text("table")


def test_an_item_that_is_gone_when_ok_comes_takes_nothing_else(hands: KittenHands) -> None:
    _nope_own(hands)
    hands.pace_ms = 300
    hands.hold("1.nope")
    hands.wait(300)
    for _ in range(3):
        hands.tap("1.nope")
    assert "< Let it stand >" in hands.public()
    facts = len(hands.log.facts)
    hands.wait(4_000)
    assert hands.phase() == "turn"
    assert hands.situation.ui.menus == {}

    hands.tap("1.ok")

    assert len(hands.log.facts) == facts + 1
