"""Disputes by bytes of readers and edges of buttons: cheats are proven, cards and token guided back, on real panels."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tacotable.app.program import MemoryLog
from tacotable.autoplay.rig import Rig, simulated_table
from tacotable.display.draw import draw
from tacotable.state.facts import Acted


@pytest.fixture
def log() -> MemoryLog:
    return MemoryLog()


@pytest.fixture
def rig(log: MemoryLog) -> Iterator[Rig]:
    """Give a table of Tacocat where YAY has won the duel and attacks."""
    with simulated_table("tacocat", journal=log) as rig:
        tap(rig, "YAY.ok", "YAY.ok", "WOW.ok", "YAY.ok", "WOW.ok")
        show(rig, "9", "YAY.pad")
        show(rig, "5", "WOW.pad")
        slide_on(rig)
        yield rig


@pytest.fixture
def ring(log: MemoryLog) -> Iterator[Rig]:
    with ring_of_three(log) as rig:
        yield rig


@contextmanager
def ring_of_three(log: MemoryLog, seed: int = 1) -> Iterator[Rig]:
    """Give a ring where seats 1, 2 and 3 play, and seat 1 is on turn."""
    with simulated_table("kittens", game="ek120", journal=log, seed=seed) as rig:
        tap(rig, "1.ok", "2.ok", "3.ok")
        rig.hold("1.ok")
        tap(rig, "1.ok")
        yield rig


def tap(rig: Rig, *buttons: str) -> None:
    for button in buttons:
        rig.tap(button)


def slide_on(rig: Rig) -> None:
    for zone in rig.program.controller.situation.devices.table.pads:
        for card in rig.table.truth.at(zone):
            rig.lift(card.tag)


def show(rig: Rig, face: str, zone: str) -> str:
    """Lay a card on a pad, what lies there out of the way; gives its tag."""
    for card in rig.table.truth.at(zone):
        rig.lift(card.tag)
    return rig.place(face, zone)


def panel_says(rig: Rig, screen: str) -> str:
    """Give what a display says, if its panel holds exactly that."""
    drawn = draw(rig.screen(screen), "en")
    assert rig.table.panel(f"display {screen}").picture() in drawn.turns
    return drawn.text


def page_scene(rig: Rig) -> dict[str, object]:
    situation = rig.program.controller.situation
    return situation.family.page_scene(situation)


def accepted(log: MemoryLog) -> list[tuple[str, object]]:
    return [(fact.seat, fact.act["do"]) for fact in log.facts if isinstance(fact, Acted) and fact.ruling == "accepted"]


def test_a_card_given_up_as_the_lowest_is_proven_not_to_be(rig: Rig) -> None:
    show(rig, "8", "YAY.pad")
    tap(rig, "WOW.no")
    show(rig, "5", "WOW.pad")
    assert panel_says(rig, "WOW") == "YOU GAVE UP 5 / Clear pad / YAY attacks"
    show(rig, "7", "YAY.pad")
    tap(rig, "WOW.no")

    show(rig, "2", "WOW.pad")

    for seat in ("YAY", "WOW"):
        assert panel_says(rig, seat) == "WOW: WRONG / gave up 5, / still held 2"
    proof = rig.program.controller.situation.log[-1]
    assert (proof.kind, proof.rule, proof.seat) == ("dispute", "sacrifice-lowest", "WOW")
    assert proof.why is not None
    assert proof.why.proof == (6, 8)


def test_a_card_that_was_denied_is_proven_by_its_play(ring: Rig) -> None:
    for face in ("cat-2", "cat-2", "feral-cat"):
        show(ring, face, "play")
    slide_on(ring)
    tap(ring, "1.ok", "2.ok", "1.nope", "1.ok")
    ring.wait(4.7)
    tap(ring, "2.nope", "2.ok")
    assert panel_says(ring, "table") == "2: NONE / 1: play or draw / pile 22 / lethal 2"
    ring.wait(1.5)
    tap(ring, "1.ok")
    ring.wait(0.5)  # hands that begin their turn, and not those that end the last one
    show(ring, "attack", "play")
    slide_on(ring)

    tap(ring, "2.ok")
    ring.wait(3.2)

    assert panel_says(ring, "table") == "2 SAID NO: / Attack / but had one"


def test_a_wrong_card_is_refused_and_guided_back(rig: Rig, log: MemoryLog) -> None:
    before = accepted(log)

    wrong = show(rig, "8", "WOW.pad")

    assert panel_says(rig, "WOW").startswith("NOT YOUR TURN")
    assert page_scene(rig)["repair"] == [{"do": "lift", "zone": "WOW.pad"}]
    rig.lift(wrong, "hand:WOW")
    assert panel_says(rig, "WOW") == "PLEASE WAIT / YAY attacks / Each holds 6"
    assert accepted(log) == before


def test_a_wrong_card_at_a_ring_is_refused_and_guided_back(ring: Rig, log: MemoryLog) -> None:
    wrong = show(ring, "defuse", "play")

    assert ring.says("table") == "rule.play-defuse"
    ring.lift(wrong, "hand:1")
    assert panel_says(ring, "table") == "1: YOUR TURN / play, or draw: OK / pile 22 / lethal 2"
    assert accepted(log) == []


def test_a_bumped_table_is_put_right_move_by_move(rig: Rig, log: MemoryLog) -> None:
    show(rig, "8", "YAY.pad")
    before = accepted(log)
    rig.move_token(2)

    stray = rig.place("7", "YAY.pad")

    assert panel_says(rig, "YAY").startswith("NOT YOUR TURN")
    rig.lift(stray, "hand:YAY")
    assert panel_says(rig, "YAY") == "TACOCAT? / Put it on the light / (hold OK: it is)"
    rig.move_token(0)
    assert panel_says(rig, "YAY") == "PLEASE WAIT / WOW answers / 8"
    assert accepted(log) == before


def test_cards_knocked_on_to_the_pad_of_a_ring_are_asked_off_and_the_play_stands(ring: Rig, log: MemoryLog) -> None:
    own = show(ring, "attack", "play")
    asked = page_scene(ring)

    stray = ring.place("skip", "play")

    assert panel_says(ring, "table") == "1: DOES NOT FIT / Take it off, then / OK, NOPE: back"
    assert (asked["repair"], page_scene(ring)["repair"]) == ([], [{"do": "lift", "zone": "play"}])
    ring.lift(own)
    ring.lift(stray, "hand:2")
    assert panel_says(ring, "table") == "Attack / 1: OK plays / NOPE: take back"
    assert accepted(log) == []
    tap(ring, "1.ok")
    assert accepted(log) == [("1", "play")]


@pytest.mark.long(keep=3)
@pytest.mark.parametrize("seed", range(8))  # of a stack one card, the other, both or none are heard
def test_cards_knocked_on_to_the_pad_of_a_ring_in_a_window_are_no_nope(seed: int, log: MemoryLog) -> None:
    with ring_of_three(log, seed) as ring:
        own = show(ring, "attack", "play")
        slide_on(ring)
        tap(ring, "1.ok")

        ring.table.place(own, "play")
        ring.wait(0.3)
        assert panel_says(ring, "table").startswith("Attack / Take card off / ")
        stray = ring.place("nope", "play")
        ring.lift(own)
        # Heard by itself it stops the time; heard in the moment in which the other left, it lay beneath.
        assert panel_says(ring, "table").startswith(("WHOSE NOPE?", "Attack / Take card off"))
        ring.lift(stray, "hand:2")

        assert page_scene(ring)["repair"] == []
        ring.wait(12.0)  # nobody claims it: the window runs on, and out
        assert panel_says(ring, "table") in (
            "2: 2 TURNS / play, or draw: OK / pile 22 / lethal 2 / ×2",
            "2: 2 TURNS / play, or draw: OK / One by one / pile 22 / lethal 2 / ×2",  # used cards lay on one another
        )
        assert accepted(log) == [("1", "play")]
