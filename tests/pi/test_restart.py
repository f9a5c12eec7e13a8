"""A start that finds a game asks at the table what shall become of it; see `restarting`."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from pi.hands import Hands
from pi.kitten_hands import KittenHands
from pi.passing_hands import PassingRing
from pi.public_state import public_state
from tacotable.app.program import Program
from tacotable.app.run import RunOptions, running
from tacotable.catalog import Catalog
from tacotable.dialogs import restart as restarting
from tacotable.state.events import Arbitrated
from tacotable.state.facts import Closed, Fact, Restarted
from tacotable.state.game_state import Stage
from tacotable.state.interaction import RESUME
from tacotable.state.log import LogEntry
from tacotable.state.scene import Choice
from tacotable.storage.crash_counter import CrashCounter
from tacotable.storage.journal import Journal, NoRoomError
from tacotable.table.file import read_table
from tacotable_drivers import ports
from tacotable_drivers.ports import DARK


def played() -> Hands:
    hands = Hands("tacocat")
    hands.begin_attack()
    hands.lay("YAY", "8")
    return hands


def started_again(facts: list[Fact], damage: str = "") -> Hands:
    """Start another program over these facts; nothing lies on its pads yet."""
    again = Hands("tacocat")
    again.controller.resume(tuple(facts))
    restarting.ask(again.situation, len(facts), damage)
    again.controller.start()
    return again


def offered(hands: Hands, seat: str = "YAY") -> str:
    screen = hands.screen(seat)
    assert isinstance(screen, Choice)
    return screen.item


def test_each_seat_is_asked_and_going_on_is_offered_first() -> None:
    again = started_again(played().log.facts)

    assert [offered(again, seat) for seat in ("YAY", "WOW")] == ["restart.resume", "restart.resume"]
    assert again.text("YAY") == "GAME FOUND / < Go on > / NO: next  OK: take"


def test_ok_goes_on_where_the_game_was() -> None:
    hands = played()
    again = started_again(hands.log.facts)

    again.tap("WOW.ok")

    assert public_state(again.situation) == public_state(hands.situation)
    assert again.says("WOW") == "sign.answer"
    assert again.log.facts == [Restarted(RESUME, len(hands.log.facts))]


def test_nothing_is_said_to_go_on_before_the_answer_and_then_it_is_said_once() -> None:
    again = started_again(played().log.facts)
    before = len(again.situation.log)

    again.tap("WOW.ok")

    codes = [entry.code for entry in again.situation.log]
    assert not [code for code in codes[:before] if code.startswith("log.restart") or "resumed" in code]
    assert codes[before:] == ["log.restart-resume"]


@pytest.mark.parametrize("code", ["found", "damaged", "unreadable", "other-board", "other-deck", "other-board-deck"])
def test_the_question_is_a_whole_sentence(code: str) -> None:
    said = Catalog("en").say(f"restart.{code}", {"n": 8})

    assert said.endswith(".")


def test_who_goes_on_at_a_simulated_table_is_told_that_its_cards_are_gathered(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    for fact in played().log.facts:
        journal.append(fact)
    journal.close()

    assert "log.restart-simulated" in [entry.code for entry in asyncio.run(log_of_a_start(tmp_path))]


def test_who_goes_on_at_a_simulated_table_finds_its_cards_where_they_lay(tmp_path: Path) -> None:
    asyncio.run(log_of_a_start(tmp_path))
    journal = Journal(tmp_path)
    for fact in played().log.facts:
        journal.append(fact)
    journal.close()

    assert "log.restart-simulated" not in [entry.code for entry in asyncio.run(log_of_a_start(tmp_path))]


def test_a_damaged_file_beside_the_game_is_told_in_the_log(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    for fact in played().log.facts:
        journal.append(fact)
    journal.close()
    (tmp_path / "game-000001.tcj").write_bytes(b"?" * 700)

    told = [entry for entry in asyncio.run(log_of_a_start(tmp_path)) if entry.code == "log.journal-spoilt"]

    assert Catalog("en").say(told[0].code, told[0].values) == (
        "A file in the folder of games is damaged. It is kept aside, and nothing of it is deleted: game-000001.tcj: "
        "game-000001.tcw holds more of this game and is read in its place, and this file is kept aside"
    )


async def log_of_a_start(folder: Path) -> list[LogEntry]:
    """Start the simulated table over a folder of games, and stop it; gives its log."""
    started: list[Program] = []
    async with running(RunOptions(read_table("tacocat"), state=folder), started.append):
        return started[0].controller.situation.log


def test_any_other_button_turns_to_the_next_offer() -> None:
    again = started_again(played().log.facts)

    again.tap("YAY.no")
    first = offered(again)
    again.tap("WOW.no")

    assert (first, offered(again)) == ("restart.save", "restart.discard")


def test_a_game_that_is_kept_leaves_the_lobby() -> None:
    hands = played()
    again = started_again(hands.log.facts)
    again.tap("YAY.no")

    again.tap("YAY.ok")

    assert again.situation.game.stage is Stage.LOBBY
    assert again.log.facts == [Restarted("save", len(hands.log.facts)), Closed()]


def test_throwing_a_game_away_is_asked_twice() -> None:
    again = started_again(played().log.facts)
    again.tap("YAY.no")
    again.tap("YAY.no")

    again.tap("YAY.ok")
    asked = again.says("YAY")
    again.tap("YAY.no")
    back = offered(again)
    again.tap("YAY.ok")
    again.tap("YAY.ok")

    assert (asked, back) == ("restart.sure", "restart.discard")
    assert again.situation.game.stage is Stage.LOBBY


def lamps(hands: Hands) -> list[str]:
    return [hands.scene.lamps[f"YAY.{role}"].meaning for role in ("ok", "no")]


def test_lamps_say_yes_and_no_where_it_is_asked_twice() -> None:
    again = started_again(played().log.facts)
    again.tap("YAY.no")
    again.tap("YAY.no")
    offering = lamps(again)

    again.tap("YAY.ok")

    assert offering == ["lamp.restart-ok", "lamp.restart-turn"]
    assert lamps(again) == ["lamp.restart-yes", "lamp.restart-no"]


def test_no_lamp_offers_to_turn_where_there_is_one_offer() -> None:
    again = started_again([], "game-000001.tcw: the header is damaged: its checksum is wrong")

    assert lamps(again) == ["lamp.restart-ok", "lamp.off"]
    assert again.scene.lamps["WOW.no"].look == DARK


@pytest.mark.parametrize(
    ("choice", "damage", "told"),
    [
        ("save", "", "log.restart-save"),
        ("discard", "", "log.restart-discard"),
        ("discard", "game-000001.tcw: act 9 is damaged: its checksum is wrong", "log.restart-discard-damaged"),
    ],
)
def test_what_became_of_a_game_is_said_once(choice: str, damage: str, told: str) -> None:
    again = started_again(played().log.facts, damage)
    before = [entry.code for entry in again.situation.log]

    again.tell(Arbitrated(f"restart-{choice}", 10_000))

    assert [entry.code for entry in again.situation.log] == [*before, told]


def test_who_throws_a_damaged_game_away_is_told_what_stays() -> None:
    assert ".damaged" in Catalog("en").say("log.restart-discard-damaged")
    assert ".damaged" in Catalog("zh-TW").say("log.restart-discard-damaged")


def test_the_log_says_of_a_game_that_goes_on_where_and_not_why() -> None:
    said = Catalog("en").say("log.restart-resume", {"n": 8})

    assert said == "The game goes on where it was: behind entry 8 of its journal."


def test_nothing_is_played_before_the_answer() -> None:
    again = started_again(played().log.facts)
    before = public_state(again.situation)

    again.lay("WOW", "9")
    again.hold("YAY.no")

    assert public_state(again.situation) == before
    assert again.log.facts == []
    assert offered(again) == "restart.resume"


def test_a_card_that_nobody_saw_come_is_no_act_when_the_game_goes_on() -> None:
    hands = played()
    again = started_again(hands.log.facts)
    again.tell(ports.TagArrived("WOW.pad", again.take("12"), 0))

    again.tap("WOW.ok")

    assert again.says("WOW") == "refusal.lay-again"
    assert public_state(again.situation) == public_state(hands.situation)


def test_a_card_whose_act_counts_may_lie_there_still() -> None:
    hands = played()
    again = started_again(hands.log.facts)
    lying = hands.situation.zone("YAY")
    assert isinstance(lying, str)
    again.tell(ports.TagArrived("YAY.pad", lying, 0))
    again.move_token(0)

    again.tap("WOW.ok")

    assert again.says("YAY") == "sign.wait-answer"


def test_a_token_that_stands_elsewhere_is_asked_back_when_the_game_goes_on() -> None:
    again = started_again(played().log.facts)
    again.move_token(3)

    again.tap("WOW.ok")

    assert again.says("YAY") == "sign.token-back"


def test_the_arbiter_answers_at_the_page() -> None:
    again = started_again(played().log.facts)

    again.tell(Arbitrated("restart-resume", 10_000))

    assert again.says("WOW") == "sign.answer"


def test_a_damaged_journal_is_told_and_going_on_is_kept_in_the_record() -> None:
    facts = played().log.facts[:-1]
    again = started_again(facts, "game-000001.tcw: act 9 is damaged: its checksum is wrong")
    assert again.text("YAY") == "! DAMAGED / < Go on > / NO: next  OK: take"

    again.tap("YAY.ok")

    told = again.log.facts[0]
    assert told == Restarted(RESUME, len(facts), "game-000001.tcw: act 9 is damaged: its checksum is wrong")
    assert again.situation.log[-1].code == "log.restart-mended"


def test_an_empty_table_asks_nothing() -> None:
    again = started_again([])

    assert again.situation.ui.restart is None


def test_the_ring_is_asked_on_its_public_display() -> None:
    hands = KittenHands()
    hands.begin("1", "2", "3")
    again = KittenHands()
    again.controller.resume(tuple(hands.log.facts))
    restarting.ask(again.situation, len(hands.log.facts))
    again.controller.start()
    screen = again.scene.screens["table"]
    assert isinstance(screen, Choice)

    again.tap("2.ok")

    assert again.phase() == hands.phase()


def still_lying(hands: KittenHands, again: KittenHands, tag: str) -> KittenHands:
    """Start another program over these hands' facts, with a card on the pad, and go on there."""
    again.controller.resume(tuple(hands.log.facts))
    restarting.ask(again.situation, len(hands.log.facts))
    again.controller.start()
    again.tell(ports.TagArrived("play", tag, 0))
    again.tap("2.ok")
    return again


