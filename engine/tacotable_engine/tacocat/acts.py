"""The acts of Tacocat: what each takes, in a request and as a word of a record: `R5.6`, `D9`, `A7.7.7`, `d11`, `s2@9`.

The first letter tells the kind: `d` answers, `s` answers with a declared sacrifice, `+` is a dealt card, `S` shows one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from tacotable_engine.cards import Cards, read_card, read_cards, write_cards
from tacotable_engine.fields import as_card, as_cards, as_one_of, require_only, required

if TYPE_CHECKING:
    from tacotable_engine.tacocat.state import State


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
    is_given_up: bool = False  # Whether it was declared a sacrifice; below the demand it is one undeclared.
    demand: str | None = None
    do: ClassVar[str] = "answer"


@dataclass(frozen=True, slots=True)
class Show:
    """The last card is laid down, sealed."""

    card: str
    do: ClassVar[str] = "show"


TacocatAct: TypeAlias = Deal | Replace | Duel | Attack | Answer | Show
KINDS = ("deal", "replace", "duel", "attack", "answer", "show")
OF_A_CARD: Mapping[str, type[Deal | Duel | Show]] = {"+": Deal, "D": Duel, "S": Show}
OF_CARDS: Mapping[str, type[Replace | Attack]] = {"R": Replace, "A": Attack}
LETTERS: Mapping[type[TacocatAct], str] = {kind: letter for letter, kind in (*OF_A_CARD.items(), *OF_CARDS.items())}


def read_act(state: State, fields: Mapping[str, object]) -> TacocatAct:
    """Read an act; raises RequestError naming the field that is wrong or missing."""
    cards = state.terms.deck.names
    do = as_one_of(required(fields, "do", "act"), KINDS, "do")
    for several in OF_CARDS.values():
        if several.do == do:
            require_only(fields, ("do", "cards"), do)
            return several(as_cards(required(fields, "cards", do), cards, f"{do}.cards"))
    require_only(fields, ("do", "card", "as", "demand") if do == "answer" else ("do", "card"), do)
    card = as_card(required(fields, "card", do), cards, f"{do}.card")
    for single in OF_A_CARD.values():
        if single.do == do:
            return single(card)
    is_given_up = "as" in fields and as_one_of(fields["as"], ("sacrifice",), "answer.as") == "sacrifice"
    return Answer(card, is_given_up, as_card(fields["demand"], cards, "answer.demand") if "demand" in fields else None)


def write_word(act: TacocatAct) -> str:
    """Return an act as one word."""
    if isinstance(act, Replace | Attack):
        return LETTERS[type(act)] + write_cards(act.cards)
    if isinstance(act, Answer):
        demand = "" if act.demand is None else f"@{act.demand}"
        return ("s" if act.is_given_up else "d") + act.card + demand
    return LETTERS[type(act)] + act.card


def read_word(state: State, word: str) -> TacocatAct:
    """Return the act of a word; raises ValueError telling what is wrong with it."""
    letter, rest, cards = word[:1], word[1:], state.terms.deck.names
    if letter in OF_A_CARD:
        return OF_A_CARD[letter](read_card(rest, cards))
    if letter in OF_CARDS:
        return OF_CARDS[letter](read_cards(rest, cards))
    if letter not in ("d", "s"):
        raise ValueError("an act, which begins with one of + R D A d s S")
    card, at, demand = rest.partition("@")
    return Answer(read_card(card, cards), letter == "s", read_card(demand, cards) if at else None)
