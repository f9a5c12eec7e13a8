"""The situation: all that the table knows at one moment, and the seam to the games that are played on it.

One consumer owns it. It is made of three: the state of the game, which facts give and a restart computes again; the
state of the devices; and the interaction, what people are about to do (a refusal on show, a cursor, an open menu).
What only one family of games needs to know is that family's part of each.

The core (perceiving, applying, showing, the menu, the page, the simulated table) knows games only by `Family`; what a
game says nothing of, that says for it. `family_of` says which family plays which ruleset. A family decides in facts:
whatever changes the game for good is yielded as a fact and changes its state only in `apply`, so that a journal gives
the same again. What people are only about to do may be set at once; it is lost at a restart. Nothing here reads a
clock: `DeviceState.now_ms` is the time of the event that is being handled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol, Self, TypeVar

from tacotable.state import log
from tacotable.state.device_state import Certainty, DeviceState
from tacotable.state.game_state import NOTHING_SHOWN, Entry, GameState
from tacotable.state.game_state import Stage as Stage
from tacotable.state.interaction import Interaction, Refusal, Wish
from tacotable.state.log import LogEntry, Why
from tacotable.state.scene import Cue, Light, Screen, Sign, Values
from tacotable.table.kinds import games_of, table_in
from tacotable.table.parts import PUBLIC_SCREEN as PUBLIC_SCREEN
from tacotable.table.parts import Lamp, lamps_of, public_screen_of
from tacotable.table.parts import public_screens as public_screens
from tacotable_engine.registry import part_of, spec_of

if TYPE_CHECKING:
    from tacotable.state.facts import Fact
    from tacotable.table.file import Seat, TableFile
    from tacotable.table.schema import Card
    from tacotable_engine.views import GameView


Record = TypeVar("Record")


def working_copy(record: Record) -> Record:
    """Return a copy of a record with containers of its own, for one event; what they hold is frozen, or copied too."""
    own = object.__new__(type(record))
    for name in record.__slots__:  # type: ignore[attr-defined]  # each state is a dataclass with slots
        value = getattr(record, name)
        setattr(own, name, value.copy() if type(value) in (dict, list, set) else value)
    return own


NEVER_SHOWN = {"now_ms", "pressed_ms", "presser", "touched_ms", "quiet_until_ms", "counted", "answers", "part"}
"""Fields of no scene: presses, the clock (for which scenes are woken), kept answers, and what is compared apart."""


@dataclass(slots=True)
class NoPart:
    """The part of a game that keeps nothing beside its match."""


@dataclass(frozen=True, slots=True)
class Parts:
    """A family's parts of a situation: of the game, of the devices, and of the interaction."""

    game: object
    devices: object
    ui: object


@cache
def family_of(game: str) -> Family[Situation]:
    """Return the family that plays a ruleset; only then is it imported, so a table goes without what it cannot play."""
    family: Family[Situation] = part_of(spec_of(game), "table")
    return family


