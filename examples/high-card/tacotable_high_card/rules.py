"""The rules of High Card: what may be laid, who wins a round, and what each seat may know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar

from tacotable_engine import forms
from tacotable_engine.cards import UNKNOWN, Cards, Mode, without
from tacotable_engine.errors import RequestError
from tacotable_engine.fields import as_card, as_one_of, require_only, required
from tacotable_engine.forms import WordReader, read_name, write_name
from tacotable_engine.game import Game
from tacotable_engine.rulings import Event, Judgement, Prompt, Refusal, Rule, applied
from tacotable_engine.setup import VIEWERS
from tacotable_engine.views import GameView

if TYPE_CHECKING:
    from tacotable_engine.chance import Chance
    from tacotable_engine.setup import Setup

COUNTS = (1, 4, 5, 5, 5, 5, 4, 3, 2, 2, 1, 1)
DECK = {str(value): count for value, count in enumerate(COUNTS, 1)}
"""The cards of a Tacocat box, which is why one deck of tagged cards serves both games."""
HAND, WINS = 7, 3
PROMPTS = ("high-card-lay", "high-card-wait", "high-card-over")
RULES: Mapping[str, Rule] = {
    "high-card-laid": Rule("each seat lays one card, face down"),
    "high-card-higher": Rule("the higher card wins the round"),
    "high-card-equal": Rule("equal cards win nothing"),
    "high-card-twice": Rule("a seat lays one card a round"),
    "high-card-not-there": Rule("a card is laid from the own hand"),
    "high-card-over": Rule("who has won three rounds has won the game"),
}


@dataclass(frozen=True, slots=True)
class Lay:
    """A seat lays a card."""

    do: ClassVar[str] = "lay"
    card: str


@dataclass(frozen=True, slots=True)
class State:
    """A game of High Card; what belongs to the seats stands in their order. In `blind` a hand's cards are unknown."""

    seats: tuple[str, ...]
    mode: Mode
    hands: tuple[Cards, ...]
    laid: tuple[Cards, ...] = ((), ())
    wins: tuple[int, ...] = (0, 0)
    discard: Cards = ()
    acts: int = 0

    @property
    def winner(self) -> int | None:
        """Return the seat that has won."""
        return self.wins.index(WINS) if WINS in self.wins else None


@dataclass(frozen=True, slots=True)
class View(GameView):
    """What a viewer may know, by the names of the protocol."""

    wins: Mapping[str, int] = field(default_factory=dict)
    laid: Mapping[str, Cards] = field(default_factory=dict)
    """What each seat has laid in this round, as far as the viewer knows it."""


def _deal(mode: Mode, chance: Chance) -> tuple[Cards, ...]:
    """Return two hands: dealt by chance, or by people, who tell nobody."""
    if mode is not Mode.DEALT:
        return ((UNKNOWN,) * HAND,) * 2
    deck = tuple(chance.shuffle([card for card, count in DECK.items() for _ in range(count)]))
    return deck[:HAND], deck[HAND : 2 * HAND]


def _there(state: State) -> Counter[str]:
    """Count the cards that have been laid since the deal."""
    return Counter((*state.discard, *state.laid[0], *state.laid[1]))


