"""Simulated games with troubles, one seed each: what must hold is checked all the way, and the game must end.

`./dev bench simulation --games 10000` plays so many, as many at a time as there are processors; a seed that fails is
told with the line that plays it again.
"""

from __future__ import annotations

import argparse
import gc
import os
import resource
import sys
import traceback
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from simulation.harness.simulation import Outcome, again_by, simulate  # the harness of the tests

GAMES = 20
"""So many without a number: a look, not a proof."""
PROGRESS_EACH = 500


def main(arguments: Sequence[str] = ()) -> int:
    """Play the games that are asked for, and print what came of them; gives 1 when one failed or was put away."""
    asked = _asked(arguments)
    seeds = [asked.seed] if asked.seed is not None else range(asked.first, asked.first + asked.games)
    played, failed = list[Outcome](), list[int]()
    try:
        with ProcessPoolExecutor(asked.processes, initializer=gc.freeze) as pool:
            for seed, playing in [(seed, pool.submit(simulate, seed)) for seed in seeds]:
                try:
                    outcome = playing.result()
                    played.append(outcome)
                    if not outcome.is_won:
                        print(f"seed {seed} was put away; play it again: {again_by(seed)}", flush=True)
                except BrokenProcessPool:
                    raise
                except Exception:  # noqa: BLE001  # whatever a seed meets is told, and the next one is played
                    failed.append(seed)
                    print(f"seed {seed} failed; play it again: {again_by(seed)}\n{traceback.format_exc()}", flush=True)
                if (seed - seeds[0] + 1) % PROGRESS_EACH == 0:
                    print(f"{len(played) + len(failed)} games, up to seed {seed}", flush=True)
    except BrokenProcessPool:  # met by a game's result, or earlier, while games are still handed out
        seed = seeds[len(played) + len(failed)]
        print(f"seed {seed} was not played: one of the processes was killed; is the memory full?", flush=True)
        return 1
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    _tell(played, failed, spent.ru_utime + spent.ru_stime)
    return 1 if failed or not all(outcome.is_won for outcome in played) else 0


def _asked(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="how many seeds are played")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--seed", type=int, help="play this one alone")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="how many are played at a time")
    return parser.parse_args(arguments)


def _tell(played: list[Outcome], failed: list[int], spent_s: float) -> None:
    kinds = Counter(str(outcome.drawn.kind) for outcome in played)
    faults = Counter(trouble.fault for outcome in played for trouble in outcome.troubles)
    hours = sum(outcome.virtual_s for outcome in played) / 3600
    put_away = [outcome.seed for outcome in played if not outcome.is_won]
    print(f"{len(played) - len(put_away)} games were won, {len(failed)} failed: {failed}")
    print(f"people put {len(put_away)} away that did not go on: {put_away}")
    print(f"{hours:.1f} table-hours, {sum(outcome.acts for outcome in played)} facts of the games' ends, ", end="")
    restarts = sum(outcome.restarts for outcome in played)
    print(f"{restarts} restarts, {spent_s:.0f} s of processor time")
    settled, begun_anew = sum(outcome.settled for outcome in played), sum(outcome.begun_anew for outcome in played)
    print(f"people settled {settled} cards by what the page told, and began anew {begun_anew} times")
    print("games: " + ", ".join(f"{kind}: {count}" for kind, count in sorted(kinds.items())))
    print("troubles: " + ", ".join(f"{fault} {count}" for fault, count in sorted(faults.items())))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
