"""Reading the `position` of a `new` request: what it tells, and what it leaves out as after set-up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tacotable_engine.cards import UNKNOWN, Cards, Mode
from tacotable_engine.errors import RequestError
from tacotable_engine.fields import as_cards, as_list, as_object, as_one_of, as_whole, require_only
from tacotable_engine.tacocat.rounds import begin_match, begin_round, deal, dealt_by_hand
from tacotable_engine.tacocat.ruleset import GOALS
from tacotable_engine.tacocat.soundness import require_copies, require_sound
from tacotable_engine.tacocat.state import Phase, Seat, State, Terms, sorted_hand

if TYPE_CHECKING:
    from tacotable_engine.chance import Chance

Told = Mapping[str, object]
FIELDS = (
    "token",
    "covered",
    "wins",
    "phase",
    "attacker",
    "hands",
    "pile",
    "discard",
    "duel_winner",
    "demands",
    "replaced",
)


def start(terms: Terms, told: Told | None, chance: Chance) -> State:
    """Return the first state of a match; raises RequestError naming the field that does not fit."""
    blank = begin_match(terms)
    if not told:
        return begin_round(blank, chance)[0]
    require_only(told, FIELDS, "position")
    state = _with_cards(_with_track(blank, told), told, chance)
    state = _with_phase(state, told)
    require_copies(state)
    require_sound(state)
    return state


def _with_track(state: State, told: Told) -> State:
    """Read what is on the board and what has been decided."""
    token = as_whole(told.get("token", 0), *GOALS, "position.token")
    covered = [
        as_whole(space, -3, 3, "position.covered") for space in as_list(told.get("covered", []), "position.covered")
    ]
    wins = as_list(told.get("wins", []), "position.wins")
    winners = tuple(_seat(state, seat, "position.wins") for seat in wins)
    ended = len(winners) if token in GOALS else len(winners) + 1
    return state._replace(
        token=token,
        covered=tuple(sorted(covered)),
        winners=winners,
        round=0 if state.is_practice else max(1, ended),
        attacker=_seat_or_none(state, told, "attacker"),
        duel_winner=_seat_or_none(state, told, "duel_winner"),
        replaced=_replaced(state, told),
    )


def _seat(state: State, value: object, where: str) -> Seat:
    return state.terms.seats.index(as_one_of(value, state.terms.seats, where))


def _seat_or_none(state: State, told: Told, name: str) -> Seat | None:
    return None if told.get(name) is None else _seat(state, told[name], f"position.{name}")


def _replaced(state: State, told: Told) -> tuple[int | None, int | None]:
    given = as_object(told.get("replaced", {}), "position.replaced")
    require_only(given, state.terms.seats, "position.replaced")
    first, second = (
        as_whole(given[seat], 0, state.terms.deck.size, "position.replaced") if seat in given else None
        for seat in state.terms.seats
    )
    return first, second


def _cards(state: State, told: Told, name: str) -> Cards:
    return as_cards(told.get(name, []), state.terms.deck.names, f"position.{name}")


def _with_cards(state: State, told: Told, chance: Chance) -> State:
    """Place the cards that are told, and deal what is not."""
    demands = _demands(state, told)
    placed = state._replace(
        discard=_cards(state, told, "discard"),
        demands=demands,
        attack=demands,
        pile=_cards(state, told, "pile"),
    )
    if "hands" in told:
        placed = placed._replace(hands=_hands(state, told))
        if "pile" in told or state.terms.mode is not Mode.BLIND:
            return placed
        return placed._replace(pile=(UNKNOWN,) * _not_placed(placed))
    if state.token in GOALS:
        return placed
    if state.terms.mode is Mode.DEALT:
        return _deal_known(placed, "pile" in told, chance)
    dealt = dealt_by_hand(placed, state.terms.board.number(state.token))._replace(owed=(0, 0))
    return dealt if "pile" in told else dealt._replace(pile=(UNKNOWN,) * _not_placed(dealt))


def _hands(state: State, told: Told) -> tuple[Cards, Cards]:
    given = as_object(told["hands"], "position.hands")
    require_only(given, state.terms.seats, "position.hands")
    for seat in state.terms.seats:
        if seat not in given:
            raise RequestError(f"position.hands: the hand of {seat!r} is missing")
    terms = state.terms
    first, second = (
        sorted_hand(terms.ruleset, as_cards(given[seat], terms.deck.names, "position.hands")) for seat in terms.seats
    )
    return first, second


def _demands(state: State, told: Told) -> Cards:
    """Read the open demands: equal ones, or different ones of a run, ascending."""
    demands = _cards(state, told, "demands")
    is_group, is_run = len(set(demands)) <= 1, len(set(demands)) == len(demands)
    if UNKNOWN in demands or not (is_group or (is_run and state.terms.ruleset.has_runs)):
        raise RequestError(
            "position.demands: takes equal values, or different ones of a run where the edition has runs"
        )
    return sorted_hand(state.terms.ruleset, demands)


def _not_placed(state: State) -> int:
    placed = sum(map(len, (*state.hands, state.pile, state.discard, state.attack)))
    return max(0, state.terms.deck.size - placed)


def _deal_known(state: State, has_pile: bool, chance: Chance) -> State:
    """Mode dealt: shuffle the cards that are not placed, and deal."""
    left = list(state.terms.deck.cards)
    number = state.terms.board.number(state.token)
    for card in (*state.pile, *state.discard, *state.attack):
        if card not in left:
            raise RequestError(f"position: there are not so many cards {card!r} in the deck")
        left.remove(card)
    if len(left) < 2 * number:
        raise RequestError(f"position.hands: too few cards are left to deal {number} to each")
    dealt = deal(state, tuple(chance.shuffle(left)), number)
    return dealt._replace(pile=state.pile) if has_pile else dealt


def _with_phase(state: State, told: Told) -> State:
    """Read the phase, or give the one after set-up; fill in what that phase needs."""
    phase = _phase(state, told)
    if phase is not Phase.ANSWER and state.demands:
        raise RequestError(f"position.demands: phase {phase.value!r} has none")
    if phase is Phase.DEAL:
        return state._replace(phase=phase, owed=_owed(state))
    if phase in (Phase.ATTACK, Phase.ANSWER) and state.attacker is None:
        first = state.duel_winner if state.duel_winner is not None else 0
        return state._replace(phase=phase, attacker=first)
    return state._replace(phase=phase)


def _phase(state: State, told: Told) -> Phase:
    if "phase" in told:
        return Phase(as_one_of(told["phase"], [phase.value for phase in Phase], "position.phase"))
    if state.token in GOALS:
        return Phase.OVER
    is_dealt = state.terms.mode is not Mode.SEEN and ("hands" in told or not state.terms.robots)
    if not is_dealt and max(_owed(state)) > 0:
        return Phase.DEAL
    return Phase.ATTACK if state.is_practice else Phase.REPLACE


def _owed(state: State) -> tuple[int, int]:
    if state.token in GOALS:
        return (0, 0)
    number = state.terms.board.number(state.token)
    return number - len(state.hands[0]), number - len(state.hands[1])
