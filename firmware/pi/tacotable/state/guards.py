"""The guards of time: for how long a press or its answer is guarded, one row each, with the reason.

For half a second after a press changed what a seat is asked, its presses do not count: a finger that presses twice, or
both seats that answer one question, meant the question before. Such a press changes nothing, and the lamps of its seat
show that it did not count.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TYPE_CHECKING

from tacotable.state.situation import has_display

if TYPE_CHECKING:
    from tacotable.state.situation import Situation


class Guard(Enum):
    """A guard of time: its length in ms, and why it exists."""

    def __init__(self, ms: float, reason: str) -> None:
        """Make one row of the table."""
        self.ms, self.reason = ms, reason

    CHANGED = 500.0, "After one press changed what a seat is asked, a finger that presses twice meant the old question."
    SETTLED = 1_500.0, "After a game ended, or another seat put it away, people first read that."
    FINGER = 100.0, "No finger presses for a shorter time, so a press that began earlier meant the old question."
    IGNORED = 1_000.0, "Lamps show a press that did not count: a double flash, and a pause that no fast flashing has."
    REPORT = (
        1_500.0,
        "After a change that others or time caused, a report (drawn, given, hidden) was meant for before.",
    )
    READING = 1_000.0, "Nobody looks at cards, takes one, or reads a question sooner and then answers with a press."
    RESULT = 3_000.0, "A seat that was asked something which others settled reads the result: a press puts that away."
    GLANCE = 150.0, "Nobody has seen sooner that a card was shown: a press that began before it meant a draw."
    HASTY = (
        500.0,
        "A card shown soon after another seat's draw may be that seat's: nobody saw whose it counts for.",
    )
    NEXT_TURN = 1_000.0, "A card shown so soon after another seat's draw may be that seat's: a press has to wait."
    ONE_PRESS = 300.0, "Presses of NOPE closer than this are one: people in a hurry press twice."
    LATE = 5_000.0, "A NOPE so soon after a window was meant for it."
    LAYING = 250.0, "No one reads what is asked now, and lays a card, so soon: it was on its way before."
    LEAVING = 500.0, "A reader reports so late that a card left: a press that was refused since is still to be read."
    SHUFFLING = 2_000.0, "No one takes a card up, gathers and shuffles all, and deals it so soon."
    TOGETHER = 250.0, "So long after the first a pad that overhears it may report a card: readers ask in turn."


def asked(situation: Situation) -> Mapping[str, tuple[object, ...]]:
    """Return what each seat is asked."""
    game, ui = situation.game, situation.ui
    everyone = game.stage, game.is_paused, ui.question, ui.restart and ui.restart.is_confirming
    menus = {seat: menu.is_confirming for seat, menu in ui.menus.items()}
    return {seat: (*everyone, menus.get(seat), asked) for seat, asked in situation.family.asked_of(situation).items()}


def note_changes(situation: Situation, before: Mapping[str, tuple[object, ...]], presser: str) -> None:
    """Start the half second of each seat that is asked something else than before a press.

    If that press closed a game that was over, it is longer for the others: in the lobby their OK would stand them up.
    """
    now = asked(situation)
    changed = [seat for seat in now if now[seat] != before.get(seat, now[seat])]  # a press may turn to more seats
    be_quiet(situation, *changed)
    if situation.game.match is None:
        closed = (seat for seat in changed if now[seat][0] != before[seat][0] and before[seat][2] is None)
        be_quiet(situation, *(seat for seat in closed if seat != presser), ms=Guard.SETTLED.ms)


def be_quiet(situation: Situation, *seats: str, ms: float = Guard.CHANGED.ms) -> None:
    """Ignore presses of some seats for a time, in ms."""
    quiet = situation.ui.quiet_until_ms
    for seat in seats:
        quiet[seat] = max(quiet.get(seat, 0.0), situation.devices.now_ms + ms)


def counts_from_ms(situation: Situation, seat: str) -> float:
    """Return from when on presses of a seat count, and do not only put a result away."""
    return max(situation.ui.quiet_until_ms.get(seat, 0.0), situation.ui.settled_ms.get(seat, 0.0))


def is_early(situation: Situation, button: str, at_ms: float) -> bool:
    """Whether a press of a button ended in the half second of its seat, or began in it, however long it lasted."""
    until_ms = situation.ui.quiet_until_ms.get(button.rpartition(".")[0], 0.0)
    return at_ms < until_ms or situation.ui.pressed_ms.get(button, at_ms) < until_ms - Guard.FINGER.ms


def awaited(situation: Situation) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the seats that the open vote asks, and those of which the game asks what one press settles for all."""
    vote = situation.ui.question
    voters = situation.family.may_agree(situation, vote.seat) if vote is not None else ()
    return voters, situation.family.asked_together(situation) if situation.ui.presser else ()


def note_settled(situation: Situation, before: tuple[tuple[str, ...], ...]) -> None:
    """Let the seats read the result that were asked something before an event which settled it."""
    for asked, still_asked in zip(before, awaited(situation), strict=True) if any(before) else ():
        for seat in asked if not still_asked else ():
            if seat != situation.ui.presser:
                situation.ui.settled_ms[seat] = situation.devices.now_ms + Guard.RESULT.ms
                be_quiet(situation, seat)


def is_reading(situation: Situation, seat: str, at_ms: float) -> bool:
    """Return whether a seat reads a result at a time."""
    return at_ms < situation.ui.settled_ms.get(seat, at_ms)


def put_away(situation: Situation, seat: str) -> None:
    """Put away what a seat has read; a second press of the same finger does not count."""
    situation.ui.settled_ms.pop(seat, None)
    situation.ui.read_news(seat)
    if not situation.ui.settled_ms and not has_display(situation, seat):
        situation.ui.read_news(situation.public_screen)  # on which all of them have read it
    be_quiet(situation, seat)
    situation.sound("press")


def ignore(situation: Situation, seat: str) -> None:
    """Show that a press of a seat did not count."""
    situation.ui.ignored_until_ms[seat] = situation.devices.now_ms + Guard.IGNORED.ms
    situation.sound("refused")


def pass_by(situation: Situation, at_ms: float) -> None:
    """Stop showing it, and results that were read, when they were shown for long enough."""
    ui = situation.ui
    ui.ignored_until_ms = {seat: until_ms for seat, until_ms in ui.ignored_until_ms.items() if until_ms > at_ms}
    ui.settled_ms = {seat: until_ms for seat, until_ms in ui.settled_ms.items() if until_ms > at_ms}


def wake_at_ms(situation: Situation) -> float | None:
    """Return when the next of them has been shown for long enough, or presses count again: lamps are lit then."""
    ui, now_ms = situation.ui, situation.devices.now_ms
    quiet = (until_ms for until_ms in ui.quiet_until_ms.values() if until_ms > now_ms)
    return min((*ui.ignored_until_ms.values(), *ui.settled_ms.values(), *quiet), default=None)
