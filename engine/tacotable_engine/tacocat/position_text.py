"""A whole Tacocat state as one line of text, field by field, and back again exactly.

    tc38 dealt Ann/Bo 4w,6w,9w,7b,9y,6y,4y* - duel 0 _ _ 1 2.4.9/1.5.8 _ _ 0/0 -/- -/- - - _ _ _ _/_

The fields are those of the terms and of `_fields`, in order. "y" is the YAY side (the first seat), "w" the WOW side,
"-" is nothing, "_" an empty list. A board with "*" is the placeholder. In the discard pile `5y` is a 5 that lies face
down and that the first seat laid there. An answer is `11>8` (defended) or `2<9` (given up). A claim is `w5@2`: by act 2
WOW claimed to hold nothing below 5; inferred counts contradict `w5@2?`. The fields claims and acts are left out of a
first state. The last field tells what amendments left: `12/-` is a 12 told missing in this round, and nobody who left.
`blind+w` is mode `blind` with WOW's cards told, as those of a robot.
A deck that is not the edition's own stands behind the game: `tc38+1*1.2*4.3*30`.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import TypeAlias

from tacotable_engine import forms
from tacotable_engine.cards import NONE, Cards, Deck, read_card, read_deck, write_deck
from tacotable_engine.errors import RecordError, RequestError
from tacotable_engine.forms import WordReader, read_name, write_name
from tacotable_engine.setup import VIEWERS
from tacotable_engine.tacocat.position import require_sound
from tacotable_engine.tacocat.ruleset import RULESETS, VALUES, Board, Ruleset, check_board, load_ruleset
from tacotable_engine.tacocat.state import Answered, Claimed, Phase, Seat, State, Terms, sorted_hand

SIDES = "yw"
MODE = forms.with_robots(SIDES)
SIDE = forms.letters({"y": 0, "w": 1}, "y for the first seat or w for the second")
ARROW_LETTERS = {"y": "yay", "w": "wow", "b": "both"}
FLAGS: forms.Flags = {
    "strict": ("strict_groups", True),
    "single": ("jumbo", False),
    "practice": ("practice", True),
    "lose": ("violation", "lose_round"),
}
OPTIONS = forms.Form(str, lambda word: forms.read_chosen(FLAGS, [] if word == forms.NOTHING else word.split(",")))
Discard: TypeAlias = tuple[Cards, tuple[tuple[int, Seat], ...]]
"""The discard pile, and which of its cards lie face down and whose they were."""
ABSENT: dict[str, object] = {"claims": (), "acts": 0, "amended": ((), None)}


def write_position(state: State) -> str:
    """Return a state as one line."""
    terms = state.terms
    deck = "" if terms.deck == terms.ruleset.deck else f"+{write_deck(terms.deck)}"
    names, options = "/".join(map(write_name, terms.seats)), ",".join(forms.chosen(FLAGS, terms)) or forms.NOTHING
    mode = MODE.write((terms.mode, terms.robots))
    first = f"{terms.ruleset.id}{deck} {mode} {names} {_write_board(terms.board)} {options}"
    joined = {"discard": (state.discard, state.face_down), "amended": (state.lost, state.leaver)}
    return f"{first} {forms.write_fields(_fields(terms), state._asdict() | joined, ABSENT)}"


def read_position(text: str) -> State:
    """Return a state; raises RecordError with the column of the first field that is wrong."""
    words = WordReader(text)
    ruleset, deck = words.take("game", _read_game)
    mode, robots = words.take("mode", MODE.read)
    seats = words.take("seats", _read_seats)
    board = words.take("board", _read_board)
    options = words.take("options", OPTIONS.read)
    terms = Terms(ruleset, seats, mode, board, deck, robots=robots, **options)
    values = forms.read_fields(_fields(terms), words, ABSENT)
    values["discard"], values["face_down"] = values["discard"]
    values["lost"], values["leaver"] = values.pop("amended")
    state = State(terms, **values)
    try:
        require_sound(state)
    except RequestError as problem:
        raise RecordError(str(problem), 1, 1) from None
    return state


def _fields(terms: Terms) -> forms.Fields:
    """Return the fields of a state behind its terms, in the order of the line."""
    names = terms.deck.names
    card, cards, count, side = forms.card_of(names), forms.cards_of(names), forms.number(0, 99999), forms.optional(SIDE)
    ordered = forms.Form(cards.write, lambda word: sorted_hand(terms.ruleset, cards.read(word)))
    spaces = forms.several(forms.number(-3, 3), ",")
    given_up = forms.letters({"<": True, ">": False}, "< or >")
    doubted = forms.letters({"?": True, "": False}, "? or nothing")
    return {
        "phase": forms.Form(str, Phase),
        "token": forms.number(-4, 4),
        "covered": forms.checked(spaces, lambda told: list(told) == sorted(set(told)), "spaces ascending, each once"),
        "winners": forms.several(SIDE, ""),
        "round": count,
        "hands": forms.each(ordered, 2),
        "pile": cards,
        "discard": forms.Form(_write_discard, lambda word: _read_discard(word, names)),
        "owed": forms.each(forms.number(0, 40), 2),
        "replaced": forms.each(forms.optional(forms.number(0, 40)), 2),
        "sealed": forms.each(forms.optional(cards), 2),
        "attacker": side,
        "duel_winner": side,
        "attack": cards,
        "demands": ordered,
        "answers": forms.several(
            forms.shape(Answered, "{1}{2}{0}", "answers such as 11>8 or 2<9", card, card, given_up), "."
        ),
        "tucked": forms.each(cards, 2),
        "claims": forms.several(
            forms.shape(Claimed, "{1}{2}@{0}{3}", "claims such as y5@12", count, SIDE, card, doubted), "."
        ),
        "acts": count,
        "amended": forms.shape(lambda *parts: parts, "{0}/{1}", "lost cards and who left, such as 12/-", cards, side),
    }


def _read_game(word: str) -> tuple[Ruleset, Deck]:
    name, plus, deck = word.partition("+")
    ruleset = load_ruleset(forms.one_of(RULESETS.names()).read(name))
    return ruleset, read_deck(deck, VALUES, ruleset.deck.inferred) if plus else ruleset.deck


def _read_seats(word: str) -> tuple[str, str]:
    first, second = forms.each(forms.Form(write_name, read_name), 2).read(word)
    if first == second or first in VIEWERS or second in VIEWERS:
        raise ValueError("two names that differ, neither of them a viewer's")
    return first, second


def _write_board(board: Board) -> str:
    signs = {arrow: letter for letter, arrow in ARROW_LETTERS.items()}
    spaces = (f"{number}{signs[arrow]}" for number, arrow in zip(board.numbers, board.arrows, strict=True))
    return ",".join(spaces) + ("*" if board.is_placeholder else "")


def _read_board(word: str) -> Board:
    spaces = word.removesuffix("*").split(",")
    if not all(re.fullmatch(r"[2-9][ywb]", space) for space in spaces):
        raise ValueError("seven of 4y, 6w, 7b and the like, with commas")
    arrows = [ARROW_LETTERS[space[1]] for space in spaces]
    board = check_board({"numbers": [int(space[0]) for space in spaces], "arrows": arrows})
    return Board(board.numbers, board.arrows, word.endswith("*"))


def _write_discard(told: Discard) -> str:
    discard, face_down = told
    sides = dict(face_down)
    marked = (f"{card}{SIDES[sides[i]]}" if i in sides else card for i, card in enumerate(discard))
    return ".".join(marked) or NONE


def _read_discard(word: str, cards: Collection[str]) -> Discard:
    parts = [] if word == NONE else word.split(".")
    sides = {i: SIDES.index(part[-1]) for i, part in enumerate(parts) if part.endswith(tuple(SIDES))}
    faces = (part[:-1] if i in sides else part for i, part in enumerate(parts))
    return tuple(read_card(face, cards) for face in faces), tuple(sides.items())
