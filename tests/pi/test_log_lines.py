"""The log over several games: acts are counted anew in each, and what is told of one is never of another."""

from __future__ import annotations

from pi.hands import Hands
from pi.test_rulings import WATCHING, cheat, page_of
from pi.test_take_back import choose
from tacotable.dialogs import rulings_log
from tacotable.state.log import MOST_OF_DEVICES, LogEntry, game_of, latest_game
from tacotable.state.role import Content
from tacotable_drivers.ports import DeviceFound, DeviceLost

FIRST, DEVICE, SECOND = LogEntry(1, "table", "log.began"), LogEntry(5, "device", "x"), LogEntry(9, "table", "y")
"""Of a log whose other lines were dropped."""


def put_away(hands: Hands) -> None:
    for seat in ("YAY", "WOW"):
        hands.clear(seat)
    for _ in range(3):
        hands.wait(5_000)
    choose(hands, "YAY", "Stop the game")
    hands.tap("YAY.ok")
    hands.tap("WOW.ok")
    hands.shuffled()


def begin_attack_again(hands: Hands) -> None:
    """Begin another game where the token stands already, and let YAY win the duel."""
    hands.tap("YAY.ok")
    hands.tap("YAY.ok")
    hands.tap("WOW.ok")
    hands.tap("YAY.ok")
    hands.tap("WOW.ok")
    hands.lay("YAY", "12")
    hands.lay("WOW", "6")


def cheat_again(hands: Hands) -> None:
    """Let WOW give up a 4 as its lowest card, and show a 3 later."""
    hands.lay("YAY", "9")
    hands.lay("WOW", "4")
    hands.lay("YAY", "10")
    hands.lay("WOW", "3")


def after_a_cheat_in_each_of_two_games() -> Hands:
    hands = Hands()
    hands.begin_attack()
    cheat(hands)
    put_away(hands)
    begin_attack_again(hands)
    cheat_again(hands)
    return hands


def proof(line: Content) -> object:
    why = line["why"]
    return why["proof"] if isinstance(why, dict) else None


def test_what_is_proven_wrong_in_a_second_game_is_told_with_the_cards_of_that_game() -> None:
    hands = after_a_cheat_in_each_of_two_games()

    assert hands.text("YAY") == "WOW: WRONG / gave up 4, / still held 3"


def test_each_game_proves_by_its_own_acts() -> None:
    hands = after_a_cheat_in_each_of_two_games()

    proofs = [proof(line) for line in page_of(hands).log(WATCHING, "en", 0) if line["kind"] == "dispute"]

    assert proofs == [
        [
            {"act": 6, "text": "WOW sacrifices 5 to 8. YAY attacks next."},
            {"act": 8, "text": "WOW sacrifices 2 to 7. YAY attacks next."},
        ],
        [
            {"act": 6, "text": "WOW sacrifices 4 to 9. YAY attacks next."},
            {"act": 8, "text": "WOW sacrifices 3 to 10. YAY attacks next."},
        ],
    ]


def test_why_reads_nothing_of_the_game_before() -> None:
    hands = Hands()
    hands.begin_attack()
    cheat(hands)
    put_away(hands)

    hands.tap("YAY.ok")

    assert hands.situation.game.match is not None
    assert rulings_log.last_ruling(hands.situation.log, "YAY") is None


def test_the_game_before_the_last_is_told_no_more_and_lines_are_counted_on() -> None:
    hands = Hands()
    for _ in range(3):
        hands.tap("YAY.ok")
        put_away(hands)
    lines = page_of(hands).log(WATCHING, "en", 0)

    assert [line["begins"] for line in lines] == [True, False, True, False]
    assert [line["n"] for line in lines] == [3, 4, 5, 6]
    assert page_of(hands).log(WATCHING, "en", 4) == lines[2:]


def test_a_device_that_comes_and_goes_for_hours_does_not_fill_the_log() -> None:
    hands = Hands()
    hands.begin_attack()
    kept = [entry for entry in hands.situation.log if entry.kind != "device"]

    for at_ms in range(MOST_OF_DEVICES):
        hands.tell(DeviceLost("reader YAY.pad", "no answer", at_ms))
        hands.tell(DeviceFound("reader YAY.pad", at_ms))

    log = hands.situation.log
    assert sum(entry.kind == "device" for entry in log) == MOST_OF_DEVICES
    assert [entry for entry in log if entry.kind != "device"] == kept
    assert log[-1].number == len(kept) + 2 * MOST_OF_DEVICES


def test_lines_before_the_first_game_are_of_no_game_and_of_the_latest() -> None:
    assert latest_game([DEVICE, SECOND]) == [DEVICE, SECOND]
    assert latest_game([DEVICE, FIRST, SECOND]) == [FIRST, SECOND]
    assert game_of([FIRST, DEVICE, LogEntry(7, "table", "log.began"), SECOND], DEVICE) == [FIRST, DEVICE]
