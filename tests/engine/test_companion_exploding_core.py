"""The companion's core plays Exploding games as the referee does.

`TACOTABLE_LOCKSTEP` is how many random games of each ruleset both play (100 by default).
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import MutableSequence
from typing import Any

import pytest

from engine.exploding_strategies import MOST_SEATS, new_match, random_act
from engine.exploding_tables import GAMES
from tacotable_engine import Match
from tacotable_engine.companion.exploding.core import Cards, Core, core_of
from tacotable_engine.exploding.state import Phase
from tacotable_engine.log import Clocked

LOCKSTEP = int(os.environ.get("TACOTABLE_LOCKSTEP", "100"))


class Told:
    """The dice of a core: what chance gave the referee."""

    def __init__(self, match: Match, core: Core) -> None:
        last = match.standing[-1]
        self.outcomes = [] if isinstance(last, Clocked) else list(last.shuffles)  # type: ignore[union-attr]
        self.core = core

    def random(self) -> float:
        raise AssertionError("nothing in a game asks for this")

    def randrange(self, stop: int, /) -> int:
        names, target = self.core.cards.names, self.core.play[3]
        hand = self.core.hands[target]
        card = names.index(self.outcomes.pop(0)[0])
        assert stop == sum(hand)
        return sum(hand[:card])

    def shuffle(self, cards: MutableSequence[Any], /) -> None:
        names = self.core.cards.names
        cards[:] = [names.index(card) for card in reversed(self.outcomes.pop(0))]


def follow(core: Core, match: Match, seat: int, act: Any, phase: Phase) -> None:
    """Do in the core what the referee has just ruled on."""
    names, dice = core.cards.names, Told(match, core)
    if act["do"] == "play":
        target = match.seats.index(act["target"]) if "target" in act else -1
        name = names.index(act["name"]) if "name" in act else -1
        core.lay(tuple(map(names.index, act["cards"])), target, name)
    elif act["do"] == "nope":
        core.nope(seat, names.index(act.get("card", "nope")))
    elif act["do"] == "draw":
        core.draw()
    elif act["do"] == "defuse":
        core.put_back(act["slot"], names.index(act.get("card", "defuse")))
    elif act["do"] == "explode":
        core.explode()
    elif act["do"] == "give":
        core.move(seat, core.play[0], names.index(act["card"]))
    elif act["do"] == "arrange":
        core.arrange([names.index(card) for card in act["cards"]])
    if phase is Phase.WINDOW and match.state.phase is not Phase.WINDOW:
        core.close(dice)


def differences(core: Core, match: Match) -> list[str]:
    state, names = match.state, core.cards.names
    hands = [Counter({names[card]: n for card, n in enumerate(hand) if n}) for hand in core.hands]
    turn = (core.seat, core.left, "attack" if core.attacked else "normal")
    pairs = {
        "hands": (hands, [Counter(hand) for hand in state.hands]),
        "pile": ([names[card] for card in reversed(core.pile)], list(state.pile)),
        "discard": ([names[card] for card in core.discard], list(state.discard)),
        "alive": ([seat for seat, lives in enumerate(core.alive) if lives], list(state.alive)),
        "turn": (turn, tuple(state.turn)),
        "phase": (core.phase, core_of(state, core.cards, [list(hand) for hand in state.hands], state.pile).phase),
    }
    return [f"{name}: {one} and {other}" for name, (one, other) in pairs.items() if one != other]


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_core_stays_in_step_with_the_referee(game: str) -> None:
    for number in range(LOCKSTEP):
        rng = random.Random(f"{game} {number}")
        match = new_match(game, rng.randint(2, MOST_SEATS[game]), "dealt", number, random_options(rng))
        state = match.state
        core = core_of(state, Cards(state.terms), [list(hand) for hand in state.hands], state.pile)
        while match.state.winner is None:
            phase = match.state.phase
            if phase is Phase.WINDOW and rng.random() < 0.4:
                match.resolve()
                core.close(Told(match, core))
            else:
                seat, act = random_act(match, rng)
                match.act(seat, act)
                follow(core, match, match.seats.index(seat), act, phase)

            assert differences(core, match) == [], match.record()


def random_options(rng: random.Random) -> dict[str, Any]:
    return {"noped_out": rng.random() < 0.5, "attack_stacking": rng.choice(["remaining", "fixed"])}
