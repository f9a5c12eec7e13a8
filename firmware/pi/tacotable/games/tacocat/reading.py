"""Readings: each gesture is read once into a frozen value of a few enums; what it does is decided by the table alone.

A field is read only in the moments that the table asks for it; otherwise it keeps its default, so there are few
readings. Whether shown cards go together is not read: lamps follow from readings, and everyone sees them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tacotable.dialogs.refusals import countable
from tacotable.games.tacocat import choices, state
from tacotable.games.tacocat.reading_kinds import Button, Lying, Message, Moment, Press, Shown
from tacotable.games.tacocat.state import TacocatSituation
from tacotable.state.game_state import Stage
from tacotable.state.situation import has_pad

AROUND = {Stage.LOBBY: Moment.LOBBY, Stage.MOVE: Moment.MOVE, Stage.DEAL: Moment.DEAL, Stage.OVER: Moment.OVER}
PHASES = {"deal": Moment.PASSING, "replace": Moment.REPLACE, "attack": Moment.ATTACK, "answer": Moment.ANSWER}
GATHERED = (Shown.NOTHING, Shown.ONE, Shown.SEVERAL)
Look = Callable[[TacocatSituation, str], bool]
UNREAD: tuple[tuple[Moment, Look], ...] = ((Moment.SILENT, state.is_silent), (Moment.BUTTONS, state.names_cards))
"""Moments in which no reader reads a seat's cards."""


def read_press(situation: TacocatSituation, seat: str, button: Button, moment: Moment | None = None) -> Press:
    """Read a press of a button now; `moment`: what is asked, if that is known."""
    moment = moment or moment_of(situation, seat)
    shown = SHOWN[moment](situation, seat, button) if moment in SHOWN else Shown.NOTHING
    asked = is_asked(situation, seat)
    lying = _lying(situation, seat, button, moment, asked=asked)
    return Press(button, moment, asked, shown, lying, _message(situation, seat, button, moment))


def moment_of(situation: TacocatSituation, seat: str) -> Moment:
    """Return what is asked at the table, as a seat is concerned."""
    stage = situation.game.stage
    if is_sure_asked(situation, seat):
        return Moment.SURE
    if stage is not Stage.PLAY:
        return Moment.PLACE if stage is Stage.MOVE and not state.has_sensors(situation) else AROUND[stage]
    found = (moment for moment, is_so in UNREAD if is_so(situation, seat))
    return next(found, None) or phase_of(situation)


def phase_of(situation: TacocatSituation) -> Moment:
    """Return what the rules ask for now."""
    moment = PHASES.get(state.view_of(situation).phase, Moment.SINGLE)
    if moment is Moment.ATTACK and state.is_one_by_one(situation):
        return Moment.SINGLE
    return Moment.ANSWERS if moment is Moment.ANSWER and len(set(state.view_of(situation).demands)) > 1 else moment


def is_asked(situation: TacocatSituation, seat: str) -> bool:
    """Return whether the table waits for this seat."""
    if situation.game.is_paused or situation.game.stage not in (Stage.DEAL, Stage.PLAY):
        return True
    is_dealing = situation.game.stage is Stage.DEAL
    return seat not in situation.game.part.dealt if is_dealing else seat in state.view_of(situation).to_act


def is_sure_asked(situation: TacocatSituation, seat: str) -> bool:
    """Return whether a seat is asked if it gives up the card on its pad."""
    asked = situation.ui.refusals.get(seat)
    is_doubted = asked is not None and asked.kind.asks and asked.tag is not None
    return is_doubted and (is_lying(situation, seat) or not state.tells_leaving(situation, seat))


def is_lying(situation: TacocatSituation, seat: str) -> bool:
    """Return whether the card that a seat's message is about is on its pad."""
    message = situation.ui.refusals.get(seat)
    return message is not None and message.tag == situation.zone(seat)


def is_unread_asked(situation: TacocatSituation, seat: str) -> bool:
    """Return whether a seat is asked, now or in a moment, for a card that its reader may not read."""
    now_ms = situation.devices.now_ms
    return any(0.0 < at_ms - now_ms <= state.UNREAD_MS[1] for at_ms in state.unread_ms(situation, seat))


