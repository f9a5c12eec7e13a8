"""The editions of Tacocat, their decks and boards: read from data files and checked."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from tacotable_engine.cards import UNKNOWN, Deck, Inferred, deck_of, read_counts
from tacotable_engine.errors import RequestError
from tacotable_engine.fields import as_cards, as_flag, as_list, as_object, as_one_of, as_text, as_whole, required
from tacotable_engine.printing import Names, Rulesets, read_names

SEATS = range(2, 3)  # Two play, across the board.
SPACES = range(-3, 4)
GOALS = (-4, 4)  # The goal of the first seat (YAY) and of the second (WOW).
ARROWS = {"yay": 0, "wow": 1, "both": None}  # An arrow's name and the seat it points at.
VALUES = tuple(map(str, range(1, 13)))
FEWEST, MOST = (
    2,
    9,
)  # Cards dealt: a duel needs two, and with more than nine the pile could run out (ruling `most-cards`).


@dataclass(frozen=True, slots=True)
class Board:
    """Seven numbers and seven arrows, for the spaces -3 to +3."""

    numbers: tuple[int, ...]
    arrows: tuple[str, ...]
    is_placeholder: bool = False

    def number(self, space: int) -> int:
        """Return how many cards are dealt on a space."""
        return self.numbers[space + 3]

    def arrow(self, space: int) -> int | None:
        """Return the seat that a space's arrow points at; None for the double arrow."""
        return ARROWS[self.arrows[space + 3]]


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One edition: its deck and its board unless the players name others, and where it differs."""

    id: str
    names: Names
    deck: Deck
    board: Board
    has_runs: bool
    tucks_duel: bool
    duel_winner_breaks_ties: bool
    replaces_face_down: bool
    discards_face_down: bool
    ranks: Mapping[str, int]  # The order of a hand: by value, also those that are not in the deck, unknown ones last.


DATA = files("tacotable_engine.tacocat").joinpath("data")
RULESET_KEYS = (
    *("id", "name", "short", "deck", "board", "runs", "deciding_duel", "equal_last_cards", "replaced_cards"),
    *("used_cards", "provenance"),
)


def read_file(folder: str, name: str) -> Mapping[str, Any]:
    """Return the content of one data file; raises RequestError where there is none."""
    try:
        return tomllib.loads(DATA.joinpath(folder, f"{name}.toml").read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise RequestError(f"{folder}: there is none called {name!r}") from None


def _part(told: Mapping[str, object], key: str) -> Mapping[str, Any]:
    """Return a ruleset's deck or board: that of a data file, by its name, or one that stands there itself."""
    value = required(told, key, "ruleset")
    return as_object(value, key) if isinstance(value, dict) else read_file(f"{key}s", as_text(value, key))


def check_ruleset(told: Mapping[str, object]) -> Ruleset:
    """Return an edition; raises RequestError naming the key that is wrong."""
    as_object(told, "ruleset", RULESET_KEYS)
    deck = check_deck(_part(told, "deck"))
    tie = as_one_of(required(told, "equal_last_cards", "ruleset"), ("arrow", "duel-winner"), "equal_last_cards")
    return Ruleset(
        id=as_text(required(told, "id", "ruleset"), "id"),
        names=read_names(told),
        deck=deck,
        board=check_board_file(_part(told, "board")),
        has_runs=as_flag(required(told, "runs", "ruleset"), "runs"),
        tucks_duel=as_one_of(told.get("deciding_duel"), ("discard", "tuck"), "deciding_duel") == "tuck",
        duel_winner_breaks_ties=tie == "duel-winner",
        replaces_face_down=as_one_of(told.get("replaced_cards"), ("face-up", "face-down"), "replaced_cards")
        == "face-down",
        discards_face_down=as_one_of(told.get("used_cards"), ("face-up", "face-down"), "used_cards") == "face-down",
        ranks={**{card: int(card) for card in VALUES}, UNKNOWN: 99},
    )


def check_deck(told: Mapping[str, object]) -> Deck:
    """Return the deck of a file; raises RequestError when a count is no count or the total does not fit."""
    as_object(told, "deck", ("name", "total", "provenance", "inferred", "counts"))
    as_text(required(told, "provenance", "deck"), "provenance")
    counts = required(told, "counts", "deck")
    if not isinstance(counts, dict) or not counts:
        raise RequestError("counts: the values and their copies are missing")
    checked = {as_one_of(card, VALUES, "counts"): as_whole(n, 1, 40, f"counts.{card}") for card, n in counts.items()}
    inferred, size = as_cards(told.get("inferred", []), checked, "inferred"), sum(checked.values())
    if size != required(told, "total", "deck"):
        raise RequestError(f"total: the counts make {size}, not {told['total']}")
    return deck_of(checked, [Inferred(inferred, size)] if inferred else [])


def own_deck(told: Mapping[str, object], board: Board) -> Deck:
    """Return the deck of a request, counted by its owner; raises RequestError when it is too small for the board."""
    deck, most = deck_of(read_counts(told, VALUES)), max(board.numbers)
    if deck.size < 2 * most:
        raise RequestError(
            f"deck: {deck.size} cards are too few: this board deals {most} to each of two players, so it takes "
            f"{2 * most} or more"
        )
    return deck


def check_board_file(told: Mapping[str, object]) -> Board:
    """Return the board of a file, which also tells where it comes from."""
    as_object(told, "board", ("name", "placeholder", "provenance", "numbers", "arrows"))
    as_text(required(told, "provenance", "board"), "provenance")
    board = check_board({key: told[key] for key in ("numbers", "arrows") if key in told})
    return Board(board.numbers, board.arrows, as_flag(told.get("placeholder", False), "placeholder"))


def check_board(told: Mapping[str, object]) -> Board:
    """Return the board of a request; raises RequestError when it breaks its limits."""
    as_object(told, "board", ("numbers", "arrows"))
    numbers = as_list(required(told, "numbers", "board"), "board.numbers")
    arrows = as_list(required(told, "arrows", "board"), "board.arrows")
    for name, values in (("numbers", numbers), ("arrows", arrows)):
        if len(values) != len(SPACES):
            raise RequestError(f"board.{name}: {len(values)} given; a board has one for each of 7 spaces")
    return Board(
        tuple(as_whole(number, FEWEST, MOST, "board.numbers") for number in numbers),
        tuple(as_one_of(arrow, ARROWS, "board.arrows") for arrow in arrows),
    )


RULESETS = Rulesets(("tc38", "tc36"), DATA.joinpath("rulesets"), check_ruleset)  # The editions there are.
load_ruleset = RULESETS.load
