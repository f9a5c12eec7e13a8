"""People sit down at any seats, choose a game, set the cards up page by page, and begin clockwise."""

from __future__ import annotations

from pi.kitten_hands import KittenHands
from pi.public_state import public_state
from tacotable.games.exploding.setup import SITTING_MS
from tacotable.state.facts import Began, Chose, Dealt
from tacotable.state.scene import Choice


def test_ok_sits_down_and_stands_up_again() -> None:
    hands = KittenHands()

    hands.tap("4.ok")
    assert hands.prompt("4") == "sign.seated"
    assert hands.scene.lamps["4.ok"].meaning == "lamp.seated"
    hands.wait(SITTING_MS)
    hands.tap("4.ok")

    assert hands.prompt("4") == "sign.sit"


def test_a_free_seat_is_lit_until_as_many_sit_as_the_game_takes() -> None:
    hands = KittenHands()
    hands.tap("1.nope")  # to the game for two to five

    def free() -> list[str]:
        return [name for name, lamp in hands.scene.lamps.items() if lamp.meaning == "lamp.may-sit"]

    assert len(free()) == 10
    for seat in ("1", "3", "5", "7"):
        hands.tap(f"{seat}.ok")
    assert free() == ["2.ok", "4.ok", "6.ok", "8.ok", "9.ok", "10.ok"]
    hands.tap("9.ok")

    assert free() == []


def test_nope_turns_to_another_game() -> None:
    hands = KittenHands()
    shown = []
    for _ in range(4):
        screen = hands.screen("table")
        assert isinstance(screen, Choice)
        shown.append(screen.item)
        hands.tap("9.nope")

    assert shown == ["item.ek120", "item.min72", "item.zh56", "item.ek120"]


def test_ok_held_begins_clockwise_from_that_seat() -> None:
    hands = KittenHands()
    for seat in ("9", "2", "5"):
        hands.tap(f"{seat}.ok")

    hands.hold("5.ok")

    began = [fact for fact in hands.log.facts if isinstance(fact, Began)]
    assert began[0].setup == {
        "game": "ek120",
        "seats": ["5", "9", "2"],
        "mode": "blind",
        "options": {"window_s": 3.0},
    }
    assert public_state(hands.situation)["turn"] == {"seat": "5", "left": 1, "source": "normal"}


def test_a_game_for_five_is_not_begun_by_six() -> None:
    hands = KittenHands()
    hands.tap("1.nope")
    for seat in "123456":
        hands.tap(f"{seat}.ok")

    hands.hold("1.ok")

    assert hands.text("table") == "1: 2 TO 5 PLAY / 6 sit: more, or / fewer, or NOPE"
    assert hands.log.facts == []


def test_one_alone_cannot_begin() -> None:
    hands = KittenHands()
    hands.tap("1.ok")

    hands.hold("1.ok")

    assert hands.prompt("1") == "refusal.players"


def test_who_does_not_sit_cannot_begin() -> None:
    hands = KittenHands()
    hands.tap("1.ok")
    hands.tap("2.ok")

    hands.hold("3.ok")

    assert hands.prompt("3") == "refusal.sit-first"


def pages(game: str, *seats: str) -> list[str]:
    hands = KittenHands(game)
    for seat in seats:
        hands.tap(f"{seat}.ok")
    hands.hold(f"{seats[0]}.ok")
    shown = []
    while hands.text("table") not in shown:
        shown.append(hands.text("table"))
        hands.tap(f"{seats[1]}.nope")
    return shown


def test_the_set_up_of_two_to_three_players_uses_the_cards_with_a_paw() -> None:
    assert pages("ek120", "1", "2") == [
        "NEW: HOLD NOPE / NOPE: next step / OK: all is done",
        "CARDS / with a paw only: / 44 of them",
        "TAKE OUT / all: Kitten / all Defuses",
        "DEFUSES / one to each seat, / 1 to the deck",
        "DEAL / shuffle, then / 7 to each",
        "INTO PILE: 1 / Kitten / shuffle well",
        "READY? / pile: 29 cards / OK: 1 begins",
    ]