class HighCard(Game):
    """The game; it keeps nothing: all is in the states it is given."""

    rules = RULES

    def start(self, setup: Setup, chance: Chance) -> State:
        """Deal the first hands; raises RequestError."""
        if len(setup.seats) != 2:
            raise RequestError(f"seats: High Card is for 2 players, not {len(setup.seats)}")
        if setup.mode is Mode.SEEN:
            raise RequestError("mode: no reader has to see the hands of High Card; give `blind`")
        for name in ("board", "deck", "position"):
            if getattr(setup, name) is not None:
                raise RequestError(f"{name}: High Card has none; leave it out")
        return State(setup.seats, setup.mode, _deal(setup.mode, chance))

    def read_act(self, state: State, fields: Mapping[str, object]) -> Lay:
        """Read an act; raises RequestError."""
        as_one_of(required(fields, "do", "act"), ("lay",), "do")
        require_only(fields, ("do", "card"), "act")
        return Lay(as_card(required(fields, "card", "act"), DECK, "card"))

    def why_not(self, state: State, seat: int, act: Lay, *, waive: bool = False) -> Refusal | None:
        """Return which rule forbids to lay a card; none of them can be waived."""
        if state.winner is not None:
            return Refusal("high-card-over")
        if state.laid[seat]:
            return Refusal("high-card-twice", {"card": state.laid[seat][0]}, private_to=state.seats[seat])
        if without(state.hands[seat], (act.card,)) is None or _there(state)[act.card] >= DECK[act.card]:
            return Refusal("high-card-not-there", {"card": act.card}, private_to=state.seats[seat])
        return None

    def apply(self, state: State, seat: int, act: Lay, chance: Chance) -> Judgement[State]:
        """Lay a card, and compare both once they are there."""
        hands, laid = list(state.hands), list(state.laid)
        hands[seat], laid[seat] = without(hands[seat], (act.card,)) or (), (act.card,)
        state = replace(state, hands=tuple(hands), laid=tuple(laid), acts=state.acts + 1)
        events: list[Event] = [{"type": "high-card-laid", "seat": state.seats[seat]}]
        if () in state.laid:
            return applied(state, "high-card-laid", {"seat": state.seats[seat]}, tuple(events))
        (first,), (second,) = state.laid
        shown = {"cards": [first, second]}
        state = replace(state, discard=(*state.discard, first, second), laid=((), ()))
        if first == second:
            rule, values = "high-card-equal", {"card": first}
            events.append({"type": "high-card-tied", **shown})
        else:
            best = int(int(second) > int(first))
            wins = tuple(count + (index == best) for index, count in enumerate(state.wins))
            state = replace(state, wins=wins)
            rule, values = "high-card-higher", {"seat": state.seats[best], "card": max(first, second, key=int)}
            events.append({"type": "high-card-won", "seat": state.seats[best], **shown})
        if state.winner is not None:
            events.append({"type": "game-won", "seat": state.seats[state.winner]})
        elif not any(state.hands):
            state = replace(state, hands=_deal(state.mode, chance), discard=())
            events.append({"type": "high-card-dealt"})
        return applied(state, rule, values, tuple(events))

    def legal(self, state: State, seat: int) -> list[dict[str, object]]:
        """List the cards that a seat may lay, from what it may know: the other's hidden card is no part of that."""
        others = replace(state, laid=tuple(cards if index == seat else () for index, cards in enumerate(state.laid)))
        return [{"do": "lay", "card": card} for card in DECK if self.why_not(others, seat, Lay(card)) is None]

    def view(self, state: State, viewer: str) -> View:
        """Return what a viewer may know."""
        open_to = range(2) if viewer == VIEWERS[1] else [n for n, seat in enumerate(state.seats) if seat == viewer]
        laid = {seat: cards for seat, cards in zip(state.seats, state.laid, strict=True) if cards}
        return View(
            game="high-card",
            mode=state.mode.value,
            seats=state.seats,
            phase="lay" if state.winner is None else "over",
            to_act=self._awaited(state),
            winner=self.winner(state),
            wins=dict(zip(state.seats, state.wins, strict=True)),
            hand_size=dict(zip(state.seats, map(len, state.hands), strict=True)),
            hands={seat: state.hands[n] if n in open_to else None for n, seat in enumerate(state.seats)},
            laid={seat: cards if state.seats.index(seat) in open_to else (UNKNOWN,) for seat, cards in laid.items()},
            discard=state.discard,
        )

    def _awaited(self, state: State) -> tuple[str, ...]:
        seats = zip(state.seats, state.laid, strict=True)
        return () if state.winner is not None else tuple(seat for seat, cards in seats if not cards)

    def prompts(self, state: State) -> dict[str, Prompt]:
        """Return what each seat is awaited to do."""
        if state.winner is not None:
            return dict.fromkeys(state.seats, Prompt("high-card-over", {"seat": state.seats[state.winner]}))
        awaited = self._awaited(state)
        lay, wait = Prompt("high-card-lay"), Prompt("high-card-wait", {"seat": next(iter(awaited), "")})
        return {seat: lay if seat in awaited else wait for seat in state.seats}

    def winner(self, state: State) -> str | None:
        """Name the seat that has won."""
        return None if state.winner is None else state.seats[state.winner]

    def write_position(self, state: State) -> str:
        """Return a state as one line of text."""
        names = "/".join(map(write_name, state.seats))
        return f"high-card {state.mode.value} {names} {forms.write_fields(FORMS, _values(state), {})}"

    def read_position(self, text: str) -> State:
        """Return the state of a line; raises RecordError with the column."""
        words = WordReader(text)
        words.take("game", forms.one_of(("high-card",)).read)
        mode = words.take("mode", lambda word: Mode(forms.one_of((Mode.DEALT, Mode.BLIND)).read(word)))
        seats = words.take("seats", forms.each(forms.Form(write_name, read_name), 2).read)
        state = State(seats, mode, **forms.read_fields(FORMS, words, {}))
        words.finish()
        return state

    def write_act(self, act: Lay) -> str:
        """Return an act as one word: the card."""
        return act.card

    def read_act_word(self, state: State, word: str) -> Lay:
        """Return the act of a word; raises ValueError."""
        if word not in DECK:
            raise ValueError("a card, 1 to 12")
        return Lay(word)


CARDS = forms.cards_of((*DECK, UNKNOWN))
FORMS: forms.Fields = {
    "hands": forms.each(CARDS, 2),
    "laid": forms.each(forms.checked(CARDS, lambda cards: len(cards) < 2, "one card at most"), 2),
    "wins": forms.checked(forms.each(forms.number(0, WINS), 2), lambda wins: min(wins) < WINS, "one winner at most"),
    "discard": CARDS,
    "acts": forms.number(0, 999_999),
}
HIGH_CARD = HighCard()


def _values(state: State) -> dict[str, object]:
    return {name: getattr(state, name) for name in FORMS}
