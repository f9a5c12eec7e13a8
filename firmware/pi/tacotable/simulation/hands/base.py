"""The page's hands on the simulated table: what a role sees of cards and token, and what it may do with them.

What is the same for every family of games; which cards a seat may take where is its own (`tacocat`,
`exploding`). A card that shows a role its back has no handle there, only its place, so that nobody can follow it.

While the host plays all seats, its page sees all but what lies face down on a pad, and has one handle a card. Anyone
else has a new one each time the card comes out of hiding: a card that went through a hand or the pile is one of many
with the same face. A host beside robots or phones is such a one, too: the pile would tell it what their hands hold.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, TypeAlias

from tacotable.simulation.dealing import deal
from tacotable.state.situation import Situation, seat_of
from tacotable.web.model import PageError, require
from tacotable_sim.errors import SimulationError
from tacotable_sim.truth import BOX, DISCARD, DRAW, Card, Truth, hand_of

if TYPE_CHECKING:
    from tacotable.state.role import Content, Role
    from tacotable_sim.table import SimulatedTable

PILE = "pile"  # What the page calls the draw pile.
Act: TypeAlias = "Callable[[Role, Content], None]"


class TableHands(ABC):
    """Hands and eyes of the page's people at the simulated table."""

    robots: Collection[str] = ()  # The seats that robots play.

    def __init__(self, table: SimulatedTable, situation: Situation, chance: Random) -> None:
        self._table = table
        self._situation = situation
        self._chance = chance
        self._handles = Handles(table.truth, [card.tag for card in (*table.plan.deck, *table.plan.box)], chance)
        self._cards_seen: dict[Role, Content] = {}
        self._seen_at: tuple[object, ...] = ()  # After which move, and beside which private seats, that was found.
        self._acts: Mapping[str, Act] = {
            "place": self._place,
            **dict.fromkeys(("press", "release", "hold"), self._button),
            "slide": self._slide,
            "gather": self._gather,
            "draw": self._draw,
            "fault": self._fault,
            **self._own_acts(),
        }

    @property
    def private(self) -> frozenset[str]:
        """Return the seats whose cards the host does not see: those of robots, and those with a phone."""
        counts = self._situation.devices.phones
        return frozenset((*self.robots, *(seat for seat in self._table.plan.seats if counts.get(seat))))

    def turn_over(self) -> None:  # noqa: B027  # few games have something to turn over
        """Turn over the cards that players show each other now; here none lie face down."""

    def truth(self, role: Role) -> Content:
        """Return the cards of each place, the fault switches, the pressed buttons, and what the family has besides."""
        truth = self._table.truth
        return {
            "cards": self._cards(role),
            "places": [page_name(place) for place in self._places()],
            "faults": self._faults() if role.kind == "simulation" else [],
            "pressed": [button for button in truth.buttons if truth.is_down(button)],
            "deals": self._situation.devices.table.mode != "seen",
            **self._own_truth(role),
        }

    def _places(self) -> tuple[str, ...]:
        """Return the places that this family's table has."""
        return self._table.truth.places

    def _cards(self, role: Role) -> Content:
        """Return the cards of each place, made once until hands move some; a seat sees its own hand besides."""
        seen_at = (self._table.truth.moves, self.private)
        if self._seen_at != seen_at:
            self._seen_at = seen_at
            self._cards_seen.clear()
        if role not in self._cards_seen:
            places, seen = self._places(), dict[str, object]()
            if role.seat is not None:
                places, seen = (hand_of(role.seat),), dict(self._cards(replace(role, kind="spectator", seat=None)))
            for place in places:
                seen[page_name(place)] = [self._seen(card, place, role) for card in self._table.truth.at(place)]
            self._cards_seen[role] = seen
        return self._cards_seen[role]

    def picture(self, name: str) -> bytes | None:
        """Return what the display of a screen holds in its controller's memory."""
        return self._table.panel(f"display {name}").picture()

    def do(self, role: Role, action: Content) -> None:
        """Do a physical act; raises PageError for what is unknown, impossible or not this role's to do."""
        act = self._acts.get(str(action.get("do")))
        if act is None:
            raise PageError("unknown-act", f"There is no act {str(action.get('do'))[:40]!r}.")
        require(role.kind in ("simulation", "seat"), "Spectators only watch; open a seat's own link to play.")
        try:
            act(role, action)
        except SimulationError as error:
            # The simulator's own words tell what lies where, which only the all-seeing view may read.
            told = str(error) if self._sees_all(role) else "Hands cannot do this now."
            raise PageError("impossible", told) from None

    # What each family says for itself.

    def _own_acts(self) -> Mapping[str, Act]:
        """Return the acts that only this family's table knows."""
        return {}

    def _own_truth(self, role: Role) -> Content:
        """Return what only this family's table has, as this role sees it."""
        return {}

    @abstractmethod
    def _place(self, role: Role, action: Content) -> None:
        """Move a card to a place."""

    @abstractmethod
    def _draw(self, role: Role, action: Content) -> None:
        """Draw a card into a hand."""

    @abstractmethod
    def _pads(self, role: Role) -> Collection[str]:
        """Return the pads that a role may clear."""

    @abstractmethod
    def _clear(self, pad: str) -> None:
        """Carry the cards on a pad to where they belong."""

    # What is the same everywhere.

    def _seen(self, card: Card, place: str, role: Role) -> list[str] | None:
        """Return the handle and the face of a card that is shown to a role; None for a back."""
        return [self._handles.of(card.tag, self._sees_all(role)), card.face] if self._shows(card, place, role) else None

    def _sees_all(self, role: Role) -> bool:
        return role.kind == "simulation" and not self.private

    def _own_seats(self, role: Role) -> Collection[str]:
        """Return the seats whose hands a role sees, and moves."""
        if role.kind == "simulation":
            return [seat for seat in self._table.plan.seats if seat not in self.private]
        return () if role.seat is None else (role.seat,)

    def _shows(self, card: Card, place: str, role: Role) -> bool:
        if place == DISCARD or place in (*self._table.truth.zones, *self._table.plan.rows):
            return self._table.truth.is_face_up(card.tag)
        is_of_box = place == BOX and role.kind == "simulation"
        return is_of_box or self._sees_all(role) or place in map(hand_of, self._own_seats(role))

    def _known_tag(self, role: Role, handle: str) -> str:
        tag, truth = self._handles.tag(handle, self._sees_all(role)), self._table.truth
        if tag is None or not self._shows(truth.card(tag), truth.where(tag), role):
            raise PageError("unknown-card", "This card is not there; the page may be behind.")
        return tag

    def _back_at(self, place: str, handle: str) -> str | None:
        """Find the face-down card of a place by where it lies."""
        cards = enumerate(self._table.truth.at(place))
        return next((card.tag for index, card in cards if back_of(place, index) == handle), None)

    def _seat_drawing(self, role: Role, action: Content) -> str:
        seat = text_of(action, "seat")
        require(seat in self._table.plan.seats, f"There is no seat {seat[:40]!r}.", "unknown-seat")
        require(role.seat in (None, seat), "Draw into your own hand only.")
        return seat

    def _button(self, role: Role, action: Content) -> None:
        """Press a button, hold it for as long as a long press takes by the table's clock, or release it."""
        name, do = text_of(action, "button"), action["do"]
        require(name in self._table.truth.buttons, f"There is no button {name[:40]!r}.", "unknown-button")
        require(role.seat in (None, seat_of(name)), "This button is the other seat's.")
        if self._table.truth.is_down(name) == (do == "release"):
            acts = {"press": self._table.press, "hold": self._table.hold, "release": self._table.release}
            acts[str(do)](name)

    def _slide(self, role: Role, action: Content) -> None:
        """Slide the cards on the pad at `place`, or on every pad, to where they belong."""
        for pad in self._pads(role):
            if action.get("place") in (None, pad):
                self._clear(pad)

    def _gather(self, role: Role, action: Content) -> None:
        """Put all cards together, shuffle them and deal them as the game says: what people do in a minute."""
        self._check_between_rounds(role)
        deal(self._table, self._situation.dealing())

    def _check_between_rounds(self, role: Role) -> None:
        """Refuse seats that gather cards or lay tiles while somebody plays."""
        is_between = role.seat is None or self._situation.family.may_deal(self._situation)
        require(is_between, "Cards are gathered and tiles laid between the rounds.")

    def _faults(self) -> list[dict[str, object]]:
        active = self._table.switchboard.active()
        return [
            {"device": device, "fault": fault, "on": (device, fault) in active}
            for device, faults in self._table.switchboard.names().items()
            for fault in faults
        ]

    def _fault(self, role: Role, action: Content) -> None:
        require(role.kind == "simulation", "Faults are switched by the simulation's own view.")
        on = action.get("on")
        if not isinstance(on, bool):
            raise PageError("bad-message", "`on` is true or false.")
        self._table.switchboard.set(text_of(action, "device"), text_of(action, "fault"), on)


