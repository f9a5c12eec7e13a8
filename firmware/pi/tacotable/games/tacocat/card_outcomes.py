"""The outcomes of cards on the pads, or chosen with buttons: one function each, which returns facts, or a message."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tacotable.dialogs import questions
from tacotable.dialogs.refusals import Refusal, crowd_on, refuse
from tacotable.games.tacocat import choices, deal, pads
from tacotable.games.tacocat.acts import is_collecting, lacks_a_card, reached, show, submit
from tacotable.games.tacocat.reading import STILL, Stay, phase_of, read_card
from tacotable.games.tacocat.reading_kinds import Card as Reading
from tacotable.games.tacocat.reading_kinds import Kind
from tacotable.games.tacocat.state import other, view_of
from tacotable.games.tacocat.table import CARDS, Card
from tacotable.state.placements import Origin, Status
from tacotable.state.situation import pad_of

if TYPE_CHECKING:
    from tacotable.state.facts import Fact
    from tacotable.state.situation import Situation

Facts = Iterable["Fact"]


@dataclass(frozen=True, slots=True)
class Laid:
    """A card to rule on: its seat, its face, its tag (None: buttons named it), and why it cannot count, if so."""

    seat: str
    face: str
    tag: str | None = None
    why: Refusal | None = None

    @property
    def tags(self) -> tuple[str, ...]:
        """Return the tags of an act with this card alone."""
        return () if self.tag is None else (self.tag,)


def ruled(stay: Stay) -> Facts:
    """Rule on a card on a seat's pad."""
    situation, seat, tag = stay.situation, stay.seat, stay.tag
    reading, why = read_card(stay)
    if reading.kind not in STILL:
        situation.ui.refusals.pop(seat, None)
        situation.devices.mark(tag, Status.REFUSED, pad_of(seat))  # until a fact says otherwise
    laid = Laid(seat, situation.devices.faces.get(tag, ""), tag, why)
    return OUTCOMES[CARDS.decide(reading).do](situation, laid)


def named(situation: Situation, seat: str, face: str) -> Facts:
    """Rule on a card that a seat chose on its display."""
    reading = Reading(Kind.FITS, phase_of(situation), is_collecting(situation, seat))
    return OUTCOMES[CARDS.decide(reading).do](situation, Laid(seat, face))


def _keep(situation: Situation, laid: Laid) -> Facts:
    """Keep a card that is an act already; a card that was refused beside it is gone."""
    is_sealed = laid.seat in view_of(situation).ready  # it may be turned over once when all have seen it
    origin = None if is_sealed else Origin.SAME
    situation.devices.mark(laid.tag, Status.ACCEPTED, pad_of(laid.seat), origin)
    message = situation.ui.refusals.get(laid.seat)
    if message and message.tag not in (None, laid.tag):
        del situation.ui.refusals[laid.seat]
    return ()


def take_off(situation: Situation, laid: Laid) -> Facts:
    """Ask for all cards to be taken off."""
    pad = pad_of(laid.seat)
    for one in [one for one in situation.devices.placements(pad) if one.status is Status.NEW]:
        situation.devices.mark(one.tag, Status.REFUSED, pad)
    refuse(situation, laid.seat, crowd_on(situation, pad, str(laid.tag)))
    return ()


def _remind(situation: Situation, laid: Laid) -> Facts:
    situation.devices.mark(laid.tag, Status.REFUSED, pad_of(laid.seat))
    pads.say_lay_again(situation, laid.seat)
    return ()


def _lay_again(situation: Situation, laid: Laid) -> Facts:
    situation.sound("refused")
    return _remind(situation, laid)


def _refuse(situation: Situation, laid: Laid) -> Facts:
    if laid.why is not None:
        refuse(situation, laid.seat, laid.why)
    return ()


def _undo(situation: Situation, laid: Laid) -> Iterator[Fact]:
    """Let a card count on neither pad of two that report it."""
    across, tag = other(situation, laid.seat), str(laid.tag)
    yield pads.undoing(situation, across, tag)
    questions.ask_to_lift(situation, pad_of(across), tag)
    pads.say_lay_again(situation, laid.seat)


def _ask(situation: Situation, laid: Laid) -> Facts:
    values = {"card": laid.face, "demand": reached(situation, laid.seat, laid.face)}
    refuse(situation, laid.seat, Refusal("refusal.sure-sacrifice", values, laid.tag))
    return ()


def _add(situation: Situation, laid: Laid) -> Iterator[Fact]:
    yield from show(situation, laid.seat, laid.face, laid.tag)
    if laid.tag is None:
        item = laid.face if lacks_a_card(situation, laid.seat) else "item.done"
        choices.turn_to(situation, laid.seat, item)


Outcome = Callable[["Situation", Laid], Facts]
OUTCOMES: Mapping[Card, Outcome] = {
    Card.KEEP: _keep,
    Card.TAKE_OFF: take_off,
    Card.REMIND: _remind,
    Card.LAY_AGAIN: _lay_again,
    Card.REFUSE: _refuse,
    Card.UNDO: _undo,
    Card.DEAL: lambda situation, laid: deal.dealt(situation, laid.seat, laid.face, laid.tag),
    Card.ASK: _ask,
    Card.ADD: _add,
    Card.PLAY: lambda situation, laid: submit(situation, laid.seat, (laid.face,), laid.tags),
}
