"""The acts of the Exploding games: what each takes in each mode, and reading them from a request."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from tacotable_engine.cards import UNKNOWN, Cards
from tacotable_engine.errors import RequestError
from tacotable_engine.exploding import combos
from tacotable_engine.exploding.ruleset import DEFUSE, NOPE
from tacotable_engine.exploding.state import Terms
from tacotable_engine.fields import as_card, as_cards, as_one_of, as_whole, require_only, required
from tacotable_engine.setup import Mode

Fields: TypeAlias = Mapping[str, object]
HIGHEST_SLOT = 10**18
"""Far above any pile: a slot that is not there is refused, not misread."""


def _told(do: str, **fields: object) -> dict[str, object]:
    """Return the fields of an act, those that are None left out."""
    written = {name: list(value) if isinstance(value, tuple) else value for name, value in fields.items()}
    return {"do": do, **{name: value for name, value in written.items() if value is not None}}


@dataclass(frozen=True, slots=True)
class Deal:
    """A dealt card was read (mode `seen`)."""

    card: str
    do: ClassVar[str] = "deal"

    def fields(self) -> dict[str, object]:
        """Return the fields of the referee protocol."""
        return _told(self.do, card=self.card)


@dataclass(frozen=True, slots=True)
class Play:
    """Cards are played: one, a pair, three of a kind or five different; `name` is the card asked for or taken."""

    cards: Cards
    target: str | None = None
    name: str | None = None
    do: ClassVar[str] = "play"

    def fields(self) -> dict[str, object]:
        """Return the fields of the referee protocol."""
        return _told(self.do, cards=self.cards, target=self.target, name=self.name)


@dataclass(frozen=True, slots=True)
class Nope:
    """The last card of the window is noped, by a Nope or a Clone of one."""

    card: str = NOPE
    do: ClassVar[str] = "nope"

    def fields(self) -> dict[str, object]:
        """Return the fields of the referee protocol."""
        return _told(self.do, card=None if self.card == NOPE else self.card)


@dataclass(frozen=True, slots=True)
class Let:
    """The open window is let pass."""

    do: ClassVar[str] = "let"

    def fields(self) -> dict[str, object]:
        """Return the fields of the referee protocol."""
        return _told(self.do)


@dataclass(frozen=True, slots=True)
class Draw:
    """A card is drawn; `card` is its face where the table saw it."""

    card: str | None = None
    do: ClassVar[str] = "draw"

    def fields(self) -> dict[str, object]:
        """Return the fields of the referee protocol."""
        return _told(self.do, card=self.card)


@dataclass(frozen=True, slots=True)
class Defuse:
    """The lethal card is defused and goes back into the pile; `slot` None is a secret that nobody told."""

    slot: int | None = None
    card: str = DEFUSE
    do: ClassVar[str] = "defuse"

    def fields(self) -> dict[str, object]:
        """Return the fields of the referee protocol."""
        return _told(self.do, slot=self.slot, card=None if self.card == DEFUSE else self.card)


@dataclass(frozen=True, slots=True)
class Explode:
    """The lethal card is not defused; `cards` is the hand as shown (mode `blind`)."""

    cards: Cards | None = None
    do: ClassVar[str] = "explode"

    def fields(self) -> dict[str, object]:
        """Return the fields of the referee protocol."""
        return _told(self.do, cards=self.cards)


@dataclass(frozen=True, slots=True)
class Give:
    """A card is given to the seat that asked for one."""

    card: str | None = None
    do: ClassVar[str] = "give"

    def fields(self) -> dict[str, object]:
        """Return the fields of the referee protocol."""
        return _told(self.do, card=self.card)


@dataclass(frozen=True, slots=True)
class Deny:
    """The seat says that it has no such card (mode `blind`)."""

    do: ClassVar[str] = "deny"

    def fields(self) -> dict[str, object]:
        """Return the fields of the referee protocol."""
        return _told(self.do)


@dataclass(frozen=True, slots=True)
class Arrange:
    """The top cards are put back in a new order, from the top."""

    cards: Cards | None = None
    do: ClassVar[str] = "arrange"

    def fields(self) -> dict[str, object]:
        """Return the fields of the referee protocol."""
        return _told(self.do, cards=self.cards)


@dataclass(frozen=True, slots=True)
class Steal:
    """A card is taken unseen out of the target's hand."""

    card: str | None = None
    do: ClassVar[str] = "steal"

    def fields(self) -> dict[str, object]:
        """Return the fields of the referee protocol."""
        return _told(self.do, card=self.card)


ExplodingAct: TypeAlias = Deal | Play | Nope | Let | Draw | Defuse | Explode | Give | Deny | Arrange | Steal


def read_act(terms: Terms, fields: Fields) -> ExplodingAct:
    """Read an act; raises RequestError naming the field that is wrong, missing or not for this mode."""
    do = as_one_of(required(fields, "do", "act"), READERS, "do")
    return READERS[do](terms, fields)


def _card(terms: Terms, fields: Fields, do: str) -> str:
    return as_card(required(fields, "card", do), terms.deck.names, f"{do}.card")


