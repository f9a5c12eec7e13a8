"""Planted faults: mistakes that a programmer of the layer of hands might make, to measure what the explorer finds.

    cd tests; python -m explorer.planted [NAME...]

Each fault replaces a text in a copy of the package, never in the checkout. The explorer plays the fault's phases there
and in the checkout. A fault counts as found if its phases show a kind of finding that the checkout does not show, or
one that is met at least twice as often, or by fewer gestures.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import tacotable
from explorer.antenna import Stack
from explorer.findings import at
from explorer.phase_list import PHASES, SEALED
from explorer.phases import Phase
from explorer.search import explore
from explorer.secrecy import explore_sealed, explore_twins

PACKAGE = Path(tacotable.__file__).parent
TESTS = Path(__file__).parents[1]
STOPS = "the program stops"
CLEARLY = 2  # A kind that is met so many times as often as in the checkout is another finding.
Kinds = dict[str, tuple[int, list[str]]]
"""How often each kind of finding was met, and its shortest gestures."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A text of a file of the package, the faulty text in its place, and the phases that should meet it."""

    name: str
    file: str
    old: str
    new: str
    phases: tuple[Phase, ...]
    depth: int = 1


FAULTS = (
    # Guards of time.
    Fault(
        "second press at a message",
        "games/tacocat/press_outcomes.py",
        '    guards.be_quiet(situation, hand.seat)\n    situation.sound("press")\n',
        '    situation.sound("press")\n',
        (at("tacocat tc38 answer"),),
        2,
    ),
    Fault(
        "press right after a change",
        "games/exploding/timing.py",
        "return ui.asked_ms + guard.ms",
        "return ui.asked_ms",
        (at("kittens ek120 claim", pace_ms=50.0),),
        2,
    ),
    # Lamps.
    Fault(
        "OK of who is not asked in a window",
        "games/exploding/table.py",
        'press(M.WINDOW), "let-already")',
        'press(M.WINDOW), "let-already", "may-let")',
        (at("kittens ek120 window"),),
    ),
    Fault(
        "dark while hands are awaited",
        "games/tacocat/table.py",
        '"lay-a-card", "hands")',
        '"lay-a-card")',
        (at("tacocat tc38 duel"),),
    ),
    # Taking back.
    Fault(
        "one ruling of a step",
        "dialogs/undo.py",
        "for _ in step.numbers:",
        "for _ in step.numbers[:1]:",
        (at("kittens ek120 window"),),
    ),
    Fault(
        "used after undo",
        "games/tacocat/state.py",
        "    situation.game.part = working_copy(kept.game)\n",
        "    game = working_copy(kept.game)\n"
        "    game.spent |= situation.game.part.spent\n"
        "    situation.game.part = game\n",
        (at("tacocat tc38 answer"),),
    ),
    # Secrecy.
    Fault(
        "face of the card that passed",
        "games/exploding/page.py",
        '"pile": len(view.pile),',
        '"pile": len(view.pile),\n        "passed": situation.devices.faces.get(situation.game.part.passed_tag),',
        (at("kittens ek120 seen turn"),),
    ),
    Fault(
        "lamp of cards that go together",
        "games/tacocat/table.py",
        '"one-more cards", "hands")',
        '"one-more cards", "press")',
        (at("tacocat tc38 one of several"),),
    ),
    # One for each game.
    Fault(
        "tc38: still means a sacrifice",
        "games/tacocat/reducer.py",
        "        game.intents.pop(seat, None)\n        situation.ui.cursors.pop(seat, None)\n    cards =",
        "        situation.ui.cursors.pop(seat, None)\n    cards =",
        (
            replace(
                PHASES["tacocat tc38 several demands"],
                gestures=("tap WOW.no", "WOW lays 2 on WOW.pad", "WOW takes 2 off WOW.pad"),
            ),
        ),
    ),
    Fault(
        "tc36: names replaced cards",
        "games/tacocat/card_outcomes.py",
        'is_untold = situation.ruleset == "tc36" and not situation.game.is_seen',
        "is_untold = False",
        (at("tacocat tc36 replace"),),
        2,
    ),
    Fault(
        "ek120: first target unasked",
        "games/exploding/plays.py",
        "    if len(ui.candidates) == 1:\n",
        "    if ui.candidates:\n",
        (at("kittens ek120 shown"),),
        2,
    ),
    Fault(
        "min72: a Clone is a Defuse",
        "games/exploding/plays.py",
        'return {"do": "defuse"} if card == DEFUSE else {"do": "defuse", "card": card}',
        'return {"do": "defuse"}',
        (PHASES["kittens min72 defuse"],),
        2,
    ),
    Fault(
        "zh56: a Nope needs a press",
        "games/exploding/table.py",
        '"a Nope on its own pad", D.CLAIM_NOPE',
        '"a Nope on its own pad", D.CLAIM',
        (at("ring-with-own-pads zh56 window"),),
    ),
    # Claims and windows, whose card, stacked cards, pads, buttons, robots, silent readers.
    Fault(
        "countdown stays stopped",
        "games/exploding/window.py",
        "return left if claims else resumed(left, at_ms)",
        "return left",
        (at("kittens ek120 window"),),
        2,
    ),
    Fault(
        "kitten of the seat in turn",
        "games/exploding/card_owner.py",
        "    if last is None or situation.game.is_seen:\n",
        "    if last is None or last.seat != player or situation.game.is_seen:\n",
        (replace(PHASES["kittens ek120 turn"], gestures=("1 draws exploding-kitten", "tap 1.ok")),),
    ),
    Fault(
        "each of stacked cards",
        "games/tacocat/gestures.py",
        "    if len(new) == 1 or is_collecting(situation, seat):\n",
        "    if new:\n",
        (at("tacocat tc38 answer", stack=Stack.ALL), at("tacocat tc38 attack", stack=Stack.ALL)),
    ),
    Fault(
        "own pads are one pad",
        "games/exploding/pads.py",
        "    if (seat := pad_owner(situation)) is not None:\n        return seat\n    return claims.",
        "    return claims.",
        (at("ring-with-own-pads zh56 turn"),),
    ),
    Fault(
        "OK takes a card unturned",
        "games/tacocat/reading.py",
        "    return has_pad(situation, seat) or offered[choices.index_of(situation, seat)] not in choices.WORDS\n",
        "    return False\n",
        (at("buttons tc38 attack"),),
    ),
    Fault(
        "people press for a robot",
        "core/perception.py",
        "    elif robots.is_playing(situation, seat):\n",
        "    elif robots.is_playing(situation, seat) and False:\n",
        (at("tacocat tc38 robot"),),
        2,
    ),
    Fault(
        "no wait for a silent reader",
        "games/exploding/state.py",
        "is_silent = situation.game.stage is Stage.PLAY and last_laid(situation) is Certainty.UNKNOWN",
        "is_silent = False",
        (at("kittens ek120 silent reader"),),
        2,
    ),
)


