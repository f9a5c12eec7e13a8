"""The review of a round: what each choice cost with hindsight, and by what its seat knew then.

A round that was played is its acts with the states before them, and the hands as they are known afterwards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tacotable_engine.cards import UNKNOWN
from tacotable_engine.chance import ToldChance
from tacotable_engine.companion.answers import Remark
from tacotable_engine.companion.tacocat.advising import act_of
from tacotable_engine.companion.tacocat.beliefs import plausible
from tacotable_engine.companion.tacocat.duels import DuelFights, duel
from tacotable_engine.companion.tacocat.fights import Fights
from tacotable_engine.companion.tacocat.hands import Shapes, pack
from tacotable_engine.companion.tacocat.history import clues_in, standing
from tacotable_engine.companion.tacocat.knowledge import first_state, knowledge_in
from tacotable_engine.companion.tacocat.levels import STYLES
from tacotable_engine.companion.tacocat.replacing import best_choices
from tacotable_engine.companion.tacocat.search import Answering, Option, options_of, search, value_in
from tacotable_engine.companion.tacocat.worlds import World
from tacotable_engine.errors import RequestError
from tacotable_engine.log import Applied
from tacotable_engine.tacocat.acts import Answer, Attack, Duel, Replace, Show
from tacotable_engine.tacocat.checks import demand_of, is_sacrifice
from tacotable_engine.tacocat.state import Phase, State

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tacotable_engine.companion.answers import Dice
    from tacotable_engine.companion.tacocat.knowledge import Knowledge
    from tacotable_engine.game import Act
    from tacotable_engine.match import Match

BETWEEN = (Phase.DEAL, Phase.REPLACE, Phase.OVER)
FOUGHT = (Phase.ATTACK, Phase.ANSWER, Phase.SHOWDOWN)


class Step(NamedTuple):
    """One act of a round, and the state before it."""

    before: State
    entry: Applied


def last_round(match: Match) -> list[Step]:
    """Return the acts of the round that has just ended."""
    state: State = match.state
    is_fresh = state.replaced == (None, None) and state.sealed == (None, None)
    if state.phase not in BETWEEN or not (is_fresh or state.phase is Phase.OVER):
        raise RequestError("review: a round is being played; it is reviewed when it is over")
    steps: list[Step] = []
    has_ended = False
    game = match.game
    now = first_state(match)
    for entry in standing(match.log):
        before: State = now
        if has_ended and isinstance(entry, Applied) and entry.act.do != "deal":
            steps, has_ended = [], False
        if isinstance(entry, Applied):
            now = game.apply(before, match.seats.index(entry.seat), entry.act, ToldChance(entry.shuffles)).state
            steps.append(Step(before, entry))
            has_ended = has_ended or (before.phase in FOUGHT and now.phase in BETWEEN)
        else:
            now = game.amend(before, entry.amendment, ToldChance(entry.shuffles)).state
            has_ended = has_ended or entry.amendment.do in ("redeal", "award", "leave")
    if not has_ended:
        raise RequestError("review: no round has been played yet")
    return [step for step in steps if step.entry.act.do != "deal"]


def hand_then(steps: Sequence[Step], place: int, seat: int) -> tuple[int, ...] | None:
    """Return the hand that a seat had: as the referee knew it, else all that it played from then on."""
    before = steps[place].before
    hand = before.hands[seat]
    if UNKNOWN not in hand:
        return tuple(map(int, hand))
    if before.phase is Phase.REPLACE:
        return None
    name, played = before.terms.seats[seat], list[str]()
    for step in steps[place:]:
        if step.entry.seat == name:
            act = step.entry.act
            played += act.cards if isinstance(act, Attack) else [getattr(act, "card", UNKNOWN)]
    return tuple(sorted(map(int, played))) if len(played) == len(hand) else None


def other_duel(steps: Sequence[Step], place: int) -> int:
    """Return the card that the other seat laid for the same duel."""
    step = steps[place]
    later = [other for other in steps[place + 1 :] if isinstance(other.entry.act, Duel)]
    both = step.before.sealed
    first = both[0] or both[1]
    return int(first[0]) if first else int(getattr(later[0].entry.act, "card", 0))


SLIGHT = 0.05
"""What costs less by what was known is within what the search can tell."""
SAYS = ("right", "unlucky", "lucky", "costly", "better", "replace-better")
"""Every code of what is said, without `review.` before it."""


class Weighed(NamedTuple):
    """What an act cost, and what would have been best by what was known."""

    best: Mapping[str, object]
    loss: float | None
    known_loss: float


def review(match: Match, dice: Dice) -> tuple[Remark, ...]:
    """Return what is said of each choice of the last round; raises RequestError while one is played."""
    steps = last_round(match)
    remarks = []
    for place, step in enumerate(steps):
        weighed = _weighed(match, steps, place, dice)
        if weighed is not None:
            remarks.append(_remark(step, weighed))
    return tuple(remarks)


def _remark(step: Step, weighed: Weighed) -> Remark:
    did = _told(step)
    is_replacing = isinstance(step.entry.act, Replace)
    return Remark(
        step.entry.number,
        step.entry.seat,
        did,
        weighed.best,
        weighed.loss,
        round(weighed.known_loss, 6),
        f"review.{_say(weighed, is_replacing)}",
        {"seat": step.entry.seat} if is_replacing else {"cards": _cards_of(weighed.best), "seat": step.entry.seat},
    )


def _say(weighed: Weighed, is_replacing: bool) -> str:
    if weighed.loss is None:
        better = "replace-better" if is_replacing else "better"
        return "right" if weighed.known_loss < SLIGHT else better
    if weighed.known_loss < SLIGHT:
        return "unlucky" if weighed.loss else "right"
    return "costly" if weighed.loss else "lucky"


def _cards_of(act: Mapping[str, object]) -> tuple[object, ...]:
    cards = act.get("cards", (act.get("card"),))
    return tuple(cards) if isinstance(cards, list | tuple) else ()


def _told(step: Step) -> dict[str, object]:
    """Return what was done as an act of the protocol; cards that were replaced face down stay so."""
    act, state = step.entry.act, step.before
    if isinstance(act, Replace):
        is_hidden = state.terms.ruleset.replaces_face_down
        return {"do": "replace", "cards": [UNKNOWN if is_hidden else card for card in act.cards]}
    if isinstance(act, Attack):
        return {"do": "attack", "cards": list(act.cards)}
    told: dict[str, object] = {"do": act.do, "card": getattr(act, "card", UNKNOWN)}
    if isinstance(act, Answer):
        told |= {"as": "sacrifice"} if act.is_given_up else {}
        told |= {"demand": act.demand} if act.demand else {}
    return told


def _weighed(match: Match, steps: Sequence[Step], place: int, dice: Dice) -> Weighed | None:
    """Return what an act cost; None where it was no choice, or where its hand is not known."""
    before, entry = steps[place]
    seat, act = match.seats.index(entry.seat), entry.act
    hands = hand_then(steps, place, 0), hand_then(steps, place, 1)
    own = hands[seat]
    if own is None or isinstance(act, Show):
        return None
    start = steps[0].before
    clues = clues_in([step.entry for step in steps[:place]], start)
    known = knowledge_in(before, seat, clues)
    if known.holdings[seat].unknown:
        full = known.with_played(own)
        if full is None:
            return None
        known = full
    if isinstance(act, Replace):
        return _replacing(known, act, dice)
    other = hands[1 - seat]
    world = None if other is None else World((pack(hands[0] or ()), pack(hands[1] or ())), 1.0)
    if isinstance(act, Duel):
        return _dueling(known, act, world, other_duel(steps, place), dice)
    return _fighting(known, act, before, world, dice)


def _replacing(known: Knowledge, act: Replace, dice: Dice) -> Weighed | None:
    if UNKNOWN in act.cards or not known.limit:
        return None
    choices = best_choices(known, dice, None)
    did = tuple(sorted(map(int, act.cards)))
    values = {choice.cards: choice.value for choice in choices}
    best = choices[0]
    is_hidden = known.terms.ruleset.replaces_face_down
    told = [UNKNOWN if is_hidden else str(card) for card in best.cards]
    return Weighed({"do": "replace", "cards": told}, None, best.value - values.get(did, best.value))


def _dueling(known: Knowledge, act: Duel, world: World | None, theirs: int, dice: Dice) -> Weighed | None:
    shapes, seat, mine = Shapes(known.terms), known.seat or 0, int(act.card)
    fights = DuelFights(known, shapes, None)
    drawn = (plausible(known, dice) for _ in range(STYLES["strong"].duel_worlds))
    found = duel(known, drawn, fights, shapes)
    if len(found.cards) < 2:
        return None
    values = dict(zip(found.cards, found.values, strict=True))
    best = max(values, key=values.__getitem__)
    loss = None
    if world is not None and mine != theirs:
        other = world.hands[1 - seat], theirs
        open_values = {card: fights.value(seat, (world.hands[seat], card), other) for card in values if card != theirs}
        loss = max(open_values.values()) - open_values[mine]
    return Weighed({"do": "duel", "card": str(best)}, loss, values[best] - values[mine])


def _fighting(known: Knowledge, act: Act, before: State, world: World | None, dice: Dice) -> Weighed | None:
    fights = Fights(Shapes(known.terms), known.tie)
    options = options_of(known, fights)
    done = _option_done(options, act, before)
    if done is None or len(options) < 2:
        return None
    found = search(known, fights, STYLES["strong"].search, dice)
    best = max(range(len(options)), key=found.values.__getitem__)
    loss = None
    if world is not None:
        values = [value_in(known, option, world, fights, 0.0) for option in options]
        loss = max(values) - values[done]
    return Weighed(act_of(options[best], known.demands), loss, found.values[best] - found.values[done])


def _option_done(options: Sequence[Option], act: Act, before: State) -> int | None:
    """Return the place of what was done; None where the arbiter let something else stand."""
    for place, option in enumerate(options):
        if isinstance(act, Attack) and not isinstance(option, Answering):
            if tuple(sorted(map(int, act.cards))) == option.cards:
                return place
        elif isinstance(act, Answer) and isinstance(option, Answering):
            demand = demand_of(before, act) or ""
            if (act.card, demand, is_sacrifice(act, demand)) == (
                str(option.card),
                str(option.demand),
                option.is_given_up,
            ):
                return place
    return None