def _observed(terms: Terms, fields: Fields, do: str) -> str | None:
    """Read a card that readers tell: needed in `seen`, in `blind` optional ("?" is none), in dealt never told."""
    if terms.mode is Mode.SEEN:
        return _card(terms, fields, do)
    if "card" not in fields:
        return None
    if terms.mode is Mode.DEALT:
        raise RequestError(f"{do}.card: in mode dealt the engine says which card it is; leave it out")
    card = _card(terms, fields, do)
    return None if card == UNKNOWN else card


def _is_told(terms: Terms, fields: Fields, name: str) -> bool:
    """Return whether a field says something; where nobody need have seen it, "?" is as good as leaving it out."""
    return name in fields and (fields[name] != UNKNOWN or terms.mode is Mode.DEALT)


def _cards_or_none(terms: Terms, fields: Fields, do: str) -> Cards | None:
    if not _is_told(terms, fields, "cards"):
        return None
    return as_cards(fields["cards"], terms.deck.names, f"{do}.cards")


def _deal(terms: Terms, fields: Fields) -> Deal:
    require_only(fields, ("do", "card"), "deal")
    return Deal(_card(terms, fields, "deal"))


def _play(terms: Terms, fields: Fields) -> Play:
    require_only(fields, ("do", "cards", "target", "name"), "play")
    names = terms.deck.names
    cards = as_cards(required(fields, "cards", "play"), names, "play.cards")
    target = as_one_of(fields["target"], terms.seats, "play.target") if "target" in fields else None
    name = as_card(fields["name"], names, "play.name") if "name" in fields else None
    _require_declared(terms, cards, target, name)
    return Play(cards, target, name)


def _require_declared(terms: Terms, cards: Cards, target: str | None, name: str | None) -> None:
    """Check that what these cards need is declared, and nothing else; what has no shape at all may say anything."""
    ruleset = terms.ruleset
    what = combos.shape(ruleset, cards)
    effect = cards[0] if what == "single" else what
    if effect is None or UNKNOWN in cards:
        return
    is_play = combos.is_known_here(ruleset, cards)
    for field, value, needing in (("target", target, combos.TARGETED), ("name", name, combos.NAMED)):
        if value is None and effect in needing and is_play:
            raise RequestError(f"play: the field {field!r} is missing; {effect} needs it")
        if value is not None and effect not in needing:
            raise RequestError(f"play.{field}: {effect} takes none; leave it out")


def _nope(terms: Terms, fields: Fields) -> Nope:
    require_only(fields, ("do", "card"), "nope")
    return Nope(_card(terms, fields, "nope")) if "card" in fields else Nope()


def _let(terms: Terms, fields: Fields) -> Let:
    del terms
    require_only(fields, ("do",), "let")
    return Let()


def _draw(terms: Terms, fields: Fields) -> Draw:
    require_only(fields, ("do", "card"), "draw")
    return Draw(_observed(terms, fields, "draw"))


def _defuse(terms: Terms, fields: Fields) -> Defuse:
    require_only(fields, ("do", "slot", "card"), "defuse")
    if terms.mode is Mode.DEALT:
        required(fields, "slot", "defuse")
    slot = as_whole(fields["slot"], 0, HIGHEST_SLOT, "defuse.slot") if _is_told(terms, fields, "slot") else None
    return Defuse(slot, _card(terms, fields, "defuse") if "card" in fields else DEFUSE)


def _explode(terms: Terms, fields: Fields) -> Explode:
    require_only(fields, ("do", "cards"), "explode")
    if "cards" in fields and terms.mode is not Mode.BLIND:
        raise RequestError(f"explode.cards: in mode {terms.mode.value} the hand is known; leave it out")
    return Explode(_cards_or_none(terms, fields, "explode"))


def _give(terms: Terms, fields: Fields) -> Give:
    require_only(fields, ("do", "card"), "give")
    if terms.mode is Mode.DEALT:
        return Give(_card(terms, fields, "give"))
    return Give(_observed(terms, fields, "give"))


def _deny(terms: Terms, fields: Fields) -> Deny:
    del terms
    require_only(fields, ("do",), "deny")
    return Deny()


def _arrange(terms: Terms, fields: Fields) -> Arrange:
    require_only(fields, ("do", "cards"), "arrange")
    if terms.mode is Mode.DEALT:
        required(fields, "cards", "arrange")
    return Arrange(_cards_or_none(terms, fields, "arrange"))


def _steal(terms: Terms, fields: Fields) -> Steal:
    require_only(fields, ("do", "card"), "steal")
    return Steal(_observed(terms, fields, "steal"))


READERS: Mapping[str, Callable[[Terms, Fields], ExplodingAct]] = {
    "deal": _deal,
    "play": _play,
    "nope": _nope,
    "let": _let,
    "draw": _draw,
    "defuse": _defuse,
    "explode": _explode,
    "give": _give,
    "deny": _deny,
    "arrange": _arrange,
    "steal": _steal,
}
