"""Advice in an Exploding game: what a seat may choose, tried in worlds that agree with all it knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from tacotable_engine.cards import UNKNOWN
from tacotable_engine.companion.answers import Advice, Counsel
from tacotable_engine.companion.exploding import options
from tacotable_engine.companion.exploding.core import NOBODY, Core, cards_of, core_of
from tacotable_engine.companion.exploding.odds import lethal_at
from tacotable_engine.companion.exploding.playouts import winner_of
from tacotable_engine.companion.exploding.policy import Policy
from tacotable_engine.companion.exploding.reasons import reason
from tacotable_engine.companion.exploding.worlds import World, sampled, with_hand
from tacotable_engine.errors import RequestError
from tacotable_engine.exploding.acts import Give, brings_untold, read_act
from tacotable_engine.exploding.checks import why_not
from tacotable_engine.exploding.state import Phase, State, redacted, to_act

if TYPE_CHECKING:
    from tacotable_engine.companion.answers import Dice, Level
    from tacotable_engine.companion.exploding.belief import Belief
    from tacotable_engine.companion.exploding.options import Option

PLAYOUTS = 160
"""So many games a strong player plays to their end before it acts, shared out among its choices."""
FEW = 8
"""So many worlds at least, and those of the levels that play by rule."""
MARGIN = 0.45
"""By how much, in standard errors, another choice must be better than the one by rule."""


class Table(NamedTuple):
    """What a seat that is to act knows."""

    state: State
    seat: int
    belief: Belief
    policy: Policy
    lethal_at: Sequence[float]
    hand: Sequence[str]
    """Its own cards, as far as they are known here."""

    @property
    def danger(self) -> float:
        """Return how likely the next card is lethal."""
        return self.lethal_at[0] if self.lethal_at else 0.0

    def first(self, dice: Dice) -> Core:
        """Return a world in which the seat holds what it knows that it holds, and nothing else."""
        core = self.core(sampled(self.belief, len(self.state.hands), dice))
        core.hands[self.seat] = [self.hand.count(name) for name in self.policy.cards.names]
        return core

    def core(self, world: World) -> Core:
        """Return a world as a core in which the seat knows what it knows."""
        core = core_of(self.state, self.policy.cards, world.hands, world.pile)
        known = next((n for n, odds in enumerate(self.lethal_at) if 1e-9 < odds < 1 - 1e-9), len(self.lethal_at))
        core.known[self.seat] = known
        sure = [place for place, odds in enumerate(self.lethal_at) if odds > 1 - 1e-9]
        core.kittens[self.seat] = len(self.lethal_at) - 1 - sure[0] if sure else NOBODY
        return core


def table_of(state: State, seat: int, belief: Belief, hand: Sequence[str] | None) -> Table:
    """Return what a seat knows, its own cards as told; raises RequestError where it may not act, or they cannot be."""
    if seat not in to_act(state) or state.phase is Phase.DEAL:
        raise RequestError(f"advise: {state.name(seat)} has nothing to decide now")
    if hand is not None:
        if len(hand) != len(state.hands[seat]):
            raise RequestError(f"hand: {len(hand)} cards, and {state.name(seat)} holds {len(state.hands[seat])}")
        if UNKNOWN not in hand:
            belief = with_hand(belief, seat, Counter(hand))
        if belief.is_impossible:
            raise RequestError("hand: these cards cannot be there, by what was shown")
    own = [card for card in (state.hands[seat] if hand is None else hand) if card != UNKNOWN]
    if not own and state.phase is Phase.GIVE and brings_untold(state, seat, Give()):
        raise RequestError("hand: what is given to a robot is named; tell the cards of the seat")
    return Table(state, seat, belief, Policy(cards_of(state.terms)), lethal_at(belief), own)


def advised(table: Table, level: Level, worlds: int, dice: Dice, is_over: Callable[[], bool] | None = None) -> Counsel:
    """Return what a seat is advised; the first is what the level does."""
    first = table.first(dice)
    choices = choices_of(table, first)
    ruled = by_rule(table, first, choices, level, dice)
    limit = min(worlds, max(FEW, PLAYOUTS // len(choices)) if level == "strong" and len(choices) > 1 else FEW)
    wins, number = tried(table, choices, limit, dice, is_over)
    values = [(won + 0.5) / (number + 1) for won in wins]
    best = ruled
    if level == "strong" and number >= FEW:
        step = MARGIN * (0.5 / number) ** 0.5
        best = max(range(len(choices)), key=lambda index: (values[index] + (step if index == ruled else 0), -index))
    order = sorted(range(len(choices)), key=lambda index: (index != best, -values[index], index))
    return Counsel(
        tuple(_advice(table, choices[index], values[index], number, len(choices) == 1) for index in order), number
    )


def tried(
    table: Table,
    choices: Sequence[Option],
    limit: int,
    dice: Dice,
    is_over: Callable[[], bool] | None,
    world: World | None = None,
) -> tuple[list[float], int]:
    """Return how often the seat won with each choice, and in how many worlds each was tried: in one, if it is given."""
    wins = [0.0] * len(choices)
    number = 0
    while number < limit and not (number and is_over is not None and is_over()):
        begun = table.core(world or sampled(table.belief, len(table.state.hands), dice))
        for index, choice in enumerate(choices):
            core = begun.copy()
            choice.does(core, table.policy, dice)
            wins[index] += winner_of(core, table.policy, dice) == table.seat
        number += 1
    return wins, number


def choices_of(table: Table, core: Core) -> list[Option]:
    """Return the sensible choices, of those that the referee allows."""
    state, seat = table.state, table.seat
    asked = options.Asked(core, table.policy, seat, state.terms.seats, _targets(table))
    pending, phase = state.pending, state.phase
    if phase is Phase.TURN:
        found = list(options.turn_options(asked))
    elif phase is Phase.WINDOW and pending is not None:
        found = list(options.window_options(asked, pending.last))
    elif phase is Phase.DEFUSE:
        found = list(options.defuse_options(asked))
        if not core.defusers() and len(table.hand) == len(state.hands[seat]):
            found = [options.only({"do": "explode"}, lambda core, _policy, _dice: core.explode())]
    elif phase is Phase.GIVE and pending is not None:
        found = list(options.give_options(asked, pending.seat, pending.name))
    elif phase is Phase.ARRANGE and state.peek is not None and UNKNOWN not in state.peek.cards:
        found = list(options.arrange_options(asked))
    else:
        found = [options.only({"do": phase.value})]
    found = found or [options.only({"do": phase.value})]  # of a hand that nobody told
    known = redacted(state, seat)
    return [choice for choice in found if _is_allowed(known, seat, choice)] or found


def _is_allowed(known: State, seat: int, choice: Option) -> bool:
    """Return whether the referee allows a choice, by what the seat knows; faces of drawn cards are told later."""
    if choice.act["do"] in ("draw", "steal"):
        return True
    return why_not(known, seat, read_act(known.terms, choice.act)) is None


def _targets(table: Table) -> list[int]:
    """Return whose cards to take, the best first: of whom has most to help itself with."""
    hands = table.state.hands
    others = [seat for seat in table.state.alive if seat != table.seat and hands[seat]]
    return sorted(others, key=lambda seat: -len(hands[seat]))


def by_rule(table: Table, core: Core, choices: Sequence[Option], level: Level, dice: Dice) -> int:
    """Return the choice of the rules of thumb, for `easy` with less care."""
    rule = _RULES.get(table.state.phase)
    return rule(table, core, [choice.act for choice in choices], level == "easy", dice) if rule else 0


Acts = Sequence[Mapping[str, object]]


def _turn_by_rule(table: Table, core: Core, acts: Acts, is_easy: bool, dice: Dice) -> int:
    if is_easy and dice.random() < 0.35:
        return 0
    play = table.policy.turn(core, table.danger, core.known[table.seat] > 0)
    if play.target != NOBODY and not is_easy:
        play = play._replace(target=next(iter(_targets(table)), play.target))
    cards = [table.policy.cards.names[card] for card in play.cards]
    target = None if play.target == NOBODY else table.state.name(play.target)
    fitting = [number for number, act in enumerate(acts) if act.get("cards", []) == cards]
    aimed = [number for number in fitting if acts[number].get("target") == target]
    return (aimed or fitting or [0])[0]


def _window_by_rule(table: Table, core: Core, acts: Acts, is_easy: bool, dice: Dice) -> int:
    wants = dice.random() < 0.3 if is_easy else table.policy.nopes(core, table.seat, table.danger)
    return min(len(acts) - 1, int(wants))


def _defuse_by_rule(table: Table, core: Core, acts: Acts, is_easy: bool, dice: Dice) -> int:
    if is_easy or "slot" not in acts[0]:
        return dice.randrange(len(acts))
    slot = table.policy.slot(core, dice)
    return min(range(len(acts)), key=lambda number: (abs(int(str(acts[number]["slot"])) - slot), number))


def _gift_by_rule(table: Table, core: Core, acts: Acts, is_easy: bool, dice: Dice) -> int:
    if "card" not in acts[0]:
        return 0
    gift = table.policy.cards.names[table.policy.gift(core, table.seat)]
    return dice.randrange(len(acts)) if is_easy else [act["card"] for act in acts].index(gift)


def _order_by_rule(table: Table, core: Core, acts: Acts, is_easy: bool, dice: Dice) -> int:
    del dice
    order = [table.policy.cards.names[card] for card in table.policy.order(core)]
    return 0 if is_easy else next((number for number, act in enumerate(acts) if act.get("cards") == order), 0)


_RULES: Mapping[Phase, Callable[[Table, Core, Acts, bool, Dice], int]] = {
    Phase.TURN: _turn_by_rule,
    Phase.WINDOW: _window_by_rule,
    Phase.DEFUSE: _defuse_by_rule,
    Phase.GIVE: _gift_by_rule,
    Phase.ARRANGE: _order_by_rule,
}


def _advice(table: Table, choice: Option, value: float, number: int, is_only: bool) -> Advice:
    why, values = reason(choice.act, table.state, table.lethal_at, is_only)
    error = 1.96 * (value * (1 - value) / number) ** 0.5 if number else 1.0
    return Advice(choice.act, value, error, why, values)
