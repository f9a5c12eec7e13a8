"""Between rounds: who wins by the last cards, where Tacocat goes, how a new round begins; and what amendments do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from tacotable_engine.cards import UNKNOWN, Cards, Mode
from tacotable_engine.rulings import Event, Refusal
from tacotable_engine.tacocat.proofs import with_shown_copies
from tacotable_engine.tacocat.ruleset import GOALS
from tacotable_engine.tacocat.state import Phase, Seat, State, sorted_hand

if TYPE_CHECKING:
    from tacotable_engine.amendment import Amendment
    from tacotable_engine.chance import Chance

STEPS = (-1, 1)  # The direction of each seat's goal.
Begun = tuple[State, list[Event]]
Replaced = tuple[int | None, int | None]


def round_winner(state: State, last: tuple[str, str]) -> tuple[Seat | None, str]:
    """Return who wins by the last cards, and the rule that says so (rulings `tie-unfought` and `tie-start`)."""
    first, second = map(int, last)
    if first != second:
        return (0 if first < second else 1), "showdown-lower"
    if state.duel_winner is None and (state.attacker is None or state.terms.ruleset.duel_winner_breaks_ties):
        return None, "tie-unfought"
    if state.terms.ruleset.duel_winner_breaks_ties:
        return state.duel_winner, "tie-duel-winner"
    return (None, "tie-start") if state.arrow is None else (state.arrow, "tie-arrow")


def next_space(token: int, covered: tuple[int, ...], seat: Seat) -> int:
    """Return where the token goes when a seat wins: toward its goal, past covered spaces (ruling `covered-spaces`)."""
    space = token + STEPS[seat]
    while space in covered:
        space += STEPS[seat]
    return space


def end_round(state: State, winner: Seat | None, by: str, chance: Chance) -> Begun:
    """Move and cover as the round's result asks, and begin the next round unless the game is over (`tile-on-goal`)."""
    seats = state.terms.seats
    events: list[Event] = [
        {"type": "round-tied", "by": by} if winner is None else {"type": "round-won", "seat": seats[winner], "by": by}
    ]
    if state.is_practice:
        events.append({"type": "practice-ended"})
        state = state._replace(round=len(state.winners) + 1)
    elif winner is not None:
        token, winners = next_space(state.token, state.covered, winner), (*state.winners, winner)
        events.append({"type": "token-moved", "from": state.token, "to": token})
        if token in GOALS:
            over = finished(state._replace(token=token, winners=winners))
            return over, [*events, {"type": "game-won", "seat": seats[winner]}]
        events.append({"type": "covered", "space": state.token})
        covered = tuple(sorted((*state.covered, state.token)))
        state = state._replace(token=token, winners=winners, covered=covered, round=state.round + 1)
    begun, more = begin_round(state, chance)
    return begun, [*events, *more]


def finished(state: State) -> State:
    """Return the state with the game over: nothing is held, sealed, asked or owed any more."""
    gone = state._replace(hands=((), ()), sealed=(None, None), attack=(), demands=(), answers=(), owed=(0, 0))
    return gone._replace(phase=Phase.OVER)


def begin_round(state: State, chance: Chance) -> Begun:
    """Shuffle all cards that are not missing and deal, as far as the mode lets the engine; token, tiles, wins stay."""
    terms = with_shown_copies(state).terms
    if state.lost:
        terms = replace(terms, deck=terms.deck.without(state.lost))
    number = terms.board.number(state.token)
    fresh = State(terms, Phase.REPLACE, state.token, state.covered, state.winners, state.round, acts=state.acts)
    if terms.mode is Mode.DEALT:
        dealt = deal(fresh, tuple(chance.shuffle(terms.deck.cards)), number)
    else:
        dealt = dealt_by_hand(fresh, number)
        dealt = dealt._replace(pile=(UNKNOWN,) * (terms.deck.size - sum(map(len, dealt.hands))))
        if any(dealt.owed):
            return dealt._replace(phase=Phase.DEAL), [{"type": "deal-awaited", "n": number}]
    return after_dealing(dealt), [{"type": "dealt", "n": number}]


def deal(state: State, cards: Cards, number: int) -> State:
    """Deal one card after the other, the first seat first; the rest is the pile."""
    used = 2 * number
    ruleset = state.terms.ruleset
    hands = sorted_hand(ruleset, cards[0:used:2]), sorted_hand(ruleset, cards[1:used:2])
    return state._replace(hands=hands, pile=cards[used:])


def dealt_by_hand(state: State, number: int) -> State:
    """Return the state with the hands that nobody tells counted as dealt; the others are owed their cards."""
    first, second = (number if state.terms.is_told(seat) else 0 for seat in (0, 1))
    return state._replace(hands=((UNKNOWN,) * (number - first), (UNKNOWN,) * (number - second)), owed=(first, second))


def after_dealing(state: State) -> State:
    """Go on once the hands are dealt: to replacing, or in the practice round at once to the first attack."""
    if state.is_practice:
        return state._replace(phase=Phase.ATTACK, attacker=state.attacker or 0)
    return state if state.phase is Phase.REPLACE else state._replace(phase=Phase.REPLACE)


def phase_after_replacing(arrow: Seat | None, replaced: Replaced, owed: tuple[int, int]) -> Phase:
    """Return what follows: owed cards, the other's chance, or the duel once both had one or the first took none."""
    if any(owed):
        return Phase.DEAL
    is_done = None not in replaced or (arrow is not None and replaced[arrow] == 0)
    return Phase.DUEL if is_done else Phase.REPLACE


def unseen(state: State, chance: Chance) -> State:
    """Return the state in mode `blind`: what was told of hands stays known. A deal that is not done counts as done."""
    blind = state._replace(terms=replace(state.terms, mode=Mode.BLIND, robots=()))
    if state.phase is not Phase.DEAL:
        return blind
    if state.replaced == (None, None):
        begun, _ = begin_round(blind, chance)
        return begun
    first, second = blind.owed
    return blind._replace(
        hands=(blind.hands[0] + (UNKNOWN,) * first, blind.hands[1] + (UNKNOWN,) * second),
        pile=blind.pile[first + second :],
        owed=(0, 0),
        phase=phase_after_replacing(blind.arrow, blind.replaced, (0, 0)),
    )


def why_not_amend(state: State, amendment: Amendment) -> Refusal | None:
    """Return why an amendment cannot be made now; None when it can."""
    if state.phase is Phase.OVER:
        return Refusal("not-now-over")
    if amendment.card is None:
        return None
    deck = state.terms.deck.without((*state.lost, amendment.card))
    if deck.counts[amendment.card] < 0:
        return Refusal("amend-no-copy", {"card": amendment.card})
    if deck.size < 2 * max(state.terms.board.numbers):
        return Refusal("amend-deck-short", {"card": amendment.card})
    return None


def _leave(state: State, amendment: Amendment, _chance: Chance) -> Begun:
    """End the game for the other seat; token, tiles and wins stay as they are."""
    leaver = state.terms.seats.index(amendment.seat or "")
    return finished(state._replace(leaver=leaver)), [{"type": "game-won", "seat": state.terms.seats[1 - leaver]}]


AMENDING: Mapping[str, Callable[[State, Amendment, Chance], Begun]] = {  # Amendments known here, and what each does.
    "redeal": lambda state, _, chance: begin_round(state, chance),
    "award": lambda state, amendment, chance: end_round(
        state, state.terms.seats.index(amendment.seat or ""), amendment.rule, chance
    ),
    "leave": _leave,
    "lost": lambda state, amendment, _: (state._replace(lost=(*state.lost, amendment.card or "")), []),
}
