"""What open pages cost the table: 32 of mixed roles at the ring while people play, made for each page and for all.

Whole games run in virtual time, so only the program's own work counts. "For each page" is a page that makes its own
pictures and gets them whole; "for all" is what is shipped: pictures made once for a role and language, patches, and
compressed for spectators. Sockets do nothing: `page_lag.py` has real ones.
"""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, cast

from tacotable.app.simulated import UNSEEN, hands_at
from tacotable.autoplay.games import finish_game
from tacotable.autoplay.players import people_at
from tacotable.autoplay.rig import Rig, simulated_table
from tacotable.web.keys import bytes_needed, make_keys
from tacotable.web.limits import Limits
from tacotable.web.live import Audience, Live
from tacotable.web.page import TablePage

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

PAGES, EVENTS_PER_S = 32, 4.0
GAMES = ((10, 1), (4, 3))
"""Players and seed of each game."""


class Socket:
    """The socket of a page that reads at once: counts what it is told, and says nothing but who it is."""

    def __init__(self, key: str, *, patches: bool) -> None:
        self.bytes = 0
        self._said = [
            json.dumps({"hello": {"key": key, "language": "en", "after": 0, "patches": patches, "packed": patches}})
        ]

    async def receive_text(self) -> str:
        """Return what the page says."""
        if not self._said:
            await asyncio.get_running_loop().create_future()
        return self._said.pop()

    async def send_text(self, text: str) -> None:
        """Count what the page is told."""
        self.bytes += len(text.encode())

    async def send_bytes(self, data: bytes) -> None:
        """Count what the page is told, compressed."""
        self.bytes += len(data)

    async def close(self, code: int = 1000) -> None:
        """Close it."""


@dataclass(frozen=True, slots=True)
class Played:
    """One game: processor seconds, changes, a spectator's bytes, and acts."""

    spent_s: float
    changes: int
    seen: float
    acts: int


def play(players: int, seed: int, *, pages: int, is_shared: bool) -> Played:
    """Play a game with so many pages open."""
    with simulated_table("kittens", seed=seed) as rig:
        sockets = _open(rig, seed, pages, is_shared=is_shared)
        rig.wait(0.5)
        for _, socket in sockets:
            socket.bytes = 0
        changes = [0]
        rig.program.controller.after_each(lambda: changes.__setitem__(0, changes[0] + 1))
        began = time.process_time()
        ended = finish_game(rig, Random(seed), players, people_at)
        spent_s = time.process_time() - began
        acts = len(ended.record().splitlines()) - 1
        seen = [socket.bytes for kind, socket in sockets if kind == "spectator"]
        return Played(spent_s, changes[0], sum(seen) / max(1, len(seen)), acts)


def _open(rig: Rig, seed: int, count: int, *, is_shared: bool) -> list[tuple[str, Socket]]:
    """Open so many pages: the simulation's, the arbiter's, each seat's, and spectators."""
    controller = rig.program.controller
    seats = controller.situation.seats
    keys = make_keys(seats, bytes(range(1, bytes_needed(seats) + 1)), is_simulated=True)
    hands = hands_at(rig.table, controller.situation, Random(seed))
    page = TablePage(controller, keys, lambda: hands)
    rig.table.on_change = lambda what: None if what in UNSEEN else page.changed()
    known = [
        ("simulation", keys.simulation or ""),
        ("arbiter", keys.arbiter),
        *(("seat", keys.seats[s]) for s in seats),
    ]
    wanted = (known + [("spectator", "")] * count)[:count]
    limits = Limits(spectators=count)
    audience = Audience(page, limits.spectators, limits.rest_s)
    opened = []
    for kind, key in wanted:
        socket = Socket(key, patches=is_shared)
        shown = audience if is_shared else Audience(page, limits.spectators, limits.rest_s)
        live = Live(cast("WebSocket", socket), page, limits, "run", rig.loop.time, audience=shown)
        rig.loop.create_task(live.serve())
        opened.append((kind, socket))
    return opened


def main() -> None:
    """Measure both ways in turns, beside a table without pages, and print the ratios."""
    ways = {"no page": (0, True), "for each page": (PAGES, False), "for all": (PAGES, True)}
    played = {
        name: [play(players, seed, pages=pages, is_shared=is_shared) for players, seed in GAMES]
        for name, (pages, is_shared) in ways.items()
    }
    bare_s = sum(game.spent_s for game in played["no page"]) / sum(game.changes for game in played["no page"])
    figures: dict[str, tuple[float, float]] = {}
    for name in ("for each page", "for all"):
        games = played[name]
        share = (sum(game.spent_s for game in games) / sum(game.changes for game in games) - bare_s) * EVENTS_PER_S
        kb = sum(game.seen for game in games) / sum(game.acts for game in games) / 1_000
        figures[name] = (share * 100, kb)
        print(
            f"{PAGES} pages, {name}: {share * 100:.1f} % of a core at {EVENTS_PER_S:.0f} changes a second, "
            f"{kb:.1f} kB an act for a spectator"
        )
    ratios = [now / before for before, now in zip(figures["for each page"], figures["for all"], strict=True)]
    print("for all beside for each page: " + ", ".join(f"{ratio:.2f}" for ratio in ratios))


if __name__ == "__main__":
    main()
