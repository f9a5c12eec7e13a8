"""The acts of Tacocat: what each takes, and reading them from a request."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from tacotable_engine.fields import as_card, as_cards, as_one_of, require_only, required

if TYPE_CHECKING:
    from tacotable_engine.cards import Cards


@dataclass(frozen=True, slots=True)
class Deal:
    """A dealt card was read (mode `seen`, and robots in `blind`)."""

    card: str
    do: ClassVar[str] = "deal"


@dataclass(frozen=True, slots=True)
class Replace:
    """Cards are given away for as many new ones; none is a choice too."""

    cards: Cards
    do: ClassVar[str] = "replace"


@dataclass(frozen=True, slots=True)
class Duel:
    """A card is laid down for the duel, sealed."""

    card: str
    do: ClassVar[str] = "duel"


@dataclass(frozen=True, slots=True)
class Attack:
    """One card, a group or a run attacks."""

    cards: Cards
    do: ClassVar[str] = "attack"


@dataclass(frozen=True, slots=True)
class Answer:
    """One open demand is answered; `demand` None means the first of them."""

    card: str
    is_given_up: bool = False
    """Whether it was declared a sacrifice; below the demand it is one undeclared."""
    demand: str | None = None
    do: ClassVar[str] = "answer"


@dataclass(frozen=True, slots=True)
class Show:
    """The last card is laid down, sealed."""

    card: str
    do: ClassVar[str] = "show"


TacocatAct: TypeAlias = Deal | Replace | Duel | Attack | Answer | Show
Fields: TypeAlias = Mapping[str, object]
Reader: TypeAlias = Callable[[Fields, Collection[str]], TacocatAct]
ReadValue: TypeAlias = Callable[[object, Collection[str], str], Any]


def _of(kind: type[Deal | Duel | Show | Replace | Attack], key: str, read_value: ReadValue) -> Reader:
    """Return the reader of a kind of act that is one card, or several, under a key."""

    def read(fields: Fields, cards: Collection[str]) -> TacocatAct:
        require_only(fields, ("do", key), kind.do)
        return kind(read_value(required(fields, key, kind.do), cards, f"{kind.do}.{key}"))

    return read


def _answer(fields: Fields, cards: Collection[str]) -> Answer:
    require_only(fields, ("do", "card", "as", "demand"), "answer")
    card = as_card(required(fields, "card", "answer"), cards, "answer.card")
    is_given_up = "as" in fields and as_one_of(fields["as"], ("sacrifice",), "answer.as") == "sacrifice"
    demand = as_card(fields["demand"], cards, "answer.demand") if "demand" in fields else None
    return Answer(card, is_given_up, demand)


READERS: Mapping[str, Reader] = {
    "deal": _of(Deal, "card", as_card),
    "replace": _of(Replace, "cards", as_cards),
    "duel": _of(Duel, "card", as_card),
    "attack": _of(Attack, "cards", as_cards),
    "answer": _answer,
    "show": _of(Show, "card", as_card),
}


def read_act(fields: Fields, cards: Collection[str]) -> TacocatAct:
    """Read an act; `cards` are those of the game, "?" among them. Raises RequestError naming the field."""
    do = as_one_of(required(fields, "do", "act"), READERS, "do")
    return READERS[do](fields, cards)
