"""The printings of the Exploding games, read from data files and checked: decks, sets, plays and differences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from tacotable_engine.cards import LARGEST, UNKNOWN, Cards, Deck, Inferred, deck_of, read_counts, spread
from tacotable_engine.errors import RequestError
from tacotable_engine.fields import as_cards, as_flag, as_list, as_object, as_one_of, as_text, as_whole, required
from tacotable_engine.printing import CardSet, Names, Rulesets, read_names

COMBOS = {"pair": 2, "triple": 3, "five": 5}  # The plays of several cards, and of how many.
TARGETED = frozenset(("targeted-attack", "favor", "pair", "triple"))  # What is done to another player.
NAMED = frozenset(("triple", "five"))  # What needs the name of a card.
DEFUSE, NOPE = "defuse", "nope"
ACTIONS = (  # The cards that do something when they are played alone.
    *("attack", "targeted-attack", "skip", "see-the-future", "alter-the-future", "shuffle", "draw-from-bottom"),
    "favor",
)
DEALT = 7  # Cards dealt to each, beside one Defuse.
HAND = DEALT + 1
MOST_SEATS = 10


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One printing: its cards, its sets, what cards laid together are, and where it differs from the others."""

    id: str
    names: Names
    players: range
    lethal: str
    counts: Mapping[str, int]  # Every card of the box and its copies.
    sets: tuple[CardSet, ...]
    plain: Cards  # Cards that do nothing alone: cats or minions.
    wild: str | None  # The card that stands for any plain one.
    mimic: str | None  # The card that does what the card on top of the discard pile does.
    inferred_kinds: Cards  # Cards of which only the number of all together is certain.
    combos: frozenset[str]
    any_title: bool  # Whether cards that are not plain make combos too.
    stacking: str  # `remaining`: an attack passes owed turns on; `fixed`: it is always two turns.
    keeps_dead_hand: bool  # Whether an eliminated hand lies in front of its player instead of on the discard pile.
    defuses_first: bool  # Whether extra Defuses are shuffled in before dealing, so that a start hand may hold two.
    nopes_leave: bool  # Whether Nopes, and what they cancel, leave the game (ruling `noped-out`).
    extra_defuses_at_most: Mapping[int, int]
    ranks: Mapping[str, int]  # The order of the cards in a hand: as in the data file, unknown ones last.

    @property
    def cards(self) -> Cards:
        """Return every card of the box."""
        return spread(self.counts)

    def card_set(self, players: int) -> CardSet:
        """Return the set that this number of players takes."""
        return next(part for part in self.sets if players in part.players)

    def lethal_count(self, players: int) -> int:
        """Return how many lethal cards are in the pile at the start: one fewer than players."""
        return players - 1

    def extra_defuses(self, players: int) -> int:
        """Return how many Defuses come back into the pile, when each player has one."""
        left = self.card_set(players).counts[DEFUSE] - players
        return min(left, self.extra_defuses_at_most.get(players, left))

    def deck(self, players: int) -> Deck:
        """Return the cards that are in the game with this number of players, from set-up to its end."""
        part = self.card_set(players)
        counts = {**part.counts, DEFUSE: players + self.extra_defuses(players)}
        return deck_of(self._with_lethal(counts, players), self._inferred(is_split=part.is_inferred))

    @property
    def box(self) -> Deck:
        """Return every card of the box as a deck."""
        return deck_of(self.counts, self._inferred(is_split=False))

    def own_deck(self, told: Mapping[str, object], players: int) -> Deck:
        """Return the deck of a request, counted by its owner; raises RequestError when it cannot be dealt."""
        if self.lethal in told:
            raise RequestError(f"deck: leave {self.lethal!r} out; one fewer than players is shuffled in after the deal")
        counts = read_counts(told, [card for card in self.counts if card != self.lethal])
        total, defuses = sum(counts.values()), counts.get(DEFUSE, 0)
        if defuses < players:
            raise RequestError(f"deck.defuse: {defuses} for {players} players; each is dealt one")
        if total < HAND * players:
            raise RequestError(f"deck: {total} cards are too few: {players} players are dealt {HAND * players}")
        if not self.defuses_first and total - defuses < DEALT * players:
            raise RequestError(f"deck: {total - defuses} cards beside the Defuses; {players} players take {DEALT} each")
        return deck_of(self._with_lethal(counts, players))

    def _with_lethal(self, counts: Mapping[str, int], players: int) -> dict[str, int]:
        whole = {**counts, self.lethal: self.lethal_count(players)}
        return {card: whole[card] for card in self.counts if card in whole}

    def _inferred(self, *, is_split: bool) -> tuple[Inferred, ...]:
        """Return the counts that are only inferred; of a set whose split is, the box has the most of each card."""
        certain = (self.lethal, *self.inferred_kinds)
        singles = [Inferred((card,), n) for card, n in self.counts.items() if is_split and card not in certain]
        kinds = Inferred(self.inferred_kinds, sum(self.counts[card] for card in self.inferred_kinds))
        return (*singles, kinds) if self.inferred_kinds else tuple(singles)

    def shape(self, cards: Cards) -> str | None:
        """Return the shape of cards by any printing's rules: "single", "pair", "triple", "five"; None for nothing."""
        if len(cards) == 1:
            return "single"
        if len(cards) in (2, 3) and self.is_of_a_kind(cards):
            return "pair" if len(cards) == 2 else "triple"
        return "five" if len(cards) == 5 and len(set(cards)) == 5 else None

    def is_of_a_kind(self, cards: Cards) -> bool:
        """Return whether cards count as equal: by title, with wild cards among plain ones, or a Clone beside one."""
        if len(set(cards)) == 1:
            return cards[0] != self.mimic  # Ruling `two-clones`: two Clones are no pair
        others = set(cards) - {self.wild}
        if len(others) == 1 and self.wild in cards and others <= set(self.plain):
            return True  # Ruling `feral-cat`
        return self.is_clone_pair(cards)

    def is_clone_pair(self, cards: Cards) -> bool:
        """Return whether these are a Clone and a plain card (ruling `clone-pair`)."""
        return len(cards) == 2 and self.mimic in cards and any(card in self.plain for card in cards)

    def is_plain(self, cards: Cards) -> bool:
        """Return whether a combo is one of plain cards, with a wild card or a Clone where it may stand for one."""
        return all(card in (*self.plain, self.wild, self.mimic) for card in cards)

    def is_known_here(self, cards: Cards) -> bool:
        """Return whether this printing has such a combo at all."""
        what = self.shape(cards)
        return what == "single" or (what in self.combos and (self.any_title or self.is_plain(cards)))

    def effect_alone(self, card: str, top: str | None) -> str | None:
        """Return what a card does alone; a Clone does what `top`, the last discarded card, does. None: nothing."""
        effect = top if card == self.mimic else card
        return effect if effect in ACTIONS else None

    def effect_of(self, cards: Cards, top: str | None) -> str | None:
        """Return what cards do when they are played; None when that is nothing."""
        what = self.shape(cards)
        return self.effect_alone(cards[0], top) if what == "single" else what

    def laid(self, cards: Cards) -> Cards:
        """Return cards in the order in which they come to lie on the discard pile: a Clone last (`clone-pair`)."""
        return tuple(sorted(cards, key=lambda card: card == self.mimic)) if self.is_clone_pair(cards) else cards


