"""Starting in the middle: the `position` of a `new` request, and whether a state told from outside can be at all.

What a position leaves out is as after set-up. Cards, hands and phase of a state must fit each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tacotable_engine.cards import UNKNOWN, Cards, Mode, without
from tacotable_engine.errors import RequestError
from tacotable_engine.fields import as_cards, as_list, as_object, as_one_of, as_whole, reject_if, require_only
from tacotable_engine.tacocat.proofs import unseen
from tacotable_engine.tacocat.rounds import begin_round, deal, dealt_by_hand
from tacotable_engine.tacocat.ruleset import FEWEST, GOALS, SPACES
from tacotable_engine.tacocat.state import Phase, Seat, State, Terms, sorted_hand

if TYPE_CHECKING:
    from tacotable_engine.chance import Chance

Told = Mapping[str, object]
FIELDS = (
    *("token", "covered", "wins", "phase", "attacker", "hands", "pile", "discard", "duel_winner", "demands"),
    "replaced",
)


def start(terms: Terms, told: Told | None, chance: Chance) -> State:
    """Return the first state of a match; raises RequestError naming the field that does not fit."""
    blank = State(terms, Phase.REPLACE, round=0 if terms.practice else 1)
    if not told:
        return begin_round(blank, chance)[0]
    require_only(told, FIELDS, "position")
    state = _with_phase(_with_cards(_with_track(blank, told), told, chance), told)
    # In a game two seats may seal what the deck has once, and its state has to be read back; a request may not.
    for card, left in unseen(state).items():
        if left < 0:
            copies = terms.deck.counts[card]
            raise RequestError(f"position: {copies - left} cards {card!r} are placed, and the deck has {copies}")
    require_sound(state)
    return state


def _with_track(state: State, told: Told) -> State:
    """Read what is on the board and what has been decided."""
    terms = state.terms
    token = as_whole(told.get("token", 0), *GOALS, "position.token")
    covered = as_list(told.get("covered", []), "position.covered")
    spaces = sorted([as_whole(space, -3, 3, "position.covered") for space in covered])
    wins = as_list(told.get("wins", []), "position.wins")
    winners = tuple(_seat(terms, seat, "position.wins") for seat in wins)
    ended = len(winners) if token in GOALS else len(winners) + 1
    attacker, duel_winner = (
        None if told.get(name) is None else _seat(terms, told[name], f"position.{name}")
        for name in ("attacker", "duel_winner")
    )
    given = as_object(told.get("replaced", {}), "position.replaced", terms.seats)
    first, second = (
        as_whole(given[seat], 0, terms.deck.size, "position.replaced") if seat in given else None
        for seat in terms.seats
    )
    return state._replace(
        token=token,
        covered=tuple(spaces),
        winners=winners,
        round=0 if state.is_practice else max(1, ended),
        attacker=attacker,
        duel_winner=duel_winner,
        replaced=(first, second),
    )


def _seat(terms: Terms, value: object, where: str) -> Seat:
    return terms.seats.index(as_one_of(value, terms.seats, where))


def _cards(terms: Terms, told: Told, name: str) -> Cards:
    return as_cards(told.get(name, []), terms.deck.names, f"position.{name}")


def _with_cards(state: State, told: Told, chance: Chance) -> State:
    """Place the cards that are told, and deal what is not."""
    terms, is_blind = state.terms, state.terms.mode is Mode.BLIND
    demands = _cards(terms, told, "demands")
    is_group, is_run = len(set(demands)) <= 1, len(set(demands)) == len(demands)
    if UNKNOWN in demands or not (is_group or (is_run and terms.ruleset.has_runs)):
        raise RequestError(
            "position.demands: takes equal values, or different ones of a run where the edition has runs"
        )
    demands = sorted_hand(terms.ruleset, demands)
    discard, pile = _cards(terms, told, "discard"), _cards(terms, told, "pile")
    placed = state._replace(discard=discard, demands=demands, attack=demands, pile=pile)
    if "hands" in told:
        placed = placed._replace(hands=_hands(terms, told["hands"]))
    elif state.token in GOALS:
        return placed
    elif terms.mode is Mode.DEALT:
        return _deal_known(placed, "pile" in told, chance)
    else:
        placed = dealt_by_hand(placed, terms.board.number(state.token))._replace(owed=(0, 0))
    if "pile" in told or ("hands" in told and not is_blind):
        return placed
    lying = sum(map(len, (*placed.hands, pile, discard, demands)))
    return placed._replace(pile=(UNKNOWN,) * max(0, terms.deck.size - lying))


def _hands(terms: Terms, value: object) -> tuple[Cards, Cards]:
    given = as_object(value, "position.hands", terms.seats)
    for seat in terms.seats:
        reject_if(seat not in given, f"position.hands: the hand of {seat!r} is missing")
    first, second = (
        sorted_hand(terms.ruleset, as_cards(given[seat], terms.deck.names, "position.hands")) for seat in terms.seats
    )
    return first, second


def _deal_known(state: State, has_pile: bool, chance: Chance) -> State:
    """Mode dealt: shuffle the cards that are not placed, and deal."""
    left = list(state.terms.deck.cards)
    number = state.terms.board.number(state.token)
    for card in (*state.pile, *state.discard, *state.attack):
        reject_if(card not in left, f"position: there are not so many cards {card!r} in the deck")
        left.remove(card)
    reject_if(len(left) < 2 * number, f"position.hands: too few cards are left to deal {number} to each")
    dealt = deal(state, tuple(chance.shuffle(left)), number)
    return dealt._replace(pile=state.pile) if has_pile else dealt


def _with_phase(state: State, told: Told) -> State:
    """Read the phase, or give the one after set-up; fill in what that phase needs."""
    owed = (0, 0)
    if state.token not in GOALS:
        number = state.terms.board.number(state.token)
        owed = (number - len(state.hands[0]), number - len(state.hands[1]))
    if "phase" in told:
        phase = Phase(as_one_of(told["phase"], [phase.value for phase in Phase], "position.phase"))
    elif state.token in GOALS:
        phase = Phase.OVER
    elif max(owed) > 0 and (state.terms.mode is Mode.SEEN or ("hands" not in told and state.terms.robots)):
        phase = Phase.DEAL
    else:
        phase = Phase.ATTACK if state.is_practice else Phase.REPLACE
    reject_if(phase is not Phase.ANSWER and state.demands, f"position.demands: phase {phase.value!r} has none")
    if phase is Phase.DEAL:
        return state._replace(phase=phase, owed=owed)
    if phase in (Phase.ATTACK, Phase.ANSWER) and state.attacker is None:
        return state._replace(phase=phase, attacker=state.duel_winner or 0)
    return state._replace(phase=phase)


def require_sound(state: State) -> None:
    """Raise RequestError naming the first field that does not fit."""
    phase = state.phase
    if state.token in state.covered:
        raise RequestError(f"position.covered: the token stands on {state.token}, so it is not covered")
    if not set(state.covered) <= set(SPACES) or len(set(state.covered)) < len(state.covered):
        raise RequestError("position.covered: takes spaces from -3 to 3, each once")
    if (state.winner is not None) != (phase is Phase.OVER):
        raise RequestError(f"position.phase: {phase.value!r} does not go with the token on {state.token}")
    _require_cards(state)
    _require_sealed(state)
    answered = [answer.demand for answer in state.answers]
    if sorted(state.attack) != sorted((*answered, *state.demands)):
        raise RequestError("position.demands: every card of the attack is one demand, open or answered")
    reject_if(state.attack and phase is not Phase.ANSWER, f"position.demands: phase {phase.value!r} has none")
    reject_if(any(state.owed) and phase is not Phase.DEAL, f"position: no card is owed in phase {phase.value!r}")
    if phase is Phase.DEAL:
        _require_deal(state)
    _require_sizes(state)
    if phase is Phase.REPLACE:
        _require_replace(state)


def _require_cards(state: State) -> None:
    size, lying = state.terms.deck.size, (*state.hands, state.pile, state.discard)
    total = sum(map(len, (*lying, state.attack, state.answers, *state.tucked)))
    reject_if(total > size, f"position: {total} cards are placed, and the deck has {size}")
    if state.terms.mode is Mode.DEALT and any(UNKNOWN in cards for cards in lying):
        raise RequestError('position: "?" is no card in mode dealt; the engine knows every card it deals')


def _require_sealed(state: State) -> None:
    for hand, cards in zip(state.hands, state.sealed, strict=True):
        told = tuple(card for card in cards or () if card != UNKNOWN)
        if len(cards or ()) > len(hand) or without(hand, told) is None:
            raise RequestError("position: a sealed card is not in its hand")
        if cards is not None and state.phase not in (Phase.REPLACE, Phase.DUEL, Phase.SHOWDOWN):
            raise RequestError(f"position: nothing is sealed in phase {state.phase.value!r}")
        if cards is not None and state.phase is not Phase.REPLACE and (len(cards) != 1 or UNKNOWN in cards):
            raise RequestError("position: one told card is sealed at a time")
    reject_if(None not in state.sealed, "position: when both have chosen, nothing stays sealed")


def _require_deal(state: State) -> None:
    if not any(map(state.terms.is_told, (0, 1))):
        raise RequestError("position.phase: 'deal' is a phase of mode seen only, and of robots in blind")
    reject_if(not any(state.owed), "position.phase: 'deal' is over, for every hand is full")
    if any(owed < 0 or (owed and not state.terms.is_told(seat)) for seat, owed in enumerate(state.owed)):
        raise RequestError(f"position.hands: {state.terms.board.number(state.token)} cards are dealt on this space")
    reject_if(sum(state.owed) > len(state.pile), f"position.pile: {sum(state.owed)} cards are still to be dealt")


def _require_sizes(state: State) -> None:
    """Check how many cards the hands hold, where the phase asks for that, and that there is an attacker."""
    phase, names, sizes = state.phase, state.terms.seats, [len(hand) for hand in state.hands]
    if phase in (Phase.ATTACK, Phase.ANSWER) and state.attacker is None:
        raise RequestError(f"position.attacker: phase {phase.value!r} needs one")
    if phase in (Phase.REPLACE, Phase.DUEL, Phase.ATTACK) and (sizes[0] != sizes[1] or sizes[0] < FEWEST):
        raise RequestError(
            f"position.hands: in phase {phase.value!r} both have equally many cards, {FEWEST} or more; "
            f"given are {sizes[0]} and {sizes[1]}"
        )
    reject_if(phase is Phase.SHOWDOWN and sizes != [1, 1], "position.hands: in phase 'showdown' each seat has one card")
    if phase is not Phase.ANSWER:
        return
    reject_if(not state.demands, "position.demands: phase 'answer' needs the open demands")
    attacker = state.attacker or 0
    if sizes[attacker] < 1 or sizes[1 - attacker] != sizes[attacker] + len(state.demands):
        raise RequestError(
            f"position.hands: with {len(state.demands)} open demands {names[1 - attacker]!r} has as many more "
            f"than {names[attacker]!r}, who keeps at least one"
        )


def _require_replace(state: State) -> None:
    reject_if(None not in state.replaced, "position.replaced: both have replaced, so the phase is not 'replace'")
    is_sealed = state.sealed != (None, None)
    reject_if(state.arrow is not None and is_sealed, "position: under a single arrow nothing is sealed")
    if is_sealed and state.replaced != (None, None):
        raise RequestError("position.replaced: nobody has replaced while a choice is sealed")