class Situation:
    """The three states of one table, and its log."""

    __slots__ = ("devices", "family", "family_of", "game", "games", "lamps", "log", "seats", "ui")

    def __init__(
        self, table: TableFile, faces: Mapping[str, str], family_of: Callable[[str], Family[Situation]] = family_of
    ) -> None:
        """Make the situation before anything happened; `faces` gives the face of each tag."""
        self.family_of = family_of
        self.games = games_of(table)  # The rulesets that this table can play, in the order of the lobby.
        self.family = family_of(table.game)  # The family of the game that is played, or that the lobby shows.
        parts = self.family.new_parts()
        languages: dict[str, str] = {seat.name: seat.language or table.language for seat in table.seats}
        used = table_in(table.game, table)
        self.seats = used.seat_names  # The names of the seats that may play this game, clockwise.
        self.lamps: tuple[Lamp, ...] = lamps_of(used)  # The lamps in their buttons.
        self.game = GameState(parts.game, languages, table.volume)
        self.devices = DeviceState(table, used, faces, parts.devices)
        self.ui = Interaction(parts.ui, table.game)
        self.log: list[LogEntry] = []

    def draft(self) -> Self:
        """Return a working copy for one event: the same game and log, devices and interaction of its own."""
        draft = copy(self)
        draft.devices, draft.ui = working_copy(self.devices), working_copy(self.ui)
        draft.devices.part, draft.ui.part = working_copy(self.devices.part), working_copy(self.ui.part)
        return draft

    def shows_like(self, draft: Situation) -> bool:
        """Return whether a working copy, to which no fact was applied, shows the same at the same time."""
        if draft.family is not self.family or draft.ui.menus:  # an open menu may show the address of a page
            return False
        return all(
            getattr(one, name) == getattr(other, name)
            for one, other in zip(self._shown_states(), draft._shown_states(), strict=True)
            for name in one.__slots__  # type: ignore[attr-defined]  # each is a dataclass with slots
            if name not in NEVER_SHOWN
        )

    def _shown_states(self) -> tuple[object, ...]:
        return self.devices, self.devices.part, self.ui, self.ui.part

    def adopt(self, draft: Situation) -> None:
        """Adopt what a working copy has become."""
        self.family, self.game, self.seats, self.lamps = draft.family, draft.game, draft.seats, draft.lamps
        self.devices, self.ui, self.log = draft.devices, draft.ui, draft.log

    def turn_to(self, game: str) -> None:
        """Turn to the family of a ruleset, whose parts are then as they are without a game."""
        if (family := self.family_of(game)) is not self.family:
            parts = family.new_parts()
            self.family = family
            self.game = replace(self.game, part=parts.game)  # a working copy shares the game until it is adopted
            self.devices.part, self.ui.part = parts.devices, parts.ui
            self.use(self.devices.whole, game)

    def use(self, table: TableFile, game: str) -> None:
        """Use a table, or what a game needs of it."""
        self.devices.whole, self.devices.table = table, table_in(game, table)
        self.seats, self.lamps = self.devices.table.seat_names, lamps_of(self.devices.table)
        for open_at in (self.ui.menus, self.ui.refusals, self.ui.hints, self.ui.odds):
            for seat in self.onlookers:
                open_at.pop(seat, None)

    @property
    def onlookers(self) -> tuple[str, ...]:
        """Return the seats of the table that cannot play this game: at a ring with a board, all but Tacocat's."""
        return tuple(seat for seat in self.devices.whole.seat_names if seat not in self.seats)

    @property
    def public_language(self) -> str:
        """Return the language of the display that everyone reads: that of the seats which have no other."""
        without = (seat.name for seat in self.devices.whole.seats if seat.display is None)
        return self.game.languages.get(next(without, ""), self.devices.table.language)

    @property
    def ruleset(self) -> str:
        """Return the ruleset that is played, or would be."""
        return str(self.game.setup.get("game", self.ui.lobby_game))

    def mode_of(self, seats: Iterable[str]) -> dict[str, object]:
        """Return what the request of a new game says of its mode: hidden cards pass a pad where a robot sits."""
        known = self.game.arranged.robots if self.family.reads_robots(self.devices.table) else {}
        robots = [seat for seat in seats if seat in known]
        return {"mode": "seen", "robots": robots} if robots else {"mode": self.devices.table.mode}

    @property
    def house_rules(self) -> dict[str, bool]:
        """Return the rules that the lobby lets people choose, and whether each holds; the table file settles others."""
        given, chosen = self.devices.table.options.given, self.game.arranged.rules
        return {rule: chosen.get(rule, True) for rule in self.family.lobby_rules if rule not in given}

    @property
    def has_hints(self) -> bool:
        """Return whether seats may ask for hints, as the table file settles it, or else people in the lobby."""
        settled = self.devices.table.hints
        return self.game.arranged.rules.get("hints", True) if settled is None else settled

    @property
    def options(self) -> dict[str, object]:
        """Return the options of the next game, where people or the table file want others than the rulebook."""
        return {rule: on for rule, on in self.house_rules.items() if not on} | self.devices.table.options.given

    @property
    def public_screen(self) -> str:
        """Return the name of the display that everyone reads; of a table without one, a name that no display has."""
        return public_screen_of(self.devices.table) or PUBLIC_SCREEN

    def dealing(self) -> Dealing:
        """Return how the cards are dealt now: as the game says, or where a lesson is set up, as it does."""
        told = self.family.dealing(self)
        return replace(told, places=self.game.places) if self.game.lesson is not None else told

    def public(self) -> GameView | None:
        """Return what everyone may see of the game; None without one."""
        return self.game.match.public_view if self.game.match else None

    @property
    def is_still(self) -> bool:
        """Return whether play stands still: the game is paused, or people are asked about it."""
        return self.game.is_paused or self.ui.question is not None or self.ui.restart is not None

    def entry(self, seat: str) -> Entry:
        """Return what a seat has shown so far for its next act."""
        return self.game.entries.get(seat, NOTHING_SHOWN)

    def zone(self, seat: str) -> str | Certainty:
        """Return the tag on a seat's pad, or that it is empty or unknown."""
        return self.devices.on(pad_of(seat))

    def lying(self) -> dict[str, str]:
        """Return the tags on the pads that this game uses, by their zones."""
        others = self.devices.whole.pads.keys() - self.devices.table.pads.keys()
        return {zone: tag for zone, tag in self.devices.zones.items() if isinstance(tag, str) and zone not in others}

    def moment(self) -> tuple[object, ...]:
        """Return what a refusal is about: when it changes, what was refused may be allowed."""
        public = self.public()
        return (self.game.stage, self.is_still, *((public.phase, public.to_act) if public else ()))

    def sound(self, name: str) -> None:
        """Sound a cue with the next scene; the last one of an event wins."""
        self.ui.cue = Cue(self.ui.cue.number + 1, name)

    def note(
        self,
        kind: str,
        code: str,
        values: Values | None = None,
        *,
        rule: str | None = None,
        seat: str | None = None,
        owner: str | None = None,
        act: int = 0,
        why: Why | None = None,
        undone: tuple[int, ...] = (),
    ) -> None:
        """Add a line to the log."""
        number, people = log.next_number(self.log), self.game.names
        told = number, kind, code, values or {}, rule, seat, owner, act, why, undone, people, self.game.section
        self.log.append(LogEntry(*told))
        if kind in log.BOUNDED:
            self.log = log.without_old(self.log, kind)

    def told_space(self, space: int) -> tuple[str, str]:
        """Return a space as people call it: its letter (a goal has none) and the seat whose side it is on."""
        letter = "TACOCAT"[space + 3] if -3 <= space <= 3 else ""
        sides = [seat.name for seat in self.devices.whole.seats if not seat.nope]
        return letter, sides[space > 0] if space else ""

    def told_device(self, device: str) -> str | tuple[str, ...]:
        """Return a device for the catalog, which calls it as people do; one of a space with letter and side."""
        kind, number = device.partition(" ")[0], device.rpartition(" ")[2]
        is_of_space = kind in ("display", "sensor") and number.lstrip("+-").isdigit() and self.devices.table.board
        return (kind, *self.told_space(int(number))) if is_of_space else device


