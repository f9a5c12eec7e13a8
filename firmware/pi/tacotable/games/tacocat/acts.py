"""From cards to acts: what a seat's cards mean in the phase that Tacocat is in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tacotable.dialogs.refusals import Refusal, refuse
from tacotable.games.tacocat.state import game_of, ui_of, view_of
from tacotable.state import facts
from tacotable_engine.errors import RequestError
from tacotable_engine.tacocat.ruleset import load_ruleset

if TYPE_CHECKING:
    from tacotable.state.situation import Situation

_SINGLE_CARD_ACTS = {"duel": "duel", "answer": "answer", "showdown": "show"}  # By phase, where one card is an act.


def asked_demand(situation: Situation, seat: str) -> str:
    """Return the open demand that a seat answers next."""
    picked, open_demands = game_of(situation).intent(seat).demand, view_of(situation).demands
    return picked if picked is not None and picked in open_demands else open_demands[0]


def is_slip(situation: Situation, seat: str, card: str) -> bool:
    """Whether a card would be given up that reaches a demand: a sacrifice was meant before, or another demand."""
    view = view_of(situation)
    if view.phase != "answer" or seat not in view.to_act or reached(situation, seat, card) is None:
        return False
    return game_of(situation).intent(seat).is_sacrifice or int(card) < int(asked_demand(situation, seat))


def reached(situation: Situation, seat: str, card: str) -> str | None:
    """Return the demand that a card of this seat reaches: the one that is asked, or else the highest of the others."""
    asked = asked_demand(situation, seat)
    within = [demand for demand in view_of(situation).demands if int(demand) <= int(card)]
    return asked if asked in within else max(within, key=int, default=None)


def is_collecting(situation: Situation, seat: str) -> bool:
    """Return whether a seat's cards are gathered until OK closes the act."""
    return view_of(situation).phase == "replace" or situation.entry(seat).is_announced


def act_with(situation: Situation, seat: str, cards: tuple[str, ...]) -> dict[str, object]:
    """Return the act that these cards are for a seat now, as the referee protocol writes it."""
    now = view_of(situation).phase
    if now == "replace":
        # The print-and-play edition discards face down: where hands are not read, these cards are counted, not named.
        is_untold = situation.ruleset == "tc36" and not situation.is_seen
        return {"do": "replace", "cards": ["?"] * len(cards) if is_untold else list(cards)}
    if now not in _SINGLE_CARD_ACTS or not cards:
        return {"do": "attack", "cards": list(cards)}
    act: dict[str, object] = {"do": _SINGLE_CARD_ACTS[now], "card": cards[0]}
    if now == "answer":
        intent = game_of(situation).intent(seat)
        if intent.is_sacrifice:
            act["as"] = "sacrifice"
        if intent.demand is not None:
            act["demand"] = intent.demand
    return act


def is_in_game(situation: Situation, seat: str, card: str) -> bool:
    """Return whether the edition has this card at all, also where its face would not be named."""
    try:
        if situation.game.match:
            situation.game.match.why_not(seat, {"do": "duel", "card": card})
    except RequestError:
        return False
    return True


def show(situation: Situation, seat: str, card: str, tag: str | None = None) -> Iterator[facts.Fact]:
    """Add a card to those that a seat gathers; one that it may not replace is refused at once."""
    act = act_with(situation, seat, (*situation.entry(seat).cards, card))
    refused = situation.game.match.why_not(seat, act) if situation.game.match and act["do"] == "replace" else None
    if refused:
        refuse(situation, seat, Refusal(f"rule.{refused.rule}", refused.values, tag))
    else:
        yield facts.Shown(seat, card, tag)


def lacks_a_card(situation: Situation, seat: str) -> bool:
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


def submit(situation: Situation, seat: str, cards: tuple[str, ...], tags: tuple[str, ...] = ()) -> Iterator[facts.Fact]:
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
        ui_of(situation).refused_ms[seat] = situation.devices.now_ms
    lying = tag if situation.zone(seat) == tag else None
    refuse(situation, seat, Refusal(f"rule.{refused.rule}", refused.values, lying))
