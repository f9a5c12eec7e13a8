"""Tacocat's companion: exact fights by cards, its simulation core beside the referee, and each level's decisions.

Fights are of random hands, each with empty tables; the goal is 0.33 ms in the median at six cards. The core and the
referee play the same number of random games with the same policy; what choosing costs is in both. All is processor
time, and all hands come from one seed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from resource import RUSAGE_SELF, getrusage
from statistics import median
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.players.parts import Decks
from bench.players.tacocat import PLAYERS, play, random_player

from tacotable_engine import Match
from tacotable_engine.companion.answers import LEVELS
from tacotable_engine.companion.tacocat.core import Core
from tacotable_engine.companion.tacocat.fights import Fights
from tacotable_engine.companion.tacocat.hands import Shapes, pack
from tacotable_engine.tacocat.state import Phase

SEATS = ["YAY", "WOW"]
FIGHTS = {4: 300, 5: 300, 6: 300, 7: 200, 8: 60, 9: 20}
"""Cards of each hand -> how many fights of them are solved."""
GAMES = 150
DEALS = 12


def main() -> None:
    """Measure and print."""
    for size, count in FIGHTS.items():
        times = fight_times(size, count)
        late = times[int(0.95 * len(times))]
        print(f"fight of {size} cards: {median(times):.3f} ms median, {late:.2f} at the 95th percentile")
    core, referee = timed_games(core_game), timed_games(referee_game)
    print(f"random acts a second: core {core:,.0f}, referee with log and lists {referee:,.0f}: {core / referee:.1f}x")
    for level in LEVELS:
        tell_decisions(level, 7, DEALS)
    tell_decisions("strong", 9, 2)
    print(f"memory at most: {getrusage(RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def tell_decisions(level: str, cards: int, deals: int) -> None:
    """Measure a level's decisions in rounds of so many cards, and print them."""
    times = decision_times(level, cards, deals)
    late = times[int(0.95 * len(times))]
    told = f"{median(times):.1f} ms an act in the median, {late:.1f} at the 95th percentile, {times[-1]:.1f} most"
    print(f"{level}, {cards} cards dealt: {told}")


def fight_times(size: int, count: int) -> list[float]:
    """Return the milliseconds of fights with nothing solved before, ascending."""
    match = Match.new({"game": "tc38", "seats": SEATS}, Decks(0))
    cards, dice, times = list(map(int, match.state.terms.deck.cards)), Random(size), []
    for number in range(count):
        dice.shuffle(cards)
        own, other = pack(cards[:size]), pack(cards[size : 2 * size])
        fights = Fights(Shapes(match.state.terms), number % 2)
        begun = process_time()
        fights.attack(0, own, other)
        times.append((process_time() - begun) * 1e3)
    return sorted(times)


def timed_games(game: Callable[[int], int]) -> float:
    """Return the acts a second of whole random games."""
    begun = process_time()
    acts = sum(game(number) for number in range(GAMES))
    return acts / (process_time() - begun)


def referee_game(number: int) -> int:
    """Play a random game by the referee; return its acts."""
    match, dice = Match.new({"game": "tc38", "seats": SEATS}, Decks(number)), Random(number)
    while match.state.winner is None:
        seat = match.public_view.to_act[0]
        match.act(seat, random_player(match, seat, dice))
    return match.next_number - 1


def core_game(number: int) -> int:
    """Play a random game in the core; return its acts."""
    decks, dice = Decks(number), Random(number)
    match = Match.new({"game": "tc38", "seats": SEATS}, decks)
    cards = match.state.terms.deck.cards
    core = Core(match.state, lambda: list(map(int, decks.shuffle(cards))))
    acts = 0
    while core.phase is not Phase.OVER:
        core_act(core, core.to_act()[0], dice)
        acts += 1
    return acts


def core_act(core: Core, seat: int, dice: Random) -> None:
    """Do a random act."""
    if core.phase is Phase.ATTACK:
        core.attack(dice.choice(core.attacks()))
    elif core.phase is Phase.ANSWER:
        core.answer(*dice.choice(core.answers()))
    elif core.phase is Phase.REPLACE:
        core.replace(seat, tuple(dice.sample(core.values(seat), dice.randint(0, core.limit(seat)))))
    elif core.phase is Phase.DUEL:
        core.duel(seat, dice.choice(core.values(seat)))
    else:
        core.show(seat, core.values(seat)[0])


def decision_times(level: str, cards: int, deals: int) -> list[float]:
    """Return the milliseconds of a level's decisions against itself, ascending."""
    times: list[float] = []

    def player(match: Match, seat: str, dice: Random) -> dict[str, object]:
        begun = process_time()
        act = PLAYERS[level](match, seat, dice)
        times.append((process_time() - begun) * 1e3)
        return act

    for deal in range(deals):
        play("tc38", [player, player], deal, [Random(deal), Random(-deal)], cards)
    return sorted(times)


if __name__ == "__main__":
    main()
