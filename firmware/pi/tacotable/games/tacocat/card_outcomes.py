"""The outcomes of cards on the pads, or chosen with buttons: one function each, which returns facts, or a message."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tacotable.dialogs import questions
from tacotable.dialogs.refusals import Refusal, crowd_on, refuse
from tacotable.games.tacocat import choices, deal
from tacotable.games.tacocat.pads import STILL, Stay
from tacotable.games.tacocat.reading import phase_of
from tacotable.games.tacocat.reading_kinds import Card as Reading
from tacotable.games.tacocat.reading_kinds import Kind
from tacotable.games.tacocat.state import TacocatSituation, is_collecting, other, reached, view_of
from tacotable.games.tacocat.table import CARDS, Card
from tacotable.state import facts
from tacotable.state.placements import EMPTY, Origin, Status
from tacotable.state.situation import pad_of
from tacotable_engine.errors import RequestError
from tacotable_engine.tacocat.ruleset import load_ruleset

if TYPE_CHECKING:
    from tacotable.state.facts import Fact

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
    reading, why = stay.read()
    if reading.kind not in STILL:
        situation.ui.refusals.pop(seat, None)
        situation.devices.mark(tag, Status.REFUSED, pad_of(seat))  # until a fact says otherwise
    laid = Laid(seat, situation.devices.faces.get(tag, ""), tag, why)
    return OUTCOMES[CARDS.decide(reading).do](situation, laid)


def named(situation: TacocatSituation, seat: str, face: str) -> Facts:
    """Rule on a card that a seat chose on its display."""
    reading = Reading(Kind.FITS, phase_of(situation), is_collecting(situation, seat))
    return OUTCOMES[CARDS.decide(reading).do](situation, Laid(seat, face))


_SINGLE_CARD_ACTS = {"duel": "duel", "answer": "answer", "showdown": "show"}  # By phase, if one card is an act.


def act_with(situation: TacocatSituation, seat: str, cards: tuple[str, ...]) -> dict[str, object]:
    """Return the act that these cards are for a seat now, as the referee protocol writes it."""
    now = view_of(situation).phase
    if now == "replace":
        # The print-and-play edition discards face down: where hands are not read, these cards are counted, not named.
        is_untold = situation.ruleset == "tc36" and not situation.game.is_seen
        return {"do": "replace", "cards": ["?"] * len(cards) if is_untold else list(cards)}
    if now not in _SINGLE_CARD_ACTS or not cards:
        return {"do": "attack", "cards": list(cards)}
    act: dict[str, object] = {"do": _SINGLE_CARD_ACTS[now], "card": cards[0]}
    if now == "answer":
        intent = situation.game.part.intent(seat)
        if intent.is_sacrifice:
            act["as"] = "sacrifice"
        if intent.demand is not None:
            act["demand"] = intent.demand
    return act


def show(situation: TacocatSituation, seat: str, card: str, tag: str | None = None) -> Iterator[Fact]:
    """Add a card to those that a seat gathers; one that it may not replace is refused at once."""
    act = act_with(situation, seat, (*situation.entry(seat).cards, card))
    refused = situation.game.match.why_not(seat, act) if situation.game.match and act["do"] == "replace" else None
    if refused:
        refuse(situation, seat, Refusal(f"rule.{refused.rule}", refused.values, tag))
    else:
        yield facts.Shown(seat, card, tag)


def lacks_a_card(situation: TacocatSituation, seat: str) -> bool:
    """Whether cards gathered for an attack are none yet, but are one with one more: a reader may not have heard it."""
    if situation.game.match is None or view_of(situation).phase != "attack":
        return False
    cards = sorted(int(card) for card in situation.entry(seat).cards)
    if len(cards) < 2:
        return len(cards) == 1  # one card alone needs no announcement
    deck = load_ruleset(situation.ruleset).deck.counts
    length, is_run = len(cards) + 1, len(set(cards)) == len(cards)
    runs = [range(low, low + length) for low in range(cards[-1] - length + 1, cards[0] + 1)]
    attempts = [list(map(str, attack)) for attack in (cards, *(runs if is_run else ()))]
    attacks = [attempt for attempt in attempts if all(card in deck for card in attempt)]
    refused = [situation.game.match.why_not(seat, {"do": "attack", "cards": attack}) for attack in attacks]
    return refused[0] is not None and None in refused[1:]


def submit(
    situation: TacocatSituation, seat: str, cards: tuple[str, ...], tags: tuple[str, ...] = ()
) -> Iterator[Fact]:
    """Put an act before the referee; a refused one is a fact too, and stays on show until the card is lifted."""
    match = situation.game.match
    if match is None:
        return
    act = act_with(situation, seat, cards)
    tag = (tags[-1] or None) if tags else None
    tags = tuple(filter(None, tags))
    try:
        refused = match.why_not(seat, act)
    except RequestError:
        refuse(situation, seat, Refusal("refusal.not-in-game", {"card": cards[-1] if cards else "?"}, tag))
        return
    if refused is None:
        situation.ui.refusals.pop(seat, None)
        yield facts.Acted(seat, act, "accepted", "", tags)
        return
    yield facts.Acted(seat, act, "illegal", refused.rule, tags)
    if situation.entry(seat).cards:
        yield facts.TookBack(seat, all=True, tag=tag)
        situation.ui.part.refused_ms[seat] = situation.devices.now_ms
    lying = tag if situation.zone(seat) == tag else None
    refuse(situation, seat, Refusal(f"rule.{refused.rule}", refused.values, lying))


def _keep(situation: TacocatSituation, laid: Laid) -> Facts:
    """Keep a card that is an act already; a card that was refused beside it is gone."""
    is_sealed = laid.seat in view_of(situation).ready  # it may be turned over once when all have seen it
    origin = None if is_sealed else Origin.SAME
    situation.devices.mark(laid.tag, Status.ACCEPTED, pad_of(laid.seat), origin)
    message = situation.ui.refusals.get(laid.seat)
    if message and message.tag not in (None, laid.tag):
        del situation.ui.refusals[laid.seat]
    return ()


def take_off(situation: TacocatSituation, laid: Laid) -> Facts:
    """Ask for all cards to be taken off."""
    pad = pad_of(laid.seat)
    for one in [one for one in situation.devices.placements(pad) if one.status is Status.NEW]:
        situation.devices.mark(one.tag, Status.REFUSED, pad)
    refuse(situation, laid.seat, crowd_on(situation, pad, str(laid.tag)))
    return ()


def say_lay_again(situation: TacocatSituation, seat: str) -> None:
    """Ask for a card that is there without being an act: take it off, and lay it again if it is meant."""
    top = situation.devices.pads.get(pad_of(seat), EMPTY).top
    if seat not in situation.ui.refusals and top is not None and top.status is Status.REFUSED:
        situation.ui.refusals[seat] = Refusal("refusal.lay-again", tag=top.tag, moment=situation.moment())


def _remind(situation: TacocatSituation, laid: Laid) -> Facts:
    situation.devices.mark(laid.tag, Status.REFUSED, pad_of(laid.seat))
    say_lay_again(situation, laid.seat)
    return ()


def _lay_again(situation: TacocatSituation, laid: Laid) -> Facts:
    situation.sound("refused")
    return _remind(situation, laid)


def _refuse(situation: TacocatSituation, laid: Laid) -> Facts:
    if laid.why is not None:
        refuse(situation, laid.seat, laid.why)
    return ()


def _undo(situation: TacocatSituation, laid: Laid) -> Iterator[Fact]:
    """Let a card count on neither pad of two that report it."""
    tag = str(laid.tag)
    if undone := Stay(situation, laid.seat, tag).undoing():
        yield undone
    questions.ask_to_lift(situation, pad_of(other(situation, laid.seat)), tag)
    say_lay_again(situation, laid.seat)


def _ask(situation: TacocatSituation, laid: Laid) -> Facts:
    values = {"card": laid.face, "demand": reached(situation, laid.seat, laid.face)}
    refuse(situation, laid.seat, Refusal("refusal.sure-sacrifice", values, laid.tag))
    return ()


def _add(situation: TacocatSituation, laid: Laid) -> Iterator[Fact]:
    yield from show(situation, laid.seat, laid.face, laid.tag)
    if laid.tag is None:
        item = laid.face if lacks_a_card(situation, laid.seat) else "item.done"
        choices.turn_to(situation, laid.seat, item)


Outcome = Callable[[TacocatSituation, Laid], Facts]
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
