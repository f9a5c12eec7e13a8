"""A family of games: the seam between the table and the games that are played on it.

The core (perceiving, applying, showing, the menu, the page, the simulated table) knows games only by `Family`. Each
family has a folder with one door (`tacocat/door.py`), and `families` tells which family plays which ruleset. State
of its own is the family's part of the situation (`Situation.part`), made by `new_part` and read by nobody else.

A family decides in facts: whatever changes the game for good is yielded as a fact and changes the situation only in
`apply`, so that a journal gives the same again. What people are only about to do may be set at once; it is lost at a
restart. Nothing here reads a clock: `Situation.now_ms` is the time of the event that is being handled.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from tacotable.state.facts import Fact
from tacotable.state.scene import Light, Screen, Sign

if TYPE_CHECKING:
    from tacotable.state.durability import Halved
    from tacotable.state.situation import Refusal, Situation
    from tacotable.table.file import TableFile
    from tacotable.table.schema import Card


@dataclass(frozen=True, slots=True)
class Dealing:
    """How people deal the cards of a game: what each seat is given, what is shuffled and dealt, what goes in then.

    Cards that are in none of these stay in the box. Where nothing is shuffled all is dealt already, and `then_in` alone
    is still to be done.
    """

    seats: tuple[str, ...]
    shuffled: tuple[str, ...]
    """The cards that are shuffled, of which each seat is dealt `each`; the rest is the draw pile."""
    each: int
    given: tuple[str, ...] = ()
    """The cards that each seat gets besides, face by face (the Defuse)."""
    on_top: tuple[str, ...] = ()
    """The cards that are laid on the shuffled ones."""
    then_in: tuple[str, ...] = ()
    """The cards that are shuffled into the draw pile when all is dealt (kittens, Defuses)."""


class Family(Protocol):
    """What a family of games offers to the table.

    Seats are names, `role` is the part of a button's name after the dot (`ok`, `no`, `nope`, `left`, `right`), zones
    are those of `TableFile.pads()`, `at_ms` is the time of an event. Generators yield facts one by one; each is
    applied, and durable, before the next is asked for, so the situation read after a `yield` holds it.
    """

    @property
    def games(self) -> tuple[str, ...]:
        """Return the rulesets of this family, in the order of the lobby."""

    # State and facts.

    def new_part(self) -> Halved:
        """Make this family's part of a situation, as it is without a game."""

    def apply(self, fact: Fact, situation: Situation) -> None:
        """Change the situation by a fact, after the core did its share; others' facts change nothing.

        The core does with `Began`: the match, the set-up, no entries; with `Closed`: no match, the lobby; `Paused` and
        `Chose` whole; `Shown` and `TookBack`: the entries; `Undone`: all, by `put_back`. The family
        sets the stage of a game that began, and rules
        on `Acted` and `Decided` (`applying.rule_on` and `decide_on` do what every family needs).
        """

    def keep(self, situation: Situation, act: Mapping[str, object]) -> Halved | None:
        """Return what an act changes of this family's part, as it is before that, for `put_back`.

        None: the act only lets something pass, and is taken back together with the one before it. Where cards are
        shuffled or dealt, the family calls `taking_back.forget`: nothing of before can be taken back then.
        """

    def put_back(self, situation: Situation, kept: object, lying: Mapping[str, str]) -> None:
        """Change this family's part back to what `keep` gave; `lying` are the tags on the pads, by their zones."""

    def may_agree(self, situation: Situation, seat: str) -> tuple[str, ...]:
        """Return the seats of whom one has to agree to what a seat asks for: the others that still play."""

    def misfit(self, setup: Mapping[str, object], table: TableFile) -> str | None:
        """Return why a journal's game of this set-up cannot be gone on with at this table, or None."""

    # Hands on the table.

    def laid(self, situation: Situation, zone: str, tag: str) -> Iterator[Fact]:
        """Handle a card that lies alone on a pad (`situation.zones` has it already). It may be told twice."""

    def lifted(self, situation: Situation, zone: str, tag: str | None) -> None:
        """Note that a pad is free of a tag; None: it is empty, and it was not known what lay there."""

    def crowded(self, situation: Situation, zone: str, tags: tuple[str, ...]) -> Iterator[Fact]:
        """Handle several cards that lie on a pad at once."""

    def sensed(self, situation: Situation, space: int, *, is_there: bool) -> None:
        """Note that the sensor of a space changed (`situation.sensed` has it already)."""

    def pressed(self, situation: Situation, seat: str, role: str, at_ms: float, error_ms: float) -> Iterator[Fact]:
        """Handle a press at its beginning; not while the seat's menu is open or the game is paused.

        Every press is told again as a tap or a hold; what counted here must not count there. `error_ms` is how wrong
        the time may be, for a button with a clock of its own.
        """

    def tapped(self, situation: Situation, seat: str, role: str, at_ms: float) -> Iterator[Fact]:
        """Handle a press that was short, at its end; menus and the pause are the core's."""

    def held(self, situation: Situation, seat: str, role: str, at_ms: float) -> Iterator[Fact]:
        """Handle a press that is long by now; `menu.toggle` opens and closes the seat's menu."""

    def settle(self, situation: Situation) -> Iterator[Fact]:
        """Return facts that follow by themselves, after every event."""

    def obstacle(self, situation: Situation, tag: str) -> Refusal | None:
        """Return why an enrolled card cannot be an act now, whatever its value; a game is on, and not paused."""

    def has_counted(self, situation: Situation, zone: str, tag: str) -> bool:
        """Tell whether a card that lies on a pad has been taken already: it may lie there still, and is no new act."""

    # Time.

    def wake_at_ms(self, situation: Situation) -> float | None:
        """Return when the game wants to hear that time has passed; None: not at all. A moment that is past: at once.

        It is asked after every event. A game taken up from a journal has no time yet (`now_ms` is 0): whoever needs
        it answers `situation.now_ms`, and is told the time at once.
        """

    def passed(self, situation: Situation, at_ms: float) -> Iterator[Fact]:
        """Hear that the moment has come; `at_ms` is never before what `wake_at_ms` asked for. It may come unasked."""

    # What the table shows. All of it is pure.

    def light_names(self, table: TableFile) -> tuple[str, ...]:
        """Name the lights of this family, in the order of the wire."""

    def lights(self, situation: Situation) -> tuple[Light, ...]:
        """Show those lights, in the same order."""

    def lamp(self, situation: Situation, seat: str, role: str) -> Light:
        """Show the lamp of a button."""

    def seat_screen(self, situation: Situation, seat: str) -> Screen:
        """Show a seat's own display, also where it has none; its open menu is the core's."""

    def screens(self, situation: Situation) -> dict[str, Screen]:
        """Show all other displays by their names, beside the spaces or the public one; everyone may read them."""

    def sign(self, situation: Situation, seat: str) -> Sign:
        """Say what a seat is awaited to do, in words that everyone may read."""

    def hint(self, situation: Situation, seat: str) -> str:
        """Return the message that tells which buttons turn and take on a seat's display; empty for LEFT and RIGHT."""

    # The menu.

    def menu_items(self, situation: Situation) -> tuple[str, ...]:
        """Return the items of its own in a seat's menu during a game; each is asked twice."""

    def sure(self, situation: Situation, seat: str, item: str) -> Sign:
        """Ask whether a seat means an item of the menu that ends the game (`put-away`, or one of its own)."""

    def chosen(self, situation: Situation, seat: str, item: str) -> Iterator[Fact]:
        """Do what an item of its own says."""

    # The page and the simulated table.

    def winner(self, situation: Situation) -> str:
        """Return who won the game, by its cards or because others gave it up; empty while nobody has."""

    def title(self, situation: Situation) -> Sign:
        """Say what is played, during a game."""

    def page_table(self, table: TableFile) -> dict[str, object]:
        """Return what a page needs to know of this family's table once, as JSON values."""

    def page_scene(self, situation: Situation) -> dict[str, object]:
        """Return what everyone may see of the game beyond lights and displays, as JSON values."""

    def dealing(self, situation: Situation) -> Dealing:
        """Return how the cards are dealt now."""

    def takes_part(self, situation: Situation, card: Card) -> bool | None:
        """Return whether an enrolled card is used by as many as sit now; None: its marks say nothing of it."""

    def may_deal(self, situation: Situation) -> bool:
        """Return whether it is the time for gathering and dealing cards."""

    def is_laid_open(self, situation: Situation, place: str) -> bool:
        """Return whether people lay a card face up on a place now."""