def lost_words(device: str) -> str:
    """Return the id of what is told of a lost device: of the board itself that it suffers, not that it is silent."""
    return f"log.lost-{device}" if device in ("supply", "cooling") else "log.lost"


def pad_state(situation: Situation, lies: object, *, is_crowded: bool, is_spent: bool) -> str:
    """Return how a pad is to everyone: empty, unknown, crowded, refused, spent (to be cleared) or card (read).

    `lies` is the tag on it, or the `Certainty` that no tag is known.
    """
    if not isinstance(lies, str):
        return lies.value if isinstance(lies, Certainty) else "empty"
    is_refused = any(refusal.tag == lies for refusal in situation.ui.refusals.values())
    return "crowded" if is_crowded else "refused" if is_refused else "spent" if is_spent else "card"


def pad_of(seat: str) -> str:
    """Return the name of the zone that is a seat's pad."""
    return f"{seat}.pad"


def seat_part(situation: Situation, seat: str) -> Seat:
    """Return the table file's part of a seat."""
    return situation.devices.table.seats[situation.seats.index(seat)]


def has_display(situation: Situation, seat: str) -> bool:
    """Return whether a seat has a display of its own."""
    return seat_part(situation, seat).display is not None


def readers_with(situation: Situation, seat: str) -> list[str]:
    """Return the seats that read the same display: all that share the public one, or the seat alone."""
    if situation.devices.table.play is None or has_display(situation, seat):
        return [seat]
    return [other for other in situation.seats if not has_display(situation, other)]


