"""House rules: the options and the deck of the owner become those of the game."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files

import msgspec
import pytest

from pi.hands import Hands
from pi.kitten_hands import KittenHands
from pi.public_state import public_state
from tacotable.dialogs.menu_items import offered
from tacotable.games.exploding.setup import takes_part
from tacotable.state.facts import Began
from tacotable.table.file import TableFileError, parse_table
from tacotable.table.kinds import deck_of
from tacotable.table.schema import Card, Options
from tacotable_engine.exploding.ruleset import load_ruleset
from tacotable_engine.tacocat.view import TacocatView


def text_of(name: str) -> str:
    return files("tacotable").joinpath(f"tables/{name}.toml").read_text(encoding="utf-8")


def with_options_of(name: str, *lines: str) -> str:
    return "\n".join((text_of(name).replace("\n[[seats]]", "\n[options]\n" + "\n".join(lines) + "\n\n[[seats]]", 1),))


def setup_of(hands: Hands) -> dict[str, object]:
    began = next(fact for fact in hands.log.facts if isinstance(fact, Began))
    return dict(began.setup)


def cards_of(game: str, *missing: str) -> tuple[Card, ...]:
    """Give a deck as it is enrolled, some of whose cards are missing."""
    faces = (Counter(deck_of(game)) - Counter(missing)).elements()
    return tuple(Card(tag=f"04{number:012X}", face=face) for number, face in enumerate(faces))


def with_options(hands: Hands, **given: object) -> None:
    devices = hands.situation.devices
    devices.table = msgspec.structs.replace(devices.table, options=msgspec.convert(given, Options))


def test_a_table_file_gives_every_option() -> None:
    given = (
        *("strict_groups = true", "special_combos = false", "window_s = 4", "nope_own = true", "clone_as_nope = false"),
        *('attack_stacking = "fixed"', 'violation = "lose_round"', "jumbo = false", "practice = true"),
        "noped_out = true",
    )

    table = parse_table(with_options_of("kittens", *given).replace("\nwindow_s = 3 ", "\n# "), "mine.toml")

    assert len(table.options.given) == len(given) == len(Options.__struct_fields__)
    assert table.window_s == 4


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("jumbo = 1", "options.jumbo"),
        ("window_s = 99", "options.window_s"),
        ("window_s = 4", "options.window_s: window_s is given too"),
        ('violation = "shout"', "options.violation"),
        ("jumbos = true", "jumbos"),
    ],
)
def test_a_wrong_option_is_told_with_its_key(line: str, told: str) -> None:
    with pytest.raises(TableFileError, match=told):
        parse_table(with_options_of("kittens", line), "mine.toml")


def test_tacocat_has_no_window() -> None:
    with pytest.raises(TableFileError, match=r"options\.window_s: tc38 is played without it"):
        parse_table(with_options_of("tacocat", "window_s = 4"), "mine.toml")


def test_options_are_those_of_the_next_game() -> None:
    tacocat, ring = Hands(), KittenHands("zh56")
    with_options(tacocat, jumbo=False, violation="lose_round")
    with_options(ring, nope_own=True)

    tacocat.begin()
    ring.begin("1", "2")

    assert setup_of(tacocat)["options"] == {"jumbo": False, "violation": "lose_round"}
    assert setup_of(ring)["options"] == {"nope_own": True, "window_s": 3.0}


def test_a_pressed_nope_waits_as_long_as_the_table_says() -> None:
    ring = KittenHands("zh56")
    ring.situation.devices.table = msgspec.structs.replace(ring.situation.devices.table, nope_s=10.0)
    ring.begin("1", "2", "3")
    ring.show("skip")
    ring.tap("1.ok")
    ring.press("2.nope")

    ring.wait(9_000.0)
    assert public_state(ring.situation)["phase"] == "window"

    ring.wait(5_000.0)
    assert public_state(ring.situation)["phase"] == "turn"


def test_a_card_that_the_owner_lost_is_not_in_the_game() -> None:
    hands = Hands()
    hands.situation.devices.decks = {"tc38": cards_of("tc38", "12")}

    hands.begin()

    printed = Counter(deck_of("tc38"))
    assert setup_of(hands)["deck"] == {**printed, "12": printed["12"] - 1}


def test_a_whole_deck_is_told_as_the_printed_one() -> None:
    hands, ring = Hands(), KittenHands("zh56")
    hands.situation.devices.decks = {"tc38": cards_of("tc38")}
    ring.situation.devices.decks = {"zh56": cards_of("zh56")}

    hands.begin()
    ring.begin("1", "2", "3")

    assert "deck" not in setup_of(hands)
    assert "deck" not in setup_of(ring)


def test_a_lost_card_of_an_exploding_game_is_not_in_it() -> None:
    ring = KittenHands("zh56")
    ring.situation.devices.decks = {"zh56": cards_of("zh56", "skip", "nope")}

    ring.begin("1", "2", "3")

    deck, printed = setup_of(ring)["deck"], load_ruleset("zh56").deck(3).counts
    assert isinstance(deck, dict)
    assert (deck["skip"], deck["nope"]) == (printed["skip"] - 1, printed["nope"] - 1)
    assert "exploding-kitten" not in deck


def test_a_deck_too_small_to_be_dealt_leaves_the_printed_one() -> None:
    hands = Hands()
    hands.situation.devices.decks = {"tc38": cards_of("tc38")[:10]}

    hands.begin()

    assert "deck" not in setup_of(hands)


def test_marks_that_are_not_enrolled_tell_nothing() -> None:
    ring = KittenHands("ek120")
    ring.situation.devices.decks = {"ek120": cards_of("ek120", "skip")}
    assert takes_part("ek120", 3, None) is None

    ring.begin("1", "2", "3")

    assert "deck" not in setup_of(ring)


def turn_to(hands: Hands | KittenHands, item: str, seat: str, button: str) -> None:
    """Hold a button for the menu, and turn with it to an item."""
    hands.hold(button)
    while hands.situation.ui.menus[seat].item != item:
        hands.tap(button)


def test_jumbo_attacks_are_left_out_in_the_lobby() -> None:
    hands, again = Hands(), Hands()
    turn_to(hands, "jumbo-on", "YAY", "YAY.no")
    hands.tap("YAY.ok")
    assert hands.situation.ui.menus["YAY"].item == "jumbo-off"

    hands.tap("WOW.ok")

    options = setup_of(hands)["options"]
    assert isinstance(options, dict)
    assert options["jumbo"] is False
    again.controller.resume(hands.controller.durable)
    assert again.situation.house_rules == {"jumbo": False}


def test_special_combos_are_left_out_in_the_lobby() -> None:
    ring = KittenHands()
    turn_to(ring, "special_combos-on", "4", "4.nope")
    ring.tap("4.ok")
    ring.hold("4.nope")

    ring.begin("1", "2", "3")

    assert ring.situation.game.setup["options"]["special_combos"] is False  # type: ignore[index]


def test_a_rule_of_the_table_file_is_not_offered_and_wins() -> None:
    hands = Hands()
    with_options(hands, jumbo=True)

    assert hands.situation.house_rules == {}
    assert not [item for item in offered(hands.situation, "YAY") if item.startswith("jumbo")]


@pytest.mark.parametrize("seat", ["YAY", "WOW"])
def test_who_begins_a_practice_round_attacks_in_it(seat: str) -> None:
    hands = Hands()
    while "ractice" not in hands.text("YAY"):
        hands.tap("YAY.no")

    hands.tap(f"{seat}.ok")
    hands.move_token(0)
    hands.tap("YAY.ok")
    hands.tap("WOW.ok")

    public = hands.situation.public()
    assert isinstance(public, TacocatView)
    assert public.practice
    assert public.attacker == seat
    assert hands.situation.game.setup.get("position") == ({"attacker": "WOW"} if seat == "WOW" else None)
