"""The review of a round: what each choice cost with hindsight, and by what its seat knew then.

A round that was played is its acts with the states before them, and the hands as they are known afterwards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from tacotable_engine.cards import UNKNOWN
from tacotable_engine.companion.answers import Dice, Remark
from tacotable_engine.companion.tacocat.advising import STYLES, act_of, dueling
from tacotable_engine.companion.tacocat.fights import DuelFights, fights_of
from tacotable_engine.companion.tacocat.hands import Hand, pack
from tacotable_engine.companion.tacocat.knowledge import Knowledge, Step, clues_in, hand_then, knowledge_in, last_round
from tacotable_engine.companion.tacocat.replacing import best_choices
from tacotable_engine.companion.tacocat.search import Answering, Option, options_of, search, value_in
from tacotable_engine.tacocat.acts import Answer, Attack, Duel, Replace

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tacotable_engine.log import Applied
    from tacotable_engine.match import Match
    from tacotable_engine.tacocat.state import State


class Weighed(NamedTuple):
    """What would have been best with hindsight and by what was known, and what the act cost by either."""

    best: Mapping[str, Any] | None
    known_best: Mapping[str, Any]
    loss: float | None
    known_loss: float


def review(match: Match, dice: Dice) -> tuple[Remark, ...]:
    """Return what is said of each choice of the last round; raises RequestError while one is played."""
    steps = last_round(match)
    remarks = []
    for place, (before, entry) in enumerate(steps):
        weighed = _weighed(steps, place, dice)
        if weighed is None:
            continue
        did, known_loss = _told(before, entry), round(weighed.known_loss, 6)
        best = did if weighed.loss == 0 else weighed.best
        known_best = weighed.known_best if known_loss else did
        remarks.append(Remark(entry.number, entry.seat, did, best, known_best, weighed.loss, known_loss))
    return tuple(remarks)


def _told(before: State, entry: Applied) -> dict[str, object]:
    """Return what was done as an act of the protocol; cards that were replaced face down stay so."""
    act = entry.act
    if isinstance(act, Replace):
        is_hidden = before.terms.ruleset.replaces_face_down
        return {"do": "replace", "cards": [UNKNOWN if is_hidden else card for card in act.cards]}
    if isinstance(act, Attack):
        return {"do": "attack", "cards": list(act.cards)}
    told: dict[str, object] = {"do": act.do, "card": getattr(act, "card", UNKNOWN)}
    if isinstance(act, Answer):
        told |= {"as": "sacrifice"} if act.is_given_up else {}
        told |= {"demand": act.demand} if act.demand else {}
    return told


def _weighed(steps: Sequence[Step], place: int, dice: Dice) -> Weighed | None:
    """Return what an act cost; None where it was no choice, or where its hand is not known."""
    before, entry = steps[place]
    seat, act = before.terms.seats.index(entry.seat), entry.act
    hands = hand_then(steps, place, 0), hand_then(steps, place, 1)
    own = hands[seat]
    if own is None:
        return None
    clues = clues_in([step.entry for step in steps[:place]], steps[0].before)
    known = knowledge_in(before, seat, clues)
    full = known.with_played(own)
    if full is None:
        return None
    if isinstance(act, Replace):
        return _replacing(full, act, dice)
    held = hands[1 - seat]
    other = None if held is None else pack(held)
    if isinstance(act, Duel):
        return _dueling(full, act, other, _other_duel(steps, place), dice)
    return _fighting(full, act, other, dice) if isinstance(act, Attack | Answer) else None


def _other_duel(steps: Sequence[Step], place: int) -> int | None:
    """Return the card that the other seat laid for the same duel; None where the round ended before."""
    both = steps[place].before.sealed
    first = both[0] or both[1]
    later = (step.entry.act for step in steps[place + 1 :])
    return int(first[0]) if first else next((int(act.card) for act in later if isinstance(act, Duel)), None)


def _replacing(known: Knowledge, act: Replace, dice: Dice) -> Weighed | None:
    if UNKNOWN in act.cards or not known.limit:
        return None
    choices = best_choices(known, dice)
    did = tuple(sorted(map(int, act.cards)))
    values = {choice.cards: choice.value for choice in choices}
    best = choices[0]
    is_hidden = known.terms.ruleset.replaces_face_down
    told = [UNKNOWN if is_hidden else str(card) for card in best.cards]
    return Weighed(None, {"do": "replace", "cards": told}, None, best.value - values.get(did, best.value))


def _dueling(known: Knowledge, act: Duel, other: Hand | None, theirs: int | None, dice: Dice) -> Weighed | None:
    seat, mine, style = known.seat or 0, int(act.card), STYLES["strong"]
    found = dueling(known, style, style.duel_worlds, dice)
    if len(found.cards) < 2:
        return None
    values = dict(zip(found.cards, found.values, strict=True))
    known_best = max(values, key=values.__getitem__)
    best = loss = None
    if other is not None and theirs is not None and mine != theirs:
        fights, own = DuelFights(known), pack(known.hand)
        open_values = {card: fights.value(seat, (own, card), (other, theirs)) for card in values if card != theirs}
        card = max(open_values, key=open_values.__getitem__)
        best, loss = {"do": "duel", "card": str(card)}, open_values[card] - open_values[mine]
    return Weighed(best, {"do": "duel", "card": str(known_best)}, loss, values[known_best] - values[mine])


def _fighting(known: Knowledge, act: Attack | Answer, other: Hand | None, dice: Dice) -> Weighed | None:
    fights = fights_of(known)
    options = options_of(known, fights)
    done = _option_done(options, act, known.demands)
    if done is None or len(options) < 2:
        return None
    found = search(known, STYLES["strong"].search, dice)
    known_best = max(range(len(options)), key=found.values.__getitem__)
    best = loss = None
    if other is not None:
        values = [value_in(known, option, other, fights, 0.0) for option in options]
        best = act_of(options[values.index(max(values))], known.demands)
        loss = max(values) - values[done]
    told = act_of(options[known_best], known.demands)
    return Weighed(best, told, loss, found.values[known_best] - found.values[done])


def _option_done(options: Sequence[Option], act: Attack | Answer, demands: tuple[int, ...]) -> int | None:
    """Return the place of what was done; None where the arbiter let something else stand."""
    if isinstance(act, Attack):
        done: object = tuple(sorted(map(int, act.cards)))
    else:
        card, demand = int(act.card), int(act.demand or demands[0])
        done = card, demand, act.is_given_up or card < demand
    listed = [option[:3] if isinstance(option, Answering) else option.cards for option in options]
    return listed.index(done) if done in listed else None
