"""The page's hands on the simulated table: what a role sees of cards and token, and what it may do with them.

Cards are known to the page by handles that are drawn by chance at each start; a card that shows a role its back
has no handle there, only its place, so that nobody can follow it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from tacotable.compose.dealing import deal
from tacotable.situation import Situation, seat_of
from tacotable.web.model import Content, PageError, Role
from tacotable_sim.errors import SimulationError
from tacotable_sim.table import SimulatedTable
from tacotable_sim.truth import BOX, DISCARD, DRAW, Card, hand_of

PILE = "pile"
"""What the page calls the draw pile."""


class TableHands:
    """Hands and eyes of the page's people at the simulated table."""

    def __init__(self, table: SimulatedTable, situation: Situation, chance: Random) -> None:
        self._table = table
        self._situation = situation
        tags = [card.tag for card in (*table.plan.deck, *table.plan.box)]
        chance.shuffle(tags)
        self._handle_of = {tag: f"c{number:02d}" for number, tag in enumerate(tags)}
        self._tag_of = {handle: tag for tag, handle in self._handle_of.items()}
        self._acts: Mapping[str, Callable[[Role, Content], None]] = {
            "place": self._place,
            "press": self._press,
            "release": self._release,
            "token": self._token,
            "tile": self._tile,
            "gather": self._gather,
            "draw": self._draw,
            "fault": self._fault,
        }

    def truth(self, role: Role) -> Content:
        """Give the cards, the token, the tiles, the fault switches and the pressed buttons."""
        truth = self._table.truth
        return {
            "cards": [
                self._seen(card, place, index, role)
                for place in truth.places
                for index, card in enumerate(truth.at(place))
            ],
            "places": [_page_name(place) for place in truth.places],
            "token": truth.token,
            "tiles": sorted(truth.tiles),
            "faults": self._faults() if role.kind == "simulation" else [],
            "pressed": [button.name for button in self._table.plan.buttons if truth.is_down(button.name)],
        }

    def picture(self, name: str) -> bytes | None:
        """Give what the display of a screen holds in its controller's memory."""
        return self._table.panel(f"display {name}").picture()

    def do(self, role: Role, action: Content) -> None:
        """Do a physical act; raises PageError for what is unknown, impossible or not this role's to do."""
        act = self._acts.get(str(action.get("do")))
        if act is None:
            raise PageError("unknown-act", f"There is no act {str(action.get('do'))[:40]!r}.")
        if role.kind == "spectator":
            raise PageError("not-allowed", "Spectators only watch; open a seat's own link to play.")
        try:
            act(role, action)
        except SimulationError as error:
            # The simulator's own words tell what lies where, which only the all-seeing view may read.
            told = str(error) if role.kind == "simulation" else "Hands cannot do this now."
            raise PageError("impossible", told) from None

    def _seen(self, card: Card, place: str, index: int, role: Role) -> dict[str, object]:
        """Give a card as a role sees it: its face where it is shown to it, else only a back."""
        if self._shows(card, place, role):
            return {"id": self._handle_of[card.tag], "face": card.face, "place": _page_name(place)}
        return {"id": f"back {_page_name(place)} {index}", "face": None, "place": _page_name(place)}

    def _shows(self, card: Card, place: str, role: Role) -> bool:
        if role.kind == "simulation":
            return True
        if role.seat is not None and place == hand_of(role.seat):
            return True
        is_open = place == DISCARD or place in self._table.truth.zones
        return is_open and self._table.truth.is_face_up(card.tag)

    def _faults(self) -> list[dict[str, object]]:
        active = self._table.switchboard.active()
        return [
            {
                "device": device,
                "fault": fault,
                "on": (device, fault) in active,
            }
            for device, faults in self._table.switchboard.names().items()
            for fault in faults
        ]

    def _place(self, role: Role, action: Content) -> None:
        place = _sim_name(_text(action, "place"))
        tag = self._movable(role, _text(action, "card"))
        if role.seat is not None and place not in (hand_of(role.seat), f"{role.seat}.pad", DISCARD):
            raise PageError("not-allowed", "Lay your cards on your own pad, your hand or the discard pile.")
        is_hand = place.startswith("hand:")
        face_up = None if is_hand else self._situation.family.is_laid_open(self._situation, place)
        self._table.place(tag, place, face_up=face_up)

    def _movable(self, role: Role, handle: str) -> str:
        """Give the tag of a card that a role may take: any for the simulation, its own for a seat."""
        tag = self._tag_of.get(handle)
        if tag is None and handle.startswith("back ") and role.seat is not None:
            tag = self._own_back(role, handle)
        if tag is None:
            raise PageError("unknown-card", "This card is not there; the page may be behind.")
        if role.seat is not None:
            where = self._table.truth.where(tag)
            if where not in (hand_of(role.seat), f"{role.seat}.pad"):
                raise PageError("not-allowed", "This card is not yours to move.")
        return tag

    def _own_back(self, role: Role, handle: str) -> str | None:
        """Find the own face-down card on the own pad: people may take back what they laid."""
        pad = f"{role.seat}.pad"
        for index, card in enumerate(self._table.truth.at(pad)):
            if handle == f"back {pad} {index}":
                return card.tag
        return None

    def _press(self, role: Role, action: Content) -> None:
        button = self._own_button(role, action)
        if not self._table.truth.is_down(button):
            self._table.press(button)

    def _release(self, role: Role, action: Content) -> None:
        button = self._own_button(role, action)
        if self._table.truth.is_down(button):
            self._table.release(button)

    def _own_button(self, role: Role, action: Content) -> str:
        name = _text(action, "button")
        if name not in [button.name for button in self._table.plan.buttons]:
            raise PageError("unknown-button", f"There is no button {name[:40]!r}.")
        if role.seat is not None and seat_of(name) != role.seat:
            raise PageError("not-allowed", "This button is the other seat's.")
        return name

    def _token(self, role: Role, action: Content) -> None:
        del role
        self._table.move_token(_space(action.get("space"), may_be_none=True))

    def _tile(self, role: Role, action: Content) -> None:
        self._check_between_rounds(role)
        space = _space(action.get("space"), may_be_none=False)
        if space is not None:
            self._table.cover(space) if action.get("on") is True else self._table.uncover(space)

    def _gather(self, role: Role, action: Content) -> None:
        """Put all cards together, shuffle them and deal the round's number: what people do in a minute.

        Cards that the edition does not have (the 11 and the 12 of a retail deck) go into the box.
        """
        del action
        self._check_between_rounds(role)
        deal(self._table, self._situation.family.dealing(self._situation))

    def _check_between_rounds(self, role: Role) -> None:
        """Let seats gather cards and lay tiles only while nobody plays."""
        if role.seat is not None and not self._situation.family.may_deal(self._situation):
            raise PageError("not-allowed", "Cards are gathered and tiles laid between the rounds.")

    def _draw(self, role: Role, action: Content) -> None:
        seat = _text(action, "seat")
        if seat not in self._table.plan.seats:
            raise PageError("unknown-seat", f"There is no seat {seat[:40]!r}.")
        if role.seat not in (None, seat):
            raise PageError("not-allowed", "Draw into your own hand only.")
        self._table.draw(seat)

    def _fault(self, role: Role, action: Content) -> None:
        if role.kind != "simulation":
            raise PageError("not-allowed", "Faults are switched by the simulation's own view.")
        on = action.get("on")
        if not isinstance(on, bool):
            raise PageError("bad-message", "`on` is true or false.")
        self._table.switchboard.set(_text(action, "device"), _text(action, "fault"), on)


def _page_name(place: str) -> str:
    return PILE if place == DRAW else place


def _sim_name(place: str) -> str:
    return {PILE: DRAW, BOX: BOX}.get(place, place)


def _text(action: Content, name: str) -> str:
    value = action.get(name)
    if not isinstance(value, str):
        raise PageError("bad-message", f"`{name}` is a string.")
    return value


def _space(value: object, *, may_be_none: bool) -> int | None:
    if value is None and may_be_none:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not -4 <= value <= 4:
        raise PageError("bad-message", "`space` is a whole number from -4 to 4.")
    return value
