"""Acts as words of the text record: `Pskip`, `Pcat-1.cat-1@Bo`, `Pfavor@Bo`, `N`, `L`, `D`, `U3`, `X`, `Gskip`, `S`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from tacotable_engine.cards import Cards, read_card, read_cards, write_cards
from tacotable_engine.exploding.acts import (
    Arrange,
    Deal,
    Defuse,
    Deny,
    Draw,
    Explode,
    ExplodingAct,
    Give,
    Let,
    Nope,
    Play,
    Steal,
)
from tacotable_engine.exploding.ruleset import DEFUSE, NOPE
from tacotable_engine.exploding.state import Terms
from tacotable_engine.words import read_name, write_name

PLAY = re.compile(r"([^@=]+)(?:@([^@=]+))?(?:=([^@=]+))?")
SLOT = re.compile(r"([0-9]{1,19}|_)(?:\.(.+))?")
TOLD_NOTHING = ""


def write_act(act: ExplodingAct) -> str:
    """Return an act as one word."""
    return LETTERS[type(act)] + WRITERS[type(act)](act)


def read_act(terms: Terms, word: str) -> ExplodingAct:
    """Return an act; raises ValueError telling what is wrong with the word."""
    if word[:1] not in READERS:
        raise ValueError(f"an act, which begins with one of {' '.join(READERS)}")
    act = READERS[word[:1]](terms, word[1:])
    if write_act(act) != word:
        raise ValueError(f"an act as {write_act(act)!r} is written")
    return act


def _write_play(act: Play) -> str:
    target = "" if act.target is None else f"@{write_name(act.target)}"
    name = "" if act.name is None else f"={act.name}"
    return f"{write_cards(act.cards)}{target}{name}"


def _write_defuse(act: Defuse) -> str:
    slot = "_" if act.slot is None else str(act.slot)
    return slot if act.card == DEFUSE else f"{slot}.{act.card}"


def _write_cards_or_nothing(cards: Cards | None) -> str:
    return TOLD_NOTHING if cards is None else write_cards(cards)


def _read_play(terms: Terms, word: str) -> Play:
    found = PLAY.fullmatch(word)
    if not found:
        raise ValueError("cards, with @target and =card where they are declared")
    target = None if found[2] is None else read_name(found[2])
    if target is not None and target not in terms.seats:
        raise ValueError(f"a seat of this game, not {target[:20]!r}")
    names = terms.deck.names
    return Play(read_cards(found[1], names), target, None if found[3] is None else read_card(found[3], names))


def _read_defuse(terms: Terms, word: str) -> Defuse:
    found = SLOT.fullmatch(word)
    if not found:
        raise ValueError("a slot, or _ where nobody told it")
    slot = None if found[1] == "_" else int(found[1])
    return Defuse(slot, DEFUSE if found[2] is None else read_card(found[2], terms.deck.names))


def _read_nothing(kind: Callable[[], ExplodingAct]) -> Callable[[Terms, str], ExplodingAct]:
    def read(terms: Terms, word: str) -> ExplodingAct:
        del terms
        if word:
            raise ValueError("no more than the letter")
        return kind()

    return read


def _face(terms: Terms, word: str) -> str | None:
    return read_card(word, terms.deck.names) if word else None


def _faces(terms: Terms, word: str) -> Cards | None:
    return read_cards(word, terms.deck.names) if word else None


LETTERS: Mapping[type[ExplodingAct], str] = {
    Deal: "+",
    Play: "P",
    Nope: "N",
    Let: "L",
    Draw: "D",
    Defuse: "U",
    Explode: "X",
    Give: "G",
    Deny: "Z",
    Arrange: "A",
    Steal: "S",
}
WRITERS: Mapping[type[ExplodingAct], Callable[..., str]] = {
    Deal: lambda act: act.card,
    Play: _write_play,
    Nope: lambda act: TOLD_NOTHING if act.card == NOPE else act.card,
    Let: lambda _: TOLD_NOTHING,
    Draw: lambda act: act.card or TOLD_NOTHING,
    Defuse: _write_defuse,
    Explode: lambda act: _write_cards_or_nothing(act.cards),
    Give: lambda act: act.card or TOLD_NOTHING,
    Deny: lambda _: TOLD_NOTHING,
    Arrange: lambda act: _write_cards_or_nothing(act.cards),
    Steal: lambda act: act.card or TOLD_NOTHING,
}
READERS: Mapping[str, Callable[[Terms, str], ExplodingAct]] = {
    "+": lambda terms, word: Deal(read_card(word, terms.deck.names)),
    "P": _read_play,
    "N": lambda terms, word: Nope(_face(terms, word) or NOPE),
    "L": _read_nothing(Let),
    "D": lambda terms, word: Draw(_face(terms, word)),
    "U": _read_defuse,
    "X": lambda terms, word: Explode(_faces(terms, word)),
    "G": lambda terms, word: Give(_face(terms, word)),
    "Z": _read_nothing(Deny),
    "A": lambda terms, word: Arrange(_faces(terms, word)),
    "S": lambda terms, word: Steal(_face(terms, word)),
}
"""First letter -> the act. U takes the slot of a defused card, Z denies."""
