"""What a game must offer so that a match can be played, undone and recorded; no match knows more of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from tacotable_engine.amendment import Amendment, read_amendment
from tacotable_engine.errors import RequestError
from tacotable_engine.rulings import Event, Judgement, Prompt, Refusal, applied
from tacotable_engine.views import GameView, as_fields

if TYPE_CHECKING:
    from tacotable_engine.chance import Chance
    from tacotable_engine.rulings import Rule
    from tacotable_engine.setup import Setup


class Act(Protocol):
    """Something a seat does, read and well formed; a frozen value that can be compared."""

    do: ClassVar[str]  # The kind of act, by the name that the referee protocol has for it.


class Game(Protocol):
    """One game: pure functions over its own frozen state. Seats are counted from 0, clockwise.

    States and acts are of the game's own types, which is why they are `Any` here; `State.acts` counts the acts that led
    to a state, and violations name acts by this count. A game that says nothing of windows, time and changes by hand
    has none.
    """

    amendments: ClassVar[Mapping[str, Callable[[Any, Amendment, Chance], tuple[Any, Sequence[Event]]]]] = {}
    """The amendments that this game knows, and what each does; `state.terms` then has `seats` and `deck`."""

    rules: ClassVar[Mapping[str, Rule]]  # Every rule code of the game.

    def start(self, setup: Setup, chance: Chance) -> Any:
        """Return the first state; raises RequestError when board, position or seats do not fit."""

    def read_act(self, state: Any, fields: Mapping[str, object]) -> Act:
        """Read an act of the referee protocol; raises RequestError when it is not well formed."""

    def require_told(self, state: Any, seat: int, act: Any) -> None:
        """Raise RequestError where an act does not name a card that readers tell of this seat."""
        del state, seat, act

    def why_not(self, state: Any, seat: int, act: Any, *, waive: bool = False) -> Refusal | None:
        """Return which rule forbids the act; with `waive` only what the state cannot hold is refused."""

    def apply(self, state: Any, seat: int, act: Any, chance: Chance) -> Judgement[Any]:
        """Do an act that `why_not` let pass."""

    def read_amendment(self, state: Any, fields: Mapping[str, object]) -> Amendment:
        """Read an amendment that this game knows; raises RequestError when it is not well formed."""
        if not self.amendments:
            raise RequestError("amend: this game knows no changes by hand")
        return read_amendment(fields, self.amendments, state.terms.seats, state.terms.deck.counts)

    def why_not_amend(self, state: Any, amendment: Amendment) -> Refusal | None:
        """Return why an amendment cannot be made now; None when it can."""
        return None

    def amend(self, state: Any, amendment: Amendment, chance: Chance) -> Judgement[Any]:
        """Make an amendment that `why_not_amend` let pass."""
        after, events = self.amendments[amendment.do](state, amendment, chance)
        told: Event = {"type": "amended", "do": amendment.do, "seat": amendment.seat, "card": amendment.card}
        return applied(after, amendment.rule, amendment.values, (told, *events))

    def resolve(self, state: Any, chance: Chance) -> Judgement[Any]:
        """Close whatever is open as its time has run out."""
        return applied(state, "no-window")

    def clock(self, state: Any, at_s: float, chance: Chance) -> Judgement[Any]:
        """Run virtual time up to `at_s`."""
        return applied(state, "clock", {"at": at_s})

    def with_hand(self, state: Any, seat: int, hand: Sequence[str]) -> Any:
        """Return the state if the seat holds these cards; the state has `hands`, its terms a `ruleset` with `ranks`."""
        told = tuple(sorted(hand, key=state.terms.ruleset.ranks.__getitem__))
        return state._replace(hands=(*state.hands[:seat], told, *state.hands[seat + 1 :]))

    def legal(self, state: Any, seat: int) -> list[dict[str, object]]:
        """List what the seat may do, from what that seat may know."""

    def set_clock(self, state: Any, at_s: float) -> Any:
        """Return the state with another virtual time, and nothing else changed."""
        return state

    def unseen(self, state: Any, chance: Chance) -> Any:
        """Return the state in mode `blind`, when the readers that told hidden cards tell them no more."""
        return state

    def view(self, state: Any, viewer: str) -> GameView:
        """Return what a seat, "table" or "arbiter" may know of a state."""

    def view_as_json(self, state: Any, viewer: str) -> dict[str, object]:
        """Return the fields of a view in JSON values."""
        return as_fields(self.view(state, viewer))

    def prompts(self, state: Any) -> dict[str, Prompt]:
        """Return what each seat is awaited to do."""

    def winner(self, state: Any) -> str | None:
        """Return the name of the seat that won, if any; the state has `winner`, and its terms `seats`."""
        return None if state.winner is None else str(state.terms.seats[state.winner])

    def write_position(self, state: Any) -> str:
        """Return the state as one line of text."""

    def read_position(self, text: str) -> Any:
        """Return the state that `write_position` wrote; raises RecordError with the column."""

    def write_act(self, act: Any) -> str:
        """Return an act as one word of the record, without spaces, ":", "!" and "#"."""

    def read_act_word(self, state: Any, word: str) -> Act:
        """Return the act of a word; raises ValueError telling what is wrong with it."""

    def begins_line(self, state: Any) -> bool:
        """Return whether the next act begins a line of the record, such as an exchange."""
        return True
