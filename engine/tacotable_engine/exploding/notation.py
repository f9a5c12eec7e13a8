"""Acts as words of the text record: `Pskip`, `Pcat-1.cat-1@Bo`, `Pfavor@Bo`, `N`, `L`, `D`, `U3`, `X`, `Gskip`, `S`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tacotable_engine.cards import read_card, read_cards, write_cards
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
from tacotable_engine.words import read_name, write_name

if TYPE_CHECKING:
    from tacotable_engine.exploding.state import Terms

PLAY = re.compile(r"([^@=]+)(?:@([^@=]+))?(?:=([^@=]+))?")
SLOT = re.compile(r"([0-9]{1,19}|_)(?:\.(.+))?")


@dataclass(frozen=True, slots=True)
class Word:
    """A kind of act as a word: how what follows its letter is written, and read back."""

    kind: type[ExplodingAct]
    write: Callable[[Any], str]
    read: Callable[[Terms, str], ExplodingAct]


def write_act(act: ExplodingAct) -> str:
    """Return an act as one word."""
    letter = LETTERS[type(act)]
    return letter + WORDS[letter].write(act)


def read_act(terms: Terms, word: str) -> ExplodingAct:
    """Return an act; raises ValueError telling what is wrong with the word."""
    if word[:1] not in WORDS:
        raise ValueError(f"an act, which begins with one of {' '.join(WORDS)}")
    act = WORDS[word[:1]].read(terms, word[1:])
    if write_act(act) != word:
        raise ValueError(f"an act as {write_act(act)!r} is written")
    return act


def _alone(kind: type[Let | Deny]) -> Word:
    """Return the word of a kind of act that has no fields."""

    def read(_terms: Terms, word: str) -> ExplodingAct:
        if word:
            raise ValueError("no more than the letter")
        return kind()

    return Word(kind, lambda _: "", read)


def _of_card(kind: type[Draw | Give | Steal]) -> Word:
    """Return the word of a kind of act that is one card, or nothing where nobody told it."""
    return Word(
        kind,
        lambda act: act.card or "",
        lambda terms, word: kind(read_card(word, terms.deck.names) if word else None),
    )


def _of_cards(kind: type[Explode | Arrange]) -> Word:
    """Return the word of a kind of act that is several cards, or nothing where nobody told them."""
    return Word(
        kind,
        lambda act: "" if act.cards is None else write_cards(act.cards),
        lambda terms, word: kind(read_cards(word, terms.deck.names) if word else None),
    )


def _write_play(act: Play) -> str:
    target = "" if act.target is None else f"@{write_name(act.target)}"
    name = "" if act.name is None else f"={act.name}"
    return f"{write_cards(act.cards)}{target}{name}"


def _write_defuse(act: Defuse) -> str:
    slot = "_" if act.slot is None else str(act.slot)
    return slot if act.card == DEFUSE else f"{slot}.{act.card}"


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


WORDS: Mapping[str, Word] = {
    "+": Word(Deal, lambda act: act.card, lambda terms, word: Deal(read_card(word, terms.deck.names))),
    "P": Word(Play, _write_play, _read_play),
    "N": Word(
        Nope,
        lambda act: "" if act.card == NOPE else act.card,
        lambda terms, word: Nope(read_card(word, terms.deck.names) if word else NOPE),
    ),
    "L": _alone(Let),
    "D": _of_card(Draw),
    "U": Word(Defuse, _write_defuse, _read_defuse),
    "X": _of_cards(Explode),
    "G": _of_card(Give),
    "Z": _alone(Deny),
    "A": _of_cards(Arrange),
    "S": _of_card(Steal),
}
"""The first letter of each kind of act. U tells the slot of a defused card, Z denies."""
LETTERS = {word.kind: letter for letter, word in WORDS.items()}
