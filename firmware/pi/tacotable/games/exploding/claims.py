"""Claims: which seat may answer the open window, and what its NOPE does."""

from __future__ import annotations

from tacotable.dialogs.refusals import refuse
from tacotable.games.exploding import window as windows
from tacotable.games.exploding.state import NOBODY, ZONE, nopes, part_of, pending, phase, to_act
from tacotable.state.situation import Refusal, Situation

LAYING_MS = 250.0
"""No hand lays a card so soon behind its press of NOPE: what is told then lay there before, and a reader was slow.

Behind the end of a claim it may be the card of that claim, and not of who is asked now."""


LATE_MS = 5_000.0
"""So long after its window closed a Nope is told to be too late."""


def holder_of(situation: Situation) -> str | None:
    """Return the seat that may lay its card: the first that claimed, or the only one that may answer."""
    window, asked = part_of(situation).window, to_act(situation)
    if window is not None and window.claims:
        return windows.holder(window) or None
    return asked[0] if len(asked) == 1 else None


def is_tied(situation: Situation) -> bool:
    """Return whether two seats pressed first at the same time."""
    window = part_of(situation).window
    return window is not None and bool(windows.tied(window))


def is_anybodys(situation: Situation) -> bool:
    """Return whether nobody knows whose card the pad tells now: laid before the first claim, or for one just gone.

    Nor does anybody know it of a card that a reader finds when it comes back.
    """
    part = part_of(situation)
    window = part.window
    if phase(situation) == "window" and ZONE in part.silence.since_ms:
        return True
    if window is None or window.since_ms < window.opened_ms:
        return False
    return situation.now_ms - window.since_ms < LAYING_MS


def claim(situation: Situation, seat: str, at_ms: float, error_ms: float = 0.0) -> None:
    """Take a press of NOPE in a window: a claim, the end of a tie, or the end of a claim."""
    part = part_of(situation)
    if part.window is None:
        return
    if at_ms < part.window.opened_ms and nopes(situation):
        # It was meant for the play, and another seat's Nope lies on that now.
        refuse(situation, seat, Refusal("refusal.nope-beaten", {"seat": pending(situation)["last"]}))
        return
    part.window = windows.moved_on(part.window, at_ms)
    if seat != NOBODY:
        part.window = windows.withdrawn(part.window, NOBODY, at_ms)
    if windows.is_claimed_by(part.window, seat):
        part.window = windows.pressed_again(part.window, seat, at_ms, error_ms)
        situation.sound("press")
    elif windows.may_claim(part.window, seat, at_ms):
        part.window = windows.claimed(part.window, seat, at_ms, error_ms)
        situation.refusals.pop(seat, None)
        situation.sound("tie" if windows.tied(part.window) else "claimed")
    else:
        is_late = part.window.frozen_at_ms is None and at_ms > part.window.ends_ms
        refuse(situation, seat, Refusal("refusal.nope-late" if is_late else "refusal.nope-used"))


def may_claim_for_nobody(situation: Situation) -> bool:
    """Whether a Nope that nobody announced may still stop the countdown of this window."""
    opened = part_of(situation).window
    return opened is not None and windows.may_claim(opened, NOBODY, situation.now_ms)


def give_up(situation: Situation, seat: str, at_ms: float) -> None:
    """Take a seat's claim back, if it has one."""
    part = part_of(situation)
    if part.window is not None:
        part.window = windows.withdrawn(part.window, seat, at_ms)