def has_pad(situation: Situation, seat: str) -> bool:
    """Return whether a seat lays its cards on a reader; one without names them on its display."""
    return seat_part(situation, seat).pad is not None


def seat_of(name: str) -> str:
    """Return the seat of a zone or a button: the part before the last dot."""
    return name.rpartition(".")[0]


def role_of(button: str) -> str:
    """Return what a button is to its seat, such as `ok`: the part after the last dot."""
    return button.rpartition(".")[2]


@dataclass(frozen=True, slots=True)
class Shown:
    """What a game shows at one moment."""

    lights: tuple[Light, ...]  # In the order of `Family.light_names`.
    lamps: dict[str, Light]  # By the names of `Situation.lamps`.
    seat_screens: dict[str, Screen]  # Each seat's own display, also where it has none.
    screens: dict[str, Screen]  # All other displays, beside the spaces or the public one; everyone may read them.
    signs: dict[str, Sign]  # What each seat is awaited to do, in words that everyone may read.


@dataclass(frozen=True, slots=True)
class Dealing:
    """How people deal the cards of a game: what each seat is given, what is shuffled and dealt, what goes in then.

    Cards in none of these stay in the box. Where nothing is shuffled all is dealt, and only `then_in` is to be done.
    """

    seats: tuple[str, ...]
    shuffled: tuple[str, ...]  # What is shuffled, of which each seat is dealt `each`; the rest is the draw pile.
    each: int
    given: tuple[str, ...] = ()  # The cards that each seat gets besides, face by face (the Defuse).
    on_top: tuple[str, ...] = ()  # The cards that are laid on the shuffled ones.
    then_in: tuple[str, ...] = ()  # What is shuffled into the draw pile when all is dealt (kittens, Defuses).
    # Before all that, a position: the cards by seats, `discard` and `pile`, the latter from the top.
    places: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    token: int | None = None  # The space where Tacocat stands; None: the game does not move it.
    tiles: frozenset[int] = frozenset()  # The spaces that are covered.


OfGame = TypeVar("OfGame", bound=Situation, contravariant=True)
"""A situation of which a family knows the parts."""


