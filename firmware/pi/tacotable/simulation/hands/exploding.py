"""The page's hands at a kittens table: hands, the play pad, two piles, and what lies in front of a seat.

What hands may do follows what the referee waits for: a seat takes a card of another hand only when it is to steal one,
and looks at the pile only when a card let it. A card out of another hand is drawn by chance, whatever was pointed at.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from random import Random
from typing import TYPE_CHECKING

from tacotable.games.exploding.state import noped, pending, phase, view_of
from tacotable.simulation.hands.base import Act, TableHands, back_of, number_of, sim_name, text_of
from tacotable.simulation.hands.permissions import Reach
from tacotable.web.model import PageError, require
from tacotable_sim.play_pad import PlayPad
from tacotable_sim.truth import DRAW, Card, hand_of

if TYPE_CHECKING:
    from tacotable.state.role import Content, Role
    from tacotable.state.situation import Situation
    from tacotable_sim.table import SimulatedTable

MOVES = ("place", "draw", "slide")  # What hands do with the cards of a game that goes on.
AT_MOST = 3  # So many cards of the pile a look shows.
CHANGING_S = 0.4  # So long hands take to change the card on the pad; cards that change at once may lie on one another.


class KittensHands(TableHands):
    """Hands at a table with one play pad and a ring of seats."""

    def __init__(self, table: SimulatedTable, situation: Situation, chance: Random) -> None:
        super().__init__(table, situation, chance)
        self._pad = PlayPad(table, {}, {})
        self._reach = Reach(table.truth, situation, self._pad)
        self._allowed_at: tuple[int, object] = (0, None)
        self._allowed_to: dict[Role, list[str]] = {}
        self._looks: dict[str, tuple[Card, ...]] = {}  # What each seat looks at, from the top of the pile.

    def do(self, role: Role, action: Content) -> None:
        """Do a physical act; hands that go on with the cards first put noped ones into the box, as displays ask."""
        if action.get("do") in MOVES:
            self._pad.put_away(noped(self._situation))
        super().do(role, action)

    def _own_acts(self) -> Mapping[str, Act]:
        return {"look": self._look, "put-back": self._put_back, "shuffle": self._shuffle, "lay-out": self._lay_out}

    def _own_truth(self, role: Role) -> Content:
        """Return who looks at the pile (to all), what they see (to them), and what this role may do now."""
        looking = self._looking()
        return {
            "allow": self._once_allowed(role),
            "looking": list(looking),
            "looks": {
                seat: {
                    "cards": [{"id": _handle(n), "face": card.face} for n, card in enumerate(cards)],
                    "may_order": self._reach.may_order(seat),
                }
                for seat, cards in looking.items()
                if seat in self._own_seats(role)
            },
        }

    def _once_allowed(self, role: Role) -> list[str]:
        """Return what is allowed, found once until a card moves or an event leaves another `ui` (`Situation.adopt`)."""
        at = (self._table.truth.moves, self._situation.ui)
        if self._allowed_at[0] != at[0] or self._allowed_at[1] is not at[1]:
            self._allowed_at = at
            self._allowed_to.clear()
        if role not in self._allowed_to:
            self._allowed_to[role] = self._allowed(role)
        return self._allowed_to[role]

    def _allowed(self, role: Role) -> list[str]:
        if role.kind not in ("simulation", "seat"):
            return []
        allowed = ["gather"] if self._situation.family.may_deal(self._situation) else []
        seats = self._table.plan.seats if role.seat is None else (role.seat,)
        allowed += [f"bottom:{seat}" for seat in seats if self._reach.draws_bottom(seat)]
        allowed += [f"look:{seat}" for seat in self._own_seats(role) if self._reach.may_look(seat)]
        allowed += [f"shuffle:{seat}" for seat in seats if self._reach.may_shuffle(seat)]
        allowed += [f"lay-out:{seat}" for seat in seats if self._reach.may_lay_out(seat)]
        return allowed + (self._reach.of(role.seat) if role.seat is not None else [])

    # Cards from place to place.

    def _place(self, role: Role, action: Content) -> None:
        target = sim_name(text_of(action, "place"))
        tag = self._meant(role, text_of(action, "card"), target)
        source = self._table.truth.where(tag)
        is_at_slot = target == DRAW and action.get("slot") is not None
        slot = number_of(action, "slot", "from 0, the top") if is_at_slot else None
        card = self._table.truth.card(tag)
        is_free = role.seat is None and not self._is_private(tag, source)
        may_carry = (self._reach.may_carry(seat, card, source, target) for seat in self._own_seats(role))
        require(is_free or any(may_carry), "That card is not yours to take there now.")
        if self._is_hidden(source) and target in self._pad.zones:
            self._pass_over(self._receiver(role, source), tag)
        elif self._is_hidden(source) and target.startswith("hand:"):
            self._pass_over(target.removeprefix("hand:"), tag)  # whoever drags it further takes it from there
        elif target in self._pad.zones:
            self._show(tag, role.seat or (source.removeprefix("hand:") if source.startswith("hand:") else ""), target)
        else:
            if target == DRAW:
                self._looks.clear()  # one that went on would tell everybody that the card is not among the top ones
            self._pad.move(tag, target, slot=slot)

    def _show(self, tag: str, seat: str, zone: str) -> None:
        """Show a card on the play pad; a lethal one belongs before who laid it last."""
        owner = seat or self._pad.owners.get(tag, "")
        kept_at = self._reach.kept_at(self._table.truth.card(tag), owner)
        self._pad.lay(tag, owner, kept_at, changing_s=CHANGING_S, zone=zone)

    def _is_private(self, tag: str, source: str) -> bool:
        """Return whether a card is in the hand of a private seat, or may be on its way into one, face down."""
        is_passing = bool(self.private) and source in self._pad.zones and not self._table.truth.is_face_up(tag)
        return is_passing or source in map(hand_of, self.private)

    def _is_hidden(self, source: str) -> bool:
        """Return whether a card goes over the pad with its back up: out of the pile, or as a Favor or a steal."""
        if not self._situation.game.is_seen or source in self._pad.zones:
            return False
        is_between = phase(self._situation) in ("give", "steal")
        return source == DRAW or (is_between and source.startswith("hand:"))

    def _receiver(self, role: Role, source: str) -> str:
        """Return whose hand a hidden card goes into: a Favor's is asked for, any other card comes to who carries it."""
        if phase(self._situation) == "give":
            return pending(self._situation).seat
        return role.seat or next(iter(view_of(self._situation).to_act), source)

    def _meant(self, role: Role, handle: str, target: str) -> str:
        """Return the card that is meant by a handle, by an end of the pile, or by pointing at another's hand."""
        if not handle.startswith("back "):
            return self._known_tag(role, handle)
        pile = self._table.truth.at(DRAW)
        for index in {0, len(pile) - 1} if pile else ():
            if handle == back_of(DRAW, index):
                return pile[index].tag
        for zone in self._pad.zones:
            if (lying := self._back_at(zone, handle)) is not None:
                return lying
        for hand in map(hand_of, self._table.plan.seats):  # any card of it: its owner holds a shuffled fan
            if target != hand and self._back_at(hand, handle) is not None:
                return self._chance.choice(self._table.truth.at(hand)).tag
        return self._known_tag(role, handle)

    def _draw(self, role: Role, action: Content) -> None:
        seat = self._seat_drawing(role, action)
        require(role.seat is None or self._reach.may_draw(seat), "It is not for you to draw now.")
        pile = self._table.truth.at(DRAW)
        if not pile:
            raise PageError("impossible", "The draw pile is empty.")
        card = pile[-1 if self._reach.draws_bottom(seat) else 0]
        if self._situation.game.is_seen:
            self._pass_over(seat, card.tag)
        else:
            self._table.place(card.tag, hand_of(seat))

    def _pass_over(self, seat: str, tag: str) -> None:
        """Lay a card on the play pad, face down, on its way into a hand; what lies there goes where it belongs."""
        self._pad.lay(tag, seat, hand_of(seat), face_up=False)

    def _shuffle(self, role: Role, action: Content) -> None:
        seat = self._seat_drawing(role, action)
        require(self._reach.may_shuffle(seat), "No card lets you shuffle the pile now.")
        self._looks.clear()  # cards still on top would tell where they are
        self._table.shuffle()

    # The play pad.

    def _pads(self, role: Role) -> Collection[str]:
        return self._pad.zones

    def _clear(self, pad: str) -> None:
        """Slide the cards on a pad on to the discard pile; a lethal card before who laid it."""
        self._pad.clear_zone(pad)

    def _lay_out(self, role: Role, action: Content) -> None:
        """Lay the hand of a seat that is out where its game wants it."""
        seat = self._seat_drawing(role, action)
        require(role.seat is None or self._reach.may_lay_out(seat), "Only who is out lays the hand out.")
        goal = self._reach.dead_place(seat)
        for card in self._reach.dead_cards(seat):
            if self._table.truth.where(card.tag) != goal:
                self._table.place(card.tag, goal, face_up=True)

    # Private looks.

    def _look(self, role: Role, action: Content) -> None:
        seat = self._seat_drawing(role, action)
        require(seat in self._own_seats(role) and self._reach.may_look(seat), "No card lets you look at the pile now.")
        self._looks[seat] = self._table.truth.at(DRAW)[:AT_MOST]

    def _put_back(self, role: Role, action: Content) -> None:
        seat = self._seat_drawing(role, action)
        order = action.get("cards")
        require(seat in self._own_seats(role), "These cards are another seat's to put back.")
        if self._reach.may_order(seat) and isinstance(order, list):
            tags = {_handle(n): card.tag for n, card in enumerate(self._looking().get(seat, ()))}
            if tags and sorted(map(str, order)) == sorted(tags):  # other lists change nothing
                self._table.truth.put_on_top([tags[str(handle)] for handle in order])
        self._looks.pop(seat, None)

    def _looking(self) -> dict[str, tuple[Card, ...]]:
        """Return who looks at which cards, until the top of the pile changes or nothing allows it any more."""
        pile = self._table.truth.at(DRAW)
        for seat, cards in tuple(self._looks.items()):
            if not cards or cards != pile[: len(cards)] or not self._reach.may_look(seat):
                del self._looks[seat]
        return self._looks


def _handle(place: int) -> str:
    """Name a card of a look by its place there, and by nothing else."""
    return f"look {place}"
