"""Every field of a situation says where it comes from, and a snapshot holds what facts give and nothing else."""

from __future__ import annotations

import dataclasses
import json

import pytest

from pi.hands import Hands
from pi.kitten_hands import KittenHands
from tacotable.core.snapshot_codec import freeze
from tacotable.games.exploding.state import KittensPart
from tacotable.games.tacocat.state import TacocatPart
from tacotable.state.situation import Situation

HALVED = (Situation, TacocatPart, KittensPart)
UP_MS = 86_400_000.5


@pytest.mark.parametrize("kind", HALVED)
def test_every_field_is_named_once_by_where_it_comes_from(kind: type[Situation | TacocatPart | KittensPart]) -> None:
    named = (*kind.FROM_FACTS, *kind.FROM_DEVICES, *kind.OF_THE_MOMENT)

    assert sorted(named) == sorted(field.name for field in dataclasses.fields(kind))


@pytest.mark.parametrize("kind", HALVED)
def test_what_hands_may_end_is_among_what_facts_give(kind: type[Situation | TacocatPart | KittensPart]) -> None:
    assert set(kind.ENDED_BY_HANDS) < set(kind.FROM_FACTS)


@pytest.mark.parametrize("kind", HALVED)
def test_no_time_of_a_clock_is_among_what_facts_give(kind: type[Situation | TacocatPart | KittensPart]) -> None:
    assert [name for name in kind.FROM_FACTS if name.endswith("_ms")] == []


def times_in(frozen: bytes) -> list[float]:
    """Give the numbers that can only be of a clock that has run for a day."""
    return [node for node in json.loads(frozen) if isinstance(node, float) and node >= UP_MS]


def test_a_snapshot_of_a_live_exploding_game_holds_no_time() -> None:
    hands = KittenHands()
    hands._now_ms = UP_MS
    hands.begin("1", "2", "3")
    hands.show("favor")
    hands.tap("1.ok")
    hands.tap("2.ok")
    hands.wait(600)
    hands.press("3.nope")

    frozen = freeze(hands.situation)

    assert times_in(frozen) == []


def test_a_snapshot_of_a_live_tacocat_game_holds_no_time() -> None:
    hands = Hands()
    hands._now_ms = UP_MS
    hands.begin_attack()
    hands.lay("YAY", "3")
    hands.lay("WOW", "1")
    hands.hold("YAY.no")

    frozen = freeze(hands.situation)

    assert times_in(frozen) == []
