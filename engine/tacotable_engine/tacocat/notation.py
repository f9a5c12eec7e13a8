"""Cards and acts as words of the text forms: `R5.6`, `D9`, `A7.7.7`, `d11`, `s2@9`, `S3`, `+4`."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from itertools import groupby

from tacotable_engine.tacocat.acts import Answer, Attack, Deal, Duel, Replace, Show, TacocatAct
from tacotable_engine.tacocat.ruleset import UNKNOWN
from tacotable_engine.tacocat.state import Cards

NONE = "_"
REPEATED = re.compile(r"\?\*([1-9][0-9]{0,2})")


def write_cards(cards: Cards) -> str:
    """Give cards as one word: `7.7.?*3`; `_` for none."""
    runs = ((card, len(list(same))) for card, same in groupby(cards))
    return ".".join(f"?*{n}" if card == UNKNOWN and n > 1 else ".".join([card] * n) for card, n in runs) or NONE


def read_cards(word: str, cards: Collection[str]) -> Cards:
    """Give back cards; raises ValueError when one of them is not of this game."""
    if word == NONE:
        return ()
    read: list[str] = []
    for part in word.split("."):
        repeated = REPEATED.fullmatch(part)
        read += [UNKNOWN] * int(repeated[1]) if repeated else [read_card(part, cards)]
    if write_cards(tuple(read)) != word:
        raise ValueError("cards with points between, several unknown ones as ?*n")
    return tuple(read)


def read_card(word: str, cards: Collection[str]) -> str:
    """Give back one card; raises ValueError when it is not of this game."""
    if word not in cards:
        raise ValueError(f"a card of this game, not {word[:20]!r}")
    return word


def write_act(act: TacocatAct) -> str:
    """Give an act as one word."""
    if isinstance(act, Replace | Attack):
        return LETTERS[type(act)] + write_cards(act.cards)
    if isinstance(act, Answer):
        demand = "" if act.demand is None else f"@{act.demand}"
        return ("s" if act.is_given_up else "d") + act.card + demand
    return LETTERS[type(act)] + act.card


def read_act(word: str, cards: Collection[str]) -> TacocatAct:
    """Give back an act; raises ValueError telling what is wrong with the word."""
    if word[:1] not in READERS:
        raise ValueError(f"an act, which begins with one of {' '.join(READERS)}")
    return READERS[word[:1]](word[1:], cards)


def _answer(word: str, cards: Collection[str], is_given_up: bool) -> Answer:
    card, at, demand = word.partition("@")
    return Answer(read_card(card, cards), is_given_up, read_card(demand, cards) if at else None)


LETTERS: Mapping[type[TacocatAct], str] = {Deal: "+", Replace: "R", Duel: "D", Attack: "A", Show: "S"}
READERS: Mapping[str, Callable[[str, Collection[str]], TacocatAct]] = {
    "+": lambda word, cards: Deal(read_card(word, cards)),
    "R": lambda word, cards: Replace(read_cards(word, cards)),
    "D": lambda word, cards: Duel(read_card(word, cards)),
    "A": lambda word, cards: Attack(read_cards(word, cards)),
    "d": lambda word, cards: _answer(word, cards, is_given_up=False),
    "s": lambda word, cards: _answer(word, cards, is_given_up=True),
    "S": lambda word, cards: Show(read_card(word, cards)),
}
"""First letter -> the act: d answers, s answers with a declared sacrifice, + is a dealt card."""