def has_not_turned(situation: TacocatSituation, seat: str) -> bool:
    """Whether OK would take what its seat has not turned to: no card by a reflex, and no word at a silent reader."""
    offered = choices.items(situation, seat)
    if not offered or seat in situation.ui.cursors:
        return False
    return has_pad(situation, seat) or offered[choices.index_of(situation, seat)] not in choices.WORDS


def _gathered(situation: TacocatSituation, seat: str, button: Button) -> Shown:
    entry = situation.entry(seat)
    return Shown.ANNOUNCED if entry.is_announced and not entry.cards else GATHERED[min(len(entry.cards), 2)]


def _meant(situation: TacocatSituation, seat: str, button: Button) -> Shown:
    return Shown.SACRIFICE if situation.game.part.intent(seat).is_sacrifice else Shown.NOTHING


def _offered(situation: TacocatSituation, seat: str, button: Button) -> Shown:
    if button is Button.NO:
        return _meant(situation, seat, button)
    return Shown.UNTURNED if has_not_turned(situation, seat) else Shown.NOTHING


def _dealt(situation: TacocatSituation, seat: str, button: Button) -> Shown:
    did = [(step.did[0], step.seat) for step in situation.game.steps[-1:]]
    return Shown.ONE if did == [("deal", seat)] else Shown.NOTHING


SHOWN: Mapping[Moment, Callable[[TacocatSituation, str, Button], Shown]] = {
    Moment.BUTTONS: _offered,
    Moment.PASSING: _dealt,
    Moment.REPLACE: _gathered,
    Moment.ATTACK: _gathered,
    Moment.ANSWER: _meant,
    Moment.ANSWERS: _meant,
}
"""How what a seat has shown is read, in the moments in which it matters."""

AT_PAD: tuple[tuple[Lying, Look], ...] = (
    (Lying.CROWD, lambda situation, seat: state.is_collecting(situation, seat) and state.is_crowded(situation, seat)),
    (Lying.CARD, state.needs_clearing),
    (Lying.UNREAD, is_unread_asked),
)
HELD: tuple[tuple[Lying, Look], ...] = (
    (Lying.COUNTABLE, lambda situation, seat: countable(situation, seat) is not None),
    (Lying.ASTRAY, lambda situation, seat: state.is_astray(situation)),
)
"""What OK, held, looks at first."""


def _lying(situation: TacocatSituation, seat: str, button: Button, moment: Moment, *, asked: bool) -> Lying:
    looks = HELD if button is Button.HELD else ()
    if (found := _first(looks, situation, seat)) is not Lying.CLEAR or moment is Moment.SURE:
        return found
    if is_lying(situation, seat):
        return Lying.REFUSED
    if moment is Moment.DEAL:
        return Lying.CARD if isinstance(situation.zone(seat), str) else Lying.CLEAR
    return _first(AT_PAD, situation, seat) if asked and moment in PLAYED else Lying.CLEAR


PLAYED = frozenset((Moment.PASSING, Moment.REPLACE, Moment.SINGLE, Moment.ATTACK, Moment.ANSWER, Moment.ANSWERS))


def _first(looks: tuple[tuple[Lying, Look], ...], situation: TacocatSituation, seat: str) -> Lying:
    return next((lying for lying, is_so in looks if is_so(situation, seat)), Lying.CLEAR)


def _message(situation: TacocatSituation, seat: str, button: Button, moment: Moment) -> Message:
    """Return what a press reads first. OK at a pad is an act at once, and so is one that a message asks for."""
    message = situation.ui.refusals.get(seat)
    if moment in (Moment.SURE, Moment.SILENT) or (message and message.kind.is_next_step):
        return Message.NONE
    if message is not None and button is Button.NO:
        return Message.TEXT
    shown = Message.TEXT if message else Message.NEWS if situation.ui.news_for(seat) else Message.NONE
    return shown if shown is not Message.NONE and state.names_cards(situation, seat) else Message.NONE
