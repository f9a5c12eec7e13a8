"""Whole games through the bytes with one reader dead: the seat that nobody reads goes on by its buttons."""

from __future__ import annotations

import os
from collections.abc import Iterable
from random import Random

import pytest

from simulation.people.tacocat.buttons_player import CarefulButtonsPlayer
from simulation.people.tacocat.player import CarefulTacocatPlayer
from tacotable.app.program import MemoryLog
from tacotable.autoplay.games import differences
from tacotable.autoplay.rig import Rig, read_sign, simulated_table
from tacotable.games.exploding.state import view_of
from tacotable.simulation.dealing import deal
from tacotable.state.device_state import Certainty
from tacotable.state.facts import Acted
from tacotable.state.game_state import Stage
from tacotable.state.guards import Guard
from tacotable.state.scene import Choice
from tacotable.table.parts import front_of
from tacotable_engine.exploding.ruleset import load_ruleset
from tacotable_sim.people.base import Eyes, Hold, ReadingPlayer, Sign, Step, Tap
from tacotable_sim.people.exploding.person import names_in
from tacotable_sim.play_pad import PlayPad
from tacotable_sim.truth import DISCARD, DRAW, Card, hand_of

LONGEST_S = 6 * 3600.0
GAMES = int(os.environ.get("TACOTABLE_TABLE_GAMES", "1"))


class UnreadPlayer(CarefulButtonsPlayer):
    """Names its cards at a seat with a pad: NO turns, OK takes what it turned to, and held it takes what is shown.

    A press that did nothing was of the wrong kind, and the next one is of the other.
    """

    _has_turned = False

    def choose(self, sign: Sign, hand: tuple[Card, ...], chance: Random) -> Iterable[Step]:
        if sign.message == "refusal.turn-first":
            return [self._press("right")]
        steps = super().choose(sign, hand, chance)
        is_refused = sign.message.startswith(("refusal.", "rule."))
        return [Tap(f"{self.seat}.ok")] if is_refused else steps

    def _press(self, role: str) -> Step:
        if role == "right":
            self._has_turned = True
            return Tap(f"{self.seat}.no")
        is_tapped, self._has_turned = self._has_turned, not self._has_turned
        return (Tap if is_tapped else Hold)(f"{self.seat}.ok")


def tacocat_player(rig: Rig, seat: str, kind: type[CarefulTacocatPlayer], seed: int) -> ReadingPlayer:
    def read(name: str) -> Sign | None:
        return read_sign(rig.program.controller.scene.screens[name])

    return kind(rig.table, Eyes(rig.table, seat, read), chance=Random(f"{seed}/{seat}"))  # no secret


@pytest.mark.parametrize("seed", range(1, 1 + GAMES))
def test_tacocat_is_played_to_its_end_with_one_reader_dead(seed: int) -> None:
    log = MemoryLog()
    with simulated_table("tacocat", seed=seed, journal=log) as rig:
        rig.table.switchboard.set("reader WOW.pad", "unplug", on=True)
        people = [
            tacocat_player(rig, "YAY", CarefulTacocatPlayer, seed),
            tacocat_player(rig, "WOW", UnreadPlayer, seed),
        ]
        tasks = [rig.loop.create_task(player.play()) for player in people]
        situation = rig.program.controller.situation
        while situation.game.stage is not Stage.OVER and not any(task.done() for task in tasks):
            rig.wait(1.0)
            assert rig.loop.time() < LONGEST_S
        rig.wait(2.0)
        for task in tasks:
            task.cancel()

        assert situation.game.stage is Stage.OVER
        assert situation.zone("WOW") is Certainty.UNKNOWN
    named = [fact for fact in log.facts if isinstance(fact, Acted) and fact.seat == "WOW" and fact.ruling == "accepted"]
    assert {str(fact.act["do"]) for fact in named} >= {"replace", "duel", "attack", "answer"}
    assert not any(fact.tags for fact in named)