def test_a_hidden_card_that_was_drawn_may_lie_there_still() -> None:
    ring = PassingRing()
    ring.deal()

    again = still_lying(ring, PassingRing(), ring.show("cat-3"))

    assert again.public() == "2: YOUR TURN / Take the card"


def test_a_lethal_card_that_was_drawn_may_lie_there_still() -> None:
    hands = KittenHands()
    hands.begin("1", "2", "3")

    again = still_lying(hands, KittenHands(), hands.show("exploding-kitten"))

    assert again.public() == "1: KA... / Clear pad; Defuse"


def test_time_is_not_waited_for_while_it_is_asked() -> None:
    hands = KittenHands()
    hands.begin("1", "2", "3")
    again = KittenHands()
    again.controller.resume(tuple(hands.log.facts))
    restarting.ask(again.situation, len(hands.log.facts))

    assert again.controller.wake_at_ms() is None


def test_a_full_disk_refuses_a_new_game_and_nothing_else(tmp_path: Path) -> None:
    hands = Hands("tacocat")
    journal = Journal(tmp_path, free=lambda folder: 15 * 2**20)
    hands.log.append = journal.append  # type: ignore[method-assign]  # the disk of this test is nearly full

    hands.tap("YAY.ok")

    assert hands.says("YAY") == "sign.no-room"
    assert hands.situation.game.stage is Stage.LOBBY
    assert hands.controller.storage_fault is None
    assert list(tmp_path.iterdir()) == []
    journal.close()


