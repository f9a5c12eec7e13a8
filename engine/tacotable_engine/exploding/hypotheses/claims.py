"""Claims: denials that hidden cards may yet refute, and the first act that proves one of them wrong (`deny-refuted`).

A claim is refuted when no hypothesis is left in which it and all that was shown are true. A claim of one seat, or
several of one seat, name it; where only the claims of more seats together cannot be true, nobody is named. What was
reported constrains nothing afterwards. Where the hypotheses end without any claim, cards were misread or the arbiter
let something stand that cannot be: then nobody is accused, and what was followed so far is forgotten.

A robot's cards that were told and not shown count as hidden here, so that no ruling tells anything of them.
What counting alone says of hidden cards is here, too: the copies that are unseen, and what that forces.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal, TypeAlias

from tacotable_engine.cards import UNKNOWN, Mode
from tacotable_engine.errors import RequestError
from tacotable_engine.exploding.hypotheses.levels import Level, followed, loose_titles
from tacotable_engine.exploding.hypotheses.moves import moves_of, moves_of_window
from tacotable_engine.exploding.hypotheses.search import DISCARD, PILE, REST, ZONES, Base, Denial, Kind, Move
from tacotable_engine.exploding.state import Claim, Seat, State, as_shown, lethal_in_pile
from tacotable_engine.rulings import Judgement, Standing, Violation

if TYPE_CHECKING:
    from tacotable_engine.exploding.acts import ExplodingAct

RULE = "deny-refuted"
Claims: TypeAlias = tuple[Claim, ...]


def with_proofs(before: State, seat: Seat, act: ExplodingAct, judged: Judgement[State]) -> Judgement[State]:
    """Add to the judgement of an act what it proves of earlier ones, in act order."""
    if not _can_be_denied(before):
        return judged
    state, violations = _proven(
        _moved(before, judged.state, moves_of(as_shown(before), seat, act, as_shown(judged.state)))
    )
    return Judgement(judged.ruling._replace(violations=violations) if violations else judged.ruling, state)


def after_window(before: State, after: State) -> State:
    """Follow what a window did that closed by time. It proves nothing: what a five takes, its play has shown."""
    return after_moves(before, after, moves_of_window(as_shown(before), as_shown(after)))


def after_moves(before: State, after: State, moves: tuple[Move, ...]) -> State:
    """Follow moves of hidden cards that prove nothing."""
    return _proven(_moved(before, after, moves))[0] if _can_be_denied(before) else after


def with_levels(state: State) -> State:
    """Work out where hidden cards may lie by the state's moves and claims."""
    return state._replace(levels=_levels(state, state.claims) if state.claims else ())


def require_followed(state: State) -> None:
    """Check moves and claims told from outside; raises RequestError where they do not fit the cards."""
    if not state.moves and not state.claims:
        return
    base = base_of(state)
    is_sound = min(base.sizes) >= 0 and all(count > 0 for _, count in base.unseen)
    if not is_sound or sum(base.sizes) != sum(count for _, count in base.unseen):
        raise RequestError("position: the moves of hidden cards do not lead to where cards lie now")
    for claim in state.claims:
        if claim.after > len(state.moves) or claim.act > state.acts:
            raise RequestError("position: a claim is of a later time than the position")


def _can_be_denied(state: State) -> bool:
    """Return whether anything can ever be denied: cards are named by three of a kind, in mode blind."""
    return state.terms.mode is Mode.BLIND and "triple" in state.terms.ruleset.combos


def _moved(before: State, after: State, moves: tuple[Move, ...] | None) -> State:
    """Note moves, and follow them; what came about otherwise than by moves makes all that was noted void."""
    if not before.moves and not after.claims and not (moves is None or any(_tells(after, move) for move in moves)):
        return after
    if moves is None:
        return _forgotten(after)
    sizes = list(hidden_in_zones(before))
    for move in moves:
        _count_move(sizes, move, 1)
    if tuple(sizes) != hidden_in_zones(after):  # they do not explain how many hidden cards lie where
        return _forgotten(after)
    noted = after._replace(moves=(*before.moves, *moves))
    if not noted.claims:
        return noted
    lethal, denied = noted.terms.ruleset.lethal, tuple(claim.card for claim in noted.claims)
    is_new_title = loose_titles(lethal, before.moves, denied) != loose_titles(lethal, noted.moves, denied)
    if noted.claims != before.claims or is_new_title:
        return with_levels(noted)
    levels = noted.levels
    for move in moves:
        levels = tuple(level.after(move) for level in levels)
    return with_levels(noted) if any(level.is_too_many for level in levels) else noted._replace(levels=levels)


