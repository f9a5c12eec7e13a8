"""The guide of a first game: offered until everyone has seen it, in the way of nobody, and gone by itself."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from pathlib import Path

import pytest

from pi.hands import Hands
from pi.kitten_hands import KittenHands
from storage.acts import journal_of
from tacotable.app.program import open_journal
from tacotable.catalog import LANGUAGES, Catalog
from tacotable.dialogs.menu_items import offered
from tacotable.games.exploding.signs import GUIDE as OF_EXPLODING
from tacotable.games.tacocat.prompts import GUIDE as OF_TACOCAT
from tacotable.simulation.plan import faces_of
from tacotable.state.events import NameTyped
from tacotable.state.facts import Began, Chose, Closed, Guided, Named
from tacotable.state.role import Role
from tacotable.storage.journal import Journal
from tacotable.table.file import read_table
from tacotable.web.keys import make_keys
from tacotable.web.page import TablePage


def guided() -> Hands:
    """Give a table of Tacocat in the practice round of a guided game: YAY attacks."""
    hands = Hands()
    hands.hold("YAY.no")
    hands.tap("YAY.ok")
    hands.move_token(0)
    hands.tap("YAY.ok")
    hands.tap("WOW.ok")
    return hands


def guided_ring(*, has_displays: bool = False) -> KittenHands:
    """Give a ring of two whose game is guided; seat 1 has the turn."""
    hands = KittenHands(has_displays=has_displays)
    hands.tap("1.ok")
    hands.tap("2.ok")
    hands.hold("1.ok")
    hands.hold("2.nope")
    hands.tap("2.ok")
    hands.tap("1.ok")
    return hands


def guides(hands: Hands) -> set[str]:
    """Give what the guide says anywhere at the table."""
    return {sign.guide for sign in (*hands.scene.prompts.values(), *hands.scene.public_prompts.values())} - {""}


def left(hands: Hands) -> list[str]:
    """Give the seats that are still guided."""
    return list(hands.situation.game.guided)


def play_round(hands: Hands, first: str, other: str) -> None:
    """Let one seat attack with high cards until it wins with a low last one; the hand has seven cards."""
    for high, low in (("8", "2"), ("7", "2"), ("7", "3"), ("6", "3"), ("6", "3")):
        hands.lay(first, high)
        hands.lay(other, low)


def test_ok_in_the_lobby_begins_at_once_and_without_a_guide() -> None:
    hands = Hands()

    hands.tap("YAY.ok")

    assert isinstance(hands.log.facts[0], Began)
    assert not [fact for fact in hands.log.facts if isinstance(fact, Guided)]
    assert "practice" not in str(hands.log.facts[0])


def test_a_game_without_the_guide_shows_nothing_of_it() -> None:
    hands = Hands()
    hands.begin_attack()
    hands.lay("YAY", "8")
    hands.tap("WOW.no")
    hands.lay("WOW", "4")

    later = [scene for scene in hands.shown if "guide." not in str(scene.prompts)]
    assert [scene for scene in hands.shown if scene not in later] == hands.shown[:1]  # the lobby offers it
    assert hands.text("YAY") == "AGAIN: 5 EACH / Clear pad / OK: several"


def test_the_guide_begins_with_the_practice_round() -> None:
    hands = guided()

    assert hands.situation.game.setup["options"] == {"practice": True}
    assert hands.text("YAY") == "PRACTICE: 7 EACH / Lay one card, / keep a low one"


def test_who_is_asked_to_answer_reads_what_each_answer_leads_to() -> None:
    hands = guided()
    hands.lay("YAY", "8")

    assert hands.text("WOW") == "DEFEND 8 / 8 up: you attack / Or give up lowest"
    assert hands.text("WOW", "zh-TW") == "防禦 8 / 8 以上換你攻 / 或犧牲最小的"


def test_a_used_card_is_asked_away_first() -> None:
    hands = guided()
    hands.lay("YAY", "8")
    hands.lay("WOW", "10")

    assert hands.text("WOW") == "PRACTICE: 6 EACH / Clear pad / keep a low one"


def test_a_refusal_stands_before_the_guide() -> None:
    hands = guided()
    hands.lay("WOW", "8")

    assert hands.text("WOW").startswith("NOT YOUR TURN")


def test_page_and_display_say_the_same() -> None:
    hands = guided()
    page = TablePage(hands.controller, make_keys(("YAY", "WOW"), bytes(range(30)), is_simulated=False))

    told = str(page.scene(Role("seat", "YAY"), "en"))

    assert told.count("keep a low one") == 1  # the display
    assert (
        told.count("Keep a low card: the lower last card wins the round.") >= 2
    )  # the prompt, and the display read out


def test_the_guide_ends_with_the_deal_behind_the_first_round_that_counts_and_is_offered_no_more() -> None:
    hands = guided()
    play_round(hands, "YAY", "WOW")
    hands.lay("YAY", "10")
    hands.lay("WOW", "4")
    hands.lay("YAY", "1")
    hands.lay("WOW", "5")
    assert left(hands) == ["YAY", "WOW"]
    hands.shuffled()
    for seat in ("YAY", "WOW"):
        hands.clear(seat)
    hands.wait(7_000)
    hands.tap("YAY.ok")
    hands.tap("WOW.ok")
    assert hands.text("YAY") == "REPLACE / Show 0 to 7; OK / Draw as many"
    hands.tap("YAY.ok")
    hands.tap("WOW.ok")
    hands.lay("YAY", "9")
    hands.lay("WOW", "5")
    play_round(hands, "YAY", "WOW")
    hands.lay("YAY", "1")
    hands.lay("WOW", "5")
    assert hands.text("WOW") == "YAY WINS IT / Tacocat on light, / nearer to YAY"
    hands.move_token(-1)
    for seat in ("YAY", "WOW"):
        hands.clear(seat)
    assert hands.text("WOW") == "COVER, DEAL / Tile on old space / Deal 9 each; OK"

    hands.tap("YAY.ok")
    hands.tap("WOW.ok")

    assert guides(hands) == set()
    assert next(iter(offered(hands.situation, "YAY"))) == "pause"


def test_a_seat_sends_the_guide_away_from_its_own_display_alone() -> None:
    hands = guided()
    hands.hold("YAY.no")
    while "No more hints" not in hands.text("YAY"):
        hands.tap("YAY.no")
    hands.tap("YAY.ok")

    assert hands.text("YAY") == "PRACTICE: 7 EACH / Lay a card / OK: several"
    hands.lay("YAY", "8")
    assert hands.text("WOW") == "DEFEND 8 / 8 up: you attack / Or give up lowest"


@pytest.mark.parametrize("begun", [guided, guided_ring])
def test_a_restart_leaves_the_guide_where_it_was(begun: Callable[[], Hands]) -> None:
    hands = begun()
    again = type(hands)()

    again.controller.resume(tuple(hands.log.facts))
    again.controller.start()

    assert guides(again) == guides(hands) != set()


def test_who_has_seen_it_is_known_to_the_game_behind_the_next_power_cut(tmp_path: Path) -> None:
    began = Began({"game": "tc38", "seats": ["YAY", "WOW"], "mode": "blind"})
    seen = Chose("YAY", seen=["YAY"]), Chose("WOW", seen=["WOW"])
    journal_of(tmp_path, began, Guided(["YAY", "WOW"]), *seen, Closed()).close()
    journal = Journal(tmp_path)
    journal.recover()
    journal.append(began)
    journal.close()
    table = read_table("tacocat")

    log, restored = open_journal(tmp_path, table, faces_of(table, table.game))

    assert restored.situation is not None
    assert restored.situation.game.guide_seen == {"YAY", "WOW"}
    assert isinstance(log, Journal)
    log.close()


def test_it_is_offered_no_more_to_those_who_have_seen_it_and_stays_in_the_menu() -> None:
    hands = Hands()
    assert hands.text("YAY").startswith("New/中文:hold NO")
    hands.controller.resume((Chose("WOW", seen=["WOW"]),))
    hands.tap("YAY.no")
    assert hands.text("YAY").startswith("New/中文:hold NO")

    hands.controller.resume((Chose("YAY", seen=["WOW", "YAY"]),))
    hands.tap("YAY.no")

    assert hands.text("YAY").startswith("中文: HOLD NO")
    assert "guide" in [*offered(hands.situation, "YAY")][1:]


def test_people_are_known_by_their_names_and_a_newcomer_is_offered_it_anew() -> None:
    hands = Hands()
    hands.controller.resume((Named({"YAY": "Anna"}, ["Anna"]), Chose("YAY", seen=["Anna", "WOW"])))
    hands.tap("YAY.no")
    assert hands.text("WOW").startswith("中文: HOLD NO")

    hands.controller.handle(NameTyped("YAY", "Ben", 0.0))

    assert hands.text("WOW").startswith("New/中文:hold NO")


def test_a_guided_game_that_was_stopped_is_offered_again() -> None:
    hands = guided()
    hands.hold("YAY.no")
    while "Stop the game" not in hands.text("YAY"):
        hands.tap("YAY.no")
    hands.tap("YAY.ok")
    hands.tap("YAY.ok")
    hands.tap("WOW.ok")

    assert hands.text("WOW").startswith("New/中文:hold NO / < Tacocat >")


def test_only_those_are_guided_who_have_not_seen_it() -> None:
    hands = KittenHands()
    hands.controller.resume((Chose("1", seen=["1", "3"]),))
    for seat in "123":
        hands.tap(f"{seat}.ok")
    hands.hold("1.ok")
    assert hands.public() == "NEW: HOLD NOPE / NOPE: next step / OK: all is done"
    hands.hold("1.nope")
    hands.tap("1.ok")
    hands.tap("1.ok")

    assert left(hands) == ["2"]
    assert hands.public() == "1: YOUR TURN / play, or draw: OK"
    hands.tap("1.ok")
    assert hands.public() == "2: YOUR TURN / Show cards, OK / Draw + OK ends it"


def test_the_lobby_of_a_ring_begins_a_first_game_with_all_who_sit() -> None:
    hands = KittenHands()
    hands.tap("1.ok")
    hands.hold("1.nope")
    hands.tap("1.ok")
    assert not hands.log.facts  # one alone is too few
    hands.tap("1.nope")
    hands.tap("4.ok")

    hands.hold("4.nope")
    hands.tap("4.ok")

    assert hands.situation.game.players == ("4", "1")
    assert left(hands) == ["4", "1"]


def test_each_has_the_guide_until_the_own_first_turn_is_over() -> None:
    hands = guided_ring(has_displays=True)
    assert hands.text("1") == "YOUR TURN / Show cards, OK / Draw + OK ends it"

    hands.tap("1.ok")

    assert left(hands) == ["2"]
    hands.wait(1_000)
    hands.show("skip")
    hands.tap("2.ok")
    assert hands.text("1") == "NOPE IT? / Skip / by 2; OK: no"
    assert hands.text("table").startswith("Skip / To stop it: NOPE")
    hands.wait(3_100)
    assert left(hands) == []
    assert hands.text("1") == "YOUR TURN / Clear pad / draw, then OK"


def test_a_turn_taken_back_does_not_count_as_the_others() -> None:
    hands = guided_ring()
    hands.show("skip")
    hands.tap("1.ok")
    hands.wait(3_100)
    assert hands.public() == "2: YOUR TURN / Clear pad / Draw + OK ends it"

    hands.lift()
    hands.hold("1.nope")
    while "Take back" not in hands.text("table"):
        hands.tap("1.nope")
    hands.tap("1.ok")
    if hands.situation.ui.question is not None:
        hands.tap("2.ok")
    hands.wait(6_000)

    assert hands.public() == "1: YOUR TURN / play, or draw: OK"
    assert left(hands) == ["2"]


def test_lamps_tones_and_what_is_asked_are_the_same_with_the_guide() -> None:
    plain, told = KittenHands(), guided_ring()
    plain.begin("1", "2")
    for hands in (plain, told):
        hands.shown.clear()
        hands.show("skip")
        hands.tap("1.ok")
        hands.wait(3_100)
        hands.show("exploding-kitten")
        hands.show("defuse")
        hands.tap("2.ok")
        hands.tap("1.ok")

    def seen(hands: KittenHands) -> list[object]:
        asked = [{seat: sign.code for seat, sign in scene.prompts.items()} for scene in hands.shown]
        scenes = [(scene.lamps, scene.cue.name, told) for scene, told in zip(hands.shown, asked, strict=True)]
        return [scene for scene, _ in groupby(scenes)]  # words alone may change more often without the guide

    assert seen(plain) == seen(told)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("code", "guide"), [*OF_TACOCAT.items(), *OF_EXPLODING.items()])
def test_the_guide_needs_no_more_than_its_sign_tells(language: str, code: str, guide: str) -> None:
    words = Catalog(language)
    values = {"demand": "8", "max": "7", "n": "6", "left": 2, "seat": "YAY", "cards": ("9",), "target": "WOW"}
    values |= {"card": "9", "stack": 21}

    assert len(words.oled(code, values)) > 1
    assert len(words.oled(guide, values)) == 2
