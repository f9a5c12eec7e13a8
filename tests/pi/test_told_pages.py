"""Whole games of every ruleset, with a page of every role open: none is told what its role may not know.

Every message is searched for faces of cards that lie hidden, for tags, keys and private looks of others, and every text
for cards that its reader has not seen lately; a late stage for what is not due yet. Then the game's replay and file.
`TACOTABLE_WATCHED` sets how many games of each ruleset are played; with more than one, on own pads in both modes, too.
"""

from __future__ import annotations

import json
import os
import re
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from pi.robots_helper import RingHelper, seat_robots
from pi.small_model import SmallModel
from pi.told_pages import (
    DELAY_S,
    GLANCE_S,
    MakePage,
    WatchedGame,
    search_replay,
    watched,
)
from tacotable.app.simulated import hands_at
from tacotable.autoplay.games import LONGEST_GAME_S
from tacotable.autoplay.rig import Rig
from tacotable.catalog import LANGUAGES, Catalog
from tacotable.display.draw import draw
from tacotable.simulation.hands.base import TableHands, page_name, sim_name
from tacotable.state.role import Content, Role
from tacotable.web.app import page_app
from tacotable.web.keys import Keys
from tacotable.web.page import TablePage
from tacotable.web.played_games import PlayedGames
from tacotable_sim.truth import hand_of

WATCHED = int(os.environ.get("TACOTABLE_WATCHED", "1"))
HOST = "127.0.0.1:8480"
GAMES = {"min72": "blind", "zh56": "seen", "tc38": "blind", "tc36": "seen", "ek120": "seen"}
"""Each ruleset with what its referee knows in the first game; the next one is played the other way."""
ROBOT_CARDS = 9
"""So many cards of robots are laid; the seventh is a wrong one at first."""
FEWEST = 30
"""So many facts a whole game has at least. Each page gets more messages than that, so none is deaf."""


@pytest.mark.long(keep=0)
@pytest.mark.parametrize("mode", ["blind", "seen"] if WATCHED > 1 else ["blind"])
def test_no_page_is_told_more_where_each_seat_lays_on_its_own_pad(mode: str) -> None:
    with watched("zh56", mode, 1, at="tacocat") as watching:
        watching.play(Random(1), 2)

        assert watching.breaches == []
        assert watching.is_over


def search_displays(watching: WatchedGame) -> None:
    """Search what the displays of the ring write for cards that not everybody has seen lately."""
    scene, may = watching.rig.program.controller.scene, watching.sight.may_name("")
    for name, screen in scene.screens.items():
        text = draw(screen, scene.languages.get(name, "en"), scene.people).text
        if any(not faces & may for faces in watching.words.of(text)):
            watching.breaches.append(f"the display {name}: {text}")


def play_with_robots(watching: WatchedGame, moves: int) -> RingHelper:
    """Play a ring of a person and two robots until so many cards of robots were laid, or something was told."""
    rig, seats = watching.rig, ("1", "2", "3")
    seat_robots(rig, seats[1:])
    helper = RingHelper(rig, seats, Random(1))
    rig.program.controller.after_each(lambda: search_displays(watching))
    tasks = [rig.loop.create_task(doing) for doing in (helper.person.play(), helper.help())]
    while helper.moved < moves and not (watching.is_over or watching.breaches) and rig.loop.time() < LONGEST_GAME_S:
        watching.ask_for_hints()
        rig.wait(GLANCE_S)
        assert not any(task.exception() for task in tasks if task.done())
    for task in tasks:
        task.cancel()
    return helper


@pytest.mark.long(keep=0)
def test_no_page_display_or_line_of_the_log_tells_a_card_of_a_robots_row() -> None:
    with watched("zh56", "blind", 1) as watching:
        helper = play_with_robots(watching, ROBOT_CARDS)

        assert watching.breaches == []
        assert helper.moved >= ROBOT_CARDS
        assert {"sign.robot-lay", "sign.robot-draw"} <= helper.done.keys()
        assert "refusal.robot-card" in helper.done
        assert min(each.count for each in watching.listeners) > FEWEST


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_no_page_is_told_in_a_whole_game_what_its_role_may_not_know(game: str) -> None:
    for number in range(WATCHED):
        modes = sorted({"blind", "seen"}, key=lambda mode: mode != GAMES[game])
        with watched(game, modes[number % 2], number + 1) as watching:
            games = PlayedGames(
                watching.rig.program.controller, clock=watching.rig.loop.time, wall=watching.rig.loop.time
            )
            watching.play(Random(number), None if game.startswith("tc") else 3)

            assert watching.breaches == []
            assert watching.is_over
            assert min(each.count for each in watching.listeners) > watching.sight.facts_read > FEWEST
            players = watching.rig.program.controller.situation.game.players
            assert all(watching.listener(seat, is_real=False).own for seat in players)
            assert not any(each.own for each in watching.listeners if each.is_real or each.viewer not in players)
            search_files(watching, games)