def _tells(state: State, move: Move) -> bool:
    """Return whether a move leaves more to know than which cards are known now, and so has to be noted.

    Until then every way to lay the hidden cards is possible, before the move as after it.
    """
    if move.kind is Kind.HIDDEN:
        return move.card != state.terms.ruleset.lethal or not is_lethal_in_pile(state)
    return move.kind is Kind.MERGED and not is_lethal_in_pile(state)


def _count_move(sizes: list[int], move: Move, times: Literal[1, -1]) -> None:
    """Count a move in the numbers of hidden cards of the zones; -1 takes it back."""
    if move.kind in (Kind.PASSED, Kind.MERGED):
        sizes[move.zone] -= times * move.number
        sizes[move.to] += times * move.number
    else:
        sizes[move.zone] += times if move.kind is Kind.HIDDEN else -times


def _forgotten(state: State) -> State:
    """Begin anew from what is known now; only a claim of this very act is about the hands as they are."""
    claims = tuple(claim._replace(after=0) for claim in state.claims if claim.act == state.acts)
    return with_levels(state._replace(moves=(), claims=claims))


def _proven(state: State) -> tuple[State, tuple[Violation, ...]]:
    """Prove claims wrong until those that are left can be true."""
    violations: list[Violation] = []
    while any(level.is_impossible for level in state.levels):
        wrong = _contradictory(state)
        if not wrong:
            state = _forgotten(state)
            break
        # One of several claims carries the latest act; it names a seat where all are of one.
        acts, seats = {claim.act for claim in wrong}, {claim.seat for claim in wrong}
        seat = state.name(wrong[0].seat) if len(seats) == 1 else None
        violations.append(Violation(max(acts), RULE, seat, tuple(sorted({*acts, state.acts}))))
        state = with_levels(state._replace(claims=tuple(claim for claim in state.claims if claim not in wrong)))
    if not state.claims and not any(_tells(state, move) for move in state.moves):
        state = state._replace(moves=())  # they tell nothing any more
    return state, tuple(sorted(violations, key=lambda one: one.act))


def _contradictory(state: State) -> Claims:
    """Return claims that cannot be true, none of which can be spared: of one seat where there are such.

    None at all where what was shown cannot be, whatever was claimed.
    """
    if _is_refuted(state, ()):
        return ()
    for seat in dict.fromkeys(claim.seat for claim in state.claims):
        own = tuple(claim for claim in state.claims if claim.seat == seat)
        if _is_refuted(state, own):
            return _fewest(state, own)
    return _fewest(state, state.claims)


def _fewest(state: State, claims: Claims) -> Claims:
    """Return one claim that is refuted by itself, else leave out what can be spared, the latest first."""
    for claim in claims:
        if _is_refuted(state, (claim,)):
            return (claim,)
    kept = claims
    for claim in reversed(claims):
        fewer = tuple(other for other in kept if other != claim)
        kept = fewer if _is_refuted(state, fewer) else kept
    return kept


def _is_refuted(state: State, claims: Claims) -> bool:
    return any(level.is_impossible for level in _levels(state, claims))


def _levels(state: State, claims: Claims) -> tuple[Level, ...]:
    return followed(base_of(state), state.moves, tuple(Denial(claim.seat, claim.card, claim.after) for claim in claims))


def unseen(state: State) -> dict[str, int]:
    """Count the copies of each card whose place is not known; of a redacted state, not known to its viewer."""
    placed = [card for cards in (*state.hands, state.pile, state.discard, *state.in_front, state.out) for card in cards]
    if state.drawn is not None:
        placed.append(state.drawn)
    return state.terms.deck.left(placed)


