"""The state of an Exploding game: a frozen value that holds all the referee knows, or what one viewer may know.

Views and legal lists are built from the state as a viewer may know it. The checks, and the documentation, ask the table
of the phases which acts each knows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from tacotable_engine.cards import UNKNOWN, Cards, Mode

if TYPE_CHECKING:
    from tacotable_engine.cards import Deck
    from tacotable_engine.exploding.hypotheses.levels import Level
    from tacotable_engine.exploding.hypotheses.search import Move
    from tacotable_engine.exploding.ruleset import Ruleset

Seat: TypeAlias = int  # Seats are counted from 0, clockwise.
Source: TypeAlias = Literal["normal", "attack"]


class Phase(StrEnum):
    """What the game is at."""

    DEAL = "deal"
    TURN = "turn"
    WINDOW = "window"
    DRAW = "draw"
    DEFUSE = "defuse"
    GIVE = "give"
    ARRANGE = "arrange"
    STEAL = "steal"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Step:
    """What happens in a phase."""

    acts: tuple[str, ...]  # The kinds of act this phase takes.
    who: str  # Who is awaited, in words for the documentation.
    next: tuple[Phase, ...]  # The phases that an act of this one, or its window's end, may lead to.


D, T, W, R, F = Phase.DEAL, Phase.TURN, Phase.WINDOW, Phase.DRAW, Phase.DEFUSE
G, A, S, END = Phase.GIVE, Phase.ARRANGE, Phase.STEAL, Phase.OVER
PHASES: Mapping[Phase, Step] = {
    D: Step(("deal",), "every seat that is still owed cards (mode `seen`, and robots in `blind`)", (D, T)),
    T: Step(("play", "draw"), "the seat whose turn it is", (T, W, F, END)),
    W: Step(("nope", "let"), "every living seat but the one that laid the last card", (W, T, R, G, A, S, F, END)),
    R: Step(("draw",), "the seat whose turn it is, from the bottom of the pile", (T, F, END)),
    F: Step(("defuse", "explode"), "the seat that drew a lethal card", (T, END)),
    G: Step(("give", "deny"), "the target of a Favor, or of three of a kind in mode `blind`", (T,)),
    A: Step(("arrange",), "the seat whose turn it is", (T,)),
    S: Step(("steal",), "the thief (modes `seen` and `blind`)", (T,)),
    END: Step((), "nobody", ()),
}
PROMPTS = (  # Every code of a prompt: what a seat is awaited to do, or for whom it waits.
    *("won", "lost", "out", "deal", "turn", "turn-owed", "window", "draw-bottom", "defuse", "give", "give-named"),
    *("arrange", "steal", "wait-others"),
    *(f"wait-{phase}" for phase in PHASES if phase not in (D, W, END)),
)


@dataclass(frozen=True, slots=True)
class Terms:
    """What was agreed before the first card; only the deck may turn out to be another."""

    ruleset: Ruleset
    seats: tuple[str, ...]
    mode: Mode
    deck: Deck  # Every card that is in the game, lethal ones included.
    window_s: float = 5.0
    special_combos: bool = True
    nope_own: bool = False
    clone_as_nope: bool = True
    stacking: str = "remaining"
    violation: str = "warn"
    noped_out: bool = False
    robots: tuple[Seat, ...] = ()  # The seats whose cards are told in mode `blind`.

    def is_told(self, seat: Seat) -> bool:
        """Return whether each card that comes to a seat is told by an act."""
        return self.mode is Mode.SEEN or seat in self.robots


class Turn(NamedTuple):
    """Whose turn it is; `left` counts the turns owed, the current one included, and `source` says since what."""

    seat: Seat
    left: int = 1
    source: Source = "normal"


class Pending(NamedTuple):
    """A play that waits for its window to close, or for what it asks of a seat."""

    seat: Seat
    cards: Cards
    effect: str  # What it does: an action card's name, or "pair", "triple", "five".
    target: Seat | None = None
    name: str | None = None
    noped: tuple[str, ...] = ()  # The cards that noped, in order: Nopes, and Clones that stood for one.
    last: Seat = 0  # Who laid the last card, and so is not asked to let it pass.
    passed: tuple[Seat, ...] = ()  # Who let it pass since then.
    closes_s: float = 0.0  # When the open window ends, in virtual time.

    @property
    def is_cancelled(self) -> bool:
        """Return whether an odd number of Nopes lies on it (ruling `noped`)."""
        return len(self.noped) % 2 == 1


class Peek(NamedTuple):
    """The top cards as one seat has seen them."""

    seat: Seat
    cards: Cards


class Claim(NamedTuple):
    """A seat said by an act that it had no such card; hidden cards may yet refute it."""

    seat: Seat
    card: str
    act: int  # The act, counted as `State.acts`.
    after: int  # How many of the state's `moves` had been made.


class State(NamedTuple):
    """One moment of a game. Hands are in the order of the ruleset, unknown cards last; `pile` begins at its top.

    A named tuple, because it is copied with changes at every act, and no dataclass copies as fast.
    """

    terms: Terms
    phase: Phase
    hands: tuple[Cards, ...]
    pile: Cards
    alive: tuple[Seat, ...]
    turn: Turn
    discard: Cards = ()
    in_front: tuple[Cards, ...] = ()
    out: Cards = ()  # Cards that left the game (option noped_out).
    owed: tuple[int, ...] = ()  # How many cards each seat has yet to be dealt (mode `seen`, and robots in `blind`).
    pending: Pending | None = None
    drawn: str | None = None  # The lethal card that is being resolved.
    is_from_bottom: bool = False  # Whether the card to be drawn now is the bottom one (phase `draw`).
    peek: Peek | None = None
    claims: tuple[Claim, ...] = ()  # What was said of hidden hands and not refuted so far (mode `blind`).
    acts: int = 0  # How many acts led here.
    now_s: float = 0.0
    moves: tuple[Move, ...] = ()  # What hidden cards did, if it tells more than where known cards lie (mode `blind`).
    levels: tuple[Level, ...] = ()
    """Where hidden cards may lie if the claims are true; follows from all else, and is there while there are claims."""

    @property
    def winner(self) -> Seat | None:
        """Return the last living seat."""
        return self.alive[0] if len(self.alive) == 1 else None

    def knows(self, seat: Seat) -> bool:
        """Return whether the referee knows a whole hand: in mode `blind` a robot's, unless a card left it untold."""
        is_blind = self.terms.mode is Mode.BLIND and seat not in self.terms.robots
        return not is_blind and UNKNOWN not in self.hands[seat]

    def name(self, seat: Seat) -> str:
        """Return the name of a seat."""
        return self.terms.seats[seat]


