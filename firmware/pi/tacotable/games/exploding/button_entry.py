"""By buttons: what the awaited seat names on the public display while the one reader is silent.

A card that is named is ruled on as one that lies on the pad; NOPE turns, OK takes. Words among the items mean what OK
or NOPE mean where a pad reads the cards.
"""

from __future__ import annotations

from collections.abc import Mapping

from tacotable.games.exploding.claims import layer_of
from tacotable.games.exploding.plays import effect, growing_refused, lacks_a_card, named, names, why_not
from tacotable.games.exploding.state import (
    NOPE,
    OK,
    ExplodingSituation,
    Step,
    answers_of,
    is_by_buttons,
    phase,
    ruleset_of,
    step_of,
    view_of,
)
from tacotable.state.game_state import Stage
from tacotable_engine.cards import UNKNOWN
from tacotable_engine.exploding.ruleset import DEFUSE

DRAW = "item.draw"
BACK = "item.back"
LEAVE = "item.back-kittens"  # Takes a claim back; all other words are in `MEANS`.
MEANS: Mapping[str, str] = {  # The button that a word stands for.
    **dict.fromkeys((DRAW, "item.play", "item.drawn", "item.hidden", "item.out", "item.deny"), OK),
    **dict.fromkeys(("item.no-card", "item.no-defuse", BACK), NOPE),
}
Items = tuple[str, ...]


def asked(situation: ExplodingSituation) -> str | None:
    """Return the seat that names what the reader cannot tell; None while there is nothing to name."""
    is_still = situation.game.stage is not Stage.PLAY or situation.game.is_paused
    if is_still or situation.ui.part.whose is not None or not is_by_buttons(situation):
        return None
    return layer_of(situation)


def items(situation: ExplodingSituation, seat: str) -> Items:
    """Return what a seat may name now; empty where buttons alone tell everything."""
    match phase(situation) if seat == asked(situation) else "":
        case "turn":
            return _on_turn(situation, seat)
        case "window":
            return (*_cards(NOPE, _mimic(situation, seat, "nope")), LEAVE)
        case "draw":
            return ("item.drawn", *_cards(ruleset_of(situation).lethal))
        case "defuse":
            return _on_defuse(situation, seat)
        case "give":
            return _on_give(situation, seat)
    return ()  # hands do something that no reader sees


def shown(situation: ExplodingSituation, offered: Items, seat: str) -> str:
    """Return the item that the display shows."""
    return offered[situation.ui.cursors.get(seat, 0) % len(offered)]


def is_untouched_draw(situation: ExplodingSituation, seat: str) -> bool:
    """Whether OK would draw though the seat turned to nothing: who laid a card on the dead pad means that one."""
    return seat not in situation.ui.cursors and items(situation, seat)[:1] == (DRAW,)


def turn(situation: ExplodingSituation, offered: Items, seat: str) -> None:
    """Show the next item."""
    situation.ui.cursors[seat] = (situation.ui.cursors.get(seat, 0) + 1) % len(offered)
    situation.sound("press")


def _cards(*cards: str | None) -> Items:
    return tuple(f"card.{card}" for card in cards if card is not None)


def _on_turn(situation: ExplodingSituation, seat: str) -> Items:
    """Offer to draw or play first, then the cards that may follow; a target and a name are asked as ever."""
    cards, known = situation.entry(seat).cards, names(situation)
    if step_of(situation) in (Step.TARGET, Step.NAME):
        return ()
    if not cards:
        return (DRAW, *_cards(*_fitting(situation, seat, cards), ruleset_of(situation).lethal))
    if len(cards) > 5:
        return ("item.play", BACK)
    if effect(situation.ruleset, cards) == "five":
        lying = {*view_of(situation).discard, *cards}  # what five may take, all of it where a discard is unknown
        return (*_cards(*(card for card in known if card in lying or UNKNOWN in lying)), BACK)
    may_play = () if lacks_a_card(situation, seat) else ("item.play",)
    return (*may_play, *_cards(*_fitting(situation, seat, cards)), BACK)


def _fitting(situation: ExplodingSituation, seat: str, cards: Items) -> Items:
    """Return the cards that go with those named so far, found once for each state: many rules are asked for that."""
    known = answers_of(situation).growing
    if cards not in known:
        more = (card for card in names(situation) if growing_refused(situation, seat, (*cards, card)) is None)
        known[cards] = tuple(more)
    return known[cards]


def _mimic(situation: ExplodingSituation, seat: str, do: str) -> str | None:
    """Return the card that may stand in for the one that an act is done with; None: none may."""
    mimic = ruleset_of(situation).mimic
    return mimic if mimic and why_not(situation, seat, {"do": do, "card": mimic}) is None else None


def _on_defuse(situation: ExplodingSituation, seat: str) -> Items:
    entry = situation.entry(seat)
    if entry.is_announced:
        return ("item.out", *_cards(*names(situation)), BACK)
    if entry.cards:
        return ("item.hidden", BACK)
    return (*_cards(DEFUSE, _mimic(situation, seat, "defuse")), "item.no-defuse")


def _on_give(situation: ExplodingSituation, seat: str) -> Items:
    """Offer the named card or none; what a Favor gives is handed over, and OK tells that."""
    if not named(situation):
        return ()
    if situation.entry(seat).is_announced:
        return ("item.deny", BACK)
    return (*_cards(named(situation)), "item.no-card")
