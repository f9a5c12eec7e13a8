"""How a state that the referee tells is compared with the slow model's (protocol, Replies)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.kittens_slow_legal import legal_acts, meanings
from engine.kittens_slow_world import UNKNOWN, Cards, Json, World


def differences_of_state(expected: Json, got: Json, world: World) -> list[str]:
    """Tell each field of the protocol that is not as expected; the order in hands means nothing."""
    wrong = []
    for key, value in expected.items():
        told = LEVELLED[key](got.get(key), world) if key in LEVELLED else got.get(key, "nothing")
        wanted = LEVELLED[key](value, world) if key in LEVELLED else value
        if told != wanted:
            wrong.append(f"{key}: expected {wanted}, got {told}")
    return wrong


def levelled_hands(hands: dict[str, Cards | None], _: World) -> Json:
    return {seat: None if hand is None else sorted(hand) for seat, hand in hands.items()}


def levelled_fronts(fronts: dict[str, Cards] | None, world: World) -> Json:
    return {seat: sorted((fronts or {}).get(seat, [])) for seat in world.seats}


def levelled_turn(turn: Json | None, world: World) -> Json | None:
    """Pass over the turn of a game that is over: nobody has it."""
    return None if world.phase == "over" else turn


def levelled_pending(pending: Json | None, world: World) -> Json | None:
    """Take the open play alone; whether it is still told while a card is given or taken is left open."""
    if pending is None or world.phase not in ("window", "turn"):
        return None
    return {**{key: pending.get(key) for key in ("seat", "target", "name", "nopes")}, "cards": sorted(pending["cards"])}


def levelled_peek(peek: Cards | None, _: World) -> Cards:
    """Take faces that nobody knows for no peek at all."""
    return [] if peek is None or set(peek) <= {UNKNOWN} else peek


LEVELLED: dict[str, Callable[[Any, World], Any]] = {
    "hands": levelled_hands,
    "in_front": levelled_fronts,
    "turn": levelled_turn,
    "pending": levelled_pending,
    "peek": levelled_peek,
}


def differences_of_legal(world: World, seat: str, acts: list[Json]) -> list[str]:
    """Tell what a list of legal acts lacks, and what it adds."""
    got, expected = meanings(world, seat, acts), meanings(world, seat, legal_acts(world, seat))
    if got == expected:
        return []
    return [f"legal for {seat}: lacks {sorted(map(str, expected - got))}, adds {sorted(map(str, got - expected))}"]
