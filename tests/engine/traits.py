"""What each printing of the Exploding games is, counted from its box and rule sheet and kept apart from the engine.

A new printing has one entry here, and every test that loops over `GAMES` plays it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Traits:
    """One printing."""

    players: range
    lethal: str
    plain: tuple[str, str]
    """Two titles that do nothing alone."""
    box: int
    """The cards of the box."""
    copies: tuple[int, ...]
    """They, title by title in the order of the data file."""
    sets: str
    """The set that is used from two players on."""
    set_sizes: tuple[int, ...]
    """Its cards from two players on, lethal ones left out."""
    extra_defuses: tuple[int, ...]
    """The Defuses that come back into the deck, from two players on."""
    owed_by_attack: int
    """What an Attack from the last owed turn makes the next player owe."""
    attacks: int
    """The copies of Attack in a game of three."""
    is_dead_hand_discarded: bool
    """Whether the hand of who explodes goes to the discard pile, in place of lying before the player."""
    combos: frozenset[str]
    nameable: str = ""
    """What three of a kind may ask for."""
    foreign: tuple[str, str]
    """Two cards of other printings."""
    favourites: tuple[str, ...]
    """Cards of which random positions hold many."""
    effects: frozenset[str]
    """What happens in random games of it, besides what happens in all."""
    asked: frozenset[str]
    """The phases in which it asks for something that others do not."""

    @property
    def pair(self) -> str:
        """Return two plain cards that are a pair."""
        return f"{self.plain[0]} {self.plain[0]}"

    @property
    def five(self) -> str:
        """Return five different cards."""
        return " ".join(("skip attack nope", *self.plain))


TRAITS = {
    "ek120": Traits(
        players=range(2, 11),
        lethal="exploding-kitten",
        plain=("cat-1", "cat-2"),
        box=120,
        copies=(9, 10, 5, 5, 10, 6, 6, 6, 7, 6, 9, 7, 7, 7, 7, 7, 6),
        sets="paw paw no-paw no-paw no-paw no-paw all all all",
        set_sizes=(44, 44, 67, 67, 67, 67, 111, 111, 111),
        extra_defuses=(1, 0, 3, 2, 1, 0, 2, 1, 0),
        owed_by_attack=3,
        attacks=5,
        is_dead_hand_discarded=True,
        combos=frozenset(("pair", "triple")),
        nameable="defuse attack targeted-attack skip see-the-future alter-the-future shuffle draw-from-bottom "
        "favor nope cat-1 cat-2 cat-3 cat-4 cat-5 feral-cat",
        foreign=("clone", "minion-a"),
        favourites=("nope", "feral-cat", "cat-1", "targeted-attack", "alter-the-future", "favor", "draw-from-bottom"),
        effects=frozenset(
            ("targeted-attack", "alter-the-future", "arrange", "draw-from-bottom", "favor", "give", "triple")
        ),
        asked=frozenset(("give", "arrange")),
    ),
    "min72": Traits(
        players=range(2, 6),
        lethal="exploding-minion",
        plain=("minion-a", "minion-b"),
        box=72,
        copies=(4, 7, 5, 3, 5, 7, 7, 4, 6, 8, 8, 8),
        sets="gru no-gru all all",
        set_sizes=(31, 37, 68, 68),
        extra_defuses=(1, 1, 3, 2),
        owed_by_attack=3,
        attacks=5,
        is_dead_hand_discarded=False,
        combos=frozenset(("pair",)),
        foreign=("favor", "cat-1"),
        favourites=("nope", "clone", "minion-a", "attack", "draw-from-bottom", "see-the-future", "skip"),
        effects=frozenset(
            (
                "draw-from-bottom",
                "nope by clone",
                "defuse by clone",
                *(f"clone of {title}" for title in ("attack", "skip", "see-the-future", "shuffle", "draw-from-bottom")),
            )
        ),
        asked=frozenset(),
    ),
    "zh56": Traits(
        players=range(2, 6),
        lethal="exploding-kitten",
        plain=("cat-1", "cat-2"),
        box=56,
        copies=(4, 6, 5, 4, 4, 4, 4, 5, 4, 4, 4, 4, 4),
        sets="all all all all",
        set_sizes=(52, 52, 52, 52),
        extra_defuses=(2, 3, 2, 1),
        owed_by_attack=2,
        attacks=4,
        is_dead_hand_discarded=True,
        combos=frozenset(("pair", "triple", "five")),
        nameable="defuse nope attack skip favor shuffle see-the-future cat-1 cat-2 cat-3 cat-4 cat-5",
        foreign=("clone", "targeted-attack"),
        favourites=("nope", "cat-1", "cat-2", "favor", "attack", "skip", "see-the-future"),
        effects=frozenset(("favor", "give", "triple", "five")),
        asked=frozenset(("give",)),
    ),
}