def page_name(place: str) -> str:
    """Return what the page calls a place of the simulated table."""
    return PILE if place == DRAW else place


def sim_name(place: str) -> str:
    """Return what the simulated table calls a place of the page."""
    return DRAW if place == PILE else place


def back_of(place: str, index: int) -> str:
    """Name a card that shows its back: by where it lies, and by nothing else."""
    return f"back {page_name(place)} {index}"


def text_of(action: Content, name: str) -> str:
    """Return a string of an act; raises PageError where it is none."""
    value = action.get(name)
    if not isinstance(value, str):
        raise PageError("bad-message", f"`{name}` is a string.")
    return value


def number_of(action: Content, name: str, wanted: str, numbers: range | None = None) -> int:
    """Return a whole number of an act; raises PageError telling what is wanted where it is none, or not of these."""
    value = action.get(name)
    if isinstance(value, bool) or not isinstance(value, int) or (numbers is not None and value not in numbers):
        raise PageError("bad-message", f"`{name}` is a whole number {wanted}.")
    return value


class Handles:
    """The handles of all cards of a simulated table, drawn by chance at each start."""

    def __init__(self, truth: Truth, tags: list[str], chance: Random) -> None:
        self._truth = truth
        self._chance = chance
        chance.shuffle(tags)
        self._of_all = {tag: f"c{number:02d}" for number, tag in enumerate(tags)}
        self._tag_of_all = {handle: tag for tag, handle in self._of_all.items()}
        self._shown: dict[str, tuple[int, str]] = {}
        self._tag_shown: dict[str, str] = {}

    def of(self, tag: str, sees_all: bool) -> str:
        """Return the handle of a card for a role that sees its face, or all cards."""
        return self._of_all[tag] if sees_all else self._open(tag)

    def tag(self, handle: str, sees_all: bool) -> str | None:
        """Return the tag of a handle; None for one that is made up or of another time."""
        if sees_all:
            return self._tag_of_all.get(handle)
        tag = self._tag_shown.get(handle)
        return tag if tag is not None and self._open(tag) == handle else None

    def _open(self, tag: str) -> str:
        """Return the handle of a card since it was hidden last."""
        times, known = self._truth.times_hidden(tag), self._shown.get(tag)
        if known is not None:
            if known[0] == times:
                return known[1]
            del self._tag_shown[known[1]]
        handle = f"v{self._chance.getrandbits(48):012x}"
        self._shown[tag] = (times, handle)
        self._tag_shown[handle] = tag
        return handle
