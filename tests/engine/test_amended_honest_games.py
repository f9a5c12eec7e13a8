"""Honest games in mode `blind`, with seats that leave and piles mixed by hand: nothing is known that is not so.

The same game is played in mode `dealt`, which knows all cards, and its acts are told to the blind referee as a table
would tell them.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from engine.amount import RANDOM_GAMES
from engine.exploding_tables import GAMES, MEANT, begin
from engine.tacocat_tables import SeededChance, told
from tacotable_engine import Match, Ruling

HIDDEN = "?"


class HonestGame:
    """One game, played openly and told blindly."""

    def __init__(self, game: str, seed: int) -> None:
        self.rng = Random(f"{game} {seed}")
        players = self.rng.choice((2, 3, 5))
        self.truth = begin(game, players=players, chance=SeededChance(seed))
        self.blind = begin(game, "blind", players=players)
        self.lethal = MEANT[game]["lethal"]

    def play(self) -> None:
        """Play at most 150 steps."""
        for _ in range(150):
            if told(self.truth, "phase") == "over":
                return
            self._step()
            self._check()

    def _step(self) -> None:
        before: Any = told(self.truth, "hands")
        chance = self.rng.random()
        if chance < 0.02:
            self._both({"do": "leave", "seat": self.rng.choice(told(self.truth, "alive"))})
        elif chance < 0.06:
            self._both({"do": "shuffled"})
        elif chance < 0.2:
            self.truth.resolve()
            self._stands(self.blind.resolve())
        else:
            self._act()
        self._go_on(before)

    def _both(self, fields: dict[str, object]) -> None:
        self._stands(self.truth.amend(fields))
        self._stands(self.blind.amend(fields))

    def _act(self) -> None:
        seat = self.rng.choice(told(self.truth, "to_act"))
        act: dict[str, Any] = dict(self.rng.choice(self.truth.legal(seat)))
        if "slots" in act:
            act["slot"] = self.rng.randrange(act.pop("slots"))
        if "of" in act:
            act["cards"] = self.rng.sample(act["of"], len(act.pop("of")))
        if "clone" in (act.get("card"), *act.get("cards", ())) and told(self.blind, "discard")[-1:] == [HIDDEN]:
            return  # nobody could say what it copies
        is_lethal = act["do"] == "draw" and told(self.truth, "pile")[0] == self.lethal
        self._stands(self.truth.act(seat, act))
        shown = {"do": "draw", "card": self.lethal} if is_lethal else self._as_told(act)
        self._stands(self.blind.act(seat, shown))

    def _as_told(self, act: dict[str, Any]) -> dict[str, Any]:
        """Leave out what nobody need have seen, most of the time."""
        hidden = {"give": "card", "arrange": "cards", "defuse": "slot"}.get(act["do"])
        return {key: value for key, value in act.items() if key != hidden or self.rng.random() < 0.3}

    def _go_on(self, before: Any) -> None:
        """Tell what the truth did by itself: a theft, an answer, a card from the bottom, a death."""
        phase, awaited = told(self.blind, "phase", "to_act")
        if phase == told(self.truth, "phase") or not awaited:
            return
        seat = awaited[0]
        if phase == "steal":
            self._stands(self.blind.act(seat, {"do": "steal"}))
        elif phase == "give":
            name = told(self.blind, "pending")["name"]
            act = {"do": "give", "card": name} if name in before[seat] else {"do": "deny"}
            self._stands(self.blind.act(seat, act))
        elif phase == "draw":
            is_lethal = told(self.truth, "drawn") or seat not in told(self.truth, "alive")
            self._stands(self.blind.act(seat, {"do": "draw"} | ({"card": self.lethal} if is_lethal else {})))
            self._go_on(before)
        elif phase == "defuse":
            shown = {"cards": before[seat]} if self.rng.random() < 0.5 else {}
            self._stands(self.blind.act(seat, {"do": "explode", **shown}))

    def _stands(self, ruling: Ruling) -> None:
        assert ruling.ruling != "illegal", ruling
        assert ruling.violations == ()

    def _check(self) -> None:
        """Check that the blind referee follows the game, and that what it knows is so."""
        for name in ("phase", "turn", "alive", "hand_size", "winner"):
            assert told(self.blind, name) == told(self.truth, name), name
        known, real = told(self.blind, "hands"), told(self.truth, "hands")
        for seat, hand in known.items():
            assert not Counter(card for card in hand if card != HIDDEN) - Counter(real[seat])
        pile, truth = told(self.blind, "pile"), told(self.truth, "pile")
        assert len(pile) == len(truth)
        assert all(card in (HIDDEN, real) for card, real in zip(pile, truth, strict=True))


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_nobody_is_accused_in_an_honest_game_whatever_is_amended(game: str) -> None:
    for seed in range(RANDOM_GAMES // 5):
        match = HonestGame(game, seed)

        match.play()

        assert Match.from_record(match.blind.record()).state == match.blind.state