def search_files(watching: WatchedGame, games: PlayedGames) -> None:
    """Search the replay of the game, and its file, in each language."""
    with TestClient(page_app(SmallModel(), hosts=[HOST], games=games), base_url=f"http://{HOST}") as client:
        for language in LANGUAGES:
            told = client.get(f"/games/game-000001/replay.json?language={language}")
            file = client.get(f"/games/game-000001/replay.html?language={language}").text
            assert search_replay(watching, told.json()) == []
            assert watching.secret_in(told.text) is None
            assert watching.secret_in(file) is None
            kept = file.partition('id="replay-data">')[2].partition("</script>")[0]
            assert json.loads(kept) == told.json()


# The search barks.


class Leaky(TablePage):
    """A page that knows the table's truth, and more than one role may."""

    def __init__(self, rig: Rig, keys: Keys, hands: TableHands | None) -> None:
        super().__init__(rig.program.controller, keys, (lambda: hands) if hands else None)
        self.rig = rig

    def everything(self, role: Role) -> dict[str, Any]:
        return dict(super().truth(role) or {})

    def all_cards(self) -> dict[str, list[list[str]]]:
        """Give every card of the table, also those that the host does not see beside phones."""
        truth = self.rig.table.truth
        return {page_name(place): [[card.tag[-6:], card.face] for card in truth.at(place)] for place in truth.places}

    def hidden_face(self, role: Role) -> str:
        """Give a card in another hand of which this role sees none."""
        hands = {
            seat: [card.face for card in self.rig.table.truth.at(hand_of(seat))] for seat in self.rig.table.plan.seats
        }
        own = hands.pop(role.seat or "", [])
        return next((face for hand in hands.values() for face in hand if face not in own), "")


class OpenHands(Leaky):
    """Tells a seat the cards of the others."""

    def truth(self, role: Role) -> Content:
        told = self.everything(role)
        return told and {**told, "cards": self.all_cards()} if role.seat else told


class ArbiterSeesAll(Leaky):
    """Tells the arbiter where all cards lie."""

    def truth(self, role: Role) -> Content:
        told = self.everything(role)
        return told and {**told, "cards": self.all_cards()} if role.kind == "arbiter" else told


class ArbiterReadsAll(Leaky):
    """Tells the arbiter what all displays show."""

    def scene(self, role: Role, language: str) -> Content:
        seat = Role("seat", self.rig.table.plan.seats[0])
        return super().scene(seat if role.kind == "arbiter" else role, language)


class HostSeesAll(Leaky):
    """Tells the host the cards of seats with phones."""

    def truth(self, role: Role) -> Content:
        told = self.everything(role)
        return told and {**told, "cards": self.all_cards()} if role.kind == "simulation" else told


class HostReadsAll(Leaky):
    """Tells the host what the display of a seat with a phone shows."""

    def scene(self, role: Role, language: str) -> Content:
        seat = Role("seat", self.rig.table.plan.seats[1])
        return super().scene(seat if role.kind == "simulation" else role, language)


class Tagged(Leaky):
    """Calls a card by its tag."""

    def truth(self, role: Role) -> Content:
        told, all_of_it = self.everything(role), self.rig.table.truth
        card = next(iter(all_of_it.at("draw")), None)
        return {**told, "places": [*told.get("places", ()), f"under {card.tag}"]} if told and card else told


class OthersLooks(Leaky):
    """Tells everybody what a seat sees on the pile."""

    def truth(self, role: Role) -> Content:
        told, looks = self.everything(role), dict[str, object]()
        for seat in self.rig.table.plan.seats if told else ():
            looks |= self.everything(Role("seat", seat))["looks"]
        return {**told, "looks": looks} if told else told


