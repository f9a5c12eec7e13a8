"""Noped cards leave Exploding Minions, as its rulebook says, and displays ask hands to put them into the box."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from pi.kitten_guests import ONE, guests_at
from pi.kitten_hands import KittenHands
from tacotable.autoplay.games import play_games
from tacotable.games.exploding.state import view_of
from tacotable.table.file import read_table
from tacotable_drivers import ports
from tacotable_engine.exploding.ruleset import RULESETS
from tacotable_engine.setup import OPTIONS
from tacotable_sim.truth import BOX, DISCARD

PLAYS: Mapping[str, Sequence[str]] = {
    **{face: (face,) for face in ("attack", "skip", "shuffle", "see-the-future", "draw-from-bottom")},
    "pair": ("minion-a", "minion-a"),
}


def after_nopes(play: str, nopes: int, *, has_displays: bool = True) -> tuple[KittenHands, list[str]]:
    """Play cards of seat 1, and so many Nopes on them; return the hands with the window closed, and what left."""
    hands = KittenHands("min72", has_displays=has_displays)
    hands.begin("1", "2", "3")
    for face in PLAYS[play]:
        hands.show(face)
    hands.tap("1.ok")
    if play == "pair":
        hands.tap("2.ok")
    for number in range(nopes):
        hands.wait(600)
        hands.press(f"{(2, 3)[number % 2]}.nope")
        hands.show("nope")
    hands.wait(4_000)
    return hands, [*(PLAYS[play] if nopes % 2 else ()), *["nope"] * nopes]


def displays(hands: KittenHands) -> Iterator[tuple[str, str, str]]:
    for name in hands.scene.screens:
        for language in ("en", "zh-TW"):
            yield name, hands.text(name, language), language


@pytest.mark.parametrize("nopes", [1, 2, 3])
@pytest.mark.parametrize("play", PLAYS)
def test_displays_ask_hands_to_put_noped_cards_into_the_box(play: str, nopes: int) -> None:
    hands, left = after_nopes(play, nopes)

    assert "nope" not in view_of(hands.situation).discard
    for seat in "123":
        note = hands.scene.prompts[seat].note
        assert note is not None, (seat, hands.prompt(seat))
        assert (note.code, sorted(note.values["cards"])) == ("note.box", sorted(left))  # type: ignore[call-overload]
    asked = {*"123", *(name for name in hands.scene.screens if name.startswith("table"))}
    words = {"en": f"Noped {len(left)}: to box", "zh-TW": f"{len(left)} 張收進盒子"}
    for name, text, language in displays(hands):
        assert (words[language] in text) == (name in asked), (name, text)


def test_what_the_play_does_is_said_beside_it() -> None:
    hands, _ = after_nopes("see-the-future", 2)

    assert hands.text("1").startswith("LOOK: TOP 3")
    assert "to box" in hands.text("1")


def test_buttons_in_place_of_the_reader_say_it_too() -> None:
    hands, _ = after_nopes("skip", 1)
    hands.tell(ports.ZoneUnknown("play", hands.now_ms))
    hands.wait(6_000)

    assert all("to box" in hands.text(name) and "<" in hands.text(name) for name in ("1", "table"))


@pytest.mark.parametrize("shows", [True, False])
def test_nothing_is_asked_any_more_once_the_next_card_is_shown_or_drawn(shows: bool) -> None:
    hands, _ = after_nopes("skip", 1)
    hands.lift()
    hands.wait(8_000)
    if shows:
        hands.show("shuffle")
    else:
        hands.tap("1.ok")

    assert not [text for _, text, _ in displays(hands) if "to box" in text]


@pytest.mark.parametrize("game", RULESETS.names())
def test_a_table_begins_each_game_with_the_options_of_its_rules(game: str) -> None:
    hands = KittenHands(game)
    hands.begin("1", "2")

    assert hands.situation.game.setup["options"] == {"window_s": 3.0}


def test_the_guide_to_the_table_file_gives_each_option_the_default_of_the_referee() -> None:
    guide = (Path(__file__).parents[2] / "docs/table.md").read_text(encoding="utf-8")
    rows = [line.split(" | ") for line in guide.splitlines() if line.startswith("| `")]
    told = {row[0].strip("| `"): row[1].strip("`") for row in rows if row[0].strip("| `") in OPTIONS}

    differing = {"window_s": "3", "attack_stacking": "the ruleset's"}  # a table's own; it depends on the game
    defaults = {name: str(value).lower() for name, (value, _) in OPTIONS.items()} | {"violation": '"warn"'} | differing
    assert told == defaults


@pytest.mark.parametrize("table", ["kittens", "tacocat", "family"])
def test_simulated_people_put_noped_cards_away(table: str) -> None:
    tally = play_games(read_table(table), 2, 7, game="min72", players=2)  # raises if the cards disagree

    assert tally.games == 2


def test_hands_of_the_page_put_noped_cards_away_as_they_go_on() -> None:
    with guests_at(game="min72") as guests:
        rig = guests.rig
        guests.hold("1", "skip")
        guests.hold("2", "nope")
        guests.play(ONE, "skip")
        rig.table.press("2.nope")
        rig.wait(0.2)
        card = guests.truth.find("nope", "hand:2")
        rig.table.place(card.tag, "play")
        rig.wait(5.0)
        before = len(guests.truth.at(BOX))

        guests.page.do(ONE, {"do": "slide"})

        assert [card.face for card in guests.truth.at(BOX)[before:]] == ["skip", "nope"]
        assert not [card for card in guests.truth.at(DISCARD) if card.face in ("skip", "nope")]
