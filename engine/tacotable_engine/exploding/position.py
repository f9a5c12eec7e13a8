"""The first state of a game: set up from the deck, or as the `position` of a `new` request tells it.

What a position leaves out is as after set-up; cards, seats and phase of a state told from outside must fit each other.
A game whose hidden cards readers told may also go on unseen, as one in which they are not told any more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from tacotable_engine.cards import UNKNOWN, Cards, Deck, Mode, spread
from tacotable_engine.errors import RequestError
from tacotable_engine.exploding.hypotheses import claims
from tacotable_engine.exploding.ruleset import DEALT, DEFUSE, HAND, sorted_hand
from tacotable_engine.exploding.state import Phase, Seat, State, Terms, Turn
from tacotable_engine.fields import as_cards, as_list, as_object, as_one_of, as_whole, reject_if, require_only, required

if TYPE_CHECKING:
    from tacotable_engine.chance import Chance


def blank(terms: Terms, alive: tuple[Seat, ...]) -> State:
    """Return a state without any card, the first living seat to play."""
    nothing: tuple[Cards, ...] = ((),) * len(terms.seats)
    owed, turn = (0,) * len(terms.seats), Turn(alive[0])
    return State(terms, Phase.TURN, nothing, (), alive, turn, in_front=nothing, owed=owed)


def dealt(state: State, cards: Mapping[str, int], chance: Chance) -> State:
    """Deal these cards to the living seats; what is left is the pile."""
    if state.terms.mode is Mode.DEALT:
        return _deal_known(state, cards, chance)
    seats, hand = range(len(state.terms.seats)), (DEFUSE, *(UNKNOWN,) * DEALT)
    told = [seat for seat in state.alive if state.terms.is_told(seat)]
    return state._replace(
        phase=Phase.DEAL if told else Phase.TURN,
        hands=tuple(hand if seat in state.alive and seat not in told else () for seat in seats),
        owed=tuple(HAND if seat in told else 0 for seat in seats),
        pile=(UNKNOWN,) * (sum(cards.values()) - HAND * (len(state.alive) - len(told))),
    )


def _deal_known(state: State, cards: Mapping[str, int], chance: Chance) -> State:
    """Deal each seat a Defuse, shuffle and deal, then shuffle again with the lethal cards and what else comes back."""
    ruleset = state.terms.ruleset
    lethal = (ruleset.lethal,) * cards.get(ruleset.lethal, 0)
    extra = (DEFUSE,) * (cards.get(DEFUSE, 0) - len(state.alive))
    others = spread({card: count for card, count in cards.items() if card not in (ruleset.lethal, DEFUSE)})
    first = tuple(chance.shuffle((*others, *extra) if ruleset.defuses_first else others))
    count, hands = len(state.alive), list(state.hands)
    for place, seat in enumerate(state.alive):
        hands[seat] = sorted_hand(ruleset, (DEFUSE, *first[place : DEALT * count : count]))
    rest = (*first[DEALT * count :], *lethal, *(() if ruleset.defuses_first else extra))
    return state._replace(hands=tuple(hands), pile=tuple(chance.shuffle(rest)))


def unseen(state: State, chance: Chance) -> State:
    """Return the state in mode `blind`: what was told of hands stays known. A deal that is not done counts as done."""
    terms = replace(state.terms, mode=Mode.BLIND, robots=())
    if state.phase is Phase.DEAL:
        return start(terms, None, terms.deck, chance)
    if state.terms.robots:  # what was followed took robots' cards for hidden ones
        state = state._replace(claims=(), moves=(), levels=())
    return state._replace(terms=terms)


Told = Mapping[str, object]
FIELDS = ("turn", "hands", "pile", "discard", "alive", "in_front")
MOST_TURNS = 1000


def start(terms: Terms, told: Told | None, box: Deck, chance: Chance) -> State:
    """Return the first state of a game; raises RequestError naming the field that does not fit.

    `box` is the deck of a position that has cards which this number of players does not play with.
    """
    if not told:
        everyone = tuple(range(len(terms.seats)))
        return dealt(blank(terms, everyone), terms.deck.counts, chance)
    require_only(told, FIELDS, "position")
    state = blank(terms, _alive(terms, told))
    state = state._replace(
        discard=_cards(terms, told.get("discard", []), "discard"),
        pile=_cards(terms, told.get("pile", []), "pile"),
        in_front=_by_seat(terms, told.get("in_front", {}), "in_front"),
    )
    if "hands" in told:
        given = as_object(told["hands"], "position.hands")
        for seat in state.alive:
            reject_if(state.name(seat) not in given, f"position.hands: the hand of {state.name(seat)!r} is missing")
        state = state._replace(hands=_by_seat(terms, given, "hands"))
    state = _with_fitting_deck(state, box)
    if "hands" not in told or ("pile" not in told and terms.mode is Mode.BLIND):
        state = _with_the_rest(state, told, chance)
    state = _with_turn(state, told)
    require_sound(state)
    return state


def _alive(terms: Terms, told: Told) -> tuple[Seat, ...]:
    names = as_list(told.get("alive", list(terms.seats)), "position.alive")
    seats = [terms.seats.index(as_one_of(name, terms.seats, "position.alive")) for name in names]
    reject_if(not seats or len(set(seats)) < len(seats), "position.alive: takes one living seat or more, each once")
    return tuple(sorted(seats))


def _cards(terms: Terms, value: object, where: str) -> Cards:
    return as_cards(value, terms.deck.names, f"position.{where}")


def _by_seat(terms: Terms, value: object, where: str) -> tuple[Cards, ...]:
    given = as_object(value, f"position.{where}", terms.seats)
    return tuple(sorted_hand(terms.ruleset, _cards(terms, given.get(seat, []), where)) for seat in terms.seats)


def _with_fitting_deck(state: State, box: Deck) -> State:
    placed = Counter(card for card in _placed(state) if card != UNKNOWN)
    if all(count <= state.terms.deck.counts[card] for card, count in placed.items()):
        return state
    for card, count in placed.items():
        if count > box.counts[card]:
            raise RequestError(f"position: {count} cards {card!r} are placed, and there are {box.counts[card]}")
    return state._replace(terms=replace(state.terms, deck=box))


def _placed(state: State) -> list[str]:
    return [card for cards in (*state.hands, state.pile, state.discard, *state.in_front) for card in cards]


def _with_the_rest(state: State, told: Told, chance: Chance) -> State:
    """Deal what the position does not place; in `blind` what it leaves of the deck is the pile."""
    left = state.terms.deck.left(_placed(state))
    unknown = _placed(state).count(UNKNOWN)
    if "hands" in told:
        return state._replace(pile=(UNKNOWN,) * max(0, sum(left.values()) - unknown))
    # Every player who is out took a lethal card along.
    ruleset, seats = state.terms.ruleset, len(state.terms.seats)
    gone = seats - len(state.alive)
    placed_lethal = state.terms.deck.counts[ruleset.lethal] - left[ruleset.lethal]
    left[ruleset.lethal] = max(0, min(left[ruleset.lethal], seats - 1 - max(gone, placed_lethal)))
    needed = HAND * len(state.alive)
    free = sum(left.values()) - left[ruleset.lethal]
    if left[DEFUSE] < len(state.alive) or free < needed:
        raise RequestError(f"position.hands: too few cards are left to deal {HAND} to each of {len(state.alive)}")
    complete = dealt(state, left, chance)
    return complete._replace(pile=state.pile) if "pile" in told else complete


def _with_turn(state: State, told: Told) -> State:
    """Read whose turn it is; a game with one living seat is over."""
    if len(state.alive) == 1:
        state = state._replace(phase=Phase.OVER)
    if "turn" not in told:
        return state
    given = as_object(told["turn"], "position.turn", ("seat", "left", "source"))
    name = as_one_of(required(given, "seat", "position.turn"), state.terms.seats, "position.turn.seat")
    seat = state.terms.seats.index(name)
    reject_if(seat not in state.alive, f"position.turn.seat: {name!r} is out")
    left = as_whole(given.get("left", 1), 1, MOST_TURNS, "position.turn.left")
    source = as_one_of(given.get("source", "normal"), ("normal", "attack"), "position.turn.source")
    return state._replace(turn=Turn(seat, left, "attack" if source == "attack" else "normal"))


def require_sound(state: State) -> None:
    """Raise RequestError naming the first field that does not fit."""
    _require_cards(state)
    for seat, hand in enumerate(state.hands):
        reject_if(hand and seat not in state.alive, f"position.hands: {state.name(seat)!r} is out and holds no cards")
    reject_if(state.turn.seat not in state.alive, "position.turn.seat: this seat is out")
    reject_if(state.peek is not None and state.peek.seat not in state.alive, "position: who is out has seen nothing")
    _require_phase(state)
    _require_pending(state)


def _require_cards(state: State) -> None:
    for card, left in claims.unseen(state).items():
        if left < 0:
            copies = state.terms.deck.counts[card]
            raise RequestError(f"position: {copies - left} cards {card!r} are placed, and there are {copies}")
    total = sum(map(len, (*state.hands, state.pile, state.discard, *state.in_front, state.out)))
    if total > state.terms.deck.size:
        raise RequestError(f"position: {total} cards are placed, and the deck has {state.terms.deck.size}")
    if any(state.terms.ruleset.lethal in hand for hand in state.hands):
        raise RequestError("position.hands: nobody holds a lethal card")
    hidden = {Mode.DEALT: (*state.hands, state.pile, state.discard, *state.in_front), Mode.SEEN: state.hands}
    if any(UNKNOWN in cards for cards in hidden.get(state.terms.mode, ())):
        raise RequestError(f'position: in mode {state.terms.mode.value} these cards are all known; "?" is none of them')


def _require_phase(state: State) -> None:
    """Check that the game is over with the last living seat, and that nothing hangs over from another phase."""
    if (len(state.alive) == 1) != (state.phase is Phase.OVER):
        raise RequestError(f"position: phase {state.phase.value!r} does not go with {len(state.alive)} living seats")
    if (state.drawn is not None) != (state.phase is Phase.DEFUSE):
        raise RequestError("position: a lethal card is in somebody's hand exactly in phase 'defuse'")
    is_pending = state.phase in (Phase.WINDOW, Phase.GIVE, Phase.STEAL, Phase.ARRANGE)
    if (state.pending is not None) != is_pending:
        raise RequestError(f"position: phase {state.phase.value!r} does not go with what is pending")
    is_told = all(state.terms.is_told(seat) for seat, owed in enumerate(state.owed) if owed)
    if any(state.owed) != (state.phase is Phase.DEAL) or not is_told:
        raise RequestError("position: cards are owed exactly in phase 'deal', to seats whose cards are told")
    reject_if(sum(state.owed) > len(state.pile), f"position.pile: {sum(state.owed)} cards are still to be dealt")
    if state.is_from_bottom != (state.phase is Phase.DRAW):
        raise RequestError("position: the bottom card is drawn exactly in phase 'draw'")


def _require_pending(state: State) -> None:
    """Check the pile, and who plays or is asked."""
    phase, pending = state.phase, state.pending
    if phase in (Phase.DRAW, Phase.ARRANGE) and not state.pile:
        raise RequestError("position.pile: there is a card to draw or to put back")
    if phase is Phase.WINDOW and pending is not None:
        seats = {pending.seat, *pending.passed}  # who laid the last card may have left since
        if not seats <= set(state.alive) or pending.last in pending.passed or pending.seat != state.turn.seat:
            raise RequestError("position: the seats of the open window do not fit")
        lying = len(pending.cards) + len(pending.noped)
        if len(state.discard) < lying or state.discard[len(state.discard) - len(pending.noped) :] != pending.noped:
            raise RequestError("position: what is pending lies on the discard pile")
    if phase in (Phase.GIVE, Phase.STEAL) and pending is not None:
        if pending.target is None or pending.target not in state.alive or pending.target == pending.seat:
            raise RequestError("position: somebody else is asked")
        reject_if(not state.hands[pending.target], "position: who is asked has a card")
