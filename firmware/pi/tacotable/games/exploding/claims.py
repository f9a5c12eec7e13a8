"""Claims: which seat may answer the open window, and what its NOPE does."""

from __future__ import annotations

from tacotable.dialogs.refusals import Refusal, refuse
from tacotable.games.exploding import window as windows
from tacotable.games.exploding.plays import why_not
from tacotable.games.exploding.state import (
    NOBODY,
    ZONE,
    ExplodingSituation,
    pending,
    phase,
    ruleset_of,
    view_of,
)
from tacotable.state.guards import Guard
from tacotable_engine.exploding.ruleset import NOPE

LAYING_MS = 250.0
"""No hand lays a card so soon behind its press of NOPE: what is told then lay there before, and a reader was slow.

Behind the end of a claim it may be the card of that claim, and not of who is asked now."""
LAPSED_MS = 1_500.0
"""So soon behind the end of a claim whose time was over its seat may still have a hand on the pad, and others' cards
are laid again: of several that its hand takes off the last one is read only then."""


def may_nope(situation: ExplodingSituation, seat: str) -> bool:
    """Return whether a seat may answer the open window by a Nope: also if it has let the play pass."""
    view = view_of(situation)
    if view.phase != "window" or seat not in view.alive or seat in view.to_act:
        return view.phase == "window" and seat in view.to_act
    cards = filter(None, (NOPE, ruleset_of(situation).mimic))
    return any(why_not(situation, seat, {"do": "nope", "card": card}) is None for card in cards)


def may_let(situation: ExplodingSituation, seat: str) -> bool:
    """Return whether a seat may let the play pass now: the last let waits while another seat may lay its Nope."""
    view, opened = view_of(situation), situation.ui.part.window
    if view.to_act != (seat,) or opened is None or all(claim.seat == seat for claim in opened.claims):
        return seat in view.to_act
    return not any(may_nope(situation, other) for other in view.alive if other != seat)


def holder_of(situation: ExplodingSituation) -> str | None:
    """Return the seat that may lay its card, the first that claimed; a card before that is nobody's until one does."""
    window = situation.ui.part.window
    return (windows.holder(window) or None) if window is not None and window.claims else None


def layer_of(situation: ExplodingSituation) -> str | None:
    """Return the seat that may lay a card now: in a window the first that claimed it, else the first that is asked."""
    return holder_of(situation) if phase(situation) == "window" else next(iter(view_of(situation).to_act), None)


def is_anybodys(situation: ExplodingSituation) -> bool:
    """Return whether nobody knows whose card the pad tells now: laid before the first claim, or for one just gone.

    Nor does anybody know it of a card that a reader finds when it comes back.
    """
    window = situation.ui.part.window
    if phase(situation) == "window" and ZONE in situation.devices.part.since_ms:
        return True
    if window is None or window.since_ms < window.opened_ms:
        return False
    other_ms = LAPSED_MS if window.since_ms == window.lapsed_ms else LAYING_MS
    return situation.devices.now_ms - window.since_ms < other_ms


def claim(situation: ExplodingSituation, seat: str, at_ms: float, error_ms: float = 0.0) -> None:
    """Handle a press of NOPE in a window: a claim, the end of a tie, or the end of a claim."""
    ui = situation.ui.part
    if ui.window is None:
        return
    if at_ms < ui.window.opened_ms and pending(situation).nopes:
        # It was meant for the play, and another seat's Nope lies on that now.
        refuse(situation, seat, Refusal("refusal.nope-beaten", {"seat": pending(situation).last}))
        return
    ui.window = windows.moved_on(ui.window, at_ms)
    if seat != NOBODY:
        ui.window = windows.withdrawn(ui.window, NOBODY, at_ms)
    if windows.is_claimed_by(ui.window, seat):
        ui.window = windows.pressed_again(ui.window, seat, at_ms, error_ms)
        situation.sound("press")
    elif windows.may_claim(ui.window, seat, at_ms):
        ui.window = windows.claimed(ui.window, seat, at_ms, error_ms)
        situation.ui.refusals.pop(seat, None)
        situation.sound("tie" if windows.tied(ui.window) else "claimed")
    else:
        is_late = ui.window.frozen_at_ms is None and at_ms > ui.window.ends_ms
        refuse(situation, seat, Refusal("refusal.nope-late" if is_late else "refusal.nope-used"))


def claim_once(situation: ExplodingSituation, seat: str, at_ms: float) -> None:
    """Claim the window for a seat that has not."""
    opened = situation.ui.part.window
    if opened is None or not windows.is_claimed_by(opened, seat):
        claim(situation, seat, at_ms)


def may_claim(situation: ExplodingSituation, seat: str = NOBODY) -> bool:
    """Whether a seat, or a Nope that nobody announced, may still stop the countdown of this window."""
    opened, now_ms = situation.ui.part.window, situation.devices.now_ms
    return opened is not None and windows.may_claim(windows.moved_on(opened, now_ms), seat, now_ms)


def renew(situation: ExplodingSituation, seat: str) -> None:
    """Begin the time of a claim anew, once: a wrong card has to be swapped."""
    ui = situation.ui.part
    if ui.window is not None:
        ui.window = windows.renewed(ui.window, seat, situation.devices.now_ms)


def is_late(situation: ExplodingSituation) -> bool:
    """Whether a window has closed so lately that a NOPE was meant for it."""
    closed_ms = situation.ui.part.closed_ms
    return closed_ms is not None and situation.devices.now_ms - closed_ms < Guard.LATE.ms


def give_up(situation: ExplodingSituation, seat: str, at_ms: float) -> None:
    """Withdraw a seat's claim, if it has one."""
    ui = situation.ui.part
    if ui.window is not None:
        ui.window = windows.withdrawn(ui.window, seat, at_ms)
