"""`tacotable play`: simulated players play whole games through the bytes, in accelerated time, and it is told how."""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

from tacotable.autoplay.games import Tally, play_games
from tacotable.autoplay.players import people_at
from tacotable.autoplay.robots import robots
from tacotable.commands.play_arguments import add_play_arguments, table_name
from tacotable.errors import UnfinishedError
from tacotable.table.choose import parser_of
from tacotable.table.file import read_table


def main(arguments: list[str]) -> int:
    """Play, and print the numbers."""
    parser = parser_of("play", __doc__)
    add_play_arguments(parser)
    return play(parser.parse_args(arguments))


def play(chosen: argparse.Namespace) -> int:
    """Play the games that the arguments ask for; return the exit status (1: a game did not end well, 2: none began)."""
    began = time.perf_counter()
    seed = 1 if chosen.seed is None else chosen.seed
    try:
        table = read_table(table_name(chosen))
        tally = play_games(
            table,
            chosen.games or 1,
            seed,
            game=chosen.game,
            players=chosen.players,
            is_real_time=bool(chosen.pty),
            seating=robots(chosen.robots) if chosen.robots else people_at,
        )
    except UnfinishedError as error:
        print(error, file=sys.stderr)
        return 1
    for line in summary(tally, time.perf_counter() - began):
        print(line)
    if chosen.record:
        print("\n\n".join(tally.records))
    return 0


def summary(tally: Tally, took_s: float) -> tuple[str, ...]:
    """Return a tally in lines: play, the software's share of the latency, display traffic, memory."""
    refused = ", ".join(f"{code} {count}" for code, count in sorted(tally.refusals.items())) or "none"
    pace = f"{tally.virtual_s / took_s:.0f} times as fast as people"
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])  # a file of the kernel (Linux, proc(5))
    rounds = f", rounds {tally.rounds}" if tally.rounds else ""  # the Exploding games have none
    return (
        f"games {tally.games}{rounds}, acts {tally.acts}, in {took_s:.1f} s ({pace})",
        f"refusals {sum(tally.refusals.values())}: {refused}",
        f"deciding byte to last light byte, without the flush: {percentiles(tally.light_s)}",
        f"deciding byte to all shown, displays drawn, without the flush: {percentiles(tally.shown_s)}",
        f"display bytes {tally.display_bytes}: {_ratio(tally.display_bytes, tally.stock_changed_bytes)} of stock luma "
        f"sending each changed panel, {_ratio(tally.display_bytes, tally.stock_all_bytes)} of all panels each scene",
        f"memory {pages * os.sysconf('SC_PAGE_SIZE') / 1e6:.0f} MB resident",
    )


def percentiles(times: list[float]) -> str:
    """Return the middle, the 99th percentile and the largest of some times, in ms."""
    if not times:
        return "nothing measured"
    ordered = sorted(times)
    p50, p99 = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.99)]
    return f"p50 {p50 * 1000:.2f} ms, p99 {p99 * 1000:.2f} ms, most {ordered[-1] * 1000:.2f} ms, {len(times)} times"


def _ratio(part: int, whole: int) -> str:
    return f"{part / whole:.3f}" if whole else "-"