class Ring:
    """People around a ring whose reader is dead: they read the public display, and one hand does it all."""

    def __init__(self, rig: Rig, chance: Random) -> None:
        self.rig = rig
        self.chance = chance
        self.truth = rig.table.truth
        self.pad = PlayPad(rig.table, {}, {})
        self.rules = load_ruleset(rig.program.controller.situation.devices.table.game)

    def go_on(self) -> None:
        """Do what the display asks for, or let time pass."""
        sign, screen = self.sign, self.rig.screen("table")
        seat = str(sign.values.get("player") or sign.values.get("seat"))
        self.pad.put_away(names_in(sign, "noped"))
        if sign.message == "status.defuse":
            self._defuse(seat)
        elif sign.message == "status.hide":
            self._hide(seat)
        elif sign.message == "status.doomed":
            self._go_out(seat)
        elif sign.message in ("status.claim", "status.claim-back"):
            self._name(seat, "nope")
        elif isinstance(screen, Choice) and sign.message == "status.play":
            self._choose(seat, "item.play")
        elif isinstance(screen, Choice) and sign.message.startswith("status."):
            self._play_or_draw(seat)
        elif sign.message.startswith(("status.window", "status.noped")) and self.chance.random() < 0.3:
            self._claim(str(sign.values["last"]))
        else:
            self.rig.wait(1.0)

    @property
    def sign(self) -> Sign:
        sign = read_sign(self.rig.screen("table"))
        assert sign is not None
        return sign

    def _play_or_draw(self, seat: str) -> None:
        held = [face for face in ("skip", "attack", "shuffle") if self._has(seat, face)]
        if held and self.chance.random() < 0.5:
            face = self.chance.choice(held)
            self._name(seat, face)
            if face == "shuffle":
                self.rig.table.shuffle()
            return
        card = self.truth.at(DRAW)[0]
        self.rig.table.draw(seat)
        if card.face == self.rules.lethal:
            self.rig.table.place(card.tag, front_of(seat))
            self._choose(seat, f"card.{card.face}")
        else:
            self._choose(seat, "item.draw")

    def _defuse(self, seat: str) -> None:
        if self._has(seat, "defuse"):
            self._name(seat, "defuse")
        else:
            self._choose(seat, "item.no-defuse")

    def _hide(self, seat: str) -> None:
        lethal = next(card for card in self.truth.at(front_of(seat)))
        self.rig.table.place(lethal.tag, DRAW, slot=self.chance.randint(0, len(self.truth.at(DRAW))))
        self._choose(seat, "item.hidden")

    def _go_out(self, seat: str) -> None:
        self._choose(seat, "item.out")
        goal = front_of(seat) if self.rules.keeps_dead_hand else DISCARD
        for card in (*self.truth.at(hand_of(seat)), *self.truth.at(front_of(seat))):
            if self.truth.where(card.tag) != goal:
                self.rig.table.place(card.tag, goal, face_up=True)

    def _claim(self, last: str) -> None:
        claimers = [seat for seat in SEATS if seat != last and self._has(seat, "nope")]
        if claimers:
            self.rig.tap(f"{self.chance.choice(claimers)}.nope")
        else:
            self.rig.wait(1.0)

    def _has(self, seat: str, face: str) -> bool:
        return any(card.face == face for card in self.truth.at(hand_of(seat)))

    def _name(self, seat: str, face: str) -> None:
        """Name a card of a hand, and lay it down where everyone sees it."""
        self._choose(seat, f"card.{face}")
        tag = next(card.tag for card in self.truth.at(hand_of(seat)) if card.face == face)
        self.rig.table.place(tag, DISCARD, face_up=True)

    def _choose(self, seat: str, item: str) -> None:
        for turns in range(30):
            screen = self.rig.screen("table")
            assert isinstance(screen, Choice), screen
            if screen.item == item:
                is_held = not turns and item == "item.draw"  # the display does not take that for a press
                self.rig.wait(Guard.REPORT.ms / 1_000)  # a report counts no sooner
                (self.rig.hold if is_held else self.rig.tap)(f"{seat}.ok")
                return
            self.rig.tap(f"{seat}.nope")
        raise AssertionError(f"{item} is not offered")


SEATS = ("1", "2", "3")


@pytest.mark.long
@pytest.mark.parametrize("game", ["ek120", "min72", "zh56"])
def test_a_ring_plays_to_its_end_with_its_one_reader_dead(game: str) -> None:
    log = MemoryLog()
    with simulated_table("kittens", game=game, journal=log) as rig:
        rig.table.switchboard.set("reader play", "unplug", on=True)
        situation = rig.program.controller.situation
        for seat in SEATS:
            rig.tap(f"{seat}.ok")
        rig.hold("1.ok")
        deal(rig.table, situation.family.dealing(situation))
        rig.tap("1.ok")
        ring = Ring(rig, Random(game))  # no secret
        while situation.game.stage is not Stage.OVER:
            ring.go_on()
            assert rig.loop.time() < LONGEST_S

        assert differences(rig.table.truth, view_of(situation)) == ()
    acted = [fact for fact in log.facts if isinstance(fact, Acted) and fact.ruling == "accepted"]
    assert {str(fact.act["do"]) for fact in acted} >= {"play", "nope", "draw", "defuse", "explode"}
    assert not any(any(fact.tags) for fact in acted)