KEYS = (
    *("id", "name", "short", "players", "lethal", "plain", "wild", "mimic", "inferred_kinds", "combos", "any_title"),
    *("stacking", "eliminated", "noped", "extra_defuses", "extra_defuses_at_most", "provenance", "counts"),
    *("card_names", "sets"),
)


def sorted_hand(ruleset: Ruleset, cards: Iterable[str]) -> Cards:
    """Return a hand in its order."""
    return tuple(sorted(cards, key=ruleset.ranks.__getitem__))


def check_ruleset(told: Mapping[str, Any]) -> Ruleset:
    """Return a printing; raises RequestError naming the key that is wrong."""
    as_object(told, "ruleset", KEYS)
    as_text(required(told, "provenance", "ruleset"), "provenance")
    counts = _counts(required(told, "counts", "ruleset"), "counts")
    lethal = as_one_of(required(told, "lethal", "ruleset"), counts, "lethal")
    players = _range(required(told, "players", "ruleset"), "players")
    ruleset = Ruleset(
        id=as_text(required(told, "id", "ruleset"), "id"),
        names=read_names(told),
        players=players,
        lethal=lethal,
        counts=counts,
        sets=tuple(_card_set(part, counts, lethal) for part in as_list(required(told, "sets", "ruleset"), "sets")),
        plain=as_cards(required(told, "plain", "ruleset"), counts, "plain"),
        wild=as_one_of(told["wild"], counts, "wild") if "wild" in told else None,
        mimic=as_one_of(told["mimic"], counts, "mimic") if "mimic" in told else None,
        inferred_kinds=as_cards(told.get("inferred_kinds", []), counts, "inferred_kinds"),
        combos=frozenset(as_one_of(combo, COMBOS, "combos") for combo in as_list(told.get("combos", []), "combos")),
        any_title=as_flag(told.get("any_title", False), "any_title"),
        stacking=as_one_of(told.get("stacking"), ("remaining", "fixed"), "stacking"),
        keeps_dead_hand=as_one_of(told.get("eliminated"), ("discard", "in-front"), "eliminated") == "in-front",
        nopes_leave=as_one_of(told.get("noped", "discard"), ("discard", "out"), "noped") == "out",
        defuses_first=as_one_of(told.get("extra_defuses"), ("before-dealing", "after-dealing"), "extra_defuses")
        == "before-dealing",
        extra_defuses_at_most=_limits(told.get("extra_defuses_at_most", {}), players),
        ranks={**{card: rank for rank, card in enumerate(counts)}, UNKNOWN: len(counts)},
    )
    _require_complete(ruleset)
    return ruleset