def with_shown_copies(state: State) -> State:
    """Note that the copies exist which came to be known beyond an inferred count."""
    deck = state.terms.deck
    if not deck.inferred or state.terms.mode is Mode.DEALT:
        return state
    shown = deck.with_shown(unseen(state))
    return state if shown is deck else state._replace(terms=replace(state.terms, deck=shown))


def _out_of_play(state: State) -> int:
    """Count the cards that a position left out."""
    cards = sum(map(len, (*state.hands, state.pile, state.discard, *state.in_front, state.out)))
    return state.terms.deck.size - cards - (state.drawn is not None)


def must_be_lethal(state: State) -> bool:
    """Return whether every card of the pile whose face is not known must be lethal (ruling `pile-all-lethal`)."""
    hidden = state.pile.count(UNKNOWN)
    return _out_of_play(state) == 0 and hidden > 0 and unseen(state)[state.terms.ruleset.lethal] >= hidden


def base_of(state: State) -> Base:
    """Return what was known before the first of the state's moves: what is known now, with them taken back."""
    sizes, unseen_then = list(hidden_in_zones(state)), unseen(as_shown(state))
    for move in reversed(state.moves):
        _count_move(sizes, move, -1)
        if move.kind in (Kind.SHOWN, Kind.HIDDEN):
            unseen_then[move.card] += 1 if move.kind is Kind.SHOWN else -1
    return Base(
        tuple(sizes),
        tuple((card, count) for card, count in unseen_then.items() if count),
        state.terms.ruleset.lethal,
        is_lethal_in_pile(state),
    )


def hidden_in_zones(state: State) -> tuple[int, ...]:
    """Count the hidden cards of each zone of `hypotheses`."""
    hands = [hand.count(UNKNOWN) for hand in as_shown(state).hands]
    rest = sum(cards.count(UNKNOWN) for cards in (*state.in_front, state.out)) + _out_of_play(state)
    others = {PILE: state.pile.count(UNKNOWN), DISCARD: state.discard.count(UNKNOWN), REST: rest}
    return tuple(others.get(zone, hands[zone] if zone < len(hands) else 0) for zone in ZONES)


def is_lethal_in_pile(state: State) -> bool:
    """Return whether every lethal card that is not seen must be in the pile.

    The pile has one fewer than living players, less the one in hand (ruling `pile-all-lethal`); a position that
    leaves cards out, or has more of them, may have some anywhere.
    """
    lethal = state.terms.ruleset.lethal
    unseen_lethal = unseen(state)[lethal]
    is_needed = unseen_lethal + state.pile.count(lethal) <= lethal_in_pile(state)
    return _out_of_play(state) == 0 and is_needed and unseen_lethal <= state.pile.count(UNKNOWN)


def denial(state: State, seat: Seat, card: str) -> Standing:
    """Judge the claim that a seat has no such card: by what has been shown, counting included, and no other claim."""
    hand = state.hands[seat]
    if card in hand:
        return Standing.REFUTED
    copies = unseen(as_shown(state))[card]
    if UNKNOWN not in hand or copies <= 0:
        return Standing.SURE
    lethal = max(0, unseen(state)[state.terms.ruleset.lethal])  # these need places elsewhere, too
    places = sum(size for zone, size in enumerate(hidden_in_zones(state)) if zone != seat) - lethal
    if places < copies:
        return Standing.REFUTED
    if not state.moves:
        return Standing.OPEN
    # Moves of hidden cards tell more than the places of the known ones.
    claimed = Denial(seat, card, len(state.moves))
    levels = followed(base_of(state), state.moves, (), (card,))
    if any(level.is_impossible for level in levels):
        return Standing.OPEN  # cards were misread: nothing can be told from the moves
    if any(level.denying(claimed).is_impossible for level in levels):
        return Standing.REFUTED
    return Standing.SURE if any(level.is_sure(seat, card) for level in levels) else Standing.OPEN
