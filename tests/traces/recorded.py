"""Games that are recorded for the tests: simulated people, and faults that come and go while they play."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tacotable.autoplay.games import DisagreementError, finish_game
from tacotable.autoplay.rig import Rig
from tacotable.autoplay.rig_tables import simulated_bench
from tacotable.table.file import read_table
from tacotable.trace.file import Ring
from tacotable.trace.recorder import Recorder

SECRET = bytes(range(32))
ROOM = 8_000_000
FAULTS = {
    "tacocat": (
        ("reader YAY.pad", "corrupt"),
        ("reader WOW.pad", "unplug"),
        ("reader YAY.pad", "flicker"),
        ("display WOW", "gone"),
    ),
    "kittens": (("reader play", "corrupt"), ("reader play", "unplug"), ("reader play", "truncate"), ("2.ok", "stuck")),
}
EVERY_S, LASTS_S = 25.0, 4.0
SEED = 9
"""With some seeds a random player swaps a card while its reader is dead, and has one too few at the end."""


@contextmanager
def recorded_table(folder: Path, name: str, *, room: int = ROOM, seed: int = 5) -> Iterator[Rig]:
    """Give a simulated table that is recorded into a folder."""
    recorders: list[Recorder] = []

    def tap(loop: asyncio.AbstractEventLoop) -> Recorder:
        recorders.append(Recorder(Ring(folder, room), loop, secret=SECRET))
        return recorders[-1]

    with simulated_bench(read_table(name), seed=seed, make_tap=tap) as (bench, table):
        yield Rig(bench.program, table, bench.loop)
    recorders[0].close()


def record_faulty_game(folder: Path, name: str, seed: int = SEED, players: int | None = None) -> None:
    """Record a game to its end, with a fault every 25 s that lasts four."""
    with recorded_table(folder, name, seed=seed) as rig:
        for number in range(40):
            device, fault = FAULTS[name][number % len(FAULTS[name])]
            begins = EVERY_S * (number + 1)
            rig.loop.call_later(begins, rig.table.switchboard.set, device, fault, True)
            rig.loop.call_later(begins + LASTS_S, rig.table.switchboard.set, device, fault, False)
        with suppress(DisagreementError):  # with the reader out, people put a pile down in another order
            finish_game(rig, Random(3), players)


if __name__ == "__main__":
    for game in FAULTS:
        with TemporaryDirectory() as folder:
            record_faulty_game(Path(folder), game, players=2 if game == "tacocat" else 3)
            (Path(__file__).parent / f"faulty-{game}.trace").write_bytes((Path(folder) / "000001.trace").read_bytes())
