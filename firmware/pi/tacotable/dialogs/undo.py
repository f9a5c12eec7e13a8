"""Taking back: how the table stood before each act, so that the last one can be undone when people agree.

The rules go back by the referee's own undo, which the record keeps; what else an act changed at the table comes back
from here. Both follow from facts alone, so a journal gives the same. A step is one act with all that only let it pass.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tacotable.state.game_state import Step
from tacotable.state.interaction import OwnAct
from tacotable.state.situation import Situation, seat_of
from tacotable_drivers import ports

if TYPE_CHECKING:
    from tacotable.state.events import Event
    from tacotable.state.facts import Acted, Undone
    from tacotable_engine.rulings import Ruling

MOST = 20  # So many steps can be taken back, one after another.
OWN_MS = 5_000.0  # So long a seat may take its own act back alone.


def remember(situation: Situation, fact: Acted, ruling: Ruling, number: int) -> None:
    """Keep how the table stood before an act that the referee has just let stand; `number` is that of the act."""
    part = situation.family.keep(situation, fact.act)
    if part is None:
        last = situation.game.steps[-1:]
        situation.game.steps[-1:] = [replace(step, numbers=(*step.numbers, number)) for step in last]
        return
    game, others = situation.game, {seat: entry for seat, entry in situation.game.entries.items() if seat != fact.seat}
    event = ruling.events[0] if ruling.events else {}  # it tells the cards to everyone; a sealed one tells none
    cards = event.get("cards", [event["card"]] if "card" in event else [])
    did = (str(fact.act["do"]), *map(str, cards if isinstance(cards, (list, tuple)) else ()))
    step = Step(fact.seat, did, (number,), game.stage, others, game.last_events, game.result, part)
    situation.game.steps = [*situation.game.steps, step][-MOST:]


def forget(situation: Situation) -> None:
    """Forget all that could be taken back: the cards have been shuffled or dealt since."""
    situation.game.steps = []


def is_possible(situation: Situation) -> bool:
    """Return whether there is something to take back."""
    return bool(situation.game.steps) and not situation.game.is_paused


def last(situation: Situation) -> Step | None:
    """Return the step that would be taken back next."""
    return situation.game.steps[-1] if situation.game.steps else None


def note_own(situation: Situation, before: Step | None, event: Event) -> None:
    """Let the seat of a new act take it back alone for a moment, until somebody sees or does something.

    `before`: the last step before the event. An act that showed its own seat what it did not know (a drawn card, a
    look, both sealed cards), or a duel card, is nothing to take back alone.
    """
    step, own = last(situation), situation.ui.own_act
    if step is not before:
        is_new = step is not None and (before is None or step.numbers[0] > before.numbers[-1])
        may = step is not None and is_new and not _is_agreed(situation, step) and not _has_shown(situation)
        until_ms = situation.devices.now_ms + OWN_MS
        situation.ui.own_act = OwnAct(step.seat, until_ms) if may and step is not None else None
        return
    match event:  # somebody else pressed, or laid a card, whosever hand that was
        case ports.ButtonPressed() | ports.ButtonReleased() | ports.ButtonHeld():
            is_anothers = own is not None and seat_of(event.button) != own.seat
        case _:
            is_anothers = isinstance(event, ports.TagArrived | ports.TagsCrowded)
    if own and (own.until_ms <= situation.devices.now_ms or is_anothers):
        situation.ui.own_act = None


def is_own(situation: Situation, seat: str) -> bool:
    """Whether a seat may take the last act back alone."""
    own = situation.ui.own_act
    return own is not None and own.seat == seat and is_possible(situation)


def is_first(situation: Situation, seat: str) -> bool:
    """Whether the menu of a seat begins with undo: it may undo alone, or its last act needs another to agree.

    That is so until the act shows something to others.
    """
    step = last(situation)
    if step is None or step.seat != seat or not _is_agreed(situation, step):
        return is_own(situation, seat)
    return is_possible(situation) and not _has_shown(situation)


def _is_agreed(situation: Situation, step: Step) -> bool:
    return step.did[0] in situation.family.agreed_acts


def _has_shown(situation: Situation) -> bool:
    return any(event["type"] in situation.family.revealing for event in situation.game.last_events)


def put_back(situation: Situation, fact: Undone) -> Step:
    """Undo the last step: the rules, the stage, the cards that others show, and the family's part."""
    step = situation.game.steps.pop()
    if situation.game.match is not None:
        for _ in step.numbers:
            situation.game.match.undo()
    situation.game.stage, situation.game.entries = step.stage, dict(step.entries)
    situation.game.last_events, situation.game.result = step.last_events, step.result
    situation.ui.cursors.clear()
    situation.family.put_back(situation, step.kept, fact.lying)
    return step