def test_the_set_up_of_ten_players_uses_all_cards() -> None:
    shown = pages("ek120", *map(str, range(1, 11)))

    assert shown[1:4:2] == ["CARDS / all but lethal: / 111 of them", "DEFUSES / one to each seat, / none to the deck"]
    assert shown[-2:] == ["INTO PILE: 9 / Kitten / shuffle well", "READY? / pile: 40 cards / OK: 1 begins"]


def test_the_set_up_of_the_minions_tells_the_sign() -> None:
    assert pages("min72", "1", "2")[1] == "CARDS / sign of Gru only: / 31 of them"
    assert pages("min72", "1", "2", "3")[1] == "CARDS / no sign of Gru: / 37 of them"
    assert pages("min72", "1", "2", "3", "4")[1] == "CARDS / all but lethal: / 68 of them"


def test_the_chinese_original_deals_before_its_defuses() -> None:
    assert pages("zh56", "1", "2", "3")[3:] == [
        "DEAL / shuffle, then / 7 to each",
        "DEFUSES / one to each seat, / 3 to the deck",
        "INTO PILE: 2 / Kitten / shuffle well",
        "READY? / pile: 30 cards / OK: 1 begins",
    ]


def test_any_players_word_ends_the_set_up_and_the_first_seat_begins() -> None:
    hands = KittenHands()
    hands.tap("3.ok")
    hands.tap("7.ok")
    hands.hold("7.ok")
    hands.wait(1_000)

    hands.tap("3.ok")

    assert hands.log.facts[-1] == Dealt("3")
    assert hands.public() == "7: YOUR TURN / play, or draw: OK"


def test_who_presses_ok_as_another_begins_skips_no_page_of_the_set_up() -> None:
    hands = KittenHands()
    hands.tap("3.ok")
    hands.tap("7.ok")
    hands.hold("7.ok")

    hands.wait(1_400)
    hands.tap_at_once("3.ok")

    assert hands.prompt("3") == "sign.setup"
    assert hands.scene.lamps["3.ok"].meaning == "lamp.too-early"


def test_who_says_that_all_is_dealt_behind_another_draws_no_card() -> None:
    hands = KittenHands()
    hands.tap("3.ok")
    hands.tap("7.ok")
    hands.hold("7.ok")
    hands.wait(5_000)
    hands.tap("3.ok")

    hands.wait(1_400)
    hands.tap_at_once("7.ok")
    assert hands.acts() == []

    hands.tap("7.ok")
    assert hands.acts() == [("7", {"do": "draw"})]


def test_a_card_left_on_the_pad_has_to_go_before_the_first_turn() -> None:
    hands = KittenHands()
    hands.tap("1.ok")
    hands.tap("2.ok")
    hands.hold("1.ok")
    hands.show("skip")
    assert hands.text("table") == "NOT YET / Take it off; set / up, then press OK"

    hands.tap("1.ok")
    assert hands.prompt("1") == "refusal.clear-pad"
    hands.lift()
    hands.tap("1.ok")

    assert hands.public() == "1: YOUR TURN / play, or draw: OK"


def test_who_does_not_play_is_told_so() -> None:
    hands = KittenHands()
    hands.begin("1", "2")

    hands.tap("5.ok")

    assert hands.prompt("5") == "sign.watch-in"  # in from the next game on
    hands.wait(3_100)
    hands.tap("5.ok")
    assert hands.prompt("5") == "sign.watch"


def test_settings_that_were_chosen_before_are_told_to_the_games_journal() -> None:
    hands = KittenHands()
    hands.begin("1", "2")

    assert Chose("10", language="en", volume=2) in hands.log.facts


def test_who_played_sits_for_the_next_game() -> None:
    hands = KittenHands()
    hands.begin("1", "2")
    hands.hold("1.nope")
    hands.tap("1.nope")
    hands.tap("1.ok")
    hands.tap("1.ok")
    hands.tap("2.ok")

    assert hands.text("table") == "OK TO SIT (2) / < Kittens 2-10 > / hold OK: begin"


def test_a_card_shown_in_the_lobby_is_named() -> None:
    hands = KittenHands()

    hands.show("skip")

    assert hands.text("table") == "NO GAME YET / Take it off; sit, / then hold OK"
