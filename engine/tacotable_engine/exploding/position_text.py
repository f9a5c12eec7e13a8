"""A whole state of an Exploding game as one line of text, field by field, and back again exactly.

    zh56 dealt Ann/Bo set w5.0,remaining turn skip.nope/defuse ?*3 attack _/_ _ ab a1n 0/0 - - - _ 0 0.0

The fields are those of the terms and of `_fields`, in order. Seats are letters in their order, "-" is nothing, "_" an
empty list. `blind+b` is mode `blind` with b's cards told, as those of a robot. The deck is `set`, the cards of this
number of players, `box`, all of them, or counted: `defuse*2.skip*9`. `a1n` is a's turn, one owed, a normal one; an
attack's ends in "a". The last field, the moves of hidden cards, is left out where there are none.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from tacotable_engine import forms
from tacotable_engine.cards import Deck, read_deck, write_deck
from tacotable_engine.errors import RecordError, RequestError
from tacotable_engine.exploding.hypotheses.claims import require_followed, with_levels
from tacotable_engine.exploding.hypotheses.search import HANDS, Kind, Move
from tacotable_engine.exploding.position import require_sound
from tacotable_engine.exploding.ruleset import ACTIONS, COMBOS, RULESETS, Ruleset, load_ruleset, sorted_hand
from tacotable_engine.exploding.state import Claim, Peek, Pending, Phase, State, Terms, Turn
from tacotable_engine.forms import Form, each, letters, number, optional, several, shape
from tacotable_engine.log import LATEST_S
from tacotable_engine.setup import LONGEST_WINDOW_S, VIEWERS

ZONE_LETTERS = "abcdefghijpqr"  # The letters of the zones, in their order.


def moves_form(seats: int, card: Form[str]) -> Form[tuple[Move, ...]]:
    """Return the form of the moves of hidden cards."""
    known = {letter: at for at, letter in enumerate(ZONE_LETTERS) if at < seats or at >= len(HANDS)}
    zone = letters(known, f"a seat from a to {ZONE_LETTERS[seats - 1]}")
    told, sign = "moves such as p>a, a-skip, a+defuse or a=q*5", letters({"-": Kind.SHOWN, "+": Kind.HIDDEN}, "- or +")
    passed = shape(partial(Move, Kind.PASSED), "{0}>{1}", told, zone, zone)
    merged = shape(
        lambda at, to, n: Move(Kind.MERGED, at, to, number=n), "{0}={1}*{2}", told, zone, zone, number(1, 999)
    )
    turned = shape(lambda at, kind, face: Move(kind, at, card=face), "{0}{1}{2}", told, zone, sign, card)

    def write(move: Move) -> str:
        start = f"{zone.write(move.zone)}{move.kind.value}"
        if move.kind in (Kind.SHOWN, Kind.HIDDEN):
            return start + move.card
        return start + zone.write(move.to) + (f"*{move.number}" if move.kind is Kind.MERGED else "")

    def read(word: str) -> Move:
        form = {Kind.MERGED.value: merged, Kind.SHOWN.value: turned, Kind.HIDDEN.value: turned}.get(word[1:2], passed)
        return form.read(word)

    return several(Form(write, read), ",")


LETTERS = "abcdefghij"
MODE = forms.with_robots(LETTERS)
FLAGS: forms.Flags = {  # noped-out is there by default where the ruleset says so.
    "plain-combos": ("special_combos", False),
    "nope-own": ("nope_own", True),
    "no-clone-nope": ("clone_as_nope", False),
    "lose": ("violation", "lose_round"),
    "noped-out": ("noped_out", True),
}
STACKING = forms.one_of(("remaining", "fixed"))
ABSENT = {"moves": ()}


def write_position(state: State) -> str:
    """Return a state as one line."""
    terms = state.terms
    known = {"box": terms.ruleset.box, "set": terms.ruleset.deck(len(terms.seats))}
    deck = next((name for name, one in known.items() if one == terms.deck), write_deck(terms.deck))
    options = ",".join((f"w{terms.window_s!r}", terms.stacking, *forms.chosen(FLAGS, terms)))
    names = "/".join(map(forms.write_name, terms.seats))
    first = f"{terms.ruleset.id} {MODE.write((terms.mode, terms.robots))} {names} {deck} {options}"
    return f"{first} {forms.write_fields(_fields(terms), state._asdict(), ABSENT)}"


def read_position(text: str) -> State:
    """Return a state; raises RecordError with the column of the first field that is wrong."""
    words = forms.WordReader(text)
    ruleset = words.take("game", lambda word: load_ruleset(forms.one_of(RULESETS.names()).read(word)))
    mode, robots = words.take("mode", MODE.read)
    seats = words.take("seats", lambda word: _read_names(word, ruleset, robots))
    deck = words.take("deck", lambda word: _read_deck(word, ruleset, len(seats)))
    options = words.take("options", _read_options)
    options["noped_out"] = "noped_out" in options and ruleset.nopes_leave
    terms = Terms(ruleset, seats, mode, deck, robots=robots, **options)
    values = forms.read_fields(_fields(terms), words, ABSENT)
    state = State(terms=terms, is_from_bottom=values["phase"] is Phase.DRAW, **values)
    try:
        require_sound(state)
        require_followed(state)
    except RequestError as problem:
        raise RecordError(str(problem), 1, 1) from None
    return with_levels(state)


def _fields(terms: Terms) -> forms.Fields:
    """Return the fields of a state behind its terms, in the order of the line."""
    count, names = len(terms.seats), terms.deck.names
    card, cards, act = forms.card_of(names), forms.cards_of(names), number(0, 999_999)
    seat = letters({letter: at for at, letter in enumerate(LETTERS[:count])}, f"a seat from a to {LETTERS[count - 1]}")
    hands = each(Form(cards.write, lambda word: sorted_hand(terms.ruleset, cards.read(word))), count)
    living = several(seat, "")
    turns, source = number(1, 9999), letters({"n": "normal", "a": "attack"}, "n or a")
    effect = forms.one_of((*ACTIONS, *COMBOS))
    until = forms.seconds(LATEST_S + LONGEST_WINDOW_S)
    parts = (seat, cards, effect, optional(seat), optional(card), cards, seat, living, until)
    pending = shape(Pending, "{0}/{1}/{2}/{3}/{4}/{5}/{6}/{7}/{8}", "- or 9 parts with / between", *parts)
    return {
        "phase": Form(str, Phase),
        "hands": hands,
        "pile": cards,
        "discard": cards,
        "in_front": hands,
        "out": cards,
        "alive": forms.checked(
            living, lambda seats: len(seats) > 0 and list(seats) == sorted(set(seats)), "the living seats in order"
        ),
        "turn": shape(Turn, "{0}{1}{2}", "a turn such as a1n or b4a", seat, turns, source),
        "owed": each(number(0, 9), count),
        "pending": optional(pending),
        "drawn": optional(forms.one_of((terms.ruleset.lethal,))),
        "peek": optional(shape(Peek, "{0}.{1}", "a seat and cards, such as a.skip.nope", seat, cards)),
        "claims": several(shape(Claim, "{0}.{1}@{2}+{3}", "claims such as b.skip@12+3", seat, card, act, act), ","),
        "acts": act,
        "now_s": forms.seconds(LATEST_S),
        "moves": moves_form(count, card),
    }


def _read_names(word: str, ruleset: Ruleset, robots: tuple[int, ...]) -> tuple[str, ...]:
    names = tuple(forms.read_name(name) for name in word.split("/"))
    if len(set(names)) < len(names) or len(names) not in ruleset.players or set(names) & set(VIEWERS):
        raise ValueError("as many names as players, all different, none of them a viewer's")
    if robots and robots[-1] >= len(names):
        raise ValueError("a name for each robot behind the mode")
    return names


def _read_deck(word: str, ruleset: Ruleset, players: int) -> Deck:
    known = {"set": ruleset.deck(players), "box": ruleset.box}
    deck = known[word] if word in known else read_deck(word, ruleset.counts, known["set"].inferred)
    if ruleset.lethal not in deck.counts:
        raise ValueError(f"a deck with its {ruleset.lethal}")
    return deck


def _read_options(word: str) -> dict[str, Any]:
    window, _, rest = word.partition(",")
    stacking, *flags = rest.split(",")
    if not window.startswith("w"):
        raise ValueError("options such as w5.0,remaining,nope-own")
    times = {"window_s": forms.seconds(LONGEST_WINDOW_S).read(window[1:])}
    return {**times, "stacking": STACKING.read(stacking), **forms.read_chosen(FLAGS, flags)}
