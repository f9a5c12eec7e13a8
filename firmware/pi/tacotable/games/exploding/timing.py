"""Time in an Exploding game: windows open and run out, and refusals of presses go by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tacotable.dialogs import menu
from tacotable.dialogs.refusals import Refusal, refuse
from tacotable.games.exploding import card_owner, pads
from tacotable.games.exploding import window as windows
from tacotable.games.exploding.plays import if_there
from tacotable.games.exploding.state import (
    NOBODY,
    PUBLIC,
    ZONE,
    ExplodingSituation,
    Step,
    is_blind,
    is_by_buttons,
    last_laid,
    light_names,
    phase,
    tells_leaving,
    unread_ms,
    view_of,
)
from tacotable.state import facts
from tacotable.state.device_state import Certainty
from tacotable.state.game_state import Stage
from tacotable.state.guards import Guard

AGAIN = 3  # So many times longer a window is open that comes back while cards of what was taken back are picked up.
FOR_ROBOTS = 3  # So many times longer a Nope may stop a window where people lay the cards of robots, too.
REFUSED_MS = 3_000.0  # So long a refused press is on show.
STEPS = 12  # The steps of the countdown where the table has no bar of lights.


def steps_of(situation: ExplodingSituation) -> int:
    """Return how many lights the countdown has."""
    return len(light_names(situation.devices.table)) or STEPS


def settle(situation: ExplodingSituation) -> Iterator[facts.Fact]:
    """Open a window that has just begun, and note when the question changed."""
    game, ui, now = situation.game.part, situation.ui.part, situation.devices.now_ms
    situation.devices.part.note(ZONE, now, is_silent=last_laid(situation) is Certainty.UNKNOWN)
    if game.drew_since:
        yield from card_owner.tell_draws_again(situation)
    going_on, now_asked = (situation.game.stage, situation.game.is_paused, game.acts), phase(situation)
    step = ui.step if now_asked == "turn" else Step.COLLECT
    is_window = now_asked == "window" and _is_window(situation)
    asked = (*going_on, step, is_by_buttons(situation), ui.whose)
    if asked != ui.asked:
        _note_change(situation, asked)
    ui.last_step = step_number(situation)
    if (shown := tuple(entry.cards for entry in situation.game.entries.values())) != ui.shown:
        ui.shown, ui.shown_ms = shown, now
    if ui.unowned_nope is not None:
        _drop_unowned_nope(situation, ui.unowned_nope[0])
    if not is_window:
        _stop_window(situation)
        if situation.ui.refusals:
            _put_waiting_cards_away(situation)
    elif ui.window is None and now > 0:
        ui.window = _next_window(situation)
        situation.ui.menus.clear()  # a menu on the public display would hide the question
    if situation.game.stage is Stage.PLAY and now_asked != "window" and ui.whose is None:
        pads.say_what_is_left(situation)
    if situation.ui.refusals or ui.refused_ms:
        _note_refusals(situation)


def end_first_turns(situation: ExplodingSituation) -> Iterator[facts.Fact]:
    """End the guide of each seat that has had its first turn, or will have none."""
    ui, turn, living = situation.ui.part, view_of(situation).turn.seat, view_of(situation).alive
    had = ui.turn if ui.turn != turn else ""
    is_over, ui.turn = situation.game.stage is Stage.OVER, turn
    done = (seat for seat in situation.game.players if is_over or seat == had or seat not in living)
    yield from situation.game.end_guide(done)


def _stop_window(situation: ExplodingSituation) -> None:
    """Close the window; one that only waits for the answer to a question is kept, for it may be refused."""
    game, ui = situation.game.part, situation.ui.part
    if ui.window is not None and situation.ui.question is not None:
        ui.stopped = (game.acts, windows.stopped(ui.window, situation.devices.now_ms))
    ui.window = None


def _next_window(situation: ExplodingSituation) -> windows.Window:
    """Open a window; the one that a question has stopped goes on where it stood, if nothing has happened since."""
    game, ui, now = situation.game.part, situation.ui.part, situation.devices.now_ms
    kept, ui.stopped = ui.stopped, None
    if kept is not None and kept[0] == game.acts:
        return windows.resumed(kept[1], now)
    has_hands_full = any(situation.devices.placement(tag) is not None for tag in ui.undone)
    options, window_s = situation.game.setup.get("options"), situation.devices.table.window_s
    told_s = options.get("window_s", window_s) if isinstance(options, Mapping) else window_s
    length_ms = float(str(told_s)) * 1_000 * (AGAIN if has_hands_full else 1)
    slower = FOR_ROBOTS if situation.game.robots else 1  # a card is counted out in a row before it is laid
    return windows.opened(now, length_ms, situation.devices.table.nope_s * 1_000 * slower)


def _note_change(situation: ExplodingSituation, asked: tuple[object, ...]) -> None:
    """Note that something else is asked now, since when, and who changed it."""
    ui, now = situation.ui.part, situation.devices.now_ms
    situation.ui.cursors.clear()
    menu.make_room(situation)
    if ui.asked:
        ui.asked_ms, ui.asked_by = now, situation.ui.presser or _layer(situation)
    if ui.whose is None:  # whose card it is, is no longer asked first
        situation.ui.put_away(lambda refusal: refusal.tag is not None and refusal.kind.is_of_nobody)
    ui.asked = asked
    # What those who are asked press now answers what is asked.
    for whom in ui.whose.seats if ui.whose else view_of(situation).to_act:
        told = situation.ui.refusals.get(whom)
        if told is not None and told.tag is None and ui.refused_ms.get(whom, (None,))[0] is told:
            del situation.ui.refusals[whom]


def step_number(situation: ExplodingSituation) -> int:
    """Return the number of the last act that can be taken back; 0 without one."""
    return situation.game.steps[-1].numbers[0] if situation.game.steps else 0


def _layer(situation: ExplodingSituation) -> str:
    """Return the seat whose card has just been an act; empty if time, or nobody, changed what is asked."""
    is_new = step_number(situation) not in (0, situation.ui.part.last_step)
    return situation.game.steps[-1].seat if is_new else ""


def asked_together(situation: ExplodingSituation) -> tuple[str, ...]:
    """Return the seats that the open window asks, or who claim a card that was shown."""
    if (asked := situation.ui.part.whose) is not None and asked.is_shown:
        return asked.seats
    is_open = situation.game.stage is Stage.PLAY and phase(situation) == "window"
    return view_of(situation).to_act if is_open else ()


def wake_at_ms(situation: ExplodingSituation) -> float | None:
    """Return the next moment at which anything changes by time alone."""
    ui, now = situation.ui.part, situation.devices.now_ms
    moments = [since + REFUSED_MS for whom, (_, since) in ui.refused_ms.items() if _passes(situation, whom)]
    moments += [at_ms for seat in view_of(situation).to_act for at_ms in unread_ms(situation, seat) if at_ms > now]
    moments += counting_ms(situation)
    if is_blind(situation):
        moments += situation.devices.part.wakes_ms(now)
    if _is_window(situation):
        moments.append(windows.wakes_ms(ui.window, now, steps_of(situation)) if ui.window else now)
    return min(moments, default=None)


def passed(situation: ExplodingSituation, at_ms: float) -> Iterator[facts.Fact]:
    """Wait: claims end, and a window runs out."""
    ui = situation.ui.part
    for whom, (_, since) in tuple(ui.refused_ms.items()):
        if _passes(situation, whom) and at_ms >= since + REFUSED_MS:
            situation.ui.refusals.pop(whom, None)
    if ui.window is None or not _is_window(situation):
        return
    claimed = ui.window.claims
    ui.window = windows.moved_on(ui.window, at_ms)
    for claim in claimed:
        if claim.seat != NOBODY and claim not in ui.window.claims and not pads.is_refused_here(situation, claim.seat):
            may_again = windows.may_claim(ui.window, claim.seat, at_ms)
            refuse(situation, claim.seat, Refusal("refusal.claim-lapsed" if may_again else "refusal.nope-used"))
    if windows.is_over(ui.window, at_ms):
        yield facts.RanOut()


def _is_window(situation: ExplodingSituation) -> bool:
    is_open = situation.game.stage is Stage.PLAY and phase(situation) == "window"
    return is_open and not (situation.game.is_paused or situation.ui.question is not None or is_blind(situation))


def _passes(situation: ExplodingSituation, whom: str) -> bool:
    """Return whether a refusal goes by itself: that of a press does, that of a card waits until it is lifted."""
    refusal = situation.ui.refusals.get(whom)
    is_unseen = not tells_leaving(situation) or last_laid(situation) is Certainty.UNKNOWN
    return refusal is not None and (refusal.tag is None or is_unseen)


def _drop_unowned_nope(situation: ExplodingSituation, tag: str) -> None:
    """Drop a Nope that nobody has owned to in time: the countdown goes on, and it goes back to its hand."""
    ui = situation.ui.part
    is_held = ui.window is not None and windows.is_claimed_by(ui.window, NOBODY)
    if is_held and _is_window(situation):
        return
    ui.unowned_nope = None
    refuse(situation, PUBLIC, Refusal("refusal.nobodys", tag=if_there(situation, tag)))


def _put_waiting_cards_away(situation: ExplodingSituation) -> None:
    """Ask for a card to be taken off that lay there for a Nope or too early, now that the window is closed."""
    for whom in (PUBLIC, *view_of(situation).to_act):
        refusal = situation.ui.refusals.get(whom)
        if refusal and refusal.kind.is_early:
            situation.ui.refusals[whom] = Refusal("refusal.lay-again", tag=refusal.tag, moment=situation.moment())


def _note_refusals(situation: ExplodingSituation) -> None:
    """Note since when each refusal is on show."""
    ui, now_ms = situation.ui.part, situation.devices.now_ms
    noted = {whom: ui.refused_ms.get(whom, (None, now_ms)) for whom in situation.ui.refusals}
    ui.refused_ms = {
        whom: noted[whom] if noted[whom][0] is refusal else (refusal, now_ms)
        for whom, refusal in situation.ui.refusals.items()
    }


# Whether a press counts: could its person have seen what is asked now? The times are rows of `state.guards`.

HANDS_FULL = frozenset(("peeked", "gave"))  # What gives hands something to do: to look at cards, or to take one.


def counts_from_ms(situation: ExplodingSituation, seat: str, *, is_report: bool) -> float:
    """Return from when on presses of a seat count; `is_report`: the press reports what hands did."""
    ui = situation.ui.part
    guard = Guard.REPORT if is_report and ui.asked_by != seat else Guard.CHANGED
    if is_report and guard is Guard.CHANGED and _has_hands_full(situation):
        guard = Guard.READING
    return ui.asked_ms + guard.ms


def counting_ms(situation: ExplodingSituation) -> list[float]:
    """Return when presses begin to count that do not yet: lamps are lit again then."""
    ui, now_ms = situation.ui.part, situation.devices.now_ms
    if situation.game.stage is not Stage.PLAY or (now_ms >= ui.asked_ms + Guard.REPORT.ms):
        return []
    asked = view_of(situation).to_act if phase(situation) != "window" else ()
    reports = [counts_from_ms(situation, seat, is_report=True) for seat in asked]
    ends = (ui.asked_ms + Guard.CHANGED.ms, *reports)
    return [end_ms for end_ms in ends if end_ms > now_ms]


def counts(situation: ExplodingSituation, seat: str, at_ms: float, *, is_report: bool) -> bool:
    """Return whether a press that begins now counts."""
    return at_ms >= counts_from_ms(situation, seat, is_report=is_report)


def is_early(situation: ExplodingSituation, seat: str, role: str, at_ms: float, *, is_report: bool) -> bool:
    """Return whether a press of a seat does not count: it began before what is asked, or too soon after it."""
    ui = situation.ui.part
    began_ms = ui.pressed_ms.get((seat, role), at_ms)
    return began_ms < max(ui.asked_ms, _glanced_ms(situation, seat)) or at_ms < counts_from_ms(
        situation, seat, is_report=is_report
    )


def _glanced_ms(situation: ExplodingSituation, seat: str) -> float:
    """Return when a seat can have seen, at the earliest, that a card was shown."""
    ui = situation.ui.part
    if not any(ui.shown):
        return ui.shown_ms
    last = situation.game.steps[-1] if situation.game.steps else None
    is_behind_draw = last is not None and last.did == ("draw",) and last.seat != seat
    is_hasty = is_behind_draw and ui.asked_ms < ui.shown_ms < ui.asked_ms + Guard.NEXT_TURN.ms
    return ui.shown_ms + (Guard.HASTY if is_hasty else Guard.GLANCE).ms


def _has_hands_full(situation: ExplodingSituation) -> bool:
    """Whether hands look at cards, take one, or have just hidden a kitten and draw again."""
    owed = ("defused", view_of(situation).turn.seat)
    happened = [(event["type"], event.get("seat")) for event in situation.game.last_events]
    return phase(situation) == "turn" and (owed in happened or any(kind in HANDS_FULL for kind, _ in happened))
