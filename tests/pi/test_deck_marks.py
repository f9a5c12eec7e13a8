"""Marks of a box tell which cards a game of so many players uses, and the table says so."""

from __future__ import annotations

import msgspec
import pytest

from pi.kitten_hands import KittenHands
from tacotable.games.exploding.setup import takes_part
from tacotable.table.schema import Card, Mark
from tacotable_drivers import ports


def ring_with(mark: Mark, face: str = "skip") -> tuple[KittenHands, str]:
    """Give a ring whose enrolled deck has one marked card, and its tag."""
    ring = KittenHands()
    tag = ring.take(face)
    ring.situation.devices.decks = {"ek120": (Card(tag=tag, face=face, mark=mark),)}
    return ring, tag


@pytest.mark.parametrize(
    ("game", "players", "mark", "is_used"),
    [
        ("ek120", 3, "paw", True), ("ek120", 3, "no-paw", False), ("ek120", 4, "paw", False),
        ("ek120", 7, "no-paw", True), ("ek120", 8, "paw", True), ("ek120", 8, "no-paw", True),
        ("min72", 2, "gru", True), ("min72", 2, "no-gru", False), ("min72", 3, "gru", False),
        ("min72", 4, "gru", True), ("zh56", 3, None, None), ("ek120", 3, None, None), ("ek120", 1, "paw", None),
    ],
)  # fmt: skip
def test_marks_say_which_cards_so_many_players_use(
    game: str, players: int, mark: Mark | None, is_used: bool | None
) -> None:
    assert takes_part(game, players, mark) is is_used


def test_a_card_that_should_be_in_the_box_is_refused_when_it_appears() -> None:
    ring, tag = ring_with("no-paw")
    ring.begin("1", "2", "3")
    ring.show_tag(tag)

    assert ring.public() == "1: HAS NO PAW / Take it off: box, / or hold OK"
    assert ring.situation.entry("1").cards == ()


def test_a_card_of_the_game_is_played_as_ever() -> None:
    ring, tag = ring_with("paw")
    ring.begin("1", "2", "3")
    ring.show_tag(tag)

    assert ring.situation.entry("1").cards == ("skip",)


def test_people_may_let_a_marked_card_count() -> None:
    ring, tag = ring_with("no-paw")
    ring.begin("1", "2", "3")
    ring.show_tag(tag)
    ring.hold("1.ok")

    assert ring.situation.entry("1").cards == ("skip",)


@pytest.mark.parametrize(
    ("mark", "says"), [("paw", "1 of 1 / Skip / to the game"), ("no-paw", "1 of 1 / Skip / TO THE BOX")]
)
def test_a_census_sorts_the_deck_for_as_many_as_sit(mark: Mark, says: str) -> None:
    ring, tag = ring_with(mark)
    for seat in ("1", "2"):
        ring.tap(f"{seat}.ok")
    ring.hold("1.nope")
    for _ in range(10):
        if "ount deck" in ring.text("table"):
            break
        ring.tap("1.nope")
    ring.tap("1.ok")
    ring.tell(ports.TagArrived("play", tag, ring.now_ms))

    assert ring.text("table") == says
    assert msgspec.structs.asdict(ring.situation.devices.decks["ek120"][0])["mark"] == mark
