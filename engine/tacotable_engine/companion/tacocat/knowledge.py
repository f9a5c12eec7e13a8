"""What a viewer may know of a Tacocat round: all that odds, advice and reviews are made of.

It is built from the state as it is redacted for that viewer, and from the acts of this round that everyone saw.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from tacotable_engine.cards import UNKNOWN
from tacotable_engine.errors import RequestError
from tacotable_engine.fields import reject_if
from tacotable_engine.log import Amended, Applied, Standing, fold
from tacotable_engine.tacocat.acts import Answer, Attack, Deal, Duel, Replace, Show
from tacotable_engine.tacocat.checks import replace_limit
from tacotable_engine.tacocat.proofs import unseen
from tacotable_engine.tacocat.rounds import round_winner
from tacotable_engine.tacocat.state import Phase, State, Terms, redacted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tacotable_engine.companion.answers import Hand
    from tacotable_engine.match import Match

Values: TypeAlias = tuple[int, ...]
BETWEEN = (Phase.DEAL, Phase.REPLACE, Phase.OVER)
FOUGHT = (Phase.ATTACK, Phase.ANSWER, Phase.SHOWDOWN)  # From these on the value of open hands is exact.


class Clue(NamedTuple):
    """One card that a seat showed: an attack's, a duel's, or an answer."""

    seat: int
    card: int
    demand: int = 0  # What it answered; 0 for an attack or a duel.
    is_given_up: bool = False  # Whether the seat gave it up, and so told that it holds nothing lower.


@dataclass(frozen=True, slots=True)
class Holding:
    """What is known of one seat's hand."""

    known: Values
    unknown: int  # How many cards of it are not known.
    floor: int = 0  # No unknown card of it is lower: the seat gave a card of this value up as its lowest.


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What a viewer knows; two matches that it cannot tell apart give equal values."""

    terms: Terms
    phase: Phase
    seat: int | None  # The seat whose knowledge it is; None for everyone at the table, or for the arbiter.
    holdings: tuple[Holding, Holding]
    pool: Values  # How many copies of each value from 0 to 12 are unseen: in hidden hands, the pile, or face down.
    pile: Values  # The pile from its top, where the viewer knows all of it, as the arbiter may.
    size: int  # How many cards a hand of this round was dealt.
    arrow: int | None
    tie: int | None  # Who wins by equal last cards; None: it is dealt again, or the duel is yet to decide.
    attacker: int | None
    demands: Values
    has_given_up: bool  # Whether the defender gave a card up to the attack that is being answered.
    limit: int  # How many cards the seat may replace now; 0 outside that phase.
    replaced: tuple[int | None, int | None]
    clues: tuple[Clue, ...]  # What both did with their cards in the open, in the order of the acts.
    needed: tuple[int, int]  # How many rounds each seat has yet to win.

    @property
    def hand(self) -> Values:
        """Return the cards of the seat whose knowledge it is."""
        return () if self.seat is None else self.holdings[self.seat].known

    def with_hand(self, told: Sequence[str]) -> Knowledge:
        """Return the knowledge of a seat that tells its hand; raises RequestError for one that it cannot hold."""
        seat = self.seat or 0
        own, names = self.holdings[seat], self.terms.deck.counts
        if any(card not in names for card in told):
            raise RequestError(f"hand: takes cards of this game, not {' '.join(map(str, told))[:40]!r}")
        values = tuple(sorted(map(int, told)))
        new = Counter(values) - Counter(own.known)
        if len(values) != len(own.known) + own.unknown or new.total() != own.unknown:
            raise RequestError(f"hand: {len(own.known) + own.unknown} cards are held, among them all that were told")
        left = {card: self.pool[int(card)] for card in names}
        refusal = self.terms.deck.why_not(left, tuple(map(str, new.elements())), "")
        if refusal is not None and not refusal.is_waivable:  # where a count is only inferred there may be more
            raise RequestError("hand: there are not so many copies of these cards")
        pool = tuple(max(0, count - new[value]) for value, count in enumerate(self.pool))
        holding = replace(own, known=values, unknown=0)
        pair = (holding, self.holdings[1]) if seat == 0 else (self.holdings[0], holding)
        return replace(self, holdings=pair, pool=pool)

    def with_played(self, hand: Values) -> Knowledge | None:
        """Return the knowledge of a seat that held these cards, as it played them; None: a card was misread."""
        try:
            return self.with_hand(tuple(map(str, hand))) if self.holdings[self.seat or 0].unknown else self
        except RequestError:
            return None


class Step(NamedTuple):
    """One act of a round, and the state before it."""

    before: State
    entry: Applied


def knowledge_of(match: Match, viewer: str) -> Knowledge:
    """Return what a seat, "table" or "arbiter" knows of the round that is played; raises RequestError during a deal."""
    reject_if(match.state.phase is Phase.DEAL, "odds: the cards are still being dealt")
    seat = match.seats.index(viewer) if viewer in match.seats else None
    clues = clues_in(_acts_of_round(match.standing, match.state), match.start)
    return knowledge_in(match.state, seat, clues, is_arbiter=viewer == "arbiter")


def knowledge_to_act(match: Match, seat: str, hand: Hand) -> Knowledge:
    """Return what a seat knows, its hand as told; raises RequestError where it may not act, or the hand cannot be."""
    public = match.public_view
    reject_if(seat not in public.to_act, f"advise: {seat!r} is not to act now")
    reject_if(public.phase == "deal", "advise: nothing is chosen while cards are dealt")
    known = knowledge_of(match, seat)
    if hand is not None:
        return known.with_hand(hand)
    if known.holdings[match.seats.index(seat)].unknown:
        raise RequestError("hand: the referee does not know these cards; tell the cards of the seat")
    return known


def _acts_of_round(standing: Sequence[Standing], state: State) -> list[Applied]:
    """Return the acts of this round: back to its dealing and replacing, behind which there is another round."""
    acts: list[Applied] = []
    if state.phase in BETWEEN:
        return acts
    has_begun = False
    for entry in reversed(standing):
        if isinstance(entry, Amended) and entry.amendment.do != "lost":
            break
        if not isinstance(entry, Applied):
            continue
        is_beginning = isinstance(entry.act, Replace | Deal)
        if (has_begun and not is_beginning) or (isinstance(entry.act, Show) and state.phase is not Phase.SHOWDOWN):
            break
        has_begun = has_begun or is_beginning
        acts.append(entry)
    return acts[::-1]


def clues_in(acts: Iterable[Applied], start: State) -> tuple[Clue, ...]:
    """Return what these acts of one round showed, in their order. A card in a duel shows once both lie there.

    `start` is the first state of the match, which may begin in the middle of an attack.
    """
    clues: list[Clue] = []
    sealed: list[Clue] = []
    demands = list(map(int, start.demands))
    for entry in acts:
        act, seat = entry.act, start.terms.seats.index(entry.seat)
        if isinstance(act, Duel):
            sealed.append(Clue(seat, int(act.card)))
            if len(sealed) == 2:
                clues += sealed
                sealed = []
        elif isinstance(act, Attack):
            demands = sorted(map(int, act.cards))
            clues += [Clue(seat, demand) for demand in demands]
        elif isinstance(act, Answer):
            card = int(act.card)
            demand = demands[0] if act.demand is None and demands else int(act.demand or 0)
            if demand in demands:
                demands.remove(demand)
            is_claim = not entry.is_accepted  # where the arbiter let it stand, it tells no more than the card
            clues.append(Clue(seat, card, demand, is_claim and (act.is_given_up or card < demand)))
    return tuple(clues)


def knowledge_in(state: State, seat: int | None, clues: tuple[Clue, ...], *, is_arbiter: bool = False) -> Knowledge:
    """Return what a seat knows in a state, or with None everyone; `clues` are those of the round so far."""
    known = state if is_arbiter else redacted(state, seat)
    left = unseen(known)
    return Knowledge(
        terms=state.terms,
        phase=state.phase,
        seat=seat,
        holdings=(_holding(known, 0, clues), _holding(known, 1, clues)),
        pool=tuple(max(0, left.get(str(value), 0)) for value in range(13)),
        pile=() if UNKNOWN in known.pile else tuple(map(int, known.pile)),
        size=state.terms.board.number(state.token) if abs(state.token) < 4 else 0,
        arrow=None if state.winner is not None else state.arrow,
        tie=None if state.attacker is None or state.winner is not None else round_winner(state, ("1", "1"))[0],
        attacker=state.attacker,
        demands=tuple(map(int, state.demands)),
        has_given_up=any(answer.is_sacrifice for answer in state.answers),
        limit=replace_limit(known, seat) if seat is not None and state.phase is Phase.REPLACE else 0,
        replaced=state.replaced,
        clues=clues,
        needed=(_needed(state, 0), _needed(state, 1)),
    )


def _holding(known: State, seat: int, clues: tuple[Clue, ...]) -> Holding:
    hand = known.hands[seat]
    told = tuple(sorted(int(card) for card in hand if card != UNKNOWN))
    floor = 0
    for clue in clues:
        if clue.seat == seat:  # one that is shown and lower tells that what was given up before was no lowest card
            floor = max(floor, clue.card) if clue.is_given_up else min(floor, clue.card)
    return Holding(told, len(hand) - len(told), floor)


def _needed(state: State, seat: int) -> int:
    """Return how many rounds a seat has yet to win: it moves by one space that is not covered for each."""
    if state.winner is not None:
        return 0 if state.winner == seat else 1
    way = range(state.token + 1, 4) if seat else range(-3, state.token)
    return 1 + sum(space not in state.covered for space in way)


def last_round(match: Match) -> list[Step]:
    """Return the acts of the round that has just ended."""
    state: State = match.state
    is_fresh = state.replaced == (None, None) and state.sealed == (None, None)
    if state.phase not in BETWEEN or not (is_fresh or state.phase is Phase.OVER):
        raise RequestError("review: a round is being played; it is reviewed when it is over")
    steps: list[Step] = []
    has_ended = False
    now: State = match.start
    for entry in match.standing:
        before, now = now, fold(match.game, now, match.seats, (entry,))
        if isinstance(entry, Amended):
            has_ended = has_ended or entry.amendment.do in ("redeal", "award", "leave")
        elif isinstance(entry, Applied) and entry.act.do != "deal":
            if has_ended:
                steps, has_ended = [], False
            steps.append(Step(before, entry))
            has_ended = before.phase in FOUGHT and now.phase in BETWEEN
    reject_if(not has_ended, "review: no round has been played yet")
    return steps


def hand_then(steps: Sequence[Step], place: int, seat: int) -> Values | None:
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
