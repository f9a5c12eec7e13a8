"""The simulation core of Tacocat plays as the referee does: whole random games, compared after every act."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from companion.lockstep import LOCKSTEP_GAMES
from engine.tacocat_strategies import random_act
from tacotable_engine import Match
from tacotable_engine.companion.tacocat.core import Core
from tacotable_engine.companion.tacocat.hands import values_of
from tacotable_engine.tacocat.state import Phase, State, to_act

OPTIONS: tuple[dict[str, bool], ...] = ({}, {"strict_groups": True}, {"jumbo": False}, {"practice": True})


class KeptOrders:
    """A chance that keeps its last order, from which the core deals."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.last: list[str] = []

    def shuffle(self, cards: Sequence[str]) -> Sequence[str]:
        self.last = list(cards)
        self.rng.shuffle(self.last)
        return self.last

    def values(self) -> list[int]:
        return list(map(int, self.last))


def new_match(ruleset: str, seed: int, chance: KeptOrders) -> Match:
    rng = random.Random(f"board {seed}")
    board = {"numbers": [rng.randint(2, 9) for _ in range(7)], "arrows": rng.choices(["yay", "wow", "both"], k=7)}
    setup = {"game": ruleset, "seats": ["Ann", "Bo"], "options": OPTIONS[seed % 8 % 4 if seed % 8 < 4 else 0]}
    return Match.new(setup | ({"board": board} if seed % 3 else {}), chance)


def carry_out(core: Core, seat: int, act: dict[str, Any]) -> None:
    """Do in the core what the referee was told."""
    card = int(act.get("card", 0))
    cards = tuple(map(int, act.get("cards", ())))
    if act["do"] == "replace":
        core.replace(seat, cards)
    elif act["do"] == "duel":
        core.duel(seat, card)
    elif act["do"] == "attack":
        core.attack(cards)
    elif act["do"] == "answer":
        demand = int(act.get("demand", core.demands[0]))
        core.answer(card, demand, "as" in act or card < demand)
    else:
        core.show(seat, card)


def as_core_has_it(state: State) -> tuple[object, ...]:
    is_over = state.phase is Phase.OVER
    return (
        state.phase,
        state.token,
        None if is_over else list(state.covered),
        list(state.winners),
        [tuple(map(int, hand)) for hand in state.hands],
        None if is_over else [int(card) for card in state.pile],
        None if is_over else (list(state.replaced), state.attacker, state.duel_winner),
        list(map(int, state.demands)),
        to_act(state),
    )


def as_core_is(core: Core) -> tuple[object, ...]:
    is_over = core.phase is Phase.OVER
    return (
        core.phase,
        core.token,
        None if is_over else core.covered,
        core.winners,
        [values_of(hand) for hand in core.hands],
        None if is_over else core.pile,
        None if is_over else (core.replaced, core.attacker, core.duel_winner),
        core.demands,
        core.to_act(),
    )


def compare_lists(match: Match, core: Core) -> None:
    """Compare what may be done."""
    seat = core.to_act()[0]
    listed: Any = match.legal(match.seats[seat])
    if core.phase is Phase.ATTACK:
        assert sorted(tuple(map(int, act["cards"])) for act in listed) == sorted(core.attacks())
    elif core.phase is Phase.ANSWER:
        told = set()
        for act in listed:
            card, demand = int(act["card"]), int(act.get("demand", core.demands[0]))
            told.add((card, demand, "as" in act or card < demand))
        assert told == set(core.answers())
    elif core.phase is Phase.REPLACE:
        assert listed[0]["max"] == core.limit(seat)


@pytest.mark.long
@pytest.mark.parametrize("ruleset", ["tc38", "tc36"])
def test_core_plays_random_games_as_the_referee_does(ruleset: str) -> None:
    for seed in range(LOCKSTEP_GAMES):
        chance, rng = KeptOrders(seed), random.Random(seed)
        match = new_match(ruleset, seed, chance)
        core = Core(match.state, chance.values)
        while match.state.winner is None:
            compare_lists(match, core)
            name, act = random_act(match, rng)
            assert match.act(name, act).is_applied
            carry_out(core, match.seats.index(name), act)

            assert as_core_is(core) == as_core_has_it(match.state), f"seed {seed}, {act}"