def kinds_of(phase: Phase, depth: int) -> Kinds:
    """Return the kinds of findings of a phase, hidden cards included; one kind if the phase cannot be reached."""
    try:
        world = phase.world()
    except ValueError as error:
        return {f"the phase cannot be reached: {error}"[:200]: (1, [])}
    explored = explore(world, depth, pace_ms=phase.pace_ms)
    kinds: Kinds = {}
    for one in explored.findings:
        key = (one.violation.promise, one.violation.kind)
        kinds[": ".join(key)] = (explored.counts[key], list(map(str, one.gestures)))
    for name, gestures in _told(phase, depth):
        count, shortest = kinds.get(name, (0, gestures))
        kinds[name] = (count + 1, min(shortest, gestures, key=len))
    return kinds


def _told(phase: Phase, depth: int) -> Iterator[tuple[str, list[str]]]:
    """Yield what tells others of hidden cards, and after which gestures."""
    if phase.mode == "seen":
        for path, one in explore_twins(phase, depth):
            yield f"{one.promise}: {one.kind}", list(map(str, path))
    for _, is_closed in [one for one in SEALED if one[0] == str(phase)]:
        world = phase.world()
        for seat in world.seats:
            for one in explore_sealed(world, seat, phase.pace_ms, is_closed=is_closed):
                yield f"{one.promise}: {one.kind}", [f"{seat} lays a card", *([f"tap {seat}.ok"] if is_closed else [])]


def differing(before: Kinds, now: Kinds) -> Kinds:
    """Return the kinds of findings that are new, met clearly more often, or by fewer gestures."""
    return {
        kind: (count, gestures)
        for kind, (count, gestures) in now.items()
        if kind not in before or count >= CLEARLY * before[kind][0] or len(gestures) < len(before[kind][1])
    }


def explored_in(path: str, fault: Fault) -> list[Kinds]:
    """Explore the phases of a fault in a process of its own, with the package in a folder."""
    command = [sys.executable, "-m", "explorer.planted", "--explore", fault.name]
    here = {**os.environ, "PYTHONPATH": path}
    done = subprocess.run(command, cwd=TESTS, env=here, capture_output=True, text=True, check=False)
    if done.returncode:
        return [{f"{STOPS}: {done.stderr.strip().splitlines()[-1]}": (1, [])} for _ in fault.phases]
    found: list[Kinds] = json.loads(done.stdout)
    return found


@cache
def _before(name: str) -> list[Kinds]:
    kinds = explored_in("", _named(name))
    if stops := next((kind for each in kinds for kind in each if kind.startswith(STOPS)), ""):
        raise SystemExit(f"{name}: in the checkout {stops}")
    return kinds


def found(fault: Fault) -> Kinds:
    """Return what the explorer finds of a fault; nothing if it is missed."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / PACKAGE.name
        shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
        text = (copy / fault.file).read_text(encoding="utf-8")
        (copy / fault.file).write_text(text.replace(fault.old, fault.new), encoding="utf-8")
        after = explored_in(folder, fault)
    kinds: Kinds = {}
    for before, now in zip(_before(fault.name), after, strict=True):
        kinds |= differing({name: (count, list(path)) for name, (count, path) in before.items()}, now)
    return kinds


def _named(name: str) -> Fault:
    return next(fault for fault in FAULTS if fault.name == name)


def main(arguments: Sequence[str]) -> int:
    """Plant the faults that are named, or all, and print what the explorer finds; the status is 1 if one is missed."""
    if arguments[:1] == ["--explore"]:
        fault = _named(arguments[1])
        print(json.dumps([kinds_of(phase, fault.depth) for phase in fault.phases]))
        return 0
    names = [fault.name for fault in FAULTS]
    if unknown := [name for name in arguments if name not in names]:
        print(f"no fault is named {unknown[0]!r}; there are: {'; '.join(names)}", file=sys.stderr)
        return 2
    missed = 0
    for fault in FAULTS:
        if arguments and fault.name not in arguments:
            continue
        kinds = found(fault)
        missed += not kinds
        print(f"{'found ' if kinds else 'MISSED'} {fault.name} ({fault.file})", flush=True)
        for kind, (count, gestures) in sorted(kinds.items(), key=lambda one: (len(one[1][1]), -one[1][0])):
            print(f"       {kind} ({count} times): {', '.join(gestures) or 'at once'}", flush=True)
    print(f"missed: {missed}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
