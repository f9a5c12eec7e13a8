"""The acts of the Exploding games: what each takes in each mode, in a request and as a word of a record.

Words are such as `Pskip`, `Pcat-1.cat-1@Bo`, `Pfavor@Bo`, `N`, `L`, `D`, `U3`, `X`, `Gskip` and `S`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, get_args

from tacotable_engine.cards import UNKNOWN, Cards, Mode, read_card, read_cards, write_cards
from tacotable_engine.errors import RequestError
from tacotable_engine.exploding.ruleset import DEFUSE, NAMED, NOPE, TARGETED
from tacotable_engine.fields import as_card, as_cards, as_one_of, as_whole, reject_if, require_only, required
from tacotable_engine.forms import read_name, write_name

if TYPE_CHECKING:
    from tacotable_engine.exploding.state import Seat, State, Terms

Fields: TypeAlias = Mapping[str, object]
HIGHEST_SLOT = 10**18  # Far above any pile: a slot that is not there is refused, not misread.
PLAY = re.compile(r"([^@=]+)(?:@([^@=]+))?(?:=([^@=]+))?")
SLOT = re.compile(r"([0-9]{1,19}|_)(?:\.(.+))?")


@dataclass(frozen=True, slots=True)
class Deal:
    """A dealt card was read (mode `seen`, and robots in `blind`)."""

    card: str
    do: ClassVar[str] = "deal"


@dataclass(frozen=True, slots=True)
class Play:
    """Cards are played: one, a pair, three of a kind or five different; `name` is the card asked for or taken."""

    cards: Cards
    target: str | None = None
    name: str | None = None
    do: ClassVar[str] = "play"


@dataclass(frozen=True, slots=True)
class Nope:
    """The last card of the window is noped, by a Nope or a Clone of one."""

    card: str = NOPE
    do: ClassVar[str] = "nope"


@dataclass(frozen=True, slots=True)
class Let:
    """The open window is let pass."""

    do: ClassVar[str] = "let"


@dataclass(frozen=True, slots=True)
class Draw:
    """A card is drawn; `card` is its face where the table saw it."""

    card: str | None = None
    do: ClassVar[str] = "draw"


@dataclass(frozen=True, slots=True)
class Defuse:
    """The lethal card is defused and goes back into the pile; `slot` None is a secret that nobody told."""

    slot: int | None = None
    card: str = DEFUSE
    do: ClassVar[str] = "defuse"


@dataclass(frozen=True, slots=True)
class Explode:
    """The lethal card is not defused; `cards` is the hand as shown (mode `blind`)."""

    cards: Cards | None = None
    do: ClassVar[str] = "explode"


@dataclass(frozen=True, slots=True)
class Give:
    """A card is given to the seat that asked for one."""

    card: str | None = None
    do: ClassVar[str] = "give"


@dataclass(frozen=True, slots=True)
class Deny:
    """The seat says that it has no such card (mode `blind`)."""

    do: ClassVar[str] = "deny"


@dataclass(frozen=True, slots=True)
class Arrange:
    """The top cards are put back in a new order, from the top."""

    cards: Cards | None = None
    do: ClassVar[str] = "arrange"


@dataclass(frozen=True, slots=True)
class Steal:
    """A card is taken unseen out of the target's hand."""

    card: str | None = None
    do: ClassVar[str] = "steal"


ExplodingAct: TypeAlias = Deal | Play | Nope | Let | Draw | Defuse | Explode | Give | Deny | Arrange | Steal
Reader: TypeAlias = "Callable[[Terms, Fields, str], Any]"
"""Reads one field, from the terms, all fields and the kind of act, which errors name."""


def read_act(state: State, fields: Fields) -> ExplodingAct:
    """Read an act; raises RequestError naming the field that is wrong, missing or not for this mode."""
    terms = state.terms
    do = as_one_of(required(fields, "do", "act"), KINDS, "do")
    kind = KINDS[do]
    _, readers = FORMS[kind]
    require_only(fields, ("do", *readers), do)
    act = kind(*[read(terms, fields, do) for read in readers.values()])
    if isinstance(act, Play):
        _require_declared(terms, act)
    return act


def _card(terms: Terms, fields: Fields, do: str) -> str:
    return as_card(required(fields, "card", do), terms.deck.names, f"{do}.card")


def _card_or(default: str) -> Reader:
    """Return the reader of a card that goes without saying."""
    return lambda terms, fields, do: _card(terms, fields, do) if "card" in fields else default


def _observed(terms: Terms, fields: Fields, do: str) -> str | None:
    """Read a card that readers tell: needed in `seen`, in `blind` optional ("?" is none), in dealt never told."""
    if terms.mode is Mode.SEEN:
        return _card(terms, fields, do)
    if "card" not in fields:
        return None
    reject_if(terms.mode is Mode.DEALT, f"{do}.card: in mode dealt the engine says which card it is; leave it out")
    card = _card(terms, fields, do)
    return None if card == UNKNOWN else card


def _given(terms: Terms, fields: Fields, do: str) -> str | None:
    return _card(terms, fields, do) if terms.mode is Mode.DEALT else _observed(terms, fields, do)


def _cards(terms: Terms, fields: Fields, do: str) -> Cards:
    return as_cards(required(fields, "cards", do), terms.deck.names, f"{do}.cards")


def _is_told(terms: Terms, fields: Fields, name: str) -> bool:
    """Return whether a field says something: in mode dealt it has to, else "?" is as good as leaving it out."""
    return terms.mode is Mode.DEALT or fields.get(name, UNKNOWN) != UNKNOWN


