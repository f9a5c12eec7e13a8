"""Whole games of people with habits, each by its seed: which table, game and people it draws, and what must hold of it.

`python -m simulation.habits.games FIRST COUNT` plays some and prints what was counted; `tests` is on the path then.
"""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from dataclasses import dataclass
from random import Random

from simulation.habits.hands import HABITS, HabitualHands
from simulation.habits.witness import Report, Witness
from simulation.harness.random_scenario import Drawn, Kind
from tacotable.autoplay.games import finish_game
from tacotable.autoplay.players import People
from tacotable.autoplay.rig import Rig, simulated_table
from tacotable_engine import Match
from tacotable_engine.exploding.ruleset import RULESETS, load_ruleset
from tacotable_sim.truth import hand_of

GAMES = int(os.environ.get("TACOTABLE_CLUMSY_GAMES", "4"))
FIRST = 0
"""The first seed that tests play."""
LONGEST_WAIT_S = 10.0
LAST_MOVES_S = 20.0
"""So long hands may go on when a game is over: somebody who answers late thinks up to 13 s, and then moves."""
MOST_PRESSES = 2
"""So many presses of help lead on from what a display refused last."""
PADS = (("tacocat", "tc38"), ("kittens", "zh56"), ("tacocat", "tc36"), ("kittens", "min72"), ("kittens", "ek120"))
"""What seeds play in turn, but for two of each ten."""
OWN_PADS = (("tacocat", "zh56"), ("tacocat", "min72"), ("tacocat-hub", "zh56"), ("tacocat", "ek120"))
"""What one of ten plays: Exploding games in which each seat lays on its own pad."""
OTHERS = (("buttons", "tc38"), ("tacocat-hub", "tc36"), ("buttons", "tc36"), ("kittens-hub", "min72"))
NUMBERS = (3, 4, 5, 6, 7)
"""What the spaces of a drawn board tell: so many cards a round."""


@dataclass(frozen=True, slots=True)
class Played:
    """One game that was played to its end."""

    drawn: Drawn
    habits: Counter[str]
    report: Report
    virtual_s: float
    processor_s: float


def draw(seed: int) -> Drawn:
    """Return what a seed plays: some with buttons, a hub or other pads, each sixth with hidden cards over the pad."""
    chance = Random(f"{seed}/habits/table")
    turn, place = divmod(seed, 10)
    kinds, number = {3: (OWN_PADS, turn), 9: (OTHERS, turn)}.get(place, (PADS, seed))
    name, game = kinds[number % len(kinds)]
    mode = "seen" if seed % 6 == 5 and name in ("tacocat", "kittens") else "blind"
    if name.startswith("kittens"):
        possible = load_ruleset(game).players
        players = chance.randint(possible.start, min(possible.stop - 1, 3 if name.endswith("-hub") else 10))
        return Drawn(Kind(name, game, players, mode), seats=players)  # type: ignore[arg-type]  # one of two words
    return Drawn(Kind(name, game, 2, mode), numbers=tuple(chance.choices(NUMBERS, k=7)))  # type: ignore[arg-type]


def seeds(part: str) -> list[int]:
    """Return the seeds that a file plays, so that several processes share them."""
    return [seed for seed in range(FIRST, FIRST + GAMES) if _part(draw(seed).kind) == part]


def _part(kind: Kind) -> str:
    return "ring" if kind.game in RULESETS.names() else "tacocat"


def play(seed: int) -> Played:
    """Play the game of a seed. Raises what went wrong, with what plays it again and the last steps."""
    drawn, began = draw(seed), time.process_time()
    with simulated_table(drawn.table(), seed=seed) as rig:
        hands = HabitualHands(rig, Random(f"{seed}/habits"))
        witness = Witness(rig, hands)

        def seat(rig: Rig, chance: Random, count: int | None) -> People:
            return [*hands.seat(rig, chance, count), witness]  # type: ignore[list-item]  # it ends a game that stands

        try:
            ended = finish_game(rig, Random(f"{seed}/players"), drawn.kind.players, seat, LAST_MOVES_S)
            report = witness.report
            assert ended.view("table")["winner"] is not None, "nobody won"
            if _part(drawn.kind) == "tacocat":
                _check_hands(rig, ended)
            assert not report.wrong, f"ruled, and no hand did it: {report.wrong}"
            assert report.longest_wait_s <= LONGEST_WAIT_S, f"nobody was told anything for {report.longest_wait_s} s"
            assert max(report.help_presses, default=0) <= MOST_PRESSES, f"presses of help: {report.help_presses}"
        except Exception as error:
            habits = {seat: sorted(each) for seat, each in hands.habits.items()}
            error.add_note(f"{drawn}; habits {habits}\n" + "\n".join(witness.steps))
            error.add_note(f"play it again: python -m simulation.habits.games {seed} 1")
            raise
        return Played(drawn, hands.done, witness.report, rig.loop.time(), time.process_time() - began)


def _check_hands(rig: Rig, ended: Match) -> None:
    """Raise AssertionError where a hand holds other than is told; at a ring the end of each game is checked anyway."""
    held = {seat: len(rig.table.truth.at(hand_of(seat))) for seat in rig.table.plan.seats}
    told = ended.view("table")["hand_size"]
    assert held == told, f"hands hold {held}, and {told} are told"


def main() -> int:
    """Play so many games from a seed on, and print the figures."""
    first, count = map(int, sys.argv[1:3])
    kinds, habits, presses, confusions = Counter[str](), Counter[str](), Counter[int](), Counter[str]()
    failed, processor_s, longest_s, uneven = list[int](), 0.0, 0.0, 0
    for seed in range(first, first + count):
        try:
            played = play(seed)
        except Exception as error:  # noqa: BLE001  # the next seeds are played all the same
            failed.append(seed)
            notes = "\n".join(getattr(error, "__notes__", ())) if count == 1 else ""
            print(f"{seed} {draw(seed)}: {str(error)[:300]}\n{notes}", flush=True)
            continue
        kinds[str(played.drawn.kind)] += 1
        habits += played.habits
        presses += played.report.help_presses
        confusions += played.report.confusions
        processor_s += played.processor_s
        longest_s = max(longest_s, played.report.longest_wait_s)
        uneven += bool(played.report.uneven)
    print(f"{count - len(failed)} of {count} games won; failed: {failed}")
    print(f"habits {dict(habits.most_common())}; of {len(HABITS)} kinds")
    print(f"confusions {confusions.total()}: {dict(confusions.most_common())}; by presses of help {dict(presses)}")
    print(f"longest wait {longest_s:.0f} s; games in which counts differed for a time: {uneven}")
    print(f"{processor_s / max(1, count - len(failed)):.1f} s of processor a game")
    print("\n".join(f"{number} {kind}" for kind, number in sorted(kinds.items())))
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
