"""Time in an Exploding game: windows open and run out, and refusals of presses go by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from tacotable.dialogs import menu
from tacotable.dialogs.refusals import Refusal, refuse
from tacotable.games.exploding import card_owner as whose
from tacotable.games.exploding import window as windows
from tacotable.games.exploding.plays import if_there
from tacotable.games.exploding.state import (
    NOBODY,
    PUBLIC,
    ZONE,
    game_of,
    is_blind,
    is_by_buttons,
    last_laid,
    light_names,
    phase,
    step_of,
    tells_leaving,
    ui_of,
    unread_ms,
    view_of,
)
from tacotable.state import facts
from tacotable.state.device_state import Certainty
from tacotable.state.game_state import Stage
from tacotable.state.situation import silence_of

if TYPE_CHECKING:
    from tacotable.state.situation import Situation

QUIET_MS = 500.0  # So long after a question came up, taps do not count: they were meant for the one before.
BUSY = ("peeked", "gave")  # What gives hands something to do before they can draw: to look at cards, or to take one.
REFLEX_MS = 1_000.0  # So long after that no tap counts: nobody has looked, or taken a card, and drawn so soon.
SEEN_MS = 150.0  # Nobody has read sooner that a card is shown: a press that begins before meant a draw.
HASTY_MS = 1_000.0  # A card shown so soon behind another seat's draw may be that seat's: a press has to wait then.
AGAIN = 3  # So many times longer a window is open that comes back while cards of what was taken back are picked up.
FOR_ROBOTS = 3  # So many times longer a Nope may stop a window where people lay the cards of robots, too.
REFUSED_MS = 3_000.0  # So long a refused press is on show.
STEPS = 12  # The steps of the countdown where the table has no bar of lights.


def steps_of(situation: Situation) -> int:
    """Return how many lights the countdown has."""
    return len(light_names(situation.devices.table)) or STEPS


def settle(situation: Situation) -> Iterator[facts.Fact]:
    """Open a window that has just begun, and note when the question changed."""
    game, ui, now = game_of(situation), ui_of(situation), situation.devices.now_ms
    silence_of(situation).note(ZONE, now, is_silent=last_laid(situation) is Certainty.UNKNOWN)
    yield from whose.tell_draws_again(situation)
    going_on = situation.game.stage, situation.game.is_paused, game.acts
    asked = (*going_on, step_of(situation), is_by_buttons(situation), ui.whose)
    if asked != ui.asked:
        situation.ui.cursors.clear()
        menu.make_room(situation)
        ui.asked_ms = now if ui.asked else 0.0
        ui.asked = asked
        # What those who are asked press now answers what is asked.
        for whom in ui.whose.seats if ui.whose else view_of(situation).to_act:
            told = situation.ui.refusals.get(whom)
            if told is not None and told.tag is None and ui.refused_ms.get(whom, (None,))[0] is told:
                del situation.ui.refusals[whom]
    if (shown := tuple(entry.cards for entry in situation.game.entries.values())) != ui.shown:
        ui.shown, ui.shown_ms = shown, now
    _drop_unowned_nope(situation)
    if not _is_window(situation):
        _stop_window(situation)
        _put_waiting_cards_away(situation)
    elif ui.window is None and now > 0:
        ui.window = _next_window(situation)
        situation.ui.menus.clear()  # a menu on the public display would hide the question
    _note_refusals(situation)
    if situation.game.guided and situation.game.stage in (Stage.PLAY, Stage.OVER):
        yield from _end_first_turns(situation)


def _end_first_turns(situation: Situation) -> Iterator[facts.Fact]:
    """End the guide of each seat that has had its first turn, or will have none."""
    ui, turn, living = ui_of(situation), view_of(situation).turn.seat, view_of(situation).alive
    had = ui.turn if ui.turn != turn else ""
    is_over, ui.turn = situation.game.stage is Stage.OVER, turn
    done = (seat for seat in situation.players if is_over or seat == had or seat not in living)
    yield from situation.game.end_guide(done)


def _stop_window(situation: Situation) -> None:
    """Close the window; one that only waits for the answer to a question is kept, for it may be refused."""
    game, ui = game_of(situation), ui_of(situation)
    if ui.window is not None and situation.ui.question is not None:
        ui.stopped = (game.acts, windows.stopped(ui.window, situation.devices.now_ms))
    ui.window = None


def _next_window(situation: Situation) -> windows.Window:
    """Open a window; the one that a question has stopped goes on where it stood, if nothing has happened since."""
    game, ui, now = game_of(situation), ui_of(situation), situation.devices.now_ms
    kept, ui.stopped = ui.stopped, None
    if kept is not None and kept[0] == game.acts:
        return windows.resumed(kept[1], now)
    refusal = situation.ui.refusals.get(PUBLIC)
    has_hands_full = refusal is not None and refusal.code == "refusal.taken-back"
    options, window_s = situation.game.setup.get("options"), situation.devices.table.window_s
    told_s = options.get("window_s", window_s) if isinstance(options, Mapping) else window_s
    length_ms = float(str(told_s)) * 1_000 * (AGAIN if has_hands_full else 1)
    slower = FOR_ROBOTS if situation.robots else 1  # a card is counted out in a row before it is laid
    return windows.opened(now, length_ms, situation.devices.table.nope_s * 1_000 * slower)


def is_quiet(situation: Situation, button: tuple[str, str], at_ms: float) -> bool:
    """Return whether a tap was meant for what was asked before: it began then, or came too soon."""
    ui = ui_of(situation)
    began = ui.pressed_ms.get(button, at_ms)
    owed = ("defused", view_of(situation).turn.seat)  # who has just hidden a lethal card draws again
    told = [(event["type"], event.get("seat")) for event in situation.game.last_events]
    has_hands_full = owed in told or any(kind in BUSY for kind, _ in told)
    may_draw = phase(situation) == "turn" and not any(ui.shown) and ui.whose is None
    quiet_ms = REFLEX_MS if has_hands_full and may_draw else QUIET_MS
    last = situation.game.steps[-1] if situation.game.steps else None
    is_behind_draw = last is not None and last.did == ("draw",) and last.seat != button[0]
    is_hasty = is_behind_draw and ui.asked_ms < ui.shown_ms < ui.asked_ms + HASTY_MS
    seen_ms = ui.shown_ms + (QUIET_MS if is_hasty else SEEN_MS) if any(ui.shown) else ui.shown_ms
    return began < max(ui.asked_ms, seen_ms) or at_ms < ui.asked_ms + quiet_ms


def wake_at_ms(situation: Situation) -> float | None:
    """Return the next moment at which anything changes by time alone."""
    ui, now = ui_of(situation), situation.devices.now_ms
    moments = [since + REFUSED_MS for whom, (_, since) in ui.refused_ms.items() if _passes(situation, whom)]
    moments += [at_ms for seat in view_of(situation).to_act for at_ms in unread_ms(situation, seat) if at_ms > now]
    if is_blind(situation):
        moments += silence_of(situation).wakes_ms(now)
    if _is_window(situation):
        moments.append(windows.wakes_ms(ui.window, now, steps_of(situation)) if ui.window else now)
    return min(moments, default=None)


def passed(situation: Situation, at_ms: float) -> Iterator[facts.Fact]:
    """Wait: claims end, and a window runs out."""
    ui = ui_of(situation)
    for whom, (_, since) in tuple(ui.refused_ms.items()):
        if _passes(situation, whom) and at_ms >= since + REFUSED_MS:
            situation.ui.refusals.pop(whom, None)
    if ui.window is None or not _is_window(situation):
        return
    claimed = ui.window.claims
    ui.window = windows.moved_on(ui.window, at_ms)
    for claim in claimed:
        if claim.seat != NOBODY and claim not in ui.window.claims:
            refuse(situation, claim.seat, Refusal("refusal.claim-lapsed"))
    if windows.is_over(ui.window, at_ms):
        yield facts.RanOut()


def _is_window(situation: Situation) -> bool:
    is_open = situation.game.stage is Stage.PLAY and phase(situation) == "window"
    return is_open and not (situation.game.is_paused or situation.ui.question is not None or is_blind(situation))


def _passes(situation: Situation, whom: str) -> bool:
    """Return whether a refusal goes by itself: that of a press does, that of a card waits until it is lifted."""
    refusal = situation.ui.refusals.get(whom)
    is_unseen = not tells_leaving(situation) or last_laid(situation) is Certainty.UNKNOWN
    return refusal is not None and (refusal.tag is None or is_unseen)


def _drop_unowned_nope(situation: Situation) -> None:
    """Drop a Nope that nobody has owned to in time: the countdown goes on, and it goes back to its hand."""
    ui = ui_of(situation)
    is_held = ui.window is not None and windows.is_claimed_by(ui.window, NOBODY)
    if ui.unowned_nope is None or (is_held and _is_window(situation)):
        return
    tag, ui.unowned_nope = ui.unowned_nope[0], None
    refuse(situation, PUBLIC, Refusal("refusal.nobodys", tag=if_there(situation, tag)))


def _put_waiting_cards_away(situation: Situation) -> None:
    """Ask for a card to be taken off that lay there for a Nope or too early, now that the window is closed."""
    for whom in (PUBLIC, *view_of(situation).to_act):
        refusal = situation.ui.refusals.get(whom)
        if refusal and refusal.code in ("refusal.early", "refusal.nope-tie"):
            situation.ui.refusals[whom] = Refusal("refusal.lay-again", tag=refusal.tag, moment=situation.moment())


def _note_refusals(situation: Situation) -> None:
    """Note since when each refusal is on show."""
    ui, now_ms = ui_of(situation), situation.devices.now_ms
    noted = {whom: ui.refused_ms.get(whom, (None, now_ms)) for whom in situation.ui.refusals}
    ui.refused_ms = {
        whom: noted[whom] if noted[whom][0] is refusal else (refusal, now_ms)
        for whom, refusal in situation.ui.refusals.items()
    }