class LastingNames(Leaky):
    """Calls a card as before when it comes back out of a hand or the pile."""

    def truth(self, role: Role) -> Content:
        told, table = self.everything(role), self.rig.table.truth
        cards = {
            place: [
                card and [f"v{at.tag[-6:].lower()}", card[1]]
                for card, at in zip(seen, table.at(sim_name(place)), strict=True)
            ]
            for place, seen in told.get("cards", {}).items()
        }
        return {**told, "cards": cards} if told else told


class Whispers(Leaky):
    """Names a hidden card in a sentence."""

    def scene(self, role: Role, language: str) -> Content:
        told, words = super().scene(role, language), Catalog(language)
        face = self.hidden_face(role)
        name = words.say(f"card.{face}") if f"card.{face}" in words.messages else face
        return {**told, "prompts": {"": f"Beware of the {name}!"}} if face else told


class Remembers(Leaky):
    """Shows a hidden card among those that were played."""

    def scene(self, role: Role, language: str) -> Content:
        told = super().scene(role, language)
        return {**told, "played": {"WOW": [face]}} if (face := self.hidden_face(role)) else told


class TellsKeys(Leaky):
    """Tells the seats' links."""

    def scene(self, role: Role, language: str) -> Content:
        return {**super().scene(role, language), "links": [*self._keys.seats.values()]}


def as_if_simulated(rig: Rig, keys: Keys, hands: TableHands | None) -> TablePage:
    """Make a page that shows where cards lie, also of a table that is real."""
    shown = hands or hands_at(rig.table, rig.program.controller.situation, Random(1))
    return TablePage(rig.program.controller, keys, lambda: shown)


@pytest.mark.long
@pytest.mark.parametrize(
    ("make_page", "game", "found"),
    [
        (OpenHands, "tc38", " at (hand|draw)"),
        (OpenHands, "zh56", " at (hand|draw)"),
        (ArbiterSeesAll, "zh56", "of arbiter: .* at draw"),
        (ArbiterReadsAll, "tc36", "of arbiter: the display of"),
        (HostSeesAll, "tc38", "of simulation: .* at (hand|draw)"),
        (HostSeesAll, "zh56", "of simulation: .* at (hand|draw)"),
        (HostReadsAll, "tc36", "of simulation: the display of"),
        (Tagged, "tc38", "in {"),
        (OthersLooks, "min72", "a look"),
        (LastingNames, "tc38", "is known again"),
        (Whispers, "tc38", "names"),
        (Whispers, "ek120", "names"),
        (Remembers, "zh56", "names"),
        (TellsKeys, "tc36", "in {"),
        (as_if_simulated, "tc38", "real page .* where cards lie"),
    ],
)
def test_the_search_finds_a_page_that_tells_too_much(make_page: MakePage, game: str, found: str) -> None:
    with watched(game, "seen", 1, make_page=make_page, hosted=1) as watching:
        watching.play(Random(1), None if game.startswith("tc") else 2)

    assert any(re.search(found, breach) for breach in watching.breaches), watching.breaches[:3]


def test_the_search_finds_a_page_that_names_a_card_of_a_robots_row() -> None:
    with watched("zh56", "blind", 1, make_page=Whispers) as watching:
        play_with_robots(watching, ROBOT_CARDS)

    assert any("names" in breach for breach in watching.breaches)


def test_the_search_finds_a_stage_that_is_too_early() -> None:
    with watched("zh56", "blind", 1, stage_s=DELAY_S - 6) as watching:
        watching.play(Random(1), 2)

    assert watching.breaches[0].startswith("real page of stage: ")


@pytest.mark.long
@pytest.mark.parametrize(
    "event",
    [
        {"text": "Seat 1 holds a Nope.", "set": {}},
        {"text": "", "set": {"kittens": {"shown": {"1": ["feral-cat"]}}}},
        {"text": "", "set": {}, "hands": {"1": ["nope"]}},
    ],
)
def test_the_search_finds_a_replay_that_tells_too_much(event: dict[str, object]) -> None:
    with watched("ek120", "blind", 1) as watching:
        assert len(search_replay(watching, {"events": [{"n": 1, **event}]})) == 1
