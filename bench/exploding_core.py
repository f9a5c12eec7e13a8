"""The simulation core of the Exploding games beside the referee, and what odds and blind lists of acts cost.

Both play whole games by rules of thumb, each by its own: acts a second of processor time, policy included. A window
that closes counts as one act in the core; at the referee each seat that lets it pass does one.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from statistics import median
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.players.exploding import sensible
from bench.players.parts import Decks

from tacotable_engine import Match
from tacotable_engine.companion.exploding.companion import EXPLODING
from tacotable_engine.companion.exploding.core import OVER, Cards, core_of
from tacotable_engine.companion.exploding.policy import Policy

RULESETS = ("ek120", "min72", "zh56")
SEATS = ("1", "2", "3")
GAMES = 40


def begun(game: str, deal: int, mode: str = "dealt") -> Match:
    return Match.new({"game": game, "seats": list(SEATS), "mode": mode}, Decks(deal))


def core_rate(game: str) -> tuple[float, float]:
    """Return acts a second of the core, and milliseconds a game."""
    acts, spent = 0, 0.0
    for deal in range(GAMES * 5):
        state = begun(game, deal).state
        policy = Policy(Cards(state.terms))
        core = core_of(state, policy.cards, [list(hand) for hand in state.hands], state.pile)
        dice = random.Random(deal)
        before = process_time()
        while core.phase != OVER:
            policy.step(core, dice)
            acts += 1
        spent += process_time() - before
    return acts / spent, spent / (GAMES * 5) * 1e3


def referee_rate(game: str) -> tuple[float, list[float]]:
    """Return acts a second of the referee, and the milliseconds of odds asked now and then."""
    acts, spent, odds = 0, 0.0, []
    for deal in range(GAMES):
        match, dice = begun(game, deal), random.Random(deal)
        while match.state.winner is None:
            before = process_time()
            seat = match.public_view.to_act[0]
            match.act(seat, sensible(match, seat, dice))
            spent += process_time() - before
            acts += 1
            if acts % 10 == 0 and match.state.winner is None:
                before = process_time()
                EXPLODING.odds(match, match.seats[acts // 10 % 3], 0, dice)
                odds.append((process_time() - before) * 1e3)
    return acts / spent, odds


def main() -> None:
    """Print a row a ruleset."""
    head = f"{'':8}{'core acts/s':>12}{'a game, ms':>12}{'referee acts/s':>16}{'ratio':>8}"
    print(f"{head}{'odds, ms':>20}{'blind list, ms':>16}")
    for game in RULESETS:
        rate, game_ms = core_rate(game)
        referee, odds = referee_rate(game)
        match = begun(game, 1, "blind")
        lists = []
        for _ in range(20):
            before = process_time()
            match.legal("1")
            lists.append((process_time() - before) * 1e3)
        told = f"{median(odds):.2f} (most {max(odds):.1f})"
        print(
            f"{game:8}{rate:12,.0f}{game_ms:12.2f}{referee:16,.0f}{rate / referee:8.1f}{told:>20}{median(lists):16.2f}"
        )


if __name__ == "__main__":
    main()