def _shown_hand(terms: Terms, fields: Fields, do: str) -> Cards | None:
    if "cards" not in fields:
        return None
    reject_if(terms.mode is not Mode.BLIND, f"{do}.cards: in mode {terms.mode.value} the hand is known; leave it out")
    return _arranged(terms, fields, do)


def _arranged(terms: Terms, fields: Fields, do: str) -> Cards | None:
    return _cards(terms, fields, do) if _is_told(terms, fields, "cards") else None


def _slot(terms: Terms, fields: Fields, do: str) -> int | None:
    if not _is_told(terms, fields, "slot"):
        return None
    return as_whole(required(fields, "slot", do), 0, HIGHEST_SLOT, f"{do}.slot")


def _target(terms: Terms, fields: Fields, do: str) -> str | None:
    return as_one_of(fields["target"], terms.seats, f"{do}.target") if "target" in fields else None


def _name(terms: Terms, fields: Fields, do: str) -> str | None:
    return as_card(fields["name"], terms.deck.names, f"{do}.name") if "name" in fields else None


def _require_declared(terms: Terms, play: Play) -> None:
    """Check that what these cards need is declared, and nothing else; what has no shape at all may say anything."""
    ruleset = terms.ruleset
    what = ruleset.shape(play.cards)
    effect = play.cards[0] if what == "single" else what
    if effect is None or UNKNOWN in play.cards:
        return
    is_play = ruleset.is_known_here(play.cards)
    for field, value, needing in (("target", play.target, TARGETED), ("name", play.name, NAMED)):
        if value is None and effect in needing and is_play:
            raise RequestError(f"play: the field {field!r} is missing; {effect} needs it")
        reject_if(value is not None and effect not in needing, f"play.{field}: {effect} takes none; leave it out")


def brings_untold(state: State, seat: Seat, act: ExplodingAct) -> bool:
    """Return whether an act brings a card to a robot in mode `blind` and does not name it."""
    if not isinstance(act, Draw | Steal | Give) or act.card is not None:
        return False
    if not isinstance(act, Give):
        return seat in state.terms.robots
    pending = state.pending
    return pending is not None and pending.name is None and pending.seat in state.terms.robots


def write_word(act: ExplodingAct) -> str:
    """Return an act as one word."""
    letter, _ = FORMS[type(act)]
    match act:
        case Play(cards, target, name):
            declared = ("" if target is None else f"@{write_name(target)}") + ("" if name is None else f"={name}")
            return f"{letter}{write_cards(cards)}{declared}"
        case Defuse(slot, card):
            told = "_" if slot is None else str(slot)
            return letter + told + ("" if card == DEFUSE else f".{card}")
        case Explode(cards) | Arrange(cards):
            return letter + ("" if cards is None else write_cards(cards))
        case Let() | Deny():
            return letter
        case _:
            is_usual = not isinstance(act, Deal) and act == type(act)()
            return letter if is_usual else f"{letter}{act.card}"


def read_word(state: State, word: str) -> ExplodingAct:
    """Return the act of a word; raises ValueError telling what is wrong with it."""
    if word[:1] not in KINDS_BY_LETTER:
        raise ValueError(f"an act, which begins with one of {' '.join(KINDS_BY_LETTER)}")
    act = _read_fields(KINDS_BY_LETTER[word[:1]], word[1:], state.terms)
    if write_word(act) != word:
        raise ValueError(f"an act as {write_word(act)!r} is written")
    return act


def _read_fields(kind: Callable[..., ExplodingAct], rest: str, terms: Terms) -> ExplodingAct:
    names = terms.deck.names
    if kind is Play:
        return _read_play(rest, terms)
    if kind is Defuse:
        found = SLOT.fullmatch(rest)
        if not found:
            raise ValueError("a slot, or _ where nobody told it")
        slot = None if found[1] == "_" else int(found[1])
        return Defuse(slot, DEFUSE if found[2] is None else read_card(found[2], names))
    if not rest and kind is not Deal:
        return kind()
    if kind in (Let, Deny):
        raise ValueError("no more than the letter")
    return kind(read_cards(rest, names) if kind in (Explode, Arrange) else read_card(rest, names))


def _read_play(rest: str, terms: Terms) -> Play:
    found = PLAY.fullmatch(rest)
    if not found:
        raise ValueError("cards, with @target and =card where they are declared")
    target = None if found[2] is None else read_name(found[2])
    if target is not None and target not in terms.seats:
        raise ValueError(f"a seat of this game, not {target[:20]!r}")
    names = terms.deck.names
    play = Play(read_cards(found[1], names), target, None if found[3] is None else read_card(found[3], names))
    try:
        _require_declared(terms, play)
    except RequestError:
        raise ValueError("@target and =card where the play needs them, and nowhere else") from None
    return play


FORMS: Mapping[Callable[..., ExplodingAct], tuple[str, Mapping[str, Reader]]] = {
    Deal: ("+", {"card": _card}),
    Play: ("P", {"cards": _cards, "target": _target, "name": _name}),
    Nope: ("N", {"card": _card_or(NOPE)}),
    Let: ("L", {}),
    Draw: ("D", {"card": _observed}),
    Defuse: ("U", {"slot": _slot, "card": _card_or(DEFUSE)}),
    Explode: ("X", {"cards": _shown_hand}),
    Give: ("G", {"card": _given}),
    Deny: ("Z", {}),
    Arrange: ("A", {"cards": _arranged}),
    Steal: ("S", {"card": _observed}),
}
"""How a kind of act is told: by the first letter of its word, and by fields in the order of its class."""
KINDS: Mapping[str, Callable[..., ExplodingAct]] = {kind.do: kind for kind in get_args(ExplodingAct)}
KINDS_BY_LETTER = {letter: kind for kind, (letter, _) in FORMS.items()}
