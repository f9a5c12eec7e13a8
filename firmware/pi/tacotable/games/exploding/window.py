"""The window in which a play may be noped: its countdown, who stopped it by NOPE, and who was first.

Pure: each function gives a new window. All times are event times in milliseconds, so that the order in which buttons
were pressed counts and not the order in which that was told. Rules: Exploding, "Nope"; the times are the table's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import ceil

TIE_MS = 10.0  # Presses this close tie: debouncers may be late by half of it; errors of hubs' clocks come on top.
GRACE_MS = 50.0  # So long after the end a press from before the end may still be told.


@dataclass(frozen=True, slots=True)
class Claim:
    """A seat that pressed NOPE and is about to lay its card."""

    seat: str
    at_ms: float
    error_ms: float = 0.0  # How wrong that time may be, for a button on a hub with a clock of its own.


@dataclass(frozen=True, slots=True)
class Window:
    """An open window. `claims` are in the order in which they may lay their cards."""

    opened_ms: float
    length_ms: float
    ends_ms: float
    hold_ms: float  # So long a seat may stop the countdown of one window, all its claims together.
    claims: tuple[Claim, ...] = ()
    frozen_at_ms: float | None = None
    since_ms: float = 0.0  # From when the time of the first claim counts.
    lapsed_ms: float | None = None  # When the time of a claim was over last.
    breaker: Claim | None = None  # The seat that broke a tie by pressing again, and when.
    used_ms: Mapping[str, float] = field(default_factory=dict)  # How long each seat has stopped this window so far.
    lapsed: frozenset[str] = frozenset()  # Whose time was over once: they may press NOPE once more.
    renewed: frozenset[str] = frozenset()  # Whose time began anew: they laid a wrong card, or cleared the pad.


def opened(at_ms: float, length_ms: float, hold_ms: float) -> Window:
    """Return a window that opens now."""
    return Window(at_ms, length_ms, at_ms + length_ms, hold_ms)


def left_ms(window: Window, now_ms: float) -> float:
    """Return how much of the countdown is left; while it stands, that does not change."""
    now_ms = now_ms if window.frozen_at_ms is None else window.frozen_at_ms
    return min(window.length_ms, max(0.0, window.ends_ms - now_ms))


def steps_left(window: Window, now_ms: float, steps: int) -> int:
    """Return how many lights of a bar of so many are lit; the last one goes out at the end."""
    return ceil(left_ms(window, now_ms) * steps / window.length_ms - 1e-6)


def tied(window: Window) -> tuple[str, ...]:
    """Return the seats that pressed first at the same time, as far as can be measured; empty without a tie."""
    if window.breaker is not None or len(window.claims) < 2:
        return ()
    seats = tuple(claim.seat for claim in window.claims if _is_tie(window.claims[0], claim))
    return seats if len(seats) > 1 else ()


def holder(window: Window) -> str | None:
    """Return the seat that may lay its card now; nobody while a tie stands."""
    return window.claims[0].seat if window.claims and not tied(window) else None


def is_claimed_by(window: Window, seat: str) -> bool:
    """Return whether a seat has pressed NOPE."""
    return any(claim.seat == seat for claim in window.claims)


def may_claim(window: Window, seat: str, at_ms: float) -> bool:
    """Return whether a press at that time is in time, and the seat has some of its own time left."""
    is_in_time = window.frozen_at_ms is not None or at_ms <= window.ends_ms
    return is_in_time and window.used_ms.get(seat, 0.0) < window.hold_ms


def claimed(window: Window, seat: str, at_ms: float, error_ms: float = 0.0) -> Window:
    """Return the window when a seat that has no claim pressed NOPE: the countdown stands where it was then."""
    at_ms = max(at_ms, window.opened_ms)
    claims = _ordered((*window.claims, Claim(seat, at_ms, error_ms)), window.breaker)
    frozen = at_ms if window.frozen_at_ms is None else min(at_ms, window.frozen_at_ms)
    since = claims[0].at_ms if window.breaker is None and claims[0].seat == seat else window.since_ms
    return replace(window, claims=claims, frozen_at_ms=frozen, since_ms=since)


def pressed_again(window: Window, seat: str, at_ms: float, error_ms: float = 0.0) -> Window:
    """Return the window after a claimant pressed NOPE again: that breaks a tie, else it withdraws the claim."""
    again = Claim(seat, at_ms, error_ms)
    if seat in tied(window):
        return _broken(window, again)
    breaker = window.breaker
    before = replace(window, breaker=None, claims=_ordered(window.claims, None))
    if breaker is not None and breaker.seat != seat and seat in tied(before):
        if _is_tie(breaker, again):
            return replace(window, breaker=None)
        if at_ms < breaker.at_ms:
            return _broken(window, again)
    return withdrawn(window, seat, at_ms)


def renewed(window: Window, seat: str, at_ms: float) -> Window:
    """Return the window with the time of its holder begun anew, once: it has to swap a wrong card."""
    if holder(window) != seat or seat in window.renewed:
        return window
    used = {**window.used_ms, seat: window.since_ms - at_ms}  # `since_ms` stays: nobody else claimed before
    return replace(window, used_ms=used, renewed=window.renewed | {seat})


def withdrawn(window: Window, seat: str, at_ms: float) -> Window:
    """Return the window without a seat's claim; without any the countdown goes on where it stood."""
    if not is_claimed_by(window, seat):
        return window
    at_ms = max(at_ms, window.since_ms)
    was_first = seat == window.claims[0].seat or seat in tied(window)
    used = {**window.used_ms, seat: window.used_ms.get(seat, 0.0) + (at_ms - window.since_ms if was_first else 0.0)}
    claims = tuple(claim for claim in window.claims if claim.seat != seat)
    breaker = None if window.breaker and window.breaker.seat == seat else window.breaker
    since_ms = at_ms if was_first else window.since_ms
    left = replace(window, claims=claims, used_ms=used, breaker=breaker, since_ms=since_ms)
    return left if claims else resumed(left, at_ms)