class Rules(Protocol[OfGame]):
    """The effect of facts on a game: the heart of a family, and all that a journal needs."""

    def new_parts(self) -> Parts:
        """Make this family's parts of a situation, as they are without a game; each is a dataclass with slots."""
        return Parts(NoPart(), NoPart(), NoPart())

    def at_rest(self, ui: object) -> object:
        """Return a part of the interaction with nothing half done, as facts alone give it."""
        return self.new_parts().ui

    def apply(self, fact: Fact, situation: OfGame) -> None:
        """Change the situation by a fact, after the core did its share; others' facts change nothing.

        The core does with `Began`: the match, the set-up, no entries; with `Closed`: no match, the lobby; `Paused` and
        `Chose` whole; `Shown` and `TookBack`: the entries; `Undone`: all, by `put_back`. The family sets the stage of a
        game that began, and rules on `Acted` and `Decided` (`rulings_log.rule_on` and `decide_on` do what all need).
        """

    def keep(self, situation: OfGame, act: Mapping[str, object]) -> object | None:
        """Return what an act changes of this family's part, as it is before that, for `put_back`.

        None: the act only lets something pass, and is taken back together with the one before it. Where cards are
        shuffled or dealt, the family calls `undo.forget`: nothing of before can be taken back then.
        """
        return working_copy(situation.game.part)

    def put_back(self, situation: OfGame, kept: object, lying: Mapping[str, str]) -> None:
        """Change this family's part back to what `keep` gave; `lying` are the tags on the pads, by their zones."""
        situation.game.part = kept

    revealing: frozenset[str] = frozenset()  # Events that show something hidden: no act of one is undone alone.
    agreed_acts: frozenset[str] = frozenset()  # Acts that are undone only if another seat agrees, whatever they show.

    def amendments(self, situation: OfGame, seat: str) -> Mapping[str, dict[str, str]]:
        """Return the changes by hand that this family knows, by the kind of question by which a seat asks for each."""
        return {}

    def may_agree(self, situation: OfGame, seat: str) -> tuple[str, ...]:
        """Return the seats of whom one has to agree to what a seat asks for: the others that still play."""
        return tuple(other for other in situation.game.players if other != seat)

    def asked_together(self, situation: OfGame) -> tuple[str, ...]:
        """Return the seats of which this family asks what a press of one settles for all; empty: it asks no several."""
        return ()

    def asks_people(self, situation: OfGame) -> bool:
        """Return whether this family asks people something that is no act, such as whose a card is."""
        return False

    def misfit(self, setup: Mapping[str, object], table: TableFile) -> str | None:
        """Return why a journal's game of this set-up cannot be gone on with at this table, or None."""
        seats = setup.get("seats")
        told = [str(seat) for seat in seats] if isinstance(seats, list) else []
        if told and all(seat in table.seat_names for seat in told):
            return None
        return f"it is a game of {', '.join(told) or 'nobody'}; this table seats {', '.join(table.seat_names)}"


class Gestures(Protocol[OfGame]):
    """The meaning of hands on the table, and of time."""

    def begun(self, situation: OfGame, seats: tuple[str, ...]) -> Iterator[Fact]:
        """Begin the game of the lobby with these seats, clockwise from the one that begins."""
        yield from self.tapped(situation, seats[0], "ok", situation.devices.now_ms)

    def laid(self, situation: OfGame, zone: str, tag: str) -> Iterator[Fact]:
        """Handle a card that lies alone on a pad (`situation.devices.pads` has it already). It may be told twice."""

    def lifted(self, situation: OfGame, zone: str, tag: str | None) -> None:
        """Note that a pad is free of a tag; None: it is empty, and it was not known what lay there."""

    def crowded(self, situation: OfGame, zone: str, tags: tuple[str, ...]) -> Iterator[Fact]:
        """Handle several cards that lie on a pad at once."""

    def sensed(self, situation: OfGame, space: int, *, is_there: bool) -> None:
        """Note that the sensor of a space changed (`situation.devices.sensed` has it already)."""
        return

    def pressed(self, situation: OfGame, seat: str, role: str, at_ms: float, error_ms: float) -> Iterator[Fact]:
        """Handle a press at its beginning; not while the seat's menu is open or the game is paused.

        It is told again as a tap or a hold, where what counted must not count. `error_ms`: how wrong the time may be.
        """
        yield from ()

    def tapped(self, situation: OfGame, seat: str, role: str, at_ms: float) -> Iterator[Fact]:
        """Handle a press that was short, at its end; menus and the pause are the core's."""

    def held(self, situation: OfGame, seat: str, role: str, at_ms: float) -> Iterator[Fact]:
        """Handle a press that is long by now; `menu.toggle` opens and closes the seat's menu."""

    def settle(self, situation: OfGame) -> Iterator[Fact]:
        """Return facts that follow by themselves, after every event."""
        yield from ()

    def obstacle(self, situation: OfGame, tag: str) -> Refusal | None:
        """Return why an enrolled card cannot be an act now, whatever its value; a game is on, and not paused."""

    def has_counted(self, situation: OfGame, zone: str, tag: str) -> bool:
        """Whether a card that lies on a pad has counted already: it may lie there still, and is no new act."""

    def wake_at_ms(self, situation: OfGame) -> float | None:
        """Return when the game wants to hear that time has passed; None: not at all. A moment that is past: at once.

        It is asked after every event. A game of a journal has no time yet: answer `now_ms` to be told it at once.
        """
        return None

    def passed(self, situation: OfGame, at_ms: float) -> Iterator[Fact]:
        """Hear that the moment has come; `at_ms` is never before what `wake_at_ms` asked for. It may come unasked."""
        yield from ()


