"""Time in an Exploding game: windows open and run out, and refusals of presses go by."""

from __future__ import annotations

from collections.abc import Iterator

from tacotable.dialogs.refusals import refuse
from tacotable.games.exploding import window as windows
from tacotable.games.exploding.state import (
    NOBODY,
    PUBLIC,
    ZONE,
    is_blind,
    is_by_buttons,
    part_of,
    phase,
    step_of,
    window_ms,
)
from tacotable.state import facts
from tacotable.state.situation import Certainty, Refusal, Situation, Stage

QUIET_MS = 500.0
"""So long after a question came up, taps do not count: they were meant for the one before."""
REFUSED_MS = 3_000.0
"""So long a refused press is on show."""
STEPS = 12
"""The steps of the countdown where the table has no bar of lights."""


def steps_of(situation: Situation) -> int:
    """Return how many lights the countdown has."""
    play = situation.table.play
    lights = play.lights if play else None
    return lights.countdown if lights and lights.countdown else STEPS


def settle(situation: Situation) -> Iterator[facts.Fact]:
    """Open a window that has just begun, and note when the question changed."""
    part, now = part_of(situation), situation.now_ms
    part.silence.note(situation, (ZONE,))
    asked = (situation.stage, situation.is_paused, part.acts, step_of(situation), is_by_buttons(situation), part.whose)
    if asked != part.asked:
        situation.cursors.clear()
        part.asked_ms = now if part.asked else 0.0
        part.asked = asked
    if (shown := tuple(entry.cards for entry in situation.entries.values())) != part.shown:
        part.shown, part.shown_ms = shown, now
    _drop_unowned_nope(situation)
    if not _is_window(situation):
        _stop_window(situation)
        _put_waiting_cards_away(situation)
    elif part.window is None and now > 0:
        part.window = _next_window(situation)
        situation.menus.clear()  # a menu on the public display would hide the question
    _note_refusals(situation)
    yield from ()


def _stop_window(situation: Situation) -> None:
    """Close the window; one that only waits for the answer to a question is kept, for it may be refused."""
    part = part_of(situation)
    if part.window is not None and situation.question is not None:
        part.stopped = (part.acts, windows.stopped(part.window, situation.now_ms))
    part.window = None


def _next_window(situation: Situation) -> windows.Window:
    """Open a window; the one that a question has stopped goes on where it stood, if nothing has happened since."""
    part, now = part_of(situation), situation.now_ms
    kept, part.stopped = part.stopped, None
    if kept is not None and kept[0] == part.acts:
        return windows.resumed(kept[1], now)
    return windows.opened(now, window_ms(situation))


def is_quiet(situation: Situation, button: tuple[str, str], at_ms: float) -> bool:
    """Return whether a tap was meant for what was asked before: it began then, or came too soon."""
    part = part_of(situation)
    began = part.pressed_ms.get(button, at_ms)
    return began < max(part.asked_ms, part.shown_ms) or at_ms < part.asked_ms + QUIET_MS


def wake_at_ms(situation: Situation) -> float | None:
    """Return the next moment at which anything changes by time alone."""
    part, now = part_of(situation), situation.now_ms
    moments = [since + REFUSED_MS for whom, (_, since) in part.refused_ms.items() if _passes(situation, whom)]
    if is_blind(situation):
        moments += part.silence.wakes_ms(now)
    if _is_window(situation):
        moments.append(windows.wakes_ms(part.window, now, steps_of(situation)) if part.window else now)
    return min(moments, default=None)


def passed(situation: Situation, at_ms: float) -> Iterator[facts.Fact]:
    """Wait: claims end, and a window runs out."""
    part = part_of(situation)
    for whom, (_, since) in tuple(part.refused_ms.items()):
        if _passes(situation, whom) and at_ms >= since + REFUSED_MS:
            situation.refusals.pop(whom, None)
    if part.window is None or not _is_window(situation):
        return
    claimed = part.window.claims
    part.window = windows.moved_on(part.window, at_ms)
    for claim in claimed:
        if claim.seat != NOBODY and claim not in part.window.claims:
            refuse(situation, claim.seat, Refusal("refusal.claim-lapsed"))
    if windows.is_over(part.window, at_ms):
        yield facts.RanOut()


def _is_window(situation: Situation) -> bool:
    is_open = situation.stage is Stage.PLAY and phase(situation) == "window"
    is_still = situation.is_paused or situation.question is not None or is_blind(situation)
    return is_open and not is_still


def _passes(situation: Situation, whom: str) -> bool:
    """Return whether a refusal goes by itself: that of a press does, that of a card waits until it is lifted."""
    refusal = situation.refusals.get(whom)
    is_unseen = not _tells_leaving(situation) or situation.zones.get(ZONE) is Certainty.UNKNOWN
    return refusal is not None and (refusal.tag is None or is_unseen)


def _tells_leaving(situation: Situation) -> bool:
    play = situation.table.play
    return play is not None and play.pad.tells_leaving


def _drop_unowned_nope(situation: Situation) -> None:
    """Let a Nope be nobody's that nobody has owned to in time: the countdown goes on, and it goes back to its hand."""
    part = part_of(situation)
    is_held = part.window is not None and windows.is_claimed_by(part.window, NOBODY)
    if part.unowned_nope is None or (is_held and _is_window(situation)):
        return
    tag, part.unowned_nope = part.unowned_nope[0], None
    refuse(situation, PUBLIC, Refusal("refusal.nobodys", tag=tag if situation.zones.get(ZONE) == tag else None))


def _put_waiting_cards_away(situation: Situation) -> None:
    """Ask for a card to be taken off that lay there for a Nope or too early, now that the window is closed."""
    refusal = situation.refusals.get(PUBLIC)
    if refusal and refusal.code in ("refusal.early", "refusal.nope-tie"):
        situation.refusals[PUBLIC] = Refusal("refusal.lay-again", tag=refusal.tag, moment=situation.moment())


def _note_refusals(situation: Situation) -> None:
    """Note since when each refusal is on show."""
    part = part_of(situation)
    for whom in tuple(part.refused_ms):
        if whom not in situation.refusals:
            del part.refused_ms[whom]
    for whom, refusal in situation.refusals.items():
        if part.refused_ms.get(whom, (None, 0.0))[0] is not refusal:
            part.refused_ms[whom] = (refusal, situation.now_ms)
