"""A whole state of an Exploding game as one line of text, field by field, and back again exactly.

    zh56 dealt Ann/Bo set w5.0,remaining turn skip.nope/defuse ?*3 attack _/_ _ ab a1n 0/0 - - - _ 0 0.0

The fields are those of FIELDS, in order. Seats are letters in their order, "-" is nothing, "_" an empty list. The
deck is `set`, the cards of this number of players, `box`, all of them, or counted: `defuse*2.skip*9`. `a1n` is a's
turn, one owed, a normal one; an attack's ends in "a". The last field, the moves of hidden cards (`claims_text`), is
left out where there are none.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from tacotable_engine.cards import NONE, Cards, read_card, read_cards, write_cards
from tacotable_engine.deck import Deck, read_deck, write_deck
from tacotable_engine.errors import RecordError, RequestError
from tacotable_engine.exploding.combos import SIZES
from tacotable_engine.exploding.hypotheses.claims import require_followed, with_levels
from tacotable_engine.exploding.hypotheses.claims_text import read_claims, read_moves, write_claims, write_moves
from tacotable_engine.exploding.hypotheses.soundness import require_sound
from tacotable_engine.exploding.ruleset import ACTIONS, NAMES, Ruleset, load_ruleset, sorted_hand
from tacotable_engine.exploding.state import Peek, Pending, Phase, Seat, State, Terms, Turn
from tacotable_engine.log import LATEST_S
from tacotable_engine.options import LONGEST_WINDOW_S
from tacotable_engine.setup import VIEWERS, Mode
from tacotable_engine.words import WordReader, read_name, write_name

FIELDS = (
    "game",
    "mode",
    "seats",
    "deck",
    "options",
    "phase",
    "hands",
    "pile",
    "discard",
    "in_front",
    "out",
    "alive",
    "turn",
    "owed",
    "pending",
    "drawn",
    "peek",
    "claims",
    "acts",
    "now",
    "moves",
)
LETTERS = "abcdefghij"
NOTHING = "-"
FLAGS = ("plain-combos", "nope-own", "no-clone-nope", "lose", "noped-out")
"""Options by what they are called where they are chosen; noped-out is there by default where the ruleset says so."""
STACKING = ("remaining", "fixed")


def write_position(state: State) -> str:
    """Return a state as one line."""
    terms = state.terms
    return " ".join(
        [
            terms.ruleset.id,
            terms.mode.value,
            "/".join(map(write_name, terms.seats)),
            _write_deck(terms),
            _write_options(terms),
            state.phase.value,
            "/".join(map(write_cards, state.hands)),
            write_cards(state.pile),
            write_cards(state.discard),
            "/".join(map(write_cards, state.in_front)),
            write_cards(state.out),
            _write_seats(state.alive),
            f"{LETTERS[state.turn.seat]}{state.turn.left}{state.turn.source[0]}",
            "/".join(map(str, state.owed)),
            _write_pending(state),
            state.drawn or NOTHING,
            NOTHING if state.peek is None else f"{LETTERS[state.peek.seat]}.{write_cards(state.peek.cards)}",
            write_claims(state),
            str(state.acts),
            repr(state.now_s),
            *write_moves(state),
        ]
    )


def read_position(text: str) -> State:
    """Return a state; raises RecordError with the column of the first field that is wrong."""
    words = WordReader(text)
    state = _read_state(words)
    words.finish()
    try:
        require_sound(state)
        require_followed(state)
    except RequestError as problem:
        raise RecordError(str(problem), 1, 1) from None
    return with_levels(state)


def _read_state(words: WordReader) -> State:
    terms = _read_terms(words)
    ruleset, cards, seats = terms.ruleset, terms.deck.names, len(terms.seats)
    phase = words.take("phase", Phase)
    hands = words.take("hands", lambda word: _hands(word, terms))
    pile = words.take("pile", lambda word: read_cards(word, cards))
    discard = words.take("discard", lambda word: read_cards(word, cards))
    in_front = words.take("in_front", lambda word: _hands(word, terms))
    out = words.take("out", lambda word: read_cards(word, cards))
    alive = words.take("alive", lambda word: _read_alive(word, seats))
    return State(
        terms,
        phase,
        hands,
        pile,
        alive,
        words.take("turn", lambda word: _read_turn(word, seats)),
        discard,
        in_front,
        out,
        owed=words.take("owed", lambda word: _read_owed(word, seats)),
        pending=words.take("pending", lambda word: _read_pending(word, terms)),
        drawn=words.take("drawn", lambda word: _lethal_or_none(word, ruleset)),
        is_from_bottom=phase is Phase.DRAW,
        peek=words.take("peek", lambda word: _read_peek(word, seats, cards)),
        claims=words.take("claims", lambda word: read_claims(word, seats, cards)),
        acts=words.take("acts", _read_count),
        now_s=words.take("now", lambda word: _time(word, LATEST_S)),
        moves=words.take_or("moves", lambda word: read_moves(word, seats, cards), ()),
    )


def _read_terms(words: WordReader) -> Terms:
    ruleset = words.take("game", _read_ruleset)
    mode = words.take("mode", Mode)
    seats = words.take("seats", lambda word: _read_names(word, ruleset))
    deck = words.take("deck", lambda word: _read_deck(word, ruleset, len(seats)))
    window_s, stacking, flags = words.take("options", _read_options)
    return Terms(
        ruleset,
        seats,
        mode,
        deck,
        window_s,
        special_combos="plain-combos" not in flags,
        nope_own="nope-own" in flags,
        clone_as_nope="no-clone-nope" not in flags,
        stacking=stacking,
        violation="lose_round" if "lose" in flags else "warn",
        noped_out="noped-out" in flags and ruleset.nopes_leave,
    )


def _write_deck(terms: Terms) -> str:
    known = {"box": terms.ruleset.box, "set": terms.ruleset.deck(len(terms.seats))}
    return next((name for name, deck in known.items() if deck == terms.deck), write_deck(terms.deck))


def _read_deck(word: str, ruleset: Ruleset, players: int) -> Deck:
    known = {"set": ruleset.deck(players), "box": ruleset.box}
    deck = known[word] if word in known else read_deck(word, ruleset.counts, known["set"].inferred)
    if ruleset.lethal not in deck.counts:
        raise ValueError(f"a deck with its {ruleset.lethal}")
    return deck


def _one_of(word: str, names: Collection[str]) -> str:
    if word not in names:
        raise ValueError(f"one of {', '.join(names)}")
    return word


def _read_ruleset(word: str) -> Ruleset:
    return load_ruleset(_one_of(word, NAMES))


def _read_names(word: str, ruleset: Ruleset) -> tuple[str, ...]:
    names = tuple(read_name(name) for name in word.split("/"))
    if len(set(names)) < len(names) or len(names) not in ruleset.players or set(names) & set(VIEWERS):
        raise ValueError("as many names as players, all different, none of them a viewer's")
    return names


def _write_options(terms: Terms) -> str:
    chosen = (
        not terms.special_combos,
        terms.nope_own,
        not terms.clone_as_nope,
        terms.violation == "lose_round",
        terms.noped_out,
    )
    flags = [name for name, is_on in zip(FLAGS, chosen, strict=True) if is_on]
    return ",".join([f"w{terms.window_s!r}", terms.stacking, *flags])


def _read_options(word: str) -> tuple[float, str, set[str]]:
    window, _, rest = word.partition(",")
    stacking, *flags = rest.split(",")
    if not window.startswith("w") or len(set(flags)) < len(flags):
        raise ValueError("options such as w5.0,remaining,nope-own")
    for flag in flags:
        _one_of(flag, FLAGS)
    return _time(window[1:], LONGEST_WINDOW_S), _one_of(stacking, STACKING), set(flags)


def _time(word: str, latest: float) -> float:
    if not re.fullmatch(r"[0-9]+(\.[0-9]+)?(e\+?[0-9]+|e-[0-9]+)?", word) or float(word) > latest:
        raise ValueError(f"seconds from 0 to {latest:g}")
    return float(word) if "." in word or "e" in word else int(word)


def _parts(word: str, count: int) -> list[str]:
    parts = word.split("/")
    if len(parts) != count:
        raise ValueError(f"{count} parts with / between, one for each seat")
    return parts


def _hands(word: str, terms: Terms) -> tuple[Cards, ...]:
    parts = _parts(word, len(terms.seats))
    return tuple(sorted_hand(terms.ruleset, read_cards(part, terms.deck.names)) for part in parts)


def _write_seats(seats: tuple[Seat, ...]) -> str:
    return "".join(LETTERS[seat] for seat in seats) or NONE


def _seat(letter: str, seats: int) -> Seat:
    if len(letter) != 1 or letter not in LETTERS[:seats]:
        raise ValueError(f"a seat from a to {LETTERS[seats - 1]}")
    return LETTERS.index(letter)


def _read_alive(word: str, seats: int) -> tuple[Seat, ...]:
    alive = tuple(_seat(letter, seats) for letter in word)
    if not alive or list(alive) != sorted(set(alive)):
        raise ValueError("the living seats in order, each once")
    return alive


def _read_turn(word: str, seats: int) -> Turn:
    found = re.fullmatch(r"([a-j])([1-9][0-9]{0,3})([na])", word)
    if not found:
        raise ValueError("a turn such as a1n or b4a")
    return Turn(_seat(found[1], seats), int(found[2]), "attack" if found[3] == "a" else "normal")


def _read_owed(word: str, seats: int) -> tuple[int, ...]:
    parts = _parts(word, seats)
    if not all(re.fullmatch(r"[0-9]", part) for part in parts):
        raise ValueError("a number from 0 to 9 for each seat")
    return tuple(map(int, parts))


def _write_pending(state: State) -> str:
    """Write what is pending: seat, cards, effect, target, name, Nopes, last, passed, end of the window."""
    pending = state.pending
    if pending is None:
        return NOTHING
    target = NOTHING if pending.target is None else LETTERS[pending.target]
    parts = (
        LETTERS[pending.seat],
        write_cards(pending.cards),
        pending.effect,
        target,
        pending.name or NOTHING,
        write_cards(pending.noped),
        LETTERS[pending.last],
        _write_seats(pending.passed),
        repr(pending.closes_s),
    )
    return "/".join(parts)


def _read_pending(word: str, terms: Terms) -> Pending | None:
    if word == NOTHING:
        return None
    parts = word.split("/")
    if len(parts) != len(Pending._fields):
        raise ValueError(f"- or {len(Pending._fields)} parts with / between")
    seat, played, effect, target, name, noped, last, passed, closes = parts
    seats, cards = len(terms.seats), terms.deck.names
    return Pending(
        _seat(seat, seats),
        read_cards(played, cards),
        _one_of(effect, (*ACTIONS, *SIZES.values())),
        None if target == NOTHING else _seat(target, seats),
        None if name == NOTHING else read_card(name, cards),
        read_cards(noped, cards),
        _seat(last, seats),
        () if passed == NONE else tuple(_seat(letter, seats) for letter in passed),
        _time(closes, LATEST_S + LONGEST_WINDOW_S),
    )


def _read_count(word: str) -> int:
    if not re.fullmatch(r"[0-9]{1,6}", word):
        raise ValueError("how many acts led here")
    return int(word)


def _lethal_or_none(word: str, ruleset: Ruleset) -> str | None:
    return None if word == NOTHING else _one_of(word, (ruleset.lethal,))


def _read_peek(word: str, seats: int, cards: Collection[str]) -> Peek | None:
    if word == NOTHING:
        return None
    seat, _, seen = word.partition(".")
    return Peek(_seat(seat, seats), read_cards(seen, cards))