def test_with_room_again_the_next_press_begins(tmp_path: Path) -> None:
    hands = Hands("tacocat")
    free = [15 * 2**20]
    journal = Journal(tmp_path, free=lambda folder: free[0])
    hands.log.append = journal.append  # type: ignore[method-assign]  # the disk of this test is nearly full
    hands.tap("YAY.ok")

    free[0] = 17 * 2**20
    hands.tap("YAY.ok")

    assert hands.situation.game.match is not None
    journal.close()


def test_without_room_for_a_game_everyone_still_sits_and_the_chosen_game_stays(tmp_path: Path) -> None:
    hands = KittenHands()
    journal = Journal(tmp_path, free=lambda folder: 0)
    hands.log.append = journal.append  # type: ignore[method-assign]  # the disk of this test is full
    hands.tap("1.nope")
    for seat in "123":
        hands.tap(f"{seat}.ok")
    hands.hold("1.ok")
    shown = str(hands.shown[-3:])

    hands.tap("4.ok")

    assert "sign.no-room" in shown
    assert hands.situation.game.stage is Stage.LOBBY
    assert hands.situation.ui.lobby_game == "min72"
    assert hands.situation.ui.part.seated == {"1", "2", "3", "4"}  # type: ignore[attr-defined]  # that of an Exploding game


def test_without_room_for_a_practice_game_practice_stays_chosen(tmp_path: Path) -> None:
    hands = Hands("tacocat")
    journal = Journal(tmp_path, free=lambda folder: 0)
    hands.log.append = journal.append  # type: ignore[method-assign]  # the disk of this test is full
    hands.tap("YAY.no")
    hands.tap("YAY.no")
    hands.tap("YAY.no")

    hands.tap("YAY.ok")

    assert hands.says("YAY") == "sign.no-room"
    assert hands.situation.ui.lobby_game == "tc36"
    assert hands.situation.ui.part.lobby_is_practice  # type: ignore[attr-defined]  # Tacocat's part


def test_too_little_room_is_told_with_the_mend(tmp_path: Path) -> None:
    hands = played()
    journal = Journal(tmp_path, free=lambda folder: 3 * 2**20)

    with pytest.raises(NoRoomError, match="3 MiB are free, and a game begins with 16; make room"):
        journal.append(hands.log.facts[0])


def test_five_short_starts_make_the_next_a_safe_one_and_then_it_may_try_again(tmp_path: Path) -> None:
    starts = [CrashCounter(tmp_path).begin() for _ in range(7)]

    assert starts == [False, False, False, False, False, True, False]


def test_a_good_start_ends_the_row(tmp_path: Path) -> None:
    for _ in range(4):
        CrashCounter(tmp_path).begin()
    good = CrashCounter(tmp_path)
    good.begin()
    good.is_good()

    assert not any(CrashCounter(tmp_path).begin() for _ in range(5))


def test_a_count_that_cannot_be_read_is_none(tmp_path: Path) -> None:
    (tmp_path / "starts").write_bytes(b"\xff\xfe")

    assert not CrashCounter(tmp_path).begin()