def moved_on(window: Window, now_ms: float) -> Window:
    """Return the window at a time: claims whose time is over are gone."""
    while window.claims and now_ms >= (until := held_until_ms(window)):
        for seat in tied(window) or (window.claims[0].seat,):
            used_ms = 0.0 if seat and seat not in window.lapsed else window.hold_ms
            window = withdrawn(window, seat, until)
            used = {**window.used_ms, seat: used_ms}
            window = replace(window, used_ms=used, lapsed=window.lapsed | {seat}, lapsed_ms=until)
    return window


def held_until_ms(window: Window) -> float:
    """Return when the time of the first claim, or of a tie, is over."""
    seats = tied(window) or (window.claims[0].seat,)
    return window.since_ms + window.hold_ms - max(window.used_ms.get(seat, 0.0) for seat in seats)


def stopped(window: Window, at_ms: float) -> Window:
    """Return the window when the game stands still: its claims are gone, and its time stands."""
    for claim in window.claims:
        window = withdrawn(window, claim.seat, at_ms)
    return replace(window, frozen_at_ms=at_ms)


def resumed(window: Window, at_ms: float) -> Window:
    """Return a stopped window that counts on from where it stood."""
    stood = at_ms - (window.frozen_at_ms if window.frozen_at_ms is not None else at_ms)
    return replace(window, ends_ms=window.ends_ms + stood, frozen_at_ms=None, breaker=None)


def is_over(window: Window, now_ms: float) -> bool:
    """Return whether the time has run out, and nothing from before the end can be told any more."""
    return window.frozen_at_ms is None and now_ms >= window.ends_ms + GRACE_MS


def wakes_ms(window: Window, now_ms: float, steps: int) -> float:
    """Return when something changes next by time alone: a step of the bar, the end of a claim, the end of all."""
    if window.claims:
        return held_until_ms(window)
    lit = steps_left(window, now_ms, steps)
    return window.ends_ms - window.length_ms * (lit - 1) / steps if lit else window.ends_ms + GRACE_MS


def _broken(window: Window, breaker: Claim) -> Window:
    return replace(window, breaker=breaker, claims=_ordered(window.claims, breaker), since_ms=breaker.at_ms)


def _is_tie(one: Claim, other: Claim) -> bool:
    """Return whether nobody can say which of two presses came first."""
    return abs(one.at_ms - other.at_ms) <= TIE_MS + one.error_ms + other.error_ms


def _ordered(claims: tuple[Claim, ...], breaker: Claim | None) -> tuple[Claim, ...]:
    """Return the claims in the order of their presses, that of the seat which broke a tie before the others."""
    first = breaker.seat if breaker else None
    return tuple(sorted(claims, key=lambda claim: (claim.seat != first, claim.at_ms)))
