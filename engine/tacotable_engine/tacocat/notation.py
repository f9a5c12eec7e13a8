"""Cards and acts as words of the text forms: `R5.6`, `D9`, `A7.7.7`, `d11`, `s2@9`, `S3`, `+4`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from tacotable_engine.cards import read_card, read_cards, write_cards
from tacotable_engine.tacocat.acts import Answer, Attack, Deal, Duel, Replace, Show, TacocatAct


def write_act(act: TacocatAct) -> str:
    """Return an act as one word."""
    if isinstance(act, Replace | Attack):
        return LETTERS[type(act)] + write_cards(act.cards)
    if isinstance(act, Answer):
        demand = "" if act.demand is None else f"@{act.demand}"
        return ("s" if act.is_given_up else "d") + act.card + demand
    return LETTERS[type(act)] + act.card


def read_act(word: str, cards: Collection[str]) -> TacocatAct:
    """Return an act; raises ValueError telling what is wrong with the word."""
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
