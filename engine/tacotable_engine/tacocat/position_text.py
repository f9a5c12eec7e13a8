"""A whole Tacocat state as one line of text, field by field, and back again exactly.

    tc38 dealt Ann/Bo 4w,6w,9w,7b,9y,6y,4y* - duel 0 _ _ 1 2.4.9/1.5.8 _ _ 0/0 -/- -/- - - _ _ _ _/_

The fields are those of FIELDS, in order. "y" is the YAY side (the first seat), "w" the WOW side, "-" is nothing,
"_" an empty list. A board with "*" is the placeholder. In the discard pile `5y` is a 5 that lies face down and
that the first seat laid there. An answer is `11>8` (defended) or `2<9` (given up). A claim is `w5@2`: by act 2 WOW
claimed to hold nothing below 5; inferred counts contradict `w5@2?`. The fields claims and acts are left out of a first
state. The last field tells what amendments left: `12/-` is a 12 told missing in this round, and nobody who left. A deck
that is not the edition's own stands behind the game: `tc38+1*1.2*4.3*30`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Literal, TypeAlias, cast

from tacotable_engine.cards import NONE, Cards, read_card, read_cards, write_cards
from tacotable_engine.deck import Deck, read_deck, write_deck
from tacotable_engine.errors import RecordError, RequestError
from tacotable_engine.setup import VIEWERS, Mode
from tacotable_engine.tacocat.ruleset import NAMES, VALUES, Board, Ruleset, check_board, load_ruleset
from tacotable_engine.tacocat.soundness import require_sound
from tacotable_engine.tacocat.state import Answered, Claimed, Phase, Seat, State, Terms, sorted_hand
from tacotable_engine.words import WordReader, read_name, write_name

FIELDS = (
    "game",
    "mode",
    "seats",
    "board",
    "options",
    "phase",
    "token",
    "covered",
    "wins",
    "round",
    "hands",
    "pile",
    "discard",
    "owed",
    "replaced",
    "sealed",
    "attacker",
    "duel_winner",
    "attack",
    "demands",
    "answers",
    "tucked",
    "claims",
    "acts",
    "amended",
)
SIDES = "yw"
ARROW_LETTERS = {"y": "yay", "w": "wow", "b": "both"}
Amended: TypeAlias = tuple[Cards, Seat | None]
"""Cards told missing in this round, and who left."""
NOT_AMENDED: Amended = ((), None)
OptionName = Literal["strict", "single", "practice", "lose"]


def write_position(state: State) -> str:
    """Return a state as one line."""
    terms = state.terms
    return " ".join(
        [
            _write_game(terms),
            terms.mode.value,
            "/".join(map(write_name, terms.seats)),
            _write_board(terms.board),
            _write_options(terms),
            state.phase.value,
            str(state.token),
            ",".join(map(str, state.covered)) or NONE,
            "".join(SIDES[seat] for seat in state.winners) or NONE,
            str(state.round),
            "/".join(map(write_cards, state.hands)),
            write_cards(state.pile),
            _write_discard(state),
            "/".join(map(str, state.owed)),
            "/".join("-" if n is None else str(n) for n in state.replaced),
            "/".join("-" if cards is None else write_cards(cards) for cards in state.sealed),
            _write_seat(state.attacker),
            _write_seat(state.duel_winner),
            write_cards(state.attack),
            write_cards(state.demands),
            ".".join(f"{a.card}{'<' if a.is_sacrifice else '>'}{a.demand}" for a in state.answers) or NONE,
            "/".join(map(write_cards, state.tucked)),
            *_write_course(state),
        ]
    )


def read_position(text: str) -> State:
    """Return a state; raises RecordError with the column of the first field that is wrong."""
    words = WordReader(text)
    state = _read_state(words)
    words.finish()
    try:
        require_sound(state)
    except RequestError as problem:
        raise RecordError(str(problem), 1, 1) from None
    return state


def _read_state(words: WordReader) -> State:
    terms = _read_terms(words)
    ruleset, cards = terms.ruleset, terms.deck.names
    phase = words.take("phase", Phase)
    token = words.take("token", lambda word: _number(word, -4, 4))
    covered = words.take("covered", _read_covered)
    winners = words.take("wins", _read_winners)
    number = words.take("round", lambda word: _number(word, 0, 99999))
    hands = words.take("hands", lambda word: _read_hands(word, terms))
    pile = words.take("pile", lambda word: read_cards(word, cards))
    discard, face_down = words.take("discard", lambda word: _read_discard(word, cards))
    state = State(
        terms,
        phase,
        token,
        covered,
        winners,
        number,
        hands,
        pile,
        discard,
        face_down,
        owed=words.take("owed", _read_owed),
        replaced=words.take("replaced", _read_replaced),
        sealed=words.take("sealed", lambda word: _read_sealed(word, cards)),
        attacker=words.take("attacker", _read_seat),
        duel_winner=words.take("duel_winner", _read_seat),
        attack=words.take("attack", lambda word: read_cards(word, cards)),
        demands=words.take("demands", lambda word: sorted_hand(ruleset, read_cards(word, cards))),
        answers=words.take("answers", lambda word: _read_answers(word, cards)),
        tucked=words.take("tucked", lambda word: _pair_of_cards(word, cards)),
        claims=words.take_or("claims", lambda word: _read_claims(word, cards), ()),
        acts=words.take_or("acts", lambda word: _number(word, 0, 99999), 0),
    )
    lost, leaver = words.take_or("amended", lambda word: _read_amended(word, cards), NOT_AMENDED)
    return state._replace(lost=lost, leaver=leaver)


def _read_terms(words: WordReader) -> Terms:
    ruleset, deck = words.take("game", _read_game)
    mode = words.take("mode", Mode)
    seats = words.take("seats", _read_seats)
    board = words.take("board", _read_board)
    options = words.take("options", _read_options)
    return Terms(
        ruleset,
        seats,
        mode,
        board,
        deck,
        strict_groups="strict" in options,
        jumbo="single" not in options,
        practice="practice" in options,
        violation="lose_round" if "lose" in options else "warn",
    )


def _write_game(terms: Terms) -> str:
    return terms.ruleset.id + ("" if terms.deck == terms.ruleset.deck else f"+{write_deck(terms.deck)}")


def _read_game(word: str) -> tuple[Ruleset, Deck]:
    name, plus, deck = word.partition("+")
    if name not in NAMES:
        raise ValueError(f"one of {', '.join(NAMES)}")
    ruleset = load_ruleset(name)
    return ruleset, read_deck(deck, VALUES, ruleset.deck.inferred) if plus else ruleset.deck


def _read_seats(word: str) -> tuple[str, str]:
    first, second = (read_name(name) for name in _pair(word))
    if first == second or first in VIEWERS or second in VIEWERS:
        raise ValueError("two names that differ, neither of them a viewer's")
    return first, second


def _write_board(board: Board) -> str:
    letters = {arrow: letter for letter, arrow in ARROW_LETTERS.items()}
    spaces = (f"{number}{letters[arrow]}" for number, arrow in zip(board.numbers, board.arrows, strict=True))
    return ",".join(spaces) + ("*" if board.is_placeholder else "")


def _read_board(word: str) -> Board:
    spaces = word.removesuffix("*").split(",")
    if not all(re.fullmatch(r"[2-9][ywb]", space) for space in spaces):
        raise ValueError("seven of 4y, 6w, 7b and the like, with commas")
    arrows = [ARROW_LETTERS[space[1]] for space in spaces]
    board = check_board({"numbers": [int(space[0]) for space in spaces], "arrows": arrows})
    return Board(board.numbers, board.arrows, word.endswith("*"))


def _write_options(terms: Terms) -> str:
    chosen: Mapping[OptionName, bool] = {
        "strict": terms.strict_groups,
        "single": not terms.jumbo,
        "practice": terms.practice,
        "lose": terms.violation == "lose_round",
    }
    return ",".join(name for name, is_on in chosen.items() if is_on) or "-"


def _read_options(word: str) -> set[OptionName]:
    options = [] if word == "-" else word.split(",")
    if not set(options) <= {"strict", "single", "practice", "lose"} or len(set(options)) < len(options):
        raise ValueError("-, or some of strict, single, practice, lose with commas")
    return set(cast("list[OptionName]", options))


def _read_covered(word: str) -> tuple[int, ...]:
    spaces = () if word == NONE else tuple(_number(space, -3, 3) for space in word.split(","))
    if list(spaces) != sorted(set(spaces)):
        raise ValueError("spaces ascending, each once")
    return spaces


def _read_winners(word: str) -> tuple[Seat, ...]:
    return () if word == NONE else tuple(_side(letter) for letter in word)


def _read_hands(word: str, terms: Terms) -> tuple[Cards, Cards]:
    first, second = (sorted_hand(terms.ruleset, hand) for hand in _pair_of_cards(word, terms.deck.names))
    return first, second


def _pair_of_cards(word: str, cards: Collection[str]) -> tuple[Cards, Cards]:
    first, second = (read_cards(part, cards) for part in _pair(word))
    return first, second


def _write_discard(state: State) -> str:
    sides = dict(state.face_down)
    marked = (f"{card}{SIDES[sides[i]]}" if i in sides else card for i, card in enumerate(state.discard))
    return ".".join(marked) or NONE


def _read_discard(word: str, cards: Collection[str]) -> tuple[Cards, tuple[tuple[int, Seat], ...]]:
    parts = [] if word == NONE else word.split(".")
    sides = [(i, SIDES.index(part[-1])) for i, part in enumerate(parts) if part[-1:] and part[-1] in SIDES]
    return tuple(read_card(part.rstrip(SIDES), cards) for part in parts), tuple(sides)


def _read_owed(word: str) -> tuple[int, int]:
    first, second = (_number(part, 0, 40) for part in _pair(word))
    return first, second


def _read_replaced(word: str) -> tuple[int | None, int | None]:
    first, second = (None if part == "-" else _number(part, 0, 40) for part in _pair(word))
    return first, second


def _read_sealed(word: str, cards: Collection[str]) -> tuple[Cards | None, Cards | None]:
    first, second = (None if part == "-" else read_cards(part, cards) for part in _pair(word))
    return first, second


def _write_seat(seat: Seat | None) -> str:
    return "-" if seat is None else SIDES[seat]


def _read_seat(word: str) -> Seat | None:
    return None if word == "-" else _side(word)


def _side(letter: str) -> Seat:
    if letter not in ("y", "w"):
        raise ValueError("y for the first seat or w for the second")
    return SIDES.index(letter)


def _read_answers(word: str, cards: Collection[str]) -> tuple[Answered, ...]:
    return () if word == NONE else tuple(_read_answer(part, cards) for part in word.split("."))


def _read_answer(part: str, cards: Collection[str]) -> Answered:
    found = re.fullmatch(r"([0-9]+)([<>])([0-9]+)", part)
    if not found:
        raise ValueError("answers such as 11>8 or 2<9")
    return Answered(read_card(found[3], cards), read_card(found[1], cards), found[2] == "<")


def _write_course(state: State) -> list[str]:
    """Write how the state came about: open claims, the number of acts, what was amended; nothing for a first state."""
    is_amended = bool(state.lost or state.leaver is not None)
    amended = f"{write_cards(state.lost)}/{_write_seat(state.leaver)}"
    if not state.acts and not state.claims and not is_amended:
        return []
    claims = (f"{SIDES[one.seat]}{one.card}@{one.act}{'?' if one.is_doubted else ''}" for one in state.claims)
    return [".".join(claims) or NONE, str(state.acts), *([amended] if is_amended else [])]


def _read_amended(word: str, cards: Collection[str]) -> Amended:
    parts = word.split("/")
    if len(parts) != 2:
        raise ValueError("lost cards and who left, such as 12/-")
    return read_cards(parts[0], cards), _read_seat(parts[1])


def _read_claims(word: str, cards: Collection[str]) -> tuple[Claimed, ...]:
    return () if word == NONE else tuple(_read_claim(part, cards) for part in word.split("."))


def _read_claim(part: str, cards: Collection[str]) -> Claimed:
    found = re.fullmatch(r"([yw])([0-9]+)@([0-9]{1,5})(\??)", part)
    if not found:
        raise ValueError("claims such as y5@12")
    return Claimed(int(found[3]), _side(found[1]), read_card(found[2], cards), bool(found[4]))


def _pair(word: str) -> list[str]:
    parts = word.split("/")
    if len(parts) != 2:
        raise ValueError("two parts with / between")
    return parts


def _number(word: str, low: int, high: int) -> int:
    if not re.fullmatch(r"-?[0-9]{1,5}", word) or not low <= int(word) <= high:
        raise ValueError(f"a number from {low} to {high}")
    return int(word)
