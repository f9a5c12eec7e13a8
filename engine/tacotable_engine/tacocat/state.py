"""The state of a Tacocat match: a frozen value that holds all the referee knows, or what one viewer may know.

Views and legal lists are built from the state as a viewer may know it. The checks, and the documentation, ask the table
of the phases which act each knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from tacotable_engine.cards import UNKNOWN, Mode

if TYPE_CHECKING:
    from tacotable_engine.cards import Cards
    from tacotable_engine.deck import Deck
    from tacotable_engine.tacocat.ruleset import Board, Ruleset

Seat: TypeAlias = int
"""0 is the YAY side (its goal is -4), 1 the WOW side (goal +4)."""


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

    act: str | None
    """The one kind of act this phase takes."""
    who: str
    """Who is awaited, in words for the documentation."""
    next: tuple[Phase, ...]
    """The phases that an act of this one may lead to, itself among them where it may stay."""


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
PROMPTS = (
    *("won", "lost", "deal", "replace", "duel", "attack", "answer", "answer-several", "showdown"),
    *(f"wait-{phase}" for phase in PHASES if phase is not END),
)
"""Every code of a prompt: what a seat is awaited to do, or for whom it waits."""


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
    robots: tuple[Seat, ...] = ()
    """The seats whose cards are told in mode `blind`."""

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
    is_doubted: bool = False
    """Whether inferred counts contradict it, which was told once by the ruling `unproven` and proves nothing."""


class State(NamedTuple):
    """One moment of a match. Hands are ascending, unknown cards last; `pile` begins at its top.

    A named tuple, because it is copied with changes at every act, and no dataclass copies as fast.
    """

    terms: Terms
    phase: Phase
    token: int = 0
    covered: tuple[int, ...] = ()
    winners: tuple[Seat, ...] = ()
    """Who won each round so far."""
    round: int = 1
    """Counts the rounds that count: 0 is the practice round, and a round played again keeps its number."""
    hands: tuple[Cards, Cards] = ((), ())
    pile: Cards = ()
    discard: Cards = ()
    face_down: tuple[tuple[int, Seat], ...] = ()
    """Which cards of `discard` lie face down, and who laid them there and so knows them."""
    owed: tuple[int, int] = (0, 0)
    """How many cards each seat has yet to be dealt (mode `seen`, and robots in `blind`)."""
    replaced: tuple[int | None, int | None] = (None, None)
    """How many cards each seat replaced; None before its chance."""
    sealed: tuple[Cards | None, Cards | None] = (None, None)
    """What each seat has chosen in secret; the cards are still in its hand."""
    attacker: Seat | None = None
    duel_winner: Seat | None = None
    attack: Cards = ()
    """The cards of the attack that is being answered, as they were given."""
    demands: Cards = ()
    """The demands that are still open, ascending."""
    answers: tuple[Answered, ...] = ()
    tucked: tuple[Cards, Cards] = ((), ())
    claims: tuple[Claimed, ...] = ()
    """The claims of this round that nothing has refuted (mode `blind`)."""
    acts: int = 0
    """How many acts led here."""
    lost: Cards = ()
    """Cards that were told missing since the round began: out of the deck from the next round."""
    leaver: Seat | None = None
    """The seat that left the game, which the other has won by that."""

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


SEATS_WHERE: Mapping[tuple[bool, bool], tuple[Seat, ...]] = {
    (False, False): (),
    (True, False): (0,),
    (False, True): (1,),
    (True, True): (0, 1),
}
"""Whether each seat is awaited -> the seats that are."""


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


def at(pair: tuple[Cards, Cards], seat: Seat, cards: Cards) -> tuple[Cards, Cards]:
    """Return a pair of card lists with one of them changed."""
    return (cards, pair[1]) if seat == 0 else (pair[0], cards)


def redacted(state: State, seat: Seat | None) -> State:
    """Return the state as a seat may know it, or with None as everyone at the table may."""
    return state._replace(
        hands=(_hand(state, seat, 0), _hand(state, seat, 1)),
        sealed=(_sealed(state, seat, 0), _sealed(state, seat, 1)),
        pile=(UNKNOWN,) * len(state.pile),
        discard=_discard(state, seat),
    )


def as_shown(state: State, seat: Seat | None = None) -> State:
    """Return the state without the hidden cards of robots other than a seat: no ruling on its claim tells of them."""
    hidden = [robot for robot in state.terms.robots if robot != seat]
    if not hidden:
        return state
    first, second = ((UNKNOWN,) * len(hand) if at in hidden else hand for at, hand in enumerate(state.hands))
    below = {index for index, owner in state.face_down if owner in hidden}
    discard = tuple(UNKNOWN if index in below else card for index, card in enumerate(state.discard))
    return state._replace(hands=(first, second), discard=discard)


def _hand(state: State, viewer: Seat | None, seat: Seat) -> Cards:
    hand = state.hands[seat]
    return hand if viewer == seat else (UNKNOWN,) * len(hand)


def _sealed(state: State, viewer: Seat | None, seat: Seat) -> Cards | None:
    """Keep that something is sealed; neither cards nor their number are for others."""
    cards = state.sealed[seat]
    return cards if viewer == seat or cards is None else ()


def _discard(state: State, viewer: Seat | None) -> Cards:
    if not state.face_down:
        return state.discard
    hidden = {index for index, owner in state.face_down if owner != viewer}
    return tuple(UNKNOWN if index in hidden else card for index, card in enumerate(state.discard))
