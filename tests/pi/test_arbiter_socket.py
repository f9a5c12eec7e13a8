"""The arbiter's socket: its key opens it and no other key does, a void one neither, and no hidden card goes over it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any, cast

import pytest
from starlette.websockets import WebSocket

from pi.cards_told import cards_in
from pi.test_non_interference_cases import deal_with, ring, take_all
from pi.worlds import Ear, World, world_of
from pi.worlds_people import opening
from tacotable.web.keys import Keys, bytes_needed, make_keys
from tacotable.web.limits import Limits
from tacotable.web.live import Live
from tacotable.web.page import TablePage
from tacotable_sim.truth import DRAW, hand_of


@pytest.fixture
def world() -> Iterator[World]:
    """Give a ring of three with cards dealt, seat 1 on turn."""
    with world_of(ring("ek120")) as world:
        take_all(world, opening(world))
        deal_with(world, {hand_of("1"): "defuse", DRAW: "exploding-kitten"})
        yield world


def keys_of(world: World, first: int = 1) -> Keys:
    """Give the keys of a world's table as they are made of random bytes that begin so."""
    seats = world.situation.seats
    return make_keys(seats, bytes(range(first, first + bytes_needed(seats))), is_simulated=True)


def listen(world: World, key: str, page: TablePage | None = None) -> tuple[Ear, asyncio.Task[None]]:
    """Open a socket with a key, and let it be answered."""
    ear = Ear(world.rig.loop)
    live = Live(cast("WebSocket", ear), page or world.page, Limits(), "this run", world.rig.loop.time)
    serving = world.rig.loop.create_task(live.serve())
    ear.said.put_nowait(json.dumps({"hello": {"key": key, "language": "en", "after": 0}}))
    world.rig.wait(0.5)
    return ear, serving


def told(ear: Ear, kind: str) -> dict[str, Any]:
    """Give the last message of a kind."""
    messages = [json.loads(text) for _, text in ear.heard]
    return cast("dict[str, Any]", [message for message in messages if message["type"] == kind][-1])


def shut_out(ear: Ear, serving: asyncio.Task[None]) -> bool:
    """Tell whether a socket told that its key is wrong, closed, and nothing else."""
    (_, error), (_, end) = ear.heard
    return serving.done() and json.loads(error)["code"] == "wrong-key" and end == "closed 1008"


def test_the_arbiters_key_opens_the_arbiters_page(world: World) -> None:
    ear, serving = listen(world, keys_of(world).arbiter)

    serving.cancel()
    welcome = told(ear, "welcome")
    assert (welcome["role"], welcome["seat"]) == ("arbiter", None)
    assert told(ear, "scene")["arbiter"].keys() == {"pause"}


def test_a_key_that_differs_by_one_letter_is_shut_out(world: World) -> None:
    key = keys_of(world).arbiter
    other = "B" if key[-1] == "A" else "A"

    assert shut_out(*listen(world, key[:-1] + other))


def test_a_key_of_before_the_keys_were_made_anew_is_shut_out(world: World) -> None:
    anew = TablePage(world.rig.program.controller, keys_of(world, first=2), lambda: world.hands)

    assert shut_out(*listen(world, keys_of(world).arbiter, anew))


def test_the_arbiter_gets_no_face_but_what_a_spectator_gets_and_no_private_look(world: World) -> None:
    (ear, one), (spectator, other) = listen(world, keys_of(world).arbiter), listen(world, "")

    one.cancel()
    other.cancel()
    truth = told(ear, "truth")
    assert [card for card in cards_in(truth) if card["face"]] == []
    assert (truth["looks"], truth["allow"]) == ({}, [])
    assert truth == told(spectator, "truth")
    assert set(told(ear, "scene")["screens"]) == {"table"}


@pytest.mark.parametrize("action", [{"do": "draw", "seat": "1"}, {"do": "press", "button": "1.ok"}, {"do": "gather"}])
def test_the_arbiters_socket_moves_no_card_and_presses_no_button(world: World, action: dict[str, str]) -> None:
    ear, serving = listen(world, keys_of(world).arbiter)
    before = {place: world.truth.at(place) for place in world.truth.places}

    ear.said.put_nowait(json.dumps(action))
    world.rig.wait(0.5)

    serving.cancel()
    assert told(ear, "error")["code"] == "not-allowed"
    assert {place: world.truth.at(place) for place in world.truth.places} == before
