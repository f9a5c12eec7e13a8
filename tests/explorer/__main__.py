"""`tacotable rig --explore`: play every short sequence of gestures from the end of a scenario file.

Each moment is checked against the promises to people; the findings are printed with their shortest gestures, and
written as rig files.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from textwrap import shorten
from threading import Event

from explorer.antenna import Stack
from explorer.minimal import minimal
from explorer.phases import world_at
from explorer.promises import LIMITS
from explorer.resume import SIXTH, Run, Search, digest_of, read_search, write_search
from explorer.rig_file import SHOULD, name_of, rig_file
from explorer.search import Finding
from explorer.world import World
from tacotable.errors import TacotableError
from tacotable.rig.backends import run as run_on_rig
from tacotable.rig.scenario_file import read_scenario

DEEPEST = 6
SAVED_EVERY_S = 60.0
MOST_CHARS = 160  # Of what is broken; its rig file has all.
RIGS = ("engine", "sim")  # A rig file of a finding is tried there.
SAME_KEYS = "0"  # The PYTHONHASHSEED of runs that can be resumed.


class ExploringError(TacotableError):
    """Nothing can be explored; the text says why, and the next step."""


def main(arguments: Sequence[str], clock: Callable[[], float] = time.monotonic) -> int:
    """Run; the status is 1 if a promise was broken, 2 if nothing could be explored."""
    parser = make_parser()
    chosen = parser.parse_args(arguments)
    if chosen.hours and not chosen.resume:
        parser.error("--hours stops before the end; give --resume STATE to go on from there later")
    if chosen.resume and os.environ.get("PYTHONHASHSEED") != SAME_KEYS:
        parser.error("--resume needs the same keys in each process; start it by `tacotable rig --explore`")
    try:
        return explore_file(chosen, clock)
    except TacotableError as error:
        print(f"tacotable rig --explore: {error}", file=sys.stderr)
        return 2


def make_parser() -> argparse.ArgumentParser:
    """Return the parser."""
    parser = argparse.ArgumentParser(prog="tacotable rig --explore", description=__doc__)
    parser.add_argument("file", type=Path, help="a scenario file (*.rig.toml) that passes; hands go on at its end")
    parser.add_argument(
        "--depth", type=int, choices=range(1, DEEPEST + 1), default=2, help="so many gestures one after another (2)"
    )
    parser.add_argument("--pace", type=seconds, default=0.7, metavar="S", help="seconds between gestures (0.7)")
    parser.add_argument(
        "--readers",
        choices=[stack.value for stack in Stack],
        default="all",
        help="the cards of a stack that readers read (all, as on the rig engine)",
    )
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="write a rig file for each finding there")
    parser.add_argument("--resume", type=Path, metavar="STATE", help="keep the search in this file; go on from it")
    parser.add_argument("--hours", type=float, help="stop after so many hours")
    parser.add_argument(
        "--sixth",
        type=int,
        choices=range(1, SIXTH + 1),
        default=0,
        metavar="N",
        help=f"go on after each sixth of the first gestures only, from this one on (1 to {SIXTH})",
    )
    return parser


def seconds(text: str) -> float:
    value = float(text)
    if not 0.01 <= value <= 10:
        raise argparse.ArgumentTypeError("give 0.01 to 10 seconds")
    return value


def explore_file(chosen: argparse.Namespace, clock: Callable[[], float]) -> int:
    """Explore from the end of a file; raises TacotableError."""
    scenario = read_scenario(chosen.file)
    try:
        world = world_at(chosen.file, Stack(chosen.readers))
    except ValueError as error:
        raise ExploringError(f"{error}; give a scenario that passes there") from None
    run = Run(digest_of(scenario), chosen.depth, chosen.pace * 1_000, chosen.readers, chosen.sixth)
    search = read_search(chosen.resume, run, world) if chosen.resume else Search(run, world)
    print(
        f"From the end of {chosen.file.name} (table {Path(scenario.table).name}, game {world.situation.ui.lobby_game}):"
        f" depth {run.depth}, {chosen.pace:g} s between gestures, readers read {chosen.readers} of stacked cards.",
        flush=True,
    )
    play(search, chosen, clock)
    findings = [minimal(world, finding, run.pace_ms) for finding in search.seen.findings]
    for number, finding in enumerate(findings, 1):
        _print_finding(number, finding, search)
        if chosen.out:
            _write(chosen, number, finding, world)
    for kind, reason in LIMITS.items():
        if count := sum(times for (_, other), times in search.seen.counts.items() if kind in other):
            print(f"\nno finding, {count} times: {kind}: {reason}")
    print(f"\nkinds of findings: {len(findings)}")
    return 1 if findings else 0


def play(search: Search, chosen: argparse.Namespace, clock: Callable[[], float]) -> None:
    """Play all sequences, or as many as the time allows; the state is kept at intervals and at the end."""
    ends = clock() + chosen.hours * 3_600 if chosen.hours else float("inf")
    saved, seen = clock(), search.seen
    with suppress(KeyboardInterrupt), stopped_between_steps() as is_asked:
        while not (search.is_done or is_asked.is_set()) and clock() < ends:
            level = search.level
            search.step()
            if search.level > level:
                print(f"depth {search.level}: {seen.sequences} sequences, {len(seen.moments)} moments", flush=True)
            if chosen.resume and clock() - saved >= SAVED_EVERY_S:
                write_search(chosen.resume, search)
                saved = clock()
    if chosen.resume:
        write_search(chosen.resume, search)
    if not search.is_done:
        goes_on = f"; the same command goes on from {chosen.resume}" if chosen.resume else ""
        print(f"stopped; moments left at this depth: {len(search.front)}{goes_on}", flush=True)


@contextmanager
def stopped_between_steps() -> Iterator[Event]:
    """Note Ctrl+C, so that a step that has begun is played to its end; a second Ctrl+C ends the program at once."""
    asked = Event()

    def note(*_: object) -> None:
        asked.set()
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield asked
    finally:
        signal.signal(signal.SIGINT, before)


def _print_finding(number: int, finding: Finding, search: Search) -> None:
    violation = finding.violation
    count = search.seen.counts[violation.promise, violation.kind]
    print(f"\n{number}. {violation.promise}: {violation.kind} ({count} times)")
    print(f"   hands:     {', '.join(map(str, finding.gestures)) or 'nothing'}")
    print(f"   broken:    {shorten(violation.text, MOST_CHARS)}")
    print(f"   should be: {SHOULD.get(violation.promise, 'the promise holds')}", flush=True)


def _write(chosen: argparse.Namespace, number: int, finding: Finding, world: World) -> None:
    """Write the rig file of a finding, and try it on the rigs; raises ExploringError."""
    path = chosen.out / name_of(finding, number)
    try:
        chosen.out.mkdir(parents=True, exist_ok=True)
        path.write_text(rig_file(chosen.file, world, finding, chosen.pace * 1_000, chosen.out), encoding="utf-8")
    except OSError as error:
        raise ExploringError(f"{path}: {error.strerror}; give another folder to --out") from None
    scenario = read_scenario(path)
    verdicts = ", ".join(f"{run_on_rig(scenario, rig).verdict} on {rig}" for rig in RIGS)
    print(f"   file:      {path} ({verdicts})", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
