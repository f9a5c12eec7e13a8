"""The state of a Tacocat match: a frozen value that holds all the referee knows, or what one viewer may know.

Views and legal lists are built from the state as a viewer may know it. The checks, and the documentation, ask the table
of the phases which act each knows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypeVar

from tacotable_engine.cards import UNKNOWN, Cards, Mode

if TYPE_CHECKING:
    from tacotable_engine.cards import Deck
    from tacotable_engine.tacocat.ruleset import Board, Ruleset

T = TypeVar("T")
Seat: TypeAlias = int  # 0 is the YAY side (its goal is -4), 1 the WOW side (goal +4).


class Phase(StrEnum):
    """What a round is at."""

    DEAL = "deal"
    REPLACE = "replace"
    DUEL = "duel"
    ATTACK = "attack"
    ANSWER = "answer"
    SHOWDOWN = "showdown"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Step:
    """What happens in a phase."""

    act: str | None  # The one kind of act this phase takes.
    who: str  # Who is awaited, in words for the documentation.
    next: tuple[Phase, ...]  # The phases that an act of this one may lead to, itself among them where it may stay.


D, R, U, A = Phase.DEAL, Phase.REPLACE, Phase.DUEL, Phase.ATTACK
N, S, END = Phase.ANSWER, Phase.SHOWDOWN, Phase.OVER
PHASES: Mapping[Phase, Step] = {
    D: Step("deal", "every seat that is still owed cards (mode `seen`, and robots in `blind`)", (D, R, U, A)),
    R: Step("replace", "the arrow's seat, then the other; on the double arrow both, sealed", (R, D, U)),
    U: Step("duel", "both seats, sealed", (U, A, S)),
    A: Step("attack", "the attacker", (N,)),
    N: Step("answer", "the defender, one demand at a time", (N, A, S)),
    S: Step("show", "both seats, sealed", (S, D, R, A, END)),
    END: Step(None, "nobody", ()),
}
PROMPTS = (  # Every code of a prompt: what a seat is awaited to do, or for whom it waits.
    *("won", "lost", "deal", "replace", "duel", "attack", "answer", "answer-several", "showdown"),
    *(f"wait-{phase}" for phase in PHASES if phase is not END),
)


@dataclass(frozen=True, slots=True)
class Terms:
    """What was agreed before the first card; only the deck may turn out to be another, for the rounds to come too."""

    ruleset: Ruleset
    seats: tuple[str, str]
    mode: Mode
    board: Board
    deck: Deck
    strict_groups: bool = False
    jumbo: bool = True
    practice: bool = False
    violation: str = "warn"
    robots: tuple[Seat, ...] = ()  # The seats whose cards are told in mode `blind`.

    def is_told(self, seat: Seat) -> bool:
        """Return whether each card that comes to a seat is told by an act."""
        return self.mode is Mode.SEEN or seat in self.robots


class Answered(NamedTuple):
    """One demand that has been answered, by defending or by giving a card up; a named tuple like the state."""

    demand: str
    card: str
    is_sacrifice: bool


class Claimed(NamedTuple):
    """A sacrifice that hidden cards may yet refute: by this act the seat claimed to hold nothing lower."""

    act: int
    seat: Seat
    card: str
    is_doubted: bool = False  # Whether inferred counts contradict it: told once, as `unproven`, and no proof.


class State(NamedTuple):
    """One moment of a match. Hands are ascending, unknown cards last; `pile` begins at its top.

    A named tuple, because it is copied with changes at every act, and no dataclass copies as fast.
    """

    terms: Terms
    phase: Phase
    token: int = 0
    covered: tuple[int, ...] = ()
    winners: tuple[Seat, ...] = ()  # Who won each round so far.
    round: int = 1  # Counts the rounds that count: 0 is the practice round, and a round played again keeps its number.
    hands: tuple[Cards, Cards] = ((), ())
    pile: Cards = ()
    discard: Cards = ()
    face_down: tuple[tuple[int, Seat], ...] = ()  # Which cards of `discard` lie face down, and who laid and knows them.
    owed: tuple[int, int] = (0, 0)  # How many cards each seat has yet to be dealt (mode `seen`, and robots in `blind`).
    replaced: tuple[int | None, int | None] = (None, None)  # How many cards each seat replaced; None before its chance.
    sealed: tuple[Cards | None, Cards | None] = (None, None)  # What each seat chose in secret, still in its hand.
    attacker: Seat | None = None
    duel_winner: Seat | None = None
    attack: Cards = ()  # The cards of the attack that is being answered, as they were given.
    demands: Cards = ()  # The demands that are still open, ascending.
    answers: tuple[Answered, ...] = ()
    tucked: tuple[Cards, Cards] = ((), ())
    claims: tuple[Claimed, ...] = ()  # The claims of this round that nothing has refuted (mode `blind`).
    acts: int = 0  # How many acts led here.
    lost: Cards = ()  # Cards that were told missing since the round began: out of the deck from the next round.
    leaver: Seat | None = None  # The seat that left the game, which the other has won by that.

    @property
    def is_practice(self) -> bool:
        """Return whether this is the practice round, which counts nowhere."""
        return self.round == 0

    @property
    def arrow(self) -> Seat | None:
        """Return the seat that the arrow under the token points at; None for the double arrow."""
        return self.terms.board.arrow(self.token)

    @property
    def winner(self) -> Seat | None:
        """Return the seat whose goal the token has reached, or whom the other left alone."""
        return {-4: 0, 4: 1}.get(self.token) if self.leaver is None else 1 - self.leaver


SEATS_WHERE: Mapping[tuple[bool, bool], tuple[Seat, ...]] = {  # Whether each seat is awaited -> the seats that are.
    (False, False): (),
    (True, False): (0,),
    (False, True): (1,),
    (True, True): (0, 1),
}


def to_act(state: State) -> tuple[Seat, ...]:
    """Return the seats that may act now."""
    phase, attacker, (first, second) = state.phase, state.attacker, state.sealed
    if phase is A or phase is N:
        if attacker is None:
            return ()
        return (attacker,) if phase is A else (1 - attacker,)
    if phase is D:
        return SEATS_WHERE[state.owed[0] > 0, state.owed[1] > 0]
    if phase is R:
        chances = state.replaced
        waiting = SEATS_WHERE[chances[0] is None and first is None, chances[1] is None and second is None]
        arrow = state.arrow
        return (arrow,) if arrow is not None and arrow in waiting else waiting
    return () if phase is END else SEATS_WHERE[first is None, second is None]


def sorted_hand(ruleset: Ruleset, cards: Iterable[str]) -> Cards:
    """Return a hand in its order."""
    return tuple(sorted(cards, key=ruleset.ranks.__getitem__))


def at(pair: tuple[T, T], seat: Seat, value: T) -> tuple[T, T]:
    """Return what both seats have, with one of the two changed."""
    return (value, pair[1]) if seat == 0 else (pair[0], value)


def redacted(state: State, seat: Seat | None) -> State:
    """Return the state as a seat, or with None everyone, may know it: that cards are sealed, not how many."""
    hands, sealed = state.hands, state.sealed
    if seat != 0:
        hands, sealed = at(hands, 0, (UNKNOWN,) * len(hands[0])), at(sealed, 0, None if sealed[0] is None else ())
    if seat != 1:
        hands, sealed = at(hands, 1, (UNKNOWN,) * len(hands[1])), at(sealed, 1, None if sealed[1] is None else ())
    discard = _without_faces(state, {0, 1} - {seat})
    return state._replace(hands=hands, sealed=sealed, pile=(UNKNOWN,) * len(state.pile), discard=discard)


def as_shown(state: State, seat: Seat | None = None) -> State:
    """Return the state without the hidden cards of robots other than a seat: no ruling on its claim tells of them."""
    hidden = {robot for robot in state.terms.robots if robot != seat}
    if not hidden:
        return state
    first, second = ((UNKNOWN,) * len(hand) if owner in hidden else hand for owner, hand in enumerate(state.hands))
    return state._replace(hands=(first, second), discard=_without_faces(state, hidden))


def _without_faces(state: State, owners: Collection[Seat]) -> Cards:
    """Return the discard pile without the faces of cards that these seats laid face down."""
    below = {index for index, owner in state.face_down if owner in owners}
    if not below:
        return state.discard
    return tuple(UNKNOWN if index in below else card for index, card in enumerate(state.discard))