class RobotHands(Protocol[OfGame]):
    """The hands of people for the robots of a game, and the presses of the program."""

    def reads_robots(self, table: TableFile) -> bool | None:
        """Return whether a table's readers tell the cards of a robot; None: no robot plays this game by those below."""
        return None

    def row(self, situation: OfGame, seat: str) -> tuple[str, ...]:
        """Return the tags of a robot's cards as they stand beside it, from the left."""
        return ()

    def hands_for(self, situation: OfGame, seat: str) -> Sign | None:
        """Say what people do next for a robot that has chosen; it names places in its row, and no face."""
        return None

    def press_for(self, situation: OfGame, seat: str, wish: Wish) -> Iterator[Fact]:
        """Press for a robot what its choice needs now; cards are laid by hands."""
        yield from ()

    def can_move(self, situation: OfGame, act: Mapping[str, object]) -> bool:
        """Return whether people can do an act for a robot."""
        return True

    def awaits_press(self, situation: OfGame, seat: str) -> bool:
        """Return whether people press at a robot's seat now, for what they alone know."""
        return False

    def gives(self, situation: OfGame, seat: str) -> bool:
        """Return whether another seat takes a card out of a robot's row now."""
        return False


class Showing(Protocol[OfGame]):
    """Lights, lamps and displays. All of it is pure."""

    def light_names(self, table: TableFile) -> tuple[str, ...]:
        """Name the lights of this family, in the order of the wire: those that no lamp is."""
        return tuple(map(str, range(table.strip_count() - len(table.strip_lamps()))))

    def shown(self, situation: OfGame) -> Shown:
        """Show the game: its lights, lamps, displays and signs; open menus are the core's."""

    def asked_of(self, situation: OfGame) -> Mapping[str, object]:
        """Return what each seat is asked; a press that changes it keeps later presses of that seat from counting."""

    def hint(self, situation: OfGame, seat: str) -> str:
        """Return the message that tells which buttons turn and take on a seat's display; empty for LEFT and RIGHT."""
        return "hint.no-ok"


class Choices(Protocol[OfGame]):
    """The offers of a game in the lobby and in the menus of its seats."""

    lobby_rules: tuple[str, ...] = ()  # Options left to the players, on by default: the lobby's menu has them.

    lesson_options: Mapping[str, object] = MappingProxyType({})  # Of lessons at a table, where they say none.

    is_guided_from_deal: bool = False  # Whether the guide of a first game may begin while the cards are set up, too.

    def called(self, role: str) -> str:
        """Return what a button of a seat is called in this game: that of a table made for another stands in for it."""
        return role

    def menu_items(self, situation: OfGame) -> tuple[str, ...]:
        """Return the items of its own in a seat's menu during a game; each is asked twice."""
        return ()

    def sure(self, situation: OfGame, seat: str, item: str) -> Sign:
        """Ask whether a seat means an item of the menu that ends the game (`put-away`, or one of its own)."""
        return Sign(f"menu.sure-{item}")

    def chosen(self, situation: OfGame, seat: str, item: str) -> Iterator[Fact]:
        """Do what an item of its own says; `guide` begins the game of the lobby, where none is on, as a first game."""
        yield from ()


