"""Placements: what a pad is known to hold, against every short sequence of hands on readers of all kinds."""

from __future__ import annotations

import doctest
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

import pytest

from tacotable.state import placements
from tacotable.state.device_state import Certainty, DeviceState
from tacotable.state.placements import EMPTY, Origin, Pad, Status
from tacotable.table.file import read_table
from tacotable_drivers.ports import TagArrived, TagLeft, TagsCrowded
from tacotable_drivers.presence import changed

DEPTH, CARDS, SCAN_MS = 6, "ABC", 300.0
TABLE = read_table("kittens")


class Reads(Enum):
    """How many of several cards on one another a reader reads."""

    NONE = 0
    UPPER = 1
    TWO = 2

    def of(self, stack: tuple[str, ...]) -> tuple[str, ...]:
        """Return the tags that are read of a stack, the upper one last."""
        if len(stack) < 2:
            return stack
        return stack[-self.value :] if self.value else ()


@dataclass(frozen=True, slots=True)
class Moment:
    """The cards on one pad, the program's pad, and all that its reader has reported."""

    stack: tuple[str, ...] = ()
    reported: tuple[str, ...] = ()
    pad: Pad = EMPTY
    heard: tuple[object, ...] = ()
    is_silent: bool = False


def after(now: Moment, stack: tuple[str, ...], reads: Reads, step: int) -> Moment:
    """Return the moment after hands changed the stack and the reader reported it."""
    if now.is_silent:
        return replace(now, stack=stack)
    at_ms, there = step * SCAN_MS, reads.of(stack)
    events = changed("pad", now.reported, there, at_ms) if there != now.reported else []
    pad = now.pad
    for event in events:
        match event:
            case TagLeft(tag=tag):
                pad = pad.left(tag, at_ms)
            case TagArrived(tag=tag):
                pad = pad.reported((tag,), at_ms)
            case TagsCrowded(tags=tags):
                pad = pad.reported(tags, at_ms)
    heard = (*now.heard, (now.reported, there)) if events else now.heard
    return Moment(stack, there, pad, heard)


def hands(now: Moment) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each thing that a hand may do: the card that it lays (empty: it takes some off), and the stack after it."""
    for card in CARDS:
        if card not in now.stack:
            yield card, (*now.stack, card)
    for left in range(len(now.stack)):
        yield "", now.stack[:left]


def played(reads: Reads) -> Iterator[tuple[Moment, str, Moment]]:
    """Yield each step of all sequences of hands: the moment before, the card that is laid, the moment after."""
    front = [Moment()]
    for step in range(DEPTH):
        later = []
        for now in front:
            for laid, stack in hands(now):
                then = after(now, stack, reads, step)
                yield now, laid, then
                later.append(then)
        front = later


def fresh(before: Pad, now: Pad) -> str:
    """Return the cards that the program takes for laid just now."""
    known = [one for one in before.read if one in now.read]
    return "".join(one.tag for one in now.read if one.origin is Origin.FRESH and one not in known)


@pytest.mark.parametrize("reads", Reads)
def test_a_card_is_taken_for_laid_only_if_a_hand_laid_it_or_no_program_could_know(reads: Reads) -> None:
    truths: dict[object, set[str]] = {}
    misread: list[tuple[object, str]] = []
    for now, laid, then in played(reads):
        taken = fresh(now.pad, then.pad)
        if then.heard != now.heard:
            truths.setdefault(then.heard, set()).add(laid)
            if taken != laid:
                misread.append((then.heard, taken))

    # A misread act is allowed only if another act of hands, which is read right, is reported by the same events.
    assert [heard for heard, taken in misread if taken not in truths[heard]] == []


@pytest.mark.parametrize("reads", Reads)
def test_a_card_that_no_reader_reports_is_known_to_be_possible(reads: Reads) -> None:
    for _, laid, then in played(reads):
        if laid and laid not in then.reported:
            assert then.pad.hidden() or then.pad.beneath, (then.heard, then.stack)


@pytest.mark.parametrize("reads", Reads)
def test_no_card_is_taken_for_laid_because_its_reader_comes_back_from_a_silence(reads: Reads) -> None:
    front = [Moment()]
    for step in range(DEPTH - 1):
        later = []
        for now in front:
            if not now.is_silent:
                later.append(replace(now, pad=now.pad.silent(), is_silent=True))
            else:
                there = reads.of(now.stack)
                back = now.pad.reported(there, step * SCAN_MS) if there else now.pad.emptied(step * SCAN_MS)
                assert fresh(now.pad, back) == ""
                assert [one.tag for one in back.read] == list(there)
                later.append(Moment(now.stack, there, back, (*now.heard, "back", there)))
            later += [after(now, stack, reads, step) for _, stack in hands(now)]
        front = later


def test_a_reader_that_never_reports_leaving_reports_each_card_as_laid() -> None:
    devices = DeviceState(TABLE, TABLE, {}, None)
    for at, tag in enumerate("ABBA"):
        devices.now_ms = at * SCAN_MS
        if at:
            devices.note_event(TagLeft("pad", "ABBA"[at - 1], devices.now_ms))  # such a reader says so only now
        devices.note_event(TagArrived("pad", tag, devices.now_ms))

        placement = devices.placement(tag)
        assert placement is not None
        assert placement.origin is (Origin.FRESH if at else Origin.FOUND)  # of the first nobody knows when it came
        devices.free("pad")
        assert devices.on("pad") is Certainty.EMPTY
        assert devices.pads["pad"].hidden() == ()


def test_what_the_game_answered_stays_answered_while_the_card_is_there() -> None:
    pad = Pad().reported(("A",), 0.0).marked("A", Status.REFUSED)

    covered = pad.left("A", 300.0).reported(("B",), 300.0)
    bare = covered.left("B", 600.0).reported(("A",), 600.0)
    found = bare.silent().reported(("A",), 5_000.0)

    assert covered.read[-1].status is Status.NEW
    assert bare.read[-1].status is Status.REFUSED
    assert found.read[-1].status is Status.REFUSED
    assert found.left("A", 6_000.0).reported(("A",), 7_000.0).read[-1].status is Status.NEW


def test_the_example_at_the_top_of_the_module_is_true() -> None:
    assert doctest.testmod(placements).failed == 0