def to_act(state: State) -> tuple[Seat, ...]:
    """Return the seats that may act now, clockwise from the first."""
    phase, pending = state.phase, state.pending
    if phase is Phase.WINDOW:  # the living seats that have not yet answered the last card (docs/protocol.md)
        if pending is None:
            return ()
        return tuple([seat for seat in state.alive if seat != pending.last and seat not in pending.passed])
    if phase is Phase.GIVE:
        return () if pending is None or pending.target is None else (pending.target,)
    if phase is Phase.DEAL:
        return tuple(seat for seat, cards in enumerate(state.owed) if cards)
    return () if phase is Phase.OVER else (state.turn.seat,)


def next_card(state: State) -> str:
    """Return the card that would be drawn now, "?" where it is not known."""
    return state.pile[-1 if state.is_from_bottom else 0]


def replaced(hands: tuple[Cards, ...], seat: Seat, hand: Cards) -> tuple[Cards, ...]:
    """Return the hands with one of them changed."""
    return (*hands[:seat], hand, *hands[seat + 1 :])


def next_living(state: State, seat: Seat) -> Seat:
    """Return the next living seat clockwise, after this one."""
    count = len(state.terms.seats)
    return next(other for step in range(1, count + 1) if (other := (seat + step) % count) in state.alive)


def lethal_in_pile(state: State) -> int:
    """Count the lethal cards that must be in the pile: one fewer than living players, less the one in hand."""
    return len(state.alive) - 1 - (state.drawn is not None)


def redacted(state: State, seat: Seat | None) -> State:
    """Return the state as a seat may know it, or with None as everyone at the table may.

    A seat knows its hand and what it has just seen of the pile; that is kept in `peek`, never in `pile`. What hidden
    cards did is left out, since the referee may have been told faces that the seat was not.
    """
    hands = tuple(hand if seat == owner else (UNKNOWN,) * len(hand) for owner, hand in enumerate(state.hands))
    peek = state.peek if state.peek is not None and state.peek.seat == seat else None
    pile = (UNKNOWN,) * len(state.pile)
    return state._replace(hands=hands, pile=pile, peek=peek, claims=(), moves=(), levels=())


def as_shown(state: State) -> State:
    """Return the state without the hands of robots: no ruling on a claim tells anything of them."""
    robots = state.terms.robots
    if not robots:
        return state
    hidden = ((UNKNOWN,) * len(hand) if seat in robots else hand for seat, hand in enumerate(state.hands))
    return state._replace(hands=tuple(hidden))


def public_only(state: State) -> State:
    """Return the state in mode `blind` as everyone may know it: a ruling on it tells nothing of a hidden card."""
    known = redacted(state, None)
    return known._replace(terms=replace(known.terms, mode=Mode.BLIND, robots=()))
