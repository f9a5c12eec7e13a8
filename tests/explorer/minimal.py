"""The shortest sequence of gestures that still breaks a promise in the same way: gestures go, or become simpler."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from explorer.gestures import WAITS_S, Gesture, Kind, carry_out, gestures
from explorer.promises import check_gesture, check_moment
from explorer.search import Finding

if TYPE_CHECKING:
    from explorer.promises import Violation
    from explorer.world import World

SIMPLER = {Kind.DOUBLE: Kind.TAP, Kind.HOLD: Kind.TAP, Kind.BOTH: Kind.TAP, Kind.LAY_TWO: Kind.LAY}


def minimal(world: World, finding: Finding, pace_ms: float) -> Finding:
    """Return the finding with fewer and simpler gestures, none of which can go or become simpler."""
    while shorter := next(_shorter(world, finding, pace_ms), None):
        finding = shorter
    return finding


def moments(world: World, path: tuple[Gesture, ...], pace_ms: float) -> Iterator[tuple[World, list[Violation]]]:
    """Yield the world after each gesture and what the gesture broke; it ends before one that hands cannot do."""
    now = world
    for gesture in path:
        if gesture not in gestures(now):
            return
        now = now.fork()
        carry_out(now, gesture, pace_ms)
        yield now, list(check_gesture(now))


def world_after(world: World, path: tuple[Gesture, ...], pace_ms: float) -> World | None:
    """Return the world after all gestures; None if hands cannot do one of them."""
    worlds = [world, *(now for now, _ in moments(world, path, pace_ms))]
    return worlds[-1] if len(worlds) == len(path) + 1 else None


def _shorter(world: World, finding: Finding, pace_ms: float) -> Iterator[Finding]:
    path = finding.gestures
    for at, gesture in enumerate(path):
        for simpler in ((), *((one,) for one in _simpler(gesture))):
            if found := _broken_by(world, (*path[:at], *simpler, *path[at + 1 :]), finding.violation, pace_ms):
                yield found


def _simpler(gesture: Gesture) -> Iterator[Gesture]:
    if gesture.kind in SIMPLER:
        yield from (replace(gesture, kind=SIMPLER[gesture.kind], what=one) for one in gesture.what.split())
    yield from (replace(gesture, seconds=seconds) for seconds in WAITS_S if seconds < gesture.seconds)


def _broken_by(world: World, path: tuple[Gesture, ...], broken: Violation, pace_ms: float) -> Finding | None:
    """Return the finding of gestures that break the same promise in the same way, at the last of them or before."""
    worlds = [world]
    for now, violations in moments(world, path, pace_ms):
        if same := _same(violations, broken):
            return Finding(same, path[: len(worlds)])
        worlds.append(now)
    same = _same(check_moment(worlds[-1]), broken) if len(worlds) == len(path) + 1 else None
    return Finding(same, path) if same else None


def _same(violations: Iterable[Violation], broken: Violation) -> Violation | None:
    return next((one for one in violations if (one.promise, one.kind) == (broken.promise, broken.kind)), None)