def _counts(value: object, where: str) -> dict[str, int]:
    counts = as_object(value, where)
    return {card: as_whole(count, 1, LARGEST, f"{where}.{card}") for card, count in counts.items()}


def _range(value: object, where: str) -> range:
    bounds = [as_whole(number, 2, MOST_SEATS, where) for number in as_list(value, where)]
    if len(bounds) != 2 or bounds[0] > bounds[1]:
        raise RequestError(f"{where}: takes the fewest and the most, such as [2, 5]")
    return range(bounds[0], bounds[1] + 1)


def _card_set(value: object, counts: Mapping[str, int], lethal: str) -> CardSet:
    """Read a set; one that counts nothing is the whole box."""
    told = as_object(value, "sets", ("name", "players", "counts", "inferred"))
    name = as_text(required(told, "name", "sets"), "sets.name")
    whole = {card: count for card, count in counts.items() if card != lethal}
    part = _counts(told["counts"], f"sets.{name}") if "counts" in told else whole
    for card, count in part.items():
        if count > whole.get(card, 0):
            raise RequestError(f"sets.{name}.{card}: {count} copies, and the box has {whole.get(card, 0)}")
    players = _range(required(told, "players", "sets"), f"sets.{name}.players")
    return CardSet(name, players, part, as_flag(told.get("inferred", False), f"sets.{name}.inferred"))


def _limits(value: object, players: range) -> dict[int, int]:
    told = as_object(value, "extra_defuses_at_most", [str(count) for count in players])
    return {int(count): as_whole(most, 0, LARGEST, "extra_defuses_at_most") for count, most in told.items()}


def _require_complete(ruleset: Ruleset) -> None:
    """Check that every number of players has one set with enough cards, and every card a meaning."""
    for players in ruleset.players:
        found = [part for part in ruleset.sets if players in part.players]
        if len(found) != 1:
            raise RequestError(f"sets: {len(found)} sets are for {players} players; there must be one")
        if found[0].counts.get(DEFUSE, 0) < players:
            raise RequestError(f"sets.{found[0].name}.defuse: {players} players need one each")
        if ruleset.counts[ruleset.lethal] < ruleset.lethal_count(players):
            raise RequestError(f"counts.{ruleset.lethal}: too few for {players} players")
        if sum(found[0].counts.values()) - found[0].counts[DEFUSE] < DEALT * players:
            raise RequestError(f"sets.{found[0].name}: too few cards to deal {DEALT} to each of {players}")
    known = {ruleset.lethal, DEFUSE, NOPE, *ACTIONS, *ruleset.plain, ruleset.wild, ruleset.mimic}
    for card in ruleset.counts:
        if card not in known:
            raise RequestError(f"counts.{card}: no rule knows this card; is it a plain one?")


DATA = files("tacotable_engine.exploding").joinpath("data")
RULESETS = Rulesets(tuple(sorted(file.name.removesuffix(".toml") for file in DATA.iterdir())), DATA, check_ruleset)
"""The printings there are: the files in `data`, and those added."""
load_ruleset = RULESETS.load
