"""The page's hands at a kittens table: hands, the play pad, two piles, and what lies in front of a seat.

What hands may do follows what the referee waits for: a seat takes a card of another hand only when it is to steal one,
and looks at the pile only when a card let it. A card out of another hand is drawn by chance, whatever was pointed at.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING

from tacotable.games.exploding.state import pending, phase, view_of
from tacotable.simulation.hands.base import Act, TableHands, back_of, sim_name, text_of
from tacotable.simulation.hands.permissions import Reach
from tacotable.web.model import PageError
from tacotable_sim.play_pad import PlayPad
from tacotable_sim.truth import DRAW, Truth, hand_of

if TYPE_CHECKING:
    from tacotable.state.role import Content, Role
    from tacotable.state.situation import Situation
    from tacotable_sim.table import SimulatedTable

CHANGING_S = 0.4  # So long hands take to change the card on the pad; cards that change at once may lie on one another.


class KittensHands(TableHands):
    """Hands at a table with one play pad and a ring of seats."""

    def __init__(self, table: SimulatedTable, situation: Situation, chance: Random) -> None:
        super().__init__(table, situation, chance)
        self._pad = PlayPad(table, {}, {})
        self._reach = Reach(table.truth, situation, self._pad.owners)
        self._allowed_at: tuple[int, object] = (0, None)
        self._allowed_to: dict[Role, list[str]] = {}
        self._looks = Looks(table.truth, self._reach.may_look)

    def _own_acts(self) -> Mapping[str, Act]:
        return {
            "look": self._look,
            "put-back": self._put_back,
            "shuffle": self._shuffle,
            "slide": self._slide,
            "lay-out": self._lay_out,
        }

    def _own_truth(self, role: Role) -> Content:
        """Return who looks at the pile (to all), what they see (to them), and what this role may do now."""
        return {
            "allow": self._once_allowed(role),
            "looking": list(self._looks.seats()),
            "looks": {
                seat: {"cards": self._looks.cards(seat), "may_order": self._reach.may_order(seat)}
                for seat in self._looks.seats()
                if role.kind == "simulation" or role.seat == seat
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
        allowed += [f"look:{seat}" for seat in seats if self._reach.may_look(seat)]
        allowed += [f"shuffle:{seat}" for seat in seats if self._reach.may_shuffle(seat)]
        allowed += [f"lay-out:{seat}" for seat in seats if self._reach.may_lay_out(seat)]
        return allowed + (self._reach.of(role.seat) if role.seat is not None else [])

    # Cards from place to place.

    def _place(self, role: Role, action: Content) -> None:
        target = sim_name(text_of(action, "place"))
        tag = self._meant(role, text_of(action, "card"), target)
        source = self._table.truth.where(tag)
        slot = _slot(action) if target == DRAW else None
        if role.seat is not None and not self._reach.may_carry(role.seat, self._table.truth.card(tag), source, target):
            raise PageError("not-allowed", "That card is not yours to take there now.")
        if self._is_hidden(source) and target in self._pad.zones:
            self._pass_over(self._receiver(role, source), tag)
        elif self._is_hidden(source) and target.startswith("hand:"):
            self._pass_over(target.removeprefix("hand:"), tag)  # whoever drags it further takes it from there
        elif target in self._pad.zones:
            self._show(tag, role.seat or (source.removeprefix("hand:") if source.startswith("hand:") else ""), target)
        else:
            if target == DRAW:
                self._looks.end_all()  # one that went on would tell everybody that the card is not among the top ones
            self._pad.move(tag, target, slot=slot)

    def _show(self, tag: str, seat: str, zone: str) -> None:
        """Show a card on the play pad; a lethal one belongs before who laid it last."""
        owner = seat or self._pad.owners.get(tag, "")
        kept_at = self._reach.kept_at(self._table.truth.card(tag), owner)
        self._pad.lay(tag, owner, kept_at, changing_s=CHANGING_S, zone=zone)

    def _is_hidden(self, source: str) -> bool:
        """Return whether a card goes over the pad with its back up: out of the pile, or as a Favor or a steal."""
        if not self._situation.is_seen or source in self._pad.zones:
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
        if role.kind == "simulation" or not handle.startswith("back "):
            return self._known_tag(role, handle)
        pile = self._table.truth.at(DRAW)
        for index in {0, len(pile) - 1} if pile else ():
            if handle == back_of(DRAW, index):
                return pile[index].tag
        for zone in self._pad.zones:
            if (lying := self._back_at(zone, handle)) is not None:
                return lying
        return self._from_fan(handle, target)

    def _from_fan(self, handle: str, target: str) -> str:
        """Draw any card of the hand that was pointed at: its owner holds a shuffled fan."""
        for seat in self._table.plan.seats:
            cards = self._table.truth.at(hand_of(seat))
            is_pointed_at = handle in (back_of(hand_of(seat), index) for index in range(len(cards)))
            if is_pointed_at and target != hand_of(seat):
                return self._chance.choice(cards).tag
        raise PageError("unknown-card", "This card is not there; the page may be behind.")

    def _draw(self, role: Role, action: Content) -> None:
        seat = self._seat_drawing(role, action)
        if role.seat is not None and not self._reach.may_draw(seat):
            raise PageError("not-allowed", "It is not for you to draw now.")
        pile = self._table.truth.at(DRAW)
        if self._situation.is_seen and pile:
            self._pass_over(seat, pile[-1 if action.get("from") == "bottom" else 0].tag)
        elif action.get("from") == "bottom" and pile:
            self._table.place(pile[-1].tag, hand_of(seat))
        else:
            self._table.draw(seat)

    def _pass_over(self, seat: str, tag: str) -> None:
        """Lay a card on the play pad, face down, on its way into a hand; what lies there goes where it belongs."""
        self._pad.lay(tag, seat, hand_of(seat), face_up=False)

    def _shuffle(self, role: Role, action: Content) -> None:
        seat = self._seat_drawing(role, action)
        if not self._reach.may_shuffle(seat):
            raise PageError("not-allowed", "No card lets you shuffle the pile now.")
        self._looks.end_all()
        self._table.shuffle()

    # The play pad.

    def _slide(self, role: Role, action: Content) -> None:
        """Slide what lies on the play pad on to the discard pile; a lethal card before who laid it."""
        self._pad.clear()

    def _lay_out(self, role: Role, action: Content) -> None:
        """Lay the hand of a seat that is out where its game wants it."""
        seat = self._seat_drawing(role, action)
        if role.seat is not None and not self._reach.may_lay_out(seat):
            raise PageError("not-allowed", "Only who is out lays the hand out.")
        goal = self._reach.dead_place(seat)
        for card in self._reach.dead_cards(seat):
            if self._table.truth.where(card.tag) != goal:
                self._table.place(card.tag, goal, face_up=True)

    # Private looks.

    def _look(self, role: Role, action: Content) -> None:
        seat = self._seat_drawing(role, action)
        if not self._reach.may_look(seat):
            raise PageError("not-allowed", "No card lets you look at the pile now.")
        self._looks.begin(seat)

    def _put_back(self, role: Role, action: Content) -> None:
        seat = self._seat_drawing(role, action)
        order = action.get("cards")
        if self._reach.may_order(seat) and isinstance(order, list):
            self._looks.order(seat, [str(handle) for handle in order])
        self._looks.end(seat)


def _slot(action: Content) -> int | None:
    """Return where in the draw pile a card goes: 0 is the top, and the default."""
    slot = action.get("slot")
    if slot is None:
        return None
    if isinstance(slot, bool) or not isinstance(slot, int):
        raise PageError("bad-message", "`slot` is a whole number from 0, the top.")
    return slot


AT_MOST = 3


class Looks:
    """Who looks at which cards; a look ends when the top of the pile changes, or when nothing allows it any more."""

    def __init__(self, truth: Truth, may_look: Callable[[str], bool]) -> None:
        self._truth = truth
        self._may_look = may_look
        self._tags: dict[str, tuple[str, ...]] = {}

    def begin(self, seat: str) -> None:
        """Show a seat the top cards, at most three."""
        self._tags[seat] = self._top(AT_MOST)

    def end(self, seat: str) -> None:
        """Put the cards back."""
        self._tags.pop(seat, None)

    def end_all(self) -> None:
        """Put all cards back: the pile is shuffled or a card hidden in it, and cards still on top would tell where."""
        self._tags.clear()

    def seats(self) -> tuple[str, ...]:
        """Return the seats that still look."""
        self._tags = {
            seat: tags
            for seat, tags in self._tags.items()
            if tags and tags == self._top(len(tags)) and self._may_look(seat)
        }
        return tuple(self._tags)

    def cards(self, seat: str) -> list[dict[str, str]]:
        """Return what a seat sees, from the top; a handle tells the place in this look and nothing else."""
        tags = self._tags.get(seat, ())
        return [{"id": _handle(n), "face": self._truth.card(tag).face} for n, tag in enumerate(tags)]

    def order(self, seat: str, handles: Sequence[str]) -> None:
        """Put the cards that a seat looks at into another order, the first one on top; other lists change nothing."""
        if seat not in self.seats():
            return
        known = {_handle(n): tag for n, tag in enumerate(self._tags[seat])}
        if sorted(handles) == sorted(known):
            self._truth.put_on_top([known[handle] for handle in handles])

    def _top(self, count: int) -> tuple[str, ...]:
        return tuple(card.tag for card in self._truth.at(DRAW)[:count])


def _handle(place: int) -> str:
    return f"look {place}"
