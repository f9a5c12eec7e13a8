"""What each choice in an Exploding game is worth, tried in worlds that agree with all its seat knows.

So a seat is advised, and told why; and when the game is over its choices are reviewed, with hindsight besides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from tacotable_engine.companion.answers import Advice, Counsel, Dice, Hand, IsOver, Level, Remark
from tacotable_engine.companion.exploding.following import acts_of, belief_of
from tacotable_engine.companion.exploding.options import Option, Table, option_of, options_of, table_of
from tacotable_engine.exploding.acts import Defuse, Draw, Nope, Play
from tacotable_engine.exploding.state import Phase, State, to_act

if TYPE_CHECKING:
    from tacotable_engine.companion.exploding.core import Core
    from tacotable_engine.companion.exploding.worlds import World
    from tacotable_engine.game import Act
    from tacotable_engine.log import Applied
    from tacotable_engine.match import Match

PLAYOUTS = 160  # So many games a strong player plays to their end before it acts, shared out among its choices.
FEW = 8  # So many worlds at least, and those of the levels that play by rule.
MARGIN = 0.45  # By how much, in standard errors, another choice must be better than the one by rule.
LOW = 0.1  # Below it the next card is not likely to be lethal.
FIRST, AGAIN = 10, 24  # Worlds for each choice of a finished game, and then for the best beside what was done.
Acts = Sequence[Mapping[str, object]]


def advise(
    match: Match, seat: str, level: Level, worlds: int, dice: Dice, hand: Hand = None, is_over: IsOver = None
) -> Counsel:
    """Return what a seat is advised; the first is what the level does. Raises RequestError as `table_of` does."""
    own = match.seats.index(seat)
    table = table_of(match.state, own, belief_of(match, own), hand)
    first = table.first(dice)
    choices = options_of(table, first)
    rule = _RULES.get(table.state.phase)
    ruled = rule(table, first, [choice.act for choice in choices], level == "easy", dice) if rule else 0
    limit = min(worlds, max(FEW, PLAYOUTS // len(choices)) if level == "strong" and len(choices) > 1 else FEW)
    wins, number = tried(table, choices, limit, dice, is_over)
    values = [(won + 0.5) / (number + 1) for won in wins]
    best = ruled
    if level == "strong" and number >= FEW:
        step = MARGIN * (0.5 / number) ** 0.5
        best = max(range(len(choices)), key=lambda index: (values[index] + (step if index == ruled else 0), -index))
    order = sorted(range(len(choices)), key=lambda index: (index != best, -values[index], index))
    advice = []
    for index in order:
        act, value = choices[index].act, values[index]
        error = 1.96 * (value * (1 - value) / number) ** 0.5 if number else 1.0
        advice.append(Advice(act, value, error, *_reason(act, table, is_only=len(choices) == 1)))
    return Counsel(tuple(advice), number)


def tried(
    table: Table, choices: Sequence[Option], limit: int, dice: Dice, is_over: IsOver = None, world: World | None = None
) -> tuple[list[float], int]:
    """Return how often the seat won with each choice, and in how many worlds each was tried: in one, if it is given."""
    wins = [0.0] * len(choices)
    number = 0
    while number < limit and not (number and is_over is not None and is_over()):
        begun = table.core(world) if world else table.sampled(dice)
        for index, choice in enumerate(choices):
            core = begun.copy()
            choice.does(core, dice)
            wins[index] += table.policy.winner_of(core, dice) == table.seat
        number += 1
    return wins, number


# The rules of thumb for each phase, as the place of an act; with less care for `easy`.


def _turn_by_rule(table: Table, core: Core, acts: Acts, is_easy: bool, dice: Dice) -> int:
    if is_easy and dice.random() < 0.35:
        return 0
    play = table.policy.turn(core, table.danger, core.known[table.seat] > 0)
    if play.target >= 0 and not is_easy:
        play = play._replace(target=next(iter(table.targets), play.target))
    cards = [table.policy.cards.names[card] for card in play.cards]
    target = table.state.name(play.target) if play.target >= 0 else None
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
    order = [table.policy.cards.names[card] for card in table.policy.order(core)]
    return 0 if is_easy else next((number for number, act in enumerate(acts) if act.get("cards") == order), 0)


_RULES: Mapping[Phase, Callable[[Table, Core, Acts, bool, Dice], int]] = {
    Phase.TURN: _turn_by_rule,
    Phase.WINDOW: _window_by_rule,
    Phase.DEFUSE: _defuse_by_rule,
    Phase.GIVE: _gift_by_rule,
    Phase.ARRANGE: _order_by_rule,
}


def _reason(act: Mapping[str, object], table: Table, *, is_only: bool) -> tuple[str, dict[str, object]]:
    """Return why an act may be good, as the code of a sentence and its values; `is_only`: there is no other."""
    percent = round(100 * table.danger)
    do = str(act["do"])
    if do == "draw":
        return ("why.draw-low" if table.danger < LOW else "why.draw-still"), {"percent": percent}
    if do == "play":
        return _play_reason(act, table.state, percent)
    if do == "defuse":
        return ("why.back-top" if act.get("slot") == 0 else "why.back-deep"), {"slot": act.get("slot")}
    if do == "let" and is_only:
        return "why.let-must", {}
    if do in ("nope", "let", "arrange") or (do == "give" and "card" in act):
        return f"why.{do}", {"card": act["card"]} if do == "give" else {}
    return "why.only", {}


def _play_reason(act: Mapping[str, object], state: State, percent: int) -> tuple[str, dict[str, object]]:
    cards = tuple(map(str, act["cards"])) if isinstance(act["cards"], list) else ()
    effect = state.terms.ruleset.effect_of(cards, state.discard[-1] if state.discard else None)
    values: dict[str, object] = {"cards": list(cards), "percent": percent}
    values |= {"seat": act["target"]} if "target" in act else {}
    if effect in ("see-the-future", "alter-the-future"):
        return "why.look", values
    if effect in ("attack", "targeted-attack", "skip", "draw-from-bottom", "shuffle"):
        return ("why.escape" if percent >= 100 * LOW else "why.pass-on"), values
    if effect in ("triple", "five"):
        return f"why.{effect}", {**values, "name": act["name"]}
    return "why.take", values


def review(match: Match, dice: Dice) -> tuple[Remark, ...]:
    """Return a remark for each choice of a game that is over; raises RequestError while it goes on."""
    remarks = []
    for entry, state, belief in acts_of(match):
        seat = match.seats.index(entry.seat)
        if _is_choice(state, seat, entry.act):
            table = table_of(state, seat, belief, None)
            remarks.append(_remark(entry, table, dice))
    return tuple(remarks)


def _is_choice(state: State, seat: int, act: Act) -> bool:
    """Return whether an act was a choice: a turn, a slot, a Nope; and letting pass what could have been noped."""
    if state.phase is Phase.TURN:
        return isinstance(act, Play | Draw)
    if isinstance(act, Defuse):
        return act.slot is not None
    is_asked = state.phase is Phase.WINDOW and seat in to_act(state)  # else it has chosen when it let the play pass
    return is_asked and (isinstance(act, Nope) or "nope" in state.hands[seat])


def _remark(entry: Applied, table: Table, dice: Dice) -> Remark:
    """Return what is said of a choice."""
    state = table.state
    choices = options_of(table, table.first(dice))
    did = _done(entry.act, state)
    index = next((number for number, choice in enumerate(choices) if _same(choice.act, did)), len(choices))
    if index == len(choices):
        choices.append(option_of(table, did))
    known_loss, known_best = _loss(table, choices, index, dice)
    real = table.real()
    loss, best = _loss(table, choices, index, dice, real) if real else (None, None)
    acts = [did if number == index else choice.act for number, choice in enumerate(choices)]
    percent = round(100 * table.danger) if state.phase is Phase.TURN else None
    hindsight = None if best is None else acts[best]
    seat = state.name(table.seat)
    return Remark(entry.number, seat, did, hindsight, acts[known_best], loss, known_loss, percent)


def _loss(table: Table, choices: list[Option], index: int, dice: Dice, real: World | None = None) -> tuple[float, int]:
    """Return what a choice lost against the best, and the best; with `real`, all cards as they lay.

    The best of many is always somewhat lucky, so what it is better by is seen in worlds of its own.
    """
    wins, _ = tried(table, choices, FIRST, dice, world=real)
    best = max(range(len(wins)), key=lambda each: (wins[each], each == index))
    if best == index:
        return 0.0, index
    (better, done), number = tried(table, (choices[best], choices[index]), AGAIN, dice, world=real)
    gap = (better - done) / number
    return (gap, best) if gap > (0.5 / number) ** 0.5 else (0.0, index)


def _done(act: Act, state: State) -> dict[str, object]:
    """Return an act as a request has it."""
    if isinstance(act, Play):
        declared = {key: value for key, value in (("target", act.target), ("name", act.name)) if value is not None}
        return {"do": "play", "cards": list(act.cards), **declared}
    if isinstance(act, Defuse):
        named = {} if act.card == "defuse" else {"card": act.card}
        return {"do": "defuse", "slot": min(act.slot or 0, len(state.pile)), **named}
    if isinstance(act, Nope):
        return {"do": "nope"} if act.card == "nope" else {"do": "nope", "card": act.card}
    return {"do": act.do}


def _same(one: Mapping[str, object], other: Mapping[str, object]) -> bool:
    cards, laid = one.get("cards"), other.get("cards")
    if isinstance(cards, list) and isinstance(laid, list):
        return sorted(cards) == sorted(laid) and {**one, "cards": 0} == {**other, "cards": 0}
    return dict(one) == dict(other)