class Summary(Protocol[OfGame]):
    """The words and values of a page, a replay and a list of games, beside lights and displays."""

    def winner(self, situation: OfGame) -> str:
        """Return who won the game, by its cards or because others gave it up; empty while nobody has."""
        public = situation.public()
        return (public.winner if public else None) or ""

    def title(self, situation: OfGame) -> Sign:
        """Say what is played, during a game."""
        return Sign(f"item.{situation.ruleset}", {"card": ""})

    def log_section(self, situation: OfGame) -> Sign | None:
        """Return the round or the turn that is on, by its name; None outside of them."""
        return None

    def asked(self, situation: OfGame) -> str | None:
        """Return the one seat that is asked for something, towards which a display in the middle turns; None: many."""
        seats = public.to_act if (public := situation.public()) else ()
        return seats[0] if len(seats) == 1 else None

    def awaited(self, situation: OfGame) -> str | None:
        """Return the one seat without which the game does not go on; None: many, or time alone decides."""
        public = situation.public()
        is_on = public is not None and situation.game.stage is Stage.PLAY and public.phase != "window"
        return self.asked(situation) if is_on else None

    def may_act(self, situation: OfGame, seat: str) -> bool:
        """Return whether a seat may act now: it is asked, or may act without that."""
        public = situation.public()
        return public is not None and seat in public.to_act

    def may_count(self, situation: OfGame, seat: str, tag: str) -> bool:
        """Return whether OK held at a seat may count a card on a pad that was refused for its marks, or its reader."""
        return self.may_act(situation, seat)

    def page_table(self, table: TableFile) -> dict[str, object]:
        """Return what a page needs to know of this family's table once, as JSON values."""
        return {}

    def page_scene(self, situation: OfGame) -> dict[str, object]:
        """Return what everyone may see of the game beyond lights and displays, as JSON values."""
        zones = situation.devices.table.pads
        pads = {zone: pad_state(situation, zone, is_crowded=False, is_spent=False) for zone in zones}
        return {**self.public_picture(situation), "pads": pads, "repair": [], "accept": []}

    def public_picture(self, situation: OfGame) -> dict[str, object]:
        """Return what everyone may see of the game, computed from facts alone, as JSON values."""
        public = situation.public()
        match: dict[str, object] = {
            "phase": public.phase if public else None,
            "to_act": list(public.to_act) if public else [],
            "hand_size": dict(public.hand_size) if public else {},
            "players": list(situation.game.players),
            "winner": self.winner(situation) or None,
        }
        return {"match": match}


class CardPlaces(Protocol[OfGame]):
    """How people deal, and on which places cards are face up: for the simulated table and the desk."""

    def dealing(self, situation: OfGame) -> Dealing:
        """Return how the cards are dealt now."""

    def takes_part(self, situation: OfGame, card: Card) -> bool | None:
        """Return whether an enrolled card is used by as many as sit now; None: its marks say nothing of it."""
        return None

    def may_deal(self, situation: OfGame) -> bool:
        """Return whether it is the time for gathering and dealing cards."""
        return situation.game.stage is Stage.DEAL

    def is_laid_open(self, situation: OfGame, place: str) -> bool:
        """Return whether people lay a card face up on a place now."""
        return True


class Family(
    Rules[OfGame],
    Gestures[OfGame],
    RobotHands[OfGame],
    Showing[OfGame],
    Choices[OfGame],
    Summary[OfGame],
    CardPlaces[OfGame],
    Protocol[OfGame],
):
    """What a family of games offers to the table.

    Seats are names, `role` is the part of a button's name after the dot (`ok`, `no`, `nope`, `left`, `right`), zones
    are those of `TableFile.pads`, `at_ms` is the time of an event. Generators yield facts one by one; each is
    applied, and durable, before the next is asked for, so the situation read after a `yield` holds it.
    """
